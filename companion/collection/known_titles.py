"""The games that a title may mean: those of the group, and of the library."""

import re

from django.conf import settings

from companion.core.language.folding import fold
from companion.core.language.texts import say, say_in
from companion.models.sheets import games_of
from companion.rules import GAMES
from companion.rules.kit import Game
from companion.rules.library import LIBRARY, sheet

from .translations import spellings

NO_WORD = re.compile(r"[\W_]+")


def find_games_by_title(group, title, *, seats=0) -> dict[str, Game]:
    """Return {slug: game} of a title in any language: the group's games (without a group, all games with a module).

    If there are none, the library's. Of several, those that `seats` can play, if there are any.
    """
    wanted = normalize_title(title)
    here = games_of(group) if group else GAMES
    found = {slug: game for slug, game in here.items() if wanted in titles_of(game)}
    if not found:
        found = {key: LIBRARY[key] for key in LIBRARY if wanted in map(normalize_title, titles_in(sheet(key)))}
    fitting = {slug: game for slug, game in found.items() if seats in game.all_seats}
    return fitting if len(found) > 1 and fitting else found


def games_by_title(group) -> dict[str, Game]:
    """Return {title: game} with each title in any language, those in the reader's language first."""
    here = games_of(group) if group else GAMES
    games = {**LIBRARY, **here}.values()
    titles = {say(game.title): game for game in games}
    others = ((say_in(game.title, language), game) for game in games for language, _name in settings.LANGUAGES)
    return {**titles, **{title: game for title, game in others if title not in titles}}


def titles_of(game: Game) -> set[str]:
    """Return a game's normalized titles in all languages."""
    return {normalize_title(say_in(game.title, language)) for language, _name in settings.LANGUAGES}


def titles_in(data) -> list[str]:
    """Return a sheet's titles in its languages."""
    return spellings(data["title"])


def normalize_title(title: str) -> str:
    """Return a title without case, accents and signs between words."""
    return NO_WORD.sub(" ", fold(title)).strip()
