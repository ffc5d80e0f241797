"""A new sheet: its name and its group, before anything is stored."""

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
from companion.collection.fault_sentences import sentence
from companion.collection.known_titles import games_called
from companion.core.language.languages import activate_for_group
from companion.core.language.typed import clean_name
from companion.groups import founding
from companion.rules.sheets import sheet_faults


@require_http_methods(["GET", "POST"])
def new_sheet(request):
    """Name a new sheet for one of one's groups, or for a new one, which begins once the sheet is kept."""
    groups = list(groups_of(request))
    group = chosen_group(request, groups)
    named = HiddenUUIDField(required=False).clean(request.POST.get("group"))
    if named and not group:
        group_for(request, named)
    if group:
        activate_for_group(request, group)
    if request.method == "GET":
        return sheet_page(request, group, groups, clean_name(request.GET.get("game", "")))
    return made(request, group, groups)


@require_POST
def make_sheet(request, uuid):
    """A new sheet of this group, which is then made on its page."""
    return made(request, group_for(request, uuid), ())


def sheet_page(request, group, groups, title, *, faults=(), known=()):
    """The page that asks for the name and the group; `known` are games of that name that there are already."""
    context = {"group": group, "groups": groups, "title": title, "faults": faults, "known": known}
    return render(request, "collection/new_sheet.html", context, status=422 if faults or known else 200)


def made(request, group, groups):
    """The page of the sheet that was named, once it is kept; else what is wrong, or which game is meant."""
    title = clean_name(request.POST.get("title", ""))
    data = maker.new_sheet(title)
    if faults := [sentence(fault, data) for fault in sheet_faults(data)]:
        return sheet_page(request, group, groups, title, faults=faults)
    if "another" not in request.POST and (known := games_called(group, title).values()):
        return sheet_page(request, group, groups, title, known=known)
    if group:
        with changing_group(group_for, request, group.uuid) as group:
            own = maker.make(group, data, person=ensure_person(request))
        return redirect("collection:own_sheet", uuid=group.uuid, slug=own.slug)
    if not may_create_group(request, None):
        why = _("No more new groups can be created from your network today. Please try again tomorrow.")
        return sheet_page(request, group, groups, title, faults=[why])
    person, zone = ensure_person(request), HiddenTimeZoneField(required=False).clean(request.POST.get("time_zone"))
    with unless_gone(request, partial(require_person, request)), transaction.atomic():
        group = founding.create_group(person, language=get_language(), time_zone=zone)
        own = maker.make(group, data, person=person)
    return redirect("collection:own_sheet", uuid=group.uuid, slug=own.slug)
