"""A year of a group on one page."""

import datetime
import re

import pytest
from django.test import Client

from companion.history.year_page import count_places
from companion.management.demo import create_demo_group
from tests.groups.test_players import WINS, in_group, solo
from tests.phones import DAY, THREE, a_play, finished, guests_phone, owner_of, owners_phone, phone_of, text_of


def page_of(play, year=DAY.year, phone=None):
    return (phone or owners_phone(play)).get(f"/groups/{play.group.uuid}/years/{year}")


@pytest.fixture
def history():
    """Two plays on one evening and one on another, each of Tuareg by three."""
    first = finished(cards={"anna": WINS})
    in_group(first, winner="ben", cards={"ben": {"water": 4, "gold": 3}})
    in_group(first, days=3)
    return first


def test_it_counts_plays_evenings_and_people(history):
    assert "2026 3 plays · 2 game nights · 3 people" in text_of(page_of(history))


def test_hours_are_told_where_all_was_measured(history):
    history.group.plays.update(minutes=70)
    assert "about 4 hours" in text_of(page_of(history))
    history.group.plays.filter(pk=history.pk).update(minutes=None)
    assert "hours" not in text_of(page_of(history)).partition("The year")[0]


def test_each_day_is_in_the_calendar_with_its_plays(history):
    months = page_of(history).context["months"]
    days = [day for month in months for day in month["days"]]
    assert len(days) == 365
    assert {day["day"]: day["number"] for day in days if day["number"]} == {DAY: 2, DAY + datetime.timedelta(days=3): 1}
    assert [month["plays"] for month in months] == [0] * 10 + [3, 0]


def test_the_longest_evening_and_the_finishes_name_their_plays(history):
    text = text_of(page_of(history))
    assert "Longest game night Fri 20 Nov 2 plays" in text
    assert "Anna: 1 win · Ben: 1 win" in text or "Ben: 1 win" in text
    assert "The closest finish" in text
    assert "The year’s records Tuareg 11 Ben 20 November" in text


def test_closest_finish_is_one_that_the_tiebreaker_decided(history):
    history.seats.update(points=6)
    text = text_of(page_of(history))
    assert "Ben 6 Chris 6 Equal totals, decided by the tiebreaker." in text


def test_finishes_say_by_which_measure_they_stand_out(history):
    in_group(history, cards={"anna": {"water": 4}, "ben": {"gold": 3}})
    text = text_of(page_of(history))
    assert re.search(r"The smallest lead compared with the higher total: 1 of 6\. ", text)
    assert re.search(r"The largest lead compared with the higher total: (\d+) of \1\. ", text)


def test_biggest_win_can_be_that_of_a_team(history):
    play = finished(owner=owner_of(history), group=history.group)
    play.seats.update(team=2, points=-220, is_winner=False, rank=3)
    play.seats.filter(player__name__in=("Anna", "Ben")).update(team=1, points=1000, is_winner=True, rank=1)
    assert "The largest lead compared with the higher total: 1220 of 1000." in text_of(page_of(history))


def test_the_longest_evening_names_everyone_who_won(history):
    winners = ["Dora", "Emil", "Fritz", "Greta", "Hanna"]
    for name in winners:
        in_group(history, names=(name, "Chris"), winner=name.lower())
    longest = page_of(history).context["longest"]
    assert sorted(name for name, *_wins in longest["won"]) == ["Anna", "Ben", *winners]
    text = text_of(page_of(history))
    assert all(f"{name}: 1 win" in text for name in ("Anna", "Ben", *winners))


def test_what_there_is_too_little_of_is_left_out(history):
    text = text_of(page_of(history))
    for heading in ("Best player per game", "Most improved", "Rivals", "Location"):
        assert f" {heading} " not in text
    for days in range(3):
        in_group(history, days=4 + days)
    assert "Best player per game Tuareg ★ Anna 5 of 6 won" in text_of(page_of(history))
    assert "Rivals met at least 5 times Closest rivalry" in text_of(page_of(history))


def test_who_played_alone_and_lost_has_no_record_and_no_game(history):
    solo(owner_of(history), history.group, viziers=1)
    text = text_of(page_of(history))
    assert "4 plays" in text
    assert "Five Tribes Solo 1" in text


def test_other_years_lead_there_and_have_pages_of_their_own(history):
    finished(owner=owner_of(history), group=history.group, played_on=DAY.replace(year=2024), names=THREE)
    page = page_of(history).content.decode()
    assert f'href="/groups/{history.group.uuid}/years/2025"' in page
    assert "No finished plays this year." in text_of(page_of(history, 2025))
    assert "2024 1 play · 1 game night" in text_of(page_of(history, 2024))


@pytest.mark.parametrize("year", [0, 1, 2025, 2027, 10**9])
def test_a_year_in_which_nothing_can_have_been_played_is_not_there(history, year):
    assert page_of(history, year).status_code == 404


@pytest.mark.parametrize("day", [datetime.date.min, datetime.date.max])
def test_first_and_last_year_of_all_are_shown(history, day):
    finished(owner=owner_of(history), group=history.group, played_on=day, names=THREE)
    assert "1 play · 1 game night" in text_of(page_of(history, day.year))


def test_it_is_for_members_alone(history):
    for phone in (Client(), guests_phone(history), owners_phone(a_play())):
        assert page_of(history, phone=phone).status_code == 404


def test_a_whole_year_has_all_its_sections():
    group = create_demo_group(until=datetime.date(2025, 12, 31), plays=150, seed=3)
    phone = phone_of(group.members.get().person)
    text = text_of(phone.get(f"/groups/{group.uuid}/years/2025"))
    headings = ["The year", "Plays", "Best player per game", "Longest game night", "The closest finish"]
    headings += ["Biggest win", "Most improved", "Rivals", "The year’s records", "10×10 challenge", "Location"]
    places = [text.find(f" {heading} ") for heading in headings]
    assert places == sorted(places)
    assert -1 not in places


def test_it_asks_the_database_as_often_however_much_was_played(history, django_assert_num_queries):
    phone = owners_phone(history)
    for _ in range(2):
        with django_assert_num_queries(14):
            page_of(history, phone=phone)
        for days in range(5):
            in_group(history, days=days)


def test_places_of_as_many_evenings_stand_as_the_group_was_there_last():
    where = ["Anna’s", "Ben’s", "the café", "the cabin", "the garden", "the club"]
    plays = [(number, DAY - datetime.timedelta(days=number), place, 60) for number, place in enumerate(where)]
    assert [place for place, *_ in count_places(plays)] == where
