"""What was looked at comes in: all new plays at once or none, in many short steps, and then what has changed."""

from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from companion.cards.outcomes import outcomes_of
from companion.files.importing import Arriving, finish, refuse_too_many, stage
from companion.files.incoming import read_play, refusal
from companion.files.staging import came_along, go_on, in_pieces, staged, versions_staged
from companion.models import Alias, Arrival, Import, Mark, Upload
from companion.models.sheets import newest_versions
from companion.rules import GAMES
from companion.rules.kit import gettext
from companion.rules.library import WithLibrary
from companion.rules.scoring.checking import same_name
from companion.rules.sheets.totals import totals_sheet
from companion.shelf.making import make

from .forming import as_play
from .gathering import zone_of
from .planning import CHANGED, NEW, Plan, Planned, digest_of, plan_of, rest_of
from .readers.records import from_json
from .renewing import renew

# Each is a sheet on the group's shelf.
MOST_NEW_GAMES = 1000


@dataclass
class Coming:
    """A file on its way into the group: its plan, the group's games, and what its games are called there."""

    plan: Plan
    slugs: dict[str, str]
    games: WithLibrary
    sheets: dict[str, Any]

    def arriving(self, planned: Planned) -> Arriving:
        """A play of the file, read as any play in our own format is. Raises Refusal where it cannot be right."""
        record, plan = planned.record, self.plan
        slug, its = self.slugs[record.game], plan.formed(record)
        data = self.sheets[slug].data if slug in self.sheets else None
        only_totals = bool(its.wins) and not (data and data == totals_sheet(data["title"], its.wins))
        names = plan.table_of(record)
        zone = zone_of(plan.here.group)
        value = as_play(record, its, names, slug=slug, uuid=planned.uuid, totals=only_totals, zone=zone)
        incoming, faults = read_play(value, self.games)
        if incoming is None:
            raise refusal(*faults)
        return Arriving(planned.uuid, incoming, outcomes_of(incoming.result) if incoming.is_finished else None)


def bring_in(upload, *, person, within=nullcontext) -> Upload:
    """Bring in what waits in an upload, in the way its choices say.

    Raises Refusal, and brings in nothing, where it is too much, or another import is under way. The step that lets
    everybody see the new plays is done within the context that `within` makes, which may still refuse. Begun anew
    after its process has ended, it goes on with what is not in yet.
    """
    with staged(upload.group, upload) as its_import:
        upload.refresh_from_db()
        if upload.state not in (Upload.State.WAITING, Upload.State.COMING):
            # It was sent twice.
            return upload
        content = upload.content
        plan = plan_of(from_json(content), upload.group, upload.choices, content.get("alike"))
        new, changed = ([each for each in plan.plays if each.fate == fate] for fate in (NEW, CHANGED))
        refuse_too_many(its_import, len(new), person=person)
        Import.objects.filter(pk=its_import.pk).update(total=len(new) + len(changed))
        coming = coming_of(its_import, plan, [*new, *changed], person=person)
        version_of = versions_staged(its_import, person=person)
        for some in in_pieces(new):
            arrive(its_import, upload, coming, some, version_of, person=person)
        with within():
            # The versions of what has changed come along, too.
            for each in changed:
                version_of(*coming.arriving(each).incoming.plays_by)
            for name, rows in came_along(its_import).items():
                upload.made[name] = [*upload.made.get(name, ()), *rows.order_by("pk").values_list("pk", flat=True)]
            finish(its_import, [], person=person)
            note(upload, coming)
            if not changed:
                over(upload)
    if changed:
        try:
            for some in in_pieces(changed):
                upload.counts["renewed"] += renew(upload, coming, some, version_of, person=person, within=within)
                upload.save(update_fields=["counts", "made"])
        finally:
            # The new plays are in, whatever becomes of the others.
            over(upload)
    return upload


def over(upload):
    """Its file is not needed any more."""
    upload.state, upload.done_at = Upload.State.DONE, timezone.now()
    upload.packed, upload.choices, upload.preview = b"", {}, {}
    upload.save(update_fields=["state", "done_at", "packed", "choices", "preview"])


@transaction.atomic
def coming_of(its_import, plan: Plan, plays, *, person) -> Coming:
    """The file with what its games are here; of those that have none, sheets of totals wait beside the plays."""
    new = dict.fromkeys(each.record.game for each in plays if plan.games[each.record.game].is_new)
    if len(new) > MOST_NEW_GAMES:
        raise refusal(gettext("You can import at most %(most)s new games at once.", most=MOST_NEW_GAMES))
    go_on(its_import)
    group, waits = plan.here.group, its_import.waits
    made = {key: make(group, new_sheet(plan.games[key].named), person=person, **waits) for key in new}
    sheets = newest_versions(group) | {sheet.slug: sheet.newest for sheet in made.values()}
    games = WithLibrary({**GAMES, **{slug: version.game for slug, version in sheets.items()}})
    slugs = {key: made[key].slug if key in made else match.choice.value for key, match in plan.games.items()}
    return Coming(plan, slugs, games, sheets)


def new_sheet(named):
    return totals_sheet(named.name, named.wins or named.seems or "most")


@transaction.atomic
def arrive(its_import, upload, coming: Coming, some, version_of, *, person):
    """Store some new plays where nobody sees them yet, with what the file says beside."""
    plays = stage(its_import, [coming.arriving(each) for each in some], version_of, person=person)
    Arrival.objects.bulk_create(
        Arrival(play=play, upload=upload, key=each.record.key, digest=digest_of(each.record), rest=rest_of(each.record))
        for play, each in zip(plays, some, strict=True)
    )


def note(upload, coming: Coming):
    """What has come in, and what its names mean from now on."""
    group, plan = upload.group, coming.plan
    named = set(map(same_name, plan.names.values()))
    group.players.filter(pk__in=upload.made["players"]).exclude(folded_name__in=named).update(is_hidden=True)
    upload.made["marks"] = [*upload.made.get("marks", ()), *marked(upload, plan.marks)]
    remember(upload, coming, {player.folded_name: player for player in group.players.all()})
    # What the file was the first time stays told.
    upload.counts = upload.counts or {**plan.counts(), "renewed": 0, "marks": len(upload.made["marks"])}
    upload.save(update_fields=["counts", "made"])


def marked(upload, marks) -> list[int]:
    """Note what whoever brings the file owns, likes and wants; the numbers of the marks that are new."""
    about = {"group": upload.group, "person": upload.person}
    if upload.person is None:
        return []
    here = set(Mark.objects.filter(**about).values_list("game_slug", "kind"))
    new = [Mark(**about, game_slug=slug, kind=kind) for slug, kind in sorted(marks - here)]
    return [mark.pk for mark in Mark.objects.bulk_create(new)]


def remember(upload, coming: Coming, players):
    """Keep what each name means here, as far as it came in."""
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
