"""Sultan Yazid's turn, by the publisher's solo sheet (English, German, Japanese) and the rulings where they differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.language.texts import say
from companion.rules import GAMES
from companion.rules.games import five_tribes
from companion.rules.player_aids import functions_of
from companion.rules.player_aids.five_tribes_solo import yazid
from companion.rules.player_aids.steps import active_buttons, replay
from tests.lanes import unhurried
from tests.rules.test_referees import drawn
from tests.rules.walks import a_table, walk

SLUG = "five-tribes-solo"


def take(*figures):
    return [{"do": "take", "figure": figure} for figure in figures]


def dice(white, black):
    return {"do": "dice", "white": white, "black": black}


def clear(*figures, camel="none", **blue):
    """The figures of a tile are taken, and it is said to be cleared."""
    return [*take(*figures), {"do": "clear", "camel": camel, **blue}]


def have(gold):
    return {"set": "gold", "to": gold}


OUTBID, NOTHING, LAST, OVER = ({"do": each} for each in ("outbid", "nothing", "last", "end"))


def own(djinn):
    return {"do": "own", "djinn": djinn}


def after(*actions, **options):
    """How it stands after these actions, each of which was offered, inside a play with these options."""
    at = replay(functions_of(yazid), a_table(SLUG, players=("Anna",), **options), list(actions))
    assert at["done"] == len(actions), actions[at["done"]]
    return at


def state(*actions, **options):
    return after(*actions, **options)["state"]


def is_offered(action, *actions):
    """Whether it can be done after these actions."""
    page = yazid.ask(state(*actions))
    return action in [button["action"] for button in active_buttons(page)]


def warned(*actions):
    """The counters that warn."""
    return {each["key"] for each in yazid.ask(state(*actions))["counters"] if each["warning"]}


def test_he_begins_with_as_many_camels_as_you():
    assert five_tribes.CAMELS[1] == yazid.CAMELS
    told = " ".join(map(str, GAMES[SLUG].setup(1)))
    assert f"You: {yazid.CAMELS} blue camels" in told
    assert f"Sultan Yazid: {yazid.CAMELS} pink camels" in told


class TestDice:
    def test_white_is_the_column_from_the_left_and_black_the_row_from_the_bottom(self):
        assert state(dice(2, 4))["targets"] == [[2, 4]]

    def test_a_black_six_is_the_topmost_and_the_bottommost_tile_of_the_column(self):
        assert state(dice(3, 6))["targets"] == [[3, 5], [3, 1]]

    def test_a_target_without_figures_gives_way_to_the_tile_that_is_chosen(self):
        assert state(dice(2, 4), {"do": "tile", "column": 2, "row": 1})["targets"] == [[2, 1]]

    def test_with_one_tile_to_clear_in_the_column_the_second_is_chosen_elsewhere(self):
        chosen = [{"do": "tile", "column": 3, "row": 1}, *clear("elder"), {"do": "tile", "column": 6, "row": 2}]
        assert state(dice(3, 6), *chosen, *clear("elder"))["cleared"] == [[3, 1], [6, 2]]

    def test_a_tile_that_is_being_cleared_gives_way_no_more(self):
        assert not is_offered({"do": "tile", "column": 2, "row": 1}, dice(2, 4), *take("elder"))

    def test_a_cleared_tile_is_no_second_target(self):
        assert not is_offered({"do": "tile", "column": 3, "row": 5}, dice(3, 6), *clear("elder"))

    def test_where_nothing_can_be_cleared_his_turn_is_over(self):
        assert state(dice(2, 4), NOTHING)["turn"] == "after"


class TestOutbidding:
    def test_it_costs_the_sum_of_both_dice_and_comes_before_his_turn(self):
        now = state(dice(6, 6), OUTBID)
        assert (now["gold"], now["turn"]) == (13, "before")

    def test_the_dice_rolled_after_it_are_final(self):
        assert not is_offered(OUTBID, dice(6, 6), OUTBID, dice(1, 1))

    def test_it_is_not_to_be_had_with_less_gold_than_the_sum(self):
        assert is_offered(OUTBID, have(7), dice(3, 4))
        assert not is_offered(OUTBID, have(6), dice(3, 4))

    def test_it_is_too_late_once_he_takes_a_figure(self):
        assert not is_offered(OUTBID, dice(3, 4), *take("elder"))

    def test_down_to_nothing_it_eliminates_nobody(self):
        assert state(have(7), dice(3, 4), OUTBID, zero_gold_loses=True)["lost"] == ""

    def test_after_both_turns_a_new_round_begins(self):
        now = state(dice(3, 4), OUTBID, dice(1, 1), *clear("elder"))
        assert (now["round"], now["turn"]) == (2, "first")
        assert is_offered(OUTBID, dice(3, 4), OUTBID, dice(1, 1), *clear("elder"), dice(1, 1))


class TestFigures:
    def test_viziers_join_the_council_and_assassins_lie_beside_the_board(self):
        captured = state(dice(1, 1), *clear("vizier", "vizier", "assassin"))["captured"]
        assert (captured["vizier"], captured["assassin"]) == (2, 1)

    def test_of_the_merchants_cards_he_keeps_the_fakirs(self):
        now = state(dice(1, 1), *clear("merchant", "fakir", "fakir"))
        assert (now["fakirs"], now["captured"]["merchant"]) == (2, 3)

    def test_builders_take_as_much_as_they_would_have_earned(self):
        assert state(dice(2, 2), *clear("builder", "builder", blue=4))["gold"] == 25 - 2 * 4

    def test_they_ask_for_the_blue_tiles_only_once_for_each_tile(self):
        again = [dice(2, 2), *clear("builder", blue=4), dice(2, 2), *clear("builder", camel="his")]
        assert state(*again)["gold"] == 25 - 4 - 4

    def test_blue_tiles_that_were_miscounted_are_counted_again(self):
        again = [dice(2, 2), *clear("builder", blue=4), dice(2, 2), *take("builder"), {"do": "recount"}]
        assert state(*again, {"do": "clear", "camel": "his", "blue": 3})["gold"] == 25 - 4 - 3

    @pytest.mark.parametrize(("tile", "most"), [((1, 1), 4), ((6, 5), 4), ((1, 3), 6), ((3, 3), 9)])
    def test_there_are_no_more_blue_tiles_around_than_tiles(self, tile, most):
        builders = [dice(*tile), *take("builder")]
        assert is_offered({"do": "clear", "camel": "none", "blue": most}, *builders)
        assert not is_offered({"do": "clear", "camel": "none", "blue": most + 1}, *builders)

    def test_there_are_no_more_of_a_tribe_than_in_the_box(self):
        assert not is_offered(*take("vizier"), dice(1, 1), *take(*["vizier"] * 16))


class TestCamels:
    def test_he_puts_one_on_a_cleared_tile_without_a_camel(self):
        assert state(dice(1, 1), *clear("elder"))["camels"] == 10

    def test_he_puts_none_where_mine_stands(self):
        assert state(dice(1, 1), *clear("elder", camel="mine"))["camels"] == 11

    def test_where_his_stands_nothing_is_asked(self):
        again = [dice(1, 1), *clear("elder"), dice(1, 1), *take("vizier")]
        assert not is_offered({"do": "clear", "camel": "none"}, *again)
        assert state(*again, {"do": "clear", "camel": "his"})["camels"] == 10

    def test_his_last_one_makes_it_the_last_round(self):
        tiles = [(column, row) for column in range(1, 7) for row in (1, 2)][:11]
        turns = [action for tile in tiles for action in (dice(*tile), *clear("merchant"))]
        assert state(*turns)["is_last"]
        assert state(*turns, OVER)["phase"] == "over"
        assert not is_offered(dice(1, 1), *turns)


class TestHisDjinns:
    def test_one_costs_an_elder_and_a_fakir(self):
        now = state(dice(1, 1), *clear("elder", "elder", "fakir"))
        assert (now["djinns"], now["elders"], now["fakirs"]) == (1, 1, 0)

    def test_only_without_any_fakir_it_costs_two_elders(self):
        now = state(dice(1, 1), *clear("elder", "elder", "elder"))
        assert (now["djinns"], now["elders"]) == (1, 1)

    def test_one_elder_alone_buys_none(self):
        assert state(dice(1, 1), *clear("elder"))["djinns"] == 0

    def test_he_takes_at_most_one_a_turn(self):
        now = state(dice(1, 1), *clear("elder", "elder", "fakir", "fakir"))
        assert (now["djinns"], now["elders"], now["fakirs"]) == (1, 1, 1)

    def test_he_takes_it_after_both_tiles_of_a_black_six(self):
        first = [dice(1, 6), *clear("elder")]
        assert state(*first)["djinns"] == 0
        assert state(*first, *clear("fakir"))["djinns"] == 1


class TestMyDjinns:
    def test_nekir_earns_2_for_captured_assassins_however_many(self):
        assert state(own("nekir"), dice(1, 1), *clear("assassin", "assassin"))["gold"] == 27

    def test_marid_earns_2_for_a_cleared_tile_of_mine(self):
        assert state(own("marid"), dice(1, 1), *clear("elder", camel="mine"))["gold"] == 27
        assert state(own("marid"), dice(1, 1), *clear("elder"))["gold"] == 25

    def test_baal_earns_2_when_he_takes_a_djinn(self):
        assert state(own("baal"), dice(1, 1), *clear("elder", "fakir"))["gold"] == 27

    def test_each_earns_for_each_tile_of_a_black_six(self):
        both = [*clear("assassin", camel="mine"), *clear("assassin", camel="mine")]
        assert state(own("nekir"), own("marid"), dice(1, 6), *both)["gold"] == 25 + 4 * 2

    def test_what_they_earn_comes_before_the_builders_are_paid_for(self):
        saved = [own("nekir"), have(3), dice(1, 1), *clear("assassin", "builder", blue=4)]
        assert state(*saved)["gold"] == 1

    def test_one_that_i_have_not_earns_nothing(self):
        assert state(own("nekir"), own("nekir"), dice(1, 1), *clear("assassin"))["gold"] == 25


def many_turns(*figures, times):
    """As many turns, each with these figures on a tile of mine."""
    return [action for _ in range(times) for action in (dice(1, 1), *clear(*figures, camel="mine"))]


class TestLosing:
    def test_seven_assassins_lose_and_six_warn(self):
        assert state(*many_turns("assassin", times=6))["lost"] == ""
        assert "assassins" in warned(*many_turns("assassin", times=6))
        assert state(*many_turns("assassin", times=7))["lost"] == "assassins"

    def test_six_djinns_lose_and_five_warn(self):
        assert state(*many_turns("elder", "fakir", times=5))["lost"] == ""
        assert "djinns" in warned(*many_turns("elder", "fakir", times=5))
        assert state(*many_turns("elder", "fakir", times=6))["lost"] == "djinns"

    def test_who_cannot_pay_in_full_is_out(self):
        assert state(have(3), dice(1, 1), *clear("builder", blue=4))["lost"] == "gold"

    def test_who_pays_down_to_nothing_is_still_in(self):
        assert state(have(4), dice(1, 1), *clear("builder", blue=4))["lost"] == ""

    def test_by_the_japanese_sheet_who_pays_down_to_nothing_is_out(self):
        assert state(have(4), dice(1, 1), *clear("builder", blue=4), zero_gold_loses=True)["lost"] == "gold"

    def test_but_only_if_he_took_something(self):
        assert state(have(0), dice(1, 1), *clear("builder", blue=0), zero_gold_loses=True)["lost"] == ""

    def test_after_the_first_of_two_tiles_the_second_is_not_cleared(self):
        now = state(have(3), dice(1, 6), *clear("builder", blue=4))
        assert (now["lost"], now["phase"], now["cleared"]) == ("gold", "over", [[1, 5]])

    def test_gold_that_one_builder_could_take_warns(self):
        assert "gold" in warned(have(8))
        assert "gold" not in warned(have(9))


class TestEnd:
    def test_my_last_camel_ends_the_game_after_the_round(self):
        assert state(dice(1, 1), *clear("elder"), LAST, OVER)["phase"] == "over"

    def test_before_his_turn_it_still_leaves_him_his(self):
        last = [dice(1, 1), OUTBID, LAST, dice(1, 1)]
        assert state(*last)["phase"] == "target"
        assert state(*last, *clear("elder"))["phase"] == "over"

    def test_all_that_is_known_is_kept(self):
        now = state(own("nekir"), dice(1, 1), *clear("vizier", "builder", blue=4), LAST, OVER, start_gold=20)
        kept = yazid.ask(now)["keep"]
        assert kept["options"]["start_gold"] == 20
        assert kept["holdings"] == [{"gold": 16, "djinns": ["nekir"], "council": 1, "eliminated": "no"}]

    def test_a_lost_game_is_kept_with_what_lost_it(self):
        kept = yazid.ask(state(have(0), dice(1, 1), *clear("builder", blue=1)))["keep"]
        assert kept["holdings"][0]["eliminated"] == "gold"


def taps(*actions):
    """How many taps a turn takes beyond the figures."""
    assert state(*actions)["turn"] == "after"
    return len([action for action in actions if action["do"] != "take"])


ALL = ("vizier", "elder", "merchant", "fakir", "builder", "assassin")


class TestTaps:
    def test_a_turn_takes_two_beyond_the_figures(self):
        assert taps(dice(2, 4), *clear(*ALL, blue=3)) == 2

    def test_with_another_tile_in_place_of_an_empty_one_three(self):
        assert taps(dice(2, 4), {"do": "tile", "column": 2, "row": 1}, *clear(*ALL, blue=3)) == 3

    def test_two_tiles_one_of_which_was_empty_four(self):
        other = {"do": "tile", "column": 2, "row": 2}
        assert taps(dice(2, 6), *clear(*ALL, blue=1), other, *clear(*ALL, blue=3)) == 4

    def test_with_both_ends_of_the_column_empty_four_once_the_dice_lie(self):
        others = [{"do": "tile", "column": 2, "row": row} for row in (4, 2)]
        turn = [dice(2, 6), others[0], *clear(*ALL, blue=1), others[1], *clear(*ALL, blue=3)]
        assert taps(*turn) - 1 == 4


def of_tribe(actions, tribe):
    """How many figures of a tribe were tapped."""
    figures = ("merchant", "fakir") if tribe == "merchant" else (tribe,)
    return sum(action.get("figure") in figures for action in actions if action)


@unhurried(60)
@given(data=st.data())
def test_figures_are_conserved(data):
    steps = list(walk(yazid, a_table(SLUG, players=("Anna",)), drawn(data)))
    for number, (_action, at) in enumerate(steps, 1):
        actions = [action for action, _at in steps[:number]]
        for tribe, most in state()["in_the_box"].items():
            assert at["state"]["captured"][tribe] == of_tribe(actions, tribe) <= most


@unhurried(60)
@given(data=st.data())
def test_what_he_paid_for_djinns_and_what_he_has_is_what_he_took(data):
    actions, elders, fakirs = [], 0, 0
    for action, at in walk(yazid, a_table(SLUG, players=("Anna",)), drawn(data)):
        now = at["state"]
        actions.append(action)
        here = now["here"]
        elders, fakirs = of_tribe(actions, "elder") - here["elder"], of_tribe(actions, "fakir") - here["fakir"]
        paid = elders - now["elders"] + fakirs - now["fakirs"]
        assert paid == 2 * now["djinns"]


@unhurried(60)
@given(data=st.data())
def test_counters_never_fall(data):
    before = None
    for _action, at in walk(yazid, a_table(SLUG, players=("Anna",)), drawn(data)):
        now = at["state"]
        counts = [*now["captured"].values(), now["djinns"], now["round"], 11 - now["camels"]]
        assert before is None or all(was <= count for was, count in zip(before, counts, strict=True))
        before = counts


@unhurried(60)
@given(data=st.data())
def test_gold_is_never_below_nothing_and_a_lost_game_stays_lost(data):
    lost = ""
    for _action, at in walk(yazid, a_table(SLUG, players=("Anna",)), drawn(data)):
        now = at["state"]
        assert now["gold"] >= 0
        assert not lost
        lost = now["lost"]
        assert not lost or (now["phase"] == "over" and not active_buttons(yazid.ask(now)))


def read(asked):
    return [say(each) for each in asked]


class TestWhatIsPutBack:
    """Source: the solo sheet's section on cards, and what becomes of merchants and builders."""

    def test_merchants_and_builders_go_into_the_bag(self):
        told = read(after(dice(2, 3), *clear("merchant", "fakir", "builder", blue=0))["events"])
        assert "2 merchants go into the bag." in told
        assert "1 builder goes into the bag." in told

    def test_cards_are_refilled_after_your_turn_in_the_usual_round(self):
        page = yazid.ask(state(dice(2, 3), *clear("vizier")))
        assert read(page["hints"]) == ["After your turn refill cards and djinns, then roll."]

    def test_after_outbidding_only_when_he_has_played_too(self):
        page = yazid.ask(state(dice(2, 3), OUTBID))
        assert read(page["hints"]) == ["Cards and djinns are refilled only after his turn."]
        page = yazid.ask(state(dice(2, 3), OUTBID, dice(1, 1), *clear("vizier")))
        assert read(page["hints"]) == ["Both have played: refill cards and djinns first."]

    def test_in_the_last_round_nothing_is_refilled_any_more(self):
        page = yazid.ask(state(dice(2, 3), *clear("vizier"), LAST))
        assert page["hints"] == []
