"""The rows of the sheet of a stage: what is counted, in the order of its parts."""

from dataclasses import dataclass
from typing import Any

from companion.rules.kit import Item, Part
from companion.server.kept import once

COUNTS = "counts"


@dataclass(frozen=True)
class Row:
    """A row of the sheet: one field, or the counts of a part that are laid down together (`kind` is then COUNTS).

    `limit` is what the box holds with these seats, None where nothing limits it. `begins`: a part begins with it.
    `item` is what it is scored as, None where several rows or none follow from it.
    """

    key: str
    kind: str
    label: Any
    icon: str
    fields: tuple
    limit: int | None
    begins: bool
    item: Item | None = None

    @property
    def is_typed(self) -> bool:
        """Whether its cells are figures; all else has keys of its own in the dock."""
        return self.kind != COUNTS and self.fields[0].is_number

    @property
    def usual(self) -> int | None:
        """The most that is usual of it; None where it is not one figure, or nothing is."""
        return getattr(self.fields[0], "usual", None)

    @property
    def is_noted(self) -> bool:
        """Whether it is noted while the stage is played."""
        return any(field.during for field in self.fields)

    @property
    def keys(self) -> str:
        """The template with the keys of this kind."""
        return f"cards/keys/_{self.kind}.html"

    @property
    def cell(self) -> str:
        """The template of what a seat holds of it."""
        return f"cards/cells/_{self.kind}.html"


@once
def rows_of(pad, stage) -> list[Row]:
    """The rows of a stage in the order of its parts."""
    seats, asked = len(pad.everybody), pad.fields(stage)
    items = {key: item for item in stage.items_with(pad.options) for key in item.counted_from}
    rows: list[Row] = []
    for number, part in enumerate(stage.parts or (Part(None, tuple(asked)),), 1):  # type: ignore[arg-type]  # undivided
        fields = tuple(field for field in part.fields if field in asked)
        if part.pad:
            rows.append(Row(f"part-{number}", COUNTS, part.label, "", fields, None, bool(rows)))
            continue
        for field in fields:
            begins, limit = bool(rows) and field is fields[0], field.supply_for(seats)
            item = items.get(field.key)
            rows.append(Row(field.key, field.kind, field.label, field.icon, (field,), limit, begins, item))
    return rows


@once
def house_rules(pad) -> list[tuple]:
    """What this table plays otherwise than usual: (option, what was chosen) each."""
    switches = [option for option in pad.game.options if option.choices and not option.confirm]
    chosen = [(option, pad.options[option.key]) for option in switches if pad.options[option.key] != option.default]
    return [
        (option, next(choice.label for choice in option.choices if choice.value == value)) for option, value in chosen
    ]


@once
def how_far(pad, stage) -> dict:
    """In how many rows something stands for each seat, and how many there are, by the seat's number."""
    its_rows = rows_of(pad, stage)
    begun = {
        card.seat.pk: sum(any(field.key in card.entries for field in row.fields) for row in its_rows)
        for card in pad.cards_of(stage)
    }
    return {seat: (number, len(its_rows)) for seat, number in begun.items()}
