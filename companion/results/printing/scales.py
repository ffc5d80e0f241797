"""The scales of a game below its sheet: the points for each number of things, one line per table.

All lengths are in millimetres. The stylesheet uses the same sizes: change both together.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.language.texts import minus, say
from companion.rules.kit import Item

from .paper import POINT, count_lines

# Widths of the labels and of a box; line height, font size in points, and the gap above.
WORDS, SMALL_WORDS, BOXES = 52, 36, (9, 8, 7, 6)
LINE, SIZE, GAP = 4.6, 7.5, 3
# The width of a digit, and the free space beside a figure.
SIGN, AROUND = 1.6, 1
# Separates the common part of labels from the rest: "science: compasses" and "science: gears" are one table.
HEAD = ": "


@dataclass(frozen=True)
class Scales:
    """Tables of points for 0, 1, 2 … of something: the numbers above, and each table's label with its points.

    `words`: the width of the labels, in mm. `box`: the width of a box, in mm.
    """

    numbers: list[int]
    tables: list[tuple[str, list[str]]]
    words: int
    box: int

    @property
    def height(self) -> float:
        heights = [
            max(LINE, count_lines(words, self.words - 1, SIZE) * SIZE * POINT * 1.2 + 1) for words, _ in self.tables
        ]
        return GAP + LINE + sum(heights)


def scales_of(items: Iterable[Item], *, room: float, is_small: bool) -> Scales | None:
    """Return the tables of these rows if they fit this width in mm, else None."""
    labels: dict[tuple[int, ...], list[str]] = {}
    for item in items:
        if item.scale and say(item.label) not in (labels_of_scale := labels.setdefault(item.scale, [])):
            labels_of_scale.append(say(item.label))
    if not labels:
        return None
    longest = max(map(len, labels))
    numbers = [number for number in range(longest) if any(scale[number : number + 1] != (0,) for scale in labels)]
    numbers = list(range(numbers[0] if numbers else 0, longest))
    tables = [
        (join_labels(labels_of_scale), [minus(scale[number]) if number < len(scale) else "" for number in numbers])
        for scale, labels_of_scale in labels.items()
    ]
    widest = max(len(points) for _, figures in tables for points in figures) * SIGN + AROUND
    words = SMALL_WORDS if is_small else WORDS
    box = next((box for box in BOXES if box >= widest and words + box * len(numbers) <= room), None)
    return Scales(numbers, tables, words, box) if box else None


def join_labels(labels: list[str]) -> str:
    """Return the labels of rows with the same table, with a shared prefix only once.

    >>> join_labels(["science: gears", "science: tablets"]), join_labels(["fields", "sheep"])
    ('science: gears · tablets', 'fields · sheep')
    """
    heads = {label.partition(HEAD)[0] for label in labels if HEAD in label}
    if len(heads) == 1 and all(HEAD in label for label in labels):
        labels = [labels[0], *(label.partition(HEAD)[2] for label in labels[1:])]
    return " · ".join(labels)
