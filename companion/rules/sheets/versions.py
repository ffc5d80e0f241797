"""Whether what was entered by one version of a sheet can be scored by another."""

from collections.abc import Iterable, Mapping
from typing import Any

from .types import Row, Sheet


def carries_over(older: Sheet, newer: Sheet) -> bool:
    """Whether all that can be entered by the one still has its place in the other.

    All rows are there, each of the same kind and with all its choices and things; so are all options, expansions and
    figures that are asked for at a tie. The stages are the same, and those who share a card are.
    """
    return course_of(older) == course_of(newer) and places_of(older) <= places_of(newer)


def course_of(sheet: Sheet) -> tuple[object, ...]:
    """What a play of the sheet goes through, and who shares a card in it."""
    stages = tuple(each["key"] for each in sheet.get("stages", ()))
    return "rounds" in sheet, stages, sheet.get("played", "alone"), sheet.get("wins") in ("order", "winner")


def places_of(sheet: Sheet) -> set[tuple[str, ...]]:
    """Everything on the sheet that something can be entered for."""
    found: set[tuple[str, ...]] = set()
    for row in sheet["rows"]:
        found |= {("row", row["key"], row["kind"], *stages) for stages in stages_of(row)}
        found |= {(row["key"], part, key) for part in ("things", "choices") for key in keys(row.get(part, ()))}
    for option in sheet.get("options", ()):
        found |= {("option", option["key"], key) for key in keys(option["choices"])}
    found |= {("expansion", key) for key in keys(sheet.get("expansions", ()))}
    return found | {("asked", each["asked"]) for each in sheet.get("ties", ()) if "asked" in each}


def stages_of(row: Row) -> list[tuple[str, ...]]:
    """Each stage a row is counted in; one that names none is counted in all of them."""
    return [(stage,) for stage in row.get("stages", ())] or [()]


def keys(parts: Iterable[Mapping[str, Any]]) -> list[str]:
    """The keys of stages, choices or things, in their order."""
    return [each["key"] for each in parts]
