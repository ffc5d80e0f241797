"""Examples on the page that edits a sheet: the small score sheet, and a worked sentence for each row."""

from typing import Any

from django.utils.translation import gettext as _

from companion.core.language.texts import listed, say
from companion.core.language.typed import parse_number
from companion.rules.kit import gettext, signed

from .sample_plays import score_sample


def describe_counts(fields) -> list[str]:
    """Return what each player has in a row with one field, in words; an empty list for any other row."""
    if len(fields) != 1:
        return []
    words = {str(choice.value): say(choice.label) for choice in fields[0]["choices"] or ()}
    return [words.get(str(value), value) for value in fields[0]["values"]]


def describe_worth(row, worth):
    """Return a row's value, with the steps and minimum of a row of points.

    A step or minimum that isn't a number is left out: its input shows the fault.
    """
    step, least = (row[key] if isinstance(row.get(key), int | float) else 0 for key in ("step", "least"))
    limits = []
    if step > 1:
        limits.append(gettext("in steps of %(step)s", step=step))
    if least:
        limits.append(gettext("at least %(least)s", least=signed(least)))
    return gettext("%(worth)s, %(limits)s", worth=worth, limits=tuple(limits)) if worth and limits else worth


def build_sample(row, fields, scored) -> list[dict[str, Any]]:
    """Return a row of the small sheet: each player's count, points, and whether they alone have the most."""
    counts = describe_counts(fields)
    points = scored["cells"].get(row["key"]) or counts
    counts = counts if row["kind"] != "points" and points is not counts else []
    leader = scored["leaders"].get(row["key"]) if row["kind"] == "most" else None
    return [
        {"count": counts[seat] if counts else "", "points": each, "leads": seat == leader}
        for seat, each in enumerate(points)
    ]


def build_example(game, row, fields, scored) -> dict[str, str]:
    """Return a worked example in words: `counts`, their `points` by the real rules, and the points of a tie.

    Empty for a row with no field or several, where the counts don't explain the points.
    """
    counts, points = describe_counts(fields), scored["cells"].get(row["key"], [])
    if row["kind"] == "points" or not counts or not points:
        return {}
    names = scored["names"]
    return {
        "counts": describe_figures(names, counts),
        "points": describe_figures(names, points),
        "tied": describe_tie(game, row, fields[0], names) if row["kind"] == "most" else "",
    }


def describe_figures(names, figures) -> str:
    """Return what each player has: "Anna 3, Ben 5 and Chris 4"."""
    return listed([f"{name} {figure}" for name, figure in zip(names, figures, strict=True)])


def describe_tie(game, row, field, names) -> str:
    """Return what the first two players score if they tie for the most."""
    if len(names) < 2:
        return ""
    most = max(parse_number(value) or 0 for value in field["values"]) or 1
    counts = [most, most, *[most - 1] * (len(names) - 2)]
    scored = score_sample(game, {f"try-{seat}-{field['key']}": str(each) for seat, each in enumerate(counts)})
    tied = listed(names[:2])
    points = describe_figures(names, scored["cells"].get(row["key"], [""] * len(names)))
    return _("%(names)s tied at %(number)s: %(points)s") % {"names": tied, "number": most, "points": points}
