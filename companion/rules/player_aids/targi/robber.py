"""Player aid of Targi: the robber's way and the next raid, what goes back after a turn, and the end of the game."""

from companion.rules.kit import pgettext
from companion.rules.player_aids.contract import Action, Button, Cell, Counter, Known, Page, State, Step, Words
from companion.rules.player_aids.steps import button, choice, counter, deep_copy, page, remainder

from .raids import BORDER, ENOUGH_CARDS, LAST_TURN, RAIDS, Held, ending, raid_of, robber_at
from .robber_words import (
    is_counted,
    next_raid_text,
    player_name,
    return_text,
    thing_label,
    turn_text,
    turn_title,
    unable_text,
)

GAME = "targi"
KEY = "robber"
TITLE = pgettext("Targi", "The robber")
SUMMARY = pgettext("Targi", "The coming raid and its price, what goes back after a turn, and when the game ends.")
SEATS = None
LASTS = True
PICTURES = ()

MOST_HELD = 99
# The border cards as they lie on the table, row by row; 0 is the middle.
AROUND = [16, 1, 2, 3, 4, 15, 0, 0, 0, 5, 14, 0, 0, 0, 6, 13, 0, 0, 0, 7, 12, 11, 10, 9, 8]
COLUMNS = 5


def begin(table: Known) -> State:
    """Return the first turn, with what each player begins with."""
    held = {"goods": 6, "gold": 1, "points": 4}
    return {
        "names": table["players"],
        "turn": 1,
        "first": 0,
        "cards": [0, 0],
        "held": [deep_copy(held), deep_copy(held)],
        "step": "turn",
        "counted": 0,
        "is_over": False,
    }


def act(state: State, action: Action) -> Step:
    """Start the next turn, set who began the first one or what is counted, or end the game."""
    after = deep_copy(state)
    if "set" in action:
        where = action["set"].split("-")
        if where[0] == "cards":
            after["cards"][int(where[1])] = action["to"]
        else:
            after["held"][int(where[1])][where[0]] = action["to"]
            after["counted"] = state["turn"]
    elif action["do"] == "turn":
        after["turn"] = state["turn"] + 1
        after["step"] = "turn"
    elif action["do"] == "first":
        after["first"] = action["player"]
    elif action["do"] == "over":
        after["is_over"] = True
    else:
        after["step"] = action["to"]
    return {"state": after, "events": []}


def ask(state: State) -> Page:
    """Return the robber's way, or what both hold at the end of a turn."""
    if state["is_over"]:
        return end_page(state)
    if state["step"] == "held":
        return holdings_page(state)
    return turn_page(state)


def turn_page(state: State) -> Page:
    """Return the page with the robber, the raid that comes now or next, and the number of cards in the displays."""
    screen = page(turn_title(state["turn"]), turn_text(state))
    screen["hints"] = next_raid_text(state, state["counted"])
    if is_counted(state):
        screen["hints"] = unable_text(state, raid_of(state["turn"]), state["turn"]) + screen["hints"]
    screen["board"] = {
        "columns": COLUMNS,
        "label": pgettext("Targi", "The robber’s way; the corners are raids"),
        "is_below": False,
        "cells": [border_card(card, robber_at(state["turn"])) for card in AROUND],
    }
    screen["counters"] = [card_counter(state, player) for player in range(2)]
    screen["choices"] = [choice(None, "main", turn_buttons(state))]
    if state["turn"] == 1:
        buttons = [
            button(player_name(state, player), {"do": "first", "player": player}, {"is_on": state["first"] == player})
            for player in range(2)
        ]
        screen["choices"].append(choice(pgettext("Targi", "Who begins?"), "row", buttons))
    return screen


def border_card(card: int, robber: int) -> Cell:
    """Return the cell of a border card."""
    if card == 0:
        return cell("", None, "gap")
    if card == robber:
        return cell(str(card), pgettext("Targi", "card %(card)s: the robber", {"card": card}), "target")
    if card > robber and remainder(card, BORDER // len(RAIDS)) == 0:
        raid = {"card": card, "raid": card // (BORDER // len(RAIDS))}
        return cell(str(card), pgettext("Targi", "card %(card)s: raid %(raid)s", raid), "near")
    return cell(str(card), pgettext("Targi", "card %(card)s", {"card": card}), "done" if card < robber else "")


def cell(label: str, spoken: Words | None, look: str) -> Cell:
    """Return a cell without an action."""
    return {"label": label, "spoken": spoken, "look": look, "action": None, "picture": None}


def card_counter(state: State, player: int) -> Counter:
    """Return the counter of a player's tribe cards, out of 12."""
    warning = None
    if state["cards"][player] == ENOUGH_CARDS - 1:
        warning = pgettext("Targi", "The next card ends the game.")
    label = pgettext("Targi", "Tribe cards of %(player)s", {"player": player_name(state, player)})
    more = {"of": ENOUGH_CARDS, "most": ENOUGH_CARDS, "warning": warning}
    return counter("cards-" + str(player), label, state["cards"][player], more)


def turn_buttons(state: State) -> list[Button]:
    """Return the buttons for the next turn, and for the end of this one."""
    label = pgettext("Targi", "End of turn: what must be returned?")
    if ending(state["turn"], state["cards"]) != "":
        label = pgettext("Targi", "Each player has")
    return [next_button(state), button(label, {"do": "go", "to": "held"})]


def next_button(state: State) -> Button:
    """Return the button for the next turn or the end of the game."""
    if ending(state["turn"], state["cards"]) != "":
        return button(pgettext("Targi", "The game is over"), {"do": "over"}, {"look": "main"})
    label = pgettext("Targi", "Next turn")
    if state["turn"] + 1 == LAST_TURN:
        label = pgettext("Targi", "The 4th raid")
    return button(label, {"do": "turn"}, {"look": "main"})


def holdings_page(state: State) -> Page:
    """Return the page with what both hold, what goes back, and what they can pay in the next raid."""
    screen = page(pgettext("Targi", "End of the turn"), return_text(state))
    if ending(state["turn"], state["cards"]) != "":
        screen = page(
            pgettext("Targi", "End of the game"),
            pgettext("Targi", "What does each player have? Ties are broken by gold, then goods."),
        )
    screen["counters"] = []
    for thing in ["goods", "gold", "points"]:
        for player in range(2):
            label = thing_label(thing, player_name(state, player))
            screen["counters"].append(
                counter(thing + "-" + str(player), label, state["held"][player][thing], {"most": MOST_HELD})
            )
    screen["hints"] = next_raid_text(state, state["turn"])
    if ending(state["turn"], state["cards"]) == "":
        screen["hints"] = screen["hints"] + unable_text(state, raid_of(state["turn"] + 1), state["turn"] + 1)
    back = button(pgettext("Targi", "Back to the robber"), {"do": "go", "to": "turn"}, {"look": "quiet"})
    screen["choices"] = [choice(None, "main", [next_button(state), back])]
    return screen


def end_page(state: State) -> Page:
    """Return the page that says why the game is over, and stores what was counted."""
    sentence = pgettext("Targi", "The game is over: a 12th tribe card lies in a display.")
    if state["turn"] == LAST_TURN:
        sentence = pgettext("Targi", "The game is over: the robber has reached the 4th raid.")
    screen = page(pgettext("Targi", "End of the game"), sentence)
    screen["hints"] = [pgettext("Targi", "Now both count tokens, tribe cards and rows.")]
    screen["is_over"] = True
    # Counts from before the last turn are out of date.
    if state["counted"] == state["turn"]:
        screen["keep"] = {"options": {}, "holdings": [holdings(held) for held in state["held"]]}
    return screen


def holdings(held: Held) -> dict[str, int]:
    """Return a player's holdings by the keys of the card."""
    return {"goods": held["goods"], "gold": held["gold"], "tokens": held["points"]}
