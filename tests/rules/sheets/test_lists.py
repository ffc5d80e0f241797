"""Lists of numbers in one cell, laid out and counted a second time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.scoring.result import score_play
from tests.lanes import unhurried
from tests.rules.sheets.making import SLUG, a_play, a_row, a_sheet, faults, game, points, reason

RUNS = a_sheet(a_row("list", label="card", least=3, most=35, runs=True))
cards = st.lists(st.integers(3, 35), max_size=12, unique=True)


@unhurried(120)
@given(cards)
def test_of_a_run_only_the_lowest_counts(held):
    """Lay out all cards from high to low, and cover each with the next one if that is one lower."""
    seen = []
    for card in sorted(held, reverse=True):
        if seen and seen[-1] == card + 1:
            seen.pop()
        seen.append(card)
    assert points(RUNS, {"row": held}) == [sum(seen)]


@unhurried(120)
@given(st.lists(st.integers(1, 6), max_size=8), st.integers(-3, 3).filter(bool))
def test_each_number_of_a_list_scores_by_a_table(held, worth):
    values = [0, 2, 5, 9]
    written = [*values, 9, 9, 9]
    sheet = a_sheet(a_row("list", most=6, values=values, worth=worth))
    assert points(sheet, {"row": held}) == [sum(written[number] * worth for number in held)]


def test_a_list_says_what_it_adds_up():
    assert reason(RUNS, {"row": [5, 9, 3, 4]}) == "3 + 9"
    assert reason(RUNS, {}) == "no entries"
    assert reason(a_sheet(a_row("list", most=6, worth=-2)), {"row": [1, 2]}) == "(1 + 2) × −2"


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ([{"row": [7, 8]}, {"row": [8]}], "Anna, Ben, card: there is only one 8."),
        ([{"row": [7, 7]}, {}], "Anna, card: there is only one 7."),
    ],
)
def test_a_card_of_a_run_is_there_once(held, said):
    assert [str(problem.message) for problem in score_play(a_play(*held), {SLUG: game(RUNS)}).problems] == [said]


def test_what_has_no_key_is_refused():
    result = score_play(a_play({"row": [36]}), {SLUG: game(RUNS)})
    assert result.is_blocked
    assert faults(a_sheet(a_row("list", least=1, most=41))) == ["rows › 1: from 1 to 40 are possible."]
    assert faults(a_sheet(a_row("list", least=9, most=8))) == ["rows › 1: from 1 to 40 are possible."]
