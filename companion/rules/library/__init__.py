"""Ready sheets of well-known games: one file of data each, in the format of `companion/rules/sheets/`.

A sheet names the source of its rules and brings a worked example, a play whose seats tell what they came to.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from companion.rules import GAMES
from companion.rules.kit import Game
from companion.rules.sheets import Sheet, game_of

FOLDER = Path(__file__).parent


class Library(Mapping[str, Game]):
    """The games of the library by their keys, each read from its file when it is first asked for."""

    def __getitem__(self, key: str) -> Game:
        if key not in keys():
            raise KeyError(key)
        return game(key)

    def __iter__(self) -> Iterator[str]:
        return iter(keys())

    def __len__(self) -> int:
        return len(keys())

    def __contains__(self, key: object) -> bool:
        return key in keys()


@cache
def keys() -> tuple[str, ...]:
    """The keys of all sheets in the library, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


@cache
def sheet(key: str) -> Sheet:
    """The sheet of this key; raises KeyError where there is none."""
    if key not in keys():
        raise KeyError(key)
    read: Sheet = json.loads((FOLDER / f"{key}.json").read_text("utf-8"))
    return read


@cache
def game(key: str) -> Game:
    """The game of the sheet of this key."""
    return game_of(sheet(key), key)


LIBRARY = Library()


class WithLibrary(Mapping[str, Game]):
    """Some games by their slugs, and after them those of the library that are not among them."""

    def __init__(self, first: Mapping[str, Game]) -> None:
        self.first = first

    def __getitem__(self, slug: str) -> Game:
        return self.first[slug] if slug in self.first else LIBRARY[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self.first, *LIBRARY)))

    def __len__(self) -> int:
        return len({*self.first, *LIBRARY})

    def __contains__(self, slug: object) -> bool:
        return slug in self.first or slug in LIBRARY


EVERY_GAME = WithLibrary(GAMES)
