"""Targi: the rulebook's own examples, each row of its scoring, the tie-break and the rulings.

The sources are a player's summary in Japanese, by its numbers, and the published rulebook where it is named.
"""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import GAMES
from companion.rules.scoring.checking import check
from companion.rules.scoring.result import open_tie_break
from tests.builders import messages_of, points_for, points_of, ranks_of, reason_for, scored, targi_play, where
from tests.lanes import unhurried
from tests.rules.tables import possible_plays

# The words that it prints, in German and Japanese, and our own words where it prints none.
PRINTED = {
    "Targi": ("Targi", "タルギ"),
    "end of the game": ("Spielende", "ゲームの終了"),
    "victory point tokens": ("Siegpunktplättchen", "勝利点トークン"),
    "rows": ("Reihen", "列"),
    "points printed on tribe cards": ("Siegpunkte auf Stammeskarten", "部族カードの点数"),
    "row bonuses": ("Zusatzpunkte für Reihen", "シンボルの並びによる追加勝利点"),
    "bonus points of tribe cards": ("Zusatzpunkte von Stammeskarten", "部族カードの効果による勝利点"),
    "well": ("Brunnen", "泉"),
    "camel rider": ("Kamelreiter", "ラクダ乗り"),
    "oasis": ("Oase", "オアシス"),
    "Targia": ("Targia", "タルギア"),
    "camp": ("Zelt", "テント"),
    "gold": ("Gold", "金貨"),
    "goods": ("Waren", "商品"),
    "water tokens": ("Wasser", "水"),
    "with the expansion": ("mit der Erweiterung", "拡張あり"),
    "no": ("nein", "いいえ"),
    "yes": ("ja", "はい"),
}
# What our rulings are called in the glossary.
RULINGS = {
    "The card in hand": ("Die Handkarte", "手札の部族カード"),
    "Columns": ("Spalten", "縦の列"),
    "Unpaid raids": ("Wer einen Überfall nicht bezahlen kann", "略奪を支払えないとき"),
    "Gold as the tiebreaker": ("Welches Gold bei Gleichstand zählt", "同点時に数える金貨"),
}

TARGI = GAMES["targi"]
SYMBOLS = ("well", "rider", "oasis", "targia", "camp")
WITH_EXPANSION = {"expansion": True}


def row(symbols, *points):
    """A row of cards: their symbols by first letter (t is Targia), and their points, 1 each unless told."""
    names = {name[0]: name for name in SYMBOLS}
    points = points or [1] * len(symbols)
    return [{"symbol": names[letter], "points": printed} for letter, printed in zip(symbols, points, strict=True)]


def display(*rows):
    """A play in which Anna has laid out these rows, and Ben nothing."""
    return targi_play(anna={"rows": list(rows)}, ben={})


def end(item, play):
    """What Anna scores for an item."""
    return points_for(item, play, stage="end")["Anna"]


def why(item, play):
    """Why Anna scores it."""
    return reason_for(item, play, player="Anna", stage="end")


class TestRows:
    @pytest.mark.parametrize("symbols", ["wwww", "rrrr", "oooo", "tttt", "cccc"])
    def test_four_equal_symbols_bring_four(self, symbols):
        # Source: summary, ⑥ ア): four more points at the end.
        assert end("rows", display(row(symbols))) == 4

    @pytest.mark.parametrize("symbols", ["wrot", "wroc", "wrtc", "wotc", "rotc", "ctow"])
    def test_four_different_symbols_bring_two(self, symbols):
        # Source: summary, ⑥ ア): two more points at the end.
        assert end("rows", display(row(symbols))) == 2

    @pytest.mark.parametrize("symbols", ["wwwr", "rwww", "wwrr", "wrwr", "wwro", "wrow", "rwwo"])
    def test_any_other_full_row_brings_nothing(self, symbols):
        assert end("rows", display(row(symbols))) == 0

    @pytest.mark.parametrize("symbols", ["", "w", "ww", "www", "wro", "wr"])
    def test_a_short_row_brings_nothing(self, symbols):
        assert end("rows", display(row(symbols))) == 0

    def test_each_row_counts_by_itself(self):
        assert end("rows", display(row("wwww"), row("wrot"), row("cccc"))) == 10

    def test_short_rows_may_stand_anywhere(self):
        # Source: summary, ⑥ ア): another row may be begun before one is full.
        play = display(row("w", 3), [], row("oooo"))
        assert (end("cards", play), end("rows", play)) == (7, 4)

    def test_columns_never_score(self):
        # Ruling: columns.
        assert end("rows", display(row("wro"), row("wro"), row("wro"))) == 0


class TestCards:
    def test_printed_points_are_added_up(self):
        # Source: summary, ⑦.
        assert end("cards", display(row("wro", 1, 2, 3), row("c", 0))) == 6

    def test_a_short_row_counts_its_printed_points(self):
        assert points_of(display(row("w", 3)))["Anna"] == 3

    def test_nothing_is_asked_about_the_card_in_hand(self):
        # Ruling: the card in hand.
        assert {field.key for field in TARGI.stage("end").fields} == {
            "tokens",
            "rows",
            "special",
            "water",
            "gold",
            "goods",
        }


class TestOtherPoints:
    def test_tokens_count_their_points(self):
        # Source: summary, ⑦.
        assert end("tokens", targi_play(anna={"tokens": 7}, ben={})) == 7

    def test_what_texts_of_cards_bring_counts_as_it_was_added_up(self):
        assert end("special", targi_play(anna={"special": 5}, ben={})) == 5

    @pytest.mark.parametrize(("water", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (9, 4)])
    def test_with_the_expansion_two_water_are_worth_one(self, water, points):
        # Source: the rules of the 2016 expansion.
        assert end("water", targi_play(options=WITH_EXPANSION, anna={"water": water}, ben={})) == points

    def test_without_it_there_is_no_water(self):
        play = targi_play(anna={}, ben={})
        assert [line.item for line in scored(play).standings[0].lines] == ["tokens", "cards", "rows", "special"]
        [problem] = scored(targi_play(anna={"water": 2}, ben={})).problems
        assert where(problem) == ("unknown_field", "Anna", "end", "water")

    def test_gold_and_goods_bring_no_points(self):
        assert points_of(targi_play(anna={"gold": 3, "goods": 10}, ben={})) == {"Anna": 0, "Ben": 0}

    def test_the_rulebooks_example(self):
        # Source: the published rulebook's example of scoring: 21 on cards, 3 tokens, 3 of special cards, a row of
        # equal symbols and a row of different ones.
        rows = [row("wwww", 1, 2, 3, 1), row("wrot", 2, 2, 1, 3), row("wwrc", 1, 1, 2, 2)]
        play = targi_play(anna={"tokens": 3, "rows": rows, "special": 3}, ben={})
        assert [line.points for line in scored(play).standings[0].lines] == [3, 21, 6, 3]
        assert points_of(play)["Anna"] == 21 + 3 + 3 + 4 + 2 == 33

    def test_the_worked_example_is_scored_as_told(self):
        play = display(row("wwww", 1, 2, 1, 3), row("owc", 2, 2, 2))
        assert (end("cards", play), end("rows", play)) == (7 + 6, 4)


class TestReasons:
    def test_cards_are_told_row_by_row(self):
        assert why("cards", display(row("wro", 1, 2, 3), [], row("c", 3))) == "4 cards, by row: 6 + 3"
        assert why("cards", display(row("w", 2))) == "1 card, by row: 2"
        assert why("cards", display([])) == "No tribe card in the display"

    def test_rows_that_bring_a_bonus_are_named(self):
        play = display(row("rrrr"), row("wwrr"), row("wroc"))
        assert why("rows", play) == (
            "4 for row 1 (four equal symbols: camel rider), 2 for row 3 (four different symbols)"
        )

    def test_no_bonus_says_so(self):
        assert why("rows", display(row("www"))) == "No row of four equal or four different symbols"

    def test_numbers_are_named(self):
        play = targi_play(options=WITH_EXPANSION, anna={"tokens": 1, "special": 4, "water": 5}, ben={})
        assert why("tokens", play) == "1 point on tokens"
        assert why("special", play) == "4 points from the texts of tribe cards"
        assert why("water", play) == "5 water tokens: 1 point for every 2"


class TestTieForTheWin:
    """Source: the published rulebook: most gold, then most goods, then a draw. Ruling on the gold."""

    def test_without_a_tie_points_decide(self):
        result = scored(targi_play(anna={"tokens": 1}, ben={"gold": 9}))
        assert (result.winners, result.decided_by) == (("Anna",), "points")

    def test_more_gold_wins(self):
        result = scored(targi_play(anna={"gold": 1, "goods": 9}, ben={"gold": 2}))
        assert (result.winners, result.decided_by) == (("Ben",), "gold")
        assert [standing.rank for standing in result.standings] == [2, 1]

    def test_with_equal_gold_more_goods_win(self):
        result = scored(targi_play(anna={"gold": 2, "goods": 4}, ben={"gold": 2, "goods": 3}))
        assert (result.winners, result.decided_by) == (("Anna",), "goods")

    def test_equal_gold_and_goods_are_a_draw(self):
        result = scored(targi_play(anna={"gold": 2, "goods": 4}, ben={"gold": 2, "goods": 4}))
        assert (result.winners, result.decided_by) == (("Anna", "Ben"), "shared")
        assert ranks_of(targi_play(anna={}, ben={})) == {"Anna": 1, "Ben": 1}

    def test_what_is_missing_leaves_the_tie_open(self):
        assert scored(targi_play(anna={"gold": 1}, ben={})).decided_by == "shared"
        assert self.asked(targi_play(anna={"gold": 1}, ben={})) == ("gold", [0, 1])
        assert scored(targi_play(anna={"gold": 0}, ben={"gold": 0, "goods": 1})).decided_by == "shared"
        assert self.asked(targi_play(anna={"gold": 0}, ben={"gold": 0, "goods": 1})) == ("goods", [0, 1])

    def test_none_is_0_once_it_is_said(self):
        assert scored(targi_play(anna={"gold": 1}, ben={"gold": 0})).decided_by == "gold"

    def asked(self, play):
        table, _ = check(TARGI, play)
        return open_tie_break(TARGI, table, [standing.points for standing in scored(play).standings])

    def test_gold_is_asked_for_only_when_it_decides(self):
        assert self.asked(targi_play(anna={"tokens": 1}, ben={})) == (None, [])
        assert self.asked(targi_play(anna={"tokens": 1}, ben={"special": 1})) == ("gold", [0, 1])

    def test_goods_are_asked_for_only_when_gold_did_not(self):
        assert self.asked(targi_play(anna={"gold": 1}, ben={"gold": 2})) == (None, [])
        assert self.asked(targi_play(anna={"gold": 2}, ben={"gold": 2})) == ("goods", [0, 1])


class TestImpossible:
    @pytest.mark.parametrize(
        ("rows", "sentence"),
        [
            ([row("w")] * 4, "Anna, rows: at most 3 rows."),
            ([row("wwwww")], "Anna, rows: at most 4 cards in a row."),
            ([row("w", 4)], "Anna, rows: a card shows from 0 to 3 points, not “4”."),
            ([row("w", -1)], "Anna, rows: a card shows from 0 to 3 points, not “−1”."),
            ([row("w", 1.5)], "Anna, rows: a card shows from 0 to 3 points, not “1.5”."),
            ([[{"symbol": "tent", "points": 1}]], "Anna, rows: “tent” is unknown."),
            ([[{"symbol": "well"}]], "Anna, rows: a card has a symbol and points."),
            (row("w"), "Anna, rows: this is a list of rows, each a list of cards."),
            ("wwww", "Anna, rows: this is a list of rows, each a list of cards."),
        ],
        ids=str,
    )
    def test_no_display_blocks_and_says_where(self, rows, sentence):
        [problem] = scored(targi_play(anna={"rows": rows}, ben={})).problems
        assert where(problem)[1:] == ("Anna", "end", "rows")
        assert str(problem.message) == sentence
        assert problem.blocks

    @pytest.mark.parametrize(
        ("symbol", "letter"), [("well", "w"), ("camel rider", "r"), ("Targia", "t"), ("camp", "c")]
    )
    def test_a_symbol_more_often_than_in_the_box_blocks(self, symbol, letter):
        nine = targi_play(anna={"rows": [row(letter * 4)] * 2}, ben={"rows": [row(letter)]})
        ten = targi_play(anna={"rows": [row(letter * 4)] * 2}, ben={"rows": [row(letter), row(letter)]})
        assert not scored(nine).problems
        [problem] = scored(ten).problems
        assert where(problem) == ("too_many", None, "end", "rows")
        text = f"end of the game, rows: {symbol} is entered 10 times, but the game has only 9."
        assert str(problem.message) == text

    @pytest.mark.parametrize("field", ["tokens", "special", "gold", "goods"])
    @pytest.mark.parametrize(
        ("typed", "code"), [(-1, "negative"), (0.5, "fraction"), ("1", "wrong_type"), (1000, "too_large")]
    )
    def test_no_count_blocks_and_says_where(self, field, typed, code):
        [problem] = scored(targi_play(anna={field: typed}, ben={})).problems
        assert where(problem) == (code, "Anna", "end", field)

    @pytest.mark.parametrize("seats", [1, 3])
    def test_two_play(self, seats):
        names = ("anna", "ben", "chris")[:seats]
        assert messages_of(targi_play(**{name: {} for name in names})) == [f"Targi is for 2 players, not {seats}."]

    @pytest.mark.parametrize("value", ["yes", 1, 0, None])
    def test_the_expansion_is_there_or_not(self, value):
        [problem] = scored(targi_play(options={"expansion": value}, anna={}, ben={})).problems
        assert where(problem) == ("bad_option", None, None, "expansion")


class TestAgainstAnotherWayOfComputing:
    @unhurried(150)
    @given(st.data())
    def test_points_are_those_of_counting_card_by_card(self, data):
        play = data.draw(possible_plays(TARGI))
        assert points_of(play) == {seat["player"]: counted(seat, play["options"]) for seat in play["seats"]}

    def test_every_row_there_can_be(self):
        for length in range(5):
            for cards in combinations([symbol for symbol in SYMBOLS for _ in range(4)], length):
                cards = [{"symbol": symbol, "points": 0} for symbol in cards]
                assert points_of(display(cards))["Anna"] == bonus_by_pairs(cards)


def counted(seat, options):
    """The same rules told another way: one card after the other, rows judged by comparing their cards in pairs."""
    held = seat["stages"].get("end", {})
    points = held.get("tokens", 0) + held.get("special", 0)
    if options.get("expansion"):
        points += len(range(1, held.get("water", 0), 2))
    for cards in held.get("rows", []):
        for card in cards:
            points += card["points"]
        points += bonus_by_pairs(cards)
    return points


def bonus_by_pairs(cards):
    """Four cards make six pairs: all of them equal, or none."""
    pairs = [one["symbol"] == other["symbol"] for one, other in combinations(cards, 2)]
    if len(pairs) < 6:
        return 0
    return 4 if all(pairs) else 0 if any(pairs) else 2


class TestFacts:
    def test_the_box_says(self):
        # Source: the head of the summary.
        assert (TARGI.publisher, TARGI.designer, TARGI.year) == ("Kosmos", "Andreas Steiger", 2012)
        assert (list(TARGI.seats), TARGI.minutes, TARGI.age) == ([2], (60, 60), 12)

    def test_the_fourth_raid_is_recalled_before_counting(self):
        # Source: summary, ⑦: at the 4th raid each pays 1 gold or 3 points. Ruling: who cannot pay a raid.
        reminder = str(TARGI.stage("end").reminder)
        assert "each player first pays 1 gold or 3 points" in reminder
        assert "lets the other player gain 3 points" in reminder

    def test_after_the_end_there_is_nothing_to_do(self):
        assert not TARGI.instructions({"options": TARGI.options_with({}), "seats": []}, "end")

    def test_the_switch_and_its_default(self):
        [option] = TARGI.options
        assert (option.key, option.default, [choice.value for choice in option.choices]) == (
            "expansion",
            False,
            [False, True],
        )

    def test_every_ruling_is_told(self):
        assert [str(ruling.title) for ruling in TARGI.rulings] == [
            "The card in hand",
            "Columns",
            "Unpaid raids",
            "Gold as the tiebreaker",
            "No raid after the twelfth card",
        ]
