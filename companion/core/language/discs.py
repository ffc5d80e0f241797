"""Discs of people: each has a colour and shows one or two letters of the name."""

from collections import Counter
from typing import NamedTuple

from companion.rules.scoring.play_format import COLOURS

from .short_names import initials


class Disc(NamedTuple):
    """A person's disc: a colour from 1 to 8 (`--p1` to `--p8` in the styles), 0 for none, and one or two letters."""

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
    """Return the discs of players who are seen together, by their numbers."""
    letters = initials([player.name for player in players])
    return {player.pk: Disc(player.colour, initial) for player, initial in zip(players, letters, strict=True)}
