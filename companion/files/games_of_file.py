"""The custom games in a file of plays: each version of a sheet stands there once, before the plays that use it.

`{"format": "caravan.game/1", "game": "own-…", "version": 1, "sheet": {…}}`, with `"hidden": true` where the group has
taken the game out of its collection.
"""

from collections import ChainMap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.models import SheetVersion
from companion.rules import GAMES
from companion.rules.kit import Game, Text, gettext
from companion.rules.sheets import game_of, sheet_faults

from .about_group import AboutGroup

FORMAT = "caravan.game/1"
MOST_GAMES = 2_000
KEYS = {"format", "game", "version", "sheet", "hidden"}


def games_as_told(group) -> Iterator[dict[str, Any]]:
    """Return every version of the group's custom games as a file tells them, each game's oldest version first."""
    versions = SheetVersion.objects.of(group).filter(sheet__totals_of="").order_by("sheet", "number")
    for version in versions.iterator(chunk_size=100):
        sheet = version.sheet
        told = {"format": FORMAT, "game": sheet.slug, "version": version.number, "sheet": version.data}
        yield told | ({"hidden": True} if sheet.is_hidden else {})


def is_game(value: Any) -> bool:
    """Whether an object of a file is a version of a custom game."""
    return isinstance(value, dict) and value.get("format") == FORMAT


@dataclass
class GamesOfFile:
    """The games that plays of a file can name: those that come with it, by key and version, and `known` ones.

    `group` is what the file tells of its group beside them.
    """

    known: Mapping[str, Game]
    versions: dict[str, dict[int, Any]] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    made: dict[tuple[str, int], Game] = field(default_factory=dict)
    group: AboutGroup = field(default_factory=AboutGroup)

    def add(self, value: dict[str, Any]) -> Text | None:
        """Note a version of a game; return why it can't be one."""
        slug: Any = value.get("game")
        number: Any = value.get("version")
        sheet: Any = value.get("sheet")
        if not is_slug(slug) or type(number) is not int or not 0 < number <= MOST_GAMES or value.keys() - KEYS:
            return gettext("This custom game can’t be read.")
        if faults := sheet_faults(sheet):
            return gettext("%(game)s: %(fault)s", game=slug, fault=faults[0].message)
        if sum(map(len, self.versions.values())) >= MOST_GAMES:
            return gettext("You can import at most %(most)s custom games at once.", most=MOST_GAMES)
        self.versions.setdefault(slug, {})[number] = sheet
        if value.get("hidden") is True:
            self.hidden.add(slug)
        return None

    def for_play(self, value: Any) -> Mapping[str, Game]:
        """Return the games among which this play finds its own: by the version that it names, else by the newest."""
        slug: Any = value.get("game") if isinstance(value, dict) else None
        versions = self.versions.get(slug) if isinstance(slug, str) else None
        if not versions:
            return self.known
        number = value.get("version")
        number = number if number in versions else max(versions)
        if (slug, number) not in self.made:
            self.made[slug, number] = game_of(versions[number], slug)
        return ChainMap({slug: self.made[slug, number]}, self.known)  # type: ignore[arg-type]  # none is written to

    def called(self, slug: str) -> Game | None:
        """Return the game of this key, by its newest version; None if there is none."""
        return self.for_play({"game": slug}).get(slug)


def is_slug(value: Any) -> bool:
    """Whether this can be the key of a custom game."""
    if not isinstance(value, str) or value in GAMES or not 0 < len(value) <= 50:
        return False
    return value.isascii() and value.replace("-", "").isalnum() and value == value.lower()
