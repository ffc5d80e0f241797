"""The list of a group's games, and the places where it plays."""

import datetime

import pytest
from django.test import Client

from companion.models import Play
from companion.plays.lifecycle import measured
from companion.rules import GAMES
from tests.groups.test_players import WINS, in_group, solo
from tests.lanes import long
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
        assert "Anna leads: won 2 of 3 plays" in text
        assert "Record: 6 by Anna" in text
        assert "Solo: won 1 of 1" in text

    def test_nobody_leads_among_those_who_won_equally_often(self):
        first = finished(cards={"anna": WINS})
        assert "Anna leads: won 1 of 1 play" in text_of(self.page_of(first))
        in_group(first, winner="ben", days=40)
        text = text_of(self.page_of(first))
        assert "2 finished plays" in text
        assert "leads" not in text

    def test_record_names_everyone_who_holds_it_in_a_play(self):
        play = finished(cards={"anna": {"water": 4}, "ben": {"water": 4}})
        assert "Record: 5 by Anna and Ben" in text_of(self.page_of(play))

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
        assert "at Ben’s 1 play · 1 game night · 1 h 15 min" in text
        assert "Winners here Anna 1 of 1 won" in text

    def test_before_any_is_noted_it_says_where_that_is_done(self, play):
        assert "No locations yet." in text_of(self.page_of(play))

    def test_one_at_which_nothing_was_played_is_not_there(self, at_bens):
        assert self.page_of(at_bens, "at Dora’s").status_code == 404
        assert self.page_of(a_play(), "at Ben’s").status_code == 404

    def test_known_ones_are_offered_where_one_is_noted(self, at_bens, history):
        page = owners_phone(history).get(at("plays:notes", history)).content.decode()
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
        assert phone.post(
            at("plays:notes", history), fields_of(phone.get(at("plays:notes", history))) | {"minutes": "95"}
        ).url
        assert again(history).minutes == 95
        assert "Minutes: – → 95" in text_of(phone.get(at("plays:trail", history)))

    @pytest.mark.parametrize("wrong", ["0", long("-5"), "x", "1441", long("1.5"), long("9" * 40)])
    def test_what_is_no_number_of_minutes_is_refused_in_words(self, history, wrong):
        phone = owners_phone(history)
        answer = phone.post(
            at("plays:notes", history), fields_of(phone.get(at("plays:notes", history))) | {"minutes": wrong}
        )
        assert answer.status_code == 422
        assert "Enter whole minutes, from 1 to 1440." in text_of(answer)
        assert again(history).minutes is None

    def test_what_was_corrected_stays_when_the_play_is_finished_again(self, history):
        phone = owners_phone(history)
        Play.objects.filter(pk=history.pk).update(minutes=95)
        phone.post(at("plays:reopen", history))
        phone.post(at("plays:finish", history))
        assert (again(history).state, again(history).minutes) == ("finished", 95)


class TestPlaceIsRenamed:
    @pytest.fixture
    def two(self, history):
        """A group that has played at two places: once at Ben's, of which there are notes, and once at Benny's."""
        other = finished(owner=owner_of(history), group=history.group)
        for play, place, notes in ((history, "at Ben’s", "Große Hitze"), (other, "Bei Benny", "")):
            play.place, play.notes = place, notes
            play.save()
        return history

    def edit(self, play, method="post", phone=None, **fields):
        return getattr(phone or owners_phone(play), method)(f"/groups/{play.group.uuid}/places/edit", fields)

    def places(self, play):
        return sorted(play.group.plays.exclude(place="").values_list("place", flat=True))

    def test_its_page_leads_there(self, two):
        page = owners_phone(two).get(f"/groups/{two.group.uuid}/places", {"name": "at Ben’s"})
        address = f"/groups/{two.group.uuid}/places/edit?name=at%20Ben%E2%80%99s"
        assert f'href="{address}"' in page.content.decode()
        assert fields_of(owners_phone(two).get(address))["place"] == "at Ben’s"

    def test_all_its_plays_are_at_the_new_name_and_are_found_by_it(self, two):
        answer = self.edit(two, name="at Ben’s", place="  Café   Größe ")
        assert owners_phone(two).get(answer.url).status_code == 200
        assert self.places(two) == ["Bei Benny", "Café Größe"]
        was = again(two).searchable
        again(two).save()
        assert again(two).searchable == was == "cafe grosse\ngrosse hitze"

    def test_deleted_plays_go_along(self, two):
        owners_phone(two).post(at("plays:delete", two))
        Play.objects.filter(place="Bei Benny").update(place="at Ben’s")
        self.edit(two, name="at Ben’s", place="at home")
        assert self.places(two) == ["at home", "at home"]

    def test_with_the_name_of_another_it_asks_once_and_then_they_are_one(self, two):
        asked = self.edit(two, name="Bei Benny", place="at Ben’s")
        assert "Same location?" in text_of(asked)
        assert "All game nights at “Bei Benny” move to “at Ben’s”." in text_of(asked)
        assert self.places(two) == ["Bei Benny", "at Ben’s"]
        self.edit(two, name="Bei Benny", place="at Ben’s", one="1")
        assert self.places(two) == ["at Ben’s", "at Ben’s"]

    def test_the_others_are_offered_and_lead_to_the_same_question(self, two):
        page = self.edit(two, "get", name="Bei Benny")
        assert "place=at%20Ben%E2%80%99s" in page.content.decode()
        assert "Same location?" in text_of(self.edit(two, "get", name="Bei Benny", place="at Ben’s"))
        assert self.places(two) == ["Bei Benny", "at Ben’s"]

    def test_a_look_changes_nothing(self, two):
        self.edit(two, "get", name="Bei Benny", place="elsewhere", one="1")
        assert self.places(two) == ["Bei Benny", "at Ben’s"]

    def test_sent_twice_it_leads_to_the_place_once_more(self, two):
        answers = [self.edit(two, name="Bei Benny", place="at home") for _ in range(2)]
        assert answers[0].url == answers[1].url

    @pytest.mark.parametrize("name", ["", "  ", "x" * 101])
    def test_what_no_place_can_be_called_is_refused(self, two, name):
        page = self.edit(two, name="Bei Benny", place=name)
        assert page.status_code == 422
        assert 'id="place-fault"' in page.content.decode()
        assert self.places(two) == ["Bei Benny", "at Ben’s"]

    @pytest.mark.parametrize("name", ["", "nowhere", "x" * 101, "\0"])
    def test_a_place_there_is_none_of_leads_to_all_of_them(self, two, name):
        assert self.edit(two, name=name, place="new").url == f"/groups/{two.group.uuid}/places"
        assert self.places(two) == ["Bei Benny", "at Ben’s"]

    def test_places_of_other_groups_stay(self, two):
        other = a_play()
        other.touch(place="at Ben’s")
        self.edit(two, name="at Ben’s", place="at home")
        assert again(other).place == "at Ben’s"

    def test_it_is_for_members_alone(self, two):
        for phone in (Client(), guests_phone(two), owners_phone(a_play())):
            assert self.edit(two, name="at Ben’s", place="at home", phone=phone).status_code == 404
