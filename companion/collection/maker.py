"""Editing a sheet: each change results in a new sheet, which is stored if it has no faults."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.db import transaction

from companion.core.language.texts import say
from companion.models import OwnSheet, SheetVersion
from companion.models.sheets import newest_versions
from companion.rules.kit import gettext
from companion.rules.sheets import FORMAT, SheetFault, sheet_faults
from companion.rules.sheets.checking import is_number_alone, references
from companion.rules.sheets.types import Row, Sheet

from .kinds import KINDS
from .needed_rows import usable_rows
from .sheet_settings import ADDITIONS, CHANGES, REMOVALS, find_place, without_check, without_row
from .translations import read_words, spellings

MOST_PLAYERS = 8
DASHES = {"-", "–", "—", "−"}


def new_sheet(title) -> dict[str, Any]:
    """Return a new sheet with this title and one row of points."""
    return {
        "format": FORMAT,
        "title": title,
        "players": [2, MOST_PLAYERS],
        "rows": [new_row([], "points")],
    }


def apply_section(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet with what was typed in one section of the page; invalid data changes nothing.

    A row is identified by its key (`row_key`), because its place may change meanwhile.
    """
    for part, change in CHANGES.items():
        if part in data:
            return order_like(sheet, change(sheet, data))
    place = find_place(sheet["rows"], data.get("row_key"))
    if place is None or "label" not in data:
        return dict(sheet)
    rows = list(sheet["rows"])
    rows[place] = order_like(rows[place], read_row(rows[place], data, sheet))
    return {**sheet, "rows": rows}


def apply_action(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet after the button of a section was pressed: something is added, moved or removed."""
    rows = list(sheet["rows"])
    if data.get("add") in KINDS:
        return {**sheet, "rows": with_new_row(rows, data["add"])}
    if data.get("add") in ADDITIONS:
        return ADDITIONS[data["add"]](sheet)
    if "check" in data:
        return without_check(sheet, data["check"])
    if "remove" in data and (part := next((part for part in REMOVALS if part in data), "")):
        return REMOVALS[part](sheet, data[part])
    place = find_place(rows, data.get("row_key"))
    if place is None:
        return dict(sheet)
    if "remove" in data:
        removed = rows.pop(place)
        return {**without_row(sheet, removed["key"]), "rows": restore_worth(removed, rows)}
    if "up" in data and place:
        rows[place - 1 : place + 1] = rows[place], rows[place - 1]
    elif "down" in data:
        rows[place : place + 2] = rows[place : place + 2][::-1]
    return {**sheet, "rows": rows}


def order_like(before: Mapping[str, Any], made: Mapping[str, Any]) -> dict[str, Any]:
    """Return a changed part with its keys in their former order, so that a diff of its file shows just the changes."""
    ordered = {key: made[key] for key in (*before, *made) if key in made}
    return {
        key: order_like(before[key], value) if isinstance(value, dict) and isinstance(before.get(key), dict) else value
        for key, value in ordered.items()
    }


def with_new_row(rows: Sequence[Row], kind: str) -> list[dict[str, Any]]:
    """Return the rows with a new one of this kind at the end, after the rows that it needs and that are missing."""
    made = [dict(row) for row in rows]
    for need in KINDS[kind].needs:
        while len(need.find(usable_rows(made))) < need.number:
            made.append({**new_row(made, need.new["kind"]), "label": need.choose_label(made), **need.new})
    return [*made, new_row(made, kind)]


def restore_worth(removed: Row, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the rows after one was removed: those that scored only through it now score by themselves."""
    alone = {*references(removed)}.difference(*map(references, rows))
    return [{**row, "worth": 1} if row["key"] in alone and is_number_alone(row) else dict(row) for row in rows]


def new_row(rows, kind) -> dict[str, Any]:
    """Return a row of this kind that can be played at once, with a key that no other row has."""
    taken = {row["key"] for row in rows}
    key = next(key for number in range(1, len(rows) + 2) if (key := f"r{number}") not in taken)
    return {"key": key, "label": say(KINDS[kind].label), "kind": kind, **KINDS[kind].first(usable_rows(rows))}


def read_row(row: Mapping[str, Any], data: Mapping[str, str], sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row with what was typed for it; keys without an input stay."""
    inputs = KINDS[row["kind"]].inputs
    outers = {each.key.partition(".")[0] for each in inputs}
    made: dict[str, Any] = {key: value for key, value in row.items() if key not in outers}
    made["label"] = read_words(data, "label", row.get("label", ""))
    for each in inputs:
        outer, _, inner = each.key.partition(".")
        before = each.get_value(row)
        value = before if each.is_unchanged(data, before) else each.read(data, before)
        if not inner and value is not None:
            made[outer] = value
        elif inner:
            # Other keys of a bid stay; an empty part is left out unless it is required.
            rest = {key: its for key, its in made.get(outer, row.get(outer, {})).items() if key != inner}
            its = {**rest, **({} if value is None else {inner: value})}
            made |= {outer: its} if its or outer in ("hit", "miss") or row.get(outer) == {} else {}
    return read_conditions(made, data, sheet)


def read_conditions(row: dict[str, Any], data: Mapping[str, str], sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row with its expansion and stages, if the form has inputs for them."""
    if "with" in data:
        row.pop("with", None)
        row |= {"with": data["with"]} if data["with"] else {}
    if "of_stages" in data:
        stages = [each["key"] for each in sheet.get("stages", ())]
        ticked = [key for key in stages if f"stage.{key}" in data]
        before = row.pop("stages", None)
        if before and sorted(before) == sorted(ticked):
            row["stages"] = before
        elif ticked and ticked != stages:
            row["stages"] = ticked
    return row


def dash_faults(sheet: Sheet, before: Sheet) -> list[SheetFault]:
    """Return a fault for each choice that is newly named by a dash, which looks like an empty cell."""
    known = {row["key"]: choice_labels(row) for row in before.get("rows", ())}
    text = gettext("“–” looks like an empty cell. Name this choice otherwise.")
    found = enumerate(sheet["rows"], start=1)
    return [
        SheetFault(("rows", place), text)
        for place, row in found
        if DASHES & choice_labels(row) - known.get(row["key"], set())
    ]


def choice_labels(row: Mapping[str, Any]) -> set[str]:
    """Return the labels of a row's choices in all languages."""
    return {name for each in row.get("choices", ()) for name in spellings(each["label"])}


@transaction.atomic
def save_version(own: OwnSheet, data: Sheet, *, person) -> list[SheetFault]:
    """Store the data as the newest version, or return its faults. A newest version without plays is replaced."""
    last = own.versions.order_by("-number").first()
    if faults := sheet_faults(data) or dash_faults(data, last.data if last else {}):
        return faults
    OwnSheet.objects.select_for_update().get(pk=own.pk)
    last = own.versions.order_by("-number").first()
    if last and last.data == data:
        return []
    number = 1
    if last:
        number = last.number + 1 if last.plays.exists() else last.number
        if number == last.number:
            last.delete()
    SheetVersion.objects.create(sheet=own, number=number, data=data, person=person)
    return []


@transaction.atomic
def create_sheet(group, data: Sheet, *, person, **more) -> OwnSheet:
    """Create a sheet of the group with these values of its row. The data must be valid."""
    own = OwnSheet.objects.create(group=group, slug=f"own-{uuid4().hex[:12]}", person=person, **more)
    own.versions.create(data=data, person=person)
    return own


def find_same_sheet(group, data: Sheet) -> OwnSheet | None:
    """Return the group's sheet with exactly this data; None if there isn't one."""
    return next((version.sheet for version in newest_versions(group).values() if version.data == data), None)


@transaction.atomic
def add_sheet(group, data: Sheet, *, person) -> OwnSheet:
    """Return the group's sheet with exactly this data, made visible, or create one. The data must be valid."""
    here = find_same_sheet(group, data)
    if here is None:
        return create_sheet(group, data, person=person)
    if here.is_hidden:
        here.is_hidden = False
        here.save(update_fields=["is_hidden"])
    return here
