"""The words for bargaining with gems."""

from companion.rules.kit import Text, ngettext, pgettext
from companion.rules.player_aids.contract import Known, Words

from .bids import COLOURS, DECIDING, Bid, compare_bids, count_gems

COLOUR_WORDS = {
    "red": pgettext("Basari", "red"),
    "yellow": pgettext("Basari", "yellow"),
    "green": pgettext("Basari", "green"),
    "blue": pgettext("Basari", "blue"),
}
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
    "yellow": pgettext("Basari", "same number of red gems, more yellow"),
    "green": pgettext("Basari", "as many red and yellow gems, more green ones"),
    "blue": pgettext("Basari", "as many red, yellow and green gems, more blue ones"),
    "points": pgettext("Basari", "the same gems, more points"),
    "workers": pgettext("Basari", "the same gems and points, more workers"),
}
HIGHER = {
    "more": pgettext("Basari", "Higher: more gems. Colours don’t matter."),
    "red": pgettext("Basari", "Higher: same number of gems, more of them red."),
    "yellow": pgettext("Basari", "Higher: same number of gems and reds, more yellow."),
    "green": pgettext("Basari", "Higher: as many gems, red and yellow ones, and more green ones."),
    "fewer": pgettext("Basari", "Not higher: fewer gems. Their colours do not matter then."),
    "equal": pgettext("Basari", "Not higher: an equal bid isn’t a raise."),
}
NOT_HIGHER = {
    "red": pgettext("Basari", "Not higher: same number of gems, fewer red."),
    "yellow": pgettext("Basari", "Not higher: as many gems and red ones, but fewer yellow ones."),
    "green": pgettext("Basari", "Not higher: as many gems, red and yellow ones, but fewer green ones."),
}


def thing_names(table: Known) -> dict[str, Words]:
    """Return the name of each thing that decides, as on the card if it is there."""
    names: dict[str, Words] = {"points": pgettext("Basari", "points")}
    for thing in DECIDING:
        if thing in table["labels"]:
            names[thing] = table["labels"][thing]
    return names


def gem_count(colour: str, number: int) -> Text:
    """Return the text for a number of gems of a colour."""
    if colour == "red":
        return ngettext("%(number)s red", "%(number)s red", number)
    if colour == "yellow":
        return ngettext("%(number)s yellow", "%(number)s yellow", number)
    if colour == "green":
        return ngettext("%(number)s green", "%(number)s green", number)
    return ngettext("%(number)s blue", "%(number)s blue", number)


def bid_texts(bid: Bid) -> list[Text]:
    """Return the gems of a bid as a list of texts."""
    return [gem_count(colour, bid[colour]) for colour in COLOURS if bid[colour] > 0]


def judge_bid(bid: Bid, standing: Bid) -> Text:
    """Return the judgement of a new bid against the standing one."""
    if count_gems(bid) == 0:
        return pgettext("Basari", "Tap the gems of both bids.")
    if count_gems(standing) == 0:
        return pgettext("Basari", "A first bid: any gems, at least 1.")
    result = compare_bids(bid, standing)
    if result["higher"] or result["rule"] not in NOT_HIGHER:
        return HIGHER[result["rule"]]
    return NOT_HIGHER[result["rule"]]
