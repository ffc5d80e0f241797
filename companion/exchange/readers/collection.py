"""BoardGameGeek's own export of a collection, which is a table."""

from companion.language.folding import folded
from companion.rules.kit import gettext

from .bgg import LIKED_FROM, SOURCE
from .grid import Grid
from .records import Book, Named, total_of

NEEDED = {"objectname", "objectid"}
WANTED = ("want", "wanttoplay", "wanttobuy", "wishlist")


def is_collection(grid: Grid) -> bool:
    """Return whether the headings of a table are those of a collection."""
    return {heading.lower() for heading in grid.headings} >= NEEDED


def book_of(grid: Grid) -> Book:
    """Return the games of a collection with what somebody has with each."""
    book = Book(SOURCE)
    headings = [heading.lower() for heading in grid.headings]
    for number, row in zip(grid.numbers, grid.rows, strict=True):
        its = dict(zip(headings, row, strict=True))
        if not its["objectname"]:
            book.miss(gettext("Row %(number)s", number=number), " · ".join(row)[:200], gettext("no game given."))
            continue
        key = book.name(book.games, Named(its["objectid"] or folded(its["objectname"]), its["objectname"]))
        if kinds := kinds_of(its):
            book.owned[key] = kinds
    if "numplays" in headings:
        book.remarks.append(gettext("This is a collection. How often each game was played is left out."))
    return book


def kinds_of(its: dict[str, str]) -> list[str]:
    """Return the words of `Mark.Kind` that a row of a collection means."""
    kinds = ["owned"] if its.get("own") == "1" else []
    if any(its.get(key) == "1" for key in WANTED):
        kinds.append("wanted")
    rating = total_of(its.get("rating", ""))
    return [*kinds, "liked"] if rating is not None and LIKED_FROM <= rating <= 10 else kinds
