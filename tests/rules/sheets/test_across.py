"""Rows that score by what others have, each worked out a second time with the cards on the table."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.lanes import unhurried
from tests.rules.sheets.making import a_row, a_sheet, faults, points, reason
from tests.rules.sheets.test_checks import blocking, in_rounds, sentence

LEFT = a_row("count", key="left", label="left", worth=0)
OUT = a_row("yes", key="out", label="out", worth=0)
SIDES = [{"key": key, "label": key, "worth": 0} for key in ("none", "won", "lost")]
VALUE = a_row("count", key="value", label="value", worth=0)
SIDE = a_row("choice", key="side", label="side", choices=SIDES)
hands = st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=1, max_size=6)


@unhurried(120)
@given(hands, st.booleans(), st.booleans())
def test_cards_of_the_others_go_to_whoever_is_out(seats, has_answer, less_own):
    """Every other player hands over their cards, one by one."""
    row = a_row("others", row="left", less_own=less_own, **({"of": "out"} if has_answer else {}))
    handed = [0] * len(seats)
    for at, (own, is_out) in enumerate(seats):
        if is_out if has_answer else not own:
            handed[at] = sum(1 for to, (cards, _) in enumerate(seats) if to != at for _ in range(cards))
            handed[at] -= own if less_own else 0
    held = [{"left": cards, "out": "yes" if is_out else "no"} for cards, is_out in seats]
    assert points(a_sheet(LEFT, OUT, row), *held) == handed


@unhurried(120)
@given(st.lists(st.sampled_from(["none", "won", "lost"]), min_size=2, max_size=6), st.integers(0, 5))
def test_each_loser_pays_what_each_winner_gets(sides, value):
    """Losers lay down the value for each winner they face, and each winner takes an equal share."""
    winners, losers = sides.count("won"), sides.count("lost")
    if not winners or not losers:
        assume(not winners and not losers)
    pot = {"won": 0, "lost": 0, "none": 0}
    if sides[0] == "none":
        value = 0
    elif sides[0] == "lost":
        value = -value
    if winners and losers:
        fewer = min(winners, losers)
        pot = {"won": int(value * losers / fewer), "lost": -int(value * winners / fewer), "none": 0}
    row = a_row("settle", rows=["value"], of="side")
    sheet = a_sheet(VALUE, SIDE, row)
    held = [{"side": side, **({"value": abs(value)} if not seat else {})} for seat, side in enumerate(sides)]
    found = points(sheet, *held)
    assert found == [pot[side] for side in sides]
    if not winners % (min(winners, losers) or 1) and not losers % (min(winners, losers) or 1):
        assert sum(found) == 0


@pytest.mark.parametrize(
    ("sides", "is_wrong"),
    [("wll", False), ("nnn", False), ("www", True), ("lln", True), ("wnn", True), ("wln", False)],
)
def test_a_game_has_winners_and_losers_or_neither(sides, is_wrong):
    names = {"w": "won", "l": "lost", "n": "none"}
    sheet = in_rounds(VALUE, SIDE, a_row("settle", rows=["value"], of="side"))
    held = [{"side": names[side]} for side in sides]
    assert blocking(sheet, held) == ([("one_side", "1", None)] if is_wrong else [])
    # Whoever hasn't counted yet may be on the other side.
    assert blocking(sheet, [*held, None]) == []
    if is_wrong:
        assert sentence(sheet, held) == "side, round 1: someone has to win and someone has to lose."


def test_nobody_may_have_won_where_only_a_yes_is_asked():
    sheet = in_rounds(VALUE, OUT, a_row("settle", rows=["value"], of="out"))
    assert blocking(sheet, [{}, {}]) == []
    assert blocking(sheet, [{"out": "yes"}, {"out": "yes"}]) == [("one_side", "1", None)]


def test_points_of_the_losers_are_taken_off():
    sheet = a_sheet(VALUE, SIDE, a_row("settle", rows=["value"], of="side"))
    held = [{"side": "won", "value": 3}, {"side": "won", "value": 1}, {"side": "lost", "value": 2}, {"side": "lost"}]
    assert points(sheet, *held) == [2, 2, -2, -2]


def test_of_a_yes_all_who_say_no_have_lost():
    sheet = a_sheet(VALUE, OUT, a_row("settle", rows=["value"], of="out"))
    assert points(sheet, {"value": 2, "out": "yes"}, {"out": "no"}, {}) == [4, -2, -2]


@pytest.mark.parametrize(
    ("row", "held", "seat", "said"),
    [
        (a_row("others", row="left"), [{}, {"left": 5}, {"left": 7}], 0, "left of the others: 5 + 7"),
        (a_row("others", row="left"), [{}, {"left": 5}], 1, "left 5"),
        (a_row("others", row="left", of="out"), [{"out": "yes"}, {"left": 5}], 1, "out: no"),
        (
            a_row("others", row="left", of="out", less_own=True),
            [{"out": "yes", "left": 2}, {"left": 5}],
            0,
            "left of the others: 5 − 2",
        ),
        (a_row("settle", rows=["left"], of="out"), [{"out": "yes", "left": 2}, {}], 0, "Won, worth 2: 1 against 1"),
        (
            a_row("settle", rows=["left"], of="out"),
            [{"out": "yes", "left": 2}, {}, {}],
            1,
            "Lost, worth 2: 2 against 1",
        ),
        (a_row("settle", rows=["left"], of="out"), [{}, {}], 0, "forests: not entered"),
    ],
)
def test_why_a_row_across_the_seats_scores_is_said(row, held, seat, said):
    assert reason(a_sheet(LEFT, OUT, row), *held, seat=seat) == said


@unhurried(100)
@given(st.lists(st.sampled_from(["yes", "no"]), min_size=1, max_size=6))
def test_exactly_one_player_goes_out_in_a_round(answers):
    sheet = in_rounds(OUT, a_row(), checks=[{"kind": "one", "rows": ["out"], "exactly": True}])
    codes = {0: ["nobody"], 1: []}.get(answers.count("yes"), ["only_one"])
    assert [code for code, *_ in blocking(sheet, [{"out": answer} for answer in answers])] == codes


def test_nobody_is_missed_before_everyone_has_counted():
    sheet = in_rounds(OUT, a_row(), checks=[{"kind": "one", "rows": ["out"], "exactly": True}])
    assert blocking(sheet, [{"out": "no"}, None]) == []
    assert sentence(sheet, [{"out": "no"}, {}]) == "out, round 1: one player must have this, but nobody has."


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (a_row("others", row="out"), "rows › 3: there is no row “out” to count from."),
        (a_row("others", row="left", of="left"), "rows › 3: there is no row “left” to count from."),
        (a_row("settle", rows=["left"], of="left"), "rows › 3: there is no row “left” to count from."),
        (a_row("settle", rows=["left", "left"], of="out"), "rows › 3: “left” is used twice."),
        (a_row("settle", rows=["left"]), "rows › 3: “of” is missing."),
    ],
)
def test_rows_across_the_seats_name_numbers_and_answers(row, said):
    assert said in faults(a_sheet(LEFT, OUT, row))


def test_numbers_of_others_are_whole():
    assert faults(a_sheet(a_row(key="left", decimals=1), a_row("others", row="left"))) == [
        "rows › 2: “left” has decimals. This row needs whole numbers."
    ]
