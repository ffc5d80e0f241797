"""Ready sheets of well-known games: one file of data each, in the format of `companion/rules/sheets/`.

A sheet names the source of its rules and brings a worked example, a play whose seats tell what they came to.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from companion.rules import GAMES
from companion.rules.kit import Game
from companion.rules.scoring.play_format import NotAPlay, play_from
from companion.rules.scoring.result import score_play
from companion.rules.sheets import Sheet, game_of, sheet_faults

FOLDER = Path(__file__).parent
# The file of each key. `add` puts those of other folders here.
FILES = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}


class Library(Mapping[str, Game]):
    """The games of the library by their keys, each read from its file when it is first asked for."""

    def __getitem__(self, key: str) -> Game:
        return game(key)

    def __iter__(self) -> Iterator[str]:
        return iter(FILES)

    def __len__(self) -> int:
        return len(FILES)

    def __contains__(self, key: object) -> bool:
        return key in FILES


@cache
def sheet(key: str) -> Sheet:
    """The sheet of this key; raises KeyError where there is none."""
    read: Sheet = json.loads(FILES[key].read_text("utf-8-sig"))
    return read


@cache
def game(key: str) -> Game:
    """The game of the sheet of this key; raises KeyError where there is none."""
    return game_of(sheet(key), key)


def add(folder: Path) -> list[str]:
    """Add the sheets of a folder to the library. Return what is wrong, in English; such a sheet is not added."""
    said = []
    for path in sorted(folder.glob("*.json")):
        is_taken = path.stem in EVERY_GAME and FILES.get(path.stem) != path
        faults = ["Caravan has a game with this key. Rename the file."] if is_taken else faults_of(path)
        said += [f"{path}: {fault}" for fault in faults]
        if not faults:
            FILES[path.stem] = path
    return said


def faults_of(path: Path) -> list[str]:
    """Return what is wrong with the sheet of a file, its example among it, in English."""
    try:
        read = play_from(path.read_bytes())
    except (NotAPlay, OSError) as error:
        return [str(error)]
    key = path.stem
    # Without a key of its own a sheet has the name of its file, which must be a possible one.
    named = {"key": key, **read} if isinstance(read, dict) else read
    if faults := [str(fault.message) for fault in sheet_faults(named)]:
        return faults
    if named["key"] != key:
        return [f"The file must be called {named['key']}.json, like its key."]
    return faults_of_example(read, key) if "example" in read else []


def faults_of_example(read: Sheet, key: str) -> list[str]:
    """Return how the points of a sheet's example differ from those it tells, in English."""
    example = read["example"]
    try:
        result = score_play({"game": key, **example}, {key: game_of(read, key)})
    except NotAPlay as error:
        return [f"Example: {error}"]
    if not result.standings:
        return [f"Example: {problem.message}" for problem in result.problems]
    told = {seat["player"]: seat.get("points") for seat in example["seats"]}
    return [
        f"Example: {each.player} has {each.points} points, not {told[each.player]}."
        for each in result.standings
        if told[each.player] not in (None, each.points)
    ]


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
