"""A play that has changed in the program it came from is as it is there; nobody has changed it here."""

from itertools import chain

from django.db import transaction

from companion.files.importing import as_play, cards_of, seats_of
from companion.groups.founding import players_named
from companion.models import Arrival, Event, Holdings, Play, Seat

from .planning import digest_of

OF_A_PLAY = (
    *("game", "sheet", "rounds_over", "options", "played_on", "place", "notes", "minutes", "state", "closed_stages"),
    "high_score",
)


@transaction.atomic
def renew(upload, coming, some, version_of, *, person, within) -> int:
    """Let these plays be as the file has them now; how many were left so by whoever is at it meanwhile.

    The plays are locked before the group, as whoever changes one does it.
    """
    numbers = [each.arrival.play_id for each in some]
    found = Play.objects.select_for_update().filter(pk__in=numbers, deleted_at=None).order_by("pk")
    plays = {play.pk: play for play in found}
    left = [each for each in some if is_left(plays.get(each.arrival.play_id), each.arrival)]
    with within():
        Holdings.objects.filter(seat__play__in=[each.arrival.play_id for each in left]).delete()
        Seat.objects.filter(play__in=[each.arrival.play_id for each in left]).delete()
        for each in left:
            renew_play(upload.group, plays[each.arrival.play_id], coming.arriving(each), version_of, person=person)
            Arrival.objects.filter(pk=each.arrival.pk).update(
                revision=plays[each.arrival.play_id].revision, digest=digest_of(each.record)
            )
    return len(left)


def is_left(play, arrival) -> bool:
    """Whether a play is as the import has left it."""
    return play is not None and play.revision == arrival.revision


def renew_play(group, play, its, version_of, *, person):
    """Write a play anew, with its seats and what they hold."""
    version = version_of(*its.incoming.plays_by)
    names = [seat["player"] for seat in its.seats]
    players = dict(zip(names, players_named(group, names), strict=True))
    fresh = as_play(group, its, version)
    seats = seats_of(fresh, its, players)
    for seat in seats:
        seat.play = play
    Seat.objects.bulk_create(seats)
    Holdings.objects.bulk_create(chain(cards_of(seats, its.incoming, person)))
    Event.objects.create(play=play, kind=Event.Kind.IMPORT, person=person)
    play.touch(**{name: getattr(fresh, name) for name in OF_A_PLAY})
