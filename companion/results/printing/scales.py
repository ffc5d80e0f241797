"""The tables of a game beneath its sheet: what so many of something bring, a line for each table.

All lengths are millimetres. The stylesheet draws what is reckoned here: who changes one changes the other.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.language.texts import minus, say
from companion.rules.kit import Item

from .paper import POINT, lines_of

# How wide the words and how wide a box may be; how high a line is, the size of its words in points, and the gap above.
WORDS, SMALL_WORDS, BOXES = 52, 36, (9, 8, 7, 6)
LINE, SIZE, GAP = 4.6, 7.5, 3
# So wide is a sign of a figure, and what is left free beside it.
SIGN, AROUND = 1.6, 1
# Separates the common part of labels from the rest: "science: compasses" and "science: gears" are one table.
HEAD = ": "


@dataclass(frozen=True)
class Scales:
    """Tables of points for 0, 1, 2 … of something: the numbers above, and the words of each table with its points."""

    numbers: list[int]
    tables: list[tuple[str, list[str]]]
    words: int
    box: int

    @property
    def height(self) -> float:
        heights = [
            max(LINE, lines_of(words, self.words - 1, SIZE) * SIZE * POINT * 1.2 + 1) for words, _ in self.tables
        ]
        return GAP + LINE + sum(heights)


def scales_of(items: Iterable[Item], *, room: float, is_small: bool) -> Scales | None:
    """Return the tables of these rows as far as they fit this width; None if there are none."""
    labels: dict[tuple[int, ...], list[str]] = {}
    for item in items:
        if item.scale and say(item.label) not in (alike := labels.setdefault(item.scale, [])):
            alike.append(say(item.label))
    if not labels:
        return None
    longest = max(map(len, labels))
    numbers = [number for number in range(longest) if any(scale[number : number + 1] != (0,) for scale in labels)]
    numbers = list(range(numbers[0] if numbers else 0, longest))
    tables = [
        (together(alike), [minus(scale[number]) if number < len(scale) else "" for number in numbers])
        for scale, alike in labels.items()
    ]
    widest = max(len(points) for _, figures in tables for points in figures) * SIGN + AROUND
    words = SMALL_WORDS if is_small else WORDS
    box = next((box for box in BOXES if box >= widest and words + box * len(numbers) <= room), None)
    return Scales(numbers, tables, words, box) if box else None


def together(labels: list[str]) -> str:
    """Return the words of rows with one table, what they begin with alike only once.

    >>> together(["science: gears", "science: tablets"]), together(["fields", "sheep"])
    ('science: gears · tablets', 'fields · sheep')
    """
    heads = {label.partition(HEAD)[0] for label in labels if HEAD in label}
    if len(heads) == 1 and all(HEAD in label for label in labels):
        labels = [labels[0], *(label.partition(HEAD)[2] for label in labels[1:])]
    return " · ".join(labels)
