"""Ready-made custom games: one JSON file each, in the format of `companion/rules/sheets/`.

A sheet names the source of its rules and has a worked example, a play with the points of its seats.
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
# The file of each key; `add` adds those of other folders.
FILES = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}


class Library(Mapping[str, Game]):
    """The games of the library by key, each loaded when it is first used."""

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
    """Return the sheet with this key. Raises KeyError if there is none."""
    read: Sheet = json.loads(FILES[key].read_text("utf-8-sig"))
    return read


@cache
def game(key: str) -> Game:
    """Return the game of the sheet with this key. Raises KeyError if there is none."""
    return game_of(sheet(key), key)


def add(folder: Path) -> list[str]:
    """Add the sheets of a folder to the library; return the faults in English. A sheet with faults isn't added."""
    said = []
    for path in sorted(folder.glob("*.json")):
        is_taken = path.stem in EVERY_GAME and FILES.get(path.stem) != path
        faults = ["Caravan has a game with this key. Rename the file."] if is_taken else faults_of(path)
        said += [f"{path}: {fault}" for fault in faults]
        if not faults:
            FILES[path.stem] = path
    return said


def faults_of(path: Path) -> list[str]:
    """Return the faults of the sheet in a file, its example included, in English."""
    try:
        read = play_from(path.read_bytes())
    except (NotAPlay, OSError) as error:
        return [str(error)]
    key = path.stem
    # A sheet without a key gets the name of its file, which must be a valid key.
    named = {"key": key, **read} if isinstance(read, dict) else read
    if faults := [str(fault.message) for fault in sheet_faults(named)]:
        return faults
    if named["key"] != key:
        return [f"The file must be called {named['key']}.json, like its key."]
    return faults_of_example(read, key) if "example" in read else []


def faults_of_example(read: Sheet, key: str) -> list[str]:
    """Return the differences between the points of a sheet's example and its score, in English."""
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
    """Some games by slug, followed by those of the library that aren't among them."""

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
