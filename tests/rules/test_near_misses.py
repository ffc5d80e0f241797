"""By how little a win was missed: what is told is true, and there is nothing smaller."""

from copy import deepcopy
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.rules import GAMES
from companion.rules.scoring.near_misses import margins, runners_up
from tests.builders import basari_play, five_tribes_play, scored, solo_play, targi_play, tuareg_play
from tests.lanes import IS_LONG, unhurried
from tests.rules.sheets.making import a_play as sheet_play
from tests.rules.sheets.making import a_row, a_sheet, game
from tests.rules.tables import possible_plays
from tests.rules.test_random_plays import drawn

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
won_from_others = pytest.mark.parametrize(
    "game",
    [game for game in GAMES.values() if game.seats[-1] > 1 and not game.shares_cards],
    ids=lambda game: game.slug,
)
# So many by lot, of which some were close.
PLAYS = 60 if IS_LONG else 10


def margins_of(play):
    return margins(GAMES[play["game"]], play)


def told(play):
    """Each margin as (whose count, stage, field, what it was, what it would have had to be)."""
    return [
        (play["seats"][each.seat]["player"], each.stage, each.field.key, each.held, each.held + each.by)
        for each in margins_of(play)
    ]


def changed(play, margin, by):
    """The play with the count of this margin changed by so much instead."""
    play = deepcopy(play)
    play["seats"][margin.seat]["stages"][margin.stage][margin.field.key] = margin.held + by
    return play


def wins(play, seat):
    """Whether a seat wins, alone or with others; a draw is no win."""
    result = scored(play)
    return play["seats"][seat]["player"].strip() in result.winners and not result.is_draw


def could_win(play, seat, before):
    """Whether a seat wins, and nothing is odd about this play that wasn't odd about the one before."""
    known = {(each.code, each.seat, each.stage) for each in scored(before).problems}
    return wins(play, seat) and all((each.code, each.seat, each.stage) in known for each in scored(play).problems)


@every_game
@unhurried(25)
@given(st.data())
def test_what_is_told_of_any_play_is_true_and_whole(game, data):
    play = data.draw(possible_plays(game))
    assume(not scored(play).is_blocked)
    what_is_told_is_true_and_whole(game, play)


@won_from_others
def test_so_it_is_of_plays_that_were_close(game):
    told_of = [what_is_told_is_true_and_whole(game, drawn(game, number)) for number in range(PLAYS)]
    assert sum(map(bool, told_of)) >= PLAYS / 4


def what_is_told_is_true_and_whole(game, play):
    """See to it that it is; what is told."""
    before, found, result = deepcopy(play), margins_of(play), scored(play)
    assert play == before
    with_the_change_the_second_wins_and_with_none_smaller(play, found)
    one_more_of_anything_that_would_have_won_is_not_missed(game, play, result, found)
    are_about_the_second_and_the_smallest_come_first(result, found)
    return found


def with_the_change_the_second_wins_and_with_none_smaller(play, found):
    """And it says whether the win would have been shared."""
    for margin in found:
        assert not wins(play, margin.rival)
        after = scored(changed(play, margin, margin.by)).winners
        assert play["seats"][margin.rival]["player"].strip() in after
        assert (margin.shared or margin.tie_is_open) == (len(after) > 1)
        step = 1 if margin.by > 0 else -1
        smaller = [changed(play, margin, by) for by in range(step, margin.by, step)]
        assert not any(could_win(each, margin.rival, play) for each in smaller)


def one_more_of_anything_that_would_have_won_is_not_missed(game, play, result, found):
    options = game.options_with(play["options"])
    by_one = {(each.seat, each.stage, each.field.key) for each in found if each.by == 1}
    for seat in runners_up(result):
        for stage in game.stages:
            held = play["seats"][seat]["stages"].get(stage.key)
            for field in stage.fields_with(options) if held is not None else ():
                if field.kind == "count" and not field.breaks_ties:
                    more = deepcopy(play)
                    more["seats"][seat]["stages"][stage.key][field.key] = held.get(field.key, 0) + 1
                    assert could_win(more, seat, play) == ((seat, stage.key, field.key) in by_one)


def are_about_the_second_and_the_smallest_come_first(result, found):
    behind = [standing.rank for standing in result.standings if standing.player not in result.winners]
    for margin in found:
        assert result.standings[margin.rival].rank == min(behind)
        assert (margin.seat == margin.rival) == (margin.by > 0)
        assert margin.seat == margin.rival or result.standings[margin.seat].player in result.winners
    assert all(abs(one.by) <= abs(other.by) for one, other in pairwise(found))
    counts = [(each.rival, each.seat, each.stage, each.field.key) for each in found]
    assert len(set(counts)) == len(counts)


def test_one_more_gold_would_have_won():
    play = tuareg_play(anna={"water": 2, "gold": 2}, ben={"gold": 2, "salt": 1})
    assert scored(play).winners == ("Anna",)
    assert ("Ben", "1", "gold", 2, 3) in told(play)
    assert ("Anna", "1", "gold", 2, 1) in told(play)


def test_the_box_holds_no_more_than_it_holds():
    play = tuareg_play(anna={"water": 5}, ben={"water": 3, "gold": 0})
    assert ("Ben", "1", "water", 3, 4) not in told(play)
    assert ("Anna", "1", "water", 5, 3) in told(play)


def test_maps_that_were_cashed_in_before_are_not_held_later():
    play = tuareg_play(anna={"maps": 1, "gold": 2}, ben={"maps": 1, "water": 2}, chris={})
    play = {**play, "seats": [{**seat, "stages": {**seat["stages"], "2": {}}} for seat in play["seats"]]}
    assert not [each for each in told(play) if each[1:3] == ("2", "maps")]


def test_a_game_may_forbid_what_the_box_holds():
    play = five_tribes_play(anna={"tile_4": 4, "tile_8": 3, "palms": 9}, ben={"tile_5": 5, "tile_6": 6})
    assert scored(play).winners == ("Anna",)
    assert all(field != "tile_6" or now <= 6 for _, _, field, _, now in told(play))


def test_a_tie_break_that_was_asked_for_counts():
    play = targi_play(anna={"tokens": 9, "gold": 2}, ben={"tokens": 9, "gold": 1})
    # With one more it would have been a draw, which nobody wins.
    assert ("Ben", "end", "gold", 1, 3) in told(play)
    assert [each.shared for each in margins_of(play) if (each.field.key, each.by) == ("gold", 2)] == [False]


def test_a_tie_break_that_nobody_was_asked_for_does_not():
    play = targi_play(anna={"tokens": 9}, ben={"tokens": 8})
    assert "gold" not in {field for _, _, field, _, _ in told(play)}


def test_a_stage_that_a_seat_has_not_entered_is_left_alone():
    play = basari_play(anna={"red": 4}, ben=({}, {"blue": 1}), chris={})
    assert {(name, stage) for name, stage, *_ in told(play)} <= {("Anna", "1"), ("Ben", "1"), ("Ben", "2")}


def test_nobody_is_second_where_one_plays_alone_or_all_win():
    assert margins_of(solo_play(viziers=5, council=2)) == []
    everybody = tuareg_play(anna={"water": 1}, ben={"gold": 1}, options={"points_gold": 6})
    assert runners_up(scored(everybody)) == []
    assert margins_of(everybody) == []


def test_what_cannot_be_scored_has_none():
    assert margins_of(tuareg_play(anna={"water": 9}, ben={})) == []


COINS = {"asked": "coins", "label": "coins"}


@pytest.mark.parametrize(
    ("ties", "coins", "told"),
    [
        ([], (), (1, True, False)),
        # Nobody was asked for them: who would have won isn't known.
        ([COINS], (), (1, False, True)),
        ([COINS], (4, 4), (1, True, False)),
        ([COINS], (4, 5), (1, False, False)),
        ([COINS], (5, 4), (2, False, False)),
    ],
)
def test_tie_is_broken_as_the_game_breaks_it(ties, coins, told):
    held = [{"row": row} | ({"coins": coins[seat]} if coins else {}) for seat, row in enumerate((8, 7))]
    found = margins(game(a_sheet(a_row(), ties=ties)), sheet_play(*held))
    [margin] = [each for each in found if (each.seat, each.field.key) == (1, "row")]
    assert (margin.by, margin.shared, margin.tie_is_open) == told
