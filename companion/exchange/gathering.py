"""The plays of a group as neutral records, for whatever writes them."""

import datetime
from collections.abc import Container, Iterator
from dataclasses import replace
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import translation

from companion import models
from companion.cards.many import scorepads
from companion.cards.outcomes import is_lost
from companion.cards.uncounted import is_uncounted
from companion.files.exporting import as_play, in_batches, nobody_asks
from companion.language.texts import say
from companion.models import Play
from companion.models.photos import picture, weights
from companion.models.starts import plays_of_unknown_start
from companion.photos.pictures import seal_of

from .origins import NOWHERE, origins_of, with_plays
from .writers import records
from .writers.photos import Photo, in_files


def records_of(group, *, only_finished=False, source="", tell=nobody_asks) -> Iterator[records.Play]:
    """The group's plays in the order they were played, in the language of the moment; deleted ones are left out.

    `source`: they go back to this program, so that each holds what it knows it by, and itself in our own format too.
    `tell` is told now and then how many there were.
    """
    plays = group.plays.filter(deleted_at__isnull=True)
    if only_finished:
        plays = plays.filter(state=Play.State.FINISHED)
    return gathered(group, plays, translation.get_language(), source=source, tell=tell)


def gathered(group, plays, language, *, source, tell) -> Iterator[records.Play]:
    """These plays as records in a language: a file is written after the page that asked for it was."""
    zone, known = zone_of(group), origins_of(group, source) if source else NOWHERE
    for batch in in_batches(plays, tell):
        unknown = plays_of_unknown_start(batch)
        pads, origins = scorepads(batch), with_plays(known, batch, source) if source else NOWHERE
        with translation.override(language):
            found = [record_of(pad, zone, with_ours=bool(source), origins=origins, unknown=unknown) for pad in pads]
        yield from found


def zone_of(group) -> ZoneInfo:
    """The clock of a group."""
    return ZoneInfo(group.time_zone or settings.TIME_ZONE)


def record_of(pad, zone, *, with_ours=False, origins=NOWHERE, unknown: Container[int] = ()) -> records.Play:
    """A play as a record. `unknown` has the numbers of the plays of which nobody knows when they began."""
    play, game = pad.play, pad.game
    return records.Play(
        id=str(play.uuid),
        game=records.Game(
            slug=play.game_slug,
            title=say(game.title),
            fewest_wins=game.fewest_wins,
            without_points=game.without_points,
            together=game.together,
            teams=game.teams,
            uuid=origins.games.get(play.game_slug, ""),
        ),
        day=play.played_on,
        seats=[
            replace(seat_of(seat, pad), **origins.seat(play, place, seat.player_id))
            for place, seat in enumerate(pad.everybody)
        ],
        state=play.state,
        place=play.place,
        notes=play.notes,
        minutes=play.minutes,
        began=None if play.pk in unknown else play.created_at.astimezone(zone),
        changed=play.changed_at.astimezone(zone),
        lines=lines_of(pad) if play.is_finished else [],
        ours=as_play(pad) if with_ours else None,
        **origins.play(play),
    )


def seat_of(seat, pad) -> records.Seat:
    """A seat with what finishing wrote to it; nobody has a rank in what was lost together."""
    player = seat.player
    its = {"player": str(player.pk), "name": player.name, "team": seat.team, "anonymous": player.is_anonymous}
    its["first"] = bool(seat.is_first)
    if seat.rank is None:
        return records.Seat(**its)
    return records.Seat(**its, points=seat.points, rank=None if is_lost(seat, pad) else seat.rank, won=seat.is_winner)


def lines_of(pad) -> list[records.Line]:
    """The rows of the score sheet as they were scored when the play was finished; those that never score have none.

    Points are None if nobody counted what they are counted from.
    """
    found: dict[tuple[str, str], list] = {}
    stages = {stage.key: stage for stage in pad.game.stages}
    items = {(stage.key, item.key): item for stage in pad.game.stages for item in stage.items}
    for number, (seat, card) in enumerate(zip(pad.everybody, pad.card_of, strict=True)):
        for line in seat.lines:
            key, points = (line["stage"], line["item"]), line["points"]
            if key in items and items[key].noted:
                continue
            if key in items and is_uncounted(pad, stages[key[0]], items[key], pad.seats[card], points):
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


def photos_of(group) -> list[models.Photo]:
    """The photos of a group's plays in the order they were played."""
    shown = models.Photo.objects.shown().filter(play__group=group, play__deleted_at__isnull=True)
    return list(shown.order_by("play__played_on", "play", "pk").select_related("play"))


def files_of(photos) -> list[slice]:
    """Which of these photos go into which file."""
    return in_files(weights("large", [photo.uuid for photo in photos]))


def with_pictures(photos, number) -> Iterator[tuple[Photo, bytes]]:
    """Photos, each with its large picture where that is kept; the first is the so-manieth of all."""
    for its_number, photo in enumerate(photos, number):
        if content := picture(photo.uuid, "large"):
            name = f"{photo.play.played_on.isoformat()} {photo.play.game_slug} {its_number}.jpg"
            its = Photo(name, str(photo.known_as), str(photo.play.uuid), photo.caption, seal_of(content))
            yield its, content


def ended_at(play) -> datetime.datetime | None:
    """When a play was over, where that was on its own day."""
    if play.minutes is None:
        return None
    return play.created_at + datetime.timedelta(minutes=play.minutes)
