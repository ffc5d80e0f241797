"""The pages of Yazid's player aid for each state (see `yazid.py`)."""

from typing import Any

from companion.rules.kit import pgettext
from companion.rules.player_aids.contract import Button, Choice, Counter, Page, State, Words
from companion.rules.player_aids.steps import button, choice, counter, page

from .yazid_board import Tile, count_taken, dice_board, target_board, tile_key

MOST_BUILDERS_TAKE = 9
# Figures in the box of the tribes that aren't counted.
IN_THE_BOX = {"merchant": 18, "builder": 18, "assassin": 18}
# With this many he has won.
ASSASSINS_LOSE = 7
DJINNS_LOSE = 6
# The djinns that earn something in his turn.
EARNING = ["nekir", "marid", "baal"]


def state_page(state: State) -> Page:
    """Return the page of a state."""
    if state["phase"] == "options":
        return options_page(state)
    if state["phase"] == "dice":
        return dice_page(state)
    if state["phase"] == "target":
        return target_page(state)
    return end_page(state)


def round_title(state: State) -> Words:
    """Return the title of a page in a round."""
    return pgettext("Five Tribes Solo", "Round %(round)s", {"round": state["round"]})


def options_page(state: State) -> Page:
    """Return the page for the options before the game."""
    screen = page(
        pgettext("Five Tribes Solo", "Before the game"), pgettext("Five Tribes Solo", "How do you want to play?")
    )
    options = state["options"]
    screen["choices"] = [
        choice(option["label"], "row", [set_option(options, option["key"], each) for each in option["choices"]])
        for option in state["asked"]
    ]
    begin_now = button(pgettext("Five Tribes Solo", "Begin"), {"do": "begin"}, {"look": "main"})
    screen["choices"].append(choice(None, "main", [begin_now]))
    return screen


def set_option(options: dict[str, Any], key: str, each: dict[str, Any]) -> Button:
    """Return the button that sets an option to a value."""
    action = {"do": "option", "option": key, "value": each["value"]}
    return button(each["label"], action, {"is_on": options[key] == each["value"]})


def counters(state: State) -> list[Counter]:
    """Return the counters, with a warning one step before each way to lose."""
    poor = pgettext("Five Tribes Solo", "A single builder may take up to 9.")
    assassins, djinns = state["captured"]["assassin"], state["djinns"]
    gold = {}
    if state["phase"] != "over":
        gold = {"most": 999, "warning": poor if state["gold"] < MOST_BUILDERS_TAKE else None}
    return [
        counter("gold", pgettext("Five Tribes Solo", "Your gold"), state["gold"], gold),
        limited_counter("assassins", pgettext("Five Tribes Solo", "Assassins"), assassins, ASSASSINS_LOSE),
        limited_counter("djinns", pgettext("Five Tribes Solo", "Djinns"), djinns, DJINNS_LOSE),
        counter("council", pgettext("Five Tribes Solo", "Council"), state["captured"]["vizier"]),
        counter("elders", pgettext("Five Tribes Solo", "Elders"), state["elders"]),
        counter("fakirs", pgettext("Five Tribes Solo", "Fakirs"), state["fakirs"]),
        counter("camels", pgettext("Five Tribes Solo", "Camels"), state["camels"]),
    ]


def limited_counter(key: str, label: Words, count: int, limit: int) -> Counter:
    """Return a counter with its limit, and a warning one step before it."""
    one_more = pgettext("Five Tribes Solo", "One more and you have lost.")
    return counter(key, label, count, {"of": limit, "warning": one_more if count == limit - 1 else None})


def dice_page(state: State) -> Page:
    """Return the page for Yazid's dice, rolled here or on the table, with your djinns."""
    screen = page(round_title(state), dice_sentence(state))
    screen["counters"] = counters(state)
    rolling = {"rolls": {"white": 6, "black": 6}, "look": "main"}
    over = button(pgettext("Five Tribes Solo", "The game is over"), {"do": "end"})
    if state["is_last"] and state["turn"] == "after":
        over["look"] = "main"
        screen["choices"] = [choice(None, "main", [over]), own_djinns(state)]
        return screen
    buttons = [button(roll_label(state), {"do": "dice"}, rolling)]
    if state["turn"] == "first" and state["round"] > 1:
        buttons.append(over)
    screen["choices"] = [choice(None, "main", buttons), own_djinns(state)]
    screen["board"] = dice_board()
    screen["hints"] = refill_hints(state)
    return screen


def refill_hints(state: State) -> list[Words]:
    """Return when to refill cards and djinns: after both have played, before the roll for the next round."""
    if state["turn"] == "after":
        return [pgettext("Five Tribes Solo", "After your turn refill cards and djinns, then roll.")]
    if state["turn"] == "before":
        return [pgettext("Five Tribes Solo", "Cards and djinns are refilled only after his turn.")]
    if state["round"] > 1:
        return [pgettext("Five Tribes Solo", "Both have played: refill cards and djinns first.")]
    return []


def dice_sentence(state: State) -> Words:
    """Return whose turn it is."""
    if state["turn"] == "first":
        return pgettext("Five Tribes Solo", "Roll the dice for Yazid.")
    if state["turn"] == "before":
        return pgettext("Five Tribes Solo", "Your turn, before Yazid. When you are done, roll for him.")
    if state["is_last"]:
        return pgettext("Five Tribes Solo", "Your last turn. Then the game is over.")
    return pgettext("Five Tribes Solo", "Your turn. When you are done, roll for the next round.")


def roll_label(state: State) -> Words:
    """Return the label of the roll button; after a turn it starts the next round."""
    if state["turn"] == "after":
        return pgettext("Five Tribes Solo", "Next round: roll")
    return pgettext("Five Tribes Solo", "Roll")


def own_djinns(state: State) -> Choice:
    """Return switches for your djinns that earn, and for the last round."""
    mine = state["djinns_of_mine"]
    names = state["things"]
    buttons = [button(names[key], {"do": "own", "djinn": key}, {"is_on": key in mine}) for key in EARNING]
    if state["turn"] != "first" and state["camels"] > 0:
        last = pgettext("Five Tribes Solo", "Last round: your last camel stands, or no move is left")
        buttons.append(button(last, {"do": "last"}, {"is_on": state["is_last"]}))
    return choice(pgettext("Five Tribes Solo", "You have"), "row", buttons)


def target_page(state: State) -> Page:
    """Return the page with the tile that he clears, and its figures."""
    tile = state["targets"][0]
    taken = count_taken(state)
    params = {"column": tile[0], "row": tile[1]}
    screen = page(
        round_title(state),
        pgettext("Five Tribes Solo", "Yazid clears column %(column)s, row %(row)s. Tap each figure.", params),
    )
    screen["counters"] = counters(state)
    screen["board"] = target_board(state)
    figures = choice(pgettext("Five Tribes Solo", "Figures on the tile"), "keys", figure_keys(state))
    if taken > 0:
        screen["choices"] = [figures] + ways_to_clear(state)
        return screen
    screen["hints"] = hints(state)
    screen["choices"] = [figures, choice(None, "main", other_ways(state))]
    return screen


def hints(state: State) -> list[Words]:
    """Return what to do if the target has no figures."""
    if state["dice"]["black"] == 6:
        return [
            pgettext(
                "Five Tribes Solo",
                "Two tiles: the top and bottom tiles of this column that have figures. If they have none, tap "
                "another; if the column has too few, choose anywhere.",
            )
        ]
    return [
        pgettext(
            "Five Tribes Solo",
            "No figures there? Tap another tile of the same column, or any one if that column is empty.",
        )
    ]


def figure_keys(state: State) -> list[Button]:
    """Return a button for each tribe, and two for the cards of a merchant."""
    return [
        figure_key(state, "vizier", pgettext("Five Tribes Solo", "vizier"), "vizier"),
        figure_key(state, "elder", pgettext("Five Tribes Solo", "elder"), "elder"),
        figure_key(state, "builder", pgettext("Five Tribes Solo", "builder"), "builder"),
        figure_key(state, "assassin", pgettext("Five Tribes Solo", "assassin"), "assassin"),
        figure_key(state, "merchant", pgettext("Five Tribes Solo", "merchant: goods"), "merchant"),
        figure_key(state, "fakir", pgettext("Five Tribes Solo", "merchant: fakir"), "merchant"),
    ]


def figure_key(state: State, figure: str, label: Words, tribe: str) -> Button:
    """Return the button that takes a figure, while there can be one."""
    gone = None
    if state["captured"][tribe] >= state["in_the_box"][tribe]:
        gone = pgettext("Five Tribes Solo", "There are no more in the box.")
    return button(label, {"do": "take", "figure": figure}, {"count": state["here"][figure], "why_not": gone})


def other_ways(state: State) -> list[Button]:
    """Return the alternatives to clearing: outbid him, or nothing if no tile can be cleared."""
    ways = []
    if not state["is_outbid"] and len(state["cleared"]) == 0:
        ways.append(bid(state))
    nothing = pgettext("Five Tribes Solo", "No tile can be cleared")
    ways.append(button(nothing, {"do": "nothing"}, {"look": "quiet"}))
    return ways


def bid(state: State) -> Button:
    """Return the button to play before him for the sum of both dice."""
    price = state["dice"]["white"] + state["dice"]["black"]
    left = state["gold"] - price
    label = pgettext("Five Tribes Solo", "Outbid him: pay %(price)s, play first", {"price": price})
    if left < 0:
        short = pgettext("Five Tribes Solo", "You have only %(gold)s gold.", {"gold": state["gold"]})
        return button(label, {"do": "outbid"}, {"why_not": short})
    label = pgettext(
        "Five Tribes Solo", "Outbid him: pay %(price)s, play first (%(left)s left)", {"price": price, "left": left}
    )
    return button(label, {"do": "outbid"})


def ways_to_clear(state: State) -> list[Choice]:
    """Return the buttons to clear the tile: whose camel is there, and for builders the number of blue tiles around."""
    tile = state["targets"][0]
    name = tile_key(tile)
    camels = ["none", "mine"]
    if name in state["his_tiles"]:
        camels = ["his"]
    if state["here"]["builder"] > 0 and name not in state["blue"]:
        return [blue_keys(tile, camel) for camel in camels]
    ways = [clear_button(camel) for camel in camels]
    if state["here"]["builder"] > 0:
        label = pgettext("Five Tribes Solo", "Blue tiles around: %(blue)s. Count again?", {"blue": state["blue"][name]})
        ways.append(button(label, {"do": "recount"}, {"look": "quiet"}))
    return [choice(None, "main", ways)]


def clear_button(camel: str) -> Button:
    """Return the button to clear a tile with this camel on it: "mine", "his" or "none"."""
    return button(camel_label(camel), {"do": "clear", "camel": camel}, {"look": "main" if camel != "mine" else ""})


def camel_label(camel: str) -> Words:
    """Return the label for a cleared tile with this camel: "mine", "his" or "none"."""
    if camel == "mine":
        return pgettext("Five Tribes Solo", "Cleared: your camel stands there")
    if camel == "his":
        return pgettext("Five Tribes Solo", "Cleared: his camel stands there")
    return pgettext("Five Tribes Solo", "Cleared: no camel stands there")


def blue_keys(tile: Tile, camel: str) -> Choice:
    """Return buttons for the number of blue tiles among the 3×3 around, this one included."""
    around = span(tile[0], 6) * span(tile[1], 5)
    label = pgettext("Five Tribes Solo", "%(cleared)s. Blue tiles in its 3×3:", {"cleared": camel_label(camel)})
    numbers = [button(number, {"do": "clear", "camel": camel, "blue": number}) for number in range(around + 1)]
    return choice(label, "row", numbers)


def span(place: int, last: int) -> int:
    """Return how many of the three lines around a place are on the board."""
    return 2 if place in [1, last] else 3


def end_page(state: State) -> Page:
    """Return the page with the outcome, and what to store on the card."""
    screen = page(pgettext("Five Tribes Solo", "End of the game"), end_sentence(state["lost"]))
    screen["counters"] = counters(state)
    screen["is_over"] = True
    screen["keep"] = {
        "options": state["options"],
        "holdings": [
            {
                "gold": state["gold"],
                "djinns": state["djinns_of_mine"],
                "council": state["captured"]["vizier"],
                "eliminated": state["lost"] or "no",
            }
        ],
    }
    return screen


def end_sentence(lost: str) -> Words:
    """Return why the game is over; `lost`: "assassins", "djinns", "gold", or "" if it wasn't lost."""
    if lost == "assassins":
        return pgettext("Five Tribes Solo", "Lost: 7 or more assassins lie beside the board.")
    if lost == "djinns":
        return pgettext("Five Tribes Solo", "Lost: Yazid has 6 djinns.")
    if lost == "gold":
        return pgettext("Five Tribes Solo", "Lost: you could not pay Yazid.")
    return pgettext("Five Tribes Solo", "The game is over. Count your points.")
