"""The fonts that pictures are written in: what can be written with them, and how wide it becomes.

They lie beside this file, made by `scripts/fonts`, so that every machine draws the same.
"""

import functools
import itertools
import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parent / "fonts"
# Which font of each face writes what Latin letters are in, and what is Japanese.
LATIN = {"sans": "sans.ttf", "bold": "sans-bold.ttf", "serif": "serif-bold.ttf"}
JAPANESE = "sans-jp.otf"
FILES = [str(FOLDER / name) for name in (*LATIN.values(), JAPANESE)]
ELLIPSIS = "…"


class Run(NamedTuple):
    """Signs of a text that one font writes; `is_japanese`: the font that has one weight only."""

    text: str
    is_japanese: bool


@functools.cache
def widths(name) -> dict[int, float]:
    """How wide each sign of a font is, in parts of the height of the letters."""
    with TTFont(FOLDER / name, lazy=True) as font:
        advances, units = font["hmtx"], font["head"].unitsPerEm
        return {code: advances[glyph][0] / units for code, glyph in font.getBestCmap().items()}


def writable(text) -> str:
    """A text with the signs that the fonts have, in one line: others are left out, and never an empty box."""
    latin, japanese = widths(LATIN["sans"]), widths(JAPANESE)
    seen = [sign for sign in " ".join(str(text).split()) if unicodedata.category(sign)[0] != "C"]
    kept = "".join(sign for sign in seen if ord(sign) in latin or ord(sign) in japanese)
    return " ".join(kept.split())


def runs(text) -> list[Run]:
    """A text in pieces of one font each."""
    latin = widths(LATIN["sans"])
    pieces = itertools.groupby(text, lambda sign: ord(sign) not in latin)
    return [Run("".join(signs), is_japanese) for is_japanese, signs in pieces]


def width(text, face, size) -> float:
    """How wide a writable text becomes in letters of this size, in pixels."""
    latin, japanese = widths(LATIN[face]), widths(JAPANESE)
    return size * sum(latin.get(ord(sign)) or japanese.get(ord(sign), 0) for sign in text)


def size_that_fits(text, face, *, room, most, least) -> int:
    """The largest size in which a text has room, between these two."""
    wide = width(text, face, 1)
    return max(least, min(most, int(room / wide))) if wide else most


def cut(text, face, size, *, room) -> str:
    """The text where it has room, else as much of it as has, with an ellipsis."""
    if width(text, face, size) <= room:
        return text
    while text and width(text + ELLIPSIS, face, size) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def in_lines(text, face, *, room, sizes, most) -> tuple[int, list[str]]:
    """The largest of these sizes in which a text has room in `most` lines, and these; in the smallest it is cut."""
    for size in sizes:
        found = lines(text, face, size, room=room, most=most)
        if not any(line.endswith(ELLIPSIS) for line in found):
            break
    return size, found


def lines(text, face, size, *, room, most, indent=0) -> list[str]:
    """A text in lines, broken between words, or between the signs of Japanese; the last of `most` lines is cut.

    `indent`: by how much narrower the first one has to be.
    """
    found: list[str] = [""]
    for word in words(text):
        its_room = room - indent if len(found) == 1 else room
        if found[-1] and width((found[-1] + word).rstrip(), face, size) > its_room:
            found.append("")
        found[-1] += word.lstrip() if not found[-1] else word
    kept = [line.rstrip() for line in found]
    if len(kept) > most:
        kept = [*kept[: most - 1], " ".join(kept[most - 1 :])]
    return [cut(line, face, size, room=room) for line in kept]


# What never begins a line.
NEVER_FIRST = "、。,.!?)」』）】〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ・：；！？"


AFTER_A_BLANK = re.compile(r"[^ -]*[ -]|[^ -]+$")


def words(text) -> list[str]:
    """The pieces of a text between which a line may end, each with the blank after it."""
    found: list[str] = []
    for run in runs(text):
        if not run.is_japanese:
            found += AFTER_A_BLANK.findall(run.text)
            continue
        for sign in run.text:
            if found and sign in NEVER_FIRST:
                found[-1] += sign
            else:
                found.append(sign)
    return found
