"""A place at which a group plays."""

from django.db.models import Prefetch
from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion.access.permissions import group_for
from companion.history.evenings import evenings_of
from companion.history.places import known_places, place_profile
from companion.history.plays import in_order
from companion.language.typed import clean_name
from companion.models import Seat

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
    seats = Prefetch("seats", Seat.objects.at_table())
    newest = in_order(group, {}).filter(place=place).prefetch_related(seats)[:MOST_PLAYS]
    context = {**profile, "tab": "history", "tab_is": "true", "newest": evenings_of(newest)}
    return render(request, "history/place.html", context)
