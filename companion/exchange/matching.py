"""What the names of a file mean in a group: said before, the same, alike, or new."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from dataclasses import field as with_default
from functools import cached_property
from typing import Any

from django.conf import settings

from companion.language.texts import say, say_in
from companion.models import Alias, Group, Player
from companion.models.sheets import games_of
from companion.rules import GAMES
from companion.rules.kit import Game
from companion.rules.library import LIBRARY, WithLibrary

from .likeness import NameIndex, expansion_of, is_part_of_series, plain, same_first_name
from .readers.records import Book, Named

# What can be chosen beside what is here.
NEW, OUT = "new", "out"
PERSON, GAME = "p", "g"

# Of the names of a file, by their keys there, the players or slugs of the group that may mean the same.
type Alike = dict[str, dict[str, list[Any]]]


@dataclass(frozen=True)
class Choice:
    """Something that a name can mean: `value` as a form sends it, `label` as people read it."""

    value: str
    label: str
    game: Game | None = None


@dataclass(frozen=True)
class Match:
    """What a name of the file means here.

    `key` is the file's, `number` its place there, from 0. `choice` is what it means as far as is known, one of
    `choices`; `asks`: somebody should say it. `plays`: how many plays of the file it is in.
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
    def field(self) -> str:
        """What a form calls it."""
        return field(self.letter, self.number)

    @property
    def is_new(self) -> bool:
        return self.choice.value == NEW

    @property
    def is_out(self) -> bool:
        return self.choice.value == OUT


@dataclass
class Here:
    """What a group has that names of a file can mean, and what it has said of such names before.

    `alike` is what `find_alike` found when the file was read: names are compared once.
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
        return {plain(player.name) or player.folded_name: player.pk for player in reversed(self.players.values())}

    @cached_property
    def its_games(self):
        return games_of(self.group)

    @cached_property
    def games(self) -> WithLibrary:
        return WithLibrary(self.its_games)

    @cached_property
    def by_title(self) -> dict[str, str]:
        """The games' slugs by their plain titles in all languages, the group's own before those of the library."""
        slugs = [*(slug for slug in self.its_games if slug not in GAMES), *GAMES, *LIBRARY]
        titles: dict[str, str] = {}
        for language, _name in settings.LANGUAGES:
            for slug in slugs:
                titles.setdefault(plain(say_in(self.games[slug].title, language)), slug)
        return titles

    @cached_property
    def titles_of(self) -> dict[str, list[str]]:
        """The plain titles of each game, by its slug."""
        titles: dict[str, list[str]] = {}
        for title, slug in self.by_title.items():
            titles.setdefault(slug, []).append(title)
        return titles

    @cached_property
    def aliases(self) -> dict[tuple[str, str], Alias]:
        return {(each.kind, each.key): each for each in self.group.aliases.filter(source=self.source)}

    def said(self, kind, key) -> str:
        """What was chosen for a name just now, or before; nothing where nobody was asked yet."""
        if chosen := self.choices.get(kind, {}).get(key):
            return chosen
        alias = self.aliases.get((kind, key))
        if alias is None:
            return ""
        if kind == Alias.Kind.GAME:
            return alias.game_slug if alias.game_slug in self.games else ""
        return str(alias.player_id) if alias.player_id else OUT


def field(letter: str, number: int) -> str:
    """What a form calls a person (p) or game (g) of the file."""
    return f"{letter}-{number}"


def find_alike(book: Book, here: Here) -> Alike:
    """Return, for each name of a file that nobody here has, whom or what it may mean: the costly part of matching."""
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
    """Return the plain name of a person or game; of one that is all signs, the name itself."""
    return plain(named.name) or named.name.casefold()


def people_of(book: Book, here: Here, asked=()) -> dict[str, Match]:
    """What the people of a file mean, by their keys there, those that are in most plays first."""
    tables = [(play.day, {seat.player for seat in play.seats}) for play in book.plays]
    days = days_by((key, day) for day, table in tables for key in table)
    found = matches(book.people, days, lambda *each: match_person(here, *each, asked=asked))
    rivals = rivals_of(found, [table for _day, table in tables])
    return {key: apart(here, key, match, rivals) for key, match in found.items()}


def rivals_of(found: dict[str, Match], tables: Iterable[set[str]]) -> set[tuple[str, str]]:
    """Return who of the file sat beside somebody who is certain to be a player here: `(key, that player)`."""
    certain = {key: match.choice.value for key, match in found.items() if not match.asks}
    beside = set()
    for table in tables:
        taken = {certain[key] for key in table if key in certain}
        beside |= {(key, player) for key in table if key not in certain for player in taken}
    return beside


def apart(here: Here, key: str, match: Match, rivals: set[tuple[str, str]]) -> Match:
    """The match, but somebody new where who is likely is another one at the same table."""
    if not match.asks or not match.choice.value.isdecimal() or here.said(Alias.Kind.PLAYER, key):
        return match
    if (key, match.choice.value) not in rivals:
        return match
    return replace(match, choice=next(choice for choice in match.choices if choice.value == NEW))


def games_in(book: Book, here: Here, asked=()) -> dict[str, Match]:
    """What its games mean."""
    days = {key: list[str]() for key in book.owned} | days_by((play.game, play.day) for play in book.plays)
    return matches(book.games, days, lambda *each: match_game(here, *each, asked=asked))


def days_by(named: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The days on which each name is in a play."""
    days: dict[str, list[str]] = {}
    for key, day in named:
        days.setdefault(key, []).append(day)
    return days


def matches(named, days, match) -> dict[str, Match]:
    """A match for each name that is in a play, or owned."""
    found = {
        key: replace(match(number, each, len(days[key])), years=years_of(days[key]))
        for number, (key, each) in enumerate(named.items())
        if key in days
    }
    return dict(sorted(found.items(), key=lambda each: -each[1].plays))


def years_of(days: list[str]) -> tuple[str, str]:
    """The first and the last year of some days; nothing where there is none."""
    return (min(days)[:4], max(days)[:4]) if days else ("", "")


def match_person(here: Here, number: int, named: Named, plays: int, *, asked) -> Match:
    """What a person of the file means: somebody of the group, somebody new, or nobody by name."""
    new, out = Choice(NEW, named.name), Choice(OUT, "")
    if named.anonymous:
        return Match(number, PERSON, named, out, [out], asks=False, plays=plays)
    same = here.by_name.get(plain_name(named))
    alike = [pk for pk in here.alike[Alias.Kind.PLAYER].get(named.key, ()) if pk in here.players]
    likely = [same] if same else alike
    is_asked = field(PERSON, number) in asked
    offered = list(here.players) if is_asked else dict.fromkeys([*likely, *alike])
    choices = [*(Choice(str(pk), here.players[pk].name) for pk in offered), new, out]
    said = here.said(Alias.Kind.PLAYER, named.key)
    choice = chosen(choices, said) or person_said(here, said) or (choices_of(choices, likely) or [new])[0]
    known = bool(said or same or not alike)
    return Match(number, PERSON, named, choice, choices, asks=is_asked or not known, plays=plays)


def chosen(choices, said) -> Choice | None:
    return next((each for each in choices if each.value == said), None)


def choices_of(choices, wanted) -> list[Choice]:
    """The choices of these values, in the order they are wanted."""
    return [each for value in wanted for each in choices if each.value == str(value)]


def person_said(here: Here, said: str) -> Choice | None:
    """Somebody of the group who was chosen, though nothing in the name says so."""
    player = here.players.get(int(said)) if said.isdecimal() else None
    return Choice(said, player.name) if player else None


def match_game(here: Here, number: int, named: Named, plays: int, *, asked) -> Match:
    """What a game of the file means: one of the group or the library, or a new one of which totals are noted."""
    new = Choice(NEW, named.name)
    title = plain_name(named)
    same = here.by_title.get(title)
    alike = [slug for slug in here.alike[Alias.Kind.GAME].get(named.key, ()) if slug in here.games]
    is_asked = field(GAME, number) in asked
    offered = here.games if is_asked else dict.fromkeys([same] if same else alike)
    choices = [*(of_game(here, slug) for slug in offered if slug), new]
    said = here.said(Alias.Kind.GAME, named.key)
    known = [of_game(here, said)] if said and said != NEW else []
    # Of a longer title that is no expansion its game knows, nobody knows whether it is one or a game of its own.
    # Nobody is asked about what is only owned.
    alike = alike if plays or is_asked else []
    its_base = [slug for slug in alike if expansion_of(here.games[slug], named.name)]
    likely = [same] if same else its_base or [slug for slug in alike if not is_series(here, title, slug)]
    choice = chosen(choices, said) or (known or choices_of(choices, likely) or [new])[0]
    asks = is_asked or not (said or same or its_base or not alike)
    return Match(number, GAME, named, choice, choices, asks=asks, plays=plays)


def is_series(here: Here, title: str, slug: str) -> bool:
    """Whether a title is but longer or shorter than those of a game."""
    return any(is_part_of_series(title, other) for other in here.titles_of.get(slug, ()))


def of_game(here: Here, slug: str) -> Choice:
    return Choice(slug, say(here.games[slug].title), here.games[slug])
