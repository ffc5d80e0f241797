"""The files that were imported into a group or are being imported, and the outcome of each."""

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from companion.models import Upload
from companion.models.uploads import OURS

from .photo_imports import BACK, SOURCE
from .plans import NEW

PROGRAMS = {
    "bgstats": "BG Stats",
    "bgg": "BoardGameGeek",
    "table": gettext_lazy("Table"),
    SOURCE: gettext_lazy("Photos"),
    OURS: "Caravan",
}
LARGE = ("packed", "preview", "made")

# Sentences by the names of their counts.
IMPORTED = {
    NEW: ngettext_lazy("%(number)s play imported.", "%(number)s plays imported.", "number"),
    "renewed": ngettext_lazy("%(number)s play updated.", "%(number)s plays updated.", "number"),
    "marks": ngettext_lazy("%(number)s mark on a game is new.", "%(number)s marks on games are new.", "number"),
}
OURS_IMPORTED = {
    NEW: ngettext_lazy("%(number)s play added.", "%(number)s plays added.", "number"),
    "put_back": ngettext_lazy("%(number)s deleted play restored.", "%(number)s deleted plays restored.", "number"),
    "known": ngettext_lazy("%(number)s play was already here.", "%(number)s plays were already here.", "number"),
}
UNDONE = {
    "went": ngettext_lazy("%(number)s play removed again.", "%(number)s plays removed again.", "number"),
    BACK: ngettext_lazy("%(number)s play reverted.", "%(number)s plays reverted.", "number"),
    "stay": ngettext_lazy(
        "%(number)s play unchanged because it was edited here.",
        "%(number)s plays unchanged because they were edited here.",
        "number",
    ),
}
PHOTOS_IMPORTED = {
    NEW: ngettext_lazy("%(number)s photo imported.", "%(number)s photos imported.", "number"),
    BACK: ngettext_lazy("%(number)s photo restored.", "%(number)s photos restored.", "number"),
    "spoilt": ngettext_lazy(
        "%(number)s isn’t an image Caravan can show: photo %(which)s of the file.",
        "%(number)s aren’t images Caravan can show: photos %(which)s of the file.",
        "number",
    ),
}
PHOTOS_UNDONE = {
    "went": ngettext_lazy("%(number)s photo removed again.", "%(number)s photos removed again.", "number"),
    "stay": ngettext_lazy(
        "%(number)s photo stays, as its words were changed here.",
        "%(number)s photos stay, as their words were changed here.",
        "number",
    ),
}


def list_earlier(group):
    """Return the last imports into a group, newest first, with who did each."""
    states = (Upload.State.DONE, Upload.State.UNDONE)
    # An upload that was never done stands for the origins of plays from our own files.
    uploads = group.uploads.filter(state__in=states, done_at__isnull=False).order_by("-done_at", "-pk")
    players = {player.person_id: player.name for player in group.players.all() if player.person_id}
    return [describe_upload(each, players) for each in uploads.defer(*LARGE)[:50]]


def list_unfinished(group):
    """Return the files that are being read, imported or undone, and those whose import has failed."""
    has_failed = Q(state=Upload.State.WAITING) & ~Q(refused=[])
    under_way = Q(state__in=(Upload.State.READING, Upload.State.COMING, Upload.State.LEAVING))
    return group.uploads.filter(under_way | has_failed).order_by("pk").defer(*LARGE)


def describe_upload(upload, players) -> dict:
    """Return the context of an upload in a list."""
    counts = upload.counts
    return {
        "upload": upload,
        "program": get_program_name(upload),
        "plays": counts.get(NEW, 0) + counts.get("renewed", 0),
        "photos": counts.get(NEW, 0) + counts.get(BACK, 0) if upload.source == SOURCE else 0,
        "by": players.get(upload.person_id, ""),
    }


def get_program_name(upload) -> str:
    """Return the name of a file's format, or ""."""
    return str(PROGRAMS.get(upload.source, ""))


def describe_outcome(upload) -> str:
    """Return how many plays or photos of a file were imported, or removed again, in sentences."""
    is_undone, spoilt = upload.state == Upload.State.UNDONE, upload.counts.get("spoilt", ())
    counts = upload.counts | {"spoilt": len(spoilt)}
    if upload.source == SOURCE:
        sentences = PHOTOS_UNDONE if is_undone else PHOTOS_IMPORTED
    else:
        sentences = UNDONE if is_undone else OURS_IMPORTED if upload.source == OURS else IMPORTED
    found = {key: sentences[key] for key in sentences if counts.get(key)}
    texts = [text % {"number": counts[key], "which": ", ".join(map(str, spoilt))} for key, text in found.items()]
    if not {NEW, "went", BACK} & found.keys():
        nothing_undone = (
            _("The marks on games were removed again.") if counts.get("marks") else _("Nothing left to undo.")
        )
        texts.insert(0, nothing_undone if is_undone else _("Nothing new."))
    return " ".join(texts)
