"""How unusual a score is, how scores are spread."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.history.game_page import points_context
from companion.statistics.scores import ENOUGH_SCORES, Scores
from tests.statistics.histories import histories, played, unhurried

points = st.lists(st.integers(-300, 300), min_size=1, max_size=60)


@unhurried
@given(points)
def test_a_score_beats_the_part_of_the_others_that_is_lower(scores):
    for one in scores:
        others = list(scores)
        others.remove(one)
        beaten = Scores(scores).share_beaten(one)
        if len(scores) < ENOUGH_SCORES:
            assert beaten is None
        else:
            assert beaten == pytest.approx(sum(other < one for other in others) / len(others))


def test_the_best_of_all_beats_all_others_and_the_lowest_none():
    scores = Scores(range(1, 12))
    assert scores.share_beaten(11) == 1
    assert scores.share_beaten(1) == 0


def test_only_scores_of_tables_of_one_size_are_compared():
    for_two = [played((1, 40 + number), (2, 30)) for number in range(6)]
    for_three = [played((1, 20 + number), (2, 10), (3, 5)) for number in range(6)]
    scores = Scores.by_size(for_two + for_three)
    assert scores["marbles", 3].share_beaten(25) == 1
    assert len(scores["marbles", 2].points) == 12
    assert Scores.of(for_two + for_three).share_beaten(25) < 1


@unhurried
@given(points, st.integers(1, 12))
def test_every_score_lies_in_one_bin_of_few(scores, most):
    bins = Scores(scores).spread(most=max(most, 2))
    assert len(bins) <= max(most, 2)
    assert len({each.high - each.low for each in bins}) == 1
    for each in bins:
        assert each.number == sum(each.low <= score <= each.high for score in scores)
    assert sum(each.number for each in bins) == len(scores)
    assert bins[0].number and bins[-1].number


@pytest.mark.parametrize(
    ("scores", "edges"),
    [
        ([7], [(7, 7)]),
        ([13, 38], [(10, 14), (15, 19), (20, 24), (25, 29), (30, 34), (35, 39)]),
        ([150, 412], [(150, 199), (200, 249), (250, 299), (300, 349), (350, 399), (400, 449)]),
    ],
)
def test_bins_begin_at_round_numbers(scores, edges):
    assert [(each.low, each.high) for each in Scores(scores).spread()] == edges


def test_of_no_scores_there_is_no_picture():
    assert Scores([]).spread() == []


@unhurried
@given(histories())
def test_the_average_is_that_of_all_seats(history):
    scores = [place.points for played in history for place in played.places]
    if scores:
        assert float(Scores.of(history).average) == pytest.approx(sum(scores) / len(scores))


@pytest.mark.parametrize(
    ("points", "median"), [([10, 20, 30], 20), ([165, 30], Decimal("97.5")), ([1, 3], 2), ([None, 7], 7), ([], None)]
)
def test_the_median_lies_between_the_two_middle_scores(points, median):
    assert Scores(points).median == median


def test_places_without_points_are_passed_over():
    scores = Scores([None, 10, None, 20])
    assert (scores.points, scores.average) == ([10, 20], 15)
    assert scores.share_beaten(None) is None


def test_scores_with_decimals_are_spread_by_their_whole_part():
    bins = Scores([Decimal("-0.5"), Decimal("0.5"), 1]).spread()
    assert [(each.low, each.number) for each in bins] == [(-1, 1), (0, 1), (1, 1)]


def test_what_it_takes_to_win_leaves_out_plays_that_everyone_won():
    shared = played((1, 9), (2, 9), number=1)
    won = [played((1, points), (2, 5), number=points) for points in range(18, 30)]
    low, high = points_context([shared, *won], None)["to_win"]
    assert (low, high) == (21, 27)
