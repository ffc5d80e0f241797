"""Tables of plays: what their columns are is guessed, and rows that belong together are a play."""

import pytest

from companion.transfer.readers.columns import guess_columns
from companion.transfer.readers.files import read
from companion.transfer.readers.grid import parse_grid
from companion.transfer.readers.records import Unreadable
from companion.transfer.readers.table import read_table
from companion.transfer.readers.values import EITHER, find_date_order, parse_day, parse_minutes, parse_rank, parse_time
from tests.lanes import long

SIMPLE = """Date,Game,Player,Points
2026-11-20,Skat,Anna,20
2026-11-20,Skat,Ben,12
2026-11-20,Skat,Anna,7
2026-11-20,Skat,Ben,9
2026-11-21,Azul,Anna,31
"""


def book(text, *columns):
    grid = parse_grid(text)
    return read_table(grid, columns or guess_columns(grid))


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
    assert guess_columns(parse_grid(text)) == columns


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
        ("5 Jan 2024", "2024-01-05"),
        ("Jan 5, 2024", "2024-01-05"),
        ("5. März 2024", "2024-03-05"),
        ("Fri, 5 Jan 2024", "2024-01-05"),
        ("05.01.24", "2024-01-05"),
        ("20240105", "2024-01-05"),
        ("2026-13-01", ""),
        ("0026-11-20", ""),
        ("soon", ""),
        ("", ""),
    ],
)
def test_days_are_written_in_many_ways(text, day):
    assert parse_day(text) == day


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["02/01/2026", "11/20/2026"], "month"),
        (["02/01/2026", "20/11/2026"], "day"),
        (["02/01/2026", "03/01/2026"], EITHER),
        (["02/01/2026", "13/01/2026", "01/13/2026"], EITHER),
        (["05/05/2026"], ""),
        (["2026-01-02", "2.1.2026"], ""),
    ],
)
def test_dates_with_slashes_begin_with_the_day_or_the_month_or_it_is_not_known(texts, order):
    assert find_date_order(texts) == order


def test_a_date_with_the_month_first_is_read_so():
    assert parse_day("02/01/2026", month_first=True) == "2026-02-01"


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("45", 45), ("45 min", 45), ("1:30", 90), ("0", None), ("9999", None), ("long", None)]
    + [("1h 30m", 90), ("1.5 h", 90), ("1,5 Std.", 90), ("1 Std. 30", 90), ("2 hours", 120), ("1時間30分", 90)]
    + [("90.0", 90), ("1 hour and 30 minutes", 90), ("2 Stunden und 5 Minuten", 125)],
)
def test_minutes_are_written_in_many_ways(text, minutes):
    assert parse_minutes(text) == minutes


def test_a_row_that_says_too_little_is_named_with_its_line():
    found = book("Date,Game,Player\nsoon,Skat,Anna\n2026-11-20,,Anna\n2026-11-20,Skat,\n2026-11-20,Skat,Ben")
    assert [(str(fault.place), str(fault.why)) for fault in found.faults] == [
        ("Row 2", "“soon” isn’t a date."),
        ("Row 3", "no game given."),
        ("Row 4", "no player given."),
    ]
    assert len(found.plays) == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"hello", "This isn’t a table: each row needs at least two columns, separated by a comma or tab."),
        long(b"a,b\n" * 50_002, "A table can have 50000 rows."),
        (b'a,"' + b"x" * 200_000, "This can’t be read as a table from row 1 on."),
        (b"\xff\xfe\x00", "This isn’t a table: each row needs at least two columns, separated by a comma or tab."),
        (b"Date,Game,Player,Points\n", "There are no plays in this file."),
        (SIMPLE.replace("Ben", '"Ben', 1).encode(), "A quotation mark in row 3 isn’t closed."),
        (SIMPLE.strip().replace("31", '"31').encode(), "A quotation mark in row 6 isn’t closed."),
    ],
)
def test_what_is_no_table_is_told(content, sentence):
    with pytest.raises(Unreadable) as refused:
        read(content)
    assert str(refused.value.text) == sentence


@pytest.mark.parametrize(
    ("text", "is_cut"),
    [
        ("Date,Game,Player\n2026-11-20,Skat,Anna" + "," * 60, False),
        ("Date,Game,Player\n2026-11-20,Skat,Anna" + "," * 60 + "1", True),
        ("Date,Game,Player,Notes\n2026-11-20,Skat,Anna," + "x" * 1000, False),
        ("Date,Game,Player,Notes\n2026-11-20,Skat,Anna," + "x" * 1001, True),
    ],
)
def test_more_columns_and_longer_cells_than_are_read_are_noted(text, is_cut):
    said = "Only the first 40 columns, and 1000 characters of a cell, were read."
    assert [str(remark) for remark in book(text).remarks] == [said] * is_cut


def test_table_may_have_as_many_rows_as_are_allowed():
    assert len(parse_grid("a,b\n" * 50_000).rows) == 49_999


def test_a_file_of_an_older_program_is_read_in_its_own_signs():
    grid = read("Datum;Spiel;Name\n20.11.2026;Mühle;Zoë".encode("cp1252"))
    assert grid.rows == [["20.11.2026", "Mühle", "Zoë"]]


def in_table(head, *rows):
    """Return who sat at each play of a table, with their scores and whether they won."""
    found = book("\n".join([head, *rows]))
    assert [str(fault.why) for fault in found.faults] == []
    return [[(found.people[seat.player].name, seat.score, seat.won) for seat in play.seats] for play in found.plays]


def reason(head, *rows) -> str:
    """Return why the one row of a table that can't be read is refused."""
    [fault] = book("\n".join([head, *rows])).faults
    return f"{fault.place}: {fault.why}"


@pytest.mark.parametrize("word", ["Draw", "tie", "Unentschieden", "Gleichstand", "引き分け"])
def test_draw_is_shared_by_those_who_have_most(word):
    rows = [f"2024-01-05,Azul,{name},{score},{word}" for name, score in (("Mira", 10), ("Jo", 10), ("Kai", 8))]
    [seats] = in_table("Date,Game,Player,Score,Winner", *rows)
    assert [won for _name, _score, won in seats] == [True, True, False]
    [seats] = in_table("Date,Game,Players,Winner", f'2024-01-05,Chess,"Mira, Jo",{word}')
    assert [won for _name, _score, won in seats] == [True, True]


@pytest.mark.parametrize(
    ("cell", "won"),
    [
        ("Mira", [True, False, False]),
        ("Mira & Kai", [True, False, True]),
        ("everyone", [True, True, True]),
        ("nobody", [False, False, False]),
        ("", [None, None, None]),
    ],
)
def test_winner_of_a_play_in_one_row_is_a_name_or_a_word(cell, won):
    [seats] = in_table("Date,Game,Players,Winner", f'2024-01-05,Azul,"Mira, Jo, Kai",{cell}')
    assert [its for _name, _score, its in seats] == won


def test_loser_alone_says_nothing_of_a_winner_beside_them():
    [seats] = in_table("Date,Game,Players,Loser", '2024-01-05,Uno,"Mira, Jo, Kai",Jo')
    assert [won for _name, _score, won in seats] == [True, False, True]


@pytest.mark.parametrize(
    ("names", "scores"),
    [
        ('"Mira, Jo"', '"10, 9"'),
        ("Mira; Jo", "10; 9"),
        ("Mira & Jo", "10-9"),
        ("Mira vs. Jo", "10:9"),
        ("みら、じょ", "10、9"),
    ],
)
def test_several_names_in_a_cell_have_as_many_scores(names, scores):
    [seats] = in_table("Date,Game,Players,Score", f"2024-01-05,Azul,{names},{scores}")
    assert [score for _name, score, _won in seats] == ["10", "9"]


def test_scores_of_several_names_may_have_a_heading_in_the_plural():
    [seats] = in_table("Date,Game,Players,Scores", "2024-01-05,Azul,Mira; Jo,10; 9")
    assert [score for _name, score, _won in seats] == ["10", "9"]


def test_lines_within_a_cell_are_names():
    [seats] = in_table("Date,Game,Players,Winner", '2024-01-05,Azul,"Mira\nJo",Jo')
    assert seats == [("Mira", "", False), ("Jo", "", True)]


def test_name_with_a_comma_is_one_name():
    [seats] = in_table("Date,Game,Player,Score", '2024-01-05,Azul,"Sand, Mira",10', '2024-01-05,Azul,"Lind, Jo",9')
    assert [name for name, _score, _won in seats] == ["Sand, Mira", "Lind, Jo"]


@pytest.mark.parametrize(
    "head",
    [
        "Date,Game,Player 1,Score 1,Player 2,Score 2",
        "Datum,Spiel,Spieler 1,Punkte 1,Spieler 2,Punkte 2",
        "日付,ゲーム,プレイヤー1,得点1,プレイヤー2,得点2",
        "Date,Game,P1,P1 score,P2,P2 score",
        "Date,Game,Player1,Player 1 points,Player2,Player 2 points",
    ],
)
def test_numbered_columns_are_a_player_each(head):
    assert in_table(head, "2024-01-05,Azul,Mira,10,Jo,9", "2024-01-06,Azul,Mira,3,,") == [
        [("Mira", "10", None), ("Jo", "9", None)],
        [("Mira", "3", None)],
    ]


def test_columns_of_names_hold_points_and_who_has_none_was_not_there():
    head = "Date,Game,Mira,Jo,Kai,Winner"
    assert in_table(head, "2024-01-05,Azul,10,9.5,,Mira", "2024-01-06,Azul,3,-,7,Kai", "2024-01-07,Hanabi,x,,x,") == [
        [("Mira", "10", True), ("Jo", "9.5", False)],
        [("Mira", "3", False), ("Kai", "7", True)],
        [("Mira", "", None), ("Kai", "", None)],
    ]


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("Datum;Spiel;Spieler;Punkte;Sieger", "5.1.2024;Azul;Mira;1.250;ja"),
        ("日付;ゲーム名;プレーヤー;点数;勝敗", "2024年1月5日;Azul;Mira;1,250点;○"),
        ("Spieldatum;Brettspiel;Mitspieler;Gesamtpunkte;Gewonnen", "05.01.24;Azul;Mira;1250,0;x"),
        ("Played on;Board game;Who;Final score;Result", "5 Jan 2024;Azul;Mira;1'250;won"),
    ],
)
def test_headings_of_three_languages_are_known(head, row):
    [play] = book(f"{head}\n{row}").plays
    assert (play.day, play.game) == ("2024-01-05", "azul")
    assert [(seat.total, seat.won) for seat in play.seats] == [(1250, True)]


def test_missing_score_is_unknown_and_no_zero():
    [seats] = in_table("Date,Game,Player,Score", *(f"2024-01-05,Azul,{each}" for each in ("Mira,30", "Jo,", "Kai,n/a")))
    assert seats == [("Mira", "30", None), ("Jo", "", None), ("Kai", "", None)]


def test_rows_that_are_apart_are_one_play_though_its_place_and_time_are_noted_once():
    found = book(
        "Date,Time,Game,Player,Score,Location,Duration\n"
        "2024-01-05,20:15,Azul,Mira,10,Home,45 min\n"
        "2024-01-06,,Azul,Mira,3,,\n"
        "2024-01-05,,Azul,Jo,9,,\n"
        "2024-01-05,22:00,Azul,Mira,4,Home,\n"
        "2024-01-05,22:00,Azul,Jo,5,,\n"
    )
    assert [(play.day, play.time, play.place, play.minutes, len(play.seats)) for play in found.plays] == [
        ("2024-01-05", "20:15", "Home", 45, 2),
        ("2024-01-06", "", "", None, 1),
        ("2024-01-05", "22:00", "Home", None, 2),
    ]


def rows_with_boards(column, *boards):
    """Return a play of a row for each player with a column of boards, and the keys of the same without it."""
    names = [f"2024-01-05,7 Wonders,{name},{points}" for name, points in (("Anna", 50), ("Ben", 40), ("Chris", 30))]
    with_boards = (f"{row},{board}" for row, board in zip(names, boards, strict=False))
    without = book("\n".join(["Date,Game,Player,Score", *names[: len(boards)]]))
    found = book("\n".join([f"Date,Game,Player,Score,{column}", *with_boards]))
    assert [play.key for play in found.plays] == [play.key for play in without.plays]
    [play] = found.plays
    return play.rest.get("board"), [seat.rest.get("role") for seat in play.seats], play.notes


@pytest.mark.parametrize("heading", ["Map", "Board", "Karte"])
def test_players_with_boards_of_their_own_sit_at_one_play_and_have_them_as_roles(heading):
    assert rows_with_boards(heading, "Giza", "Rhodes", "-") == (None, ["Giza", "Rhodes", None], "")
    assert rows_with_boards(f"{heading},Role", "Giza,Builder", "Rhodes,") == (None, ["Builder", "Rhodes"], "Anna: Giza")


def test_board_that_rows_of_a_play_share_is_its_variant():
    assert rows_with_boards("Map", "Fenris", "fenris", "") == ("Fenris", [None, None, None], "")


def test_rows_sorted_by_player_are_paired_in_their_order():
    rows = [f"2024-01-05,Azul,{each}" for each in ("Mira,10", "Mira,20", "Jo,11", "Jo,21")]
    assert [[score for _name, score, _won in seats] for seats in in_table("Date,Game,Player,Score", *rows)] == [
        ["10", "11"],
        ["20", "21"],
    ]


@pytest.mark.parametrize(
    ("head", "row", "said"),
    [
        ("Date,Game,Players,Winner", '2024-01-05,Azul,"Mira, Jo",Kai', "“Kai” isn’t a player of this play"),
        ("Date,Game,Players,Score", '2024-01-05,Azul,"Mira, Jo",10', "“10” isn’t a score for each of the players."),
        ("Date,Game,Player 1,Player 2", "2024-01-05,Azul,Mira,mira", "“mira” sits there twice."),
        ("Date,Game,Mira,Jo", "2024-01-05,Azul,,-", "no player given."),
    ],
)
def test_row_that_cannot_be_understood_is_refused_with_its_reason(head, row, said):
    assert reason(head, "2024-01-04,Azul,1,2" if "Mira" in head else "2024-01-04,Azul,A,", row).startswith(
        f"Row 3: {said}"
    )


def test_thirteen_rows_of_one_play_are_refused_and_not_cut_in_two():
    rows = [f"2024-01-05,Azul,Guest {number},{number}" for number in range(13)]
    said = reason("Date,Game,Player,Score", *rows)
    assert said == "Rows 2, 3, 4, 5, 6, 7 …: 13 players; 1 to 12 are possible."


def test_duration_that_says_nothing_known_goes_into_the_notes():
    [play] = book("Date,Game,Player,Duration,Notes\n2024-01-05,Azul,Mira,all night,Rain").plays
    assert (play.minutes, play.notes) == (None, "Rain\nall night")


@pytest.mark.parametrize(
    ("text", "clock"),
    [("22:19", "22:19"), ("8:05 pm", "20:05"), ("12:30 AM", "00:30"), ("20.15 Uhr", "20:15"), ("20時15分", "20:15")]
    + [("25:00", ""), ("7", ""), ("soon", "")],
)
def test_times_of_day_are_written_in_many_ways(text, clock):
    assert parse_time(text) == clock


@pytest.mark.parametrize(
    ("text", "rank"),
    [("1st", 1), ("2nd", 2), ("3.", 3), ("1位", 1), ("#2", 2), ("T3", 3), ("=2", 2), ("1.0", 1), ("home", None)],
)
def test_ranks_are_written_in_many_ways(text, rank):
    assert parse_rank(text) == rank


@pytest.mark.parametrize(
    ("cells", "column"),
    [
        (["22:19", "9:05"], "time"),
        (["1:30", "0:45"], "minutes"),
        (["45", "90"], "minutes"),
        (["1h 30m"], "minutes"),
    ],
)
def test_time_is_a_time_of_day_or_a_duration_by_its_values(cells, column):
    rows = "".join(f"2024-01-0{day},{cell},Azul,Mira\n" for day, cell in enumerate(cells, 1))
    assert guess_columns(parse_grid(f"Date,Time,Game,Player\n{rows}"))[1] == column


def test_order_of_time_tells_whether_the_month_comes_first():
    rows = "".join(f"{date},Azul,Mira\n" for date in ("1/5/2024", "1/9/2024", "2/7/2024", "3/1/2024"))
    assert guess_columns(parse_grid(f"Date,Game,Player\n{rows}"))[0] == "month-first"
    assert guess_columns(parse_grid(f"Date,Game,Player\n{rows.replace('1/9', '13/9')}"))[0] == "date"


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Jörg", "cp1252"),
        ("Muñoz", "cp1252"),
        ("Łukasz", "cp1250"),
        ("Jiří,Božena", "cp1250"),
        ("Mühle,Zoë", "mac_roman"),
        ("René", "mac_roman"),
        ("みら", "cp932"),
        ("みら", "euc_jp"),
        ("みら", "utf-16"),
        ("Jörg", "utf-16-le"),
        ("みら", "utf-16-be"),
        ("“good” – 5 €", "cp1252"),
    ],
)
def test_letters_of_older_programs_are_read(name, encoding):
    text = f"Date,Game,Player,Note\n2024-01-05,Azul,{name}\n"
    assert read(text.encode(encoding)).rows[0][2:] == [*f"{name},".split(",")][:2]


def test_xml_is_read_in_the_encoding_it_declares():
    text = '<?xml version="1.0" encoding="shift_jis"?><plays username="みら"><play id="1" date="2024-01-05">'
    text += '<item name="テスタ" objectid="1"/></play></plays>'
    assert [person.name for person in read(text.encode("cp932")).people.values()] == ["みら"]


def test_title_above_the_headings_and_hint_of_the_separator_are_no_rows():
    grid = parse_grid("sep=;\nOur plays;;\n\nDate;Game;Player\n2024-01-05;Azul;Mira, the first")
    assert (grid.headings, grid.rows, grid.numbers) == (
        ["Date", "Game", "Player"],
        [["2024-01-05", "Azul", "Mira, the first"]],
        [5],
    )
    assert grid.above == ["Our plays"]


def test_game_is_won_by_fewest_only_if_no_play_says_the_opposite():
    rows = ["2024-01-05,Golf,Mira,10,x", "2024-01-05,Golf,Jo,30,"]
    [game] = book("\n".join(["Date,Game,Player,Score,Winner", *rows])).games.values()
    assert game.seems == "fewest"
    rows += ["2024-01-06,Golf,Mira,10,", "2024-01-06,Golf,Jo,30,x"]
    [game] = book("\n".join(["Date,Game,Player,Score,Winner", *rows])).games.values()
    assert game.seems == ""
