"""A referee's rules are one Python, and on the phone JavaScript: both do the same, step by step."""

import random

import pytest

from companion.rules.player_aids import functions_of
from companion.rules.player_aids.steps import replay
from tests.lanes import IS_LONG
from tests.rules.javascript import REPLAYED, SEEN, called
from tests.rules.test_referees import OTHERS
from tests.rules.walks import REFEREES_OF_GAMES, a_table, journals, named, plain, walk

EACH = pytest.mark.parametrize("pair", REFEREES_OF_GAMES, ids=named)
# What JavaScript might take for a whole number.
NO_NUMBERS = ("4", [4], ["4"], "", [], None, 1.5, {}, " 4 ", -1)


@EACH
def test_the_same_walks_lead_through_the_same_places(pair):
    referee, slug = pair
    for seed in range(20) if IS_LONG else (2, 3):
        table = a_table(slug, players=("Anna", "Ben", "Chris")[: seed % 4])
        steps = list(walk(referee, table, random.Random(seed).randrange, most=100))
        seen = called(referee, SEEN, [table, [action for action, _at in steps[1:]]])
        assert seen == [[plain(at), plain(referee.ask(at["state"]))] for _action, at in steps], f"walk {seed}"


@EACH
def test_what_does_not_fit_is_left_out_by_both(pair):
    referee, slug = pair
    table, journal = a_table(slug), journals(referee, slug, seed=1, most=10)
    for rubbish in [*OTHERS, *counted(referee, table)]:
        for sent in ([rubbish], [*journal, rubbish]):
            assert called(referee, REPLAYED, [table, sent]) == plain(replay(functions_of(referee), table, sent))


def counted(referee, table):
    """Each counter of the first page set to what is no number."""
    counters = referee.ask(referee.begin(table))["counters"]
    return [{"set": each["key"], "to": to} for each in counters for to in NO_NUMBERS]
