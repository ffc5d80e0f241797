"""A group's plays as a file in the play format, which `importing` and the `score` command read."""

import json
from itertools import batched

from companion.cards.many import scorepads
from companion.cards.outcomes import is_lost
from companion.models.starts import plays_of_unknown_start
from companion.rules.kit import as_json
from companion.rules.scoring.checking import FORMAT

from .about_group import group_as_told
from .games_of_file import games_as_told
from .happenings import happenings_of
from .provenance import keys_of, origins_of

BATCH = 200
# A file of so many plays takes no more of a processor than a page does; of more it is made beside the requests. Who
# saves may have to wait for as many of them as there are threads.
MOST_AT_ONCE = 50
LONGEST_NAME = 60
ENCODER = json.JSONEncoder(ensure_ascii=False, default=as_json)


def is_large(group) -> bool:
    """Whether the group has more plays than are written within a request."""
    return group.plays.filter(deleted_at__isnull=True).order_by()[: MOST_AT_ONCE + 1].count() > MOST_AT_ONCE


def nobody_asks(_done):
    """Where nobody asks how many plays are written."""


def in_batches(plays, tell):
    """These plays in the order they were played, some at a time; each time `tell` is told how many there were.

    Nothing is read meanwhile: whoever reads from SQLite cannot write once somebody else has written.
    """
    plays = plays.order_by("played_on", "pk").select_related("sheet__sheet")
    for number, some in enumerate(batched(plays.values_list("pk", flat=True), BATCH)):
        tell(number * BATCH)
        yield list(plays.filter(pk__in=some))


def plays_as_json(group, tell=nobody_asks):
    """The group's custom games, what else it has, then its plays in the order they were played, as parts of an array.

    Each is a line of JSON of its own. Deleted plays are left out. `tell` is told now and then how many are written.
    """
    before, keys = "[\n", keys_of(group)
    for about in (*games_as_told(group), *filter(None, [group_as_told(group)])):
        yield before + ENCODER.encode(about)
        before = ",\n"
    for batch in in_batches(group.plays.filter(deleted_at__isnull=True), tell):
        pads = scorepads(batch)
        happened, origins, unknown = happenings_of(batch, pads), origins_of(pads, keys), plays_of_unknown_start(batch)
        for pad in pads:
            number = pad.play.pk
            went = as_it_went(pad, is_start_known=number not in unknown)
            yield before + ENCODER.encode(as_play(pad) | went | happened[number] | origins.get(number, {}))
            before = ",\n"
    yield "\n]\n" if before == ",\n" else "[]\n"


def as_play(pad) -> dict:
    """A play in the play format, with all that is entered on its cards, and what a finished one came to."""
    play = pad.play
    seats = pad.as_play(pad.game.stages)["seats"]
    return {
        "format": FORMAT,
        "id": str(play.uuid),
        "game": play.game_slug,
        **sheet_in(play),
        "played_on": play.played_on.isoformat(),
        "options": pad.options,
        "place": play.place,
        **({"minutes": play.minutes} if play.minutes else {}),
        "notes": play.notes,
        "state": play.state,
        "seats": [
            entered | about(seat) | result_of(seat, pad) for entered, seat in zip(seats, pad.everybody, strict=True)
        ],
    }


def as_it_went(pad, *, is_start_known) -> dict:
    """How a play went, beside what `as_play` holds: its start, if it is counted by row, and how far an open one is."""
    play = pad.play
    told = {"began": play.created_at.isoformat()} if is_start_known else {}
    if play.by_row:
        told["by_row"] = True
    if play.is_finished:
        return told
    seats = as_play(pad)["seats"]
    done = [[stage.key for stage in pad.game.stages if is_in(pad, seat, stage)] for seat in pad.everybody]
    with_done = [seat | ({"done": its} if its else {}) for seat, its in zip(seats, done, strict=True)]
    over = {"rounds_over": True} if play.rounds_over else {}
    return {**told, "closed": play.closed_stages, **over, "seats": with_done}


def is_in(pad, seat, stage) -> bool:
    """Whether a seat's score sheet of a stage that isn't over was marked as done."""
    card = pad.cards.get((seat.pk, stage.key))
    return bool(card and card.revision and card.is_in and not pad.play.is_closed(stage))


def sheet_in(play) -> dict:
    """Which version of a custom game was played, or what is known where that is no more than totals, or who won."""
    version = play.sheet
    if version is None:
        return {}
    return {"totals": version.data["wins"]} if version.sheet.totals_of else {"version": version.number}


def about(seat) -> dict:
    """Return whose seat it is, beside their name: their colour, and whether they were drawn to begin."""
    colour = {"colour": seat.player.colour} if seat.player.colour else {}
    return colour | ({"first": True} if seat.is_first else {})


def result_of(seat, pad) -> dict:
    """What finishing has written to a seat, for whoever reads the file; nothing before, and no points without any."""
    if seat.rank is None:
        return {}
    points = {} if seat.points is None else {"points": seat.points}
    rank = {} if is_lost(seat, pad) else {"rank": seat.rank}
    return {**points, **rank, "winner": seat.is_winner}


def file_name(group, day, ending=".json") -> str:
    """What the file is called: `Thursday evening 2026-11-20.json`, without signs that no file may have."""
    name = "".join(" " if sign in '/\\:*?"<>|' else sign for sign in str(group))
    return f"{name[:LONGEST_NAME].strip() or 'Caravan'} {day.isoformat()}{ending}"
