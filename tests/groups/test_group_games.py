"""A game's page within a group: its ranking, pictures and records, and what the members have with it."""

import datetime
import re

import pytest
from django.test import Client

from companion.groups import players
from companion.history.page_parts import ENOUGH_PLAYS, find_winning_items
from companion.models import Mark, NamedMark, Person, Seat
from companion.rules import GAMES
from companion.rules.library import LIBRARY
from tests.groups.test_players import WINS, in_group, solo
from tests.lanes import each_third, long
from tests.phones import (
    DAY,
    THREE,
    a_play,
    again,
    at,
    finished,
    guests_phone,
    owner_of,
    owners_phone,
    phone_of,
    text_of,
)


def path_of(play, slug="tuareg"):
    return f"/groups/{play.group.uuid}/games/{slug}"


def page_of(play, slug="tuareg"):
    return owners_phone(play).get(path_of(play, slug))


def after(*winners, names=("Anna", "Ben")):
    """The first of as many plays as there are winners, a day apart."""
    first, *others = winners
    play = finished(names=names, cards={first: WINS})
    for days, winner in enumerate(others, start=1):
        in_group(play, winner=winner, days=days, names=names)
    return play


class TestRanking:
    def test_before_there_is_one_the_same_place_shows_wins_and_what_is_missing(self):
        text = text_of(page_of(after("anna", "ben", "anna")))
        assert "Anna 3 2 1.5 6 6" in text
        assert "2 wins to 1 After 3 more plays, a ranking by strength appears here." in text
        assert "±" not in text

    @pytest.mark.long
    def test_with_three_players_wins_are_not_told_as_a_duel(self):
        text = text_of(page_of(after("anna", "ben", "anna", names=("Anna", "Ben", "Chris"))))
        assert "wins to" not in text
        assert "After 3 more plays, a ranking by strength appears here." in text

    def test_after_enough_plays_it_stands_with_its_uncertainty_and_what_it_means(self):
        text = text_of(page_of(after("anna", "ben", "anna", "anna", "ben", "anna")))
        assert re.search(r"A Anna \d+ ± \d+ B Ben \d+ ± \d+", text)
        assert "Anna is probably stronger than Ben." in text
        assert "Everyone starts at 25." in text
        assert "Anna 6 4 3 6 6" in text

    @pytest.mark.long
    def test_a_shared_win_counts_half(self):
        play = after("anna", "ben")
        in_group(play, days=9, names=("Anna", "Ben"), cards={"anna": WINS, "ben": WINS})
        text = text_of(page_of(play))
        assert "Anna 3 1.5 1.5 5 6" in text

    @pytest.mark.long
    def test_who_has_not_played_enough_for_it_stands_beneath(self):
        play = after("anna", "ben", "anna", "anna", "ben", "anna")
        in_group(play, names=("Anna", "Chris"), days=9)
        text = text_of(page_of(play))
        assert text.index("B Ben") < text.index("Chris 1 0 0.5 0 0")
        assert "Chris: ranked after 5 more plays" in text

    @pytest.mark.long
    def test_nobody_is_ranked_who_plays_alone(self, play):
        solo(owner_of(play), play.group)
        text = text_of(page_of(play, "five-tribes-solo"))
        assert "Standings" not in text
        assert "Solo 1 of 1 won" in text
        assert "Ratings achieved A fledgling fighter 1 time" in text


class TestWhatStandsThere:
    def test_records_with_the_plays_that_set_them(self):
        play = after("anna", "ben")
        best = in_group(play, winner="ben", days=5, cards={"ben": {"water": 4, "gold": 3}})
        page = page_of(play)
        assert "11 High score Ben, 25 Nov 2026" in text_of(page)
        assert "6 Lowest winning score 2 times, most recently Ben, 21 Nov 2026" in text_of(page)
        assert page.content.decode().count(at("plays:play", best)) == 4

    def test_what_wins(self):
        play = after("anna", "ben", "anna", "anna", "ben")
        for days in (9, 10):
            cards = {"anna": {"salt": 1, "gold": 1}, "ben": {"salt": 1}, "chris": {}}
            in_group(play, days=days, names=THREE, cards=cards)
        text = text_of(page_of(play))
        assert "Water × 2 wins 100%: 5 of 5 · expected 50%" in text
        assert "Gold × 3 wins 100%: 2 of 2 · expected 33%" in text

    def test_of_a_game_with_one_row_it_does_not_say_what_wins(self):
        for game, row in (LIBRARY["memory"], "pairs"), (GAMES["tuareg"], "water"):
            shares = find_winning_items(game, [[(True, [row]), (False, [])]] * ENOUGH_PLAYS)
            assert len(shares) == (game.slug == "tuareg")

    @pytest.mark.long
    def test_what_stands_out_most_comes_first_though_it_is_rarer(self):
        play = after("anna", "ben", "anna", "anna", "ben")
        for days in (9, 10):
            in_group(play, days=days, names=THREE, cards={"anna": {"gold": 1}})
        text = text_of(page_of(play))
        assert "The player who scores most from gold wins 3 times as often as expected." in text
        assert text.index("Gold × 3") < text.index("Water × 2")

    def test_middle_score_is_not_told_if_all_scores_are_equal(self):
        play = after("anna")
        text = text_of(page_of(play))
        assert "The middle score is" in text
        Seat.objects.update(points=36)
        assert "The middle score is" not in text_of(page_of(again(play)))

    @pytest.mark.long
    def test_how_points_are_spread_can_be_asked_of_tables_of_one_size(self):
        play = after("anna", "ben", "anna")
        in_group(play, days=9, names=THREE, cards={"chris": {"water": 4, "gold": 3}})
        phone = owners_phone(play)
        assert "9 scores The middle score is" in text_of(phone.get(path_of(play)))
        assert "3 scores The middle score is" in text_of(phone.get(path_of(play), {"of": "3"}))
        assert "9 scores" in text_of(phone.get(path_of(play), {"of": "7"}))

    def test_each_picture_has_its_table(self):
        play = after("anna", "ben", "anna")
        in_group(play, days=40)
        page = page_of(play).content.decode()
        assert page.count('<figure class="chart"') == page.count("Show as table") == page.count("<table>") == 1
        assert '<rect class="open"' in page

    def test_pictures_are_nothing_that_its_policy_forbids(self):
        page = page_of(after("anna", "ben", "anna")).content.decode()
        assert "style" not in page.replace("stylesheet", "")
        assert page.count("<svg") == page.count('aria-hidden="true" focusable="false"')

    @pytest.mark.parametrize("language", ["de", long("ja")])
    def test_coordinates_are_written_alike_in_every_language(self, language):
        play = after("anna", "ben", "anna")
        phone = owners_phone(play)
        english = phone.get(path_of(play)).content.decode()
        phone.cookies["language"] = language
        other = phone.get(path_of(play)).content.decode()

        def drawn(page):
            return [tag for tag in page.split("<") if tag.startswith(("rect", "circle", "polyline", "line"))]

        assert drawn(english) == drawn(other) != []

    def test_the_newest_plays_lead_on(self):
        play = after("anna", "ben")
        assert "Recent plays All 2 Tuareg: Ben 6 (winner) by 6 Anna 0" in text_of(page_of(play))

    @pytest.mark.parametrize("slug", each_third(GAMES))
    def test_a_game_that_was_not_played_invites(self, play, slug):
        page = page_of(play, slug)
        assert "No finished plays yet." in text_of(page)
        assert f'href="/games/{slug}?group={play.group.uuid}"' in page.content.decode()

    def test_other_games_and_groups_do_not_count(self):
        play = after("anna")
        after("ben", "ben")
        solo(owner_of(play), play.group)
        assert "Tuareg 1 play ·" in text_of(page_of(play))

    @pytest.mark.long
    def test_it_asks_the_database_as_often_however_much_was_played(self, django_assert_num_queries):
        play = after("anna", "ben", "anna")
        for _ in range(2):
            phone = owners_phone(play)
            phone.get(path_of(play))
            with django_assert_num_queries(13):
                phone.get(path_of(play))
            for days in range(5):
                in_group(play, days=days)

    def test_a_play_that_is_over_leads_there(self):
        play = after("anna")
        assert f'href="{path_of(play)}"' in owners_phone(play).get(at("plays:play", play)).content.decode()
        assert path_of(play) not in guests_phone(play).get(at("plays:play", play)).content.decode()


class TestMarks:
    @staticmethod
    def mark(play, phone=None, **sent):
        return (phone or owners_phone(play)).post(f"{path_of(play)}/mark", sent)

    def test_a_member_puts_one_and_takes_it_back(self, play):
        assert self.mark(play, set="liked").url == path_of(play)
        page = page_of(play).content.decode()
        assert '<button name="unset" value="liked" aria-pressed="true">I like it' in page
        assert '<button name="set" value="owned" aria-pressed="false">I own it' in page
        self.mark(play, unset="liked")
        assert not Mark.objects.exists()

    @pytest.mark.long
    def test_twice_is_once(self, play):
        for _ in range(2):
            self.mark(play, set="owned")
        assert Mark.objects.count() == 1
        for _ in range(2):
            self.mark(play, unset="owned")
        assert Mark.objects.count() == 0

    def test_the_others_see_how_many_but_only_their_own_are_theirs(self, play):
        other = Person.objects.create_visitor()
        play.group.members.create(person=other)
        self.mark(play, set="owned")
        self.mark(play, phone_of(other), set="liked")
        page = phone_of(other).get(path_of(play))
        assert "I own it 1" in text_of(page)
        assert [mark.is_mine for mark in page.context["marks"]] == [False, True, False, False]

    def test_who_has_left_the_group_no_longer_counts(self, play):
        other = Person.objects.create_visitor()
        member = play.group.members.create(person=other)
        self.mark(play, phone_of(other), set="owned")
        member.delete()
        assert "I own it 1" not in text_of(page_of(play))

    @pytest.mark.parametrize("sent", [{}, {"set": "loved"}, long({"set": ""}), long({"liked": "1"})])
    def test_anything_else_marks_nothing(self, play, sent):
        assert self.mark(play, **sent).status_code == 302
        assert not Mark.objects.exists()

    def test_they_are_ones_own_and_count_in_all_ones_groups(self, play):
        self.mark(play, set="liked")
        mine, others = a_play(owner=owner_of(play)), a_play()
        assert "I like it 1" in text_of(page_of(play))
        assert "I like it 1" in text_of(page_of(mine))
        assert "I like it 1" not in text_of(page_of(others))
        self.mark(mine, unset="liked")
        assert "I like it 1" not in text_of(page_of(play))


class TestNotThere:
    def test_a_game_or_group_there_is_none_of(self, play):
        phone = owners_phone(play)
        nowhere = "/groups/00000000-0000-0000-0000-000000000000/games/tuareg"
        for path in (path_of(play, "nonesuch"), path_of(play, "x" * 300), nowhere):
            assert phone.get(path).status_code == 404
            assert phone.post(f"{path}/mark", {"set": "liked"}).status_code == 404

    def test_a_group_of_others(self, play):
        for phone in (Client(), guests_phone(play), owners_phone(a_play())):
            assert phone.get(path_of(play)).status_code == 404
            assert phone.post(f"{path_of(play)}/mark", {"set": "liked"}).status_code == 404
        assert not Mark.objects.exists()


def test_the_group_leads_to_every_game(play):
    page = owners_phone(play).get(f"/groups/{play.group.uuid}/games").content.decode()
    assert all(f'href="{path_of(play, slug)}"' in page for slug in GAMES)


@pytest.mark.long
def test_days_are_those_of_the_plays():
    play = after("anna")
    in_group(play, days=-400, cards={"anna": {"water": 4, "gold": 3}})
    page = page_of(play).content.decode()
    assert (DAY - datetime.timedelta(days=400)).strftime("%Y") in page


class TestMarksThatCameWithAFile:
    """A mark that came with a file is a name's, until someone says that the name is theirs."""

    @pytest.fixture
    def play(self):
        play = a_play()
        NamedMark.objects.create(player=play.group.players.get(name="Ben"), game_slug="tuareg", kind="owned")
        return play

    @staticmethod
    def owned(play):
        return next(mark for mark in page_of(play).context["marks"] if mark.kind == "owned")

    def test_it_counts_under_its_name(self, play):
        owned = self.owned(play)
        assert (owned.count, owned.names, owned.is_mine) == (1, ("Ben",), False)

    def test_who_says_that_the_name_is_theirs_can_take_it_back(self, play):
        play.group.players.filter(name="Ben").update(person=owner_of(play))
        TestMarks.mark(play, set="owned")
        owned = self.owned(play)
        assert (owned.count, owned.names, owned.is_mine) == (1, ("Ben",), True)
        TestMarks.mark(play, unset="owned")
        assert self.owned(play).count == 0

    def test_it_goes_along_when_two_names_become_one(self, play):
        other = players.add(play.group, "Benny")
        players.merge(play.group.players.get(name="Ben"), other)
        assert self.owned(play).names == ("Benny",)

    def test_it_is_lost_with_the_name(self, play):
        players.make_anonymous(play.group.players.get(name="Ben"))
        assert self.owned(play).count == 0
