"""What the page shows on which a sheet is made: its rows, what each is asked for, and what they bring when tried."""

from typing import Any

from django.utils.translation import gettext as _

from companion.core.language.texts import listed, say
from companion.rules.sheets import game_of
from companion.rules.sheets.limits import ACCENTS

from .examples import example_of, sample_of, within_limits
from .fault_sentences import sentence
from .kinds import COMMON, KINDS
from .needed_rows import is_count
from .sample_plays import tried
from .sheet_files import packed
from .sheet_settings import ACCENT, EMBLEMS, MOST_TIES, check_name, rows_in
from .translations import in_others, lines_in_others, spoken

# The inputs of the settings that say themselves what is wrong with them, or what they lack.
SAY_FAULTS = ("rounds_number", "rounds_total", "tie_row", "asked", "won")


def maker_context(group, own, version, *, data=None, faults=(), refused=(), open_row=None, typed=None) -> dict:
    """The page of a sheet; `data` is the sheet as it would be, where it was not kept because of its `faults`.

    `refused` are sentences: what would be wrong with the sheet after what a button asked for, which was not done.
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
            row_context(place, row, data, faults, scored, game=game, is_open=row["key"] == open_row)
            for place, row in enumerate(data["rows"], 1)
        ],
        **{key: scored[key] for key in ("names", "totals", "winners", "verdict", "problems")},
        # What is entered beside the rows: who won, or came in which place, and figures that are asked for at a tie.
        "others": [field for field in scored["fields"] if field["row"] not in keys],
        "faults": [
            *(sentence(fault, data) for fault in faults if not is_beside_its_input(fault)),
            *refused,
        ],
        "is_wrong": bool(faults or refused),
        "lacks_typing": any(input_of(fault) and is_yet_to_be_typed(data, fault, typed or {}) for fault in faults),
        "step": step_of(faults),
        # A form brings all figures, those that nobody has typed too.
        "tries": any(name.startswith("try-") for name in typed or ()) and ("was" not in typed or "count" in typed),
        # What the page is drawn from: a form that was not touched is told by it when it is sent.
        "was": packed(version.data) if version else "",
        "common_kinds": [KINDS[key] for key in COMMON],
        "more_kinds": [kind for kind in KINDS.values() if kind.is_offered and not kind.is_common],
        "settings": settings_of(data),
        "faults_beside": dict.fromkeys(SAY_FAULTS, "")
        | {
            name: fault_beside(data, fault, name)
            for fault in faults
            if (name := input_of(fault)) and not is_yet_to_be_typed(data, fault, typed or {})
        },
        **parts_of(data),
    }


def input_of(fault) -> str:
    """Return the input of the settings that says a fault; nothing if none of them does (`SAY_FAULTS`)."""
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
    """Return what is wrong with what was typed into an input of the settings, or ask for it if nothing was."""
    if not is_blank(data, fault):
        return sentence(fault, data, is_beside=True)
    if name == "tie_row":
        return _("Choose a row here, or choose “share the win”.")
    if name == "asked":
        return _("Enter the question here, or choose “share the win”.")
    if name == "won":
        return _("Enter a number here.")
    return _("Enter a number here, or choose “round by round”.")


def is_blank(data, fault) -> bool:
    """Return whether nothing was typed where a fault is."""
    value = data
    for step in fault.place:
        value = value[step - 1] if isinstance(step, int) else value[step]
    return value in (None, "")


def is_yet_to_be_typed(data, fault, typed) -> bool:
    """Return whether an input is empty while somebody types, who has not left it."""
    return "look" in typed and "left" not in typed and is_blank(data, fault)


def is_beside_its_input(fault) -> bool:
    """Return whether a fault is said where it was typed: in its row, or beside its input of the settings."""
    return (fault.place[:1] == ("rows",) and len(fault.place) > 1) or bool(input_of(fault))


def step_of(faults) -> str:
    """Return the step of the page that shows what is wrong, so that it can be put right there; else the first."""
    parts = [fault.place[:1] for fault in faults]
    if not parts or ("rows",) in parts:
        return "rows"
    return "look_of" if ("title",) in parts else "settings"


def row_context(place, row, data, faults, scored, *, game, is_open) -> dict:
    """A row: its words, its inputs with what stands in them, what is wrong, and its points when tried."""
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
        "label": spoken(row["label"]),
        "labels": in_others(row["label"]),
        "called": spoken(row["label"]) or say(kind.label),
        "kind": kind,
        "worth": within_limits(row, scored["worth"].get(row["key"], "")),
        "fields": fields,
        "sample": sample_of(row, fields, scored),
        "example": {} if own else example_of(game, row, fields, scored),
        "cells": scored["cells"].get(row["key"], []),
        "reasons": scored["reasons"].get(row["key"], []),
        "inputs": inputs,
        "has_rare": "with" in row or "stages" in row or any(each["is_rare"] and each["value"] for each in inputs),
        "with": [
            (each["key"], spoken(each["label"]), each["key"] == row.get("with")) for each in data.get("expansions", ())
        ],
        "stages": [
            (each["key"], spoken(each["label"]), each["key"] in row.get("stages", [each["key"]]))
            for each in data.get("stages", ())
        ],
        "faults": [sentence(fault, data, is_beside=True) for fault in own],
        "note": counted_twice(row, others) or helping_penalty(row, data),
        "is_open": is_open or bool(own),
    }


def counted_twice(row, others) -> str:
    """Return a sentence about the rows that this row is counted from if they score by themselves too."""
    twice = [each for each in others if each["key"] in row.get("rows", ()) and is_count(each) and each["worth"]]
    if row["kind"] == "reach" or not twice:
        return ""
    rows = listed([spoken(each["label"]) for each in twice])
    return _("%(rows)s: scored here and separately. With 0 points each, only this row scores.") % {"rows": rows}


def helping_penalty(row, data) -> str:
    """Return a sentence about a penalty where the fewest points win, so that it helps who has it."""
    helps = row["kind"] == "penalty" and data.get("wins") == "fewest"
    return _("Fewest points win: a penalty helps the player who has it.") if helps else ""


def input_context(row, asked, others) -> dict:
    """An input with what stands in it, as it would be typed."""
    value = asked.value_in(row)
    return {
        "template": asked.template,
        "key": asked.key,
        "label": asked.label,
        "value": asked.typed(value),
        "in_others": asked.in_others(value),
        "choices": asked.choices(others),
        "boxes": asked.boxes(value),
        "is_rare": asked.is_rare,
    }


def parts_of(data) -> dict[str, Any]:
    """Expansions, options and the look of a sheet, as the page shows them."""
    expansions = [
        {
            "key": each["key"],
            "label": spoken(each["label"]),
            "labels": in_others(each["label"]),
            "low": span_of(each, "players")[0],
            "high": span_of(each, "players")[1],
        }
        for each in data.get("expansions", ())
    ]
    options = [
        {
            "key": each["key"],
            "label": spoken(each["label"]),
            "labels": in_others(each["label"]),
            "choices": "\n".join(spoken(choice["label"]) for choice in each["choices"]),
            "choices_in_others": lines_in_others(each["choices"]),
        }
        for each in data.get("options", ())
    ]
    return {
        "expansions": expansions,
        "options": options,
        "checks": [(check_name(check), checked(check, data)) for check in data.get("checks", ())],
        "accents": [(accent, accent == data.get("accent", ACCENT)) for accent in ACCENTS],
        "emblems": [(f"emblems/{emblem}", emblem, emblem == data.get("emblem")) for emblem in EMBLEMS],
    }


def checked(check, data) -> str:
    """What a check of a sheet makes sure of, in a sentence."""
    labels = {row["key"]: spoken(row["label"]) for row in data["rows"]}
    rows = listed([labels.get(key, key) for key in rows_in(check) if key != check.get("unless")])
    said = {
        "sum": _("%(rows)s: the sum of all players in a round is right"),
        "one": _("%(rows)s: only one player in a round"),
        "most": _("%(rows)s: at most as many as there are"),
        "rises": _("%(rows)s: never lower than in the round before"),
        "places": _("%(rows)s: the players’ places"),
        "needs": _("%(rows)s: the first only with the second"),
        "excludes": _("%(rows)s: only one of them"),
    }
    sentence = said[check["kind"]]
    return sentence % {"rows": rows}


def span_of(data, key) -> tuple:
    """From and to, empty where they are not said."""
    return tuple("" if each is None else each for each in (data.get(key) or ("", "")))


def for_all(part, name) -> int | str:
    """What a sheet says in its rounds or its win for all numbers of players, empty where it does not."""
    said = (part or {}).get(name)
    return "" if said is None or isinstance(said, dict) else said


def settings_of(data) -> dict:
    """What the settings of a sheet are now."""
    rounds, ties = data.get("rounds"), data.get("ties", ())
    rows = [each["row"] for each in ties if "row" in each]
    words = [(row["key"], spoken(row["label"])) for row in data["rows"]]
    course = "stages" if "stages" in data else ""
    if rounds is not None:
        course = next((key for key in ("number", "total") if key in rounds), "said")
    asked = next((each["label"] for each in ties if "asked" in each), None)
    low, high = span_of(data, "players")
    quick, slow = span_of(data, "minutes")
    return {
        "low": low,
        "high": high,
        "quick": quick,
        "slow": slow,
        "wins": data.get("wins", "most"),
        "rounds": course,
        "number": for_all(rounds, "number"),
        "total": for_all(rounds, "total"),
        "dealer": bool((rounds or {}).get("dealer")),
        "stages": "\n".join(spoken(each["label"]) for each in data.get("stages", ())),
        "stages_in_others": lines_in_others(data.get("stages", ())),
        "played": data.get("played", "alone"),
        "won": for_all(data.get("won"), "total"),
        "won_row": data.get("won", {}).get("row", ""),
        "yes_rows": [(row["key"], spoken(row["label"])) for row in data["rows"] if row["kind"] == "yes"],
        "ties": [
            [(key, name, key == chosen) for key, name in words] for chosen in [*rows, *[""] * MOST_TIES][:MOST_TIES]
        ],
        "tied": "row" if rows else "share" if asked is None else "figure",
        "asked": spoken(asked) if asked else "",
        "asked_in_others": in_others(asked or ""),
        "asked_fewest": any(each.get("fewest") for each in ties if "asked" in each),
    }
