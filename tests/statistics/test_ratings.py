"""Ratings from who finished before whom, and when there is a ranking."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from companion.statistics.history import Place
from companion.statistics.ratings import ENOUGH_PLAYS, fingerprint, plays_missing, rank_players, rate
from companion.statistics.wins import count_contests
from tests.statistics.histories import histories, played, unhurried, won_by

one_game = histories(games=("marbles",))
TWO = [(1, 2), (2, 1)]


def turned(each):
    """The same play with the seats the other way round."""
    return each._replace(places=each.places[::-1])


@unhurried
@given(one_game)
def test_they_are_what_the_library_gives_play_by_play(history):
    model, known = BradleyTerryFull(), {}
    for each in history:
        if len(each.places) < 2:
            continue
        before = [known.get(place.player, (25, 25 / 3)) for place in each.places]
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
        after = model.rate(teams, ranks=[place.rank for place in each.places])
        for place, [rating] in zip(each.places, after, strict=True):
            known[place.player] = rating.mu, rating.sigma
    assert rate(history) == {player: pytest.approx(rating) for player, rating in known.items()}


@unhurried
@given(one_game, st.integers(0, 25))
def test_going_on_from_earlier_ratings_is_as_good_as_rating_all_again(history, at):
    assert rate(history[at:], rate(history[:at])) == rate(history)


@pytest.mark.long
@unhurried
@given(one_game)
def test_they_do_not_depend_on_who_sat_where(history):
    other = rate([turned(each) for each in history])
    assert {player: pytest.approx(rating) for player, rating in rate(history).items()} == other


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_equals_who_tie_stay_equal_and_begin_at_25(seats):
    ratings = rate([played(*((player, 7) for player in range(seats)))])
    assert {round(mu, 6) for mu, _ in ratings.values()} == {25}


@pytest.mark.parametrize(
    "points", [(9, 9, 5, 3), (9, 5, 5, 3), (9, 5, 3, 3), (9, 9, 9, 3), (9, 5, 5), (9, 9, 5), (9, 7, 5, 3, 1)]
)
def test_newcomers_are_rated_in_the_order_they_finished(points):
    ratings = rate([played(*enumerate(points))])
    for one, its in enumerate(points):
        for other, others in enumerate(points):
            if its > others:
                assert ratings[one][0] > ratings[other][0] + 1
            elif its == others:
                assert ratings[one] == pytest.approx(ratings[other])


def test_who_plays_more_is_surer():
    ratings = rate([won_by(1, 2), won_by(2, 1), won_by(1, 2), won_by(2, 1), won_by(3, 1)])
    assert ratings[1][1] < ratings[3][1]


def test_a_play_entered_late_changes_the_later_ones():
    late, later = won_by(2, 1, number=7), [won_by(1, 2), won_by(1, 3)]
    assert rate([late, *later]) != rate([*later, late])


@unhurried
@given(one_game)
def test_a_fingerprint_tells_what_ratings_depend_on(history):
    assert fingerprint(history) == fingerprint(list(history))
    if history:
        first = history[0]
        place = first.places[0]
        changed = [
            first._replace(places=(place._replace(rank=place.rank + 1), *first.places[1:])),
            first._replace(places=(Place(99, *place[1:]), *first.places[1:])),
            first._replace(play=first.play + 100),
        ]
        for each in changed:
            assert fingerprint([each, *history[1:]]) != fingerprint(history)
        assert fingerprint(history[1:]) != fingerprint(history)


def ranked(history):
    return rank_players(rate(history), count_contests(history))


def missing(history):
    return plays_missing(count_contests(history))


class TestRanking:
    def test_there_is_none_before_two_have_played_enough(self):
        history = [won_by(*TWO[number % 2]) for number in range(ENOUGH_PLAYS - 1)]
        assert ranked(history) == []
        assert missing(history) == 1
        history.append(won_by(1, 2))
        assert [rung.player for rung in ranked(history)] == [1, 2]
        assert missing(history) == 0

    def test_two_wins_to_one_lack_three_plays(self):
        assert missing([won_by(1, 2), won_by(2, 1), won_by(1, 2)]) == 3

    def test_before_the_first_play_all_are_missing(self):
        assert missing([]) == ENOUGH_PLAYS

    def test_who_has_not_played_enough_is_not_in_it(self):
        history = [won_by(1, 2) for _ in range(ENOUGH_PLAYS)] + [won_by(3, 1)]
        assert [rung.player for rung in ranked(history)] == [1, 2]

    @unhurried
    @given(histories(games=("marbles",), most=40))
    def test_it_is_in_the_order_of_what_ratings_are_at_least(self, history):
        rungs = ranked(history)
        assert [rung.place for rung in rungs] == list(range(1, len(rungs) + 1))
        lows = [rung.low for rung in rungs]
        assert lows == sorted(lows, reverse=True)
        assert all(rung.low < rung.rating < rung.high for rung in rungs)
        assert len(rungs) != 1
