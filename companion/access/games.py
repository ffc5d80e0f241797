"""The game of an address, for whoever asks: the one place that looks one up by its slug."""

from django.core.validators import slug_re
from django.http import Http404

from companion.models import SheetVersion
from companion.rules import GAMES
from companion.rules.kit import Game
from companion.rules.library import LIBRARY

from .groups import groups_of


def game_for(request, slug, group=None) -> Game:
    """A game with a module; else by a sheet of the group, or of a group of whoever asks; else of the library.

    Nobody sees a sheet of a group that is not theirs: that is a 404, as is what is no game at all.
    """
    if slug in GAMES:
        return GAMES[slug]
    if not slug_re.match(slug):
        # What no address can be is not asked of a database, which may refuse its signs.
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
