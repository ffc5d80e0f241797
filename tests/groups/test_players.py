"""A player's page: what they played in the group and what came of it."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from companion.core import tasks
from companion.groups.founding import delete_for_good
from companion.history import rating
from companion.models import Ladder, Person, Player
from companion.plays import lifecycle
from tests.lanes import long
from tests.phones import (
    DAY,
    THREE,
    a_play,
    again,
    at,
    count,
    finished,
    guests_phone,
    owner_of,
    owners_phone,
    seat_of,
    text_of,
)
from tests.working import done

WINS = {"water": 4}


def game_of(play):
    """The address of the page of a play's game in its group."""
    return reverse("history:group_game", args=[play.group.uuid, play.game_slug])


def in_group(play, *, winner="anna", days=0, **of_the_play):
    """Another finished play of the group; whoever wins has 4 water and 6 points."""
    of_the_play = {"cards": {winner: WINS}, **of_the_play}
    day = DAY + datetime.timedelta(days=days)
    return finished(owner=owner_of(play), group=play.group, played_on=day, **of_the_play)


def solo(owner, group, *, viziers=5, elders=0):
    """A game for one that Anna has finished against a council of two."""
    play = a_play(game="five-tribes-solo", names=["Anna"], owner=owner, group=group)
    count(play, stage="end", anna={"viziers": viziers, "council": 2, "elders": elders, "gold": 180})
    lifecycle.close_stage(again(play), play.game.stages[0], person=owner)
    lifecycle.finish(again(play), person=owner)
    return again(play)


def page_of(play, name, phone=None):
    player = Player.objects.get(group=play.group, name=name)
    return (phone or owners_phone(play)).get(f"/groups/{play.group.uuid}/players/{player.pk}")


@pytest.fixture
def history():
    """Anna has won two of three plays of three; the newest is Ben's."""
    first = finished(cards={"anna": WINS})
    in_group(first, days=1)
    in_group(first, winner="ben", days=2)
    return first


class TestFigures:
    def test_wins_stand_against_what_chance_would_give(self, history):
        text = text_of(page_of(history, "Anna"))
        assert "67% won : 2 of 3 plays expected 33%" in text
        assert "0% won : 0 of 3 plays expected 33%" in text_of(page_of(history, "Chris"))

    def test_a_shared_win_is_told_apart(self):
        play = finished(cards={"anna": {"water": 4}, "ben": {"water": 4}})
        text = text_of(page_of(play, "Anna"))
        assert "50% won : 0.5 of 1 play expected 33%" in text
        assert "A win shared by two counts as half, and so does a draw." in text

    def test_a_shared_win_counts_half_wherever_a_page_counts_wins(self):
        level = {"anna": {"water": 4}, "ben": {"water": 4}}
        play = finished(names=("Anna", "Ben"), cards=level)
        in_group(play, names=("Anna", "Ben"))
        assert "1.5 of 2 won" in text_of(page_of(play, "Anna"))
        game = text_of(owners_phone(play).get(game_of(play)))
        assert "Anna 2 1.5" in game
        assert "1.5 wins to 0.5" in game
        year = text_of(owners_phone(play).get(reverse("history:year", args=[play.group.uuid, play.played_on.year])))
        assert "Anna: 1.5 wins · Ben: 0.5 wins" in year

    def test_lead_of_nothing_and_a_chart_without_dots_are_not_shown(self):
        play = finished(names=("Anna", "Ben"), cards={"anna": {"water": 4}, "ben": {"water": 4}})
        game = text_of(owners_phone(play).get(game_of(play)))
        assert "High score" in game
        assert "lead" not in game
        assert "Points over time" not in text_of(page_of(play, "Anna"))
        in_group(play, names=("Anna", "Ben"))
        assert "Points over time" in text_of(page_of(play, "Anna"))

    def test_points_that_always_win_are_one_number(self):
        play = finished(names=("Anna", "Ben"), cards={"anna": WINS})
        for _ in range(3):
            in_group(play, names=("Anna", "Ben"))
        assert "It usually takes 6 to win." in text_of(owners_phone(play).get(game_of(play)))

    def test_what_was_played_alone_stands_apart_so_that_wins_of_plays_give_the_rate(self, history):
        for _ in range(2):
            solo(owner_of(history), history.group)
        text = text_of(page_of(history, "Anna"))
        assert "67% won : 2 of 3 plays expected 33%" in text
        assert "Solo and co-op, counted separately 2 of 2 won" in text

    @pytest.mark.long
    def test_streaks(self, history):
        assert "Longest winning streak 2 wins Current streak 1 play without a win" in text_of(page_of(history, "Anna"))
        in_group(history, winner="ben", days=3)
        assert "Longest winning streak 2 wins Current streak 2 wins" in text_of(page_of(history, "Ben"))

    def test_average_and_best_of_each_game(self, history):
        in_group(history, days=3, cards={"anna": {"water": 4, "gold": 3}})
        page = page_of(history, "Anna")
        assert "Tuareg 5.75 11 4" in text_of(page)

    def test_only_finished_plays_count(self, history):
        stopped = a_play(owner=owner_of(history), group=history.group)
        lifecycle.stop(stopped, person=owner_of(history))
        a_play(owner=owner_of(history), group=history.group)
        assert "won : 2 of 3 plays" in text_of(page_of(history, "Anna"))

    def test_a_deleted_play_counts_again_once_it_is_put_back(self, history):
        lifecycle.delete(history, person=owner_of(history))
        assert "won : 1 of 2 plays" in text_of(page_of(history, "Anna"))
        lifecycle.restore(again(history), person=owner_of(history))
        assert "won : 2 of 3 plays" in text_of(page_of(history, "Anna"))

    def test_a_play_that_is_opened_again_does_not_count_until_it_is_finished(self, history):
        lifecycle.reopen(history, person=owner_of(history))
        assert "won : 1 of 2 plays" in text_of(page_of(history, "Anna"))
        assert history.seats.filter(took=[], tier="").count() == 3

    def test_a_seat_that_was_taken_away_does_not_count(self):
        play = finished(names=(*THREE, "Dora"), cards={"anna": WINS})
        play.seats.filter(player__name="Dora").update(removed_at=play.changed_at)
        assert "expected 33%" in text_of(page_of(play, "Anna"))
        assert "will appear here after Dora’s first finished play." in text_of(page_of(play, "Dora"))


class TestResults:
    def test_the_newest_is_first_and_leads_to_its_play(self, history):
        newest = in_group(history, days=9)
        body = page_of(history, "Anna").content.decode().partition('id="results"')[2]
        assert body.index(at("plays:play", newest)) < body.index(at("plays:play", history))
        assert "29 Nov 2026 6 points 1 of 3" in text_of(page_of(history, "Anna"))

    def test_how_unusual_a_score_is_is_told_once_there_are_enough(self, history):
        assert "-player scores" not in text_of(page_of(history, "Anna"))
        in_group(history, days=4, cards={"anna": {"water": 4, "gold": 3}})
        assert "11 points 1 of 3 (winner) better than 100% of all 3-player scores" in text_of(page_of(history, "Anna"))
        assert "6 points 1 of 3 (winner) better than 73% of all 3-player scores" in text_of(page_of(history, "Anna"))

    @pytest.mark.long
    def test_it_is_compared_with_tables_of_one_size_alone(self, history):
        for number in range(6):
            in_group(history, names=("Anna", "Ben"), winner="ben", days=10 + number, cards={"ben": {"water": 4}})
        assert "at tables of 3" not in text_of(page_of(history, "Anna"))
        assert "better than 55% of all 2-player scores" in text_of(page_of(history, "Ben"))


class TestRivals:
    def test_who_beats_whom(self, history):
        text = text_of(page_of(history, "Anna"))
        assert "2 : 1 B Ben" in text
        assert "2 : 0 C Chris" in text

    @pytest.mark.long
    def test_the_hardest_comes_first_and_is_named_once_there_were_enough_meetings(self, history):
        for number in range(3):
            in_group(history, winner="ben", days=3 + number)
        text = text_of(page_of(history, "Anna"))
        assert "Ben is the toughest opponent: ahead in 4 of 6 ." in text
        assert text.index("B Ben") < text.index("C Chris")

    def test_who_was_never_ahead_is_not_the_toughest(self):
        play = finished(cards={"anna": WINS})
        for number in range(5):
            in_group(play, days=1 + number)
        assert "Anna is the toughest opponent" in text_of(page_of(play, "Ben"))
        assert "toughest" not in text_of(page_of(play, "Anna"))

    def test_who_was_ahead_in_less_than_half_is_not_the_toughest(self):
        play = finished(cards={"ben": WINS})
        for number in range(5):
            in_group(play, days=1 + number)
        assert "toughest" not in text_of(page_of(play, "Anna"))

    def test_toughest_opponent_says_how_often_one_has_to_be_met_if_others_were_met_less(self):
        play = finished(cards={"ben": WINS})
        for number in range(5):
            in_group(play, winner="ben", days=1 + number)
        in_group(play, winner="dora", names=("Anna", "Dora"), days=9)
        text = text_of(page_of(play, "Anna"))
        assert "Ben is the toughest opponent of those met at least 5 times: ahead in 6 of 6 ." in text

    def test_each_leads_to_the_page_of_the_two(self, history):
        anna, ben = (Player.objects.get(name=name) for name in ("Anna", "Ben"))
        path = f"/groups/{history.group.uuid}/players/{anna.pk}/against/{ben.pk}"
        assert f'href="{path}"' in page_of(history, "Anna").content.decode()


class TestGames:
    def test_whoever_has_played_enough_is_not_asked_for_more_plays(self, history):
        for number in range(2):
            in_group(history, days=3 + number)
        assert "ranked after 1 more play" in text_of(page_of(history, "Anna"))
        in_group(history, days=5, names=("Anna", "Dora"))
        text = text_of(page_of(history, "Anna"))
        assert "ranked after" not in text
        assert "in a ranking once a second person has played 1 more time" in text
        assert "ranked after 1 more play" in text_of(page_of(history, "Ben"))

    @pytest.mark.long
    def test_the_ranking_says_what_is_missing_and_then_the_place(self, history):
        assert "ranked after 3 more plays" in text_of(page_of(history, "Anna"))
        for number in range(3):
            in_group(history, days=3 + number)
        assert "rank 1 of 3" in text_of(page_of(history, "Anna"))

    def test_points_over_time_are_a_picture_and_a_table(self, history):
        page = page_of(history, "Anna").content.decode()
        assert page.count('<svg class="strip"') == 1
        assert page.partition('<svg class="strip"')[2].partition("</svg>")[0].count("<circle") == 3
        assert page.count('<th scope="row">20 Nov 2026</th><td>6</td><td>1</td>') == 1

    def test_the_tiers_of_a_game_for_one(self, history):
        owner, group = owner_of(history), history.group
        low, high = solo(owner, group), solo(owner, group, elders=20)
        solo(owner, group, viziers=1)
        page = page_of(history, "Anna")
        text = text_of(page)
        assert "Solo: 2 of 3 won" in text
        assert "An ambitious king 1 time first on 20 Nov 2026" in text
        assert "A fledgling fighter 1 time" in text
        assert text.index("An ambitious king") < text.index("A fledgling fighter 1 time")
        assert [seat.tier for play in (low, high) for seat in play.seats.all()] == ["fledgling", "king"]

    @pytest.mark.long
    def test_playing_alone_changes_nothing_of_wins_and_chance(self, history):
        before = text_of(page_of(history, "Anna")).partition(" By game ")[0]
        solo(owner_of(history), history.group)
        after = text_of(page_of(history, "Anna")).partition(" By game ")[0]
        assert after == before + " Solo and co-op, counted separately 1 of 1 won"


class TestRecords:
    def test_they_are_named_with_the_play_that_set_them(self, history):
        best = in_group(history, days=4, winner="ben", cards={"ben": {"water": 4, "gold": 3}})
        page = page_of(history, "Ben")
        assert "11 Tuareg: High score" in text_of(page)
        assert page.content.decode().count(at("plays:play", best)) > 1
        assert "11 Tuareg: High score" not in text_of(page_of(history, "Anna"))


class TestPage:
    def test_who_has_played_nothing_to_the_end_is_told_what_will_stand_there(self, play):
        assert "will appear here after Anna’s first finished play." in text_of(page_of(play, "Anna"))

    @pytest.mark.long
    def test_plays_of_a_game_that_is_gone_are_passed_over(self, history):
        other = in_group(history, days=3)
        other.group.plays.filter(pk=other.pk).update(game_slug="gone")
        assert "won : 2 of 3 plays" in text_of(page_of(history, "Anna"))

    @pytest.mark.long
    def test_nothing_is_scored_for_it(self, history):
        seat = seat_of(history, "Anna")
        seat.cards.all().delete()
        seat.saves.all().delete()
        assert "won : 2 of 3 plays" in text_of(page_of(history, "Anna"))

    def test_the_group_leads_there(self, history):
        page = owners_phone(history).get(f"/groups/{history.group.uuid}/players").content.decode()
        for player in history.group.players.all():
            assert f'href="/groups/{history.group.uuid}/players/{player.pk}"' in page

    def test_it_is_for_members_alone(self, history):
        for phone in (Client(), guests_phone(history), owners_phone(a_play())):
            assert page_of(history, "Anna", phone).status_code == 404

    def test_a_player_of_another_group_is_not_there(self, history):
        other = a_play(names=("Zoe", "Yann"))
        stranger = Player.objects.get(name="Zoe")
        assert owners_phone(history).get(f"/groups/{history.group.uuid}/players/{stranger.pk}").status_code == 404
        assert owners_phone(other).get(f"/groups/{history.group.uuid}/players/{stranger.pk}").status_code == 404

    @pytest.mark.parametrize("number", [long("0"), "x", long("-1"), "9" * 30])
    def test_a_player_there_is_none_of(self, history, number):
        assert owners_phone(history).get(f"/groups/{history.group.uuid}/players/{number}").status_code == 404

    def test_names_are_shown_as_they_are_and_do_nothing(self):
        play = finished(names=("<b>Anna", "Ben"), cards={})
        body = page_of(play, "<b>Anna").content.decode()
        assert "<b>Anna" not in body
        assert "&lt;b&gt;Anna" in body

    def test_it_asks_the_database_as_often_however_much_was_played(self, history, django_assert_num_queries):
        for _ in range(2):
            phone = owners_phone(history)
            page_of(history, "Anna", phone)
            with django_assert_num_queries(12):
                page_of(history, "Anna", phone)
            for number in range(5):
                in_group(history, days=number)


class TestLadder:
    def ratings(self, history):
        page_of(history, "Anna")
        return Ladder.objects.get(group=history.group).ratings

    def test_a_play_at_the_end_is_rated_on_top(self, history):
        before = self.ratings(history)
        Ladder.objects.update(ratings={**before, str(Player.objects.get(name="Anna").pk): [40, 1]})
        in_group(history, days=5)
        [anna, _] = self.ratings(history)[str(Player.objects.get(name="Anna").pk)]
        assert anna > 39

    @pytest.mark.parametrize("what", ["late", "deleted", "reopened", "another date"])
    def test_whatever_changes_earlier_plays_rates_all_anew(self, history, what):
        before = self.ratings(history)
        Ladder.objects.update(ratings={player: [40, 1] for player in before})
        if what == "late":
            in_group(history, winner="chris", days=-5)
        elif what == "deleted":
            lifecycle.delete(history, person=owner_of(history))
        elif what == "reopened":
            lifecycle.reopen(history, person=owner_of(history))
        else:
            again(history).touch(played_on=DAY + datetime.timedelta(days=30))
        after = self.ratings(history)
        assert all(mu < 35 for mu, _ in after.values())
        assert after != before

    @pytest.mark.usefixtures("beside")
    def test_of_very_many_plays_it_is_worked_out_beside_the_requests(self, history, monkeypatch):
        monkeypatch.setattr(rating, "MOST_AT_ONCE", 1)
        group = history.group
        anna, game = (reverse("history:player", args=[group.uuid, group.players.get(name="Anna").pk]), game_of(history))
        phone = owners_phone(history)
        for page in (anna, game):
            assert "the ranking takes a moment" in text_of(phone.get(page))
            assert phone.get(f"{page}?rating=1").status_code == 204
        assert "ranked after" not in text_of(phone.get(game))
        not_yet = text_of(phone.get(anna)).count("ranked after")
        assert DBTaskResult.objects.ready().count() == 1
        done()
        for page in (anna, game):
            assert phone.get(f"{page}?rating=1").headers["HX-Refresh"] == "true"
            assert "the ranking takes a moment" not in text_of(phone.get(page))
        assert text_of(phone.get(anna)).count("ranked after") == not_yet + 1
        beside_it = Ladder.objects.get(game_slug=history.game_slug).ratings
        Ladder.objects.all().delete()
        monkeypatch.undo()
        page_of(history, "Anna")
        assert Ladder.objects.get(game_slug=history.game_slug).ratings == beside_it

    def test_where_no_process_works_beside_the_requests_the_page_looks_once_more_and_has_it(self, history, monkeypatch):
        monkeypatch.setattr(rating, "MOST_AT_ONCE", 1)
        phone, page = owners_phone(history), game_of(history)
        assert "the ranking takes a moment" in text_of(phone.get(page))
        assert phone.get(f"{page}?rating=1").headers["HX-Refresh"] == "true"
        assert "the ranking takes a moment" not in text_of(phone.get(page))

    @pytest.mark.long
    @pytest.mark.usefixtures("beside")
    def test_a_play_at_the_end_of_very_many_waits_for_nobody(self, history, monkeypatch):
        self.ratings(history)
        monkeypatch.setattr(rating, "MOST_AT_ONCE", 1)
        in_group(history, days=5)
        assert "the ranking takes a moment" not in text_of(page_of(history, "Anna"))
        assert not DBTaskResult.objects.exists()

    @pytest.mark.long
    @pytest.mark.usefixtures("beside")
    def test_that_the_group_went_meanwhile_is_no_error(self, history, monkeypatch):
        monkeypatch.setattr(rating, "MOST_AT_ONCE", 1)
        page_of(history, "Anna")
        delete_for_good(history.group)
        done()
        assert DBTaskResult.objects.get().status == "SUCCESSFUL"

    @pytest.mark.long
    @pytest.mark.usefixtures("beside")
    def test_where_it_cannot_be_worked_out_the_page_says_so_and_it_is_tried_again_after_a_while(
        self, history, monkeypatch
    ):
        monkeypatch.setattr(rating, "MOST_AT_ONCE", 1)
        group, phone = history.group, owners_phone(history)
        anna, game = (reverse("history:player", args=[group.uuid, group.players.get(name="Anna").pk]), game_of(history))
        phone.get(anna)
        with monkeypatch.context() as failing:
            failing.setattr(rating.ratings, "rate", lambda *plays: 1 / 0)
            done()
        for page in (anna, game, anna):
            answer = phone.get(page)
            assert "The ranking couldn’t be calculated." in text_of(answer)
            # Nothing is waited for.
            assert b"?rating=1" not in answer.content
        assert [task.status for task in DBTaskResult.objects.all()] == ["FAILED"]
        DBTaskResult.objects.update(finished_at=timezone.now() - tasks.RETRY_AFTER)
        assert "the ranking takes a moment" in text_of(phone.get(game))
        done()
        assert "couldn’t be calculated" not in text_of(phone.get(game))
        assert Ladder.objects.count() == 1

    def test_looking_at_it_makes_nobody_known(self, history):
        people = Person.objects.count()
        page_of(history, "Anna", Client())
        assert Person.objects.count() == people
