"""Views that add and remove a person's passkeys."""

from django.contrib import messages
from django.http import JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from companion.access.identity import confirm, is_confirmed, redirect_to_confirm
from companion.access.permissions import require_person
from companion.accounts import passkeys


@require_POST
def question(request):
    """Return the options for a new passkey as JSON."""
    person = require_person(request)
    if not is_confirmed(request):
        return redirect_to_confirm(request, wanted=reverse("accounts:you"))
    player = person.players.first()
    name = person.name or (player.name if player else "Caravan")
    return JsonResponse(passkeys.begin_registration(request, person, name))


@require_POST
def add(request):
    """Store a passkey that the browser has created."""
    person = require_person(request)
    if not is_confirmed(request):
        return redirect_to_confirm(request, wanted=reverse("accounts:you"))
    if passkeys.add(request, person, request.POST.get("passkey", "")):
        confirm(request)
        messages.success(request, _("Saved. You can sign in with this passkey on any phone that has it."))
    else:
        messages.error(request, _("No passkey was made. Please try again."))
    return redirect("accounts:you")


@require_http_methods(["GET", "POST"])
def remove(request, passkey):
    """Ask, then delete a passkey. The phone may still list it, but it no longer works."""
    person = require_person(request)
    its_passkey = get_object_or_404(person.passkeys, pk=passkey)
    if not is_confirmed(request):
        return redirect_to_confirm(request)
    if request.method == "GET":
        is_last = not person.name and person.passkeys.count() == 1
        return render(request, "accounts/remove_passkey.html", {"passkey": its_passkey, "is_last": is_last})
    its_passkey.delete()
    messages.success(request, _("Removed. This passkey no longer works."))
    return redirect("accounts:you")
