"""Tuareg: the rulebook's own examples, each row of its scoring, the rulings and the switches.

The sources are the publisher's German rules and the Japanese rules sold with the game, by their headings.
"""

import pytest

from companion.rules import GAMES
from companion.rules.scoring.checking import check
from companion.rules.scoring.result import open_tie_break, score_play
from tests.builders import (
    messages_of,
    points_for,
    points_of,
    ranks_of,
    reason_for,
    scored,
    tuareg_end,
    tuareg_play,
    where,
)

# The words that it prints, in German and Japanese, and our own words where it prints none.
PRINTED = {
    "Tuareg": ("Tuareg", "トゥワレグ"),
    "stage 1": ("Etappe 1", "ステージ 1"),
    "stage 2": ("Etappe 2", "ステージ 2"),
    "water": ("Wasser", "水"),
    "gold": ("Gold", "金"),
    "rock salt": ("Steinsalz", "岩塩"),
    "millet": ("Hirse", "粟"),
    "donkeys (unused)": ("Esel (nicht verwendet)", "ロバ (未使用)"),
    "caves (unused)": ("Höhlen (nicht eingesetzt)", "洞窟 (未使用)"),
    "thieves (unused)": ("Diebe (nicht eingesetzt)", "盗賊 (未使用)"),
    "maps used": ("Landkarten (eingesetzt)", "地図 (得点化する)"),
    "maps held": ("Landkarten", "地図"),
    "unused special cards": ("nicht eingesetzte Sonderkarten", "使っていないスペシャルカード"),
    "value of the hand cards in dinar": ("Wert der Handkarten in Dinar", "手札の金額の合計 (ディナール)"),
    "most valuable hand card in dinar": (
        "wertvollste Handkarte in Dinar",
        "手札で最も価値の高いカード (ディナール)",
    ),
    "points for most water": ("Siegpunkte für die Mehrheit: Wasser", "最多賞の得点 (水)"),
    "points for most gold": ("Siegpunkte für die Mehrheit: Gold", "最多賞の得点 (金)"),
    "points for most rock salt": ("Siegpunkte für die Mehrheit: Steinsalz", "最多賞の得点 (岩塩)"),
    "points for most millet": ("Siegpunkte für die Mehrheit: Hirse", "最多賞の得点 (粟)"),
    "maps count": ("Landkarten zählen", "地図の得点"),
    "maps": ("Landkarten", "地図"),
    "tie": ("Gleichstand", "同点"),
    "once": ("einmal", "一度だけ"),
    "in every stage": ("in jeder Etappe", "ステージごと"),
    "a tie for the win goes to": ("Gleichstand entscheidet", "同点の場合"),
    "the whole hand": ("die ganze Hand", "手札の合計"),
    "the best card": ("die beste Karte", "最高の 1 枚"),
}
# What our rulings are called in the glossary.
RULINGS = {
    "A good nobody holds": ("Eine Ware, die niemand hat", "誰も持っていない資源"),
    "Value of maps": ("Wie oft eine Landkarte zählt", "地図の得点は何回か"),
    "What counts as unused": ("Was als nicht verwendet gilt", "未使用の扱い"),
    "A tie for the win": ("Gleichstand um den Sieg", "同点の場合"),
}

TUAREG = GAMES["tuareg"]
NAMES = ("anna", "ben", "chris", "dora", "emil", "finn")


def table_of(*, seats, stage="1", **first):
    """A play in which only the first seat holds anything."""
    build = tuareg_play if stage == "1" else tuareg_end
    return build(**{name: first if name == "anna" else {} for name in NAMES[:seats]})


def supply(field, *, seats, stage="2"):
    """What the box holds of a field with so many seats."""
    return {each.key: each for each in TUAREG.stage(stage).fields}[field].supply_for(seats)


class TestMajorities:
    def test_alone_with_most_of_a_good_scores_its_points(self):
        # Source: German rules, “Ende der 1. Etappe”; gold's 5 points: “Warenkarten vom Stapel ziehen”.
        play = tuareg_play(anna={"gold": 4}, ben={"gold": 2}, chris={"gold": 1})
        assert points_for("gold", play) == {"Anna": 5, "Ben": 0, "Chris": 0}

    def test_who_tie_for_most_each_score_one_less(self):
        # Source: German rules, “Ende der 1. Etappe”: at a tie the points are reduced by 1.
        play = tuareg_play(anna={"gold": 4}, ben={"gold": 4}, chris={"gold": 1})
        assert points_for("gold", play) == {"Anna": 4, "Ben": 4, "Chris": 0}

    @pytest.mark.parametrize("tied", [2, 3, 4, 5])
    def test_it_is_one_less_however_many_tie(self, tied):
        # Source: Japanese rules, “ステージ 1 の終わり”: each of those with the most loses 1, not more.
        names = NAMES[:5]
        play = tuareg_play(**{name: {"millet": 2 if name in names[:tied] else 0} for name in names})
        assert list(points_for("millet", play).values()) == [2] * tied + [0] * (5 - tied)

    def test_second_place_scores_nothing(self):
        # Source: German rules, “Ende der 1. Etappe”: more cards than every other player.
        assert points_for("salt", tuareg_play(anna={"salt": 5}, ben={"salt": 4}))["Ben"] == 0

    def test_the_lead_does_not_matter(self):
        # Source: German rules, “Ende der 1. Etappe”: whatever the number of cards; Japanese rules, the same.
        close = tuareg_play(anna={"water": 2}, ben={"water": 1})
        far = tuareg_play(anna={"water": 8}, ben={})
        assert points_for("water", close) == points_for("water", far) == {"Anna": 6, "Ben": 0}

    def test_a_good_nobody_holds_is_scored_by_nobody(self):
        # Ruling: a good nobody holds.
        assert points_for("gold", tuareg_play(anna={"gold": 0}, ben={})) == {"Anna": 0, "Ben": 0}

    def test_the_usual_points_are_six_five_four_three(self):
        everything = {"water": 8, "gold": 10, "salt": 12, "millet": 14}
        play = tuareg_play(anna=everything, ben={})
        lines = scored(play).standings[0].lines
        assert [(line.item, line.points) for line in lines if line.points] == [
            ("water", 6),
            ("gold", 5),
            ("salt", 4),
            ("millet", 3),
        ]

    @pytest.mark.parametrize("good", ["water", "gold", "salt", "millet"])
    def test_points_are_those_read_off_the_cards(self, good):
        # The values of water, rock salt and millet are on the cards alone: they are options.
        alone = tuareg_play(options={f"points_{good}": 9}, anna={good: 1}, ben={})
        tied = tuareg_play(options={f"points_{good}": 9}, anna={good: 1}, ben={good: 1})
        assert points_for(good, alone) == {"Anna": 9, "Ben": 0}
        assert points_for(good, tied) == {"Anna": 8, "Ben": 8}

    def test_a_majority_worth_one_point_is_worth_none_when_shared(self):
        tied = tuareg_play(options={"points_millet": 1}, anna={"millet": 3}, ben={"millet": 3})
        assert points_for("millet", tied) == {"Anna": 0, "Ben": 0}

    def test_both_stages_score_majorities(self):
        # Source: German rules, “Spielende”: as after stage 1.
        play = tuareg_play(anna=({"gold": 1}, {"gold": 1}), ben=({}, {"gold": 2}))
        assert points_of(play) == {"Anna": 5, "Ben": 5}

    def test_any_load_of_a_donkey_can_be_counted(self):
        # Source: German rules, “Laderegeln für den Esel”: gold, gold, water, gold is a load.
        play = tuareg_play(anna={"gold": 3, "water": 1}, ben={})
        assert points_of(play) == {"Anna": 11, "Ben": 0}

    def test_the_example_of_the_play_format(self):
        play = tuareg_play(
            options={"points_water": 6, "tie_break": "hand-sum"},
            anna=(
                {"water": 4, "gold": 1, "salt": 3, "millet": 2, "maps": 0},
                {"water": 2, "gold": 3, "salt": 5, "millet": 4, "donkeys": 1},
            ),
            ben=(
                {"water": 2, "gold": 4, "salt": 2, "millet": 5},
                {"water": 3, "gold": 3, "salt": 2, "millet": 6},
            ),
        )
        assert points_of(play) == {"Anna": 19, "Ben": 21}
        assert ranks_of(play) == {"Anna": 2, "Ben": 1}
        assert reason_for("water", play, player="Anna") == "Most water: 4, ahead of Ben with 2"
        assert reason_for("gold", play, player="Anna") == "1 gold; most: Ben with 4"


class TestReasons:
    def test_alone_in_front_names_who_comes_next(self):
        play = tuareg_play(anna={"salt": 1}, ben={"salt": 3}, chris={"salt": 1})
        assert reason_for("salt", play, player="Ben") == "Most rock salt: 3, ahead of Anna, Chris with 1"

    def test_alone_with_a_good_says_so(self):
        play = tuareg_play(anna={"salt": 1}, ben={})
        assert reason_for("salt", play, player="Anna") == "Most rock salt: 1; nobody else holds any"

    def test_whoever_else_is_behind_does_not_change_why_somebody_is_ahead(self):
        # What is the same sentence is made once.
        tables = [tuareg_play(anna={"salt": 3}, ben={"salt": 2}, chris={"salt": held}) for held in (0, 1)]
        one, other = (score_play(play, GAMES).standings[0].lines for play in tables)
        assert [line.why for line in one] == [line.why for line in other]

    def test_a_tie_names_the_others_and_the_subtraction(self):
        play = tuareg_play(anna={"gold": 2}, ben={"gold": 2}, chris={"gold": 1})
        assert reason_for("gold", play, player="Ben") == "2 gold, tied with Anna: 5 − 1"

    def test_behind_a_tie_names_all_who_share(self):
        play = tuareg_play(anna={"gold": 2}, ben={"gold": 2}, chris={"gold": 1})
        assert reason_for("gold", play, player="Chris") == "1 gold; tied for most: Anna, Ben with 2"

    def test_a_good_nobody_holds_says_so(self):
        assert reason_for("gold", tuareg_play(anna={}, ben={}), player="Ben") == "Nobody has any gold"

    def test_maps_are_counted(self):
        play = tuareg_play(anna={"maps": 1}, ben={"maps": 2}, chris={}, dora={}, emil={})
        assert reason_for("maps", play, player="Anna") == "1 map, worth 2 points"
        assert reason_for("maps", play, player="Ben") == "2 maps, worth 2 points each"
        assert reason_for("maps", play, player="Chris") == "No map"

    def test_special_cards_are_listed(self):
        play = tuareg_end(anna={"donkeys": 2, "thieves": 1}, ben={})
        reason = reason_for("specials", play, player="Anna", stage="2")
        assert reason == "Unused: donkeys 2, caves 0, thieves 1; 1 point each"

    def test_a_name_stands_in_a_reason_as_it_is_shown(self):
        play = tuareg_play(anna={"gold": 2}, ben={"gold": 1})
        play["seats"][1]["player"] = " Ben 100% (s) "
        assert reason_for("gold", play, player="Anna") == "Most gold: 2, ahead of Ben 100% (s) with 1"


class TestSpecialCards:
    @pytest.mark.parametrize("special", ["donkeys", "caves", "thieves"])
    def test_each_unused_one_is_worth_one_at_the_end(self, special):
        # Source: German rules, “Spielende”; Japanese rules, “ゲームの終了”.
        assert points_for("specials", tuareg_end(anna={special: 2}, ben={}), stage="2") == {
            "Anna": 2,
            "Ben": 0,
        }

    def test_they_are_one_line_together(self):
        play = tuareg_end(anna={"donkeys": 1, "caves": 2, "thieves": 3}, ben={})
        assert points_for("specials", play, stage="2")["Anna"] == 6

    @pytest.mark.parametrize("special", ["donkeys", "caves", "thieves"])
    def test_they_do_not_score_in_stage_1(self, special):
        # Ruling on unused cards: unused special cards score at the end of the game only.
        [problem] = scored(tuareg_play(anna={special: 1}, ben={})).problems
        assert where(problem) == ("unknown_field", "Anna", "1", special)

    def test_what_counts_as_unused_is_told(self):
        # Source: German rules, “Ende der 1. Etappe”, the hint: an empty donkey is unused. Ruling on unused cards.
        [ruling] = [ruling for ruling in TUAREG.rulings if "unused" in str(ruling.title)]
        assert "empty at the end, even if it carried goods before" in str(ruling.text)


class TestMaps:
    def test_a_map_cashed_after_stage_1_is_worth_two(self):
        # Source: German rules, “Landkarte mit 2 Siegpunkten”: at the end of a stage. Ruling on maps.
        assert points_for("maps", tuareg_play(anna={"maps": 1}, ben={})) == {"Anna": 2, "Ben": 0}

    def test_a_map_held_to_the_end_is_worth_two(self):
        # Source: German rules, “Spielende”.
        assert points_for("maps", tuareg_end(anna={"maps": 2}, ben={}), stage="2") == {"Anna": 4, "Ben": 0}

    def test_more_than_there_are_over_both_stages_is_asked_and_scored(self):
        # Ruling on maps: where a cashed map goes is not told, so it may have been bought again.
        play = tuareg_play(anna=({"maps": 2}, {}), ben=({}, {"maps": 2}))
        [problem] = scored(play).problems
        assert where(problem) == ("maps_counted_again", None, "2", "maps")
        assert not problem.blocks
        assert str(problem.message).startswith("4 maps count over both stages, but only 3 are in play")
        assert points_of(play) == {"Anna": 4, "Ben": 4}

    def test_all_there_are_over_both_stages_is_nothing_to_ask(self):
        assert not scored(tuareg_play(anna=({"maps": 2}, {}), ben=({}, {"maps": 1}))).problems

    def test_in_every_stage_a_map_counts_again(self):
        # Ruling on maps, the switch: a map entered in stage 1 stays with its owner.
        again = {"maps": "every-stage"}
        play = tuareg_play(options=again, anna=({"maps": 2}, {"maps": 2}), ben=({}, {"maps": 1}))
        assert points_of(play) == {"Anna": 8, "Ben": 2}
        assert not scored(play).problems

    def test_in_every_stage_fewer_than_before_is_asked_and_scored(self):
        again = {"maps": "every-stage"}
        play = tuareg_play(options=again, anna=({"maps": 2}, {"maps": 1}), ben=({}, {}))
        [problem] = scored(play).problems
        assert where(problem) == ("maps_fewer", "Anna", "2", "maps")
        assert not problem.blocks
        assert "holds fewer maps (1) than in stage 1 (2)" in str(problem.message)
        assert points_of(play)["Anna"] == 6

    def test_in_every_stage_a_stage_not_played_yet_is_nothing_to_ask(self):
        play = tuareg_play(options={"maps": "every-stage"}, anna={"maps": 2}, ben={})
        assert not scored(play).problems

    def test_a_map_count_that_cannot_be_right_is_reported_once(self):
        again = {"maps": "every-stage"}
        play = tuareg_play(options=again, anna=({"maps": 2}, {"maps": -1}), ben=({}, {}))
        assert [where(problem) for problem in scored(play).problems] == [("negative", "Anna", "2", "maps")]

    def test_maps_counted_again_are_asked_beside_what_blocks(self):
        play = tuareg_play(anna=({"maps": 2}, {"gold": 11}), ben=({}, {"maps": 2}))
        assert {problem.code for problem in scored(play).problems} == {"too_many", "maps_counted_again"}


class TestSupply:
    def test_the_box_holds_the_goods_of_the_rulebook(self):
        # Source: German rules, “Inhalt”: 8 water, 10 gold, 12 rock salt, 14 millet.
        goods = ("water", "gold", "salt", "millet")
        for seats in TUAREG.seats:
            assert [supply(good, seats=seats) for good in goods] == [8, 10, 12, 14]
            assert [supply(good, seats=seats, stage="1") for good in goods] == [8, 10, 12, 14]

    @pytest.mark.parametrize(
        ("seats", "donkeys", "caves", "thieves", "maps"),
        [(2, 2, 2, 3, 3), (3, 3, 3, 3, 2), (4, 4, 4, 3, 3), (5, 5, 5, 3, 4)],
    )
    def test_special_cards_in_play_depend_on_the_players(self, seats, donkeys, caves, thieves, maps):
        # Source: German rules, “Vorbereitung”; Japanese rules, “準備”.
        specials = {"donkeys": donkeys, "caves": caves, "thieves": thieves, "maps": maps}
        for special, there_are in specials.items():
            assert supply(special, seats=seats) == there_are
            assert not messages_of(table_of(seats=seats, stage="2", **{special: there_are}))
            assert messages_of(table_of(seats=seats, stage="2", **{special: there_are + 1})) == [
                f"Anna, {label(special)}: {there_are + 1}, but there are only {there_are}."
            ]
        assert supply("maps", seats=seats, stage="1") == maps

    @pytest.mark.parametrize(("good", "there_are"), [("water", 8), ("gold", 10), ("salt", 12), ("millet", 14)])
    @pytest.mark.parametrize("stage", ["1", "2"])
    def test_more_of_a_good_than_its_cards_blocks(self, good, there_are, stage):
        assert not messages_of(table_of(seats=3, stage=stage, **{good: there_are}))
        result = scored(table_of(seats=3, stage=stage, **{good: there_are + 1}))
        [problem] = result.problems
        assert where(problem) == ("too_many", "Anna", stage, good)
        assert str(problem.message) == f"Anna, {label(good)}: {there_are + 1}, but there are only {there_are}."
        assert result.is_blocked
        assert not result.standings

    def test_more_of_a_good_at_all_seats_together_blocks(self):
        result = scored(tuareg_play(anna={"water": 4}, ben={"water": 5}, chris={"water": 0}))
        [problem] = result.problems
        assert where(problem) == ("too_many", None, "1", "water")
        assert str(problem.message) == "stage 1, water: Anna 4, Ben 5 make 9, but there are only 8."
        assert result.is_blocked

    def test_more_special_cards_at_all_seats_together_block(self):
        [problem] = scored(tuareg_end(anna={"thieves": 2}, ben={"thieves": 2})).problems
        assert where(problem) == ("too_many", None, "2", "thieves")
        assert str(problem.message).endswith("Anna 2, Ben 2 make 4, but there are only 3.")

    @pytest.mark.parametrize("stage", ["1", "2"])
    def test_more_maps_than_there_are_in_one_stage_block(self, stage):
        # Ruling on maps: only within one stage is it impossible.
        build = tuareg_play if stage == "1" else tuareg_end
        [problem] = [each for each in scored(build(anna={"maps": 2}, ben={"maps": 2})).problems if each.blocks]
        assert where(problem) == ("too_many", None, stage, "maps")

    def test_the_same_goods_may_be_counted_in_both_stages(self):
        # Source: German rules, “Beginn der 2. Etappe”: the counted cards are the new draw pile.
        assert not scored(tuareg_play(anna=({"water": 8}, {"water": 8}), ben=({}, {}))).problems


class TestImpossible:
    @pytest.mark.parametrize(
        ("typed", "code", "sentence"),
        [
            (-1, "negative", "Anna, gold: −1 is negative."),
            (1.5, "fraction", "Anna, gold: “1.5” is not a whole number."),
            ("4", "wrong_type", "Anna, gold: “4” is not a whole number."),
            (True, "wrong_type", "Anna, gold: “true” is not a whole number."),
            (None, "wrong_type", "Anna, gold: “null” is not a whole number."),
            ([4], "wrong_type", "Anna, gold: “[…]” is not a whole number."),
            pytest.param(10**5000, "too_many", "Anna, gold: ∞, but there are only 10.", id="5000 digits"),
        ],
    )
    def test_no_count_blocks_and_says_where(self, typed, code, sentence):
        [problem] = scored(tuareg_play(anna={"gold": typed}, ben={})).problems
        assert where(problem) == (code, "Anna", "1", "gold")
        assert str(problem.message) == sentence
        assert problem.blocks

    @pytest.mark.parametrize("seats", [0, 1, 6])
    def test_two_to_five_play(self, seats):
        [problem] = scored(table_of(seats=seats)).problems
        assert where(problem) == ("seats", None, None, None)
        assert str(problem.message) == f"Tuareg is for 2 to 5 players, not {seats}."
        assert problem.blocks

    def test_two_seats_of_one_name_block(self):
        play = tuareg_play(anna={}, ben={})
        play["seats"][1]["player"] = " ANNA"
        [problem] = scored(play).problems
        assert (problem.code, problem.seat, problem.blocks) == ("same_name", "ANNA", True)

    def test_a_seat_without_a_name_blocks(self):
        play = tuareg_play(anna={}, ben={})
        play["seats"][1]["player"] = "  "
        assert messages_of(play) == ["A seat has no name."]

    @pytest.mark.parametrize(
        ("option", "value"),
        [
            ("points_gold", 0),
            ("points_gold", 100),
            ("points_gold", "5"),
            ("points_gold", True),
            ("maps", "twice"),
            ("maps", None),
            ("tie_break", 1),
        ],
    )
    def test_an_option_that_cannot_be_blocks(self, option, value):
        [problem] = scored(tuareg_play(options={option: value}, anna={}, ben={})).problems
        assert where(problem) == ("bad_option", None, None, option)
        assert problem.blocks

    def test_an_option_says_what_it_can_be(self):
        play = tuareg_play(options={"points_gold": 0, "maps": "twice"}, anna={}, ben={})
        assert messages_of(play) == [
            "points for most gold: “0” isn’t a whole number from 1 to 99.",
            "maps count: “twice” isn’t one of once, every-stage.",
        ]

    def test_a_slip_in_any_key_blocks(self):
        play = tuareg_play(options={"map": "once"}, anna={"watter": 4}, ben={})
        play["option"] = {}
        play["seats"][0]["stage"] = {}
        play["seats"][1]["stages"]["3"] = {}
        assert {where(problem) for problem in scored(play).problems if problem.blocks} == {
            ("unknown_field", None, None, "option"),
            ("unknown_option", None, None, "map"),
            ("unknown_field", "Anna", None, "stage"),
            ("unknown_field", "Anna", "1", "watter"),
            ("unknown_stage", "Ben", "3", None),
        }

    def test_all_is_said_at_once(self):
        play = tuareg_play(anna={"gold": -1, "water": 9, "camels": 2}, ben=({"gold": 11}, {"salt": 0.5}))
        assert [problem.code for problem in scored(play).problems] == [
            "negative",
            "too_many",
            "unknown_field",
            "too_many",
            "fraction",
            "missing_stage",
        ]


class TestMissing:
    def test_a_stage_that_only_some_have_is_scored_among_them(self):
        play = tuareg_play(anna=({}, {"gold": 1}), ben=({}, {}), chris={"water": 1})
        assert points_for("gold", play, stage="2") == {"Anna": 5, "Ben": 0}
        [problem] = scored(play).problems
        assert where(problem) == ("missing_stage", "Chris", "2", None)
        assert not problem.blocks

    def test_a_stage_nobody_has_is_not_missing(self):
        assert not scored(tuareg_play(anna={}, ben={})).problems

    def test_a_missing_count_is_zero(self):
        assert points_of(tuareg_play(anna={}, ben={"gold": 1})) == {"Anna": 0, "Ben": 5}

    def test_before_the_first_stage_all_have_nothing(self):
        assert points_of(tuareg_play(anna=(), ben=())) == {"Anna": 0, "Ben": 0}


class TestTieForTheWin:
    """Ruling on ties for the win, and German rules, “Spielende”: the most valuable hand cards."""

    def test_without_a_tie_points_decide(self):
        result = scored(tuareg_end(anna={"gold": 1, "hand_value": 0}, ben={"hand_value": 9}))
        assert (result.winners, result.decided_by) == (("Anna",), "points")

    def test_the_more_valuable_hand_wins(self):
        result = scored(tuareg_end(anna={"hand_value": 3}, ben={"hand_value": 5}))
        assert (result.winners, result.decided_by) == (("Ben",), "hand_value")
        assert [standing.rank for standing in result.standings] == [2, 1]

    def test_equally_valuable_hands_share_the_win(self):
        result = scored(tuareg_end(anna={"hand_value": 5}, ben={"hand_value": 5}))
        assert (result.winners, result.decided_by) == (("Anna", "Ben"), "shared")

    def test_a_missing_hand_leaves_the_tie_shared(self):
        result = scored(tuareg_end(anna={"hand_value": 5}, ben={}))
        assert (result.winners, result.decided_by) == (("Anna", "Ben"), "shared")

    def test_a_hand_given_as_nothing_is_zero(self):
        result = scored(tuareg_end(anna={"hand_value": 5}, ben={"hand_value": 0}))
        assert (result.winners, result.decided_by) == (("Anna",), "hand_value")

    def test_a_missing_hand_of_somebody_behind_does_not_matter(self):
        result = scored(
            tuareg_end(anna={"gold": 1, "hand_value": 5}, ben={"gold": 1, "hand_value": 4}, chris={"water": 0})
        )
        assert (result.winners, result.decided_by) == (("Anna",), "hand_value")

    def test_the_single_best_card_decides_under_the_switch(self):
        best = {"tie_break": "best-card"}
        result = scored(tuareg_end(options=best, anna={"hand_value": 2}, ben={"hand_value": 1}))
        assert (result.winners, result.decided_by) == (("Anna",), "hand_value")

    def test_the_switch_changes_what_is_asked(self):
        def question(choice):
            fields = TUAREG.stage("2").fields_with(TUAREG.options_with({"tie_break": choice}))
            return [str(field.label) for field in fields if field.breaks_ties]

        assert question("hand-sum") == ["value of the hand cards in dinar"]
        assert question("best-card") == ["most valuable hand card in dinar"]

    def test_hands_order_the_other_ranks(self):
        play = tuareg_end(anna={"hand_value": 1}, ben={"hand_value": 7}, chris={"gold": 1}, dora={"hand_value": 7})
        assert ranks_of(play) == {"Anna": 4, "Ben": 2, "Chris": 1, "Dora": 2}
        assert scored(play).decided_by == "points"

    def test_an_equal_rank_is_shared_and_the_next_skipped(self):
        play = tuareg_end(anna={"gold": 1, "hand_value": 2}, ben={"gold": 1, "hand_value": 2}, chris={"hand_value": 9})
        assert ranks_of(play) == {"Anna": 1, "Ben": 1, "Chris": 3}

    def test_of_three_who_tie_a_missing_hand_leaves_all_three_equal(self):
        play = tuareg_end(anna={"hand_value": 9}, ben={"hand_value": 3}, chris={})
        assert ranks_of(play) == {"Anna": 1, "Ben": 1, "Chris": 1}

    def test_hand_cards_bring_no_points(self):
        # Source: German rules, “Ende der 1. Etappe”: the goods without the hand cards.
        assert points_of(tuareg_end(anna={"hand_value": 8}, ben={})) == {"Anna": 0, "Ben": 0}
        assert "hand_value" not in {item.key for stage in TUAREG.stages for item in stage.items}

    def test_a_hand_is_worth_at_most_999(self):
        [problem] = scored(tuareg_end(anna={"hand_value": 1000}, ben={})).problems
        assert where(problem) == ("too_large", "Anna", "2", "hand_value")
        assert str(problem.message) == "Anna, value of the hand cards in dinar: at most 999."


class TestAskingForTheHand:
    def asked(self, play):
        result = scored(play)
        table, _ = check(TUAREG, play)
        return open_tie_break(TUAREG, table, [standing.points for standing in result.standings])

    def test_of_those_who_tie_for_the_win(self):
        play = tuareg_end(anna={"gold": 1}, ben={}, chris={"gold": 1})
        assert self.asked(play) == ("hand_value", [0, 2])

    def test_until_all_of_them_have_told(self):
        assert self.asked(tuareg_end(anna={"hand_value": 0}, ben={})) == ("hand_value", [0, 1])
        assert self.asked(tuareg_end(anna={"hand_value": 0}, ben={"hand_value": 0})) == (None, [])

    def test_not_where_the_win_is_decided(self):
        assert self.asked(tuareg_end(anna={"gold": 1}, ben={})) == (None, [])

    def test_not_where_only_a_lower_rank_is_shared(self):
        assert self.asked(tuareg_end(anna={"gold": 1}, ben={}, chris={})) == (None, [])


class TestBetweenTheStages:
    def told(self, **options):
        table = {"options": TUAREG.options_with(options), "seats": []}
        return [str(instruction.text) for instruction in TUAREG.instructions(table, "1")]

    def test_used_special_cards_go_back_and_hands_stay(self):
        # Source: German rules, “Beginn der 2. Etappe”.
        told = " ".join(self.told())
        assert "Donkeys that carried goods and the caves and thieves in use go back" in told
        assert "Hand cards, the market and unused special cards stay" in told
        assert "Shuffle the goods you counted" in told

    def test_the_player_left_of_who_ended_stage_1_begins(self):
        # Source: German rules, “Beginn der 2. Etappe”, last point.
        assert self.told()[-1] == "The player to the left of the one who ended stage 1 begins."

    def test_maps_stay_where_they_count_in_every_stage(self):
        stays = "Maps that counted stay with their owners."
        assert stays in self.told(maps="every-stage")
        assert stays not in self.told(maps="once")

    def test_after_the_end_there_is_nothing_to_do(self):
        assert not TUAREG.instructions({"options": TUAREG.options_with({}), "seats": []}, "2")

    def test_nothing_is_carried_over(self):
        # Holdings start anew in stage 2: docs/reference/play-format.md, `carries`.
        play = tuareg_play(anna=({"gold": 3}, {}), ben=({}, {}))
        assert [dict(standing.carries) for standing in scored(play).standings] == [{}, {}]

    def test_the_youngest_begins_the_game(self):
        # Source: German rules, “Spielverlauf”.
        assert "youngest" in str(TUAREG.first_player)


class TestFacts:
    def test_the_box_says(self):
        # Source: the head of the German rules.
        assert (TUAREG.publisher, TUAREG.designer, TUAREG.year) == (
            "Adlung-Spiele",
            "Francesco Berardi",
            2011,
        )
        assert (list(TUAREG.seats), TUAREG.minutes, TUAREG.age) == ([2, 3, 4, 5], (20, 45), 10)

    @pytest.mark.parametrize(
        ("seats", "camels", "specials"),
        [(2, 3, (2, 2, 3, 3)), (3, 2, (3, 3, 3, 2)), (4, 2, (4, 4, 3, 3)), (5, 2, (5, 5, 3, 4))],
    )
    def test_what_lies_ready_goes_by_the_number_of_players(self, seats, camels, specials):
        # Source: the special cards in play by the number of players, and three camels with two of them.
        donkeys, caves, thieves, maps = specials
        told = [str(text) for text in TUAREG.setup(seats)]
        assert told[0] == f"Each player: a card with {camels} camels"
        assert told[1] == f"Face up: donkeys {donkeys}, caves {caves}, thieves {thieves}, maps {maps}"

    def test_the_card_values_are_confirmed_when_a_play_starts(self):
        confirmed = {option.key: option.default for option in TUAREG.options if option.confirm}
        assert confirmed == {"points_water": 6, "points_gold": 5, "points_salt": 4, "points_millet": 3}

    def test_the_switches_and_their_defaults(self):
        switches = {
            option.key: (option.default, [choice.value for choice in option.choices])
            for option in TUAREG.options
            if option.choices
        }
        assert switches == {
            "maps": ("once", ["once", "every-stage"]),
            "tie_break": ("hand-sum", ["hand-sum", "best-card"]),
        }

    def test_every_ruling_is_told(self):
        told = [str(ruling.title) for ruling in TUAREG.rulings]
        assert told == [
            "Points for goods",
            "A good nobody holds",
            "Value of maps",
            "What counts as unused",
            "A tie for the win",
            "Buying with gold",
        ]

    def test_gold_is_worth_two_dinar(self):
        # Source: German rules, “Sonderkarte kaufen”: 2 gold are 4 dinar; the Japanese 5 is a slip.
        assert "Gold is worth 2 dinar" in str(TUAREG.rulings[-1].text)


def label(key):
    """What a field is called."""
    return next(str(field.label) for stage in reversed(TUAREG.stages) for field in stage.fields if field.key == key)
