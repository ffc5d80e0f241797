"""Finds a game by the slug in a URL."""

from django.core.validators import slug_re
from django.http import Http404

from companion.models import SheetVersion
from companion.rules import GAMES
from companion.rules.kit import Game
from companion.rules.library import LIBRARY

from .groups import groups_of


def game_for(request, slug, group=None) -> Game:
    """Return the game of this slug: a built-in one, else a custom game that the person may see, else a library game.

    Custom games are those of `group`, or without it those of all groups of the person. Raises Http404 if there is none.
    """
    if slug in GAMES:
        return GAMES[slug]
    if not slug_re.match(slug):
        # A database may refuse characters that a slug can't have.
        raise Http404
    sheets = (
        SheetVersion.objects.filter(sheet__slug=slug, sheet__totals_of="", sheet__coming_with=None)
        .select_related("sheet")
        .order_by("-sheet", "-number")
    )
    own = sheets.filter(sheet__group=group) if group else sheets.filter(sheet__group__in=groups_of(request))
    if version := own.first():
        return version.game
    if slug not in LIBRARY:
        raise Http404
    return LIBRARY[slug]
