"""The list of a group's games, and the places where it plays."""

import datetime

import pytest
from django.test import Client

from companion.models import Play
from companion.plays.lifecycle import measured
from companion.rules import GAMES
from tests.groups.test_players import WINS, in_group, solo
from tests.phones import THREE, a_play, again, at, fields_of, finished, guests_phone, owner_of, owners_phone, text_of


@pytest.fixture
def history():
    first = finished(cards={"anna": WINS})
    in_group(first, winner="ben", days=40)
    return first


class TestGames:
    def page_of(self, play, phone=None):
        return (phone or owners_phone(play)).get(f"/groups/{play.group.uuid}/games")

    def test_each_stands_with_who_is_ahead_and_the_record(self, history):
        in_group(history, days=41)
        solo(owner_of(history), history.group)
        text = text_of(self.page_of(history))
        assert "2 games · 4 finished plays" in text
        assert "Anna is ahead: 2 of 3 plays won" in text
        assert "Record 6, Anna" in text
        assert "Won alone: 1 of 1" in text

    def test_what_was_not_played_stands_there_too(self, play):
        page = self.page_of(play)
        assert all(f'href="/groups/{play.group.uuid}/games/{slug}"' in page.content.decode() for slug in GAMES)
        assert text_of(page).count("not played yet") == len(GAMES)

    def test_it_is_for_members_alone(self, history):
        for phone in (Client(), guests_phone(history), owners_phone(a_play())):
            assert self.page_of(history, phone).status_code == 404

    def test_it_asks_the_database_as_often_however_much_was_played(self, history, django_assert_num_queries):
        phone = owners_phone(history)
        for _ in range(2):
            with django_assert_num_queries(8):
                self.page_of(history, phone)
            for days in range(5):
                in_group(history, days=days, names=THREE)


class TestPlaces:
    def page_of(self, play, name=None, phone=None):
        return (phone or owners_phone(play)).get(f"/groups/{play.group.uuid}/places", {"name": name} if name else {})

    @pytest.fixture
    def at_bens(self, history):
        Play.objects.filter(pk=history.pk).update(place="at Ben’s", minutes=75)
        return history

    def test_all_are_listed_and_each_has_a_page(self, at_bens):
        assert "at Ben’s" in text_of(self.page_of(at_bens))
        text = text_of(self.page_of(at_bens, "at Ben’s"))
        assert "at Ben’s 1 play · 1 evening · 1 h 15 min" in text
        assert "Who wins here Anna 1 of 1 won" in text

    def test_before_any_is_noted_it_says_where_that_is_done(self, play):
        assert "No place is noted yet." in text_of(self.page_of(play))

    def test_one_at_which_nothing_was_played_is_not_there(self, at_bens):
        assert self.page_of(at_bens, "at Dora’s").status_code == 404
        assert self.page_of(a_play(), "at Ben’s").status_code == 404

    def test_known_ones_are_offered_where_one_is_noted(self, at_bens, history):
        page = owners_phone(history).get(at("notes", history)).content.decode()
        assert '<option value="at Ben’s">' in page

    def test_it_is_for_members_alone(self, at_bens):
        for phone in (Client(), guests_phone(at_bens), owners_phone(a_play())):
            assert self.page_of(at_bens, "at Ben’s", phone).status_code == 404


class TestMinutes:
    @pytest.mark.parametrize(("minutes", "told"), [(4, None), (5, 5), (95, 95), (720, 720), (721, None)])
    def test_a_play_is_measured_from_its_start_where_people_can_have_sat_so_long(self, play, minutes, told):
        play.created_at -= datetime.timedelta(minutes=minutes)
        assert measured(play) == told

    def test_they_can_be_corrected_and_put_back(self, history):
        phone = owners_phone(history)
        assert phone.post(at("notes", history), fields_of(phone.get(at("notes", history))) | {"minutes": "95"}).url
        assert again(history).minutes == 95
        assert "Minutes: – → 95" in text_of(phone.get(at("trail", history)))

    @pytest.mark.parametrize("wrong", ["0", "-5", "x", "1441", "1.5", "9" * 40])
    def test_what_is_no_number_of_minutes_is_refused_in_words(self, history, wrong):
        phone = owners_phone(history)
        answer = phone.post(at("notes", history), fields_of(phone.get(at("notes", history))) | {"minutes": wrong})
        assert answer.status_code == 422
        assert "Please give whole minutes, from 1 to 1440." in text_of(answer)
        assert again(history).minutes is None

    def test_what_was_corrected_stays_when_the_play_is_finished_again(self, history):
        phone = owners_phone(history)
        Play.objects.filter(pk=history.pk).update(minutes=95)
        phone.post(at("reopen", history))
        phone.post(at("finish", history))
        assert (again(history).state, again(history).minutes) == ("finished", 95)
