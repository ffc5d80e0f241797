"""What a seat has entered for a stage."""

from dataclasses import dataclass, field
from functools import cached_property

from companion.models import Seat
from companion.rules.kit import Stage
from companion.rules.kit.fields import Refused


@dataclass(frozen=True)
class Card:
    """What a seat has entered for a stage: the newest holdings that count, or nothing yet (revision 0)."""

    seat: Seat
    stage: Stage
    revision: int = 0
    entries: dict = field(default_factory=dict)
    starts: dict = field(default_factory=dict)
    is_in: bool = False

    @property
    def key(self):
        """What tells it apart from the others of its play."""
        return self.seat.pk, self.stage.key

    @cached_property
    def amounts(self) -> dict:
        """What can be right, by field."""
        return {key: entry for key, entry in self.entries.items() if not isinstance(entry, Refused)}

    @cached_property
    def refused(self) -> dict:
        """What cannot be right, as it was typed, by field."""
        return {key: entry.typed for key, entry in self.entries.items() if isinstance(entry, Refused)}

    @property
    def is_empty(self):
        return not self.entries and not self.is_in

    @property
    def is_counting(self):
        return not self.is_in and not self.is_empty

    def typed(self, field):
        """What stands in the field as text: the amount, what was refused as it was typed, or nothing."""
        if field.key in self.refused:
            return self.refused[field.key]
        return field.text(self.amounts[field.key]) if field.key in self.amounts else ""

    def shown(self, field):
        """What stands in the field as people read it, a dash for nothing."""
        if field.key in self.refused:
            return self.refused[field.key]
        return field.shown(self.amounts[field.key]) if field.key in self.amounts else "–"
