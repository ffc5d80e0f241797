"""Shortens names for the heads of columns, so that they stay distinct."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from companion.rules.scoring.sharing import AND

# Letters that fit in a fifth of a narrow phone.
ROOM = 6
FEWEST_LETTERS = 3
# Instead of a longer start, a name is written with its start and end.
LONGEST_START = 12
JOINER = "\u200d"
JOINS = (JOINER, "\ufe0f", "\u20e3")
HALVES_OF_FLAGS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
BETWEEN_WORDS = re.compile(r"[\s\-・]+")


class Starts:
    """Counts how many of these names share a start, or a start and an end."""

    def __init__(self, names: Sequence[str]):
        self.names = names
        self.starts = Counter(name[:length] for name in names for length in range(1, len(name) + 1))
        self.ends: dict[str, Counter[str]] = {}
        self.teams: dict[int, Counter[str]] = {}
        self.longest_team = max((len(name) for name in names if AND in name), default=0)

    def is_shared(self, start: str) -> bool:
        """Return whether more than one name has this start."""
        return self.starts[start] > 1

    def is_shared_with_end(self, start: str, end: str) -> bool:
        """Return whether more than one name has this start and this end."""
        if start not in self.ends:
            alike = [name for name in self.names if name.startswith(start)]
            self.ends[start] = Counter(name[-length:] for name in alike for length in range(1, len(name) + 1))
        return self.ends[start][end] > 1

    def is_shared_team(self, letters: int, start: str) -> bool:
        """Return whether more than one team has this start, with this many letters of each name."""
        if letters not in self.teams:
            self.teams[letters] = Counter(start_of_team(name, letters) for name in self.names)
        return self.teams[letters][start] > 1


def short_names(names: Sequence[str], *, room: int = ROOM) -> list[str]:
    """Return each name whole if it fits, else its first word with an initial, else its shortest distinct start.

    >>> short_names(["Anna", "Anna-Katharina", "Maximilian", "Maximiliane"])
    ['Anna', 'Anna-K.', 'Maximilian', 'Maximiliane']
    >>> short_names(["Maximilian", "Benedikt"])
    ['Max.', 'Ben.']
    >>> short_names(["Anna & Chris", "Ben & Dora", "Alex & Conny"])
    ['An&Ch', 'B&D', 'Al&Co']
    """
    starts = Starts(names)
    return [shorten_name(name, starts, room) for name in names]


def shorten_across(names: Sequence[str], *, letters: int) -> list[str]:
    """Return the names, shortened if they are longer than so many Latin letters, or half as many kanji or kana.

    >>> shorten_across(["Björn", "さくら", "健太郎"], letters=5)
    ['Björn', 'さくら', '健太郎']
    """
    starts = Starts(names)
    return [shorten_name(name, starts, letters // 2 if is_wide(name) else letters) for name in names]


def shorten_name(name: str, starts: Starts, room: int) -> str:
    # Teams are written alike: all whole, or all short.
    if (starts.longest_team if AND in name else len(name)) <= room:
        return name
    if AND in name:
        return shorten_team(name, starts)
    first = BETWEEN_WORDS.split(name)[0]
    if FEWEST_LETTERS <= len(first) <= room and len(first) + 1 < len(name):
        start = name[: len(first) + 2]
        if not starts.is_shared(start):
            return f"{start}."
    for length in range(FEWEST_LETTERS, len(name) - 1):
        start = name[:length].rstrip()
        if not is_combining(name[:length], name[length]) and not starts.is_shared(start):
            return f"{start}." if length <= max(room, LONGEST_START) else shorten_with_end(name, starts)
    return name if len(name) <= LONGEST_START else shorten_with_end(name, starts)


def shorten_with_end(name: str, starts: Starts) -> str:
    """Return the start of a name and as much of its end as makes it distinct.

    >>> names = ["Wolfeschlegelsteinhausenbergerdorff2", "Wolfeschlegelsteinhausenbergerdorff1"]
    >>> short_by_its_end(names[0], Starts(names))
    'Wol…2'
    """
    start = name[:FEWEST_LETTERS]
    for length in range(1, len(name) - FEWEST_LETTERS):
        end = name[-length:]
        is_split = is_combining(name[:-length], end[0]) or is_combining(start, name[FEWEST_LETTERS])
        if not is_split and not starts.is_shared_with_end(start, end):
            return f"{start}…{end}" if length + len(start) < len(name) - 1 else name
    return name


def letters_across(names: Sequence[str]) -> int:
    """Return the width in letters of the longest word of these names; a kanji counts as two."""
    words = [word for name in names for word in BETWEEN_WORDS.split(name)]
    return max((sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in word) for word in words), default=0)


def is_wide(name: str) -> bool:
    """Return whether a name has kanji or kana."""
    return any(unicodedata.east_asian_width(sign) in "WF" for sign in name)


def whole_or_short(names: Sequence[str], shorts: Sequence[str], *, letters: int) -> list[str]:
    """Return each name whole if its longest word fits in so many letters, else its short name."""
    return [name if letters_across([name]) <= letters else short for name, short in zip(names, shorts, strict=True)]


def shorten_team(name: str, starts: Starts) -> str:
    """Return the first letters of all names in a team, as many of each as make it distinct."""
    for letters in range(1, max(map(len, name.split(AND)))):
        start = start_of_team(name, letters)
        if not starts.is_shared_team(letters, start):
            return start
    return name


def start_of_team(team: str, letters: int) -> str:
    """Return the first letters of each name in a team."""
    return "&".join("".join(letters_of(each)[:letters]) for each in team.split(AND))


def initials(names: Sequence[str]) -> list[str]:
    """Return the first letter of each name for its disc, or its first two if another name has the same first letter.

    >>> initials(["Anna", "Ben", "Bodo"])
    ['A', 'Be', 'Bo']
    """
    signs = [letters_of(name) for name in names]
    firsts = Counter("".join(each[:1]) for each in signs)
    return ["".join(each[: 1 + (firsts["".join(each[:1])] > 1)]) for each in signs]


def letters_of(name: str) -> list[str]:
    """Return the letters of a name, each with its combining marks, the first one in upper case."""
    signs: list[str] = []
    for sign in name:
        if signs and is_combining(signs[-1], sign):
            signs[-1] += sign
        else:
            signs.append(sign if signs else sign.upper())
    return signs


def is_combining(before: str, sign: str) -> bool:
    """Return whether a character belongs to the one before it: a mark, or a part of an emoji or flag.

    >>> signs_of("👩‍👧Zoë🇩🇪🇯🇵")
    ['👩‍👧', 'Z', 'o', 'ë', '🇩🇪', '🇯🇵']
    """
    if sign in JOINS or before.endswith(JOINER):
        return True
    if sign in HALVES_OF_FLAGS:
        flags = len(before) - len(before.rstrip(HALVES_OF_FLAGS))
        return flags % 2 == 1
    return unicodedata.category(sign) in ("Mn", "Me", "Mc") or "\U0001f3fb" <= sign <= "\U0001f3ff"
