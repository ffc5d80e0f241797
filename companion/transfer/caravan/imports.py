"""Import of our own files: all plays or none, and each of them once."""

import json
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import batched, chain
from uuid import UUID, uuid5

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.formats import number_format

from companion.access.tries import may_import_plays
from companion.cards.outcomes import Outcome, outcomes_of
from companion.models import Arrival, CardSave, Event, Import, Play, Seat, Upload
from companion.models.sheets import games_of
from companion.plays.instructions import key_of
from companion.rules.kit import as_json, ngettext
from companion.rules.library import WithLibrary
from companion.rules.scoring.result import result_of
from companion.transfer.staging import go_on, in_pieces, players_staged, reveal, staged, versions_staged

from .group_details import GamesOfFile
from .origins import arrivals_of, remember_names
from .play_details import follow_up
from .reader import Incoming, read, refusal
from .rows import as_play, cards_of, seats_of

# So many ids are asked of the database at once.
BATCH = 500


@dataclass(frozen=True)
class Imported:
    """How many plays of a file were imported, restored after they had been deleted, and here already."""

    added: int
    put_back: int
    known: int


@dataclass(frozen=True)
class Sorted:
    """What to do with the plays of a file, by their ids there.

    `new` have the id that they get here, `deleted` are restored, `known` is how many are here already. `ids` are the
    ids here of all of them.
    """

    new: dict[UUID, UUID]
    deleted: list[UUID]
    known: int
    ids: dict[UUID, UUID]


@dataclass
class Arriving:
    """A play that is new, under the id that it gets, and what it gives each seat if it is finished."""

    uuid: UUID
    incoming: Incoming
    outcomes: list[Outcome] | None = field(init=False)

    def __post_init__(self):
        its = self.incoming
        result = result_of(its.game, its.table, its.problems) if its.is_finished else None
        self.outcomes = outcomes_of(result) if result else None

    @property
    def seats(self):
        return self.incoming.table["seats"]


def import_plays(group, file, *, person, within=nullcontext, upload=None) -> Imported:
    """Add the plays of a binary file to the group, each of them once, however often it is imported.

    Raises Refusal, and changes nothing, if one of them can't be right, if they are too many, or if another import into
    the group is under way. The step that shows the plays to everybody runs in the context that `within` makes, which
    may still refuse it; it also notes the outcome with the `upload` of the file.
    """
    try:
        return import_once(group, file, person=person, within=within, upload=upload)
    except IntegrityError:
        # Another group may have imported one of these plays in the same moment: now it is found there.
        return import_once(group, file, person=person, within=within, upload=upload)


def import_once(group, file, *, person, within, upload) -> Imported:
    """Try `import_plays` once. Raises IntegrityError if a play was imported elsewhere after it was looked for."""
    # Games of the library are taken when one of their plays is imported.
    games = GamesOfFile(WithLibrary(games_of(group)))
    ids = list(ids_of(group, read(file, games)))
    with staged(group, upload) as its_import:
        plays = sort(group, ids)
        refuse_too_many(its_import, len(plays.new), person=person)
        Import.objects.filter(pk=its_import.pk).update(total=len(plays.new))
        version_of = versions_staged(its_import, person=person, games=games)
        slugs = {slug: its_import.slug_of(version_of(slug, "", 0)) for slug in games.versions}
        its_import.ids = plays.ids
        for some in in_pieces(arriving(plays.new, ids, read(file, games))):
            stage(its_import, some, version_of, person=person)
        with within(), transaction.atomic():
            go_on(its_import)
            here = dict(group.players.values_list("folded_name", "colour"))
            for some in batched(plays.deleted, BATCH):
                put_back(group.plays.here().filter(uuid__in=some, deleted_at__isnull=False), person=person)
            finish(its_import)
            games.group.bring_in(group, games.called, slugs, here)
            if upload:
                upload.state, upload.done_at, upload.packed = Upload.State.DONE, timezone.now(), b""
                upload.counts = {"new": len(plays.new), "put_back": len(plays.deleted), "known": plays.known}
                upload.save(update_fields=["state", "done_at", "packed", "counts"])
    return Imported(len(plays.new), len(plays.deleted), plays.known)


def ids_of(group, incoming):
    """Yield the id of each play; one that has none gets one that it would also get the next time."""
    times = Counter[UUID]()
    for play in incoming:
        if play.uuid:
            yield play.uuid
            continue
        told = [play.game.slug, play.table, play.played_on.isoformat(), play.written, play.state]
        text = json.dumps(told, default=as_json)
        same = uuid5(group.uuid, text)
        times[same] += 1
        yield uuid5(group.uuid, f"{times[same]} {text}")


def sort(group, ids) -> Sorted:
    """Return which of the plays with these ids are new to the group, deleted there, or there."""
    new, deleted, known, all_ids = {}, [], len(ids) - len(set(ids)), {}
    for some in batched(dict.fromkeys(ids), BATCH):
        # The group's own id for a play that another group has too, so that nobody learns of the other.
        own = {uuid: uuid5(group.uuid, str(uuid)) for uuid in some}
        here = dict(group.plays.here().filter(uuid__in=[*some, *own.values()]).values_list("uuid", "deleted_at"))
        elsewhere = set(Play.objects.exclude(group=group).filter(uuid__in=some).values_list("uuid", flat=True))
        for uuid in some:
            its_id = uuid if uuid in here else own[uuid]
            if its_id not in here:
                new[uuid] = own[uuid] if uuid in elsewhere else uuid
            elif here[its_id]:
                deleted.append(its_id)
            else:
                known += 1
            all_ids[uuid] = new.get(uuid, its_id)
    return Sorted(new, deleted, known, all_ids)


def refuse_too_many(its_import, count, *, person):
    """Raise Refusal if so many new plays are more than the group may hold, or than a person may import in a day."""
    most, here = settings.GROUP_PLAYS, its_import.group.plays.here().count()
    if count and here + count > most:
        numbers = {"most": most, "here": here, "new": count}
        numbers = {name: number_format(number, force_grouping=True) for name, number in numbers.items()}
        text = ngettext(
            "A group can have at most %(most)s play. This one has %(here)s, and %(new)s would be added.",
            "A group can have at most %(most)s plays. This one has %(here)s, and %(new)s would be added.",
            most,
            numbers,
        )
        raise refusal(text)
    # What comes again after its process has ended was counted.
    if not its_import.is_again and not may_import_plays(person, count):
        a_day = number_format(settings.IMPORTED_PLAYS, force_grouping=True)
        text = ngettext(
            "You can import at most %(most)s play a day. Please try again tomorrow.",
            "You can import at most %(most)s plays a day. Please try again tomorrow.",
            settings.IMPORTED_PLAYS,
            most=a_day,
        )
        raise refusal(text)


def arriving(new, ids, incoming):
    """Yield each of the plays that is new, once; `ids` are those of all plays in their order."""
    left = dict(new)
    for uuid, play in zip(ids, incoming, strict=True):
        if uuid in left:
            yield Arriving(left.pop(uuid), play)


@transaction.atomic
def stage(its_import, some, version_of, *, person) -> list[Play]:
    """Store new plays of the group with their seats, cards and results, not yet visible to anyone."""
    go_on(its_import)
    seated = (seat for each in some for seat in [*each.seats, *each.incoming.left])
    players = players_staged(its_import, {seat["player"]: seat.get("colour", 0) for seat in seated})
    versions = [version_of(*each.incoming.plays_by) for each in some]
    plays = [as_play(its_import.group, each, version) for each, version in zip(some, versions, strict=True)]
    for play, version in zip(plays, versions, strict=True):
        # Until it is revealed, pages pass over it as over a deleted play, and lists of deleted plays by its import.
        play.coming_with, play.deleted_at = its_import, timezone.now()
        play.game_slug = its_import.slug_of(version) if version else play.game_slug
    seats = [seats_of(play, each, players) for play, each in zip(plays, some, strict=True)]
    Play.objects.bulk_create(plays)
    Seat.objects.bulk_create(chain.from_iterable(seats))
    cards, events, struck = list[CardSave](), list[Event](), list[Play]()
    for play, its_seats, each in zip(plays, seats, some, strict=True):
        incoming = each.incoming
        cards += cards_of(its_seats, incoming, person)
        events += incoming.happenings.events_at(play, its_seats)
        if incoming.struck:
            # The keys of instructions name the seats by their numbers.
            play.struck = [
                key_of(line["stage"], its_seats[line["seat"]].pk if "seat" in line else None, line["text"])
                for line in incoming.struck
            ]
            struck.append(play)
        if incoming.after:
            its_import.after[each.uuid] = its_import.ids.get(incoming.after, incoming.after)
    Play.objects.bulk_update(struck, ["struck"])
    CardSave.objects.add(cards)
    # An import is noted after all else, at the moment of its play's creation if nobody knows when the play began.
    events += [
        Event(
            play=play,
            kind=Event.Kind.IMPORT,
            person=person,
            **({} if each.incoming.began else {"at": play.created_at}),
        )
        for play, each in zip(plays, some, strict=True)
    ]
    Event.objects.bulk_create(events)
    Arrival.objects.bulk_create(arrivals_of(its_import, plays, some, person=person))
    Import.objects.filter(pk=its_import.pk).update(done=F("done") + len(plays))
    return plays


@transaction.atomic
def finish(its_import):
    """Show all that is new to everybody at once."""
    reveal(its_import)
    follow_up(its_import)
    remember_names(its_import)


def put_back(plays, *, person):
    """Restore deleted plays, many at once."""
    found = list(plays.select_for_update().order_by("pk"))
    Event.objects.bulk_create(Event(play=play, kind=Event.Kind.RESTORE, person=person) for play in found)
    here = Play.objects.filter(pk__in=[play.pk for play in found])
    here.update(deleted_at=None, changed_at=timezone.now(), revision=F("revision") + 1)
