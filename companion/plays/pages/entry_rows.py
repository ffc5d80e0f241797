"""The rows of the sheet of a stage: what is counted, in the order of its parts."""

from dataclasses import asdict, dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from companion.core.memory_cache import once_for_all
from companion.core.placeholders import render_fragment
from companion.rules.kit import MOST, Item
from companion.rules.sheets.order import PLACE
from companion.rules.sheets.places import at

from .save_answers import fields_of_rows

COUNTS = "counts"
# Up to so much there is a key for each number, on two pages at most; more is typed digit by digit.
MOST_WITH_KEYS = 20


@dataclass(frozen=True)
class Row:
    """A row of the sheet: one field, or the counts of a part that are laid down together (`kind` is then COUNTS).

    `limit` is what the box holds with these seats, None where nothing limits it. `begins`: a line stands above it.
    `item` is what it is scored as, None where several rows or none follow from it. `highest` is the highest number of a
    cell if there are so few that each has a key of its own. `brings` is what a thing brings that
    is laid down, as `Brings` of the kit has it; None where nothing says that. `sums` are those that all cells together
    can make, if a game says that, `unless` somebody answers yes in that row. `ruled_by` are the rows in which a yes
    leaves nothing to count here. `times`: numbers are multiplied for it.
    """

    key: str
    kind: str
    label: Any
    icon: str
    fields: tuple
    limit: int | None
    begins: bool
    item: Item | None = None
    highest: int | None = None
    brings: dict | None = None
    sums: tuple = ()
    unless: str = ""
    ruled_by: tuple = ()
    times: bool = False

    @property
    def is_typed(self) -> bool:
        """Whether its cells are figures; all else has keys of its own in the dock."""
        return self.kind != COUNTS and self.fields[0].is_number

    @property
    def range(self) -> dict[str, Any]:
        """What is possible of one figure, which decides its keys; empty where anything from 0 up is, and of all else.

        That is what there is of it for all (`most`), the `highest` that a cell can hold where that is little, or the
        most that is `usual`; the `greatest` number of what is typed where a game says that; the `least` where that is
        not 0, how many `decimals` there can be, and the `step` from one to the next.
        """
        if not self.is_typed:
            return {}
        (field,) = self.fields
        known = {"most": self.limit, "highest": self.highest, "usual": field.usual}
        largest = next(((name, number) for name, number in known.items() if number is not None), None)
        found = dict([largest] if largest else [])
        most = field.max_per_seat(1)
        least = -most if field.is_loss else field.least
        greatest = most if self.limit is None and self.highest is None and most != MOST else None
        beside = {
            "greatest": greatest,
            "least": least,
            "decimals": field.decimals,
            "step": field.step if field.step > 1 else 0,
            "times": "×" if self.times else "",
        }
        return found | {name: number for name, number in beside.items() if number}

    @property
    def zero(self) -> str:
        """What the key 0 says, if that is a word."""
        return pgettext("without a place", "out") if self.key == PLACE else ""

    @property
    def is_noted(self) -> bool:
        """Whether it is noted while the stage is played."""
        return any(field.during for field in self.fields)

    @property
    def is_called(self) -> bool:
        """Whether everyone calls it before the stage is played."""
        return any(field.called for field in self.fields)

    @property
    def keys(self) -> str:
        """The template with the keys of this kind."""
        return f"entry/keys/_{self.kind}.html"

    @property
    def cell(self) -> str:
        """The template of what a seat holds of it."""
        return f"entry/cells/_{self.kind}.html"


def highest_of(field: Any, seats: int) -> int | None:
    """The highest number a cell can hold, if there are so few numbers that each has a key of its own; else None.

    Nobody's place is beyond the number of seats.
    """
    most = seats if field.key == PLACE else field.max_per_seat(1)
    return most if field.least >= 0 and not field.decimals and most <= MOST_WITH_KEYS else None


@once_for_all
def rows_of(pad, stage) -> list[Row]:
    """The rows of a stage in the order of its parts."""
    seats = len(pad.everybody)
    items = {key: item for item in stage.items_with(pad.options) for key in item.counted_from}
    rows: list[Row] = []
    for number, part, fields, is_first in fields_of_rows(pad, stage):
        # What is tapped from the dock's own keys stands apart from the figures beneath it.
        begins = bool(rows) and (is_first or (fields[0].is_number and not rows[-1].is_typed))
        if part.pad:
            brings = asdict(part.brings) if part.brings else None
            rows.append(Row(f"part-{number}", COUNTS, part.label, part.icon, fields, None, begins, brings=brings))
            continue
        (field,) = fields
        limit, item = field.supply_for(seats), items.get(field.key)
        highest = highest_of(field, seats) if field.is_number else None
        times = field.key in pad.game.products
        sums = tuple(at(pad.game.sums.get(field.key, ()), len(pad.seats)))
        rows.append(
            Row(
                field.key,
                field.kind,
                field.label,
                field.icon,
                fields,
                limit,
                begins,
                item,
                highest,
                sums=sums,
                unless=pad.game.sums_unless.get(field.key, ""),
                ruled_by=pad.game.ruled_out_by.get(field.key, ()),
                times=times,
            )
        )
    return rows


def can_turn(pad, stage) -> bool:
    """Whether it makes a difference if a stage is asked row by row or player by player."""
    return len(pad.seats) > 1 and len(rows_of(pad, stage)) > 1


def order_of(pad, *, swapped=False) -> SafeString:
    """The button that says in which order the table is asked, and turns it."""
    return order_for_all(pad, pad.play.by_row, has_calls(pad.play), swapped, get_language())


def has_calls(play) -> bool:
    """Whether the open stage is one before which everyone calls something."""
    return bool(play.stage) and any(field.called for field in play.stage.fields)


@once_for_all
def order_for_all(pad, by_row, has_calls, swapped, _language) -> SafeString:
    """The same for all phones."""
    by_column = _("by team") if pad.game.teams else _("by player")
    context = {"play": pad.play, "by_row": by_row, "has_calls": has_calls, "swapped": swapped, "by_column": by_column}
    return render_fragment("entry/_parts.html#order", context)


@once_for_all
def house_rules(pad) -> list[tuple]:
    """What this table plays otherwise than usual: (option, what was chosen) each; of a co-op game, which is as hard
    as was chosen, all of it."""
    switches = [option for option in pad.game.options if option.choices and not option.confirm]
    chosen = [(option, pad.options[option.key]) for option in switches]
    return [
        (option, next(choice.label for choice in option.choices if choice.value == value))
        for option, value in chosen
        if pad.game.together or value != option.default
    ]
