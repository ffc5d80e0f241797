"""The sheet of a stage while it is counted: a row for what is counted, a column for each seat."""

from dataclasses import dataclass
from typing import Any

from companion.cards.shown import shown_fields
from companion.language.short_names import short_names
from companion.rules.kit import Item, Part
from companion.server.compiled import fragment
from companion.server.kept import once

from .saved import faulty_seats

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
def sheet(pad, stage, _language, table_language) -> str:
    """The sheet as it stands, which is the same on all phones of a table that speak a language."""
    return sheet_with(pad, stage, table_language, forms={})


def sheet_with(pad, stage, table_language, *, forms, correction=False) -> str:
    """The sheet; in the columns of these seats with what was typed into their `forms`.

    A `correction` is one form for all columns; else each has its own.
    """
    cards = pad.cards_of(stage)
    shown: dict[tuple, tuple] = {}
    for card in cards:
        starts = pad.starts(card.seat, stage)
        prefix, form = f"{card.seat.pk}-", forms.get(card.seat)
        fields = form.shown if form else shown_fields(pad, card, pad.fields(stage), starts=starts)
        shown |= {(card.seat.pk, each.kit.key): (each, prefix + each.kit.key) for each in fields}
    rows = [
        (row, [(card, [shown[card.seat.pk, field.key] for field in row.fields]) for card in cards])
        for row in rows_of(pad, stage)
    ]
    context = {
        "play": pad.play,
        "stage": stage,
        "correction": correction,
        "columns": list(zip(cards, short_names([card.seat.player.name for card in cards]), strict=True)),
        "rows": rows,
        "options": pad.options,
        "compares": any(row.item and row.item.compared and row.item.brings for row, _ in rows),
        "table_language": table_language,
        "faulty": faulty_seats(pad, stage),
        "sums": [(card, [line for its in pad.sums(card) for line in its]) for card in cards if not correction],
    }
    return fragment("plays/_sheet.html", context)
