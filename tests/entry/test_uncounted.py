"""Counts that nobody entered before a stage was scored anyway are unknown wherever the play is read, and never 0."""

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse

from companion.access import api_keys
from companion.core.language.texts import say
from companion.entry.scorepad import Scorepad
from companion.plays.lifecycle import close_stage, finish
from companion.plays.rounds import end_rounds
from companion.results.score_grid import NOT_COUNTED
from companion.results.sharing.contents import told
from companion.results.sharing.pictures import svg
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


def rows_of(play):
    """The lines of the score sheets as a spreadsheet: (stage, row) and player to the points."""
    answer = owners_phone(play).get(reverse("export_as", args=[play.group.uuid, "rows"]))
    text = b"".join(answer.streaming_content).decode().removeprefix("\ufeff")
    return {
        (row["stage"], row["row"].lower(), row["player"]): row["points"] for row in csv.DictReader(io.StringIO(text))
    }


def in_the_api(play):
    key = api_keys.make(owner_of(play), "My table", uuid=UUID)[1]
    path = reverse("api_play", args=[play.uuid])
    rows = Client().get(path, headers={"Authorization": f"Bearer {key}"}).json()["rows"]
    return {(row["stage"], row["row"].lower()): row["points"] for row in rows}


def drawn(play):
    play = again(play)
    return {row.label: row.points for row in told(play, Scorepad(play)).rows}


class TestStages:
    def test_paper_shows_a_dash_for_cells_and_for_what_a_stage_brought(self, play):
        text = text_of(owners_phone(play).get(at("sheet", play)))
        # Anna's count and points, Ben's, and nothing of Chris.
        assert "Water 4 6 1 · – Gold – · 0 · – Rock salt 0 · – –" in text
        assert "Points, stage 1 6 0 –" in text

    def test_screen_for_everybody_shows_a_dash(self, play):
        text = text_of(watchers_phone(play).get(at("watch", play)))
        assert "Water 12 0 – Gold 0 0 – Rock salt 0 – –" in text

    def test_result_shows_a_dash_for_what_a_stage_brought_and_no_points_beside_the_reason(self, play):
        end, stage = (text_of(owners_phone(play).get(at(*page))) for page in (("play", play), ("stage", play, "1")))
        assert "Stage 1 6 0 –" in end
        assert "Stage 1 6 0 –" in stage
        assert f"Chris: {say(NOT_COUNTED)}" in stage
        assert "Chris +0" not in stage

    def test_picture_shows_a_dash(self, play):
        assert drawn(play)["Gold"] == [0, 0, None]
        assert drawn(play)["Rock salt"] == [0, None, None]
        texts = written_in(svg(told(play, Scorepad(play)), "tall"))
        at_gold = texts.index("Gold")
        assert texts[at_gold : at_gold + 4] == ["Gold", "0", "0", "–"]

    def test_spreadsheet_has_an_empty_cell(self, play):
        rows = rows_of(play)
        assert [rows["stage 1", "gold", name] for name in ("Anna", "Ben", "Chris")] == ["0", "0", ""]
        assert [rows["stage 1", "rock salt", name] for name in ("Anna", "Ben", "Chris")] == ["0", "", ""]

    def test_api_has_null(self, play):
        assert in_the_api(play)["stage 1", "gold"] == [0, 0, None]

    def test_totals_are_what_the_table_agreed_on_by_scoring_anyway(self, play):
        text = text_of(owners_phone(play).get(at("sheet", play)))
        assert "Total 12 0 0" in text
        assert [seat.points for seat in play.seats.all()] == [12, 0, 0]


class TestRounds:
    def test_paper_shows_a_dash_and_goes_on_with_the_total(self, rounds):
        text = text_of(owners_phone(rounds).get(at("sheet", rounds)))
        # What a round brought and the total so far, for each.
        assert "1 10 10 0 0 – 0" in text
        assert "2 5 15 6 6 7 7" in text

    def test_screen_picture_spreadsheet_and_api_agree(self, rounds):
        label = say(rounds.game.stages[0].label)
        assert drawn(rounds)[label[:1].upper() + label[1:]] == [0, None, 10]
        assert [points for (stage, _, _), points in rows_of(rounds).items() if stage == label] == ["10", "0", ""]
        assert [points for (stage, _), points in in_the_api(rounds).items() if stage == label] == [[10, 0, None]]

    def test_screen_for_everybody_shows_a_dash_while_the_rounds_go_on(self):
        play = a_play(game="6-nimmt")
        stage = play.stage
        count(play, stage=stage.key, anna={stage.fields[0].key: 4})
        close_stage(again(play), stage, person=owner_of(play), anyway=True)
        assert "Round 1 4 – –" in text_of(watchers_phone(play).get(at("watch", play)))
