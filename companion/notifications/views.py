"""The page on which owners choose where finished plays are sent, and send a test."""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion.access.groups import changing_group, group_for_owner
from companion.access.identity import ensure_person
from companion.models import NotificationAddress
from companion.models.sealing import seal, unseal

from . import services
from .forms import AddressForm
from .results import describe_result
from .sending import MOST_FAILURES, can_send, is_being_tested, start_test
from .targets import PORTS, parse_target


@require_http_methods(["GET", "POST"])
def notifications(request, uuid):
    """Show or change where plays are sent, or send a test."""
    group = group_for_owner(request, uuid)
    known = address_of(group)
    form = AddressForm(known=known)
    if request.method == "POST":
        if "remove" in request.POST:
            with changing_group(group_for_owner, request, uuid) as group:
                NotificationAddress.objects.filter(group=group).delete()
            messages.success(request, _("Removed. Finished plays are no longer sent."))
            return redirect("notifications:notifications", uuid=uuid)
        if "test" in request.POST:
            with changing_group(group_for_owner, request, uuid) as group:
                known = address_of(group)
                is_too_often = bool(known) and can_send() and not start_test(known)
            if is_too_often:
                messages.warning(request, _("Too many tests. Wait an hour before the next one."))
            return redirect("notifications:notifications", uuid=uuid)
        form = AddressForm(request.POST, known=known)
        if form.is_valid():
            with changing_group(group_for_owner, request, uuid) as group:
                save(request, group, form)
            messages.success(request, _("Saved. Send a test to see whether it works."))
            return redirect("notifications:notifications", uuid=uuid)
    context = {
        **state_of(known),
        "group": group,
        "form": form,
        "can_send": can_send(),
        "has_services": services.is_installed(),
    }
    if request.htmx and request.method == "GET":
        return render(request, "notifications/_state.html", context)
    return render(request, "notifications/notifications.html", context, status=422 if form.errors else 200)


def address_of(group) -> NotificationAddress | None:
    """Return the address of a group, if it has one."""
    return NotificationAddress.objects.filter(group=group).first()


def state_of(known) -> dict:
    """Return the context about an address: never the whole address."""
    if known is None:
        return {"known": None}
    return {
        "known": known,
        "shown": without_secret(unseal(known.sealed)),
        "is_being_tested": is_being_tested(known),
        "sentence": describe_result(known),
        "most_failures": MOST_FAILURES,
    }


def without_secret(address) -> str:
    """Return the host of a web address, or the name of a service; the rest may be a secret."""
    if address is None:
        return "?"
    scheme = urlsplit(address).scheme
    return parse_target(address).netloc if scheme in PORTS else scheme


def save(request, group, form):
    """Store what was entered; a new address starts without failures."""
    site = settings.CARAVAN_URL or request.build_absolute_uri("/").removesuffix("/")
    values = {"with_link": form.cleaned_data["with_link"], "site": site}
    addresses = NotificationAddress.objects.filter(group=group)
    if form.cleaned_data["address"]:
        addresses.delete()
        sealed = seal(form.cleaned_data["address"])
        NotificationAddress.objects.create(group=group, person=ensure_person(request), sealed=sealed, **values)
    else:
        addresses.update(**values)
