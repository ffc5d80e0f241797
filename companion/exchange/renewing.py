"""A play that has changed in the program it came from is as it is there, and once that is undone as it was.

One that somebody has changed here meanwhile stays.
"""

from itertools import chain

from django.db import transaction
from django.db.models import F

from companion.cards.many import scorepads
from companion.cards.outcomes import outcomes_of
from companion.files import exporting
from companion.files.importing import Arriving, as_play, cards_of, seats_of
from companion.files.incoming import read_play
from companion.groups.founding import players_named
from companion.models import Arrival, CardSave, Event, Play, Seat, SheetVersion
from companion.models.sheets import newest_versions
from companion.rules import GAMES
from companion.rules.library import WithLibrary

from .planning import digest_of, rest_of

OF_A_PLAY = (
    *("game_slug", "sheet", "rounds_over", "options", "played_on", "place", "notes", "minutes", "state"),
    *("closed_stages", "high_score"),
)
# So many changes of a play by files can be taken back, one after the other.
MOST_BEFORE = 5


@transaction.atomic
def renew(upload, coming, some, version_of, *, person, within) -> int:
    """Let these plays be as the file has them now; how many were left so by whoever is at it meanwhile.

    The plays are locked before the group, as whoever changes one does it.
    """
    plays = locked([each.arrival.play_id for each in some])
    left = [each for each in some if is_left(plays.get(each.arrival.play_id), each.arrival)]
    numbers = [each.arrival.play_id for each in left]
    with within():
        known = set(upload.group.players.values_list("pk", flat=True))
        was = {pad.play.pk: exporting.as_play(pad) for pad in scorepads([plays[number] for number in numbers])}
        before = dict(Arrival.objects.filter(play__in=numbers).values_list("play", "before"))
        for each, number in zip(left, numbers, strict=True):
            play, arrival = plays[number], each.arrival
            sheet = str(play.sheet_id) if play.sheet_id else None
            told = {"upload": upload.pk, "digest": arrival.digest, "sheet": sheet, "play": was[number]}
            told["rest"] = arrival.rest
            its = coming.arriving(each)
            write_anew(upload.group, play, its, version_of(*its.incoming.plays_by), person=person)
            Arrival.objects.filter(pk=arrival.pk).update(
                revision=play.revision,
                digest=digest_of(each.record),
                rest=rest_of(each.record),
                renewed_by=upload,
                before=[*before[number], told][-MOST_BEFORE:],
            )
        # Nobody else names anybody meanwhile: the group is locked.
        upload.made["players"] += upload.group.players.exclude(pk__in=known).values_list("pk", flat=True)
    return len(left)


def locked(numbers) -> dict[int, Play]:
    """The plays of these numbers that are there, which nobody else changes until the transaction ends."""
    found = Play.objects.select_for_update().filter(pk__in=numbers, deleted_at=None).order_by("pk")
    return {play.pk: play for play in found}


def is_left(play, arrival) -> bool:
    """Whether a play is as the import has left it."""
    return play is not None and play.revision == arrival.revision


def renewed_by(upload):
    """What a file has changed last, as far as it is as the file has left it."""
    return Arrival.objects.filter(renewed_by=upload, revision=F("play__revision"), play__deleted_at=None)


@transaction.atomic
def turn_back(upload, numbers, *, within) -> int:
    """Let these plays, by their numbers, be as they were before a file has changed them; how many are."""
    plays, back = locked(numbers), 0
    with within():
        for arrival in renewed_by(upload).filter(play__in=plays).order_by("play"):
            back += is_turned_back(upload, plays[arrival.play_id], arrival)
    return back


def is_turned_back(upload, play, arrival) -> bool:
    """Turn a play back; False where it cannot be any more, since its sheet is gone."""
    *earlier, told = arrival.before
    group, version = upload.group, SheetVersion.objects.filter(pk=told["sheet"]).select_related("sheet").first()
    if told["sheet"] and version is None:
        return False
    sheets = {slug: each.game for slug, each in newest_versions(group).items()}
    if version and not version.sheet.totals_of:
        sheets[version.sheet.slug] = version.game
    incoming, _faults = read_play(told["play"], WithLibrary({**GAMES, **sheets}))
    if incoming is None:
        return False
    its = Arriving(play.uuid, incoming, outcomes_of(incoming.result) if incoming.is_finished else None)
    write_anew(group, play, its, version, person=upload.person)
    Arrival.objects.filter(pk=arrival.pk).update(
        revision=play.revision,
        digest=told["digest"],
        rest=told.get("rest", arrival.rest),
        renewed_by=earlier[-1]["upload"] if earlier else None,
        before=earlier,
    )
    return True


def write_anew(group, play, its, version, *, person):
    """Write a play anew, with its seats and what they hold."""
    Seat.objects.filter(play=play).delete()
    names = [seat["player"] for seat in its.seats]
    players = dict(zip(names, players_named(group, names), strict=True))
    fresh = as_play(group, its, version)
    seats = seats_of(fresh, its, players)
    for seat in seats:
        seat.play = play
    Seat.objects.bulk_create(seats)
    CardSave.objects.add(chain(cards_of(seats, its.incoming, person)))
    Event.objects.create(play=play, kind=Event.Kind.IMPORT, person=person)
    play.touch(**{name: getattr(fresh, name) for name in OF_A_PLAY})
