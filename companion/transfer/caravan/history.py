"""The change history of a play in its file: its events, and the changes of score sheets.

An event is `{"kind", "at", "by", "details"}`. A change of a score sheet has the kind `card` and the details `{"seat",
"stage", "set", "done", "back"}`. Invalid input is `{"refused": …}` in `set`. Seats are numbered by their place in the
play, followed by removed ones; photos have an id that is the same in every group. Empty keys are left out.
"""

import datetime
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain, groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from companion.access.fields import LONGEST_NAME
from companion.core.language.typed import clean_json
from companion.entry.changes import cuts_of, together
from companion.entry.saving import follows
from companion.models import CardSave, Event, Photo, Player, Seat
from companion.models.cards import as_entry, as_stored
from companion.models.event_details import BY
from companion.results.decided_ties import with_crown
from companion.rules.kit import LONGEST_ROLE
from companion.rules.scoring.checking import is_date

from .play_details import AFTER, find_earlier_plays, has_happened, is_readable, left_as_json, struck_as_json

# Returns whether these amounts are possible at the stage with this key.
type Fits = Callable[[str, dict], bool]

Kind = Event.Kind
CARD = "card"
# The ids of imported saves: those in the change history, and all others.
LISTED, UNLISTED = "import told", "import"
LEFT_OUT = {"save_id", "revision", BY, "seat", AFTER, "new"}
# The most events and teams of a play.
MOST_EVENTS, MOST_TEAMS = 2_000, 100
LONGEST_WORDS, MOST_PHOTOS = 2_000, 1_000


# Out


def histories_as_json(plays, pads) -> dict[int, dict[str, Any]]:
    """Return the history parts of these plays' files, by the plays' primary keys.

    These are `events`, `photos`, `after`, `left` and `struck`. Empty ones are left out.
    """
    events = group_by_play(Event.objects.filter(play__in=plays).exclude(kind=Kind.IMPORT).order_by("pk"))
    photos = group_by_play(Photo.objects.filter(play__in=plays).order_by("pk"))
    removed = group_by_play(Seat.objects.filter(play__in=plays, removed_at__isnull=False).select_related("player"))
    rows = CardSave.objects.filter(seat__play__in=plays, fate=CardSave.Fate.COUNTED).select_related("seat")
    rows = rows.order_by("seat", "stage", "revision").defer("sent", "starts")
    cards = group_by_play(rows, attrgetter("seat.play_id"))
    names = dict(Player.objects.filter(group__plays__in=plays, person__isnull=False).values_list("person", "name"))
    starts = [event for event in chain(*events.values()) if event.kind == Kind.START and AFTER in event.details]
    after = find_earlier_plays(plays, {event.play_id: event.details[AFTER] for event in starts})
    found = {}
    for pad in pads:
        number = pad.play.pk
        places = {seat.pk: place for place, seat in enumerate([*pad.everybody, *removed[number]])}
        known_as = {str(photo.uuid): str(photo.known_as) for photo in photos[number]}
        listed = [
            event_as_json(event, places, known_as, names) for event in events[number] if is_readable(event, pad, places)
        ]
        listed += changes_as_json(pad, cards[number], places, cuts_of(events[number]), names)
        about = {
            "events": sorted(listed, key=lambda each: each["at"]),
            "photos": [
                {"id": str(photo.known_as), "caption": photo.caption}
                for photo in photos[number]
                if not photo.deleted_at
            ],
            "after": after.get(number),
            "left": left_as_json(pad, removed[number]),
            "struck": struck_as_json(pad),
        }
        found[number] = {key: value for key, value in about.items() if value}
    return found


def group_by_play(rows, play_of=attrgetter("play_id")) -> dict[int, list]:
    """Return rows by their plays' primary keys."""
    found = defaultdict(list)
    for row in rows:
        found[play_of(row)].append(row)
    return found


def event_as_json(event, places, known_as, names) -> dict[str, Any]:
    """Return an event as it is in a file."""
    details = {key: value for key, value in event.details.items() if key not in LEFT_OUT}
    if event.details.get("seat") in places:
        details["seat"] = places[event.details["seat"]]
    if "photos" in details:
        details["photos"] = [known_as.get(photo, photo) for photo in details["photos"]]
    if "photo" in details:
        details["photo"] = known_as.get(details["photo"], details["photo"])
    by = event.details.get(BY) or names.get(event.person_id)
    listed = {"kind": event.kind, "at": event.at.isoformat(), BY: by, "details": details}
    return {key: value for key, value in listed.items() if value}


def changes_as_json(pad, rows, places, cuts, names) -> list[dict[str, Any]]:
    """Return the changes of the score sheets, in the order of the seats.

    A sheet that was imported without changes isn't listed: it is in the play's `stages`. Fields that the game doesn't
    have any more are left out.
    """
    listed = []
    for (seat, key), saves in groupby(rows, key=lambda row: (row.seat_id, row.stage)):
        stage, changes = pad.play.whole_game.stage(key), together(saves, cuts)
        is_listed = len(changes) > 1 or (seat, key) not in pad.cards
        is_listed = is_listed or any(c.last.save_id != UNLISTED or name_of(c, names) or c.last.refused for c in changes)
        for change in changes if stage and seat in places and is_listed else ():
            fields = {field.key for field in with_crown(stage.fields, change.keys)}
            now = {key: as_stored(change.after[key]) for key in change.keys if key in fields}
            details = {"seat": places[seat], "stage": stage.key, "set": now}
            details |= {"done": change.last.is_in} if change.was_in is not None else {}
            details |= {"back": True} if change.puts_back else {}
            by = {BY: name_of(change, names)} if name_of(change, names) else {}
            listed.append({"kind": CARD, "at": change.at.isoformat(), **by, "details": details})
    return listed


def name_of(change, names) -> str:
    """Return who made a change, here or according to a file; "" if nobody knows."""
    return change.last.by or names.get(change.person_id, "")


# In


@dataclass(frozen=True)
class History:
    """The history of a play in a file: its events, and the changes of score sheets by seat and stage."""

    events: list[dict[str, Any]] = field(default_factory=list)
    changes: Mapping[tuple[int, str], list[dict[str, Any]]] = field(default_factory=dict)

    def events_at(self, play, seats) -> list[Event]:
        """Return the events to be stored for a play with these seats."""
        found = []
        for listed in self.events:
            details = {**listed.get("details", {}), **({BY: listed[BY]} if BY in listed else {})}
            details.pop(AFTER, None)
            if "seat" in details:
                details["seat"] = seats[details["seat"]].pk
            found.append(Event(play=play, kind=listed["kind"], details=details, at=parse_moment(listed["at"])))
        return found

    def rows_of(self, seat, place, stage, amounts=None, *, is_in=None, began=None) -> list[CardSave]:
        """Return the saves of a score sheet: its changes, then one that brings it to these amounts if they differ.

        If `is_in` is None, the stage is over: a sheet is as done as its changes say, else it is done if it has amounts.
        """
        rows: list[CardSave] = []
        held: dict[str, Any] = {}
        for change in self.changes.get((place, stage), ()):
            details = change["details"]
            held = {**held, **{key: as_entry(value) for key, value in details["set"].items()}}
            done = details.get("done", rows[-1].is_in if rows else False)
            row = CardSave(seat=seat, stage=stage, is_in=done, at=parse_moment(change["at"]), save_id=LISTED)
            row.entries = held
            row.puts_back, row.by = details.get("back", False), change.get(BY, "")
            rows.append(row)
        if is_in is None:
            is_in = rows[-1].is_in if rows else bool(amounts)
        if amounts is not None and (not rows or rows[-1].amounts != amounts or rows[-1].is_in != is_in):
            row = CardSave(seat=seat, stage=stage, amounts=amounts, is_in=is_in, save_id=UNLISTED)
            row.at = (rows[-1].at if rows else began) or row.at
            rows.append(row)
        for revision, row in enumerate(rows, 1):
            row.revision = revision
            follows(row, rows[revision - 2] if revision > 1 else None)
        return rows


def parse_moment(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text)


def read_history(play: Mapping[str, Any], fits: Fits) -> History | None:
    """Return the history of a play in a file, or None if something in it isn't valid.

    `fits` returns whether these amounts are possible at a stage.
    """
    events = clean_json(play.get("events", []))
    if len(events) > MOST_EVENTS:
        return None
    seats, changes = len(play["seats"]) + len(play.get("left", [])), defaultdict(list)
    for event in events:
        details = event.get("details", {})
        known = event.keys() <= {"kind", "at", BY, "details"} and has_happened(event.get("at"))
        if not known or not isinstance(details, dict) or not is_name(event.get(BY, "x")):
            return None
        if details.get("seat", 0) not in range(seats) or type(details.get("seat", 0)) is not int:
            return None
        kind = event.get("kind")
        if not isinstance(kind, str) or kind not in DETAILS or not DETAILS[kind](details):
            return None
        figures = {CARD: details.get("set"), Kind.DISCARD: details.get("figures")}.get(kind) or {}
        entered = {key: None if is_refused(value) else value for key, value in figures.items()}
        if entered and not fits(details["stage"], entered):
            return None
        if kind == CARD:
            changes[details["seat"], details["stage"]].append(event)
    return History([event for event in events if event["kind"] != CARD], changes)


def is_name(value) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def is_text(value, longest=LONGEST_WORDS) -> bool:
    return isinstance(value, str) and len(value) <= longest


def is_option(value) -> bool:
    return is_text(value) or type(value) in (int, bool)


def is_refused(value) -> bool:
    """Return whether a value of a score sheet is invalid input."""
    return isinstance(value, dict) and value.keys() == {"refused"} and is_text(value["refused"])


def is_pair(value, fits) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(fits, value))


def is_photo(value) -> bool:
    try:
        return isinstance(value, str) and str(UUID(value)) == value
    except ValueError:
        return False


def are_seats_details(details) -> bool:
    what, rest = details.get("what"), details.keys() - {"what", "seat", "player"}
    if not is_name(details.get("player")):
        return False
    if what == "rename":
        return rest == {"was"} and is_name(details["was"])
    if what == "team":
        numbers = range(MOST_TEAMS + 1)
        return rest == {"was", "team"} and all(type(details[key]) is int and details[key] in numbers for key in rest)
    if what == "role":
        return rest == {"was", "role"} and all(is_text(details[key], LONGEST_ROLE) for key in rest)
    return what in ("add", "remove", "back", "move", "first", "not_first") and not rest


def are_notes_details(details) -> bool:
    fits = {"played_on": is_date, **dict.fromkeys(("place", "variant", "minutes", "notes"), is_text)}
    return details.keys() <= fits.keys() and all(is_pair(value, fits[key]) for key, value in details.items())


def are_photo_details(details) -> bool:
    photos = details.get("photos")
    if not isinstance(photos, list) or len(photos) > MOST_PHOTOS or not all(map(is_photo, photos)):
        return False
    if details.get("what") == "say":
        return is_pair(details.get("words"), is_text) and is_photo(details.get("photo", photos and photos[0]))
    return details.get("what") in ("add", "remove", "restore", "forget", "import", "undo") and len(details) == 2


def are_card_details(details, more=frozenset({"done", "back"})) -> bool:
    known = details.keys() <= {"seat", "stage", "set"} | more and {"seat", "stage", "set"} <= details.keys()
    are_bool = all(type(details.get(key, False)) is bool for key in ("done", "back"))
    return known and are_bool and isinstance(details["stage"], str) and isinstance(details["set"], dict)


def are_discard_details(details) -> bool:
    known = {**details, "set": details.get("figures")}
    return details.get("differently", True) is True and are_card_details(known, {"figures", "differently"})


# Checks for the details of each kind of event.
DETAILS: Mapping[str, Callable[[dict], bool]] = {
    # Files of version 0.3.0 have a primary key there.
    Kind.START: lambda details: details.keys() <= {AFTER} and type(details.get(AFTER, 0)) is int,
    **dict.fromkeys((Kind.FINISH, Kind.RESCORE, Kind.STOP, Kind.DELETE, Kind.RESTORE), lambda details: not details),
    Kind.CLOSE: lambda details: details.keys() == {"stage"} and is_name(details["stage"]),
    Kind.REOPEN: lambda details: details.keys() <= {"stage"} and is_name(details.get("stage", "x")),
    Kind.OPTIONS: lambda details: all(is_name(key) and is_pair(value, is_option) for key, value in details.items()),
    Kind.SEATS: are_seats_details,
    Kind.NOTES: are_notes_details,
    Kind.PHOTO: are_photo_details,
    Kind.DISCARD: are_discard_details,
    CARD: are_card_details,
}
