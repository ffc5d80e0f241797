"""The library: ready sheets and a group's own, and what a group takes of it."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from companion.access.groups import changing_group, group_for, groups_of
from companion.access.identity import person_of
from companion.language.folding import folded
from companion.language.typed import clean_name, number
from companion.models.sheets import newest_versions, take
from companion.rules.library import LIBRARY, sheet

# For so many a game can be looked for.
SIZES = range(1, 9)


@require_safe
def library(request):
    """The ready sheets, searched in all languages; with a group also its own, and what it can make itself."""
    group = next((each for each in groups_of(request) if str(each.uuid) == request.GET.get("group")), None)
    words = clean_name(request.GET.get("q", ""))
    seats = number(request.GET.get("players"))
    seats = seats if seats in SIZES else None
    own = newest_versions(group) if group else {}
    ready = [LIBRARY[key] for key in LIBRARY if key not in own and found(sheet(key), words)]
    context = {
        "group": group,
        "q": words,
        # What leads from a game's page back to what was looked for.
        "query": query_of(group, words, seats).removeprefix("?") if words or seats else "",
        "own": [version for version in own.values() if found(version.data, words) and fits(version.game, seats)],
        "sizes": [(size, query_of(group, words, size), size == seats) for size in (None, *SIZES)],
        "ready": [game for game in ready if fits(game, seats)],
    }
    return render(request, "shelf/library.html", context)


def fits(game, seats) -> bool:
    """Whether so many can play it; None are any number."""
    return seats is None or seats in game.all_seats


def query_of(group, words, seats) -> str:
    """The address of the library with these words, for so many."""
    asked = {"group": group and group.uuid, "q": words, "players": seats}
    return "?" + urlencode({key: value for key, value in asked.items() if value})


def found(data, words) -> bool:
    """Whether a sheet is called so in any language."""
    title = data["title"]
    names = title.values() if isinstance(title, dict) else [title]
    return any(folded(words) in folded(name) for name in names)


@require_POST
def take_sheet(request, uuid):
    """Put a sheet of the library on the group's shelf, and go on to its start."""
    slug = request.POST.get("slug")
    if slug not in LIBRARY:
        raise Http404
    with changing_group(group_for, request, uuid) as group:
        if slug not in newest_versions(group):
            take(group, sheet(slug), slug=slug, person=person_of(request))
    return redirect(f"{reverse('game', args=[slug])}?group={uuid}")
