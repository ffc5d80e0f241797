"""Icons, emblems and discs, classes for narrow score sheets, and the loader of templates."""

import re
from functools import cache

from django.conf import settings
from django.middleware.csrf import get_token
from django.template.loader import TemplateDoesNotExist, get_template
from django.template.loaders import filesystem
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from companion.core.language.short_names import letters_across
from companion.core.language.texts import points_or_nothing, say

# What a sheet of so many columns, and more, is called by its look (`many.css`).
CROWDED = {6: "many", 9: "crowded", 11: "fullest"}
# A figure of more signs is drawn no smaller.
MOST_SIGNS = 14
INDENTED = re.compile(r"^[ \t]+", re.MULTILINE)


class NotIndented(filesystem.Loader):
    """A loader that strips the indentation of templates, to send fewer bytes."""

    def get_contents(self, origin):
        return INDENTED.sub("", super().get_contents(origin))


def csrf_context(request) -> dict:
    """Return the CSRF token for templates: one for all forms of a page. Without a form, no cookie is set."""
    if not hasattr(request, "csrf_token"):
        request.csrf_token = SimpleLazyObject(lambda: get_token(request))
    return {"csrf_token": request.csrf_token}


def site_links() -> list[tuple[str, str]]:
    """Return (name, URL) of the host's legal pages."""
    pages = [(_("Imprint"), settings.IMPRINT_URL), (_("Privacy"), settings.PRIVACY_URL)]
    return [(name, address) for name, address in pages if address]


@cache
def icon(name) -> SafeString:
    """Return the icon of this name as an SVG; "" if there is none."""
    try:
        return mark_safe(get_template(f"icons/{name}.svg").render())
    except TemplateDoesNotExist:
        return mark_safe("")


def disc(of, size="") -> SafeString:
    """Return a person's disc (`companion.core.language.discs`). `size`: "small", "large", "largest", or "" (normal)."""
    look = f" p{of.colour}" * bool(of.colour) + f" {size}" * bool(size)
    return format_html('<span class="disc{}" aria-hidden="true">{}</span>', look, of.letters)


def emblem(game) -> SafeString:
    """Return the emblem of a game on its colour; without one, the first letter of its name."""
    return icon(f"emblems/{game.emblem}") or format_html(
        '<span class="emblem" aria-hidden="true">{}</span>', say(game.title)[:1]
    )


def crowding(columns: int) -> str:
    """Return the classes, each after a space, that draw a sheet of so many columns narrower; "" for up to five."""
    return "".join(f" {name}" for least, name in CROWDED.items() if columns >= least)


def level_names(columns) -> str:
    """Return the class by which short names of six columns stand level, and don't run down; each has its `short`."""
    return " level" if len(columns) == 6 and letters_across([column["short"] for column in columns]) <= 5 else ""


def widest_figure(columns, rows) -> int:
    """Return how many signs the longest figure of a scored sheet has."""
    figures = [figure for each in columns for figure in (each.rank.points, each.rank.gained)]
    for row in rows or ():
        # A chosen word stands above its points in as many lines as it needs.
        figures += [cell.line.points if row.is_choice else cell.line.amount for cell in row.cells]
        figures += [cell.line.points for cell in row.cells]
    return min(MOST_SIGNS, max((len(points_or_nothing(figure)) for figure in figures), default=0))


def widest_total(columns) -> int:
    """Return how many signs the longest total of these columns has."""
    return max(len(str(each.rank.points)) for each in columns)


def runs_down(signs: int, columns: int) -> bool:
    """Return whether a phone shows figures of so many signs upright, since they don't fit across a column."""
    return signs >= {1: 99, 2: 99, 3: 10, 4: 8}.get(columns, 7)
