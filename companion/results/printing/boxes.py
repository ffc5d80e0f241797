"""The boxes of a round and their labels: whole if they fit, else short ones that are explained below.

All lengths are in millimetres. The stylesheet uses the same sizes: change both together.
"""

import unicodedata
from dataclasses import dataclass, replace

from companion.core.language.hyphens import NO_WIDTH_SPACE, SOFT_HYPHEN, divide
from companion.core.language.short_names import FEWEST_LETTERS, shorten_across

from .paper import POINT

# The size of the labels in points, their line height, and the free space beside them: more than a space.
WORD, LINE, AROUND = 7, 2.6, 1.1
# The most lines of a label, in its box and above its column.
MOST_LINES_INSIDE, MOST_LINES = 2, 8
# Widths of letters in a wide font such as DejaVu Sans, relative to the font size.
WIDTHS = {"ijlI.,:;’'!| ": 0.32, f"frt()[]/-{SOFT_HYPHEN}": 0.41, "csz": 0.55, "aekovxy": 0.615, "mwMW%@±": 0.98}
USUAL, UPPER = 0.635, 0.78
SUM_SIGN = "Σ"


@dataclass(frozen=True)
class Box:
    """A box of a round, which may span several columns.

    `word`: the label as printed, with soft hyphens; a short one if it is too long. `lines`: how many lines it takes.
    """

    label: str
    columns: int = 1
    word: str = ""
    is_total: bool = False
    is_short: bool = False
    lines: int = 1


def arrange_boxes(labels: list[str], across: int) -> tuple[tuple[Box, ...], ...]:
    """Return boxes in rows of so many columns; the total, which is last, fills the rest of its row."""
    boxes = [Box(label) for label in labels[:-1]]
    boxes += [Box(labels[-1], columns=across - len(boxes) % across, is_total=True)]
    return tuple(tuple(boxes[start : start + across]) for start in range(0, len(boxes), across))


def fit_labels(rounds: tuple[tuple[Box, ...], ...], width: float) -> tuple[tuple[Box, ...], ...]:
    """Return the boxes, one column of which has this width, with a short label if the whole one doesn't fit."""
    boxes = [box for row in rounds for box in row]
    letters = int((width - AROUND) / (USUAL * WORD * POINT))
    shorts = short_labels([box.label for box in boxes], max(3, letters))

    def fit_label(box: Box, short: str) -> Box:
        room, word = width * box.columns - AROUND, divide(box.label)
        if lines := count_word_lines(word, room):
            return replace(box, word=word, lines=lines)
        if box.is_total:
            return replace(box, word=SUM_SIGN)
        return replace(
            box, word=short, is_short=short != box.label, lines=count_word_lines(short, room) or MOST_LINES_INSIDE
        )

    named = iter([fit_label(box, short) for box, short in zip(boxes, shorts, strict=True)])
    return tuple(tuple(next(named) for _ in row) for row in rounds)


def short_labels(labels: list[str], letters: int) -> list[str]:
    """Return labels of at most so many Latin letters, or half as many kanji or kana.

    Text in brackets is left out if the labels stay distinct. Japanese labels with a shared prefix keep their last word.
    """
    bare = [label.partition(" (")[0] for label in labels]
    shorts = shorten_across(bare if len(set(bare)) == len(set(labels)) else labels, letters=letters)
    return [abbreviate(label) if short in labels else short for label, short in zip(labels, shorts, strict=True)]


def abbreviate(label: str) -> str:
    """Return the start and the last word of a Japanese label; other labels unchanged."""
    first, *others = divide(label).split(NO_WIDTH_SPACE)
    return f"{first[:FEWEST_LETTERS]}.{NO_WIDTH_SPACE}{others[-1]}" if others else label


def has_room_for(word: str, width: float) -> bool:
    """Return whether a word fits on one line in a box of this width."""
    return count_word_lines(word, width - AROUND) == 1


def count_word_lines(text: str, width: float) -> int:
    """Return how many lines a text with soft hyphens takes in a box; 0 if it doesn't fit."""
    lines, used, before = 1, 0.0, ""
    for part in split_at_breaks(text):
        long = width_of_word(part.rstrip())
        if long > width:
            return 0
        if used + width_of_word(before) + long > width:
            lines, used, before = lines + 1, 0.0, ""
        used += width_of_word(before) + long
        before = " " if part.endswith(" ") else ""
    return lines if lines <= MOST_LINES else 0


def split_at_breaks(text: str) -> list[str]:
    """Return the parts between which a line may break, with the space, hyphen or ・ that follows.

    >>> split_at_breaks("red thr\\u00adees"), split_at_breaks("グランド・ティチュー")
    (['red ', 'thr\\xad', 'ees'], ['グランド・', 'ティチュー'])
    """
    parts = [""]
    for sign in text:
        parts[-1] += sign.replace(NO_WIDTH_SPACE, "")
        if sign in f" -–・{NO_WIDTH_SPACE}{SOFT_HYPHEN}":
            parts.append("")
    return [part for part in parts if part]


def width_of_word(text: str) -> float:
    """Return about the greatest width of a short word in any font, in mm."""
    return sum(map(width_of_letter, text)) * WORD * POINT


def width_of_letter(letter: str) -> float:
    """Return the width of a letter relative to the font size."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1
    known = next((width for letters, width in WIDTHS.items() if letter in letters), USUAL)
    return UPPER if letter.isupper() and known == USUAL else known
