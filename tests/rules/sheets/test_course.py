"""What a sheet says of its course: how long it takes, teams of one size, a draw, and games of one number."""

import pytest

from companion.core.language.texts import number_of_people
from companion.history.tonight import estimate_minutes
from companion.rules.library import LIBRARY
from companion.rules.scoring.checking import teams_problems
from companion.rules.scoring.result import score_play
from companion.rules.sheets.totals import only_totals
from tests.rules.sheets.making import a_row, a_sheet, game


def test_sheet_without_minutes_claims_none():
    assert game(a_sheet(a_row())).minutes is None
    assert estimate_minutes(game(a_sheet(a_row())), 3) is None
    assert game(a_sheet(a_row(), minutes=[20, 40])).minutes == (20, 40)


@pytest.mark.parametrize(("teams", "is_right"), [([1, 2, 1, 2], True), ([1, 1, 1, 2], False), ([1, 1, 2, 0], False)])
def test_teams_of_one_size_are_asked_for_where_the_sheet_says_so(teams, is_right):
    assert (list(teams_problems(LIBRARY["tichu"], teams)) == []) is is_right
    assert list(teams_problems(LIBRARY["codenames"], teams)) == []


def test_draw_of_a_sheet_is_won_by_nobody():
    seats = [{"player": player, "stages": {"end": {"place__": 1}}} for player in ("Anna", "Ben")]
    assert score_play({"game": "chess", "seats": seats}, LIBRARY).is_draw
    seats[1]["stages"]["end"]["place__"] = 2
    assert not score_play({"game": "chess", "seats": seats}, LIBRARY).is_draw


def test_game_of_one_number_is_known_as_such():
    assert only_totals(LIBRARY["agricola"], "most").is_one_number
    assert LIBRARY["memory"].is_one_number
    assert not LIBRARY["agricola"].is_one_number
    assert not LIBRARY["hearts"].is_one_number


@pytest.mark.parametrize(("winners", "people"), [(("Anna",), 1), (("Anna & Clara",), 2), (("Anna", "Ben"), 2)])
def test_people_who_win_are_counted_also_when_they_share_a_card(winners, people):
    assert number_of_people(winners) == people
