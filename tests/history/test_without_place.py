"""A player whom nobody counted in a play: it counts among their plays, and in nothing that compares results."""

import pytest
from django.urls import reverse

from companion.history.own_page import own_context
from companion.history.people_page import people_context
from companion.history.player_page import player_context
from companion.models import Group, Person, Play
from companion.plays.lifecycle import close_stage, finish
from companion.plays.rounds import end_rounds
from tests.phones import a_play, again, count, owner_of, owners_phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Play:
    """Return a finished play of Anna and Ben in which nobody counted Ben."""
    play = a_play(game="6-nimmt", names=("Anna", "Ben"))
    count(play, anna={"heads": 4})
    close_stage(again(play), again(play).stage, person=owner_of(play), anyway=True)
    end_rounds(again(play))
    finish(again(play), person=owner_of(play))
    return again(play)


def test_people_of_the_group_have_played_it(play):
    players = people_context(play.group)["players"]
    assert [(str(player), player.plays) for player in players] == [("Anna", 1), ("Ben", 1)]


def test_page_of_the_player_lists_it_without_a_result(play):
    ben = play.group.players.get(name="Ben")
    context = player_context(play.group, ben)
    assert (context["plays"], context["wins"].plays, context["alone"].plays) == (1, 0, 0)
    [newest] = context["outcomes"]
    assert (newest.points, newest.rank, newest.won) == (None, None, None)
    [game] = context["games"]
    assert (game.plays, game.average, game.best, game.newest) == (1, None, None, [])
    text = text_of(owners_phone(play).get(reverse("history:player", args=[play.group.uuid, ben.pk])))
    assert text.count("not counted") == 2
    assert "Solo" not in text


def test_person_has_played_and_won_nothing(play):
    person = Person.objects.create_visitor()
    play.group.players.filter(name="Ben").update(person=person)
    numbers = own_context(person, [Group.objects.get(pk=play.group_id)])["ever"]
    assert (numbers.plays, numbers.evenings, numbers.games, numbers.wins.plays) == (1, 1, 1, 0)
