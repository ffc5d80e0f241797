"""Rows whose worth depends on other rows of the same player, each worked out a second time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.scoring.result import score_play
from tests.lanes import unhurried
from tests.rules.sheets.making import SLUG, a_play, a_row, a_sheet, faults, game, points, reason

SUITS = ("none", "diamonds", "hearts", "clubs")
SUIT = a_row("choice", key="suit", label="suit", choices=[{"key": suit, "label": suit, "worth": 0} for suit in SUITS])
TOPS = a_row("count", key="tops", label="tops", worth=0)
HAND, LOST = (a_row("yes", key=key, label=key, worth=0) for key in ("hand", "lost"))
BASE = [0, 9, 10, 12]
VALUE = a_row(
    "formula",
    factors=[
        {"rows": ["suit"], "values": BASE},
        {"rows": ["tops", "hand"], "plus": 1},
        {"rows": ["lost"], "values": [1, -2]},
    ],
)
SKAT = a_sheet(SUIT, TOPS, HAND, LOST, VALUE)
FAME = a_row("level", key="fame", label="fame", most=18)
TIERS = [{"from": begin, "values": [0], "further": worth} for begin, worth in ((0, 3), (7, 4), (13, 5))]


@unhurried(120)
@given(st.sampled_from(SUITS), st.integers(0, 11), st.booleans(), st.booleans())
def test_a_game_is_worth_its_base_as_often_as_it_has_steps(suit, tops, hand, lost):
    """Count the base once for the game, once for each top and once for the hand; if lost, take all of it twice."""
    base = dict(zip(SUITS, BASE, strict=True))[suit]
    value = sum([base] + [base for _ in range(tops)] + ([base] if hand else []))
    held = {"suit": suit, "tops": tops, "hand": "yes" if hand else "no", "lost": "yes" if lost else "no"}
    assert points(SKAT, held, {}) == [0 - value - value if lost else value, 0]


def test_a_formula_says_its_factors():
    held = {"suit": "clubs", "tops": 2, "hand": "yes", "lost": "yes"}
    assert reason(SKAT, held) == "suit 12 × tops + hand 4 × lost −2"
    [item] = [item for item in game(SKAT).stages[0].items if item.key == "row"]
    assert str(item.worth_with({})) == "suit × tops + hand × lost"


@unhurried(120)
@given(st.lists(st.tuples(st.integers(0, 18), st.integers(0, 9)), min_size=1, max_size=6))
def test_a_number_scores_by_the_tier_of_another(seats):
    """Walk up the tiers one after the other."""

    def each_is_worth(fame):
        worth = 0
        for tier in TIERS:
            if fame >= tier["from"]:
                worth = tier["further"]
        return worth

    sheet = a_sheet(FAME, a_row("by", of="fame", tables=TIERS))
    expected = [sum(each_is_worth(fame) for _ in range(number)) for fame, number in seats]
    assert points(sheet, *({"fame": fame, "row": number} for fame, number in seats)) == expected


def test_a_choice_picks_the_table_and_is_named_in_the_reason():
    tables = [{"from": 0, "values": [0]}, {"from": 2, "values": [0, 2, 5]}]
    sheet = a_sheet(SUIT, a_row("by", of="suit", tables=tables))
    assert points(sheet, {"suit": "diamonds", "row": 2}, {"suit": "hearts", "row": 2}, {"row": 2}) == [0, 5, 0]
    assert reason(sheet, {"suit": "hearts", "row": 2}) == "2 forests, with hearts"
    assert (
        reason(a_sheet(FAME, a_row("by", of="fame", tables=TIERS)), {"fame": 8, "row": 3}) == "3 forests, with fame 8"
    )


TOO_MANY = "Anna: these points are too many to store. Check the numbers."
PRODUCT = a_sheet(a_row(key="a"), a_row(key="b"), a_row("product", rows=["a", "b"]))
CUBED = a_sheet(TOPS, a_row("formula", factors=[{"rows": ["tops"], "plus": 99_999}] * 3))


@pytest.mark.parametrize(
    ("sheet", "held", "said"),
    [
        (PRODUCT, {"a": 1_000_000, "b": 9_000_000}, []),
        (PRODUCT, {"a": 1_000_000, "b": 11_000_000}, [TOO_MANY]),
        (CUBED, {"tops": 1}, [TOO_MANY]),
    ],
)
def test_points_that_no_database_can_store_are_refused(sheet, held, said):
    result = score_play(a_play(held), {SLUG: game(sheet)})
    assert [str(problem.message) for problem in result.problems] == said
    assert result.is_blocked == bool(said)


def test_a_number_below_zero_picks_the_first_table():
    sheet = a_sheet(a_row(key="mood", label="mood", least=-5), a_row("by", of="mood", tables=TIERS))
    held = {"mood": -1, "row": 2}
    assert points(sheet, held) == [-1 + 2 * 3]
    assert reason(sheet, held) == "2 forests, with mood −1"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (a_row("formula", factors=[{"rows": ["nonesuch"]}]), "there is no row “nonesuch” to count from."),
        (a_row("formula", factors=[{"rows": ["plain"]}]), "there is no row “plain” to count from."),
        (a_row("by", of="row", tables=TIERS), "there is no row “row” to count from."),
        (a_row("by", of="suit", tables=TIERS[1:]), "the tables begin at 0, and each at more than the one before."),
        (
            a_row("by", of="suit", tables=[*TIERS, TIERS[2]]),
            "the tables begin at 0, and each at more than the one before.",
        ),
    ],
)
def test_what_a_row_depends_on_is_there(row, said):
    assert f"rows › 3: {said}" in faults(a_sheet(SUIT, a_row(key="plain"), row))
