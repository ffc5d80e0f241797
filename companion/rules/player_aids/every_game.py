"""Player aid of every game: set-up as a checklist, the first player, the last round, and dice."""

from companion.rules.kit import gettext, ngettext

from .contract import Action, Button, Cell, Choice, Known, Page, State, Step, Words
from .steps import button, choice, deep_copy, page, page_button

GAME = None
KEY = "table"
TITLE = gettext("Start, end and dice")
SUMMARY = gettext("Setup, who starts, and when the last round is played.")
SEATS = None
LASTS = False
PICTURES = ("die-1", "die-2", "die-3", "die-4", "die-5", "die-6")

MOST_DICE = 6
SIDES = 6


def begin(table: Known) -> State:
    """Return the set-up for the number of players, or for the lowest possible number."""
    # A play may still have too few players.
    names = table["players"] if len(table["players"]) in table["seats"] else []
    return {
        "step": "setup",
        "names": names,
        "seats": table["seats"],
        "setup": table["setup"],
        "setup_is_whole": table["setup_is_whole"],
        "first_player": table["first_player"],
        "last_round": table["last_round"],
        "number": len(names) if len(names) > 0 else table["seats"][0],
        "done": [],
        "lot": 0,
        "dice": 2,
        "rolled": [],
    }


def act(state: State, action: Action) -> Step:
    """Switch pages, change the number of players or dice, tick an entry, draw a player, or roll."""
    after = deep_copy(state)
    if action["do"] == "go":
        after["step"] = action["to"]
    elif action["do"] == "number":
        after["number"] = action["number"]
        after["done"] = []
        after["lot"] = 0
    elif action["do"] == "tick":
        after["done"] = with_or_without(action["place"], state["done"])
    elif action["do"] == "draw":
        after["lot"] = action["player"]
    elif action["do"] == "dice":
        after["dice"] = action["number"]
        after["rolled"] = []
    else:
        after["rolled"] = [action["die" + str(die)] for die in range(state["dice"])]
    return {"state": after, "events": []}


def with_or_without(thing: int, things: list[int]) -> list[int]:
    """Return the things with this one added at the end, or removed if it is there."""
    if thing in things:
        return [each for each in things if each != thing]
    return things + [thing]


def ask(state: State) -> Page:
    """Return the current page, with buttons to the others at the top."""
    if state["step"] == "setup":
        screen = setup_page(state)
    elif state["step"] == "first":
        screen = first_player_page(state)
    elif state["step"] == "last":
        screen = page(gettext("The last round"), state["last_round"])
    else:
        screen = dice_page(state)
    screen["ways"] = page_buttons(state)
    return screen


def page_buttons(state: State) -> list[Button]:
    """Return the buttons to the pages; a solo game has no first player."""
    steps = [page_button(state, "setup", setup_title(state))]
    if state["number"] > 1:
        steps.append(page_button(state, "first", gettext("First player")))
    if state["last_round"] is not None:
        steps.append(page_button(state, "last", gettext("The last round")))
    return steps + [page_button(state, "dice", gettext("Dice"))]


def player_number_choice(state: State) -> list[Choice]:
    """Return the question for the number of players, if no play defines it and several are possible."""
    if len(state["names"]) > 0 or len(state["seats"]) == 1:
        return []
    buttons = [
        button(number, {"do": "number", "number": number}, {"is_on": state["number"] == number})
        for number in state["seats"]
    ]
    return [choice(gettext("How many play?"), "row", buttons)]


def setup_title(state: State) -> Words:
    """Return the title of the checklist: the whole set-up, or only what is counted out."""
    return gettext("Set up") if state["setup_is_whole"] else gettext("Counting out")


def setup_page(state: State) -> Page:
    """Return the page with the checklist of the set-up."""
    texts = state["setup"][str(state["number"])]
    left = len(texts) - len(state["done"])
    text = gettext("All is set up.") if state["setup_is_whole"] else gettext("All is counted out.")
    if len(texts) == 0:
        text = gettext("Set up as described in the rulebook.")
    elif left > 0:
        text = ngettext("%(number)s thing to do. Tap what is done.", "%(number)s things to do. Tap what is done.", left)
    screen = page(setup_title(state), text)
    if len(texts) > 0 and not state["setup_is_whole"]:
        screen["hints"] = [gettext("The rest of the setup is in the rulebook.")]
    checks = [
        button(texts[place], {"do": "tick", "place": place}, {"is_on": place in state["done"]})
        for place in range(len(texts))
    ]
    screen["choices"] = player_number_choice(state) + [choice(None, "checks", checks)]
    return screen


def first_player_page(state: State) -> Page:
    """Return the page with the rule for the first player, or a randomly drawn one."""
    screen = page(gettext("First player"), first_player_text(state))
    if state["lot"] > 0 and state["first_player"] is not None:
        screen["hints"] = [state["first_player"]]
    draw = button(
        gettext("Pick a random player"), {"do": "draw"}, {"look": "main", "rolls": {"player": state["number"]}}
    )
    screen["choices"] = player_number_choice(state) + [choice(None, "main", [draw])]
    return screen


def first_player_text(state: State) -> Words:
    """Return the drawn player, or before that the rule."""
    if state["lot"] > 0:
        if len(state["names"]) > 0:
            return gettext("%(player)s was chosen.", {"player": state["names"][state["lot"] - 1]})
        if state["lot"] == 1:
            return gettext("You were chosen.")
        if state["lot"] == 2:
            return gettext("The next player clockwise was chosen.")
        return gettext("The player %(number)s seats clockwise from you was chosen.", {"number": state["lot"] - 1})
    rule: Words | None = state["first_player"]
    return gettext("Draw a lot.") if rule is None else rule


def dice_page(state: State) -> Page:
    """Return the page with the dice."""
    screen = page(gettext("Dice"), dice_text(state["rolled"]))
    if len(state["rolled"]) > 0:
        cells = [die_cell(each) for each in state["rolled"]]
        screen["board"] = {"columns": MOST_DICE, "label": gettext("Dice"), "is_below": True, "cells": cells}
    rolls = {}
    for die in range(state["dice"]):
        rolls["die" + str(die)] = SIDES
    roll = button(gettext("Roll"), {"do": "throw"}, {"look": "main", "rolls": rolls})
    counts = [1, 2, 3, 4, 5, 6]
    numbers = [button(each, {"do": "dice", "number": each}, {"is_on": state["dice"] == each}) for each in counts]
    screen["choices"] = [choice(None, "main", [roll]), choice(gettext("How many dice?"), "row", numbers)]
    return screen


def dice_text(rolled: list[int]) -> Words:
    """Return the numbers rolled, with the sum of several dice."""
    if len(rolled) == 0:
        return gettext("Tap to roll.")
    if len(rolled) == 1:
        return gettext("You rolled %(number)s.", {"number": rolled[0]})
    total = 0
    for each in rolled:
        total = total + each
    return gettext("%(dice)s: together %(number)s", {"dice": rolled, "number": total})


def die_cell(number: int) -> Cell:
    """Return a cell with a die."""
    picture = "die-" + str(number)
    return {"label": str(number), "spoken": str(number), "look": "gap", "action": None, "picture": picture}
