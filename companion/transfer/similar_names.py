"""Find names that may mean the same: people with different names elsewhere, long titles, expansions."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher

from django.conf import settings

from companion.core.language.folding import fold
from companion.core.language.texts import say_in
from companion.rules.kit import Expansion, Game, Text

# The least similarity of two names, from 0 to 1.
ALIKE = 0.84
MOST_LIKE = 3
NO_WORD = re.compile(r"[\W_]+")
# The most pairs of names that are looked at for a file, and the most that are compared letter by letter. A file of a
# thousand games stays below. The rest of a file that was made to take long isn't matched.
MOST_PAIRS, MOST_COMPARED = 5_000_000, 20_000
# The most names that a name is compared with letter by letter: those with the most pairs of letters in common.
MOST_RIVALS = 20


def simplify(name: str) -> str:
    """Return a name without what people write differently: case, accents, characters between words."""
    return NO_WORD.sub(" ", fold(name)).strip()


class NameIndex:
    """Plain names by their first letters and their pairs of letters, to find those similar to another name.

    `begins(name, other)` returns whether one may be the short form of the other. `pairs` and `compared` count the work;
    beyond `MOST_PAIRS` and `MOST_COMPARED` nothing more is found.
    """

    def __init__(self, names: Iterable[str], *, begins: Callable[[str, str], bool]) -> None:
        self.names = list(names)
        self.begins = begins
        self.pairs = self.compared = 0
        self.by_beginning: dict[str, list[int]] = defaultdict(list)
        self.by_letters: dict[str, list[int]] = defaultdict(list)
        for number, name in enumerate(self.names):
            self.by_beginning[get_beginning(name)].append(number)
            for letters in get_letter_pairs(name):
                self.by_letters[letters].append(number)

    def find_like(self, name: str) -> list[str]:
        """Return the names that may mean the same as this plain name, most similar first, three at most."""
        beginning_alike = self.limit_pairs(self.by_beginning.get(get_beginning(name), []))
        rated = {self.names[each]: 1.0 for each in beginning_alike if self.begins(name, self.names[each])}
        for other in self.find_rivals(name):
            short, long = sorted((len(name), len(other)))
            is_possible = short >= 4 and 2 * short >= ALIKE * (short + long)
            if other not in rated and is_possible and self.compared < MOST_COMPARED:
                self.compared += 1
                rated[other] = SequenceMatcher(None, name, other, autojunk=False).ratio()
        found = [(rate, other) for other, rate in rated.items() if rate >= ALIKE]
        return [other for _rate, other in sorted(found, reverse=True)][:MOST_LIKE]

    def find_rivals(self, name: str) -> list[str]:
        """Return the names that share the most pairs of letters with this one, at least half of the shorter's."""
        shared: Counter[int] = Counter()
        own = get_letter_pairs(name)
        for letters in own:
            shared.update(self.limit_pairs(self.by_letters.get(letters, [])))
        most = [(self.names[number], times) for number, times in shared.most_common(MOST_RIVALS)]
        return [other for other, times in most if 2 * times >= min(len(own), len(get_letter_pairs(other)))]

    def limit_pairs(self, numbers: list[int]) -> list[int]:
        """Return these names, or [] if that would exceed the most pairs."""
        if self.pairs + len(numbers) > MOST_PAIRS:
            self.pairs = MOST_PAIRS
            return []
        self.pairs += len(numbers)
        return numbers


def get_beginning(name: str) -> str:
    """Return the first letters of the first word, which a name and its short form have in common."""
    return name.partition(" ")[0][:3]


def get_letter_pairs(name: str) -> set[str]:
    """Return the pairs of adjacent letters of a name."""
    return {name[at : at + 2] for at in range(len(name) - 1)}


def same_first_name(one: str, other: str) -> bool:
    """Return whether two people may be the same: Anna and Anna M, Ben and Benjamin; not Anna K and Anna M."""
    a, b = sorted((one.split(), other.split()), key=len)
    if not a or not b or (len(a) > 1 and a[1:] != b[1 : len(a)]):
        return False
    short, long = sorted((a[0], b[0]), key=len)
    return short == long or (len(short) >= 3 and long.startswith(short))


def is_part_of_series(one: str, other: str) -> bool:
    """Return whether one title starts with the other, as titles of expansions and editions do."""
    short, long = sorted((one, other), key=len)
    return len(short) >= 4 and long.startswith(f"{short} ")


def translate_all(text: Text) -> list[str]:
    """Return a text in each language of Caravan."""
    return [say_in(text, language) for language, _name in settings.LANGUAGES]


def find_expansion(game: Game, name: str) -> Expansion | None:
    """Return the expansion with this name, in any language, alone or after the game's title; else None.

    "Inns & Cathedrals" and "Carcassonne: Expansion 1 – Inns & Cathedrals" are the same.
    """
    named = simplify(name)
    behind_title = any(named.startswith(f"{simplify(title)} ") for title in translate_all(game.title))
    for each in game.expansions:
        labels = [simplify(label) for label in translate_all(each.option.label)]
        if named in labels or (behind_title and any(named.endswith(f" {label}") for label in labels)):
            return each
    return None
