"""New sheets: their name and group, before anything is stored."""

from functools import partial

from django.db import transaction
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from companion.access.fields import HiddenTimeZoneField, HiddenUUIDField
from companion.access.groups import changing_group, chosen_group, group_for, groups_of
from companion.access.identity import ensure_person
from companion.access.permissions import require_person, unless_gone
from companion.access.rate_limits import may_create_group
from companion.collection import maker
from companion.collection.fault_sentences import describe_fault
from companion.collection.known_titles import find_games_by_title
from companion.core.language.languages import activate_for_group
from companion.core.language.typed import clean_name
from companion.groups import founding
from companion.rules.sheets import sheet_faults


@require_http_methods(["GET", "POST"])
def new_sheet(request):
    """Create a sheet for one of the reader's groups, or for a new one, which is created with it."""
    groups = list(groups_of(request))
    group = chosen_group(request, groups)
    named = HiddenUUIDField(required=False).clean(request.POST.get("group"))
    if named and not group:
        group_for(request, named)
    if group:
        activate_for_group(request, group)
    if request.method == "GET":
        return render_form(request, group, groups, clean_name(request.GET.get("game", "")))
    return create_named_sheet(request, group, groups)


@require_POST
def make_sheet(request, uuid):
    """Create a sheet of this group."""
    return create_named_sheet(request, group_for(request, uuid), ())


def render_form(request, group, groups, title, *, faults=(), known=()):
    """Render the form for the name and the group; `known` are existing games with that name."""
    context = {"group": group, "groups": groups, "title": title, "faults": faults, "known": known}
    return render(request, "collection/new_sheet.html", context, status=422 if faults or known else 200)


def create_named_sheet(request, group, groups):
    """Create the sheet and redirect to its page; else render its faults, or ask which game is meant."""
    title = clean_name(request.POST.get("title", ""))
    data = maker.new_sheet(title)
    if faults := [describe_fault(fault, data) for fault in sheet_faults(data)]:
        return render_form(request, group, groups, title, faults=faults)
    if "another" not in request.POST and (known := find_games_by_title(group, title).values()):
        return render_form(request, group, groups, title, known=known)
    if group:
        with changing_group(group_for, request, group.uuid) as group:
            own = maker.create_sheet(group, data, person=ensure_person(request))
        return redirect("collection:own_sheet", uuid=group.uuid, slug=own.slug)
    if not may_create_group(request, None):
        why = _("No more new groups can be created from your network today. Please try again tomorrow.")
        return render_form(request, group, groups, title, faults=[why])
    person, zone = ensure_person(request), HiddenTimeZoneField(required=False).clean(request.POST.get("time_zone"))
    with unless_gone(request, partial(require_person, request)), transaction.atomic():
        group = founding.create_group(person, language=get_language(), time_zone=zone)
        own = maker.create_sheet(group, data, person=person)
    return redirect("collection:own_sheet", uuid=group.uuid, slug=own.slug)
