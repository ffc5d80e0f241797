"""Which names are one name: of people who are called differently elsewhere, and of games with long titles."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from companion.language.folding import folded

# So much of two names has to be alike; below it they only share letters.
ALIKE = 0.84
MOST_LIKE = 3
NO_WORD = re.compile(r"[\W_]+")


def plain(name: str) -> str:
    """A name without what people write in different ways: case, accents, signs between words."""
    return NO_WORD.sub(" ", folded(name)).strip()


def like(name: str, others: Iterable[str], *, begins) -> list[str]:
    """Those of other names, all of them plain, that may mean the same, the most alike first.

    `begins(name, other)`: whether one may be the other's short form.
    """
    rated = [(1.0 if begins(name, other) else alike(name, other), other) for other in others]
    return [other for rate, other in sorted(rated, reverse=True) if rate >= ALIKE][:MOST_LIKE]


def alike(one: str, other: str) -> float:
    """How much of two names is alike, from 0 to 1; quick where little is."""
    if not one or not other or min(len(one), len(other)) < 4:
        return 0
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if matcher.real_quick_ratio() < ALIKE or matcher.quick_ratio() < ALIKE:
        return 0
    return matcher.ratio()


def same_first_name(one: str, other: str) -> bool:
    """Whether two people may be one: Anna and Anna M, Ben and Benjamin; not Anna K and Anna M."""
    a, b = sorted((one.split(), other.split()), key=len)
    if not a or not b or (len(a) > 1 and a[1:] != b[1 : len(a)]):
        return False
    short, long = sorted((a[0], b[0]), key=len)
    return short == long or (len(short) >= 3 and long.startswith(short))


def is_part_of_series(one: str, other: str) -> bool:
    """Whether one title begins with the other, as those of expansions and editions do."""
    short, long = sorted((one, other), key=len)
    return len(short) >= 4 and long.startswith(f"{short} ")
