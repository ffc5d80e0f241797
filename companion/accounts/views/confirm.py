"""Confirms who a person is before changes to how they sign in, at most every ten minutes."""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from companion.access import identity, rate_limits
from companion.access.permissions import require_person
from companion.accounts import passkeys
from companion.accounts.forms import ConfirmForm


@require_http_methods(["GET", "POST"])
def confirm_it_is_you(request):
    """Ask for the password or a passkey, then redirect to the wanted page."""
    person = require_person(request)
    wanted = wanted_path(request)
    if identity.is_confirmed(request):
        return redirect(wanted)
    if request.method == "GET":
        return confirm_page(request, person, wanted, ConfirmForm(person=person))
    if "passkey" in request.POST:
        return confirm_by_passkey(request, person, wanted)
    if not rate_limits.may_confirm(person):
        return render(request, "429.html", status=429)
    form = ConfirmForm(request.POST, person=person)
    if not form.is_valid():
        return confirm_page(request, person, wanted, form, status=422)
    rate_limits.uncount_confirm(person)
    identity.confirm(request)
    return redirect(wanted)


def confirm_by_passkey(request, person, wanted):
    """Redirect to the wanted page if a passkey of this person signed."""
    if passkeys.find_signer(request, request.POST["passkey"]) == person:
        identity.confirm(request)
        return redirect(wanted)
    if rate_limits.has_too_many_wrong_keys(request, "passkey"):
        return render(request, "429.html", status=429)
    return confirm_page(request, person, wanted, ConfirmForm(person=person), status=422, passkey_failed=True)


def wanted_path(request) -> str:
    """Return the path of the wanted page of this site, by default that of the person's own page."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    is_ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if is_ours else reverse("accounts:you")


def confirm_page(request, person, wanted, form, *, status=200, **more):
    context = {"form": form, "person": person, "wanted": wanted, "passkeys": person.passkeys.exists()}
    return render(request, "accounts/confirm.html", context | more, status=status)
