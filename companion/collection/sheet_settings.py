"""What a sheet has beside its rows, as forms ask for it: how it goes, expansions, options, how it looks."""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from companion.core.language.typed import clean_name
from companion.rules.kit import read_number
from companion.rules.sheets.limits import ACCENTS
from companion.rules.sheets.types import Row, Sheet

from .translations import named_in_lines, words_of

MOST_TIES = 3
EMBLEMS = tuple(sorted(path.stem for path in (Path(__file__).parents[2] / "templates/icons/emblems").glob("*.svg")))
ASKED = "tie_figure"
# The color of a sheet that doesn't name one.
ACCENT = "slate"
# The lists of a sheet, by what one of them is called.
LISTS = {"expansion": "expansions", "option": "options"}


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
    # A sheet may also say what holds anyway.
    if data.get("wins") in ("fewest", "order", "winner") or data.get("wins", "") == sheet.get("wins"):
        made["wins"] = data["wins"]
    made |= course_of(sheet, data)
    if data.get("played") in ("teams", "together") or data.get("played", "") == sheet.get("played"):
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
    said = {key: value for key, value in sheet.get("rounds", {}).items() if key == "dealer" and not value}
    kept: dict[str, Any] = {"dealer": True} if data.get("dealer") else said
    match data.get("rounds"):
        case "number" | "total" as end:
            before = sheet.get("rounds", {})
            kept |= {key: before[key] for key in ("past", "back", "further") if end == "total" and key in before}
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
    return {"row": row} if row else {"total": read_number(data.get("won", ""))}


def ties_of(sheet: Sheet, data: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return what tells equal totals apart, in its order: rows, and after them a figure that is asked for.

    What has no room in the form stays: what else is said of a row that is chosen, and rows after the last input. A row
    or a figure that was chosen but not named yet stays without a name, so that the page asks for it.
    """
    if data.get("tied") == "share":
        return []
    is_row = data.get("tied") != "figure"
    before = [each for each in sheet.get("ties", ()) if "row" in each and is_row]
    its = {each["row"]: each for each in reversed(before)}
    chosen = [data.get(f"tie_row.{number}") or "" for number in range(1, MOST_TIES + 1) if is_row]
    ties = [
        one if one and one["row"] == row else its.get(row, {"row": row})
        for row, one in zip_longest([data.get("tie_row", ""), *chosen], [None, *before[:MOST_TIES]])
        if row
    ]
    ties = [each for at, each in enumerate(ties) if each not in ties[:at]] + before[MOST_TIES:]
    if not ties and data.get("tied") == "row":
        ties = [{"row": ""}]
    first, *others = [each for each in sheet.get("ties", ()) if "asked" in each] or [dict[str, Any]()]
    if data.get("tied") == "figure" or clean_name(data.get("asked", "")):
        ties.append({"asked": ASKED, **first, "label": words_of(data, "asked", first.get("label", ""))})
    return [*ties, *others]


def without_check(sheet: Sheet, name: str) -> dict[str, Any]:
    """Return the sheet without the check of this name."""
    return with_part(sheet, "checks", [check for check in sheet.get("checks", ()) if check_name(check) != name])


def check_name(check: Mapping[str, Any]) -> str:
    """Return what a button calls a check: all of it, for its number is another one's once somebody has deleted one."""
    return json.dumps(check, sort_keys=True)


def without_row(sheet: Sheet, key: str) -> dict[str, Any]:
    """The sheet without the checks that name a row, which is about to go."""
    return with_part(sheet, "checks", [check for check in sheet.get("checks", ()) if key not in rows_in(check)])


def rows_in(check: Mapping[str, Any]) -> list[str]:
    """The keys of the rows that a check names."""
    named = [check[name] for name in ("row", "of", "unless", "if") if name in check]
    return [*named, *check.get("rows", ()), *(part["row"] for part in check.get("parts", ()))]


def with_look(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet in another color, with another emblem, or its letter; what wasn't chosen stays."""
    made = dict(sheet)
    for name, known, usual in (("accent", ACCENTS, ACCENT), ("emblem", EMBLEMS, "")):
        if name not in data or (name not in sheet and data[name] == usual):
            continue
        made.pop(name, None)
        made |= {name: data[name]} if data[name] in known else {}
    return made


def with_expansion(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet with what was typed for one of its expansions."""
    players = [read_number(data.get(key, "")) for key in ("from", "to")]
    return with_one(sheet, data, "expansion", lambda before: {} if players == [None, None] else {"players": players})


def with_option(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet with what was typed for one of its options."""
    return with_one(
        sheet, data, "option", lambda before: {"choices": named_in_lines(data, "choices", before["choices"], "c")}
    )


def with_one(sheet: Sheet, data: Mapping[str, str], part: str, more: Callable[[Row], dict[str, Any]]) -> dict[str, Any]:
    """Return the sheet with what was typed for one part of a list: its label, and `more`."""
    parts = list(sheet.get(LISTS[part], ()))
    place = place_of(parts, data[part])
    if place is None or "label" not in data:
        return dict(sheet)
    before = parts[place]
    made = {"key": before["key"], "label": words_of(data, "label", before["label"]), **more(before)}
    parts[place] = {key: made[key] for key in (*before, *made) if key in made}
    return with_part(sheet, LISTS[part], parts)


def and_expansion(sheet: Sheet) -> dict[str, Any]:
    """Return the sheet with one more expansion."""
    new = {"key": free_key(sheet, "x"), "label": _("Expansion")}
    return with_part(sheet, "expansions", [*sheet.get("expansions", ()), new])


def and_option(sheet: Sheet) -> dict[str, Any]:
    """Return the sheet with one more option."""
    choices = [{"key": "c1", "label": "A"}, {"key": "c2", "label": "B"}]
    new = {"key": free_key(sheet, "o"), "label": _("Option"), "choices": choices}
    return with_part(sheet, "options", [*sheet.get("options", ()), new])


def without_expansion(sheet: Sheet, key: str) -> dict[str, Any]:
    """Return the sheet without an expansion and its rows."""
    left = [each for each in sheet.get("expansions", ()) if each["key"] != key]
    gone = [row["key"] for row in sheet["rows"] if row.get("with") == key and len(left) < len(sheet["expansions"])]
    made = with_part(sheet, "expansions", left)
    for row in gone:
        made = without_row(made, row)
    return {**made, "rows": [row for row in sheet["rows"] if row["key"] not in gone]}


def without_option(sheet: Sheet, key: str) -> dict[str, Any]:
    """Return the sheet without an option and the rows that score by it."""
    made = with_part(sheet, "options", [each for each in sheet.get("options", ()) if each["key"] != key])
    gone = [row["key"] for row in sheet["rows"] if row.get("option") == key]
    for row in gone:
        made = without_row(made, row)
    return {**made, "rows": [row for row in made["rows"] if row["key"] not in gone]}


def place_of(parts: Sequence[Mapping[str, Any]], key: str | None) -> int | None:
    """Return the place from 0 of what has this key."""
    return next((place for place, each in enumerate(parts) if each["key"] == key), None)


def with_part(sheet: Sheet, part: str, its: Sequence[Sheet]) -> dict[str, Any]:
    """Return the sheet with another list in this part, in its place; an empty one is left out."""
    made = {**sheet, part: list(its)}
    return made if its else {key: value for key, value in made.items() if key != part}


def free_key(sheet: Sheet, letter: str) -> str:
    """A key that no option and no expansion has."""
    taken = {each["key"] for part in ("options", "expansions") for each in sheet.get(part, ())}
    return next(key for number in range(1, 999) if (key := f"{letter}{number}") not in taken)


# What is typed in a section changes this part, by an input that only it has.
CHANGES: Mapping[str, Callable[[Sheet, Mapping[str, str]], dict[str, Any]]] = {
    "settings": with_settings,
    "look_of": with_look,
    "expansion": with_expansion,
    "option": with_option,
}
ADDED: Mapping[str, Callable[[Sheet], dict[str, Any]]] = {"expansion": and_expansion, "option": and_option}
REMOVED: Mapping[str, Callable[[Sheet, str], dict[str, Any]]] = {
    "expansion": without_expansion,
    "option": without_option,
}
