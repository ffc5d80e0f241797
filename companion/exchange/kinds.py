"""The kinds of file that a group's plays are taken along as."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from companion.files.exporting import nobody_asks, plays_as_json
from companion.language.texts import minus

from .gathering import records_of, zone_of
from .readers.bgstats import SOURCE
from .writers import bgstats, calendar, tables


@dataclass(frozen=True)
class Kind:
    """A kind of file: how its name ends, what it is, what a list says of it, and what writes it of a group.

    `write` is also given what is told how many plays are written.
    """

    ending: str
    content_type: str
    sign: str
    label: Promise
    what: Promise
    write: Callable[..., Iterator[str]]


def table_of_plays(group, tell=nobody_asks) -> Iterator[str]:
    return tables.seats_table(records_of(group, tell=tell))


def table_of_rows(group, tell=nobody_asks) -> Iterator[str]:
    return tables.lines_table(records_of(group, tell=tell))


def for_bgstats(group, tell=nobody_asks) -> Iterator[str]:
    played = records_of(group, only_finished=True, source=SOURCE, tell=tell)
    return bgstats.plays_file(played, exported=timezone.now().astimezone(zone_of(group)))


def evenings_of(group, tell=nobody_asks) -> Iterator[str]:
    played = records_of(group, only_finished=True, tell=tell)
    return calendar.calendar(played, group=str(group.uuid), name=str(group), stamp=timezone.now(), figure=minus)


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
        table_of_plays,
    ),
    "rows": Kind(
        " rows.csv",
        "text/csv; charset=utf-8",
        "CSV",
        _("Score sheets as a spreadsheet"),
        _("one row per score line and player"),
        table_of_rows,
    ),
    "bgstats": Kind(
        ".bgsplay",
        "application/json",
        ".bgsplay",
        _("For BG Stats"),
        _("finished plays; importing again creates no duplicates"),
        for_bgstats,
    ),
    "evenings": Kind(
        ".ics",
        "text/calendar; charset=utf-8",
        ".ics",
        _("Game nights for a calendar"),
        _("one entry per day, with games and results"),
        evenings_of,
    ),
}
