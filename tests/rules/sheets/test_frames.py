"""Bowling, worked out a second time ball by ball, as it stands on the sheet of an alley."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.scoring.result import score_play
from tests.lanes import unhurried
from tests.rules.sheets.making import SLUG, a_row, a_sheet, faults, game
from tests.rules.sheets.test_checks import blocking, play_of, sentence

BOWLING = a_sheet(a_row("frames", label="pins", frames=10), rounds={"number": 10})


@st.composite
def frames(draw):
    """Ten frames that can be rolled."""
    rolled = []
    for number in range(1, 11):
        first = draw(st.integers(0, 10))
        second = None if first == 10 and number < 10 else draw(st.integers(0, 10 if first == 10 else 10 - first))
        balls = [first] if second is None else [first, second]
        if number == 10 and (first == 10 or first + second == 10):
            left = 10 - second if first == 10 and second < 10 else 10
            balls.append(draw(st.integers(0, left)))
        rolled.append(balls)
    return rolled


def held(balls):
    return {f"row__{number}": pins for number, pins in enumerate(balls, 1) if pins is not None}


def total(rolled):
    result = score_play(play_of(*[[held(balls)] for balls in rolled]), {SLUG: game(BOWLING)})
    assert [str(problem.message) for problem in result.problems] == []
    return result.standings[0].points


def counted_again(rolled):
    """Go along all balls: each counts once, and again for every strike or spare that is waiting for it."""
    waiting, points = [], 0
    for number, balls in enumerate(rolled, 1):
        for at, pins in enumerate(balls):
            points += pins * (1 + sum(left > 0 for left in waiting))
            waiting = [left - 1 for left in waiting]
            is_strike, is_spare = at == 0 and pins == 10, at == 1 and balls[0] < 10 and sum(balls[:2]) == 10
            if number < 10 and (is_strike or is_spare):
                waiting.append(2 if is_strike else 1)
    return points


@unhurried(200)
@given(frames())
def test_strikes_and_spares_count_the_balls_after_them(rolled):
    assert total(rolled) == counted_again(rolled)


@pytest.mark.parametrize(
    ("rolled", "points"),
    [
        ([[10]] * 9 + [[10, 10, 10]], 300),
        ([[9, 0]] * 10, 90),
        ([[5, 5]] * 9 + [[5, 5, 5]], 150),
        (
            [[10], [3, 4], [0, 10], [10], [10], [2, 8], [10], [0, 0], [1, 2], [7, 3, 10]],
            17 + 7 + 20 + 22 + 20 + 20 + 10 + 0 + 3 + 20,
        ),
        ([[10], [10]], 30),
        ([[None, 10], [3, 4]], 13 + 7),
        ([[10], [None, 10], [3, 4]], 20 + 13 + 7),
        ([[0, 0]] * 9 + [[10, None, 5]], 15),
    ],
)
def test_games_of_an_alley(rolled, points):
    assert total(rolled) == points


@pytest.mark.parametrize(
    ("balls", "frame", "ball"),
    [([7, 4], 1, 2), ([10, 1], 1, 2), ([3, 4, 1], 10, 3), ([10, 4, 7], 10, 3), ([3, 8], 10, 2), ([11], 1, None)],
)
def test_no_more_pins_fall_than_stand(balls, frame, ball):
    rounds = [[{}]] * (frame - 1) + [[held(balls)]]
    [(code, stage, seat)] = blocking(BOWLING, *rounds)
    assert (stage, seat) == (str(frame), "Anna")
    if ball:
        assert sentence(BOWLING, *rounds) == f"Anna, pins: ball {ball} cannot knock down {balls[ball - 1]} pins."


def test_a_frame_says_its_balls_and_those_it_counts_again():
    result = score_play(play_of([held([10])], [held([7, 3])], [held([4])]), {SLUG: game(BOWLING)})
    lines = result.standings[0].lines
    assert [str(line.reason) for line in lines] == ["10, and then 7 + 3", "7 + 3, and then 4", "4 pins"]


def test_there_are_as_many_frames_as_rounds():
    for rounds in ({}, {"number": 9}, {"total": 100}):
        sheet = a_sheet(a_row("frames", frames=10), rounds=rounds)
        assert faults(sheet) == ["rows › 1: there are as many frames as rounds."]
