"""A group's page: who is here, what starts at a tap, its last evening; and its name."""

import datetime
import re
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from companion.models import Group, Mark, Play
from companion.rules import GAMES
from tests.lanes import long
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


def settings_of(phone, play):
    return phone.get(f"/groups/{play.group.uuid}/settings")


class TestTonight:
    def test_those_of_the_last_table_are_here_in_the_order_they_sat(self, play, phone):
        later = DAY + datetime.timedelta(days=1)
        a_play(owner=owner_of(play), group=play.group, names=("Ben", "Dora"), played_on=later)
        page = page_of(phone, play)
        names = re.findall(r'type="checkbox" name="player" value="(\w+)"( checked)?', page.content.decode())
        assert names == [("Ben", " checked"), ("Dora", " checked"), ("Anna", ""), ("Chris", "")]
        assert "same as on 21 November" in text_of(page)
        a_play(owner=owner_of(play), group=play.group, names=("Ben", "Dora"), played_on=timezone.localdate())
        assert "same as today" in text_of(page_of(phone, play))

    def test_a_hidden_name_is_not_offered(self, play, phone):
        play.group.players.filter(name="Ben").update(is_hidden=True)
        assert 'value="Ben"' not in page_of(phone, play).content.decode()

    def test_games_that_do_not_fit_so_many_stand_back(self, play, phone):
        page = page_of(phone, play)
        fits = {each.game.slug: each.fits for each in page.context["covers"]}
        assert fits == {slug: 3 in game.seats for slug, game in GAMES.items()}
        assert [each.fits for each in page.context["covers"]] == sorted(fits.values(), reverse=True)

    def test_what_is_proposed_says_why(self):
        play = finished(cards={"anna": {"water": 4}})
        play.group.players.filter(name="Anna").update(person=owner_of(play))
        other = next(slug for slug, game in GAMES.items() if 3 in game.seats and slug != play.game_slug)
        for kind in ("wanted", "owned"):
            Mark.objects.create(group=play.group, person=owner_of(play), game_slug=other, kind=kind)
        text = text_of(page_of(owners_phone(play), play))
        assert "Not played here yet. Anna wants to play it. Anna owns it." in text

    def test_the_groups_own_time_is_told_once_it_was_measured_often_enough(self):
        play = finished(cards={"anna": {"water": 4}})
        phone = owners_phone(play)
        for _ in range(2):
            finished(owner=owner_of(play), group=play.group)
        play.group.plays.exclude(pk=play.pk).update(minutes=94)
        assert "· 95 min" not in text_of(page_of(phone, play))
        play.group.plays.update(minutes=94)
        assert "· 95 min" in text_of(page_of(phone, play))


class TestStartAtOnce:
    @staticmethod
    def start(phone, play, **sent):
        return phone.post(f"/groups/{play.group.uuid}/start", {"play_id": str(uuid4()), **sent})

    @pytest.fixture
    def agreed(self, play):
        """A group that has agreed on the values of its cards."""
        play.group.options = {play.game_slug: play.game.options_with({})}
        play.group.save()
        return play

    def test_a_tap_starts_the_game_with_those_who_are_here(self, agreed, phone):
        answer = self.start(phone, agreed, game=agreed.game_slug, player=["Ben", " Dora ", ""])
        newest = Play.objects.latest("pk")
        assert answer.url == at("plays:play", newest)
        assert [seat.player.name for seat in newest.seats.all()] == ["Ben", "Dora"]
        assert newest.options == agreed.game.options_with({})

    def test_two_taps_start_one_play_and_another_game_another(self, agreed, phone):
        other = next(
            slug for slug, game in GAMES.items() if 2 in game.seats and slug != agreed.game_slug and not game.options
        )
        sent = {"play_id": str(uuid4()), "player": ["Ben", "Anna"]}
        urls = [
            self.start(phone, agreed, **sent, game=slug).url for slug in (agreed.game_slug, agreed.game_slug, other)
        ]
        assert urls[0] == urls[1] != urls[2]
        assert Play.objects.count() == 3

    def test_who_has_not_agreed_on_the_cards_is_asked_with_the_names_filled_in(self, play, phone):
        Group.objects.update(options={})
        answer = self.start(phone, play, game=play.game_slug, player=["Ben", "Dora"])
        assert Play.objects.count() == 1
        assert f"/games/{play.game_slug}?group={play.group.uuid}&player=Ben&player=Dora" == answer.url
        assert phone.get(answer.url).context["form"]["player"].value()[:2] == ["Ben", "Dora"]

    @pytest.mark.parametrize(
        "players", [long([]), long(["Ben"]), ["Ben", "BEN"], long(["x" * 61, "Ben"]), list("ABCDEFGHI")]
    )
    def test_who_cannot_sit_down_so_is_shown_the_form(self, agreed, phone, players):
        assert self.start(phone, agreed, game=agreed.game_slug, player=players).url.startswith(
            f"/games/{agreed.game_slug}?"
        )
        assert Play.objects.count() == 1

    def test_a_game_there_is_none_of(self, play, phone):
        for game in ("", "nonsense", "x" * 300):
            assert self.start(phone, play, game=game, player=["Ben", "Dora"]).status_code == 404


class TestPlays:
    def test_open_plays_come_first_and_lead_on(self, play, phone):
        page = page_of(phone, play)
        assert list(page.context["open_plays"]) == [play]
        phone.post(at("plays:stop", play))
        page = page_of(phone, play)
        assert list(page.context["open_plays"]) == []
        assert "ended early" in text_of(page)

    def test_the_last_evening_says_who_played_and_what_became_of_it(self):
        play = finished(cards={"anna": {"water": 4}})
        text = text_of(page_of(owners_phone(play), play))
        assert "Anna 6 (winner) by 6 Ben 0 Chris 0" in text

    def test_there_is_the_way_to_all_evenings(self, play, phone):
        assert f'href="/groups/{play.group.uuid}/plays"' in page_of(phone, play).content.decode()

    def test_a_group_of_which_all_was_deleted_invites(self, play, phone):
        phone.post(at("plays:delete", play))
        assert "No plays yet." in text_of(page_of(phone, play))
        assert "Undo" in text_of(phone.get(f"/groups/{play.group.uuid}/settings"))

    def test_it_asks_the_database_as_often_however_much_was_played(self, django_assert_num_queries):
        play = finished()
        phone, group = owners_phone(play), play.group
        for _ in range(2):
            with django_assert_num_queries(13):
                page_of(phone, play)
            for number in range(5):
                finished(owner=owner_of(play), group=group, names=("Anna", "Ben", f"Chris {number}"))


class TestName:
    @staticmethod
    def rename(phone, play, **fields):
        return phone.post(f"/groups/{play.group.uuid}/name", fields)

    def test_it_gets_one(self, play, phone):
        assert self.rename(phone, play, name="  Thursday   game  night ").url == f"/groups/{play.group.uuid}/"
        assert str(Group.objects.get()) == "Thursday game night"
        assert fields_of(settings_of(phone, play))["name"] == "Thursday game night"

    @pytest.mark.parametrize("nothing", ["", long("  "), long("\0"), "\u200b"])
    def test_left_empty_it_is_named_after_its_players(self, play, phone, nothing):
        self.rename(phone, play, name="Thursday")
        self.rename(phone, play, name=nothing)
        assert str(Group.objects.get()) == "Anna, Ben, Chris"

    def test_without_a_name_at_all_it_is_left_empty(self, play, phone):
        assert self.rename(phone, play).status_code == 302

    @pytest.mark.parametrize("name", ["木曜会 🎲", long("الخميس"), "<script>alert(1)</script>", long("50 % & more")])
    def test_any_words_will_do(self, play, phone, name):
        self.rename(phone, play, name=name)
        page = settings_of(phone, play)
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
    @pytest.mark.parametrize("uuid", ["x", long("0"), "00000000-0000-0000-0000-000000000000", long("9" * 500)])
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
    page = page_of(phone, play).content.decode()
    assert all(f'name="game" value="{slug}"' in page for slug in GAMES)
