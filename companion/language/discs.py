"""What stands for people where there is little room: a disc in their colour, with their initials."""

from collections import Counter
from typing import NamedTuple

from .short_names import initials

# The colours of people are numbered from 1, as `--p1` to `--p8` in `static/css/caravan.css`.
COLOURS = 8


class Disc(NamedTuple):
    """A person's disc: their colour from 1 to 8, 0 for none, and one or two letters."""

    colour: int
    letters: str


def free_colours(taken) -> list[int]:
    """Return the colours that a new person may choose from, where others have these; the first is what they get.

    >>> free_colours([1, 3])
    [2, 4, 5, 6, 7, 8]

    Once each is taken, those that fewest people have are free again.

    >>> free_colours([1, 2, 3, 4, 5, 6, 7, 8, 1])
    [2, 3, 4, 5, 6, 7, 8]
    """
    numbers = Counter(taken)
    fewest = min(numbers[colour] for colour in range(1, COLOURS + 1))
    return [colour for colour in range(1, COLOURS + 1) if numbers[colour] == fewest]


def give_colours(new, known):
    """Give each of these new players the colour they have chosen, if it is free beside those known, or the next one."""
    taken = [player.colour for player in known]
    for player in new:
        free = free_colours(taken)
        player.colour = player.colour if player.colour in free else free[0]
        taken.append(player.colour)


def discs_of(players) -> dict[int, Disc]:
    """Return the disc of each of these players, who are all that are seen together, by their numbers."""
    letters = initials([player.name for player in players])
    return {player.pk: Disc(player.colour, its) for player, its in zip(players, letters, strict=True)}
