"""Basari: the rulebook's own examples, each row of its scoring, what goes back, the rulings and the warnings.

The source is the Japanese text of the rules sold with the game, by its headings; numbers are those of the
published German one too.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import GAMES
from companion.rules.scoring.checking import check
from tests.builders import basari_play, messages_of, points_for, points_of, ranks_of, reason_for, scored, where
from tests.lanes import unhurried
from tests.rules.tables import possible_plays

# The words that it prints, in German and Japanese, and our own words where it prints none.
PRINTED = {
    "Basari: The Card Game": ("Basari: Das Kartenspiel", "バザリカードゲーム"),
    "stage 1": ("Durchgang 1", "ステージ 1"),
    "stage 2": ("Durchgang 2", "ステージ 2"),
    "stage 3": ("Durchgang 3", "ステージ 3"),
    "points of action B": ("Siegpunkte aus Aktion B", "アクション B の勝利点"),
    "red gems": ("rote Edelsteine", "赤色の宝石"),
    "yellow gems": ("gelbe Edelsteine", "黄色の宝石"),
    "green gems": ("grüne Edelsteine", "緑色の宝石"),
    "blue gems": ("blaue Edelsteine", "青色の宝石"),
    "red gem": ("roter Edelstein", "赤色の宝石"),
    "yellow gem": ("gelber Edelstein", "黄色の宝石"),
    "green gem": ("grüner Edelstein", "緑色の宝石"),
    "blue gem": ("blauer Edelstein", "青色の宝石"),
    "workers": ("Arbeiter", "ワーカー"),
}
# What our rulings are called in the glossary.
RULINGS = {
    "Tied with fewer than two gems": (
        "Gleichstand mit weniger als zwei Edelsteinen",
        "同数で宝石が 2 個未満のとき",
    ),
    "A colour nobody owns": ("Eine Farbe, die niemand hat", "誰も持っていない色"),
    "A single gem": ("Ein einzelner Edelstein", "宝石が 1 個だけのとき"),
    "Remainders of shared points": ("Reste beim Teilen der Punkte", "分けた勝利点の端数"),
    "Nobody has 15 workers": ("Niemand hat 15 Arbeiter", "15 人に達した人がいないとき"),
    "A full tie in the order of bidding": (
        "Völliger Gleichstand in der Bietreihenfolge",
        "提案順が完全に同じとき",
    ),
}

BASARI = GAMES["basari"]
COLOURS = ("red", "yellow", "green", "blue")
POINTS = {"red": 14, "yellow": 12, "green": 10, "blue": 8}
NAMES = ("anna", "ben", "chris", "dora", "emil", "finn")


def usual(**others):
    """Holdings about which there is nothing to ask: the gems of the start, and 15 workers."""
    return {"red": 3, "yellow": 3, "green": 3, "blue": 3, "workers": 15, **others}


def table_of(*, seats=3, **each):
    """A play of stage 1 in which everybody holds the same."""
    return basari_play(**{name: dict(each) for name in NAMES[:seats]})


def holding(colour, *counts):
    """A play of stage 1 in which only one colour is held: so many by Anna, so many by Ben, …"""
    return basari_play(**{name: {colour: count} for name, count in zip(NAMES, counts, strict=False)})


def left_of(colour, *counts):
    """What each of them has left of a colour after putting back."""
    return [standing.carries["1"][colour] for standing in scored(holding(colour, *counts)).standings]


def told_after(stage, play):
    """What the table does after a stage: (player or None, sentence)."""
    table, _ = check(BASARI, play)
    return [
        (None if each.seat is None else table["seats"][each.seat]["player"], str(each.text))
        for each in BASARI.instructions(table, stage)
    ]


class TestGems:
    @pytest.mark.parametrize("colour", COLOURS)
    def test_alone_with_most_of_a_colour_scores_its_points(self, colour):
        # Source: “ステージの終了と得点計算”: red 14, yellow 12, green 10, blue 8.
        assert points_for(colour, holding(colour, 4, 3, 0)) == {"Anna": POINTS[colour], "Ben": 0, "Chris": 0}

    @pytest.mark.parametrize(
        ("colour", "tied", "each"),
        [
            ("red", 2, 7),
            ("red", 3, 4),
            ("red", 4, 3),
            ("red", 5, 2),
            ("yellow", 2, 6),
            ("yellow", 3, 4),
            ("yellow", 4, 3),
            ("yellow", 5, 2),
            ("green", 2, 5),
            ("green", 3, 3),
            ("green", 4, 2),
            ("green", 5, 2),
            ("blue", 2, 4),
            ("blue", 3, 2),
            ("blue", 4, 2),
            ("blue", 5, 1),
        ],
    )
    def test_who_tie_for_most_share_the_points_rounded_down(self, colour, tied, each):
        # Source: “ステージの終了と得点計算”, the note. Ruling on what is left over.
        play = holding(colour, *[4] * tied, *[1] * (5 - tied))
        assert list(points_for(colour, play).values()) == [each] * tied + [0] * (5 - tied)

    def test_second_place_scores_nothing(self):
        assert points_for("red", holding("red", 7, 6, 6)) == {"Anna": 14, "Ben": 0, "Chris": 0}

    def test_a_colour_nobody_owns_is_awarded_to_nobody(self):
        # Ruling: a colour nobody owns.
        assert points_for("blue", holding("blue", 0, 0, 0)) == {"Anna": 0, "Ben": 0, "Chris": 0}

    def test_every_stage_scores_them(self):
        gems = {"red": 4}
        play = basari_play(anna=(gems, gems, gems), ben=({}, {}, {}), chris=({}, {}, {}))
        assert points_of(play)["Anna"] == 42
        assert [line.stage for line in scored(play).standings[0].lines if line.points] == ["1", "2", "3"]


class TestPuttingBack:
    @pytest.mark.parametrize(("held", "left"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (22, 11)])
    def test_alone_in_front_half_goes_back_rounded_up(self, held, left):
        # Source: “ステージの終了と得点計算”: half of these gems, rounded up. Ruling: a single gem.
        assert left_of("red", held, 0, 0) == [left, 0, 0]

    @pytest.mark.parametrize(("held", "left"), [(1, 0), (2, 0), (3, 1), (7, 5)])
    def test_who_tie_put_two_back_or_what_there_is(self, held, left):
        # Source: “ステージの終了と得点計算”, the note. Ruling: tied with fewer than two gems.
        assert left_of("green", held, held, 0) == [left, left, 0]

    def test_who_does_not_score_keeps_all(self):
        assert left_of("yellow", 5, 4, 1) == [2, 4, 1]
        assert left_of("yellow", 5, 5, 4) == [3, 3, 4]

    def test_each_colour_goes_back_by_itself(self):
        play = basari_play(anna={"red": 7, "blue": 3}, ben={"red": 2, "blue": 3, "green": 1}, chris={"yellow": 4})
        assert [dict(standing.carries["1"]) for standing in scored(play).standings] == [
            {"red": 3, "yellow": 0, "green": 0, "blue": 1},
            {"red": 2, "yellow": 0, "green": 0, "blue": 1},
            {"red": 0, "yellow": 2, "green": 0, "blue": 0},
        ]

    def test_after_stages_1_and_2_and_not_after_3(self):
        gems = {"red": 4}
        play = basari_play(anna=(gems, gems, gems), ben=({}, {}, {}), chris=({}, {}, {}))
        assert set(scored(play).standings[0].carries) == {"1", "2"}

    def test_a_seat_without_the_stage_carries_nothing_and_counts_for_nothing(self):
        play = basari_play(anna={"red": 3}, ben={"red": 2}, chris=())
        anna, ben, chris = scored(play).standings
        assert (anna.carries["1"]["red"], ben.carries["1"]["red"], dict(chris.carries)) == (1, 2, {})

    def test_what_is_left_is_what_the_next_stage_starts_with(self):
        table, _ = check(BASARI, basari_play(anna=({"red": 4}, {"red": 5}), ben=({"red": 1}, {}), chris=({}, {})))
        assert [gems["red"] for gems in BASARI.starting_values(table, "2").values()] == [2, 1, 0]
        assert [gems["red"] for gems in BASARI.starting_values(table, "3").values()] == [2, 0, 0]
        assert BASARI.starting_values(table, "1") == {}

    def test_a_stage_that_was_not_played_leaves_nothing(self):
        table, _ = check(BASARI, basari_play(anna={"red": 4}, ben=(), chris={}))
        assert set(BASARI.starting_values(table, "2")) == {0, 2}
        assert BASARI.starting_values(table, "3") == {}

    def test_everybody_is_told_what_to_put_back(self):
        play = basari_play(
            anna={"red": 6, "yellow": 1, "green": 4}, ben={"red": 2, "green": 4}, chris={"yellow": 3, "blue": 1}
        )
        assert told_after("1", play) == [
            ("Anna", "return 3 red, 2 green"),
            ("Ben", "return 2 green"),
            ("Chris", "return 2 yellow, 1 blue"),
            (None, "Shuffle all 39 bazaar cards together: they are the new draw pile."),
            (None, "Everyone keeps the remaining gems."),
        ]

    def test_who_puts_nothing_back_is_told_nothing(self):
        assert [player for player, _ in told_after("1", holding("red", 5, 1, 1))] == ["Anna", None, None]

    def test_after_stage_3_nothing_is_put_back(self):
        gems = {"red": 4}
        assert not told_after("3", basari_play(anna=(gems, gems, gems), ben=({}, {}, {}), chris=({}, {}, {})))

    def test_the_card_says_that_it_comes_after_counting(self):
        assert {str(stage.reminder) for stage in BASARI.stages} == {"Count the gems before returning any."}


class TestWorkers:
    @pytest.mark.parametrize(("workers", "points"), [(0, 0), (14, 0), (15, 12), (16, 12), (30, 12)])
    def test_fifteen_or_more_score_twelve(self, workers, points):
        # Source: “ステージの終了と得点計算”.
        assert points_for("workers", basari_play(anna={"workers": workers}, ben={}, chris={}))["Anna"] == points

    def test_they_are_never_shared(self):
        # Source: “ステージの終了と得点計算”: all of them score 12.
        assert list(points_for("workers", table_of(seats=5, workers=15)).values()) == [12] * 5


class TestActionB:
    def test_the_points_of_the_cards_are_added_up(self):
        # Source: “アクション B”, and its example: Hanna scores 5 at once.
        play = basari_play(anna={"bazaar": [5]}, ben={"bazaar": [4, 7, 4]}, chris={})
        assert points_for("bazaar", play) == {"Anna": 5, "Ben": 15, "Chris": 0}

    def test_a_stage_adds_up(self):
        play = basari_play(
            anna={"bazaar": [5, 6], "red": 7, "yellow": 4, "green": 2, "blue": 3, "workers": 15},
            ben={"bazaar": [7], "red": 5, "yellow": 5, "green": 2, "blue": 3, "workers": 17},
            chris={"red": 3, "yellow": 5, "green": 6, "blue": 3, "workers": 9},
        )
        # 11 + 14 + 0 + 0 + 2 + 12; 7 + 0 + 6 + 0 + 2 + 12; 0 + 0 + 6 + 10 + 2 + 0.
        assert points_of(play) == {"Anna": 39, "Ben": 27, "Chris": 18}


class TestReasons:
    def test_action_b_lists_its_points(self):
        play = basari_play(anna={"bazaar": [4, 7, 5]}, ben={"bazaar": [6]}, chris={})
        assert reason_for("bazaar", play, player="Anna") == "Action B: 4 + 7 + 5"
        assert reason_for("bazaar", play, player="Ben") == "Action B: 6"
        assert reason_for("bazaar", play, player="Chris") == "No points from action B"

    def test_alone_in_front_names_who_comes_next(self):
        play = holding("red", 1, 4, 1)
        assert reason_for("red", play, player="Ben") == "Most red gems: 4, ahead of Anna, Chris with 1"
        assert reason_for("red", play, player="Anna") == "1 red gem; most: Ben with 4"

    def test_alone_with_a_colour_says_so(self):
        play = holding("blue", 1, 0, 0)
        assert reason_for("blue", play, player="Anna") == "Most blue gems: 1; nobody else holds any"
        assert reason_for("blue", play, player="Ben") == "0 blue gems; most: Anna with 1"

    def test_a_tie_names_the_others_and_the_division(self):
        play = holding("yellow", 5, 5, 1)
        assert reason_for("yellow", play, player="Anna") == "5 yellow gems, tied with Ben: 12 split 2 ways"
        assert reason_for("yellow", play, player="Chris") == ("1 yellow gem; tied for most: Anna, Ben with 5")

    def test_a_division_with_a_rest_says_so(self):
        play = holding("red", 1, 1, 1)
        assert reason_for("red", play, player="Ben") == (
            "1 red gem, tied with Anna, Chris: 14 split 3 ways, rounded down"
        )

    def test_a_colour_nobody_owns_says_so(self):
        assert reason_for("green", table_of(), player="Ben") == "Nobody has any green gems"

    def test_workers_are_named(self):
        play = basari_play(anna={"workers": 16}, ben={"workers": 14}, chris={"workers": 1})
        assert reason_for("workers", play, player="Anna") == "16 workers: 15 or more"
        assert reason_for("workers", play, player="Ben") == "14 workers, fewer than 15"
        assert reason_for("workers", play, player="Chris") == "1 worker, fewer than 15"


class TestWinning:
    def test_the_highest_total_wins(self):
        result = scored(holding("red", 1, 2, 0))
        assert (result.winners, result.decided_by) == (("Ben",), "points")

    def test_equal_totals_win_together(self):
        # Source: “ステージの終了と得点計算”, last sentence: there are several winners. No gems break the tie.
        result = scored(holding("red", 4, 4, 1))
        assert (result.winners, result.decided_by) == (("Anna", "Ben"), "shared")
        assert ranks_of(holding("red", 4, 4, 1)) == {"Anna": 1, "Ben": 1, "Chris": 3}

    def test_nothing_is_asked_to_break_it(self):
        assert BASARI.tie_breaks == ()


class TestImpossible:
    @pytest.mark.parametrize("colour", COLOURS)
    def test_more_gems_of_a_colour_than_the_box_block(self, colour):
        # Source: “内容物”: 22 of each colour.
        assert not messages_of(holding(colour, 10, 10, 2))
        [problem] = [each for each in scored(holding(colour, 10, 10, 3)).problems if each.blocks]
        assert where(problem) == ("too_many", None, "1", colour)
        assert str(problem.message) == (
            f"stage 1, {colour} gems: Anna 10, Ben 10, Chris 3 make 23, but there are only 22."
        )

    def test_gems_that_went_back_may_be_taken_again(self):
        play = basari_play(anna=({"red": 22}, {"red": 22}), ben=({}, {}), chris=({}, {}))
        assert not messages_of(play)

    @pytest.mark.parametrize("entry", [3, 8, 0, -4, 4.5, "4", None, True, [4]])
    def test_an_entry_that_no_bazaar_card_shows_blocks(self, entry):
        # Source: “アクション B”: 4 to 7 points.
        [problem] = [each for each in scored(table_of(**usual(bazaar=[5, entry]))).problems if each.blocks][:1]
        assert where(problem) == ("bad_entry", "Anna", "1", "bazaar")
        assert str(problem.message).startswith("Anna, points of action B: each entry is from 4 to 7, not “")

    def test_more_entries_than_bazaar_cards_block(self):
        assert messages_of(basari_play(anna={"bazaar": [4] * 40}, ben={}, chris={})) == [
            "Anna, points of action B: at most 39 entries."
        ]

    def test_one_number_instead_of_a_list_blocks(self):
        [message] = messages_of(basari_play(anna={"bazaar": 11}, ben={}, chris={}))
        assert message == "Anna, points of action B: this is a list, one entry for each."

    @pytest.mark.parametrize(
        ("field", "value", "code"),
        [
            ("red", -1, "negative"),
            ("red", 1.5, "fraction"),
            ("red", "3", "wrong_type"),
            ("red", 23, "too_many"),
            ("workers", -1, "negative"),
            ("workers", 1000, "too_large"),
            ("worker", 15, "unknown_field"),
        ],
    )
    def test_no_count_blocks_and_says_where(self, field, value, code):
        play = basari_play(anna={field: value}, ben={}, chris={})
        [problem] = [each for each in scored(play).problems if each.blocks]
        assert where(problem) == (code, "Anna", "1", field)

    @pytest.mark.parametrize("seats", [2, 6])
    def test_three_to_five_play(self, seats):
        assert messages_of(table_of(seats=seats, **usual())) == [
            f"Basari: The Card Game is for 3 to 5 players, not {seats}."
        ]

    def test_there_are_three_stages(self):
        play = table_of(**usual())
        play["seats"][0]["stages"]["4"] = {}
        assert [where(each) for each in scored(play).problems] == [("unknown_stage", "Anna", "4", None)]


class TestSuspicious:
    """What is asked about and never blocks."""

    def test_a_usual_stage_is_nothing_to_ask(self):
        assert not scored(table_of(**usual(bazaar=[4, 5]))).problems

    def test_a_stage_with_nobody_at_15_workers_is_asked_and_scored(self):
        # Ruling: nobody has 15 workers.
        play = table_of(**usual(workers=14))
        [problem] = scored(play).problems
        assert where(problem) == ("too_few_workers", None, "1", "workers")
        assert str(problem.message) == "Nobody has 15 workers in stage 1, but it only ends when someone does."
        assert not problem.blocks
        assert points_of(play)["Anna"] > 0

    def test_somebody_who_has_not_counted_yet_may_have_the_workers_and_gems(self):
        play = basari_play(anna={"red": 1}, ben={"red": 1}, chris=())
        assert {each.code for each in scored(play).problems} == {"missing_stage"}

    def test_as_many_entries_as_the_fewest_workers_are_nothing_to_ask(self):
        # Each round gives everybody a card with at least 1 worker, and at most one player its points.
        assert not scored(basari_play(anna=usual(bazaar=[4] * 4), ben=usual(workers=4), chris=usual())).problems

    def test_more_entries_than_somebody_has_workers_are_asked(self):
        play = basari_play(anna=usual(bazaar=[4] * 4), ben=usual(workers=5), chris=usual(bazaar=[7, 7]))
        [problem] = scored(play).problems
        assert where(problem) == ("too_many_entries", None, "1", "bazaar")
        assert not problem.blocks
        assert str(problem.message) == (
            "In stage 1, action B has more entries (6) than Ben has workers (5). Each round gives everyone a worker "
            "but at most one player these points."
        )

    def test_an_entry_beside_somebody_without_workers_is_asked(self):
        play = basari_play(anna=usual(bazaar=[4]), ben=usual(workers=0), chris=usual())
        assert [where(each) for each in scored(play).problems] == [("too_many_entries", None, "1", "bazaar")]

    def test_workers_and_gems_that_nobody_counted_are_compared_with_nothing(self):
        known = usual(bazaar=[4] * 4, workers=5)
        unknown = {key: number for key, number in usual().items() if key not in ("workers", "blue")}
        assert not scored(basari_play(anna=known, ben=unknown, chris=usual())).problems

    def test_more_than_13_entries_are_asked(self):
        # 39 bazaar cards, one for each of at least three players a round.
        busy = usual(workers=20)
        assert not scored(basari_play(anna={**busy, "bazaar": [4] * 13}, ben=busy, chris=busy)).problems
        [problem] = scored(
            basari_play(anna={**busy, "bazaar": [4] * 9}, ben={**busy, "bazaar": [5] * 5}, chris=busy)
        ).problems
        assert where(problem) == ("too_many_entries", None, "1", "bazaar")
        assert not problem.blocks
        assert str(problem.message) == (
            "14 entries for action B in stage 1, but the bazaar cards last for 13 rounds at most."
        )

    @pytest.mark.parametrize("seats", [3, 4])
    @pytest.mark.parametrize("colour", COLOURS)
    def test_fewer_gems_than_at_the_start_are_asked(self, seats, colour):
        play = table_of(seats=seats, **usual())
        play["seats"][0]["stages"]["1"][colour] = 2
        [problem] = scored(play).problems
        assert where(problem) == ("too_few_gems", None, "1", colour)
        assert not problem.blocks
        assert str(problem.message) == (
            f"In stage 1 the players hold fewer {colour} gems in total ({3 * seats - 1}) than at its start "
            f"({3 * seats}), but gems are only returned during scoring."
        )

    @pytest.mark.parametrize(("red", "asked"), [(9, False), (8, True)])
    def test_fewer_gems_than_were_carried_in_are_asked(self, red, asked):
        # Of 17 red Anna puts 9 back: 8 + 3 + 2 are left.
        play = basari_play(
            anna=(usual(red=17), usual(red=red)), ben=(usual(), usual(red=4)), chris=(usual(red=2), usual(red=0))
        )
        problems = scored(play).problems
        assert [where(each) for each in problems] == [("too_few_gems", None, "2", "red")] * asked
        if asked:
            assert str(problems[0].message) == (
                "In stage 2 the players hold fewer red gems in total (12) than at its start (13), but gems are only "
                "returned during scoring."
            )

    def test_gems_may_move_between_the_players(self):
        assert not scored(basari_play(anna=usual(red=9), ben=usual(red=0), chris=usual(red=0))).problems

    def test_with_five_players_gems_may_go_back_by_action_d(self):
        # Source: “5 人プレイ用ルール”: one gem goes back for two others.
        assert not scored(table_of(seats=5, **usual(red=2))).problems

    def test_a_count_that_cannot_be_right_is_not_asked_about_as_well(self):
        play = basari_play(anna=usual(red=-3, workers="15"), ben=usual(workers=3), chris=usual(workers=3))
        assert {each.code for each in scored(play).problems} == {"negative", "wrong_type"}


class TestAgainstAnotherWayOfComputing:
    @unhurried(150)
    @given(st.data())
    def test_points_and_what_is_left_are_those_of_pieces_moved_by_hand(self, data):
        play = data.draw(possible_plays(BASARI))
        result = scored(play)
        assert {standing.player: standing.points for standing in result.standings} == played_by_hand(play)[0]
        assert {
            (standing.player, stage, colour): left
            for standing in result.standings
            for stage, gems in standing.carries.items()
            for colour, left in gems.items()
        } == played_by_hand(play)[1]


def played_by_hand(play):
    """The same rules told another way: lay the heaps in a row by height, hand out points and gems one at a time."""
    points = {seat["player"]: 0 for seat in play["seats"]}
    left = {}
    for stage in ("1", "2", "3"):
        held = {seat["player"]: seat["stages"][stage] for seat in play["seats"] if stage in seat["stages"]}
        for player, its in held.items():
            points[player] += sum(its.get("bazaar", [])) + 12 * (its.get("workers", 0) > 14)
        for colour in COLOURS if held else ():
            row = sorted(((its.get(colour, 0), player) for player, its in held.items()), reverse=True)
            first = [player for count, player in row if count and count == row[0][0]]
            heap = POINTS[colour]
            while first and heap >= len(first):
                heap -= len(first)
                for player in first:
                    points[player] += 1
            if stage != "3":
                for count, player in row:
                    left[player, stage, colour] = heap_after(count, alone=first == [player], first=player in first)
    return points, left


def heap_after(count, *, alone, first):
    """A heap from which gems go back: every other one, beginning with the first, or two, or none."""
    heap = list(range(count))
    if alone:
        return len(heap[1::2])
    return len(heap[2:]) if first else len(heap)


class TestFacts:
    def test_the_box_says(self):
        # Source: the head of the rules.
        assert (BASARI.publisher, BASARI.designer, BASARI.year) == (
            "Nürnberger-Spielkarten-Verlag",
            "Reinhard Staupe",
            2014,
        )
        assert (list(BASARI.seats), BASARI.minutes, BASARI.age) == ([3, 4, 5], (30, 30), 10)

    @pytest.mark.parametrize(("seats", "gems"), [(3, 13), (4, 10), (5, 7)])
    def test_the_supply_is_what_the_players_leave_of_22_of_each_colour(self, seats, gems):
        # Source: the box holds 88 gems, 22 of each colour, and everybody starts with 3 of each.
        told = " ".join(map(str, BASARI.setup(seats)))
        assert "Each player: 3 gems of each colour" in told
        assert f"general supply: {gems} of each colour" in told

    def test_rows_stand_in_the_order_of_the_rulebook(self):
        # Source: “アクション B” is written down at once; “ステージの終了と得点計算” then goes by colour.
        for stage in BASARI.stages:
            assert [item.key for item in stage.items] == ["bazaar", "red", "yellow", "green", "blue", "workers"]

    def test_every_ruling_is_told(self):
        assert [str(ruling.title) for ruling in BASARI.rulings] == [
            "Tied with fewer than two gems",
            "A colour nobody owns",
            "A single gem",
            "Remainders of shared points",
            "Nobody has 15 workers",
            "A full tie in the order of bidding",
            "A tie for the win",
        ]

    def test_the_worked_example_is_scored_as_told(self):
        play = basari_play(anna={"red": 7, "yellow": 2}, ben={"red": 4, "yellow": 5}, chris={"red": 4, "yellow": 5})
        assert points_of(play) == {"Anna": 14, "Ben": 6, "Chris": 6}
        assert told_after("1", play)[:3] == [
            ("Anna", "return 4 red"),
            ("Ben", "return 2 yellow"),
            ("Chris", "return 2 yellow"),
        ]
        assert [standing.carries["1"]["yellow"] for standing in scored(play).standings] == [2, 3, 3]
        assert scored(play).standings[0].carries["1"]["red"] == 3
