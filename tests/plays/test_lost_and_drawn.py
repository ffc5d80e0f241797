"""A game for one that was lost, and a full tie where that is a draw: neither is a win anywhere it is shown."""

import datetime
import json
import re

import pytest

from companion.history import plays
from companion.management.commands.score import Reasons, format_result
from companion.models import Play, Player
from companion.plays import lifecycle
from tests.builders import scored, solo_play, targi_play
from tests.lanes import long
from tests.phones import a_play, again, at, count, owner_of, owners_phone, text_of, watchers_phone

DAY = datetime.date(2026, 11, 20)
LOST = {"viziers": 3, "council": 4, "gold": 300}
WON = {"viziers": 5, "council": 4, "gold": 180}
VERDICT = "Lost · Not more viziers than the council, 3 : 4"
ONE_ROW = [{"symbol": "well", "points": 2}]


def counted(game, *, before=None, **cards) -> Play:
    """A play whose last stage was closed with these cards; in the group of `before`, where there was one."""
    names = [name.title() for name in cards]
    play = a_play(game=game, names=names, **({"owner": owner_of(before), "group": before.group} if before else {}))
    count(play, stage="end", **cards)
    lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
    return again(play)


def over(game, *, before=None, **cards) -> Play:
    play = counted(game, before=before, **cards)
    lifecycle.finish(play, person=owner_of(play))
    return again(play)


def page_of(play, address):
    return text_of(owners_phone(play).get(address))


def group_page(play, more=""):
    return f"/groups/{play.group.uuid}/{more}"


def players_page(play, name="Anna"):
    return page_of(play, group_page(play, f"players/{Player.objects.get(group=play.group, name=name).pk}"))


class TestLost:
    @pytest.fixture
    def lost(self):
        return over("five-tribes-solo", anna=LOST)

    @pytest.fixture
    def won(self, lost):
        return over("five-tribes-solo", before=lost, anna=WON)

    def test_it_is_none_of_the_best_results(self, lost, won):
        assert [seat.play for seat in plays.find_best_results(won)] == [won]
        assert "Group high scores 1 Anna, 20 Nov 2026 195" in page_of(won, at("plays:play", won))

    @pytest.mark.long
    def test_alone_it_leaves_no_best_result(self, lost):
        assert "Group high scores" not in page_of(lost, at("plays:play", lost))
        assert "Points over time" not in players_page(lost)
        over("five-tribes-solo", before=lost, anna=LOST)
        assert "Five Tribes Solo 303 – 2 Five Tribes Solo Date" in players_page(lost)

    def test_it_is_no_record(self, lost, won):
        text = page_of(won, group_page(won, "games/five-tribes-solo"))
        assert "195 High score Anna" in text
        assert "303 High score" not in text

    @pytest.mark.long
    def test_it_is_not_the_best_of_a_player(self, lost, won):
        text = players_page(won)
        assert "Five Tribes Solo 249 195 2" in text
        assert "303 Five Tribes Solo: High score" not in text

    @pytest.mark.long
    def test_it_is_compared_with_no_other_score(self, lost):
        for _ in range(10):
            last = over("five-tribes-solo", before=lost, anna=WON)
        Play.objects.filter(pk=lost.pk).update(played_on=DAY + datetime.timedelta(days=1))
        text = players_page(last)
        assert "303 points lost Five Tribes Solo" in text
        assert "195 points better than" in text

    def test_lists_say_so(self, lost, won):
        listed, printed = (page_of(lost, group_page(lost, page)) for page in ("plays", "sheet"))
        assert "Anna 195 (winner) solo Five Tribes Solo: Anna 303 solo loss" in listed
        assert "★ Anna 195 20 Nov 2026 Five Tribes Solo · lost Anna 303" in printed
        assert listed.count("loss") == printed.count("lost") == 1

    def test_the_result_says_so_before_the_play_is_finished(self):
        play = counted("five-tribes-solo", anna=LOST)
        assert VERDICT in page_of(play, at("plays:stage", play, "end"))
        assert VERDICT in text_of(watchers_phone(play).get(at("plays:watch", play)))
        assert VERDICT.replace(" · ", " ") in page_of(play, at("results:sheet", play))

    def test_the_standings_say_so_as_soon_as_the_card_is_in(self):
        play = a_play(game="five-tribes-solo", names=["Anna"])
        count(play, stage="end", anna=LOST)
        assert VERDICT in page_of(play, at("plays:play", play))
        assert VERDICT in text_of(watchers_phone(play).get(at("plays:watch", play)))

    @pytest.mark.parametrize(
        ("held", "verdict"),
        [
            ({"eliminated": "gold"}, "Lost · Could not pay Yazid"),
            ({"viziers": 3, "council": 4}, VERDICT),
            long({"viziers": 2, "council": 2}, "Lost · Not more viziers than the council, 2 : 2"),
            ({"viziers": 0}, None),
            long({"council": 9}, None),
            long({"viziers": 3, "council": 2}, None),
        ],
    )
    def test_a_card_that_is_still_counted_is_lost_by_what_is_on_it(self, held, verdict):
        play = a_play(game="five-tribes-solo", names=["Anna"])
        count(play, stage="end", is_in=False, anna=held)
        text = page_of(play, at("plays:play", play))
        assert verdict in text if verdict else "Lost" not in text

    def test_what_is_won_is_rated_on_the_result_page(self):
        play = counted("five-tribes-solo", anna=WON)
        assert "A fledgling fighter · Won · 26 points short of: an ambitious king." in page_of(
            play, at("plays:stage", play, "end")
        )

    def test_its_end_says_once_that_it_is_lost(self, lost):
        text = page_of(lost, at("plays:play", lost))
        assert "Lost Not more viziers than the council, 3 : 4" in text
        assert str(scored(solo_play(**LOST)).verdict.headline) == "Lost"


TIED = {"tokens": 4, "gold": 2, "goods": 5}


class TestDraw:
    @pytest.fixture
    def drawn(self):
        return over("targi", anna=TIED, ben=TIED)

    def test_nobody_has_won(self, drawn):
        assert not drawn.seats.filter(is_winner=True)
        assert [seat.rank for seat in drawn.seats.all()] == [1, 1]

    def test_its_end_and_the_screen_say_so_with_the_figures(self, drawn):
        for text in (
            page_of(drawn, at("plays:play", drawn)),
            text_of(watchers_phone(drawn).get(at("plays:watch", drawn))),
        ):
            assert "Anna and Ben a draw · gold 2 : 2 · goods 5 : 5" in text
            assert "share the win" not in text

    @pytest.mark.long
    def test_the_filled_sheet_says_so(self, drawn):
        assert "Anna and Ben a draw · gold 2 : 2 · goods 5 : 5" in page_of(drawn, at("results:sheet", drawn))

    def test_lists_say_so_and_name_no_winner(self, drawn):
        for more in ("", "plays", "sheet", "games/targi"):
            text = page_of(drawn, group_page(drawn, more))
            assert re.search(r"Targi (· )?a draw Anna 4", text)
            assert "(winner)" not in text
            assert "★ Anna" not in text

    def test_nobody_is_found_among_its_winners(self, drawn):
        anna = Player.objects.get(group=drawn.group, name="Anna")
        assert "Anna 4" in page_of(drawn, group_page(drawn, f"plays?player={anna.pk}"))
        assert "Anna 4" not in page_of(drawn, group_page(drawn, f"plays?winner={anna.pk}"))

    def test_a_players_page_counts_no_win_and_half_in_the_rate(self, drawn):
        text = players_page(drawn)
        assert "50% won : 0.5 of 1 play expected 50% Longest winning streak 0 wins" in text
        assert "A win shared by two counts as half, and so does a draw." in text
        assert "4 points 1 of 2 a draw" in text
        assert "shared" not in text.replace("A win shared by two counts as half, and so does a draw.", "")

    def test_the_groups_page_of_the_game_tells_draws_apart(self, drawn):
        text = page_of(drawn, group_page(drawn, "games/targi"))
        assert "Wins plays won expected typical score best Anna 1 0.5 0.5 4 4 Ben 1 0.5 0.5 4 4" in text

    def test_without_gold_and_goods_it_is_a_draw_too(self):
        play = over("targi", anna={"tokens": 4}, ben={"tokens": 4})
        text = page_of(play, at("plays:play", play))
        assert "Anna and Ben a draw" in text
        assert "gold 0" not in text

    @pytest.mark.long
    def test_in_other_games_a_tie_is_a_shared_win(self):
        play = over("five-tribes", anna={"gold": 4}, ben={"gold": 4})
        assert "Anna and Ben share the win" in page_of(play, at("plays:play", play))
        assert [seat.is_winner for seat in play.seats.all()] == [True, True]

    def test_who_share_the_win_do_so_in_a_sentence_in_german(self):
        play = over("five-tribes", anna={"gold": 4}, ben={"gold": 4})
        page = text_of(owners_phone(play).get(at("plays:play", play), headers={"Accept-Language": "de"}))
        assert "Anna und Ben teilen den Sieg" in page

    @pytest.mark.long
    def test_one_more_that_would_only_have_made_a_draw_would_not_have_won(self):
        play = over("targi", anna={"tokens": 9}, ben={"tokens": 8})
        text = page_of(play, at("plays:play", play))
        assert "Victory point tokens: 2 more for Ben, and Ben wins, 10 to 9." in text


class TestTie:
    def test_an_undecided_one_says_what_decides(self):
        play = a_play(game="targi", names=["Anna", "Ben"])
        count(play, stage="end", anna={"tokens": 4}, ben={"tokens": 4})
        told = "Tie for first place. Tiebreakers: gold, then goods."
        assert told in page_of(play, at("plays:play", play))
        assert told in text_of(watchers_phone(play).get(at("plays:watch", play)))
        lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play))
        assert told in page_of(play, at("plays:stage", play, "end"))

    def test_after_equal_gold_goods_alone_are_left_to_decide(self):
        play = counted("targi", anna={"gold": 2}, ben={"gold": 2})
        assert "Tie for first place. Tiebreaker: goods." in page_of(play, at("plays:stage", play, "end"))

    def test_points_that_decide_ask_for_nothing(self):
        play = counted("targi", anna={"tokens": 4}, ben={"tokens": 3})
        assert "Tiebreaker" not in page_of(play, at("plays:stage", play, "end"))

    @pytest.mark.parametrize(
        ("anna", "ben", "told"),
        [
            long({"gold": 4}, {"gold": 5}, "Ben wins on the tiebreaker · gold 5 : 4"),
            (
                {"gold": 2, "goods": 5},
                {"gold": 2, "goods": 4},
                "Anna wins on the tiebreaker · gold 2 : 2 · goods 5 : 4",
            ),
            long({"gold": 5, "goods": 1}, {"gold": 4, "goods": 9}, "Anna wins on the tiebreaker · gold 5 : 4"),
        ],
    )
    def test_afterwards_the_figures_stand_with_it(self, anna, ben, told):
        play = over("targi", anna=anna, ben=ben)
        for address in (at("plays:play", play), at("plays:watch", play), at("results:sheet", play)):
            assert told in page_of(play, address)
            assert page_of(play, address).count("goods 9") == 0

    def test_text_to_share_names_it_beside_the_winner(self):
        play = over("targi", anna={"gold": 2, "goods": 5}, ben={"gold": 2, "goods": 4})
        _about, winner, second = owners_phone(play).get(at("results:share_result", play)).context["text"].splitlines()
        assert winner.endswith(": 0 · wins on the tiebreaker · gold 2 : 2 · goods 5 : 4")
        assert second.endswith(": 0")


def test_the_score_command_says_that_it_is_a_draw():
    printed = json.loads(format_result(scored(targi_play(anna=TIED, ben=TIED)), Reasons("en")))
    assert (printed["draw"], printed["decided_by"], printed["winners"]) == (True, "shared", ["Anna", "Ben"])
    assert "draw" not in json.loads(format_result(scored(targi_play(anna={"gold": 1}, ben={"gold": 0})), Reasons("en")))


def test_the_page_that_asks_says_that_it_can_be_left_a_draw():
    play = counted("targi", anna={"tokens": 4}, ben={"tokens": 4})
    text = page_of(play, at("plays:tie_break", play))
    assert "Enter for each player: gold. The highest number wins." in text
    assert "Finish as a draw" in text
