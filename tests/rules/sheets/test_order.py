"""Places that cannot be together are refused in every game that is entered by places."""

from random import Random

import pytest

from companion.core.language.texts import say_in
from companion.rules.library import LIBRARY
from companion.rules.scoring.random_plays import random_play
from companion.rules.scoring.result import score_play
from companion.rules.sheets.order import PLACE

BY_PLACES = [slug for slug, game in LIBRARY.items() if PLACE in game.rows_ahead]
PLAYERS = ("Anna", "Ben", "Chris")


def play_of(game, *places):
    """A play with these places; None for a player whose card isn't there yet."""
    seats = [
        {"player": player, "stages": {} if place is None else {"end": {PLACE: place}}}
        for player, place in zip(PLAYERS, places, strict=False)
    ]
    return score_play({"game": game, "seats": seats}, LIBRARY)


def refusals(game, *places):
    return [problem for problem in play_of(game, *places).problems if problem.code == "wrong_place"]


@pytest.mark.parametrize("game", BY_PLACES)
@pytest.mark.parametrize("places", [(1, 3), (2, 2), (0, 0), (7, 1)])
def test_impossible_places_are_refused_in_every_game_of_places(game, places):
    [problem] = refusals(game, *places)
    assert (problem.blocks, problem.stage, problem.field) == (True, "end", PLACE)


@pytest.mark.parametrize("game", BY_PLACES)
@pytest.mark.parametrize("places", [(1, 2), (1, 1), (1, 0)])
def test_possible_places_are_accepted_in_every_game_of_places(game, places):
    assert not refusals(game, *places)


@pytest.mark.parametrize(
    ("places", "ranks"),
    [((1, 1, 3), [1, 1, 3]), ((1, 2, 2), [1, 2, 2]), ((1, 1, 1), [1, 1, 1]), ((2, 0, 1), [2, 3, 1])],
)
def test_tied_players_share_a_place_and_the_next_one_is_skipped(places, ranks):
    assert [standing.rank for standing in play_of("heat", *places).standings] == ranks


@pytest.mark.parametrize(
    ("places", "language", "said"),
    [
        ((1, 1, 2), "en", "Place 2 doesn’t fit: the next one is 3."),
        ((7, 1, 2), "en", "Place 7 doesn’t fit: the next one is 3."),
        ((3, 0, 0), "en", "Place 3 doesn’t fit: the next one is 1."),
        ((0, 0, 0), "en", "Nobody has first place."),
        ((1, 1, 2), "de", "Platz 2 passt nicht: Der nächste ist 3."),
        ((1, 1, 2), "ja", "2 位は合いません。次は 3 位です。"),
        ((0, 0, 0), "de", "Niemand hat den ersten Platz."),
        ((0, 0, 0), "ja", "1 位の人がいません。"),
    ],
)
def test_refusal_names_the_place_and_the_one_that_is_next(places, language, said):
    [problem] = refusals("heat", *places)
    assert say_in(problem.message, language) == said


def test_nothing_is_refused_before_everyone_has_a_place():
    assert not refusals("heat", 3, None, None)
    assert not refusals("heat", 3, 1, None)


@pytest.mark.parametrize("number", range(5))
def test_random_plays_have_possible_places(number):
    play = random_play(LIBRARY["heat"], Random(number), PLAYERS)
    assert sorted(seat["stages"]["end"][PLACE] for seat in play["seats"]) == [1, 2, 3]
