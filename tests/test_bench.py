"""The measurements of bench/: that they still run, not how fast."""

from random import Random

import pytest

from bench import phones
from bench.score_lines import random_play
from bench.statistics_pages import fill, margins_measured, measured, told
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
    found = phones.measured(phones=6, tables_of=3, seconds=4, every=1)
    assert (found["phones"], found["tables"]) == (6, 2)
    assert found["questions"] >= 6
    assert 0 < found["seen"] <= 2 * found["saves"]
    assert 0 <= found["delay"]["median"] <= found["delay"]["p95"] <= found["delay"]["max"]


def test_the_pages_of_statistics_are_measured_on_a_group_that_has_played(db):
    group = fill(60)
    assert group.plays.count() == 60
    assert {seat.rank for play in group.plays.all() for seat in play.seats.all()} >= {1, 2, 3}
    assert group.plays.exclude(seats__took=[]).exists()
    figures = list(measured(group, requests=3))
    assert len(figures) == 3
    assert all(len(seconds) == 2 and seconds == sorted(seconds) for _, _, seconds in figures)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_it_is_measured_how_long_it_takes_to_tell_how_close_a_win_was(game):
    assert len(margins_measured(game, plays=2)) == 2


def test_figures_are_told_as_median_and_95th_percentile():
    assert told([number / 1000 for number in range(1, 101)]) == "median 50 ms, 95th percentile 96 ms"
