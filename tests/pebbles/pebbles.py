"""Pebbles, a game invented for tests: one day at the beach, with a field of every kind.

Source: nobody has ever printed its rules.
"""

from companion.rules.kit import (
    Choice,
    Count,
    Game,
    Holdings,
    Item,
    OneOf,
    Option,
    Options,
    Picks,
    Points,
    Rows,
    Ruling,
    Stage,
    Symbol,
    Table,
    Tally,
    Text,
    Thing,
    each,
    majority,
    ngettext,
    pgettext,
)

PEBBLES = Count(
    key="pebbles",
    label=pgettext("Pebbles", "pebbles"),
    one=pgettext("Pebbles", "pebble"),
    supply={seats: 3 * seats for seats in range(1, 9)},
)
FINDS = Tally(key="finds", label=pgettext("Pebbles", "finds"), values=(1, 2), most=5, during=True)
SHELLS = Picks(
    key="shells",
    label=pgettext("Pebbles", "shells"),
    # Worth more than all that other games bring: nothing may count on small totals.
    things=(Thing("cone", pgettext("Pebbles", "cone"), 3), Thing("cowrie", pgettext("Pebbles", "cowrie"), 4000)),
)
BEACH = Rows(
    key="beach",
    label=pgettext("Pebbles", "beach"),
    symbols=(Symbol("crab", pgettext("Pebbles", "crab"), supply=4),),
    points=(1, 2),
    most_rows=2,
    row_length=3,
)
TIDE = OneOf(
    key="tide",
    label=pgettext("Pebbles", "tide"),
    choices=(Choice("low", pgettext("Pebbles", "low")), Choice("high", pgettext("Pebbles", "high"))),
)
SWIMS = Count(key="swims", label=pgettext("Pebbles", "swims"), breaks_ties=True)
VALUES = {shell.key: shell.value for shell in SHELLS.things}
AS_PRINTED = pgettext("Pebbles", "as printed")


def one_each(others: tuple[str, ...], pebble: Count, count: int, points: int) -> tuple[int, Text]:
    """Who ties for most pebbles scores 1."""
    return 1, pgettext(
        "Pebbles",
        "%(count)s %(pebbles)s, as many as %(others)s",
        count=count,
        pebbles=pebble.named(count),
        others=others,
    )


def shells(held: Holdings, table: Table) -> Points:
    """A shell is worth what is printed on it."""
    found = held.get("shells", ())
    return (
        sum([VALUES[key] for key in found]),
        ngettext("%(number)s shell", "%(number)s shells", len(found)),
        len(found),
    )


def finds(held: Holdings, table: Table) -> Points:
    """A find is worth 1 or 2, at high tide twice as much."""
    points, times = sum(held.get("finds", ())), 2 if held.get("tide") == "high" else 1
    return times * points, pgettext("Pebbles", "Found: %(points)s × %(times)s", points=points, times=times)


def crabs(held: Holdings, table: Table) -> Points:
    """A crab is worth what is printed on its card."""
    printed = [card["points"] for row in held.get("beach", ()) for card in row]
    return sum(printed), ngettext("%(number)s crab on the beach", "%(number)s crabs on the beach", len(printed))


def worth_of_most(options: Options) -> Text:
    """What the score sheet prints beside the pebbles."""
    return pgettext("Pebbles", "%(points)s for most", points=options["points"])


def setup(seats: int) -> list[Text]:
    """What is laid out for so many players."""
    return [pgettext("Pebbles", "Lay %(pebbles)s pebbles ready", pebbles=PEBBLES.supply_for(seats))]


GAME = Game(
    slug="pebbles",
    title=pgettext("Pebbles", "Pebbles"),
    publisher="Seaside & Sons",
    designer="Nobody Either",
    year=1987,
    seats=range(1, 9),
    minutes=(5, 10),
    age=4,
    accent="oasis",
    last_round=pgettext("Pebbles", "When it gets dark, everybody has one more turn."),
    stages=(
        Stage(
            "day",
            pgettext("Pebbles", "end of the day"),
            (FINDS, PEBBLES, SHELLS, BEACH, TIDE, SWIMS),
            (
                Item(
                    "pebbles",
                    PEBBLES.label,
                    majority(PEBBLES, points=lambda options: options["points"], tied=one_each),
                    worth_of_most,
                    compared=True,
                ),
                Item("shells", SHELLS.label, each(shells), AS_PRINTED),
                Item("finds", FINDS.label, each(finds), AS_PRINTED, fields=(FINDS.key, TIDE.key)),
                Item("beach", BEACH.label, each(crabs), AS_PRINTED),
            ),
        ),
    ),
    options=(Option("points", pgettext("Pebbles", "points for most pebbles"), 5, confirm=True),),
    how_it_scores=(pgettext("Pebbles", "Whoever holds most pebbles scores. All else is worth what is printed on it."),),
    rulings=(
        Ruling(
            pgettext("Pebbles", "A wet pebble"),
            pgettext("Pebbles", "It counts like a dry one: it will be dry before the day ends."),
        ),
    ),
    tie_breaks=("swims",),
    setup=setup,
)
