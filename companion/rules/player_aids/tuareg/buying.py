"""Player aid of Tuareg: the lowest price of a special card, paid from the hand and the top of camels and donkeys."""

from companion.rules.kit import pgettext
from companion.rules.player_aids.contract import Action, Button, Known, More, Page, State, Step, Words
from companion.rules.player_aids.steps import button, choice, counter, deep_copy, page

from .loads import GOODS, MOST_GOODS, PRICE, Goods, Payment, cheapest_payment

GAME = "tuareg"
KEY = "buying"
TITLE = pgettext("Tuareg", "Buying")
SUMMARY = pgettext("Tuareg", "The least you must pay with these cards for a 3-dinar special card.")
SEATS = None
LASTS = False
PICTURES = ()

MOST_DINAR = 9
MOST_ANIMALS = 8
# Gold is worth 2 by the rules. The others are only on the cards: 0 until someone enters them.
DINAR = {"water": 0, "gold": 2, "salt": 0, "millet": 0}


def begin(table: Known) -> State:
    """Return an empty hand, and the camels that each player has."""
    camels = 3 if len(table["players"]) == 2 else 2
    return {
        "labels": table["labels"],
        "dinar": deep_copy(DINAR),
        "hand": no_goods(),
        "piles": [[] for _ in range(camels)],
    }


def no_goods() -> dict[str, int]:
    """Return zero of each good."""
    return {"water": 0, "gold": 0, "salt": 0, "millet": 0}


def act(state: State, action: Action) -> Step:
    """Set a good's value in dinar, or add a card to the hand or to an animal."""
    after = deep_copy(state)
    if "set" in action:
        after["dinar"][action["set"]] = action["to"]
    elif action["do"] == "hold":
        after["hand"][action["good"]] = state["hand"][action["good"]] + 1
    elif action["do"] == "carry":
        # Entered from top to bottom, stored from bottom to top as in `loads.py`.
        after["piles"][action["pile"]].insert(0, action["good"])
    elif action["do"] == "animal":
        after["piles"].append([])
    else:
        after["hand"] = no_goods()
        after["piles"] = [[] for _ in state["piles"]]
    return {"state": after, "events": []}


def ask(state: State) -> Page:
    """Return the page with hand, animals and the cheapest payment."""
    screen = page(pgettext("Tuareg", "3 dinar"), payment_text(state))
    screen["counters"] = [
        counter(
            good,
            pgettext("Tuareg", "%(good)s (dinar)", {"good": state["labels"][good]}),
            state["dinar"][good],
            dinar_range(state["dinar"][good]),
        )
        for good in GOODS
    ]
    screen["hints"] = [
        pgettext("Tuareg", "Gold is worth 2 dinar. The other values are printed on your cards."),
        pgettext(
            "Tuareg",
            "Overpayment is lost. Take cards from the top of a camel or donkey, one after another.",
        ),
    ]
    screen["choices"] = [choice(pgettext("Tuareg", "In hand"), "keys", hand_keys(state))]
    for place in range(len(state["piles"])):
        label = pgettext("Tuareg", "Animal %(number)s, from the top", {"number": place + 1})
        if len(state["piles"][place]) > 0:
            goods = [state["labels"][good] for good in reversed(state["piles"][place])]
            label = pgettext(
                "Tuareg", "Animal %(number)s, from the top: %(goods)s", {"number": place + 1, "goods": goods}
            )
        screen["choices"].append(choice(label, "keys", pile_keys(state, place)))
    screen["choices"].append(choice(None, "row", other_buttons(state)))
    return screen


def dinar_range(dinar: int) -> More:
    """Return the limits of a good's counter, with a warning until someone has read the value off a card."""
    if dinar == 0:
        return {"least": 0, "most": MOST_DINAR, "warning": pgettext("Tuareg", "Read it off a card.")}
    return {"least": 1, "most": MOST_DINAR}


def payment_text(state: State) -> Words:
    """Return the cheapest payment card by card, or that these cards aren't enough."""
    payment = cheapest_payment(state["hand"], state["piles"], state["dinar"])
    unknown = [state["labels"][good] for good in GOODS if state["dinar"][good] == 0]
    if payment is None and len(unknown) > 0:
        return pgettext("Tuareg", "How many dinar stand on the cards? Not entered yet: %(goods)s.", {"goods": unknown})
    if payment is None:
        return pgettext("Tuareg", "Tap the cards. So far they are worth less than 3 dinar.")
    params = {"cards": payment_cards(state, payment), "number": payment["dinar"]}
    if payment["dinar"] == PRICE:
        return pgettext("Tuareg", "Pay exactly 3 dinar: %(cards)s.", params)
    return pgettext("Tuareg", "Pay at least %(number)s dinar: %(cards)s.", params)


def payment_cards(state: State, payment: Payment) -> list[Words]:
    """Return the cards of a payment and where they come from."""
    cards: list[Words] = []
    if len(payment["hand"]) > 0:
        cards.append(pgettext("Tuareg", "%(goods)s from the hand", {"goods": count_texts(state, payment["hand"])}))
    for place in range(len(payment["piles"])):
        goods = payment["piles"][place]
        if len(goods) > 0:
            cards.append(
                pgettext(
                    "Tuareg",
                    "%(goods)s from animal %(number)s",
                    {"goods": count_texts(state, goods), "number": place + 1},
                )
            )
    return cards


def count_texts(state: State, goods: Goods) -> list[Words]:
    """Return the number of each good as texts."""
    texts: list[Words] = []
    for good in [each for each in GOODS if each in goods]:
        number = len([each for each in goods if each == good])
        texts.append(pgettext("Tuareg", "%(number)s %(good)s", {"number": number, "good": state["labels"][good]}))
    return texts


def hand_keys(state: State) -> list[Button]:
    """Return a button for each good in hand, with its number."""
    return [
        button(
            state["labels"][good],
            {"do": "hold", "good": good},
            {"count": state["hand"][good], "why_not": why_unusable(state, good), "picture": good},
        )
        for good in GOODS
    ]


def why_unusable(state: State, good: str) -> Words | None:
    """Return why a card can't be added: its value hasn't been entered."""
    return pgettext("Tuareg", "how many dinar?") if state["dinar"][good] == 0 else None


def pile_keys(state: State, place: int) -> list[Button]:
    """Return a button for each good on this animal, with its number; a full animal takes none."""
    pile = state["piles"][place]
    keys = []
    for good in GOODS:
        why_not = why_unusable(state, good)
        if len(pile) == MOST_GOODS:
            why_not = pgettext("Tuareg", "full")
        count = len([g for g in pile if g == good])
        action = {"do": "carry", "pile": place, "good": good}
        keys.append(button(state["labels"][good], action, {"count": count, "why_not": why_not, "picture": good}))
    return keys


def other_buttons(state: State) -> list[Button]:
    """Return the buttons to start again and, below the maximum, to add an animal."""
    ways = [button(pgettext("Tuareg", "Other cards"), {"do": "clear"}, {"look": "quiet"})]
    if len(state["piles"]) < MOST_ANIMALS:
        ways.append(button(pgettext("Tuareg", "One more camel or donkey"), {"do": "animal"}))
    return ways
