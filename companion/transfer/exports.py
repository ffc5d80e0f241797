"""The kinds of file that a group's plays are exported as.

A file of a large group takes seconds of a processor: a background task makes it, and it is stored for a while.
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
from companion.models.exports import KEPT, packed
from companion.transfer.caravan.writer import build_file_name, ignore_progress, plays_as_json

from .export_records import get_records, get_time_zone
from .readers.bgstats import SOURCE
from .writers import bgstats, calendar, tables


@dataclass(frozen=True)
class Kind:
    """A kind of file: how its name ends, what it is, what a list says of it, and what writes it of a group.

    `write` also gets a function to call with the number of plays that are written.
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


def write_evenings(group, tell=ignore_progress) -> Iterator[str]:
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
        write_evenings,
    ),
}


def request_export(group, kind, person) -> Export:
    """Return the file of this kind that is to be made for a person, or is being made; calendars have no person."""
    Export.objects.run_out().delete()
    export = group.exports.filter(kind=kind, person=person, made_at=None).defer("packed").last()
    if export is None:
        name = build_file_name(group, timezone.localdate(), KINDS[kind].ending)
        language, total = translation.get_language(), group.plays.filter(deleted_at=None).count()
        export = Export.objects.create(group=group, kind=kind, person=person, name=name, language=language, total=total)
    return export


def resume_export(export):
    """Let a file be made, unless it is there or a task is making it."""
    if export.made_at is None and not is_unfinished(export=export.pk):
        make.enqueue(export=export.pk)


@task()
def make(*, export):
    """Make a file, by its number; another run starts over. Its predecessor is deleted once the file is there."""
    its = Export.objects.select_related("group").filter(pk=export, made_at=None).first()
    if its is None:
        return
    here = Export.objects.filter(pk=its.pk)
    with translation.override(its.language):
        pieces = KINDS[its.kind].write(its.group, lambda done: here.update(done=done))
        here.update(packed=packed(pieces), made_at=timezone.now())
    its.group.exports.filter(kind=its.kind, person=its.person, pk__lt=its.pk).delete()


def calendar_export(group) -> Export | None:
    """Return the game nights of a large group as they were made last, and make them again if they have changed since.

    They are in the group's language, whoever asks.
    """
    exports = group.exports.filter(kind="evenings", person=None)
    newest = exports.exclude(made_at=None).last()
    if (
        newest is None
        or newest.asked_at < timezone.now() - KEPT
        or group.plays.here().filter(changed_at__gte=newest.asked_at).exists()
    ):
        with translation.override(group.language or translation.get_language()):
            resume_export(request_export(group, "evenings", None))
    return exports.exclude(made_at=None).last()
