"""Update plays that have changed in the program they came from, and undo imports.

Plays that were changed here meanwhile stay as they are.
"""

from contextlib import nullcontext

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from companion import models
from companion.entry.scorepads import scorepads
from companion.groups.founding import ensure_players
from companion.models.sheets import newest_versions
from companion.rules import GAMES
from companion.rules.library import WithLibrary
from companion.transfer.caravan import writer
from companion.transfer.caravan.imports import NewPlay
from companion.transfer.caravan.reader import read_play
from companion.transfer.caravan.rows import build_cards, build_play, build_seats
from companion.transfer.staging import split_in_pieces

from .plans import compute_digest, get_rest
from .roles import add_former_roles

OF_A_PLAY = (
    *("game_slug", "sheet", "rounds_over", "options", "played_on", "place", "variant", "notes", "minutes", "state"),
    *("closed_stages", "high_score"),
)
# How many updates of a play can be undone, one after the other.
MOST_BEFORE = 5


@transaction.atomic
def update_plays(upload, coming, some, version_of, *, person, within) -> int:
    """Update these plays from the file, except those that were changed here meanwhile; return how many.

    The plays are locked before the group, as everywhere.
    """
    plays = lock_plays([each.arrival.play_id for each in some])
    revisions = {number: play.revision for number, play in plays.items()}
    left = [each for each in some if revisions.get(each.arrival.play_id) == each.arrival.revision]
    numbers = [each.arrival.play_id for each in left]
    with within():
        known = set(upload.group.players.values_list("pk", flat=True))
        was = {pad.play.pk: writer.play_as_json(pad) for pad in scorepads([plays[number] for number in numbers])}
        before = dict(models.Arrival.objects.filter(play__in=numbers).values_list("play", "before"))
        for each, number in zip(left, numbers, strict=True):
            play, arrival = plays[number], each.arrival
            former = {
                "upload": upload.pk,
                "digest": arrival.digest,
                "sheet": str(play.sheet_id) if play.sheet_id else None,
                "play": was[number],
                "rest": arrival.rest,
            }
            new_play = coming.new_play(each)
            rewrite_play(upload.group, play, new_play, version_of(*new_play.incoming.plays_by), person=person)
            models.Arrival.objects.filter(pk=arrival.pk).update(
                revision=play.revision,
                digest=compute_digest(each.record),
                rest=get_rest(each.record),
                renewed_by=upload,
                before=[*before[number], former][-MOST_BEFORE:],
            )
        # The group is locked, so nobody else adds players meanwhile.
        upload.made["players"] += upload.group.players.exclude(pk__in=known).values_list("pk", flat=True)
    return len(left)


def lock_plays(numbers) -> dict[int, models.Play]:
    """Return the plays with these primary keys that aren't deleted, and lock them until the transaction ends."""
    found = models.Play.objects.select_for_update().filter(pk__in=numbers, deleted_at=None).order_by("pk")
    return {play.pk: play for play in found}


def find_updated(upload):
    """Return the arrivals that a file was the last to update, if their plays are unchanged since."""
    return models.Arrival.objects.filter(renewed_by=upload, revision=F("play__revision"), play__deleted_at=None)


def revert_plays(upload, numbers, *, within) -> int:
    """Revert a file's updates of these plays, by primary key; return how many plays were reverted."""
    plays, back = lock_plays(numbers), 0
    with within():
        for arrival in find_updated(upload).filter(play__in=plays).order_by("play"):
            back += revert_play(upload, plays[arrival.play_id], arrival)
    return back


def revert_play(upload, play, arrival) -> bool:
    """Revert a play; return False if that isn't possible any more because its sheet was deleted."""
    *earlier, former = arrival.before
    group = upload.group
    version = models.SheetVersion.objects.filter(pk=former["sheet"]).select_related("sheet").first()
    if former["sheet"] and version is None:
        return False
    sheets = {slug: each.game for slug, each in newest_versions(group).items()}
    if version and not version.sheet.totals_of:
        sheets[version.sheet.slug] = version.game
    then = add_former_roles(former["play"], former.get("rest", {}))
    incoming, _faults = read_play(then, WithLibrary({**GAMES, **sheets}))
    if incoming is None:
        return False
    rewrite_play(group, play, NewPlay(play.uuid, incoming), version, person=upload.person)
    models.Arrival.objects.filter(pk=arrival.pk).update(
        revision=play.revision,
        digest=former["digest"],
        rest=former.get("rest", arrival.rest),
        renewed_by=earlier[-1]["upload"] if earlier else None,
        before=earlier,
    )
    return True


def rewrite_play(group, play, new_play, version, *, person):
    """Replace a play's row, its seats and their score sheets."""
    models.Seat.objects.filter(play=play).delete()
    names = [seat["player"] for seat in new_play.seats]
    players = dict(zip(names, ensure_players(group, names), strict=True))
    fresh = build_play(group, new_play, version)
    seats = build_seats(fresh, new_play, players)
    for seat in seats:
        seat.play = play
    models.Seat.objects.bulk_create(seats)
    models.CardSave.objects.add(build_cards(seats, new_play.incoming, person))
    models.Event.objects.create(play=play, kind=models.Event.Kind.IMPORT, person=person)
    play.touch(**{name: getattr(fresh, name) for name in OF_A_PLAY})


def undo(upload, *, within=nullcontext):
    """Undo an import, and count removed plays (`went`), reverted updates (`back`), and changed plays (`stay`).

    Do nothing if that isn't possible any more. Each step runs in the context that `within` makes. Another run after an
    interruption continues.
    """
    if not upload.can_be_undone:
        return
    renewed = find_updated(upload).order_by("play").values_list("play", flat=True)
    new = find_untouched(upload).values_list("pk", flat=True)
    for what, plays, revert in (("went", new, remove_plays), ("back", renewed, revert_plays)):
        for some in split_in_pieces(list(plays)):
            with transaction.atomic():
                upload.counts[what] = upload.counts.get(what, 0) + revert(upload, some, within=within)
                upload.save(update_fields=["counts"])
    came_or_changed = Q(arrival__upload=upload) | Q(arrival__renewed_by=upload)
    stay = models.Play.objects.filter(came_or_changed, deleted_at=None).count()
    with within():
        upload.refresh_from_db()
        # Another request may have undone it just now.
        if upload.can_be_undone:
            finish(upload, stay)


def find_untouched(upload):
    """Return the plays that are unchanged since an import, without new photos."""
    plays = models.Play.objects.filter(arrival__upload=upload, arrival__revision=F("revision"), deleted_at=None)
    for photos in (models.Photo, models.SentPhoto):
        plays = plays.exclude(Exists(photos.objects.filter(play=OuterRef("pk"))))
    return plays.order_by("pk")


def remove_plays(upload, numbers, *, within) -> int:
    """Delete those of these plays for good that are still untouched; return how many."""
    found = list(find_untouched(upload).select_for_update().filter(pk__in=numbers).values_list("pk", flat=True))
    with within():
        models.Play.objects.filter(pk__in=found).delete()
    return len(found)


@transaction.atomic
def finish(upload, stay):
    """Remove new players who never played, and new sheets without plays.

    `stay`: how many plays of the import remain.
    """
    group, made = upload.group, upload.made
    models.Mark.objects.filter(pk__in=made.get("marks", ()), group=group).delete()
    models.Player.objects.filter(pk__in=made.get("players", ()), seats=None, person=None).delete()
    sheets = models.OwnSheet.objects.filter(pk__in=made.get("sheets", ()), group=group)
    sheets.exclude(totals_of="").filter(versions__plays=None).delete()
    # Sheets that someone plays, has marked or has changed remain.
    played = {slug for rows in (group.plays, group.marks) for slug in rows.values_list("game_slug", flat=True)}
    own_sheets = sheets.filter(totals_of="").exclude(versions__number__gt=1)
    unplayed = {sheet.slug: sheet.pk for sheet in own_sheets if sheet.slug not in played}
    models.OwnSheet.objects.filter(pk__in=unplayed.values()).delete()
    models.Alias.objects.filter(group=group, kind=models.Alias.Kind.GAME, game_slug__in=unplayed).delete()
    upload.state, upload.done_at = models.Upload.State.UNDONE, timezone.now()
    upload.counts = {"went": 0, "back": 0} | upload.counts | {"stay": stay}
    upload.save(update_fields=["state", "done_at", "counts"])
