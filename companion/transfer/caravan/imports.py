"""Import our own files: all plays or none, each of them once."""

import json
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import batched, chain
from typing import NamedTuple
from uuid import UUID, uuid5

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.formats import number_format

from companion.access.rate_limits import may_import_plays
from companion.core.language.typed import clean_json
from companion.models import Arrival, CardSave, Event, Import, Play, Seat, Upload
from companion.models.sheets import games_of
from companion.plays.instructions import key_of
from companion.results.outcomes import Outcome, outcomes_of
from companion.rules.kit import as_json, ngettext
from companion.rules.library import WithLibrary
from companion.rules.scoring.result import result_of
from companion.transfer.staging import keep_alive, reveal, split_in_pieces, stage_import, stage_players, version_finder

from .group_details import GamesOfFile
from .origins import build_arrivals, store_names
from .play_details import link_rematches
from .reader import Incoming, build_refusal, read
from .rows import build_cards, build_play, build_seats

# How many ids a query has.
BATCH = 500


class Imported(NamedTuple):
    """How many plays of a file were added, restored after they had been deleted, and already here."""

    added: int
    put_back: int
    known: int


@dataclass
class NewPlay:
    """A new play with the id it gets here, and each seat's outcome if it is finished."""

    uuid: UUID
    incoming: Incoming
    outcomes: list[Outcome] | None = field(init=False)

    def __post_init__(self):
        incoming = self.incoming
        result = result_of(incoming.game, incoming.table, incoming.problems) if incoming.is_finished else None
        self.outcomes = outcomes_of(result) if result else None

    @property
    def seats(self):
        return self.incoming.table["seats"]


def import_plays(group, file, *, person, within=nullcontext, upload=None) -> Imported:
    """Add the plays of a binary file to the group, each of them once, however often it is imported.

    Raise Refusal, and change nothing, if a play isn't valid, if there are too many, or if another import into the group
    is under way. The step that shows the plays runs in the context that `within` makes, which may still refuse it; it
    also stores the outcome in `upload`.
    """
    try:
        return import_once(group, file, person=person, within=within, upload=upload)
    except IntegrityError:
        # Another group has imported one of these plays just now. The next attempt finds it there.
        return import_once(group, file, person=person, within=within, upload=upload)


def import_once(group, file, *, person, within, upload) -> Imported:
    """Try `import_plays` once. Raise IntegrityError if a play was imported elsewhere meanwhile."""
    # Games of the library are added when one of their plays is imported.
    games = GamesOfFile(WithLibrary(games_of(group)))
    ids = list(iterate_ids(group, read(file, games)))
    with stage_import(group, upload) as import_run:
        new, deleted, import_run.ids = sort_plays(group, ids)
        count = Imported(len(new), len(deleted), len(ids) - len(new) - len(deleted))
        refuse_too_many(import_run, count.added, person=person)
        Import.objects.filter(pk=import_run.pk).update(total=count.added)
        version_of = version_finder(import_run, person=person, games=games)
        slugs = {slug: import_run.slug_of(version_of(slug, "", 0)) for slug in games.versions}
        plays = zip(ids, read(file, games), strict=True)
        # A play that is in the file twice comes once.
        arriving = (NewPlay(new.pop(uuid), play) for uuid, play in plays if uuid in new)
        for some in split_in_pieces(arriving):
            stage_plays(import_run, some, version_of, person=person)
        with within(), transaction.atomic():
            keep_alive(import_run)
            here = dict(group.players.values_list("folded_name", "colour"))
            for some in batched(deleted, BATCH):
                restore_plays(group.plays.here().filter(uuid__in=some, deleted_at__isnull=False), person=person)
            finish(import_run)
            games.group.add_to(group, games.find_game, slugs, here)
            if upload:
                upload.state, upload.done_at, upload.packed = Upload.State.DONE, timezone.now(), b""
                upload.counts = {"new": count.added, "put_back": count.put_back, "known": count.known}
                upload.save(update_fields=["state", "done_at", "packed", "counts"])
    return count


def iterate_ids(group, incoming):
    """Yield the id of each play; a play without one gets an id that is the same at the next import."""
    times = Counter[UUID]()
    for play in incoming:
        if play.uuid:
            yield play.uuid
            continue
        identity = [play.game.slug, play.table, play.played_on.isoformat(), play.written, play.state]
        text = json.dumps(identity, default=as_json)
        same = uuid5(group.uuid, text)
        times[same] += 1
        yield uuid5(group.uuid, f"{times[same]} {text}")


def sort_plays(group, ids) -> tuple[dict[UUID, UUID], list[UUID], dict[UUID, UUID]]:
    """Return the ids of new plays, of deleted plays that are restored, and of all plays.

    New ids and all ids are by the ids in the file.
    """
    new, deleted, all_ids = {}, [], {}
    for some in batched(dict.fromkeys(ids), BATCH):
        # The group's own id for a play that another group has too, so that nobody learns of the other.
        own = {uuid: uuid5(group.uuid, str(uuid)) for uuid in some}
        here = dict(group.plays.here().filter(uuid__in=[*some, *own.values()]).values_list("uuid", "deleted_at"))
        elsewhere = set(Play.objects.exclude(group=group).filter(uuid__in=some).values_list("uuid", flat=True))
        for uuid in some:
            own_id = uuid if uuid in here else own[uuid]
            if own_id not in here:
                new[uuid] = own[uuid] if uuid in elsewhere else uuid
            elif here[own_id]:
                deleted.append(own_id)
            all_ids[uuid] = new.get(uuid, own_id)
    return new, deleted, all_ids


def refuse_too_many(import_run, count, *, person):
    """Raise Refusal if the group would have too many plays, or a person would import too many in a day."""
    most, here = settings.GROUP_PLAYS, import_run.group.plays.here().count()
    grouped = partial(number_format, force_grouping=True)
    if count and here + count > most:
        text = ngettext(
            "A group can have at most %(most)s play. This one has %(here)s, and %(new)s would be added.",
            "A group can have at most %(most)s plays. This one has %(here)s, and %(new)s would be added.",
            most,
            {"most": grouped(most), "here": grouped(here), "new": grouped(count)},
        )
        raise build_refusal(text)
    # Plays that are imported again after an interruption were already counted.
    if not import_run.is_again and not may_import_plays(person, count):
        text = ngettext(
            "You can import at most %(most)s play a day. Please try again tomorrow.",
            "You can import at most %(most)s plays a day. Please try again tomorrow.",
            settings.IMPORTED_PLAYS,
            most=grouped(settings.IMPORTED_PLAYS),
        )
        raise build_refusal(text)


@transaction.atomic
def stage_plays(import_run, some, version_of, *, person) -> list[Play]:
    """Store new plays of the group with their seats, cards and results, not yet visible to anyone."""
    keep_alive(import_run)
    seated = (seat for each in some for seat in [*each.seats, *each.incoming.left])
    players = stage_players(import_run, {seat["player"]: seat.get("colour", 0) for seat in seated})
    versions = [version_of(*each.incoming.plays_by) for each in some]
    plays = [build_play(import_run.group, each, version) for each, version in zip(some, versions, strict=True)]
    for play, version in zip(plays, versions, strict=True):
        # Until it is revealed, pages skip it as deleted, and lists of deleted plays skip it because of its import.
        play.coming_with, play.deleted_at = import_run, timezone.now()
        play.game_slug = import_run.slug_of(version) if version else play.game_slug
    seats = [build_seats(play, each, players) for play, each in zip(plays, some, strict=True)]
    Play.objects.bulk_create(plays)
    Seat.objects.bulk_create(chain.from_iterable(seats))
    cards, events, struck = list[CardSave](), list[Event](), list[Play]()
    for play, play_seats, each in zip(plays, seats, some, strict=True):
        incoming = each.incoming
        cards += build_cards(play_seats, incoming, person)
        events += incoming.history.events_at(play, play_seats)
        if lines := clean_json(incoming.play.get("struck", [])):
            # The keys of instructions name the seats by their numbers.
            play.struck = [
                key_of(line["stage"], play_seats[line["seat"]].pk if "seat" in line else None, line["text"])
                for line in lines
            ]
            struck.append(play)
        if "after" in incoming.play:
            after = UUID(incoming.play["after"])
            import_run.after[each.uuid] = import_run.ids.get(after, after)
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
    Arrival.objects.bulk_create(build_arrivals(import_run, plays, some, person=person))
    Import.objects.filter(pk=import_run.pk).update(done=F("done") + len(plays))
    return plays


@transaction.atomic
def finish(import_run):
    """Show all new plays at once."""
    reveal(import_run)
    link_rematches(import_run)
    store_names(import_run)


def restore_plays(plays, *, person):
    """Restore deleted plays, many at once."""
    found = list(plays.select_for_update().order_by("pk"))
    Event.objects.bulk_create(Event(play=play, kind=Event.Kind.RESTORE, person=person) for play in found)
    here = Play.objects.filter(pk__in=[play.pk for play in found])
    here.update(deleted_at=None, changed_at=timezone.now(), revision=F("revision") + 1)
