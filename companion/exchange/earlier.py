"""What was brought into a group before, and what is on its way."""

from django.db.models import Q
from django.utils.translation import gettext_lazy

from companion.models import Upload
from companion.models.uploads import OURS

from .planning import NEW

OWN_NAMES = {"table": gettext_lazy("Table"), "photos": gettext_lazy("Photos"), OURS: "Caravan"}
PROGRAMS = {"bgstats": "BG Stats", "bgg": "BoardGameGeek", **OWN_NAMES}
LARGE = ("packed", "preview", "made")


def earlier(group):
    """What was brought into the group before, the newest first, with who did it, as the group calls them."""
    states = (Upload.State.DONE, Upload.State.UNDONE)
    # One that was never done stands for plays that came with our own files.
    uploads = group.uploads.filter(state__in=states, done_at__isnull=False).order_by("-done_at", "-pk")
    players = {player.person_id: player.name for player in group.players.all() if player.person_id}
    return [about(each, players) for each in uploads.defer(*LARGE)[:50]]


def unfinished(group):
    """What is read, on its way into the group or out of it, and what came to nothing."""
    came_to_nothing = Q(state=Upload.State.WAITING) & ~Q(refused=[])
    under_way = Q(state__in=(Upload.State.READING, Upload.State.COMING, Upload.State.LEAVING))
    return group.uploads.filter(under_way | came_to_nothing).order_by("pk").defer(*LARGE)


def about(upload, players) -> dict:
    """An upload as a list tells it."""
    counts = upload.counts
    return {
        "upload": upload,
        "program": program_of(upload),
        "plays": counts.get(NEW, 0) + counts.get("renewed", 0),
        "photos": counts.get(NEW, 0) + counts.get("back", 0) if upload.source == "photos" else 0,
        "by": players.get(upload.person_id, ""),
    }


def program_of(upload) -> str:
    """What a file's format is called; nothing where it has no name of its own."""
    return str(PROGRAMS.get(upload.source, ""))
