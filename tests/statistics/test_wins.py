"""Wins, against chance and one after the other."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.statistics.form import credit_of
from companion.statistics.wins import count_player_wins, count_wins, count_wins_by_item, find_streaks
from tests.statistics.histories import PLAYERS, histories, played, unhurried, won_by


def naive_wins(history, player):
    """(plays, wins, shared, credit, rate, chance, draws), counted with fractions, one play at a time."""
    tables = [(each.places, each.can_be_drawn) for each in history if len(each.places) >= 2]
    own = [(table, drawn) for table, drawn in tables if player in [place.player for place in table]]
    parts, shared, wins, draws = Fraction(0), 0, 0, 0
    for table, can_be_drawn in own:
        winners = [place.player for place in table if place.won]
        if not winners and can_be_drawn:
            draws, parts = draws + 1, parts + Fraction(1, len(table))
        elif player in winners:
            wins, parts, shared = wins + 1, parts + Fraction(1, len(winners)), shared + (len(winners) > 1)
    chance = sum((Fraction(1, len(table)) for table, _ in own), Fraction(0))
    plays = len(own)
    return plays, wins, shared, parts, parts / plays if plays else 0, chance / plays if plays else 0, draws


@unhurried
@given(histories())
def test_they_are_what_counting_one_by_one_gives(history):
    for player in PLAYERS:
        wins = count_player_wins(history, player)
        assert tuple(wins) == pytest.approx([float(each) for each in naive_wins(history, player)])


@pytest.mark.long
@unhurried
@given(histories())
def test_the_rates_of_all_make_up_what_chance_gives_them_together(history):
    everybody = count_wins([each for each in history if not each.is_won_by_nobody]).values()
    assert sum(each.rate * each.plays for each in everybody) == pytest.approx(
        sum(each.chance * each.plays for each in everybody)
    )


@unhurried
@given(histories())
def test_who_has_most_wins_comes_first(history):
    wins = [each.wins for each in count_wins(history).values()]
    assert wins == sorted(wins, reverse=True)


def test_a_shared_win_is_a_win_and_counts_half_in_the_rate():
    wins = count_player_wins([played((1, 9), (2, 9), (3, 4), (4, 4))], 1)
    assert (wins.wins, wins.shared, wins.credit, wins.rate, wins.chance) == (1, 1, 0.5, 0.5, 0.25)


@pytest.mark.parametrize(("can_be_drawn", "credit", "draws"), [(True, 0.5, 1), (False, 0, 0)])
def test_a_play_without_a_winner_counts_half_a_win_only_as_a_draw(can_be_drawn, credit, draws):
    level = played((1, 7), (2, 7))._replace(can_be_drawn=can_be_drawn)
    nobody_won = level._replace(places=tuple(place._replace(won=False) for place in level.places))
    wins = count_player_wins([nobody_won], 1)
    assert (wins.plays, wins.wins, wins.credit, wins.rate, wins.draws) == (1, 0, credit, credit, draws)
    assert credit_of(nobody_won, nobody_won.places[0]) == credit


def test_who_plays_alone_beats_nobody():
    assert count_player_wins([played((1, 200))], 1).plays == 0


@unhurried
@given(histories())
def test_streaks_are_what_the_row_of_wins_and_losses_shows(history):
    for player in PLAYERS:
        row = "".join(
            "w" if place.won else "."
            for each in history
            if len(each.places) > 1
            for place in each.places
            if place.player == player
        )
        streaks = find_streaks(history, player)
        assert streaks.longest == max(map(len, row.split(".")))
        assert streaks.wins_now == len(row) - len(row.rstrip("w"))
        assert streaks.without_win == len(row) - len(row.rstrip("."))


def test_a_streak_ends_with_the_first_play_that_is_not_won():
    history = [won_by(1, 2), won_by(1, 2), won_by(2, 1), won_by(1, 3)]
    assert find_streaks(history, 1) == (1, 0, 2)
    assert find_streaks(history, 2) == (1, 0, 1)
    assert find_streaks(history, 3) == (0, 1, 0)


def naive_taking(tables, item):
    """(takers, how many of them won, the part that chance would give) of an item, looked up table by table."""
    takers = [(won, table) for table in tables for won, items in table if item in items]
    chance = sum(Fraction(sum(won for won, _ in table), len(table)) for _, table in takers)
    return len(takers), sum(won for won, _ in takers), chance / len(takers)


SEATS = st.tuples(st.booleans(), st.lists(st.sampled_from("abc"), unique=True))
TABLES = st.lists(st.lists(SEATS, min_size=2, max_size=5).filter(lambda table: any(won for won, _ in table)))


@unhurried
@given(TABLES)
def test_what_wins_is_what_looking_it_up_gives_and_stands_out_most_first(tables):
    found = count_wins_by_item(tables)
    wanted = {
        item: naive_taking(tables, item) for item in {item for table in tables for _, its in table for item in its}
    }
    assert {each.item: (each.leaders, each.won, pytest.approx(each.chance)) for each in found} == {
        item: (takers, won, float(chance)) for item, (takers, won, chance) in wanted.items()
    }
    assert [each.ratio for each in found] == pytest.approx(sorted((each.ratio for each in found), reverse=True))


@pytest.mark.long
@unhurried
@given(TABLES)
def test_what_it_may_really_be_lies_about_what_it_was(tables):
    for each in count_wins_by_item(tables):
        assert 0 <= each.low <= each.part + 1e-9
        assert each.part - 1e-9 <= each.high <= 1


def test_of_half_the_wins_in_a_hundred_it_is_within_seven_parts_of_a_hundred():
    [taken] = count_wins_by_item([[(at % 2 == 0, ["water"]), (at % 2 == 1, [])] for at in range(100)])
    assert (taken.part, taken.chance) == (0.5, 0.5)
    assert (taken.low, taken.high) == (pytest.approx(0.437, abs=0.001), pytest.approx(0.563, abs=0.001))


@pytest.mark.long
@unhurried
@given(st.lists(st.lists(st.lists(st.sampled_from("abc"), unique=True), min_size=2, max_size=4), min_size=1))
def test_where_everybody_wins_everything_is_as_often_as_by_chance(tables):
    found = count_wins_by_item([[(True, items) for items in table] for table in tables])
    assert all(each.ratio == pytest.approx(1) for each in found)
