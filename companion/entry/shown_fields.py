"""The fields of a card as a page shows them, whether it was read or has just been typed."""

from dataclasses import dataclass
from typing import Any

from companion.core.language.texts import say
from companion.core.language.typed import clean_entry


@dataclass(frozen=True, slots=True)
class ShownField:
    """A field of the rules (`kit`) in a page: its input's name and id, and what stands in it as text.

    `limit` is what the box holds with these seats and `start` what the stage began with, None where there is none.
    """

    kit: Any
    name: str
    id: str
    value: str
    is_wrong: bool
    limit: int | None
    start: Any

    @property
    def label(self) -> str:
        return say(self.kit.label)

    @property
    def template(self) -> str:
        """The template that shows this kind of field."""
        return f"entry/fields/_{self.kit.kind}.html"

    @property
    def places(self):
        """(number from 1, the card's value or nothing) of each place of a display, row by row."""
        return enumerate(self.kit.split_inputs(self.value), 1)

    @property
    def things(self):
        """(thing, whether it is picked here) of each thing of a field."""
        picked = self.kit.split_inputs(self.value)
        return [(thing, thing.key in picked) for thing in self.kit.things]

    @property
    def cards(self):
        """(value, symbol, points) of each card that can lie in a place of a display."""
        kit = self.kit
        return [(f"{symbol.key} {points}", symbol, points) for symbol in kit.symbols for points in kit.points]


def shown_fields(pad, card, fields, *, starts=None, prefix="") -> list[ShownField]:
    """These fields of a card as they are stored; `prefix` tells the ids of several cards of one page apart."""
    seats, starts = len(pad.everybody), starts or {}
    return [
        ShownField(
            field,
            field.key,
            prefix + field.key,
            typed := card.typed(field),
            is_wrong(field, typed, seats),
            field.supply_for(seats),
            starts.get(field.key),
        )
        for field in fields
    ]


def is_wrong(field, typed, seats) -> bool:
    """Whether what stands in a field cannot be right."""
    entry = field.read(clean_entry(typed))
    return entry is not None and field.clean(entry, seats=seats)[1] is not None
