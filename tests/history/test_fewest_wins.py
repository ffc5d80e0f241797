"""A game that the fewest points win: what is best there is the least."""

import pytest

from tests.phones import a_play, owners_phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def group():
    """A group that has played three games of hearts: Anna and Ben each won one with 12 points, Anna one with 30."""
    group = a_play().group
    phone = owners_phone(group.plays.first())
    for anna, ben in ((12, 45), (60, 12), (30, 31)):
        names = {"player-0": "Anna", "total-0": anna, "player-1": "Ben", "total-1": ben}
        sent = {"of": "hearts", "wins": "fewest", "played_on": "2025-11-20", **names}
        assert phone.post(f"/groups/{group.uuid}/totals", sent).status_code == 302
    return group


def page_of(group, path):
    return text_of(owners_phone(group.plays.first()).get(f"/groups/{group.uuid}/{path}"))


def number_of(group, name):
    return group.players.get(name=name).pk


def test_the_records_of_the_game_name_the_lowest_total_and_how_often_it_was_reached(group):
    text = page_of(group, "games/hearts")
    assert "12 Lowest score 2 times, most recently Ben" in text
    assert "30 Highest winning score Anna" in text
    assert "31 Lowest losing score Ben" in text
    assert "48 Biggest lead Ben" in text
    assert "1 Smallest lead Anna" in text


def test_the_list_of_games_and_the_year_name_it_too(group):
    assert "Record: 12 by Ben" in page_of(group, "games")
    assert "Hearts 12" in page_of(group, "years/2025")


def test_the_best_of_a_player_is_the_least(group):
    text = page_of(group, f"players/{number_of(group, 'Ben')}")
    assert "12 best" in text
    assert "12 Hearts: Lowest score 2 times" in text


@pytest.mark.long
def test_the_closest_finish_of_the_year_is_a_lead_too(group):
    text = page_of(group, "years/2025")
    assert "The closest finish Hearts, 20 Nov 2025" in text
    assert "Anna 30 Ben 31" in text


@pytest.mark.long
def test_who_is_before_the_other_by_points_has_fewer_of_them(group):
    text = page_of(group, f"players/{number_of(group, 'Anna')}/against/{number_of(group, 'Ben')}")
    assert "Hearts 2 1 −4.67" in text
