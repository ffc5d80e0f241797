"""The loads of camels and donkeys, and the lowest price of a special card.

Goods are keys from bottom to top: `["gold", "salt", "salt"]`. Sources: the publisher's German rules of Tuareg
(“Laderegeln”, “Sonderkarte kaufen”) and the Japanese ones sold with it.
"""

from typing import Any

# Keys of goods from bottom to top.
type Goods = list[str]
# `{"dinar": number, "hand": goods, "piles": [goods, …]}`: a payment, and where its cards come from.
type Payment = dict[str, Any]

GOODS = ["water", "gold", "salt", "millet"]
MOST_GOODS, MOST_KINDS, MOST_CHANGES, MOST_GOLD = 4, 2, 1, 2
PRICE = 3


def kinds_of(goods: Goods) -> Goods:
    """Return the different goods among these, in the order they appear."""
    kinds = []
    for good in goods:
        if good not in kinds:
            kinds.append(good)
    return kinds


def changes_of(goods: Goods) -> int:
    """Return how often the kind of goods changes from bottom to top."""
    changes = 0
    for place in range(1, len(goods)):
        if goods[place] != goods[place - 1]:
            changes = changes + 1
    return changes


def broken_rules(animal: str, goods: Goods) -> list[str]:
    """Return the loading rules that a load breaks on a `camel` or `donkey`: `four`, `water`, `gold`, `kinds`, `change`.

    Both carry at most 4 goods. A camel carries at most 2 kinds with one change of kind, only water if there is water,
    and at most 2 gold. Changes caused by a third kind aren't reported again.
    """
    rules = ["four"] if len(goods) > MOST_GOODS else []
    if animal == "donkey":
        return rules
    kinds = kinds_of(goods)
    if "water" in kinds and len(kinds) > 1:
        rules.append("water")
    if len([good for good in goods if good == "gold"]) > MOST_GOLD:
        rules.append("gold")
    if len(kinds) > MOST_KINDS:
        rules.append("kinds")
    elif changes_of(goods) > MOST_CHANGES:
        rules.append("change")
    return rules


def loading_faults(animal: str, pile: Goods, goods: Goods, source: str) -> list[str]:
    """Return the rules against adding these goods, in this order: those of `broken_rules`, and `market`.

    Goods from the `market` must be of one kind.
    """
    rules = broken_rules(animal, pile + goods)
    if source == "market" and len(kinds_of(goods)) > 1:
        rules.append("market")
    return rules


def sort_onto(pile: Goods, goods: Goods) -> Goods:
    """Return these goods with the fewest changes: first those like the top of the pile, then kind by kind."""
    kinds = kinds_of(pile[-1:] + goods)
    ordered: Goods = []
    for kind in kinds:
        ordered = ordered + [good for good in goods if good == kind]
    return ordered


def room_for(animal: str, pile: Goods, good: str) -> int:
    """Return how many more of a good may be added to this pile."""
    number = 0
    goods = pile + [good]
    while len(broken_rules(animal, goods)) == 0:
        number = number + 1
        goods = goods + [good]
    return number


def cheapest_payment(hand: dict[str, int], piles: list[Goods], dinar: dict[str, int]) -> Payment | None:
    """Return the payment of 3 dinar or more that loses least, or None if there is none.

    `hand` and `dinar` are numbers by good. Cards of a pile can be taken only from the top, one after another. Of equal
    payments the one with fewer cards is best, then the one with more from the hand, because cards in hand don't score
    at the end of a stage. There is no change.
    """
    best = None
    for payment in payments(hand, piles, dinar):
        if payment["dinar"] >= PRICE and (best is None or is_cheaper(payment, best)):
            best = payment
    return best


def payments(hand: dict[str, int], piles: list[Goods], dinar: dict[str, int]) -> list[Payment]:
    """Return the payments that are possible with these cards, without adding to one that is enough."""
    paid = [{"dinar": 0, "hand": [], "piles": []}]
    for good in GOODS:
        paid = add_from_hand(paid, [good for _ in range(hand[good])], dinar)
    for pile in piles:
        paid = add_from_pile(paid, pile, dinar)
    return paid


def add_from_hand(paid: list[Payment], goods: Goods, dinar: dict[str, int]) -> list[Payment]:
    """Return each of these payments with none, one or more of these equal goods from the hand."""
    more = []
    for payment in paid:
        more.append(payment)
        taken = payment["hand"]
        value = payment["dinar"]
        for good in goods:
            if value < PRICE:
                taken = taken + [good]
                value = value + dinar[good]
                more.append({"dinar": value, "hand": taken, "piles": payment["piles"]})
    return more


def add_from_pile(paid: list[Payment], pile: Goods, dinar: dict[str, int]) -> list[Payment]:
    """Return each of these payments with none, one or more cards from the top of a pile."""
    more = []
    for payment in paid:
        taken: Goods = []
        value = payment["dinar"]
        more.append({"dinar": value, "hand": payment["hand"], "piles": payment["piles"] + [taken]})
        for good in reversed(pile):
            if value < PRICE:
                taken = taken + [good]
                value = value + dinar[good]
                more.append({"dinar": value, "hand": payment["hand"], "piles": payment["piles"] + [taken]})
    return more


def is_cheaper(one: Payment, other: Payment) -> bool:
    """Return whether one payment loses less: fewer dinar, then fewer cards, then more of them from the hand."""
    cards, others = cards_in(one), cards_in(other)
    saved: int = other["dinar"] - one["dinar"]
    if saved != 0:
        return saved > 0
    if cards != others:
        return cards < others
    return len(one["hand"]) > len(other["hand"])


def cards_in(payment: Payment) -> int:
    """Return the number of cards in a payment."""
    cards = len(payment["hand"])
    for pile in payment["piles"]:
        cards = cards + len(pile)
    return cards
