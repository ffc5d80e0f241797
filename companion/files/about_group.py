"""A group's house rules and players in its file, as far as its plays don't tell them.

`{"format": "caravan.group/1", "options": {game: {option: value}}, "players": [{"player", "colour", "hidden",
"anonymous", "marks": {kind: [game]}}]}`. Keys that hold nothing are left out, options as printed, and players of whom
the plays tell all; without anything to say there is no such object.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef

from companion.groups.founding import players_named
from companion.history.marks import marks_of_players
from companion.inputs import LONGEST_NAME
from companion.language.typed import clean_name
from companion.models import Group, Mark, NamedMark, Player, Seat
from companion.models.sheets import games_of
from companion.rules.kit import Game
from companion.rules.library import WithLibrary
from companion.rules.scoring.checking import same_name
from companion.rules.scoring.play_format import is_colour

# Finds a game by its slug.
type Finder = Callable[[str], Game | None]

FORMAT = "caravan.group/1"
MOST_PLAYERS, MOST_GAMES = 2_000, 2_000


# Out


def group_as_told(group) -> dict[str, Any]:
    """Return what a file tells of a group; nothing if its plays and games tell all."""
    about = {"options": house_rules(group), "players": players_as_told(group)}
    told = {key: its for key, its in about.items() if its}
    return {"format": FORMAT, **told} if told else {}


def house_rules(group) -> dict[str, dict[str, Any]]:
    """Return the options that a group proposes for its next plays, as far as they aren't the printed ones, by game."""
    if not group.options:
        return {}
    games, found = WithLibrary(games_of(group)), dict[str, dict[str, Any]]()
    for slug in sorted(group.options.keys() & games.keys()):
        # One that was guessed was confirmed where it is noted.
        chosen = {
            option.key: group.options[slug][option.key]
            for option in games[slug].options
            if option.guessed or group.options[slug].get(option.key, option.default) != option.default
            if option.key in group.options[slug]
        }
        found |= {slug: chosen} if chosen else {}
    return found


def players_as_told(group) -> list[dict[str, Any]]:
    """Return the players of whom the plays in a file don't tell all."""
    plays = Seat.objects.filter(player=OuterRef("pk"), play__deleted_at=None)
    players = list(group.players.annotate(has_played=Exists(plays)).order_by("folded_name"))
    marks, found = marks_of_players(group, players), []
    for player in players:
        of_player = {
            "hidden": player.is_hidden,
            "anonymous": player.is_anonymous,
            "marks": {kind: sorted(slugs) for kind, slugs in sorted(marks.get(player.pk, {}).items())},
        }
        told = {key: its for key, its in of_player.items() if its}
        if told or not player.has_played:
            found.append({"player": player.name, **({"colour": player.colour} if player.colour else {}), **told})
    return found


# In


def is_group(value: Any) -> bool:
    """Return whether an object of a file tells of a group."""
    return isinstance(value, dict) and value.get("format") == FORMAT


def can_be_right(value: dict[str, Any]) -> bool:
    """Return whether an object of a file can describe a group; unknown options and games are left out later."""
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
    """Return whether a value can be a player of a file, with lists of games by the kinds of marks."""
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
    """The house rules and players that a file tells of its group."""

    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    players: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, value: dict[str, Any]):
        """Note what an object of a file tells."""
        self.options |= value.get("options", {})
        for player in value.get("players", []):
            self.players.setdefault(same_name(clean_name(player["player"])), player)

    def bring_in(self, group, game_called: Finder, slugs: Mapping[str, str], here: Mapping[str, int]):
        """Let a group have what it doesn't have yet, within a transaction of the caller's.

        `game_called` finds a game of the file or the group, `slugs` says what the former are called here. `here` are
        the colours of the players who were in the group before, by their folded names: these players stay as they are.
        """
        new, marks = [], []
        for player in players_named(group, [clean_name(each["player"]) for each in self.players.values()]):
            if player.folded_name in here:
                continue
            its = self.players[player.folded_name]
            player.is_hidden, player.is_anonymous = "hidden" in its, "anonymous" in its
            if its.get("colour") not in here.values():
                player.colour = its.get("colour", player.colour)
            new.append(player)
            marks += [
                NamedMark(player=player, game_slug=slugs.get(slug, slug), kind=kind)
                for kind, its_slugs in its.get("marks", {}).items()
                for slug in its_slugs
                if game_called(slug)
            ]
        Player.objects.bulk_update(new, ["is_hidden", "is_anonymous", "colour"])
        NamedMark.objects.bulk_create(marks, ignore_conflicts=True)
        if self.options:
            self.bring_options(group, game_called, slugs)

    def bring_options(self, group, game_called: Finder, slugs: Mapping[str, str]):
        """Let a group propose the options of the file for games for which it proposes none."""
        agreed: dict[str, dict] = defaultdict(dict)
        for slug, chosen in self.options.items():
            game = game_called(slug)
            for key, value in chosen.items() if game else ():
                option = game.option(key)
                if option and option.allows(value):
                    agreed[slugs.get(slug, slug)][key] = value
        now = Group.objects.select_for_update(no_key=True).values_list("options", flat=True).get(pk=group.pk)
        if agreed.keys() - now.keys():
            group.options = {**agreed, **now}
            group.save(update_fields=["options"])
