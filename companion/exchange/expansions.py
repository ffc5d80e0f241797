"""Expansions of a game that is known here, as files name them: ticks of that game, and no games of their own."""

from collections.abc import Iterable

from django.conf import settings

from companion.language.texts import say_in
from companion.rules.kit import Expansion, Game

from .likeness import plain


def expansion_of(game: Game, name: str) -> Expansion | None:
    """The expansion that is called so, in any language, alone or behind the game's title; else None.

    "Inns & Cathedrals" and "Carcassonne: Expansion 1 – Inns & Cathedrals" are one.
    """
    said = plain(name)
    titles = {plain(say_in(game.title, language)) for language, _name in settings.LANGUAGES}
    behind_title = any(said.startswith(f"{title} ") for title in titles)
    for each in game.expansions:
        labels = {plain(say_in(each.option.label, language)) for language, _name in settings.LANGUAGES}
        if said in labels or (behind_title and any(said.endswith(f" {label}") for label in labels)):
            return each
    return None


def expansions_in(game: Game | None, names: Iterable[str]) -> list[Expansion]:
    """The expansions of a game that are among these names, each once."""
    found = [expansion_of(game, name) for name in names] if game else []
    return list({each.option.key: each for each in found if each}.values())
