"""The robber's way and the end of the game, as a player's summary of Targi tells it (seeds)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.player_aids.targi.raids import (
    LAST_TURN,
    coming_raid,
    ending,
    excess,
    raid_of,
    robber_at,
    start_player,
    ways_to_pay,
)


class TestTheRobber:
    def test_walks_round_the_border_and_leaves_a_raid_at_once(self):
        """“「盗賊コマ」は即座に次の「外周カード」に進む”: the corners 4, 8 and 12 are left in the same turn."""
        assert [robber_at(turn) for turn in range(1, LAST_TURN + 1)] == [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 16]

    def test_raids_every_third_turn(self):
        assert [turn for turn in range(1, LAST_TURN + 1) if raid_of(turn)] == [4, 7, 10, 13]
        assert [raid_of(turn) for turn in (4, 7, 10, 13)] == [1, 2, 3, 4]

    @pytest.mark.parametrize(("turn", "raid", "turns"), [(1, 1, 3), (3, 1, 1), (4, 2, 3), (12, 4, 1)])
    def test_the_coming_raid_is_known(self, turn, raid, turns):
        assert coming_raid(turn) == {"raid": raid, "turns": turns}

    def test_after_the_fourth_comes_none(self):
        assert coming_raid(LAST_TURN) is None


class TestPaying:
    def test_either_price_is_enough(self):
        assert ways_to_pay(3, {"goods": 3, "gold": 0, "points": 2}) == ["goods", "points"]

    def test_the_fourth_raid_takes_gold_or_three_points(self):
        """“金貨1個又は勝利点3点を支払わなくてはならない”."""
        assert ways_to_pay(4, {"goods": 9, "gold": 1, "points": 2}) == ["gold"]
        assert ways_to_pay(4, {"goods": 9, "gold": 0, "points": 3}) == ["points"]

    def test_who_has_neither_cannot_pay(self):
        assert ways_to_pay(2, {"goods": 1, "gold": 3, "points": 0}) == []


class TestTheEndOfATurn:
    def test_what_is_above_ten_goods_and_three_gold_goes_back(self):
        """“次のターンに持ち越せる商品トークンは10個、金貨トークンは3個まで”."""
        assert excess({"goods": 12, "gold": 4}) == {"goods": 2, "gold": 1}
        assert excess({"goods": 10, "gold": 3}) == {"goods": 0, "gold": 0}

    @given(st.integers(0, 40), st.integers(0, 20))
    def test_what_is_kept_is_allowed(self, goods, gold):
        back = excess({"goods": goods, "gold": gold})
        assert goods - back["goods"] == min(goods, 10)
        assert gold - back["gold"] == min(gold, 3)

    def test_the_other_begins_the_next_turn(self):
        assert [start_player(turn, 1) for turn in (1, 2, 3)] == [1, 0, 1]


class TestTheEndOfTheGame:
    def test_a_twelfth_card_ends_it(self):
        assert ending(8, [7, 12]) == "cards"

    def test_the_fourth_raid_ends_it(self):
        assert ending(LAST_TURN, [7, 9]) == "raid"

    def test_before_that_it_goes_on(self):
        assert ending(12, [11, 11]) == ""
