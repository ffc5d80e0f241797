"""Plays drawn by lot: they could have been played."""

import functools
import math
import re
from decimal import Decimal
from random import Random

import pytest

from companion.rules import GAMES
from companion.rules.kit.typed import read_number
from companion.rules.library import LIBRARY
from companion.rules.scoring.checking import check
from companion.rules.scoring.random_plays import random_play
from companion.rules.scoring.result import open_tie_break, score_play
from tests.builders import scored
from tests.lanes import IS_LONG
from tests.rules.sheets.making import SLUG, a_row, a_sheet
from tests.rules.sheets.making import game as game_of_sheet
from tests.rules.tables import PLAYERS
from tests.rules.test_properties import add_up_to_points

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
MANY = 100 if IS_LONG else 50


def drawn(game, number, **more):
    chance = Random(number)
    return random_play(game, chance, PLAYERS[: chance.choice(game.seats)], **more)


@functools.cache
def drawn_and_scored(slug, number):
    """One of the plays that several of these tests look at, and its result."""
    play = drawn(GAMES[slug], number)
    return play, scored(play)


@every_game
def test_nothing_in_them_is_impossible_and_little_suspicious(game):
    results = [drawn_and_scored(game.slug, number)[1] for number in range(MANY)]
    assert not any(result.is_blocked for result in results)
    assert sum(bool(result.problems) for result in results) <= MANY / 5


@every_game
def test_every_field_but_what_breaks_ties_is_counted_at_every_seat(game):
    for number in range(20):
        for seat in drawn(game, number)["seats"]:
            for stage in game.stages:
                asked = {field.key for field in stage.fields_with(game.options_with({})) if not field.breaks_ties}
                assert asked <= set(seat["stages"][stage.key])


@every_game
def test_no_tie_for_the_win_is_left_to_ask_about(game):
    for number in range(2 * MANY):
        play, result = drawn_and_scored(game.slug, number)
        totals = [standing.points for standing in result.standings]
        assert open_tie_break(game, check(game, play)[0], totals) == (None, [])


def names_of(number):
    return [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRST"[:number]]


def worked_out(reason):
    """Return the number that a reason works out in figures, or None.

    >>> worked_out("types of goods 2 × cards 9 × 2"), worked_out("(16 − 20) × 2"), worked_out("No gold")
    (36, -8, None)
    """
    said = re.sub(r"^(?!Most|Fewest|Best)[^:]*: (?=[−+(\d])", "", reason)
    said = re.sub(" points?, as entered$", "", said)
    if isinstance(number := read_number(said), int | Decimal):
        return number
    label = r"(?:[^\d(]+ )?" if " × " in said else ""
    factors = [re.fullmatch(rf"{label}\(?([^()]+)\)?", factor) for factor in said.split(" × ")]
    numbers = [read_number(factor[1]) if factor else None for factor in factors]
    return None if any(number is None or isinstance(number, str) for number in numbers) else math.prod(numbers)


@pytest.mark.parametrize("game", [*GAMES.values(), *LIBRARY.values()], ids=lambda game: game.slug)
def test_play_is_found_for_few_some_and_many_and_its_reasons_fit_its_points(game):
    for number in {game.seats[0], game.seats[len(game.seats) // 2], game.seats[-1]}:
        play = random_play(game, Random(number), names_of(number))
        result = score_play(play, {game.slug: game})
        assert not result.is_blocked
        assert len(result.standings) == number
        add_up_to_points(result)
        noted = {item.key for stage in game.stages for item in stage.items if item.noted}
        for line in (line for standing in result.standings for line in standing.lines if line.item not in noted):
            assert worked_out(str(line.reason)) in (None, line.points), (line.item, str(line.reason), line.points)


@pytest.mark.parametrize(
    ("slug", "players", "rounds", "best"),
    [("wizard", 6, 10, None), ("skull-king", 3, 10, None), ("cribbage", 3, None, 121), ("darts-501", 2, None, 501)],
)
def test_play_ends_when_its_game_does(slug, players, rounds, best):
    play = random_play(LIBRARY[slug], Random(1), names_of(players))
    result = score_play(play, LIBRARY)
    assert rounds in (None, len(play["seats"][0]["stages"]))
    assert best in (None, max(standing.points for standing in result.standings))


def test_numbers_that_come_in_large_steps_are_drawn_too():
    result = score_play(random_play(LIBRARY["farkle"], Random(1), names_of(2)), LIBRARY)
    assert max(standing.points for standing in result.standings) >= 10_000


SUM = {"kind": "sum", "rows": ["row"], "is": [57]}
MOST = {"kind": "most", "label": "cards", "parts": [{"row": "row", "size": 1}, {"row": "other", "size": 2}]}
NEEDS = {"kind": "needs", "row": "row", "of": "other", "at_least": 9}


@pytest.mark.parametrize(
    ("checks", "fits"),
    [
        ([SUM], lambda own: sum(own) == 57),
        ([{**SUM, "is": [3, 300]}], lambda own: sum(own) == 3),
        ([{"kind": "one", "rows": ["row"], "exactly": True}], lambda own: sum(map(bool, own)) == 1),
        ([{**MOST, "most": 9}], lambda own: max(own) <= 9),
        ([SUM, {"kind": "one", "rows": ["row"]}], lambda own: sorted(own) == [0, 0, 57]),
        ([{"kind": "places", "row": "row"}], lambda own: max(own) <= 3),
        ([{"kind": "differ", "row": "row"}], lambda own: len(set(own)) == 3),
        ([NEEDS, {**NEEDS, "row": "other", "of": "row"}], lambda own: True),
    ],
)
def test_checks_of_a_sheet_are_met(checks, fits):
    game = game_of_sheet(a_sheet(a_row("count", worth=1), a_row("count", key="other", worth=1), checks=checks))
    for number in range(10):
        play = random_play(game, Random(number), names_of(3))
        assert not score_play(play, {SLUG: game}).is_blocked
        assert fits([seat["stages"]["end"]["row"] for seat in play["seats"]])


MEDALS = [{"key": key, "label": key, "worth": 0} for key in ("none", "gold", "silver")]


@pytest.mark.parametrize(
    ("row", "check", "fits"),
    [
        (a_row("yes", worth=0), {"kind": "sum", "rows": ["row"], "is": [2]}, lambda own: own.count("yes") == 2),
        (a_row("choice", choices=MEDALS), {"kind": "differ", "row": "row"}, lambda own: own.count("gold") <= 1),
        (a_row("choice", choices=MEDALS), {"kind": "one", "rows": ["row"]}, lambda own: own.count("none") >= 3),
    ],
)
def test_answers_that_a_sheet_checks_are_possible(row, check, fits):
    game = game_of_sheet(a_sheet(row, checks=[check]))
    for number in range(20):
        play = random_play(game, Random(number), names_of(4))
        assert not score_play(play, {SLUG: game}).is_blocked
        assert fits([seat["stages"]["end"]["row"] for seat in play["seats"]])


@every_game
def test_of_one_seed_they_are_always_the_same(game):
    assert drawn(game, 5) == drawn(game, 5)
    assert drawn(game, 5) != drawn(game, 6)


@every_game
def test_scores_differ_as_they_do_at_a_table(game):
    results = [drawn_and_scored(game.slug, number)[1] for number in range(MANY)]
    points = [standing.points for result in results for standing in result.standings]
    assert min(points) < sum(points) / len(points) < max(points)


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.seats[-1] > 1], ids=lambda game: game.slug)
def test_who_has_more_skill_wins_more(game):
    seats = max(2, game.seats[0])
    plays = [random_play(game, Random(number), PLAYERS[:seats], skill=[2] + [1] * (seats - 1)) for number in range(150)]
    assert sum("Anna" in scored(play).winners for play in plays) > 150 / seats
