"""Validation of a sheet: its shape, and how its parts refer to each other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.rules.kit import Text, gettext, ngettext, signed

from .check_faults import check_faults
from .limits import COUNTED, MOST_DECIMALS, MULTIPLIED, NAMED, NUMBERS, SENT_BESIDE_ROWS
from .lists import MOST_KEYS
from .schema import SHEET
from .several import is_shared
from .shape import MOST_SAID, SheetFault, shape_faults
from .types import Place, Row, Rows, Sheet


def sheet_faults(value: Any) -> list[SheetFault]:
    """Return the faults of a sheet, at most as many as people can read; empty if it can be played."""
    faults = list(shape_faults(value, SHEET))
    # References between parts are checked only if the shape is valid.
    return (faults or list(faults_together(value)))[:MOST_SAID]


def faults_together(sheet: Sheet) -> Iterator[SheetFault]:
    """Yield the faults between the parts of a sheet whose shape is valid."""
    yield from names_faults(sheet)
    yield from span_faults(sheet)
    yield from stages_faults(sheet)
    yield from together_faults(sheet)
    rows = {row["key"]: row for row in sheet["rows"]}
    for number, row in enumerate(sheet["rows"], 1):
        for fault in row_faults(row, rows, sheet):
            yield SheetFault(("rows", number), fault)
    yield from ties_faults(sheet, rows)
    yield from check_faults(sheet, rows, numbers_of_players(sheet))


def twice(keys: Iterable[str]) -> list[str]:
    """Return the keys that appear more than once."""
    return [key for key, times in Counter(keys).items() if times > 1]


def names_faults(sheet: Sheet) -> Iterator[SheetFault]:
    """Yield faults of keys that are repeated or that pages use themselves."""
    asked = [each["asked"] for each in sheet.get("ties", ()) if "asked" in each]
    groups = {
        "rows": [*(row["key"] for row in sheet["rows"]), *asked],
        "stages": [each["key"] for each in sheet.get("stages", ())],
        "options": [each["key"] for part in ("options", "expansions") for each in sheet.get(part, ())],
        **{part: [each["key"] for each in sheet.get(part, {}).get("choices", ())] for part in ("roles", "variants")},
        "tiers": [str(each["least"]) for each in sheet.get("tiers", ())],
    }
    for name, keys in groups.items():
        for key in twice(keys):
            yield SheetFault((name,), gettext("“%(key)s” is used twice.", key=key))
    for key in groups["rows"]:
        if key in SENT_BESIDE_ROWS:
            yield SheetFault(("rows",), gettext("“%(key)s” is reserved and can’t be used as a row key.", key=key))
    named = [*sheet["rows"], *sheet.get("options", ())]
    for each in named:
        for part in ("things", "choices"):
            for key in twice(one["key"] for one in each.get(part, ())):
                yield SheetFault((each["key"], part), gettext("“%(key)s” is used twice.", key=key))


def span_faults(sheet: Sheet) -> Iterator[SheetFault]:
    """Yield a fault for each range that ends before it starts, and for ratings that don't rise."""
    spans: list[tuple[Place, Sequence[int]]] = [
        ((name,), sheet[name]) for name in ("players", "minutes") if name in sheet
    ]
    spans += [
        (("expansions", number, "players"), each["players"])
        for number, each in enumerate(sheet.get("expansions", ()), 1)
        if "players" in each
    ]
    for place, (low, high) in spans:
        if low > high:
            yield SheetFault(place, gettext("%(low)s is more than %(high)s.", low=low, high=high))
    least = [each["least"] for each in sheet.get("tiers", ())]
    if any(one > other for one, other in pairwise(least)):
        yield SheetFault(("tiers",), gettext("list values from lowest to highest."))


def stages_faults(sheet: Sheet) -> Iterator[SheetFault]:
    """Yield faults of stages together with rounds, of several ends of the rounds, and of a sheet without rows."""
    if "stages" in sheet and "rounds" in sheet:
        yield SheetFault(("rounds",), gettext("use either stages or rounds, not both."))
    if "number" in sheet.get("rounds", {}) and "total" in sheet.get("rounds", {}):
        yield SheetFault(("rounds",), gettext("end rounds after a fixed number or at a total, not both."))
    without_points = sheet.get("wins") in ("order", "winner")
    if without_points and ("rounds" in sheet or len(sheet.get("stages", ())) > 1):
        yield SheetFault(("wins",), gettext("finishing positions are entered once, not per round or stage."))
    if not sheet["rows"] and not without_points:
        yield SheetFault(("rows",), gettext("a sheet has at least one row."))


def together_faults(sheet: Sheet) -> Iterator[SheetFault]:
    """Yield faults of co-op games: they must define the win, and no other game may."""
    is_together = sheet.get("played") == "together"
    if is_together and "won" not in sheet:
        yield SheetFault(("won",), gettext("specify when everyone wins together."))
    if not is_together and ("won" in sheet or "tiers" in sheet):
        yield SheetFault(("played",), gettext("win, loss and ratings are only for co-op games."))
    if is_together and sheet.get("wins", "most") != "most":
        yield SheetFault(("wins",), gettext("a co-op game has one result: won or lost."))
    won = sheet.get("won")
    if won is not None and len(won) != 1:
        yield SheetFault(("won",), gettext("define the win by a row or by a total, not both."))
    if won and "row" in won and won["row"] not in yes_rows(sheet):
        yield SheetFault(("won", "row"), gettext("there is no row “%(key)s” that says yes or no.", key=won["row"]))


def yes_rows(sheet: Sheet) -> list[str]:
    """Return the keys of the yes-or-no rows."""
    rows = sheet["rows"]
    return [row["key"] for row in rows if row["kind"] == "yes"]


def row_faults(row: Row, rows: Rows, sheet: Sheet) -> Iterator[Text]:
    """Yield the faults of a row and of its references to others."""
    stages = {each["key"] for each in sheet.get("stages", ())}
    for key in row.get("stages", ()):
        if key not in stages:
            yield gettext("there is no stage “%(key)s”.", key=key)
    if "with" in row and row["with"] not in {each["key"] for each in sheet.get("expansions", ())}:
        yield gettext("there is no expansion “%(key)s”.", key=row["with"])
    yield from by_seats_faults(row, sheet)
    yield from option_faults(row, sheet)
    yield from own_faults(row, rows)
    yield from ruling_faults(row, rows, stages)
    for name, key in named_in(row):
        other, wanted = rows.get(key), NAMED.get((row["kind"], name), MULTIPLIED)
        if other is None or other["kind"] not in wanted or is_counted_alike(row, other):
            yield gettext("there is no row “%(key)s” to count from.", key=key)
        elif not reaches(row, other, stages):
            yield gettext("“%(key)s” isn’t available in every case in which this row is.", key=key)
        elif wanted is MULTIPLIED and is_number_alone(other):
            yield gettext("“%(key)s” gives no points that this row could use.", key=key)
    yield from decimals_faults(row, rows)
    yield from step_faults(row)
    if is_number_alone(row) and not is_needed(row, sheet):
        yield gettext("this row has no effect: it is worth nothing and no other row uses it.")


def option_faults(row: Row, sheet: Sheet) -> Iterator[Text]:
    """Tables by the choice of an option: there is one for each choice, and no other one beside them."""
    if row["kind"] != "list" or not {"option", "tables"} & {*row}:
        return
    options = [option["choices"] for option in sheet.get("options", ()) if option["key"] == row.get("option")]
    tables = [table["choice"] for table in row.get("tables", ())]
    if [[choice["key"] for choice in choices] for choices in options] != [tables]:
        yield gettext("list a table for each choice of an option, in its order.")
    if {"values", "worth", "runs"} & {*row}:
        yield gettext("numbers score by the tables of an option, or without it.")


def decimals_faults(row: Row, rows: Rows) -> Iterator[Text]:
    """Yield faults of a row that is counted from rows with decimals.

    Tables and sets need whole numbers. Points have at most two decimals, and those of a product's rows add up.
    """
    decimals = {key: rows[key].get("decimals", 0) for key in references(row) if key in rows}
    if row["kind"] in ("sets", "best", "lowest", "others", "settle", "by"):
        for key in (key for key, number in decimals.items() if number):
            yield gettext("“%(key)s” has decimals. This row needs whole numbers.", key=key)
    elif row["kind"] == "product" and (together := sum(decimals.values())) > MOST_DECIMALS:
        yield gettext(
            "these two rows have %(number)s decimals together. At most %(most)s are possible.",
            number=together,
            most=MOST_DECIMALS,
        )


def step_faults(row: Row) -> Iterator[Text]:
    """Yield faults of points in steps: with decimals, or with limits between two steps."""
    step = row.get("step", 1)
    if step > 1 and row.get("decimals"):
        yield gettext("points in steps of %(step)s have no decimals.", step=step)
    for end in (row[key] for key in ("least", "most") if "step" in row and row.get(key, 0) % step):
        yield gettext("%(number)s isn’t a multiple of %(step)s.", number=signed(end), step=step)


def is_counted_alike(row: Row, other: Row) -> bool:
    """Return whether a row would be counted from itself, or from a row that is itself counted from others.

    Such rows could form a cycle, or a chain that takes far too long to compute.
    """
    return other is row or "of" in other or is_shared(other) or row["kind"] == other["kind"] == "reach"


def references(row: Row) -> Sequence[str]:
    """Return the keys of the rows that a row is counted from."""
    return [key for _, key in named_in(row)]


def named_in(row: Row) -> Sequence[tuple[str, str]]:
    """Return the rows that a row is counted from, each with the name of its part."""
    several = [
        *(("rows", key) for key in row.get("rows", ())),
        *(("factors", key) for each in row.get("factors", ()) for key in each["rows"]),
    ]
    return [*several, *((name, row[name]) for name in ("row", "of", "bid") if name in row)]


def reaches(row: Row, other: Row, stages: set[str]) -> bool:
    """Return whether another row exists in all stages and with every expansion in which this one does."""
    everywhere = not stages or set(row.get("stages", stages)) <= set(other.get("stages", stages))
    return everywhere and other.get("with", row.get("with")) == row.get("with")


def is_number_alone(row: Row) -> bool:
    """Return whether a row scores nothing itself and only provides a number to others."""
    return row["kind"] in NUMBERS and not row["worth"]


def is_needed(row: Row, sheet: Sheet) -> bool:
    """Return whether another row is counted from this one."""
    return any(row["key"] in references(other) for other in sheet["rows"])


# Keys of a row that can depend on the number of players, with the message for a missing number.
NOT_SAID: Mapping[str, Text] = {
    "supply": ngettext(
        "specify how many there are with %(number)s player.", "specify how many there are with %(number)s players.", 0
    ),
    "places": ngettext(
        "specify the points per place with %(number)s player.",
        "specify the points per place with %(number)s players.",
        0,
    ),
    "at_least": ngettext(
        "specify how many are needed with %(number)s player.",
        "specify how many are needed with %(number)s players.",
        0,
    ),
}


def numbers_of_players(sheet: Sheet) -> list[int]:
    """Return the possible numbers of players, with any of the expansions."""
    spans = [sheet["players"], *(each["players"] for each in sheet.get("expansions", ()) if "players" in each)]
    return sorted({players for low, high in spans for players in range(low, high + 1)})


def by_seats_faults(row: Row, sheet: Sheet) -> Iterator[Text]:
    """Yield a fault for each number of players without a value, and for a deck with fewer cards than players."""
    numbers = numbers_of_players(sheet)
    for name, text in NOT_SAID.items():
        for seats in numbers if isinstance(row.get(name), dict) else ():
            if str(seats) not in row[name]:
                yield text._replace(params={"number": seats}, number=seats)
    if numbers and row.get("deck", numbers[-1]) < numbers[-1]:
        yield ngettext(
            "a deck has at least a card for %(number)s player.",
            "a deck has at least a card for each of %(number)s players.",
            numbers[-1],
        )


def ruling_faults(row: Row, rows: Rows, stages: set[str]) -> Iterator[Text]:
    """Yield faults of the rows that a row rules out: they must be numbers that are entered whenever this row is."""
    for key in row.get("rules_out", ()):
        other = rows.get(key)
        if other is None or other["kind"] not in COUNTED or "of" in other:
            yield gettext("there is no number row “%(key)s” to rule out.", key=key)
        elif not reaches(row, other, stages):
            yield gettext("“%(key)s” isn’t available in every case in which this row is.", key=key)
    for key in twice(row.get("rules_out", ())):
        yield gettext("“%(key)s” is used twice.", key=key)


def own_faults(row: Row, rows: Rows) -> Iterator[Text]:
    """Yield faults within a row: what it defines twice or not at all."""
    is_of_sets = row["kind"] == "sets"
    if is_of_sets and ("things" in row) == ("rows" in row):
        yield gettext("build sets from things or from rows, not both.")
    is_settled = row["kind"] == "settle"
    if is_settled and ("rows" in row) == ("factors" in row):
        yield gettext("what a game is worth follows from rows or from factors, not both.")
    if "bid" in row and (len(row["factors"]) < 2 or "values" not in row["factors"][-1]):
        yield gettext("a bid needs a factor that can be raised, and after it one with values.")
    if any(len(factor.get("each", factor["rows"])) != len(factor["rows"]) for factor in row.get("factors", ())):
        yield gettext("“each” has a number for each row of its factor.")
    for key in twice(row.get("rows", ())):
        yield gettext("“%(key)s” is used twice.", key=key)
    for key in twice(row.get("stages", ())):
        yield gettext("“%(key)s” is used twice.", key=key)
    if row["kind"] == "list" and not 0 <= row["most"] - row.get("least", 1) < MOST_KEYS:
        yield gettext("from %(least)s to %(most)s are possible.", least=1, most=MOST_KEYS)
    begins = [each["from"] for each in row.get("tables", ()) if "from" in each]
    if begins and (begins[0] or begins != sorted(set(begins))):
        yield gettext("the tables begin at 0, and each at more than the one before.")
    if row["kind"] == "most" and "of" in row and ("supply" in row or "most" in row):
        yield gettext("set the supply on the row that counts them.")
    needed = row.get("at_least", 1)
    least = min(needed.values()) if isinstance(needed, dict) else needed
    is_below_zero = rows.get(row.get("of", ""), row).get("least", 0) < 0
    if row["kind"] == "most" and not row.get("fewest") and least < 1 and not is_below_zero:
        yield gettext("who has most has at least 1.")


def ties_faults(sheet: Sheet, rows: Rows) -> Iterator[SheetFault]:
    """Yield faults of tiebreakers: rows that don't exist, or rows after entered numbers."""
    scoring = {key for key, row in rows.items() if not is_number_alone(row)}
    for part in ("ahead", "ties"):
        asked = False
        for number, each in enumerate(sheet.get(part, ()), 1):
            if "asked" in each:
                asked = True
            elif each["row"] not in scoring:
                yield SheetFault((part, number), gettext("there is no row “%(key)s” that scores.", key=each["row"]))
            elif each.get("next") and rows[each["row"]]["kind"] != "lowest":
                text = gettext("“%(key)s” isn’t the lowest of several rows.", key=each["row"])
                yield SheetFault((part, number), text)
            elif asked:
                yield SheetFault((part, number), gettext("what is asked for comes after the rows."))
    if sheet.get("played") == "together" and ("ties" in sheet or "ahead" in sheet):
        yield SheetFault(("ties",), gettext("co-op games have no ties."))
