"""What a group has played."""

from operator import attrgetter
from urllib.parse import urlsplit

from django.db.models import prefetch_related_objects
from django.http import QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url

from companion.access.permissions import group_for
from companion.history.forms import HistoryForm
from companion.history.plays import PLAYS_A_PAGE, Position, stretch_of
from companion.language.typed import number
from companion.models.sheets import games_of

MOST_PAGES = 10


@require_safe
def history(request, uuid):
    """The group's plays, newest first; a page that scrolls is sent what follows on it."""
    group = group_for(request, uuid)
    prefetch_related_objects([group], "players")
    players = sorted(group.players.all(), key=attrgetter("folded_name"))
    form = HistoryForm(request.GET, players=players, games=games_of(group))
    after = Position.read(request.GET.get("after"))
    if request.htmx:
        return what_follows(request, group, form, after)
    pages = pages_in(request.GET)
    stretch = stretch_of(group, form.wanted, after=after, most=pages * PLAYS_A_PAGE)
    return render(request, "history/history.html", stretch_context(group, form, after, stretch, shown=pages))


def what_follows(request, group, form, after):
    """One more page as a fragment.

    The address of the page that shows it names from now on all it shows, so that the way back from a play leads there.
    """
    before = QueryDict(urlsplit(request.headers.get("HX-Current-URL", "")).query)
    pages = min(pages_in(before) + 1, MOST_PAGES)
    stretch = stretch_of(group, form.wanted, after=after)
    fragment = render(request, "history/_more.html", stretch_context(group, form, after, stretch, shown=pages))
    address = form.address(after=Position.read(before.get("after")), pages=pages)
    return replace_url(fragment, request.path + address)


def stretch_context(group, form, after, stretch, *, shown) -> dict:
    """A part of the history, and where it goes on: by itself, as long as the page does not show too many."""
    return {
        "group": group,
        "form": form,
        "after": after,
        "stretch": stretch,
        "older": form.address(after=stretch.end) if stretch.end else None,
        "scrolls": shown < MOST_PAGES,
        "words": form.wanted.get("words", ""),
    }


def pages_in(query) -> int:
    """How many pages an address shows in one."""
    return min(max(number(query.get("pages")) or 1, 1), MOST_PAGES)
