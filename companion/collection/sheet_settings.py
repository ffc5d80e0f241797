"""The settings of a sheet beside its rows: its course, end, expansions, options and look."""

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

from .translations import read_named_lines, read_words

MOST_TIES = 3
EMBLEMS = tuple(sorted(path.stem for path in (Path(__file__).parents[2] / "templates/icons/emblems").glob("*.svg")))
TIE_FIGURE = "tie_figure"
# The color of a sheet that doesn't name one.
ACCENT = "slate"
# The lists of a sheet, by the name of one part.
LISTS = {"expansion": "expansions", "option": "options"}


def with_settings(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet with the title, players, course and end from a form."""
    form_keys = {"wins", "rounds", "stages", "ties", "played", "won", "minutes"}
    made = {key: value for key, value in sheet.items() if key not in form_keys}
    made["title"] = read_words(data, "title", sheet["title"])
    if data.get("played") != "teams":
        made.pop("teams", None)
    made["players"] = [read_number(data.get(key, "")) for key in ("from", "to")]
    minutes = [read_number(data.get(key, "")) for key in ("minutes_from", "minutes_to")]
    if minutes != [None, None]:
        made["minutes"] = [minutes[0] if each is None else each for each in minutes]
    elif "minutes" in sheet and "minutes_from" not in data:
        made["minutes"] = sheet["minutes"]
    # A sheet may have an explicit default.
    if data.get("wins") in ("fewest", "order", "winner") or data.get("wins", "") == sheet.get("wins"):
        made["wins"] = data["wins"]
    made |= read_course(sheet, data)
    if data.get("played") in ("teams", "together") or data.get("played", "") == sheet.get("played"):
        made["played"] = data["played"]
    if data.get("played") == "together":
        made["won"] = read_win(data)
        return made
    made.pop("tiers", None)
    if ties := read_ties(sheet, data):
        made["ties"] = ties
    return made


def read_course(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the stages or rounds, if there are any; rows of removed stages are counted in the others."""
    explicit = {key: value for key, value in sheet.get("rounds", {}).items() if key == "dealer" and not value}
    rounds: dict[str, Any] = {"dealer": True} if data.get("dealer") else explicit
    match data.get("rounds"):
        case "number" | "total" as end:
            before = sheet.get("rounds", {})
            rounds |= {key: before[key] for key in ("past", "back", "further") if end == "total" and key in before}
            typed = read_number(data.get(f"rounds_{end}", ""))
            # A value by number of players can't be typed: it stays unless something else is.
            known = before.get(end) if typed is None and isinstance(before.get(end), dict) else typed
            return {"rounds": {**rounds, end: known}, **without_stages(sheet)}
        case "said":
            return {"rounds": rounds, **without_stages(sheet)}
        case "stages":
            stages = read_named_lines(data, "stages", sheet.get("stages", ()), "s")
            return {"stages": stages, "rows": limit_to_stages(sheet["rows"], [each["key"] for each in stages])}
    return without_stages(sheet)


def without_stages(sheet: Sheet) -> dict[str, Any]:
    """Return the rows without stages."""
    return {"rows": limit_to_stages(sheet["rows"], [])}


def limit_to_stages(rows: Sequence[Row], stages: Sequence[str]) -> list[dict[str, Any]]:
    """Return the rows, each in those of these stages that it had; in all stages if none of them is left."""
    found = []
    for row in rows:
        left = [key for key in row.get("stages", ()) if key in stages]
        found.append({key: value for key, value in row.items() if key != "stages"} | ({"stages": left} if left else {}))
    return found


def read_win(data: Mapping[str, str]) -> dict[str, Any]:
    """Return when a co-op game is won: by an answer of a row, else from a total."""
    row = data.get("won_row", "")
    return {"row": row} if row else {"total": read_number(data.get("won", ""))}


def read_ties(sheet: Sheet, data: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the tiebreakers in their order: rows, then a figure that is entered.

    Parts without an input stay: other keys of a chosen row, and rows after the last input. A row or figure that was
    chosen but not named yet stays without a name, so that the page requests it.
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
        ties.append({"asked": TIE_FIGURE, **first, "label": read_words(data, "asked", first.get("label", ""))})
    return [*ties, *others]


def without_check(sheet: Sheet, name: str) -> dict[str, Any]:
    """Return the sheet without the check of this name."""
    return with_part(sheet, "checks", [check for check in sheet.get("checks", ()) if check_name(check) != name])


def check_name(check: Mapping[str, Any]) -> str:
    """Return a button's name for a check: all of it, because its number changes when another check is deleted."""
    return json.dumps(check, sort_keys=True)


def without_row(sheet: Sheet, key: str) -> dict[str, Any]:
    """Return the sheet without the checks of a row that is about to be removed."""
    return with_part(sheet, "checks", [check for check in sheet.get("checks", ()) if key not in find_rows(check)])


def find_rows(check: Mapping[str, Any]) -> list[str]:
    """Return the keys of the rows that a check names."""
    named = [check[name] for name in ("row", "of", "unless", "if") if name in check]
    return [*named, *check.get("rows", ()), *(part["row"] for part in check.get("parts", ()))]


def with_look(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet with the color and emblem from a form; those that weren't chosen stay."""
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
    return with_item(sheet, data, "expansion", lambda before: {} if players == [None, None] else {"players": players})


def with_option(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet with what was typed for one of its options."""
    return with_item(
        sheet, data, "option", lambda before: {"choices": read_named_lines(data, "choices", before["choices"], "c")}
    )


def with_item(sheet: Sheet, data: Mapping[str, str], part: str, more: Callable[[Row], Row]) -> dict[str, Any]:
    """Return the sheet with what was typed for one part of a list: its label, and `more`."""
    parts = list(sheet.get(LISTS[part], ()))
    place = find_place(parts, data[part])
    if place is None or "label" not in data:
        return dict(sheet)
    before = parts[place]
    made = {"key": before["key"], "label": read_words(data, "label", before["label"]), **more(before)}
    parts[place] = {key: made[key] for key in (*before, *made) if key in made}
    return with_part(sheet, LISTS[part], parts)


def add_expansion(sheet: Sheet) -> dict[str, Any]:
    """Return the sheet with a new expansion."""
    new = {"key": free_key(sheet, "x"), "label": _("Expansion")}
    return with_part(sheet, "expansions", [*sheet.get("expansions", ()), new])


def add_option(sheet: Sheet) -> dict[str, Any]:
    """Return the sheet with a new option."""
    choices = [{"key": "c1", "label": "A"}, {"key": "c2", "label": "B"}]
    new = {"key": free_key(sheet, "o"), "label": _("Option"), "choices": choices}
    return with_part(sheet, "options", [*sheet.get("options", ()), new])


def without_expansion(sheet: Sheet, key: str) -> dict[str, Any]:
    """Return the sheet without an expansion and its rows."""
    left = [each for each in sheet.get("expansions", ()) if each["key"] != key]
    removed = [row["key"] for row in sheet["rows"] if row.get("with") == key and len(left) < len(sheet["expansions"])]
    made = with_part(sheet, "expansions", left)
    for row in removed:
        made = without_row(made, row)
    return {**made, "rows": [row for row in sheet["rows"] if row["key"] not in removed]}


def without_option(sheet: Sheet, key: str) -> dict[str, Any]:
    """Return the sheet without an option and the rows that score by it."""
    made = with_part(sheet, "options", [each for each in sheet.get("options", ()) if each["key"] != key])
    gone = [row["key"] for row in sheet["rows"] if row.get("option") == key]
    for row in gone:
        made = without_row(made, row)
    return {**made, "rows": [row for row in made["rows"] if row["key"] not in gone]}


def find_place(parts: Sequence[Mapping[str, Any]], key: str | None) -> int | None:
    """Return the index of the part with this key; None if there isn't one."""
    return next((place for place, each in enumerate(parts) if each["key"] == key), None)


def with_part(sheet: Sheet, part: str, its: Sequence[Sheet]) -> dict[str, Any]:
    """Return the sheet with another list in this part; an empty list is left out."""
    made = {**sheet, part: list(its)}
    return made if its else {key: value for key, value in made.items() if key != part}


def free_key(sheet: Sheet, letter: str) -> str:
    """Return a key that no option or expansion has."""
    taken = {each["key"] for part in ("options", "expansions") for each in sheet.get(part, ())}
    return next(key for number in range(1, 999) if (key := f"{letter}{number}") not in taken)


# How a section's inputs change the sheet, by an input that only this section has.
CHANGES: Mapping[str, Callable[[Sheet, Mapping[str, str]], dict[str, Any]]] = {
    "settings": with_settings,
    "look_of": with_look,
    "expansion": with_expansion,
    "option": with_option,
}
ADDITIONS: Mapping[str, Callable[[Sheet], dict[str, Any]]] = {"expansion": add_expansion, "option": add_option}
REMOVALS: Mapping[str, Callable[[Sheet, str], dict[str, Any]]] = {
    "expansion": without_expansion,
    "option": without_option,
}
