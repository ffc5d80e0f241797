"""The sheet of a play on a tablet or TV: counts while a stage runs, points once it is scored, at the end who won."""

from dataclasses import dataclass
from typing import Any

from companion.core.language.short_names import letters_across, shorten_across, whole_or_short
from companion.core.language.texts import or_dash, say
from companion.entry.covered_bids import is_covered
from companion.results.closest import describe_closest_margin
from companion.results.corrections import correction_after_end, last_correction
from companion.results.grouped_counts import group_counts
from companion.results.noted_totals import get_noted_totals
from companion.results.score_grid import answers_of, build_columns, is_won_by_nobody, lead_in, lost_verdict, ranking
from companion.results.ties import open_tie, tie_figures
from companion.results.uncounted import points_in
from companion.rules.kit import Text, gettext

from .play_page import live_url
from .result_page import all_together

# So many columns have room for whole names. In more of them all names have room for so many letters, as large as is
# read from afar: while a stage is counted, and at the end, when the few or many have the winner beside them.
WHOLE_NAMES, WHOLE_AT_THE_END, MOST_LETTERS = 5, 3, 9
LETTERS, LETTERS_AT_THE_END, LETTERS_OF_MANY = 84, 32, 60
# The words of all columns together may be so many letters wide, else a whole name is no longer read from afar.
WIDEST, WIDEST_AT_THE_END = 68, 35
# Names of fewer letters are no larger, and of more no smaller.
FEWEST, MOST = 4, 16
# All names are as large as the longest has room for; one of more letters than this alone is smaller.
MOST_ALIKE = 10
# So many rows fit on a screen above the totals; of many rounds the latest are shown, at least so many of them.
MOST_ROWS, LATEST = 8, 3


@dataclass(frozen=True)
class Head:
    """Above a column: whose it is, the name as it has room there, and while it is counted what the seat holds.

    `letters`: the name is as large as one of so many has room for.
    """

    seat: Any
    name: str
    letters: int
    card: Any = None


def letters_of(names) -> int:
    """How many letters wide these names count as, of which one has to fit into a line."""
    return min(MOST, max(FEWEST, letters_across(names)))


@dataclass(frozen=True)
class Row:
    """A row of the sheet: its word, its icon, and what stands there for each seat; "" where nothing is counted yet."""

    label: Text
    icon: str
    figures: list[str]


def watch_context(play, pad) -> dict:
    """What a screen for everybody shows of a play."""
    stage = play.stage or play.game.stages[-1]
    cards = [] if play.is_closed(stage) or not play.is_open else pad.cards_of(stage)
    closed = play.game.stages[: play.closed_stages] if play.is_open else ()
    context = {
        "play": play,
        "game": play.game,
        "stage": stage,
        "cards": cards,
        "seats": pad.seats,
        "seats_in": sum(card.is_in for card in cards),
        "is_begun": bool(pad.scored_stages) or not all(card.is_empty for card in cards),
        "counted": counted(pad, stage, cards) if cards else [],
        "live_url": live_url(play, page="watch"),
        "lost": lost_verdict(pad),
        "correction": last_correction(pad, closed[-1]) if closed else None,
        "in_stage": len(pad.game.stages) > 1,
        "open_tie": open_tie(pad),
    }
    if pad.scored_stages and not pad.result.is_blocked:
        context |= scored(pad, most=MOST_ROWS - len(context["counted"]))
    heads = heads_of(pad, cards)
    if "items" in context:
        by_rank = [column.rank.seat for column in context["columns"]]
        heads.sort(key=lambda head: by_rank.index(head.seat))
    shown = context["items"] if "items" in context else [*context.get("closed", ()), *context["counted"]]
    return context | {"heads": heads, "rows": len(shown)}


def heads_of(pad, cards) -> list[Head]:
    """Whose the columns are, in the order they sit."""
    names = [seat.player.name for seat in pad.seats]
    shorts = shorten_across(names, letters=room_for(names, is_over=pad.play.is_finished))
    most, widest = (WHOLE_AT_THE_END, WIDEST_AT_THE_END) if pad.play.is_finished else (WHOLE_NAMES, WIDEST)
    shown = whole_or_short(names, shorts, letters=widest // len(names) if len(names) <= most else 0)
    of_each = [letters_of([name]) for name in shown]
    of_most = max((letters for letters in of_each if letters <= MOST_ALIKE), default=FEWEST)
    its_cards = cards or [None] * len(names)
    return [
        Head(seat, name, max(letters, of_most), card)
        for seat, name, letters, card in zip(pad.seats, shown, of_each, its_cards, strict=True)
    ]


def room_for(names, *, is_over) -> int:
    """How many Latin letters of a name a column has room for."""
    letters = LETTERS_OF_MANY if len(names) > WHOLE_NAMES else LETTERS_AT_THE_END
    return min(MOST_LETTERS, (letters if is_over else LETTERS) // len(names))


def counted(pad, stage, cards) -> list[Row]:
    """What is counted in a stage, row by row; numbers that one item alone counts are added up in one row."""
    fields, found, done = pad.fields(stage), [], set()
    together = group_counts(fields, stage.items_with(pad.options))
    for field in fields:
        item = together.get(field.key)
        if is_covered(pad.play, stage, field, [card.entries for card in cards]):
            found.append(Row(field.label, field.icon, ["✓" if field.key in card.entries else "" for card in cards]))
        elif item is None:
            found.append(Row(field.label, field.icon, [figure(card, field) for card in cards]))
        elif item.key not in done:
            done.add(item.key)
            found.append(Row(item.label, item.icon, [added_up(card, item) for card in cards]))
    return found


def figure(card, field) -> str:
    """What a seat holds, as short as it can be read from afar: of things by name only how many."""
    if field.key in card.refused:
        return "!"
    if field.key not in card.amounts:
        return "–" if card.is_in else ""
    held = card.amounts[field.key]
    return str(len(held)) if field.one_owner_each else say(field.format_value(held))


def added_up(card, item) -> str:
    """All that one item counts of a seat, as one number."""
    if any(key in card.refused for key in item.counted_from):
        return "!"
    held = [card.amounts[key] for key in item.counted_from if key in card.amounts]
    return str(sum(held)) if held else "–" if card.is_in else ""


def scored(pad, *, most) -> dict:
    """Points and ranks so far, in `most` rows; at the end what each item brought, by rank, and how close it was."""
    ranks = ranking(pad, pad.result)
    its_columns = build_columns(pad, ranks)
    context = {"result": pad.result, "ranking": ranks, "columns": its_columns, "totals": its_columns}
    context |= {"scored_last": pad.scored_stages[-1], "alone": len(ranks) == 1}
    context["without_steps"] = context["alone"] or is_won_by_nobody(pad, pad.result)
    context["closed"] = closed_rows(pad, max(most, LATEST))
    # One stage alone is all there is: its items say more than its sum twice.
    if pad.play.is_finished or (pad.game.stage_count == 1 and not pad.game.has_only_notes):
        of_seat = {column.rank.seat: column for column in its_columns}
        context |= {
            "columns": [of_seat[rank.seat] for rank in ranks],
            "items": items(pad, [pad.seats.index(rank.seat) for rank in ranks]),
        }
    if pad.play.is_finished:
        context |= get_noted_totals(pad) | {
            "ahead_by": lead_in(ranks),
            "winner_letters": letters_of(pad.result.winners),
            "tie_figures": tie_figures(pad),
            "correction": correction_after_end(pad),
            "how_close": describe_closest_margin(pad),
            "team": all_together(pad),
        }
    return context


def closed_rows(pad, most) -> list[tuple[Text, list[str]]]:
    """(what it is called, what it brought each seat) of each stage that is scored; many rounds begin with a sum."""
    stages = pad.scored_stages
    if not pad.game.rounds or len(stages) <= most:
        return [(stage.label, figures_in(pad, [stage])) for stage in stages]
    earlier, latest = stages[: 1 - most], stages[1 - most :]
    label = gettext("rounds %(first)s–%(last)s", first=earlier[0].key, last=earlier[-1].key)
    return [(label, figures_in(pad, earlier)), *((stage.label, figures_in(pad, [stage])) for stage in latest)]


def figures_in(pad, stages) -> list[str]:
    """Return what these stages brought each seat, in the order they sit; a dash if nobody counted it."""
    return [or_dash(points) for points in points_in(pad, pad.result, stages)]


def items(pad, places) -> list[Row]:
    """Return what each item brought, for the seats of these places: one row for all stages that call it the same.

    Maps that were used in one stage aren't added to maps that are held in the next.
    """
    found: dict = {}
    for stage in pad.scored_stages:
        for item in stage.items_with(pad.options):
            found.setdefault((item.key, item.label), (item, []))[1].append(stage)
    icons = {field.key: field.icon for stage in pad.scored_stages for field in pad.fields(stage)}
    broke_tie = get_noted_totals(pad)["broke_tie"]
    return [
        Row(item.label, item.icon or icons.get(item.key, ""), figures_of(pad, item, stages, places))
        for item, stages in found.values()
        # A tick says no more than who is named as the winner.
        if not (broke_tie and answers_of(pad, pad.scored_stages[-1], item))
    ]


def figures_of(pad, item, stages, places) -> list[str]:
    """Return the points for an item in these stages of the seats in these places; without points, its value."""
    if item.noted:
        return [noted_last(pad, item, pad.result.standings[place].lines) for place in places]
    points = points_in(pad, pad.result, stages, item.key)
    return [or_dash(points[place]) for place in places]


def noted_last(pad, item, lines) -> str:
    """Return what a seat came to last in a row that is only noted, of these lines."""
    held = [line.amount for line in lines if line.item == item.key and line.amount is not None]
    if answers := answers_of(pad, pad.scored_stages[-1], item):
        return say(answers[held[-1]].label) if held else ""
    return or_dash(held[-1] if held else None)
