"""Every shape in which an event was ever stored, and a check that each event which is stored now has one of them."""

import json
import sys
from itertools import pairwise
from pathlib import Path

from companion.models import Event
from companion.models.event_details import BY

ROOT = Path(__file__).resolve().parent.parent
OURS = tuple(f"{ROOT / name}/" for name in ("companion", "tests"))
A_PHOTO = "8b0c6a5e-3f1d-4c1e-9a57-0123456789ab"
Kind = Event.Kind
# Of each kind every shape that any version has stored. `seat` stands for the number of Anna's seat.
SHAPES = [
    (Kind.START, {}),
    (Kind.START, {"after": 10**9}),
    (Kind.START, {"new": [10**9]}),
    (Kind.CLOSE, {"stage": "1"}),
    (Kind.CLOSE, {"stage": "2", "save_id": "0123456789abcdef"}),
    (Kind.CLOSE, {"stage": "gone"}),
    (Kind.REOPEN, {}),
    (Kind.REOPEN, {"stage": "1"}),
    (Kind.REOPEN, {"stage": "1", "revision": 7}),
    (Kind.REOPEN, {"stage": "gone"}),
    (Kind.OPTIONS, {"points_water": [6, 7], "tie_break": ["hand-sum", "best-card"]}),
    (Kind.OPTIONS, {"points_water": [6, 7], BY: "Anna"}),
    (Kind.OPTIONS, {"an option of another version": [1, 2]}),
    *((Kind.SEATS, {"what": what, "seat": "seat", "player": "Anna"}) for what in ("add", "remove", "back", "move")),
    (Kind.SEATS, {"what": "add", "seat": 10**9, "player": "Anna"}),
    (Kind.SEATS, {"what": "add", "player": "Anna"}),
    (Kind.SEATS, {"what": "rename", "seat": "seat", "player": "Anna", "was": "Ana"}),
    (Kind.SEATS, {"what": "team", "seat": "seat", "player": "Anna", "was": 0, "team": 1}),
    (Kind.SEATS, {"what": "team", "seat": "seat", "player": "Anna", "was": 1, "team": 2}),
    (Kind.SEATS, {"what": "team", "seat": "seat", "player": "Anna", "was": 2, "team": 0}),
    (Kind.SEATS, {"what": "role", "seat": "seat", "player": "Anna", "was": "", "role": "Fox"}),
    *((Kind.SEATS, {"what": what, "seat": "seat", "player": "Anna"}) for what in ("first", "not_first")),
    # In a play that came with a file.
    (Kind.SEATS, {"what": "first", "seat": "seat", "player": "Anna", BY: "Anna"}),
    (Kind.NOTES, {"place": ["", "at Ben’s"]}),
    (Kind.NOTES, {"variant": ["", "The long way"], BY: "Anna"}),
    (Kind.NOTES, {"played_on": ["2026-11-20", "2026-11-21"], "minutes": ["", "90"], "notes": ["a", "b" * 2000]}),
    (Kind.DISCARD, {"seat": "seat", "stage": "1", "figures": {"water": 3, "gold": {"refused": "12a"}}}),
    (Kind.DISCARD, {"seat": 10**9, "stage": "gone", "figures": {"water": None}}),
    (Kind.DISCARD, {"seat": "seat", "stage": "1", "figures": {}, "differently": True}),
    (Kind.FINISH, {}),
    (Kind.RESCORE, {}),
    (Kind.STOP, {}),
    (Kind.DELETE, {}),
    (Kind.RESTORE, {}),
    (Kind.IMPORT, {}),
    *(
        (Kind.PHOTO, {"what": what, "photos": [A_PHOTO]})
        for what in ("add", "remove", "restore", "forget", "import", "undo")
    ),
    (Kind.PHOTO, {"what": "say", "photos": [A_PHOTO], "words": ["", "The last round"]}),
    (Kind.PHOTO, {"what": "say", "photos": [A_PHOTO], "photo": A_PHOTO, "words": ["", "The last round"]}),
]
KEYS_OF_NOTES = {key for kind, details in SHAPES if kind == Kind.NOTES for key in details}


def shape_of(kind, details) -> tuple:
    """Return what events of one shape have in common: the kind, what happened, and the keys."""
    return str(kind), details.get("what"), frozenset(details.keys() - {BY})


KNOWN = {shape_of(kind, details) for kind, details in SHAPES}


def is_known(kind, details) -> bool:
    """Return whether an event has one of the shapes."""
    if kind == Kind.OPTIONS:
        # The keys are those of a game's options.
        return True
    return details.keys() <= KEYS_OF_NOTES if kind == Kind.NOTES else shape_of(kind, details) in KNOWN


def refuse_unknown(execute, sql, params, many, context):
    """Run a statement. Raises AssertionError if our own code, not a test, stores an event of a shape that isn't known.

    Every page and every action is tried with the shapes above, so a new one belongs there.
    """
    if sql.startswith('INSERT INTO "companion_event"') and is_from_our_code():
        for kind, details in pairwise(params):
            if isinstance(details, str) and details.startswith("{"):
                assert is_known(kind, json.loads(details)), f"not in tests/event_shapes.py: {kind}, {details}"
    return execute(sql, params, many, context)


def is_from_our_code() -> bool:
    """Return whether the statement comes from the site itself."""
    frame = sys._getframe(2)
    while frame and not frame.f_code.co_filename.startswith(OURS):
        frame = frame.f_back
    return frame is not None and frame.f_code.co_filename.startswith(OURS[0])
