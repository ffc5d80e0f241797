"""A group of many games: its lists end after those played most often, until all are asked for."""

import datetime

import pytest
from django.urls import reverse

from companion.history import people_page, player_page
from companion.history.games_page import games_context
from companion.history.people_page import people_context
from companion.history.player_page import player_context
from companion.models import Play, Seat
from companion.rules import GAMES
from tests.phones import a_play, owners_phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def group():
    """A group in which each game was played to the end once more often than the one before it."""
    group = a_play().group
    for times, game in enumerate(GAMES, start=1):
        for day in range(times):
            play = Play.objects.create(
                group=group,
                game_slug=game,
                played_on=datetime.date(2025, 1, 1) + datetime.timedelta(days=day),
                state=Play.State.FINISHED,
            )
            for place, player in enumerate(group.players.all()[:2]):
                Seat.objects.create(
                    play=play, player=player, position=place, points=9 - place, rank=1 + place, is_winner=not place
                )
    return group


def test_the_list_of_games_ends_and_says_how_many_there_are(group):
    most = games_context(group, most=2)
    assert [each.game.slug for each in most["games"]] == list(GAMES)[:-3:-1]
    assert most["all_games"] == len(GAMES)
    assert len(games_context(group, most=None)["games"]) == len(GAMES)


def test_a_players_page_and_its_records_do_so_too_and_their_newest_results_are_of_all_games(group):
    player = group.players.first()
    most = player_context(group, player, most=2)
    assert [each.game.slug for each in most["games"]] == list(GAMES)[:-3:-1]
    everything = player_context(group, player, most=None)
    assert len(everything["games"]) == len(GAMES)
    assert most["outcomes"] == everything["outcomes"]
    slugs = {each.game.slug for each in most["games"]}
    assert most["records"] == [record for record in everything["records"] if record.game.slug in slugs]


def test_strips_are_drawn_for_the_games_played_most_often(group, monkeypatch):
    monkeypatch.setattr(player_page, "MOST_STRIPS", 2)
    profile = player_context(group, group.players.first())
    assert [bool(each.strip) for each in profile["games"]] == [True, True, *[False] * (len(GAMES) - 2)]
    assert len(profile["drawn"]) == 2


def test_the_way_to_all_of_them_is_there_only_where_there_are_more(group, monkeypatch):
    phone = owners_phone(group.plays.first())
    paths = [f"/groups/{group.uuid}/games", f"/groups/{group.uuid}/players/{group.players.first().pk}"]
    for path in paths:
        assert "?all=1" not in phone.get(path).content.decode()
    few = player_context.__kwdefaults__ | {"most": 2}
    monkeypatch.setattr(player_context, "__kwdefaults__", few)
    monkeypatch.setattr(games_context, "__kwdefaults__", few)
    for path in paths:
        assert f"All {len(GAMES)} games" in text_of(phone.get(path))
        assert "?all=1" not in phone.get(path, {"all": "1"}).content.decode()


def test_people_page_counts_whoever_is_not_in_its_table_of_meetings(group, monkeypatch):
    monkeypatch.setattr(people_page, "MOST_IN_MATRIX", 2)
    third = group.players.last()
    play = group.plays.filter(state=Play.State.FINISHED).first()
    assert people_context(group)["matrix_left_out"] == 0
    Seat.objects.create(play=play, player=third, position=2, points=1, rank=3)
    assert people_context(group)["matrix_left_out"] == 1
    page = owners_phone(play).get(reverse("groups:players", args=[group.uuid]))
    assert "1 more person isn’t in this table." in text_of(page)
