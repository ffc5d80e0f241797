"""Ways back: a recovery link on paper, and the page that such a link opens."""

from functools import partial
from urllib.parse import urlsplit

from django.contrib import messages
from django.db import transaction
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from companion.access import devices, identity, recovery
from companion.access.groups import groups_of
from companion.access.identity import ensure_person, is_confirmed, known_person, redirect_to_confirm
from companion.access.links import link_context, link_for, renew
from companion.access.permissions import OWNER, require_group_owner, unless_gone
from companion.core.announcement import LET_IN
from companion.models import Link


@require_safe
def sheet(request):
    """Render a printable page with the QR code and link that sign a phone in as this person."""
    person = require_group_owner(request)
    if not is_confirmed(request):
        return redirect_to_confirm(request)
    with unless_gone(request, partial(require_group_owner, request)):
        link = link_context(request, link_for(Link.Kind.RECOVERY, person=person))
    groups = groups_of(request).filter(role=OWNER).prefetch_related("players")
    return render(
        request, "accounts/recovery.html", {"link": link, "host": urlsplit(link["url"]).netloc, "groups": groups}
    )


@require_http_methods(["GET", "POST"])
def renew_sheet(request):
    """Ask, then renew the recovery link; printed sheets with the old one stop working."""
    person = require_group_owner(request)
    if not is_confirmed(request):
        return redirect_to_confirm(request)
    if request.method == "GET":
        return render(request, "accounts/renew_recovery.html")
    with unless_gone(request, partial(require_group_owner, request)):
        renew(link_for(Link.Kind.RECOVERY, person=person))
    messages.success(request, _("There is a new link. The old one no longer works."))
    return redirect("accounts:recovery")


@require_http_methods(["GET", "POST"])
def come_back(request):
    """Show a button, since messengers open links for previews; a POST signs this phone in."""
    link = recovery.find_opened_link(request)
    if link is None:
        raise Http404
    if recovery.is_spent(link):
        return spent_page(request)
    if request.method == "GET":
        return render(request, "accounts/come_back.html", come_back_context(request, link))
    if link.person:
        identity.sign_in(request, link.person)
    elif not let_in(request, link):
        return spent_page(request)
    messages.success(request, _("Welcome back. Here are your groups and plays."))
    response = redirect("plays:home")
    devices.remember(request, response, request.user)
    return forget_link(response)


def spent_page(request):
    """Render the page that says why the code no longer works, and how to get another one."""
    return forget_link(render(request, "accounts/spent.html", {"command": LET_IN}, status=410))


def forget_link(response):
    """Return the response, which deletes the key from the phone."""
    recovery.forget_opened_link(response)
    return response


def come_back_context(request, link) -> dict:
    """Return the context: the person of the link, and the current person of this phone if it is another."""
    its_groups = link.person.groups.filter(deleted_at=None).prefetch_related("players") if link.person else []
    context = {"link": link, "its_groups": its_groups}
    if known_person(request) != link.person:
        context |= {"person": known_person(request), "groups": groups_of(request).prefetch_related("players")}
    return context


@transaction.atomic
def let_in(request, link) -> bool:
    """Make this phone's person an owner of all groups; return False if another phone was faster."""
    if not recovery.use_up(link):
        return False
    recovery.own_every_group(ensure_person(request))
    request.session.cycle_key()
    return True
