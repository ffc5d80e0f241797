"""Faults in the checks of a sheet, and in its rounds by number of players."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.rules.kit import Text, gettext, ngettext

from .limits import COUNTED
from .shape import SheetFault
from .types import Row, Rows, Sheet

QUESTIONS = ("yes", "choice")
# By (kind, key): the kinds of the rows that a check can name there.
NAMED: Mapping[tuple[str, str], Sequence[str]] = {
    ("sum", "rows"): (*COUNTED, "yes"),
    ("sum", "unless"): QUESTIONS,
    ("sum", "if"): QUESTIONS,
    ("one", "rows"): (*COUNTED, *QUESTIONS),
    ("most", "row"): COUNTED,
    ("rises", "row"): COUNTED,
    ("places", "row"): COUNTED,
    ("differ", "row"): (*COUNTED, "choice"),
    ("needs", "row"): (*COUNTED, *QUESTIONS),
    ("needs", "of"): (*COUNTED, *QUESTIONS, "bid"),
    ("excludes", "row"): (*COUNTED, *QUESTIONS),
    ("excludes", "of"): (*COUNTED, *QUESTIONS),
}


def check_faults(sheet: Sheet, rows: Rows, players: Sequence[int]) -> Iterator[SheetFault]:
    """Yield the faults of checks and rounds; `players`: the possible numbers of players."""
    for number, check in enumerate(sheet.get("checks", ()), 1):
        for fault in faults_of(check, sheet, rows):
            yield SheetFault(("checks", number), fault)
        for missing in not_told(check.get("is"), players):
            text = ngettext(
                "it does not say which sum is right with %(number)s player.",
                "it does not say which sum is right with %(number)s players.",
                missing,
            )
            yield SheetFault(("checks", number), text)
    rounds = sheet.get("rounds", {})
    for name in ("number", "total"):
        for missing in not_told(rounds.get(name), players):
            text = ngettext(
                "it does not say when the rounds end with %(number)s player.",
                "it does not say when the rounds end with %(number)s players.",
                missing,
            )
            yield SheetFault(("rounds", name), text)
    for name in ("past", "further"):
        if name in rounds and "total" not in rounds:
            yield SheetFault(("rounds", name), gettext("only a total that ends the game can be passed."))
    if ("back" in rounds) != (rounds.get("past") == "back"):
        yield SheetFault(("rounds", "back"), gettext("say with “past” whether and how far one falls back."))
    if not sheet["rows"] and "back" in rounds:
        yield SheetFault(("rows",), gettext("a sheet has at least one row."))
    for number, row in enumerate(sheet["rows"], 1):
        if row["kind"] == "frames" and row["frames"] != rounds.get("number"):
            yield SheetFault(("rows", number), gettext("there are as many frames as rounds."))
        if "tricks" in row and "rounds" not in sheet:
            yield SheetFault(("rows", number), gettext("only rounds have a number of tricks."))


def faults_of(check: Mapping[str, Any], sheet: Sheet, rows: Rows) -> Iterator[Text]:
    """Yield the faults of one check: rows that don't exist, have the wrong kind, or aren't always there."""
    for part, key in named_in(check):
        row = rows.get(key)
        if row is None or row["kind"] not in NAMED[check["kind"], part] or "of" in row:
            yield gettext("there is no row “%(key)s” that this could check.", key=key)
        elif check["kind"] == "sum" and not is_always_there(row):
            yield gettext("“%(key)s” is not there whenever this is checked.", key=key)
    if check.get("most") == "round" and "rounds" not in sheet:
        yield gettext("only rounds have a number.")
    if check["kind"] == "rises" and "rounds" not in sheet and "stages" not in sheet:
        yield gettext("only in rounds or stages can a number go down.")
    keys = [key for part, key in named_in(check) if part in ("rows", "row")]
    if len(set(keys)) < len(keys):
        yield gettext("a row is listed twice.")


def named_in(check: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the rows that a check names, each with the name of its part."""
    found = [("rows", key) for key in check.get("rows", ())] + [("row", part["row"]) for part in check.get("parts", ())]
    return found + [(name, check[name]) for name in ("row", "of", "unless", "if") if name in check]


def is_always_there(row: Row) -> bool:
    """Return whether a row is counted in every stage, with and without expansions."""
    return "with" not in row and "stages" not in row


def not_told(value: Any, players: Sequence[int]) -> list[int]:
    """Return the numbers of players without a value, if there are values by number of players."""
    return [number for number in players if isinstance(value, dict) and str(number) not in value]
