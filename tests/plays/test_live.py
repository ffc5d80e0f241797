"""What phones that show a play ask again and again."""

import datetime
import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from companion.models import CardSave, Play
from companion.plays import lifecycle
from companion.plays.lifecycle import delete
from tests.lanes import long
from tests.phones import (
    DAY,
    HTMX,
    a_play,
    again,
    at,
    card_in,
    card_of,
    closed,
    count,
    finished,
    guests_phone,
    owner_of,
    owners_phone,
    phone_of,
    seat_of,
    send,
    text_of,
)


def ask(phone, play, *, page="cards", stage="1", seat="", **more):
    """Ask with the revision the phone has: that of the play as the test holds it."""
    asked = {"revision": play.revision, "page": page, "stage": stage, "seat": seat} | more
    return phone.get(at("plays:live", play), asked, headers=HTMX)


def main_link(answer) -> tuple[str, str]:
    """Return where the main button of a page or fragment leads, and what it says."""
    found = re.search(r'<a class="button main"[^>]* href="([^"]+)">([^<]+)</a>', answer.content.decode())
    return found[1], found[2]


class TestUnchanged:
    @pytest.mark.parametrize("phone_at", [owners_phone, guests_phone])
    def test_nothing_is_answered_after_two_questions_to_the_database(
        self, play, phone_at, django_assert_max_num_queries
    ):
        phone = phone_at(play)
        with django_assert_max_num_queries(2):
            answer = ask(phone, play)
        assert (answer.status_code, answer.content) == (204, b"")

    def test_a_guest_who_has_saved_is_known_by_two_questions_too(self, play, django_assert_max_num_queries):
        phone = guests_phone(play)
        send(phone, play, "Anna", water="4")
        play = again(play)
        with django_assert_max_num_queries(2):
            assert ask(phone, play).status_code == 204

    def test_nobody_keeps_the_answer(self, play):
        assert ask(owners_phone(play), play).headers["Cache-Control"] == "no-store"

    def test_a_name_that_is_not_ours_is_refused_as_by_every_page(self, play, settings):
        settings.ALLOWED_HOSTS = ["caravan.example"]
        phone, asked = owners_phone(play), {"revision": play.revision, "page": "cards", "stage": "1"}
        for host, status in (("caravan.example", 204), ("stranger.example", 400)):
            assert phone.get(at("plays:live", play), asked, headers={**HTMX, "Host": host}).status_code == status

    def test_what_is_posted_is_no_poll(self, play):
        place = f"{at('plays:live', play)}?revision={play.revision}&page=cards&stage=1"
        phone = owners_phone(play)
        assert phone.head(place).status_code == 204
        assert phone.post(place, headers=HTMX).status_code == 405

    @pytest.mark.long
    def test_the_number_grows_neither_with_seats_nor_with_saves(self, django_assert_max_num_queries):
        play = a_play(names=("Anna", "Ben", "Chris", "Dora", "Emil"))
        for number in range(8):
            count(play, anna={"water": number}, emil={"gold": number})
        phone, play = owners_phone(play), again(play)
        with django_assert_max_num_queries(2):
            assert ask(phone, play).status_code == 204


class TestChanged:
    def test_the_table_comes_without_its_page(self, play, phone):
        count(play, anna={"water": 4})
        answer = ask(phone, play)
        assert answer.status_code == 200
        assert "<html" not in answer.content.decode()
        assert "1 of 3 counted" in text_of(answer)
        assert '"water": "4"' in unescape(answer.content.decode())

    def test_it_asks_on_with_the_revision_it_brings(self, play, phone):
        count(play, anna={"water": 4})
        answer = ask(phone, play)
        assert f"revision={again(play).revision}&amp;page=cards" in answer.content.decode()
        assert 'hx-get="' in answer.content.decode()

    def test_it_brings_nothing_to_type_in(self, play, phone):
        count(play, anna={"water": 4})
        answer = ask(phone, play, seat=seat_of(play, "Ben").pk)
        assert 'class="figure"' not in answer.content.decode()

    def test_one_sentence_announces_the_change(self, play, phone):
        count(play, anna={"water": 4})
        body = ask(phone, play).content.decode()
        announcement = body.split('<p id="announcement"')[1]
        assert 'role="status"' in announcement
        assert "1 of 3 counted" in announcement

    def test_points_come_with_the_last_card_and_not_before(self, play, phone):
        count(play, anna={"water": 4}, ben={"water": 2})
        assert "points" not in text_of(ask(phone, play))
        count(play, chris={})
        assert "1 Anna +6 6 points" in text_of(ask(phone, play))

    def test_the_standings_that_all_phones_share_speak_the_language_of_each(self, play, phone):
        count(play, anna={"water": 4}, ben={"water": 2}, chris={})
        assert "No map" in text_of(ask(phone, play))
        phone.cookies["language"] = "de"
        assert "Keine Landkarte" in text_of(ask(phone, play))

    def test_they_have_a_players_new_name_at_once(self, play, phone):
        count(play, anna={"water": 4}, ben={"water": 2}, chris={})
        assert "1 Anna +6" in text_of(ask(phone, play))
        anna = seat_of(play, "Anna").player
        anna.name = "Annabel"
        anna.save()
        assert "1 Annabel +6" in text_of(ask(phone, play))

    def test_a_card_that_somebody_else_changed_comes_with_its_revision(self, play, phone):
        count(play, anna={"water": 4})
        revision, values = card_in(ask(phone, play, seat=seat_of(play, "Anna").pk))
        assert (revision, values["water"]) == (1, "4")

    def test_a_closed_stage_says_so_and_leads_on(self, play, phone):
        play = closed()
        play.revision = 1
        answer = ask(owners_phone(play), play)
        assert answer.status_code == 200
        assert "Stage 1 is closed. See the result" in text_of(answer)
        # Once to be seen, and once to be heard.
        assert answer.content.decode().count("Stage 1 is closed.") == 2
        assert '<p aria-hidden="true">Stage 1 is closed.</p>' in answer.content.decode()
        assert at("plays:stage", play, "1") in answer.content.decode()

    def test_a_phone_that_is_taken_along_too_late_comes_to_the_end(self, play):
        play = closed(stages=2)
        play.revision = 1
        link = re.search(r'data-leads href="([^"]+)"', ask(guests_phone(play), play).content.decode())[1]
        assert guests_phone(play).get(link).status_code == 200
        lifecycle.finish(again(play), person=owner_of(play))
        assert guests_phone(play).get(link).headers["Location"] == at("plays:play", play)
        # Who opens the stage of a finished play reads it.
        assert guests_phone(play).get(at("plays:stage", play, "1")).status_code == 200

    def test_an_open_result_leads_to_what_is_new(self):
        play = closed()
        play.revision = 1
        for phone in (owners_phone(play), guests_phone(play)):
            assert main_link(ask(phone, play, page="result")) == (at("plays:play", play), "Count stage 2")
        lifecycle.close_stage(again(play), play.game.stage("2"), person=owner_of(play), anyway=True)
        for phone in (owners_phone(play), guests_phone(play)):
            link = at("plays:stage", play, "2"), "Result of stage 2"
            assert main_link(ask(phone, play, page="result")) == link
            assert main_link(phone.get(at("plays:stage", play, "1"))) == link
        lifecycle.finish(again(play), person=owner_of(play))
        link = at("plays:play", play), "See the final result"
        assert main_link(ask(guests_phone(play), play, page="result")) == link

    def test_a_result_that_was_corrected_comes_again(self):
        play = closed(cards={"anna": {"water": 2}})
        count(play, ben={"water": 4})
        answer = ask(owners_phone(play), play, page="result")
        assert answer.status_code == 200
        assert "1 Ben +6 6 points" in text_of(answer)
        assert "The result has changed." in text_of(answer)

    def test_result_is_said_to_have_changed_only_if_it_has(self):
        play = closed(stages=2, cards={"anna": {"water": 2}})
        phone = guests_phone(play)
        page = phone.get(at("plays:stage", play, "2"))

        def save_late():
            send(guests_phone(play), play, "Ben", stage="2", water="4")
            assert CardSave.objects.filter(fate="late").exists()

        news = (save_late, False), (lambda: count(play, ben={"water": 4}), True), (again(play).refresh_pages, False)
        for happen, is_said in news:
            happen()
            page = phone.get(page.context["live_url"], headers=HTMX)
            assert ("The result has changed." in text_of(page)) is is_said

    def test_a_result_that_was_opened_again_says_so(self):
        play = closed()
        phone = owners_phone(play)
        phone.post(at("plays:reopen_stage", play, "1"))
        assert "Stage 1 was reopened." in text_of(ask(phone, play, page="result"))

    def test_when_the_play_is_over_the_asking_ends(self):
        play = finished()
        play.revision = 1
        answer = ask(owners_phone(play), play, page="result")
        assert answer.status_code == 286
        assert "The play has ended." in text_of(answer)
        assert "hx-get" not in answer.content.decode().split('<div id="live"')[1].split(">")[0]

    def test_a_sheet_asks_on_seldom_after_the_end_as_something_may_still_come_late(self):
        play = finished()
        play.revision = 1
        answer = ask(owners_phone(play), play)
        assert answer.status_code == 200
        assert "The play has ended." in text_of(answer)
        region = answer.content.decode().split('<div id="live"')[1].split(">")[0]
        assert "data-rarely" in region
        assert "hx-get" in region

    def test_it_ends_for_a_stopped_play_too(self):
        play = closed(stages=2)
        phone = owners_phone(play)
        phone.post(at("plays:stop", play))
        assert ask(phone, play, page="result").status_code == 286

    def test_one_question_costs_the_same_however_many_sit_at_the_table(self, django_assert_num_queries):
        few, many = a_play(names=("Anna", "Ben")), a_play(names=("Anna", "Ben", "Chris", "Dora", "Emil"))
        for play in (few, many):
            count(play, anna={"water": 4}, ben={"water": 2})
            phone, seat = owners_phone(play), seat_of(play, "Anna").pk
            with django_assert_num_queries(4):
                assert ask(phone, play, seat=seat).status_code == 200

    def test_nothing_of_ones_own_is_looked_for_where_somebody_else_saved_once(self, play, django_assert_num_queries):
        phone = guests_phone(play)
        count(play, anna={"water": 4})
        send(phone, play, "Ben", water="4")
        with django_assert_num_queries(4):
            assert ask(phone, play).status_code == 200


class TestStageClosedElsewhere:
    """What brings the page of a stage that another phone has closed, or opened again, up to date."""

    def test_the_dock_leads_to_the_result_and_closes_nothing(self):
        play = closed()
        play.revision = 1
        dock = ask(owners_phone(play), play).content.decode().split('id="dock-action"')[1]
        assert at("plays:stage", play, "1") in dock
        assert "Close stage" not in dock

    def test_the_standings_stay(self):
        play = closed(cards={"anna": {"water": 4}})
        play.revision = 1
        assert "1 Anna +6 6 points" in text_of(ask(owners_phone(play), play))

    def test_of_a_play_that_is_over_it_leads_to_its_end(self):
        play = finished()
        play.revision = 1
        dock = ask(owners_phone(play), play, stage="2").content.decode().split('id="dock-action"')[1]
        assert f'href="{at("plays:play", play)}"' in dock

    def test_while_the_stage_is_open_the_dock_stays_as_it_is(self, play, phone):
        count(play, anna={"water": 4})
        assert "dock-action" not in ask(phone, play).content.decode()

    def test_opened_again_it_can_be_closed_again(self):
        play = closed()
        phone = owners_phone(play)
        assert "over=1" in ask(phone, play, revision=1).content.decode()
        phone.post(at("plays:reopen_stage", play, "1"))
        assert at("plays:close", play, "1") in ask(phone, play, over=1).content.decode()


class TestPlayThatIsOver:
    def test_its_page_asks_whether_the_next_one_has_started(self):
        play = finished()
        body = owners_phone(play).get(at("plays:play", play)).content.decode()
        assert f"revision={play.revision}&amp;page=end" in body
        assert "data-rarely" in body

    def test_nothing_new_is_answered_after_two_questions_to_the_database(self, django_assert_max_num_queries):
        play = finished()
        phone = owners_phone(play)
        with django_assert_max_num_queries(2):
            assert ask(phone, play, page="end").status_code == 204

    def test_a_rematch_is_offered_and_the_asking_goes_on(self):
        play = finished()
        phone = owners_phone(play)
        phone.post(at("plays:rematch", play), {"played_on": "2026-11-20"})
        answer = ask(phone, play, page="end")
        assert answer.status_code == 200
        rematch = play.group.plays.latest("pk")
        assert f'href="{at("plays:play", rematch)}"' in answer.content.decode()
        assert "The next play has started." in text_of(answer)
        assert 'hx-get="' in answer.content.decode()

    def test_other_peoples_play_of_the_same_game_is_not_the_next_one(self):
        play = finished()
        phone = owners_phone(play)
        others = a_play(group=play.group, owner=owner_of(play), names=("Dora", "Emil"))
        assert at("plays:play", others) not in phone.get(at("plays:play", play)).content.decode()
        later = a_play(group=play.group, owner=owner_of(play), played_on=DAY + datetime.timedelta(days=7))
        assert f'href="{at("plays:play", later)}"' in phone.get(at("plays:play", play)).content.decode()
        some = a_play(group=play.group, owner=owner_of(play), names=("Anna", "Emil"))
        assert f'href="{at("plays:play", some)}"' in phone.get(at("plays:play", play)).content.decode()
        most = a_play(group=play.group, owner=owner_of(play), names=("Anna", "Ben", "Emil"))
        assert f'href="{at("plays:play", most)}"' in phone.get(at("plays:play", play)).content.decode()

    def test_that_it_was_opened_again_is_said(self):
        play = finished()
        phone = owners_phone(play)
        phone.post(at("plays:reopen", play))
        assert "The play was reopened." in text_of(ask(phone, play, page="end"))

    def test_a_guest_without_a_seat_is_told_of_the_rematch_and_where_its_code_is_typed_but_not_let_in(self):
        play = finished()
        guest = guests_phone(play)
        owners_phone(play).post(at("plays:rematch", play), {"played_on": "2026-11-20"})
        rematch = play.group.plays.latest("pk")
        for answer in (ask(guest, play, page="end"), guest.get(at("plays:play", play))):
            assert answer.status_code == 200
            assert "The next play has started. Type the code from the other phone" in text_of(answer)
            assert str(rematch.uuid) not in answer.content.decode()
        assert guest.get(at("plays:play", rematch)).status_code == 404

    def test_of_what_is_played_on_another_evening_a_guest_hears_nothing(self):
        play = finished()
        guest = guests_phone(play)
        owners_phone(play).post(at("plays:rematch", play), {"played_on": "2026-11-20"})
        Play.objects.filter(pk=play.pk).update(changed_at=timezone.now() - datetime.timedelta(hours=4))
        assert "The next play has started." not in text_of(ask(guest, play, page="end"))


class TestShutOut:
    @staticmethod
    def sent_home(answer):
        return (answer.status_code, answer.headers["HX-Redirect"]) == (404, "/")

    def test_a_stranger_is_sent_home(self, play):
        assert self.sent_home(ask(Client(), play))
        assert self.sent_home(ask(owners_phone(a_play()), play))

    def test_who_was_removed_is_sent_home(self, play, phone):
        play.group.members.all().delete()
        assert self.sent_home(ask(phone, play))

    def test_a_guest_whose_link_was_renewed_is_sent_home(self, play):
        phone = guests_phone(play)
        play.links.update(digest="another")
        assert self.sent_home(ask(phone, play))

    def test_of_a_deleted_play_everybody_is_sent_home(self, play, phone):
        guest = guests_phone(play)
        delete(play, person=owner_of(play))
        assert self.sent_home(ask(phone, play))
        assert self.sent_home(ask(guest, play))

    def test_home_says_that_the_play_was_deleted_and_by_whom(self, play, phone):
        guest, stranger = guests_phone(play), owners_phone(a_play())
        phone.post(at("plays:mine", play), {"seat": seat_of(play, "Anna").pk})
        phone.post(at("plays:delete", play))
        for each, said in ((guest, True), (stranger, False)):
            ask(each, play)
            assert ("Anna deleted the play." in text_of(each.get("/"))) is said


class TestRubbish:
    @pytest.mark.parametrize(
        "revision", ["", "x", long("-1"), long("0"), "9" * 5000, long("%00"), long("1.0"), long(" 1")]
    )
    def test_a_revision_there_is_none_of_gets_the_fragment(self, play, phone, revision):
        assert ask(phone, play, revision=revision).status_code == 200

    def test_no_revision_gets_it_too(self, play, phone):
        assert phone.get(at("plays:live", play), {"stage": "1"}).status_code == 200

    @pytest.mark.parametrize("stage", ["", long("0"), "3", long("x"), long("\0"), long("1" * 5000)])
    def test_a_stage_there_is_none_of_is_not_there(self, play, phone, stage):
        assert ask(phone, play, revision="", stage=stage).status_code == 404

    @pytest.mark.parametrize("seat", ["0", "x", long("-1"), long("9" * 5000), long("\0"), long("²")])
    def test_a_seat_there_is_none_of_is_nobodys_card(self, play, phone, seat):
        assert ask(phone, play, revision="", seat=seat).status_code == 200

    def test_a_seat_of_another_play_is_nobodys_card(self, play, phone):
        other = a_play()
        count(other, anna={"water": 7})
        answer = ask(phone, play, revision="", seat=seat_of(other, "Anna").pk)
        assert "7" not in text_of(answer)

    @pytest.mark.parametrize("page", ["", long("x"), "result"])
    @pytest.mark.parametrize("stage", ["1", long("2")])
    def test_any_page_is_answered_in_every_state_of_a_play(self, page, stage):
        for play in (a_play(), closed(), closed(stages=2), finished()):
            answer = ask(owners_phone(play), play, revision="", page=page, stage=stage)
            assert answer.status_code in (200, 286)


def test_a_question_changes_nothing(play):
    phone = phone_of(owner_of(play))
    count(play, anna={"water": 4})
    before = again(play).revision, CardSave.objects.count()
    ask(phone, play)
    assert (again(play).revision, CardSave.objects.count()) == before


class TestWhatTwoPhonesEnteredDifferently:
    """A guest's figure waits for the guest's choice, while the organiser's page, whose figure counts, is open."""

    @pytest.fixture
    def guest(self, play):
        guest = guests_phone(play)
        count(play, anna={"water": 4})
        return guest

    @pytest.fixture
    def clash(self, play, guest):
        play.revision = again(play).revision
        send(guest, play, "Anna", revision=0, water="5")
        return CardSave.objects.get(fate="clash")

    told = "Anna, water: another phone entered 5 and still has to choose."

    def test_the_phone_whose_figure_counts_hears_that_the_other_one_has_to_choose(self, play, phone, guest, clash):
        assert again(play).revision > play.revision
        assert self.told in text_of(ask(phone, play))
        assert self.told in text_of(phone.get(at("plays:play", play)))
        for page in (ask(guest, play), guest.get(at("plays:play", play))):
            assert "which one is right?" in text_of(page).lower()
            assert self.told not in text_of(page)

    def test_question_says_which_of_the_two_figures_cannot_be_right(self, play, guest):
        play.revision = again(play).revision
        send(guest, play, "Anna", revision=0, water="-5")
        assert "Anna, water: −5 is negative" in text_of(guest.get(at("plays:play", play))).partition("one is right?")[2]

    @pytest.mark.parametrize("choice", ["mine", "theirs"])
    def test_it_hears_once_that_was_chosen(self, play, phone, guest, clash, choice):
        its = again(play)
        guest.post(
            at("plays:waiting_save", play, clash.pk),
            {"choose_water": choice, "revision": card_of(play, "Anna").revision},
        )
        assert again(play).revision > its.revision
        answer = ask(phone, its, late="1")
        assert self.told not in text_of(answer)
        assert '<div id="late" hx-swap-oob="innerHTML"></div>' in answer.content.decode()


class TestWhatCameLate:
    """A figure of a guest arrives after its stage was closed, while the organiser's page is open."""

    def late(self, play):
        guest = guests_phone(play)
        send(guest, play, "Anna", stage="1", water="3")
        return guest

    def test_result_of_the_stage_shows_it_at_once(self):
        play = closed()
        member, revision = owners_phone(play), play.revision
        guest = self.late(play)
        assert again(play).revision > revision
        answer = ask(member, play, page="result")
        assert "Anna, stage 1: arrived after it was closed" in text_of(answer)
        assert "Reopen and count it" in text_of(answer)
        assert 'id="waiting"' in answer.content.decode()
        other = guests_phone(play)
        assert "arrived after" not in text_of(ask(other, play, page="result"))
        assert "A group member can still count it." in text_of(ask(guest, play, page="result"))

    def test_answer_to_what_the_phone_asked_before_it_sent_anything_leaves_its_question(self):
        play = closed()
        before = guests_phone(play)
        guest = self.late(play)
        assert 'id="waiting"' in ask(guest, play, over="1").content.decode()
        assert 'id="waiting"' not in ask(before, play, over="1").content.decode()

    def test_end_of_the_play_shows_it_at_once(self):
        play = finished()
        member = owners_phone(play)
        self.late(play)
        answer = ask(member, play, page="end")
        assert "Anna, stage 1: arrived after it was closed" in text_of(answer)

    def test_result_on_which_it_waits_asks_on_after_the_end(self):
        play = finished()
        guest = self.late(play)
        answer = ask(guest, play, page="result", revision=1).content.decode()
        assert "hx-get" in answer.split('<div id="live"')[1].split(">")[0]

    @pytest.mark.parametrize("answer", ["count", "drop"])
    def test_who_drops_it_once_it_was_decided_reads_that_nothing_waits_any_more(self, answer):
        play = finished()
        guest = self.late(play)
        row = CardSave.objects.get(fate="late")
        owners_phone(play).post(at("plays:waiting_save", play, row.pk), {answer: "1"})
        page = guest.post(at("plays:waiting_save", play, row.pk), {"drop": "1"}, follow=True)
        assert "Nothing waits here any more: this has been decided." in text_of(page)
        assert card_of(play, "Anna").amounts.get("water") == (3 if answer == "count" else None)

    def test_who_enters_a_column_is_not_told_once_the_play_is_over(self, play, phone):
        guest = guests_phone(play)
        guest.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        phone.post(at("plays:count_here", play))
        phone.post(at("plays:stop", play))
        assert "Another phone" not in text_of(guest.get(at("plays:play", play)))

    @pytest.mark.parametrize("make", [closed, finished])
    def test_a_fresh_page_has_it_beside_what_to_tap_next(self, make):
        play = make()
        member = owners_phone(play)
        self.late(play)
        page = member.get(at("plays:play", play) if make is finished else at("plays:stage", play, "1")).content.decode()
        assert "arrived after it was closed" in page[page.index('class="dock"') :]


def test_refreshed_pages_are_drawn_anew_though_the_play_has_not_changed(play, phone):
    its = again(play)
    its.refresh_pages()
    now = again(play)
    assert (now.revision, now.changed_at) == (play.revision + 1, play.changed_at)
    assert its.revision == now.revision
    assert ask(phone, play).status_code == 200
