"""Pages of people and games explain their figures to a newcomer."""

import pytest
from django.urls import reverse

from tests.phones import again, at, finished, owners_phone, seat_of, text_of
from tests.results.sharing.test_results import of_one_stage

pytestmark = pytest.mark.django_db
EXPECTED = "Expected: the wins that chance alone would give."


def page_of_game(play):
    return owners_phone(play).get(reverse("history:group_game", args=[play.group.uuid, play.game_slug]))


def page_of_person(play, name):
    return owners_phone(play).get(reverse("history:player", args=[play.group.uuid, seat_of(play, name).player_id]))


def test_expected_wins_and_typical_scores_are_explained_where_they_stand():
    play = finished(cards={"anna": {"water": 4}})
    game, person = text_of(page_of_game(play)), text_of(page_of_person(play, "Anna"))
    people = text_of(owners_phone(play).get(reverse("groups:players", args=[play.group.uuid])))
    assert all(EXPECTED in page for page in (game, person, people))
    assert "Typical score: the middle one of all scores." in game
    assert "more plays, a ranking by strength appears here." in game
    assert "too few plays so far · ranked after" in person


def test_current_streak_of_one_is_one_win():
    play = finished(cards={"anna": {"water": 4}})
    assert "Current streak 1 win Expected:" in text_of(page_of_person(play, "Anna"))


def test_coop_win_rate_has_a_heading_and_a_loss_is_titled_like_a_win():
    play = of_one_stage("pandemic", ("Anna", "Ben"), anna={"cured": "no"})
    page = text_of(page_of_game(play))
    assert "plays won win rate" in page
    assert "Pandemic: Anna Ben co-op loss" in page


def test_free_colours_have_no_letter():
    play = finished(names=("Fiona", "Ben"))
    form = owners_phone(play).get(
        reverse("groups:edit_player", args=[play.group.uuid, seat_of(play, "Fiona").player_id])
    )
    assert form.content.decode().count(">F</span>") == 1


def test_total_that_was_typed_in_has_no_section_that_explains_it():
    total, counted = (
        of_one_stage("viticulture", anna={"points": 21}, ben={"points": 20}, chris={"points": 9}),
        finished(cards={"anna": {"water": 4}}),
    )
    for play, is_explained in ((total, False), (counted, True)):
        page = text_of(owners_phone(play).get(at("plays:play", again(play))))
        assert ("where every point comes from" in page) is is_explained
