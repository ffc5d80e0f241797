"""Plays drawn by lot: they could have been played."""

import functools
from random import Random

import pytest

from companion.rules import GAMES
from companion.rules.library import LIBRARY
from companion.rules.scoring.checking import check
from companion.rules.scoring.random_plays import drawn_play
from companion.rules.scoring.result import open_tie_break
from tests.builders import scored
from tests.lanes import IS_LONG
from tests.rules.tables import PLAYERS

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
MANY = 100 if IS_LONG else 50


def drawn(game, number, **more):
    chance = Random(number)
    return drawn_play(game, chance, PLAYERS[: chance.choice(game.seats)], **more)


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


@pytest.mark.parametrize(("slug", "players", "rounds"), [("tichu", 4, 3), ("skull-king", 3, 9)])
def test_sums_that_a_round_must_have_are_met(slug, players, rounds):
    game = LIBRARY[slug].as_far_as(rounds)
    play = drawn_play(game, Random(1), PLAYERS[:players])
    assert len(play["seats"][0]["stages"]) == rounds
    assert not any(problem.blocks for problem in check(game, play)[1])


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
    plays = [drawn_play(game, Random(number), PLAYERS[:seats], skill=[2] + [1] * (seats - 1)) for number in range(150)]
    assert sum("Anna" in scored(play).winners for play in plays) > 150 / seats
