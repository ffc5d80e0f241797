"""Factors that everyone at the table has a part in, bids that they have to reach, and what losers pay by them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lanes import unhurried
from tests.rules.sheets.making import a_row, a_sheet, faults, points, reason
from tests.rules.sheets.test_checks import blocking, in_rounds

CARDS, WEIS, KNOCKS, BID = (a_row("count", key=key, label=key, worth=0) for key in ("cards", "weis", "knocks", "bid"))
MATCH, WON, LOST, SOLO = (a_row("yes", key=key, label=key, worth=0) for key in ("match", "won", "lost", "solo"))
TRUMP = a_row("choice", key="trump", choices=[{"key": f"x{n}", "label": f"x{n}", "worth": 0} for n in range(4)])
JASS = a_row(
    "formula",
    factors=[
        {"rows": ["cards", "match", "weis"], "each": [1, 100, 1]},
        {"rows": ["trump"], "values": [1, 1, 2, 3], "shared": True},
    ],
)
SKAT = a_row(
    "formula",
    bid="bid",
    factors=[{"rows": ["cards"]}, {"rows": ["weis"], "plus": 1}, {"rows": ["lost"], "values": [1, -2]}],
)
PAID = a_row(
    "settle",
    of="won",
    factors=[{"rows": ["solo", "cards"], "each": [30, 10], "plus": 20}, {"rows": ["knocks"], "values": [1, 2, 4, 8]}],
)
small = st.integers(0, 3)


@unhurried(120)
@given(st.lists(st.tuples(st.integers(0, 157), st.booleans(), st.integers(0, 50)), min_size=1, max_size=4), small)
def test_trumps_that_one_side_called_multiply_the_points_of_all(sides, trump):
    """Write every side's points down as often as the trumps count."""
    times = {0: 1, 1: 1, 2: 2, 3: 3}[trump]
    expected = []
    for cards, match, weis in sides:
        written = 0
        for _ in range(times):
            written += cards
            written += weis
            if match:
                written += 100
        expected.append(written)
    held = [{"cards": cards, "match": "yes" if match else "no", "weis": weis} for cards, match, weis in sides]
    held[-1]["trump"] = f"x{trump}"
    assert points(a_sheet(CARDS, MATCH, WEIS, TRUMP, JASS), *held) == expected


def test_shared_factor_is_named_at_every_side():
    held = [{"cards": 100, "match": "yes"}, {"trump": "x3"}]
    sheet = a_sheet(CARDS, MATCH, WEIS, TRUMP, JASS)
    assert reason(sheet, *held) == "cards + match + weis 200 × forests 3"
    assert reason(sheet, *held, seat=1) == "cards + match + weis 0 × forests 3"


@unhurried(150)
@given(st.sampled_from([0, 9, 10, 11, 12, 24]), st.integers(0, 11), st.booleans(), st.integers(0, 264))
def test_game_below_its_bid_is_lost_with_the_next_multiple_that_reaches_it(base, tops, lost, bid):
    """Add the base once more until the bid is reached: a game that needs it is lost."""
    value = sum(base for _ in range(tops + 1))
    while 0 < value < bid:
        value += base
        lost = True
    held = {"cards": base, "weis": tops, "lost": "yes" if lost else "no", "bid": bid}
    expected = -value - value if lost else value
    assert points(a_sheet(CARDS, WEIS, LOST, BID, SKAT), held) == [expected]
    # It makes no difference who marks an overbid game as lost.
    assert points(a_sheet(CARDS, WEIS, LOST, BID, SKAT), held | {"lost": "yes"}) == [-value - value]


def test_overbid_game_says_so():
    sheet = a_sheet(CARDS, WEIS, LOST, BID, SKAT)
    held = {"cards": 9, "weis": 2, "bid": 30}
    assert reason(sheet, held) == "Overbid with 30: cards 9 × weis 4 × lost −2"
    assert reason(sheet, held | {"bid": 27}) == "cards 9 × weis 3 × lost 1"


@unhurried(120)
@given(st.lists(st.tuples(st.booleans(), small, small), min_size=2, max_size=4), st.booleans())
def test_all_columns_make_up_what_losers_pay(seats, is_solo):
    """Lay every part of the price on the table, double the heap for each knock, and hand it over."""
    winners = [won for won, _, _ in seats].count(True)
    if not 0 < winners < len(seats):
        seats = [(not at, cards, knocks) for at, (_, cards, knocks) in enumerate(seats)]
        winners = 1
    heap = 20 + (30 if is_solo else 0)
    for _, cards, _ in seats:
        heap += 10 * cards
    for _ in range(min(3, sum(knocks for _, _, knocks in seats))):
        heap += heap
    losers = len(seats) - winners
    fewer = min(winners, losers)
    expected = [int(heap * losers / fewer) if won else -int(heap * winners / fewer) for won, _, _ in seats]
    held = [{"won": "yes" if won else "no", "cards": cards, "knocks": knocks} for won, cards, knocks in seats]
    held[-1]["solo"] = "yes" if is_solo else "no"
    assert points(a_sheet(CARDS, KNOCKS, WON, SOLO, PAID), *held) == expected


def test_what_a_game_is_worth_is_worked_out_in_its_reason():
    held = [{"won": "yes", "cards": 1}, {"knocks": 1}]
    sheet = a_sheet(CARDS, KNOCKS, WON, SOLO, PAID)
    assert reason(sheet, *held) == "Won, worth 30 × 2 = 60: 1 against 1"
    assert reason(sheet, *held, seat=1) == "Lost, worth 30 × 2 = 60: 1 against 1"


def test_game_that_everyone_has_won_is_refused_once_for_all_rows_that_settle_it():
    sheet = in_rounds(CARDS, KNOCKS, WON, SOLO, PAID, {**PAID, "key": "more"})
    assert blocking(sheet, [{"won": "yes"}, {"won": "yes"}]) == [("one_side", "1", None)]


BOTH = "rows › 8: what a game is worth follows from rows or from factors, not both."
RAISED = "rows › 8: a bid needs a factor that can be raised, and after it one with values."


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({**PAID, "factors": [{"rows": ["cards"]}], "rows": ["cards"]}, BOTH),
        (a_row("settle", of="won"), BOTH),
        ({**PAID, "factors": [{"rows": ["plain"]}]}, "rows › 8: there is no row “plain” to count from."),
        ({**SKAT, "factors": SKAT["factors"][2:]}, RAISED),
        ({**SKAT, "factors": SKAT["factors"][:2]}, RAISED),
        ({**SKAT, "bid": "lost"}, "rows › 8: there is no row “lost” to count from."),
        (
            a_row("formula", factors=[{"rows": ["cards", "weis"], "each": [2]}]),
            "rows › 8: “each” has a number for each row of its factor.",
        ),
    ],
)
def test_factor_that_could_not_be_counted_is_refused(row, said):
    others = [{**each, "worth": 1} for each in (CARDS, WEIS, KNOCKS, BID)]
    assert faults(a_sheet(*others, WON, LOST, a_row(key="plain"), row)) == [said]


def test_points_that_everyone_has_a_part_in_are_no_row_of_one_player():
    sheet = a_sheet(CARDS, MATCH, WEIS, TRUMP, JASS, a_row("times", key="twice", row="row"))
    assert faults(sheet) == ["rows › 6: there is no row “row” to count from."]
