"""Requests and commands that change a play, a group or a custom game lock its row first."""

import re

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.pages.test_access import WHO_MAY, address, fitting
from tests.phones import finished, owners_phone

pytestmark = pytest.mark.postgresql(alone=True)

LOCKED = re.compile(r'FROM "(companion_\w+)".*FOR (?:NO KEY )?UPDATE', re.S)


def locked_tables(captured) -> set[str]:
    """Return the tables whose rows the captured statements lock."""
    found = (LOCKED.search(each["sql"]) for each in captured.captured_queries)
    return {match[1] for match in found if match}


def test_posts_lock_plays_groups_and_custom_games():
    locked = set()
    for name, row in WHO_MAY.items():
        if row.post:
            play = fitting(name)
            phone = owners_phone(play)
            place = address(name, play, phone)
            with CaptureQueriesContext(connection) as captured:
                phone.post(place, row.send)
            locked |= locked_tables(captured)
    assert {"companion_play", "companion_group", "companion_ownsheet"} <= locked


def test_rescore_locks_plays_before_it_stores_results():
    play = finished(cards={"anna": {"water": 4}})
    play.seats.update(points=1)
    with CaptureQueriesContext(connection) as captured, pytest.raises(SystemExit, match="0"):
        call_command("rescore", "--write")
    assert locked_tables(captured) == {"companion_play"}
