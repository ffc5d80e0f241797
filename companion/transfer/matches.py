"""Match the names of a file with a group's: chosen before, the same, similar, or new."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from dataclasses import field as with_default
from functools import cached_property, partial
from typing import Any

from django.conf import settings

from companion.core.language.texts import say, say_in
from companion.models import Alias, Group, Player
from companion.models.sheets import games_of
from companion.rules import GAMES
from companion.rules.kit import Game
from companion.rules.library import LIBRARY, WithLibrary

from .readers.records import Book, Named
from .similar_names import NameIndex, find_expansion, is_part_of_series, same_first_name, simplify

# Choices other than the group's players and games.
NEW, OUT = "new", "out"
PERSON, GAME = "p", "g"

# By kind and the file's keys: the players or slugs of the group that may mean the same.
type Alike = dict[str, dict[str, list[Any]]]


@dataclass(frozen=True)
class Choice:
    """A possible meaning of a name: `value` as a form sends it, `label` as people read it."""

    value: str
    label: str
    game: Game | None = None


@dataclass(frozen=True)
class Match:
    """The meaning of a name of the file.

    `number`: its place in the file, from 0. `choice`: the meaning as far as is known, one of `choices`. `asks`: it is
    uncertain, so someone has to decide. `plays`: how many plays of the file have it.
    """

    number: int
    letter: str
    named: Named
    choice: Choice
    choices: list[Choice]
    asks: bool
    plays: int
    # The first and the last year of these plays.
    years: tuple[str, str] = ("", "")

    @property
    def is_new(self) -> bool:
        return self.choice.value == NEW

    @property
    def is_out(self) -> bool:
        return self.choice.value == OUT


@dataclass
class Here:
    """The players and games of a group that names of a file can mean, and what was chosen for such names before.

    `alike`: the result of `find_alike` when the file was read, because comparing names is slow.
    """

    group: Group
    source: str
    choices: dict = with_default(default_factory=dict)
    alike: Alike = with_default(default_factory=dict)

    @cached_property
    def players(self) -> dict[int, Player]:
        return {player.pk: player for player in self.group.players.filter(is_anonymous=False)}

    @cached_property
    def by_name(self) -> dict[str, int]:
        return {simplify(player.name) or player.folded_name: player.pk for player in reversed(self.players.values())}

    @cached_property
    def games(self) -> WithLibrary:
        return WithLibrary(self.own_games)

    @cached_property
    def own_games(self):
        return games_of(self.group)

    @cached_property
    def by_title(self) -> dict[str, str]:
        """Slugs by the plain titles of games in all languages, the group's own before those of the library."""
        slugs = [*(slug for slug in self.own_games if slug not in GAMES), *GAMES, *LIBRARY]
        titles: dict[str, str] = {}
        for language, _name in settings.LANGUAGES:
            for slug in slugs:
                titles.setdefault(simplify(say_in(self.games[slug].title, language)), slug)
        return titles

    @cached_property
    def titles_of(self) -> dict[str, list[str]]:
        """The plain titles of each game, by its slug."""
        titles = defaultdict[str, list[str]](list)
        for title, slug in self.by_title.items():
            titles[slug].append(title)
        return titles

    @cached_property
    def aliases(self) -> dict[tuple[str, str], Alias]:
        return {(each.kind, each.key): each for each in self.group.aliases.filter(source=self.source)}

    def chosen_for(self, kind, key) -> str:
        """Return what was chosen for a name now or before; "" if nothing was."""
        if chosen := self.choices.get(kind, {}).get(key):
            return chosen
        alias = self.aliases.get((kind, key))
        if alias is None:
            return ""
        if kind == Alias.Kind.GAME:
            return alias.game_slug if alias.game_slug in self.games else ""
        return str(alias.player_id) if alias.player_id else OUT


def field_name(letter: str, number: int) -> str:
    """Return the name of the form field for a person (p) or game (g) of the file."""
    return f"{letter}-{number}"


def find_alike(book: Book, here: Here) -> Alike:
    """Return what each unknown name of a file may mean, by kind and key. This is the slow part of matching."""
    people, titles = NameIndex(here.by_name, begins=same_first_name), NameIndex(here.by_title, begins=is_part_of_series)
    return {
        Alias.Kind.PLAYER.value: {
            key: [here.by_name[name] for name in people.find_like(plain_name(named))]
            for key, named in book.people.items()
            if not named.anonymous and plain_name(named) not in here.by_name
        },
        Alias.Kind.GAME.value: {
            key: list(dict.fromkeys(here.by_title[title] for title in titles.find_like(plain_name(named))))
            for key, named in book.games.items()
            if plain_name(named) not in here.by_title
        },
    }


def plain_name(named: Named) -> str:
    """Return the plain name of a person or game; a name without letters or digits is only case-folded."""
    return simplify(named.name) or named.name.casefold()


def match_people(book: Book, here: Here, asked=()) -> dict[str, Match]:
    """Return what the people of the file mean, by their keys there, those in most plays first.

    Someone who was only guessed to be a player here is new if they played with someone who certainly is that player.
    """
    tables = [(play.day, {seat.player for seat in play.seats}) for play in book.plays]
    played = ((key, day) for day, table in tables for key in table)
    found = match_all(book.people, played, partial(match_person, here, asked=asked))
    certain = {key: match.choice.value for key, match in found.items() if not match.asks}
    rivals = set()
    for _day, table in tables:
        taken = {certain[key] for key in table if key in certain}
        rivals |= {(key, player) for key in table if key not in certain for player in taken}
    for key, match in found.items():
        is_guessed = match.asks and match.choice.value.isdecimal() and not here.chosen_for(Alias.Kind.PLAYER, key)
        if is_guessed and (key, match.choice.value) in rivals:
            found[key] = replace(match, choice=find_choice(match.choices, [NEW]))
    return found


def match_games(book: Book, here: Here, asked=()) -> dict[str, Match]:
    """Return what the games of the file mean, by their keys there."""
    played = ((play.game, play.day) for play in book.plays)
    return match_all(book.games, played, partial(match_game, here, asked=asked), owned=book.owned)


def match_all(named, played: Iterable[tuple[str, str]], match, *, owned: Iterable[str] = ()) -> dict[str, Match]:
    """Return a match for each name that is in a play, or owned; `played` has the key and the day of each."""
    days = {key: list[str]() for key in owned}
    for key, day in played:
        days.setdefault(key, []).append(day)
    found = {}
    for number, (key, each) in enumerate(named.items()):
        if key in days:
            years = (min(days[key])[:4], max(days[key])[:4]) if days[key] else ("", "")
            found[key] = replace(match(number, each, len(days[key])), years=years)
    return dict(sorted(found.items(), key=lambda each: -each[1].plays))


def match_person(here: Here, number: int, named: Named, plays: int, *, asked) -> Match:
    """Return what a person of the file means: someone of the group, someone new, or nobody by name."""
    new, out = Choice(NEW, named.name), Choice(OUT, "")
    if named.anonymous:
        return Match(number, PERSON, named, out, [out], asks=False, plays=plays)
    same = here.by_name.get(plain_name(named))
    alike = [pk for pk in here.alike[Alias.Kind.PLAYER].get(named.key, ()) if pk in here.players]
    likely = [same] if same else alike
    is_asked = field_name(PERSON, number) in asked
    offered = list(here.players) if is_asked else dict.fromkeys([*likely, *alike])
    choices = [*(Choice(str(pk), here.players[pk].name) for pk in offered), new, out]
    chosen = here.chosen_for(Alias.Kind.PLAYER, named.key)
    # A player with an unrelated name may have been chosen.
    player = here.players.get(int(chosen)) if chosen.isdecimal() else None
    choice = Choice(chosen, player.name) if player else find_choice(choices, [chosen, *likely, NEW])
    asks = is_asked or not (chosen or same or not alike)
    return Match(number, PERSON, named, choice, choices, asks=asks, plays=plays)


def find_choice(choices: list[Choice], values: Iterable[Any]) -> Choice:
    """Return the choice of the first of these values that is offered."""
    by_value = {choice.value: choice for choice in choices}
    return next(by_value[str(value)] for value in values if str(value) in by_value)


def match_game(here: Here, number: int, named: Named, plays: int, *, asked) -> Match:
    """Return what a game of the file means: one of the group or the library, or a new one with totals only."""
    title = plain_name(named)
    same = here.by_title.get(title)
    alike = [slug for slug in here.alike[Alias.Kind.GAME].get(named.key, ()) if slug in here.games]
    is_asked = field_name(GAME, number) in asked
    offered = here.games if is_asked else dict.fromkeys([same] if same else alike)
    choices = [*(game_choice(here, slug) for slug in offered if slug), Choice(NEW, named.name)]
    chosen = here.chosen_for(Alias.Kind.GAME, named.key)
    # A longer title that isn't a known expansion may be an expansion or a game of its own.
    # Games that are only owned need no decision.
    alike = alike if plays or is_asked else []
    base_games = [slug for slug in alike if find_expansion(here.games[slug], named.name)]
    others = [
        slug for slug in alike if not any(is_part_of_series(title, other) for other in here.titles_of.get(slug, ()))
    ]
    likely = [same] if same else base_games or others
    # A game that was chosen may have been deleted meanwhile.
    choice = game_choice(here, chosen) if chosen in here.games else find_choice(choices, [chosen, *likely, NEW])
    asks = is_asked or not (chosen or same or base_games or not alike)
    return Match(number, GAME, named, choice, choices, asks=asks, plays=plays)


def game_choice(here: Here, slug: str) -> Choice:
    """Return a game as a choice."""
    return Choice(slug, say(here.games[slug].title), here.games[slug])
