"""A group's plays as a file: what goes out comes in again, once, and all of it or nothing."""

import datetime
import json
import random
from io import BytesIO
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import jsonschema
import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from companion.core.refusal import Refusal
from companion.core.uploads import MOST_BYTES
from companion.groups import founding, members, players
from companion.models import CardSave, Event, Group, Person, Play, Player, Seat
from companion.plays import lifecycle
from companion.rules import GAMES
from companion.rules.scoring.schema import play_schema
from companion.transfer.caravan import imports, writer
from tests.builders import scored, solo_play, targi_play, tuareg_play
from tests.lanes import each_third, long, unhurried
from tests.phones import (
    a_play,
    again,
    at,
    closed,
    count,
    finished,
    owner_of,
    owners_phone,
    phone_of,
    send_plays,
    text_of,
)
from tests.rules.tables import possible_plays

SCHEMA = jsonschema.Draft202012Validator(play_schema(GAMES))
RESULT = ("player__name", "points", "rank", "is_winner", "lines", "took", "tier")
ID = "8b0c6a5e-3f1d-4c1e-9a57-0123456789ab"


@pytest.fixture
def phone(group):
    return phone_of(owner(group))


def owner(group):
    return group.members.get(role="owner").person


def as_file(plays, *, lines=False) -> bytes:
    return ("\n".join(map(json.dumps, plays)) if lines else json.dumps(plays)).encode()


def outcome(phone, group, *plays):
    """What the group's page says after these plays were imported."""
    answer = send_plays(phone, group, as_file(plays))
    assert answer.status_code == 302, text_of(answer)
    return text_of(phone.get(answer.url)).partition("Start a play")[0]


def faults(phone, group, *plays) -> list[str]:
    """Why these plays are refused; nothing of them is stored."""
    before = stored()
    answer = send_plays(phone, group, as_file(plays))
    assert answer.status_code == 422
    assert "Nothing was imported." in text_of(answer)
    assert stored() == before
    return answer.context["faults"]


def stored():
    return [model.objects.count() for model in (Group, Play, Seat, CardSave, Event, Player)]


def exported(phone, group) -> list[dict]:
    answer = phone.get(reverse("transfer:export_group", args=[group.uuid]))
    return json.loads(b"".join(answer.streaming_content))


def a_finished_play(**more):
    return tuareg_play(anna=({"water": 4}, {"gold": 2}), ben=({"water": 2}, {})) | {
        "id": str(uuid4()),
        "played_on": "2026-11-20",
        "state": "finished",
        **more,
    }


def seats_event(**details):
    """Return an event of the first seat, as a file has it."""
    return {"kind": "seats", "at": "2026-11-20T19:30:00+00:00", "details": {"seat": 0, "player": "Anna", **details}}


def as_exported(game, play, uuid, data):
    """A play of `possible_plays` as a group's file has it, in one of the states that it can be in."""
    states = ["open", "stopped"] if scored(play).is_blocked else ["open", "stopped", "finished"]
    return {
        **play,
        "format": "caravan.play/1",
        "id": str(uuid),
        "played_on": "2026-11-20",
        "options": game.options_with(play["options"]),
        "place": data.draw(st.sampled_from(["", "at Dora's", "京都"])),
        **data.draw(st.sampled_from([{}, {"minutes": 1}, {"minutes": 1440}])),
        "notes": data.draw(st.sampled_from(["", "first play\nwith the new cards", "<b>&amp;</b>"])),
        "state": data.draw(st.sampled_from(states)),
    }


def without_results(file):
    """The plays of an export as they were entered."""
    seats = [[{key: seat[key] for key in ("player", "stages")} for seat in play["seats"]] for play in file]
    entered = [{key: its for key, its in play.items() if key not in ("began", "closed")} for play in file]
    return [{**play, "seats": its} for play, its in zip(entered, seats, strict=True)]


def results_of(play):
    """What finishing has written to the seats, in their order."""
    return list(play.seats.at_table().values_list(*RESULT))


class TestExport:
    def test_it_holds_every_play_but_deleted_ones_in_the_order_they_were_played(self):
        play = finished(cards={"anna": {"water": 4}})
        person, group = owner_of(play), play.group
        stopped = a_play(owner=person, group=group, game="targi", names=("Anna", "Ben"))
        lifecycle.stop(stopped, person=person)
        early = a_play(owner=person, group=group, played_on=datetime.date(2020, 1, 1))
        lifecycle.delete(a_play(owner=person, group=group), person=person)
        file = exported(owners_phone(play), group)
        assert [(each["id"], each["state"]) for each in file] == [
            (str(early.uuid), "open"),
            (str(play.uuid), "finished"),
            (str(stopped.uuid), "stopped"),
        ]
        for each in file:
            SCHEMA.validate(each)

    def test_each_play_is_a_line_of_its_own(self):
        play = closed(cards={"anna": {"water": 4}})
        a_play(owner=owner_of(play), group=play.group)
        answer = owners_phone(play).get(reverse("transfer:export_group", args=[play.group.uuid]))
        first, *lines, last = b"".join(answer.streaming_content).decode().splitlines()
        assert (first, last, len(lines)) == ("[", "]", 2)
        assert json.loads(lines[0].rstrip(","))["seats"][0] == {
            "player": "Anna",
            "stages": {"1": {"water": 4}},
            "colour": 1,
        }

    def test_a_finished_play_tells_what_everybody_came_to_and_comes_in_again(self, group, phone):
        play = finished(names=("Anna", "Ben"), cards={"anna": {"water": 4}})
        (file,) = exported(owners_phone(play), play.group)
        told = [(seat["player"], seat["points"], seat["rank"], seat["winner"]) for seat in file["seats"]]
        assert told == [("Anna", 6, 1, True), ("Ben", 0, 2, False)]
        SCHEMA.validate(file)
        assert "1 play added." in outcome(phone, group, file)
        assert results_of(group.plays.get()) == results_of(play)

    def test_what_a_file_says_that_somebody_came_to_is_found_anew(self, group, phone):
        file = a_finished_play()
        file["seats"][1] |= {"points": 99, "rank": 1, "winner": True}
        outcome(phone, group, file)
        assert group.plays.get().seats.get(player__name="Ben").points < 99

    def test_how_long_it_took_and_where_it_was_go_along(self, group, phone):
        play = finished()
        Play.objects.filter(pk=play.pk).update(minutes=95, place="at Ben’s")
        (file,) = exported(owners_phone(play), play.group)
        assert (file["minutes"], file["place"]) == (95, "at Ben’s")
        outcome(phone, group, file)
        assert group.plays.values_list("minutes", "place").get() == (95, "at Ben’s")

    @pytest.mark.long
    def test_where_nobody_knows_how_long_it_took_nothing_is_told_nor_measured(self, group, phone):
        (file,) = exported(owners_phone(play := finished()), play.group)
        assert "minutes" not in file
        outcome(phone, group, file)
        assert group.plays.get().minutes is None

    def test_members_get_it_too(self):
        play = finished()
        phone = phone_of(members.join(play.group, Person.objects.create_visitor()).person)
        assert len(exported(phone, play.group)) == 1

    def test_options_are_told_whole_so_that_a_default_may_change(self):
        play = a_play(options={"points_water": 8})
        _about_the_group, file = exported(owners_phone(play), play.group)
        assert file["options"] == GAMES["tuareg"].options_with({"points_water": 8})

    def test_who_was_taken_from_the_table_is_not_in_it(self):
        play = a_play()
        owners_phone(play).post(at("plays:seats", play), {"remove": play.seats.get(player__name="Ben").pk})
        (file,) = exported(owners_phone(play), play.group)
        assert [seat["player"] for seat in file["seats"]] == ["Anna", "Chris"]

    @pytest.mark.long
    def test_it_comes_as_it_is_made_and_asks_little_of_the_database(self, django_assert_num_queries):
        play = finished()
        answer = owners_phone(play).get(reverse("transfer:export_group", args=[play.group.uuid]))
        assert answer.streaming
        for _ in range(2):
            with django_assert_num_queries(16):
                list(writer.plays_as_json(play.group))
            for _ in range(4):
                finished(owner=owner_of(play), group=play.group)

    def test_a_group_without_plays_is_a_file_without_plays(self, phone, group):
        assert exported(phone, group) == []

    @pytest.mark.parametrize(
        ("name", "disposition"),
        [
            ("Thursday", 'attachment; filename="Thursday {day}.json"'),
            ('a/b\\c:"d"', 'attachment; filename="a b c  d {day}.json"'),
            ("木曜会", "attachment; filename*=utf-8''%E6%9C%A8%E6%9B%9C%E4%BC%9A%20{day}.json"),
            ("x" * 100, 'attachment; filename="' + "x" * 60 + ' {day}.json"'),
        ],
    )
    def test_the_file_is_called_after_the_group_and_the_day(self, phone, group, name, disposition):
        Group.objects.update(name=name, time_zone="Asia/Tokyo")
        day = datetime.datetime.now(ZoneInfo("Asia/Tokyo")).date()
        answer = phone.get(reverse("transfer:export_group", args=[group.uuid]))
        days = {day, datetime.datetime.now(ZoneInfo("Asia/Tokyo")).date()}
        assert answer.headers["Content-Disposition"] in {disposition.format(day=day) for day in days}
        assert answer.headers["Content-Type"] == "application/json"


class TestThereAndBack:
    @unhurried(25, unchecked=[HealthCheck.function_scoped_fixture])
    @pytest.mark.parametrize("slug", each_third(GAMES))
    @given(data=st.data())
    def test_whatever_can_be_played_is_the_same_after_its_group_was_deleted(self, slug, data, db):
        game, person = GAMES[slug], Person.objects.create_visitor()
        played = data.draw(st.lists(possible_plays(game), min_size=1, max_size=3))
        file = [as_exported(game, play, data.draw(st.uuids()), data) for play in played]
        before = None
        for _ in range(2):
            group = founding.create_group(person)
            assert imports.import_plays(group, BytesIO(as_file(file)), person=person).added == len(file)
            assert without_results(json.loads("".join(writer.plays_as_json(group)))) == file
            results = [results_of(play) for play in group.plays.order_by("pk")]
            assert before in (None, results)
            before = results
            founding.delete_for_good(group)

    def test_a_group_that_was_deleted_is_all_there_again(self):
        play = finished(cards={"anna": {"water": 4}, "ben": {"water": 4}}, second={"ben": {"maps": 1}})
        person, group, phone = owner_of(play), play.group, owners_phone(play)
        closed(owner=person, group=group, cards={"chris": {"salt": 3}})
        lifecycle.stop(a_play(owner=person, group=group, game="basari"), person=person)
        for game, names in (
            ("targi", ("Anna", "Dora")),
            ("five-tribes", ("Anna", "Ben")),
            ("five-tribes-solo", ["Ben"]),
        ):
            a_play(owner=person, group=group, game=game, names=names)
        file, results = exported(phone, group), results_of(play)
        founding.delete_for_good(group)
        assert not Play.objects.exists()

        fresh = founding.create_group(person)
        assert "6 plays added." in outcome(phone, fresh, *file)
        assert exported(phone, fresh) == file
        assert results_of(Play.objects.get(uuid=play.uuid)) == results
        for each in fresh.plays.all():
            assert phone.get(at("plays:play", each), follow=True).status_code == 200

    @pytest.mark.long
    def test_a_play_that_was_counted_in_an_odd_way_comes_back_too(self):
        """A seat came late and another was emptied: some have no card of a stage, one has an empty one."""
        play = closed(cards={"anna": {"water": 4}})
        phone = owners_phone(play)
        phone.post(at("plays:seats", play), {"name": "Dora"})
        count(play, stage="2", ben={"gold": 1})
        count(play, stage="2", ben={"gold": None})
        lifecycle.close_stage(again(play), play.game.stage("2"), person=owner_of(play), anyway=True)
        lifecycle.finish(again(play), person=owner_of(play))
        file, results = exported(phone, play.group), results_of(play)
        founding.delete_for_good(play.group)
        fresh = founding.create_group(owner_of_file := Person.objects.create_visitor())
        imports.import_plays(fresh, BytesIO(as_file(file)), person=owner_of_file)
        assert json.loads("".join(writer.plays_as_json(fresh))) == file
        assert results_of(fresh.plays.get()) == results


class TestOnce:
    def test_a_second_import_adds_nothing_and_says_so(self, phone, group):
        file = [a_finished_play(), a_finished_play()]
        assert "2 plays added." in outcome(phone, group, *file)
        before = stored()
        assert "Nothing new. 2 plays were already here." in outcome(phone, group, *file)
        assert stored() == before

    @pytest.mark.long
    def test_what_is_new_comes_in_beside_what_was_here(self, phone, group):
        file = [a_finished_play()]
        outcome(phone, group, *file)
        assert "1 play added. 1 play was already here." in outcome(phone, group, *file, a_finished_play())

    def test_a_play_that_stands_twice_in_a_file_comes_in_once(self, phone, group):
        play = a_finished_play()
        assert "1 play added. 1 play was already here." in outcome(phone, group, play, play)
        assert group.plays.count() == 1

    def test_an_id_is_the_same_however_it_is_written(self, phone, group):
        outcome(phone, group, a_finished_play(id=ID))
        assert "Nothing new." in outcome(phone, group, a_finished_play(id=ID.upper()))

    def test_plays_without_an_id_are_known_by_what_they_hold(self, phone, group):
        play = tuareg_play(anna=({"water": 4}, {}), ben=({}, {})) | {"played_on": "2026-11-20"}
        assert "2 plays added." in outcome(phone, group, play, play)
        assert "Nothing new. 2 plays were already here." in outcome(phone, group, play, play)
        assert "1 play added." in outcome(phone, group, play | {"played_on": "2026-11-21"})

    def test_one_that_was_deleted_here_is_put_back(self, phone, group):
        outcome(phone, group, a_finished_play(id=ID))
        play = group.plays.get()
        lifecycle.delete(play, person=owner(group))
        assert "Nothing new. 1 deleted play restored." in outcome(phone, group, a_finished_play(id=ID))
        assert again(play).deleted_at is None

    def test_a_play_of_another_group_is_not_found_out_and_comes_in_once(self, phone, group):
        others = finished()
        (theirs,) = exported(owners_phone(others), others.group)
        before = results_of(others), again(others).revision
        assert "1 play added." in outcome(phone, group, theirs)
        assert "Nothing new. 1 play was already here." in outcome(phone, group, theirs)
        mine = group.plays.get()
        assert mine.uuid != others.uuid
        assert results_of(mine) == results_of(others)
        assert (results_of(others), again(others).revision) == before
        assert phone.get(at("plays:play", others)).status_code == 404
        assert "Nothing new." in outcome(phone, group, *exported(phone, group))

    @pytest.mark.long
    def test_two_imports_of_one_play_into_two_groups_are_two_plays(self, phone, group):
        other = founding.create_group(owner(group))
        for each in (group, other):
            assert "1 play added." in outcome(phone, each, a_finished_play(id=ID))
        assert group.plays.get().uuid == UUID(ID)
        assert other.plays.get().uuid != UUID(ID)


class TestWhatComesIn:
    @pytest.mark.long
    def test_a_finished_play_has_the_result_that_finishing_gives(self, phone, group):
        by_hand = finished(cards={"anna": {"water": 4}, "ben": {"water": 2}}, second={"ben": {"gold": 3}})
        (file,) = exported(owners_phone(by_hand), by_hand.group)
        outcome(phone, group, file)
        assert results_of(group.plays.get()) == results_of(by_hand)
        assert "wins" in text_of(phone.get(at("plays:play", group.plays.get())))

    def test_an_open_one_goes_on_with_the_last_stage_that_was_counted(self, phone, group):
        file = tuareg_play(anna=({"water": 4}, {"gold": 2}), ben=({"water": 2},), chris={})
        outcome(phone, group, file)
        play = group.plays.get()
        assert (play.state, play.closed_stages) == ("open", 1)
        page = phone.get(at("plays:play", play))
        assert "Stage 2 of 2" in text_of(page)
        assert "0 of 3 counted" in text_of(page)
        assert phone.get(at("plays:stage", play, "1")).status_code == 200
        count(play, stage="2", anna={"gold": 2}, ben={}, chris={})
        lifecycle.close_stage(again(play), play.game.stage("2"), person=owner(group))
        lifecycle.finish(again(play), person=owner(group))
        assert again(play).is_finished

    def test_one_of_which_nothing_was_counted_begins_at_the_beginning(self, phone, group):
        outcome(phone, group, tuareg_play(anna=(), ben=()))
        play = group.plays.get()
        assert (play.state, play.closed_stages) == ("open", 0)
        assert phone.get(at("plays:play", play)).status_code == 200

    def test_a_stopped_one_stays_stopped(self, phone, group):
        outcome(phone, group, tuareg_play(anna={"water": 4}, ben={}) | {"state": "stopped"})
        play = group.plays.get()
        assert play.state == "stopped"
        assert results_of(play) == [("Anna", None, None, False, [], [], ""), ("Ben", None, None, False, [], [], "")]
        assert "Ended early." in text_of(phone.get(at("plays:play", play)))

    @pytest.mark.parametrize(
        ("play", "state"),
        [
            (tuareg_play(anna=({}, {}), ben=({}, {})), "finished"),
            (tuareg_play(anna=({}, {}), ben=({},)), "open"),
            long(targi_play(anna={"tokens": 4}, ben={}), "finished"),
            long(solo_play(gold=30, viziers=5), "finished"),
        ],
    )
    def test_a_play_that_says_no_state_is_over_if_all_was_counted(self, phone, group, play, state):
        outcome(phone, group, play)
        assert group.plays.get().state == state

    def test_a_play_without_a_day_was_played_today_by_the_groups_clock(self, phone, group):
        Group.objects.update(time_zone="Pacific/Kiritimati")
        days = {datetime.datetime.now(ZoneInfo("Pacific/Kiritimati")).date()}
        outcome(phone, group, targi_play(anna={}, ben={}))
        days.add(datetime.datetime.now(ZoneInfo("Pacific/Kiritimati")).date())
        assert group.plays.get().played_on in days

    def test_its_trail_says_where_it_came_from(self, phone, group):
        outcome(phone, group, a_finished_play())
        text = text_of(phone.get(at("plays:trail", group.plays.get())))
        assert "Play imported from a file" in text
        assert "Anna, stage 1: water 4" in text

    def test_an_impossible_sum_comes_in_with_a_play_that_goes_on_and_is_said_there(self, phone, group):
        file = tuareg_play(anna={"water": 5}, ben={"water": 5})
        outcome(phone, group, file)
        assert "5 make 10, but there are only 8" in text_of(phone.get(at("plays:play", group.plays.get())))

    def test_names_are_the_groups_players_however_they_are_spelled(self, phone, group):
        players.add(group, "Anna")
        players.hide(group.players.get(), hidden=True)
        file = [targi_play(anna={}, ben={}), targi_play(chris={}, ben={})]
        file[0]["seats"][0]["player"] = "  ANNA "
        outcome(phone, group, *file)
        assert sorted(group.players.values_list("name", flat=True)) == ["Anna", "Ben", "Chris"]
        assert group.players.get(name="Anna").is_hidden

    @pytest.mark.parametrize(
        ("name", "kept"),
        [
            long("絵美 🎲", "絵美 🎲"),
            long("سارة", "سارة"),
            ("<b>Ben</b>", "<b>Ben</b>"),
            ("Be\0n\u202e", "Ben"),
            ("Jose\u0301", "José"),
            ("\ud800Ben", "Ben"),
            long("x" * 60, "x" * 60),
        ],
    )
    def test_a_name_is_cleaned_as_if_it_was_typed(self, phone, group, name, kept):
        file = targi_play(anna={}, ben={})
        file["seats"][1]["player"] = name
        outcome(phone, group, file)
        assert set(group.players.values_list("name", flat=True)) == {"Anna", kept}
        page = phone.get(at("plays:play", group.plays.get()))
        assert b"<b>Ben" not in page.content

    def test_place_and_notes_are_cleaned_as_if_they_were_typed(self, phone, group):
        outcome(phone, group, a_finished_play(place=" at\u202e Dora’s ", notes="one\r\n two \0\n"))
        play = group.plays.get()
        assert (play.place, play.notes) == ("at Dora’s", "one\n two")

    @pytest.mark.parametrize("lines", [False, True])
    def test_a_single_play_and_one_play_a_line_are_files_too(self, phone, group, lines):
        file = (
            as_file([a_finished_play(), a_finished_play()], lines=True) + b"\n\n"
            if lines
            else as_file([a_finished_play()])[1:-1]
        )
        assert send_plays(phone, group, file).status_code == 302
        assert group.plays.count() == 1 + lines

    def test_a_file_that_begins_with_the_mark_of_its_encoding_is_read(self, phone, group):
        assert send_plays(phone, group, b"\xef\xbb\xbf" + as_file([a_finished_play()])).status_code == 302


class TestWhatDoesNot:
    @pytest.mark.parametrize(
        "content",
        [
            b"x",
            long(b"   "),
            b"[]",
            long(b"{}"),
            long(b"null"),
            long(b"[1, 2, 3]"),
            b'[{"name": "Anna", "score": 7}]',
            long(b'{"format": "caravan.play/2", "game": "tuareg", "seats": []}'),
            long(b"\x89PNG\r\n\x1a\n\0\0\0"),
            long(b"Anna;Ben\r\n4;2\r\n"),
            long(b"PK\x03\x04"),
            b"[" * 100_000,
            b"[NaN]",
            b'[{"game": "tuareg", "game": "targi", "seats": []}]',
        ],
    )
    def test_what_is_no_file_of_plays_changes_nothing_and_is_told(self, phone, group, content):
        before = stored()
        answer = send_plays(phone, group, content)
        assert answer.status_code == 422
        [told] = answer.context["faults"]
        assert told.startswith(("This isn’t a play file, or it’s damaged: ", "There are no plays in this file."))
        assert stored() == before

    def test_no_file_and_an_empty_one_are_asked_for_again(self, phone, group):
        address = reverse("transfer:import_plays", args=[group.uuid])
        assert "Please choose a file." in text_of(phone.post(address))
        assert "This file is empty." in text_of(send_plays(phone, group, b""))

    def test_wherever_a_file_was_cut_off_nothing_comes_in(self, phone, group):
        file = as_file([a_finished_play(), a_finished_play(), a_finished_play()])
        for end in range(1, len(file), 97):
            with pytest.raises(Refusal):
                imports.import_plays(group, BytesIO(file[:end]), person=owner(group))
        assert not group.plays.exists()
        assert "invalid JSON from line 1 on" in text_of(send_plays(phone, group, file[:500]))

    def test_the_line_where_a_file_breaks_off_is_told(self, phone, group):
        outcome(phone, group, *(a_finished_play() for _ in range(4)))
        answer = phone.get(reverse("transfer:export_group", args=[group.uuid]))
        file = b"".join(answer.streaming_content)
        assert "from line 4 on" in text_of(send_plays(phone, group, file[: file.rindex(b"\n{") - 10]))

    @pytest.mark.long
    def test_a_flipped_bit_is_refused_or_makes_another_possible_play_never_half_a_file(self, group):
        """A flip that makes another digit or letter cannot be seen; what comes in is still whole and scores."""
        file = as_file([a_finished_play(), a_finished_play()])
        chance = random.Random(5)
        outcomes = set()
        for _ in range(300):
            damaged = bytearray(file)
            damaged[chance.randrange(len(file))] ^= 1 << chance.randrange(8)
            try:
                imported = imports.import_plays(group, BytesIO(damaged), person=owner(group))
                outcomes.add(imported.added + imported.known)
            except Refusal as refusal:
                outcomes.add(0)
                assert 1 <= len(refusal.problems) <= 10
        assert outcomes == {0, 2}
        for play in group.plays.prefetch_related("seats"):
            assert all(seat.points is not None for seat in play.seats.all()) or not play.is_finished

    def test_one_wrong_play_keeps_all_others_out_and_is_named(self, phone, group):
        wrong = a_finished_play(played_on="2026-01-02")
        wrong["seats"][1]["stages"]["2"]["water"] = 99
        told = faults(phone, group, a_finished_play(), wrong, a_finished_play())
        assert told == ["Play 2 (Tuareg, 2 Jan 2026): Ben, water: 99, but there are only 8."]

    @pytest.mark.parametrize(
        ("change", "why"),
        [
            ({"state": "won"}, "“won” isn’t a valid value for state."),
            ({"id": "7"}, "“7” isn’t a valid value for id."),
            long({"id": None}, "“null” isn’t a valid value for id."),
            ({"played_on": "2026-02-30"}, "“2026-02-30” isn’t a valid value for played_on."),
            ({"played_on": "9999-12-31"}, "played_on: This date is in the future."),
            ({"played_on": "0026-11-20"}, "played_on: Enter the year with four digits."),
            ({"began": "2199-11-20T19:30:00+00:00"}, "began: This date is in the future."),
            ({"events": [{"kind": "finish", "at": "2199-11-20T19:30:00+00:00"}]}, "The change history can’t be read."),
            ({"events": [seats_event(what="team", was=0, team=101)]}, "The change history can’t be read."),
            ({"events": [seats_event(what="role", was="", role="x" * 61)]}, "The change history can’t be read."),
            ({"options": {"nonesuch": 1}}, "There is no option “nonesuch”"),
            ({"place": "x" * 101}, "place: This is longer than 100 characters."),
            ({"notes": "x" * 2001}, "notes: This is longer than 2000 characters."),
            long({"notes": 7}, "“7” isn’t a valid value for notes."),
            long({"minutes": "75"}, "“75” isn’t a valid value for minutes."),
            ({"minutes": 0}, "“0” isn’t a valid value for minutes."),
            ({"minutes": 1441}, "“1441” isn’t a valid value for minutes."),
            long({"minutes": True}, "“true” isn’t a valid value for minutes."),
            ({"score": 7}, "A play has no field “score”"),
            ({"seats": []}, "for 2 to 5 players, not 0"),
            ({"seats": [{"player": "Anna"}, {"player": "anna\u200b"}]}, "Two players are called anna"),
            ({"seats": [{"player": "Anna"}, {"player": "\u200b"}]}, "A seat has no name"),
            ({"seats": [{"player": "Anna"}, {"player": "x" * 300}]}, "longer than 60 characters"),
            ({"game": "nonesuch"}, "unknown game nonesuch"),
            long({"game": ["tuareg"]}, "unknown game"),
            ({"format": "caravan.play/2"}, "the format is not caravan.play/1"),
        ],
    )
    @pytest.mark.parametrize("state", ["open", long("finished")])
    def test_what_is_wrong_in_itself_is_refused_also_in_a_play_that_goes_on(self, phone, group, change, why, state):
        (told,) = faults(phone, group, a_finished_play(), a_finished_play(state=state) | change)
        assert told.startswith("Play 2")
        assert why in told

    def test_a_finished_play_has_to_be_possible_as_a_whole(self, phone, group):
        impossible = tuareg_play(anna=({"water": 5}, {}), ben=({"water": 5}, {})) | {"state": "finished"}
        (told,) = faults(phone, group, impossible)
        assert "make 10, but there are only 8" in told

    def test_ten_reasons_are_told_at_most(self, phone, group):
        wrong = [a_finished_play(state="won") for _ in range(50)]
        assert len(faults(phone, group, *wrong)) == 10

    def test_a_larger_file_than_any_group_has_is_refused_before_it_is_read(self, phone, group):
        answer = send_plays(phone, group, b" " * (MOST_BYTES + 1))
        assert answer.status_code == 422
        assert "This file is larger than 20 MB." in text_of(answer)

    @pytest.mark.parametrize(("language", "why"), [("de", "es gibt aber nur 8"), long("ja", "全部で 8")])
    def test_reasons_are_told_in_the_language_of_the_page(self, phone, group, language, why):
        phone.post(reverse("core:set_language"), {"language": language})
        wrong = a_finished_play()
        wrong["seats"][0]["stages"]["1"]["water"] = 9
        answer = send_plays(phone, group, as_file([wrong]))
        assert why in text_of(answer)
