"""What decides by lot who holds how much, for plays that could have been."""

from collections import Counter
from dataclasses import dataclass
from random import Random

# What the box does not limit, nobody usually has more of.
MUCH = 20
MOST_ENTRIES = 3
# At a table of fewer, the box is not emptied either.
FEWEST_SHARERS = 3


@dataclass(frozen=True)
class Lot:
    """What decides who holds how much.

    With the same seed `chance` draws the same. `skill` has a number for each seat: who has twice as much holds about
    twice as much. `fill` is how much of what there is the table holds, from 0 to 1.
    """

    chance: Random
    skill: list[float]
    fill: float

    @property
    def part(self) -> float:
        """What part of the box the table shares."""
        return self.fill * min(1, len(self.skill) / FEWEST_SHARERS)

    def shares(self, number: int) -> list[int]:
        """So many things, each of which falls to one of the seats."""
        held = Counter(self.chance.choices(range(len(self.skill)), self.skill, k=max(0, number)))
        return [held[seat] for seat in range(len(self.skill))]
