"""What is taken along: tables, a file for BG Stats, a link to it, and the evenings for a calendar."""

import csv
import datetime
import io
import json
import re
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from companion.access.links import link_for
from companion.groups import members
from companion.models import Link, Person
from companion.plays.lifecycle import delete, stop
from companion.transfer.writers import bgstats, calendar, tables
from companion.transfer.writers.records import Game, Line, Play, Seat, get_uuid
from tests.phones import a_play, again, at, finished, forms_of, guests_phone, owner_of, owners_phone, text_of

pytestmark = pytest.mark.django_db
MOMENT = datetime.datetime(2026, 11, 20, 20, 15, tzinfo=datetime.UTC)
RECORD = Play(
    id="8b0c6a5e-3f1d-4c1e-9a57-0123456789ab",
    game=Game("whist", "Whist"),
    day=MOMENT.date(),
    seats=[Seat("1", "Anna", 28, 1, won=True), Seat("2", "Ben", -3, 2, won=False)],
    place="at home",
    notes="Rain",
    minutes=45,
    began=MOMENT,
    changed=MOMENT,
    lines=[Line("round 1", "tricks", [20, -3]), Line("round 2", "tricks", [8, None])],
)


def exported(play, kind):
    answer = owners_phone(play).get(reverse("transfer:export_as", args=[play.group.uuid, kind]))
    assert answer.status_code == 200
    return answer, b"".join(answer.streaming_content).decode()


def table_of(text):
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


class TestTables:
    def test_a_row_for_everybody_at_each_play(self):
        play = finished(cards={"anna": {"water": 4}})
        answer, text = exported(play, "plays")
        assert "plays.csv" in answer["Content-Disposition"]
        rows = table_of(text)
        assert [(row["player"], row["points"], row["won"]) for row in rows] == [
            (str(seat), str(seat.points), str(int(seat.is_winner))) for seat in play.seats.all()
        ]
        assert {row["play"] for row in rows} == {str(play.uuid)}
        assert {(row["date"], row["game"], row["title"]) for row in rows} == {("2026-11-20", "tuareg", "Tuareg")}

    def test_a_row_for_each_line_of_the_score_sheet_comes_to_the_points(self):
        play = finished(cards={"anna": {"water": 4, "gold": 2}}, second={"ben": {"salt": 3}})
        rows = table_of(exported(play, "rows")[1])
        for seat in play.seats.all():
            assert sum(int(row["points"] or 0) for row in rows if row["player"] == str(seat)) == seat.points
        assert {"water", "gold"} <= {row["row"].lower() for row in rows}

    def test_an_open_play_has_no_points_yet_and_a_deleted_one_is_not_there(self):
        play = a_play()
        gone = a_play(group=play.group, owner=owner_of(play))
        delete(gone, person=owner_of(play))
        rows = table_of(exported(play, "plays")[1])
        assert {(row["play"], row["state"], row["points"]) for row in rows} == {(str(play.uuid), "open", "")}

    @pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t=", " =", "＝"])
    def test_nothing_that_somebody_wrote_is_a_formula(self, begin):
        evil = f"{begin}HYPERLINK(1)"
        record = replace(
            RECORD,
            game=Game("x", evil),
            place=evil,
            notes=evil,
            seats=[Seat("1", evil, -5, 1, won=True)],
            lines=[Line(evil, evil, [-5])],
        )
        for text in ("".join(tables.write_seats([record])), "".join(tables.write_lines([record]))):
            [row] = table_of(text)
            assert not [
                cell for key, cell in row.items() if cell.lstrip().startswith(begin.strip()) and key != "points"
            ]
            # A number below nothing stays one.
            assert row["points"] == "-5"

    def test_quotes_commas_and_lines_in_notes_stay_one_cell(self):
        record = replace(RECORD, notes='He said "no",\nthen left')
        assert {row["notes"] for row in table_of("".join(tables.write_seats([record])))} == {'He said "no",\nthen left'}

    def test_there_is_no_other_kind(self):
        play = a_play()
        assert owners_phone(play).get(reverse("transfer:export_as", args=[play.group.uuid, "xml"])).status_code == 404


def file_of(*records):
    return json.loads("".join(bgstats.write_plays(records, exported=MOMENT)))


class TestBGStats:
    def test_every_thing_is_there_once_and_found_by_its_number(self):
        file = file_of(RECORD, replace(RECORD, id="another"))
        assert [len(file[part]) for part in ("plays", "players", "games", "locations")] == [2, 2, 1, 1]
        play = file["plays"][0]
        names = {player["id"]: player["name"] for player in file["players"]}
        told = [(names[each["playerRefId"]], each["score"], each["winner"]) for each in play["playerScores"]]
        assert told == [("Anna", "28", True), ("Ben", "-3", False)]
        assert file["games"][play["gameRefId"] - 1]["name"] == "Whist"
        assert file["locations"][play["locationRefId"] - 1]["name"] == "at home"
        assert (play["playDate"], play["playDateYmd"], play["durationMin"]) == ("2026-11-20 20:15:00", 20261120, 45)

    @pytest.mark.parametrize("began", [None, MOMENT + datetime.timedelta(days=3)])
    def test_of_a_play_that_was_entered_on_another_day_no_hour_is_told(self, began):
        assert file_of(replace(RECORD, began=began))["plays"][0]["playDate"] == "2026-11-20 00:00:00"

    def test_its_numbers_are_uuids_in_capitals_and_the_same_in_every_file(self):
        one, other = (file_of(RECORD)["plays"][0]["uuid"] for _ in range(2))
        assert one == other == str(UUID(one)).upper()
        assert UUID(one).version == 5
        assert get_uuid("play", RECORD.id) != get_uuid("player", RECORD.id)

    def test_the_score_sheet_has_a_round_a_stage_and_a_column_a_seat(self):
        play = file_of(RECORD)["plays"][0]
        anna, ben = (json.loads(each["metaData"])["scoreUuid"] for each in play["playerScores"])
        first, second = json.loads(play["scoresheet"])["rounds"]
        assert first["rows"][0]["label"] == "tricks"
        assert first["rows"][0]["scores"] == {anna: "20", ben: "-3"}
        assert second["rows"][0]["scores"] == {anna: "8"}

    def test_only_finished_plays_go_out_and_each_holds_itself_as_we_know_it(self):
        play = finished(cards={"anna": {"water": 4}})
        stop(a_play(group=play.group, owner=owner_of(play)), person=owner_of(play))
        [its] = json.loads(exported(play, "bgstats")[1])["plays"]
        assert its["uuid"] == get_uuid("play", str(play.uuid))
        ours = json.loads(its["metaData"])["caravan"]
        assert (ours["id"], ours["game"]) == (str(play.uuid), "tuareg")

    def test_whoever_was_drawn_to_begin_is_the_start_player(self):
        play = finished(names=("Anna", "Ben"), cards={"anna": {"water": 4}})
        play.seats.filter(player__name="Ben").update(is_first=True)
        [its] = json.loads(exported(play, "bgstats")[1])["plays"]
        assert [seat["startPlayer"] for seat in its["playerScores"]] == [False, True]

    def test_of_a_group_without_plays_it_is_a_file_all_the_same(self):
        play = a_play()
        assert json.loads(exported(play, "bgstats")[1])["plays"] == []


def proposed(link):
    return json.loads(parse_qs(urlsplit(link).query)["data"][0])


class TestLinkToBGStats:
    def test_all_booleans_are_always_there_and_no_number_of_a_game_that_nobody_knows(self):
        its = proposed(bgstats.create_play_link(RECORD))
        assert {"highestWins", "noPoints"} <= its["game"].keys()
        assert "bggId" not in its["game"]
        assert all(isinstance(player[key], bool) for player in its["players"] for key in ("winner", "startPlayer"))
        assert all(isinstance(its["game"][key], bool) for key in ("highestWins", "noPoints"))

    def test_the_time_is_that_of_the_end_in_utc(self):
        zone = datetime.timezone(datetime.timedelta(hours=9))
        ended = datetime.datetime(2026, 11, 21, 5, 0, tzinfo=zone)
        assert proposed(bgstats.create_play_link(RECORD, ended=ended))["playDate"] == "2026-11-20 20:00:00"

    def test_long_notes_are_shortened_until_the_address_fits(self):
        link = bgstats.create_play_link(replace(RECORD, notes="雨が降った。" * 300))
        assert len(link) <= bgstats.LONGEST_LINK
        assert proposed(link)["players"][0]["name"] == "Anna"

    @pytest.mark.parametrize(("seats", "place"), [(12, ""), (20, "卓" * 100)])
    def test_many_long_names_in_japanese_are_shortened_and_all_are_there(self, seats, place):
        everybody = [Seat(str(number), "あ" * 60, 100, 1, won=True) for number in range(seats)]
        link = bgstats.create_play_link(replace(RECORD, seats=everybody, place=place))
        assert len(link) <= bgstats.LONGEST_LINK
        assert all(player["name"] for player in proposed(link)["players"])
        assert len(proposed(link)["players"]) == seats

    def test_a_guest_of_the_table_is_led_on_and_the_app_is_told_who_won(self):
        play = finished(cards={"anna": {"water": 4}})
        answer = guests_phone(play).get(at("transfer:to_bgstats", play))
        assert answer.url.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
        assert [each["name"] for each in proposed(answer.url)["players"] if each["winner"]] == ["Anna"]

    def test_an_open_play_is_not_told(self):
        play = a_play()
        assert owners_phone(play).get(at("transfer:to_bgstats", play)).status_code == 404


def unfolded(text):
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")


def of_calendar(*records):
    return unfolded("".join(calendar.write_calendar(records, group="g", name="Thursday", stamp=MOMENT)))


class TestCalendar:
    def test_last_day_of_all_can_be_written(self):
        lines = of_calendar(replace(RECORD, day=datetime.date.max))
        assert "DTSTART;VALUE=DATE:99991231" in lines

    def test_an_evening_is_a_day_with_its_games_place_and_results(self):
        lines = of_calendar(RECORD, replace(RECORD, id="2", game=Game("go", "Go")))
        assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 1
        assert "DTSTART;VALUE=DATE:20261120" in lines
        # Without an end an event lasts its whole day.
        assert not any(line.startswith("DTEND") for line in lines)
        assert "SUMMARY:Thursday: Whist\\, Go" in lines
        assert "LOCATION:at home" in lines
        assert "DESCRIPTION:Whist: Anna 28\\, Ben -3\\nGo: Anna 28\\, Ben -3" in lines

    def test_two_places_on_one_day_are_two_evenings_whatever_their_order(self):
        lines = of_calendar(RECORD, replace(RECORD, place="café"), RECORD)
        assert lines.count("BEGIN:VEVENT") == 2
        assert len({line for line in lines if line.startswith("UID:")}) == 2

    def test_an_evening_is_known_again_in_the_next_file(self):
        one, other = ([line for line in of_calendar(RECORD) if line.startswith("UID:")] for _ in range(2))
        assert one == other

    def test_nothing_that_somebody_wrote_begins_a_line_of_its_own(self):
        evil = "x\r\nBEGIN:VALARM\r\nEND:VALARM;,\\"
        lines = of_calendar(replace(RECORD, place=evil, game=Game("x", evil)))
        assert "BEGIN:VALARM" not in lines
        assert "LOCATION:x\\nBEGIN:VALARM\\nEND:VALARM\\;\\,\\\\" in lines

    def test_long_lines_are_folded_without_cutting_a_sign(self):
        lines = of_calendar(replace(RECORD, place="卓" * 100))
        assert "LOCATION:" + "卓" * 100 in lines

    def test_the_file_of_a_group_speaks_the_language_of_who_asks(self):
        play = finished()
        phone = owners_phone(play)
        phone.cookies["language"] = "ja"
        answer = phone.get(reverse("transfer:export_as", args=[play.group.uuid, "evenings"]))
        with translation.override("en"):
            text = b"".join(answer.streaming_content).decode()
        assert "トゥワレグ" in text.replace("\r\n ", "")


class TestCalendarThatKeepsUp:
    @pytest.fixture
    def play(self):
        return finished(cards={"anna": {"water": 4}})

    def address_on(self, phone, play):
        page = phone.get(reverse("transfer:take_along", args=[play.group.uuid])).content.decode()
        found = re.search(r"/calendars/[\w-]+\.ics", page)
        return found and found.group()

    def send(self, phone, play, what):
        return phone.post(reverse("transfer:calendar_link", args=[play.group.uuid]), {what: "1"})

    def test_there_is_no_link_until_somebody_makes_one(self, play):
        phone = owners_phone(play)
        assert self.address_on(phone, play) is None
        self.send(phone, play, "share")
        address = self.address_on(phone, play)
        self.send(phone, play, "share")
        assert self.address_on(phone, play) == address

    def test_whoever_has_it_reads_the_evenings_and_new_ones_as_they_come(self, play):
        phone = owners_phone(play)
        self.send(phone, play, "share")
        address, stranger = self.address_on(phone, play), Client()
        assert b"".join(stranger.get(address)).count(b"BEGIN:VEVENT") == 1
        finished(group=play.group, owner=owner_of(play), played_on=datetime.date(2026, 11, 27))
        answer = stranger.get(address)
        assert answer["Content-Type"].startswith("text/calendar")
        assert b"".join(answer).count(b"BEGIN:VEVENT") == 2
        assert stranger.get(reverse("groups:group", args=[play.group.uuid])).status_code == 404

    @pytest.mark.parametrize("what", ["renew", "withdraw"])
    def test_renewed_or_withdrawn_the_old_one_leads_nowhere(self, play, what):
        phone = owners_phone(play)
        self.send(phone, play, "share")
        address = self.address_on(phone, play)
        self.send(phone, play, what)
        assert Client().get(address).status_code == 404
        renewed = self.address_on(phone, play)
        assert renewed != address
        assert bool(renewed) == (what == "renew")

    def test_a_member_who_is_removed_has_it_no_more(self, play):
        phone = owners_phone(play)
        member = members.join(play.group, Person.objects.create_visitor())
        self.send(phone, play, "share")
        address = self.address_on(phone, play)
        members.expel(member)
        assert Client().get(address).status_code == 404

    def test_other_links_open_no_calendar_and_it_opens_nothing_else(self, play):
        key = link_for(Link.Kind.CALENDAR, group=play.group).key
        assert Client().get(f"/calendars/{link_for(Link.Kind.WATCH, play=play).key}.ics").status_code == 404
        assert Client().get(f"/results/{key}").status_code == 404
        assert Client().get(f"/t/{key}").url == f"/calendars/{key}.ics"


class TestPage:
    def test_it_lists_every_file_there_is(self):
        play = a_play()
        body = owners_phone(play).get(reverse("transfer:take_along", args=[play.group.uuid])).content.decode()
        for kind in ("plays", "rows", "bgstats", "evenings"):
            assert reverse("transfer:export_as", args=[play.group.uuid, kind]) in body
        assert reverse("transfer:export_group", args=[play.group.uuid]) in body

    def test_the_settings_lead_there(self):
        play = a_play()
        page = owners_phone(play).get(reverse("groups:group_settings", args=[play.group.uuid])).content.decode()
        assert reverse("transfer:take_along", args=[play.group.uuid]) in page

    def test_it_lists_the_links_to_results_and_each_can_be_withdrawn_there(self):
        play, other = finished(), finished()
        for each in (play, other):
            link_for(Link.Kind.RESULT, play=each)
        phone = owners_phone(play)
        page = phone.get(reverse("transfer:take_along", args=[play.group.uuid]))
        assert "Tuareg, 20 Nov 2026" in text_of(page)
        [form] = [form for form in forms_of(page) if form["action"] == at("results:result_link", play)]
        phone.post(form["action"], {"withdraw": "1"})
        assert [link.play for link in Link.objects.filter(kind="result")] == [again(other)]
        assert "None yet. You can create one when you share a result." in text_of(
            phone.get(reverse("transfer:take_along", args=[play.group.uuid]))
        )

    def test_no_date_stands_in_a_name_of_a_file_twice(self):
        play = a_play()
        answer, _text = exported(play, "rows")
        assert re.search(r"\d{4}-\d\d-\d\d rows\.csv", answer["Content-Disposition"])
