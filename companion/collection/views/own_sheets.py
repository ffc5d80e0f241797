"""Sheets of a group's own: how they are made, and files of them."""

import json

from django.contrib import messages
from django.http import Http404, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from companion.access.groups import changing_group, group_for
from companion.access.identity import ensure_person
from companion.collection.fault_sentences import sentence
from companion.collection.kinds import KINDS
from companion.collection.maker import acted, bring_in, changed, keep, same_sheet
from companion.collection.maker_page import maker_context
from companion.collection.sample_plays import really_typed
from companion.collection.sections import edited_sections, is_there, part_of, pressed_in, sections_in, with_all
from companion.collection.sheet_files import MOST_BYTES, sheet_in
from companion.models import OwnSheet
from companion.models.sheets import newest_versions
from companion.rules.sheets import game_of

# As the inputs of what is tried take them.
LONGEST_FIGURE = 7


@require_http_methods(["GET", "POST"])
def own_sheet(request, uuid, slug):
    """A group's sheet as it is made: each change is kept at once, also while somebody types (`look`).

    What cannot be is said and keeps nothing.
    """
    group = group_for(request, uuid)
    own = sheet_of(group, slug)
    # What was deleted in this very moment is not there any more, nor are its versions.
    version = newest_versions(group).get(slug)
    if version is None:
        raise Http404
    if request.method == "GET":
        asked = {"typed": request.GET, "open_row": request.GET.get("row_key")}
        return render(request, "collection/maker.html", maker_context(group, own, version, **asked))
    if "hide" in request.POST or "show" in request.POST:
        with changing_group(group_for, request, uuid) as group:
            OwnSheet.objects.filter(group=group, slug=slug).update(is_hidden="hide" in request.POST)
        return redirect(f"{reverse('collection:library')}?group={uuid}")
    sections = sections_in(request.POST)
    if "look" in request.POST:
        # A section that is typed in is named beside it; one alone is the whole page.
        section = sections.get(request.POST["look"], sections[""])
        return looked_at(request, uuid, slug, section)
    pressed = pressed_in(sections.values())
    with changing_group(group_for, request, uuid) as group:
        own, person = sheet_of(group, slug), ensure_person(request)
        edited = edited_sections(sections.values(), request.POST.get("was", ""))
        # What somebody else has changed by now stays.
        data = with_all(own.newest.data, edited)
        faults = keep(own, data, person=person)
        after = data if faults else acted(data, pressed)
        after_faults = keep(own, after, person=person) if after != data else []
        refused = [sentence(fault, after, before=data) for fault in after_faults]
        version = own.newest
    at = pressed if part_of(pressed) else next((each for each in reversed(edited) if part_of(each)), {})
    row = pressed_row(after, pressed) or at.get("row_key", "")
    if faults or refused:
        asked = {"data": data, "faults": faults, "refused": refused, "open_row": row, "typed": request.POST}
        return render(request, "collection/maker.html", maker_context(group, own, version, **asked), status=422)
    if "play" in request.POST:
        return redirect(f"{reverse('plays:game', args=[slug])}?{urlencode({'group': uuid})}")
    if "save" in pressed:
        messages.success(request, _("Saved."))
    asked, place = {"row_key": row} if row else {}, part_of(at) or "rows"
    if "done" in request.POST:
        asked, place = {}, "rows"
    if "count" in request.POST:
        place = "try"
        was, unreadable = sheet_in(request.POST.get("was", ""))
        figures = request.POST if unreadable else really_typed(request.POST, game_of(was, slug))
        asked |= {name: typed[:LONGEST_FIGURE] for name, typed in figures.items() if name.startswith("try-")}
    address = reverse("collection:own_sheet", args=[uuid, slug])
    return redirect(f"{address}?{urlencode(asked)}#{place}" if asked else f"{address}#{place}")


def pressed_row(data, pressed) -> str:
    """Return the key of the row that was just added; nothing after any other button."""
    return data["rows"][-1]["key"] if pressed.get("add") in KINDS else ""


def looked_at(request, uuid, slug, section):
    """Save what is being typed in a section. Return what its row scores then, or what is wrong with it."""
    with changing_group(group_for, request, uuid) as group:
        own = sheet_of(group, slug)
        version = own.newest
        data = changed(version.data, section)
        faults = keep(own, data, person=ensure_person(request))
    if not is_there(data, section):
        raise Http404
    key = section.get("row_key")
    typed = really_typed(request.POST, game_of(version.data, slug))
    context = maker_context(own.group, own, version, data=data, faults=faults, open_row=key, typed=typed)
    row = next((each for each in context["rows"] if each["key"] == key), None)
    return render(request, "collection/_looked_at.html", {**context, "row": row})


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
        return render(request, "collection/import.html", context)
    text = request.POST.get("sheet", "")
    if file := request.FILES.get("file"):
        text = file.read(MOST_BYTES + 1).decode("utf-8", "replace")
    data, faults = sheet_in(text)
    if faults:
        return render(request, "collection/import.html", {**context, "faults": faults}, status=422)
    if "confirm" in request.POST:
        with changing_group(group_for, request, uuid) as group:
            own = bring_in(group, data, person=ensure_person(request))
        return redirect("collection:own_sheet", uuid=uuid, slug=own.slug)
    context["here"] = same_sheet(group, data)
    preview = maker_context(group, None, None, data=data)
    return render(
        request, "collection/import.html", {**context, **preview, "text": json.dumps(data, ensure_ascii=False)}
    )
