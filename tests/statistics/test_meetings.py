"""Two players at the same tables."""

from itertools import groupby

import pytest
from hypothesis import given

from companion.statistics.meetings import count_meetings, find_extremes, find_meetings, find_runs
from companion.statistics.rivals import count_rivals
from tests.statistics.histories import histories, played, unhurried


def naive_meetings(history, one, other):
    """(play, sign, points, the other's points, whether the better one won, number of seats), looked up in each play."""
    found = []
    for each in history:
        by_player = {place.player: place for place in each.places}
        if {one, other} <= by_player.keys():
            mine, theirs = by_player[one], by_player[other]
            sign = 0 if mine.rank == theirs.rank else -1 if mine.rank < theirs.rank else 1
            leader = theirs if sign == 1 else mine
            found.append((each.play, sign, mine.points, theirs.points, leader.won, len(each.places) == 2))
    return found


@unhurried
@given(histories())
def test_they_are_what_looking_each_play_up_gives(history):
    found = find_meetings(history, 1, 2)
    told = [(each.play, each.sign, each.points, each.others, each.leader_won, each.only_two) for each in found]
    assert told == naive_meetings(history, 1, 2)


@pytest.mark.long
@unhurried
@given(histories())
def test_counted_they_are_what_the_players_own_page_says(history):
    pair = count_meetings(1, 2, find_meetings(history, 1, 2))
    assert [each for each in count_rivals(history, 1) if each.other == 2] == ([pair] if pair.together else [])


@unhurried
@given(histories())
def test_runs_are_those_of_equal_signs_one_after_the_other(history):
    meetings = find_meetings(history, 1, 2)
    runs = find_runs(meetings)
    lengths = [(sign, len(list(its))) for sign, its in groupby(meetings, lambda each: each.sign)]
    longest = [max((length for sign, length in lengths if sign == wanted), default=0) for wanted in (-1, 1)]
    assert [runs.longest_of_one, runs.longest_of_other] == longest
    now = lengths[-1] if lengths and lengths[-1][0] else (0, 0)
    assert (runs.sign, runs.now) == now


@unhurried
@given(histories())
def test_the_closest_and_the_clearest_have_none_beyond_them(history):
    meetings = find_meetings(history, 1, 2)
    told = [each for each in meetings if each.sign and each.points != each.others]
    if len(told) < 2:
        assert find_extremes(meetings) is None
        return
    closest, clearest = find_extremes(meetings)
    parts = [abs(each.points - each.others) / max(abs(each.points), abs(each.others)) for each in told]
    assert closest.closeness == min(parts)
    assert clearest.closeness == max(parts)


def test_of_equal_ones_the_newest_is_told():
    history = [played((1, 10), (2, 8), number=number) for number in (1, 2)]
    closest, clearest = find_extremes(find_meetings(history, 1, 2))
    assert closest.play == clearest.play == 2
