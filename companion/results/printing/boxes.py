"""The boxes of a round, and their words: whole ones if they fit, else short ones that are explained below.

All lengths are millimetres. The stylesheet draws what is reckoned here: who changes one changes the other.
"""

import unicodedata
from dataclasses import dataclass, replace

from companion.core.language.hyphens import NO_WIDTH_SPACE, SOFT_HYPHEN, divided
from companion.core.language.short_names import FEWEST_LETTERS, short_across

from .paper import POINT

# The size of the words in points, how high a line of them is, and what is left free beside them: more than a space.
WORD, LINE, AROUND = 7, 2.6, 1.1
# A word takes so many lines at most in its box, and above its column.
MOST_LINES_INSIDE, MOST_LINES = 2, 8
# Letters of a wide font, such as DejaVu Sans, take so much of their height.
WIDTHS = {"ijlI.,:;’'!| ": 0.32, f"frt()[]/-{SOFT_HYPHEN}": 0.41, "csz": 0.55, "aekovxy": 0.615, "mwMW%@±": 0.98}
USUAL, UPPER = 0.635, 0.78
SUM_SIGN = "Σ"


@dataclass(frozen=True)
class Box:
    """A box of a round: what is written there, over how many columns, and how many lines its word takes.

    `word`: what stands there, with soft hyphens; a short one if all of it is too long.
    """

    label: str
    columns: int = 1
    word: str = ""
    is_total: bool = False
    is_short: bool = False
    lines: int = 1


def rows_of(labels: list[str], across: int) -> tuple[tuple[Box, ...], ...]:
    """Boxes in rows of so many columns; the total, which is the last, fills what is left of its row."""
    boxes = [Box(label) for label in labels[:-1]]
    boxes += [Box(labels[-1], columns=across - len(boxes) % across, is_total=True)]
    return tuple(tuple(boxes[start : start + across]) for start in range(0, len(boxes), across))


def with_words(rounds: tuple[tuple[Box, ...], ...], width: float) -> tuple[tuple[Box, ...], ...]:
    """Return boxes of which one column is so wide, with a short word for each that is too long for its box."""
    boxes = [box for row in rounds for box in row]
    letters = int((width - AROUND) / (USUAL * WORD * POINT))
    shorts = short_labels([box.label for box in boxes], max(3, letters))

    def worded(box: Box, short: str) -> Box:
        room, word = width * box.columns - AROUND, divided(box.label)
        if lines := lines_of_word(word, room):
            return replace(box, word=word, lines=lines)
        if box.is_total:
            return replace(box, word=SUM_SIGN)
        return replace(
            box, word=short, is_short=short != box.label, lines=lines_of_word(short, room) or MOST_LINES_INSIDE
        )

    named = iter([worded(box, short) for box, short in zip(boxes, shorts, strict=True)])
    return tuple(tuple(next(named) for _ in row) for row in rounds)


def short_labels(labels: list[str], letters: int) -> list[str]:
    """Return labels that are no longer than so many Latin letters, or half as many kanji or kana.

    What is in brackets is left out if it tells none from another. Japanese ones that begin alike keep their last word.
    """
    bare = [label.partition(" (")[0] for label in labels]
    shorts = short_across(bare if len(set(bare)) == len(set(labels)) else labels, letters=letters)
    return [around(label) if short in labels else short for label, short in zip(labels, shorts, strict=True)]


def around(label: str) -> str:
    """Return how a Japanese label begins, and its last word; any other as it is."""
    first, *others = divided(label).split(NO_WIDTH_SPACE)
    return f"{first[:FEWEST_LETTERS]}.{NO_WIDTH_SPACE}{others[-1]}" if others else label


def has_room_for(word: str, width: float) -> bool:
    """Return whether a word stands in one line in a box of this width."""
    return lines_of_word(word, width - AROUND) == 1


def lines_of_word(text: str, width: float) -> int:
    """Return how many lines a text with soft hyphens takes in a box; 0 if a part is too wide, or all of it too long."""
    lines, used, before = 1, 0.0, ""
    for part in parts_of(text):
        long = width_of_word(part.rstrip())
        if long > width:
            return 0
        if used + width_of_word(before) + long > width:
            lines, used, before = lines + 1, 0.0, ""
        used += width_of_word(before) + long
        before = " " if part.endswith(" ") else ""
    return lines if lines <= MOST_LINES else 0


def parts_of(text: str) -> list[str]:
    """Return the parts between which a line may end, with the space, hyphen or ・ that follows.

    >>> parts_of("red thr\\u00adees"), parts_of("グランド・ティチュー")
    (['red ', 'thr\\xad', 'ees'], ['グランド・', 'ティチュー'])
    """
    parts = [""]
    for sign in text:
        parts[-1] += sign.replace(NO_WIDTH_SPACE, "")
        if sign in f" -–・{NO_WIDTH_SPACE}{SOFT_HYPHEN}":
            parts.append("")
    return [part for part in parts if part]


def width_of_word(text: str) -> float:
    """Return about how wide a short word is at most, in any font."""
    return sum(map(width_of_letter, text)) * WORD * POINT


def width_of_letter(letter: str) -> float:
    """Return how much of its height a letter takes."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1
    known = next((width for letters, width in WIDTHS.items() if letter in letters), USUAL)
    return UPPER if letter.isupper() and known == USUAL else known
