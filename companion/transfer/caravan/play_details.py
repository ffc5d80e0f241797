"""Rematches, removed players and ticked instructions of a play in its file: `{"after", "left", "struck"}`.

`after` is the `id` of the play whose rematch this is. `left` are the removed players, each as `{"player", "position",
"at"}` with `colour`, `team`, `first` and `role` as seats have them; `position` is their place among all who have ever
had a seat. In `events` they have the numbers after those of `seats`. `struck` are the completed instructions of a
stage: `{"stage", "seat", "text"}`. Empty keys are left out.
"""

import datetime
from itertools import batched
from typing import Any
from uuid import UUID

from django.utils import timezone

from companion.access.fields import LONGEST_NAME
from companion.core.language.typed import clean_name
from companion.models import Event, Play
from companion.plays.instructions import instructions
from companion.results.decided_ties import with_crown
from companion.rules.kit import Game
from companion.rules.scoring.checking import is_moment, is_team, same_name
from companion.rules.scoring.play_format import is_colour, is_role

# In a rematch's start event: the primary key of the play before it.
AFTER = "after"
MOST_LEFT = MOST_STRUCK = 200
# How many ids a query has.
BATCH = 500
LONGEST_TEXT = 2_000
CLOCKS_DIFFER_BY = datetime.timedelta(days=1)


# Out


def is_readable(event, pad, places) -> bool:
    """Return whether this Caravan knows an event, and the play still has the fields of discarded figures."""
    if event.kind != Event.Kind.DISCARD:
        return event.kind in Event.Kind.values
    details = event.details
    stage, figures = pad.play.whole_game.stage(details.get("stage")), details.get("figures", {})
    known = {field.key for field in with_crown(stage.fields, figures)} if stage else set()
    return details.get("seat") in places and figures.keys() <= known


def find_earlier_plays(plays, starts) -> dict[int, str]:
    """Return the ids of the plays before these rematches, by the rematches' primary keys.

    `starts`: the former's primary keys by the latter's. Plays that were deleted since are left out.
    """
    if not starts:
        return {}
    here = Play.objects.filter(group=plays[0].group_id, deleted_at=None, pk__in=set(starts.values()))
    ids = dict(here.values_list("pk", "uuid"))
    return {number: str(ids[before]) for number, before in starts.items() if before in ids}


def left_as_json(pad, removed) -> list[dict[str, Any]]:
    """Return the removed players of a play for its file."""
    everybody = sorted([*pad.everybody, *removed], key=lambda seat: (seat.position, seat.pk))
    return [
        {
            "player": seat.player.name,
            **({"colour": seat.player.colour} if seat.player.colour else {}),
            **({"team": str(seat.team)} if seat.team else {}),
            **({"first": True} if seat.is_first else {}),
            **({"role": seat.role} if seat.role else {}),
            "position": everybody.index(seat),
            "at": seat.removed_at.isoformat(),
        }
        for seat in removed
    ]


def struck_as_json(pad) -> list[dict[str, Any]]:
    """Return the completed instructions of a play that are still the same."""
    if not pad.play.struck:
        return []
    places = {seat: place for place, seat in enumerate(pad.everybody)}
    return [
        {"stage": stage.key, **({"seat": places[each["seat"]]} if each["seat"] else {}), "text": str(each["text"])}
        for stage in pad.scored_stages
        if not pad.result_up_to(stage).is_blocked
        for each in instructions(pad, pad.table_up_to(stage), stage)
        if each["is_struck"]
    ]


# In


def has_happened(value: Any) -> bool:
    """Return whether a value of a file is a moment in the past; a server's clock may be ahead by a day."""
    return is_moment(value) and datetime.datetime.fromisoformat(value) <= timezone.now() + CLOCKS_DIFFER_BY


def is_left_valid(play: dict[str, Any]) -> bool:
    """Return whether the removed players of a play of a file are valid."""
    left = play.get("left", [])
    names = [seat["player"] for seat in play["seats"]]
    for each in left:
        is_right = (
            each.keys() <= {"player", "colour", "team", "first", "role", "position", "at"}
            and has_happened(each.get("at"))
            and isinstance(each.get("player"), str)
            and 0 < len(clean_name(each["player"])) <= LONGEST_NAME
            and type(each.get("position")) is int
            and 0 <= each["position"] < len(play["seats"]) + len(left)
            and is_colour(each.get("colour", 1))
            and is_team(each.get("team", "1"))
            and each.get("first", True) is True
            and is_role(each.get("role", "x"))
        )
        if not is_right:
            return False
        # Removed players can't have a seat.
        names.append(each["player"])
    return len(left) <= MOST_LEFT and (not left or len({same_name(name) for name in names}) == len(names))


def is_struck_valid(play: dict[str, Any], game: Game) -> bool:
    """Return whether the completed instructions of a play of a file are valid."""
    struck, seats = play.get("struck", []), range(len(play["seats"]))
    return len(struck) <= MOST_STRUCK and all(
        each.keys() <= {"stage", "seat", "text"}
        and isinstance(each.get("stage"), str)
        and game.stage(each["stage"]) is not None
        and isinstance(each.get("text"), str)
        and len(each["text"]) <= LONGEST_TEXT
        and type(each.get("seat", 0)) is int
        and each.get("seat", 0) in seats
        for each in struck
    )


def link_rematches(import_run):
    """Link each imported rematch with the play before it, if the group has that."""
    after = import_run.after
    numbers: dict[UUID, int] = {}
    for some in batched({*after, *after.values()}, BATCH):
        numbers |= dict(import_run.group.plays.here().filter(uuid__in=some).values_list("uuid", "pk"))
    for some in batched(after, BATCH):
        starts = Event.objects.filter(play__uuid__in=some, kind=Event.Kind.START).select_related("play")
        changed = [event for event in starts if after[event.play.uuid] in numbers]
        for event in changed:
            event.details = {**event.details, AFTER: numbers[after[event.play.uuid]]}
        Event.objects.bulk_update(changed, ["details"])
