"""The first page: games, open plays, groups, and the way to a table."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.core.language.evenings import this_evening
from companion.history.presence import disc_captions
from companion.models import Person, Play, Player
from companion.rules import GAMES
from companion.rules.library import EVERY_GAME
from tests.lanes import long
from tests.phones import (
    a_play,
    at,
    closed,
    count,
    fields_of,
    finished,
    guests_phone,
    owner_of,
    owners_phone,
    phone_of,
    text_of,
    watchers_phone,
)


def ago(play, **time):
    """Let the play have changed last so long ago."""
    Play.objects.filter(pk=play.pk).update(changed_at=timezone.now() - datetime.timedelta(**time))


def offers(page, play):
    return f'href="{at("plays:play", play)}"' in page.content.decode()


def test_every_game_is_a_tile_that_leads_to_its_page():
    body = Client().get("/").content.decode()
    for slug in GAMES:
        assert f'href="/games/{slug}"' in body


def test_it_counts_every_game_that_its_library_shows_before_a_play_and_after():
    play = finished()
    for phone, path in ((Client(), "/library"), (owners_phone(play), f"/library?group={play.group.uuid}")):
        assert '="/library"' in phone.get("/").content.decode()
        [said] = re.findall(r"(\d+) score sheets, or your own", text_of(phone.get("/")))
        body = phone.get(path).content.decode()
        assert int(said) == len(EVERY_GAME)
        assert [slug for slug in EVERY_GAME if f'href="/games/{slug}' not in body] == []


def test_for_somebody_new_it_invites():
    text = text_of(Client().get("/"))
    assert "No account needed." in text
    assert "Continue" not in text
    assert "After your first game, everyone who played is here" in text


def test_a_code_can_be_typed_at_once():
    assert 'action="/join"' in Client().get("/").content.decode()


class TestOpenPlays:
    def test_an_open_play_goes_on_from_here(self):
        play = closed()
        page = owners_phone(play).get("/")
        assert offers(page, play)
        assert "Anna, Ben" in text_of(page)
        assert "Stage 2" in text_of(page)

    def test_one_of_which_all_is_counted_is_still_open(self):
        assert "Everything entered" in text_of(owners_phone(closed(stages=2)).get("/"))

    def test_one_that_is_over_or_deleted_is_not_there(self):
        over = finished()
        phone = owners_phone(over)
        stopped, deleted = a_play(owner=owner_of(over)), a_play(owner=owner_of(over))
        phone.post(at("plays:stop", stopped))
        phone.post(at("plays:delete", deleted))
        page = phone.get("/")
        assert not any(offers(page, play) for play in (over, stopped, deleted))

    def test_a_guest_goes_on_from_here_too(self):
        play = a_play()
        assert offers(guests_phone(play).get("/"), play)

    def test_who_was_given_a_seat_goes_on_from_here_without_the_tables_link(self):
        over = finished()
        guest = guests_phone(over)
        guest.post(at("plays:mine", over), {"seat": over.seats.get(player__name="Ben").pk})
        owners_phone(over).post(at("plays:rematch", over))
        rematch = Play.objects.latest("pk")
        assert not offers(guest.get("/"), rematch)
        guest.post(at("plays:go_on", over))
        page = guest.get("/")
        assert offers(page, rematch)
        owners_phone(over).post(at("plays:reopen", over))
        assert offers(guest.get("/"), over)

    def test_a_guest_finds_the_way_back_to_what_is_over_and_for_those_of_the_group_their_page_leads_there(self):
        over = finished(cards={"anna": {"water": 4}})
        page = guests_phone(over).get("/")
        assert "Played as a guest" in text_of(page)
        assert "Anna won" in text_of(page)
        assert "Nothing played yet" not in text_of(page)
        assert offers(page, over)
        for phone in (Client(), owners_phone(over), watchers_phone(over)):
            assert "Played as a guest" not in text_of(phone.get("/"))

    def test_a_guest_finds_it_by_their_seat_and_for_a_while(self):
        over = finished()
        ben = Person.objects.create_visitor()
        over.seats.filter(player__name="Ben").update(person=ben)
        assert offers(phone_of(ben).get("/"), over)
        ago(over, days=91)
        assert not offers(phone_of(ben).get("/"), over)

    def test_nobody_sees_plays_of_others(self):
        play = a_play()
        for phone in (Client(), owners_phone(a_play())):
            page = phone.get("/")
            assert not offers(page, play)
            assert str(play.uuid) not in page.content.decode()

    def test_the_one_that_changed_last_is_first(self):
        older = a_play()
        newer = a_play(owner=owner_of(older))
        ago(older, minutes=5)
        body = owners_phone(older).get("/").content.decode()
        assert body.index(at("plays:play", newer)) < body.index(at("plays:play", older))

    @pytest.mark.parametrize(("days", "folded"), [(6, False), (8, True)])
    def test_older_than_a_week_it_folds_away(self, days, folded):
        play = a_play()
        ago(play, days=days)
        page = owners_phone(play).get("/")
        assert offers(page, play)
        assert ("1 older open play" in text_of(page)) == folded

    @pytest.mark.long
    def test_a_seat_that_was_taken_away_is_not_named(self):
        play = a_play(names=("Anna", "Ben", "Chris"))
        phone = owners_phone(play)
        phone.post(at("plays:seats", play), {"remove": play.seats.get(player__name="Ben").pk})
        line = text_of(phone.get("/")).partition("Continue")[2].partition("Continue")[0]
        assert "Anna" in line
        assert "Ben" not in line


class TestGroups:
    def test_each_is_named_after_its_players_until_it_has_a_name(self):
        play = a_play()
        named = a_play(owner=owner_of(play))
        named.group.name = "Thursday <b>"
        named.group.save()
        page = owners_phone(play).get("/")
        assert "Anna, Ben, Chris" in text_of(page)
        assert "Thursday <b>" in text_of(page)
        assert f'href="/groups/{play.group.uuid}/"' in page.content.decode()

    def test_groups_of_others_are_not_there(self):
        play = a_play()
        assert str(play.group.uuid) not in guests_phone(play).get("/").content.decode()


class TestPlayAgain:
    def test_the_group_that_has_played_last_shows_its_people_and_games_with_the_last_results(self):
        older = finished(names=("Anna", "Ben"), cards={"anna": {"water": 4}}, played_on="2020-01-02")
        newer = finished(names=("Dora", "Emil"), owner=owner_of(older), played_on=this_evening())
        text = text_of(phone_of(owner_of(older)).get("/"))
        assert "Dora and Emil Group page Who’s here tonight?" in text.replace("Dora, Emil", "Dora and Emil")
        assert "Tuareg today · " in text
        assert "Other groups A B Anna, Ben Tuareg · Anna won, 6 : 0 · 2 Jan 2020" in text
        assert newer.group_id != older.group_id

    def test_a_game_leads_to_its_page_with_whoever_is_here(self):
        play = finished(names=("Anna", "Ben"))
        phone = owners_phone(play)
        page = phone.get("/")
        assert 'formaction="/games/tuareg"' in page.content.decode()
        page = phone.get("/games/tuareg", {"group": str(play.group.uuid), "player": ["Ben", "Anna"]})
        assert fields_of(page)["player"][:2] == ["Ben", "Anna"]

    def test_one_that_is_not_for_so_many_stays_and_says_for_how_many_it_is(self):
        play = finished(played_on=this_evening())
        over = {"state": Play.State.FINISHED, "played_on": "2020-01-02"}
        Play.objects.create(group=play.group, game_slug="targi", **over)
        body = owners_phone(play).get("/").content.decode()
        [targi] = re.findall(r'<button class="row unfit" formaction="/games/targi".*?</button>', body, re.S)
        assert "for 2" in targi
        assert '<button class="row" formaction="/games/tuareg"' in body

    @pytest.mark.parametrize(("solo_on", "here"), [("2020-01-02", ["Anna", "Ben"]), ("2020-01-03", ["Anna"])])
    def test_who_plays_alone_for_once_sends_nobody_home_that_day(self, solo_on, here):
        play = finished(names=("Anna", "Ben"), played_on="2020-01-02")
        alone = Play.objects.create(group=play.group, game_slug="five-tribes-solo", played_on=solo_on)
        alone.seats.create(player=play.seats.get(player__name="Anna").player, position=0)
        body = owners_phone(play).get("/").content.decode()
        assert re.findall(r'name="player" value="(\w+)" checked', body) == here


def test_it_asks_the_database_as_often_however_much_there_is(django_assert_max_num_queries):
    play = a_play()
    for number in range(6):
        a_play(owner=owner_of(play), names=("Anna", "Ben", "Chris", f"Dora {number}"))
    phone = phone_of(owner_of(play))
    with django_assert_max_num_queries(12):
        phone.get("/")


@pytest.mark.long
def test_a_hundred_open_plays_do_not_make_it_endless():
    play = a_play()
    Play.objects.bulk_create(
        [Play(group=play.group, game_slug="tuareg", played_on="2026-01-01") for _ in range(100)],
    )
    assert owners_phone(play).get("/").content.decode().count("/plays/") <= 20


@pytest.mark.parametrize("query", ["?x=1", long("?page=x"), "?%00", long("?" + "a=1&" * 500)])
def test_rubbish_in_the_address_is_passed_over(query):
    assert Client().get(f"/{query}").status_code == 200


def test_name_whose_word_has_no_room_beneath_its_disc_is_short_there():
    names = ("ÄnneÄnne", "Hannah", "Jo Lee")
    beneath = disc_captions([Player(pk=number, name=name) for number, name in enumerate(names)])
    assert list(beneath.values()) == ["Änn.", "Hannah", "Jo Lee"]


def test_open_play_names_who_is_still_to_count_once_someone_is_done():
    play = a_play()
    phone = owners_phone(play)
    count(play, anna={"water": 2}, is_in=False)
    assert "Stage 1 · Anna, Ben, Chris Continue" in text_of(phone.get("/"))
    count(play, anna={"water": 3})
    assert "Stage 1 · still to count: Ben and Chris Continue" in text_of(phone.get("/"))
    assert "still to count: Ben and Chris" in text_of(phone.get(reverse("groups:group", args=[play.group.uuid])))
    count(play, ben={"water": 3}, chris={"gold": 1})
    assert "Stage 1 · Anna, Ben, Chris Continue" in text_of(phone.get("/"))


def test_open_play_names_its_stage_only_if_there_are_several():
    several, single = a_play(), a_play(game="azul", names=("Anna", "Ben"))
    assert "Stage 1 · Anna" in text_of(owners_phone(several).get("/"))
    assert "Azul Anna, Ben Continue" in text_of(owners_phone(single).get("/"))
