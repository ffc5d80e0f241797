"""A sheet travels: by a link that its group can withdraw, as a file, or as a text for another Caravan."""

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
from companion.collection.maker import bring_in, same_sheet
from companion.collection.maker_page import maker_context
from companion.collection.sheet_files import packed
from companion.groups import founding
from companion.models import Link

from .own_sheets import sheet_of

# So many letters a phone still reads off another phone's screen.
MOST_IN_A_CODE = 1500


@require_http_methods(["GET", "POST"])
def share_sheet(request, uuid, slug):
    """How a sheet gets to others: its link with a QR code once somebody shares it, until somebody withdraws that."""
    own = sheet_of(group_for(request, uuid), slug)
    if request.method == "POST":
        with changing_group(group_for, request, uuid) as group:
            own = sheet_of(group, slug)
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
        **carried(version.data),
    }
    return render(request, "collection/share.html", context)


@require_http_methods(["GET", "POST"])
def shared_sheet(request, key):
    """The sheet behind a link: what it would add, and to which group; a POST adds it."""
    link = link_of_kind(Link.Kind.SHEET, key)
    if link is None or link.sheet is None or link.sheet.is_hidden:
        return wrong_key(request)
    version = link.sheet.versions.order_by("-number").first()
    if version is None:
        # It was deleted with its group in this very moment.
        raise Http404
    data = version.data
    return added(request, data) if request.method == "POST" else offered(request, data)


def offered(request, data, **more):
    """The page that shows a sheet and asks to which of the reader's groups it shall be added."""
    groups = list(groups_of(request).prefetch_related("players"))
    here = {group.pk for group in groups if same_sheet(group, data)}
    context = {
        **maker_context(None, None, None, data=data),
        "groups": [(group, group.pk in here) for group in groups],
        **carried(data),
        **more,
    }
    return render(request, "collection/shared.html", context)


def carried(data) -> dict:
    """A sheet as a text for another Caravan, and as a QR code of that text where a phone can still read it."""
    text = packed(data)
    return {"text": text, "text_qr": qr_code(text, error="l") if len(text) <= MOST_IN_A_CODE else None}


def added(request, data):
    """Add a sheet to the group that the form names, or to a new one, and go on to its start."""
    named = HiddenUUIDField(required=False).clean(request.POST.get("group"))
    person = ensure_person(request)
    if named:
        with changing_group(group_for, request, named) as group:
            own = bring_in(group, data, person=person)
    elif may_create_group(request, None):
        with unless_gone(request, partial(require_person, request)), transaction.atomic():
            own = bring_in(founding.create_group(person, language=get_language()), data, person=person)
    else:
        messages.error(
            request, _("No more new groups can be created from your network today. Please try again tomorrow.")
        )
        return redirect(request.path)
    return redirect("collection:own_sheet", uuid=own.group.uuid, slug=own.slug)
