"""What a number brings by a table."""

from dataclasses import dataclass

from companion.rules.kit import Text, gettext, signed

# As many stand beside a row on paper.
MOST_TOLD = 12


@dataclass(frozen=True)
class Steps:
    """A table: what 0, 1, 2 … bring, and what each `further` one adds; without it more brings as much as the last."""

    values: tuple[int, ...]
    further: int | None = None

    def of(self, number: int) -> int:
        """What so many bring; fewer than none bring what none does."""
        last = len(self.values) - 1
        if number <= last:
            return self.values[max(0, number)]
        return self.values[last] + (number - last) * (self.further or 0)

    @property
    def scale(self) -> tuple[int, ...]:
        """Return the points of a printed table; none if the table goes on without end."""
        return () if self.further else self.values

    @property
    def worth(self) -> Text:
        """The table in few words: what each brings if all bring as much, else as it is printed."""
        return (
            gettext("%(points)s each", points=signed(self.further))
            if self.values == (0,) and self.further
            else self.told
        )

    @property
    def told(self) -> Text:
        """The table as a score sheet prints it beside the row."""
        values = " ".join(map(signed, self.values[:MOST_TOLD])) + (" …" if len(self.values) > MOST_TOLD else "")
        if self.further:
            return gettext("%(values)s, each further %(more)s", values=values, more=signed(self.further))
        return gettext("0, 1, 2 …: %(values)s", values=values)
