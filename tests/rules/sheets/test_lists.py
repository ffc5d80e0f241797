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


CARD = {"key": "card", "label": "card", "choices": [{"key": key, "label": key} for key in ("each", "together", "all")]}
BY_CARD = a_row(
    "list",
    most=9,
    option="card",
    tables=[
        {"choice": "each", "values": [0, 2, 5, 9], "further": 1},
        {"choice": "together", "values": [0, 4, 11, 19, 27], "together": True},
        {"choice": "all", "values": [0, 2, 5, 8, 0], "all": 3},
    ],
)


@unhurried(150)
@given(st.lists(st.integers(1, 9), max_size=6), st.sampled_from(["each", "together", "all"]))
def test_option_of_the_play_picks_the_table_of_a_list(entries, card):
    """Put the animals on the map, one by one, and read their points off the card."""
    each, pairs, sizes = {1: 2, 2: 5, 3: 9}, {0: 0, 1: 4, 2: 11, 3: 19}, {1: 2, 2: 5, 3: 8}
    if card == "each":
        expected = sum(each[entry] if entry in each else 9 + len(range(3, entry)) for entry in entries)
    elif card == "together":
        expected = pairs.get(len([animal for entry in entries for animal in range(entry)]), 27)
    else:
        expected = sum(sizes.get(entry, 0) for entry in entries)
        expected += 3 if all(size in entries for size in sizes) else 0
    sheet = a_sheet(BY_CARD, options=[CARD])
    assert points(sheet, {"row": entries}, options={"card": card}) == [expected]


@pytest.mark.parametrize(("card", "said"), [("each", "2 + 5 + 9"), ("together", "27"), ("all", "2 + 5 + 8 + 3")])
def test_points_of_the_chosen_table_are_added_up_in_the_reason(card, said):
    assert reason(a_sheet(BY_CARD, options=[CARD]), {"row": [1, 2, 3]}, options={"card": card}) == said


def test_paper_names_the_chosen_table():
    [item] = game(a_sheet(BY_CARD, options=[CARD])).stages[0].items
    assert str(item.worth_with({"card": "together"})) == "0, 1, 2 …: 0 4 11 19 27"
    assert str(item.worth_with({})) == "from the table of the choice"


EVERY_CHOICE = "rows › 1: list a table for each choice of an option, in its order."


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({**BY_CARD, "option": "nonesuch"}, EVERY_CHOICE),
        ({**BY_CARD, "tables": BY_CARD["tables"][:2]}, EVERY_CHOICE),
        ({key: value for key, value in BY_CARD.items() if key != "option"}, EVERY_CHOICE),
        ({**BY_CARD, "runs": True}, "rows › 1: numbers score by the tables of an option, or without it."),
    ],
)
def test_each_choice_of_an_option_has_its_table(row, said):
    assert faults(a_sheet(row, options=[CARD])) == [said]
