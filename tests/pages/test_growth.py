"""No page reads the whole of a table that grows with what is played: however much there is, it takes as long."""

import re

import pytest
from django.db import connection

from tests.lanes import long
from tests.phones import a_play, at, card_at, finished, guests_phone, owner_of, owners_phone, seat_of, send

pytestmark = pytest.mark.sqlite

PAGES = {
    "home": lambda open_play, over: "/",
    "group": lambda open_play, over: f"/groups/{over.group.uuid}/",
    "all plays": lambda open_play, over: history(over),
    "all plays after one": lambda open_play, over: history(over, f"after=2026-11-20.{over.pk}"),
    "of a game": lambda open_play, over: history(over, f"game={over.game_slug}&until=2026-11-20"),
    "of a player": lambda open_play, over: history(over, f"player={seat_of(over, 'Anna').player_id}"),
    "won by a player": lambda open_play, over: history(over, f"winner={seat_of(over, 'Anna').player_id}"),
    "with a word": lambda open_play, over: history(over, "words=the"),
    "a play": lambda open_play, over: at("plays:play", over),
    "a play that goes on": lambda open_play, over: at("plays:play", open_play),
    "a card": lambda open_play, over: card_at(open_play, "Anna"),
    "whose seats are whose": lambda open_play, over: at("plays:mine", open_play),
    "a play's trail": lambda open_play, over: at("plays:trail", over),
    "a play on a TV": lambda open_play, over: at("plays:watch", open_play),
    "members": lambda open_play, over: f"/groups/{over.group.uuid}/people",
    "oneself": lambda open_play, over: "/you",
    "what is new at the table": lambda open_play, over: at("plays:live", open_play) + "?stage=1",
    "the start of a play": lambda open_play, over: f"/games/{over.game_slug}",
}


def history(play, query=""):
    return f"/groups/{play.group.uuid}/plays?{query}"


def ways(queries):
    """(step, query) of how the database goes about them, as it says itself."""
    with connection.cursor() as cursor:
        for sql, params in queries:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
            yield from ((row[3], sql) for row in cursor.fetchall())


def queries_of(phone, address):
    return queries_while(lambda: phone.get(address))


def queries_while(asking):
    queries = []

    def note(execute, sql, params, many, context):
        queries.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        assert asking().status_code == 200
    return [(sql, params) for sql, params in queries if sql.startswith("SELECT")]


def read_whole(phone, address):
    """The queries of a page that go through a table from its first row to its last."""
    queries = queries_of(phone, address)
    assert queries
    return [(step, sql) for step, sql in ways(queries) if re.match(r"SCAN (companion_\w+|U\d)", step)]


@pytest.fixture
def over():
    return finished(names=("Anna", "Ben"))


@pytest.fixture
def open_play(over):
    return a_play(owner=owner_of(over), group=over.group)


def seated(phone, play):
    phone.post(at("plays:mine", play), {"seat": seat_of(play, "Anna").pk})
    return phone


@pytest.mark.parametrize("page", PAGES)
def test_for_a_member_each_query_finds_its_rows_by_an_index(page, open_play, over):
    phone = seated(owners_phone(open_play), open_play)
    assert read_whole(phone, PAGES[page](open_play, over)) == []


@pytest.mark.parametrize(
    "page", [long("home"), "a play that goes on", long("a card"), long("what is new at the table")]
)
def test_for_a_guest_too(page, open_play, over):
    phone = seated(guests_phone(open_play), open_play)
    assert read_whole(phone, PAGES[page](open_play, over)) == []


@pytest.mark.parametrize("page", ["a play", "a play that goes on", "a card", "what is new at the table"])
def test_no_page_of_a_play_goes_through_all_plays_of_its_group(page, open_play, over):
    queries = queries_of(seated(owners_phone(open_play), open_play), PAGES[page](open_play, over))
    walks = r"SEARCH (companion_play|U\d) USING INDEX \w+ \(group_id=\?( AND rowid\S+)?\)"
    assert [(step, sql) for step, sql in ways(queries) if re.match(walks, step)] == []


def all_saves(queries):
    """The queries that go over all saves of a seat, of which there may be hundreds."""
    walks = r"SEARCH \w+ USING (COVERING )?INDEX (?!holdings_(begin|waiting))\w*holdings\w* \(seat_id=\?\)"
    return [(step, sql) for step, sql in ways(queries) if re.match(walks, step)]


@pytest.mark.parametrize("page", ["a play", "a play that goes on", "a card", "what is new at the table"])
def test_no_page_of_a_play_goes_over_all_that_was_saved_in_it(page, open_play, over):
    assert all_saves(queries_of(seated(owners_phone(open_play), open_play), PAGES[page](open_play, over))) == []


def test_a_save_does_not_either(open_play):
    phone = owners_phone(open_play)
    assert all_saves(queries_while(lambda: send(phone, open_play, "Anna", htmx=True, water="4"))) == []


def test_a_query_that_goes_over_all_saves_of_a_seat_would_be_found():
    sql = "SELECT * FROM companion_holdings WHERE seat_id = %s"
    assert len(all_saves([(sql, [1])])) == 1


def test_a_query_that_reads_a_whole_table_would_be_found():
    assert [step for step, _ in ways([("SELECT * FROM companion_play WHERE notes = %s", ["x"])])] == [
        "SCAN companion_play"
    ]
