"""Where the database is spread by group, each question that locks rows names the group: one server alone locks."""

import re

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext, override_settings

from companion.models import Play
from companion.upkeep.spreading import spread_models
from tests.exchange.bgstats import a_file
from tests.exchange.bgstats import a_play as a_record
from tests.exchange.test_imports import brought, undo
from tests.pages.test_access import WHO_MAY, address, fitting
from tests.phones import a_play, finished, owner_of, owners_phone, phone_of

pytestmark = pytest.mark.postgresql(alone=True)

LOCKS = re.compile(r"FOR (NO KEY )?UPDATE")
TABLES = re.compile(r'(?:FROM|JOIN) "(companion_\w+)"(?: "(U\d)")?')
GIVES_A_GROUP = re.compile(r'UPDATE "(companion_\w+)" SET .*?"group_id" = (\d+).*?( WHERE .*)', re.S)
SPREAD = {model._meta.db_table for model in spread_models()}


def unnamed(sql) -> list[str]:
    """The tables that are spread of which a statement asks without a number of a group."""
    found = [(table, alias or table) for table, alias in TABLES.findall(sql) if table in SPREAD]
    return [table for table, alias in found if not re.search(of_a_group(table, alias), sql)]


def of_a_group(table, alias) -> str:
    column = "id" if table == "companion_group" else "group_id"
    return rf'"{alias}"\."{column}" (= \d|IN \(\d+\))'


def locking_in(asked) -> set[str]:
    """The statements that lock rows of tables that are spread."""
    found = (each["sql"] for each in asked.captured_queries)
    return {sql for sql in found if LOCKS.search(sql) and {table for table, _ in TABLES.findall(sql)} & SPREAD}


def giving_a_group(asked) -> list[str]:
    """The statements that write a group to rows without asking for this very group: Citus takes them for a move."""
    updates = (GIVES_A_GROUP.match(each["sql"]) for each in asked.captured_queries)
    return [found[0] for found in updates if found and f'"{found[1]}"."group_id" = {found[2]}' not in found[3]]


def tables_locked(statements) -> set[str]:
    return {TABLES.search(sql)[1] for sql in statements}


@override_settings(BY_GROUP=True)
def test_whatever_is_sent_locks_by_the_group():
    locking, moving = set(), []
    for name, row in WHO_MAY.items():
        if row.post:
            play = fitting(name)
            phone = owners_phone(play)
            place = address(name, play, phone)
            with CaptureQueriesContext(connection) as asked:
                phone.post(place, row.send)
            locking |= locking_in(asked)
            moving += giving_a_group(asked)
    assert moving == []
    assert {"companion_play", "companion_group", "companion_ownsheet"} <= tables_locked(locking)
    assert [sql for sql in locking if unnamed(sql)] == []


@override_settings(BY_GROUP=True)
def test_plays_of_other_programs_come_change_and_go_by_the_group():
    play = a_play()
    phone, group = phone_of(owner_of(play)), play.group
    second = a_record(2, anna="3", ben="4*")
    with CaptureQueriesContext(connection) as asked:
        for score in ("5*", "9*"):
            brought(phone, group, a_file(a_record(anna=score, ben="2"), second))
        for _ in range(2):
            undo(phone, group)
    locking = locking_in(asked)
    assert giving_a_group(asked) == []
    assert [each.counts[what] for what in ("back", "went") for each in group.uploads.order_by("-pk")] == [1, 0, 0, 2]
    assert [sql for sql in locking if unnamed(sql)] == []


@override_settings(BY_GROUP=True)
def test_what_is_scored_anew_is_locked_by_the_group():
    play = finished(cards={"anna": {"water": 4}})
    play.seats.update(points=1)
    with CaptureQueriesContext(connection) as asked, pytest.raises(SystemExit, match="0"):
        call_command("rescore", "--write")
    locking = locking_in(asked)
    assert tables_locked(locking) == {"companion_play"}
    assert [sql for sql in locking if unnamed(sql)] == []


def test_no_row_ever_changes_its_group():
    """Every test on this database is refused what this one tries."""
    play, other = a_play(), a_play().group
    for rows in (Play.objects.all(), play.group.players.all(), play.seats.all()):
        with pytest.raises(DatabaseError, match="changes its group"), transaction.atomic():
            rows.update(group=other)
