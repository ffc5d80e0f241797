"""The sections of the page that edits a sheet. It is one form, so that every button saves all of it.

A section is a row, an expansion, an option, the settings or the look. The names of its inputs begin with it, as in
`row_key.r1:label`. Names without a section belong to the whole page.
"""

from collections.abc import Collection, Mapping
from typing import Any

from companion.core.language.typed import LONGEST_LINES
from companion.rules.sheets.types import Sheet

from .maker import apply_section
from .sheet_files import read_sheet
from .sheet_settings import CHANGES, LISTS

type Section = Mapping[str, str]

# The buttons that change more than the inputs of their section.
ACTIONS = ("add", "check", "up", "down", "remove")
BUTTONS = (*ACTIONS, "save")


def sections_in(sent: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return what a form sent for each section, by the section's name; "" is the page as a whole.

    >>> sections_in({"row_key.r1:label": "eggs", "settings:title": "Zorro", "play": "1"})
    {'row_key.r1': {'row_key': 'r1', 'label': 'eggs'}, 'settings': {'settings': '1', 'title': 'Zorro'}, \
'': {'play': '1'}}
    """
    found: dict[str, dict[str, str]] = {}
    for name, typed in sent.items():
        section, _, key = name.rpartition(":")
        part, _, its = section.partition(".")
        # No text is that long.
        found.setdefault(section, {part: its or "1"} if section else {})[key] = typed[:LONGEST_LINES]
    return found


def edited_sections(sections: Collection[Section], drawn: str) -> list[Section]:
    """Return the sections that someone changed on the page.

    `drawn` is the packed sheet from which the page was drawn. The others are left out, so that they don't overwrite
    what another phone has saved since. Without a readable sheet, all of them count as changed.
    """
    typed = [section for section in sections if "remove" not in section]
    was, faults = read_sheet(drawn)
    return typed if faults else [section for section in typed if apply_section(was, section) != was]


def apply_sections(sheet: Sheet, sections: Collection[Section]) -> dict[str, Any]:
    """Return the sheet with what was typed in these sections."""
    made = dict(sheet)
    for section in sections:
        made = apply_section(made, section)
    return made


def find_pressed(sections: Collection[Section]) -> Section:
    """Return the section whose button was pressed."""
    return next((section for section in sections if not section.keys().isdisjoint(BUTTONS)), {})


def part_of(section: Section) -> str:
    """Return the part of the page that a section belongs to; "" for the whole page."""
    part = next((part for part in (*CHANGES, "check") if part in section), section.get("add", ""))
    if part in (*CHANGES, "check"):
        return part
    return "rows" if part or "row_key" in section else ""


def has_part(sheet: Sheet, section: Section) -> bool:
    """Return whether the sheet still has the row, expansion or option of a section."""
    keys = {"row_key": "rows", **LISTS}
    return all(
        section[name] in {each["key"] for each in sheet.get(part, ())} for name, part in keys.items() if name in section
    )
