"""Origin of a play that came from another program: its ids there, and what only that program knows of it.

`{"program", "id", "game", "players", "digest", "details"}`: `game` and `players` are the program's ids of the game and
of the seats, in the order of `seats`; a player without an id is an empty text. `digest` tells a changed play in the
program's next file; a play without one has been changed in Caravan. `details` has the keys `time`, `seats`, `rows`,
`expansions` and `rest`, each as the reader of the program's files stores it.
"""

import datetime
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

from companion.rules.kit import as_json

PROGRAMS = ("bgstats", "bgg", "table")
LONGEST_ID = 200
MOST_PLAYERS = 100
# As much as a play of another program may have, and a little more for its keys.
LONGEST_DETAILS = 2**17

type Json = Any
type Checks = Mapping[str, Callable[[Json], bool]]


def is_origin(value: Json) -> TypeGuard[dict[str, Json]]:
    """Return whether this can be where a play came from."""
    return has_only(value, ORIGIN) and {"program", "id"} <= value.keys() and is_short(value)


def is_short(value: Json) -> bool:
    try:
        return len(json.dumps(value, ensure_ascii=False, default=as_json)) <= LONGEST_DETAILS
    except (ValueError, RecursionError):
        return False


def has_only(value: Json, checks: Checks) -> bool:
    """Return whether a value is an object that has no keys but these, and each as its check wants it."""
    return isinstance(value, dict) and value.keys() <= checks.keys() and fits(value, checks)


def fits(value: Json, checks: Checks) -> bool:
    """Return whether a value is an object in which each of these keys is missing or as its check wants it."""
    return isinstance(value, dict) and all(check(value[key]) for key, check in checks.items() if key in value)


def is_text(value: Json) -> bool:
    return isinstance(value, str)


def is_id(value: Json) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_ID


def is_digest(value: Json) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def are_players(value: Json) -> bool:
    return isinstance(value, list) and len(value) <= MOST_PLAYERS and all(each == "" or is_id(each) for each in value)


def is_time(value: Json) -> bool:
    """Return whether this is an hour of the day as in 20:15."""
    if not isinstance(value, str) or not re.fullmatch("[0-9]{2}:[0-9]{2}", value):
        return False
    try:
        datetime.time.fromisoformat(value)
    except ValueError:
        return False
    return True


def are_texts(value: Json) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


def is_row(value: Json) -> bool:
    """Return whether this is a row of a score sheet: its round, its label, and a text for each seat."""
    is_whole = isinstance(value, list) and len(value) == 3
    return is_whole and type(value[0]) is int and is_text(value[1]) and are_texts(value[2])


def are_rows(value: Json) -> bool:
    return isinstance(value, list) and all(map(is_row, value))


def are_seats(value: Json) -> bool:
    return isinstance(value, list) and all(has_only(each, {"score": is_text, "rest": is_object}) for each in value)


def is_object(value: Json) -> bool:
    return isinstance(value, dict)


def is_whole_number(value: Json) -> bool:
    return type(value) is int


def is_location(value: Json) -> bool:
    return has_only(value, {"uuid": is_text, "name": is_text}) and len(value) == 2


def is_expansion(value: Json) -> bool:
    return has_only(value, {"uuid": is_text, "name": is_text, "bggId": is_whole_number}) and len(value) == 3


def are_expansions(value: Json) -> bool:
    return isinstance(value, list) and all(map(is_expansion, value))


def is_game(value: Json) -> bool:
    return has_only(value, {"bggId": is_whole_number})


def is_rest(value: Json) -> bool:
    """Return whether this can be the rest of a play: only what is read of it has a shape."""
    return fits(value, {"location": is_location, "expansions": are_expansions, "game": is_game})


def are_details(value: Json) -> bool:
    return has_only(value, DETAILS)


DETAILS: Checks = {"time": is_time, "seats": are_seats, "rows": are_rows, "expansions": are_texts, "rest": is_rest}
ORIGIN: Checks = {
    "program": PROGRAMS.__contains__,
    "id": is_id,
    "game": is_id,
    "players": are_players,
    "digest": is_digest,
    "details": are_details,
}
