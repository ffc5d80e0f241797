"""The page of a group's plays."""

from operator import attrgetter

from django.db.models import prefetch_related_objects
from django.http import QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url

from companion.access.groups import group_for
from companion.core.language.typed import parse_number
from companion.history.forms import HistoryForm
from companion.history.pair_page import count_head_to_head
from companion.history.places import known_places
from companion.history.plays import PLAYS_A_PAGE, Position, count_plays, find_stretch, first_and_last_day
from companion.models.sheets import games_of

MOST_PAGES = 10
MOST_YEARS = 100
PAIR = 2


@require_safe
def history(request, uuid):
    """Render the group's plays, newest first; for htmx, just the next page."""
    group = group_for(request, uuid)
    prefetch_related_objects([group], "players")
    players = sorted(group.players.all(), key=attrgetter("folded_name"))
    form = HistoryForm(request.GET, players=players, games=games_of(group))
    after = Position.read(request.GET.get("after"))
    if request.htmx:
        return render_more(request, group, form, after)
    pages = read_pages(request.GET)
    stretch = find_stretch(group, form.filters, after=after, most=pages * PLAYS_A_PAGE)
    context = stretch_context(group, form, after, stretch, shown=pages) | filter_context(group, form)
    return render(request, "history/history.html", context)


def filter_context(group, form) -> dict:
    """Return the set and possible filters, the counts, and the head-to-head result of two players."""
    filters = form.filters
    players = [int(player) for player in filters.get("player", [])]
    days = first_and_last_day(group)
    return {
        "counts": count_plays(group, filters),
        "games": form.choices("game"),
        "people": form.choices("player"),
        "places": [(place, form.build_query(place=place)) for place in known_places(group)],
        "years": [
            (year, form.build_query(since=f"{year:04}-01-01", until=f"{year:04}-12-31")) for year in years_between(days)
        ],
        "hidden": [(name, value) for name, value, _ in form.filter_links() if name != "words"],
        "days_aside": [(name, value) for name, value, _ in form.filter_links() if name not in ("since", "until")],
        "pair": count_head_to_head(group, *players) if len(players) == PAIR else None,
        "names": [form.names[str(player)] for player in players],
    }


def years_between(days) -> list[int]:
    """Return the years from the first day to the last, newest first."""
    return list(range(days[1].year, days[0].year - 1, -1))[:MOST_YEARS] if days else []


def render_more(request, group, form, after):
    """Render the next page as a fragment.

    The URL of the page then names all that it shows, so that the way back from a play leads there.
    """
    before = QueryDict((request.htmx.current_url or "").partition("#")[0].partition("?")[2])
    pages = min(read_pages(before) + 1, MOST_PAGES)
    stretch = find_stretch(group, form.filters, after=after)
    fragment = render(request, "history/_more.html", stretch_context(group, form, after, stretch, shown=pages))
    query = form.build_query(after=Position.read(before.get("after")), pages=pages)
    return replace_url(fragment, request.path + query)


def stretch_context(group, form, after, stretch, *, shown) -> dict:
    """Return a part of the history, and where it continues: by itself, unless the page shows too many already."""
    return {
        "group": group,
        "tab": "history",
        "form": form,
        "after": after,
        "stretch": stretch,
        "older": form.build_query(after=stretch.end) if stretch.end else None,
        "scrolls": shown < MOST_PAGES,
        "words": form.filters.get("words", ""),
    }


def read_pages(query) -> int:
    """Return how many pages a URL shows at once."""
    return min(max(parse_number(query.get("pages")) or 1, 1), MOST_PAGES)
