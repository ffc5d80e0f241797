"""Read the rows of an Excel workbook one by one, within the limits of a file."""

import datetime
import zipfile
from collections.abc import Iterator
from io import BytesIO

from openpyxl import load_workbook

from companion.rules.kit import gettext

from .grid import MOST_COLUMNS, Grid, Row, build_grid
from .records import Unreadable

BOOK = "xl/workbook.xml"
# Other spreadsheets by a file in their archives, and the signature of old workbooks, which aren't archives.
OTHERS = {"content.xml": "OpenDocument", "Index/Document.iwa": "Numbers", "xl/workbook.bin": ".xlsb"}
OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MEGABYTE = 2**20
# A workbook of 50,000 rows unpacks to less, even with identical rows.
MOST_UNPACKED, MOST_MEMBERS, MOST_SHEETS = 24 * MEGABYTE, 1000, 50
MOST_RATIO, UNPACKED_IN_ANY_CASE = 100, 2 * MEGABYTE
NOT_READ = gettext("This Excel workbook can’t be read. Please save it as CSV, or paste its rows.")
REFUSE_OLD_EXCEL = gettext(
    "This is a workbook of an older Excel (.xls). Please save it as CSV or .xlsx, or paste its rows."
)


def read_grid(archive: zipfile.ZipFile, content: bytes) -> Grid | None:
    """Return the table on the first sheet of a workbook that has one; None if an archive isn't a spreadsheet.

    Raise Unreadable if there is no table, if it is too large, or if the spreadsheet is from another program.
    """
    members = archive.infolist()
    names = {each.filename for each in members}
    if BOOK not in names:
        for kind in (OTHERS[name] for name in OTHERS if name in names):
            text = gettext(
                "This is a spreadsheet (%(kind)s). Please save it as CSV or .xlsx, or paste its rows.", kind=kind
            )
            raise Unreadable(text)
        return None
    size = sum(each.file_size for each in members)
    if len(members) > MOST_MEMBERS or size > min(MOST_UNPACKED, UNPACKED_IN_ANY_CASE + MOST_RATIO * len(content)):
        raise Unreadable(gettext("This Excel workbook is too large. Please save the sheet with the plays as CSV."))
    refused: Unreadable | None = None
    try:
        # Load formulas as their values, and rows only when they are needed.
        book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheets = book.worksheets[:MOST_SHEETS]
        for sheet in sheets:
            try:
                return build_grid(iterate_rows(sheet), sheet=sheet.title if len(sheets) > 1 else "")
            except Unreadable as unreadable:
                refused = refused or unreadable
    except Exception as error:
        # Damaged workbooks raise many kinds of errors.
        raise Unreadable(NOT_READ) from error
    raise refused or Unreadable(NOT_READ)


def iterate_rows(sheet) -> Iterator[Row]:
    """Yield the rows of a sheet as texts, also empty ones."""
    # The declared size of a sheet may be wrong.
    sheet.reset_dimensions()
    # One more column shows that there are more than are read.
    for row in sheet.iter_rows(max_col=MOST_COLUMNS + 1, values_only=True):
        yield [format_cell(value) for value in row]


def format_cell(value) -> str:
    """Return the text of a cell, as people type it into a table."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ", "minutes") if value.time() != datetime.time() else value.date().isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, datetime.time):
        return value.isoformat("minutes")
    if isinstance(value, datetime.timedelta):
        minutes = round(value.total_seconds() / 60)
        return f"{minutes // 60}:{minutes % 60:02}"
    if isinstance(value, float):
        # Computed values have more decimals than spreadsheets show.
        return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) < 1e9 else str(value)
    return str(value)
