"""People count real plays on several phones, at random: every screen and the export show what they believe."""

import os

import pytest

from tests.browser.playing.games import PLAYED
from tests.browser.playing.machine import play
from tests.lanes import long

SHORT = (("tuareg", 1), ("basari", 2), ("catan", 3), ("five-tribes", 4))
GAME, SEED = os.environ.get("PLAY_GAME", "tuareg"), os.environ.get("PLAY_SEED")
LONG = [(game, seed) for seed in range(100, 100 + int(os.environ.get("PLAY_SEEDS", "5"))) for game in PLAYED]
PLAYS = [(GAME, SEED)] if SEED else [*SHORT, *(long(*each) for each in LONG)]


@pytest.mark.parametrize(("game", "seed"), PLAYS)
def test_every_phone_and_the_export_show_what_the_table_believes(phone, port, game, seed):
    play(phone, port, game=game, seed=seed)
