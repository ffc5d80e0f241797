"""The page of the phones that a person is signed in on."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from companion.access import phones
from companion.access.permissions import require_person
from companion.core.language.typed import clean_entry


@require_http_methods(["GET", "POST"])
def show_phones(request):
    """List the phones; a POST signs out the phone it names, or all others."""
    person = require_person(request)
    if request.method == "GET":
        return render(request, "accounts/phones.html", {"person": person, "phones": phones.phones_of(request, person)})
    if "others" not in request.POST and not request.POST.get("phone"):
        return redirect("accounts:phones")
    one = None if "others" in request.POST else clean_entry(request.POST["phone"])
    count = phones.sign_out_others(request, person, only=one)
    if count:
        text = ngettext("%(number)s phone is signed out.", "%(number)s phones are signed out.", count)
        messages.success(request, text % {"number": count})
    return redirect("accounts:phones")
