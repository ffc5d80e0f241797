"""People count real plays on several phones, at random: every screen and the export show what they believe."""

import os

import pytest

from tests.browser.playing.games import PLAYED
from tests.browser.playing.machine import play
from tests.lanes import long

GAME, SEED = os.environ.get("PLAY_GAME", "tuareg"), int(os.environ.get("PLAY_SEED", "0"))
# These have a phone that joins and goes home, a clash, Undo, no network, a reload with answers, and rows noted early.
SHORT = [("tuareg", 117, 5), ("catan", 101, 6)]
SEEDS = range(100, 100 + int(os.environ.get("PLAY_SEEDS", "5")))
LONG = [
    ("catan", 3, 5),
    ("wizard", 4, 5),
    ("tuareg", 1, 5),
    ("basari", 2, 5),
    *((game, seed, 10) for seed in SEEDS for game in PLAYED),
]
PLAYS = [(GAME, SEED, 10)] if SEED else [*SHORT, *(long(*each) for each in LONG)]


@pytest.mark.parametrize(("game", "seed", "steps"), PLAYS)
def test_every_phone_and_the_export_show_what_the_table_believes(phone, port, game, seed, steps):
    play(phone, port, game=game, seed=seed, steps=steps)
