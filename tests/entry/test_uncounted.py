"""Counts that nobody entered before a stage was scored anyway are unknown wherever the play is read, and never 0."""

import csv
import io
import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from companion.access import api_keys
from companion.core.language.texts import say
from companion.entry.scorepad import Scorepad
from companion.history.statistics_rows import history_of
from companion.plays.corrections import score_again
from companion.plays.lifecycle import close_stage, finish
from companion.plays.rounds import end_rounds
from companion.results.outcomes import compute_outcomes, differ, stored_outcomes
from companion.results.score_grid import NOT_COUNTED, build_rows, ranking
from companion.results.share_text import format_result
from companion.results.sharing.contents import build_summary
from companion.results.sharing.pictures import draw_svg
from companion.transfer.caravan.imports import import_plays
from tests.phones import a_play, again, at, count, owner_of, owners_phone, text_of, watchers_phone
from tests.results.sharing.test_results import written_in

pytestmark = pytest.mark.django_db
UUID = "0b7c6f5e-3f1d-4c1e-9a57-0123456789ab"


@pytest.fixture
def play():
    """A finished play in which Ben was counted in part and Chris not at all."""
    play = a_play(game="tuareg")
    for stage, held in (("1", {"anna": {"water": 4, "salt": 0}}), ("2", {"anna": {"water": 2, "salt": 0}})):
        count(play, stage=stage, **held)
        count(play, stage=stage, is_in=False, ben={"water": 1, "gold": 0})
        close_stage(again(play), play.game.stage(stage), person=owner_of(play), anyway=True)
    finish(again(play), person=owner_of(play))
    return again(play)


@pytest.fixture
def rounds():
    """A play of rounds in which Chris was counted in the second round alone."""
    play = a_play(game="6-nimmt")
    for number, held in enumerate(({"anna": 10, "ben": 0}, {"anna": 5, "ben": 6, "chris": 7}), 1):
        stage = again(play).stage
        assert stage.key == str(number)
        (field,) = stage.fields
        count(play, stage=stage.key, **{name: {field.key: points} for name, points in held.items()})
        close_stage(again(play), stage, person=owner_of(play), anyway=True)
    end_rounds(again(play))
    finish(again(play), person=owner_of(play))
    return again(play)


def exported(phone, play, what) -> str:
    """Return the group's plays in a format."""
    answer = phone.get(reverse("transfer:export_as", args=[play.group.uuid, what]))
    return b"".join(answer.streaming_content).decode().removeprefix("\ufeff")


def rows_of(play):
    """The lines of the score sheets as a spreadsheet: (stage, row) and player to the points."""
    text = exported(owners_phone(play), play, "rows")
    return {
        (row["stage"], row["row"].lower(), row["player"]): row["points"] for row in csv.DictReader(io.StringIO(text))
    }


def in_the_api(play):
    key = api_keys.create(owner_of(play), "My table", uuid=UUID)[1]
    path = reverse("api:api_play", args=[play.uuid])
    rows = Client().get(path, headers={"Authorization": f"Bearer {key}"}).json()["rows"]
    return {(row["stage"], row["row"].lower()): row["points"] for row in rows}


def drawn(play):
    play = again(play)
    return {row.label: row.points for row in build_summary(play, Scorepad(play)).rows}


class TestStages:
    def test_paper_shows_a_dash_for_cells_and_for_what_a_stage_brought(self, play):
        text = text_of(owners_phone(play).get(at("results:sheet", play)))
        # Anna's count and points, Ben's, and nothing of Chris.
        assert "Water 4 6 1 · – Gold – · 0 · – Rock salt 0 · – –" in text
        assert "Points, stage 1 6 0 –" in text

    def test_screen_for_everybody_shows_a_dash(self, play):
        text = text_of(watchers_phone(play).get(at("plays:watch", play)))
        assert "Water 12 0 – Gold 0 0 – Rock salt 0 – –" in text

    def test_result_shows_a_dash_for_what_a_stage_brought_and_no_points_beside_the_reason(self, play):
        end, stage = (
            text_of(owners_phone(play).get(at(*page))) for page in (("plays:play", play), ("plays:stage", play, "1"))
        )
        assert "Stage 1 6 0 –" in end
        assert "Stage 1 6 0 –" in stage
        assert f"Chris: {say(NOT_COUNTED)}" in stage
        assert "Chris +0" not in stage

    def test_unknown_count_stands_behind_the_others_and_equals_none(self, play):
        pad = Scorepad(play)
        [gold] = [row for row in build_rows(pad, pad.result, pad.game.stages[0]) if row.item.key == "gold"]
        assert [(sign, name, figure) for sign, name, figure, _ahead in gold.pairs] == [
            ("", "Anna", "0"),
            ("=", "Ben", "0"),
            ("·", "Chris", "–"),
        ]

    def test_picture_shows_a_dash(self, play):
        assert drawn(play)["Gold"] == [0, 0, None]
        assert drawn(play)["Rock salt"] == [0, None, None]
        texts = written_in(draw_svg(build_summary(play, Scorepad(play)), "tall"))
        at_gold = texts.index("Gold")
        assert texts[at_gold : at_gold + 4] == ["Gold", "0", "0", "–"]

    def test_spreadsheet_has_an_empty_cell(self, play):
        rows = rows_of(play)
        assert [rows["stage 1", "gold", name] for name in ("Anna", "Ben", "Chris")] == ["0", "0", ""]
        assert [rows["stage 1", "rock salt", name] for name in ("Anna", "Ben", "Chris")] == ["0", "", ""]

    def test_api_has_null(self, play):
        assert in_the_api(play)["stage 1", "gold"] == [0, 0, None]

    def test_player_nobody_counted_has_neither_total_nor_place(self, play):
        phone = owners_phone(play)
        assert "Total 12 0 –" in text_of(phone.get(at("results:sheet", play)))
        end = text_of(phone.get(at("plays:play", play)))
        assert "not counted: Chris" in end
        assert "Total 12 0 –" in end
        assert [(seat.points, seat.rank) for seat in play.seats.all()] == [(12, 1), (0, 2), (None, None)]


class TestCountedInOneStageAlone:
    """Chris was counted in stage 1, where he has most water and 6 points, and in stage 2 nobody counted him."""

    @pytest.fixture
    def begun(self):
        play = a_play(game="tuareg")
        count(play, anna={"water": 3, "salt": 3}, ben={"water": 1}, chris={"water": 4})
        close_stage(again(play), play.game.stage("1"), person=owner_of(play))
        count(play, stage="2", anna={"water": 2, "salt": 3}, ben={"water": 1})
        return again(play)

    @pytest.fixture
    def play(self, begun):
        close_stage(begun, begun.game.stage("2"), person=owner_of(begun), anyway=True)
        finish(again(begun), person=owner_of(begun))
        return again(begun)

    def test_question_names_the_stage_and_the_points_that_win_no_place(self, begun):
        text = text_of(owners_phone(begun).get(at("plays:close", begun, "2")))
        assert "Anyone with nothing counted in stage 2 gets no place." in text
        assert "Chris nothing counted yet: no place, despite 6 points so far" in text

    def test_result_paper_and_screen_name_the_stage(self, play):
        for page in ("plays:play", "results:sheet", "plays:watch"):
            assert "· not counted in stage 2: Chris" in text_of(owners_phone(play).get(at(page, play)))

    def test_share_text_names_the_stage(self, play):
        pad = Scorepad(play)
        assert format_result(pad, ranking(pad, pad.result)).splitlines()[-1] == "Chris: – (not counted in stage 2)"

    def test_picture_names_the_stage_and_highlights_nobody_without_a_place(self, play):
        picture = build_summary(play, Scorepad(play))
        assert picture.sentence.endswith(" Not counted in stage 2: Chris.")
        for shape in ("tall", "wide"):
            assert "Not counted in stage 2: Chris." in " ".join(written_in(draw_svg(picture, shape)))
        assert picture.columns[-1].name == "Chris"
        assert {each.leads[-1] for each in picture.rows} == {""}
        assert any(any(each.leads) for each in picture.rows)

    def test_picture_without_names_names_the_stage_alone(self, play):
        assert build_summary(play, Scorepad(play), names=False).not_counted == "Not counted in stage 2: –."


def test_result_names_the_first_of_many_rounds():
    play = a_play(game="wizard")
    for _ in range(5):
        stage = again(play).stage
        held = {"tricks__bid": 0, "tricks__made": 0}
        chris = {"chris": held} if stage.key == "1" else {}
        count(play, stage=stage.key, anna=held, ben={**held, "tricks__made": int(stage.key)}, **chris)
        close_stage(again(play), stage, person=owner_of(play), anyway=True)
    end_rounds(again(play))
    finish(again(play), person=owner_of(play))
    text = text_of(owners_phone(play).get(at("plays:play", play)))
    assert "not counted in round 2, round 3 and others: Chris" in text


class TestCountedInPart:
    def test_first_late_figure_leaves_the_other_rows_unknown(self, play):
        phone = owners_phone(play)
        count(play, is_in=False, chris={"water": 2})
        count(play, stage="2", is_in=False, chris={"water": 2})
        score_again(again(play))
        for page in ("plays:play", "results:sheet", "plays:watch"):
            text = text_of(phone.get(at(page, play)))
            assert "not fully counted: Ben and Chris" in text
            assert "not counted:" not in text

    def test_empty_rows_of_somebody_who_is_done_are_0(self, play):
        for stage in "12":
            count(play, stage=stage, ben={}, chris={})
        score_again(again(play))
        assert "counted:" not in text_of(owners_phone(play).get(at("plays:play", play)))

    def test_it_is_said_until_no_row_is_empty(self, play):
        for stage in play.game.stages:
            keys = [field.key for field in Scorepad(play).fields(stage)]
            count(play, stage=stage.key, is_in=False, ben=dict.fromkeys(keys, 0), chris=dict.fromkeys(keys, 0))
        score_again(again(play))
        assert "counted:" not in text_of(owners_phone(play).get(at("plays:play", play)))


class TestRounds:
    def test_paper_shows_a_dash_and_no_total_from_then_on(self, rounds):
        text = text_of(owners_phone(rounds).get(at("results:sheet", rounds)))
        # What a round brought and the total so far, for each.
        assert "1 10 10 0 0 – –" in text
        assert "2 5 15 6 6 7 –" in text

    def test_screen_picture_spreadsheet_and_api_agree(self, rounds):
        label = say(rounds.game.stages[0].label)
        assert drawn(rounds)[label[:1].upper() + label[1:]] == [0, 10, None]
        assert [points for (stage, _, _), points in rows_of(rounds).items() if stage == label] == ["10", "0", ""]
        assert [points for (stage, _), points in in_the_api(rounds).items() if stage == label] == [[10, 0, None]]

    def test_screen_for_everybody_shows_a_dash_while_the_rounds_go_on(self):
        play = a_play(game="6-nimmt")
        stage = play.stage
        count(play, stage=stage.key, anna={stage.fields[0].key: 4})
        close_stage(again(play), stage, person=owner_of(play), anyway=True)
        assert "Round 1 4 – –" in text_of(watchers_phone(play).get(at("plays:watch", play)))


class TestFewestWins:
    """In 6 nimmt! the fewest points win, and Chris has none because nobody counted him."""

    @pytest.fixture
    def play(self):
        play = a_play(game="6-nimmt")
        count(play, anna={"heads": 10}, ben={"heads": 5})
        return over(play, anyway=True)

    def test_player_nobody_counted_does_not_win(self, play):
        end = text_of(owners_phone(play).get(at("plays:play", play)))
        assert "Ben wins by 5 points · not counted: Chris" in end
        assert [(seat.points, seat.rank, seat.is_winner) for seat in play.seats.all()] == [
            (10, 2, False),
            (5, 1, True),
            (None, None, False),
        ]

    def test_statistics_count_neither_a_play_nor_a_record_of_that_player(self, play):
        page = text_of(owners_phone(play).get(reverse("history:group_game", args=[play.group.uuid, "6-nimmt"])))
        assert "5 Lowest score Ben" in page
        [played] = history_of(play.group)
        assert [(place.points, place.rank, place.won) for place in played.places] == [(10, 2, False), (5, 1, True)]

    def test_exports_leave_points_and_place_empty(self, play):
        phone = owners_phone(play)
        rows = csv.DictReader(io.StringIO(exported(phone, play, "plays")))
        [chris] = [row for row in rows if row["player"] == "Chris"]
        assert (chris["points"], chris["rank"], chris["won"]) == ("", "", "")
        scores = json.loads(exported(phone, play, "bgstats"))["plays"][0]["playerScores"]
        assert [(each["score"], each["winner"]) for each in scores] == [("10", False), ("5", True), ("", False)]

    def test_api_has_null(self, play):
        key = api_keys.create(owner_of(play), "My table", uuid=UUID)[1]
        path = reverse("api:api_play", args=[play.uuid])
        seat = Client().get(path, headers={"Authorization": f"Bearer {key}"}).json()["seats"][2]
        assert (seat["points"], seat["rank"], seat["won"]) == (None, None, None)

    def test_picture_paper_and_text_show_a_dash(self, play):
        pad = Scorepad(play)
        picture = build_summary(play, pad)
        assert [(column.name, column.points, column.rank) for column in picture.columns] == [
            ("Ben", 5, 1),
            ("Anna", 10, 2),
            ("Chris", None, 0),
        ]
        assert written_in(draw_svg(picture, "tall")).count("–") == 1
        paper = text_of(owners_phone(play).get(at("results:sheet", play)))
        assert "A 10 2 B 5 1 C – –" in paper
        assert "round 1 1 10 10 5 5 – –" in paper
        assert format_result(pad, ranking(pad, pad.result)).splitlines()[-1] == "Chris: – (not counted)"

    def test_screen_for_everybody_shows_a_dash(self, play):
        text = text_of(watchers_phone(play).get(at("plays:watch", play)))
        assert "not counted: Chris" in text
        assert re.search(r"5 \w+ 1 10 \w+ 2 – \w+ –", text)

    def test_late_figure_gives_the_place(self, play):
        count(play, chris={"heads": 1})
        score_again(again(play))
        end = text_of(owners_phone(play).get(at("plays:play", play)))
        assert "Chris wins by 4 points" in end
        assert "not counted" not in end
        assert [seat.rank for seat in play.seats.all()] == [3, 2, 1]

    def test_late_figure_that_changes_no_winner_names_none(self, play):
        count(play, chris={"heads": 7})
        score_again(again(play))
        assert "wins now" not in text_of(owners_phone(play).get(at("plays:play", play)))

    def test_file_keeps_it_unknown(self, play):
        file = owners_phone(play).get(f"/groups/{play.group.uuid}/export").getvalue()
        other = a_play()
        import_plays(other.group, io.BytesIO(file), person=owner_of(other))
        its = other.group.plays.exclude(pk=other.pk).get()
        assert [(seat.points, seat.rank) for seat in its.seats.all()] == [(10, 2), (5, 1), (None, None)]
        pad = Scorepad(its)
        assert not differ(compute_outcomes(pad), stored_outcomes(pad))

    def test_player_who_is_done_with_nothing_has_0(self):
        play = a_play(game="6-nimmt")
        count(play, anna={"heads": 10}, ben={"heads": 5}, chris={})
        assert [(seat.points, seat.rank) for seat in over(play).seats.all()] == [(10, 3), (5, 2), (0, 1)]

    def test_play_in_which_nobody_was_counted_has_no_winner(self):
        play = over(a_play(game="6-nimmt"), anyway=True)
        phone = owners_phone(play)
        for page in ("plays:play", "results:sheet", "plays:watch"):
            text = text_of(phone.get(at(page, play)))
            assert "Nobody won · not counted: Anna, Ben, and Chris" in text
            assert "wins" not in text
            assert "share the win" not in text
        assert draw_svg(build_summary(play, Scorepad(play)), "tall")
        assert {(seat.points, seat.rank, seat.is_winner) for seat in play.seats.all()} == {(None, None, False)}


def over(play, *, anyway=False):
    """The play after its only round."""
    close_stage(again(play), again(play).stage, person=owner_of(play), anyway=anyway)
    end_rounds(again(play))
    finish(again(play), person=owner_of(play))
    return again(play)


@pytest.mark.parametrize(("held", "is_said"), [({}, True), ({"water": 1}, False)])
def test_question_before_scoring_says_who_gets_no_place(held, is_said):
    play = a_play()
    count(play, anna={"water": 4}, ben={"water": 2})
    if held:
        count(play, is_in=False, chris=held)
    text = text_of(owners_phone(play).get(at("plays:close", play, "1")))
    assert ("gets no place" in text) == is_said


def test_stage_begins_with_nothing_of_what_nobody_counted_before():
    play = a_play(game="basari")
    gems = {"red": 3, "yellow": 3, "green": 3, "blue": 3, "workers": 15}
    count(play, anna=gems, ben=gems)
    count(play, is_in=False, chris={"red": 3})
    close_stage(again(play), play.stage, person=owner_of(play), anyway=True)
    pad = Scorepad(again(play))
    anna, _ben, chris = pad.seats
    second = pad.game.stages[1]
    assert pad.starts(chris, second) == {"red": 1}
    assert pad.starts(anna, second).keys() == {"red", "yellow", "green", "blue"}
