"""Read a BoardGameGeek collection: XML from its API, or a table from its export."""

import re
from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element

from companion.core.language.folding import fold
from companion.core.language.typed import clean_name
from companion.rules.kit import gettext

from .grid import Grid
from .records import Book, Named
from .values import parse_points

SOURCE = "bgg"
NEEDED = {"objectname", "objectid"}
WANTED = ("want", "wanttoplay", "wanttobuy", "wishlist")
# The least rating, of ten, of a game that is liked.
LIKED_FROM = 8


def is_collection(grid: Grid) -> bool:
    """Return whether the headings of a table are those of a collection."""
    return {heading.lower() for heading in grid.headings} >= NEEDED


def read_collection(grid: Grid) -> Book:
    """Return the games of a collection in a table, with their marks."""
    book = Book(SOURCE)
    headings = [heading.lower() for heading in grid.headings]
    for number, row in zip(grid.numbers, grid.rows, strict=True):
        cells = dict(zip(headings, row, strict=True))
        if cells["objectname"]:
            rating = parse_points(cells.get("rating", ""))
            is_liked = rating is not None and LIKED_FROM <= rating <= 10
            add_game(book, cells["objectid"], cells["objectname"], cells, is_liked=is_liked)
        else:
            book.add_fault(gettext("Row %(number)s", number=number), " · ".join(row)[:200], gettext("no game given."))
    if "numplays" in headings:
        book.remarks.append(gettext("This is a collection. How often each game was played is left out."))
    return book


def add_items(book: Book, items: Iterable[Element]) -> None:
    """Add the games of a collection in XML, with their marks."""
    for item in items:
        name, status, rating = clean_name(item.findtext("name") or ""), item.find("status"), item.find("stats/rating")
        if item.tag == "item" and name:
            found = re.fullmatch(r"(\d{1,2})(\.\d+)?", "" if rating is None else rating.get("value", ""))
            is_liked = found is not None and int(found[1]) >= LIKED_FROM
            number = clean_name(item.get("objectid", ""))
            add_game(book, number, name, {} if status is None else status.attrib, is_liked=is_liked)


def add_game(book: Book, number: str, name: str, status: Mapping[str, str], *, is_liked: bool) -> None:
    """Add a game to a book, with the kinds of `Mark` that its status means."""
    key = book.name(book.games, Named(number or fold(name), name))
    kinds = ["owned"] if status.get("own") == "1" else []
    kinds += ["wanted"] if any(status.get(each) == "1" for each in WANTED) else []
    kinds += ["liked"] if is_liked else []
    if kinds:
        book.owned[key] = kinds
