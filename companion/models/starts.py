"""When plays began: nobody knows it of those that came with a file that doesn't say it."""

from django.db.models import F

from .plays import Event


def plays_of_unknown_start(plays) -> set[int]:
    """Return the numbers of those of the plays of which nobody knows when they began.

    Such a play was created in the same moment in which its import was noted.
    """
    imports = Event.objects.filter(play__in=plays, kind=Event.Kind.IMPORT, at=F("play__created_at"))
    return set(imports.values_list("play", flat=True))
