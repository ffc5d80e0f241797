"""Sharing a sheet: by a link that its group can revoke, as a file, or as a text for another Caravan site."""

from functools import partial

from django.contrib import messages
from django.db import transaction
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion.access.errors import wrong_key
from companion.access.fields import HiddenUUIDField
from companion.access.groups import changing_group, group_for, groups_of
from companion.access.identity import ensure_person
from companion.access.links import link_context, link_for, link_of_kind, qr_code
from companion.access.permissions import require_person, unless_gone
from companion.access.rate_limits import may_create_group
from companion.collection.maker import add_sheet, find_same_sheet
from companion.collection.maker_page import maker_context
from companion.collection.sheet_files import pack
from companion.groups import founding
from companion.models import Link

from .own_sheets import find_sheet

# How many characters of a QR code a phone can read off another phone's screen.
MOST_IN_QR_CODE = 1500


@require_http_methods(["GET", "POST"])
def share_sheet(request, uuid, slug):
    """Render the ways to share a sheet, and create or revoke its link."""
    own = find_sheet(group_for(request, uuid), slug)
    if request.method == "POST":
        with changing_group(group_for, request, uuid) as group:
            own = find_sheet(group, slug)
            if "share" in request.POST:
                link_for(Link.Kind.SHEET, sheet=own)
            elif "withdraw" in request.POST:
                own.links.all().delete()
                messages.success(request, _("The link no longer works."))
        return redirect("collection:share_sheet", uuid=uuid, slug=slug)
    link, version = own.links.first(), own.newest
    context = {
        "group": own.group,
        "own": own,
        "game": version.game,
        "link": link and link_context(request, link),
        **text_context(version.data),
    }
    return render(request, "collection/share.html", context)


@require_http_methods(["GET", "POST"])
def shared_sheet(request, key):
    """Render a preview of the sheet behind a link, and the groups it can be added to; a POST adds it."""
    link = link_of_kind(Link.Kind.SHEET, key)
    if link is None or link.sheet is None or link.sheet.is_hidden:
        return wrong_key(request)
    version = link.sheet.versions.order_by("-number").first()
    if version is None:
        # It was deleted with its group a moment ago.
        raise Http404
    data = version.data
    return add_to_group(request, data) if request.method == "POST" else render_preview(request, data)


def render_preview(request, data, **more):
    """Render a preview of a sheet, and the reader's groups it can be added to."""
    groups = list(groups_of(request).prefetch_related("players"))
    here = {group.pk for group in groups if find_same_sheet(group, data)}
    context = {
        **maker_context(None, None, None, data=data),
        "groups": [(group, group.pk in here) for group in groups],
        **text_context(data),
        **more,
    }
    return render(request, "collection/shared.html", context)


def text_context(data) -> dict:
    """Return a sheet as text for another Caravan site, with a QR code if a phone can read it."""
    text = pack(data)
    return {"text": text, "text_qr": qr_code(text, error="l") if len(text) <= MOST_IN_QR_CODE else None}


def add_to_group(request, data):
    """Add a sheet to the group that the form names, or to a new one, and redirect to it."""
    named = HiddenUUIDField(required=False).clean(request.POST.get("group"))
    person = ensure_person(request)
    if named:
        with changing_group(group_for, request, named) as group:
            own = add_sheet(group, data, person=person)
    elif may_create_group(request, None):
        with unless_gone(request, partial(require_person, request)), transaction.atomic():
            own = add_sheet(founding.create_group(person, language=get_language()), data, person=person)
    else:
        messages.error(
            request, _("No more new groups can be created from your network today. Please try again tomorrow.")
        )
        return redirect(request.path)
    return redirect("collection:own_sheet", uuid=own.group.uuid, slug=own.slug)
