"""What came of a fault."""

from dataclasses import dataclass, field


class LeftOut(Exception):
    """This machine cannot cause the fault; the message says what it lacks."""


@dataclass
class Found:
    """The figures of a fault (numbers, or words), by their names, and a sentence for each promise that did not hold."""

    figures: dict
    broken: list = field(default_factory=list)

    def expect(self, sentence, kept):
        """Note the sentence if what it speaks against was not kept."""
        if not kept:
            self.broken.append(sentence)

    def told(self) -> str:
        return ", ".join(f"{shown(value)} {name}" for name, value in self.figures.items())


def shown(value) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"
