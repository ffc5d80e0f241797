"""People sit down to a new play: their colours, the first player, and the place."""

import json
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from companion.groups import players
from companion.models import Person, Play, Seat
from tests.phones import (
    a_play,
    an_empty_group,
    at,
    closed,
    fields_of,
    finished,
    owners_phone,
    phone_of,
    send_plays,
    text_of,
)
from tests.plays.test_games import PAGE, form, start


def exported(play) -> bytes:
    """The file of plays of a play's group."""
    answer = owners_phone(play).get(reverse("transfer:export_group", args=[play.group.uuid]))
    return b"".join(answer.streaming_content)


def bring(file, group):
    """Import a file of plays into a group."""
    owner = Person.objects.get(memberships__group=group, memberships__role="owner")
    assert send_plays(phone_of(owner), group, file).status_code == 302


NINE = ("Anna", "Ben", "Chris", "Dora", "Emil", "Farah", "Gero", "Hana", "Ida")


def colours_of(group):
    return {player.name: player.colour for player in group.players.all()}


class TestColours:
    def test_people_get_them_in_their_order_and_the_ninth_the_first_one_again(self):
        group = an_empty_group()
        for name in NINE:
            players.add(group, name)
        assert list(colours_of(group).values()) == [1, 2, 3, 4, 5, 6, 7, 8, 1]

    def test_the_one_that_was_chosen_with_the_name_is_kept(self):
        start("Anna", "Ben", **{"colour-0": "8", "colour-1": "3"})
        assert colours_of(Play.objects.get().group) == {"Anna": 8, "Ben": 3}

    @pytest.mark.parametrize("chosen", ["1", "0", "9", "x", "²", "", "9" * 500])
    def test_one_that_is_taken_or_none_gives_way_to_the_next_free_one(self, chosen):
        play = a_play()
        typed = {"colour-0": "5", "colour-1": chosen, "group": str(play.group.uuid)}
        start("Anna", "Zoe", phone=owners_phone(play), **typed)
        assert colours_of(play.group) == {"Anna": 1, "Ben": 2, "Chris": 3, "Zoe": 4}

    def test_taken_ones_stay_visible_with_their_owners_name(self):
        play = a_play()
        colours = owners_phone(play).get(PAGE).context["colours"]
        told = [(each["owner"], each["is_free"]) for each in colours]
        assert told == [("Anna", False), ("Ben", False), ("Chris", False), *[("", True)] * 5]
        assert [each["number"] for each in colours if each["is_next"]] == [4]

    def test_another_one_is_chosen_where_a_name_is_changed_and_none_that_others_have(self):
        play = a_play()
        anna, phone = play.group.players.get(name="Anna"), owners_phone(play)
        page = reverse("groups:edit_player", args=[play.group.uuid, anna.pk])
        for typed, colour in (("8", 8), ("2", 8), ("x", 8), ("", 8), ("1", 1)):
            phone.post(page, {"name": "Anna", "colour": typed})
            anna.refresh_from_db()
            assert anna.colour == colour

    def test_a_group_keeps_them_where_its_file_comes_in(self):
        start("Anna", "Ben", **{"colour-0": "8", "colour-1": "3"})
        play = Play.objects.get()
        file = exported(play)
        assert [seat["colour"] for seat in json.loads(file)[-1]["seats"]] == [8, 3]
        other = an_empty_group()
        bring(file, other)
        assert colours_of(other) == {"Anna": 8, "Ben": 3}


class TestWithoutScript:
    def test_someone_new_sits_down_with_name_and_colour_from_one_box(self):
        play = a_play()
        typed = {"new": "Zoe", "new_colour": "7", "someone": "1", "group": str(play.group.uuid)}
        page = owners_phone(play).post(PAGE, form("Ben", **typed))
        people = {person["name"]: (person["seat"], person["colour"]) for person in page.context["people"]}
        assert people["Zoe"] == (2, 7)
        assert (fields_of(page)["player"][:2], fields_of(page)["colour-1"]) == (["Ben", "Zoe"], "7")

    def test_a_name_that_was_not_added_plays_all_the_same(self):
        play = a_play()
        typed = {"new": "Zoe", "new_colour": "7", "group": str(play.group.uuid)}
        start("Ben", phone=owners_phone(play), **typed)
        newest = Play.objects.latest("pk")
        assert [(seat.player.name, seat.player.colour) for seat in newest.seats.all()] == [("Ben", 2), ("Zoe", 7)]

    def test_one_of_those_who_sit_is_drawn(self):
        drawn = Counter(fields_of(Client().post(PAGE, form("Anna", "Ben", draw="1")))["first"] for _ in range(20))
        assert drawn.keys() <= {"Anna", "Ben"}

    def test_one_alone_is_not_drawn(self):
        assert fields_of(Client().post(PAGE, form("Anna", draw="1")))["first"] == ""

    def test_whoever_gets_up_does_not_begin(self):
        page = Client().post(PAGE, form("Anna", "Ben", "Chris", first="Ben", off="Ben"))
        assert fields_of(page)["first"] == ""


class TestFirstPlayer:
    def test_whoever_was_drawn_is_stored_and_told_while_it_is_counted_and_in_the_history(self):
        phone = Client()
        start("Anna", "Ben", phone=phone, first="ben")
        play = Play.objects.get()
        assert [seat.player.name for seat in play.seats.filter(is_first=True)] == ["Ben"]
        assert "First player: Ben" in text_of(phone.get(at("plays:play", play), follow=True))
        assert "Ben began" in text_of(phone.get(reverse("history:history", args=[play.group.uuid])))

    def test_whoever_began_the_first_stage_is_not_told_to_begin_the_second(self):
        play = closed(names=("Anna", "Ben"))
        play.seats.filter(player__name="Ben").update(is_first=True)
        assert "First player" not in text_of(owners_phone(play).get(at("plays:play", play), follow=True))

    def test_a_name_that_does_not_sit_begins_nothing(self):
        start("Anna", "Ben", first="Zoe")
        assert not Seat.objects.filter(is_first=True).exists()

    def test_a_file_of_plays_tells_it_and_brings_it_back(self):
        play = finished(names=("Anna", "Ben"), cards={"anna": {"water": 4}})
        play.seats.filter(player__name="Ben").update(is_first=True)
        file = exported(play)
        assert [seat.get("first") for seat in json.loads(file)[0]["seats"]] == [None, True]
        other = an_empty_group()
        bring(file, other)
        assert [seat.is_first for seat in other.plays.get().seats.all()] == [None, True]


def test_where_it_is_played_is_stored_and_proposed_for_the_rest_of_the_evening():
    phone = Client()
    today = fields_of(phone.get(PAGE))["played_on"]
    start("Anna", "Ben", phone=phone, played_on=today, place="at Ben’s")
    assert Play.objects.get().place == "at Ben’s"
    assert fields_of(phone.get(PAGE))["place"] == "at Ben’s"
