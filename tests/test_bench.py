"""The measurements of bench/: that they still run, not how fast."""

from random import Random

import pytest

from bench.phones import measured
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


def test_the_phones_hear_of_every_save_at_their_table():
    found = measured(phones=6, tables_of=3, seconds=4, every=1)
    assert (found["phones"], found["tables"]) == (6, 2)
    assert found["questions"] >= 6
    assert 0 < found["seen"] <= 2 * found["saves"]
    assert 0 <= found["delay"]["median"] <= found["delay"]["p95"] <= found["delay"]["max"]
