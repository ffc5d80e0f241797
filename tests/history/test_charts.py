"""Pictures as numbers: all of it lies within the picture and says what the figures say."""

import datetime
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.history.charts import (
    STRIP_HEIGHT,
    Time,
    build_columns,
    build_spans,
    build_strip,
    dots_by_month,
    duel_by_month,
    split_bar,
    spread_labels,
)
from tests import lanes

unhurried = lanes.unhurried(400)
FIRST = datetime.date(2025, 11, 1)
counts = st.integers(0, 40)
days = st.dates(datetime.date(2000, 1, 1), datetime.date(2040, 12, 31))


def number(coordinate) -> float:
    """A coordinate as a number; it is written as every browser reads it, whatever the language."""
    assert re.fullmatch(r"-?[0-9]+(\.[0-9]+)?%?", coordinate)
    return float(coordinate.removesuffix("%"))


def months(rows):
    return [(FIRST.replace(year=2025 + at // 12, month=at % 12 + 1), *row) for at, row in enumerate(rows)]


@unhurried
@given(st.lists(st.tuples(counts, counts), min_size=1, max_size=13))
def test_each_play_is_a_dot_of_its_month_with_the_won_ones_at_the_bottom(rows):
    dots = dots_by_month(months(rows))
    by_month = [
        [dot for dot in dots.upper if number(dot.x) == round((at + 0.5) * 100 / len(rows), 2)]
        for at in range(len(rows))
    ]
    assert [(sum(dot.won for dot in its), sum(not dot.won for dot in its)) for its in by_month] == rows
    for its in by_month:
        heights = [number(dot.y) for dot in its]
        assert heights == sorted(heights, reverse=True)
        assert [dot.won for dot in its] == sorted((dot.won for dot in its), reverse=True)
        assert all(0 < height < number(dots.ground) for height in heights)


@pytest.mark.long
@unhurried
@given(st.lists(st.tuples(counts, counts, counts, counts, counts), min_size=1, max_size=13))
def test_of_two_the_one_stands_above_the_band_and_the_other_below(rows):
    dots = duel_by_month(months(rows))
    assert len(dots.upper) == sum(won + rest for won, rest, *_ in rows)
    assert len(dots.lower) == sum(won + rest for _, _, won, rest, _ in rows)
    assert sum(dot.won for dot in dots.upper) == sum(won for won, *_ in rows)
    assert all(0 < number(dot.y) < number(dots.ground) for dot in dots.upper)
    assert all(number(dots.band) < number(dot.y) < number(dots.height) for dot in dots.lower)
    assert len(dots.level) == sum(bool(row[-1]) for row in rows)


@unhurried
@given(st.lists(st.tuples(counts, counts).map(lambda pair: (max(pair), min(pair))), max_size=14))
def test_columns_are_as_high_as_their_figures_and_filled_as_far_as_was_won(bars):
    placed = build_columns([("", *bar) for bar in bars], height=96, head=18)
    most = max((value for value, _ in bars), default=0) or 1
    for (value, won), column in zip(bars, placed, strict=True):
        assert abs(number(column.height) - 78 * value / most) < 0.01
        assert abs(number(column.won_height) - 78 * won / most) < 0.01
        assert abs(number(column.y) + number(column.height) - 96) < 0.02
        assert number(column.x) + number(column.width) <= 100.01


@unhurried
@given(st.lists(st.integers(0, 1000), min_size=1, max_size=5))
def test_the_parts_of_a_bar_fill_it_in_their_order(numbers):
    begin = 0.0
    for part, count in zip(split_bar(*numbers), numbers, strict=True):
        assert abs(number(part.x) - begin) <= 0.0501
        assert abs(number(part.width) - 100 * count / (sum(numbers) or 1)) < 0.01
        begin += number(part.width)


@unhurried
@given(st.lists(st.tuples(st.floats(0, 90), st.floats(0.1, 9)), min_size=1, max_size=8))
def test_ratings_stand_on_one_scale_from_nothing_to_a_round_number(ratings):
    placed, ticks = build_spans(ratings)
    top = ticks[-1].label if ticks[-1].at == "100%" else None
    for (mu, _), span in zip(ratings, placed, strict=True):
        ends = [number(getattr(span, name)) for name in ("lowest", "low", "middle", "high", "highest")]
        assert ends == sorted(ends)
        assert 0 <= ends[0] <= ends[-1] <= 100
        if top:
            assert abs(ends[2] - 100 * mu / top) < 0.01
    assert (ticks[0].label, ticks[0].at) == (0, "0%")
    assert 2 <= len(ticks) <= 6


@unhurried
@given(days, days)
def test_time_is_a_real_axis_with_few_months_named_and_a_line_at_each_new_year(one, other):
    time = Time(min(one, other), max(one, other))
    assert 3 <= time.at(time.first) <= time.at(time.last) <= 97
    places = [number(tick.at) for tick in time.ticks]
    assert places == sorted(places)
    assert len(places) <= 6
    assert len(time.new_years) == time.last.year - time.first.year


@unhurried
@given(st.lists(st.tuples(days, st.integers(-50, 500), st.booleans()), min_size=1))
def test_scores_stand_the_higher_the_more_they_are(scores):
    time = Time(min(on for on, *_ in scores), max(on for on, *_ in scores))
    points = [each for _, each, _ in scores]
    found = build_strip(time, scores, low=min(points), half=min(points), high=max(points))
    assert [dot.won for dot in found.dots] == [won for *_, won in scores]
    heights = {each: number(dot.y) for each, dot in zip(points, found.dots, strict=True)}
    assert [heights[each] for each in sorted(heights)] == sorted(heights.values(), reverse=True)
    assert all(0 < height < STRIP_HEIGHT for height in heights.values())


@unhurried
@given(st.lists(st.floats(0, 200), max_size=9).map(sorted))
def test_labels_that_want_to_stand_together_are_pushed_apart(wanted):
    placed = spread_labels(wanted, least=21)
    assert len(placed) == len(wanted)
    assert all(after - before > 20.99 for before, after in zip(placed, placed[1:], strict=False))
