"""What the rules of a game are given: a table, a play as in the play format that was cleaned already."""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

# What a seat holds at a stage's end, by the keys of the fields; of which kind a value is, its field says (`clean`).
# A field that is not there was not entered.
type Holdings = Mapping[str, Any]
# What was agreed before the play: every option's value by its key.
type Options = Mapping[str, Any]


class SeatOfTable(TypedDict):
    """A seat, with what it holds by the keys of the stages at whose end it has counted, and the team it plays for.

    `first`: who begins; `colour`: that of who sits there; `role`: what they are in this play.
    `uncounted`: the stages (keys) that were scored though nobody had counted the seat, so that what it has is unknown.
    """

    player: str
    stages: Mapping[str, Holdings]
    team: NotRequired[str]
    first: NotRequired[bool]
    colour: NotRequired[int]
    role: NotRequired[str]
    uncounted: NotRequired[Sequence[str]]


class Table(TypedDict):
    """The options, all of them, and the seats in the order in which they sit."""

    options: Options
    seats: Sequence[SeatOfTable]


# A seat that has counted at a stage's end: where it sits (from 0), who sits there, and what it holds. It is asked for
# again and again, and a tuple without names is made and taken apart in a third of the time.
type Seat = tuple[int, str, Holdings]


def uncounted_in(table: Table) -> frozenset[int]:
    """Return the seats that nobody has counted in some stage: unknown isn't 0, so they have no total and no rank."""
    return frozenset([place for place, seat in enumerate(table["seats"]) if seat.get("uncounted")])


def seats_in(table: Table, stage: str) -> list[Seat]:
    """Every seat that has this stage."""
    return [
        (place, seat["player"], held)
        for place, seat in enumerate(table["seats"])
        if (held := seat["stages"].get(stage)) is not None
    ]
