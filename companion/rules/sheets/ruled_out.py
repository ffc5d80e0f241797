"""Rows that a yes of someone at the table rules out."""

from collections.abc import Iterator, Mapping

from companion.rules.kit import Problem, Table, Text, gettext, in_words, seats_in

from .rows import YES
from .types import Row, Sheet


def ruling_rows(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """Return the keys of the rows that rule out each row, by its key."""
    ruled = dict.fromkeys(key for row in sheet["rows"] for key in row.get("rules_out", ()))
    return {key: tuple(row["key"] for row in sheet["rows"] if key in row.get("rules_out", ())) for key in ruled}


def ruled_out_problems(sheet: Sheet, table: Table) -> list[Problem]:
    """Return a problem for each row with a number that a yes at the table rules out."""
    ruling = [row for row in sheet["rows"] if "rules_out" in row]
    if not ruling:
        return []
    labels = {row["key"]: in_words(row["label"]) for row in sheet["rows"]}
    stages = dict.fromkeys(stage for seat in table["seats"] for stage in seat["stages"])
    return [problem for stage in stages for row in ruling for problem in ruled_out(row, table, stage, labels)]


def ruled_out(row: Row, table: Table, stage: str, labels: Mapping[str, Text]) -> Iterator[Problem]:
    """Yield the problems that one ruling row causes at the end of one stage."""
    seats = seats_in(table, stage)
    having = tuple(player for _, player, held in seats if held.get(row["key"]) == YES)
    for key in row["rules_out"] if having else ():
        if players := tuple(player for _, player, held in seats if held.get(key)):
            text = gettext(
                "%(players)s, %(field)s: 0 or empty, because of %(having)s’s “%(row)s”.",
                players=players,
                field=labels[key],
                row=labels[row["key"]],
                having=having,
            )
            # One problem for several players.
            seat = players[0] if len(players) == 1 else None
            yield Problem("ruled_out", text, seat=seat, stage=stage, field=key)
