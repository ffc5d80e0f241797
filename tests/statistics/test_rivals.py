"""Who finishes before whom."""

from itertools import combinations, permutations

import pytest
from hypothesis import given

from companion.statistics.rivals import count_pairs, count_rivals
from tests.statistics.histories import PLAYERS, histories, played, unhurried


def naive_pair(history, one, other):
    """(ahead, behind, level) of one player against another, looked up in each play."""
    signs = []
    for each in history:
        ranks = {place.player: place.rank for place in each.places}
        if one in ranks and other in ranks:
            signs.append((ranks[one] > ranks[other]) - (ranks[one] < ranks[other]))
    return signs.count(-1), signs.count(1), signs.count(0)


@unhurried
@given(histories())
def test_each_opponent_is_counted_as_looking_it_up_gives(history):
    for player in PLAYERS:
        met = {each.other: (each.ahead, each.behind, each.level) for each in count_rivals(history, player)}
        wanted = {other: naive_pair(history, player, other) for other in PLAYERS if other != player}
        assert met == {other: counts for other, counts in wanted.items() if any(counts)}


@unhurried
@given(histories())
def test_every_pair_that_met_is_there_once_with_the_better_one_first(history):
    pairs = count_pairs(history)
    assert all(each.ahead >= each.behind for each in pairs)
    for one, other in combinations(PLAYERS, 2):
        counts = naive_pair(history, one, other)
        found = [each for each in pairs if {each.one, each.other} == {one, other}]
        assert len(found) == bool(any(counts))
        for each in found:
            assert (each.ahead, each.behind, each.level) == naive_pair(history, each.one, each.other)


@pytest.mark.long
@unhurried
@given(histories())
def test_what_one_is_ahead_the_other_is_behind(history):
    counts = {(each.one, each.other): each for player in PLAYERS for each in count_rivals(history, player)}
    for one, other in permutations(PLAYERS, 2):
        if (one, other) in counts:
            assert counts[one, other].ahead == counts[other, one].behind
            assert counts[one, other].level == counts[other, one].level


def test_who_met_most_often_comes_first():
    history = [played((1, 5), (3, 4)), played((1, 5), (2, 4)), played((1, 5), (3, 4))]
    assert [each.other for each in count_rivals(history, 1)] == [3, 2]
    assert [(each.one, each.other, each.together) for each in count_pairs(history)] == [(1, 3, 2), (1, 2, 1)]
