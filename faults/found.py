"""The results of a fault."""

from dataclasses import dataclass, field


class LeftOut(Exception):
    """Raised if this machine can't cause the fault. The message says what is missing."""


@dataclass
class Found:
    """The figures of a fault (numbers or texts) by name, and a sentence for each broken promise."""

    figures: dict
    broken: list = field(default_factory=list)

    def expect(self, sentence, kept):
        """Note the sentence, which describes the failure, unless `kept`."""
        if not kept:
            self.broken.append(sentence)

    def told(self) -> str:
        return ", ".join(f"{name}: {shown(value)}" for name, value in self.figures.items())


def shown(value) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"
