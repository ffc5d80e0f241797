"""Pictures as numbers: all of it lies within the picture and says what the figures say."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.history.charts import columns, plot, scale, shares, spans

unhurried = settings(deadline=None, derandomize=True, print_blob=False)
values = st.integers(-500, 1_000_000)
series = st.lists(st.lists(st.tuples(st.integers(0, 39), values), min_size=1, max_size=40), min_size=1, max_size=4)


def number(coordinate) -> float:
    """A coordinate as a number; it is written as every browser reads it, whatever the language."""
    assert re.fullmatch(r"-?[0-9]+(\.[0-9]+)?%", coordinate)
    return float(coordinate[:-1])


@unhurried
@given(values, values)
def test_a_scale_has_few_round_numbers_around_all_values(one, other):
    least, most = sorted((one, other))
    low, high, ticks = scale(least, most)
    assert low <= least <= most <= high
    assert low < high
    assert (ticks[0], ticks[-1]) == (low, high)
    assert 2 <= len(ticks) <= 5
    assert len({after - before for before, after in zip(ticks, ticks[1:], strict=False)}) == 1


@unhurried
@given(series)
def test_lines_lie_within_the_picture_and_higher_is_more(lines):
    drawn = plot([(str(at), points) for at, points in enumerate(lines)])
    for line, points in zip(drawn.lines, lines, strict=True):
        places = [(number(dot.x), number(dot.y)) for dot in line.dots]
        assert all(0 <= coordinate <= 100 for place in places for coordinate in place)
        assert line.path.count(",") == len(points)
        for (x, y), (at, value) in zip(places, points, strict=True):
            for (other_x, other_y), (other_at, other) in zip(places, points, strict=True):
                assert (other_at > at) == (other_x > x)
                assert other <= value or other_y <= y


def test_only_levels_that_were_reached_are_marked():
    drawn = plot([("", [(0, 185), (1, 224)])], levels=[("low", 191), ("middle", 221), ("high", 251)])
    assert [each.label for each in drawn.levels] == ["low", "middle"]


@unhurried
@given(st.lists(st.tuples(st.text(max_size=3), st.integers(0, 999)), min_size=1, max_size=24))
def test_columns_stand_side_by_side_on_one_ground_and_are_as_high_as_their_numbers(bars):
    drawn = columns(bars)
    most = max(value for _, value in bars) or 1
    tallest = max(number(each.height) for each in drawn) or 1
    for each, (label, value) in zip(drawn, bars, strict=True):
        assert (each.label, each.value) == (label, value)
        assert number(each.y) + number(each.height) == pytest.approx(82, abs=0.02)
        assert number(each.height) / tallest == pytest.approx(value / most, abs=0.02)
        assert 0 <= number(each.above) <= number(each.y)
    for one, other in zip(drawn, drawn[1:], strict=False):
        assert number(one.x) + number(one.width) <= number(other.x)
    assert number(drawn[-1].x) + number(drawn[-1].width) <= 100


@unhurried
@given(st.lists(st.integers(0, 500), min_size=1, max_size=5))
def test_the_parts_of_a_bar_follow_each_other_and_fill_it(counts):
    parts = shares(*counts)
    begin = 0
    for part, count in zip(parts, counts, strict=True):
        assert number(part.x) == pytest.approx(begin, abs=0.02)
        assert number(part.width) == pytest.approx(100 * count / (sum(counts) or 1), abs=0.02)
        begin += number(part.width)
    assert begin == pytest.approx(100 if sum(counts) else 0, abs=0.05)


def test_ranges_share_one_scale():
    assert spans([(10, 30), (20, 50)]) == [("2%", "26%", "50%"), ("26%", "62%", "98%")]
    assert spans([(10, 30)]) == [("2%", "50%", "98%")]
