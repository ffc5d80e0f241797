"""The games that somebody may mean by a title: those of the group, with a module or a sheet, and of the library."""

import re
from collections.abc import Iterable

from django.conf import settings

from companion.core.language.folding import fold
from companion.core.language.texts import say, say_in
from companion.models.sheets import games_of
from companion.rules import GAMES
from companion.rules.kit import Game
from companion.rules.library import LIBRARY, sheet

NO_WORD = re.compile(r"[\W_]+")


def games_called(group, title, *, seats=0) -> dict[str, Game]:
    """Return the games of a title in any language, by slug: those of the group, None for a new one, else the library's.

    Of several, those are returned that so many can play, if there are any.
    """
    wanted = plain(title)
    here = games_of(group) if group else GAMES
    found = {slug: game for slug, game in here.items() if wanted in titles_of(game)}
    if not found:
        found = {key: LIBRARY[key] for key in LIBRARY if wanted in map(plain, titles_in(sheet(key)))}
    fitting = {slug: game for slug, game in found.items() if seats in game.all_seats}
    return fitting if len(found) > 1 and fitting else found


def games_to_choose(group) -> dict[str, Game]:
    """Return the games that a title may mean, by each title in any language, those in the reader's language first."""
    here = games_of(group) if group else GAMES
    games = {**LIBRARY, **here}.values()
    spoken = {say(game.title): game for game in games}
    others = ((say_in(game.title, language), game) for game in games for language, _name in settings.LANGUAGES)
    return {**spoken, **{title: game for title, game in others if title not in spoken}}


def titles_of(game: Game) -> set[str]:
    """Return what a game is called in each language."""
    return {plain(say_in(game.title, language)) for language, _name in settings.LANGUAGES}


def titles_in(data) -> Iterable[str]:
    """Return the titles that a sheet brings along."""
    return data["title"].values() if isinstance(data["title"], dict) else [data["title"]]


def plain(title: str) -> str:
    """Return a title without what people write in different ways: case, accents, signs between words."""
    return NO_WORD.sub(" ", fold(title)).strip()
