"""Player aid of Basari: who bids first, which bid is higher, and the smallest raises."""

from companion.rules.kit import pgettext
from companion.rules.player_aids.contract import Action, Button, Known, Page, State, Step, Words
from companion.rules.player_aids.steps import button, choice, counter, deep_copy, page, page_button

from .bid_words import COLOUR_WORDS, WHO_HAS_MORE, WHY_FIRST, bid_texts, judge_bid, thing_names
from .bids import COLOURS, DECIDING, Bid, compare_bids, count_gems, smallest_raises

GAME = "basari"
KEY = "bidding"
TITLE = pgettext("Basari", "Bargaining")
SUMMARY = pgettext("Basari", "First bidder, higher bids and the smallest raises.")
SEATS = None
LASTS = False
PICTURES = ()


def empty_bid() -> Bid:
    """Return a bid of no gems."""
    return {"red": 0, "yellow": 0, "green": 0, "blue": 0}


def begin(table: Known) -> State:
    """Return the page for the first bidder, without gems; outside a play the players have no names."""
    return {
        "step": "first",
        "names": table["players"] if len(table["players"]) > 1 else [],
        "gems": thing_names(table),
        "supply": table["supply"],
        "two": [],
        "equal": 0,
        "first": None,
        "standing": empty_bid(),
        "bid": empty_bid(),
        "held": empty_bid(),
    }


def act(state: State, action: Action) -> Step:
    """Apply an action to the bids."""
    after = deep_copy(state)
    if "set" in action:
        after["held"][action["set"]] = action["to"]
    else:
        ACTS[action["do"]](after, action)
    return {"state": after, "events": []}


def switch_page(state: State, action: Action) -> None:
    """Switch to another page."""
    state["step"] = action["to"]


def add_bargainer(state: State, action: Action) -> None:
    """Add one of the two who bargain."""
    state["two"].append(action["player"])


def note_more(state: State, action: Action) -> None:
    """Note who has more of the current thing; None (the same) leads to the next one."""
    if action["who"] is None:
        state["equal"] = state["equal"] + 1
    else:
        state["first"] = action["who"]


def restart(state: State, action: Action) -> None:
    """Restart the questions for the first bidder."""
    state["two"] = []
    state["equal"] = 0
    state["first"] = None


def lay_gem(state: State, action: Action) -> None:
    """Add a gem of a colour to one of the two bids."""
    bid = state[action["on"]]
    bid[action["gem"]] = bid[action["gem"]] + 1


def take_raise(state: State, action: Action) -> None:
    """Take a raise as the new bid."""
    state["bid"] = action["bid"]
    state["step"] = "bids"


def accept_bid(state: State, action: Action) -> None:
    """Make the new bid the standing one."""
    state["standing"] = state["bid"]
    state["bid"] = empty_bid()


def clear_bids(state: State, action: Action) -> None:
    """Clear both bids; the own gems stay."""
    state["standing"] = empty_bid()
    state["bid"] = empty_bid()


ACTS = {
    "go": switch_page,
    "bargain": add_bargainer,
    "more": note_more,
    "again": restart,
    "lay": lay_gem,
    "take": take_raise,
    "stand": accept_bid,
    "clear": clear_bids,
}


def ask(state: State) -> Page:
    """Return the current page, with buttons to the others at the top."""
    if state["step"] == "first":
        screen = first_bidder_page(state)
    elif state["step"] == "bids":
        screen = bids_page(state)
    else:
        screen = raises_page(state)
    screen["ways"] = [
        page_button(state, "first", pgettext("Basari", "First bidder")),
        page_button(state, "bids", pgettext("Basari", "Higher?")),
        page_button(state, "raises", pgettext("Basari", "Raises")),
    ]
    return screen


def first_bidder_page(state: State) -> Page:
    """Return the page that finds the first bidder, one question after the other until one has more."""
    title = pgettext("Basari", "First bidder")
    if len(state["names"]) > 0 and len(state["two"]) < 2:
        screen = page(title, pgettext("Basari", "Who chose the same action? Tap the two."))
        left = [each for each in range(len(state["names"])) if each not in state["two"]]
        buttons = [button(state["names"][each], {"do": "bargain", "player": each}) for each in left]
        screen["choices"] = [choice(None, "main", buttons)]
    elif state["first"] is not None:
        screen = page(title, first_bidder_text(state))
        screen["hints"] = [
            pgettext("Basari", "The first bid is at least 1 gem. A player with no gems lets the other act for free.")
        ]
        onward = button(pgettext("Basari", "To the bids"), {"do": "go", "to": "bids"}, {"look": "main"})
        screen["choices"] = [choice(None, "main", [onward, restart_button()])]
    elif state["equal"] == len(DECIDING):
        screen = page(title, pgettext("Basari", "All equal: decide randomly."))
        screen["choices"] = [choice(None, "main", [restart_button()])]
    else:
        screen = page(title, WHO_HAS_MORE[DECIDING[state["equal"]]])
        answers = [button(bidder_name(state, who), {"do": "more", "who": who}) for who in range(2)]
        answers.append(button(pgettext("Basari", "The same"), {"do": "more", "who": None}))
        screen["choices"] = [choice(None, "main", answers)]
    return screen


def restart_button() -> Button:
    """Return the button that restarts the questions."""
    return button(pgettext("Basari", "Ask again"), {"do": "again"}, {"look": "quiet"})


def bidder_name(state: State, who: int) -> Words:
    """Return the name of one of the two (0 or 1)."""
    names: list[str] = state["names"]
    if len(names) > 0:
        player: int = state["two"][who]
        return names[player]
    return [pgettext("Basari", "I"), pgettext("Basari", "the other player")][who]


def first_bidder_text(state: State) -> Words:
    """Return the text for who bids first, and why."""
    why = WHY_FIRST[DECIDING[state["equal"]]]
    if len(state["names"]) > 0:
        return pgettext(
            "Basari", "%(player)s bids first: %(why)s.", {"player": bidder_name(state, state["first"]), "why": why}
        )
    if state["first"] == 0:
        return pgettext("Basari", "You bid first: %(why)s.", {"why": why})
    return pgettext("Basari", "The other player bids first: %(why)s.", {"why": why})


def bids_page(state: State) -> Page:
    """Return the page that compares the new bid with the one on the table."""
    screen = page(pgettext("Basari", "Higher?"), judge_bid(state["bid"], state["standing"]))
    screen["choices"] = [
        choice(pgettext("Basari", "The bid on the table"), "keys", gem_keys(state, "standing")),
        choice(pgettext("Basari", "The new bid"), "keys", gem_keys(state, "bid")),
        choice(None, "main", bid_buttons(state)),
    ]
    return screen


def raises_page(state: State) -> Page:
    """Return the page with the smallest raises that the own gems allow."""
    screen = page(pgettext("Basari", "Raises"), raises_text(state))
    screen["counters"] = [
        counter(
            colour,
            pgettext("Basari", "your %(gems)s", {"gems": state["gems"][colour]}),
            state["held"][colour],
            {"most": state["supply"][colour]},
        )
        for colour in COLOURS
    ]
    screen["choices"] = [
        choice(None, "main", raise_buttons(state)),
        choice(pgettext("Basari", "The bid on the table"), "keys", gem_keys(state, "standing")),
        choice(None, "row", [clear_button()]),
    ]
    return screen


def gem_keys(state: State, which: str) -> list[Button]:
    """Return a button for each colour with the number of gems; `which`: "standing" or "bid"."""
    return [
        button(
            COLOUR_WORDS[colour],
            {"do": "lay", "on": which, "gem": colour},
            {"count": state[which][colour], "picture": colour},
        )
        for colour in COLOURS
    ]


def raises_text(state: State) -> Words:
    """Return how to raise, or why it isn't possible."""
    if count_gems(state["held"]) == 0:
        return pgettext("Basari", "Enter your own gems, and tap those of the bid on the table.")
    if len(smallest_raises(state["standing"], state["held"])) == 0:
        return pgettext("Basari", "You can’t raise with these gems. Accept.")
    if count_gems(state["standing"]) == 0:
        return pgettext("Basari", "The smallest first bid is 1 gem.")
    return pgettext("Basari", "The smallest raises: as many gems of more value, or one gem more.")


def raise_buttons(state: State) -> list[Button]:
    """Return a button for each of the smallest raises that the own gems allow."""
    return [
        button(pgettext("Basari", "Bid %(gems)s", {"gems": bid_texts(bid)}), {"do": "take", "bid": bid})
        for bid in smallest_raises(state["standing"], state["held"])
    ]


def bid_buttons(state: State) -> list[Button]:
    """Return the buttons that make a higher new bid the standing one, and that clear both."""
    why_not = None
    if not compare_bids(state["bid"], state["standing"])["higher"]:
        why_not = pgettext("Basari", "Only a higher bid can stand.")
    return [button(pgettext("Basari", "The new bid stands"), {"do": "stand"}, {"why_not": why_not}), clear_button()]


def clear_button() -> Button:
    """Return the button that clears both bids."""
    return button(pgettext("Basari", "Clear both"), {"do": "clear"}, {"look": "quiet"})
