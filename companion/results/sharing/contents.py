"""The contents of a result's picture: winner, lead, the sheet summed over its stages, and what decided."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from companion.core.language.short_names import short_names
from companion.core.language.texts import join_and, minus, number_of_people, or_dash, people, plural_of, say
from companion.results.not_counted import not_counted
from companion.results.noted_totals import get_noted_totals
from companion.results.outcomes import headline_of
from companion.results.score_grid import is_won_by_nobody, ranking
from companion.results.uncounted import points_in
from companion.rules.kit import Number

from .decision import Decision, find_decision
from .fonts import drop_unwritable

MOST_ROWS = MOST_COLUMNS = 8


@dataclass(frozen=True)
class Column:
    """A seat of the play: its name, its rank (0 if it has none or nobody won), and its total, None if unknown.

    Only the winner has a name in pictures that show no other names.
    """

    name: str
    short: str
    rank: int
    points: Number | None
    won: bool


@dataclass(frozen=True)
class Row:
    """A row of the sheet, summed over its `stages`: each column's points, and "alone", "tied" or "" in `leads`.

    Points that nobody counted are None. `noted`: the last values of a row that never scores points.
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
        known = known_points(self.points)
        return max(known) - min(known) if known else 0


@dataclass(frozen=True)
class Summary:
    """The contents of a picture of a play, in the active language.

    `winners`: who won or how it ended. `total`: their points, None without points. `close`: the lead. `columns`: in the
    order of ranks. `left_out`: how many more there are. `unwritable`: names that the fonts lack. `not_counted`: a
    sentence about who has no place.
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
        """Return whether anyone has a rank; nobody has if nobody won."""
        return any(column.rank for column in self.columns)

    @property
    def sentence(self) -> str:
        """The result in one or two sentences, as alternative text."""
        points = [format_points(self.total)] if self.total is not None else []
        first = " · ".join(
            [f"{self.title}, {self.when}: {self.winners}", *points, *([self.close] if self.close else [])]
        )
        return " ".join(end_sentence(part) for part in (first, str(self.decision), self.not_counted) if part)


def end_sentence(text) -> str:
    """Return the text with a full stop unless it already ends as a sentence."""
    return text if text.endswith((".", "。", "!", "！")) else text + pgettext("ends a sentence", ".")


def build_summary(play, pad, *, names=True) -> Summary:
    """Return the contents of a picture of a finished play; without `names`, only the winner is named."""
    result, ranks = pad.result, ranking(pad, pad.result)
    name_by_seat, unwritable = names_of(pad)
    won = {seat for seat, name in zip(pad.seats, result.players, strict=True) if name in result.winners}
    if result.is_draw:
        won = set()
    shorts = dict(zip(name_by_seat, short_names(list(name_by_seat.values())), strict=True))
    columns = [
        Column(
            name_by_seat[rank.seat] if names or rank.seat in won else "",
            shorts[rank.seat] if names or rank.seat in won else "",
            0 if is_won_by_nobody(pad, result) else rank.rank or 0,
            rank.points if rank.rank else None,
            rank.seat in won,
        )
        for rank in ranks
    ]
    rows = [
        replace(row, leads=[lead if rank.rank else "" for lead, rank in zip(row.leads, ranks, strict=True)])
        for row in build_rows(pad, ranks)
    ]
    decided = find_decision(pad, ranks, [row for row in rows if not row.noted], names=names)
    decided = decided._replace(lead=drop_unwritable(decided.lead), sentence=drop_unwritable(decided.sentence))
    rows_shown = choose_rows([replace(row, decided=decided.is_in(row)) for row in rows])
    winners = drop_unwritable(headline(pad, [name_by_seat[seat] for seat in pad.seats if seat in won]))
    day = date_format(play.played_on, "SHORT_DATE_FORMAT")
    return Summary(
        game=pad.game,
        title=drop_unwritable(say(pad.game.title)),
        when=", ".join(filter(None, [day, drop_unwritable(play.place) if names else ""])),
        shortly=day,
        # Without a name of its own a group is called by people, of whom not all need to have played.
        group=drop_unwritable(play.group.name) if names else "",
        winners=winners,
        total=None if pad.game.has_only_notes or not ranks[0].rank else ranks[0].points,
        close=drop_unwritable(describe_lead(pad, ranks, name_by_seat, names=names)),
        columns=columns[:MOST_COLUMNS],
        left_out=max(0, len(columns) - MOST_COLUMNS),
        rows=[replace(row, points=row.points[:MOST_COLUMNS], leads=row.leads[:MOST_COLUMNS]) for row in rows_shown],
        decision=decided,
        unwritable=unwritable,
        has_star=bool(won),
        is_alone=len(ranks) == 1,
        not_counted=drop_unwritable(without_place(pad, names=names)),
    )


def without_place(pad, *, names) -> str:
    """Return who has no place because nobody counted them, in a sentence; empty if everyone has a place."""
    return " ".join(end_sentence(capfirst(text)) for text in not_counted(pad, names=names))


def names_of(pad) -> tuple[dict, list[str]]:
    """Return each seat's name in the picture, and the names of which nothing can be written."""
    name_by_seat, unwritable = {}, []
    for number, seat in enumerate(pad.seats, 1):
        name = str(seat.player.name)
        name_by_seat[seat] = drop_unwritable(name)
        if not any(sign.isalnum() for sign in name_by_seat[seat]):
            name_by_seat[seat] = _("No. %(number)s") % {"number": number}
            unwritable.append(name)
    return name_by_seat, unwritable


def headline(pad, winners) -> str:
    """Return the headline: who won, or how it ended."""
    if pad.result.verdict:
        return headline_of(pad)
    if pad.result.is_draw:
        return _("A draw")
    return people(winners) if winners else _("Nobody won")


def describe_lead(pad, ranks, name_by_seat, *, names) -> str:
    """Return by how much the winner leads, or how else it was decided."""
    result = pad.result
    if result.verdict:
        return join_and([str(seat.player.name) for seat in pad.everybody]) if names else ""
    if result.is_draw or len(ranks) < 2:
        return ""
    if result.decided_by == "shared":
        return pgettext("the winners", "share the win")
    others = [rank for rank in ranks if rank.rank and rank.rank > 1]
    behind = [rank for rank in others if rank.rank == others[0].rank]
    if get_noted_totals(pad)["broke_tie"]:
        return ngettext("wins on the tiebreaker", "win on the tiebreaker", number_of_people(result.winners))
    if not behind or pad.game.has_no_points or result.decided_by in pad.game.rows_ahead:
        return ""
    if result.decided_by != "points":
        return ngettext("wins on the tiebreaker", "win on the tiebreaker", number_of_people(result.winners))
    by = abs(ranks[0].points - behind[0].points)
    if not names:
        words = ngettext("%(points)s point ahead", "%(points)s points ahead", plural_of(by))
        return words % {"points": minus(by)}
    return _("%(points)s ahead of %(name)s") % {
        "points": minus(by),
        "name": join_and([name_by_seat[rank.seat] for rank in behind]),
    }


def build_rows(pad, ranks) -> list[Row]:
    """Return the rows of the sheet in order; if there is only one, its points from each stage.

    Stages that label a row alike share it: maps used in one aren't added to maps held in the next.
    """
    order = [pad.seats.index(rank.seat) for rank in ranks]
    scored = {line.item for standing in pad.result.standings for line in standing.lines}
    items: dict[tuple, tuple] = {}
    for stage in pad.scored_stages:
        for item in stage.items_with(pad.options):
            if item.key in scored:
                stages_before = items.get((item.key, item.label), (None, []))[1]
                items[item.key, item.label] = item, [*stages_before, stage]
    points = {key: points_in_order(order, pad, stages, key[0]) for key, (_item, stages) in items.items()}
    rows = [
        replace(
            build_row(key, label, icon_of(pad, item), points[key, label], pad, compared=item.compared),
            noted=noted_values(pad, item, order),
            stages=tuple(stage.key for stage in stages),
        )
        for (key, label), (item, stages) in items.items()
    ]
    rows = [each for each in rows if set(each.noted) not in ({"–"}, {""})]
    if len(rows) == 1:
        stages = pad.scored_stages
        rows = [
            build_row(stage.key, stage.label, "", points_in_order(order, pad, [stage]), pad, compared=False)
            for stage in stages
        ]
    return rows if len(rows) > 1 else []


def points_in_order(order, pad, stages, key=None) -> list[Number | None]:
    """Return the points in these stages, or in one row of them, in this order of seats."""
    points = points_in(pad, pad.result, stages, key)
    return [points[place] for place in order]


def known_points(points) -> list[Number]:
    """Return the points that are known."""
    return [each for each in points if each is not None]


def noted_values(pad, item, order) -> tuple[str, ...]:
    """Return the seats' last values in a row that is only noted, () for a row that scores points."""
    if not item.noted:
        return ()
    lines = [line for standing in pad.result.standings for line in standing.lines if line.item == item.key]
    last = {line.seat: line.amount for line in lines}
    fields = {field.key: field for stage in pad.scored_stages for field in stage.fields_with(pad.options)}
    answers = fields[item.key].answers if item.key in fields else ()
    amounts = [last.get(seat) for seat in order]
    if answers:
        return tuple("" if amount is None else drop_unwritable(say(answers[amount].label)) for amount in amounts)
    return tuple(or_dash(amount) for amount in amounts)


def build_row(key, label, icon, points, pad, *, compared) -> Row:
    """Return a row with these points, its leaders if it is compared, and whether the winner is ahead in it."""
    known = known_points(points)
    most = max(known, default=0)
    leads = ["lead" if compared and each == most > 0 and len(points) > 1 else "" for each in points]
    lead = "alone" if leads.count("lead") == 1 else "tied"
    best = min(known, default=0) if pad.game.fewest_wins else most
    is_ahead = points[0] == best and len(set(points)) > 1 and len(known) == len(points)
    return Row(key, drop_unwritable(capfirst(say(label))), icon, points, [each and lead for each in leads], is_ahead)


def icon_of(pad, item) -> str:
    """Return the icon of an item, or of the field it is counted from."""
    fields = {field.key: field for stage in pad.game.stages for field in stage.fields_with(pad.options)}
    own = [fields[key] for key in (item.key, *item.counted_from) if key in fields]
    return item.icon or (own[0].icon if own else "")


def choose_rows(rows) -> list[Row]:
    """Return the rows that fit: those with the greatest differences and the deciding one; the others are summed up."""
    by_spread = sorted(rows, key=lambda row: (not row.decided, -row.spread))
    if len(rows) <= MOST_ROWS:
        return rows
    chosen, left_out = by_spread[: MOST_ROWS - 1], by_spread[MOST_ROWS - 1 :]
    by_column = [known_points(points) for points in zip(*(row.points for row in left_out), strict=True)]
    sums = [sum(known) if known else None for known in by_column]
    return [*(row for row in rows if row in chosen), Row("", _("other rows"), "", sums, [""] * len(sums))]


def format_points(number) -> str:
    """Return a number of points in words."""
    words = npgettext("of a result", "%(number)s point", "%(number)s points", plural_of(number))
    return words % {"number": minus(number)}
