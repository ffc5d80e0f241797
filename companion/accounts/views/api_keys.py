"""The page of a person's API keys."""

from functools import partial
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from companion.access import api_keys
from companion.access.fields import HiddenUUIDField, NameField
from companion.access.identity import is_confirmed, redirect_to_confirm
from companion.access.permissions import require_person, unless_gone
from companion.models import ApiKey


class KeyForm(forms.Form):
    """The purpose of a new key. `made` is the form's id, so that it creates one key even if it is sent twice."""

    name = NameField(max_length=60, label=gettext_lazy("What is it for?"))
    made = HiddenUUIDField(required=False, widget=forms.HiddenInput)


@require_http_methods(["GET", "POST"])
def show_keys(request):
    """List the keys; a POST creates one, which is shown only once."""
    person = require_person(request)
    if not is_confirmed(request):
        return redirect_to_confirm(request)
    form = KeyForm(request.POST or None, initial={"made": uuid4()})
    if request.method == "GET" or not form.is_valid():
        return page(request, person, form, status=422 if form.errors else 200)
    with unless_gone(request, partial(require_person, request)):
        api_key, key = api_keys.create(person, form.cleaned_data["name"], uuid=form.cleaned_data["made"] or uuid4())
    if api_key is None:
        form.add_error("name", _("You’ve reached the maximum number of keys. Revoke one you no longer need."))
        return page(request, person, form, status=422)
    return page(request, person, KeyForm(initial={"made": uuid4()}), api_key=api_key, key=key)


@require_POST
def change_key(request, number):
    """Renew a key, which is shown only once, or revoke it."""
    person = require_person(request)
    api_key = get_object_or_404(ApiKey, person=person, pk=number)
    if not is_confirmed(request):
        return redirect_to_confirm(request, wanted=reverse("accounts:api_keys"))
    if "renew" in request.POST:
        form = KeyForm(initial={"made": uuid4()})
        return page(request, person, form, api_key=api_key, key=api_keys.renew(api_key))
    if "withdraw" in request.POST:
        api_key.delete()
        messages.success(request, _("Revoked. This key no longer works."))
    return redirect("accounts:api_keys")


def page(request, person, form, *, api_key=None, key=None, status=200):
    """Render the list, with the text of a key that was just created or renewed."""
    keys = ApiKey.objects.filter(person=person).order_by("pk")
    context = {"keys": keys, "form": form, "made": api_key, "key": key}
    return render(request, "accounts/api_keys.html", context, status=status)
