"""The page of a person over all their groups: what they have played, what came of it, and who may see it."""

import datetime

import pytest
from django.test import Client

from companion.core.language.evenings import this_evening
from companion.groups import founding, members
from companion.groups.members import claim_name, join
from companion.history.own_page import own_context
from companion.history.own_plays import OwnPlays
from companion.models import Group, Person, Play, Seat
from companion.models.sheets import add_sheet
from companion.rules.library import sheet
from tests.groups.test_players import WINS, in_group, solo
from tests.phones import DAY, THREE, an_empty_group, finished, guests_phone, kept, owner_of, phone_of, text_of

PATH = "/you/plays"
LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff-Maximiliane von Hohenzollern"[:60]


def is_me(person, group, name="Anna"):
    """Let the person say that this name of a group is theirs."""
    join(group, person)
    claim_name(group.players.get(name=name), person)


def own_of(person) -> OwnPlays:
    return OwnPlays(person, list(person.groups.order_by("pk").prefetch_related("players")))


def page_of(person):
    return phone_of(person).get(PATH)


@pytest.fixture
def home():
    """A group in which Anna has won two of three plays, on two days."""
    first = finished(cards={"anna": WINS})
    in_group(first)
    in_group(first, winner="ben", days=2)
    return first


@pytest.fixture
def club():
    """Another group in which Ann has won one of two plays, against Ben and Zoe."""
    first = finished(names=("Ann", "Ben", "Zoe"), cards={"ann": WINS}, played_on=DAY)
    in_group(first, names=("Ann", "Ben", "Zoe"), winner="zoe", days=5)
    return first


@pytest.fixture
def anna(home, club):
    """A person who is Anna in one group and Ann in another."""
    person = owner_of(home)
    is_me(person, home.group)
    is_me(person, club.group, "Ann")
    return person


class TestNumbers:
    def test_plays_of_all_groups_are_one_persons(self, anna):
        own = own_of(anna)
        numbers = own.count_plays(own.history)
        assert (numbers.plays, numbers.wins.wins, numbers.games) == (5, 3, 1)
        text = text_of(page_of(anna))
        assert "In 2 groups, since November 2026" in text
        assert "60% won : 3 of 5 plays expected 33%" in text

    def test_game_nights_of_two_groups_on_one_day_are_two(self, anna):
        own = own_of(anna)
        assert own.count_plays(own.history).evenings == 4

    def test_h_index_counts_a_game_of_two_groups_once(self, anna, home):
        for _ in range(2):
            solo(owner_of(home), home.group)
        own = own_of(anna)
        assert own.count_plays(own.history).h_index == 2
        assert [(slug, len(its)) for slug, its in own.by_game().items()] == [("tuareg", 5), ("five-tribes-solo", 2)]

    def test_this_year_stands_beside_all_years(self, anna, home):
        Play.objects.exclude(pk=home.pk).update(played_on=this_evening())
        Play.objects.filter(pk=home.pk).update(played_on=this_evening() - datetime.timedelta(days=800))
        assert "Plays 4 5 Wins against others 2 3 Games 1 1 Game nights 2 3 H-index 1 1" in text_of(page_of(anna))

    def test_each_group_leads_to_ones_page_there(self, anna, home, club):
        page = page_of(anna)
        for play, name in ((home, "Anna"), (club, "Ann")):
            player = play.group.players.get(name=name)
            assert f'href="/groups/{play.group.uuid}/players/{player.pk}"' in page.content.decode()
        assert "3 plays · 2 of 3 won" in text_of(page)

    def test_solo_plays_are_counted_apart(self, anna, home):
        solo(owner_of(home), home.group)
        text = text_of(page_of(anna))
        assert "60% won : 3 of 5 plays" in text
        assert "Solo and co-op, counted separately 1 of 1 won" in text
        assert page_of(anna).context["ever"].plays == 6

    def test_stopped_and_deleted_plays_do_not_count(self, anna, home):
        Play.objects.filter(pk=home.pk).update(state=Play.State.STOPPED)
        assert page_of(anna).context["ever"].plays == 4

    def test_a_library_game_of_two_groups_is_one_game(self, anna, home, club):
        for group, name in ((home.group, "Anna"), (club.group, "Ann")):
            version = add_sheet(group, sheet("azul"), slug="azul", person=None)
            play = Play.objects.create(
                group=group, game_slug="azul", sheet=version, played_on=DAY, state=Play.State.FINISHED
            )
            for place, player in enumerate((group.players.get(name=name), group.players.get(name="Ben"))):
                Seat.objects.create(
                    play=play, player=player, position=place, points=9 - place, rank=1 + place, is_winner=not place
                )
        assert [(slug, len(its)) for slug, its in own_of(anna).by_game().items()] == [("tuareg", 5), ("azul", 2)]


class TestHeadToHead:
    def test_rivals_lead_to_the_page_of_the_two_in_their_group(self, anna, club):
        page = page_of(anna)
        numbers = dict(club.group.players.values_list("name", "pk"))
        address = f'href="/groups/{club.group.uuid}/players/{numbers["Ann"]}/against/{numbers["Zoe"]}"'
        assert address in page.content.decode()
        [zoe] = [each for each in page.context["rivals"] if each.other == "Zoe"]
        assert (zoe.pair.ahead, zoe.pair.behind, zoe.pair.level) == (1, 1, 0)

    def test_two_of_one_name_are_apart_unless_they_are_one_person(self, anna, home, club):
        bens = [each for each in page_of(anna).context["rivals"] if each.other == "Ben"]
        assert {each.group: each.pair.together for each in bens} == {"Ann, Ben, Zoe": 2, "Anna, Ben, Chris": 3}
        ben = Person.objects.create_visitor()
        for play in (home, club):
            is_me(ben, play.group, "Ben")
        [both] = [each for each in page_of(anna).context["rivals"] if each.other == "Ben"]
        assert (both.pair.together, both.group) == (5, "")

    def test_what_one_group_calls_somebody_is_not_told_to_another(self, anna, home, club):
        ben = Person.objects.create_visitor()
        is_me(ben, home.group, "Ben")
        is_me(ben, club.group, "Zoe")
        rivals = {each.other: each.pair.together for each in page_of(anna).context["rivals"] if each.other != "Ben"}
        assert rivals == {"Chris": 3, "Zoe": 2}

    def test_only_those_met_most_often_are_listed_until_all_are_asked_for(self, anna, monkeypatch):
        monkeypatch.setattr(own_context, "__kwdefaults__", {"most": 2})
        assert len(page_of(anna).context["rivals"]) == 2
        assert "All 4 people" in text_of(page_of(anna))
        everything = phone_of(anna).get(PATH, {"all": "1"})
        assert len(everything.context["rivals"]) == 4
        assert "All 4 people" not in text_of(everything)


class TestWhoIsAsked:
    def test_it_is_only_for_who_is_known(self, home):
        for phone in (Client(), guests_phone(home)):
            assert phone.get(PATH).status_code == 404

    def test_nobody_sees_what_others_have_played(self, anna):
        stranger = page_of(Person.objects.create_visitor())
        assert stranger.status_code == 200
        assert "Tuareg" not in text_of(stranger)

    def test_a_member_sees_only_plays_of_names_that_are_theirs(self, anna, home):
        member = join(home.group, Person.objects.create_visitor()).person
        assert page_of(member).context["plays"] == 0
        is_me(member, home.group, "Chris")
        assert page_of(member).context["wins"].wins == 0
        assert page_of(member).context["plays"] == 3

    def test_who_was_removed_sees_nothing_of_the_group_any_more(self, anna, club):
        members.expel(club.group.members.get(person=anna))
        page = page_of(anna)
        assert page.context["ever"].plays == 3
        assert "Zoe" not in text_of(page)

    def test_a_deleted_group_does_not_count(self, anna, home):
        founding.delete(Group.objects.get(pk=home.group_id))
        assert page_of(anna).context["ever"].plays == 2

    def test_home_and_account_lead_there(self, anna):
        for path in ("/", "/you"):
            assert f'href="{PATH}"' in phone_of(anna).get(path).content.decode()

    def test_home_of_a_phone_without_groups_does_not_lead_there(self):
        assert f'href="{PATH}"' not in Client().get("/").content.decode()


class TestEmpty:
    def test_without_a_group_it_says_how_to_begin(self):
        text = text_of(page_of(kept()))
        assert "You’re not in any group yet." in text
        assert "Start a play" in text

    def test_without_a_name_of_ones_own_each_group_asks_who_one_is(self, home):
        page = page_of(owner_of(home))
        assert "Choose which player you are" in text_of(page)
        assert f'href="/groups/{home.group.uuid}/my-name"' in page.content.decode()

    def test_before_the_first_play_it_says_what_will_be_there(self):
        group = an_empty_group()
        person = group.members.get().person
        is_me(person, group, founding.seat_players(group, ["Anna"])[0].name)
        assert "will appear here after your first finished play" in text_of(page_of(person))


def test_it_asks_the_database_as_often_for_many_groups_and_plays(anna, home, django_assert_num_queries):
    phone = phone_of(anna)
    for _ in range(2):
        with django_assert_num_queries(7):
            phone.get(PATH)
        for _ in range(3):
            play = finished(names=THREE, cards={"ben": WINS})
            is_me(anna, play.group)
            in_group(home)


@pytest.mark.parametrize("name", [LONG_NAME, "さくら" * 20])
def test_a_long_name_of_a_rival_stands_above_their_bar(name):
    play = finished(names=("Anna", name), cards={"anna": WINS})
    is_me(owner_of(play), play.group)
    assert '<li class="long"><a class="rival"' in page_of(owner_of(play)).content.decode()
