"""How a referee goes on, the same for all of them: what it offers may be done, step by step, and nothing else.

A *journal* is the list of what was done since the beginning. It is all that is kept: undoing is leaving the last
action out, resuming is doing them all again.
"""

from typing import Any

from .contract import Action, Button, Choice, Counter, Functions, Known, More, Page, Replayed, Step, Words


def copied(thing: Any) -> Any:
    """The same once more, to be changed."""
    if isinstance(thing, list):
        return [copied(each) for each in thing]
    if isinstance(thing, dict):
        fresh = {}
        for key in thing:
            fresh[key] = copied(thing[key])
        return fresh
    return thing


def button(label: Words, action: Action, more: More | None = None) -> Button:
    """A button: its text, what it does, and what else is to be said of it (see the contract)."""
    made = {
        "label": label,
        "action": action,
        "rolls": None,
        "look": "",
        "count": None,
        "is_on": None,
        "why_not": None,
        "picture": None,
    }
    besides = more or {}
    for name in besides:
        made[name] = besides[name]
    return made


def choice(label: Words | None, look: str, buttons: list[Button]) -> Choice:
    """A group of buttons under a heading (None for none)."""
    return {"label": label, "look": look, "buttons": buttons}


def counter(key: str, label: Words, value: int, more: More | None = None) -> Counter:
    """A count that is always in sight."""
    made = {"key": key, "label": label, "value": value, "of": None, "warning": None, "least": 0, "most": None}
    besides = more or {}
    for name in besides:
        made[name] = besides[name]
    return made


def page(title: Words, told: Words) -> Page:
    """What is shown when there is nothing but a sentence; a referee fills in what it has."""
    return {
        "title": title,
        "told": told,
        "hints": [],
        "ways": [],
        "counters": [],
        "board": None,
        "choices": [],
        "is_over": False,
        "keep": None,
    }


def is_single(value: Any) -> bool:
    """Whether it is neither a text nor a list."""
    if isinstance(value, str):
        return False
    return not isinstance(value, list)


def whole(value: Any, least: int, most: int) -> int | None:
    """This whole number, if it is one within these bounds, else None."""
    # JavaScript takes "4" and [4] for 4.
    if not is_single(value):
        return None
    for number in range(least, most + 1):
        if value == number:
            return number
    return None


def remainder(number: int, by: int) -> int:
    """What is left over where a number is divided; JavaScript's own way to say it differs below 0."""
    return number - number // by * by


def offered_buttons(asked: Page) -> list[Button]:
    """Every button that can be pressed now."""
    found = []
    for group in [choice(None, "row", asked["ways"])] + asked["choices"]:
        for each in group["buttons"]:
            if each["why_not"] is None:
                found.append(each)
    if asked["board"] is not None:
        for cell in asked["board"]["cells"]:
            if cell["action"] is not None:
                found.append(button(cell["label"], cell["action"]))
    return found


def rolled(each: Button, action: Action) -> Action | None:
    """A button's action with the dice as they fell in `action`; None where they cannot have."""
    made: Action = copied(each["action"])
    for die in each["rolls"] or {}:
        made[die] = whole(action[die], 1, each["rolls"][die]) if die in action else None
        if made[die] is None:
            return None
    return made


def set_anew(asked: Page, action: Action) -> Action | None:
    """A counter's new value, where it may be that."""
    for each in asked["counters"]:
        if each["most"] is not None and each["key"] == action["set"] and "to" in action:
            value = whole(action["to"], each["least"], each["most"])
            return None if value is None else {"set": each["key"], "to": value}
    return None


def offered(asked: Page, action: Any) -> Action | None:
    """The action as it was offered, None where it was not: a button, a tile of the board, a counter's new value."""
    if not isinstance(action, dict):
        return None
    if "set" in action:
        return set_anew(asked, action)
    for each in offered_buttons(asked):
        made = rolled(each, action)
        if made is not None and made == action:
            return made
    return None


def step(referee: Functions, at: Step, action: Any) -> Step | None:
    """How it stands after an action that `ask` offers, None where it does not: state and events.

    Where an action has no events of its own, those before it stay: what is tapped next moves nothing on the page.
    """
    fitting = offered(referee["ask"](at["state"]), action)
    if fitting is None:
        return None
    now = referee["act"](at["state"], fitting)
    return {"state": now["state"], "events": now["events"] if len(now["events"]) > 0 else at["events"]}


def replay(referee: Functions, table: Known, journal: list[Any]) -> Replayed:
    """Do a journal again: the last state, what happened last, and how many of the actions fitted."""
    at: Step = {"state": referee["begin"](table), "events": []}
    done = 0
    for action in journal:
        now = step(referee, at, action)
        if now is None:
            break
        at = now
        done += 1
    return {"state": at["state"], "events": at["events"], "done": done}
