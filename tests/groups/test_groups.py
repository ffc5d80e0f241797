"""A group's page: its plays, its name, and what was deleted lately."""

import datetime

import pytest
from django.test import Client

from companion.models import Group, Play
from tests.phones import (
    DAY,
    a_play,
    at,
    fields_of,
    finished,
    guests_phone,
    owner_of,
    owners_phone,
    text_of,
)


def page_of(phone, play, **query):
    return phone.get(f"/groups/{play.group.uuid}/", query)


class TestPlays:
    def test_the_newest_day_is_first_and_of_one_day_the_newest_play(self, play, phone):
        def another(days):
            return a_play(owner=owner_of(play), group=play.group, played_on=DAY + datetime.timedelta(days=days))

        order = [another(1), another(0), play, another(-1)]
        body = page_of(phone, play).content.decode()
        places = [body.index(at("play", each)) for each in order]
        assert places == sorted(places)

    def test_each_says_who_played_and_what_became_of_it(self):
        play = finished(cards={"anna": {"water": 4}})
        text = text_of(page_of(owners_phone(play), play))
        assert "Anna 6 (winner)" in text
        assert "Ben 0" in text

    def test_open_and_stopped_ones_say_so(self, play, phone):
        assert "· open" in text_of(page_of(phone, play))
        phone.post(at("stop", play))
        assert "· stopped early" in text_of(page_of(phone, play))

    def test_there_are_the_latest_ten_and_the_way_to_all(self, play, phone):
        days = [DAY - datetime.timedelta(days=number) for number in range(1, 65)]
        Play.objects.bulk_create([Play(group=play.group, game="tuareg", played_on=day) for day in days])
        page = page_of(phone, play)
        assert [each.played_on for each in page.context["stretch"].plays] == [DAY, *days[:9]]
        assert f'href="/groups/{play.group.uuid}/plays"' in page.content.decode()

    def test_a_group_of_which_all_was_deleted_invites(self, play, phone):
        phone.post(at("delete", play))
        text = text_of(page_of(phone, play))
        assert "Nothing played yet." in text
        assert "Put it back" in text

    def test_it_asks_the_database_as_often_however_much_was_played(self, django_assert_num_queries):
        play = finished()
        phone = owners_phone(play)
        for _ in range(2):
            with django_assert_num_queries(9):
                page_of(phone, play)
            for number in range(5):
                finished(owner=owner_of(play), group=play.group, names=("Anna", "Ben", f"Chris {number}"))


class TestName:
    @staticmethod
    def rename(phone, play, **fields):
        return phone.post(f"/groups/{play.group.uuid}/name", fields)

    def test_it_gets_one(self, play, phone):
        assert self.rename(phone, play, name="  Thursday   evening ").url == f"/groups/{play.group.uuid}/"
        assert str(Group.objects.get()) == "Thursday evening"
        assert fields_of(page_of(phone, play))["name"] == "Thursday evening"

    @pytest.mark.parametrize("nothing", ["", "  ", "\0", "\u200b"])
    def test_left_empty_it_is_named_after_its_players(self, play, phone, nothing):
        self.rename(phone, play, name="Thursday")
        self.rename(phone, play, name=nothing)
        assert str(Group.objects.get()) == "Anna, Ben, Chris"

    def test_without_a_name_at_all_it_is_left_empty(self, play, phone):
        assert self.rename(phone, play).status_code == 302

    @pytest.mark.parametrize("name", ["木曜会 🎲", "الخميس", "<script>alert(1)</script>", "50 % & more"])
    def test_any_words_will_do(self, play, phone, name):
        self.rename(phone, play, name=name)
        page = page_of(phone, play)
        assert fields_of(page)["name"] == name
        assert b"<script>alert" not in page.content

    def test_one_that_is_too_long_is_refused_and_stays(self, play, phone):
        page = self.rename(phone, play, name="x" * 101)
        assert page.status_code == 422
        assert "longer than 100 characters" in text_of(page)
        assert fields_of(page)["name"] == "x" * 101
        assert Group.objects.get().name == ""
        assert self.rename(phone, play, name="x" * 100).status_code == 302


class TestNotThere:
    @pytest.mark.parametrize("uuid", ["x", "0", "00000000-0000-0000-0000-000000000000", "9" * 500])
    def test_a_group_there_is_none_of(self, phone, uuid):
        assert phone.get(f"/groups/{uuid}/").status_code == 404
        assert phone.post(f"/groups/{uuid}/name", {"name": "x"}).status_code == 404

    def test_a_group_of_others(self, play):
        for phone in (Client(), guests_phone(play), owners_phone(a_play())):
            assert page_of(phone, play).status_code == 404
            assert phone.post(f"/groups/{play.group.uuid}/name", {"name": "x"}).status_code == 404
        play.group.refresh_from_db()
        assert play.group.name == ""


def test_every_game_can_be_started_for_the_group(play, phone):
    assert f'href="/games/tuareg?group={play.group.uuid}"' in page_of(phone, play).content.decode()
