"""What a group has played."""

from operator import attrgetter

from django.db.models import prefetch_related_objects
from django.http import QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url

from companion.access.groups import group_for
from companion.core.language.typed import parse_number
from companion.history.forms import HistoryForm
from companion.history.pair_page import pair_of
from companion.history.places import known_places
from companion.history.plays import PLAYS_A_PAGE, Position, counts_of, first_and_last_day, stretch_of
from companion.models.sheets import games_of

MOST_PAGES = 10
MOST_YEARS = 100
PAIR = 2


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
    context = stretch_context(group, form, after, stretch, shown=pages) | filter_context(group, form)
    return render(request, "history/history.html", context)


def filter_context(group, form) -> dict:
    """What the page is filtered by and can be, how much there is of it, and of two players who was ahead."""
    wanted = form.wanted
    players = [int(player) for player in wanted.get("player", [])]
    days = first_and_last_day(group)
    return {
        "counts": counts_of(group, wanted),
        "games": form.choices("game"),
        "people": form.choices("player"),
        "places": [(place, form.address(place=place)) for place in known_places(group)],
        "years": [(year, form.address(**year_of(year))) for year in years_between(days)],
        "hidden": [(name, value) for name, value, _ in form.parts() if name != "words"],
        "days_aside": [(name, value) for name, value, _ in form.parts() if name not in ("since", "until")],
        "pair": pair_of(group, *players) if len(players) == PAIR else None,
        "names": [form.names[str(player)] for player in players],
    }


def year_of(year) -> dict:
    """The days of a year, as the address names them."""
    return {"since": f"{year:04}-01-01", "until": f"{year:04}-12-31"}


def years_between(days) -> list[int]:
    """The years from the first day to the last, the newest first; none where there is none."""
    return list(range(days[1].year, days[0].year - 1, -1))[:MOST_YEARS] if days else []


def what_follows(request, group, form, after):
    """One more page as a fragment.

    The address of the page that shows it names from now on all it shows, so that the way back from a play leads there.
    """
    before = QueryDict((request.htmx.current_url or "").partition("#")[0].partition("?")[2])
    pages = min(pages_in(before) + 1, MOST_PAGES)
    stretch = stretch_of(group, form.wanted, after=after)
    fragment = render(request, "history/_more.html", stretch_context(group, form, after, stretch, shown=pages))
    address = form.address(after=Position.read(before.get("after")), pages=pages)
    return replace_url(fragment, request.path + address)


def stretch_context(group, form, after, stretch, *, shown) -> dict:
    """A part of the history, and where it goes on: by itself, as long as the page does not show too many."""
    return {
        "group": group,
        "tab": "history",
        "form": form,
        "after": after,
        "stretch": stretch,
        "older": form.address(after=stretch.end) if stretch.end else None,
        "scrolls": shown < MOST_PAGES,
        "words": form.wanted.get("words", ""),
    }


def pages_in(query) -> int:
    """How many pages an address shows in one."""
    return min(max(parse_number(query.get("pages")) or 1, 1), MOST_PAGES)
