"""A group's custom games, house rules and players in its file, before its plays.

Each version of a custom game is there once, with `"hidden": true` if the group has removed it from its collection:
`{"format": "caravan.game/1", "game": "own-…", "version": 1, "sheet": {…}}`.

House rules and players are there unless the plays already have them: `{"format": "caravan.group/1", "options": {game:
{option: value}}, "players": [{"player", "colour", "hidden", "anonymous", "marks": {kind: [game]}}]}`. Empty keys,
default options, and players without other details than their plays are left out. If nothing is left, there is no such
object.
"""

import re
from collections import ChainMap, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef

from companion.access.fields import LONGEST_NAME
from companion.collection.sheet_files import make_storable
from companion.core.language.typed import clean_name
from companion.groups.founding import ensure_players
from companion.history.marks import marks_of_players
from companion.models import Group, Mark, NamedMark, Player, Seat, SheetVersion
from companion.models.sheets import games_of
from companion.rules import GAMES
from companion.rules.kit import Game, Text, gettext
from companion.rules.library import WithLibrary
from companion.rules.scoring.checking import same_name
from companion.rules.scoring.play_format import is_colour
from companion.rules.sheets import game_of, sheet_faults

# Finds a game by its slug.
type Finder = Callable[[str], Game | None]

FORMAT, GAME_FORMAT = "caravan.group/1", "caravan.game/1"
MOST_PLAYERS, MOST_GAMES = 2_000, 2_000
KEYS_OF_A_GAME = {"format", "game", "version", "sheet", "hidden"}
# The key of a custom game has at least one letter or digit.
CUSTOM_GAME = re.compile(r"(?=-*[a-z0-9])[a-z0-9-]{1,50}")


# Out


def games_as_json(group) -> Iterator[dict[str, Any]]:
    """Yield every version of the group's custom games for its file, each game's oldest version first."""
    versions = SheetVersion.objects.of(group).filter(sheet__totals_of="").order_by("sheet", "number")
    for version in versions.iterator(chunk_size=100):
        sheet = version.sheet
        version_json = {"format": GAME_FORMAT, "game": sheet.slug, "version": version.number, "sheet": version.data}
        yield version_json | ({"hidden": True} if sheet.is_hidden else {})


def group_as_json(group) -> dict[str, Any]:
    """Return the object that describes a group in its file; {} if there is nothing to add to its plays and games."""
    about = {"options": house_rules_as_json(group), "players": players_as_json(group)}
    described = {key: value for key, value in about.items() if value}
    return {"format": FORMAT, **described} if described else {}


def house_rules_as_json(group) -> dict[str, dict[str, Any]]:
    """Return the options that a group proposes for its next plays, without default ones, by game."""
    if not group.options:
        return {}
    games, found = WithLibrary(games_of(group)), dict[str, dict[str, Any]]()
    for slug in sorted(group.options.keys() & games.keys()):
        # A guessed option that is stored was confirmed.
        chosen = {
            option.key: group.options[slug][option.key]
            for option in games[slug].options
            if option.guessed or group.options[slug].get(option.key, option.default) != option.default
            if option.key in group.options[slug]
        }
        found |= {slug: chosen} if chosen else {}
    return found


def players_as_json(group) -> list[dict[str, Any]]:
    """Return the players about whom a file's plays don't have all details."""
    plays = Seat.objects.filter(player=OuterRef("pk"), play__deleted_at=None)
    players = list(group.players.annotate(has_played=Exists(plays)).order_by("folded_name"))
    marks, found = marks_of_players(group, players), []
    for player in players:
        of_player = {
            "hidden": player.is_hidden,
            "anonymous": player.is_anonymous,
            "marks": {kind: sorted(slugs) for kind, slugs in sorted(marks.get(player.pk, {}).items())},
        }
        described = {key: value for key, value in of_player.items() if value}
        if described or not player.has_played:
            found.append({"player": player.name, **({"colour": player.colour} if player.colour else {}), **described})
    return found


# In


def is_game(value: Any) -> bool:
    """Return whether an object of a file is a version of a custom game."""
    return isinstance(value, dict) and value.get("format") == GAME_FORMAT


def is_group(value: Any) -> bool:
    """Return whether an object of a file describes a group."""
    return isinstance(value, dict) and value.get("format") == FORMAT


def is_valid_group(value: dict[str, Any]) -> bool:
    """Return whether an object is a valid description of a group; unknown options and games are left out later."""
    options, players = value.get("options", {}), value.get("players", [])
    return (
        value.keys() <= {"format", "options", "players"}
        and isinstance(options, dict)
        and len(options) <= MOST_GAMES
        and all(isinstance(chosen, dict) for chosen in options.values())
        and isinstance(players, list)
        and len(players) <= MOST_PLAYERS
        and all(map(is_player, players))
    )


def is_player(value: Any) -> bool:
    """Return whether a value is a valid player of a file, with lists of games by the kinds of marks."""
    if not isinstance(value, dict) or value.keys() - {"player", "colour", "hidden", "anonymous", "marks"}:
        return False
    name, marks = value.get("player"), value.get("marks", {})
    if not isinstance(marks, dict) or marks.keys() - set(Mark.Kind.values):
        return False
    return (
        isinstance(name, str)
        and 0 < len(clean_name(name)) <= LONGEST_NAME
        and all(value.get(key, True) is True for key in ("hidden", "anonymous"))
        and is_colour(value.get("colour", 1))
        and all(isinstance(slugs, list) and len(slugs) <= MOST_GAMES for slugs in marks.values())
        and all(isinstance(slug, str) and 0 < len(slug) <= 50 for slugs in marks.values() for slug in slugs)
    )


@dataclass
class AboutGroup:
    """The house rules and players that a file has for its group."""

    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    players: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, value: dict[str, Any]):
        """Add an object of a file."""
        self.options |= value.get("options", {})
        for player in value.get("players", []):
            self.players.setdefault(same_name(clean_name(player["player"])), player)

    def add_to(self, group, game_called: Finder, slugs: Mapping[str, str], here: Mapping[str, int]):
        """Add to a group what it doesn't have yet, within the caller's transaction.

        `game_called` finds a game of the file or the group. `slugs`: the slugs here of the file's games. `here`: the
        colours of the players who were in the group before, by their folded names; these players stay as they are.
        """
        new, marks = [], []
        for player in ensure_players(group, [clean_name(each["player"]) for each in self.players.values()]):
            if player.folded_name in here:
                continue
            described = self.players[player.folded_name]
            player.is_hidden, player.is_anonymous = "hidden" in described, "anonymous" in described
            if described.get("colour") not in here.values():
                player.colour = described.get("colour", player.colour)
            new.append(player)
            marks += [
                NamedMark(player=player, game_slug=slugs.get(slug, slug), kind=kind)
                for kind, marked in described.get("marks", {}).items()
                for slug in marked
                if game_called(slug)
            ]
        Player.objects.bulk_update(new, ["is_hidden", "is_anonymous", "colour"])
        NamedMark.objects.bulk_create(marks, ignore_conflicts=True)
        # Options of the file don't replace the group's own.
        agreed: dict[str, dict] = defaultdict(dict)
        for slug, chosen in self.options.items():
            game = game_called(slug)
            for key, value in chosen.items():
                option = game and game.option(key)
                if option and option.allows(value):
                    agreed[slugs.get(slug, slug)][key] = value
        if agreed:
            now = Group.objects.select_for_update(no_key=True).values_list("options", flat=True).get(pk=group.pk)
            group.options = {**agreed, **now}
            group.save(update_fields=["options"])


@dataclass
class GamesOfFile:
    """The games that plays of a file can have: those in the file, by key and version, and `known` ones.

    `group`: the other details of the file's group.
    """

    known: Mapping[str, Game]
    versions: dict[str, dict[int, Any]] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    made: dict[tuple[str, int], Game] = field(default_factory=dict)
    group: AboutGroup = field(default_factory=AboutGroup)

    def add(self, value: dict[str, Any]) -> Text | None:
        """Add a version of a game; return why it isn't valid, or None."""
        slug: Any = value.get("game")
        number: Any = value.get("version")
        sheet: Any = value.get("sheet")
        if (
            not isinstance(slug, str)
            or not CUSTOM_GAME.fullmatch(slug)
            or slug in GAMES
            or type(number) is not int
            or not 0 < number <= MOST_GAMES
            or value.keys() - KEYS_OF_A_GAME
        ):
            return gettext("This custom game can’t be read.")
        if faults := sheet_faults(sheet):
            return gettext("%(game)s: %(fault)s", game=slug, fault=faults[0].message)
        if sum(map(len, self.versions.values())) >= MOST_GAMES:
            return gettext("You can import at most %(most)s custom games at once.", most=MOST_GAMES)
        self.versions.setdefault(slug, {})[number] = make_storable(sheet)
        if value.get("hidden") is True:
            self.hidden.add(slug)
        return None

    def for_play(self, value: Any) -> Mapping[str, Game]:
        """Return the games for this play: with its own in the version that it names, else the newest."""
        slug: Any = value.get("game") if isinstance(value, dict) else None
        versions = self.versions.get(slug) if isinstance(slug, str) else None
        if not versions:
            return self.known
        number = next((number for number in versions if number == value.get("version")), max(versions))
        if (slug, number) not in self.made:
            self.made[slug, number] = game_of(versions[number], slug)
        return ChainMap({slug: self.made[slug, number]}, self.known)  # type: ignore[arg-type]  # none is written to

    def find_game(self, slug: str) -> Game | None:
        """Return the newest version of the game with this key, or None."""
        return self.for_play({"game": slug}).get(slug)
