"""The names of a group: renamed, said to be one's own, merged, hidden, made anonymous, removed."""

import datetime
import re
from functools import partial

import pytest
from django.urls import reverse
from django.utils import timezone

from companion.groups import members, players
from companion.models import Event, Person, Play, Player, Seat
from companion.plays import lifecycle
from tests.lanes import each_third, long
from tests.phones import (
    a_play,
    again,
    at,
    closed,
    fields_of,
    finished,
    open_card,
    owner_of,
    owners_phone,
    phone_of,
    seat_of,
    send,
    text_of,
)

FAMILY = "👨‍👩‍👧‍👦"
STRANGE_NAMES = ["木曜会 🎲", FAMILY, "سارة", "<script>alert(1)</script>", "O’Neill & 50 %", "%(name)s {{ x }}"]


def names_offered(phone):
    """Whom the page offers on which a play is started."""
    return [person["name"] for person in phone.get("/games/tuareg").context["people"]]


def player_of(play, name):
    return play.group.players.get(name=name)


def page(name, play, who=None):
    """The address of a page of the group's players, or of one of them."""
    return reverse(name, args=[play.group.uuid, *([player_of(play, who).pk] if who else [])])


def names(play):
    return list(play.group.players.values_list("name", flat=True))


def trail(phone, play):
    return text_of(phone.get(at("plays:trail", play)))


def merge(phone, play, one, into):
    return phone.post(page("groups:merge_player", play, one), {"into": player_of(play, into).pk})


def another(play, *players_names, **more):
    """One more play of the group with these players."""
    return a_play(owner=owner_of(play), group=play.group, names=players_names, **more)


def all_played_to_the_end():
    """All plays are finished, and their seats hold what finishing writes to them."""
    Play.objects.update(state=Play.State.FINISHED)
    Seat.objects.update(points=0, rank=1)


class TestList:
    def test_each_name_stands_with_its_number_of_plays_the_most_frequent_first(self, play, phone):
        another(play, "Dora", "Chris")
        all_played_to_the_end()
        text = text_of(phone.get(page("groups:players", play)))
        assert "Chris 2 plays Anna 1 play Ben 1 play Dora 1 play" in text

    def test_plays_that_were_deleted_and_seats_that_were_taken_away_do_not_count(self, play, phone):
        lifecycle.delete(another(play, "Anna", "Ben"), person=owner_of(play))
        phone.post(at("plays:seats", play), {"remove": seat_of(play, "Ben").pk})
        all_played_to_the_end()
        assert "Anna 1 play Chris 1 play Ben no play" in text_of(phone.get(page("groups:players", play)))
        its_page = text_of(phone.get(page("groups:edit_player", play, "Anna")))
        assert "1 play" in its_page and "2 plays" not in its_page

    @pytest.mark.parametrize("state", ["open", "stopped"])
    def test_what_was_not_played_to_the_end_does_not_count(self, play, phone, state):
        all_played_to_the_end()
        another(play, "Anna", "Ben").touch(state=state)
        assert "Anna 1 play Ben 1 play" in text_of(phone.get(page("groups:players", play)))

    def test_table_of_pairs_says_how_many_people_it_leaves_out(self):
        first = finished(names=("Anna", "Ben"))
        seat_more = partial(finished, owner=owner_of(first), group=first.group)
        for number in range(2):
            seat_more(names=[f"Guest {2 * number}", f"Guest {2 * number + 1}"])
        assert "not in this table" not in text_of(owners_phone(first).get(page("groups:players", first)))
        seat_more(names=("Anna", "Guest 4"))
        text = text_of(owners_phone(first).get(page("groups:players", first)))
        assert "1 more person isn’t in this table. See their page." in text
        seat_more(names=("Anna", "Guest 5"))
        text = text_of(owners_phone(first).get(page("groups:players", first)))
        assert "2 more people aren’t in this table. See their pages." in text

    def test_ones_own_name_says_so(self, play, phone):
        all_played_to_the_end()
        members.claim_name(player_of(play, "Ben"), owner_of(play))
        assert "Ben (you) 1 play" in text_of(phone.get(page("groups:players", play)))

    def test_it_asks_the_database_as_often_however_many_there_are(self, play, phone, django_assert_num_queries):
        for number in range(2):
            with django_assert_num_queries(8):
                phone.get(page("groups:players", play))
            for extra in range(5):
                another(play, f"Dora {number} {extra}", "Emil")

    def test_a_name_can_be_added_before_it_plays(self, play, phone):
        assert phone.post(page("groups:players", play), {"name": "  Dora  "}).status_code == 302
        assert names(play) == ["Anna", "Ben", "Chris", "Dora"]
        assert "Dora no play" in text_of(phone.get(page("groups:players", play)))

    def test_a_name_that_is_there_is_not_added(self, play, phone):
        answer = phone.post(page("groups:players", play), {"name": "ANNA"})
        assert answer.status_code == 422
        assert "There’s already a player called Anna." in text_of(answer)
        assert fields_of(answer)["name"] == "ANNA"


@pytest.mark.postgresql
class TestRename:
    @staticmethod
    def rename(phone, play, who, name):
        return phone.post(page("groups:edit_player", play, who), {"name": name})

    def test_a_player_is_called_otherwise_everywhere(self, play, phone):
        seats = phone.post(at("plays:seats", play), {"name": "Dora"})
        assert seats.status_code == 302
        assert self.rename(phone, play, "Dora", "Theodora").status_code == 302
        assert names(play) == ["Anna", "Ben", "Chris", "Theodora"]
        assert "Theodora joined the table" in trail(phone, play)
        assert "Dora joined" not in trail(phone, play)

    def test_another_spelling_of_the_same_name_is_no_clash(self, play, phone):
        self.rename(phone, play, "Anna", "ANNA")
        assert names(play)[0] == "ANNA"

    @pytest.mark.parametrize("name", each_third(STRANGE_NAMES))
    def test_any_words_will_do_and_are_shown_as_they_are(self, play, phone, name):
        self.rename(phone, play, "Anna", name)
        for answer in (phone.get(page("groups:players", play)), phone.get(page("groups:edit_player", play, name))):
            assert name in text_of(answer) or "<script>" in name
            assert b"<script>alert" not in answer.content
        assert fields_of(phone.get(page("groups:edit_player", play, name)))["name"] == name

    @pytest.mark.parametrize(
        ("name", "why"), [("", "needs a name"), (" \u200b ", "needs a name"), ("x" * 300, "longer than 60 characters")]
    )
    def test_no_name_and_an_endless_one_are_refused_and_stay_to_be_mended(self, play, phone, name, why):
        answer = self.rename(phone, play, "Anna", name)
        assert answer.status_code == 422
        assert why in text_of(answer)
        assert fields_of(answer)["name"] == name
        assert names(play) == ["Anna", "Ben", "Chris"]

    def test_a_name_of_somebody_else_is_refused_and_merging_is_offered(self, play, phone):
        answer = self.rename(phone, play, "Anna", "ben")
        assert answer.status_code == 422
        assert "There’s already a player called Ben." in text_of(answer)
        assert (
            f"{page('groups:merge_player', play, 'Anna')}?into={player_of(play, 'Ben').pk}" in answer.content.decode()
        )
        assert names(play) == ["Anna", "Ben", "Chris"]

    def test_phones_that_show_an_open_play_of_theirs_notice(self, play, phone):
        other = another(play, "Ben", "Chris")
        revisions = again(play).revision, again(other).revision
        self.rename(phone, play, "Anna", "Annegret")
        assert (again(play).revision, again(other).revision) == (revisions[0] + 1, revisions[1])

    def test_the_group_that_has_no_name_is_called_by_the_new_one(self, play, phone):
        self.rename(phone, play, "Ben", "Benjamin")
        assert str(play.group) == "Anna, Benjamin, Chris"


class TestThisIsMe:
    def test_a_name_is_mine_and_my_card_opens_first_until_it_is_not_me_any_more(self, play, phone):
        claim = page("groups:claim_player", play, "Chris")
        phone.post(claim, {"me": "1"})
        assert player_of(play, "Chris").person == owner_of(play)
        assert "This is you" in text_of(phone.get(page("groups:edit_player", play, "Chris")))
        assert open_card(phone.get(at("plays:play", play))) == "Chris"
        phone.post(claim)
        assert player_of(play, "Chris").person is None
        assert open_card(phone.get(at("plays:play", play))) == "Anna"

    def test_only_one_name_of_a_group_is_mine(self, play, phone):
        for who in ("Anna", "Ben"):
            phone.post(page("groups:claim_player", play, who), {"me": "1"})
        assert list(owner_of(play).players.values_list("name", flat=True)) == ["Ben"]

    def test_nobody_says_of_anothers_name_that_it_is_not_theirs(self, play, phone):
        other = members.join(play.group, Person.objects.create_visitor()).person
        members.claim_name(player_of(play, "Anna"), other)
        assert "It now belongs to someone on another phone." in text_of(
            phone.get(page("groups:edit_player", play, "Anna"))
        )
        phone.post(page("groups:claim_player", play, "Anna"))
        assert player_of(play, "Anna").person == other


class TestMerge:
    @pytest.fixture
    def ana(self, play):
        """The group's Anna was once written Ana, and won."""
        return finished(
            owner=owner_of(play), group=play.group, names=("Ana", "Ben"), cards={"ana": {"water": 4}}, second={}
        )

    def test_all_that_one_played_is_the_others_and_the_name_goes(self, play, phone, ana):
        before = Seat.objects.filter(play=ana).order_by("position").values_list("points", "rank", "is_winner", "lines")
        stored = list(before)
        assert merge(phone, play, "Ana", "Anna").status_code == 302
        assert "Ana" not in names(play)
        assert [seat.player.name for seat in ana.seats.select_related("player")] == ["Anna", "Ben"]
        assert list(before.all()) == stored
        all_played_to_the_end()
        assert "Anna 2 plays" in text_of(phone.get(page("groups:players", play)))
        assert "wins" in text_of(phone.get(at("plays:play", ana)))

    def test_it_asks_once_and_says_what_comes_of_it(self, play, phone, ana):
        all_played_to_the_end()
        choice = phone.get(page("groups:merge_player", play, "Ana"))
        assert "Merge Ana into which player?" in text_of(choice)
        assert f"?into={player_of(play, 'Anna').pk}" in choice.content.decode()
        asked = phone.get(page("groups:merge_player", play, "Ana"), {"into": player_of(play, "Anna").pk})
        assert "All of Ana’s plays will move to Anna" in text_of(asked)
        assert "Anna: 2 plays" in text_of(asked)
        assert "Ana" in names(play)

    def test_two_who_sat_at_one_table_are_two_people_and_the_page_says_where(self, play, phone):
        for answer in (
            phone.get(page("groups:merge_player", play, "Anna"), {"into": player_of(play, "Ben").pk}),
            merge(phone, play, "Anna", "Ben"),
        ):
            assert "Anna and Ben have played together" in text_of(answer)
            assert f'href="{at("plays:play", play)}"' in answer.content.decode()
            assert "Merge" not in text_of(answer)
        assert answer.status_code == 422
        assert names(play) == ["Anna", "Ben", "Chris"]

    @pytest.mark.parametrize(("days", "merged"), [(1, False), (31, True)])
    def test_a_deleted_play_stands_in_the_way_as_long_as_it_can_be_put_back(self, play, phone, days, merged):
        lifecycle.delete(play, person=owner_of(play))
        deleted_at = timezone.now() - datetime.timedelta(days=days)
        type(play).objects.filter(pk=play.pk).update(deleted_at=deleted_at)
        answer = merge(phone, play, "Anna", "Ben")
        assert answer.status_code == (302 if merged else 422)
        assert merged or "deleted" in text_of(answer)

    @pytest.mark.long
    def test_a_seat_that_was_taken_from_the_table_does_not_stand_in_the_way(self, play, phone):
        phone.post(at("plays:seats", play), {"remove": seat_of(play, "Ben").pk})
        assert merge(phone, play, "Ben", "Anna").status_code == 302
        assert phone.get(at("plays:seats", play)).status_code == 200
        assert phone.get(at("plays:play", play)).status_code == 200

    @pytest.mark.parametrize("who", ["Ana", long("Anna")])
    def test_whose_name_it_is_is_kept(self, play, phone, ana, who):
        members.claim_name(player_of(play, who), owner_of(play))
        merge(phone, play, "Ana", "Anna")
        assert player_of(play, "Anna").person == owner_of(play)

    def test_of_two_people_the_one_with_the_lasting_name_keeps_it(self, play, phone, ana):
        other = members.join(play.group, Person.objects.create_visitor()).person
        members.claim_name(player_of(play, "Ana"), other)
        members.claim_name(player_of(play, "Anna"), owner_of(play))
        merge(phone, play, "Ana", "Anna")
        assert player_of(play, "Anna").person == owner_of(play)

    def test_what_the_trails_tell_stays_readable(self, play, phone):
        phone.post(at("plays:seats", play), {"name": "Dorothea"})
        another(play, "Dora", "Ben")
        merge(phone, play, "Dorothea", "Dora")
        assert "Dora joined the table" in trail(phone, play)

    @pytest.mark.long
    def test_that_one_is_called_what_they_are_called_is_told_no_more(self, play, phone):
        phone.post(at("plays:seats", play), {"rename": seat_of(play, "Chris").pk, "name": "Christine"})
        another(play, "Chris", "Ben")
        assert "Chris was renamed to Christine" in trail(phone, play)
        merge(phone, play, "Chris", "Christine")
        assert "is called" not in trail(phone, play)

    @pytest.mark.long
    def test_one_who_is_hidden_is_back_with_one_who_is_not(self, play, phone, ana):
        players.hide(player_of(play, "Anna"), hidden=True)
        merge(phone, play, "Ana", "Anna")
        assert not player_of(play, "Anna").is_hidden

    @pytest.mark.parametrize("into", ["", long("0"), long("x"), "9" * 30])
    def test_without_another_player_nothing_happens(self, play, phone, into):
        assert phone.post(page("groups:merge_player", play, "Anna"), {"into": into}).status_code in (404, 422)
        assert names(play) == ["Anna", "Ben", "Chris"]

    def test_nobody_is_merged_with_themselves_or_with_a_player_of_another_group(self, play, phone):
        stranger = a_play(names=("Xaver", "Yvonne"))
        for other in (player_of(play, "Anna"), player_of(stranger, "Xaver")):
            assert phone.post(page("groups:merge_player", play, "Anna"), {"into": other.pk}).status_code == 404
        assert names(stranger) == ["Xaver", "Yvonne"]


class TestHide:
    def test_who_left_is_not_offered_until_they_are_shown_again(self, play, phone):
        phone.post(page("groups:hide_player", play, "Ben"), {"hide": "1"})
        assert names_offered(phone) == ["Anna", "Chris"]
        assert "Hidden Not suggested for new plays." in text_of(phone.get(page("groups:players", play)))
        assert "Ben" not in text_of(phone.get(reverse("groups:my_name", args=[play.group.uuid])))
        phone.post(page("groups:hide_player", play, "Ben"))
        assert names_offered(phone) == ["Anna", "Ben", "Chris"]

    def test_what_they_played_stays(self, play, phone):
        phone.post(page("groups:hide_player", play, "Ben"), {"hide": "1"})
        assert "Ben" in text_of(phone.get(at("plays:play", play)))

    def test_who_plays_again_is_back(self, play, phone):
        players.hide(player_of(play, "Ben"), hidden=True)
        another(play, "Anna", "ben")
        assert not player_of(play, "Ben").is_hidden

    def test_the_group_has_a_name_when_all_are_hidden(self, play, phone):
        play.group.players.update(is_hidden=True)
        assert "New group" in text_of(phone.get("/"))


@pytest.mark.postgresql
class TestAnonymous:
    def test_it_asks_once_and_says_that_it_cannot_be_undone(self, play, phone):
        text = text_of(phone.get(page("groups:make_anonymous", play, "Ben")))
        assert "A name like “Player 7” replaces Ben" in text
        assert "can’t be undone" in text
        assert names(play) == ["Anna", "Ben", "Chris"]

    def test_the_name_is_neutral_everywhere_and_the_results_stay(self):
        play = finished(cards={"ben": {"water": 4}})
        phone = owners_phone(play)
        phone.post(page("groups:make_anonymous", play, "Ben"))
        assert names(play) == ["Anna", "Player 1", "Chris"]
        pages = [
            at("plays:play", play),
            at("plays:trail", play),
            page("groups:players", play),
            f"/groups/{play.group.uuid}/",
            "/",
        ]
        for address in pages:
            assert not re.search(r"\bBen\b", phone.get(address).content.decode())
        assert "Player 1 wins" in text_of(phone.get(at("plays:play", play)))

    def test_no_trail_names_them_not_even_by_what_they_were_called_before(self, play, phone):
        phone.post(at("plays:seats", play), {"name": "Dorrit"})
        phone.post(at("plays:seats", play), {"rename": seat_of(play, "Dorrit").pk, "name": "Dorit"})
        phone.post(at("plays:seats", play), {"rename": seat_of(play, "Dorit").pk, "name": "Dora"})
        phone.post(page("groups:edit_player", play, "Dora"), {"name": "Theodora"})
        phone.post(at("plays:seats", play), {"up": seat_of(play, "Theodora").pk})
        phone.post(page("groups:make_anonymous", play, "Theodora"))
        told = str(list(Event.objects.values_list("details", flat=True)))
        assert not any(name in told for name in ("Dorrit", "Dorit", "Dora", "Theodora"))
        assert "Player 1 joined the table" in trail(phone, play)
        assert "Player 1 moved up one place" in trail(phone, play)

    @pytest.mark.long
    def test_the_other_whose_seat_became_theirs_keeps_the_name(self, play, phone):
        another(play, "Chris", "Dora")
        phone.post(at("plays:seats", play), {"rename": seat_of(play, "Chris").pk, "name": "Dora"})
        phone.post(page("groups:make_anonymous", play, "Dora"))
        assert "Chris was renamed to Player 1" in trail(phone, play)

    def test_it_is_nobodys_phone_any_more(self, play, phone):
        members.claim_name(player_of(play, "Ben"), owner_of(play))
        seat_of(play, "Ben").__class__.objects.filter(play=play).update(person=owner_of(play))
        phone.post(page("groups:make_anonymous", play, "Ben"))
        assert player_of(play, "Player 1").person is None
        assert seat_of(play, "Player 1").person is None
        assert seat_of(play, "Anna").person == owner_of(play)

    @pytest.mark.parametrize(("language", "name"), [("de", "Spieler 1"), long("ja", "プレイヤー 1"), ("", "Player 1")])
    def test_the_name_is_of_the_groups_language(self, language, name):
        play = a_play(language=language)
        owners_phone(play).post(page("groups:make_anonymous", play, "Ben"), headers={"Accept-Language": "en"})
        assert names(play) == ["Anna", name, "Chris"]

    def test_it_is_a_name_that_nobody_has(self):
        play = a_play(names=("Player 1", "PLAYER 2", "Ben"))
        phone = owners_phone(play)
        phone.post(page("groups:make_anonymous", play, "Ben"))
        phone.post(page("groups:make_anonymous", play, "Player 1"))
        assert names(play) == ["Player 4", "PLAYER 2", "Player 3"]

    def test_a_member_does_it_with_their_own_name_and_no_other(self, play):
        member = members.join(play.group, Person.objects.create_visitor()).person
        phone = phone_of(member)
        send(phone, play, "Ben", water=2)
        members.claim_name(player_of(play, "Ben"), member)
        ways = [page("groups:make_anonymous", play, name) for name in ("Anna", "Ben")]
        assert [
            way in phone.get(page("groups:edit_player", play, name)).content.decode()
            for way, name in zip(ways, ("Anna", "Ben"), strict=True)
        ] == [False, True]
        assert [phone.get(way).status_code for way in ways] == [404, 200]
        assert phone.post(ways[0]).status_code == 404
        assert names(play) == ["Anna", "Ben", "Chris"]
        phone.post(ways[1])
        assert names(play) == ["Anna", "Player 1", "Chris"]

    @pytest.mark.parametrize(
        "entered",
        [{}, long({"owner": ["Ben"]}), {"owner": ["Ben"], "member": ["Ben"]}, {"member": ["Anna", "Ben"]}],
        ids=["nobody", "the owner", "both", "the member for all"],
    )
    def test_a_member_does_it_with_no_name_that_they_merely_claim(self, play, phone, entered):
        member = members.join(play.group, Person.objects.create_visitor()).person
        phones = {"owner": phone, "member": phone_of(member)}
        for whose, cards in entered.items():
            for name in cards:
                send(phones[whose], play, name, water=2)
        phones["member"].post(page("groups:claim_player", play, "Ben"), {"me": "1"})
        assert player_of(play, "Ben").person == member
        assert "Only a group owner can do this." in text_of(
            phones["member"].get(page("groups:edit_player", play, "Ben"))
        )
        assert phones["member"].get(page("groups:make_anonymous", play, "Ben")).status_code == 404
        assert phones["member"].post(page("groups:make_anonymous", play, "Ben")).status_code == 404
        assert names(play) == ["Anna", "Ben", "Chris"]

    def test_it_cannot_be_undone(self, play, phone):
        phone.post(page("groups:make_anonymous", play, "Ben"))
        for name in (
            "groups:edit_player",
            "groups:claim_player",
            "groups:hide_player",
            "groups:merge_player",
            "groups:make_anonymous",
            "groups:remove_player",
        ):
            answer = phone.post(page(name, play, "Player 1"), {"name": "Ben", "me": "1", "into": "1"})
            assert answer.status_code == 404
        assert (
            phone.post(page("groups:merge_player", play, "Anna"), {"into": player_of(play, "Player 1").pk}).status_code
            == 404
        )
        all_played_to_the_end()
        assert "Player 1 anonymous · 1 play" in text_of(phone.get(page("groups:players", play)))

    def test_it_is_not_offered_for_new_plays_even_after_a_rematch(self, play, phone):
        phone.post(page("groups:make_anonymous", play, "Ben"))
        phone.post(at("plays:rematch", play))
        assert names_offered(phone) == ["Anna", "Chris"]


class TestRemove:
    def test_a_name_that_never_played_can_go(self, play, phone):
        phone.post(page("groups:players", play), {"name": "Dora"})
        assert "Dora hasn’t played" in text_of(phone.get(page("groups:remove_player", play, "Dora")))
        assert phone.post(page("groups:remove_player", play, "Dora")).status_code == 302
        assert names(play) == ["Anna", "Ben", "Chris"]

    @pytest.mark.parametrize("gone", ["seat", "play"])
    def test_one_that_has_a_play_stays_even_if_it_was_deleted_or_the_seat_taken_away(self, play, phone, gone):
        if gone == "play":
            lifecycle.delete(play, person=owner_of(play))
        else:
            phone.post(at("plays:seats", play), {"remove": seat_of(play, "Ben").pk})
        answer = phone.post(page("groups:remove_player", play, "Ben"), follow=True)
        assert "Ben has already played, and those plays stay." in text_of(answer)
        assert "Remove" not in text_of(answer)
        assert "Ben" in names(play)

    def test_a_mistyped_name_at_a_seat_goes_by_itself_but_not_if_it_is_somebodys(self, play, phone):
        members.claim_name(player_of(play, "Chris"), owner_of(play))
        for who, name in (("Ben", "Benno"), ("Chris", "Christa")):
            phone.post(at("plays:seats", play), {"rename": seat_of(play, who).pk, "name": name})
        assert sorted(names(play)) == ["Anna", "Benno", "Chris", "Christa"]


def test_a_player_of_another_group_is_not_there(play, phone):
    stranger = a_play(names=("Xaver", "Yvonne"))
    for name in ("groups:edit_player", "groups:merge_player", "groups:make_anonymous", "groups:remove_player"):
        address = reverse(name, args=[play.group.uuid, player_of(stranger, "Xaver").pk])
        assert phone.get(address).status_code == 404
        assert phone.post(address, {"name": "Zoe"}).status_code == 404
    assert Player.objects.filter(name="Xaver").exists()


def test_a_member_who_owns_nothing_keeps_the_list_of_players_too(play):
    member = phone_of(members.join(play.group, Person.objects.create_visitor()).person)
    assert member.post(page("groups:edit_player", play, "Ben"), {"name": "Benjamin"}).status_code == 302
    assert member.post(page("groups:hide_player", play, "Benjamin"), {"hide": "1"}).status_code == 302


@pytest.mark.long
def test_a_closed_stage_still_scores_after_two_were_merged():
    play = closed(cards={"anna": {"water": 4}, "ben": {"water": 2}})
    phone = owners_phone(play)
    other = another(play, "Benny", "Anna")
    assert merge(phone, play, "Benny", "Ben").status_code == 302
    assert phone.get(at("plays:play", play)).status_code == 200
    assert [str(seat) for seat in other.seats.select_related("player")] == ["Ben", "Anna"]


def test_of_the_buttons_among_the_people_inviting_is_the_one_that_is_filled():
    play = a_play()
    html = owners_phone(play).get(page("groups:players", play)).content.decode()
    assert html.count('class="button"') == 1
    assert '<button class="button quiet-button">Add</button>' in html
