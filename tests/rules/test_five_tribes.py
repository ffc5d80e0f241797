"""Five Tribes: each row of the score sheet, the four djinns that change it, the rulings, and what cannot be.

No rulebook of the game is quoted: the cases are worked by hand from the published score sheet, row by row.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.rules import GAMES
from companion.rules.games.five_tribes import CAMELS, FIELDS, TILE_VALUES
from companion.rules.games.five_tribes_cards import MERCHANDISE, SET_POINTS, set_sizes
from tests import builders
from tests.builders import five_tribes_play, messages_of, points_of, ranks_of, scored, where
from tests.lanes import unhurried
from tests.rules.tables import possible_plays

DJINNS = {
    "Al-Amin": "アル＝アミン",
    "Anun-Nak": "アヌンナク",
    "Ba'al": "バル",
    "Boaz": "ボアズ",
    "Bouraq": "ブラーク",
    "Echidna": "エキドナ",
    "Enki": "エンキ",
    "Hagis": "ハギス",
    "Haurvatat": "ハルワタート",
    "Iblis": "イブリース",
    "Jafaar": "ジャファール",
    "Kandicha": "カンディーシャ",
    "Kumarbi": "クマルビ",
    "Lamia": "ラミア",
    "Leta": "レタ",
    "Marid": "マリード",
    "Monkir": "モンキール",
    "Nekir": "ナキール",
    "Shamhat": "シャムハト",
    "Sibittis": "シビッティス",
    "Sloar": "スロアー",
    "Utug": "ウトゥグ",
}
# The words that it prints, in German and Japanese, and our own words where it prints none.
COUNTED = {
    "end of the game": ("Spielende", "ゲームの終了"),
    "large market, 4": ("Marktplatz, Wert 4", "4 点のタイル"),
    "village, 5": ("Gebäude, Wert 5", "5 点のタイル"),
    "small market or sacred place, 6": ("Marktplatz oder Heiliger Ort, Wert 6", "6 点のタイル"),
    "oasis, 8": ("Oase, Wert 8", "8 点のタイル"),
    "blue tile, 10": ("blauer Wert 10", "10 点のタイル"),
    "blue tile, 12": ("blauer Wert 12", "12 点のタイル"),
    "blue tile, 15": ("blauer Wert 15", "15 点のタイル"),
    "palm trees": ("Palmen", "ヤシの木"),
    "palaces": ("Paläste", "パレス"),
    "ivory": ("Elfenbein", "象牙"),
    "jewels": ("Edelsteine", "宝石"),
    "gold (goods card)": ("Gold (Güterkarte)", "金 (商品)"),
    "papyrus": ("Papyrus", "パピルス"),
    "silk": ("Seide", "絹"),
    "spice": ("Gewürze", "香辛料"),
    "fish": ("Fisch", "魚"),
    "wheat": ("Getreide", "小麦"),
    "pottery": ("Töpferwaren", "陶器"),
    "fakirs": ("Fakire", "行者"),
    "gold coins": ("Goldmünzen", "ゴールド (金貨)"),
    "viziers (yellow)": ("Wesire (gelb)", "宰相"),
    "viziers": ("Wesire", "宰相"),
    "elders (white)": ("Älteste (weiß)", "長老"),
    "elders": ("Älteste", "長老"),
    "djinns": ("Dschinn", "魔神"),
    "tiles with your camel": ("Plättchen mit deinem Kamel", "支配するタイル"),
    "merchandise": ("Güter", "商品"),
    "Board": ("Spielfeld", "王国"),
    "Cards": ("Karten", "カード"),
    "Rest": ("Rest", "その他"),
    **{name: (name, japanese) for name, japanese in DJINNS.items()},
}
PRINTED = {"Five Tribes": ("Five Tribes", "ファイブ・トライブズ"), **COUNTED}
FIVE_TRIBES_SOLO = {
    "Five Tribes Solo": ("Five Tribes: Solo-Variante", "ファイブ・トライブズ 1人用ゲーム"),
    **COUNTED,
    "Yazid": ("Yazid", "ヤズィード"),
    "council of viziers": ("Rat der Wesire", "評議会"),
    "eliminated?": ("ausgeschieden?", "脱落"),
    "no": ("nein", "いいえ"),
    "7 or more assassins": ("7 oder mehr Meuchelmörder", "暗殺者 7 個以上"),
    "6 djinns at Yazid’s": ("6 Dschinn bei Yazid", "魔神 6 枚以上"),
    "could not pay Yazid": ("Yazid nicht bezahlt", "金貨が尽きた"),
    "starting gold": ("Startgold", "開始時のゴールド"),
    "25": ("25", "25"),
    "20, the hard game": ("20, schwer", "20、高難易度"),
    "ten points for more viziers than the council": ("10 Punkte für mehr Wesire als der Rat", "宰相ボーナス 10 点"),
    "paid down to 0 gold means lost": ("mit 0 Gold verloren", "金貨が尽きたら敗北"),
    "yes": ("ja", "はい"),
}
# What our rulings are called in the glossary.
RULINGS = {
    "A tie for the win": ("Gleichstand um den Sieg", "同点の場合"),
}

GAME = GAMES["five-tribes"]
NAMES = ("anna", "ben", "chris", "dora")
KINDS = tuple(good.key for good in MERCHANDISE)
VALUES = {
    "al-amin": 5,
    "anun-nak": 8,
    "baal": 6,
    "boaz": 6,
    "bouraq": 6,
    "echidna": 4,
    "enki": 8,
    "hagis": 10,
    "haurvatat": 8,
    "iblis": 8,
    "jafaar": 6,
    "kandicha": 6,
    "kumarbi": 6,
    "lamia": 10,
    "leta": 4,
    "marid": 6,
    "monkir": 6,
    "nekir": 6,
    "shamhat": 6,
    "sibittis": 4,
    "sloar": 8,
    "utug": 4,
}


def points_for(item, play):
    return builders.points_for(item, play, stage="end")


def reason_for(item, play, *, player="Anna"):
    return builders.reason_for(item, play, player=player, stage="end")


def points_of_anna(item, **held):
    """What a seat scores for an item if it holds this and nobody else holds anything."""
    return points_for(item, five_tribes_play(anna=held, ben={}))["Anna"]


def reason_of_anna(item, **held):
    return reason_for(item, five_tribes_play(anna=held, ben={}))


def hand(*counts):
    """Merchandise: so many cards of each kind, the common ones first."""
    return dict(zip(reversed(KINDS), counts, strict=False))


class TestEach:
    @pytest.mark.parametrize(
        ("item", "count", "points", "reason"),
        [
            ("gold", 37, 37, "37 × 1 for gold coins"),
            ("elders", 4, 8, "4 × 2 for elders"),
            ("palms", 3, 9, "3 × 3 for palm trees"),
            ("palaces", 2, 10, "2 × 5 for palaces"),
            ("gold", 0, 0, "No gold coins"),
            ("elders", 0, 0, "No elders"),
        ],
    )
    def test_each_is_worth_its_points(self, item, count, points, reason):
        assert points_of_anna(item, **{item: count}) == points
        assert reason_of_anna(item, **{item: count}) == reason


class TestViziers:
    def test_each_is_worth_one_and_ten_for_every_opponent_with_fewer(self):
        play = five_tribes_play(anna={"viziers": 5}, ben={"viziers": 3}, chris={"viziers": 4}, dora={"viziers": 1})
        assert points_for("viziers", play) == {"Anna": 35, "Ben": 13, "Chris": 24, "Dora": 1}

    def test_the_example_of_the_rules_page(self):
        play = five_tribes_play(anna={"viziers": 5}, ben={"viziers": 3}, chris={"viziers": 5})
        assert points_for("viziers", play) == {"Anna": 15, "Ben": 3, "Chris": 15}

    def test_equally_many_bring_nobody_ten(self):
        # Ruling: equally many viziers.
        play = five_tribes_play(anna={"viziers": 4}, ben={"viziers": 4})
        assert points_for("viziers", play) == {"Anna": 4, "Ben": 4}

    def test_no_vizier_brings_nothing(self):
        # Ruling: equally many viziers.
        play = five_tribes_play(anna={"viziers": 0}, ben={}, chris={"viziers": 1})
        assert points_for("viziers", play) == {"Anna": 0, "Ben": 0, "Chris": 21}

    def test_who_has_not_counted_yet_is_no_opponent(self):
        play = five_tribes_play(anna={"viziers": 2}, ben={"viziers": 1}, chris=None)
        assert points_for("viziers", play) == {"Anna": 12, "Ben": 1}

    def test_the_reason_names_the_opponents(self):
        play = five_tribes_play(anna={"viziers": 5}, ben={"viziers": 2}, chris={"viziers": 3}, dora={"viziers": 5})
        assert reason_for("viziers", play) == "5 × 1 for viziers, and 2 × 10 for more than Ben, Chris"
        assert reason_for("viziers", play, player="Chris") == "3 × 1 for viziers, and 1 × 10 for more than Ben"
        assert reason_for("viziers", play, player="Ben") == "2 × 1 for viziers; no opponent has fewer"

    def test_the_reason_for_none_is_short(self):
        assert reason_of_anna("viziers") == "No viziers"

    def test_a_name_stands_in_a_reason_as_it_is_written(self):
        play = five_tribes_play(anna={"viziers": 1}, ben={})
        play["seats"][1]["player"] = "Ben 100% (s)"
        assert reason_for("viziers", play) == "1 × 1 for viziers, and 1 × 10 for more than Ben 100% (s)"

    def test_counts_are_shown_in_order(self):
        [compared] = [item.key for item in GAME.stages[0].items if item.compared]
        lines = scored(five_tribes_play(anna={"viziers": 3}, ben={})).standings[0].lines
        assert [(line.item, line.amount) for line in lines if line.item == compared] == [("viziers", 3)]


class TestDjinns:
    @pytest.mark.parametrize(("djinn", "value"), VALUES.items(), ids=VALUES)
    def test_each_is_worth_what_is_printed_on_it(self, djinn, value):
        assert points_of_anna("djinns", djinns=[djinn]) == value

    def test_there_are_22_and_all_together_are_worth_141(self):
        assert len(VALUES) == 22
        assert points_of_anna("djinns", djinns=list(VALUES)) == 141

    def test_the_reason_names_them(self):
        assert reason_of_anna("djinns", djinns=["hagis", "baal"]) == "Printed on them: Hagis 10, Ba'al 6"
        assert reason_of_anna("djinns") == "No djinn"

    def test_jafaar_makes_a_vizier_worth_three_and_leaves_the_tens(self):
        # Ruling: what Jafaar changes.
        play = five_tribes_play(
            anna={"viziers": 2, "djinns": ["jafaar"]}, ben={"viziers": 5}, chris={"viziers": 1, "djinns": ["enki"]}
        )
        assert points_for("viziers", play) == {"Anna": 16, "Ben": 25, "Chris": 1}
        assert reason_for("viziers", play) == "2 × 3 for viziers, with Jafaar, and 1 × 10 for more than Chris"

    def test_shamhat_makes_an_elder_worth_four(self):
        assert points_of_anna("elders", elders=3, djinns=["shamhat"]) == 12
        assert reason_of_anna("elders", elders=3, djinns=["shamhat"]) == "3 × 4 for elders, with Shamhat"

    def test_haurvatat_makes_a_palm_tree_worth_five(self):
        assert points_of_anna("palms", palms=3, djinns=["haurvatat"]) == 15
        assert reason_of_anna("palms", palms=3, djinns=["haurvatat"]) == "3 × 5 for palm trees, with Haurvatat"
        assert points_of_anna("palaces", palaces=3, djinns=["haurvatat"]) == 15

    @pytest.mark.parametrize(
        ("djinn", "item", "held"),
        [
            ("jafaar", "viziers", {"viziers": 4}),
            ("shamhat", "elders", {"elders": 4}),
            ("haurvatat", "palms", {"palms": 4}),
            ("al-amin", "merchandise", {"fakirs": 4}),
        ],
    )
    def test_each_of_the_four_serves_its_owner_alone(self, djinn, item, held):
        play = five_tribes_play(anna=dict(held), ben={**held, "djinns": [djinn]})
        points = points_for(item, play)
        assert points["Anna"] == points_of_anna(item, **held) - (10 if item == "viziers" else 0)
        assert points["Ben"] > points["Anna"]

    @pytest.mark.parametrize("djinn", sorted(set(VALUES) - {"jafaar", "shamhat", "haurvatat", "al-amin"}))
    def test_the_others_bring_their_printed_value_alone(self, djinn):
        held = {"gold": 1, "viziers": 1, "elders": 1, "palms": 1, "palaces": 1, "tile_4": 1, "fish": 1, "fakirs": 2}
        without = points_of(five_tribes_play(anna=held, ben={}))["Anna"]
        assert points_of(five_tribes_play(anna={**held, "djinns": [djinn]}, ben={}))["Anna"] == without + VALUES[djinn]


class TestTiles:
    @pytest.mark.parametrize("value", [4, 5, 6, 8, 10, 12, 15])
    def test_each_is_worth_its_printed_value(self, value):
        assert points_of_anna("tiles", **{f"tile_{value}": 1}) == value

    def test_they_are_one_line_together(self):
        # The tiles drawn for the count: 4, 5, 6, 6, 6, 8, 8, 12.
        held = {"tile_4": 1, "tile_5": 1, "tile_6": 3, "tile_8": 2, "tile_12": 1}
        assert points_of_anna("tiles", **held) == 55
        assert reason_of_anna("tiles", **held) == "8 of 11 camels on tiles: 4 + 5 + 3 × 6 + 2 × 8 + 12"

    def test_without_a_tile_nothing_is_scored(self):
        play = five_tribes_play(anna={}, ben={}, chris={})
        assert points_for("tiles", play)["Anna"] == 0
        assert reason_for("tiles", play) == "None of 8 camels is on a tile"


class TestMerchandise:
    @pytest.mark.parametrize(("kinds", "points"), list(enumerate([0, 1, 3, 7, 13, 21, 30, 40, 50, 60])))
    def test_a_set_is_worth_more_the_more_kinds_it_has(self, kinds, points):
        assert points_of_anna("merchandise", **dict.fromkeys(KINDS[:kinds], 1)) == points

    @pytest.mark.parametrize(
        ("counts", "points", "reason"),
        [
            ((2,), 2, "2 cards · 1 kind 1 + 1 kind 1 = 2"),
            ((2, 1, 1, 1), 14, "5 cards · 4 kinds 13 + 1 kind 1 = 14"),
            ((3, 2, 2, 1, 1, 1), 38, "10 cards · 6 kinds 30 + 3 kinds 7 + 1 kind 1 = 38"),
            ((6, 6, 6, 4, 4, 4, 2, 2, 2), 2 * 60 + 2 * 30 + 2 * 7, None),
        ],
    )
    def test_set_after_set_is_counted_the_largest_first(self, counts, points, reason):
        assert points_of_anna("merchandise", **hand(*counts)) == points
        assert reason is None or reason_of_anna("merchandise", **hand(*counts)) == reason

    def test_fakirs_score_nothing_and_are_cards(self):
        held = {**hand(2, 2, 2, 1, 1, 1, 1), "fakirs": 3}
        assert points_of_anna("merchandise", **held) == 47
        assert reason_of_anna("merchandise", **held) == "13 cards · 7 kinds 40 + 3 kinds 7 = 47"
        assert points_of_anna("merchandise", fakirs=18) == 0

    def test_without_merchandise_the_reason_says_so(self):
        assert reason_of_anna("merchandise") == "No merchandise"
        assert reason_of_anna("merchandise", fakirs=3) == "No merchandise"

    @pytest.mark.parametrize(
        ("counts", "fakirs", "points"),
        [
            ((), 2, 1),
            ((), 1, 0),
            ((1, 1, 1), 2, 13),
            ((1, 1, 1), 3, 13),
            ((1, 1, 1), 4, 21),
            ((2, 2, 1), 2, 13 + 3),
            # The largest set is full: the next one takes the wild.
            ((2, 1, 1, 1, 1, 1, 1, 1, 1), 2, 60 + 3),
            ((2, 1, 1, 1, 1, 1, 1, 1), 4, 60 + 3),
            ((), 18, 60),
        ],
    )
    def test_two_fakirs_of_al_amins_owner_are_any_merchandise(self, counts, fakirs, points):
        # Ruling: where Al-Amin's merchandise goes. An odd fakir is lost.
        held = {**hand(*counts), "fakirs": fakirs, "djinns": ["al-amin"]}
        assert points_of_anna("merchandise", **held) == points

    def test_the_reason_tells_the_wilds(self):
        held = {**hand(2, 1, 1), "fakirs": 5, "djinns": ["al-amin"]}
        reason = reason_of_anna("merchandise", **held)
        assert reason == "9 cards, wild with Al-Amin: 2 · 5 kinds 21 + 1 kind 1 = 22"

    def test_the_example_of_the_rules_page(self):
        assert points_of_anna("merchandise", ivory=1, silk=1, fish=2, wheat=1) == 13 + 1


class TestTieForTheWin:
    def test_equal_totals_share_the_victory(self):
        # Ruling: a tie for the win.
        play = five_tribes_play(anna={"gold": 8}, ben={"elders": 4}, chris={"gold": 7})
        result = scored(play)
        assert (result.winners, result.decided_by) == (("Anna", "Ben"), "shared")
        assert ranks_of(play) == {"Anna": 1, "Ben": 1, "Chris": 3}

    def test_the_highest_total_wins(self):
        result = scored(five_tribes_play(anna={"gold": 8}, ben={"gold": 9}))
        assert (result.winners, result.decided_by, result.verdict) == (("Ben",), "points", None)


class TestWholeCount:
    def test_the_rows_add_up(self):
        # Worked by hand: 37 + 5 + 2 × 10 + 6 + 8 + 9 + 10 + 55 + 47.
        play = five_tribes_play(
            anna={"gold": 37, "viziers": 5, "elders": 3, "djinns": ["enki"], "palms": 3, "palaces": 2}
            | {"tile_4": 1, "tile_5": 1, "tile_6": 3, "tile_8": 2, "tile_12": 1}
            | hand(2, 2, 2, 1, 1, 1, 1),
            ben={"viziers": 2},
            chris={"gold": 80},
        )
        assert points_of(play) == {"Anna": 197, "Ben": 12, "Chris": 80}
        assert [line.item for line in scored(play).standings[0].lines] == [
            "gold",
            "viziers",
            "elders",
            "djinns",
            "palms",
            "palaces",
            "tiles",
            "merchandise",
        ]


class TestImpossible:
    SUPPLY = (
        {"viziers": 16, "elders": 20, "palms": 12, "palaces": 10, "fakirs": 18}
        | {"tile_4": 4, "tile_5": 5, "tile_6": 12, "tile_8": 6, "tile_10": 1, "tile_12": 1, "tile_15": 1}
        | {"ivory": 2, "jewels": 2, "bars": 2, "papyrus": 4, "silk": 4, "spice": 4}
        | {"fish": 6, "wheat": 6, "pottery": 6}
    )

    def test_every_count_but_gold_has_a_supply(self):
        assert set(self.SUPPLY) == {field.key for field in FIELDS} - {"gold", "djinns"}

    @pytest.mark.parametrize(("field", "supply"), SUPPLY.items(), ids=SUPPLY)
    def test_more_than_the_box_holds_blocks(self, field, supply):
        [problem] = [each for each in scored(five_tribes_play(anna={field: supply + 1}, ben={})).problems if each.field]
        assert where(problem) == ("too_many", "Anna", "end", field)
        assert str(problem.message).endswith(f"{supply + 1}, but there {'is' if supply == 1 else 'are'} only {supply}.")
        assert problem.blocks

    @pytest.mark.parametrize(("field", "supply"), SUPPLY.items(), ids=SUPPLY)
    def test_more_at_all_seats_together_blocks(self, field, supply):
        half = supply // 2
        at_most = five_tribes_play(anna={field: half}, ben={field: supply - half})
        assert not messages_of(at_most)
        too_many = five_tribes_play(anna={field: half}, ben={field: supply - half}, chris={field: 1})
        problems = [problem for problem in scored(too_many).problems if problem.field]
        assert [where(problem) for problem in problems] == [("too_many", None, "end", field)]

    def test_gold_is_limited_by_what_can_be_entered_alone(self):
        assert points_of(five_tribes_play(anna={"gold": 999}, ben={"gold": 999}))["Anna"] == 999
        [problem] = scored(five_tribes_play(anna={"gold": 1000}, ben={})).problems
        assert where(problem) == ("too_large", "Anna", "end", "gold")

    @pytest.mark.parametrize(("seats", "camels"), [(2, 11), (3, 8), (4, 8)])
    def test_more_tiles_than_camels_block(self, seats, camels):
        def play(tiles):
            others = {name: {} for name in NAMES[1:seats]}
            return five_tribes_play(anna={"tile_6": tiles - 1, "tile_15": 1}, **others)

        assert not scored(play(camels)).problems
        [problem] = scored(play(camels + 1)).problems
        assert where(problem) == ("too_many_tiles", "Anna", "end", None)
        assert problem.blocks
        assert str(problem.message) == f"{camels + 1} tiles, but Anna has {camels} camels: 1 tile too many."

    def test_many_tiles_too_many_are_told(self):
        [message] = messages_of(five_tribes_play(anna={}, ben={"tile_6": 12}, chris={}))
        assert message == "12 tiles, but Ben has 8 camels: 4 tiles too many."

    def test_a_tile_count_that_cannot_be_right_is_told_beside_too_many_tiles(self):
        play = five_tribes_play(anna={"tile_4": 5, "tile_6": 12}, ben={})
        assert [where(problem) for problem in scored(play).problems] == [
            ("too_many", "Anna", "end", "tile_4"),
            ("too_many_tiles", "Anna", "end", None),
        ]

    def test_a_djinn_with_two_owners_blocks(self):
        play = five_tribes_play(anna={"djinns": ["enki", "marid"]}, ben={"djinns": ["marid"]})
        [problem] = scored(play).problems
        assert where(problem) == ("two_owners", None, "end", "djinns")
        assert str(problem.message).endswith("Marid is entered for more than one player: Anna, Ben.")
        assert problem.blocks

    @pytest.mark.parametrize(
        ("djinns", "code"),
        [
            (["enki", "enki"], "twice"),
            (["aladdin"], "unknown_entry"),
            (["Enki"], "unknown_entry"),
            ("enki", "wrong_type"),
        ],
    )
    def test_a_djinn_twice_or_unknown_blocks(self, djinns, code):
        [problem] = scored(five_tribes_play(anna={"djinns": djinns}, ben={})).problems
        assert where(problem) == (code, "Anna", "end", "djinns")

    @pytest.mark.parametrize("seats", [0, 1, 5])
    def test_two_to_four_play(self, seats):
        play = five_tribes_play(**{f"p{number}": {"tile_6": 1} for number in range(seats)})
        [problem] = scored(play).problems
        assert where(problem) == ("seats", None, None, None)
        assert str(problem.message) == f"Five Tribes is for 2 to 4 players, not {seats}."

    def test_there_are_30_tiles_and_54_resource_cards(self):
        assert sum(self.SUPPLY[tile] for tile in TILE_VALUES) == 30
        assert sum(self.SUPPLY[kind] for kind in (*KINDS, "fakirs")) == 54


class TestFacts:
    def test_the_box_says(self):
        assert (GAME.publisher, GAME.designer, GAME.year) == ("Days of Wonder", "Bruno Cathala", 2014)
        assert (list(GAME.seats), GAME.minutes, GAME.age) == ([2, 3, 4], (40, 80), 13)

    @pytest.mark.parametrize(("seats", "camels"), [(2, 11), (3, 8), (4, 8)])
    def test_each_begins_with_50_gold_and_camels_by_the_number_of_players(self, seats, camels):
        assert str(GAME.setup(seats)[-1]) == f"Each player: {camels} camels and 50 gold"

    def test_it_is_counted_in_three_parts(self):
        [stage] = GAME.stages
        assert {str(part.label): len(part.fields) for part in stage.parts} == {"Board": 9, "Cards": 10, "Rest": 4}

    def test_every_ruling_is_told(self):
        assert [str(ruling.title) for ruling in GAME.rulings] == [
            "Equally many viziers",
            "Jafaar’s effect",
            "Al-Amin’s merchandise",
            "Fakirs and slaves",
            "A tie for the win",
        ]


# The same rules told another way.


@cache
def best_way(cards):
    """The most points of all ways to lay cards of these kinds (counts, in descending order) into sets."""
    cards = tuple(sorted((count for count in cards if count), reverse=True))
    if not cards:
        return 0
    others = range(1, len(cards))
    return max(
        SET_POINTS[1 + size] + best_way(tuple(count - (kind in {0, *chosen}) for kind, count in enumerate(cards)))
        for size in range(len(cards))
        for chosen in combinations(others, size)
    )


def best_way_with_wilds(goods, wilds):
    """The most points of all ways to choose a kind for each wild and then to lay the cards."""
    return max(
        best_way(tuple(sorted((count + chosen.count(kind) for kind, count in enumerate(goods)), reverse=True)))
        for chosen in combinations_with_replacement(range(9), wilds)
    )


@unhurried(150)
@given(st.lists(st.sampled_from([0, 0, 1, 1, 2, 3]), min_size=9, max_size=9), st.integers(0, 3))
@example([1, 1, 1, 0, 0, 0, 0, 0, 0], 3)
@example([3, 3, 0, 0, 0, 0, 0, 0, 0], 3)
@example([2, 2, 2, 1, 1, 1, 1, 1, 1], 2)
def test_no_way_to_lay_merchandise_and_wilds_brings_more(goods, wilds):
    laid = set_sizes(goods, wilds=wilds)
    assert sum(laid) == sum(goods) + wilds
    assert sum(SET_POINTS[kinds] for kinds in laid) == best_way_with_wilds(goods, wilds)


def told_another_way(play):
    """Each player's points, row by row from the table, with nothing taken from the rules' own code."""
    held = {seat["player"]: seat["stages"]["end"] for seat in play["seats"] if "end" in seat["stages"]}
    points = dict.fromkeys((seat["player"] for seat in play["seats"]), 0)
    for player, its in held.items():

        def count(key, its=its):
            return its.get(key, 0)

        djinns = its.get("djinns", [])
        points[player] += count("gold") + 2 * count("elders") + 3 * count("palms") + 5 * count("palaces")
        points[player] += count("viziers") + sum(
            10 for other in held.values() if other.get("viziers", 0) < count("viziers")
        )
        points[player] += sum(int(key[5:]) * amount for key, amount in its.items() if key.startswith("tile_"))
        points[player] += sum(VALUES[djinn] for djinn in djinns)
        points[player] += 2 * count("viziers") * ("jafaar" in djinns)
        points[player] += 2 * count("elders") * ("shamhat" in djinns)
        points[player] += 2 * count("palms") * ("haurvatat" in djinns)
        points[player] += laid_by_hand(
            [kind for kind in KINDS for _ in range(count(kind))], count("fakirs") // 2 * ("al-amin" in djinns)
        )
    return points


def laid_by_hand(cards, wilds):
    """Merchandise as one lays it on the table: pick one of each kind, count, again; each wild where it adds most."""

    def worth(cards):
        cards, points = list(cards), 0
        while cards:
            row = set(cards)
            points += [0, 1, 3, 7, 13, 21, 30, 40, 50, 60][len(row)]
            for kind in row:
                cards.remove(kind)
        return points

    for _ in range(wilds):
        cards = max(([*cards, kind] for kind in KINDS), key=worth)
    return worth(cards)


def with_camels_enough(play):
    """The play without the tiles for which a seat has no camel."""
    for seat in play["seats"]:
        held, camels = seat["stages"].get("end", {}), CAMELS[len(play["seats"])]
        for tile in TILE_VALUES:
            if tile in held:
                held[tile] = min(held[tile], camels)
                camels -= held[tile]
    return play


@unhurried(150)
@given(possible_plays(GAME).map(with_camels_enough))
def test_any_table_scores_what_it_scores_told_another_way(play):
    assert not messages_of(play)
    assert points_of(play) == told_another_way(play)
