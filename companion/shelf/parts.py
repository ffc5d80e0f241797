"""What a sheet has beside its rows, as forms ask for it: how it goes, expansions, options, how it looks."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.language.typed import clean_name
from companion.rules.kit import read_number
from companion.rules.sheets.limits import ACCENTS
from companion.rules.sheets.types import Row, Sheet

from .words import named_in_lines, words_of

MOST_TIES = 3
EMBLEMS = tuple(sorted(path.stem for path in (Path(__file__).parents[2] / "templates/icons/emblems").glob("*.svg")))
ASKED = "tie_figure"


def with_settings(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """The sheet with another name, number of players, course or end."""
    asked = {"wins", "rounds", "stages", "ties", "played", "won", "minutes"}
    made = {key: value for key, value in sheet.items() if key not in asked}
    made["title"] = words_of(data, "title", sheet["title"])
    if data.get("played") != "teams":
        made.pop("teams", None)
    made["players"] = [read_number(data.get(key, "")) for key in ("from", "to")]
    minutes = [read_number(data.get(key, "")) for key in ("minutes_from", "minutes_to")]
    if minutes != [None, None]:
        made["minutes"] = [minutes[0] if each is None else each for each in minutes]
    elif "minutes" in sheet and "minutes_from" not in data:
        made["minutes"] = sheet["minutes"]
    if data.get("wins") in ("fewest", "order", "winner"):
        made["wins"] = data["wins"]
    made |= course_of(sheet, data)
    if data.get("played") in ("teams", "together"):
        made["played"] = data["played"]
    if data.get("played") == "together":
        made["won"] = won_of(data)
        return made
    made.pop("tiers", None)
    if ties := ties_of(sheet, data):
        made["ties"] = ties
    return made


def course_of(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """Stages or rounds, where it is not counted once; rows of stages that are gone are counted in the others."""
    kept: dict[str, Any] = {"dealer": True} if data.get("dealer") else {}
    match data.get("rounds"):
        case "number" | "total" as end:
            before = sheet.get("rounds", {})
            if end == "total" and "past" in before:
                kept["past"] = before["past"]
            typed = read_number(data.get(f"rounds_{end}", ""))
            # What is known by the number of players has no room in an input: it stays unless something is typed.
            known = before.get(end) if typed is None and isinstance(before.get(end), dict) else typed
            return {"rounds": {**kept, end: known}, **without_stages(sheet)}
        case "said":
            return {"rounds": kept, **without_stages(sheet)}
        case "stages":
            stages = named_in_lines(data, "stages", sheet.get("stages", ()), "s")
            return {"stages": stages, "rows": in_stages(sheet["rows"], [each["key"] for each in stages])}
    return without_stages(sheet)


def without_stages(sheet: Sheet) -> dict[str, Any]:
    return {"rows": in_stages(sheet["rows"], [])}


def in_stages(rows: Sequence[Row], stages: Sequence[str]) -> list[dict[str, Any]]:
    """The rows, each in those of these stages in which it was; in all of them where none of them is left."""
    found = []
    for row in rows:
        left = [key for key in row.get("stages", ()) if key in stages]
        found.append({key: value for key, value in row.items() if key != "stages"} | ({"stages": left} if left else {}))
    return found


def won_of(data: Mapping[str, str]) -> dict[str, Any]:
    """When all have won together: by a row that says so, else from a total."""
    row = data.get("won_row", "")
    return {"row": row} if row else {"total": read_number(data.get("won", "")) or 0}


def ties_of(sheet: Sheet, data: Mapping[str, str]) -> list[dict[str, Any]]:
    """What tells equal totals apart, in its order: rows, and after them a figure that is asked for."""
    before = {each.get("row"): each for each in sheet.get("ties", ())}
    chosen = [data.get(f"tie_row.{number}") or "" for number in range(1, MOST_TIES + 1)]
    rows = list(dict.fromkeys(row for row in (data.get("tie_row", ""), *chosen) if row))
    ties = [before.get(row, {"row": row}) for row in rows]
    first, *others = [each for each in sheet.get("ties", ()) if "asked" in each] or [dict[str, Any]()]
    if clean_name(data.get("asked", "")):
        ties.append({"asked": ASKED, **first, "label": words_of(data, "asked", first.get("label", ""))})
    return [*ties, *others]


def with_check(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """The sheet without one of its checks."""
    place = place_in(sheet, data, "check")
    if place is None or "remove" not in data:
        return dict(sheet)
    checks = list(sheet.get("checks", ()))
    return with_part(sheet, "checks", [*checks[:place], *checks[place + 1 :]])


def without_row(sheet: Sheet, key: str) -> dict[str, Any]:
    """The sheet without the checks that name a row, which is about to go."""
    return with_part(sheet, "checks", [check for check in sheet.get("checks", ()) if key not in rows_in(check)])


def rows_in(check: Mapping[str, Any]) -> list[str]:
    """The keys of the rows that a check names."""
    named = [check[name] for name in ("row", "of", "unless") if name in check]
    return [*named, *check.get("rows", ()), *(part["row"] for part in check.get("parts", ()))]


def with_look(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """The sheet in another colour, with another emblem, or its letter."""
    made = {key: value for key, value in sheet.items() if key not in ("accent", "emblem")}
    if data.get("accent") in ACCENTS:
        made["accent"] = data["accent"]
    if data.get("emblem") in EMBLEMS:
        made["emblem"] = data["emblem"]
    return made


def with_expansion(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """The sheet with an expansion added, changed, or without it: then its rows go too."""
    parts, place = list(sheet.get("expansions", ())), place_in(sheet, data, "expansion")
    if place is None:
        return dict(sheet)
    if "remove" in data and place < len(parts):
        gone = parts.pop(place)["key"]
        rows = [row for row in sheet["rows"] if row.get("with") != gone]
        return with_part(sheet, "expansions", parts) | {"rows": rows}
    before = parts[place] if place < len(parts) else {"key": free_key(sheet, "x"), "label": ""}
    made = {"key": before["key"], "label": words_of(data, "label", before["label"])}
    players = [read_number(data.get(key, "")) for key in ("from", "to")]
    if players != [None, None]:
        made["players"] = players
    return with_part(sheet, "expansions", [*parts[:place], made, *parts[place + 1 :]])


def with_option(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """The sheet with an option added, changed, or without it."""
    parts, place = list(sheet.get("options", ())), place_in(sheet, data, "option")
    if place is None:
        return dict(sheet)
    if "remove" in data and place < len(parts):
        return with_part(sheet, "options", [*parts[:place], *parts[place + 1 :]])
    new: Sheet = {"key": free_key(sheet, "o"), "label": "", "choices": []}
    before = parts[place] if place < len(parts) else new
    label = words_of(data, "label", before["label"])
    made = {"key": before["key"], "label": label, "choices": named_in_lines(data, "choices", before["choices"], "c")}
    return with_part(sheet, "options", [*parts[:place], made, *parts[place + 1 :]])


def place_in(sheet: Sheet, data: Mapping[str, str], part: str) -> int | None:
    """The place from 0 of the part that a form names by its number from 1; one more than there are is a new one."""
    number, most = read_number(data.get(part, "")), len(sheet.get(f"{part}s", ())) + 1
    return number - 1 if isinstance(number, int) and 0 < number <= most else None


def with_part(sheet: Sheet, part: str, its: Sequence[Sheet]) -> dict[str, Any]:
    made = {key: value for key, value in sheet.items() if key != part}
    return {**made, part: list(its)} if its else made


def free_key(sheet: Sheet, letter: str) -> str:
    """A key that no option and no expansion has."""
    taken = {each["key"] for part in ("options", "expansions") for each in sheet.get(part, ())}
    return next(key for number in range(1, 999) if (key := f"{letter}{number}") not in taken)


# What a form changes, by an input that only it has.
PARTS: Mapping[str, Callable[[Sheet, Mapping[str, str]], dict[str, Any]]] = {
    "settings": with_settings,
    "look_of": with_look,
    "expansion": with_expansion,
    "option": with_option,
    "check": with_check,
}
