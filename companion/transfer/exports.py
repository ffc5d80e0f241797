"""The file formats in which a group's plays are exported.

The file of a large group takes seconds of CPU time: a background task makes it, and it is stored for a while.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.tasks import task
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from companion.core.language.texts import minus
from companion.core.tasks import is_unfinished
from companion.models import Export
from companion.models.exports import STORED_FOR, compress
from companion.transfer.caravan.writer import build_file_name, ignore_progress, plays_as_json

from .export_records import get_records, get_time_zone
from .readers.bgstats import SOURCE
from .writers import bgstats, calendar, tables


@dataclass(frozen=True)
class Kind:
    """A file format: the end of its file names, its content type, its label and description, and its writer.

    `write` gets a group, and a function to call with the number of plays written.
    """

    ending: str
    content_type: str
    sign: str
    label: Promise
    what: Promise
    write: Callable[..., Iterator[str]]


def write_bgstats(group, tell=ignore_progress) -> Iterator[str]:
    played = get_records(group, only_finished=True, source=SOURCE, tell=tell)
    return bgstats.write_plays(played, exported=timezone.now().astimezone(get_time_zone(group)))


def write_game_nights(group, tell=ignore_progress) -> Iterator[str]:
    played = get_records(group, only_finished=True, tell=tell)
    return calendar.write_calendar(played, group=str(group.uuid), name=str(group), stamp=timezone.now(), figure=minus)


KINDS = {
    "caravan": Kind(
        ".json",
        "application/json",
        "JSON",
        _("For Caravan"),
        _("plays, change history and custom games, to import here or elsewhere"),
        plays_as_json,
    ),
    "plays": Kind(
        " plays.csv",
        "text/csv; charset=utf-8",
        "CSV",
        _("Plays as a spreadsheet"),
        _("one row per player and play"),
        lambda group, tell=ignore_progress: tables.write_seats(get_records(group, tell=tell)),
    ),
    "rows": Kind(
        " rows.csv",
        "text/csv; charset=utf-8",
        "CSV",
        _("Score sheets as a spreadsheet"),
        _("one row per score line and player"),
        lambda group, tell=ignore_progress: tables.write_lines(get_records(group, tell=tell)),
    ),
    "bgstats": Kind(
        ".bgsplay",
        "application/json",
        ".bgsplay",
        _("For BG Stats"),
        _("finished plays; importing again creates no duplicates"),
        write_bgstats,
    ),
    "evenings": Kind(
        ".ics",
        "text/calendar; charset=utf-8",
        ".ics",
        _("Game nights for a calendar"),
        _("one entry per day, with games and results"),
        write_game_nights,
    ),
}


def request_export(group, kind, person) -> Export:
    """Return a person's requested file of this kind, or create it; calendars have no person."""
    Export.objects.expired().delete()
    export = group.exports.filter(kind=kind, person=person, made_at=None).defer("packed").last()
    if export is None:
        name = build_file_name(group, timezone.localdate(), KINDS[kind].ending)
        language, total = translation.get_language(), group.plays.filter(deleted_at=None).count()
        export = Export.objects.create(group=group, kind=kind, person=person, name=name, language=language, total=total)
    return export


def resume_export(export):
    """Queue the task that makes a file, unless it is made or a task is making it."""
    if export.made_at is None and not is_unfinished(export=export.pk):
        make.enqueue(export=export.pk)


@task()
def make(*, export):
    """Make a file, by its primary key; another run starts over. The former file is deleted afterwards."""
    stored = Export.objects.select_related("group").filter(pk=export, made_at=None).first()
    if stored is None:
        return
    here = Export.objects.filter(pk=stored.pk)
    with translation.override(stored.language):
        pieces = KINDS[stored.kind].write(stored.group, lambda done: here.update(done=done))
        here.update(packed=compress(pieces), made_at=timezone.now())
    stored.group.exports.filter(kind=stored.kind, person=stored.person, pk__lt=stored.pk).delete()


def calendar_export(group) -> Export | None:
    """Return the latest calendar of a large group, and make it again if plays have changed since.

    It is in the group's language.
    """
    exports = group.exports.filter(kind="evenings", person=None)
    newest = exports.exclude(made_at=None).last()
    if (
        newest is None
        or newest.asked_at < timezone.now() - STORED_FOR
        or group.plays.here().filter(changed_at__gte=newest.asked_at).exists()
    ):
        with translation.override(group.language or translation.get_language()):
            resume_export(request_export(group, "evenings", None))
    return exports.exclude(made_at=None).last()
