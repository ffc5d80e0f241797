"""Player aid of Basari with five players: the effect of action D, and the order if several chose it."""

from companion.rules.kit import gettext, pgettext
from companion.rules.player_aids.contract import Action, Button, Choice, Counter, Known, Page, State, Step, Words
from companion.rules.player_aids.steps import button, choice, counter, deep_copy, page

from .bid_words import thing_names
from .bids import DECIDING, Bidder, bidding_order, has_undecided

GAME = "basari"
KEY = "exchange"
TITLE = pgettext("Basari", "Action D")
SUMMARY = pgettext("Basari", "With five players: what it brings, and who takes first.")

WITH_ACTION_D = 5
SEATS = (WITH_ACTION_D,)
LASTS = False
PICTURES = ()
MOST = 999


def begin(table: Known) -> State:
    """Return a state in which nobody has chosen it; outside a play the page asks how many have."""
    return {
        "names": table["players"],
        "things": thing_names(table),
        "choosers": [],
        "number": 2,
        "depth": 1,
        "known": empty_holdings(),
    }


def empty_holdings() -> list[Bidder]:
    """Return zero of everything for each player."""
    known = {"red": 0, "yellow": 0, "green": 0, "blue": 0, "points": 0, "workers": 0}
    return [deep_copy(known) for _ in range(WITH_ACTION_D)]


def act(state: State, action: Action) -> Step:
    """Mark who chose it, set a number of something, ask for the next thing, or start the next round."""
    after = deep_copy(state)
    if "set" in action:
        where = action["set"].split("-")
        after["known"][int(where[1])][where[0]] = action["to"]
    elif action["do"] == "choose":
        after["choosers"] = with_or_without(action["player"], state["choosers"])
    elif action["do"] == "count":
        after["number"] = action["number"]
    elif action["do"] == "deeper":
        after["depth"] = state["depth"] + 1
    else:
        after["choosers"] = []
        after["number"] = 2
        after["depth"] = 1
        after["known"] = empty_holdings()
    return {"state": after, "events": []}


def with_or_without(player: int, chosen: list[int]) -> list[int]:
    """Return the players with this one added, or removed if it is there."""
    return [each for each in range(WITH_ACTION_D) if (each == player) != (each in chosen)]


def ask(state: State) -> Page:
    """Return what those who chose it do now; if they are several, ask for what decides."""
    places = choosers(state)
    screen = page(pgettext("Basari", "5 players"), instruction(state, places))
    screen["hints"] = [pgettext("Basari", "Action D is never blocked or negotiated.")]
    screen["choices"] = [chooser_question(state)]
    if len(places) > 1:
        screen["counters"] = counters(state, places)
        screen["choices"].append(choice(None, "main", next_buttons(state, places)))
    return screen


def counters(state: State, places: list[int]) -> list[Counter]:
    """Return the counters to fill in: red gems, and more only if those are equal."""
    return [
        counter(
            thing + "-" + str(place), player_thing(state, place, thing), state["known"][place][thing], {"most": MOST}
        )
        for thing in DECIDING[: state["depth"]]
        for place in places
    ]


def next_buttons(state: State, places: list[int]) -> list[Button]:
    """Return the buttons to ask for the next thing if some are equal, and for the next round."""
    ways = []
    if state["depth"] < len(DECIDING) and has_undecided([state["known"][place] for place in places]):
        label = pgettext(
            "Basari", "Some are equal: ask for %(thing)s", {"thing": state["things"][DECIDING[state["depth"]]]}
        )
        ways.append(button(label, {"do": "deeper"}))
    ways.append(button(pgettext("Basari", "The next round"), {"do": "anew"}, {"look": "quiet"}))
    return ways


def choosers(state: State) -> list[int]:
    """Return the indexes of those who chose action D."""
    return state["choosers"] if len(state["names"]) > 0 else list(range(state["number"]))


def chooser_question(state: State) -> Choice:
    """Return the names to tap, or the question how many chose it."""
    if len(state["names"]) > 0:
        names = state["names"]
        buttons = [
            button(names[each], {"do": "choose", "player": each}, {"is_on": each in state["choosers"]})
            for each in range(len(names))
        ]
        return choice(pgettext("Basari", "Who chose action D?"), "row", buttons)
    numbers = [1, 2, 3, 4, 5]
    buttons = [button(each, {"do": "count", "number": each}, {"is_on": state["number"] == each}) for each in numbers]
    return choice(pgettext("Basari", "How many chose action D?"), "row", buttons)


def player_name(state: State, place: int) -> Words:
    """Return the name of a player."""
    names: list[str] = state["names"]
    if len(names) > 0:
        return names[place]
    return gettext("Player %(number)s", {"number": place + 1})


def player_thing(state: State, place: int, thing: str) -> Words:
    """Return the label for a thing of a player."""
    return pgettext(
        "Basari", "%(player)s: %(thing)s", {"player": player_name(state, place), "thing": state["things"][thing]}
    )


def instruction(state: State, places: list[int]) -> Words:
    """Return what those who chose action D do now."""
    if len(places) == 0:
        return pgettext("Basari", "Tap who chose action D.")
    if len(places) == 1:
        return pgettext("Basari", "Only one player: return any 1 gem and take any 2.")
    known = [state["known"][place] for place in places]
    if has_undecided(known) and state["depth"] < len(DECIDING):
        return pgettext("Basari", "Each takes exactly 1 gem. The player with the most of these goes first.")
    order = [player_name(state, places[each]) for each in bidding_order(known)]
    if has_undecided(known):
        return pgettext(
            "Basari",
            "Each takes exactly 1 gem: %(players)s. Among those who are equal in everything, draw lots.",
            {"players": order},
        )
    return pgettext("Basari", "Each takes exactly 1 gem, in this order: %(players)s.", {"players": order})
