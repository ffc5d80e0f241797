"""Records, and the plays that set them."""

import pytest
from hypothesis import given

from companion.statistics.records import Feat, find_best_total, find_records
from tests.statistics.histories import histories, played, unhurried


def naive_records(history):
    """{feat: (value, plays that reached it)}, each by a list of all there are."""
    contests = [each for each in history if len({place.won for place in each.places}) == 2]
    # Where anybody plays against others, what one reaches alone is no record.
    against = [each for each in history if len(each.places) > 1]
    counting = against or [each for each in history if any(place.won for place in each.places)]
    most_points = [(max(place.points for place in each.places), each.play) for each in counting]
    won = {each.play: max(place.points for place in each.places if place.won) for each in contests}
    lost = {each.play: max(place.points for place in each.places if not place.won) for each in contests}
    alone = {each.play for each in contests if sum(place.won for place in each.places) == 1}
    leads = [(won[play] - lost[play], play) for play in won if play in alone]
    lists = {
        Feat.MOST_POINTS: (max, most_points),
        Feat.FEWEST_TO_WIN: (min, [(points, play) for play, points in won.items()]),
        Feat.MOST_TO_LOSE: (max, [(points, play) for play, points in lost.items()]),
        Feat.BIGGEST_LEAD: (max, leads),
        Feat.SMALLEST_LEAD: (min, leads),
    }
    if not any(lead for lead, _ in leads):
        lists[Feat.BIGGEST_LEAD] = (max, [])
    if len({lead for lead, _ in leads}) < 2:
        lists[Feat.SMALLEST_LEAD] = (max, [])
    best = {feat: extreme(value for value, _ in all_) for feat, (extreme, all_) in lists.items() if all_}
    return {feat: (value, [play for each, play in lists[feat][1] if each == value]) for feat, value in best.items()}


@unhurried
@given(histories(games=("marbles",)))
def test_each_is_the_extreme_of_all_plays_and_names_all_that_reached_it(history):
    found = {record.feat: (record.value, [play for play, _ in record.times]) for record in find_records(history)}
    assert found == naive_records(history)
    assert all(record.play == record.times[-1][0] for record in find_records(history))


@pytest.mark.long
@unhurried
@given(histories(games=("marbles",)))
def test_whose_it_is_sat_in_the_play_that_set_it(history):
    plays = {each.play: each for each in history}
    for record in find_records(history):
        points = {place.player: place.points for place in plays[record.play].places}
        assert record.players
        if record.feat in (Feat.MOST_POINTS, Feat.MOST_TO_LOSE, Feat.FEWEST_TO_WIN):
            assert {points[player] for player in record.players} == {record.value}


TURNED = {
    Feat.MOST_POINTS: Feat.FEWEST_POINTS,
    Feat.FEWEST_TO_WIN: Feat.MOST_TO_WIN,
    Feat.MOST_TO_LOSE: Feat.FEWEST_TO_LOSE,
}


@pytest.mark.long
@unhurried
@given(histories(games=("marbles",)))
def test_where_the_fewest_points_win_they_are_those_of_the_same_plays_with_all_points_below_nothing(history):
    below = [
        each._replace(places=tuple(place._replace(points=-place.points) for place in each.places)) for each in history
    ]
    turned = {
        TURNED.get(feat, feat): (-value if feat in TURNED else value, plays)
        for feat, (value, plays) in naive_records(history).items()
    }
    found = find_records(below, fewest_wins=True)
    assert {record.feat: (record.value, [play for play, _ in record.times]) for record in found} == turned


def test_where_the_fewest_points_win_the_lowest_total_is_the_best_and_equal_ones_count():
    plays = [played((1, -12), (2, -30), number=1), played((2, -12), (3, -12), (1, -40), number=2)]
    # `played` lets who has most win; with the signs turned these are totals of 12, 30 and 40.
    turned = [
        each._replace(places=tuple(place._replace(points=-place.points) for place in each.places)) for each in plays
    ]
    best = find_best_total(turned, fewest_wins=True)
    assert (best.feat, best.value, best.times) == (Feat.FEWEST_POINTS, 12, ((1, (1,)), (2, (2, 3))))


def test_they_name_everybody_who_shares_one():
    [most, *_] = find_records([played((1, 30), (2, 30), (3, 12))])
    assert (most.feat, most.value, most.players) == (Feat.MOST_POINTS, 30, (1, 2))


def test_who_plays_alone_can_only_have_most_points():
    assert [record.feat for record in find_records([played((1, 230))])] == [Feat.MOST_POINTS]


def test_who_lost_alone_has_no_record_whatever_the_points():
    lost = played((1, 230))
    lost = lost._replace(places=(lost.places[0]._replace(won=False),))
    assert find_records([lost]) == []
    [most] = find_records([lost, played((1, 190), number=2)])
    assert (most.value, most.play) == (190, 2)


def test_without_plays_there_are_none():
    assert find_records([]) == []


def test_what_one_reaches_alone_is_no_record_of_a_game_for_several():
    records = find_records([played((1, 230), number=1), played((1, 40), (2, 30), number=2)])
    assert (records[0].value, records[0].play) == (40, 2)


def test_a_play_without_points_has_no_record():
    nobody = played((1, 0), (2, 0))
    nobody = nobody._replace(places=tuple(place._replace(points=None) for place in nobody.places))
    assert find_records([nobody]) == []
    half = nobody._replace(places=(nobody.places[0], nobody.places[1]._replace(points=20)))
    records = find_records([half])
    assert [(each.feat, each.value) for each in records] == [(Feat.MOST_POINTS, 20)]


def test_shared_win_is_no_lead():
    shared, won = played((1, 42), (2, 42), (3, 30), number=1), played((1, 40), (2, 36), (3, 31), number=2)
    leads = [(each.feat, each.value) for each in find_records([shared, won]) if "lead" in each.feat]
    assert leads == [(Feat.BIGGEST_LEAD, 4)]
    assert not [each for each in find_records([shared]) if "lead" in each.feat]


def test_win_of_a_team_is_a_lead():
    teams = played((1, 42), (2, 42), (3, 30))._replace(teams=(1, 1, -3))
    assert Feat.BIGGEST_LEAD in [each.feat for each in find_records([teams])]


def test_smallest_lead_is_a_record_once_leads_differ():
    one, other = played((1, 9), (2, 4), number=1), played((1, 9), (2, 8), number=2)
    assert Feat.SMALLEST_LEAD not in [each.feat for each in find_records([one])]
    assert (Feat.SMALLEST_LEAD, 1) in [(each.feat, each.value) for each in find_records([one, other])]
