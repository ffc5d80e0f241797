"""The page of two players: who was ahead how often, by game, lately, and by how much."""

import pytest
from django.test import Client

from tests.groups.test_players import WINS, in_group
from tests.phones import THREE, a_play, finished, guests_phone, owners_phone, text_of


def page_of(play, one="Anna", other="Ben", phone=None):
    numbers = dict(play.group.players.values_list("name", "pk"))
    return (phone or owners_phone(play)).get(
        f"/groups/{play.group.uuid}/players/{numbers[one]}/against/{numbers[other]}"
    )


@pytest.fixture
def history():
    """Anna was ahead of Ben twice, Ben once, in the newest; and once Chris won before both."""
    first = finished(cards={"anna": WINS})
    in_group(first, days=1, names=("Anna", "Ben"))
    in_group(first, days=2, winner="chris")
    in_group(first, days=40, winner="ben")
    return first


def test_who_was_ahead_how_often_and_last_time(history):
    text = text_of(page_of(history))
    assert "Anna finished ahead in 2 of 4 plays, Ben in 1. Tied 1 time. Ben was ahead last time." in text
    assert "In two-player games: 1 : 0." in text


def test_seen_from_the_other_side_it_is_the_same_turned_round(history):
    assert "Ben finished ahead in 1 of 4 plays, Anna in 2." in text_of(page_of(history, "Ben", "Anna"))


def test_a_run_is_told_in_words(history):
    in_group(history, days=41, winner="ben")
    text = text_of(page_of(history))
    assert "Ben has finished ahead the last 2 times." in text
    assert "Anna’s longest streak 2 Ben’s longest streak 2" in text


def test_each_game_stands_with_its_points_a_play(history):
    page = page_of(history)
    [game] = page.context["games"]
    assert (game.pair.ahead, game.pair.behind, game.pair.level, game.points) == (2, 1, 1, 1.5)
    assert "Tuareg 2 1 +1.5" in text_of(page)


def test_the_months_show_a_dot_a_play_filled_where_the_better_one_won(history):
    dots = page_of(history).context["dots"]
    assert [dot.won for dot in dots.upper] == [True, True]
    assert [dot.won for dot in dots.lower] == [True]
    assert len(dots.level) == 1
    assert [month.month for month in dots.months] == [11, 12]


def test_the_last_five_lead_to_their_plays_and_all_to_the_history(history):
    for days in range(50, 54):
        in_group(history, days=days)
    page = page_of(history)
    assert len(page.context["newest"]) == 5
    assert page.context["newest"][0][0].on > page.context["newest"][-1][0].on
    assert "All 8" in text_of(page)


def test_who_has_not_met_is_told_so():
    play = finished(names=("Anna", "Ben"))
    in_group(play, names=("Chris", "Dora"), cards={})
    assert "Anna and Chris haven’t played each other yet." in text_of(page_of(play, "Anna", "Chris"))


def test_of_two_in_the_filter_it_says_who_was_ahead(history):
    numbers = dict(history.group.players.values_list("name", "pk"))
    page = owners_phone(history).get(
        f"/groups/{history.group.uuid}/plays?player={numbers['Anna']}&player={numbers['Ben']}"
    )
    assert "4 of 4 plays" in text_of(page)
    assert "Anna 2 : 1 Ben who finished ahead" in text_of(page)


def test_nobody_meets_themselves_or_somebody_of_another_group(history):
    anna = history.group.players.get(name="Anna").pk
    stranger = a_play(names=("Zoe", "Yun")).group.players.first().pk
    phone = owners_phone(history)
    for other in (anna, stranger, 0):
        assert phone.get(f"/groups/{history.group.uuid}/players/{anna}/against/{other}").status_code == 404


def test_it_is_for_members_alone(history):
    for phone in (Client(), guests_phone(history), owners_phone(a_play())):
        assert page_of(history, phone=phone).status_code == 404


@pytest.mark.long
def test_it_asks_the_database_as_often_however_much_was_played(history, django_assert_num_queries):
    phone = owners_phone(history)
    for _ in range(2):
        with django_assert_num_queries(12):
            page_of(history, phone=phone)
        for days in range(5):
            in_group(history, days=days, names=THREE)


def test_two_who_were_level_every_time_have_nothing_to_remember():
    text = text_of(page_of(finished(names=("Anna", "Ben"))))
    assert "Tied 1 time." in text
    assert "Memorable plays" not in text
