"""Until when there is time to play: the half hours from now on, and what fits until then."""

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from companion.core.language.half_hours import half_hours
from companion.models import Group, Play
from companion.rules import GAMES
from tests.lanes import long
from tests.phones import a_play, owner_of, owners_phone, text_of


def at(clock, zone="Europe/Berlin"):
    """The half hours from this time of a day on, in a zone."""
    hour, minute = map(int, clock.split(":"))
    with timezone.override(ZoneInfo(zone)):
        return half_hours(datetime.datetime(2026, 11, 20, hour, minute, 30, tzinfo=ZoneInfo(zone)))


class TestHalfHours:
    @pytest.mark.parametrize(
        ("now", "first", "minutes"), [("20:00", "21:00", 59), ("20:13", "21:00", 46), ("20:31", "21:30", 58)]
    )
    def test_the_first_is_more_than_half_an_hour_away(self, now, first, minutes):
        key, (_, its) = next(iter(at(now).items()))
        assert (key, its) == (first, minutes)

    def test_they_go_on_past_midnight_for_six_hours(self):
        keys = list(at("20:13"))
        assert (keys[0], keys[-1], len(keys)) == ("21:00", "02:30", 12)

    def test_they_are_read_as_times_are_read(self):
        assert at("20:13")["23:00"] == ("11 p.m.", 166)

    def test_a_clock_that_is_off_by_a_quarter_has_its_own_half_hours(self):
        assert next(iter(at("20:13", "Asia/Kathmandu"))) == "21:00"

    def test_an_hour_that_comes_twice_is_offered_once(self):
        with timezone.override(ZoneInfo("Europe/Berlin")):
            found = half_hours(datetime.datetime(2026, 10, 25, 0, 10, tzinfo=ZoneInfo("Europe/Berlin")))
        assert list(found)[:6] == ["01:00", "01:30", "02:00", "02:30", "03:00", "03:30"]
        assert found["02:30"][1] == 140


class TestOnThePageOfTheGroup:
    @staticmethod
    def page_of(play, **query):
        return owners_phone(play).get(f"/groups/{play.group.uuid}/", query)

    @pytest.fixture
    def measured(self, play):
        """A group in which Tuareg with three takes 45 minutes, and Basari seven hours."""
        for game, minutes in (("tuareg", 45), ("basari", 420)):
            for _ in range(3):
                a_play(game=game, owner=owner_of(play), group=play.group)
            play.group.plays.filter(game_slug=game).update(state=Play.State.FINISHED, minutes=minutes)
        return play

    def fits(self, play, **query):
        return {each.game.slug: each.fits for each in self.page_of(play, **query).context["covers"]}

    def times(self, play):
        return list(self.page_of(play).context["till"].times)

    def test_what_takes_longer_in_this_group_stands_back(self, measured):
        times = self.times(measured)
        fits = self.fits(measured, till=times[-1])
        assert (fits["tuareg"], fits["basari"]) == (True, False)
        assert self.fits(measured)["basari"]

    def test_what_fits_comes_first_and_the_time_that_was_chosen_stays(self, measured):
        last = self.times(measured)[-1]
        page = self.page_of(measured, till=last)
        fits = [each.fits for each in page.context["covers"]]
        assert fits == sorted(fits, reverse=True)
        assert f'<option value="{last}" selected>' in page.content.decode()

    def test_where_nothing_fits_it_says_so(self, measured):
        for game in (slug for slug, game in GAMES.items() if 3 in game.seats):
            for _ in range(3):
                a_play(game=game, owner=owner_of(measured), group=measured.group)
        measured.group.plays.update(state=Play.State.FINISHED, minutes=420)
        assert "Nothing fits." in text_of(self.page_of(measured, till=self.times(measured)[0]))
        assert "Nothing fits." not in text_of(self.page_of(measured))

    def test_those_who_are_here_stay_who_was_said(self, measured):
        page = self.page_of(measured, till=self.times(measured)[0], player=["ben", "Zoe"])
        here = page.context["here"]
        assert ([player.name for player in here.last], here.guest, here.number) == (["Ben"], "Zoe", 2)
        assert "same as on" not in text_of(page)

    @pytest.mark.parametrize("till", [long(""), "x", long("25:00"), long("9" * 400), "\0"])
    def test_a_time_that_is_not_offered_is_passed_over(self, measured, till):
        assert self.fits(measured, till=till) == self.fits(measured)

    def test_the_groups_clock_goes(self, measured):
        Group.objects.update(time_zone="Asia/Kathmandu")
        assert all(time.endswith((":00", ":30")) for time in self.times(measured))
