"""Random distribution of the things in a box, for made-up plays."""

from collections import Counter
from dataclasses import dataclass
from random import Random

# The usual maximum of something that the box doesn't limit.
MUCH = 20
MOST_ENTRIES = 3
# Fewer seats don't share out the whole box.
FEWEST_SHARERS = 3


@dataclass(frozen=True)
class Lot:
    """A source of random holdings.

    `chance` is the random generator, so a seed repeats the plays. `skill` has a weight for each seat: twice the weight
    holds about twice as much. `fill` is the share of the box that the table holds, from 0 to 1.
    """

    chance: Random
    skill: list[float]
    fill: float

    @property
    def part(self) -> float:
        """The share of the box that this table holds; less with few seats."""
        return self.fill * min(1, len(self.skill) / FEWEST_SHARERS)

    def shares(self, number: int) -> list[int]:
        """Return a random distribution of `number` things over the seats."""
        held = Counter(self.chance.choices(range(len(self.skill)), self.skill, k=max(0, number)))
        return [held[seat] for seat in range(len(self.skill))]
