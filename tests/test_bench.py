"""The measurements of bench/: that they still run, not how fast."""

from random import Random

import pytest

from bench.score_lines import random_play
from companion.rules import GAMES
from tests.builders import scored


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_plays_are_possible_whole_and_the_same_in_every_run(game):
    plays = [random_play(game, Random(number)) for number in range(20)]
    assert plays == [random_play(game, Random(number)) for number in range(20)]
    for play in plays:
        assert not scored(play).is_blocked
        assert all(set(seat["stages"]) == {stage.key for stage in game.stages} for seat in play["seats"])
