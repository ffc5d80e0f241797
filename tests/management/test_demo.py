"""`manage.py demo`: a group with a year of plays that could have been."""

import datetime
import re

import pytest
from django.test import Client

from companion.management.demo import create_demo_group
from companion.management.rescoring import rescore_all
from companion.models import Group, Play
from companion.rules import GAMES
from tests.commands import printed_by
from tests.pebbles.pebbles import GAME as PEBBLES
from tests.phones import at, phone_of, text_of

pytestmark = pytest.mark.django_db
UNTIL = datetime.date(2026, 11, 20)


def demo(*arguments):
    """What the command printed."""
    return printed_by("demo", "--until", "2026-11-20", *arguments)


def played(group):
    """What was played, as far as it is drawn by lot."""
    plays = group.plays.order_by("played_on", "pk").prefetch_related("seats__player")
    return [
        (
            play.game_slug,
            play.played_on,
            play.place,
            play.notes,
            [(seat.player.name, seat.points) for seat in play.seats.all()],
        )
        for play in plays
    ]


@pytest.fixture
def group():
    return create_demo_group(until=UNTIL, plays=80, seed=3)


def test_who_opens_the_link_it_prints_may_join_and_sees_everything(client):
    told = demo("--plays", "5")
    assert "Demo group has 7 plays." in told
    [path] = re.findall(r"^http://.+(/t/.+)$", told, re.M)
    group = Group.objects.get()
    client.get(path)
    client.post(f"/groups/{group.uuid}/join")
    assert client.get(f"/groups/{group.uuid}/plays").status_code == 200


def test_a_year_is_played_of_every_game_by_at_least_five_and_in_some_places(group):
    plays = group.plays.filter(state="finished")
    assert plays.count() == 80
    assert set(plays.values_list("game_slug", flat=True)) == set(GAMES)
    assert all(UNTIL - datetime.timedelta(days=365) < play.played_on <= UNTIL for play in plays)
    assert group.players.filter(seats__points__isnull=False).distinct().count() >= 5
    assert plays.exclude(notes="").exists()
    assert plays.exclude(place="").exists()


@pytest.mark.long
def test_a_game_for_more_than_the_group_has_is_played_by_as_many_as_there_are(monkeypatch):
    monkeypatch.setitem(GAMES, "pebbles", PEBBLES)
    group = create_demo_group(until=UNTIL, plays=200, seed=3)
    assert PEBBLES.seats[-1] > group.players.count()
    plays = group.plays.filter(game_slug="pebbles")
    assert max(play.seats.count() for play in plays) == group.players.count()


@pytest.mark.long
def test_one_is_open_and_one_was_stopped(group):
    assert sorted(group.plays.exclude(state="finished").values_list("state", flat=True)) == ["open", "stopped"]


@pytest.mark.long
def test_what_is_stored_is_what_scoring_gives(group):
    found = list(rescore_all())
    assert len(found) == 80
    assert [each.why for each in found if not each.now or each.differs] == []


@pytest.mark.long
def test_the_same_seed_and_day_give_the_same_plays_and_another_seed_others(group):
    assert played(create_demo_group(until=UNTIL, plays=80, seed=3)) == played(group)
    assert played(create_demo_group(until=UNTIL, plays=80, seed=4)) != played(group)


def test_it_speaks_the_language_it_is_asked_to():
    demo("--plays", "5", "--language", "de")
    group = Group.objects.get()
    assert group.language == "de"
    assert str(group) == "Probegruppe"


@pytest.mark.long
def test_every_page_of_it_opens(group):
    phone = phone_of(group.members.get().person)
    pages = ["/", f"/groups/{group.uuid}/", f"/groups/{group.uuid}/plays"]
    for play in [*group.plays.filter(state="finished")[:10], *group.plays.exclude(state="finished")]:
        pages += [at("plays:play", play), at("plays:trail", play)]
    for page in pages:
        assert phone.get(page).status_code == 200, page
    assert "Stage 1 scored" in text_of(
        phone.get(at("plays:trail", group.plays.filter(state="finished", game_slug="tuareg")[0]))
    )


@pytest.mark.long
def test_a_long_history_goes_further_back(group):
    many = create_demo_group(until=UNTIL, plays=2500, seed=1)
    first = many.plays.earliest("played_on").played_on
    assert (UNTIL - first).days > 500


def test_nobody_else_sees_it(group):
    play = group.plays.first()
    assert Client().get(at("plays:play", play)).status_code == 404
    assert Play.objects.filter(links__digest="").count() == 0
