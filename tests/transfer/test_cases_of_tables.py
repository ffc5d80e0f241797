"""Tables and XML as people really have them, each with what it means."""

from decimal import Decimal
from pathlib import Path

import pytest
from django.utils import timezone

from companion.transfer.readers.columns import guess_columns
from companion.transfer.readers.files import read
from companion.transfer.readers.grid import Grid
from companion.transfer.readers.records import Unreadable
from companion.transfer.readers.table import read_table

CASES = Path(__file__).parent / "cases"
MIRA_BEFORE_JO = [("Mira", 10, None), ("Jo", 9, None)]


def read_case(name, old="", new=""):
    """Return the book that a case holds, of a table by its columns as they are guessed; `new` stands for `old`."""
    content = (CASES / name).read_bytes()
    assert old.encode() in content
    content = content.replace(old.encode(), new.encode()) if old else content
    found = read(content)
    return read_table(found, guess_columns(found)) if isinstance(found, Grid) else found


def seats_in(book):
    """Return who sat at each play, with their totals and whether they won."""
    return [[(book.people[seat.player].name, seat.total, seat.won) for seat in play.seats] for play in book.plays]


def faults_of(book):
    return [(str(fault.place), str(fault.why)) for fault in book.faults]


def remarks_of(book):
    return [str(remark) for remark in book.remarks]


@pytest.mark.parametrize(
    ("name", "plays"),
    [
        ("rows-apart.csv", [MIRA_BEFORE_JO, [("Mira", 3, None), ("Jo", 9, None)]]),
        ("draw.csv", [[("Mira", 10, True), ("Jo", 10, True)]]),
        ("ranks.csv", [[("Mira", None, True), ("Jo", None, False), ("Kai", None, False)]]),
        ("fractions.csv", [[("Mira", Decimal("10.5"), None), ("Jo", 9, None)]]),
        ("pandas.csv", [MIRA_BEFORE_JO]),
        ("separator-hint.csv", [MIRA_BEFORE_JO]),
        ("numbered-columns.csv", [MIRA_BEFORE_JO]),
        ("winner-and-loser.csv", [[("Mira", None, True), ("Jo", None, False)]]),
        ("thousands.csv", [[("Mira", 1250, None), ("Jo", 1100, None)]]),
        ("a-column-per-player.csv", [MIRA_BEFORE_JO, [("Mira", 3, None), ("Kai", 7, None)]]),
        (
            "large-totals.csv",
            [[("Mira", 32000, None), ("Jo", 18000, None), ("Kai", 25000, None), ("Lu", 25000, None)]],
        ),
    ],
)
def test_table_is_read_as_it_is_meant(name, plays):
    book = read_case(name)
    assert seats_in(book) == plays
    assert faults_of(book) == remarks_of(book) == []


def test_time_of_day_is_no_duration():
    [play] = read_case("time-of-day.csv").plays
    assert (play.time, play.minutes) == ("22:19", None)


def test_durations_in_words_are_minutes():
    assert [play.minutes for play in read_case("durations.csv").plays] == [90, 90]


def test_japanese_letters_of_excel_are_read_and_the_encoding_is_named():
    book = read_case("shift-jis.csv")
    assert seats_in(book) == [[("みら", 10, None), ("じょ", 9, None)]]
    assert [game.name for game in book.games.values()] == ["テスタ"]
    assert remarks_of(book) == ["The letters were read as Shift_JIS. Please check names with accents."]


def test_dates_that_can_be_read_in_two_ways_are_shown_and_can_be_read_the_other_way():
    book = read_case("day-or-month.csv")
    assert [play.day for play in book.plays] == ["2024-05-01", "2024-07-02"]
    assert remarks_of(book) == ["Dates were read with the day first: 1/5/2024 is 2024-05-01."]
    grid = read((CASES / "day-or-month.csv").read_bytes())
    book = read_table(grid, ["month-first", "game", "player", "score"])
    assert [play.day for play in book.plays] == ["2024-01-05", "2024-02-07"]
    assert remarks_of(book) == ["Dates were read with the month first: 1/5/2024 is 2024-01-05."]


def test_game_whose_winners_have_the_fewest_points_is_noted_as_such():
    book = read_case("fewest-wins.csv")
    assert seats_in(book) == [[("Mira", 10, True), ("Jo", 30, False)], [("Mira", 40, False), ("Jo", 30, True)]]
    assert [game.seems for game in book.games.values()] == ["fewest"]


def test_day_that_is_still_to_come_is_refused_with_its_rows():
    book = read_case("still-to-come.csv", "2031", str(timezone.localdate().year + 2))
    assert faults_of(book) == [("Row 2", "This date is in the future."), ("Row 3", "This date is in the future.")]
    assert not book.plays


def test_collection_says_what_is_owned_and_liked():
    book = read_case("collection.csv")
    assert {book.games[key].name: kinds for key, kinds in book.owned.items()} == {"Azul": ["owned", "liked"]}
    assert (book.source, [*book.owned]) == ("bgg", ["230802"])
    assert remarks_of(book) == ["This is a collection. How often each game was played is left out."]


def test_play_noted_60_times_is_60_plays():
    book = read_case("noted-60-times.xml")
    assert seats_in(book) == [[("Mira", 10, True), ("Jo", 9, False)]] * 60
    assert len({play.key for play in book.plays}) == 60


def test_play_noted_too_often_says_how_many_come_in():
    book = read_case("noted-60-times.xml", 'quantity="60"', 'quantity="600"')
    assert len(book.plays) == 100
    assert faults_of(book) == [("Play 1 (Testa, 2024-01-05)", "noted 600 times; only 100 are imported.")]


def test_name_with_and_without_an_account_is_one_person():
    book = read_case("with-and-without-account.xml")
    assert seats_in(book) == [[("Jo", 3, False), ("Mira", 9, True)]] * 2
    assert {seat.player for play in book.plays for seat in play.seats} == {"@jojo", "@mira"} == set(book.people)
    assert remarks_of(book) == ["Noted with and without an account, and taken for one person: Jo"]


def test_name_without_an_account_at_the_same_table_is_another_person():
    book = read_case("with-and-without-account.xml", 'username="mira" userid="7" name="Mira"', 'name="Jo"')
    assert len(book.people) == 2
    both = read_case(
        "with-and-without-account.xml",
        '<player username="mira" userid="7" name="Mira"',
        '<player username="jojo" userid="8" name="Jo"',
    )
    assert [{seat.player for seat in play.seats} for play in both.plays] == [{"jo", "@jojo"}, {"@jojo"}]


def test_more_people_than_a_play_can_have_are_refused_with_their_number():
    book = read_case("thirteen-people.xml")
    assert faults_of(book) == [("Play 1 (Testa, 2024-01-05)", "13 players; 1 to 12 are possible.")]


def test_workbook_without_a_table_says_what_to_do():
    with pytest.raises(Unreadable) as refused:
        read_case("empty-workbook.xlsx")
    assert str(refused.value) == "This Excel workbook can’t be read. Please save it as CSV, or paste its rows."


def test_first_page_of_several_is_named():
    book = read_case("with-and-without-account.xml", 'total="2"', 'total="240"')
    assert "This is page 1 of 3, with 2 of 240 plays. Import the other pages too." in remarks_of(book)
