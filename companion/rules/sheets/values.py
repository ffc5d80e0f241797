"""Points from a table."""

from dataclasses import dataclass

from companion.rules.kit import Text, gettext, signed

# The number of values beside a row on paper.
MOST_TOLD = 12


@dataclass(frozen=True)
class Steps:
    """A table with the points of 0, 1, 2 …; each `further` one adds to the last value, or nothing if that is None."""

    values: tuple[int, ...]
    further: int | None = None

    def of(self, number: int) -> int:
        """Return the points of a number; negative numbers score like 0."""
        last = len(self.values) - 1
        if number <= last:
            return self.values[max(0, number)]
        return self.values[last] + (number - last) * (self.further or 0)

    @property
    def scale(self) -> tuple[int, ...]:
        """The points of a printed table; empty if the table has no end."""
        return () if self.further else self.values

    @property
    def worth(self) -> Text:
        """The table as a short note: the points for each if they are all equal, else the table."""
        return (
            gettext("%(points)s each", points=signed(self.further))
            if self.values == (0,) and self.further
            else self.told
        )

    @property
    def told(self) -> Text:
        """The table as printed beside the row on a score sheet."""
        values = " ".join(map(signed, self.values[:MOST_TOLD])) + (" …" if len(self.values) > MOST_TOLD else "")
        if self.further:
            return gettext("%(values)s, each further %(more)s", values=values, more=signed(self.further))
        return gettext("0, 1, 2 …: %(values)s", values=values)
