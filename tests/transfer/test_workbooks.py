"""Excel workbooks: their rows are a table, read one by one and no more of them than a table can have."""

import datetime
import zipfile
from io import BytesIO

import pytest
from openpyxl import Workbook

from companion.transfer.readers.columns import guess_columns
from companion.transfer.readers.files import read
from companion.transfer.readers.grid import MOST_ROWS, build_grid
from companion.transfer.readers.records import Unreadable
from companion.transfer.readers.table import read_table

HEADINGS = ["Date", "Game", "Player", "Score"]
DAY = datetime.datetime(2024, 1, 5)  # noqa: DTZ001 - a cell has no time zone


def saved(book) -> bytes:
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def workbook(*rows, **sheets) -> bytes:
    """Return a workbook with these rows on its first sheet, and with sheets of other names behind it."""
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for name, its_rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in its_rows:
            sheet.append(row)
    return saved(book)


def sentence(content) -> str:
    with pytest.raises(Unreadable) as refused:
        read(content)
    return str(refused.value)


def plays_in(grid):
    book = read_table(grid, guess_columns(grid))
    return [(play.day, [(book.people[seat.player].name, seat.score) for seat in play.seats]) for play in book.plays]


def test_dates_numbers_and_times_of_a_workbook_are_read_as_they_are_shown():
    moment = datetime.datetime(2024, 1, 5, 20, 15)  # noqa: DTZ001 - a cell has no time zone
    values = [moment, DAY, 10, 10.5, 9.0, datetime.time(22, 19), datetime.timedelta(minutes=90), True, None, "x"]
    grid = read(workbook([f"Heading {letter}" for letter in "abcdefghij"], values))
    assert grid.rows == [["2024-01-05 20:15", "2024-01-05", "10", "10.5", "9", "22:19", "1:30", "yes", "", "x"]]


def test_merged_cells_and_a_title_above_the_headings_are_understood():
    book = Workbook()
    sheet = book.active
    for row in (["Our plays"], [], HEADINGS, [DAY, "Azul", "Mira", 10], [None, None, "Jo", 9]):
        sheet.append(row)
    sheet.merge_cells("A1:D1")
    sheet.merge_cells("A4:A5")
    sheet.merge_cells("B4:B5")
    grid = read(saved(book))
    assert plays_in(grid) == [("2024-01-05", [("Mira", "10"), ("Jo", "9")])]
    [remark] = read_table(grid, guess_columns(grid)).remarks
    assert str(remark) == "Above the headings, and left out: Our plays"


def test_rows_that_cannot_be_read_have_the_number_they_have_in_the_workbook():
    grid = read(workbook([], HEADINGS, [], [DAY, "Azul", "Mira", 10], [], ["soon", "Azul", "Jo", 9]))
    [fault] = read_table(grid, guess_columns(grid)).faults
    assert (str(fault.place), str(fault.why)) == ("Row 6", "“soon” isn’t a date.")


def test_first_sheet_with_a_table_is_read_and_named():
    grid = read(workbook(["Only words"], Plays=[HEADINGS, [DAY, "Azul", "Mira", 10]], More=[["a", "b"]]))
    assert plays_in(grid) == [("2024-01-05", [("Mira", "10")])]
    [remark] = read_table(grid, guess_columns(grid)).remarks
    assert str(remark) == "The sheet “Plays” was read, and no other."


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500, "This is a workbook of an older Excel (.xls)."),
        ("content.xml", "This is a spreadsheet (OpenDocument). Please save it as CSV or .xlsx"),
        ("xl/workbook.bin", "This is a spreadsheet (.xlsb). Please save it as CSV or .xlsx"),
        ("xl/workbook.xml", "This Excel workbook can’t be read. Please save it as CSV, or paste its rows."),
    ],
)
def test_spreadsheet_that_cannot_be_read_says_what_to_do(content, said):
    if isinstance(content, str):
        file = BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(content, "<x/>")
        content = file.getvalue()
    assert sentence(content).startswith(said)


def test_workbook_that_unpacks_to_far_more_than_it_weighs_is_refused_before_it_is_read():
    content = BytesIO(workbook(HEADINGS, [DAY, "Azul", "Mira", 10]))
    with zipfile.ZipFile(content, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/more.xml", b"<row/>" * 2_000_000)
    assert len(content.getvalue()) < 40_000
    assert sentence(content.getvalue()) == (
        "This Excel workbook is too large. Please save the sheet with the plays as CSV."
    )


def test_row_far_below_the_others_stops_the_reading_at_the_limit():
    book = Workbook()
    book.active.append(HEADINGS)
    book.active.cell(row=1_000_000, column=1, value="far below")
    assert sentence(saved(book)) == "A table can have 50000 rows."


def test_cell_far_to_the_right_widens_no_row():
    book = Workbook()
    book.active.append(HEADINGS)
    book.active.cell(row=2, column=16_000, value="far right")
    book.active.append([DAY, "Azul", "Mira", 10])
    assert {len(row) for row in read(saved(book)).rows} <= {40, 4}


def test_no_more_rows_are_asked_for_than_a_table_can_have_even_if_they_are_empty():
    asked = 0

    def rows():
        nonlocal asked
        for _number in range(10 * MOST_ROWS):
            asked += 1
            yield []

    with pytest.raises(Unreadable, match="A table can have 50000 rows"):
        build_grid(rows())
    assert asked == MOST_ROWS + 1
