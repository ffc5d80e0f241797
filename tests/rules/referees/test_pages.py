"""What the referees of the games ask and tell, tap by tap."""

import pytest

from companion.core.language.texts import say
from companion.rules import GAMES
from tests.rules.referees.tables import begun, hints, keyed, labels, page_of, tapped, told, typed


class TestBidding:
    def test_one_tap_tells_who_bids_first_and_why(self):
        assert told(tapped(begun("basari", "bidding"), "the other player")) == (
            "The other player bids first: more red gems."
        )

    def test_equal_red_gems_lead_to_the_yellow_ones(self):
        asked = tapped(begun("basari", "bidding"), "The same")
        assert told(asked) == "Who has more yellow gems?"
        assert told(tapped(asked, "I")) == "You bid first: same number of red gems, more yellow."

    def test_who_is_equal_in_everything_draws_lots(self):
        assert told(tapped(begun("basari", "bidding"), *["The same"] * 6)) == "All equal: decide randomly."

    def test_in_a_play_the_two_are_named(self):
        asked = tapped(begun("basari", "bidding", "Anna", "Ben", "Chris"), "Ben", "Chris", "Chris")
        assert told(asked) == "Chris bids first: more red gems."

    def test_two_bids_are_compared(self):
        """Japanese rules, “交渉”: 1 red and 3 blue are higher than 4 yellow."""
        asked = tapped(begun("basari", "bidding"), "Higher?")
        asked = keyed(asked, "The bid on the table", *["yellow"] * 4)
        asked = keyed(asked, "The new bid", "red", *["blue"] * 3)
        assert told(asked) == "Higher: same number of gems, more of them red."

    def test_a_lower_bid_cannot_stand(self):
        asked = tapped(begun("basari", "bidding"), "Higher?")
        asked = keyed(keyed(asked, "The bid on the table", "red"), "The new bid", "blue")
        assert told(asked) == "Not higher: same number of gems, fewer red."
        assert "The new bid stands" not in labels(asked)

    def test_the_smallest_raises_come_from_ones_own_gems(self):
        asked = tapped(begun("basari", "bidding"), "Raises")
        asked = typed(keyed(asked, "The bid on the table", "yellow"), red=1, blue=3)
        assert [label for label in labels(asked) if label.startswith("Bid ")] == ["Bid 1 red", "Bid 2 blue"]
        assert told(tapped(asked, "Bid 1 red")) == "Higher: same number of gems, more of them red."

    def test_too_few_gems_make_no_raise(self):
        asked = tapped(begun("basari", "bidding"), "Raises")
        asked = typed(keyed(asked, "The bid on the table", "red", "red"), blue=2)
        assert told(asked) == "You can’t raise with these gems. Accept."


class TestActionD:
    def test_alone_one_swaps_one_gem_for_two(self):
        assert told(tapped(begun("basari", "exchange"), "1")) == "Only one player: return any 1 gem and take any 2."

    def test_several_take_one_each_in_bidding_order(self):
        asked = begun("basari", "exchange", "Anna", "Ben", "Chris", "Dora", "Eva")
        asked = typed(tapped(asked, "Ben", "Eva"), red_1=2, red_4=3)
        assert told(asked) == "Each takes exactly 1 gem, in this order: Eva and Ben."

    def test_yellow_gems_are_asked_for_where_the_red_ones_are_equal(self):
        asked = typed(begun("basari", "exchange"), red_0=2, red_1=2)
        asked = typed(tapped(asked, "Some are equal: ask for yellow gems"), yellow_1=1)
        assert told(asked) == "Each takes exactly 1 gem, in this order: Player 2 and Player 1."


class TestLoading:
    def test_timo_may_load_gold_and_salt_on_his_gold(self):
        """German rules, “Kamel mit Waren aus dem Lager beladen”."""
        asked = keyed(begun("tuareg", "loading"), "Nothing loaded yet", "gold")
        asked = keyed(asked, "To load", "gold", "rock salt", "rock salt")
        assert told(asked) == "Allowed."
        assert hints(tapped(asked, "Load")) == ["No room for more."]

    def test_another_order_is_shown_where_it_is_allowed(self):
        asked = keyed(begun("tuareg", "loading"), "Nothing loaded yet", "gold")
        asked = keyed(asked, "To load", "rock salt", "gold")
        assert told(asked) == "Not allowed: on a camel the kind of goods changes only once."
        assert told(tapped(asked, "Allowed in this order: gold and rock salt")) == "Allowed."

    def test_every_broken_rule_is_named(self):
        asked = keyed(begun("tuareg", "loading"), "To load", "gold", "gold", "gold", "water")
        assert told(asked) == "Not allowed: a camel with water carries nothing else."
        assert hints(asked)[0] == "Not allowed: a camel carries at most 2 gold."

    def test_a_donkey_takes_them_all(self):
        asked = keyed(begun("tuareg", "loading"), "To load", "gold", "gold", "gold", "water")
        assert told(tapped(asked, "donkey")) == "Allowed."

    def test_the_market_gives_one_kind(self):
        asked = keyed(tapped(begun("tuareg", "loading"), "from the market"), "To load", "gold", "rock salt")
        assert told(asked) == "Not allowed: from the market come goods of one kind only."

    def test_it_tells_what_there_is_room_for(self):
        asked = keyed(begun("tuareg", "loading"), "Nothing loaded yet", "gold")
        assert hints(asked) == ["Room for one of these: gold 1, rock salt 3, and millet 3."]


class TestBuying:
    def test_two_gold_cost_a_dinar_too_much(self):
        """German rules, “Sonderkarte kaufen”."""
        asked = keyed(begun("tuareg", "buying"), "In hand", "gold", "gold")
        assert told(asked) == "Pay at least 4 dinar: 2 gold from the hand."

    def test_the_top_of_an_animal_pays_too(self):
        asked = keyed(typed(begun("tuareg", "buying"), millet=1), "In hand", "gold")
        asked = keyed(asked, "Animal 2", "millet", "gold")
        assert told(asked) == "Pay exactly 3 dinar: 1 gold from the hand and 1 millet from animal 2."

    def test_a_good_is_worth_what_its_cards_say(self):
        asked = typed(begun("tuareg", "buying"), water=1, salt=1, millet=1)
        asked = keyed(asked, "In hand", "water")
        assert told(asked) == "Tap the cards. So far they are worth less than 3 dinar."
        assert told(typed(asked, water=3)) == "Pay exactly 3 dinar: 1 water from the hand."

    def test_what_no_rulebook_says_is_asked_for_and_nothing_is_paid_with_it_before(self):
        asked = begun("tuareg", "buying")
        assert told(asked) == ("How many dinar stand on the cards? Not entered yet: water, rock salt, and millet.")
        counters = {each["key"]: each for each in page_of(asked)["counters"]}
        assert {key: each["value"] for key, each in counters.items()} == {"water": 0, "gold": 2, "salt": 0, "millet": 0}
        assert {key for key, each in counters.items() if each["warning"]} == {"water", "salt", "millet"}
        assert labels(asked).count("gold") == 3
        assert "millet" not in labels(asked)
        assert labels(typed(asked, millet=1)).count("millet") == 3

    def test_what_was_read_off_is_never_nothing_again(self):
        [millet] = [
            each for each in page_of(typed(begun("tuareg", "buying"), millet=1))["counters"] if each["key"] == "millet"
        ]
        assert (millet["least"], millet["warning"]) == (1, None)

    def test_two_players_have_three_camels_each(self):
        asked = begun("tuareg", "buying", "Anna", "Ben")
        assert len([each for each in page_of(asked)["choices"] if each["look"] == "keys"]) == 4


class TestTheRobber:
    def test_a_raid_is_announced_and_then_told_with_its_price(self):
        asked = tapped(begun("targi", "robber", "Anna", "Ben"), "Next turn", "Next turn")
        assert hints(asked) == ["Next turn: raid 1. Each pays 1 good or 1 point."]
        assert told(tapped(asked, "Next turn")) == (
            "Raid 1: each pays 1 good or 1 point, Ben first. Then the robber moves on to card 5, and Ben begins."
        )

    def test_the_eleventh_card_warns_and_the_twelfth_ends_the_game(self):
        asked = typed(begun("targi", "robber"), cards_1=11)
        assert page_of(asked)["counters"][1]["warning"]
        asked = typed(asked, cards_1=12)
        assert "Next turn" not in labels(asked)
        assert told(tapped(asked, "The game is over")) == "The game is over: a 12th tribe card lies in a display."

    def test_the_fourth_raid_ends_the_game(self):
        asked = tapped(begun("targi", "robber", "Anna", "Ben"), *["Next turn"] * 11, "The 4th raid")
        assert told(asked) == "The 4th raid: each pays 1 gold or 3 points, Anna first. Then the game ends."
        assert "Next turn" not in labels(asked)

    def test_what_is_too_much_goes_back(self):
        asked = tapped(begun("targi", "robber", "Anna", "Ben"), "End of turn: what must be returned?")
        asked = typed(asked, goods_0=12, gold_0=4, gold_1=5)
        assert told(asked) == "Return to the supply: Anna 2 goods, Anna 1 gold, and Ben 2 gold."

    def test_who_could_not_pay_the_next_raid_is_told(self):
        asked = tapped(begun("targi", "robber", "Anna", "Ben"), "Next turn", "Next turn")
        asked = typed(tapped(asked, "End of turn: what must be returned?"), goods_0=0, points_0=0)
        assert hints(asked)[1] == "Anna cannot pay: Ben gains 1 point."

    def test_the_last_turns_are_told_without_a_thirteenth(self):
        asked = tapped(begun("targi", "robber", "Anna", "Ben"), *["Next turn"] * 11)
        assert hints(asked) == ["After this turn: the 4th raid. Each pays 1 gold or 3 points, and the game ends."]
        assert "Next turn" not in labels(asked)
        asked = tapped(asked, "The 4th raid")
        assert say(page_of(asked)["title"]) == "The 4th raid"
        assert hints(asked) == []

    def test_after_the_twelfth_card_no_raid_is_announced(self):
        asked = tapped(begun("targi", "robber", "Anna", "Ben"), "Next turn", "Next turn")
        asked = typed(asked, cards_0=12)
        assert hints(asked) == []
        asked = typed(tapped(asked, "Each player has"), goods_0=0, points_0=0)
        assert hints(asked) == []
        assert told(asked) == "What does each player have? Ties are broken by gold, then goods."

    def neither_can_pay(self):
        asked = tapped(begun("targi", "robber", "Anna", "Ben"), "Next turn", "Next turn")
        asked = tapped(asked, "End of turn: what must be returned?")
        return typed(asked, goods_0=0, points_0=0, goods_1=0, points_1=0)

    def test_a_price_that_neither_can_pay_is_not_announced(self):
        asked = self.neither_can_pay()
        unpaid = "Ben must pay first but can’t: Anna gains 1 point and pays with it."
        assert hints(asked) == ["After this turn: raid 1. Neither player can pay.", unpaid]
        asked = tapped(asked, "Next turn")
        assert told(asked) == ("Raid 1: neither player can pay. The robber moves to card 5, and Ben begins.")
        assert hints(asked) == [unpaid, "In 3 turns: raid 2. Each pays 2 goods or 1 point."]

    def test_nor_is_that_of_the_fourth(self):
        asked = tapped(
            begun("targi", "robber", "Anna", "Ben"), *["Next turn"] * 11, "End of turn: what must be returned?"
        )
        asked = typed(asked, gold_0=0, points_0=2, gold_1=0, points_1=0)
        assert hints(asked)[0] == "After this turn: raid 4. Neither player can pay."
        asked = tapped(asked, "The 4th raid")
        assert told(asked) == "The 4th raid: neither player can pay. The game ends."
        assert hints(asked) == ["Anna must pay first but can’t: Ben gains 3 points and pays with them."]

    def test_an_older_count_says_nothing_of_who_can_pay(self):
        asked = typed(tapped(begun("targi", "robber"), "End of turn: what must be returned?"), goods_0=0, points_0=0)
        asked = tapped(asked, *["Next turn"] * 3)
        assert told(asked).startswith("Raid 1: each pays 1 good or 1 point")
        assert hints(asked) == ["In 3 turns: raid 2. Each pays 2 goods or 1 point."]

    def test_what_was_counted_in_the_last_turn_is_kept(self):
        asked = typed(begun("targi", "robber"), cards_0=12)
        asked = typed(tapped(asked, "Each player has"), gold_0=2)
        kept = page_of(tapped(asked, "The game is over"))["keep"]["holdings"]
        assert kept == [{"goods": 6, "gold": 2, "tokens": 4}, {"goods": 6, "gold": 1, "tokens": 4}]

    def test_an_older_count_is_not(self):
        asked = tapped(begun("targi", "robber"), "End of turn: what must be returned?")
        asked = typed(tapped(typed(asked, gold_0=2), "Next turn"), cards_0=12)
        assert page_of(tapped(asked, "The game is over"))["keep"] is None


class TestSettingUp:
    def test_targi_is_laid_out_from_the_frame_to_the_start_player(self):
        """The summary, “ゲームの準備”."""
        checks = labels_of(begun("targi", "table"), "checks")
        assert len(checks) == 8
        assert "Put the robber on border card 1" in checks

    @pytest.mark.parametrize("slug", ["five-tribes", "five-tribes-solo"])
    def test_what_is_no_whole_set_up_does_not_call_itself_one(self, slug):
        asked = begun(slug, "table")
        assert "Counting out" in labels(asked)
        assert "Set up" not in labels(asked)
        assert hints(asked) == ["The rest of the setup is in the rulebook."]


@pytest.mark.parametrize("slug", GAMES)
class TestEveryGame:
    def test_its_set_up_is_ticked_off(self, slug):
        asked = begun(slug, "table")
        checks = labels_of(asked, "checks")
        assert checks
        asked = tapped(asked, *checks)
        assert told(asked) == ("All is set up." if GAMES[slug].setup_is_whole else "All is counted out.")

    def test_it_tells_how_the_end_comes(self, slug):
        assert told(tapped(begun(slug, "table"), "The last round")) == str(GAMES[slug].last_round)

    def test_dice_fall(self, slug):
        asked = tapped(begun(slug, "table"), "Dice", "Roll", die0=2, die1=5)
        assert told(asked) == "2 and 5: together 7"

    def test_a_lot_falls_to_somebody_at_the_table(self, slug):
        names = ("Anna", "Ben", "Chris")[: GAMES[slug].seats[-1]]
        asked = begun(slug, "table", *names)
        if len(names) > 1:
            assert told(tapped(asked, "First player", "Pick a random player", player=2)) == "Ben was chosen."
        else:
            assert "First player" not in labels(asked)


def labels_of(asked, look):
    """The words on the buttons of a group with this look."""
    [group] = [each for each in page_of(asked)["choices"] if each["look"] == look]
    return [say(each["label"]) for each in group["buttons"]]
