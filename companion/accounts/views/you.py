"""A person's own page: name and password, signing out, and deletion."""

from functools import partial

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from companion.access import devices
from companion.access.groups import groups_of
from companion.access.identity import confirm, ensure_person, is_confirmed, known_person, redirect_to_confirm
from companion.access.identity import sign_out as leave_phone
from companion.access.permissions import GRANTS_COOKIE, OWNER, require_person, unless_gone
from companion.access.phones import sign_out_others
from companion.access.rate_limits import has_too_many_wrong_keys
from companion.accounts import leaving
from companion.accounts.forms import CredentialsForm
from companion.core import cookies
from companion.core.language.texts import show_problems
from companion.core.refusal import Refusal
from companion.models import Link

# Hosts that browsers trust without HTTPS.
TRUSTED_HOSTS = {"localhost", "127.0.0.1"}


@require_safe
def you(request):
    """Render the page with the ways to sign in and the groups."""
    return render(request, "accounts/you.html", identity_context(request))


def identity_context(request) -> dict:
    """Return the context of this phone's identity: person, groups, passkeys, outside account, recovery link."""
    person = known_person(request)
    groups = list(groups_of(request).prefetch_related("players"))
    context = {"person": person, "groups": groups, "owns_groups": any(group.role == OWNER for group in groups)}
    if person:
        context["passkeys"] = person.passkeys.order_by("pk")
        context["outside"] = settings.SIGN_IN_NAME if person.outside_accounts.exists() else ""
        context["has_recovery_link"] = recovery_links(person).exists()
    return context


@require_http_methods(["GET", "POST"])
def change_credentials(request):
    """Choose or change the name and password."""
    person = known_person(request)
    if person and not is_confirmed(request):
        return redirect_to_confirm(request)
    form = CredentialsForm(request.POST if request.method == "POST" else None, person=person)
    if request.method == "POST":
        with unless_gone(request, partial(require_person, request)):
            if form.is_valid() and form.save(ensure_person(request)):
                return redirect_after_saving(request, form)
        # The form reveals which names are taken.
        if has_too_many_wrong_keys(request, "keep"):
            return render(request, "429.html", status=429)
    context = {"form": form, "person": person, "has_recovery_link": person and recovery_links(person).exists()}
    return render(request, "accounts/keep.html", context, status=422 if form.errors else 200)


def redirect_after_saving(request, form):
    """Redirect after saving. A new password signs other phones out and revokes the recovery link."""
    person = request.user
    if form.cleaned_data["new_password"]:
        # Sessions depend on the password: without this, the current one would end, too.
        update_session_auth_hash(request, person)
        sign_out_others(request, person)
        recovery_links(person).delete()
        if person.api_keys.exists():
            messages.warning(request, _("Your API keys still work. Revoke them if someone else may have one."))
    confirm(request)
    messages.success(request, _("Saved. You can now sign in with this name and password on any phone."))
    response = redirect("accounts:you")
    devices.remember(request, response, person)
    return response


def recovery_links(person):
    """Return the person's recovery link, which may be printed, as a queryset."""
    return person.links.filter(kind=Link.Kind.RECOVERY)


@require_http_methods(["GET", "POST"])
def sign_out(request):
    """Warn a person who can't sign in again; a POST signs this phone out."""
    require_person(request)
    if request.method == "GET":
        return render(request, "accounts/sign_out.html", identity_context(request))
    leave_phone(request)
    return redirect_after_leaving(request, _("Signed out. This phone has been forgotten."))


@require_http_methods(["GET", "POST"])
def delete(request):
    """Ask, naming everything that will be deleted; a POST deletes the person and what is only theirs."""
    person = require_person(request)
    if not is_confirmed(request):
        return redirect_to_confirm(request)
    if request.method == "GET":
        groups = {
            "alone": leaving.solo_groups(person),
            "deleted": leaving.unrestorable_groups(person),
            "in_need": leaving.groups_needing_owner(person),
            "photos": person.photos.count() + person.sent_photos.count(),
        }
        return render(request, "accounts/delete.html", identity_context(request) | groups)
    try:
        leaving.delete(person)
    except Refusal as refusal:
        show_problems(request, refusal.problems)
        return redirect("accounts:delete_person")
    leave_phone(request)
    return redirect_after_leaving(request, _("Deleted. This phone has been forgotten."))


def redirect_after_leaving(request, sentence):
    """Redirect to Home, and delete the phone's opened links and cached pages."""
    messages.success(request, sentence)
    response = redirect("plays:home")
    cookies.forget(response, GRANTS_COOKIE)
    is_trusted = request.is_secure() or request.get_host().partition(":")[0] in TRUSTED_HOSTS
    # Below a path, the header would also clear what others have stored at this host.
    if is_trusted and not settings.SITE_PATH:
        # Not the cookies: the chosen language stays. On other hosts browsers ignore the header, and a script does it.
        response.headers["Clear-Site-Data"] = '"cache", "storage"'
    return response
