"""The sentences of the robber's player aid (see `robber.py`): raids, prices and what goes back."""

from companion.rules.kit import gettext, ngettext, pgettext
from companion.rules.player_aids.contract import State, Words

from .raids import (
    LAST_TURN,
    RAIDS,
    coming_raid,
    ending,
    excess,
    is_unpayable,
    raid_of,
    robber_at,
    start_player,
    unable_to_pay,
)

PRICES = [
    pgettext("Targi", "1 good or 1 point"),
    pgettext("Targi", "2 goods or 1 point"),
    pgettext("Targi", "3 goods or 2 points"),
    pgettext("Targi", "1 gold or 3 points"),
]


def player_name(state: State, player: int) -> Words:
    """Return the name of a player (0 or 1)."""
    names: list[str] = state["names"]
    if len(names) > player:
        return names[player]
    return gettext("Player %(number)s", {"number": player + 1})


def turn_title(turn: int) -> Words:
    """Return the title of a turn; the 4th raid doesn't start one."""
    if turn >= LAST_TURN:
        return pgettext("Targi", "The 4th raid")
    return pgettext("Targi", "Turn %(number)s", {"number": turn})


def is_counted(state: State) -> bool:
    """Return whether this turn starts with a raid and both players counted just before it."""
    return raid_of(state["turn"]) > 0 and state["counted"] == state["turn"] - 1


def turn_text(state: State) -> Words:
    """Return what happens now: a raid, the last turn, or who begins."""
    player = player_name(state, start_player(state["turn"], state["first"]))
    raid = raid_of(state["turn"])
    if is_counted(state) and is_unpayable(raid, state["held"]):
        return unpaid_text(state, raid, player)
    if raid == len(RAIDS):
        return pgettext(
            "Targi",
            "The 4th raid: each pays %(price)s, %(player)s first. Then the game ends.",
            {"price": PRICES[raid - 1], "player": player},
        )
    if raid > 0:
        return pgettext(
            "Targi",
            "Raid %(raid)s: each pays %(price)s, %(player)s first. Then the robber moves on to card %(card)s, and "
            "%(player)s begins.",
            {"raid": raid, "price": PRICES[raid - 1], "player": player, "card": robber_at(state["turn"])},
        )
    if ending(state["turn"], state["cards"]) == "cards":
        return pgettext("Targi", "A 12th tribe card lies in a display: finish this turn, then the game ends.")
    return pgettext(
        "Targi",
        "The robber stands on card %(card)s. %(player)s begins.",
        {"card": robber_at(state["turn"]), "player": player},
    )


def unpaid_text(state: State, raid: int, player: Words) -> Words:
    """Return the text for a raid that nobody can pay."""
    if raid == len(RAIDS):
        return pgettext("Targi", "The 4th raid: neither player can pay. The game ends.")
    return pgettext(
        "Targi",
        "Raid %(raid)s: neither player can pay. The robber moves to card %(card)s, and %(player)s begins.",
        {"raid": raid, "player": player, "card": robber_at(state["turn"])},
    )


def next_raid_text(state: State, counted: int) -> list[Words]:
    """Return the next raid and its price; nothing if a 12th card ends the game before it.

    `counted`: the last turn at whose end both holdings are known.
    """
    raid = coming_raid(state["turn"])
    if raid is None or ending(state["turn"], state["cards"]) != "":
        return []
    params = {"raid": raid["raid"], "price": PRICES[raid["raid"] - 1]}
    if raid["turns"] == 1 and counted == state["turn"] and is_unpayable(raid["raid"], state["held"]):
        return [pgettext("Targi", "After this turn: raid %(raid)s. Neither player can pay.", params)]
    if raid["turns"] == 1 and raid["raid"] == len(RAIDS):
        return [pgettext("Targi", "After this turn: the 4th raid. Each pays %(price)s, and the game ends.", params)]
    if raid["turns"] == 1:
        return [pgettext("Targi", "Next turn: raid %(raid)s. Each pays %(price)s.", params)]
    params["turns"] = raid["turns"]
    return [pgettext("Targi", "In %(turns)s turns: raid %(raid)s. Each pays %(price)s.", params)]


def thing_label(thing: str, player: Words) -> Words:
    """Return the label of a player's "goods", "gold" or "points" on tokens."""
    if thing == "goods":
        return pgettext("Targi", "%(player)s: goods", {"player": player})
    if thing == "gold":
        return pgettext("Targi", "%(player)s: gold", {"player": player})
    return pgettext("Targi", "%(player)s: points on tokens", {"player": player})


def return_text(state: State) -> Words:
    """Return who returns what; players keep at most 10 goods and 3 gold."""
    things = []
    for player in range(2):
        back = excess(state["held"][player])
        params = {"player": player_name(state, player)}
        if back["goods"] > 0:
            things.append(ngettext("%(player)s %(number)s good", "%(player)s %(number)s goods", back["goods"], params))
        if back["gold"] > 0:
            gold = {"player": player_name(state, player), "number": back["gold"]}
            things.append(pgettext("Targi", "%(player)s %(number)s gold", gold))
    if len(things) == 0:
        return pgettext("Targi", "Nothing is returned: nobody has more than 10 goods or 3 gold.")
    return pgettext("Targi", "Return to the supply: %(things)s.", {"things": things})


def unable_text(state: State, raid: int, turn: int) -> list[Words]:
    """Return who can't pay the raid at the start of a turn, and the effect; nothing without a raid."""
    if raid == 0:
        return []
    player = unable_to_pay(raid, state["held"], start_player(turn, state["first"]))
    if player is None:
        return []
    both_names = {"player": player_name(state, player), "other": player_name(state, 1 - player)}
    if is_unpayable(raid, state["held"]):
        text = ngettext(
            "%(player)s must pay first but can’t: %(other)s gains %(number)s point and pays with it.",
            "%(player)s must pay first but can’t: %(other)s gains %(number)s points and pays with them.",
            RAIDS[raid - 1]["points"],
            both_names,
        )
        return [text]
    text = ngettext(
        "%(player)s cannot pay: %(other)s gains %(number)s point.",
        "%(player)s cannot pay: %(other)s gains %(number)s points.",
        RAIDS[raid - 1]["points"],
        both_names,
    )
    return [text]
