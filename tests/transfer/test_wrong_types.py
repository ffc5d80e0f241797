"""A value of a wrong JSON type anywhere in an imported file is refused with a sentence, or read, and never fails."""

import copy
import json
from io import BytesIO

import pytest
from django.db import transaction

from companion.collection.sheet_files import read_sheet
from companion.core.refusal import Refusal
from companion.transfer.caravan.imports import import_plays
from companion.transfer.caravan.reader import read
from companion.transfer.caravan.writer import plays_as_json
from companion.transfer.readers import files as readers
from companion.transfer.readers.records import Unreadable
from tests.lanes import long_walk
from tests.phones import an_empty_group
from tests.transfer.bgstats import a_file, a_play, as_bytes
from tests.transfer.test_complete_export import BEANS, group

__all__ = ["group"]

VALUES = (None, True, 7, 0.5, 1e300, "x", [], ["x"], {}, {"x": []})


def places_in(value, path=()):
    """Yield the path of each value in a value of JSON."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in steps:
        yield (*path, step)
        yield from places_in(each, (*path, step))


def alike(line, path):
    """Return what tells a place from others: its path without numbers, and the kind of the line or event it is in."""
    event = line["events"][path[1]] if path[0] == "events" and len(path) > 1 else line
    return event.get("format"), event.get("kind"), *("" if isinstance(step, int) else step for step in path)


def with_value(line, path, value):
    """Return a line of a file in which this value is at this place."""
    changed = holder = copy.deepcopy(line)
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return changed


def is_read(lines) -> bool:
    """Return whether a file of these lines is read."""
    try:
        return bool(list(read(BytesIO(json.dumps(lines).encode()))) or lines[0]["format"] != "caravan.play/1")
    except Refusal:
        return False


@long_walk
def bring_in(lines, person):
    """Import a file of these lines into an empty group, and undo that."""
    with transaction.atomic():
        import_plays(an_empty_group(), BytesIO(json.dumps(lines).encode()), person=person)
        transaction.set_rollback(True)


def test_wrong_type_in_a_group_file_is_refused_or_comes_in(group):
    lines, person = json.loads("".join(plays_as_json(group))), group.members.get(role="owner").person
    games = [line for line in lines if line["format"] == "caravan.game/1"]
    places = {alike(line, path): (line, path) for line in reversed(lines) for path in places_in(line)}
    assert len(places) > 200
    for line, path in places.values():
        needed = [] if line in games else [game for game in games if game["game"] == line.get("game")]
        for value in VALUES:
            changed = [*needed, with_value(line, path, value)]
            if is_read(changed):
                bring_in(changed, person)


def test_wrong_type_in_a_file_of_bg_stats_is_refused_or_read():
    file = a_file(a_play(anna="3", ben="4*"), games=[("Skat", {"bggId": 13})])
    for path in places_in(file):
        for value in VALUES:
            try:
                readers.read(as_bytes(with_value(file, path, value)))
            except Unreadable as error:
                assert error.text


@pytest.mark.parametrize(("number", "corn"), [("0.5", 0.5), ("1e999", "inf"), ('"\\u0000"', "")])
def test_example_of_a_sheet_is_stored_whatever_it_holds(number, corn):
    example = f'{{"seats": [{{"player": "Anna", "stages": {{"end": {{"corn": {number}}}}}}}]}}'
    sheet = f'{json.dumps(BEANS)[:-1]}, "example": {example}}}'
    line = f'{{"format": "caravan.game/1", "game": "beans", "version": 1, "sheet": {sheet}}}'
    other = an_empty_group()
    import_plays(other, BytesIO(line.encode()), person=other.members.get(role="owner").person)
    stored = other.sheets.get().newest.data
    assert stored["example"]["seats"][0]["stages"]["end"]["corn"] == corn
    assert read_sheet(sheet) == (stored, [])
