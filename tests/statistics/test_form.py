"""How it went over time."""

import datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.statistics.form import (
    compare_halves,
    find_best_evenings,
    h_index,
    last_results,
    months_between,
    wins_by_month,
)
from tests.statistics.histories import FIRST_DAY, PLAYERS, histories, unhurried, won_by


def contests(history, player):
    """(play, the player's place) of all tables at which they sat with others."""
    return [
        (each, place) for each in history if len(each.places) > 1 for place in each.places if place.player == player
    ]


def naive_credit(each, place):
    winners = [other for other in each.places if other.won]
    if not winners and each.can_be_drawn:
        return Fraction(1, len(each.places))
    return Fraction(1, len(winners)) if place.won else Fraction(0)


@unhurried
@given(histories())
def test_each_month_has_what_was_won_in_it_and_none_is_left_out(history):
    for player in PLAYERS:
        months = wins_by_month(history, player, most=1000)
        for month in months:
            its = [place.won for each, place in contests(history, player) if each.on.replace(day=1) == month.first]
            assert (month.won, month.rest) == (its.count(True), its.count(False))
        assert sum(month.won + month.rest for month in months) == len(contests(history, player))
        firsts = [month.first for month in months]
        assert firsts == months_between(firsts[0], firsts[-1]) if firsts else True


def test_only_the_newest_months_are_kept():
    history = [won_by(1, 2, on=datetime.date(2025, month, 3)) for month in (1, 4)]
    assert [month.first.month for month in wins_by_month(history, 1, most=2)] == [3, 4]


@unhurried
@given(histories())
def test_the_last_results_are_the_newest_ones_in_their_order(history):
    found = last_results(history, most=3)
    for player in PLAYERS:
        assert found.get(player, []) == [place.won for _, place in contests(history, player)][-3:]


@unhurried
@given(histories())
def test_no_evening_is_better_than_the_best_ones(history):
    for player in PLAYERS:
        days = {}
        for each, place in contests(history, player):
            days.setdefault(each.on, []).append(naive_credit(each, place) - Fraction(1, len(each.places)))
        wanted = sorted((sum(parts) for parts in days.values() if len(parts) > 1 and sum(parts) > 0), reverse=True)[:3]
        found = find_best_evenings(history, player, most=3)
        assert [best.beyond for best in found] == pytest.approx([float(each) for each in wanted])
        for best in found:
            own = [pair for pair in contests(history, player) if pair[0].on == best.on]
            assert best.won == pytest.approx(float(sum(naive_credit(*pair) for pair in own)))


@unhurried
@given(histories(most=60))
def test_halves_are_the_parts_won_before_a_day_and_from_it_on(history):
    middle = FIRST_DAY + datetime.timedelta(days=250)
    found = {half.player: half for half in compare_halves(history, middle, fewest=2)}
    for player in PLAYERS:
        parts = [
            [naive_credit(each, place) for each, place in contests(history, player) if (each.on >= middle) == is_after]
            for is_after in (False, True)
        ]
        assert (player in found) == (min(map(len, parts)) >= 2)
        if player in found:
            means = [float(sum(its) / len(its)) for its in parts]
            assert (found[player].before, found[player].after) == pytest.approx(tuple(means))
    rises = [half.rise for half in found.values()]
    assert rises == pytest.approx(sorted(rises, reverse=True))


@unhurried
@given(st.lists(st.integers(0, 30)))
def test_the_h_index_is_the_most_games_that_were_played_as_often(plays):
    wanted = max(index for index in range(len(plays) + 1) if sum(each >= index for each in plays) >= index)
    assert h_index(plays) == wanted
