"""Five Tribes Solo: how it is won, lost and rated, what the council changes, the switches, and what cannot be.

The source is the publisher's solo sheet, in its Japanese edition, by its headings. How the rows score is tested
with the game it belongs to.
"""

import json

import pytest
from hypothesis import given

from companion.management.commands.score import Reasons, format_result
from companion.rules import GAMES
from tests import builders
from tests.builders import five_tribes_play, messages_of, points_of, scored, solo_play, where
from tests.lanes import unhurried
from tests.rules.tables import possible_plays
from tests.rules.test_five_tribes import COUNTED, told_another_way, with_camels_enough

# The words that it prints, in German and Japanese, and our own words where it prints none.
PRINTED = {
    "Five Tribes Solo": ("Five Tribes: Solo-Variante", "ファイブ・トライブズ 1人用ゲーム"),
    **COUNTED,
    "Yazid": ("Yazid", "ヤズィード"),
    "council of viziers": ("Rat der Wesire", "評議会"),
    "eliminated?": ("ausgeschieden?", "脱落"),
    "no": ("nein", "いいえ"),
    "7 or more assassins": ("7 oder mehr Meuchelmörder", "暗殺者 7 個以上"),
    "6 djinns at Yazid’s": ("6 Dschinn bei Yazid", "魔神 6 枚以上"),
    "could not pay Yazid": ("Yazid nicht bezahlt", "金貨が尽きた"),
    "10 for more viziers": ("10 für mehr Wesire", "宰相が多ければ10"),
    "0 gold loses": ("mit 0 Gold verloren", "0 ゴールドで敗北"),
    "starting gold": ("Startgold", "開始時のゴールド"),
    "25": ("25", "25"),
    "20, the hard game": ("20, schwer", "20、高難易度"),
    "ten points for more viziers than the council": ("10 Punkte für mehr Wesire als der Rat", "宰相ボーナス 10 点"),
    "paid down to 0 gold means lost": ("mit 0 Gold verloren", "金貨が尽きたら敗北"),
    "yes": ("ja", "はい"),
}
# What our rulings are called in the glossary.
RULINGS = {
    "The ten points for viziers": ("Die zehn Punkte für Wesire", "宰相の 10 点"),
    "Paid down to nothing": ("Bis auf null bezahlt", "金貨がちょうど 0 になったとき"),
    "Djinn income before payment": ("Dschinn-Einnahmen vor der Zahlung", "支払いより先に魔神の収入"),
}

GAME = GAMES["five-tribes-solo"]
WITHOUT_BONUS = {"vizier_bonus": False}


def with_points(points):
    """A game that is not lost, with this total: one vizier against an empty council, the rest gold."""
    play = solo_play(viziers=1, gold=points - 11)
    assert points_of(play) == {"Anna": points}
    return play


def answer(play):
    """The play scored, as the play format prints it."""
    return json.loads(format_result(scored(play), Reasons("en")))


def verdict_of(play):
    """The verdict as the play format prints it."""
    return answer(play)["verdict"]


def told(play):
    verdict = scored(play).verdict
    return [str(text) for text in (verdict.headline, *verdict.details)]


def points_for(item, play):
    return builders.points_for(item, play, stage="end")["Anna"]


def reason_for(item, play):
    return builders.reason_for(item, play, player="Anna", stage="end")


class TestTiers:
    # Source: the table of ratings, “勝利点の合計”.
    @pytest.mark.parametrize(
        ("points", "tier"),
        [
            (11, "vizier"),
            (190, "vizier"),
            (191, "fledgling"),
            (220, "fledgling"),
            (221, "king"),
            (250, "king"),
            (251, "saladin"),
            (999, "saladin"),
        ],
    )
    def test_the_total_is_rated(self, points, tier):
        assert verdict_of(with_points(points)) == {"won": True, "tier": tier}

    @pytest.mark.parametrize(
        ("points", "sentences"),
        [
            (
                190,
                [
                    "not yet even a vizier",
                    "Won",
                    "1 point short of: a fledgling fighter.",
                ],
            ),
            (
                209,
                [
                    "a fledgling fighter",
                    "Won",
                    "12 points short of: an ambitious king.",
                ],
            ),
            (221, ["an ambitious king", "Won", "30 points short of: a great Saladin."]),
            (251, ["a great Saladin", "Won"]),
        ],
    )
    def test_the_rating_and_the_way_to_the_next_one_are_told(self, points, sentences):
        assert told(with_points(points)) == sentences

    def test_who_won_is_first_by_points(self):
        result = scored(with_points(11))
        assert (result.winners, result.decided_by) == (("Anna",), "points")
        assert [standing.rank for standing in result.standings] == [1]


class TestLosing:
    @pytest.mark.parametrize(("viziers", "council"), [(0, 0), (4, 4), (3, 5)])
    def test_not_more_viziers_than_the_council_is_lost(self, viziers, council):
        # Source: “IV. ゲームの終了”.
        play = solo_play(gold=300, viziers=viziers, council=council)
        assert verdict_of(play) == {"won": False, "why": "viziers", "tier": None}
        assert told(play) == ["Lost", f"not more viziers than the council, {viziers} : {council}"]

    def test_one_vizier_more_is_enough(self):
        assert scored(solo_play(viziers=5, council=4)).verdict.won

    @pytest.mark.parametrize(
        ("why", "sentence"),
        [
            ("assassins", "7 or more assassins"),
            ("djinns", "6 djinns at Yazid’s"),
            ("gold", "could not pay Yazid"),
        ],
    )
    def test_who_was_eliminated_has_lost_whatever_the_points(self, why, sentence):
        # Source: “II. ゲームの目的”.
        play = solo_play(gold=300, viziers=5, eliminated=why)
        assert verdict_of(play) == {"won": False, "why": why, "tier": None}
        assert told(play) == ["Lost", sentence]

    def test_elimination_is_why_where_the_viziers_are_too_few_as_well(self):
        assert verdict_of(solo_play(viziers=1, council=5, eliminated="gold"))["why"] == "gold"

    def test_not_eliminated_is_the_same_as_not_said(self):
        assert verdict_of(solo_play(viziers=5, eliminated="no")) == verdict_of(solo_play(viziers=5))

    @pytest.mark.parametrize("held", [{"viziers": 2, "council": 2}, {"viziers": 2, "eliminated": "djinns"}])
    def test_a_lost_game_has_points_and_a_rank_and_no_winner(self, held):
        result = scored(solo_play(gold=30, **held))
        assert result.standings[0].points >= 32
        assert result.standings[0].rank == 1
        assert (result.winners, result.decided_by) == ((), "points")

    def test_a_game_that_is_not_counted_yet_is_neither(self):
        result = scored({**five_tribes_play(anna=None), "game": "five-tribes-solo"})
        assert not result.is_blocked
        assert result.verdict is None

    def test_what_cannot_be_right_has_no_verdict(self):
        printed = answer(solo_play(viziers=17))
        assert (printed["winners"], printed["decided_by"], printed["verdict"]) == ([], None, None)


class TestViziers:
    def test_more_than_the_council_bring_ten_once(self):
        # Ruling: the ten points for viziers.
        play = solo_play(viziers=5, council=4)
        assert points_for("viziers", play) == 15
        assert reason_for("viziers", play) == "5 × 1 for viziers, and 1 × 10 for more than the council"

    def test_not_more_than_the_council_bring_no_ten(self):
        play = solo_play(viziers=4, council=4)
        assert points_for("viziers", play) == 4
        assert reason_for("viziers", play) == "4 × 1 for viziers; not more than the council"

    def test_a_council_that_is_not_entered_is_empty(self):
        assert points_for("viziers", solo_play(viziers=1)) == 11

    def test_without_the_bonus_they_are_compared_for_the_win_alone(self):
        # Ruling: the ten points for viziers, the switch.
        play = solo_play(options=WITHOUT_BONUS, viziers=5, council=4)
        assert points_for("viziers", play) == 5
        assert reason_for("viziers", play) == "5 × 1 for viziers"
        assert scored(play).verdict.won
        assert not scored(solo_play(options=WITHOUT_BONUS, viziers=4, council=4)).verdict.won

    def test_jafaar_raises_the_viziers_and_not_the_ten(self):
        assert points_for("viziers", solo_play(viziers=5, council=4, djinns=["jafaar"])) == 25

    def test_the_example_of_the_rules_page(self):
        play = solo_play(viziers=5, council=4, gold=200)
        assert points_of(play) == {"Anna": 215}
        assert told(play)[2] == "6 points short of: an ambitious king."
        assert not scored(solo_play(viziers=5, council=5, gold=200)).verdict.won


class TestOptions:
    def test_they_are_switches_with_defaults(self):
        assert {
            option.key: (option.default, [choice.value for choice in option.choices]) for option in GAME.options
        } == {
            "start_gold": (25, [25, 20]),
            "vizier_bonus": (True, [True, False]),
            "zero_gold_loses": (False, [True, False]),
        }

    @pytest.mark.parametrize("options", [{"start_gold": 20}, {"zero_gold_loses": True}])
    def test_how_it_was_played_changes_no_point(self, options):
        # Source: the last line of the sheet: 20 gold for the harder game. Ruling: paid down to nothing.
        held = {"viziers": 5, "council": 3, "gold": 180}
        assert answer(solo_play(options=options, **held)) == answer(solo_play(**held))

    @pytest.mark.parametrize(
        ("option", "value"),
        [("start_gold", 30), ("start_gold", "25"), ("vizier_bonus", 1), ("zero_gold_loses", "no"), ("hard", True)],
    )
    def test_any_other_value_blocks(self, option, value):
        [problem] = scored(solo_play(options={option: value})).problems
        assert problem.code in {"bad_option", "unknown_option"}
        assert (problem.field, problem.blocks) == (option, True)


class TestImpossible:
    def test_more_viziers_with_the_council_than_there_are_block(self):
        assert not messages_of(solo_play(viziers=9, council=7))
        [problem] = scored(solo_play(viziers=9, council=8)).problems
        assert where(problem) == ("too_many", "Anna", "end", "council")
        assert problem.blocks
        assert str(problem.message) == ("Anna’s viziers (9) and the council’s (8) make 17, but there are only 16.")

    def test_a_council_that_cannot_be_right_is_reported_once(self):
        assert [where(problem) for problem in scored(solo_play(viziers=9, council=17)).problems] == [
            ("too_many", "Anna", "end", "council")
        ]

    @pytest.mark.parametrize("field", ["viziers", "council"])
    def test_more_than_16_viziers_block(self, field):
        [problem] = scored(solo_play(**{field: 17})).problems
        assert where(problem) == ("too_many", "Anna", "end", field)

    def test_more_tiles_than_eleven_camels_block(self):
        # Source: “I. 1人用ゲームの準備”: all blue camels.
        assert not messages_of(solo_play(tile_6=11))
        assert messages_of(solo_play(tile_6=12)) == ["12 tiles, but Anna has 11 camels: 1 tile too many."]

    @pytest.mark.parametrize("answer", ["yes", "", None, True, "viziers", ["no"]])
    def test_an_unknown_elimination_blocks(self, answer):
        [problem] = scored(solo_play(eliminated=answer)).problems
        assert where(problem) == ("unknown_entry", "Anna", "end", "eliminated")
        assert str(problem.message).startswith("Anna, eliminated?: “")
        assert str(problem.message).endswith("isn’t one of no, assassins, djinns, gold.")

    @pytest.mark.parametrize("seats", [0, 2])
    def test_one_plays(self, seats):
        play = {**five_tribes_play(**{f"p{number}": {} for number in range(seats)}), "game": "five-tribes-solo"}
        assert messages_of(play) == [f"Five Tribes Solo is for 1 player, not {seats}."]

    def test_the_council_belongs_to_the_game_for_one(self):
        [problem] = scored(five_tribes_play(anna={"council": 3}, ben={})).problems
        assert where(problem) == ("unknown_field", "Anna", "end", "council")


class TestFacts:
    def test_the_sheet_says(self):
        assert (GAME.publisher, GAME.designer) == ("Days of Wonder", "Bruno Cathala, Thierry Joliet")
        assert list(GAME.seats) == [1]

    def test_it_is_counted_in_the_parts_of_the_game_with_the_council_and_the_elimination(self):
        [stage] = GAME.stages
        assert {str(part.label): len(part.fields) for part in stage.parts} == {
            "Board": 9,
            "Cards": 10,
            "Rest": 4,
            "Yazid": 2,
        }
        assert [field.key for field in stage.parts[-1].fields][-2:] == ["council", "eliminated"]

    def test_its_rows_are_those_of_the_game(self):
        ours, theirs = (game.stages[0].items for game in (GAME, GAMES["five-tribes"]))
        assert [item.key for item in ours] == [item.key for item in theirs]

    def test_every_ruling_is_told(self):
        assert [str(ruling.title) for ruling in GAME.rulings] == [
            "The ten points for viziers",
            "Paid down to nothing",
            "Djinn income before payment",
            "Jafaar’s effect",
            "Al-Amin’s merchandise",
            "Fakirs and slaves",
        ]


@unhurried(150)
@given(possible_plays(GAME).map(with_camels_enough))
def test_any_game_ends_as_it_does_told_another_way(play):
    result = scored(play)
    held = play["seats"][0]["stages"].get("end")
    if held is None:
        assert (result.verdict, result.standings[0].points) == (None, 0)
        return
    viziers, council = held.get("viziers", 0), held.get("council", 0)
    assert result.is_blocked == (viziers + council > 16)
    if not result.is_blocked:
        # Yazid as one who sits at the table and has his council alone.
        both = {"seats": [play["seats"][0], {"player": "Yazid", "stages": {"end": {"viziers": council}}}]}
        if play["options"].get("vizier_bonus") is False:
            both["seats"].pop()
        assert result.standings[0].points == told_another_way(both)[play["seats"][0]["player"]]
        is_lost = held.get("eliminated", "no") != "no" or viziers <= council
        assert result.verdict.won != is_lost
        assert bool(result.winners) != is_lost
