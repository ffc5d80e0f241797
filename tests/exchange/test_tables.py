"""Tables of plays: what their columns are is guessed, and rows that belong together are a play."""

import pytest

from companion.exchange.readers.files import read
from companion.exchange.readers.records import Unreadable
from companion.exchange.readers.table import book_of, day_of, grid_of, guessed, is_month_first, whole_minutes
from tests.lanes import long

SIMPLE = """Date,Game,Player,Points
2026-11-20,Skat,Anna,20
2026-11-20,Skat,Ben,12
2026-11-20,Skat,Anna,7
2026-11-20,Skat,Ben,9
2026-11-21,Azul,Anna,31
"""


def book(text, *columns):
    grid = grid_of(text)
    return book_of(grid, columns or guessed(grid))


def plays(text, *columns):
    return [
        (play.day, play.game, [(seat.player, seat.score) for seat in play.seats]) for play in book(text, *columns).plays
    ]


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        (SIMPLE, ["date", "game", "player", "score"]),
        (
            "Datum;Spiel;Name;Punkte;Sieg;Ort;Dauer\n20.11.2026;Skat;Anna;1;x;hier;45",
            ["date", "game", "player", "score", "winner", "location", "minutes"],
        ),
        ("日付\tゲーム\tプレイヤー\t得点\n2026年11月20日\tスカート\t花子\t１２", ["date", "game", "player", "score"]),
        # Without headings, by what stands there; what is of no use stays free.
        ("20.11.2026;Skat;Anna;12\n20.11.2026;Skat;Ben;9", ["date", "game", "player", "score"]),
        ("Nr,When,What,Player\nA,2026-11-20,Skat,Anna", ["game", "date", "", "player"]),
    ],
)
def test_columns_are_guessed_by_their_headings_and_values(text, columns):
    assert guessed(grid_of(text)) == columns


def test_rows_of_one_date_and_game_are_a_play_until_somebody_comes_again():
    assert plays(SIMPLE) == [
        ("2026-11-20", "skat", [("anna", "20"), ("ben", "12")]),
        ("2026-11-20", "skat", [("anna", "7"), ("ben", "9")]),
        ("2026-11-21", "azul", [("anna", "31")]),
    ]


def test_a_play_is_known_again_by_its_day_game_and_people_whatever_its_points_are():
    keys = [play.key for play in book(SIMPLE).plays]
    assert len(set(keys)) == 3
    assert [play.key for play in book(SIMPLE.replace("20\n", "21\n")).plays] == keys


@pytest.mark.parametrize(("cell", "won"), [("x", True), ("ja", True), ("★", True), ("Anna", True), ("no", False)])
def test_who_won_is_a_mark_or_a_name(cell, won):
    [play] = book(f"Date,Game,Player,Winner\n2026-11-20,Skat,Anna,{cell}\n2026-11-20,Skat,Ben,yes").plays
    assert [seat.won for seat in play.seats] == [won, True]


def test_the_first_place_has_won_and_where_nobody_has_nothing_is_known():
    [play] = book("Date,Game,Player,Rank\n2026-11-20,Skat,Anna,1.\n2026-11-20,Skat,Ben,2.").plays
    assert [seat.won for seat in play.seats] == [True, False]
    [play] = book("Date,Game,Player,Rank\n2026-11-20,Skat,Anna,\n2026-11-20,Skat,Ben,").plays
    assert [seat.won for seat in play.seats] == [None, None]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-20", "2026-11-20"),
        ("2026/1/2 20:15", "2026-01-02"),
        ("2026年11月20日", "2026-11-20"),
        ("２０２６/１１/２０", "2026-11-20"),
        ("20.11.2026", "2026-11-20"),
        ("2. 1. 2026", "2026-01-02"),
        ("20/11/2026", "2026-11-20"),
        ("02/01/2026", "2026-01-02"),
        ("11/20/2026", "2026-11-20"),
        ("2026-13-01", ""),
        ("0026-11-20", ""),
        ("soon", ""),
        ("", ""),
    ],
)
def test_days_are_written_in_many_ways(text, day):
    assert day_of(text) == day


def test_where_a_second_part_is_no_month_the_first_ones_are():
    assert is_month_first(["02/01/2026", "11/20/2026"])
    assert not is_month_first(["02/01/2026", "20/11/2026"])
    assert day_of("02/01/2026", month_first=True) == "2026-02-01"


@pytest.mark.parametrize(
    ("text", "minutes"), [("45", 45), ("45 min", 45), ("1:30", 90), ("0", None), ("9999", None), ("long", None)]
)
def test_minutes_are_written_in_many_ways(text, minutes):
    assert whole_minutes(text) == minutes


def test_a_row_that_says_too_little_is_named_with_its_line():
    found = book("Date,Game,Player\nsoon,Skat,Anna\n2026-11-20,,Anna\n2026-11-20,Skat,\n2026-11-20,Skat,Ben")
    assert [(str(fault.place), str(fault.why)) for fault in found.faults] == [
        ("Row 2", "“soon” is no date."),
        ("Row 3", "it names no game."),
        ("Row 4", "it names no player."),
    ]
    assert len(found.plays) == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"hello", "This is no table: a row needs two columns, as with a comma or a tab between them."),
        long(b"a,b\n" * 50_002, "A table can have 50000 rows."),
        (b'a,"' + b"x" * 200_000, "This cannot be read as a table from row 1 on."),
        (b"\xff\xfe\x00", "This is no table: a row needs two columns, as with a comma or a tab between them."),
    ],
)
def test_what_is_no_table_is_told(content, sentence):
    with pytest.raises(Unreadable) as refused:
        read(content)
    assert str(refused.value.text) == sentence


def test_a_file_of_an_older_program_is_read_in_its_own_signs():
    grid = read("Datum;Spiel;Name\n20.11.2026;Mühle;Zoë".encode("cp1252"))
    assert grid.rows == [["20.11.2026", "Mühle", "Zoë"]]
