"""The fonts of pictures: which characters they have, and how wide a text is.

`scripts/fonts` makes the font files in this package, so that every machine draws the same.
"""

import functools
import itertools
import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parent / "fonts"
# The font of each face, and the one for Japanese characters.
LATIN = {"sans": "sans.ttf", "bold": "sans-bold.ttf", "serif": "serif-bold.ttf"}
JAPANESE = "sans-jp.otf"
FILES = [str(FOLDER / name) for name in (*LATIN.values(), JAPANESE)]
ELLIPSIS = "…"


class Run(NamedTuple):
    """Characters of a text in one font; `is_japanese`: the Japanese font, which has a single weight."""

    text: str
    is_japanese: bool


@functools.cache
def glyph_widths(name) -> dict[int, float]:
    """Return the width of each character of a font, relative to the font size."""
    with TTFont(FOLDER / name, lazy=True) as font:
        advances, units = font["hmtx"], font["head"].unitsPerEm
        return {code: advances[glyph][0] / units for code, glyph in font.getBestCmap().items()}


def drop_unwritable(text) -> str:
    """Return a text on one line without control characters and characters that the fonts lack."""
    latin, japanese = glyph_widths(LATIN["sans"]), glyph_widths(JAPANESE)
    printable = [sign for sign in " ".join(str(text).split()) if unicodedata.category(sign)[0] != "C"]
    written = "".join(sign for sign in printable if ord(sign) in latin or ord(sign) in japanese)
    return " ".join(written.split())


def split_runs(text) -> list[Run]:
    """Return a text in pieces of one font each."""
    latin = glyph_widths(LATIN["sans"])
    pieces = itertools.groupby(text, lambda sign: ord(sign) not in latin)
    return [Run("".join(signs), is_japanese) for is_japanese, signs in pieces]


def text_width(text, face, size) -> float:
    """Return the width of a writable text at this font size, in pixels."""
    latin, japanese = glyph_widths(LATIN[face]), glyph_widths(JAPANESE)
    return size * sum(latin.get(ord(sign)) or japanese.get(ord(sign), 0) for sign in text)


def fit_size(text, face, *, room, most, least) -> int:
    """Return the largest font size between these two at which a text fits; `least` if none does."""
    width = text_width(text, face, 1)
    return max(least, min(most, int(room / width))) if width else most


def shorten(text, face, size, *, room) -> str:
    """Return the text if it fits, else the start of it with an ellipsis."""
    if text_width(text, face, size) <= room:
        return text
    while text and text_width(text + ELLIPSIS, face, size) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def fit_lines(text, face, *, room, sizes, most) -> tuple[int, list[str]]:
    """Return the first of these sizes at which a text fits on `most` lines, and its lines; shortened at the last."""
    for size in sizes:
        found = break_lines(text, face, size, room=room, most=most)
        if not any(line.endswith(ELLIPSIS) for line in found):
            break
    return size, found


def break_lines(text, face, size, *, room, most, indent=0) -> list[str]:
    """Return a text in lines, broken between words or Japanese characters; the last of `most` lines is shortened.

    `indent`: by how much narrower the first line is, in pixels.
    """
    found: list[str] = [""]
    for word in split_words(text):
        line_room = room - indent if len(found) == 1 else room
        if found[-1] and text_width((found[-1] + word).rstrip(), face, size) > line_room:
            found.append("")
        found[-1] += word.lstrip() if not found[-1] else word
    texts = [line.rstrip() for line in found]
    if len(texts) > most:
        texts = [*texts[: most - 1], " ".join(texts[most - 1 :])]
    return [shorten(line, face, size, room=room) for line in texts]


# Characters that never begin a line.
NEVER_FIRST = "、。,.!?)」』）】〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ・：；！？"

WORDS = re.compile(r"[^ -]*[ -]|[^ -]+$")


def split_words(text) -> list[str]:
    """Return the pieces of a text between which a line may break, each with the following space."""
    found: list[str] = []
    for run in split_runs(text):
        if not run.is_japanese:
            found += WORDS.findall(run.text)
            continue
        for sign in run.text:
            if found and sign in NEVER_FIRST:
                found[-1] += sign
            else:
                found.append(sign)
    return found
