"""Bargaining with gems, as the Japanese rules of Basari tell it (“交渉”, seeds) and the published German ones."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.player_aids.basari.bids import (
    COLOURS,
    DECIDING,
    bidding_order,
    cheapest_bid,
    compare_bids,
    count_gems,
    deciding_thing,
    has_undecided,
    smallest_raises,
)
from tests.lanes import unhurried


def gems(*, red=0, yellow=0, green=0, blue=0):
    return {"red": red, "yellow": yellow, "green": green, "blue": blue}


def player(*, points=0, workers=0, **colours):
    return {**gems(**colours), "points": points, "workers": workers}


few_gems = st.builds(gems, **dict.fromkeys(COLOURS, st.integers(0, 5)))
players = st.lists(
    st.builds(player, **dict.fromkeys(DECIDING, st.integers(0, 2))),
    min_size=2,
    max_size=5,
)


def rank(bid):
    return (count_gems(bid), *(bid[colour] for colour in COLOURS))


def bids_from(held):
    return [dict(zip(COLOURS, counts, strict=True)) for counts in product(*(range(held[c] + 1) for c in COLOURS))]


class TestAHigherBid:
    def test_one_red_and_three_blue_are_higher_than_four_yellow(self):
        """Japanese rules, “交渉”: 赤色の宝石 1 つと青色の宝石 3 つの提案は黄色の宝石 4 つの提案より優位."""
        assert compare_bids(gems(red=1, blue=3), gems(yellow=4)) == {"higher": True, "rule": "red"}

    def test_max_and_hanna_bargain(self):
        """Japanese rules, “交渉”: Max 1 yellow, Hanna 1 red, …, Hanna 3 blue."""
        assert compare_bids(gems(red=1), gems(yellow=1)) == {"higher": True, "rule": "red"}
        assert compare_bids(gems(blue=3), gems(red=1)) == {"higher": True, "rule": "more"}

    def test_fewer_gems_are_never_higher(self):
        assert compare_bids(gems(red=3), gems(blue=4)) == {"higher": False, "rule": "fewer"}

    def test_the_less_valuable_colours_decide_where_the_others_are_equal(self):
        assert compare_bids(gems(red=1, green=1), gems(red=1, blue=1)) == {"higher": True, "rule": "green"}
        assert compare_bids(gems(red=1, green=1), gems(red=1, yellow=1)) == {"higher": False, "rule": "yellow"}

    def test_an_equal_bid_is_no_raise(self):
        assert compare_bids(gems(red=1, blue=2), gems(red=1, blue=2)) == {"higher": False, "rule": "equal"}

    @unhurried(150)
    @given(few_gems, few_gems)
    def test_of_two_different_bids_exactly_one_is_higher(self, one, other):
        assert compare_bids(one, other)["higher"] + compare_bids(other, one)["higher"] == (one != other)


class TestTheSmallestRaises:
    def test_one_keeps_the_number_and_one_adds_a_gem(self):
        assert smallest_raises(gems(yellow=1), gems(red=2, yellow=2, green=1, blue=3)) == [gems(red=1), gems(blue=2)]

    def test_the_first_bid_is_a_single_gem_of_the_least_value(self):
        assert smallest_raises(gems(), gems(red=3, green=1)) == [gems(green=1)]

    def test_who_has_no_gems_makes_none(self):
        assert smallest_raises(gems(), gems()) == []

    @unhurried(150)
    @given(few_gems, few_gems)
    def test_no_higher_bid_lies_below_them(self, standing, held):
        higher = sorted((bid for bid in bids_from(held) if rank(bid) > rank(standing)), key=rank)
        as_many = [bid for bid in higher if count_gems(bid) == count_gems(standing)]
        one_more = [bid for bid in higher if count_gems(bid) == count_gems(standing) + 1]
        assert smallest_raises(standing, held) == as_many[:1] + one_more[:1]

    @unhurried(150)
    @given(few_gems, st.integers(0, 22))
    def test_the_cheapest_bid_of_a_number_has_that_number(self, held, number):
        bid = cheapest_bid(number, held)
        assert (bid is None) == (number > count_gems(held))
        assert bid is None or count_gems(bid) == number


class TestTheOrder:
    def test_most_red_bids_first(self):
        assert bidding_order([player(red=2, yellow=9), player(red=3)]) == [1, 0]

    def test_then_yellow_green_blue_points_and_workers_decide(self):
        """Japanese rules, “交渉”: 黄色, 緑色, 青色の宝石の数、勝利点、ワーカーの数の順番."""
        before = player(red=3, yellow=3, green=3, blue=3, points=20, workers=5)
        things = ["red", "yellow", "green", "blue", "points", "workers"]
        for place, thing in enumerate(things):
            # Whatever comes later in it, there may be none of.
            more = {**before, thing: before[thing] + 1, **dict.fromkeys(things[place + 1 :], 0)}
            assert bidding_order([before, more]) == [1, 0]
            assert deciding_thing(before, more) == thing

    def test_of_equals_lots_decide(self):
        assert deciding_thing(player(red=1), player(red=1)) == "lot"

    @unhurried(150)
    @given(players)
    def test_everybody_is_in_it_once_and_nobody_behind_a_lesser_one(self, table):
        def rank(place):
            return [table[place][thing] for thing in DECIDING]

        order = bidding_order(table)
        assert order == sorted(range(len(table)), key=rank, reverse=True)

    @unhurried(150)
    @given(players)
    def test_they_are_undecided_where_two_are_equal_in_everything(self, table):
        assert has_undecided(table) == any(table.count(each) > 1 for each in table)
