"""Examples on the page on which a sheet is made: the small sheet, and a worked sentence for each row."""

from typing import Any

from django.utils.translation import gettext as _

from companion.core.language.texts import listed, say
from companion.core.language.typed import parse_number
from companion.rules.kit import gettext, signed

from .sample_plays import tried


def counts_of(fields) -> list[str]:
    """Return what each player has in a row of one field, in words; nothing for a row of none or of several."""
    if len(fields) != 1:
        return []
    words = {str(choice.value): say(choice.label) for choice in fields[0]["choices"] or ()}
    return [words.get(str(value), value) for value in fields[0]["values"]]


def within_limits(row, worth):
    """Return what a row is worth, and of a row of points in which steps and from which figure on.

    A step or minimum that isn't a number is left out: its input says so.
    """
    step, least = (row[key] if isinstance(row.get(key), int | float) else 0 for key in ("step", "least"))
    limits = []
    if step > 1:
        limits.append(gettext("in steps of %(step)s", step=step))
    if least:
        limits.append(gettext("at least %(least)s", least=signed(least)))
    return gettext("%(worth)s, %(limits)s", worth=worth, limits=tuple(limits)) if worth and limits else worth


def sample_of(row, fields, scored) -> list[dict[str, Any]]:
    """Return a row of the small sheet: for each player the count, the points, and whether nobody has more."""
    counts = counts_of(fields)
    points = scored["cells"].get(row["key"]) or counts
    counts = counts if row["kind"] != "points" and points is not counts else []
    leader = scored["leaders"].get(row["key"]) if row["kind"] == "most" else None
    return [
        {"count": counts[seat] if counts else "", "points": each, "leads": seat == leader}
        for seat, each in enumerate(points)
    ]


def example_of(game, row, fields, scored) -> dict[str, str]:
    """Return a worked example in words: `counts`, the `points` they bring by the real rules, and what a tie brings.

    Nothing for a row of no field or of several, where each player's points have a reason of their own.
    """
    counts, points = counts_of(fields), scored["cells"].get(row["key"], [])
    if row["kind"] == "points" or not counts or not points:
        return {}
    names = scored["names"]
    return {
        "counts": in_words(names, counts),
        "points": in_words(names, points),
        "tied": tied_in_words(game, row, fields[0], names) if row["kind"] == "most" else "",
    }


def in_words(names, figures) -> str:
    """Return what each player has: "Anna 3, Ben 5 and Chris 4"."""
    return listed([f"{name} {figure}" for name, figure in zip(names, figures, strict=True)])


def tied_in_words(game, row, field, names) -> str:
    """Return what the first two players score if they tie for the most."""
    if len(names) < 2:
        return ""
    most = max(parse_number(value) or 0 for value in field["values"]) or 1
    held = [most, most, *[most - 1] * (len(names) - 2)]
    scored = tried(game, {f"try-{seat}-{field['key']}": str(each) for seat, each in enumerate(held)})
    tied = listed(names[:2])
    points = in_words(names, scored["cells"].get(row["key"], [""] * len(names)))
    return _("%(names)s tied at %(number)s: %(points)s") % {"names": tied, "number": most, "points": points}
