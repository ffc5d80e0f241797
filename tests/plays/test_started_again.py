"""A start whose first answer was lost, and that is sent again: the play has the people that were seen last."""

from uuid import uuid4

import pytest
from django.test import Client

from companion.groups import members, players
from companion.models import Group, Person, Play, Player
from tests.phones import a_play, at, fields_of, owners_phone, phone_of, send, text_of
from tests.plays.test_live import ask
from tests.plays.test_plays import OPTIONS

pytestmark = pytest.mark.django_db
DAY = {"played_on": "2020-11-20"}


def names_of(play):
    return [str(seat) for seat in play.seats.at_table()]


@pytest.fixture
def start():
    """Start the play of one page by a phone that never gets an answer, with these people."""
    page = fields_of(Client().get("/games/tuareg"))
    sent = OPTIONS | DAY | {"play_id": page["play_id"], "proof": page["proof"]}

    def send_again(*names, phone=None, **more):
        answer = (phone or Client()).post("/games/tuareg", sent | {"player": list(names), **more})
        assert answer.status_code == 302, text_of(answer)
        return Play.objects.get()

    return send_again


def test_people_who_were_added_before_the_second_start_sit_there(start):
    first = start("Anna", "Ben", "Cleo")
    play = start("Anna", "Ben", "Cleo", "Dmitri")
    assert names_of(play) == ["Anna", "Ben", "Cleo", "Dmitri"]
    assert (play.uuid, play.group, Group.objects.count()) == (first.uuid, first.group, 1)


def test_a_name_that_was_spelt_anew_leaves_no_player_behind(start):
    start("Ana", "Ben")
    assert names_of(start("Anna", "Ben")) == ["Anna", "Ben"]
    assert sorted(player.name for player in Player.objects.all()) == ["Anna", "Ben"]


@pytest.mark.parametrize(
    ("more", "now"),
    [
        ({"points_water": "7"}, lambda play: play.options["points_water"] == 7),
        ({"place": "At home"}, lambda play: play.place == "At home"),
        ({"played_on": "2020-11-19"}, lambda play: play.played_on.day == 19),
        ({"first": "Ben"}, lambda play: [str(seat) for seat in play.seats.filter(is_first=True)] == ["Ben"]),
        ({"role-1": "Red"}, lambda play: play.seats.get(role="Red").player.name == "Ben"),
        ({"variant": "Large map"}, lambda play: play.variant == "Large map"),
        ({"group_name": "Sunday"}, lambda play: play.group.name == "Sunday"),
    ],
)
def test_whatever_else_was_changed_is_so(start, more, now):
    start("Anna", "Ben")
    assert now(start("Anna", "Ben", **more))


def test_only_an_owner_of_the_group_renames_it_by_a_second_start(start):
    play = start("Anna", "Ben")
    before, member = play.group.name, members.join(play.group, Person.objects.create_visitor())
    assert start("Anna", "Ben", phone=phone_of(member.person), proof="", group_name="Sunday").group.name == before


def test_the_same_again_is_the_same_play(start):
    sent = {"first": "Ben", "role-1": "Red", "place": "At home"}
    assert start("Anna", "Ben", **sent).pk == start("Anna", "Ben", **sent).pk


def test_once_something_is_counted_the_people_stay_and_it_is_said(start):
    play = start("Anna", "Ben")
    phone = owners_phone(play)
    send(phone, play, "Anna", water="4")
    assert names_of(start("Anna", "Ben", "Cleo", phone=phone)) == ["Anna", "Ben"]
    said = "This play had already started with Anna, Ben. Change players and options under “More”."
    assert said in text_of(phone.get(at("plays:play", play)))


def test_a_game_that_is_tapped_again_on_the_page_of_a_group_has_who_is_here_now():
    group = a_play().group
    phone, play_id = owners_phone(group.plays.get()), str(uuid4())
    for names in (["Anna", "Ben"], ["Anna", "Ben", "Chris"]):
        sent = {"game": "tuareg", "player": names, "play_id": play_id}
        answer = phone.post(f"/groups/{group.uuid}/start", sent)
    assert names_of(group.plays.latest("pk")) == ["Anna", "Ben", "Chris"]
    assert answer.url == at("plays:play", group.plays.latest("pk"))
    assert group.plays.count() == 2


def test_a_name_that_somebody_added_before_stays_in_the_group(start):
    group = start("Anna", "Ben").group
    Play.objects.all().delete()
    players.add(group, "Dora")
    phone = phone_of(group.members.get().person)
    start("Anna", "Dora", "Emil", phone=phone, group=str(group.uuid))
    start("Anna", "Fritz", phone=phone, group=str(group.uuid))
    start("Anna", "Ben", phone=phone, group=str(group.uuid))
    assert sorted(player.name for player in group.players.all()) == ["Anna", "Ben", "Dora"]


def test_page_of_another_member_learns_of_the_second_start(start):
    play = start("Anna", "Ben")
    phone = phone_of(members.join(play.group, Person.objects.create_visitor()).person)
    for names in (["Anna", "Ben", "Cleo"], ["Anna", "Dora"]):
        seen = Play.objects.get()
        assert ask(phone, seen).status_code == 204
        start(*names)
        assert ask(phone, seen).headers["HX-Redirect"] == at("plays:play", seen)
        assert names[-1] in text_of(ask(phone, seen, page="watch"))
        seen = Play.objects.get()
        assert ask(phone, seen).status_code == 204
