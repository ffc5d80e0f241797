"""A group's own sheets: editing, export and import."""

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
from companion.collection.fault_sentences import describe_fault
from companion.collection.kinds import KINDS
from companion.collection.maker import add_sheet, apply_action, apply_section, find_same_sheet, save_version
from companion.collection.maker_page import maker_context
from companion.collection.sample_plays import drop_generated
from companion.collection.sections import apply_sections, edited_sections, find_pressed, has_part, part_of, sections_in
from companion.collection.sheet_files import MOST_BYTES, read_sheet
from companion.models import OwnSheet
from companion.models.sheets import newest_versions
from companion.rules.sheets import game_of

# The maxlength of the sample figures' inputs.
LONGEST_FIGURE = 7


@require_http_methods(["GET", "POST"])
def own_sheet(request, uuid, slug):
    """Edit a group's sheet: each change is stored at once, also while someone types (`look`).

    Changes with faults aren't stored.
    """
    group = group_for(request, uuid)
    own = find_sheet(group, slug)
    # It may have been deleted a moment ago.
    version = newest_versions(group).get(slug)
    if version is None:
        raise Http404
    if request.method == "GET":
        params = {"typed": request.GET, "open_row": request.GET.get("row_key")}
        return render(request, "collection/maker.html", maker_context(group, own, version, **params))
    if "hide" in request.POST or "show" in request.POST:
        with changing_group(group_for, request, uuid) as group:
            OwnSheet.objects.filter(group=group, slug=slug).update(is_hidden="hide" in request.POST)
        return redirect(f"{reverse('collection:library')}?group={uuid}")
    sections = sections_in(request.POST)
    if "look" in request.POST:
        # `look` names the section that is being edited; without sections it is the whole page.
        section = sections.get(request.POST["look"], sections[""])
        return save_and_preview(request, uuid, slug, section)
    pressed = find_pressed(sections.values())
    with changing_group(group_for, request, uuid) as group:
        own, person = find_sheet(group, slug), ensure_person(request)
        edited = edited_sections(sections.values(), request.POST.get("was", ""))
        # Changes that someone else has saved meanwhile stay.
        data = apply_sections(own.newest.data, edited)
        faults = save_version(own, data, person=person)
        after = data if faults else apply_action(data, pressed)
        after_faults = save_version(own, after, person=person) if after != data else []
        refused = [describe_fault(fault, after, before=data) for fault in after_faults]
        version = own.newest
    at = pressed if part_of(pressed) else next((each for each in reversed(edited) if part_of(each)), {})
    row = after["rows"][-1]["key"] if pressed.get("add") in KINDS else at.get("row_key", "")
    if faults or refused:
        params = {"data": data, "faults": faults, "refused": refused, "open_row": row, "typed": request.POST}
        return render(request, "collection/maker.html", maker_context(group, own, version, **params), status=422)
    if "play" in request.POST:
        return redirect(f"{reverse('plays:game', args=[slug])}?{urlencode({'group': uuid})}")
    if "save" in pressed:
        messages.success(request, _("Saved."))
    params, place = {"row_key": row} if row else {}, part_of(at) or "rows"
    if "done" in request.POST:
        params, place = {}, "rows"
    if "count" in request.POST:
        place = "try"
        was, unreadable = read_sheet(request.POST.get("was", ""))
        figures = request.POST if unreadable else drop_generated(request.POST, game_of(was, slug))
        params |= {name: typed[:LONGEST_FIGURE] for name, typed in figures.items() if name.startswith("try-")}
    address = reverse("collection:own_sheet", args=[uuid, slug])
    return redirect(f"{address}?{urlencode(params)}#{place}" if params else f"{address}#{place}")


def save_and_preview(request, uuid, slug, section):
    """Save what is being typed in a section, and render its points or faults."""
    with changing_group(group_for, request, uuid) as group:
        own = find_sheet(group, slug)
        version = own.newest
        data = apply_section(version.data, section)
        faults = save_version(own, data, person=ensure_person(request))
    if not has_part(data, section):
        raise Http404
    key = section.get("row_key")
    typed = drop_generated(request.POST, game_of(version.data, slug))
    context = maker_context(own.group, own, version, data=data, faults=faults, open_row=key, typed=typed)
    row = next((each for each in context["rows"] if each["key"] == key), None)
    return render(request, "collection/_looked_at.html", {**context, "row": row})


def find_sheet(group, slug) -> OwnSheet:
    """Return a sheet of the group, or raise Http404."""
    return get_object_or_404(OwnSheet, group=group, slug=slug, totals_of="")


@require_safe
def sheet_file(request, uuid, slug):
    """Return the sheet as a file for another group or Caravan site."""
    version = find_sheet(group_for(request, uuid), slug).newest
    answer = JsonResponse(version.data, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    return answer


@require_http_methods(["GET", "POST"])
def import_sheet(request, uuid):
    """Read a sheet's file, render a preview, and add it once confirmed."""
    group = group_for(request, uuid)
    context = {"group": group, "faults": []}
    if request.method == "GET":
        return render(request, "collection/import.html", context)
    text = request.POST.get("sheet", "")
    if file := request.FILES.get("file"):
        text = file.read(MOST_BYTES + 1).decode("utf-8", "replace")
    data, faults = read_sheet(text)
    if faults:
        return render(request, "collection/import.html", {**context, "faults": faults}, status=422)
    if "confirm" in request.POST:
        with changing_group(group_for, request, uuid) as group:
            own = add_sheet(group, data, person=ensure_person(request))
        return redirect("collection:own_sheet", uuid=uuid, slug=own.slug)
    context["here"] = find_same_sheet(group, data)
    preview = maker_context(group, None, None, data=data)
    return render(
        request, "collection/import.html", {**context, **preview, "text": json.dumps(data, ensure_ascii=False)}
    )
