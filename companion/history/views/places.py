"""A place at which a group plays, and what it is called."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from companion.access.groups import changing_group, group_for
from companion.core.language.texts import isolated
from companion.core.language.typed import clean_name
from companion.history.evenings import evenings_of, for_evenings
from companion.history.forms import PlaceForm
from companion.history.places import is_known, known_places, place_profile, rename_place
from companion.history.plays import in_order

MOST_PLAYS = 10


@require_safe
def show_place(request, uuid):
    """All places of the group, or with `name` what was played at one of them."""
    group = group_for(request, uuid)
    place = clean_name(request.GET.get("name", ""))
    if not place:
        return render(request, "history/places.html", {"group": group, "tab": "history", "places": known_places(group)})
    profile = place_profile(group, place)
    if profile is None:
        raise Http404
    newest = for_evenings(in_order(group, {}).filter(place=place))[:MOST_PLAYS]
    context = {**profile, "tab": "history", "tab_is": "true", "newest": evenings_of(newest)}
    return render(request, "history/place.html", context)


@require_http_methods(["GET", "POST"])
def edit_place(request, uuid):
    """Call a place something else. Where that is the name of another place it asks once, then the two are one."""
    group = group_for(request, uuid)
    form = PlaceForm(request.POST if request.method == "POST" else request.GET)
    if not form.is_valid() and "name" in form.errors:
        return redirect("history:place", uuid=uuid)
    place, name = form.cleaned_data["name"], form.cleaned_data.get("place")
    if not is_known(group, place):
        # Sent twice, it has its new name.
        return redirect(page_of(uuid, name if name and is_known(group, name) else ""))
    other = name if name and name != place and is_known(group, name) else ""
    if request.method == "POST" and name and (not other or "one" in request.POST):
        with changing_group(group_for, request, uuid, with_plays=True) as group:
            rename_place(group, place, name)
        messages.success(
            request,
            _("%(one)s was merged into %(two)s.") % {"one": isolated(place), "two": isolated(name)}
            if other
            else _("Saved."),
        )
        return redirect(page_of(uuid, name))
    context = {
        "group": group,
        "place": place,
        "page": page_of(uuid, place),
        "form": form,
        "other": other,
        "others": [each for each in known_places(group) if each != place],
        "plays": in_order(group, {}).filter(place=place).count(),
    }
    return render(request, "history/edit_place.html", context, status=200 if request.method == "GET" or other else 422)


def page_of(uuid, place) -> str:
    """The address of a place's page; of all places for none."""
    return reverse("history:place", args=[uuid]) + ("?" + urlencode({"name": place}) if place else "")
