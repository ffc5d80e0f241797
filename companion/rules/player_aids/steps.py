"""The steps of every player aid: only actions that it offers are possible.

A *journal* is the list of actions since the start. Nothing else is stored: undo drops the last action, and continuing
replays them all.
"""

from typing import Any

from .contract import Action, Button, Choice, Counter, Functions, Known, More, Page, Replayed, State, Step, Words


def deep_copy(thing: Any) -> Any:
    """Return a deep copy."""
    if isinstance(thing, list):
        return [deep_copy(each) for each in thing]
    if isinstance(thing, dict):
        fresh = {}
        for key in thing:
            fresh[key] = deep_copy(thing[key])
        return fresh
    return thing


def button(label: Words, action: Action, more: More | None = None) -> Button:
    """Return a button with its label, its action, and further keys (see the contract)."""
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


def page_button(state: State, key: str, label: Words) -> Button:
    """Return the button to a page; it is on if that page is shown."""
    return button(label, {"do": "go", "to": key}, {"is_on": state["step"] == key})


def choice(label: Words | None, look: str, buttons: list[Button]) -> Choice:
    """Return a group of buttons with a heading, or None for no heading."""
    return {"label": label, "look": look, "buttons": buttons}


def counter(key: str, label: Words, value: int, more: More | None = None) -> Counter:
    """Return a count that is always visible."""
    made = {"key": key, "label": label, "value": value, "of": None, "warning": None, "least": 0, "most": None}
    besides = more or {}
    for name in besides:
        made[name] = besides[name]
    return made


def page(title: Words, sentence: Words) -> Page:
    """Return a page with only a title and a sentence, to be filled in."""
    return {
        "title": title,
        "sentence": sentence,
        "hints": [],
        "ways": [],
        "counters": [],
        "board": None,
        "choices": [],
        "is_over": False,
        "keep": None,
    }


def is_single(value: Any) -> bool:
    """Return whether a value is neither a text nor a list."""
    if isinstance(value, str):
        return False
    return not isinstance(value, list)


def whole_number(value: Any, least: int, most: int) -> int | None:
    """Return a whole number if it is within these bounds, otherwise None."""
    # In JavaScript "4" and [4] equal 4.
    if not is_single(value):
        return None
    for number in range(least, most + 1):
        if value == number:
            return number
    return None


def remainder(number: int, by: int) -> int:
    """Return the remainder of a division; the operators of Python and JavaScript differ for numbers below 0."""
    return number - number // by * by


def active_buttons(current: Page) -> list[Button]:
    """Return every button that can be pressed now."""
    found = []
    for group in [choice(None, "row", current["ways"])] + current["choices"]:
        for each in group["buttons"]:
            if each["why_not"] is None:
                found.append(each)
    if current["board"] is not None:
        for cell in current["board"]["cells"]:
            if cell["action"] is not None:
                found.append(button(cell["label"], cell["action"]))
    return found


def with_dice(each: Button, action: Action) -> Action | None:
    """Return the action of a button with the dice of `action`; None if the dice aren't possible."""
    made: Action = deep_copy(each["action"])
    for die in each["rolls"] or {}:
        made[die] = whole_number(action[die], 1, each["rolls"][die]) if die in action else None
        if made[die] is None:
            return None
    return made


def set_counter(current: Page, action: Action) -> Action | None:
    """Return the action that sets a counter, if the value is possible; otherwise None."""
    for each in current["counters"]:
        if each["most"] is not None and each["key"] == action["set"] and "to" in action:
            value = whole_number(action["to"], each["least"], each["most"])
            return None if value is None else {"set": each["key"], "to": value}
    return None


def find_offered(current: Page, action: Any) -> Action | None:
    """Return an action if the page offers it (a button, a tile of the board, a counter's value), otherwise None."""
    if not isinstance(action, dict):
        return None
    if "set" in action:
        return set_counter(current, action)
    for each in active_buttons(current):
        made = with_dice(each, action)
        if made is not None and made == action:
            return made
    return None


def step(referee: Functions, at: Step, action: Any) -> Step | None:
    """Return the state and the events after an action; None if `ask` doesn't offer it.

    If an action has no events, the earlier ones stay, so the page doesn't move under the next tap.
    """
    fitting = find_offered(referee["ask"](at["state"]), action)
    if fitting is None:
        return None
    now = referee["act"](at["state"], fitting)
    return {"state": now["state"], "events": now["events"] if len(now["events"]) > 0 else at["events"]}


def replay(referee: Functions, table: Known, journal: list[Any]) -> Replayed:
    """Replay a journal: return the last state, the last events, and the number of valid actions."""
    at: Step = {"state": referee["begin"](table), "events": []}
    done = 0
    for action in journal:
        now = step(referee, at, action)
        if now is None:
            break
        at = now
        done += 1
    return {"state": at["state"], "events": at["events"], "done": done}
