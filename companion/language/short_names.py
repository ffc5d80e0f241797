"""Names as short as the head of a column wants them, and still told apart."""

import re
import unicodedata
from collections.abc import Sequence

from companion.rules.scoring.sharing import AND

# So many letters have room in a fifth of a narrow phone.
ROOM = 6
FEWEST_LETTERS = 3
# A start that is longer says less than a start and an end.
LONGEST_START = 12
BETWEEN_WORDS = re.compile(r"[\s\-・]+")


def short_names(names: Sequence[str], *, room: int = ROOM) -> list[str]:
    """Each name where it has room, else its first word with an initial, else the shortest start that nobody shares.

    >>> short_names(["Anna", "Anna-Katharina", "Maximilian", "Maximiliane"])
    ['Anna', 'Anna-K.', 'Maximilian', 'Maximiliane']
    >>> short_names(["Maximilian", "Benedikt"])
    ['Max.', 'Ben.']
    >>> short_names(["Anna & Chris", "Ben & Dora", "Alex & Conny"])
    ['An&Ch', 'B&D', 'Al&Co']
    """
    return [short_name(name, [*names[:at], *names[at + 1 :]], room) for at, name in enumerate(names)]


def short_name(name: str, others: Sequence[str], room: int) -> str:
    if len(name) <= room:
        return name
    if AND in name:
        return short_team(name, others)
    first = BETWEEN_WORDS.split(name)[0]
    if FEWEST_LETTERS <= len(first) <= room and len(first) + 1 < len(name):
        start = name[: len(first) + 2]
        if not any(other.startswith(start) for other in others):
            return f"{start}."
    for length in range(FEWEST_LETTERS, len(name) - 1):
        start = name[:length].rstrip()
        # A mark belongs to the letter before it.
        if not unicodedata.combining(name[length]) and not any(other.startswith(start) for other in others):
            return f"{start}." if length <= max(room, LONGEST_START) else short_by_its_end(name, others)
    return name if len(name) <= LONGEST_START else short_by_its_end(name, others)


def short_by_its_end(name: str, others: Sequence[str]) -> str:
    """The start of a name whose others begin much alike, and as much of its end as tells it from them.

    >>> short_by_its_end("Wolfeschlegelsteinhausenbergerdorff2", ["Wolfeschlegelsteinhausenbergerdorff1"])
    'Wol…2'
    """
    start = name[:FEWEST_LETTERS]
    for length in range(1, len(name) - FEWEST_LETTERS):
        end = name[-length:]
        told = unicodedata.combining(end[0]) or unicodedata.combining(name[FEWEST_LETTERS])
        if not told and not any(other.startswith(start) and other.endswith(end) for other in others):
            return f"{start}…{end}" if length + len(start) < len(name) - 1 else name
    return name


def letters_across(names: Sequence[str]) -> int:
    """How many letters wide the longest word of these names is; a kanji is as wide as two."""
    words = [word for name in names for word in BETWEEN_WORDS.split(name)]
    return max((sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in word) for word in words), default=0)


def room_in(letters: int, names: Sequence[str]) -> int:
    """How many letters of these names have room where so many Latin ones have: half as many kanji or kana."""
    return letters // 2 if letters_across(names) > max(map(len, names), default=0) else letters


def whole_or_short(names: Sequence[str], shorts: Sequence[str], *, letters: int) -> list[str]:
    """Each name whole where its longest word is no wider than so many letters, else its short one."""
    return [name if letters_across([name]) <= letters else short for name, short in zip(names, shorts, strict=True)]


def short_team(name: str, others: Sequence[str]) -> str:
    """The first letters of all in a team, as many of each as tell it from other teams."""

    def begun(team: str, letters: int) -> str:
        return "&".join("".join(signs_of(each)[:letters]) for each in team.split(AND))

    longest = max(map(len, name.split(AND)))
    lengths = [number for number in range(1, longest) if begun(name, number) not in {begun(o, number) for o in others}]
    return begun(name, lengths[0]) if lengths else name


def initials(names: Sequence[str]) -> list[str]:
    """What stands in each name's disc: its first letter, or its first two where another name begins alike.

    >>> initials(["Anna", "Ben", "Bodo"])
    ['A', 'Be', 'Bo']
    """
    firsts = [signs_of(name)[:1] for name in names]
    return ["".join(signs_of(name)[: 1 + (firsts.count(first) > 1)]) for name, first in zip(names, firsts, strict=True)]


def signs_of(name: str) -> list[str]:
    """The letters of a name, the first one large, each with the marks that belong to it."""
    signs: list[str] = []
    for sign in name:
        if signs and unicodedata.combining(sign):
            signs[-1] += sign
        else:
            signs.append(sign if signs else sign.upper())
    return signs
