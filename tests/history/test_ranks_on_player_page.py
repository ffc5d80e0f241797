"""A rank on a player's page is one among those who played against each other: people, or teams."""

import pytest
from django.urls import reverse

from tests.phones import again, owners_phone, seat_of, text_of
from tests.plays.test_teams import in_teams, over
from tests.results.sharing.test_results import of_one_stage
from tests.statistics.histories import played

pytestmark = pytest.mark.django_db


def page_of(play, name):
    return text_of(
        owners_phone(play).get(reverse("history:player", args=[play.group.uuid, seat_of(play, name).player_id]))
    )


@pytest.mark.parametrize(("cured", "ended"), [("yes", "won"), ("no", "lost")])
def test_coop_is_won_or_lost_and_has_no_rank(cured, ended):
    play = of_one_stage("pandemic", anna={"cured": cured})
    page = page_of(play, "Ben")
    assert "of 3" not in page.partition("Recent results")[2]
    assert f"20 Nov 2026 {ended}" in page


def test_rank_of_a_team_is_one_among_teams():
    play, _phone = in_teams("1", "2", "1", "2")
    play = over(again(play), anna={"cards": 65}, ben={"cards": 35})
    page = page_of(play, "Dora")
    assert "35 points 2 of 2" in page
    assert "65 points 1 of 2" in page_of(play, "Anna")


def test_rank_behind_a_team_of_two_skips_no_rank():
    play = played((1, 60), (2, 60), (3, 40))._replace(teams=(1, 1, -3))
    assert [play.rank_of(place) for place in play.places] == [1, 1, 2]
