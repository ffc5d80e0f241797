"""What a picture tells of a play: who won, by how much, the sheet summed over its stages, and what decided."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from companion.core.language.short_names import short_names
from companion.core.language.texts import dashed, joined, minus, number_of_people, people, plural_of, say
from companion.results.not_counted import not_counted
from companion.results.noted_totals import noted
from companion.results.outcomes import headline_of
from companion.results.score_grid import is_won_by_nobody, ranking
from companion.results.uncounted import brought
from companion.rules.kit import Number

from .decision import Decision, decision
from .fonts import writable

MOST_ROWS = MOST_COLUMNS = 8


@dataclass(frozen=True)
class Column:
    """A card of the play: what it is called, its rank, 0 if it has none or nobody has won, and its total.

    The total is None if nobody knows it. Without a name in a picture of the winner only.
    """

    name: str
    short: str
    rank: int
    points: Number | None
    won: bool


@dataclass(frozen=True)
class Row:
    """A row of the sheet, summed over its `stages`: points for each column; `lead`: "alone", "tied" or "" for each.

    Points that nobody counted are None.
    `noted`: what stands there instead of points in a row that never brings any, as it came to last.
    """

    key: str
    label: str
    icon: str
    points: list[Number | None]
    leads: list[str]
    is_ahead: bool = False
    decided: bool = False
    noted: tuple[str, ...] = ()
    stages: tuple[str, ...] = ()

    @property
    def spread(self) -> Number:
        known = known_of(self.points)
        return max(known) - min(known) if known else 0


@dataclass(frozen=True)
class Told:
    """A play as a picture tells it, in the language of the moment.

    `winners` is who won or how it ended, `total` their points (None: none are counted), `close` by how much. `columns`
    are in the order of their ranks, `left_out` how many more there are. `unwritable` are names that the fonts lack.
    `not_counted` says who has no place, in a sentence.
    """

    game: Any
    title: str
    when: str
    shortly: str
    group: str
    winners: str
    total: Number | None
    close: str
    columns: list[Column]
    left_out: int
    rows: list[Row]
    decision: Decision
    unwritable: list[str]
    has_star: bool
    is_alone: bool
    not_counted: str = ""

    @property
    def has_ranks(self) -> bool:
        """Return whether somebody has a rank: if nobody has won, nobody has."""
        return any(column.rank for column in self.columns)

    @property
    def sentence(self) -> str:
        """The whole in a sentence or two, for whoever does not see the picture."""
        points = [points_of(self.total)] if self.total is not None else []
        first = " · ".join(
            [f"{self.title}, {self.when}: {self.winners}", *points, *([self.close] if self.close else [])]
        )
        return " ".join(as_sentence(part) for part in (first, str(self.decision), self.not_counted) if part)


def as_sentence(text) -> str:
    """A text with what ends a sentence, where it does not stand there yet."""
    return text if text.endswith((".", "。", "!", "！")) else text + pgettext("ends a sentence", ".")


def told(play, pad, *, names=True) -> Told:
    """What a picture tells of a finished play; without `names` no one's but the winner's."""
    result, ranks = pad.result, ranking(pad, pad.result)
    called, unwritable = names_of(pad)
    won = {seat for seat, name in zip(pad.seats, result.players, strict=True) if name in result.winners}
    if result.is_draw:
        won = set()
    shorts = dict(zip(called, short_names(list(called.values())), strict=True))
    columns = [
        Column(
            called[rank.seat] if names or rank.seat in won else "",
            shorts[rank.seat] if names or rank.seat in won else "",
            0 if is_won_by_nobody(pad, result) else rank.rank or 0,
            rank.points if rank.rank else None,
            rank.seat in won,
        )
        for rank in ranks
    ]
    rows = [replace(row, leads=with_place(row.leads, ranks)) for row in rows_of(pad, ranks)]
    decided = decision(pad, ranks, [row for row in rows if not row.noted], names=names)
    decided = decided._replace(lead=writable(decided.lead), sentence=writable(decided.sentence))
    shown = chosen([replace(row, decided=decided.is_in(row)) for row in rows])
    winners = writable(headline(pad, [called[seat] for seat in pad.seats if seat in won]))
    day = date_format(play.played_on, "SHORT_DATE_FORMAT")
    return Told(
        game=pad.game,
        title=writable(say(pad.game.title)),
        when=", ".join(filter(None, [day, writable(play.place) if names else ""])),
        shortly=day,
        # Without a name of its own a group is called by people, of whom not all need to have played.
        group=writable(play.group.name) if names else "",
        winners=winners,
        total=None if pad.game.notes_only or not ranks[0].rank else ranks[0].points,
        close=writable(how_close(pad, ranks, called, names=names)),
        columns=columns[:MOST_COLUMNS],
        left_out=max(0, len(columns) - MOST_COLUMNS),
        rows=[replace(row, points=row.points[:MOST_COLUMNS], leads=row.leads[:MOST_COLUMNS]) for row in shown],
        decision=decided,
        unwritable=unwritable,
        has_star=not result.is_draw and (result.verdict is None or result.verdict.won),
        is_alone=len(ranks) == 1,
        not_counted=writable(without_place(pad, names=names)),
    )


def with_place(leads, ranks) -> list[str]:
    """Return who leads in a row without those who have no place."""
    return [lead if rank.rank else "" for lead, rank in zip(leads, ranks, strict=True)]


def without_place(pad, *, names) -> str:
    """Return who has no place because nobody counted them, in a sentence; empty if everybody has one."""
    return " ".join(as_sentence(capfirst(text)) for text in not_counted(pad, names=names))


def names_of(pad) -> tuple[dict, list[str]]:
    """What each card is called in the picture, and the names of which nothing can be written."""
    called, unwritable = {}, []
    for number, seat in enumerate(pad.seats, 1):
        name = str(seat.player.name)
        called[seat] = writable(name)
        if not any(sign.isalnum() for sign in called[seat]):
            called[seat] = _("No. %(number)s") % {"number": number}
            unwritable.append(name)
    return called, unwritable


def headline(pad, winners) -> str:
    """What stands large: who won, or how it ended."""
    if pad.result.verdict:
        return headline_of(pad)
    return _("A draw") if pad.result.is_draw else people(winners)


def how_close(pad, ranks, called, *, names) -> str:
    """By how much it was won, or how otherwise."""
    result = pad.result
    if result.verdict:
        return joined([str(seat.player.name) for seat in pad.everybody]) if names else ""
    if result.is_draw or len(ranks) < 2:
        return ""
    if result.decided_by == "shared":
        return pgettext("the winners", "share the win")
    others = [rank for rank in ranks if rank.rank and rank.rank > 1]
    behind = [rank for rank in others if rank.rank == others[0].rank]
    if noted(pad)["broke_tie"]:
        return ngettext("wins on the tiebreaker", "win on the tiebreaker", number_of_people(result.winners))
    if not behind or pad.game.without_points or result.decided_by in pad.game.rows_ahead:
        return ""
    if result.decided_by != "points":
        return ngettext("wins on the tiebreaker", "win on the tiebreaker", number_of_people(result.winners))
    by = abs(ranks[0].points - behind[0].points)
    if not names:
        words = ngettext("%(points)s point ahead", "%(points)s points ahead", plural_of(by))
        return words % {"points": minus(by)}
    return _("%(points)s ahead of %(name)s") % {
        "points": minus(by),
        "name": joined([called[rank.seat] for rank in behind]),
    }


def rows_of(pad, ranks) -> list[Row]:
    """The rows of the sheet in their order; where there is but one, what each stage brought of it.

    Stages that call a row the same are one row: maps used in one aren't added to maps held in the next.
    """
    order = [pad.seats.index(rank.seat) for rank in ranks]
    scored = {line.item for standing in pad.result.standings for line in standing.lines}
    items: dict[tuple, tuple] = {}
    for stage in pad.scored_stages:
        for item in stage.items_with(pad.options):
            if item.key in scored:
                its_stages = items.get((item.key, item.label), (None, []))[1]
                items[item.key, item.label] = item, [*its_stages, stage]
    rows = [
        replace(
            row(key, label, icon_of(pad, item), in_order(order, pad, stages, key), pad, compared=item.compared),
            noted=noted_in(pad, item, order),
            stages=tuple(stage.key for stage in stages),
        )
        for (key, label), (item, stages) in items.items()
    ]
    rows = [each for each in rows if set(each.noted) not in ({"–"}, {""})]
    if len(rows) == 1:
        stages = pad.scored_stages
        rows = [row(stage.key, stage.label, "", in_order(order, pad, [stage]), pad, compared=False) for stage in stages]
    return rows if len(rows) > 1 else []


def in_order(order, pad, stages, key=None) -> list[Number | None]:
    """Return the points in these stages, or in one row of them, of the seats in this order."""
    points = brought(pad, pad.result, stages, key)
    return [points[place] for place in order]


def known_of(points) -> list[Number]:
    """Return the points that somebody counted."""
    return [each for each in points if each is not None]


def noted_in(pad, item, order) -> tuple[str, ...]:
    """What each of these seats came to last in a row that is only noted; nothing of one that brings points."""
    if not item.noted:
        return ()
    lines = [line for standing in pad.result.standings for line in standing.lines if line.item == item.key]
    last = {line.seat: line.amount for line in lines}
    fields = {field.key: field for stage in pad.scored_stages for field in stage.fields_with(pad.options)}
    answers = fields[item.key].answers if item.key in fields else ()
    amounts = [last.get(seat) for seat in order]
    if answers:
        return tuple("" if amount is None else writable(say(answers[amount].label)) for amount in amounts)
    return tuple(dashed(amount) for amount in amounts)


def row(key, label, icon, points, pad, *, compared) -> Row:
    """A row with these points; who has most of what is compared leads in it, and nobody is ahead of what is unknown."""
    known = known_of(points)
    most = max(known, default=0)
    leads = ["lead" if compared and each == most > 0 and len(points) > 1 else "" for each in points]
    lead = "alone" if leads.count("lead") == 1 else "tied"
    best = min(known, default=0) if pad.game.fewest_wins else most
    is_ahead = points[0] == best and len(set(points)) > 1 and len(known) == len(points)
    return Row(key, writable(capfirst(say(label))), icon, points, [each and lead for each in leads], is_ahead)


def icon_of(pad, item) -> str:
    """The picture of what an item is counted from."""
    fields = {field.key: field for stage in pad.game.stages for field in stage.fields_with(pad.options)}
    own = [fields[key] for key in (item.key, *item.counted_from) if key in fields]
    return item.icon or (own[0].icon if own else "")


def chosen(rows) -> list[Row]:
    """The rows that have room: those that differ most and the one that decided, and all others as one."""
    by_spread = sorted(rows, key=lambda row: (not row.decided, -row.spread))
    if len(rows) <= MOST_ROWS:
        return rows
    kept, left_out = by_spread[: MOST_ROWS - 1], by_spread[MOST_ROWS - 1 :]
    by_column = [known_of(points) for points in zip(*(row.points for row in left_out), strict=True)]
    sums = [sum(known) if known else None for known in by_column]
    return [*(row for row in rows if row in kept), Row("", _("other rows"), "", sums, [""] * len(sums))]


def points_of(number) -> str:
    """So many points, in words."""
    words = npgettext("of a result", "%(number)s point", "%(number)s points", plural_of(number))
    return words % {"number": minus(number)}
