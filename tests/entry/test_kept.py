"""What follows from a revision is worked out once, and never said of another: everything that changes it is changed."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from companion.core.memory_cache import Cache, once
from companion.entry import scorepad
from companion.entry.scorepad import Scorepad
from companion.models import Group, Play
from companion.plays import lifecycle, seats
from tests.lanes import long
from tests.phones import (
    HTMX,
    a_play,
    again,
    at,
    card_at,
    count,
    guests_phone,
    open_card,
    owner_of,
    owners_phone,
    phone_of,
    seat_of,
    send,
    text_of,
)


@pytest.fixture
def full():
    """A play of two whose cards are all in, as its page and its polls have shown it in the owner's language."""
    play = a_play(names=("Anna", "Ben"), options={"points_water": 6})
    count(play, anna={"water": 4}, ben={"water": 2})
    assert "1 Anna +6" in shown(play)
    assert "Most water: 4, ahead of Ben" in shown(play)
    return play


def shown(play, phone=None, **query) -> str:
    """What a page of the play says, and what a poll brings: both hold the same standings."""
    phone = phone or owners_phone(play)
    page = text_of(phone.get(at("plays:play", play)))
    answer = phone.get(at("plays:live", play), {"page": "cards", "stage": "1", "revision": 0, **query}, headers=HTMX)
    poll = text_of(answer)
    parts = answer.content.decode().split('<div id="under-sheet" hx-swap-oob="true">')
    assert len(parts) == 2
    for part in parts if "2 of 2" in poll and "is closed" not in poll else ():
        assert text_of(HttpResponse(part)).partition(" 2 of 2 counted")[0].partition(" ↓ ")[0] in page
    return page


def points(pad) -> list[int]:
    """What each seat has scored by now."""
    return [standing.points for standing in pad.result.standings]


class TestNothingOldIsSaid:
    def test_after_a_save(self, full):
        count(full, anna={"water": 1})
        assert "1 Ben +6" in shown(full)

    @pytest.mark.long
    def test_after_a_save_by_a_phone(self, full):
        send(owners_phone(full), full, "Anna", revision=1, htmx=True, water="1")
        assert "1 Ben +6" in shown(full)

    def test_after_an_undoing(self, full):
        phone = owners_phone(full)
        send(phone, full, "Anna", revision=1, htmx=True, water="1")
        assert "1 Ben +6" in shown(full)
        phone.post(
            at("plays:undo", full, seat_of(full, "Anna").pk, "1"), {"revision": 2, "field": "water"}, headers=HTMX
        )
        assert "1 Anna +6" in shown(full)

    def test_after_a_new_name(self, full):
        player = seat_of(full, "Anna").player
        player.name = "Annabel"
        player.save()
        assert "1 Annabel +6" in shown(full)
        assert "Most water: 4, ahead of Ben with 2" in shown(full)

    def test_after_new_options(self, full):
        lifecycle.change_options(again(full), full.options | {"points_water": 9}, person=owner_of(full))
        assert "1 Anna +9" in shown(full)

    def test_after_a_new_seat(self, full):
        seats.add(again(full), "Chris", person=owner_of(full))
        assert "1 Anna +6" not in shown(full)
        assert "2 of 3 counted" in shown(full)

    def test_after_a_stage_was_closed_and_opened(self, full):
        stage = full.game.stages[0]
        lifecycle.close_stage(again(full), stage, person=owner_of(full))
        assert "Stage 2 of 2" in shown(full)
        lifecycle.reopen_stage(again(full), stage, person=owner_of(full))
        assert "Stage 1 of 2" in shown(full)
        assert "1 Anna +6" in shown(full)

    def test_in_another_language(self, full):
        phone = owners_phone(full)
        assert "Mehrheit (Wasser): 4" not in shown(full, phone)
        phone.cookies["language"] = "de"
        assert "Mehrheit (Wasser): 4" in shown(full, phone)
        phone.cookies["language"] = "ja"
        assert "Mehrheit (Wasser): 4" not in shown(full, phone)

    @pytest.mark.parametrize("order", [("en", "de", "ja"), long(("ja", "en", "de"))])
    def test_all_that_is_kept_is_said_in_each_language(self, full, order):
        """What a card holds, its state, how the stage stands and why: on one phone after the other."""
        words = {
            "en": ("✓ done", "Left over: 2 water", "6 points", "Most water: 4, ahead of Ben", "2 of 2 counted"),
            "de": ("✓ fertig", "Übrig: 2 Wasser", "6 Punkte", "Mehrheit (Wasser): 4", "2 von 2 gezählt"),
            "ja": ("✓ 済み", "残り: 水 2", "6 点", "水 4 で最多", "入力済み 2/2"),
        }
        phone = owners_phone(full)
        for language in order:
            phone.cookies["language"] = language
            page = shown(full, phone)
            assert [each for each in words[language] if each not in page] == []

    def test_what_one_phone_can_undo_is_offered_to_no_other(self, full):
        guest, owner, seat = guests_phone(full), owners_phone(full), seat_of(full, "Ben").pk
        send(guest, full, "Anna", revision=1, htmx=True, water="1")
        its = f'id="last-change-{seat}" class="last-change" data-row='
        poll = {"page": "cards", "stage": "1", "revision": 0}
        for phone, can_undo in ((owner, True), (guest, False), (owner, True)):
            assert (its in phone.get(at("plays:play", full)).content.decode()) == can_undo
            assert (its in phone.get(at("plays:live", full), poll, headers=HTMX).content.decode()) == can_undo

    def test_of_another_play_with_the_same_seats_and_counts(self, full):
        other = a_play(names=("Anna", "Ben"), group=full.group, owner=owner_of(full))
        count(other, anna={"water": 2}, ben={"water": 4})
        assert "1 Ben +6" in shown(other)
        assert "1 Anna +6" in shown(full)


class TestEachPhoneIsToldWhatIsItsOwn:
    def test_who_sees_more_does_not_let_others_see_it(self, full):
        shown(full, owners_phone(full))
        guest = guests_phone(full)
        assert at("plays:table", full) not in guest.get(at("plays:play", full)).content.decode()
        assert at("plays:table", full) in owners_phone(full).get(at("plays:play", full)).content.decode()

    def test_who_may_not_see_it_does_not(self, full):
        shown(full)
        assert Client().get(at("plays:play", full)).status_code == 404
        assert Client().get(at("plays:live", full), {"page": "cards", "stage": "1"}).status_code == 404

    def test_what_one_phone_can_undo_is_not_offered_to_another(self, full):
        mine, theirs = owners_phone(full), guests_phone(full)
        send(mine, full, "Anna", revision=1, htmx=True, water="1")
        send(theirs, full, "Ben", revision=1, htmx=True, water="3")
        assert "water 1 → 4" in text_of(mine.get(card_at(full, "Anna"))).replace("\xa0", " ")
        assert "water 1 → 4" not in text_of(theirs.get(card_at(full, "Anna"))).replace("\xa0", " ")

    def test_forms_of_two_phones_have_tokens_of_their_own(self, full):
        phones = [phone_of(owner_of(full), enforce_csrf_checks=True) for _ in range(2)]
        pages = [phone.get(card_at(full, "Anna")).content.decode() for phone in phones]
        tokens = [page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0] for page in pages]
        assert tokens[0] != tokens[1]
        sent = {"csrfmiddlewaretoken": tokens[0], "revision": 1, "save_id": "x", "water": "3"}
        assert phones[0].post(card_at(full, "Anna"), sent).status_code == 302


class TestAPageThatIsMadeForAll:
    """It is the same, byte by byte, whoever has made the process work it out: but for its token and new ids."""

    def page(self, phone, play, language="en") -> str:
        phone.cookies["language"] = language
        page = phone.get(at("plays:play", play)).content.decode()
        return re.sub(r'(name="(csrfmiddlewaretoken|save_id)") value="\w+"', r"\1", page)

    def test_each_phone_gets_what_it_gets_alone(self, full):
        owner, guest, other = owners_phone(full), guests_phone(full), guests_phone(full)
        seats.add(again(full), "Chris", person=owner_of(full))
        owner.post(at("plays:mine", full), {"seat": seat_of(full, "Ben").pk})
        guest.post(at("plays:mine", full), {"seat": [seat_of(full, "Anna").pk, seat_of(full, "Chris").pk]})
        send(guest, full, "Anna", revision=1, htmx=True, water="3")
        asked = [(phone, language) for phone in (owner, guest, other) for language in ("en", "de", "ja")]
        alone = []
        for phone, language in asked:
            scorepad.KNOWN.found.clear()
            alone.append(self.page(phone, full, language))
        assert len(set(alone)) == len(asked)
        together = [self.page(phone, full, language) for phone, language in asked]
        assert together == alone

    def test_who_opens_another_column_gets_that(self, full):
        phone = owners_phone(full)
        pages = [phone.get(card_at(full, name)) for name in ("Anna", "Ben", "Anna")]
        assert [open_card(page) for page in pages] == ["Anna", "Ben", "Anna"]

    def test_the_words_of_the_table_come_with_its_language(self, full):
        before = self.page(owners_phone(full), full)
        Group.objects.filter(pk=full.group_id).update(language="de")
        assert 'lang="de"' not in before
        assert 'lang="de"' in self.page(owners_phone(full), full)

    def test_what_is_said_to_one_phone_is_said_to_no_other_and_once(self, full):
        owner, guest = owners_phone(full), guests_phone(full)
        saved = owner.post(at("plays:options", full), full.game.options_with(full.options), headers=HTMX)
        assert saved.status_code == 200
        said = "Everything was rescored with these options."
        told = [said in self.page(phone, full) for phone in (guest, owner, guest, owner)]
        assert told == [False, True, False, False]


class TestKept:
    def test_it_is_worked_out_once_a_revision(self, full):
        pads = [Scorepad(again(full)) for _ in range(2)]
        assert pads[0].result is pads[1].result
        count(full, anna={"water": 1})
        assert Scorepad(again(full)).result is not pads[0].result

    def test_a_play_that_was_read_before_a_save_and_its_cards_after_it_is_told_apart(self, full):
        before = again(full)
        assert points(Scorepad(before)) == [6, 0]
        count(full, anna={"water": 1})
        assert points(Scorepad(before)) == [0, 6]

    def test_a_save_reads_nothing_again_and_has_the_new_row(self, full, django_assert_num_queries):
        pad = Scorepad(again(full))
        count(full, anna={"water": 1})
        row = Scorepad(again(full)).newest[seat_of(full, "Anna").pk, "1"]
        with django_assert_num_queries(0):
            assert pad.with_rows([row]).card(pad.seats[0], full.game.stages[0]).amounts["water"] == 1

    def test_what_a_save_has_worked_out_is_there_for_whoever_asks_next(self, full):
        send(owners_phone(full), full, "Anna", revision=1, htmx=True, water="3")
        worked_out = scorepad.KNOWN.found[list(scorepad.KNOWN.found)[-1]]
        assert worked_out and Scorepad(again(full)).known is worked_out

    def test_a_play_that_is_not_stored_leaves_nothing(self):
        before = len(scorepad.KNOWN.found)
        assert Scorepad(Play(game_slug="tuareg"), seats=[], rows=[]).known == {}
        assert len(scorepad.KNOWN.found) == before

    def test_what_was_asked_for_longest_ago_goes_first(self):
        kept = Cache(2)
        for key in ("a", "b", "a", "c"):
            kept.of(key)[key] = key
        assert list(kept.found) == ["a", "c"]
        assert kept.of("b") == {}

    def test_what_is_asked_of_other_things_is_worked_out_for_them(self):
        class Stage:
            def __init__(self, key):
                self.key = key

        class Pad:
            known = {}

        asked = []

        @once
        def work(_pad, *about):
            asked.append(about)
            return len(asked)

        pad, first = Pad(), Stage("1")
        assert [work(pad), work(pad), work(pad, first), work(pad, Stage("1")), work(pad, Stage("2"))] == [1, 1, 2, 2, 3]
