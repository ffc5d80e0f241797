"""Types of the table that rules get: a play in the play format, validated and cleaned."""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

# What a seat holds at the end of a stage, by field key, each value as its field's `clean` returns it. A missing key
# wasn't entered.
type Holdings = Mapping[str, Any]
# The value of every option by its key.
type Options = Mapping[str, Any]


class SeatOfTable(TypedDict):
    """A seat: the player, the holdings by stage, and optional facts.

    `stages`: the holdings by the keys of the stages that the seat has counted. `team`: the team's name. `first`: they
    begin. `colour`: the player's colour. `role`: their role in this play. `uncounted`: keys of stages that were scored
    though the seat hadn't counted them, so its points there are unknown.
    """

    player: str
    stages: Mapping[str, Holdings]
    team: NotRequired[str]
    first: NotRequired[bool]
    colour: NotRequired[int]
    role: NotRequired[str]
    uncounted: NotRequired[Sequence[str]]


class Table(TypedDict):
    """The values of all options, and the seats in seating order."""

    options: Options
    seats: Sequence[SeatOfTable]


# A seat that has counted a stage: (index, player, holdings). A plain tuple takes a third of the time of a named one.
type Seat = tuple[int, str, Holdings]


def uncounted_in(table: Table) -> frozenset[int]:
    """Return the indexes of the seats with an uncounted stage. Unknown isn't 0: they have no total and no rank."""
    return frozenset([place for place, seat in enumerate(table["seats"]) if seat.get("uncounted")])


def seats_in(table: Table, stage: str) -> list[Seat]:
    """Return the seats that have counted this stage."""
    return [
        (place, seat["player"], held)
        for place, seat in enumerate(table["seats"])
        if (held := seat["stages"].get(stage)) is not None
    ]
