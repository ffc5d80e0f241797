"""What a sheet says beyond its rows: stages, rounds, who wins, teams, all together, expansions, ties."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.language.texts import say_in
from companion.rules.kit import Text
from companion.rules.scoring.checking import check
from companion.rules.scoring.near_misses import margins
from companion.rules.scoring.random_plays import random_play
from companion.rules.scoring.result import open_tie_break, score_play, winners_of
from tests.lanes import unhurried
from tests.rules.sheets.making import SLUG, a_play, a_row, a_sheet, game, points, ranks, scored

totals = st.lists(st.integers(0, 6), min_size=1, max_size=6)


def of_rounds(*rounds):
    """A play in which each seat has these points in the rounds."""
    seats = zip(*rounds, strict=True)
    return {
        "game": SLUG,
        "seats": [
            {"player": name, "stages": {str(number): {"row": each} for number, each in enumerate(its, 1)}}
            for name, its in zip(("Anna", "Ben", "Chris"), seats, strict=False)
        ],
    }


class TestStages:
    def test_a_sheet_is_counted_once_at_the_end(self):
        assert [(stage.key, str(stage.label)) for stage in game(a_sheet(a_row())).stages] == [
            ("end", "end of the game")
        ]

    def test_a_row_stands_in_the_stages_it_names(self):
        stages = [{"key": "spring", "label": "spring"}, {"key": "autumn", "label": "autumn"}]
        made = game(a_sheet(a_row(), a_row(key="late", stages=["autumn"]), stages=stages))
        assert [[item.key for item in stage.items] for stage in made.stages] == [["row"], ["row", "late"]]


class TestRounds:
    def test_as_many_are_played_as_it_takes(self):
        made = game(a_sheet(a_row(), rounds={}))
        assert len(made.stages) == 50
        assert [str(stage.label) for stage in made.limited_to(3).stages] == ["round 1", "round 2", "round 3"]
        assert made.limited_to(3) is made.limited_to(3)
        assert not made.is_over(49, [900])
        assert made.is_over(50, [0])

    def test_they_end_after_a_number(self):
        made = game(a_sheet(a_row(), rounds={"number": 4}))
        assert len(made.stages) == 4
        assert [made.is_over(played, []) for played in (3, 4)] == [False, True]

    def test_they_end_at_a_total(self):
        made = game(a_sheet(a_row(), rounds={"total": 100}))
        assert [made.is_over(7, [most, 3]) for most in (99, 100, 101)] == [False, True, True]

    def test_their_points_add_up_and_those_to_come_are_not_missed(self):
        result = score_play(of_rounds([3, 1], [2, 9]), {SLUG: game(a_sheet(a_row(), rounds={}))})
        assert result.problems == ()
        assert [standing.points for standing in result.standings] == [5, 10]

    def test_a_figure_that_breaks_a_tie_belongs_to_the_last_round_that_was_played(self):
        sheet = a_sheet(a_row(), rounds={}, ties=[{"asked": "coins", "label": "coins"}])
        play = of_rounds([3, 1], [2, 4])
        assert score_play(play, {SLUG: game(sheet)}).winners == ("Anna", "Ben")
        for seat, coins in zip(play["seats"], (2, 5), strict=True):
            seat["stages"]["2"]["coins"] = coins
        result = score_play(play, {SLUG: game(sheet)})
        assert (result.winners, result.decided_by) == (("Ben",), "coins")

    def test_who_deals_next_is_told_where_the_sheet_keeps_it(self):
        made = game(a_sheet(a_row(), rounds={"number": 4, "dealer": True}))
        table, _ = check(made, of_rounds([3, 1]))
        assert [(str(each.text), each.seat) for each in made.instructions(table, "1")] == [("deals the next round", 1)]
        assert [each.seat for each in made.instructions(table, "2")] == [0]
        assert made.instructions(table, "4") == []
        nobody = {"options": {}, "seats": [{"player": "", "stages": {}}] * 2}
        assert [each.seat for each in made.instructions(nobody, "1")] == [None]

    def test_a_bid_of_the_third_round_is_paid_by_its_number(self):
        bid = a_row("bid", hit={"round": 10}, miss={})
        made = {"row__bid": 0, "row__made": 0}
        assert points(a_sheet(bid, rounds={}), made, stage="3") == [30]


class TestWhoWins:
    @unhurried(80)
    @given(totals)
    def test_most_or_fewest_points(self, numbers):
        held = [{"row": number} for number in numbers]
        most = [1 + sum(other > number for other in numbers) for number in numbers]
        fewest = [1 + sum(other < number for other in numbers) for number in numbers]
        assert ranks(a_sheet(a_row()), *held) == most
        assert ranks(a_sheet(a_row(), wins="fewest"), *held) == fewest
        result = scored(a_sheet(a_row(), wins="fewest"), *held)
        assert len(result.winners) == numbers.count(min(numbers))

    @unhurried(80)
    @given(st.permutations(range(1, 5)))
    def test_who_came_in_which_place(self, places):
        result = scored(a_sheet(wins="order"), *({"place__": place} for place in places))
        assert [standing.rank for standing in result.standings] == places
        assert [standing.points for standing in result.standings] == [0] * 4
        assert result.decided_by == "place__"

    def test_of_whom_no_place_is_known_comes_last(self):
        assert ranks(a_sheet(wins="order"), {"place__": 2}, {}, {"place__": 1}) == [2, 3, 1]

    def test_only_who_won(self):
        result = scored(a_sheet(wins="winner"), {}, {"winner__": "yes"}, {"winner__": "no"})
        assert (result.winners, result.decided_by) == (("Ben",), "winner__")
        assert [standing.rank for standing in result.standings] == [2, 1, 2]

    def test_who_is_ahead_in_a_row_wins_whatever_the_points(self):
        """The phases count before the points, and of equal phases the fewest points win."""
        level, score = a_row("level", key="phase", label="phase"), a_row(key="score")
        sheet = a_sheet(level, score, wins="fewest", ahead=[{"row": "phase", "last": True}])
        held = {"phase": 10, "score": 90}, {"phase": 9, "score": 5}, {"phase": 10, "score": 40}
        result = scored(sheet, *held)
        assert [standing.rank for standing in result.standings] == [2, 3, 1]
        assert (result.winners, result.decided_by) == (("Chris",), "points")
        assert scored(sheet, *held[:2]).decided_by == "phase"

    def test_a_row_tells_equal_totals_apart(self):
        coins = a_row("count", key="coins", label="coins", worth=1)
        sheet = a_sheet(coins, a_row(), ties=[{"row": "coins"}, {"asked": "cards", "label": "cards"}])
        result = scored(sheet, {"coins": 4, "row": 2}, {"coins": 1, "row": 5})
        assert (result.winners, result.decided_by) == (("Anna",), "coins")
        fewest = {**sheet, "ties": [{"row": "coins", "fewest": True}]}
        assert scored(fewest, {"coins": 4, "row": 2}, {"coins": 1, "row": 5}).winners == ("Ben",)

    def test_after_the_rows_a_figure_is_asked_for(self):
        coins = a_row("count", key="coins", label="coins", worth=1)
        made = game(a_sheet(coins, ties=[{"row": "coins"}, {"asked": "cards", "label": "cards"}]))
        table, _ = check(made, a_play({"coins": 4}, {"coins": 4}, {"coins": 1}))
        assert open_tie_break(made, table, [4, 4, 1]) == ("cards", [0, 1])

    def test_by_how_little_fewest_points_were_missed_is_told_the_other_way_round(self):
        made = game(a_sheet(a_row("count", worth=1), wins="fewest"))
        found = margins(made, a_play({"row": 3}, {"row": 5}))
        assert {(each.seat, each.held, each.by) for each in found} == {(1, 5, -2), (0, 3, 2)}


class TestTeams:
    SHEET = a_sheet(a_row(), players=[2, 6], played="teams")

    def play(self, *of_seats):
        """Seats by name, team and what they hold, None where their card is their team's."""
        seats = [
            {
                "player": name,
                "stages": {} if held is None else {"end": {"row": held}},
                **({"team": team} if team else {}),
            }
            for name, team, held in of_seats
        ]
        return {"game": SLUG, "seats": seats}

    def test_a_team_has_one_card_and_wins_together(self):
        play = self.play(("Anna", "we", 7), ("Ben", "they", None), ("Chris", "we", None), ("Dora", "they", 9))
        result = score_play(play, {SLUG: game(self.SHEET)})
        assert result.problems == ()
        assert [(standing.player, standing.points, standing.rank) for standing in result.standings] == [
            ("Anna", 7, 2),
            ("Ben", 9, 1),
            ("Chris", 7, 2),
            ("Dora", 9, 1),
        ]
        assert result.winners == ("Ben", "Dora")
        assert result.decided_by == "points"
        assert [{line.seat for line in standing.lines} for standing in result.standings] == [{0}, {1}, {2}, {3}]

    def test_who_has_no_team_plays_alone(self):
        play = self.play(("Anna", "we", 7), ("Ben", None, 8), ("Chris", "we", None))
        made = game(self.SHEET)
        assert score_play(play, {SLUG: made}).winners == ("Ben",)
        assert winners_of(made, check(made, play)[0]) == [1]

    def test_a_reason_names_the_team(self):
        sheet = {**self.SHEET, "rows": [a_row("most", places=[5], ties="all")]}
        play = self.play(("Anna", "we", 7), ("Ben", "they", 2), ("Chris", "we", None), ("Dora", "they", None))
        [line] = score_play(play, {SLUG: game(sheet)}).standings[0].lines
        assert str(line.reason) == "Most forests: 7, ahead of Ben & Dora with 2"

    def test_a_tie_is_asked_of_the_first_of_each_team(self):
        made = game({**self.SHEET, "ties": [{"asked": "cards", "label": "cards"}]})
        play = self.play(("Anna", "we", 7), ("Ben", "they", 7), ("Chris", "we", None), ("Dora", "they", None))
        table, _ = check(made, play)
        assert open_tie_break(made, table, [7, 7, 7, 7]) == ("cards", [0, 1])

    @pytest.mark.parametrize("team", [7, "", None, ["we"], "x" * 2000])
    def test_a_team_is_a_text(self, team):
        play = self.play(("Anna", "we", 7), ("Ben", "they", 2))
        play["seats"][0]["team"] = team
        result = score_play(play, {SLUG: game(self.SHEET)})
        assert [(problem.code, problem.field) for problem in result.problems] == [("bad_value", "team")]


class TestTogether:
    SHEET = a_sheet(
        a_row("yes", key="saved", label="saved", worth=10),
        a_row(key="score"),
        played="together",
        won={"row": "saved"},
        options=[
            {
                "key": "level",
                "label": "level",
                "choices": [{"key": "easy", "label": "easy"}, {"key": "hard", "label": "hard"}],
            }
        ],
    )

    def test_all_win_or_all_lose(self):
        won = scored(self.SHEET, {"saved": "yes"}, {})
        assert (won.winners, won.verdict.won) == (("Anna", "Ben"), True)
        assert [standing.points for standing in won.standings] == [10, 10]
        lost = scored(self.SHEET, {"saved": "no", "score": 4}, {})
        assert (lost.winners, lost.verdict.won, str(lost.verdict.headline)) == ((), False, "Lost")
        assert not lost.is_draw

    def test_one_has_the_card_for_all(self):
        result = score_play(
            {
                "game": SLUG,
                "options": {"level": "hard"},
                "seats": [*a_play({"saved": "yes"})["seats"], {"player": "Ben"}],
            },
            {SLUG: game(self.SHEET)},
        )
        assert result.problems == ()
        assert result.winners == ("Anna", "Ben")

    def test_it_can_be_won_by_a_total_and_rated(self):
        tiers = [{"least": 0, "label": "hm"}, {"least": 16, "label": {"en": "good", "de": "gut"}}]
        sheet = a_sheet(a_row(), played="together", won={"total": 10}, tiers=tiers)
        for total, won, rating in ((9, False, "hm"), (15, True, "hm"), (16, True, "good")):
            verdict = scored(sheet, {"row": total}, {}).verdict
            assert (verdict.won, str(verdict.headline)) == (won, rating)
        assert say_in(verdict.headline, "de") == "gut"

    def test_nothing_is_won_before_anybody_has_counted(self):
        made = game(self.SHEET)
        assert score_play({"game": SLUG, "seats": [{"player": "Anna"}]}, {SLUG: made}).verdict is None


class TestExpansions:
    SHEET = a_sheet(
        a_row(),
        a_row("count", key="ships", label="ships", worth=2, **{"with": "sea"}),
        players=[3, 4],
        expansions=[{"key": "sea", "label": "the sea", "players": [3, 6]}, {"key": "wind", "label": "wind"}],
    )

    def test_a_tick_adds_rows_and_seats(self):
        made = game(self.SHEET)
        assert (made.seats, made.all_seats) == (range(3, 5), range(3, 7))
        assert made.seats_with({"wind": True}) == range(3, 5)
        assert made.seats_with({"sea": True}) == range(3, 7)
        assert [item.key for item in made.stages[0].items_with(made.options_with({}))] == ["row"]
        assert [item.key for item in made.stages[0].items_with({"sea": True})] == ["row", "ships"]

    def test_a_seat_too_many_is_refused_without_it_alone(self):
        held = [{"row": 1}] * 5
        assert points(self.SHEET, *held, options={"sea": True}) == [1] * 5
        result = score_play(a_play(*held), {SLUG: game(self.SHEET)})
        assert [problem.code for problem in result.problems] == ["seats"]

    def test_what_it_adds_is_refused_without_it(self):
        held = [{"ships": 1}] * 3
        assert points(self.SHEET, *held, options={"sea": True}) == [2] * 3
        result = score_play(a_play(*held), {SLUG: game(self.SHEET)})
        assert {problem.code for problem in result.problems} == {"unknown_field"}


class TestWords:
    def test_a_word_is_said_in_the_readers_language_and_else_in_english(self):
        sheet = a_sheet(a_row(label={"en": "forests", "ja": "森"}), title={"de": "Wald", "ja": "森"})
        made = game(sheet)
        label = made.stages[0].fields[0].label
        assert [say_in(label, language) for language in ("en", "de", "ja")] == ["forests", "forests", "森"]
        assert [say_in(made.title, language) for language in ("en", "de", "ja")] == ["Wald", "Wald", "森"]

    def test_what_a_group_calls_something_is_translated_by_no_catalogue(self):
        label = game(a_sheet(a_row(label="points"))).stages[0].fields[0].label
        assert say_in(label, "de") == "points"

    def test_a_percent_sign_is_one(self):
        sheet = a_sheet(a_row("most", label="%(count)s 100 %", places=[5], ties="all"))
        [line] = scored(sheet, {"row": 2}).standings[0].lines
        assert "%(count)s 100 %" in say_in(line.reason, "de")

    def test_how_it_scores_is_told_where_the_sheet_does_not(self):
        told = list(map(str, game(a_sheet(a_row("count", worth=3))).how_it_scores))
        assert told == ["forests: 3 each", "The most points win."]
        assert list(map(str, game(a_sheet(a_row(), how=["So."])).how_it_scores)) == ["So."]

    def test_how_it_scores_names_the_tiebreaker_and_the_end_of_the_rounds(self):
        ties = [{"row": "row"}, {"asked": "coins", "label": "coins left", "fewest": True}]
        told = list(map(str, game(a_sheet(a_row("count", worth=3), rounds={"number": 4}, ties=ties)).how_it_scores))
        assert told[-3:] == [
            "If tied at the end: the most “forests” wins.",
            "If still tied: the fewest “coins left” wins.",
            "The game ends after 4 rounds.",
        ]

    @pytest.mark.parametrize(("row", "brings"), [({"worth": 2}, 2), ({"worth": -3}, -3), ({"worth": 1}, None)])
    def test_row_of_a_count_says_what_each_brings(self, row, brings):
        [item] = game(a_sheet(a_row("count", **row))).stages[0].items
        assert item.brings == brings


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"rounds": {}},
        {"rounds": {"total": 30, "dealer": True}},
        {"wins": "order"},
        {"wins": "winner"},
        {"wins": "fewest", "ties": [{"asked": "coins", "label": "coins"}]},
        {"played": "teams"},
        {"played": "together", "won": {"total": 7}},
    ],
)
def test_a_play_can_be_drawn_of_every_sheet(more):
    made = game(a_sheet(a_row(), a_row("most", key="m", places=[3], ties="share"), **more))
    play = random_play(made, Random(1), ["Anna", "Ben", "Chris"])
    result = score_play(play, {SLUG: made})
    assert not result.is_blocked
    assert all(isinstance(line.reason, Text) for standing in result.standings for line in standing.lines)
