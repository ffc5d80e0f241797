"""Loading and buying, as the publisher's German rules of Tuareg tell it (seeds) and the Japanese ones sold with it."""

from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.player_aids.tuareg.loads import (
    GOODS,
    broken_rules,
    cheapest_payment,
    loading_faults,
    room_for,
    sort_onto,
)
from tests.lanes import unhurried

loads = st.lists(st.sampled_from(GOODS), max_size=5)
dinar = st.fixed_dictionaries(dict.fromkeys(GOODS, st.integers(1, 4)))


def hand(**goods):
    return {**dict.fromkeys(GOODS, 0), **goods}


ONE_EACH_GOLD_TWO = {"water": 1, "gold": 2, "salt": 1, "millet": 1}


class TestACamel:
    @pytest.mark.parametrize(
        ("load", "rules"),
        [
            # “Jedes Kamel kann höchstens 4 Waren tragen.”
            (["salt"] * 5, ["four"]),
            # “Ein Kamel darf maximal mit 2 unterschiedlichen Waren beladen werden.”
            (["gold", "salt", "millet"], ["kinds"]),
            # “z.B. ist Gold-Hirse-Hirse-Gold nicht zulässig”
            (["gold", "millet", "millet", "gold"], ["change"]),
            # “Wasser darf nur sortenrein aufgeladen werden”
            (["water", "salt"], ["water"]),
            (["water", "water", "water", "water"], []),
            # “Zudem darf ein Kamel höchstens mit 2x Gold beladen werden.”
            (["gold", "gold", "gold"], ["gold"]),
            (["gold", "gold", "salt", "salt"], []),
            ([], []),
        ],
    )
    def test_breaks_these_rules(self, load, rules):
        assert broken_rules("camel", load) == rules

    def test_timo_loads_gold_and_salt_on_gold_or_salt_alone(self):
        """German rules, “Kamel mit Waren aus dem Lager beladen”: 1 gold lies there, he holds 1 gold and 3 salt."""
        assert loading_faults("camel", ["gold"], ["gold", "salt", "salt"], "hand") == []
        assert loading_faults("camel", ["gold"], ["salt", "salt", "salt"], "hand") == []
        assert loading_faults("camel", ["gold"], ["gold", "salt", "salt", "salt"], "hand") == ["four"]
        assert loading_faults("camel", [], ["gold", "salt", "salt", "salt"], "hand") == []

    def test_two_faults_are_both_told(self):
        assert broken_rules("camel", ["gold", "gold", "gold", "water"]) == ["water", "gold"]


class TestADonkey:
    def test_carries_any_four(self):
        """German rules, “Laderegeln für den Esel”: Gold-Gold-Wasser-Gold and Gold-Wasser-Hirse-Steinsalz."""
        assert broken_rules("donkey", ["gold", "gold", "water", "gold"]) == []
        assert broken_rules("donkey", ["gold", "water", "millet", "salt"]) == []

    def test_carries_no_fifth(self):
        assert broken_rules("donkey", ["salt"] * 5) == ["four"]


class TestTheMarket:
    def test_gives_goods_of_one_kind(self):
        """German rules: “bis zu 4 Waren einer Sorte vom Markt”."""
        assert loading_faults("donkey", [], ["salt", "millet"], "market") == ["market"]
        assert loading_faults("donkey", ["salt"], ["millet", "millet"], "market") == []


class TestTheOrderOfLoading:
    @unhurried(150)
    @given(st.sampled_from(["camel", "donkey"]), loads, loads)
    def test_if_any_order_is_allowed_the_sorted_one_is(self, animal, pile, goods):
        possible = any(not broken_rules(animal, pile + list(order)) for order in set(permutations(goods)))
        assert possible == (broken_rules(animal, pile + sort_onto(pile, goods)) == [])

    @unhurried(150)
    @given(st.sampled_from(["camel", "donkey"]), loads)
    def test_less_on_top_never_breaks_more(self, animal, load):
        assert set(broken_rules(animal, load[:-1])) <= {*broken_rules(animal, load), "change"}

    @unhurried(150)
    @given(st.sampled_from(["camel", "donkey"]), loads, st.sampled_from(GOODS))
    def test_there_is_room_for_as_many_as_may_go_on_and_no_more(self, animal, pile, good):
        room = room_for(animal, pile, good)
        assert room == 0 or broken_rules(animal, pile + [good] * room) == []
        assert broken_rules(animal, pile + [good] * (room + 1))


class TestBuying:
    def test_two_gold_are_overpaid(self):
        """German rules, “Sonderkarte kaufen”: 2x Gold = 4 Dinar, nothing is given back."""
        assert cheapest_payment(hand(gold=2), [], ONE_EACH_GOLD_TWO)["dinar"] == 4

    def test_gold_and_one_dinar_fit(self):
        payment = cheapest_payment(hand(gold=2, salt=1), [], ONE_EACH_GOLD_TWO)
        assert payment == {"dinar": 3, "hand": ["gold", "salt"], "piles": []}

    def test_from_a_camel_only_the_top_is_taken(self):
        payment = cheapest_payment(hand(gold=1), [["salt", "gold", "gold"]], ONE_EACH_GOLD_TWO)
        assert payment == {"dinar": 4, "hand": ["gold"], "piles": [["gold"]]}

    def test_of_equal_payments_the_hand_pays(self):
        payment = cheapest_payment(hand(gold=1, salt=1), [["salt"]], ONE_EACH_GOLD_TWO)
        assert payment == {"dinar": 3, "hand": ["gold", "salt"], "piles": [[]]}

    def test_too_little_buys_nothing(self):
        assert cheapest_payment(hand(gold=1), [[], []], ONE_EACH_GOLD_TWO) is None

    @unhurried(150)
    @given(
        st.fixed_dictionaries(dict.fromkeys(GOODS, st.integers(0, 2))),
        st.lists(st.lists(st.sampled_from(GOODS), max_size=4), max_size=2),
        dinar,
    )
    def test_no_payment_loses_less(self, held, piles, dinar):
        cards = [good for good in GOODS for _ in range(held[good])]
        hands = [chosen for number in range(len(cards) + 1) for chosen in combinations(cards, number)]
        tops = product(*([pile[len(pile) - taken :] for taken in range(len(pile) + 1)] for pile in piles))
        values = {
            sum(dinar[good] for good in [*chosen, *(good for top in taken for good in top)])
            for taken in tops
            for chosen in hands
        }
        enough = [value for value in values if value >= 3]
        payment = cheapest_payment(held, piles, dinar)
        assert (payment["dinar"] if payment else None) == (min(enough) if enough else None)
