"""Problems of a whole table that a sheet defines: its `checks`, bids and rounds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.rules.kit import (
    Game,
    Holdings,
    Number,
    Problem,
    Stage,
    Table,
    Text,
    figure,
    gettext,
    in_words,
    ngettext,
    pgettext,
    seats_in,
)

from .across import LOST, WON, side_in
from .frames import frames_problems
from .limits import MOST_ROUNDS
from .lists import twice_problems
from .made import label_of
from .order import misplaced, order_problems
from .places import at
from .rows import NO, YES, cards_of
from .types import Row, Rows, Sheet

# The rows that turn a check of a sum off or on.
IFS = {"unless", "if"}

# Yields the problems that a check finds in the seats that have counted a stage.
type Check = Callable[[Mapping[str, Any], Rows, "Counted"], Iterator[Problem]]


class Counted:
    """The seats that have counted a stage, and their holdings in the previous one."""

    def __init__(self, table: Table, stage: Stage, before: str | None) -> None:
        self.stage, self.label, self.seats = stage.key, stage.label, seats_in(table, stage.key)
        self.before = {place: held for place, _, held in (seats_in(table, before) if before else ())}
        self.at_table = len(table["seats"])
        self.are_all_in = len(self.seats) == self.at_table


def table_problems(sheet: Sheet, game: Game, table: Table) -> Iterator[Problem]:
    """Yield the problems that a sheet finds in all seats of a table together."""
    rows = {row["key"]: row for row in sheet["rows"]}
    begun = {key for seat in table["seats"] for key in seat["stages"]}
    checks, bids = sheet.get("checks", ()), [row for row in sheet["rows"] if "tricks" in row]
    sides, frames = ([row for row in sheet["rows"] if row["kind"] == kind] for kind in ("settle", "frames"))
    runs = [row for row in sheet["rows"] if row.get("runs")]
    before = None
    for stage in game.stages if checks or bids or sides or frames or runs else ():
        if stage.key in begun:
            counted = Counted(table, stage, before)
            for check in checks:
                yield from CHECKS[check["kind"]](check, rows, counted)
            for row in bids:
                yield from bid_problems(row, counted)
            for row in runs:
                yield from twice_problems(row, table, stage.key)
            for row in frames:
                yield from frames_problems(row, table, stage.key)
            for row in {row["of"]: row for row in sides}.values():
                yield from side_problems(row, rows, counted)
            before = stage.key
    if "rounds" in sheet:
        yield from rounds_problems(sheet["rounds"], game, table)
    if sheet.get("wins") == "order":
        yield from order_problems(table, game.stages[0])


def sum_problems(check: Mapping[str, Any], rows: Rows, counted: Counted) -> Iterator[Problem]:
    """Yield a problem if the numbers of all seats don't add up to one of the sums, unless a yes lifts the check."""
    sums = at(check["is"], counted.at_table)
    says = {name: any(said(held, rows[check[name]]) for _, _, held in counted.seats) for name in IFS & {*check}}
    if not counted.are_all_in or says.get("unless") or not says.get("if", True):
        return
    figures = [(player, sum(number_in(held, key) for key in check["rows"])) for _, player, held in counted.seats]
    total = sum(number for _, number in figures)
    if total in sums:
        return
    shares = tuple(
        pgettext("a player's number of something", "%(player)s %(count)s", player=player, count=number)
        for player, number in figures
    )
    named: dict[str, Any] = {"row": labels(check["rows"], rows), "stage": counted.label}
    named |= {"shares": shares, "total": total}
    text = gettext("%(row)s, %(stage)s: %(shares)s make %(total)s, but it must be %(sum)s.", **named, sum=sums[0])
    if len(sums) > 1:
        text = gettext(
            "%(row)s, %(stage)s: %(shares)s make %(total)s, but it must be one of these: %(sums)s.",
            **named,
            sums=", ".join(map(str, sums)),
        )
    field, *beside = check["rows"]
    off = total - min(sums, key=lambda each: abs(total - each))
    yield Problem("wrong_sum", text, stage=counted.stage, field=field, beside=tuple(beside), needs_all=True, off=off)


def one_problems(check: Mapping[str, Any], rows: Rows, counted: Counted) -> Iterator[Problem]:
    """Yield a problem if several seats have something in some rows, or nobody if the check wants exactly one."""
    having = [(player, its) for _, player, held in counted.seats if (its := held_of(held, check["rows"], rows))]
    field, *beside = check["rows"]
    if check.get("exactly") and counted.are_all_in and not having:
        told: dict[str, Any] = {"row": labels(check["rows"], rows), "stage": counted.label}
        text = gettext("%(row)s, %(stage)s: one player must have this, but nobody has.", **told)
        yield Problem("nobody", text, stage=counted.stage, field=field, beside=tuple(beside), needs_all=True)
    if len(having) > 1:
        figures = tuple(gettext("%(player)s: %(row)s", player=name, row=labels(its, rows)) for name, its in having)
        text = gettext("%(stage)s: only one of these is possible: %(figures)s.", stage=counted.label, figures=figures)
        yield Problem("only_one", text, stage=counted.stage, field=field, beside=tuple(beside))


def most_problems(check: Mapping[str, Any], rows: Rows, counted: Counted) -> Iterator[Problem]:
    """Yield a problem for each seat whose rows together exceed a number, or that of the round."""
    most = int(counted.stage) if check["most"] == "round" else check["most"]
    for _, player, held in counted.seats:
        taken = sum(part["size"] * held.get(part["row"], 0) for part in check["parts"])
        if taken > most:
            text = ngettext(
                "%(player)s: %(taken)s %(things)s are too many, there is only %(number)s.",
                "%(player)s: %(taken)s %(things)s are too many, there are only %(number)s.",
                most,
                player=player,
                taken=taken,
                things=in_words(check["label"]),
            )
            field, *beside = (part["row"] for part in check["parts"])
            yield Problem("too_many", text, seat=player, stage=counted.stage, field=field, beside=tuple(beside))


def rises_problems(check: Mapping[str, Any], rows: Rows, counted: Counted) -> Iterator[Problem]:
    """Yield a problem for each seat whose number is lower than in the previous stage."""
    key = check["row"]
    for place, player, held in counted.seats:
        before = counted.before.get(place, {})
        if key in held and key in before and held[key] < before[key]:
            text = gettext(
                "%(player)s, %(row)s: %(number)s after %(before)s, but it cannot go down.",
                player=player,
                row=label_of(rows[key]),
                number=held[key],
                before=before[key],
            )
            yield Problem("goes_down", text, seat=player, stage=counted.stage, field=key)


def places_problems(check: Mapping[str, Any], rows: Rows, counted: Counted) -> Iterator[Problem]:
    """Yield a problem if the numbers aren't the places of all seats; tied seats share one, 0 is none."""
    key = check["row"]
    found = misplaced(held[key] for _, _, held in counted.seats if held.get(key))
    if counted.are_all_in and found:
        text = gettext("Place %(place)s doesn’t fit: the next one is %(next)s.", place=found[0], next=found[1])
        yield Problem("wrong_place", text, stage=counted.stage, field=key, needs_all=True)


def differ_problems(check: Mapping[str, Any], rows: Rows, counted: Counted) -> Iterator[Problem]:
    """No two seats have the same number or answer in a row; 0 and the first answer are none."""
    row = rows[check["row"]]
    having: dict[Any, list[str]] = {}
    for _, player, held in counted.seats:
        if value := said(held, row):
            having.setdefault(value, []).append(player)
    for value, players in having.items():
        if len(players) > 1:
            words = {each["key"]: in_words(each["label"]) for each in row.get("choices", ())}
            told = {"players": tuple(players), "row": label_of(row), "value": words.get(value) or figure(value)}
            text = gettext("%(players)s, %(row)s: only one player can have “%(value)s”.", told)
            yield Problem("same", text, stage=counted.stage, field=row["key"])


def needs_problems(check: Mapping[str, Any], rows: Rows, counted: Counted) -> Iterator[Problem]:
    """Yield a problem for each seat that has something, or so many, without what it needs in another row."""
    row, other = rows[check["row"]], rows[check["of"]]
    for _, player, held in counted.seats:
        value = held.get(row["key"], 0)
        has_some = value == YES if isinstance(value, str) else value > 0 and value >= check.get("from", 0)
        if has_some and lacks(held, other, check.get("at_least", 1)):
            named: dict[str, Any] = {"player": player, "row": label_of(row), "other": label_of(other)}
            text = gettext("%(player)s, %(row)s: only with “%(other)s”.", **named)
            if "from" in check:
                text = gettext("%(player)s, %(row)s: %(number)s only with “%(other)s”.", **named, number=value)
            if other["kind"] == "bid":
                text = gettext("%(player)s, %(row)s: only if the bid was made.", **named)
            elif other["kind"] not in ("yes", "choice"):
                least = check.get("at_least", 1)
                named["least"] = least
                text = gettext("%(player)s, %(row)s: only with at least %(least)s in “%(other)s”.", **named)
                if least == other.get("most"):
                    text = gettext("%(player)s, %(row)s: only with %(least)s in “%(other)s”.", **named)
            key = other["key"]
            beside = (f"{key}__bid", f"{key}__made") if other["kind"] == "bid" else (key,)
            # An open question may still be answered with yes.
            is_open = other["kind"] in ("yes", "choice") and key not in held
            yield Problem(
                "needs", text, seat=player, stage=counted.stage, field=row["key"], beside=beside, needs_all=is_open
            )


def excludes_problems(check: Mapping[str, Any], rows: Rows, counted: Counted) -> Iterator[Problem]:
    """Yield a problem for each seat that has something in both of two rows."""
    key, other = check["row"], check["of"]
    for _, player, held in counted.seats:
        if is_something(held, key) and is_something(held, other):
            named = {"player": player, "row": label_of(rows[key]), "other": label_of(rows[other])}
            text = gettext("%(player)s, %(row)s: only without “%(other)s”.", **named)
            yield Problem("excludes", text, seat=player, stage=counted.stage, field=key, beside=(other,))


def lacks(held: Holdings, row: Row, least: int) -> bool:
    """Return whether a seat has less than `least` in a row; for a bid, whether it missed it."""
    key = row["key"]
    if row["kind"] == "bid":
        said, made = held.get(f"{key}__bid"), held.get(f"{key}__made")
        return said is not None and made is not None and said != made
    if row["kind"] in ("yes", "choice"):
        return not is_something(held, key)
    # A missing number may be high enough.
    return key in held and held[key] < least


def held_of(held: Holdings, keys: Sequence[str], rows: Rows) -> list[str]:
    """Return those of the rows in which a seat has something."""
    return [key for key in keys if said(held, rows[key])]


def is_something(held: Holdings, key: str) -> bool:
    """Return whether a seat has something in a row: a yes, or a number other than 0."""
    value = held.get(key, 0)
    return value == YES if isinstance(value, str) else value != 0


def said(held: Holdings, row: Row) -> Any:
    """Return the number of a seat in a row, or its answer if that isn't the first one; else 0."""
    nothing = row["choices"][0]["key"] if "choices" in row else NO
    value = held.get(row["key"], 0)
    return 0 if value == nothing else value


def number_in(held: Holdings, key: str) -> Number:
    """Return the number of a seat in a row, of a yes 1."""
    value = held.get(key, 0)
    return int(value == YES) if isinstance(value, str) else value


CHECKS: Mapping[str, Check] = {
    "sum": sum_problems,
    "one": one_problems,
    "most": most_problems,
    "rises": rises_problems,
    "places": places_problems,
    "differ": differ_problems,
    "needs": needs_problems,
    "excludes": excludes_problems,
}


def bid_problems(row: Row, counted: Counted) -> Iterator[Problem]:
    """Yield problems of bids: more tricks than cards for one seat, or a wrong number of tricks in total."""
    cards = cards_of(row, int(counted.stage), counted.at_table)
    made = [held.get(f"{row['key']}__made", 0) for _, _, held in counted.seats]
    for _, player, held in counted.seats:
        for key in (f"{row['key']}__bid", f"{row['key']}__made"):
            if held.get(key, 0) > cards:
                text = gettext(
                    "%(player)s, %(row)s: %(number)s in a round of %(cards)s.",
                    player=player,
                    row=label_of(row),
                    number=held[key],
                    cards=cards,
                )
                yield Problem("too_many", text, seat=player, stage=counted.stage, field=key)
    is_short = row["tricks"] == "all" and counted.are_all_in and sum(made) < cards
    if is_short or sum(made) > cards:
        text = ngettext(
            "%(row)s, %(stage)s: all players together have made %(total)s, but there is %(cards)s.",
            "%(row)s, %(stage)s: all players together have made %(total)s, but there are %(cards)s.",
            cards,
            row=label_of(row),
            stage=counted.label,
            total=sum(made),
            cards=cards,
        )
        field = f"{row['key']}__made"
        off = sum(made) - cards
        yield Problem("wrong_sum", text, stage=counted.stage, field=field, needs_all=is_short, off=off)


def side_problems(row: Row, rows: Rows, counted: Counted) -> Iterator[Problem]:
    """Yield a problem if someone wins and nobody loses, or with answers the other way round."""
    of = rows[row["of"]]
    sides = {side_in(of)(held) for _, _, held in counted.seats}
    is_wrong = LOST not in sides if WON in sides else LOST in sides and of["kind"] == "choice"
    if counted.are_all_in and is_wrong:
        text = gettext(
            "%(row)s, %(stage)s: someone has to win and someone has to lose.", row=label_of(of), stage=counted.label
        )
        yield Problem("one_side", text, stage=counted.stage, field=of["key"], needs_all=True)


def rounds_problems(rounds: Mapping[str, Any], game: Game, table: Table) -> Iterator[Problem]:
    """Yield a problem for each round after the last one, and for totals above the one that ends the game."""
    seats = len(table["seats"])
    most = at(rounds.get("number", MOST_ROUNDS), seats)
    begun = {key for seat in table["seats"] for key in seat["stages"]}
    for stage in game.stages[most:]:
        if stage.key in begun:
            text = ngettext(
                "%(stage)s: this number of players has only %(number)s round.",
                "%(stage)s: this number of players has only %(number)s rounds.",
                most,
                stage=stage.label,
            )
            yield Problem("too_many_rounds", text, stage=stage.key)
    if rounds.get("past") in ("bust", "stop"):
        yield from past_problems(rounds["past"], at(rounds["total"], seats), game, table)


def past_problems(past: str, most: int, game: Game, table: Table) -> Iterator[Problem]:
    """Yield problems of totals above the limit; if the game stops there, also if a second seat reaches it."""
    totals: list[Number] = [0] * len(table["seats"])
    there: list[str] = []
    players = [seat["player"] for seat in table["seats"]]
    for stage in game.stages:
        for scored in stage.score(table):
            totals[scored.seat] += scored.total
            player, total = players[scored.seat], totals[scored.seat]
            if total > most and scored.total > 0:
                yield past_problem(past, most, player, total, stage)
            elif total == most and player not in there:
                there.append(player)
        if past == "stop" and len(there) > 1:
            text = gettext(
                "%(players)s cannot all have %(most)s: who has it first ends the game.", players=tuple(there), most=most
            )
            yield Problem("past_total", text, stage=stage.key, **fields_of(stage))
            return


def past_problem(past: str, most: int, player: str, total: Number, stage: Stage) -> Problem:
    """Return the problem of a seat whose total is above the limit."""
    told: dict[str, Any] = {"player": player, "total": total, "most": most}
    if past == "bust":
        text = gettext("%(player)s would have %(total)s, more than %(most)s: such a turn counts 0.", **told)
    else:
        text = gettext("%(player)s would have %(total)s: counting stops at %(most)s.", **told)
    return Problem("past_total", text, seat=player, stage=stage.key, **fields_of(stage))


def fields_of(stage: Stage) -> dict[str, Any]:
    """Return a stage's first field and the other fields (`beside`), for a `Problem` that depends on all of them."""
    field, *beside = (each.key for each in stage.fields)
    return {"field": field, "beside": tuple(beside)}


def labels(keys: Sequence[str], rows: Rows) -> Text:
    """Return the labels of some rows as a list."""
    return gettext("%(rows)s", rows=tuple(label_of(rows[key]) for key in keys))
