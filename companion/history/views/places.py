"""A group's places."""

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
from companion.history.evenings import group_by_evening, with_seats_and_photos
from companion.history.forms import PlaceForm
from companion.history.places import has_place, known_places, place_context, rename_place
from companion.history.plays import ordered_plays

MOST_PLAYS = 10


@require_safe
def show_place(request, uuid):
    """Render all places of the group, or with `name` what was played at one of them."""
    group = group_for(request, uuid)
    place = clean_name(request.GET.get("name", ""))
    if not place:
        return render(request, "history/places.html", {"group": group, "tab": "history", "places": known_places(group)})
    profile = place_context(group, place)
    if profile is None:
        raise Http404
    newest = with_seats_and_photos(ordered_plays(group, {}).filter(place=place))[:MOST_PLAYS]
    context = {**profile, "tab": "history", "tab_is": "true", "newest": group_by_evening(newest)}
    return render(request, "history/place.html", context)


@require_http_methods(["GET", "POST"])
def edit_place(request, uuid):
    """Rename a place. If the new name is another place's, ask once, then merge the two."""
    group = group_for(request, uuid)
    form = PlaceForm(request.POST if request.method == "POST" else request.GET)
    if not form.is_valid() and "name" in form.errors:
        return redirect("history:place", uuid=uuid)
    place, name = form.cleaned_data["name"], form.cleaned_data.get("place")
    if not has_place(group, place):
        # The form was sent twice: the place has its new name already.
        return redirect(place_url(uuid, name if name and has_place(group, name) else ""))
    other = name if name and name != place and has_place(group, name) else ""
    if request.method == "POST" and name and (not other or "one" in request.POST):
        with changing_group(group_for, request, uuid, with_plays=True) as group:
            rename_place(group, place, name)
        messages.success(
            request,
            _("%(one)s was merged into %(two)s.") % {"one": isolated(place), "two": isolated(name)}
            if other
            else _("Saved."),
        )
        return redirect(place_url(uuid, name))
    context = {
        "group": group,
        "place": place,
        "page": place_url(uuid, place),
        "form": form,
        "other": other,
        "others": [each for each in known_places(group) if each != place],
        "plays": ordered_plays(group, {}).filter(place=place).count(),
    }
    return render(request, "history/edit_place.html", context, status=200 if request.method == "GET" or other else 422)


def place_url(uuid, place) -> str:
    """Return the URL of a place's page; without a place, that of all places."""
    return reverse("history:place", args=[uuid]) + ("?" + urlencode({"name": place}) if place else "")
