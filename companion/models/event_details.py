"""Which details of an event are names of players, by its kind. Whatever changes or shows names asks here."""

from django.db.models import Q, QuerySet

from .plays import Event

# Who did it, in an event that came with a file: nobody here is that person.
BY = "by"
# `was` is a former name only after a new name; after a new team it is the number of the former team.
NAMES_OF_SEATS = {"rename": ("player", "was")}


def names_in(event: Event) -> dict[str, str]:
    """Return the names of players that an event's details hold, by their keys there."""
    keys: tuple[str, ...] = (BY,)
    if event.kind == Event.Kind.SEATS:
        keys += NAMES_OF_SEATS.get(event.details.get("what", ""), ("player",))
    return {key: event.details[key] for key in keys if isinstance(event.details.get(key), str)}


def changes_in(event: Event) -> dict[str, list]:
    """Return what an event of options or of notes has changed, by key: the value before, and the value after."""
    return {key: pair for key, pair in event.details.items() if key != BY}


def events_with_names(group) -> QuerySet[Event]:
    """Return the events of a group's plays that may hold names, the newest first."""
    return Event.objects.filter(Q(kind=Event.Kind.SEATS) | Q(details__has_key=BY), play__group=group)
