"""The background task that imports a reviewed file, or undoes an import.

New plays are imported all at once or not at all, in many short steps. Then changed plays are updated.
"""

from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any

from django.db import transaction
from django.tasks import task
from django.utils import timezone, translation

from companion.access.groups import changing_group, group_for_owner
from companion.access.identity import ensure_person
from companion.access.permissions import LOST
from companion.access.uploads import changing_group_as
from companion.collection.maker import create_sheet
from companion.core.language.texts import say_problem
from companion.core.refusal import Refusal
from companion.core.tasks import is_unfinished
from companion.models import Alias, Arrival, Import, Mark, Person, Upload
from companion.models.sheets import newest_versions
from companion.models.uploads import OURS
from companion.rules import GAMES
from companion.rules.kit import gettext
from companion.rules.library import WithLibrary
from companion.rules.scoring.checking import same_name
from companion.rules.sheets.totals import totals_sheet
from companion.transfer.caravan.imports import NewPlay, finish, import_plays, refuse_too_many, stage_plays
from companion.transfer.caravan.reader import build_refusal, read_play
from companion.transfer.staging import (
    Overtaken,
    keep_alive,
    rows_of_import,
    split_in_pieces,
    stage_import,
    version_finder,
)

from . import photo_imports, updates
from .conversion import build_play
from .export_records import get_time_zone
from .plans import CHANGED, NEW, Plan, Planned, compute_digest, get_rest, make_plan
from .readers.records import book_from_json

COMING, LEAVING = Upload.State.COMING, Upload.State.LEAVING
# The state of an upload before an import or its undoing, and again if that fails.
BEFORE = {COMING: Upload.State.WAITING, LEAVING: Upload.State.DONE}
# Each is a sheet on the group's shelf.
MOST_NEW_GAMES = 1000


def start_import(request, upload, state):
    """Start the import of an upload, or its undoing: once, or again if it was interrupted."""
    with changing_group(group_for_owner, request, upload.group.uuid):
        waits = Upload.objects.filter(pk=upload.pk, state=BEFORE[state])
        is_new = waits.update(state=state, refused=[])
        is_left = not is_new and Upload.objects.filter(pk=upload.pk, state=state).exists()
    if is_new or (is_left and not is_unfinished(upload=upload.pk)):
        asking = {"person": ensure_person(request).pk, "language": translation.get_language()}
        import_or_undo.enqueue(upload=upload.pk, time_zone=timezone.get_current_timezone_name(), **asking)


@task()
def import_or_undo(*, upload, person, language, time_zone):
    """Import an upload, or undo its import, for a person and in their language; both by primary key.

    Another run continues. If it fails, the upload stores the reasons.
    """
    stored = Upload.objects.select_related("group").filter(pk=upload, state__in=BEFORE).first()
    if stored is None:
        return
    here, state = Upload.objects.filter(pk=upload), Upload.State(stored.state)
    with translation.override(language), timezone.override(time_zone):
        try:
            run_import(stored, person)
        except Overtaken:
            # The process that continues stores the outcome.
            return
        except Refusal as refusal:
            here.update(refused=[say_problem(problem) for problem in refusal.problems])
        except LOST:
            if here.exists():
                raise
    here.filter(state=state).update(state=BEFORE[state])


def run_import(upload, number):
    """Import an upload, or undo its import, for the person with this primary key. Raise Refusal if it can't be done."""
    within = partial(changing_group_as, number, upload.group)
    with within():
        person = Person.objects.get(pk=number)
    if upload.source == photo_imports.SOURCE:
        (photo_imports.undo if upload.state == LEAVING else photo_imports.import_photos)(
            upload, person=person, within=within
        )
    elif upload.state == LEAVING:
        updates.undo(upload, within=within)
    elif upload.source == OURS:
        import_plays(upload.group, BytesIO(upload.file), person=person, within=within, upload=upload)
    else:
        import_upload(upload, person=person, within=within)


@dataclass
class FileImport:
    """A file that is imported: its plan, the group's games, and the file's games by their slugs here."""

    plan: Plan
    slugs: dict[str, str]
    games: WithLibrary
    sheets: dict[str, Any]

    def new_play(self, planned: Planned) -> NewPlay:
        """Return a play of the file, read like any play in our own format. Raise Refusal if it isn't valid."""
        record, plan = planned.record, self.plan
        slug, converted = self.slugs[record.game], plan.convert_play(record)
        data = self.sheets[slug].data if slug in self.sheets else None
        only_totals = bool(converted.wins) and not (data and data == totals_sheet(data["title"], converted.wins))
        names = plan.table_of(record)
        zone = get_time_zone(plan.here.group)
        value = build_play(record, converted, names, slug=slug, uuid=planned.uuid, totals=only_totals, zone=zone)
        incoming, faults = read_play(value, self.games)
        if incoming is None:
            raise build_refusal(*faults)
        return NewPlay(planned.uuid, incoming)


def import_upload(upload, *, person, within=nullcontext) -> Upload:
    """Import the plays of an upload as its choices say.

    Raise Refusal, and import nothing, if it is too much or another import is under way. The step that shows the new
    plays runs in the context that `within` makes, which may still refuse it. Another run after an interruption imports
    what is missing.
    """
    with stage_import(upload.group, upload) as import_run:
        upload.refresh_from_db()
        if upload.state not in (Upload.State.WAITING, Upload.State.COMING):
            # It was sent twice.
            return upload
        content = upload.content
        plan = make_plan(book_from_json(content), upload.group, upload.choices, content.get("alike"))
        new, changed = ([each for each in plan.plays if each.fate == fate] for fate in (NEW, CHANGED))
        refuse_too_many(import_run, len(new), person=person)
        Import.objects.filter(pk=import_run.pk).update(total=len(new) + len(changed))
        coming = prepare_file(import_run, plan, [*new, *changed], person=person)
        version_of = version_finder(import_run, person=person)
        for some in split_in_pieces(new):
            with transaction.atomic():
                plays = stage_plays(import_run, [coming.new_play(each) for each in some], version_of, person=person)
                Arrival.objects.bulk_create(
                    Arrival(
                        play=play, upload=upload, key=record.key, digest=compute_digest(record), rest=get_rest(record)
                    )
                    for play, record in zip(plays, (each.record for each in some), strict=True)
                )
        with within():
            # The versions of what has changed come along, too.
            for each in changed:
                version_of(*coming.new_play(each).incoming.plays_by)
            for name, rows in rows_of_import(import_run).items():
                upload.made[name] = [*upload.made.get(name, ()), *rows.order_by("pk").values_list("pk", flat=True)]
            finish(import_run)
            store_outcome(upload, coming)
            if not changed:
                mark_done(upload)
    if changed:
        try:
            for some in split_in_pieces(changed):
                upload.counts["renewed"] += updates.update_plays(
                    upload, coming, some, version_of, person=person, within=within
                )
                upload.save(update_fields=["counts", "made"])
        finally:
            # The new plays are in, whatever becomes of the others.
            mark_done(upload)
    return upload


def mark_done(upload):
    """Store that an import is done; its file isn't needed any more."""
    upload.state, upload.done_at = Upload.State.DONE, timezone.now()
    upload.packed, upload.choices, upload.preview = b"", {}, {}
    upload.save(update_fields=["state", "done_at", "packed", "choices", "preview"])


@transaction.atomic
def prepare_file(import_run, plan: Plan, plays, *, person) -> FileImport:
    """Return the file with its games as they are here; create hidden sheets of totals for new games."""
    new = dict.fromkeys(each.record.game for each in plays if plan.games[each.record.game].is_new)
    if len(new) > MOST_NEW_GAMES:
        raise build_refusal(gettext("You can import at most %(most)s new games at once.", most=MOST_NEW_GAMES))
    keep_alive(import_run)
    group, made = plan.here.group, {}
    for key in new:
        named = plan.games[key].named
        sheet = totals_sheet(named.name, named.wins or named.seems or "most")
        made[key] = create_sheet(group, sheet, person=person, **import_run.hiding)
    sheets = newest_versions(group) | {sheet.slug: sheet.newest for sheet in made.values()}
    games = WithLibrary({**GAMES, **{slug: version.game for slug, version in sheets.items()}})
    slugs = {key: made[key].slug if key in made else match.choice.value for key, match in plan.games.items()}
    return FileImport(plan, slugs, games, sheets)


def store_outcome(upload, coming: FileImport):
    """Store the person's marks, the meaning of the file's names, and the counts."""
    group, plan = upload.group, coming.plan
    named = set(map(same_name, plan.names.values()))
    group.players.filter(pk__in=upload.made["players"]).exclude(folded_name__in=named).update(is_hidden=True)
    marks = list[Mark]()
    if upload.person:
        about = {"group": group, "person": upload.person}
        here = set(Mark.objects.filter(**about).values_list("game_slug", "kind"))
        new = sorted(plan.marks - here)
        marks = Mark.objects.bulk_create(Mark(**about, game_slug=slug, kind=kind) for slug, kind in new)
    upload.made["marks"] = [*upload.made.get("marks", ()), *(mark.pk for mark in marks)]
    store_aliases(upload, coming, {player.folded_name: player for player in group.players.all()})
    # The counts of the first run stay.
    upload.counts = upload.counts or {**plan.counts(), "renewed": 0, "marks": len(upload.made["marks"])}
    upload.save(update_fields=["counts", "made"])


def store_aliases(upload, coming: FileImport, players):
    """Store what each name means here, as far as it was imported."""
    plan = coming.plan
    about = {"group": upload.group, "source": upload.source}
    people = [
        Alias(**about, kind=Alias.Kind.PLAYER, key=key, player=players.get(same_name(plan.names[key])))
        for key, match in plan.people.items()
        if match.is_out and not match.named.anonymous or same_name(plan.names[key]) in players
    ]
    games = [
        Alias(**about, kind=Alias.Kind.GAME, key=key, game_slug=slug)
        for key, slug in coming.slugs.items()
        if slug in coming.games
    ]
    Alias.objects.bulk_create(
        [*people, *games],
        update_conflicts=True,
        unique_fields=["group", "source", "kind", "key"],
        update_fields=["player", "game_slug"],
    )
