"""Plays of which nobody knows when they began, because their imported file doesn't say it."""

from django.db.models import F

from .plays import Event


def plays_of_unknown_start(plays) -> set[int]:
    """Return the ids of those of the plays of which nobody knows when they began.

    Such a play was created at the same moment as its import event.
    """
    imports = Event.objects.filter(play__in=plays, kind=Event.Kind.IMPORT, at=F("play__created_at"))
    return set(imports.values_list("play", flat=True))
