"""An import is taken back: its plays go, but for those that somebody has changed here since."""

from contextlib import nullcontext

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from companion.files.staging import in_pieces
from companion.models import Alias, Mark, OwnSheet, Photo, Play, Player, SentPhoto, Upload

from .renewing import renewed_by, turn_back


def undo(upload, *, within=nullcontext):
    """Take back what came with a file, and count how many plays went, how many that it had changed are as they were
    (`back`), and how many stay since they were changed here.

    Nothing where that is no longer possible. Each step is done within the context that `within` makes. Begun anew after
    its process has ended, it goes on with what is left.
    """
    if not upload.can_be_undone:
        return
    for some in in_pieces(untouched(upload)):
        with transaction.atomic():
            count(upload, went=remove_plays(upload, some, within=within))
    for some in in_pieces(list(renewed_by(upload).order_by("play").values_list("play", flat=True))):
        with transaction.atomic():
            count(upload, back=turn_back(upload, some, within=within))
    came_or_changed = Q(arrival__upload=upload) | Q(arrival__renewed_by=upload)
    stay = Play.objects.filter(came_or_changed, deleted_at=None).count()
    with within():
        upload.refresh_from_db()
        # It was undone twice in this moment.
        if upload.can_be_undone:
            finish(upload, stay=stay)


def count(upload, **more):
    """Count so many more plays."""
    for what, number in more.items():
        upload.counts[what] = upload.counts.get(what, 0) + number
    upload.save(update_fields=["counts"])


def untouched(upload) -> list[int]:
    """The numbers of the plays that are as the import has left them, and got no photo since."""
    plays = Play.objects.filter(arrival__upload=upload, arrival__revision=F("revision"), deleted_at=None)
    plays = plays.filter(photos=None, sent_photos=None)
    return list(plays.order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def remove_plays(upload, numbers, *, within) -> int:
    """Remove some of these plays, for good: the file they came from has them. How many went."""
    plays = Play.objects.select_for_update().filter(pk__in=numbers)
    untouched = plays.filter(arrival__upload=upload, arrival__revision=F("revision"))
    photos = Photo.objects.filter(play__in=numbers).values("play")
    sent = SentPhoto.objects.filter(play__in=numbers).values("play")
    found = list(untouched.exclude(pk__in=photos).exclude(pk__in=sent).order_by("pk").values_list("pk", flat=True))
    with within():
        Play.objects.filter(pk__in=found).delete()
    return len(found)


@transaction.atomic
def finish(upload, **counts):
    """Let go what came along and has nothing to do any more: names that never played, and sheets without plays.

    `counts` tell what became of the plays.
    """
    made = upload.made
    Mark.objects.filter(pk__in=made.get("marks", ()), group=upload.group).delete()
    Player.objects.filter(pk__in=made.get("players", ()), seats=None, person=None).delete()
    sheets = OwnSheet.objects.filter(pk__in=made.get("sheets", ()), group=upload.group)
    sheets.exclude(totals_of="").filter(versions__plays=None).delete()
    # What is played, marked or was changed by somebody is theirs.
    group = upload.group
    played = {slug for rows in (group.plays, group.marks) for slug in rows.values_list("game_slug", flat=True)}
    its_own = sheets.filter(totals_of="").exclude(versions__number__gt=1)
    unplayed = {sheet.slug: sheet.pk for sheet in its_own if sheet.slug not in played}
    OwnSheet.objects.filter(pk__in=unplayed.values()).delete()
    Alias.objects.filter(group=upload.group, kind=Alias.Kind.GAME, game_slug__in=unplayed).delete()
    upload.state, upload.done_at = Upload.State.UNDONE, timezone.now()
    upload.counts = {"went": 0, "back": 0} | upload.counts | counts
    upload.save(update_fields=["state", "done_at", "counts"])
