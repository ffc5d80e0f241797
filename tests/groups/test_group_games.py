"""A game's page within a group: its ranking, pictures and records, and what the members have with it."""

import datetime

import pytest
from django.test import Client

from companion.models import Mark, Person
from companion.rules import GAMES
from tests.groups.test_players import WINS, in_group, solo
from tests.phones import DAY, THREE, a_play, at, finished, guests_phone, owner_of, owners_phone, phone_of, text_of


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
        assert "Wins Anna 2 wins" in text
        assert "2 wins to 1 · ranking after 3 more plays" in text
        assert "±" not in text

    def test_with_three_players_wins_are_not_told_as_a_duel(self):
        text = text_of(page_of(after("anna", "ben", "anna", names=("Anna", "Ben", "Chris"))))
        assert "wins to" not in text
        assert "ranking after 3 more plays" in text

    def test_after_enough_plays_it_stands_with_its_uncertainty_and_what_it_means(self):
        text = text_of(page_of(after("anna", "ben", "anna", "anna", "ben", "anna")))
        assert text.index("1 Anna 2") < text.index("2 Ben 2")
        assert text.count("±") == 3
        assert "who finished before whom" in text
        assert "4 of 6 plays won: 67%, expected 50%" in text

    def test_a_shared_win_is_explained_so_that_the_rate_can_be_reckoned(self):
        play = after("anna", "ben")
        in_group(play, days=9, names=("Anna", "Ben"), cards={"anna": WINS, "ben": WINS})
        text = text_of(page_of(play))
        assert "2 of 3 plays won (counting 1.5, as shared wins and draws count in part): 50%, expected 50%" in text

    def test_who_has_not_played_enough_for_it_stands_beneath(self):
        play = after("anna", "ben", "anna", "anna", "ben", "anna")
        in_group(play, names=("Anna", "Chris"), days=9)
        text = text_of(page_of(play))
        assert text.index("2 Ben") < text.index("Chris 0 wins")
        assert "In the ranking after 5 more plays" in text

    def test_nobody_is_ranked_who_plays_alone(self, play):
        solo(owner_of(play), play.group)
        text = text_of(page_of(play, "five-tribes-solo"))
        assert "Ranking" not in text
        assert "Plays 1 Won 1" in text
        assert "Ratings reached A fledgling fighter 1 time" in text


class TestWhatStandsThere:
    def test_records_with_the_plays_that_set_them(self):
        play = after("anna", "ben")
        best = in_group(play, winner="ben", days=5, cards={"ben": {"water": 4, "gold": 3}})
        page = page_of(play)
        assert "Most points 11 Ben" in text_of(page)
        assert "Fewest points that won 6 Anna" in text_of(page)
        assert page.content.decode().count(at("play", best)) == 3

    def test_head_to_head(self):
        assert "Anna – Ben 2 ahead, 1 behind 2 : 1" in text_of(page_of(after("anna", "ben", "anna")))

    def test_what_wins(self):
        play = after("anna", "ben", "anna", "anna", "ben")
        for days in (9, 10):
            cards = {"anna": {"salt": 1, "gold": 1}, "ben": {"salt": 1}, "chris": {}}
            in_group(play, days=days, names=THREE, cards=cards)
        text = text_of(page_of(play))
        assert "Water 71% expected 36%: 2.0 times as often" in text

    def test_what_stands_out_most_comes_first_though_it_is_rarer(self):
        play = after("anna", "ben", "anna", "anna", "ben")
        for days in (9, 10):
            in_group(play, days=days, names=THREE, cards={"anna": {"gold": 1}})
        text = text_of(page_of(play))
        assert text.index("Gold 29% expected 10%: 3.0 times as often") < text.index("Water 71% expected 36%: 2.0")

    def test_each_picture_has_its_table(self):
        play = after("anna", "ben", "anna")
        in_group(play, days=40)
        page = page_of(play).content.decode()
        assert page.count('<figure class="chart"') == page.count("As a table") == page.count("<table>") == 3
        assert page.count("<polyline") == 3
        assert 'class="line-2"' in page

    def test_pictures_are_nothing_that_its_policy_forbids(self):
        page = page_of(after("anna", "ben", "anna")).content.decode()
        assert "style" not in page.replace("stylesheet", "")
        assert page.count("<svg") == page.count('aria-hidden="true" focusable="false"') + 1

    @pytest.mark.parametrize("language", ["de", "ja"])
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
        assert "Last plays Tuareg 21 Nov 2026" in text_of(page_of(play))

    @pytest.mark.parametrize("slug", GAMES)
    def test_a_game_that_was_not_played_invites(self, play, slug):
        page = page_of(play, slug)
        assert "Not played to the end yet." in text_of(page)
        assert f'href="/games/{slug}?group={play.group.uuid}"' in page.content.decode()

    def test_other_games_and_groups_do_not_count(self):
        play = after("anna")
        after("ben", "ben")
        solo(owner_of(play), play.group)
        assert "Plays 1 Average" in text_of(page_of(play))

    def test_it_asks_the_database_as_often_however_much_was_played(self, django_assert_num_queries):
        play = after("anna", "ben", "anna")
        for _ in range(2):
            phone = owners_phone(play)
            phone.get(path_of(play))
            with django_assert_num_queries(11):
                phone.get(path_of(play))
            for days in range(5):
                in_group(play, days=days)

    def test_a_play_that_is_over_leads_there(self):
        play = after("anna")
        assert f'href="{path_of(play)}"' in owners_phone(play).get(at("play", play)).content.decode()
        assert path_of(play) not in guests_phone(play).get(at("play", play)).content.decode()


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

    @pytest.mark.parametrize("sent", [{}, {"set": "loved"}, {"set": ""}, {"liked": "1"}])
    def test_anything_else_marks_nothing(self, play, sent):
        assert self.mark(play, **sent).status_code == 302
        assert not Mark.objects.exists()

    def test_they_stay_within_the_group(self, play):
        self.mark(play, set="liked")
        other = a_play(owner=owner_of(play))
        assert "I like it 1" in text_of(page_of(play))
        assert "I like it 1" not in text_of(page_of(other))


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
    page = owners_phone(play).get(f"/groups/{play.group.uuid}/").content.decode()
    assert all(f'href="{path_of(play, slug)}"' in page for slug in GAMES)


def test_days_are_those_of_the_plays():
    play = after("anna")
    in_group(play, days=-400)
    page = page_of(play).content.decode()
    assert (DAY - datetime.timedelta(days=400)).strftime("%Y") in page
