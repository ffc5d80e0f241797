"""What the page shows on which a sheet is made: its rows, what each is asked for, and what they bring when tried."""

from typing import Any

from companion.language.texts import say
from companion.rules.kit import in_words
from companion.rules.sheets import game_of
from companion.rules.sheets.limits import ACCENTS

from .inputs import KINDS, TIES, has_number, is_by_players, is_for_bonus
from .parts import EMBLEMS, MOST_TIES
from .trying import tried
from .words import in_others, lines_in_others

# Inputs in which several of the other rows are chosen.
OF_ROWS = ("two_rows", "several_rows", "number_rows")


def maker_context(group, own, version, *, data=None, faults=(), open_row=None, typed=None) -> dict:
    """The page of a sheet; `data` is the sheet as it would be, where it was not kept because of its `faults`.

    `typed` are the figures to try it with, as a form brings them.
    """
    data = version.data if data is None else data
    game = game_of(version.data if faults else data, own.slug if own else "sheet")
    scored = tried(game, typed or {})
    keys = {row["key"] for row in data["rows"]}
    return {
        "group": group,
        "own": own,
        "version": version,
        "game": game,
        "sheet": data,
        "title": spoken(data["title"]),
        "titles": in_others(data["title"]),
        "rows": [
            row_context(place, row, data, faults, scored, is_open=row["key"] == open_row)
            for place, row in enumerate(data["rows"], 1)
        ],
        **{key: scored[key] for key in ("names", "totals", "winners", "verdict", "problems")},
        # What is entered beside the rows: who won, or came in which place, and figures that are asked for at a tie.
        "others": [field for field in scored["fields"] if field["row"] not in keys],
        "faults": [say(fault.message) for fault in faults if fault.place[:1] != ("rows",) or not fault.place[1:]],
        "kinds": KINDS.values(),
        "settings": settings_of(data),
        **parts_of(data),
    }


def spoken(words) -> str:
    """Words of a sheet in the reader's language."""
    return say(in_words(words)) if words else ""


def row_context(place, row, data, faults, scored, *, is_open) -> dict:
    """A row: its words, its inputs with what stands in them, what is wrong, and its points when tried."""
    kind = KINDS.get(row["kind"])
    own = [fault for fault in faults if fault.place[:2] == ("rows", place)]
    others = [each for each in data["rows"] if each is not row]
    of_others = [(each["key"], spoken(each["label"])) for each in others]
    to_choose = {
        "several_rows": [(each["key"], spoken(each["label"])) for each in others if is_for_bonus(each)],
        "number_rows": [(each["key"], spoken(each["label"])) for each in others if has_number(each)],
    }
    return {
        "key": row["key"],
        "place": place,
        "is_last": place == len(data["rows"]),
        "label": spoken(row["label"]),
        "labels": in_others(row["label"]),
        "called": spoken(row["label"]) or (say(kind.label) if kind else row["key"]),
        "kind": kind,
        "worth": scored["worth"].get(row["key"], ""),
        "fields": [field for field in scored["fields"] if field["row"] == row["key"]],
        "cells": scored["cells"].get(row["key"], []),
        "reasons": scored["reasons"].get(row["key"], []),
        "inputs": [
            input_context(row, each, to_choose.get(each.kind, of_others)) for each in (kind.inputs if kind else ())
        ],
        "with": [
            (each["key"], spoken(each["label"]), each["key"] == row.get("with")) for each in data.get("expansions", ())
        ],
        "stages": [
            (each["key"], spoken(each["label"]), each["key"] in row.get("stages", [each["key"]]))
            for each in data.get("stages", ())
        ],
        "faults": [say(fault.text) for fault in own],
        "is_open": is_open or bool(own),
    }


def input_context(row, asked, of_others) -> dict:
    """An input with what stands in it, as it would be typed."""
    outer, _, inner = asked.key.partition(".")
    value = row.get(outer, {}).get(inner) if inner else row.get(outer)
    return {
        "key": asked.key,
        "kind": asked.kind,
        "label": asked.label,
        "value": as_typed(asked.kind, value),
        "in_others": words_in_others(asked.kind, value),
        "chosen": list(value) if asked.kind in OF_ROWS and value else [],
        "ties": TIES.items() if asked.kind == "ties" else (),
        "rows": of_others,
        # What is known for every number of players is more than one figure.
        "is_fixed": is_by_players(asked, value),
    }


def words_in_others(kind, value) -> list[dict]:
    """The words of an input in the other languages; none where it holds no words."""
    if kind == "word":
        return in_others(value)
    if kind in ("pairs", "things"):
        return lines_in_others(value or (), ", " if kind == "things" else "\n")
    return []


def as_typed(kind, value) -> str:
    if value is None or kind == "check" or kind in OF_ROWS:
        return "1" if value else ""
    if kind == "numbers":
        return " ".join(map(str, value))
    if kind == "pairs":
        return "\n".join(f"{spoken(each['label'])} {each['worth']}" for each in value)
    if kind == "things":
        return ", ".join(spoken(each["label"]) for each in value)
    return spoken(value) if kind == "word" else str(value)


def parts_of(data) -> dict[str, Any]:
    """Expansions, options and the look of a sheet, as their forms show them; the last one of each is still empty."""
    expansions = [
        {
            "label": spoken(each["label"]),
            "labels": in_others(each["label"]),
            "low": span_of(each, "players")[0],
            "high": span_of(each, "players")[1],
        }
        for each in data.get("expansions", ())
    ]
    options = [
        {
            "label": spoken(each["label"]),
            "labels": in_others(each["label"]),
            "choices": "\n".join(spoken(choice["label"]) for choice in each["choices"]),
            "choices_in_others": lines_in_others(each["choices"]),
        }
        for each in data.get("options", ())
    ]
    return {
        "expansions": [*expansions, {}],
        "options": [*options, {}],
        "accents": [(accent, accent == data.get("accent", "slate")) for accent in ACCENTS],
        "emblems": [(f"emblems/{emblem}", emblem, emblem == data.get("emblem")) for emblem in EMBLEMS],
    }


def span_of(data, key) -> tuple:
    """From and to, empty where they are not said."""
    return tuple("" if each is None else each for each in (data.get(key) or ("", "")))


def settings_of(data) -> dict:
    """What the settings of a sheet are now."""
    rounds, ties = data.get("rounds"), data.get("ties", ())
    rows = [each["row"] for each in ties if "row" in each]
    words = [(row["key"], spoken(row["label"])) for row in data["rows"]]
    course = "stages" if "stages" in data else ""
    if rounds is not None:
        course = next((key for key in ("number", "total") if key in rounds), "said")
    asked = next((each["label"] for each in ties if "asked" in each), "")
    low, high = span_of(data, "players")
    quick, slow = span_of(data, "minutes")
    return {
        "low": low,
        "high": high,
        "quick": quick,
        "slow": slow,
        "wins": data.get("wins", "most"),
        "rounds": course,
        "number": (rounds or {}).get("number") or "",
        "total": (rounds or {}).get("total") or "",
        "dealer": bool((rounds or {}).get("dealer")),
        "stages": "\n".join(spoken(each["label"]) for each in data.get("stages", ())),
        "stages_in_others": lines_in_others(data.get("stages", ())),
        "played": data.get("played", "alone"),
        "won": data.get("won", {}).get("total", ""),
        "won_row": data.get("won", {}).get("row", ""),
        "yes_rows": [(row["key"], spoken(row["label"])) for row in data["rows"] if row["kind"] == "yes"],
        "ties": [
            [(key, name, key == chosen) for key, name in words] for chosen in [*rows, *[""] * MOST_TIES][:MOST_TIES]
        ],
        "asked": spoken(asked) if asked else "",
        "asked_in_others": in_others(asked),
    }
