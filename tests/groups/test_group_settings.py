"""What a group has agreed on: its language, its clock, and the card values and house rules of each game."""

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.core.language import time_zones
from companion.groups import members
from companion.models import Event, Group, Person, Play
from tests.lanes import long
from tests.phones import a_play, at, fields_of, finished, owner_of, owners_phone, phone_of, text_of

TUAREG = {"points_water": "6", "points_gold": "5", "points_salt": "4", "points_millet": "3"}
SWITCHES = {"maps": "once", "tie_break": "hand-sum"}
# The two clocks that are furthest apart: 26 hours, so that their days always differ.
EARLIEST, LATEST = "Pacific/Kiritimati", "Etc/GMT+12"


def page(play, name="groups:group_settings", *args):
    return reverse(name, args=[play.group.uuid, *args])


def set_locale(play, language="en", time_zone="UTC"):
    return owners_phone(play).post(page(play, "groups:group_locale"), {"language": language, "time_zone": time_zone})


def members_phone(play):
    return phone_of(members.join(play.group, Person.objects.create_visitor()).person)


def group_of(play):
    return Group.objects.get(pk=play.group.pk)


class TestLanguage:
    def test_a_phone_that_asks_for_none_of_ours_reads_the_groups(self, play):
        set_locale(play, "ja")
        phone = owners_phone(play)
        for silence in ({}, {"Accept-Language": "fr"}):
            answer = phone.get(at("plays:play", play), headers=silence)
            assert '<html lang="ja"' in answer.content.decode()
            assert "水" in text_of(answer)

    def test_the_phones_own_choice_and_its_browsers_come_first(self, play):
        set_locale(play, "ja")
        phone = owners_phone(play)
        assert b'<html lang="de"' in phone.get(at("plays:play", play), headers={"Accept-Language": "de"}).content
        phone.post(reverse("core:set_language"), {"language": "en"})
        assert b'<html lang="en"' in phone.get(at("plays:play", play), headers={"Accept-Language": "de"}).content

    def test_it_shows_beside_the_words_of_a_page_that_speaks_another(self, play):
        set_locale(play, "de")
        phone = owners_phone(play)
        assert "Steinsalz" in text_of(phone.get(at("plays:play", play), headers={"Accept-Language": "en"}))

    def test_who_founds_a_group_gives_it_the_language_of_their_page(self):
        Client().post("/games/targi", start_form(), headers={"Accept-Language": "de"})
        assert Group.objects.get().language == "de"


def start_form(**fields):
    return {"player": ["Anna", "Ben"], "played_on": "2026-11-20", "expansion": "False", "start": "1", **fields}


class TestTimeZone:
    def test_times_of_the_trail_are_told_by_the_groups_clock(self, play, phone):
        Event.objects.update(at=datetime.datetime(2026, 11, 20, 23, 30, tzinfo=datetime.UTC))
        for zone, shown in (("UTC", "20 Nov 2026, 23:30"), ("Asia/Tokyo", "21 Nov 2026, 08:30")):
            set_locale(play, time_zone=zone)
            assert shown in text_of(phone.get(at("plays:trail", play)))

    @pytest.mark.long
    def test_the_day_a_play_was_deleted_is_told_by_it_too(self, play, phone):
        set_locale(play, time_zone="Asia/Tokyo")
        late = datetime.datetime.combine(timezone.now().date(), datetime.time(23, 30), datetime.UTC)
        yesterday = late - datetime.timedelta(days=1)
        Play.objects.filter(pk=play.pk).update(deleted_at=yesterday)
        day = yesterday.astimezone(ZoneInfo("Asia/Tokyo"))
        assert f"deleted on {day.day} {day:%b %Y}" in text_of(phone.get(f"/groups/{play.group.uuid}/settings"))

    @pytest.mark.parametrize("zone", [EARLIEST, LATEST])
    def test_a_new_play_and_a_rematch_are_of_the_groups_today(self, zone):
        play = finished()
        Group.objects.update(time_zone=zone)
        phone = owners_phone(play)
        # Before five in the morning it is still yesterday's evening.
        evening = lambda: (datetime.datetime.now(ZoneInfo(zone)) - datetime.timedelta(hours=5)).date()  # noqa: E731
        around = [evening()]
        proposed = fields_of(phone.get("/games/tuareg"))["played_on"]
        rematch = fields_of(phone.get(at("plays:play", play)))["played_on"]
        around.append(evening())
        assert {proposed, rematch} <= {day.isoformat() for day in around}

    def test_the_phones_own_today_counts_only_where_the_group_has_no_clock(self, play, phone):
        assert "data-today" in phone.get("/games/tuareg").content.decode()
        set_locale(play, time_zone="Asia/Tokyo")
        assert "data-today" not in phone.get("/games/tuareg").content.decode()
        assert "data-today" in phone.get("/games/tuareg?group=").content.decode()

    def test_one_groups_clock_is_not_the_next_ones(self, play, phone):
        other = a_play(owner=owner_of(play), names=("Xaver", "Yvonne"))
        Event.objects.update(at=datetime.datetime(2026, 11, 20, 23, 30, tzinfo=datetime.UTC))
        set_locale(play, time_zone="Asia/Tokyo")
        phone.get(at("plays:trail", play))
        assert "20 Nov 2026, 23:30" in text_of(phone.get(at("plays:trail", other)))

    @pytest.mark.parametrize(
        "zone", ["Europe/Berlin", long("America/Argentina/Buenos_Aires"), "Asia/Calcutta", long("UTC")]
    )
    def test_a_new_group_goes_by_the_clock_of_the_phone_that_founds_it(self, zone):
        Client().post("/games/targi", start_form(time_zone=zone))
        assert Group.objects.get().time_zone == zone

    @pytest.mark.parametrize(
        "zone", ["", "Mars/Olympus", "../etc/passwd", long("localtime"), long("\0"), long("x" * 9000)]
    )
    def test_a_clock_that_nobody_knows_counts_as_none_and_stands_in_nobodys_way(self, zone):
        assert Client().post("/games/targi", start_form(time_zone=zone)).status_code == 302
        assert Group.objects.get().time_zone == ""

    def test_a_play_of_a_known_group_does_not_change_its_clock(self, play, phone):
        set_locale(play, time_zone="Asia/Tokyo")
        phone.post("/games/targi", start_form(time_zone="Europe/Berlin", group=str(play.group.uuid)))
        assert group_of(play).time_zone == "Asia/Tokyo"

    @pytest.mark.parametrize("language", ["en", long("de"), "ja"])
    def test_every_clock_is_offered_once_under_its_part_of_the_world(self, play, phone, language):
        body = phone.get(page(play), headers={"Accept-Language": language}).content.decode()
        for zone in ("Europe/Berlin", "Asia/Tokyo", "America/New_York", "Australia/Sydney", "UTC"):
            assert body.count(f'<option value="{zone}"') == 1
        assert body.count("<optgroup") == 10
        assert {"en": "Tokyo", "de": "Tokio", "ja": "東京"}[language] in body

    def test_whatever_a_phone_calls_its_clock_it_is_the_chosen_one_on_the_page(self, play, phone):
        for name in sorted(time_zones.known_names()):
            offered = dict(choice for group in time_zones.choices()[1:] for choice in group[1]) | {"UTC": "UTC"}
            assert time_zones.usual_name(name) in offered
        Group.objects.update(time_zone="Asia/Kolkata")
        assert fields_of(phone.get(page(play)))["time_zone"] == time_zones.usual_name("Asia/Kolkata")


class TestLocale:
    def test_an_owner_changes_both_and_sees_them_chosen(self, play, phone):
        assert set_locale(play, "de", "Europe/Berlin").url == page(play)
        fields = fields_of(phone.get(page(play)))
        assert (fields["language"], fields["time_zone"]) == ("de", "Europe/Berlin")

    @pytest.mark.parametrize("sent", [{"language": "xx"}, {"time_zone": "Mars/Olympus"}, long({"language": ""})])
    def test_what_there_is_not_is_refused(self, play, phone, sent):
        before = group_of(play).language, group_of(play).time_zone
        answer = phone.post(page(play, "groups:group_locale"), {"language": "de", "time_zone": "UTC", **sent})
        assert answer.status_code == 422
        assert "Please choose one." in text_of(answer)
        assert (group_of(play).language, group_of(play).time_zone) == before

    def test_a_member_reads_them_and_changes_nothing(self, play):
        set_locale(play, "de", "Asia/Tokyo")
        phone = members_phone(play)
        text = text_of(phone.get(page(play), headers={"Accept-Language": "en"}))
        assert "Language Deutsch Time zone Tokyo" in text
        assert "Only group owners can change these." in text
        assert phone.post(page(play, "groups:group_locale"), {"language": "ja", "time_zone": "UTC"}).status_code == 404
        assert group_of(play).language == "de"


class TestHouseRules:
    def test_a_member_changes_what_the_next_play_begins_with(self, play):
        phone = members_phone(play)
        phone.post(
            page(play, "groups:group_rules", "tuareg"), TUAREG | SWITCHES | {"points_water": "8", "maps": "every-stage"}
        )
        fields = fields_of(phone.get("/games/tuareg"))
        assert (fields["points_water"], fields["maps"]) == ("8", "every-stage")
        assert "as agreed by the group" in text_of(phone.get(page(play)))

    def test_plays_that_have_begun_keep_theirs(self, play, phone):
        before = play.game.options_with(play.options)
        phone.post(page(play, "groups:group_rules", "tuareg"), TUAREG | SWITCHES | {"points_water": "8"})
        play.refresh_from_db()
        assert play.game.options_with(play.options) == before

    def test_one_button_leads_back_to_what_is_printed(self, play, phone):
        address = page(play, "groups:group_rules", "tuareg")
        phone.post(address, TUAREG | SWITCHES | {"points_water": "8"})
        phone.post(address, {"printed": "1"})
        assert fields_of(phone.get(address))["points_water"] == "6"
        assert "as agreed by the group" not in text_of(phone.get(page(play)))

    @pytest.mark.parametrize("value", ["0", long("100"), "six", long("")])
    def test_points_that_are_on_no_card_are_refused_and_stay_to_be_mended(self, play, phone, value):
        answer = phone.post(page(play, "groups:group_rules", "tuareg"), TUAREG | SWITCHES | {"points_water": value})
        assert answer.status_code == 422
        assert "from 1 to 99" in text_of(answer)
        assert fields_of(answer)["points_water"] == value
        assert fields_of(phone.get(page(play, "groups:group_rules", "tuareg")))["points_water"] == "6"

    def test_only_games_that_leave_a_choice_have_a_page(self, play, phone):
        text = text_of(phone.get(page(play)))
        assert "Tuareg as printed" in text
        assert "Basari" not in text
        for slug in ("basari", "nonesuch"):
            assert phone.get(page(play, "groups:group_rules", slug)).status_code == 404
            assert phone.post(page(play, "groups:group_rules", slug), {"printed": "1"}).status_code == 404
