"""The context of the page that edits a sheet: its rows, their inputs, and their points with sample figures."""

from typing import Any

from django.utils.translation import gettext as _

from companion.core.language.texts import listed, say
from companion.rules.sheets import game_of
from companion.rules.sheets.limits import ACCENTS

from .examples import build_example, build_sample, describe_worth
from .fault_sentences import describe_fault
from .kinds import COMMON, KINDS
from .needed_rows import is_count
from .sample_plays import score_sample
from .sheet_files import pack
from .sheet_settings import ACCENT, EMBLEMS, MOST_TIES, check_name, find_rows
from .translations import other_lines, other_words, translate

# The inputs of the settings that show their own faults.
INPUTS_WITH_FAULTS = ("rounds_number", "rounds_total", "tie_row", "asked", "won")


def maker_context(group, own, version, *, data=None, faults=(), refused=(), open_row=None, typed=None) -> dict:
    """Return the context of a sheet's page; `data` is the changed sheet if it wasn't stored because of its `faults`.

    `refused` are sentences: the faults of the sheet after a button's action, which was not stored. `typed` are sample
    figures from a form.
    """
    data = version.data if data is None else data
    game = game_of(version.data if faults else data, own.slug if own else "sheet")
    scored = score_sample(game, typed or {})
    keys = {row["key"] for row in data["rows"]}
    return {
        "group": group,
        "own": own,
        "version": version,
        "game": game,
        "sheet": data,
        "title": translate(data["title"]),
        "titles": other_words(data["title"]),
        "rows": [
            row_context(place, row, data, faults, scored, game=game, is_open=row["key"] == open_row)
            for place, row in enumerate(data["rows"], 1)
        ],
        **{key: scored[key] for key in ("names", "totals", "winners", "verdict", "problems")},
        # Fields that aren't of a row: the winner, places, and figures that break a tie.
        "others": [field for field in scored["fields"] if field["row"] not in keys],
        "faults": [
            *(describe_fault(fault, data) for fault in faults if not is_beside_its_input(fault)),
            *refused,
        ],
        "is_wrong": bool(faults or refused),
        "lacks_typing": any(find_input(fault) and is_yet_to_be_typed(data, fault, typed or {}) for fault in faults),
        "step": find_step(faults),
        # A form sends all figures, generated ones too.
        "tries": any(name.startswith("try-") for name in typed or ()) and ("was" not in typed or "count" in typed),
        # The stored sheet, to find out which sections of the sent form were changed.
        "was": pack(version.data) if version else "",
        "common_kinds": [KINDS[key] for key in COMMON],
        "more_kinds": [kind for kind in KINDS.values() if kind.is_offered and not kind.is_common],
        "settings": settings_context(data),
        "faults_beside": dict.fromkeys(INPUTS_WITH_FAULTS, "")
        | {
            name: fault_beside(data, fault, name)
            for fault in faults
            if (name := find_input(fault)) and not is_yet_to_be_typed(data, fault, typed or {})
        },
        **parts_context(data),
    }


def find_input(fault) -> str:
    """Return the settings' input that shows a fault, one of `INPUTS_WITH_FAULTS`; "" if none does."""
    match fault.place:
        case ("rounds", "number" | "total" as end):
            return f"rounds_{end}"
        case ("ties", _number, "row"):
            return "tie_row"
        case ("ties", _number, "label"):
            return "asked"
        case ("won", "total"):
            return "won"
    return ""


def fault_beside(data, fault, name) -> str:
    """Return the fault of an input of the settings, or a request to fill it if it is empty."""
    if not is_blank(data, fault):
        return describe_fault(fault, data, is_beside=True)
    if name == "tie_row":
        return _("Choose a row here, or choose “share the win”.")
    if name == "asked":
        return _("Enter the question here, or choose “share the win”.")
    if name == "won":
        return _("Enter a number here.")
    return _("Enter a number here, or choose “round by round”.")


def is_blank(data, fault) -> bool:
    """Return whether the place of a fault is empty."""
    value = data
    for step in fault.place:
        value = value[step - 1] if isinstance(step, int) else value[step]
    return value in (None, "")


def is_yet_to_be_typed(data, fault, typed) -> bool:
    """Return whether an input is empty, and the person is still in it."""
    return "look" in typed and "left" not in typed and is_blank(data, fault)


def is_beside_its_input(fault) -> bool:
    """Return whether a fault is shown at its input: in its row, or in the settings."""
    return (fault.place[:1] == ("rows",) and len(fault.place) > 1) or bool(find_input(fault))


def find_step(faults) -> str:
    """Return the step of the page that shows the faults; without faults the first one."""
    parts = [fault.place[:1] for fault in faults]
    if not parts or ("rows",) in parts:
        return "rows"
    return "look_of" if ("title",) in parts else "settings"


def row_context(place, row, data, faults, scored, *, game, is_open) -> dict:
    """Return a row's words, inputs with values, faults, and points with the sample figures."""
    kind = KINDS[row["kind"]]
    own = [fault for fault in faults if fault.place[:2] == ("rows", place)]
    others = [each for each in data["rows"] if each is not row]
    fields = [field for field in scored["fields"] if field["row"] == row["key"]]
    inputs = [input_context(row, each, others) for each in kind.inputs]
    return {
        "key": row["key"],
        "section": f"row_key.{row['key']}",
        "at": f"row_key.{row['key']}:",
        "place": place,
        "is_last": place == len(data["rows"]),
        "label": translate(row["label"]),
        "labels": other_words(row["label"]),
        "called": translate(row["label"]) or say(kind.label),
        "kind": kind,
        "worth": describe_worth(row, scored["worth"].get(row["key"], "")),
        "fields": fields,
        "sample": build_sample(row, fields, scored),
        "example": {} if own else build_example(game, row, fields, scored),
        "cells": scored["cells"].get(row["key"], []),
        "reasons": scored["reasons"].get(row["key"], []),
        "inputs": inputs,
        "has_rare": "with" in row or "stages" in row or any(each["is_rare"] and each["value"] for each in inputs),
        "with": [
            (each["key"], translate(each["label"]), each["key"] == row.get("with"))
            for each in data.get("expansions", ())
        ],
        "stages": [
            (each["key"], translate(each["label"]), each["key"] in row.get("stages", [each["key"]]))
            for each in data.get("stages", ())
        ],
        "faults": [describe_fault(fault, data, is_beside=True) for fault in own],
        "note": describe_double_count(row, others) or describe_helping_penalty(row, data),
        "is_open": is_open or bool(own),
    }


def describe_double_count(row, others) -> str:
    """Return a sentence about the rows that this row is counted from if they also score by themselves."""
    twice = [each for each in others if each["key"] in row.get("rows", ()) and is_count(each) and each["worth"]]
    if row["kind"] == "reach" or not twice:
        return ""
    rows = listed([translate(each["label"]) for each in twice])
    return _("%(rows)s: scored here and separately. With 0 points each, only this row scores.") % {"rows": rows}


def describe_helping_penalty(row, data) -> str:
    """Return a sentence about a penalty that helps its player because the fewest points win; else ""."""
    helps = row["kind"] == "penalty" and data.get("wins") == "fewest"
    return _("Fewest points win: a penalty helps the player who has it.") if helps else ""


def input_context(row, field, others) -> dict:
    """Return an input with its value."""
    value = field.get_value(row)
    return {
        "template": field.template,
        "key": field.key,
        "label": field.label,
        "value": field.display(value),
        "in_others": field.translations(value),
        "choices": field.choices(others),
        "boxes": field.boxes(value),
        "is_rare": field.is_rare,
    }


def parts_context(data) -> dict[str, Any]:
    """Return the expansions, options and look of a sheet."""
    expansions = [
        {
            "key": each["key"],
            "label": translate(each["label"]),
            "labels": other_words(each["label"]),
            "low": read_span(each, "players")[0],
            "high": read_span(each, "players")[1],
        }
        for each in data.get("expansions", ())
    ]
    options = [
        {
            "key": each["key"],
            "label": translate(each["label"]),
            "labels": other_words(each["label"]),
            "choices": "\n".join(translate(choice["label"]) for choice in each["choices"]),
            "choices_in_others": other_lines(each["choices"]),
        }
        for each in data.get("options", ())
    ]
    return {
        "expansions": expansions,
        "options": options,
        "checks": [(check_name(check), describe_check(check, data)) for check in data.get("checks", ())],
        "accents": [(accent, accent == data.get("accent", ACCENT)) for accent in ACCENTS],
        "emblems": [(f"emblems/{emblem}", emblem, emblem == data.get("emblem")) for emblem in EMBLEMS],
    }


def describe_check(check, data) -> str:
    """Return a check of a sheet as a sentence."""
    labels = {row["key"]: translate(row["label"]) for row in data["rows"]}
    conditions = {check.get("unless"), check.get("if")}
    rows = listed([labels.get(key, key) for key in find_rows(check) if key not in conditions])
    sentences = {
        "sum": _("%(rows)s: the sum of all players in a round is right"),
        "one": _("%(rows)s: only one player in a round"),
        "most": _("%(rows)s: at most as many as there are"),
        "rises": _("%(rows)s: never lower than in the round before"),
        "places": _("%(rows)s: the players’ places"),
        "differ": _("%(rows)s: different for each player"),
        "needs": _("%(rows)s: the first only with the second"),
        "excludes": _("%(rows)s: only one of them"),
    }
    sentence = sentences[check["kind"]]
    return sentence % {"rows": rows}


def read_span(data, key) -> tuple:
    """Return (from, to), with "" for missing numbers."""
    return tuple("" if each is None else each for each in (data.get(key) or ("", "")))


def read_constant(part, name) -> int | str:
    """Return a value that is the same for all numbers of players; "" if it isn't, or is missing."""
    value = (part or {}).get(name)
    return "" if value is None or isinstance(value, dict) else value


def settings_context(data) -> dict:
    """Return the values of a sheet's settings."""
    rounds, ties = data.get("rounds"), data.get("ties", ())
    rows = [each["row"] for each in ties if "row" in each]
    words = [(row["key"], translate(row["label"])) for row in data["rows"]]
    course = "stages" if "stages" in data else ""
    if rounds is not None:
        course = next((key for key in ("number", "total") if key in rounds), "said")
    asked = next((each["label"] for each in ties if "asked" in each), None)
    low, high = read_span(data, "players")
    quick, slow = read_span(data, "minutes")
    return {
        "low": low,
        "high": high,
        "quick": quick,
        "slow": slow,
        "wins": data.get("wins", "most"),
        "rounds": course,
        "number": read_constant(rounds, "number"),
        "total": read_constant(rounds, "total"),
        "dealer": bool((rounds or {}).get("dealer")),
        "stages": "\n".join(translate(each["label"]) for each in data.get("stages", ())),
        "stages_in_others": other_lines(data.get("stages", ())),
        "played": data.get("played", "alone"),
        "won": read_constant(data.get("won"), "total"),
        "won_row": data.get("won", {}).get("row", ""),
        "yes_rows": [(row["key"], translate(row["label"])) for row in data["rows"] if row["kind"] == "yes"],
        "ties": [
            [(key, name, key == chosen) for key, name in words] for chosen in [*rows, *[""] * MOST_TIES][:MOST_TIES]
        ],
        "tied": "row" if rows else "share" if asked is None else "figure",
        "asked": translate(asked) if asked else "",
        "asked_in_others": other_words(asked or ""),
        "asked_fewest": any(each.get("fewest") for each in ties if "asked" in each),
    }
