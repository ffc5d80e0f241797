"""Basari: who bids first, whether a bid is higher, and the smallest raises."""

from .bids import COLOURS, DECIDING, NAMES, compared, number_of, smallest_raises
from .steps import button, choice, copied, counter, page
from .words import ngettext, pgettext

GAME = "basari"
KEY = "bidding"
TITLE = pgettext("Basari", "Bargaining")
SUMMARY = pgettext("Basari", "Who bids first, which bid is higher, and the smallest raises.")

MOST_GEMS = 22
WHO_HAS_MORE = {
    "red": pgettext("Basari", "Who has more red gems?"),
    "yellow": pgettext("Basari", "Who has more yellow gems?"),
    "green": pgettext("Basari", "Who has more green gems?"),
    "blue": pgettext("Basari", "Who has more blue gems?"),
    "points": pgettext("Basari", "Who has more points?"),
    "workers": pgettext("Basari", "Who has more workers?"),
}
WHY_FIRST = {
    "red": pgettext("Basari", "more red gems"),
    "yellow": pgettext("Basari", "as many red gems, more yellow ones"),
    "green": pgettext("Basari", "as many red and yellow gems, more green ones"),
    "blue": pgettext("Basari", "as many red, yellow and green gems, more blue ones"),
    "points": pgettext("Basari", "the same gems, more points"),
    "workers": pgettext("Basari", "the same gems and points, more workers"),
}
HIGHER = {
    "more": pgettext("Basari", "Higher: more gems. Their colours do not matter then."),
    "red": pgettext("Basari", "Higher: as many gems, and more red ones."),
    "yellow": pgettext("Basari", "Higher: as many gems and red ones, and more yellow ones."),
    "green": pgettext("Basari", "Higher: as many gems, red and yellow ones, and more green ones."),
    "fewer": pgettext("Basari", "Not higher: fewer gems. Their colours do not matter then."),
    "equal": pgettext("Basari", "Not higher: an equal bid is no raise."),
}
NOT_HIGHER = {
    "red": pgettext("Basari", "Not higher: as many gems, but fewer red ones."),
    "yellow": pgettext("Basari", "Not higher: as many gems and red ones, but fewer yellow ones."),
    "green": pgettext("Basari", "Not higher: as many gems, red and yellow ones, but fewer green ones."),
}


def so_many(colour, number):
    """So many gems of a colour."""
    if colour == "red":
        return ngettext("%(number)s red", "%(number)s red", number)
    if colour == "yellow":
        return ngettext("%(number)s yellow", "%(number)s yellow", number)
    if colour == "green":
        return ngettext("%(number)s green", "%(number)s green", number)
    return ngettext("%(number)s blue", "%(number)s blue", number)


def told_bid(bid):
    """The gems of a bid, as a list of texts."""
    return [so_many(colour, bid[colour]) for colour in COLOURS if bid[colour] > 0]


def nothing():
    return {"red": 0, "yellow": 0, "green": 0, "blue": 0}


def begin(table):
    """The step of the first bidder, with no gems anywhere; outside a play the players have no names."""
    return {
        "step": "first",
        "names": table["players"],
        "two": [],
        "equal": 0,
        "first": None,
        "standing": nothing(),
        "bid": nothing(),
        "held": nothing(),
    }


def act(state, action):
    """What changes; nothing of it happens to anybody's gems."""
    after = copied(state)
    if "set" in action:
        after["held"][action["set"]] = action["to"]
    else:
        ACTS[action["do"]](after, action)
    return {"state": after, "events": []}


def go(state, action):
    state["step"] = action["to"]


def bargain(state, action):
    """One of the two who bargain."""
    state["two"].append(action["player"])


def more(state, action):
    """Who has more of what is asked for; nobody (None) leads to the next thing."""
    if action["who"] is None:
        state["equal"] = state["equal"] + 1
    else:
        state["first"] = action["who"]


def ask_again(state, action):
    state["two"] = []
    state["equal"] = 0
    state["first"] = None


def lay(state, action):
    bid = state[action["on"]]
    bid[action["gem"]] = bid[action["gem"]] + 1


def take(state, action):
    state["bid"] = action["bid"]


def stand(state, action):
    """The new bid is the one to be raised now; the other goes back to its owner."""
    state["standing"] = state["bid"]
    state["bid"] = nothing()


def clear(state, action):
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


def ask(state):
    """One of two pages, with the way to the other on top."""
    shown = ask_first(state) if state["step"] == "first" else ask_bids(state)
    first = button(
        pgettext("Basari", "Who bids first"), {"do": "go", "to": "first"}, {"is_on": state["step"] == "first"}
    )
    bids = button(pgettext("Basari", "Bids"), {"do": "go", "to": "bids"}, {"is_on": state["step"] == "bids"})
    shown["choices"] = [choice(None, "row", [first, bids])] + shown["choices"]
    return shown


def ask_first(state):
    """Who of the two bids first: one question after the other until one of them has more."""
    title = pgettext("Basari", "Who bids first")
    if len(state["names"]) > 0 and len(state["two"]) < 2:
        shown = page(title, pgettext("Basari", "Who chose the same action? Tap the two."))
        left = [each for each in range(len(state["names"])) if each not in state["two"]]
        buttons = [button(state["names"][each], {"do": "bargain", "player": each}) for each in left]
        shown["choices"] = [choice(None, "main", buttons)]
    elif state["first"] is not None:
        shown = page(title, first_bidder(state))
        shown["hints"] = [
            pgettext("Basari", "The first bid is at least 1 gem. Who has none lets the other act for free.")
        ]
        onward = button(pgettext("Basari", "To the bids"), {"do": "go", "to": "bids"}, {"look": "main"})
        shown["choices"] = [choice(None, "main", [onward, anew()])]
    elif state["equal"] == len(DECIDING):
        shown = page(title, pgettext("Basari", "All equal: draw lots."))
        shown["choices"] = [choice(None, "main", [anew()])]
    else:
        shown = page(title, WHO_HAS_MORE[DECIDING[state["equal"]]])
        answers = [button(bidder(state, who), {"do": "more", "who": who}) for who in range(2)]
        answers.append(button(pgettext("Basari", "both equally many"), {"do": "more", "who": None}))
        shown["choices"] = [choice(None, "main", answers)]
    return shown


def anew():
    return button(pgettext("Basari", "Ask again"), {"do": "again"}, {"look": "quiet"})


def bidder(state, who):
    """What one of the two is called (0 or 1)."""
    if len(state["names"]) > 0:
        return state["names"][state["two"][who]]
    return [pgettext("Basari", "I"), pgettext("Basari", "the other player")][who]


def first_bidder(state):
    """Who bids first, and why."""
    why = WHY_FIRST[DECIDING[state["equal"]]]
    if len(state["names"]) > 0:
        return pgettext(
            "Basari", "%(player)s bids first: %(why)s.", {"player": bidder(state, state["first"]), "why": why}
        )
    if state["first"] == 0:
        return pgettext("Basari", "You bid first: %(why)s.", {"why": why})
    return pgettext("Basari", "The other player bids first: %(why)s.", {"why": why})


def ask_bids(state):
    """Whether the new bid is higher than the standing one, and the smallest raises with one's own gems."""
    shown = page(pgettext("Basari", "Bids"), verdict(state))
    shown["counters"] = [
        counter(colour, NAMES[colour], state["held"][colour], {"most": MOST_GEMS}) for colour in COLOURS
    ]
    shown["hints"] = [pgettext("Basari", "The numbers above are your own gems: from them come the smallest raises.")]
    shown["choices"] = [
        choice(pgettext("Basari", "The bid on the table"), "keys", gem_keys(state, "standing")),
        choice(pgettext("Basari", "The new bid"), "keys", gem_keys(state, "bid")),
        choice(raises_label(state), "main", raises(state)),
        choice(None, "row", go_on(state)),
    ]
    return shown


def verdict(state):
    """What is to be said of the new bid."""
    if number_of(state["bid"]) == 0:
        return pgettext("Basari", "Tap the gems of both bids.")
    if number_of(state["standing"]) == 0:
        return pgettext("Basari", "A first bid: any gems, at least 1.")
    result = compared(state["bid"], state["standing"])
    if result["higher"] or result["rule"] not in NOT_HIGHER:
        return HIGHER[result["rule"]]
    return NOT_HIGHER[result["rule"]]


def gem_keys(state, which):
    return [
        button(NAMES[colour], {"do": "lay", "on": which, "gem": colour}, {"count": state[which][colour]})
        for colour in COLOURS
    ]


def raises_label(state):
    """What stands above the smallest raises, or why there are none."""
    if number_of(state["held"]) == 0:
        return pgettext("Basari", "The smallest raises: enter your own gems")
    if len(smallest_raises(state["standing"], state["held"])) == 0:
        return pgettext("Basari", "Your gems make no higher bid: accept")
    return pgettext("Basari", "The smallest raises")


def raises(state):
    return [
        button(pgettext("Basari", "Bid %(gems)s", {"gems": told_bid(bid)}), {"do": "take", "bid": bid})
        for bid in smallest_raises(state["standing"], state["held"])
    ]


def go_on(state):
    """The new bid becomes the standing one where it is higher."""
    why_not = None
    if not compared(state["bid"], state["standing"])["higher"]:
        why_not = pgettext("Basari", "Only a higher bid can stand.")
    return [
        button(pgettext("Basari", "The new bid stands"), {"do": "stand"}, {"why_not": why_not}),
        button(pgettext("Basari", "Clear both"), {"do": "clear"}, {"look": "quiet"}),
    ]
