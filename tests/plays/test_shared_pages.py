"""A page of counting is made for many phones and filled in for each: nobody gets what is another's, or of before."""

import re

import pytest

from companion.core.placeholders import MARK
from companion.entry.merging import WAITING
from companion.models import CardSave
from companion.plays import lifecycle
from tests.phones import (
    HTMX,
    a_play,
    again,
    at,
    card_at,
    card_in,
    closed,
    column,
    count,
    guests_phone,
    open_card,
    owner_of,
    owners_phone,
    seat_of,
    send,
    text_of,
)

pytestmark = pytest.mark.django_db

TWICE = [0, 1]


@pytest.fixture
def play(db):
    return a_play()


def page_of(phone, play) -> str:
    return phone.get(at("plays:play", play)).content.decode()


def news_of(phone, play, *, stage="1", revision=0):
    return phone.get(at("plays:live", play), {"revision": revision, "page": "cards", "stage": stage}, headers=HTMX)


def answers_of(phone, play) -> list[str]:
    """All that a phone is sent of a play that is counted: its page, what is new, and what it stores for later."""
    ahead = phone.get(at("plays:ahead", play)).json()
    return [
        page_of(phone, play),
        news_of(phone, play).content.decode(),
        *(each.get("html", "") for each in ahead["pages"]),
    ]


def secrets_of(page) -> set[str]:
    """Return the tokens of a page's forms and the ids of its saves, which no other phone may know."""
    return set(re.findall(r'name="(?:csrfmiddlewaretoken|save_id)" value="([^"]+)"', page))


def typed_by(page) -> set[str]:
    return set(re.findall(r'name="typed_by" value="([^"]*)"', page))


def can_undo(page) -> list[str]:
    """The seats on whose cards a phone can undo something."""
    return re.findall(r'id="last-change-(\d+)" class="last-change" data-row', page)


class TestWhatIsAPhonesOwn:
    def test_tokens_and_ids_of_saves_are_on_one_phone_alone(self, play):
        phones = [owners_phone(play), guests_phone(play), guests_phone(play)]
        # Once more each: by then there is a page for all.
        pages = [page_of(phone, play) for _ in TWICE for phone in phones]
        found = [secrets_of(page) for page in pages]
        assert all(len(its) == 4 for its in found)
        assert len(set().union(*found)) == 4 * len(pages)

    def test_each_sends_what_is_typed_under_its_own_person(self, play):
        owner, guest, other = owners_phone(play), guests_phone(play), guests_phone(play)
        for phone, name in ((guest, "Ben"), (other, "Chris")):
            phone.post(at("plays:mine", play), {"seat": seat_of(play, name).pk})
        for _ in TWICE:
            own = [typed_by(page_of(phone, play)) for phone in (owner, guest, other)]
            assert own == [
                {str(owner_of(play).pk)},
                {str(seat_of(play, "Ben").person_id)},
                {str(seat_of(play, "Chris").person_id)},
            ]

    def test_the_columns_and_the_cursor_of_one_are_not_those_of_another(self, play):
        guest, other = guests_phone(play), guests_phone(play)
        for phone, name in ((guest, "Ben"), (other, "Chris")):
            phone.post(at("plays:mine", play), {"seat": seat_of(play, name).pk})
        for _ in TWICE:
            for phone, name, place in ((guest, "Ben", "2"), (other, "Chris", "3")):
                page = page_of(phone, play)
                assert open_card(phone.get(at("plays:play", play))) == name
                assert re.findall(r'data-mine="([^"]*)"', page) == [place]
                for answer in answers_of(phone, play):
                    assert set(re.findall(r'data-enters="([^"]*)"', answer)) <= {str(seat_of(play, name).pk)}

    def test_what_one_has_entered_another_cannot_undo(self, play):
        owner, guest = owners_phone(play), guests_phone(play)
        send(owner, play, "Anna", htmx=True, save_id="a", water="4")
        send(guest, play, "Ben", htmx=True, save_id="b", water="2")
        for _ in TWICE:
            for phone, name in ((owner, "Anna"), (guest, "Ben")):
                for answer in answers_of(phone, play)[:2]:
                    assert can_undo(answer) == [str(seat_of(play, name).pk)]

    def test_what_only_members_may_is_on_no_guests_page(self, play):
        owner, guest = owners_phone(play), guests_phone(play)
        for _ in TWICE:
            for phone, is_there in ((owner, True), (guest, False)):
                answers = answers_of(phone, play)
                assert (at("plays:more", play) in answers[0]) is is_there
                assert any(f'href="{at("plays:table", play)}"' in answer for answer in answers) is is_there

    def test_what_waits_for_a_choice_waits_on_the_phone_that_sent_it(self, play):
        owner, guest = owners_phone(play), guests_phone(play)
        send(owner, play, "Anna", htmx=True, save_id="a", water="4")
        send(guest, play, "Anna", htmx=True, save_id="b", water="3")
        assert CardSave.objects.get(save_id="b").fate in WAITING
        for _ in TWICE:
            assert "two phones entered different numbers" in text_of(guest.get(at("plays:play", play)))
            assert "two phones entered different numbers" not in text_of(owner.get(at("plays:play", play)))

    def test_what_came_late_from_a_guest_is_told_to_members_alone(self):
        play = closed(names=("Anna", "Ben"))
        owner, guest, other = owners_phone(play), guests_phone(play), guests_phone(play)
        send(guest, play, "Anna", htmx=True, save_id="late", water="3")
        for _ in TWICE:
            for phone, is_told in ((owner, True), (other, False)):
                for answer in (phone.get(at("plays:play", play)), news_of(phone, play, stage="2")):
                    assert ("arrived after it was closed" in text_of(answer)) is is_told

    def test_a_message_is_read_once_and_by_nobody_else(self, play):
        owner, guest = owners_phone(play), guests_phone(play)
        for phone in (owner, guest):
            page_of(phone, play)
        send(owner, play, "Anna", save_id="a", water="9")
        owner.post(at("plays:undo", play, seat_of(play, "Anna").pk, "1"), {"revision": "1", "field": "water"})
        said = "message" in page_of(owner, play).partition("<main")[2].partition('class="entry"')[0]
        assert said
        for phone in (guest, owner):
            assert "message" not in page_of(phone, play).partition("<main")[2].partition('class="entry"')[0]

    def test_a_play_has_no_addresses_of_another_with_the_same_people(self, play):
        other = a_play(group=play.group, owner=owner_of(play))
        phone = owners_phone(play)
        for _ in TWICE:
            for one, not_that in ((play, other), (other, play)):
                for answer in answers_of(phone, one):
                    assert str(one.uuid) in answer
                    assert str(not_that.uuid) not in answer

    def test_no_blank_is_left(self, play):
        for phone in (owners_phone(play), guests_phone(play)):
            answers = answers_of(phone, play)
            saved = send(
                phone, play, "Anna", htmx=True, revision=card_in(phone.get(at("plays:play", play)))[0], water="1"
            )
            assert all(MARK not in answer for answer in [*answers, saved.content.decode()])


class TestWhatIsNow:
    """A page was asked for before each change: nothing of that is on the page after it."""

    def test_a_save_is_on_each_phone_at_once(self, play):
        phones = [owners_phone(play), guests_phone(play)]
        for water in (1, 2, 3):
            count(play, anna={"water": water})
            for phone in phones:
                page = phone.get(at("plays:play", play))
                assert column(play, "Anna", page)["water"] == str(water)
                assert card_in(page) == (water, {"water": str(water)})
                assert card_in(news_of(phone, play)) == (water, {"water": str(water)})
                ahead = phone.get(at("plays:ahead", play)).json()["pages"][0]["html"]
                assert f"{{&quot;water&quot;: &quot;{water}&quot;}}" in ahead

    def test_so_is_another_name(self, play):
        phone = owners_phone(play)
        assert "Anna" in page_of(phone, play)
        player = seat_of(play, "Anna").player
        player.name = "Antonia"
        player.save()
        for answer in answers_of(phone, play):
            assert "Anna" not in answer

    def test_and_who_comes_to_the_table_or_leaves_it(self, play):
        phone = owners_phone(play)
        page_of(phone, play)
        phone.post(at("plays:seats", play), {"name": "Dora"})
        page, _news, *ahead = answers_of(phone, play)
        assert all("Dora" in answer for answer in (page, *ahead))
        phone.post(at("plays:seats", play), {"remove": seat_of(play, "Dora").pk, "yes": "1"})
        assert not any("Dora" in answer for answer in answers_of(phone, play))

    def test_and_in_which_order_the_table_is_asked(self, play):
        phone = guests_phone(play)
        for by_row in (True, False):
            phone.post(at("plays:order", play), {"by_row": "1"} if by_row else {})
            assert all(("data-by-row" in answer) is by_row for answer in answers_of(phone, play)[:2])

    def test_and_what_a_row_brings_by_the_options(self, play):
        phone = guests_phone(play)
        for points in (6, 9, 6):
            play = again(play)
            play.options |= {"points_water": points}
            play.save()
            assert f"{points} for most" in page_of(phone, play)

    def test_and_which_stage_is_counted_with_the_results_of_the_others(self, play):
        phone, owner = guests_phone(play), owner_of(play)
        for is_closed in (False, True, False):
            play = again(play)
            stage = play.game.stages[0]
            if is_closed:
                lifecycle.close_stage(play, stage, person=owner, anyway=True)
            elif play.is_closed(stage):
                lifecycle.reopen_stage(play, stage, person=owner)
            page = page_of(phone, play)
            assert (f'href="{at("plays:stage", play, "1")}"' in page) is is_closed
            assert (card_at(play, "Anna", stage="2") in page) is is_closed

    def test_and_the_language(self, play):
        phone = guests_phone(play)
        for language in ("en", "de", "ja", "en"):
            page = phone.get(at("plays:play", play), headers={"Accept-Language": language}).content.decode()
            assert f'<html lang="{language}"' in page
            assert ("Choose my players" in page) is (language == "en")
