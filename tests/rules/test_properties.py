"""What holds for any possible table of any game, and for whatever else is sent as one."""

from copy import deepcopy
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.rules import GAMES
from companion.rules.scoring.checking import check
from companion.rules.scoring.play_format import NotAPlay
from companion.rules.scoring.result import score_play
from tests.builders import scored
from tests.lanes import unhurried
from tests.rules.tables import faulty_plays, garbage, possible_plays, strange_plays

TUAREG = GAMES["tuareg"]

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def by_player(result):
    """Everything that is scored, by name: what must not depend on the order of the seats."""
    return {
        standing.player: (
            standing.points,
            standing.rank,
            standing.carries,
            [(line.stage, line.item, line.points, line.amount) for line in standing.lines],
        )
        for standing in result.standings
    }


@every_game
@unhurried(80)
@given(st.data())
def test_what_holds_for_every_possible_play(game, data):
    play = data.draw(possible_plays(game))
    before, result = deepcopy(play), scored(play)
    assert repr(play) == repr(before)
    is_found_possible(game, play, result)
    assume(not result.is_blocked)
    add_up_to_points(result)
    have_a_line_for_every_item_of_their_stages_and_no_other(game, play, result)
    follow_points(result)
    nothing_given_is_changed(game, play)
    swapping_seats_swaps_points_and_nothing_else({**play, "seats": data.draw(st.permutations(play["seats"]))}, result)
    if game is TUAREG:
        each_majority_is_paid_to_exactly_the_right_seats(play, result)


def is_found_possible(game, play, result):
    """What can be true field by field; what a game itself forbids beyond its fields is that game's own test."""
    found = {problem.code for problem in result.problems if problem.blocks}
    assert found <= {problem.code for problem in game.problems(check(game, play)[0])}


def add_up_to_points(result):
    for standing in result.standings:
        assert standing.points == sum(line.points for line in standing.lines)


def have_a_line_for_every_item_of_their_stages_and_no_other(game, play, result):
    options = game.options_with(play["options"])
    for index, (seat, standing) in enumerate(zip(play["seats"], result.standings, strict=True)):
        declared = [
            (stage.key, item.key)
            for stage in game.stages
            if stage.key in seat["stages"]
            for item in stage.items_with(options)
        ]
        assert sorted((line.stage, line.item) for line in standing.lines) == sorted(declared)
        assert {line.seat for line in standing.lines} <= {index}


def follow_points(result):
    """Ranks do, and the first win."""
    best = max(standing.points for standing in result.standings)
    for one, other in product(result.standings, repeat=2):
        assert one.points <= other.points or one.rank < other.rank
    assert {standing.points for standing in result.standings if standing.rank == 1} == {best}
    if result.verdict is None:
        assert result.winners == tuple(each.player for each in result.standings if each.rank == 1)
        assert (result.decided_by == "shared") == (len(result.winners) > 1)


def swapping_seats_swaps_points_and_nothing_else(swapped, result):
    again = scored(swapped)
    assert by_player(again) == by_player(result)
    assert set(again.winners) == set(result.winners)
    assert (again.decided_by, again.verdict) == (result.decided_by, result.verdict)


def nothing_given_is_changed(game, play):
    table, _ = check(game, play)
    before = deepcopy(table)
    lines = game.score(table)
    game.problems(table)
    game.carries(table)
    game.verdict(table, [standing.points for standing in scored(play).standings])
    for stage in game.stages:
        game.instructions(table, stage.key)
    assert table == before
    assert game.score(table) == lines


def each_majority_is_paid_to_exactly_the_right_seats(play, result):
    options = TUAREG.options_with(play["options"])
    for stage, good in product(("1", "2"), ("water", "gold", "salt", "millet")):
        holders = [
            (seat["stages"][stage].get(good, 0), seat["player"]) for seat in play["seats"] if stage in seat["stages"]
        ]
        paid = {
            standing.player: line.points
            for standing in result.standings
            for line in standing.lines
            if (line.stage, line.item) == (stage, good)
        }
        assert paid == paid_by_sorting(holders, options[f"points_{good}"])


def paid_by_sorting(holders, points):
    """The same rule told another way: lay all holdings in a row and look at the first two."""
    row = sorted(holders, reverse=True)
    if not row or row[0][0] == 0:
        return {player: 0 for _, player in row}
    if len(row) > 1 and row[1][0] == row[0][0]:
        points -= 1
    return {player: points if count == row[0][0] else 0 for count, player in row}


@every_game
@unhurried(80)
@given(st.data())
def test_a_fault_is_found_whatever_else_is_wrong(game, data):
    play, slips = data.draw(faulty_plays(game))
    result = scored(play)
    assert result.is_blocked
    assert not result.standings
    assert not result.winners
    found = [
        (problem.seat, problem.stage, problem.field, code)
        for problem in result.problems
        for code in (problem.code, None)
        if problem.blocks
    ]
    for slip in slips:
        seat = None if slip.seat is None else play["seats"][slip.seat]["player"].strip()
        assert (seat, slip.stage, slip.field, slip.code) in found


@every_game
@unhurried(80)
@given(st.data())
def test_anything_inside_a_play_is_a_result_with_sentences(game, data):
    play = data.draw(strange_plays(game))
    before, result = deepcopy(play), scored(play)
    assert repr(play) == repr(before)
    for problem in result.problems:
        assert str(problem.message)
    assert bool(result.standings) != result.is_blocked
    if result.standings:
        nothing_given_is_changed(game, play)


@unhurried(80)
@given(st.one_of(garbage, st.dictionaries(st.sampled_from(["format", "game", "seats", "player"]), garbage)))
def test_what_is_no_play_is_refused_in_one_line(sent):
    with pytest.raises(NotAPlay) as refusal:
        score_play(sent, GAMES)
    assert str(refusal.value)
    assert "\n" not in str(refusal.value)
