"""A group's plays as neutral records for the writers of all formats.

Plays, people and games that came from another program keep its ids there. Others have their own ids.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from itertools import chain, repeat
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import translation

from companion import models
from companion.core.language.texts import say
from companion.entry.scorepads import scorepads
from companion.models import Alias, Arrival, Play
from companion.models.photos import picture, weights
from companion.models.starts import plays_of_unknown_start
from companion.photos.pictures import seal_of
from companion.results.outcomes import is_lost
from companion.results.uncounted import is_uncounted
from companion.transfer.caravan.origins import get_keys, is_uuid
from companion.transfer.caravan.writer import ignore_progress, iterate_batches, play_as_json

from .roles import say_role
from .writers import records
from .writers.photos import Photo, split_into_files


@dataclass
class Origins:
    """The `keys` by which a program (`source`) knows players and games, and the plays' arrivals by primary key."""

    source: str = ""
    keys: dict[tuple, str] = field(default_factory=dict)
    arrivals: dict[int, Arrival] = field(default_factory=dict)

    def uuid_of(self, kind: str, here) -> str:
        """Return the id by which the program knows a player (primary key) or game (slug), or ""."""
        key = self.keys.get((self.source, kind, here), "")
        return key if is_uuid(key) else ""


NOWHERE = Origins()


def get_records(group, *, only_finished=False, source="", tell=ignore_progress) -> Iterator[records.Play]:
    """Return the group's plays in the order they were played, in the active language, without deleted ones.

    `source`: the program for which they are, so each has that program's ids and itself in our own format. `tell` is
    called now and then with the number of plays done.
    """
    plays = group.plays.filter(deleted_at__isnull=True)
    if only_finished:
        plays = plays.filter(state=Play.State.FINISHED)
    return iterate_records(group, plays, translation.get_language(), source=source, tell=tell)


def iterate_records(group, plays, language, *, source, tell) -> Iterator[records.Play]:
    """Yield these plays as records in this language: a file is written after the response has started."""
    zone, origins = get_time_zone(group), Origins(source, get_keys(group)) if source else NOWHERE
    for batch in iterate_batches(plays, tell):
        unknown, pads = plays_of_unknown_start(batch), scorepads(batch)
        if source:
            arrivals = Arrival.objects.filter(play__in=[play.pk for play in batch], upload__source=source)
            origins.arrivals = {each.play_id: each for each in arrivals.defer("before")}
        with translation.override(language):
            found = [build_record(pad, zone, with_ours=bool(source), origins=origins, unknown=unknown) for pad in pads]
        yield from found


def get_time_zone(group) -> ZoneInfo:
    """Return the time zone of a group."""
    return ZoneInfo(group.time_zone or settings.TIME_ZONE)


def build_record(pad, zone, *, with_ours=False, origins=NOWHERE, unknown: Container[int] = ()) -> records.Play:
    """Return a play as a record; `unknown`: the primary keys of plays whose start nobody knows."""
    play, game = pad.play, pad.game
    arrival = origins.arrivals.get(play.pk, Arrival())
    seats = arrival.rest.get("seats", [])
    return records.Play(
        id=str(play.uuid),
        game=records.Game(
            slug=play.game_slug,
            title=say(game.title),
            fewest_wins=game.fewest_wins,
            without_points=game.has_no_points,
            together=game.together,
            teams=game.teams,
            uuid=origins.uuid_of(Alias.Kind.GAME, play.game_slug),
        ),
        day=play.played_on,
        seats=[
            build_seat(
                seat, pad, uuid=origins.uuid_of(Alias.Kind.PLAYER, seat.player_id), rest=stored_seat.get("rest", {})
            )
            for seat, stored_seat in zip(pad.everybody, chain(seats, repeat({})), strict=False)
        ],
        state=play.state,
        place=play.place,
        variant=say_role(game.variants, play.variant, arrival.rest.get("rest", {}).get("board")),
        notes=play.notes,
        minutes=play.minutes,
        began=None if play.pk in unknown else play.created_at.astimezone(zone),
        changed=play.changed_at.astimezone(zone),
        lines=build_lines(pad) if play.is_finished else [],
        ours=play_as_json(pad) if with_ours else None,
        uuid=arrival.key if is_uuid(arrival.key) else "",
        time=arrival.rest.get("time", ""),
        rest=arrival.rest.get("rest", {}),
    )


def build_seat(seat, pad, *, rest, **origin) -> records.Seat:
    """Return a seat with its stored result; nobody has a rank in a lost co-op game."""
    player, is_over = seat.player, seat.rank is not None
    return records.Seat(
        player=str(player.pk),
        name=player.name,
        points=seat.points if is_over else None,
        rank=None if is_over and is_lost(seat, pad) else seat.rank,
        won=seat.is_winner if is_over else None,
        team=seat.team,
        anonymous=player.is_anonymous,
        first=bool(seat.is_first),
        role=say_role(pad.game.roles, seat.role, rest.get("role")),
        rest=rest,
        **origin,
    )


def build_lines(pad) -> list[records.Line]:
    """Return the rows of the score sheet as they were scored when the play was finished.

    Rows that never score are left out. Points are None if nobody counted them.
    """
    found: dict[tuple[str, str], list] = {}
    stages = {stage.key: stage for stage in pad.game.stages}
    items = {(stage.key, item.key): item for stage in pad.game.stages for item in stage.items}
    for number, (seat, card) in enumerate(zip(pad.everybody, pad.card_of, strict=True)):
        for line in seat.lines:
            key, points = (line["stage"], line["item"]), line["points"]
            item = items.get(key)
            if item and item.noted:
                continue
            if item and is_uncounted(pad, stages[key[0]], item, pad.seats[card], points):
                points = None
            found.setdefault(key, [None] * len(pad.everybody))[number] = points
    return [
        records.Line(
            say(stages[stage].label) if stage in stages else stage,
            say(items[stage, item].label) if (stage, item) in items else item,
            points,
        )
        for (stage, item), points in found.items()
    ]


def get_photos(group) -> list[models.Photo]:
    """Return the photos of a group's plays in the order they were played."""
    shown = models.Photo.objects.visible().filter(play__group=group, play__deleted_at__isnull=True)
    return list(shown.order_by("play__played_on", "play", "pk").select_related("play"))


def split_photos(photos) -> list[slice]:
    """Return which of these photos go into which file, as slices."""
    return split_into_files(weights("large", [photo.uuid for photo in photos]))


def load_pictures(photos, number) -> Iterator[tuple[Photo, bytes]]:
    """Yield photos with their large pictures, without those whose picture is missing; numbered from `number`."""
    for place, photo in enumerate(photos, number):
        if content := picture(photo.uuid, "large"):
            name = f"{photo.play.played_on.isoformat()} {photo.play.game_slug} {place}.jpg"
            yield Photo(name, str(photo.known_as), str(photo.play.uuid), photo.caption, seal_of(content)), content
