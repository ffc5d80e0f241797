"""Compatibility of two versions of a sheet."""

from collections.abc import Iterable, Mapping
from typing import Any

from .types import Row, Sheet


def carries_over(older: Sheet, newer: Sheet) -> bool:
    """Return whether everything that one version can hold has a place in the other.

    All rows exist with the same kinds, choices and things; so do options, expansions and tiebreakers that are entered.
    The stages and the sharing of cards are equal.
    """
    return course_of(older) == course_of(newer) and places_of(older) <= places_of(newer)


def course_of(sheet: Sheet) -> tuple[object, ...]:
    """Return the stages of a play and who shares a card in it."""
    stages = tuple(each["key"] for each in sheet.get("stages", ()))
    return "rounds" in sheet, stages, sheet.get("played", "alone"), sheet.get("wins") in ("order", "winner")


def places_of(sheet: Sheet) -> set[tuple[str, ...]]:
    """Return everything on the sheet that can be entered."""
    found: set[tuple[str, ...]] = set()
    for row in sheet["rows"]:
        found |= {("row", row["key"], row["kind"], *stages) for stages in stages_of(row)}
        found |= {(row["key"], part, key) for part in ("things", "choices") for key in keys(row.get(part, ()))}
    for option in sheet.get("options", ()):
        found |= {("option", option["key"], key) for key in keys(option["choices"])}
    found |= {("expansion", key) for key in keys(sheet.get("expansions", ()))}
    return found | {("asked", each["asked"]) for each in sheet.get("ties", ()) if "asked" in each}


def stages_of(row: Row) -> list[tuple[str, ...]]:
    """Return the stages of a row, each as a tuple; an empty tuple stands for all stages."""
    return [(stage,) for stage in row.get("stages", ())] or [()]


def keys(parts: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the keys of stages, choices or things, in order."""
    return [each["key"] for each in parts]
