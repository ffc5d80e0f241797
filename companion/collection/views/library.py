"""The library: ready sheets, a group's own, and adding ready ones to a group."""

from functools import cache

from django.conf import settings
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from companion.access.groups import changing_group, group_for, groups_of
from companion.access.identity import ensure_person
from companion.collection.known_titles import titles_in
from companion.core.language.folding import fold
from companion.core.language.texts import say, say_in
from companion.core.language.typed import clean_name, parse_number, read_names
from companion.history.home_page import find_games_to_repeat
from companion.models.sheets import add_sheet, newest_versions
from companion.rules.library import EVERY_GAME, LIBRARY, sheet

# The numbers of players to search for.
SIZES = range(1, 9)


@require_safe
def library(request):
    """Render the ready sheets, searched in all languages; with a group also its own."""
    group = next((each for each in groups_of(request) if str(each.uuid) == request.GET.get("group")), None)
    words = clean_name(request.GET.get("q", ""))
    seats = parse_number(request.GET.get("players"))
    seats = seats if seats in SIZES else None
    names = read_names(request.GET)
    versions = newest_versions(group) if group else {}
    own = [each for each in versions.values() if matches(titles_in(each.data), words) and fits(each.game, seats)]
    ready = [EVERY_GAME[slug] for slug in EVERY_GAME if slug not in versions and matches(ready_titles(slug), words)]
    ready = sorted((game for game in ready if fits(game, seats)), key=lambda game: fold(say(game.title)))
    context = {
        "group": group,
        "q": words,
        "seats": seats,
        # The link from a game's page back to this search.
        "query": build_query(group, words, seats, names).removeprefix("?") if words or seats or names else "",
        # The players are passed on to the game.
        "names": names,
        "people": urlencode({"player": names}, doseq=True),
        "played": find_games_to_repeat(group, 0) if group and not words and not seats else [],
        "own": own,
        "sizes": [(size, build_query(group, words, size, names), size == seats) for size in (None, *SIZES)],
        "ready": [(game, find_matched_title(game, words)) for game in ready],
        "number": len(own) + len(ready),
        "takeable": LIBRARY,
    }
    return render(request, "collection/library.html", context)


def fits(game, seats) -> bool:
    """Return whether so many can play it; None is any number."""
    return seats is None or seats in game.all_seats


def build_query(group, words, seats, names) -> str:
    """Return the query of the library with this search; `names` are the players."""
    params = {"group": group and group.uuid, "q": words, "players": seats, "player": names}
    return "?" + urlencode({key: value for key, value in params.items() if value}, doseq=True)


def matches(titles, words) -> bool:
    """Return whether a title contains the words."""
    return any(fold(words) in fold(title) for title in titles)


@cache
def ready_titles(slug) -> tuple[str, ...]:
    """Return a game's titles in all languages."""
    if slug in LIBRARY:
        return tuple(titles_in(sheet(slug)))
    return tuple(say_in(EVERY_GAME[slug].title, language) for language, _name in settings.LANGUAGES)


def find_matched_title(game, words) -> str:
    """Return the title that the words match, if it isn't the one in the reader's language."""
    titles = (say(game.title), *ready_titles(game.slug))
    title = next((title for title in titles if fold(words) in fold(title)), titles[0])
    return "" if title == titles[0] else title


@require_POST
def take_sheet(request, uuid):
    """Add a sheet of the library to the group, and go to its start page."""
    slug = request.POST.get("slug")
    if slug not in LIBRARY:
        raise Http404
    with changing_group(group_for, request, uuid) as group:
        if slug not in newest_versions(group):
            add_sheet(group, sheet(slug), slug=slug, person=ensure_person(request))
    query = urlencode({"group": uuid, "player": read_names(request.POST)}, doseq=True)
    return redirect(f"{reverse('plays:game', args=[slug])}?{query}")
