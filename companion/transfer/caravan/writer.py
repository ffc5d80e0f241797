"""Write a group's plays as a file in the play format, which imports and the `score` command read."""

import json
from itertools import batched
from typing import Any

from companion.entry.scorepads import scorepads
from companion.models.starts import plays_of_unknown_start
from companion.results.outcomes import is_lost
from companion.rules.kit import as_json
from companion.rules.scoring.checking import FORMAT

from .group_details import games_as_json, group_as_json
from .history import histories_as_json
from .origins import get_keys, origins_as_json

BATCH = 200
# A file of so many plays takes no more CPU time than a page. Larger files are made in a background task. Someone who
# saves may have to wait for as many files as there are threads.
MOST_AT_ONCE = 50
LONGEST_NAME = 60
ENCODER = json.JSONEncoder(ensure_ascii=False, default=as_json)


def is_large(group) -> bool:
    """Return whether the group has more plays than are written within a request."""
    return group.plays.filter(deleted_at__isnull=True).order_by()[: MOST_AT_ONCE + 1].count() > MOST_AT_ONCE


def ignore_progress(_done):
    """Do nothing with the number of plays written."""


def iterate_batches(plays, tell):
    """Yield these plays in the order they were played, in batches; call `tell` with the number done.

    Between batches nothing is read: an SQLite transaction that has read can't write after another one has written.
    """
    plays = plays.order_by("played_on", "pk").select_related("sheet__sheet")
    for number, some in enumerate(batched(plays.values_list("pk", flat=True), BATCH)):
        tell(number * BATCH)
        yield list(plays.filter(pk__in=some))


def plays_as_json(group, tell=ignore_progress):
    """Yield the parts of a JSON array: custom games, details of the group, then plays in the order they were played.

    Each is a line of JSON. Deleted plays are left out. `tell` is called now and then with the number of plays written.
    """
    before, keys = "[\n", get_keys(group)
    for about in (*games_as_json(group), *filter(None, [group_as_json(group)])):
        yield before + ENCODER.encode(about)
        before = ",\n"
    for batch in iterate_batches(group.plays.filter(deleted_at__isnull=True), tell):
        pads = scorepads(batch)
        histories, origins = histories_as_json(batch, pads), origins_as_json(pads, keys)
        unknown = plays_of_unknown_start(batch)
        for pad in pads:
            number = pad.play.pk
            play_json = full_play_as_json(pad, is_start_known=number not in unknown)
            yield before + ENCODER.encode(play_json | histories[number] | origins.get(number, {}))
            before = ",\n"
    yield "\n]\n" if before == ",\n" else "[]\n"


def play_as_json(pad) -> dict:
    """Return a play in the play format, with all amounts on its cards, and the result of a finished one."""
    play, version, known = pad.play, pad.play.sheet, dict[str, Any]()
    if version is not None and version.sheet.totals_of:
        # Only totals or winners are known.
        known = {"totals": version.data["wins"]}
    elif version is not None:
        known = {"version": version.number}
    entered = pad.as_play(pad.game.stages)["seats"]
    return {
        "format": FORMAT,
        "id": str(play.uuid),
        "game": play.game_slug,
        **known,
        "played_on": play.played_on.isoformat(),
        "options": pad.options,
        "place": play.place,
        **({"variant": play.variant} if play.variant else {}),
        **({"minutes": play.minutes} if play.minutes else {}),
        "notes": play.notes,
        "state": play.state,
        "seats": [stages | seat_details(seat, pad) for stages, seat in zip(entered, pad.everybody, strict=True)],
    }


def seat_details(seat, pad) -> dict:
    """Return a player's colour and role, whether they are the first player, and their result."""
    details = {"colour": seat.player.colour} if seat.player.colour else {}
    if seat.is_first:
        details["first"] = True
    if seat.role:
        details["role"] = seat.role
    if seat.rank is not None:
        details |= {} if seat.points is None else {"points": seat.points}
        details |= {} if is_lost(seat, pad) else {"rank": seat.rank}
        details["winner"] = seat.is_winner
    return details


def full_play_as_json(pad, *, is_start_known) -> dict:
    """Return a play in the play format with its start, its way of counting, and the progress of an open one."""
    play, play_json = pad.play, play_as_json(pad)
    if is_start_known:
        play_json["began"] = play.created_at.isoformat()
    if play.by_row:
        play_json["by_row"] = True
    if play.is_finished:
        return play_json
    play_json["closed"] = play.closed_stages
    if play.rounds_over:
        play_json["rounds_over"] = True
    for seat, seat_json in zip(pad.everybody, play_json["seats"], strict=True):
        # The open stages on whose score sheets a player is marked as done.
        cards = {
            stage.key: pad.cards.get((seat.pk, stage.key)) for stage in pad.game.stages if not play.is_closed(stage)
        }
        if done := [key for key, card in cards.items() if card and card.revision and card.is_in]:
            seat_json["done"] = done
    return play_json


def build_file_name(group, day, ending=".json") -> str:
    """Return a file name: `Thursday evening 2026-11-20.json`, without characters that file systems forbid."""
    name = "".join(" " if sign in '/\\:*?"<>|' else sign for sign in str(group))
    return f"{name[:LONGEST_NAME].strip() or 'Caravan'} {day.isoformat()}{ending}"
