"""BoardGameGeek gives many plays in pages of a hundred, each a file of its own."""

from dataclasses import dataclass, field

from companion.rules.kit import gettext

from .records import Book

PLAYS_ON_A_PAGE = 100


@dataclass
class Pages:
    """The pages of one person's plays that were read: their numbers, their plays, and how many plays all pages have."""

    numbers: set[int] = field(default_factory=set)
    plays: int = 0
    total: int = 0


def note_other_pages(book: Book, pages: Pages) -> None:
    """Say which pages were read if there are others."""
    number = max(*pages.numbers, -(-pages.total // PLAYS_ON_A_PAGE))
    if not 0 < pages.plays < pages.total or len(pages.numbers) == number:
        return
    told = {"pages": number, "number": pages.plays, "total": pages.total}
    if len(pages.numbers) == 1:
        [page] = pages.numbers
        text = gettext(
            "This is page %(page)s of %(pages)s, with %(number)s of %(total)s plays. Import the other pages too.",
            page=page,
            **told,
        )
    else:
        text = gettext(
            "These are pages %(listed)s of %(pages)s, with %(number)s of %(total)s plays. Import the other pages too.",
            listed=", ".join(map(str, sorted(pages.numbers))),
            **told,
        )
    book.remarks.append(text)
