"""What the page shows on which a sheet is made: its rows, what each is asked for, and what they bring when tried."""

from random import Random
from typing import Any

from companion.language.texts import say
from companion.rules.kit import Stage, in_words
from companion.rules.scoring.checking import check
from companion.rules.scoring.result import score_table
from companion.rules.sheets import game_of

from .inputs import KINDS, TIES

NAMES = ("Anna", "Ben", "Chris")


def maker_context(group, own, version, *, data=None, faults=(), open_row=None, tries=None) -> dict:
    """The page of a sheet; `data` is the sheet as it would be, where it was not kept because of its `faults`."""
    data = version.data if data is None else data
    kept = data if not faults else version.data
    game = game_of(kept, own.slug if own else "sheet")
    scored = tries or tried_by_lot(game)
    opened = str(open_row or "")
    return {
        "group": group,
        "own": own,
        "version": version,
        "game": game,
        "sheet": data,
        "title": spoken(data["title"]),
        "names": NAMES[: len(scored["totals"])],
        "rows": [
            row_context(place, row, data, faults, scored, is_open=str(place) == opened)
            for place, row in enumerate(data["rows"], 1)
        ],
        "totals": scored["totals"],
        "winners": scored["winners"],
        "faults": [say(fault.message) for fault in faults if fault.place[:1] != ("rows",) or not fault.place[1:]],
        "kinds": KINDS.values(),
        "counts": [(row["key"], spoken(row["label"])) for row in data["rows"]],
        "settings": settings_of(data),
    }


def spoken(words) -> str:
    """Words of a sheet in the reader's language."""
    return say(in_words(words)) if words else ""


def row_context(place, row, data, faults, scored, *, is_open) -> dict:
    """A row: its words, its inputs with what stands in them, what is wrong, and its points when tried."""
    kind = KINDS.get(row["kind"])
    own = [fault for fault in faults if fault.place[:2] == ("rows", place)]
    return {
        "place": place,
        "label": spoken(row["label"]),
        "called": spoken(row["label"]) or (say(kind.label) if kind else row["key"]),
        "kind": kind,
        "worth": scored["worth"].get(row["key"], ""),
        "fields": [field for field in scored["fields"] if field["row"] == row["key"]],
        "cells": scored["cells"].get(row["key"], []),
        "reasons": scored["reasons"].get(row["key"], []),
        "inputs": [input_context(row, each) for each in (kind.inputs if kind else ())],
        "faults": [say(fault.text) for fault in own],
        "is_open": is_open or bool(own),
    }


def input_context(row, asked) -> dict:
    """An input with what stands in it, as it would be typed."""
    outer, _, inner = asked.key.partition(".")
    value = row.get(outer, {}).get(inner) if inner else row.get(outer)
    return {
        "key": asked.key,
        "kind": asked.kind,
        "label": asked.label,
        "value": as_typed(asked.kind, value),
        "chosen": list(value) if asked.kind == "two_rows" and value else [],
        "ties": TIES.items() if asked.kind == "ties" else (),
    }


def as_typed(kind, value) -> str:
    if value is None or kind in ("check", "two_rows"):
        return "1" if value else ""
    if kind == "numbers":
        return " ".join(map(str, value))
    if kind == "pairs":
        return "\n".join(f"{spoken(each['label'])} {each['worth']}" for each in value)
    if kind == "things":
        return ", ".join(spoken(each["label"]) for each in value)
    return str(value)


def settings_of(data) -> dict:
    """What the settings of a sheet are now."""
    rounds = data.get("rounds")
    ties = data.get("ties", ())
    return {
        "low": data["players"][0] if data["players"] else "",
        "high": data["players"][-1] if data["players"] else "",
        "wins": data.get("wins", "most"),
        "rounds": "" if rounds is None else next((key for key in ("number", "total") if key in rounds), "said"),
        "number": (rounds or {}).get("number", ""),
        "total": (rounds or {}).get("total", ""),
        "dealer": bool((rounds or {}).get("dealer")),
        "played": data.get("played", "alone"),
        "won": data.get("won", {}).get("total", ""),
        "tie_row": next((each["row"] for each in ties if "row" in each), ""),
        "asked": next((spoken(each["label"]) for each in ties if "asked" in each), ""),
    }


def tried(version, typed) -> dict | None:
    """What the figures bring that somebody has typed to try the sheet; None where nobody has."""
    if not any(key.startswith("try-") for key in typed):
        return None
    game = version.game
    stage = game.stages[0]
    held: list[dict] = [{} for _ in NAMES]
    for field in stage.fields:
        for place, own in enumerate(held):
            value = field.read(typed.get(f"try-{place}-{field.key}", ""))
            if value is not None and field.clean(value, seats=len(NAMES))[1] is None:
                own[field.key] = value
    return scored_with(game, held)


def tried_by_lot(game) -> dict:
    """What figures bring that could come up."""
    chance = Random(7)
    held: list[dict] = [{} for _ in NAMES]
    for field in game.stages[0].fields:
        for own in held:
            own[field.key] = figure(field, chance)
    return scored_with(game, held)


def figure(field, chance):
    if field.is_number:
        return chance.randint(1, min(6, field.most_of_a_seat(len(NAMES)) // len(NAMES) or 1))
    return chance.choice(field.choices).value


def scored_with(game, held) -> dict:
    """What these holdings bring: points and reasons by row, totals, and who wins."""
    stage: Stage = game.stages[0]
    options = {each.option.key: True for each in game.expansions}
    seats: list[Any] = [{"player": name, "stages": {stage.key: own}} for name, own in zip(NAMES, held, strict=True)]
    table, _ = check(game, {"game": game.slug, "seats": seats, "options": options})
    result = score_table(game.as_far_as(1), table)
    lines = [line for standing in result.standings for line in standing.lines]
    items = {item.key: item for item in stage.items}
    return {
        "fields": [
            {
                "row": field.key.partition("__")[0],
                "label": field.label,
                "key": field.key,
                "choices": getattr(field, "choices", ()),
                "values": [field.text(own[field.key]) if field.key in own else "" for own in held],
            }
            for field in stage.fields
        ],
        "worth": {key: item.worth_with(options) for key, item in items.items()},
        "cells": {key: [line.points for line in lines if line.item == key] for key in items},
        "reasons": {
            key: [(NAMES[line.seat], line.points, line.reason) for line in lines if line.item == key] for key in items
        },
        "totals": [standing.points for standing in result.standings],
        "winners": [standing.player for standing in result.standings if standing.player in result.winners],
    }
