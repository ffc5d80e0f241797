"""How a sheet is made on a page: each change gives the sheet as it would be, and it is kept where nothing is wrong."""

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
from .needed_rows import usable
from .sheet_settings import ADDED, CHANGES, REMOVED, place_of, without_check, without_row
from .translations import words_of

MOST_PLAYERS = 8
DASHES = {"-", "–", "—", "−"}


def new_sheet(title) -> dict[str, Any]:
    """A sheet of this name with one row, as good as any to begin with."""
    return {
        "format": FORMAT,
        "title": title,
        "players": [2, MOST_PLAYERS],
        "rows": [new_row([], "points")],
    }


def changed(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet with what was typed in one section of the page; rubbish changes nothing.

    A row is named by its key (`row_key`): by its place it would be another one as soon as somebody has moved a row.
    """
    for part, change in CHANGES.items():
        if part in data:
            return in_order(sheet, change(sheet, data))
    place = place_of(sheet["rows"], data.get("row_key"))
    if place is None or "label" not in data:
        return dict(sheet)
    rows = list(sheet["rows"])
    rows[place] = in_order(rows[place], typed_row(rows[place], data, sheet))
    return {**sheet, "rows": rows}


def acted(sheet: Sheet, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet after the button of a section: something is added, moved or removed."""
    rows = list(sheet["rows"])
    if data.get("add") in KINDS:
        return {**sheet, "rows": with_new_row(rows, data["add"])}
    if data.get("add") in ADDED:
        return ADDED[data["add"]](sheet)
    if "check" in data:
        return without_check(sheet, data["check"])
    if "remove" in data and (part := next((part for part in REMOVED if part in data), "")):
        return REMOVED[part](sheet, data[part])
    place = place_of(rows, data.get("row_key"))
    if place is None:
        return dict(sheet)
    if "remove" in data:
        gone = rows.pop(place)
        return {**without_row(sheet, gone["key"]), "rows": left_by(gone, rows)}
    if "up" in data and place:
        rows[place - 1 : place + 1] = rows[place], rows[place - 1]
    elif "down" in data:
        rows[place : place + 2] = rows[place : place + 2][::-1]
    return {**sheet, "rows": rows}


def in_order(before: Mapping[str, Any], made: Mapping[str, Any]) -> dict[str, Any]:
    """Return a changed part with its keys in their order before, so that a file of it shows only what changed."""
    ordered = {key: made[key] for key in (*before, *made) if key in made}
    return {
        key: in_order(before[key], value) if isinstance(value, dict) and isinstance(before.get(key), dict) else value
        for key, value in ordered.items()
    }


def with_new_row(rows: Sequence[Row], kind: str) -> list[dict[str, Any]]:
    """Return the rows with a new one of this kind at the end, and before it those that it needs and lacks."""
    made = [dict(row) for row in rows]
    for need in KINDS[kind].needs:
        while len(need.find(usable(made))) < need.number:
            made.append({**new_row(made, need.new["kind"]), "label": need.called(made), **need.new})
    return [*made, new_row(made, kind)]


def left_by(removed: Row, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the rows without one that is removed: those that scored only through it score by themselves."""
    alone = {*references(removed)}.difference(*map(references, rows))
    return [{**row, "worth": 1} if row["key"] in alone and is_number_alone(row) else dict(row) for row in rows]


def new_row(rows, kind) -> dict[str, Any]:
    """A row of this kind that can be counted at once, with a key that no other row has."""
    taken = {row["key"] for row in rows}
    key = next(key for number in range(1, len(rows) + 2) if (key := f"r{number}") not in taken)
    return {"key": key, "label": say(KINDS[kind].label), "kind": kind, **KINDS[kind].first(usable(rows))}


def typed_row(row: Mapping[str, Any], data: Mapping[str, str], sheet: Mapping[str, Any]) -> dict[str, Any]:
    """The row with what was typed for it; what its inputs do not ask for stays."""
    asked = KINDS[row["kind"]].inputs
    outers = {each.key.partition(".")[0] for each in asked}
    made: dict[str, Any] = {key: value for key, value in row.items() if key not in outers}
    made["label"] = words_of(data, "label", row.get("label", ""))
    for each in asked:
        outer, _, inner = each.key.partition(".")
        before = each.value_in(row)
        value = before if each.is_as_shown(data, before) else each.read(data, before)
        if not inner and value is not None:
            made[outer] = value
        elif inner:
            # What else a bid brings stays; of a bid of 0 that brings nothing of its own nothing is said.
            kept = {key: its for key, its in made.get(outer, row.get(outer, {})).items() if key != inner}
            its = {**kept, **({} if value is None else {inner: value})}
            made |= {outer: its} if its or outer in ("hit", "miss") or row.get(outer) == {} else {}
    return in_its_place(made, data, sheet)


def in_its_place(row: dict[str, Any], data: Mapping[str, str], sheet: Mapping[str, Any]) -> dict[str, Any]:
    """The row where it was told with which expansion and in which stages it is counted."""
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
    """Return a fault for each choice that is newly named by a dash, as cells without an answer are shown."""
    known = {row["key"]: names_of(row) for row in before.get("rows", ())}
    text = gettext("“–” looks like an empty cell. Name this choice otherwise.")
    found = enumerate(sheet["rows"], start=1)
    return [
        SheetFault(("rows", place), text)
        for place, row in found
        if DASHES & names_of(row) - known.get(row["key"], set())
    ]


def names_of(row: Mapping[str, Any]) -> set[str]:
    """Return what the choices of a row are called, in all languages."""
    labels = [each["label"] for each in row.get("choices", ())]
    return {name for label in labels for name in (label.values() if isinstance(label, dict) else [label])}


@transaction.atomic
def keep(own: OwnSheet, data: Sheet, *, person) -> list[SheetFault]:
    """Make this the newest version, or tell what is wrong with it. One that was never played gives way to it."""
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
def make(group, data: Sheet, *, person, **more) -> OwnSheet:
    """A new sheet of the group, with these values of its row. Nothing may be wrong with it."""
    own = OwnSheet.objects.create(group=group, slug=f"own-{uuid4().hex[:12]}", person=person, **more)
    own.versions.create(data=data, person=person)
    return own


def same_sheet(group, data: Sheet) -> OwnSheet | None:
    """The group's sheet that is this one already."""
    return next((version.sheet for version in newest_versions(group).values() if version.data == data), None)


@transaction.atomic
def bring_in(group, data: Sheet, *, person) -> OwnSheet:
    """The group's sheet that is this one, put on its shelf, or a new one. Nothing may be wrong with it."""
    here = same_sheet(group, data)
    if here is None:
        return make(group, data, person=person)
    if here.is_hidden:
        here.is_hidden = False
        here.save(update_fields=["is_hidden"])
    return here
