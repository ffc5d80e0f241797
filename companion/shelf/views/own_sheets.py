"""The library, what a group takes from it, sheets of its own, and plays of which only the totals are known."""

import json
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.access.groups import changing_group, group_for, groups_of
from companion.access.identity import person_of
from companion.access.shelf import game_for
from companion.language.evenings import this_evening
from companion.language.folding import folded
from companion.language.texts import say
from companion.language.typed import clean_name, number
from companion.models import OwnSheet
from companion.models.sheets import newest_versions, take
from companion.plays.starting import earlier_start
from companion.rules.library import LIBRARY, sheet
from companion.rules.sheets import sheet_faults
from companion.shelf.making import bring_in, changed, keep, make, new_sheet, same_sheet
from companion.shelf.packed import MOST_BYTES, sheet_in
from companion.shelf.page import maker_context
from companion.shelf.parts import PARTS
from companion.shelf.totals import TotalsForm, lately_here, store

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


@require_http_methods(["GET", "POST"])
def totals(request, uuid):
    """Enter an evening of which only the totals are known."""
    group = group_for(request, uuid)
    slug = request.POST.get("of", request.GET.get("of", ""))
    game = game_for(request, slug, group) if slug else None
    if game and game.together:
        raise Http404
    wins = "fewest" if game and game.fewest_wins else "most"
    initial = {"played_on": this_evening(), "wins": wins, "title": clean_name(request.GET.get("game", ""))}
    initial["play_id"] = uuid4()
    sent = request.POST if request.method == "POST" else None
    form = TotalsForm(sent, game=game, people=lately_here(group, game), initial=initial)
    if form.is_valid():
        with changing_group(group_for, request, uuid) as group:
            play = earlier_start(request, form.cleaned_data["play_id"], group=group)
            play = play or store(group, form, person=person_of(request))
        return redirect("play", uuid=play.uuid)
    context = {"group": group, "game": game, "form": form, "players": group.players.filter(is_hidden=False)}
    return render(request, "shelf/totals.html", context, status=422 if form.is_bound else 200)


@require_POST
def make_sheet(request, uuid):
    """A new sheet with a name and one row, which is then made on its page."""
    data = new_sheet(clean_name(request.POST.get("title", "")))
    group_for(request, uuid)
    if faults := sheet_faults(data):
        for fault in faults:
            messages.error(request, say(fault.message))
        return redirect(f"{reverse('library')}?group={uuid}")
    with changing_group(group_for, request, uuid) as group:
        own = make(group, data, person=person_of(request))
    return redirect("own_sheet", uuid=uuid, slug=own.slug)


@require_http_methods(["GET", "POST"])
def own_sheet(request, uuid, slug):
    """A group's sheet as it is made: each change is kept at once; what cannot be is said and keeps nothing."""
    group = group_for(request, uuid)
    own = sheet_of(group, slug)
    # What was deleted in this very moment is not there any more, nor are its versions.
    version = newest_versions(group).get(slug)
    if version is None:
        raise Http404
    if request.method == "GET":
        asked = {"typed": request.GET, "open_row": request.GET.get("row_key")}
        return render(request, "shelf/maker.html", maker_context(group, own, version, **asked))
    if "hide" in request.POST or "show" in request.POST:
        with changing_group(group_for, request, uuid) as group:
            OwnSheet.objects.filter(group=group, slug=slug).update(is_hidden="hide" in request.POST)
        return redirect(f"{reverse('library')}?group={uuid}")
    if "look" in request.POST:
        return looked_at(request, own, version, changed(version.data, request.POST))
    with changing_group(group_for, request, uuid) as group:
        own = sheet_of(group, slug)
        # What somebody else has changed by now stays.
        version = own.newest
        data = changed(version.data, request.POST)
        faults = keep(own, data, person=person_of(request))
    if faults:
        asked = {"data": data, "faults": faults, "open_row": request.POST.get("row_key"), "typed": request.POST}
        return render(request, "shelf/maker.html", maker_context(group, own, version, **asked), status=422)
    row = data["rows"][-1]["key"] if "add" in request.POST else request.POST.get("row_key", "")
    place = next((part for part in PARTS if part in request.POST), "rows")
    return redirect(f"{reverse('own_sheet', args=[uuid, slug])}?{urlencode({'row_key': row})}#{place}")


def looked_at(request, own, version, data):
    """What the row that is being typed would bring, or what is wrong with it; nothing is kept."""
    faults = sheet_faults(data)
    context = maker_context(own.group, own, version, data=data, faults=faults, typed=request.POST)
    row = next((each for each in context["rows"] if each["key"] == request.POST.get("row_key")), None)
    if row is None:
        raise Http404
    return render(request, "shelf/_looked_at.html", {**context, "row": row, "is_wrong": bool(faults)})


def sheet_of(group, slug) -> OwnSheet:
    """A sheet of the group, or a 404."""
    return get_object_or_404(OwnSheet, group=group, slug=slug, totals_of="")


@require_safe
def sheet_file(request, uuid, slug):
    """The sheet as a file, to be taken by another group or another Caravan."""
    version = sheet_of(group_for(request, uuid), slug).newest
    answer = JsonResponse(version.data, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    return answer


@require_http_methods(["GET", "POST"])
def import_sheet(request, uuid):
    """Read a sheet's file, show what it would add, and take it once that is confirmed."""
    group = group_for(request, uuid)
    context = {"group": group, "faults": []}
    if request.method == "GET":
        return render(request, "shelf/import.html", context)
    text = request.POST.get("sheet", "")
    if file := request.FILES.get("file"):
        text = file.read(MOST_BYTES + 1).decode("utf-8", "replace")
    data, faults = sheet_in(text)
    if faults:
        return render(request, "shelf/import.html", {**context, "faults": faults}, status=422)
    if "confirm" in request.POST:
        with changing_group(group_for, request, uuid) as group:
            own = bring_in(group, data, person=person_of(request))
        return redirect("own_sheet", uuid=uuid, slug=own.slug)
    context["here"] = same_sheet(group, data)
    preview = maker_context(group, None, None, data=data)
    return render(request, "shelf/import.html", {**context, **preview, "text": json.dumps(data, ensure_ascii=False)})
