"""Basari: who bids first, whether a bid is higher, and the smallest raises."""

from companion.rules.kit import pgettext
from companion.rules.player_aids.contract import Action, Button, Known, Page, State, Step, Words
from companion.rules.player_aids.steps import button, choice, copied, counter, page

from .bid_words import COLOUR_WORDS, WHO_HAS_MORE, WHY_FIRST, names_of, told_bid, verdict
from .bids import COLOURS, DECIDING, Bid, compared, number_of, smallest_raises

GAME = "basari"
KEY = "bidding"
TITLE = pgettext("Basari", "Bargaining")
SUMMARY = pgettext("Basari", "First bidder, higher bids and the smallest raises.")
SEATS = None
LASTS = False
PICTURES = ()


def nothing() -> Bid:
    """A bid of no gems."""
    return {"red": 0, "yellow": 0, "green": 0, "blue": 0}


def begin(table: Known) -> State:
    """The step of the first bidder, with no gems anywhere; outside a play the players have no names."""
    return {
        "step": "first",
        "names": table["players"] if len(table["players"]) > 1 else [],
        "gems": names_of(table),
        "supply": table["supply"],
        "two": [],
        "equal": 0,
        "first": None,
        "standing": nothing(),
        "bid": nothing(),
        "held": nothing(),
    }


def act(state: State, action: Action) -> Step:
    """What changes; nothing of it happens to anybody's gems."""
    after = copied(state)
    if "set" in action:
        after["held"][action["set"]] = action["to"]
    else:
        ACTS[action["do"]](after, action)
    return {"state": after, "events": []}


def go(state: State, action: Action) -> None:
    """Another step is looked at."""
    state["step"] = action["to"]


def bargain(state: State, action: Action) -> None:
    """One of the two who bargain."""
    state["two"].append(action["player"])


def more(state: State, action: Action) -> None:
    """Who has more of what is asked for; nobody (None) leads to the next thing."""
    if action["who"] is None:
        state["equal"] = state["equal"] + 1
    else:
        state["first"] = action["who"]


def ask_again(state: State, action: Action) -> None:
    """Who bids first is asked anew, from the first question on."""
    state["two"] = []
    state["equal"] = 0
    state["first"] = None


def lay(state: State, action: Action) -> None:
    """One more gem of a colour, on one of the two bids."""
    bid = state[action["on"]]
    bid[action["gem"]] = bid[action["gem"]] + 1


def take(state: State, action: Action) -> None:
    """A raise is chosen as the new bid."""
    state["bid"] = action["bid"]
    state["step"] = "bids"


def stand(state: State, action: Action) -> None:
    """The new bid is the one to be raised now; the other goes back to its owner."""
    state["standing"] = state["bid"]
    state["bid"] = nothing()


def clear(state: State, action: Action) -> None:
    """Both bids begin anew; what one's own gems are stays."""
    state["standing"] = nothing()
    state["bid"] = nothing()


ACTS = {
    "go": go,
    "bargain": bargain,
    "more": more,
    "again": ask_again,
    "lay": lay,
    "take": take,
    "stand": stand,
    "clear": clear,
}


def ask(state: State) -> Page:
    """One of three pages, with the ways to the others on top."""
    if state["step"] == "first":
        shown = ask_first(state)
    elif state["step"] == "bids":
        shown = ask_bids(state)
    else:
        shown = ask_raises(state)
    shown["ways"] = [
        step_to(state, "first", pgettext("Basari", "First bidder")),
        step_to(state, "bids", pgettext("Basari", "Higher?")),
        step_to(state, "raises", pgettext("Basari", "Raises")),
    ]
    return shown


def step_to(state: State, key: str, label: Words) -> Button:
    """The button of a step; it is on while that step is looked at."""
    return button(label, {"do": "go", "to": key}, {"is_on": state["step"] == key})


def ask_first(state: State) -> Page:
    """Who of the two bids first: one question after the other until one of them has more."""
    title = pgettext("Basari", "First bidder")
    if len(state["names"]) > 0 and len(state["two"]) < 2:
        shown = page(title, pgettext("Basari", "Who chose the same action? Tap the two."))
        left = [each for each in range(len(state["names"])) if each not in state["two"]]
        buttons = [button(state["names"][each], {"do": "bargain", "player": each}) for each in left]
        shown["choices"] = [choice(None, "main", buttons)]
    elif state["first"] is not None:
        shown = page(title, first_bidder(state))
        shown["hints"] = [
            pgettext("Basari", "The first bid is at least 1 gem. A player with no gems lets the other act for free.")
        ]
        onward = button(pgettext("Basari", "To the bids"), {"do": "go", "to": "bids"}, {"look": "main"})
        shown["choices"] = [choice(None, "main", [onward, anew()])]
    elif state["equal"] == len(DECIDING):
        shown = page(title, pgettext("Basari", "All equal: decide randomly."))
        shown["choices"] = [choice(None, "main", [anew()])]
    else:
        shown = page(title, WHO_HAS_MORE[DECIDING[state["equal"]]])
        answers = [button(bidder(state, who), {"do": "more", "who": who}) for who in range(2)]
        answers.append(button(pgettext("Basari", "The same"), {"do": "more", "who": None}))
        shown["choices"] = [choice(None, "main", answers)]
    return shown


def anew() -> Button:
    """The button that asks again who bids first."""
    return button(pgettext("Basari", "Ask again"), {"do": "again"}, {"look": "quiet"})


def bidder(state: State, who: int) -> Words:
    """What one of the two is called (0 or 1)."""
    names: list[str] = state["names"]
    if len(names) > 0:
        player: int = state["two"][who]
        return names[player]
    return [pgettext("Basari", "I"), pgettext("Basari", "the other player")][who]


def first_bidder(state: State) -> Words:
    """Who bids first, and why."""
    why = WHY_FIRST[DECIDING[state["equal"]]]
    if len(state["names"]) > 0:
        return pgettext(
            "Basari", "%(player)s bids first: %(why)s.", {"player": bidder(state, state["first"]), "why": why}
        )
    if state["first"] == 0:
        return pgettext("Basari", "You bid first: %(why)s.", {"why": why})
    return pgettext("Basari", "The other player bids first: %(why)s.", {"why": why})


def ask_bids(state: State) -> Page:
    """Whether the new bid is higher than the one on the table."""
    shown = page(pgettext("Basari", "Higher?"), verdict(state["bid"], state["standing"]))
    shown["choices"] = [
        choice(pgettext("Basari", "The bid on the table"), "keys", gem_keys(state, "standing")),
        choice(pgettext("Basari", "The new bid"), "keys", gem_keys(state, "bid")),
        choice(None, "main", go_on(state)),
    ]
    return shown


def ask_raises(state: State) -> Page:
    """The smallest raises above the bid on the table that one's own gems make."""
    shown = page(pgettext("Basari", "Raises"), told_raises(state))
    shown["counters"] = [
        counter(colour, mine(state, colour), state["held"][colour], {"most": state["supply"][colour]})
        for colour in COLOURS
    ]
    shown["choices"] = [
        choice(None, "main", raises(state)),
        choice(pgettext("Basari", "The bid on the table"), "keys", gem_keys(state, "standing")),
        choice(None, "row", [cleared()]),
    ]
    return shown


def mine(state: State, colour: str) -> Words:
    """What one's own gems of a colour are called, on their counter."""
    return pgettext("Basari", "your %(gems)s", {"gems": state["gems"][colour]})


def gem_keys(state: State, which: str) -> list[Button]:
    """A button for each colour, with how many of it lie there; `which`: "standing" or "bid"."""
    return [
        button(
            COLOUR_WORDS[colour],
            {"do": "lay", "on": which, "gem": colour},
            {"count": state[which][colour], "picture": colour},
        )
        for colour in COLOURS
    ]


def told_raises(state: State) -> Words:
    """How to raise, or why that cannot be."""
    if number_of(state["held"]) == 0:
        return pgettext("Basari", "Enter your own gems, and tap those of the bid on the table.")
    if len(smallest_raises(state["standing"], state["held"])) == 0:
        return pgettext("Basari", "You can’t raise with these gems. Accept.")
    if number_of(state["standing"]) == 0:
        return pgettext("Basari", "The smallest first bid is 1 gem.")
    return pgettext("Basari", "The smallest raises: as many gems of more value, or one gem more.")


def raises(state: State) -> list[Button]:
    """A button for each of the smallest bids that are higher and that one's own gems can pay."""
    return [
        button(pgettext("Basari", "Bid %(gems)s", {"gems": told_bid(bid)}), {"do": "take", "bid": bid})
        for bid in smallest_raises(state["standing"], state["held"])
    ]


def go_on(state: State) -> list[Button]:
    """The new bid becomes the standing one where it is higher."""
    why_not = None
    if not compared(state["bid"], state["standing"])["higher"]:
        why_not = pgettext("Basari", "Only a higher bid can stand.")
    return [button(pgettext("Basari", "The new bid stands"), {"do": "stand"}, {"why_not": why_not}), cleared()]


def cleared() -> Button:
    """The button that clears both bids."""
    return button(pgettext("Basari", "Clear both"), {"do": "clear"}, {"look": "quiet"})
