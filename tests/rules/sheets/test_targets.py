"""Totals that end a game, rounds played after them, and ties that go on to the next of several rows."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.scoring.result import score_play
from tests.lanes import unhurried
from tests.rules.sheets.making import SLUG, a_row, a_sheet, faults, game, points, ranks, reason
from tests.rules.sheets.test_checks import PLAIN, blocking, in_rounds, play_of, sentence

BACK = {"total": 50, "past": "back", "back": 25}
COLOURS = [a_row("count", key=key, label=key, worth=0) for key in "abc"]
LOWEST = a_row("lowest", rows=list("abc"))
throws = st.lists(st.lists(st.integers(0, 12), min_size=2, max_size=2), min_size=1, max_size=12)


def totals(sheet, rounds):
    result = score_play(play_of(*[[{"row": number} for number in held] for held in rounds]), {SLUG: game(sheet)})
    assert not result.is_blocked
    return [standing.points for standing in result.standings]


@unhurried(120)
@given(throws)
def test_whoever_passes_the_target_falls_back(rounds):
    """Throw by throw, on a board that goes up to 50."""
    at = [0, 0]
    for held in rounds:
        for seat, number in enumerate(held):
            at[seat] = 25 if at[seat] + number > 50 else at[seat] + number
    assert totals(a_sheet(a_row(most=12), rounds=BACK), rounds) == at


def test_falling_back_is_explained():
    sheet = a_sheet(a_row(most=50), rounds=BACK)
    play = play_of([{"row": 48}, {"row": 3}], [{"row": 7}, {"row": 4}])
    lines = [line for standing in score_play(play, {SLUG: game(sheet)}).standings for line in standing.lines]
    said = [(line.stage, line.points, str(line.reason)) for line in lines if line.item == "back__"]
    assert said == [
        ("1", 0, "48 of 50"),
        ("2", -30, "55 is more than 50: back to 25"),
        ("1", 0, "3 of 50"),
        ("2", 0, "7 of 50"),
    ]


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ({"past": "back", "back": 25}, "rounds › past: only a total that ends the game can be passed."),
        ({"further": 1}, "rounds › further: only a total that ends the game can be passed."),
        ({"total": 50, "past": "back"}, "rounds › back: say with “past” whether and how far one falls back."),
        ({"total": 50, "back": 25}, "rounds › back: say with “past” whether and how far one falls back."),
    ],
)
def test_a_target_says_what_happens_past_it(rounds, said):
    assert said in faults(in_rounds(PLAIN, rounds=rounds))


def test_the_end_says_how_many_rounds_follow():
    its = game(in_rounds(PLAIN, rounds={"total": 50, "further": 1}))
    assert its.rounds.further == 1
    assert str(its.last_round) == "The game ends 1 round after the one in which someone reaches 50."


@unhurried(120)
@given(st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=2, max_size=5))
def test_a_tie_of_the_lowest_goes_on_to_the_next_lowest(hands):
    """Take the lowest of everyone off the table until they differ."""

    def is_ahead(one, other):
        one, other = list(one), list(other)
        while one:
            low, its = min(one), min(other)
            if low != its:
                return low > its
            one.remove(low)
            other.remove(its)
        return False

    sheet = a_sheet(*COLOURS, LOWEST, ties=[{"row": "row", "next": True}])
    held = [dict(zip("abc", hand, strict=True)) for hand in hands]
    assert ranks(sheet, *held) == [1 + sum(is_ahead(other, hand) for other in hands) for hand in hands]


def test_only_the_lowest_of_several_rows_has_a_next_one():
    said = faults(a_sheet(a_row(), ties=[{"row": "row", "next": True}]))
    assert said == ["ties › 1: “row” isn’t the lowest of several rows."]


@unhurried(120)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=5))
def test_places_of_a_round_leave_none_out(places):
    """Sit down in order; who is tied shares a chair, and as many chairs stay empty behind."""
    expected, chair = True, 1
    for place in sorted(set(places) - {0}):
        expected &= place == chair
        chair += places.count(place)
    sheet = in_rounds(a_row("table", values=[0, 9, 6]), checks=[{"kind": "places", "row": "row"}])
    found = blocking(sheet, [{"row": place} for place in places])
    assert found == ([] if expected else [("wrong_place", "1", None)])


def test_a_place_that_does_not_fit_is_said():
    sheet = in_rounds(a_row("table", values=[0, 9, 6]), checks=[{"kind": "places", "row": "row"}])
    assert sentence(sheet, [{"row": 1}, {"row": 3}]) == "Place 3 doesn’t fit: the next one is 2."
    assert blocking(sheet, [{"row": 1}, {"row": 3}, None]) == []


UMA = a_row("most", key="uma", of="row", places=[50, 10, -10, -30], ties="share", at_least=-200)
tenths = st.integers(-900, 1900).map(lambda number: Decimal(number) / 10)


@unhurried(120)
@given(st.lists(tenths, min_size=4, max_size=4, unique=True))
def test_everyone_has_a_place_even_below_nothing(numbers):
    sheet = a_sheet(a_row(decimals=1, least=-200, most=300, cost=30), UMA)
    order = sorted(numbers, reverse=True)
    expected = [number - 30 + [50, 10, -10, -30][order.index(number)] for number in numbers]
    assert points(sheet, *({"row": number} for number in numbers)) == expected


def test_points_less_a_cost_and_the_first_of_all_say_why():
    sheet = a_sheet(a_row(decimals=1, least=-200, most=300, cost=30), UMA)
    held = [{"row": Decimal("45.3")}, {"row": -2}]
    assert reason(sheet, *held) == "45.3 − 30"
    assert reason(sheet, *held, item="uma") == "Most forests: 45.3"
    assert points(sheet, {"row": 25}, {"row": 25}) == [25, 25]


def test_a_tie_splits_places_as_finely_as_what_is_compared():
    held = [{"row": 30}, {"row": 30}, {"row": 30}, {"row": 10}]
    for decimals, share in ((1, 16.6), (0, 16)):
        sheet = a_sheet(a_row(decimals=decimals, least=-200, most=300, cost=30), UMA)
        assert [float(each) for each in points(sheet, *held)] == [share, share, share, -50]


def test_who_has_most_of_what_cannot_be_negative_has_some():
    assert "rows › 2: who has most has at least 1." in faults(a_sheet(a_row(), UMA))
