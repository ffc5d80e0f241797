"""The measurements of bench/: that they still run, not how fast."""

import sqlite3
from random import Random

import pytest

from bench import history
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


def test_the_large_group_lies_among_copies_and_every_page_of_both_is_asked_for(tmp_path):
    small, large = tmp_path / "small", tmp_path / "large"
    history.build(small, plays=30)
    history.build(large, plays=40, copies=3)
    connection = sqlite3.connect(large / "caravan.sqlite3")
    plays = connection.execute("SELECT group_id, count(*), count(DISTINCT uuid) FROM companion_play GROUP BY 1")
    assert [row[1:] for row in plays] == [(42, 42)] * 3
    neighbours = connection.execute("SELECT group_id FROM companion_play ORDER BY id LIMIT 3")
    assert len(set(neighbours)) == 3
    connection.close()
    found = history.visits(small, large, times=2)
    assert all(len(its_visits) == 2 for both in found.values() for its_visits in both)
    assert all(page in history.told(page, *both) for page, both in found.items())
