"""Player aid of Tuareg: whether goods may be loaded on a camel or donkey, and the rule that forbids it."""

from companion.rules.kit import pgettext
from companion.rules.player_aids.contract import Action, Board, Button, Cell, Choice, Known, Page, State, Step, Words
from companion.rules.player_aids.steps import button, choice, deep_copy, page

from .loads import GOODS, Goods, loading_faults, room_for, sort_onto

GAME = "tuareg"
KEY = "loading"
TITLE = pgettext("Tuareg", "Loading")
SUMMARY = pgettext("Tuareg", "Loads of camels and donkeys, and the rule that forbids one.")
SEATS = None
LASTS = False
PICTURES = ("camel", "donkey")

ANIMALS = {"camel": pgettext("Tuareg", "camel"), "donkey": pgettext("Tuareg", "donkey")}
RULES = {
    "four": pgettext("Tuareg", "Not allowed: a camel or donkey carries at most 4 goods."),
    "water": pgettext("Tuareg", "Not allowed: a camel with water carries nothing else."),
    "gold": pgettext("Tuareg", "Not allowed: a camel carries at most 2 gold."),
    "kinds": pgettext("Tuareg", "Not allowed: a camel carries at most 2 kinds of goods."),
    "change": pgettext("Tuareg", "Not allowed: on a camel the kind of goods changes only once."),
    "market": pgettext("Tuareg", "Not allowed: from the market come goods of one kind only."),
}


def begin(table: Known) -> State:
    """Return an empty camel, to be loaded from the hand."""
    return {"labels": table["labels"], "animal": "camel", "source": "hand", "pile": [], "load": []}


def act(state: State, action: Action) -> Step:
    """Set the animal, the source of the goods, or the goods."""
    after = deep_copy(state)
    if action["do"] == "lay":
        after[action["on"]].append(action["good"])
    elif action["do"] == "sort":
        after["load"] = sort_onto(state["pile"], state["load"])
    elif action["do"] == "load":
        after["pile"] = state["pile"] + state["load"]
        after["load"] = []
    elif action["do"] == "empty":
        after["pile"] = []
        after["load"] = []
    else:
        after[action["do"]] = action["value"]
    return {"state": after, "events": []}


def ask(state: State) -> Page:
    """Return the page with what is loaded, what is to be loaded, and whether it is allowed."""
    broken = loading_faults(state["animal"], state["pile"], state["load"], state["source"])
    screen = page(ANIMALS[state["animal"]], loading_text(state, broken))
    screen["hints"] = [RULES[rule] for rule in broken[1:]] + room_hints(state)
    screen["board"] = stack(state)
    screen["choices"] = [
        animal_choice(state),
        choice(pile_label(state), "keys", good_buttons(state, "pile")),
        source_choice(state),
        choice(load_label(state), "keys", good_buttons(state, "load")),
        choice(None, "main", load_buttons(state, broken)),
    ]
    return screen


def loading_text(state: State, broken: list[str]) -> Words:
    """Return that these goods may be loaded, or the rule that forbids it."""
    if len(broken) > 0:
        return RULES[broken[0]]
    if len(state["load"]) > 0:
        return pgettext("Tuareg", "Allowed.")
    return pgettext("Tuareg", "Tap what’s already loaded and what you want to load, bottom first.")


def room_hints(state: State) -> list[Words]:
    """Return how many more of each good may be added."""
    goods = state["pile"] + state["load"]
    free = []
    for good in GOODS:
        number = room_for(state["animal"], goods, good)
        if number > 0:
            free.append(pgettext("Tuareg", "%(good)s %(number)s", {"good": state["labels"][good], "number": number}))
    if len(free) == 0:
        return [pgettext("Tuareg", "No room for more.")]
    return [pgettext("Tuareg", "Room for one of these: %(goods)s.", {"goods": free})]


def stack(state: State) -> Board:
    """Return the animal with its goods and those to be loaded, the lowest at the bottom, as on the table."""
    loads = [good_cell(state, good, "target") for good in reversed(state["load"])]
    cells = loads + [good_cell(state, good, "near") for good in reversed(state["pile"])]
    animal = state["animal"]
    cells.append({"label": ANIMALS[animal], "spoken": None, "look": "gap", "action": None, "picture": animal})
    label = pgettext("Tuareg", "On the %(animal)s", {"animal": ANIMALS[animal]})
    return {"columns": 1, "label": label, "is_below": True, "cells": cells}


def good_cell(state: State, good: str, look: str) -> Cell:
    """Return a cell with a good."""
    return {"label": state["labels"][good], "spoken": None, "look": look, "action": None, "picture": good}


def animal_choice(state: State) -> Choice:
    """Return the buttons to choose the animal."""
    return choice(
        None,
        "row",
        [
            button(
                ANIMALS[animal],
                {"do": "animal", "value": animal},
                {"is_on": state["animal"] == animal, "picture": animal},
            )
            for animal in ["camel", "donkey"]
        ],
    )


def source_choice(state: State) -> Choice:
    """Return the buttons to choose where the goods come from: the hand or the market."""
    hand = button(
        pgettext("Tuareg", "from the hand"), {"do": "source", "value": "hand"}, {"is_on": state["source"] == "hand"}
    )
    market = button(
        pgettext("Tuareg", "from the market"),
        {"do": "source", "value": "market"},
        {"is_on": state["source"] == "market"},
    )
    return choice(None, "row", [hand, market])


def pile_label(state: State) -> Words:
    """Return the text for what is loaded, from bottom to top."""
    if len(state["pile"]) == 0:
        return pgettext("Tuareg", "Nothing loaded yet")
    return pgettext("Tuareg", "Already loaded, bottom first: %(goods)s", {"goods": good_names(state, state["pile"])})


def load_label(state: State) -> Words:
    """Return the text for what is to be loaded, from bottom to top."""
    if len(state["load"]) == 0:
        return pgettext("Tuareg", "To load")
    return pgettext("Tuareg", "To load, bottom first: %(goods)s", {"goods": good_names(state, state["load"])})


def good_names(state: State, goods: Goods) -> list[str]:
    """Return the names of these goods, in their order."""
    return [state["labels"][good] for good in goods]


def good_buttons(state: State, which: str) -> list[Button]:
    """Return a button for each good; `which`: "pile" or "load"."""
    return [good_button(state, which, good) for good in GOODS]


def good_button(state: State, which: str, good: str) -> Button:
    """Return the button of a good, with its number in the pile or load."""
    count = len([each for each in state[which] if each == good])
    return button(state["labels"][good], {"do": "lay", "on": which, "good": good}, {"count": count, "picture": good})


def load_buttons(state: State, broken: list[str]) -> list[Button]:
    """Return the buttons to load, to load in an allowed order, and to choose another animal."""
    ways = []
    if len(state["load"]) > 0 and len(broken) == 0:
        ways.append(button(pgettext("Tuareg", "Load"), {"do": "load"}, {"look": "main"}))
    if len(broken) > 0 and is_allowed_reordered(state):
        ordered = good_names(state, sort_onto(state["pile"], state["load"]))
        ways.append(button(pgettext("Tuareg", "Allowed in this order: %(goods)s", {"goods": ordered}), {"do": "sort"}))
    ways.append(button(pgettext("Tuareg", "Another camel or donkey"), {"do": "empty"}, {"look": "quiet"}))
    return ways


def is_allowed_reordered(state: State) -> bool:
    """Return whether the goods are allowed in another order."""
    ordered = sort_onto(state["pile"], state["load"])
    return len(loading_faults(state["animal"], state["pile"], ordered, state["source"])) == 0
