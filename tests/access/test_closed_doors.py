"""What was tried on a running copy to see or change what is not one's own, or happened where nobody meant it."""

import json
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from companion.groups import members
from companion.models import CardSave, Person, Play
from companion.plays import repeated_starts
from companion.plays.lifecycle import close_stage, finish
from tests.lanes import long
from tests.phones import (
    HTMX,
    a_play,
    again,
    at,
    card_at,
    closed,
    count,
    fields_of,
    finished,
    guests_phone,
    kept,
    owner_of,
    owners_phone,
    phone_of,
    seat_of,
    send,
    text_of,
    watchers_phone,
)
from tests.player_aids.test_referees import BEGIN, LOST
from tests.plays.test_games import PAGE, form

SOLO = "/games/five-tribes-solo"
REMOVED = "You’ve been removed from this group"


def solo(**of_the_play):
    return a_play(game="five-tribes-solo", names=["Anna"], **of_the_play)


def solo_form(**sent):
    return fields_of(Client().get(SOLO)) | {"player": "Anna"} | sent


def learned(play):
    """A start with somebody else's id, and what a referee has learned of another game."""
    return solo_form(play_id=str(play.uuid), referee="yazid", journal=json.dumps([BEGIN, *LOST]), start="1")


def a_member(group):
    return members.join(group, Person.objects.create_visitor())


def removed(play):
    """The phone of somebody who was removed from the play's group."""
    member = a_member(play.group)
    phone = phone_of(member.person)
    members.expel(member)
    return phone


class TestAStartWithTheIdOfAnothersPlay:
    @pytest.mark.parametrize("role", ["stranger", long("somebody"), "watcher", "guest", "removed"])
    def test_fills_in_no_card_of_it(self, role):
        play = solo()
        phone = {
            "stranger": Client,
            "somebody": lambda: owners_phone(a_play()),
            "watcher": lambda: watchers_phone(play),
            "guest": lambda: guests_phone(play),
            "removed": lambda: removed(play),
        }[role]()
        assert phone.post(SOLO, learned(play)).status_code == 404
        assert not CardSave.objects.exists()
        assert again(play).revision == play.revision

    def test_of_ones_own_that_has_gone_on_leads_there_and_fills_in_nothing(self):
        play = solo()
        play.refresh_pages()
        answer = owners_phone(play).post(SOLO, learned(play) | {"group": play.group.uuid})
        assert answer.url == at("plays:play", play)
        assert not CardSave.objects.exists()

    def test_in_another_group_of_ones_own_is_none(self):
        play = solo()
        other = solo(owner=owner_of(play))
        answer = owners_phone(play).post(SOLO, learned(play) | {"group": other.group.uuid})
        assert answer.status_code == 404

    def test_or_a_rematch_with_it_leads_nowhere(self):
        play, theirs = finished(), a_play()
        answer = owners_phone(play).post(at("plays:rematch", play), {"play_id": str(theirs.uuid)})
        assert answer.status_code == 404
        assert Play.objects.count() == 2

    def test_what_a_referee_knew_is_filled_in_once_where_the_form_is_sent_twice(self):
        phone = Client()
        sent = solo_form(referee="yazid", journal=json.dumps([BEGIN, *LOST]), start="1")
        answers = [phone.post(SOLO, sent) for _ in range(2)]
        assert answers[0].url == answers[1].url
        assert CardSave.objects.count() == 1


class TestALateSaveOfAGuest:
    @pytest.fixture
    def late(self):
        """A play whose first stage was closed, the phone of a guest, and what that sent too late."""
        play = closed(cards={"anna": {"water": 4}})
        phone = guests_phone(play)
        send(phone, play, "Anna", revision=1, water="5")
        return play, phone, CardSave.objects.get(fate="late")

    def test_opens_no_stage_again_and_the_guest_is_told(self, late):
        play, phone, row = late
        page = text_of(phone.get(at("plays:play", play)))
        assert "A group member can still count it." in page
        assert "Reopen and count it" not in page
        answer = phone.post(at("plays:waiting_save", play, row.pk), {"count": "1", "revision": "1"}, follow=True)
        assert again(play).closed_stages == 1
        assert CardSave.objects.get(pk=row.pk).fate == "late"
        assert "Saved, but not counted. A group member can still count it." in text_of(answer)

    def test_is_shown_to_a_member_who_counts_it(self, late):
        play, _phone, row = late
        phone = owners_phone(play)
        page = text_of(phone.get(at("plays:play", play)))
        assert "Anna, stage 1: arrived after it was closed" in page
        assert "Entered on a guest’s phone." in text_of(phone.get(at("plays:waiting_save", play, row.pk)))
        phone.post(at("plays:waiting_save", play, row.pk), {"count": "1", "revision": "1"})
        assert again(play).closed_stages == 0
        counted = CardSave.objects.filter(fate="counted").latest("pk")
        assert (counted.amounts, counted.person) == ({"water": 5}, row.person)

    def test_is_counted_by_the_guest_once_a_member_has_opened_the_stage(self, late):
        play, phone, row = late
        owners_phone(play).post(at("plays:reopen_stage", play, "1"))
        phone.post(at("plays:waiting_save", play, row.pk), {"count": "1", "revision": "1"})
        assert CardSave.objects.filter(fate="counted").latest("pk").amounts == {"water": 5}


class TestTheBestResultsOfAGroup:
    @pytest.fixture
    def over(self):
        """A game for one that is over, the second of its group; Zoe played the first."""
        first = a_play(game="five-tribes-solo", names=["Zoe"])
        second = a_play(game="five-tribes-solo", names=["Anna"], group=first.group, owner=owner_of(first))
        guest = guests_phone(second)
        for play in (first, second):
            count(play, stage="end", **{play.seats.get().player.name.lower(): {"gold": 7, "viziers": 1, "council": 0}})
            close_stage(again(play), play.game.stages[0], person=owner_of(play))
            finish(again(play), person=owner_of(play))
        return second, guest

    def test_are_its_members_alone_to_see(self, over):
        play, guest = over
        assert "Zoe" in text_of(owners_phone(play).get(at("plays:play", play)))
        pages = [
            at("plays:play", play),
            at("plays:watch", play),
            at("plays:stage", play, "end"),
            at("results:sheet", play),
            at("plays:trail", play),
        ]
        for page in pages:
            for phone in (guest, watchers_phone(play)):
                assert "Zoe" not in text_of(phone.get(page, follow=True))

    def test_are_in_no_news_for_a_guest(self, over):
        play, guest = over
        for page in ("result", "watch", "cards"):
            news = guest.get(at("plays:live", play), {"page": page, "stage": "end"}, headers=HTMX)
            assert news.status_code == (286 if page == "result" else 200)
            assert "Zoe" not in text_of(news)


def with_proof(phone=None, **sent):
    """The start's form as the game's page gives it to a phone, filled in."""
    given = fields_of((phone or Client()).get(PAGE))
    return form("Anna", "Ben") | {name: given[name] for name in ("play_id", "proof")} | sent


class TestAStartWhoseAnswerWasLost:
    def test_is_the_same_play_on_a_phone_that_learned_of_no_cookie(self):
        sent = with_proof()
        del sent["group"]
        Client().post(PAGE, sent)
        phone = Client()
        answer = phone.post(PAGE, sent)
        play = Play.objects.get()
        assert answer.url == at("plays:play", play)
        assert phone.get(answer.url).status_code == 200
        assert phone.get(reverse("groups:group", args=[play.group.uuid])).status_code == 200
        assert Person.objects.count() == 1

    @pytest.mark.long
    def test_and_what_the_phone_became_meanwhile_is_the_same_person(self):
        sent = with_proof()
        Client().post(PAGE, sent)
        table = a_play()
        phone = guests_phone(table)
        phone.post(at("plays:mine", table), {"seat": seat_of(table, "Ben").pk})
        assert phone.post(PAGE, sent).status_code == 302
        assert seat_of(table, "Ben").person == owner_of(Play.objects.get(uuid=sent["play_id"]))

    @pytest.mark.parametrize("proof", ["", long("x"), "é", "0" * 43])
    def test_is_nobodys_without_the_proof_of_its_form(self, proof):
        sent = with_proof()
        Client().post(PAGE, sent)
        answer = Client().post(PAGE, sent | {"proof": proof})
        assert answer.status_code == 404
        assert Play.objects.count() == 1

    def test_proves_nothing_with_the_proof_of_another_form(self):
        sent = with_proof()
        Client().post(PAGE, sent)
        assert Client().post(PAGE, sent | {"proof": with_proof()["proof"]}).status_code == 404

    def test_no_page_gives_a_proof_for_an_id_that_is_brought_along(self):
        play = a_play()
        sent = form("Anna", play_id=str(play.uuid)) | {"proof": ""}
        page = Client().post(PAGE, sent)
        assert page.status_code == 422
        assert fields_of(page)["proof"] == ""

    def test_proves_nothing_an_hour_later(self):
        sent = with_proof()
        Client().post(PAGE, sent)
        play = Play.objects.get()
        play.created_at -= repeated_starts.KNOWN_AGAIN_WITHIN
        play.save()
        assert Client().post(PAGE, sent).status_code == 404

    @pytest.mark.parametrize("whose", ["the starter", "the phone"])
    def test_makes_nobody_of_whom_has_another_way_back(self, whose):
        sent = with_proof()
        Client().post(PAGE, sent)
        person = owner_of(Play.objects.get()) if whose == "the starter" else Person.objects.create_visitor()
        kept(person)
        phone = Client() if whose == "the starter" else phone_of(person)
        assert phone.post(PAGE, sent).status_code == 404


class TestTheStageThatIsNotOpenYet:
    def test_stores_no_figures(self):
        play = a_play()
        phone = owners_phone(play)
        answer = phone.post(card_at(play, "Anna", stage="2"), {"water": "4", "save_id": "x"}, follow=True)
        assert "Not saved: stage 1 is still open and comes before stage 2." in text_of(answer)
        assert not CardSave.objects.exists()

    def test_leaves_figures_with_the_phone_that_sent_them(self):
        play = a_play()
        answer = send(owners_phone(play), play, "Anna", stage="2", htmx=True, save_id="x", water="4")
        assert answer.status_code == 409
        assert "stage 1 is still open" in text_of(answer)
        assert answer.headers["Caravan-Took"] != "x"
        assert not CardSave.objects.exists()

    @pytest.mark.parametrize("htmx", [True, False])
    def test_is_not_closed(self, htmx):
        play = a_play()
        phone = owners_phone(play)
        sent = {"anyway": "1", "save_id": "x"}
        answer = phone.post(at("plays:close", play, "2"), sent, headers=HTMX if htmx else {})
        assert again(play).closed_stages == 0
        leads_to = answer.headers["HX-Redirect"] if htmx else answer.url
        assert "Not saved: stage 1 is still open and comes before stage 2." in text_of(phone.get(leads_to))

    def test_takes_them_once_the_one_before_is_closed(self):
        play = a_play()
        phone = owners_phone(play)
        send(phone, play, "Anna", stage="2", htmx=True, save_id="x", water="4")
        phone.post(at("plays:close", play, "1"), {"anyway": "1"})
        assert send(phone, play, "Anna", stage="2", htmx=True, save_id="x", water="4").status_code == 200


class TestWhoWasRemoved:
    def test_is_told_so_on_pages_of_the_group_and_its_plays(self):
        play = a_play()
        phone = removed(play)
        for page in (
            at("plays:play", play),
            at("plays:watch", play),
            at("plays:more", play),
            reverse("groups:group", args=[play.group.uuid]),
        ):
            answer = phone.get(page)
            assert answer.status_code == 404
            assert REMOVED in text_of(answer)

    @pytest.mark.parametrize("page", ["cards", long("result"), "watch"])
    def test_is_led_from_an_open_page_to_one_that_says_so(self, page):
        play = a_play()
        member = a_member(play.group)
        phone, asked = phone_of(member.person), {"revision": play.revision, "page": page, "stage": "1"}
        assert phone.get(at("plays:live", play), asked, headers=HTMX).status_code == 204
        owners_phone(play).post(reverse("groups:remove_member", args=[play.group.uuid, member.pk]))
        answer = phone.get(at("plays:live", play), asked, headers=HTMX)
        assert answer.status_code == 404
        assert REMOVED in text_of(phone.get(answer.headers["HX-Redirect"]))

    def test_is_told_so_where_something_is_sent(self):
        play = a_play()
        assert REMOVED in text_of(send(removed(play), play, "Anna", water="4"))

    def test_founds_no_group_by_a_start_that_names_this_one(self):
        play = a_play()
        answer = removed(play).post(PAGE, form("Anna", "Ben", group=str(play.group.uuid)))
        assert REMOVED in text_of(answer)
        assert Play.objects.count() == 1

    def test_is_told_nothing_of_other_groups(self):
        play, other = a_play(), a_play()
        phone = removed(play)
        assert REMOVED not in text_of(phone.get(at("plays:play", other)))
        assert REMOVED not in text_of(phone.get(at("plays:play", other).replace(str(other.uuid), str(uuid4()))))

    def test_nobody_else_learns_of_it(self):
        play = a_play()
        removed(play)
        for phone in (Client(), owners_phone(a_play())):
            assert REMOVED not in text_of(phone.get(at("plays:play", play)))
            assert phone.get(at("plays:live", play), headers=HTMX).headers["HX-Redirect"] == "/"

    def test_is_told_nothing_once_they_are_back_or_where_they_have_left(self):
        play = a_play()
        member = a_member(play.group)
        members.expel(member)
        phone = phone_of(member.person)
        members.join(play.group, member.person)
        assert phone.get(at("plays:play", play)).status_code == 200
        phone.post(reverse("groups:leave", args=[play.group.uuid]))
        answer = phone.get(at("plays:play", play))
        assert answer.status_code == 404
        assert REMOVED not in text_of(answer)
