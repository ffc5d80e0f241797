"""What a row of each kind is asked for when a sheet is made, and how what was typed becomes a row.

Every input has a kind of its own: `number`, `numbers` (one after the other), `check`, `pairs` (a line each: words and a
number), `things` (words, with commas), `row`, `two_rows` and `several_rows` (of the others), `number_rows` (of those
with a number), `ties`. An input that is left empty is left out of the row, so that the sheet's own check says what is
missing.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.language.typed import clean_name
from companion.rules.kit import Text, gettext, pgettext, read_number
from companion.rules.sheets.limits import COUNTED, MULTIPLIED
from companion.rules.sheets.places import BY_SEATS

from .words import MOST_NAMED, called, named, typed_in_others, words_of


class Input(NamedTuple):
    """What is asked for: the key in the row, of which kind it is, and what stands beside it."""

    key: str
    kind: str
    label: Text


class Kind(NamedTuple):
    """A kind of row as it can be chosen: what it is called, an example, and what it is asked for."""

    key: str
    label: Text
    example: Text
    inputs: tuple[Input, ...]


THINGS = re.compile(r"[,;、\n]")
WORTH = Input("worth", "number", gettext("each is worth"))
VALUES = Input("values", "numbers", gettext("points for 0, 1, 2 …"))
BOX = Input("supply", "number", gettext("so many are in the box (if you know)"))
HOLDERS = Input("supply", "number", gettext("so many players can have it (if not all)"))
FURTHER = Input("further", "number", gettext("each further one"))
# What a row may tell for every number of players by itself.
BY_PLAYERS = ("supply", *BY_SEATS)
KINDS: Mapping[str, Kind] = {
    kind.key: kind
    for kind in (
        Kind(
            "points",
            gettext("Points"),
            gettext("written as they are"),
            (Input("least", "number", gettext("at least (below 0: minus is possible)")),),
        ),
        Kind("count", gettext("Count × worth"), gettext("5 eggs, 1 each"), (WORTH, BOX)),
        Kind(
            "per",
            gettext("One for so many"),
            gettext("1 for every 3 coins"),
            (Input("size", "number", gettext("for every")), WORTH, BOX),
        ),
        Kind("table", gettext("Table of values"), gettext("0 1 3 6 10"), (VALUES, FURTHER, BOX)),
        Kind(
            "yes",
            gettext("Yes or no"),
            gettext("longest road: 2"),
            (
                Input("worth", "number", gettext("yes brings")),
                HOLDERS,
                Input("rules_out", "number_rows", gettext("then nobody has anything in")),
            ),
        ),
        Kind(
            "choice",
            gettext("Choice"),
            gettext("none 0, silver 3, gold 7"),
            (
                Input("choices", "pairs", gettext("a line each: words and points")),
                Input("supply", "number", gettext("so many players can have another than the first (if not all)")),
            ),
        ),
        Kind(
            "most",
            pgettext("a kind of row", "Most"),
            gettext("5 for the most, 2 for the second"),
            (
                Input("places", "numbers", gettext("points for the first, second, third …")),
                Input("ties", "ties", gettext("who is level")),
                Input("fewest", "check", gettext("who has fewest is first")),
                Input("at_least", "number", gettext("with at least")),
                Input("from_players", "number", gettext("only with so many players or more")),
                Input("unless_all_level", "check", gettext("nobody scores where all have as many")),
                BOX,
            ),
        ),
        Kind(
            "sets",
            gettext("Sets"),
            gettext("3 different ones: 5"),
            (
                Input("things", "things", gettext("what there is, with commas")),
                Input("values", "numbers", gettext("points for sets of 0, 1, 2 …")),
                FURTHER,
            ),
        ),
        Kind(
            "product",
            gettext("Each × each"),
            gettext("temples × priests"),
            (Input("rows", "two_rows", gettext("these two rows")), WORTH),
        ),
        Kind(
            "times",
            gettext("Multiplies a row"),
            gettext("counts it twice"),
            (Input("row", "row", gettext("this row")), Input("plus", "number", gettext("and so many times more"))),
        ),
        Kind(
            "reach",
            gettext("Bonus from so many"),
            gettext("from 63 above: 35"),
            (
                Input("rows", "several_rows", gettext("these rows together")),
                Input("at_least", "number", gettext("from so many points")),
                Input("worth", "number", gettext("brings")),
            ),
        ),
        Kind(
            "multiplied",
            gettext("Points × a number"),
            gettext("(points − 20) × (1 + stakes)"),
            (
                Input("by", "word", gettext("what it is multiplied by")),
                Input("cost", "number", gettext("to begin costs")),
                Input("plus", "number", gettext("plus so many")),
                Input("supply", "number", gettext("so many of these are in the box (if you know)")),
            ),
        ),
        Kind(
            "penalty",
            gettext("Penalty"),
            gettext("each costs 3"),
            (Input("worth", "number", gettext("each costs")), BOX),
        ),
        Kind(
            "bid",
            gettext("Bid and result"),
            gettext("made: 20 + 10 each; missed: −10 each"),
            (
                Input("hit.points", "number", gettext("made: points")),
                Input("hit.each", "number", gettext("made: for each")),
                Input("miss.points", "number", gettext("missed: points")),
                Input("miss.off", "number", gettext("missed: for each off")),
                Input("zero_hit.round", "number", gettext("bid 0 made: × the round’s number")),
                Input("zero_miss.round", "number", gettext("bid 0 missed: × the round’s number")),
                Input("deck", "number", gettext("cards of the deck (if not enough for the last rounds)")),
            ),
        ),
        Kind("level", gettext("Level or phase"), gettext("noted beside the points"), ()),
    )
}


def is_for_bonus(row: Mapping[str, Any]) -> bool:
    """Whether a bonus from so many points on can be counted from this row."""
    return row["kind"] in MULTIPLIED and row["kind"] != "reach" and row.get("worth") != 0


def has_number(row: Mapping[str, Any]) -> bool:
    """Whether a number of its own is entered in this row."""
    return row["kind"] in COUNTED and "of" not in row


def typed_row(row: Mapping[str, Any], data: Mapping[str, str], sheet: Mapping[str, Any]) -> dict[str, Any]:
    """The row with what was typed for it; what its inputs do not ask for stays."""
    asked = KINDS[row["kind"]].inputs
    outers = {each.key.partition(".")[0] for each in asked}
    made: dict[str, Any] = {key: value for key, value in row.items() if key not in outers}
    made["label"] = words_of(data, "label", row.get("label", ""))
    for each in asked:
        outer, _, inner = each.key.partition(".")
        value = read(each, data, row.get(outer))
        if not inner and value is not None:
            made[outer] = value
        elif inner:
            # What else a bid brings stays; of a bid of 0 that brings nothing of its own nothing is said.
            kept = {key: its for key, its in made.get(outer, row.get(outer, {})).items() if key != inner}
            its = {**kept, **({} if value is None else {inner: value})}
            made |= {outer: its} if its or outer in ("hit", "miss") else {}
    return in_its_place(made, data, sheet)


def in_its_place(row: dict[str, Any], data: Mapping[str, str], sheet: Mapping[str, Any]) -> dict[str, Any]:
    """The row where it was told with which expansion and in which stages it is counted."""
    if "with" in data:
        row.pop("with", None)
        row |= {"with": data["with"]} if data["with"] else {}
    if "of_stages" in data:
        stages = [each["key"] for each in sheet.get("stages", ())]
        ticked = [key for key in stages if f"stage.{key}" in data]
        row.pop("stages", None)
        row |= {"stages": ticked} if ticked and ticked != stages else {}
    return row


def read(asked: Input, data: Mapping[str, str], before: Any) -> Any:
    """What was typed into an input; None where nothing was."""
    if is_by_players(asked, before):
        # What is known for every number of players has no room in one input: it stays.
        return before
    return READ[asked.kind](data, asked.key, before)


def is_by_players(asked: Input, value: Any) -> bool:
    """Whether what stands in a row is known for every number of players by itself."""
    return isinstance(value, dict) and asked.key in BY_PLAYERS


def number(data: Mapping[str, str], key: str, before: Any) -> Any:
    return read_number(data.get(key, ""))


def numbers(data: Mapping[str, str], key: str, before: Any) -> Any:
    """Numbers with blanks or commas between them."""
    return [read_number(part) for part in re.split(r"[\s,;、]+", data.get(key, "")) if part]


def check(data: Mapping[str, str], key: str, before: Any) -> Any:
    return True if data.get(key) else None


def pairs(data: Mapping[str, str], key: str, before: Any) -> Any:
    """A choice a line, of which the last word is its points."""
    lines = [line.strip().rpartition(" ") for line in data.get(key, "").splitlines() if line.strip()][:MOST_NAMED]
    worths = [read_number(points) if words else 0 for words, _, points in lines]
    names = [clean_name(words) or points for words, _, points in lines]
    others = {code: without_points(text, worths) for code, text in typed_in_others(data, key).items()}
    choices = called(named(names, before or (), "c"), others)
    return [{**choice, "worth": worth} for choice, worth in zip(choices, worths, strict=True)]


def without_points(text: str, worths: Sequence[Any]) -> list[str]:
    """The words of choices in another language, a line each; points that somebody repeats there say nothing new."""
    lines = [line.strip() for line in text.splitlines()]
    parts = [line.rpartition(" ") for line in lines]
    return [
        words if words and at < len(worths) and read_number(points) == worths[at] else line
        for at, (line, (words, _, points)) in enumerate(zip(lines, parts, strict=True))
    ]


def things(data: Mapping[str, str], key: str, before: Any) -> Any:
    names = [clean_name(part) for part in THINGS.split(data.get(key, "")) if clean_name(part)]
    others = {code: THINGS.split(text) for code, text in typed_in_others(data, key).items()}
    return called(named(names, before or (), "t"), others) or None


def word(data: Mapping[str, str], key: str, before: Any) -> Any:
    return words_of(data, key, before) or None


def several_rows(data: Mapping[str, str], key: str, before: Any) -> Any:
    """The keys of the rows that are ticked."""
    return [name.removeprefix(f"{key}.") for name in data if name.startswith(f"{key}.")]


def number_rows(data: Mapping[str, str], key: str, before: Any) -> Any:
    """The same, where none may be ticked."""
    return several_rows(data, key, before) or None


def row(data: Mapping[str, str], key: str, before: Any) -> Any:
    return data.get(key) or None


def two_rows(data: Mapping[str, str], key: str, before: Any) -> Any:
    return [each for each in (data.get(f"{key}.1"), data.get(f"{key}.2")) if each]


READ = {
    "number": number,
    "numbers": numbers,
    "check": check,
    "pairs": pairs,
    "things": things,
    "row": row,
    "several_rows": several_rows,
    "number_rows": number_rows,
    "two_rows": two_rows,
    "word": word,
    "ties": row,
}
TIES: Mapping[str, Text] = {
    "share": gettext("share the places they fill, rounded down"),
    "split": gettext("share their own place, rounded down"),
    "all": gettext("all get it"),
    "less": gettext("each gets one less"),
    "nobody": gettext("get nothing"),
}
