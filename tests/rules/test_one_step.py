"""What one more or one less of a count would have changed."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.rules import GAMES
from companion.rules.scoring.checking import check
from companion.rules.scoring.one_step import total_changes
from companion.rules.scoring.result import score_table

TUAREG = GAMES["tuareg"]
WATER = TUAREG.stages[0].fields[0]


def table_of(*water):
    seats = [{"player": name, "stages": {"1": {"water": each}}} for name, each in zip("ABC", water, strict=False)]
    table, problems = check(TUAREG, {"game": "tuareg", "seats": seats})
    assert not [problem for problem in problems if problem.blocks]
    return table


@pytest.mark.parametrize(
    ("water", "seat", "by", "changes"),
    [
        # Six for the most, five each for those who tie.
        ((3, 3, 0), 0, 1, [1, -5, 0]),
        ((3, 3, 0), 0, -1, [-5, 1, 0]),
        ((4, 2, 0), 0, -1, [0, 0, 0]),
        ((3, 2, 0), 1, 1, [-1, 5, 0]),
    ],
)
def test_one_more_or_less_says_who_would_have_had_more_or_fewer_points(water, seat, by, changes):
    assert total_changes(TUAREG, table_of(*water), seat, "1", WATER, by) == changes


def test_there_is_no_one_more_than_the_box_holds_nor_one_less_than_nothing():
    assert total_changes(TUAREG, table_of(5, 3, 0), 0, "1", WATER, 1) is None
    assert total_changes(TUAREG, table_of(5, 3, 0), 2, "1", WATER, -1) is None


@given(st.lists(st.integers(0, 2), min_size=3, max_size=3), st.integers(0, 2), st.sampled_from([1, -1]))
def test_it_is_what_scoring_the_changed_table_says(water, seat, by):
    assume(water[seat] + by >= 0)
    changed = [count + by * (place == seat) for place, count in enumerate(water)]
    was, now = (
        [standing.points for standing in score_table(TUAREG, table_of(*counts)).standings]
        for counts in (water, changed)
    )
    told = total_changes(TUAREG, table_of(*water), seat, "1", WATER, by)
    assert told == [after - before for before, after in zip(was, now, strict=True)]
