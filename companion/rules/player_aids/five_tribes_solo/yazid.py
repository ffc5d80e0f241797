"""Player aid of Five Tribes Solo: the turns of the virtual player Sultan Yazid, from the dice to his djinn.

Source: the publisher's solo sheet in English, German and Japanese, and the rulings in `five_tribes_solo.py`.

The state has `phase`: "options", "dice", "target" or "over"; `turn`, while waiting for dice: "first" (of a round),
"after" (you play, then the next round begins) or "before" (you have paid and play, then he does); `captured`: all
figures he ever took; `here`: those of the tile that he clears now; `targets`: the tiles to clear in this turn as
[column, row].
"""

from companion.rules.kit import Text, gettext, ngettext, pgettext
from companion.rules.player_aids.contract import Action, Known, Page, State, Step
from companion.rules.player_aids.steps import deep_copy

from .yazid_board import Tile, tile_key
from .yazid_pages import ASSASSINS_LOSE, DJINNS_LOSE, EARNING, IN_THE_BOX, state_page

GAME = "five-tribes-solo"
KEY = "yazid"
TITLE = pgettext("Five Tribes Solo", "Sultan Yazid")
SUMMARY = pgettext(
    "Five Tribes Solo", "His turn step by step: dice, target, captures, his djinn, and when you have lost."
)
SEATS = None
LASTS = True
PICTURES = ()

CAMELS = 11
TRIBES = ["vizier", "elder", "merchant", "builder", "assassin"]


def begin(table: Known) -> State:
    """Return the set-up; inside a play its options are known."""
    options = deep_copy(table["options"])
    return {
        "options": options,
        "asked": table["asked"],
        "things": djinn_names(table["things"]),
        "in_the_box": figure_supply(table["supply"]),
        "phase": "dice" if table["is_play"] else "options",
        "turn": "first",
        "round": 1,
        "dice": None,
        "is_outbid": False,
        "is_last": False,
        "gold": options["start_gold"],
        "djinns_of_mine": [],
        "captured": zero_counts(TRIBES),
        "elders": 0,
        "fakirs": 0,
        "djinns": 0,
        "camels": CAMELS,
        "his_tiles": [],
        "blue": {},
        "targets": [],
        "cleared": [],
        "here": zero_counts(TRIBES + ["fakir"]),
        "lost": "",
    }


def djinn_names(things: dict[str, str]) -> dict[str, str]:
    """Return the names of the djinns that earn something in his turn."""
    names = {}
    for key in EARNING:
        names[key] = things[key]
    return names


def figure_supply(supply: dict[str, int]) -> dict[str, int]:
    """Return the number of figures of each tribe; those of viziers and elders come from the card."""
    figures: dict[str, int] = deep_copy(IN_THE_BOX)
    figures["vizier"] = supply["viziers"]
    figures["elder"] = supply["elders"]
    return figures


def zero_counts(keys: list[str]) -> dict[str, int]:
    """Return a count of 0 for each key."""
    counts = {}
    for key in keys:
        counts[key] = 0
    return counts


def act(state: State, action: Action) -> Step:
    """Apply an action and collect its events."""
    state = deep_copy(state)
    events: list[Text] = []
    if "set" in action:
        state["gold"] = action["to"]
    elif action["do"] == "option":
        state["options"][action["option"]] = action["value"]
        state["gold"] = state["options"]["start_gold"]
    elif action["do"] == "begin":
        state["phase"] = "dice"
    elif action["do"] == "own":
        toggle(state["djinns_of_mine"], action["djinn"])
    elif action["do"] == "last":
        state["is_last"] = not state["is_last"]
    elif action["do"] == "end":
        state["phase"] = "over"
    else:
        yazids_turn(state, action, events)
    return {"state": state, "events": events}


def ask(state: State) -> Page:
    """Return the page of a state."""
    return state_page(state)


def toggle(things: list[str], thing: str) -> None:
    """Add a thing to a list, or remove it."""
    if thing in things:
        things.remove(thing)
    else:
        things.append(thing)


def yazids_turn(state: State, action: Action, events: list[Text]) -> None:
    """Apply an action of his turn."""
    if action["do"] == "dice":
        roll(state, action, events)
    elif action["do"] == "outbid":
        outbid(state, events)
    elif action["do"] == "tile":
        state["targets"] = retarget(state["targets"], [action["column"], action["row"]])
    elif action["do"] == "take":
        take(state, action["figure"])
    elif action["do"] == "recount":
        state["blue"].pop(tile_key(state["targets"][0]))
    elif action["do"] == "clear":
        clear(state, action, events)
    else:
        state["targets"] = []
        end_of_turn(state, events)


def roll(state: State, dice: Action, events: list[Text]) -> None:
    """White is the column from the left, black the row from the bottom; a black 6 means two tiles."""
    if state["turn"] == "after":
        state["round"] += 1
    if state["turn"] != "before":
        state["is_outbid"] = False
    state["phase"] = "target"
    state["dice"] = {"white": dice["white"], "black": dice["black"]}
    column = dice["white"]
    state["targets"] = [[column, 5], [column, 1]] if dice["black"] == 6 else [[column, dice["black"]]]
    state["cleared"] = []
    params = {"white": dice["white"], "black": dice["black"]}
    events.append(pgettext("Five Tribes Solo", "The dice: white %(white)s, black %(black)s.", params))


def outbid(state: State, events: list[Text]) -> None:
    """Pay the sum of both dice to the bank and play first; then the dice are rolled again, and that target is final."""
    price = state["dice"]["white"] + state["dice"]["black"]
    state["gold"] -= price
    state["is_outbid"] = True
    state["phase"] = "dice"
    state["turn"] = "before"
    state["targets"] = []
    params = {"price": price, "left": state["gold"]}
    events.append(
        pgettext("Five Tribes Solo", "You pay %(price)s gold to the bank; %(left)s left. Take your turn.", params)
    )


def retarget(targets: list[Tile], tile: Tile) -> list[Tile]:
    """Return the targets with this tile first; if it is the second of two, they swap."""
    if len(targets) == 2 and targets[1] == tile:
        return [tile, targets[0]]
    return [tile] + targets[1:]


def take(state: State, figure: str) -> None:
    """Take a figure off the tile. A merchant gets Yazid a card, which he keeps only if it is a fakir."""
    state["here"][figure] += 1
    state["captured"]["merchant" if figure == "fakir" else figure] += 1


def clear(state: State, action: Action, events: list[Text]) -> None:
    """Clear a tile: his camel, then the effects of the figures. After the last tile his turn ends."""
    tile = state["targets"][0]
    here = state["here"]
    name = tile_key(tile)
    put_camel(state, name, action["camel"], events)
    if "blue" in action:
        state["blue"][name] = action["blue"]
    state["elders"] += here["elder"]
    state["fakirs"] += here["fakir"]
    describe_figures(here, events)
    earn(state, action["camel"], events)
    if state["captured"]["assassin"] >= ASSASSINS_LOSE:
        lose(state, "assassins", events)
    elif here["builder"] > 0:
        pay_builders(state, here["builder"] * state["blue"][name], events)
    state["here"] = zero_counts(TRIBES + ["fakir"])
    state["cleared"].append(tile)
    state["targets"] = state["targets"][1:]
    if state["lost"] == "" and len(state["targets"]) == 0:
        end_of_turn(state, events)


def put_camel(state: State, name: str, camel: str, events: list[Text]) -> None:
    """He puts a camel on a tile without one. If it is his last one, this is the last round."""
    if camel != "none" or state["camels"] == 0:
        return
    state["camels"] -= 1
    state["his_tiles"].append(name)
    events.append(pgettext("Five Tribes Solo", "Put one of his camels on the tile."))
    if state["camels"] == 0:
        state["is_last"] = True
        events.append(pgettext("Five Tribes Solo", "It was his last camel: the game ends with this round."))


def describe_figures(here: dict[str, int], events: list[Text]) -> None:
    """Say where the figures go: viziers, elders and assassins beside the board, merchants and builders into the bag."""
    if here["vizier"] > 0:
        events.append(
            ngettext("%(number)s vizier joins the council.", "%(number)s viziers join the council.", here["vizier"])
        )
    if here["elder"] > 0:
        events.append(ngettext("Yazid gets %(number)s elder.", "Yazid gets %(number)s elders.", here["elder"]))
    merchants = here["merchant"] + here["fakir"]
    if merchants > 0:
        events.append(
            ngettext("%(number)s merchant goes into the bag.", "%(number)s merchants go into the bag.", merchants)
        )
    if here["builder"] > 0:
        events.append(
            ngettext("%(number)s builder goes into the bag.", "%(number)s builders go into the bag.", here["builder"])
        )
    if here["fakir"] > 0:
        events.append(ngettext("He keeps %(number)s fakir.", "He keeps %(number)s fakirs.", here["fakir"]))
    if here["merchant"] > 0:
        events.append(
            ngettext("%(number)s goods card is discarded.", "%(number)s goods cards are discarded.", here["merchant"])
        )
    if here["assassin"] > 0:
        events.append(
            ngettext(
                "%(number)s assassin goes beside the board.",
                "%(number)s assassins go beside the board.",
                here["assassin"],
            )
        )


def earn(state: State, camel: str, events: list[Text]) -> None:
    """Your djinns earn 2 gold each, once for each tile, before you pay for the builders."""
    if state["here"]["assassin"] > 0 and "nekir" in state["djinns_of_mine"]:
        earn_with(state, "nekir", events)
    if camel == "mine" and "marid" in state["djinns_of_mine"]:
        earn_with(state, "marid", events)


def earn_with(state: State, djinn: str, events: list[Text]) -> None:
    """Gain 2 gold from the bank."""
    state["gold"] += 2
    params = {"djinn": state["things"][djinn], "gold": state["gold"]}
    events.append(pgettext("Five Tribes Solo", "%(djinn)s brings you 2 gold: you have %(gold)s.", params))


def pay_builders(state: State, price: int, events: list[Text]) -> None:
    """You lose at once what you would earn with the builders; if you can't pay in full, you are eliminated."""
    if price > state["gold"]:
        params = {"price": price, "gold": state["gold"]}
        events.append(
            pgettext("Five Tribes Solo", "The builders take %(price)s gold, but you have only %(gold)s.", params)
        )
        lose(state, "gold", events)
        return
    state["gold"] -= price
    params = {"price": price, "left": state["gold"]}
    events.append(pgettext("Five Tribes Solo", "Pay %(price)s gold for the builders; %(left)s left.", params))
    if price > 0 and state["gold"] == 0 and state["options"]["zero_gold_loses"]:
        lose(state, "gold", events)


def lose(state: State, why: str, events: list[Text]) -> None:
    """End the game as lost."""
    state["lost"] = why
    state["phase"] = "over"
    events.append(gettext("The game is lost."))


def end_of_turn(state: State, events: list[Text]) -> None:
    """He takes a djinn if he can pay for it; then it is your turn, or the round is over."""
    take_djinn(state, events)
    if state["lost"] != "":
        return
    state["phase"] = "dice"
    state["turn"] = "after"
    if state["is_outbid"]:
        state["turn"] = "first"
        state["round"] += 1
        if state["is_last"]:
            state["phase"] = "over"


def take_djinn(state: State, events: list[Text]) -> None:
    """He buys the leftmost open djinn for 1 elder and 1 fakir or, only without fakirs, 2 elders; one each turn."""
    if state["elders"] >= 1 and state["fakirs"] >= 1:
        state["elders"] -= 1
        state["fakirs"] -= 1
        price = pgettext("Five Tribes Solo", "1 elder and 1 fakir")
    elif state["elders"] >= 2 and state["fakirs"] == 0:
        state["elders"] -= 2
        price = pgettext("Five Tribes Solo", "2 elders")
    else:
        return
    state["djinns"] += 1
    events.append(pgettext("Five Tribes Solo", "He pays %(price)s and takes the leftmost djinn.", {"price": price}))
    if "baal" in state["djinns_of_mine"]:
        earn_with(state, "baal", events)
    if state["djinns"] >= DJINNS_LOSE:
        lose(state, "djinns", events)
