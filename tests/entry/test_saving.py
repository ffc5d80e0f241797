"""Saves of one card from several phones: merged, never twice, never lost."""

import random
import re
from html import unescape
from urllib.parse import parse_qsl
from uuid import uuid4

import pytest

from companion.entry.merging import Sent
from companion.entry.saving import save_holdings
from companion.groups import members
from companion.models import CardSave, Person
from companion.plays.lifecycle import close_stage
from companion.plays.pages.live_updates import told, view_of
from tests.lanes import each_third, long
from tests.phones import (
    a_play,
    again,
    at,
    card_in,
    card_of,
    count,
    guests_phone,
    owner_of,
    owners_phone,
    pass_time,
    phone_of,
    seat_of,
    send,
    text_of,
    together,
)


@pytest.fixture
def play():
    """A play in which Anna has entered 4 water: revision 1 of her card."""
    play = a_play()
    count(play, anna={"water": 4}, is_in=False)
    return play


@pytest.fixture
def mine(play):
    return owners_phone(play)


@pytest.fixture
def theirs(play):
    return guests_phone(play)


def annas(play):
    """What Anna's card holds now."""
    return card_of(play, "Anna").amounts


def waiting(play):
    """The rows that wait for a choice, the oldest first."""
    return list(CardSave.objects.filter(seat__play=play, fate__in=["clash", "late"]).order_by("pk"))


def choose(phone, row, **fields):
    return phone.post(at("plays:waiting_save", row.seat.play, row.pk), fields)


class TestMerge:
    def test_fields_that_only_one_side_changed_come_together(self, play, mine, theirs):
        send(theirs, play, "Anna", revision=1, water="4", gold="3")
        send(mine, play, "Anna", revision=1, water="5")
        assert annas(play) == {"water": 5, "gold": 3}
        assert waiting(play) == []

    def test_a_field_that_was_emptied_is_a_change_too(self, play, mine, theirs):
        send(theirs, play, "Anna", revision=1, water="4", gold="3")
        send(mine, play, "Anna", revision=1, water="")
        assert annas(play) == {"gold": 3}

    def test_the_same_change_on_both_sides_is_no_clash(self, play, mine, theirs):
        send(theirs, play, "Anna", revision=1, water="6")
        send(mine, play, "Anna", revision=1, water="6", gold="1")
        assert annas(play) == {"water": 6, "gold": 1}

    def test_a_field_that_was_not_sent_is_not_emptied(self, play, mine):
        mine.post(at("plays:card", play, play.seats.first().pk, "1"), {"revision": "1", "gold": "3"})
        assert annas(play) == {"water": 4, "gold": 3}

    def test_a_save_that_changes_nothing_is_no_revision(self, play, mine):
        before = again(play).revision
        send(mine, play, "Anna", revision=1, water="4")
        assert card_of(play, "Anna").revision == 1
        assert again(play).revision == before

    def test_nothing_at_all_is_no_card(self, play, mine):
        send(mine, play, "Ben")
        assert card_of(play, "Ben").revision == 0

    def test_a_card_that_is_in_stays_in(self, play, mine):
        send(mine, play, "Anna", revision=1, water="4", done="1")
        send(mine, play, "Anna", revision=2, water="5")
        assert card_of(play, "Anna").is_in

    def test_each_change_takes_the_play_one_revision_up(self, play, mine):
        before = again(play).revision
        send(mine, play, "Anna", revision=1, water="5")
        assert again(play).revision == before + 1

    @pytest.mark.parametrize(
        "revision", ["", "x", long("-1"), "99", long("9" * 30), long("9" * 5000), long("1.5"), long("\0")]
    )
    def test_a_revision_there_is_none_of_overrides_nothing(self, play, mine, revision):
        send(mine, play, "Anna", revision=revision, water="9")
        assert annas(play) == {"water": 4}
        assert [row.refused for row in waiting(play)] == [{"water": "9"}]

    def test_cards_of_one_play_know_nothing_of_each_other(self, play, mine, theirs):
        send(theirs, play, "Ben", save_id="x", water="1")
        send(mine, play, "Chris", save_id="x", water="2")
        assert (card_of(play, "Ben").amounts, card_of(play, "Chris").amounts) == ({"water": 1}, {"water": 2})


# What becomes of one save after the other is decided without a database: PostgreSQL is asked every day only what it may
# answer otherwise.
@pytest.mark.postgresql
class TestSameSave:
    def test_it_counts_once(self, play, mine):
        for _ in range(3):
            send(mine, play, "Anna", revision=1, save_id="x", water="5")
        assert card_of(play, "Anna").revision == 2

    def test_it_changes_nothing_after_somebody_else_changed_the_same(self, play, mine, theirs):
        send(mine, play, "Anna", revision=1, save_id="x", water="5")
        send(theirs, play, "Anna", revision=2, water="6")
        send(mine, play, "Anna", revision=1, save_id="x", water="5")
        assert annas(play) == {"water": 6}
        assert waiting(play) == []

    def test_an_undo_that_comes_under_its_id_once_the_stage_is_closed_is_asked_about(self, play, mine):
        send(mine, play, "Anna", revision=1, save_id="x", water="4", gold="3")
        mine.post(at("plays:close", play, "1"), {"anyway": "1"})
        answer = send(mine, play, "Anna", htmx=True, revision=1, save_id="x", water="4")
        assert "Gold: – (now 3)" in text_of(answer)
        [row] = waiting(play)
        choose(mine, row, revision="2", count="1")
        assert annas(play) == {"water": 4}

    def test_it_takes_nothing_back_that_was_merged_into_it(self, play, mine, theirs):
        send(theirs, play, "Anna", revision=1, water="4", gold="3")
        for _ in range(2):
            send(mine, play, "Anna", revision=1, save_id="x", water="5")
        assert annas(play) == {"water": 5, "gold": 3}

    def test_it_changes_nothing_where_it_told_what_was_known_already(self, play, mine, theirs):
        send(theirs, play, "Anna", revision=1, water="6")
        send(mine, play, "Anna", revision=1, save_id="x", water="6")
        send(theirs, play, "Anna", revision=2, water="4")
        send(mine, play, "Anna", revision=1, save_id="x", water="6")
        assert (annas(play), waiting(play)) == ({"water": 4}, [])

    def test_it_changes_nothing_after_the_stage_was_closed(self, play, mine):
        send(mine, play, "Anna", revision=1, save_id="x", water="5")
        close_stage(again(play), play.game.stage("1"), person=owner_of(play), anyway=True)
        send(mine, play, "Anna", revision=1, save_id="x", water="5")
        assert waiting(play) == []

    def test_it_is_refused_once(self, play, mine):
        for _ in range(2):
            send(mine, play, "Anna", revision=1, save_id="x", water="many")
        assert card_of(play, "Anna").revision == 2

    def test_done_with_it_still_brings_the_card_in(self, play, mine):
        send(mine, play, "Anna", revision=1, save_id="x", water="5")
        send(mine, play, "Anna", revision=1, save_id="x", water="5", done="1")
        assert card_of(play, "Anna").is_in

    def test_a_clash_is_asked_once(self, play, mine, theirs):
        send(theirs, play, "Anna", revision=1, water="6")
        for _ in range(2):
            send(mine, play, "Anna", revision=1, save_id="x", water="5")
        assert len(waiting(play)) == 1

    @pytest.mark.long
    def test_a_clash_that_was_settled_is_not_asked_again(self, play, mine, theirs):
        send(theirs, play, "Anna", revision=1, water="6")
        send(mine, play, "Anna", revision=1, save_id="x", water="5")
        choose(mine, waiting(play)[0], choose_water="theirs", revision=2)
        send(mine, play, "Anna", revision=1, save_id="x", water="5")
        assert (annas(play), waiting(play)) == ({"water": 6}, [])

    def test_a_late_one_is_kept_once(self, play, mine):
        close_stage(again(play), play.game.stage("1"), person=owner_of(play), anyway=True)
        for _ in range(2):
            send(mine, play, "Anna", revision=1, save_id="x", water="5")
        assert len(waiting(play)) == 1


class TestBackAndSentAgain:
    """The same save id with other amounts: Back, edit, send again."""

    def test_it_is_a_new_save_and_no_clash_with_oneself(self, play, mine):
        send(mine, play, "Anna", revision=1, save_id="x", water="5")
        send(mine, play, "Anna", revision=1, save_id="x", water="6")
        assert (annas(play), waiting(play)) == ({"water": 6}, [])

    def test_back_to_what_it_was_first(self, play, mine):
        for water in ("5", "6", "5", "4"):
            send(mine, play, "Anna", revision=1, save_id="x", water=water)
            assert annas(play) == {"water": int(water)}

    def test_what_others_changed_meanwhile_stays(self, play, mine, theirs):
        send(theirs, play, "Anna", revision=1, water="4", gold="3")
        send(mine, play, "Anna", revision=1, save_id="x", water="5")
        send(theirs, play, "Anna", revision=3, water="5", gold="3", salt="2")
        send(mine, play, "Anna", revision=1, save_id="x", water="6")
        assert annas(play) == {"water": 6, "gold": 3, "salt": 2}

    def test_the_same_field_changed_by_others_since_is_a_clash(self, play, mine, theirs):
        send(mine, play, "Anna", revision=1, save_id="x", water="5")
        send(theirs, play, "Anna", revision=2, water="6")
        send(mine, play, "Anna", revision=1, save_id="x", water="7")
        assert annas(play) == {"water": 6}
        assert [row.amounts for row in waiting(play)] == [{"water": 7}]

    @pytest.mark.long
    def test_a_field_both_had_set_alike_and_others_changed_since_is_a_clash_too(self, play, mine, theirs):
        send(theirs, play, "Anna", revision=1, water="4", gold="3")
        send(mine, play, "Anna", revision=1, save_id="x", water="5", gold="3")
        send(theirs, play, "Anna", revision=3, water="5", gold="")
        send(mine, play, "Anna", revision=1, save_id="x", water="5", gold="2")
        assert annas(play) == {"water": 5}
        assert [row.amounts["gold"] for row in waiting(play)] == [2]

    def test_it_takes_the_place_of_a_clash_of_its_own(self, play, mine, theirs):
        send(theirs, play, "Anna", revision=1, water="6")
        send(mine, play, "Anna", revision=1, save_id="x", water="5")
        send(mine, play, "Anna", revision=1, save_id="x", water="7")
        assert [row.amounts for row in waiting(play)] == [{"water": 7}]
        send(mine, play, "Anna", revision=1, save_id="x", water="6")
        assert waiting(play) == []

    def test_what_cannot_be_right_is_mended_by_it(self, play, mine):
        send(mine, play, "Anna", revision=1, save_id="x", water="99", gold="1")
        send(mine, play, "Anna", revision=2, save_id="x", water="8", gold="1")
        card = card_of(play, "Anna")
        assert (card.amounts, card.refused) == ({"water": 8, "gold": 1}, {})


class TestClash:
    @pytest.fixture
    def clash(self, play, mine, theirs):
        send(theirs, play, "Anna", revision=1, water="6")
        send(mine, play, "Anna", revision=1, water="5", gold="1")
        [row] = waiting(play)
        return row

    def test_mine_counts_without_a_question_once_the_other_phone_has_undone_its_own(self, play, mine, theirs, clash):
        theirs.post(
            at("plays:undo", play, seat_of(play, "Anna").pk, "1"), {"revision": clash.revision + 1, "field": "water"}
        )
        assert (annas(play), waiting(play)) == ({"water": 5, "gold": 1}, [])
        assert "two phones" not in text_of(mine.get(at("plays:play", play)))

    def test_mine_still_waits_if_the_other_phone_changes_its_own(self, play, theirs, clash):
        send(theirs, play, "Anna", revision=card_of(play, "Anna").revision, water="7", gold="1")
        assert annas(play)["water"] == 7
        assert waiting(play) == [clash]

    def test_what_was_first_counts_until_somebody_chooses(self, play, clash):
        assert annas(play)["water"] == 6

    def test_what_nobody_else_changed_counts_at_once(self, play, clash):
        assert annas(play) == {"water": 6, "gold": 1}
        assert list(clash.changed) == ["water"]

    def test_its_sender_sees_both(self, play, mine, clash):
        text = text_of(mine.get(at("plays:play", play)))
        assert "Anna, water: two phones entered different numbers" in text
        assert "5 entered here" in text
        assert "6 from the other phone" in text

    def test_nobody_else_is_asked(self, play, theirs, clash):
        assert "two phones" not in text_of(theirs.get(at("plays:play", play)))
        assert choose(theirs, clash, revision=2).status_code == 404
        assert choose(theirs, clash, drop=1).status_code == 404

    def test_mine_can_be_chosen(self, play, mine, clash):
        choose(mine, clash, choose_water="mine", revision=2)
        assert (annas(play), waiting(play)) == ({"water": 5, "gold": 1}, [])

    def test_theirs_can_be_chosen_and_the_rest_of_mine_counts(self, play, mine, clash):
        choose(mine, clash, choose_water="theirs", revision=2)
        assert (annas(play), waiting(play)) == ({"water": 6, "gold": 1}, [])

    def test_a_choice_that_is_sent_twice_counts_once(self, play, mine, clash):
        choose(mine, clash, revision=2)
        assert choose(mine, clash, revision=2).url == at("plays:play", play)
        assert card_of(play, "Anna").revision == 3

    def test_who_changed_it_while_one_chose_is_asked_about(self, play, mine, theirs, clash):
        send(theirs, play, "Anna", revision=2, water="7")
        choose(mine, clash, choose_water="mine", revision=2)
        assert annas(play) == {"water": 7, "gold": 1}
        [row] = waiting(play)
        assert row.amounts["water"] == 5

    def test_the_next_save_of_the_same_page_overrides_nothing_either(self, play, mine, theirs):
        send(theirs, play, "Anna", revision=1, water="6")
        answer = send(mine, play, "Anna", revision=1, htmx=True, water="5")
        assert answer.status_code == 422
        next_revision, _values = card_in(answer)
        send(mine, play, "Anna", revision=next_revision, htmx=True, water="5", gold="2")
        assert annas(play) == {"water": 6, "gold": 2}
        assert [list(row.changed) for row in waiting(play)] == [["water"]]

    @pytest.mark.parametrize(("choice", "water"), [("mine", 5), ("theirs", 6)])
    @pytest.mark.parametrize("gold", ["", "3"])
    def test_an_answer_changes_no_other_row_whatever_was_typed_there_since(
        self, play, mine, clash, choice, water, gold
    ):
        send(mine, play, "Anna", revision=3, save_id="y", water="5", gold=gold)
        [row] = waiting(play)
        choose(mine, row, choose_water=choice, revision=4)
        assert (annas(play), waiting(play)) == ({"water": water} | ({"gold": 3} if gold else {}), [])

    def test_nor_what_somebody_else_has_typed_there_since(self, play, mine, theirs, clash):
        send(theirs, play, "Anna", revision=3, water="6", gold="7")
        choose(mine, clash, choose_water="mine", revision=3)
        assert (annas(play), waiting(play)) == ({"water": 5, "gold": 7}, [])

    def test_what_is_typed_then_into_the_field_that_is_asked_about_waits_with_it(self, play, mine, clash):
        send(mine, play, "Anna", revision=3, save_id="y", water="2", gold="1")
        [row] = waiting(play)
        assert (row.amounts["water"], annas(play)["water"]) == (2, 6)
        choose(mine, row, choose_water="mine", revision=3)
        assert annas(play) == {"water": 2, "gold": 1}

    @pytest.mark.long
    def test_a_later_save_that_agrees_does_not_answer_for_somebody(self, play, mine, theirs, clash):
        send(mine, play, "Anna", revision=1, water="6", gold="1", salt="3")
        assert annas(play) == {"water": 6, "gold": 1, "salt": 3}
        assert waiting(play) == [clash]

    @pytest.mark.long
    def test_in_a_removed_seat_nothing_is_asked(self, play, mine, clash):
        mine.post(at("plays:seats", play), {"remove": clash.seat_id, "yes": "1"})
        assert "two phones" not in text_of(mine.get(at("plays:play", play)))
        assert choose(mine, clash, revision=2).status_code == 404

    @pytest.mark.parametrize("revision", ["", long("x"), long("-1"), "²", long("9" * 5000), long("9" * 18)])
    def test_a_choice_with_a_revision_there_is_none_of_overrides_nothing(self, play, mine, clash, revision):
        assert choose(mine, clash, choose_water="mine", revision=revision).status_code == 302
        assert annas(play)["water"] == 6

    @pytest.mark.parametrize("number", ["0", long("9" * 30), long("9" * 5000)])
    def test_a_row_there_is_none_of_is_not_there(self, play, mine, number):
        assert mine.post(f"/plays/{play.uuid}/kept/{number}").status_code == 404

    def test_a_row_of_another_play_is_not_there(self, play, mine, clash):
        other = a_play(owner=owner_of(play))
        assert mine.post(at("plays:waiting_save", other, clash.pk), {"drop": 1}).status_code == 404

    def test_a_row_that_counts_cannot_be_dropped(self, play, mine):
        row = CardSave.objects.get(fate="counted")
        assert mine.post(at("plays:waiting_save", play, row.pk), {"drop": 1}).status_code == 404


class TestLate:
    """A save that arrives for a closed stage."""

    @pytest.fixture
    def late(self, play, theirs):
        close_stage(again(play), play.game.stage("1"), person=owner_of(play), anyway=True)
        send(theirs, play, "Anna", revision=1, water="5")
        [row] = waiting(play)
        return row

    def test_it_is_kept_and_not_counted(self, play, late):
        assert (late.fate, late.amounts) == ("late", {"water": 5})
        assert annas(play) == {"water": 4}

    def test_its_sender_sees_what_it_would_change_and_no_other_guest(self, play, theirs, late):
        text = text_of(theirs.get(at("plays:play", play)))
        assert "Anna, stage 1: arrived after it was closed" in text
        assert "Water: 5" in text
        assert "arrived after it was closed" not in text_of(guests_phone(play).get(at("plays:play", play)))

    def test_a_members_own_is_shown_to_no_other_member(self, play, mine):
        close_stage(again(play), play.game.stage("1"), person=owner_of(play), anyway=True)
        send(mine, play, "Anna", revision=1, water="5")
        other = phone_of(members.join(play.group, Person.objects.create_visitor()).person)
        assert "arrived after it was closed" in text_of(mine.get(at("plays:play", play)))
        assert "arrived after it was closed" not in text_of(other.get(at("plays:play", play)))
        assert choose(other, waiting(play)[0], count=1, revision=1).status_code == 404

    @pytest.mark.long
    def test_its_sender_sees_it_on_the_result_too(self, play, theirs, late):
        close_stage(again(play), play.game.stage("2"), person=owner_of(play), anyway=True)
        page = theirs.get(at("plays:play", play), follow=True)
        assert page.redirect_chain[-1][0] == at("plays:stage", play, "2")
        assert "arrived after it was closed" in text_of(page)

    def test_counted_by_a_member_it_opens_the_stage_again(self, play, mine, late):
        page = mine.get(at("plays:play", play)).content.decode()
        assert f'href="{at("plays:waiting_save", play, late.pk)}"' in page
        assert "Entered on a guest’s phone." in text_of(mine.get(at("plays:waiting_save", play, late.pk)))
        choose(mine, late, count=1, revision=1)
        assert annas(play) == {"water": 5}
        assert again(play).closed_stages == 0
        assert waiting(play) == []

    def test_dropped_it_is_out_of_the_way(self, play, theirs, late):
        choose(theirs, late, drop=1)
        assert (annas(play), waiting(play)) == ({"water": 4}, [])
        assert again(play).closed_stages == 1

    @pytest.mark.parametrize("stage", ["1", "2"])
    def test_open_pages_of_members_tell_of_it_until_somebody_has_chosen(self, play, mine, theirs, late, stage):
        live = at("plays:live", play) + f"?page=cards&stage={stage}&revision=1"
        link = f'href="{at("plays:waiting_save", play, late.pk)}"'
        assert link in (answer := mine.get(live).content.decode())
        # Another's page says nothing of it, and what all are told leaves it to each phone to ask.
        assert link not in theirs.get(live).content.decode()
        assert told(dict(parse_qsl(view_of(again(play), "en", page="cards", stage=stage))))[1] == ""
        choose(theirs, late, drop=1)
        [asks] = re.findall(r'hx-get="([^"]*live[^"]*)"', answer)
        assert '<div id="late" hx-swap-oob="innerHTML"></div>' in mine.get(unescape(asks)).content.decode()
        assert told(dict(parse_qsl(view_of(again(play), "en", page="cards", stage=stage))))[1] != ""

    def test_discarding_what_another_has_sent_is_asked_once(self, play, mine, theirs, late):
        close_stage(again(play), play.game.stage("2"), person=owner_of(play), anyway=True)
        result = mine.get(at("plays:stage", play, "1")).content.decode()
        assert 'name="drop"' not in result
        assert f'href="{at("plays:waiting_save", play, late.pk)}?at=1"' in result
        asked = mine.get(at("plays:waiting_save", play, late.pk))
        assert "Anna, stage 1: arrived after it was closed" in text_of(asked)
        assert "Water: 5" in text_of(asked)
        assert 'name="drop"' in asked.content.decode()
        assert waiting(play) == [late]
        # One's own is discarded at once.
        assert 'name="drop"' in theirs.get(at("plays:stage", play, "1")).content.decode()
        choose(mine, late, drop=1)
        assert waiting(play) == []
        assert mine.get(at("plays:waiting_save", play, late.pk)).status_code == 302

    def test_no_other_guest_decides(self, play, late):
        assert choose(guests_phone(play), late, drop=1).status_code == 404

    def test_one_page_that_goes_on_typing_is_asked_once(self, play, theirs, late):
        send(theirs, play, "Anna", revision=1, water="55")
        send(theirs, play, "Anna", revision=1, water="6")
        assert [row.amounts for row in waiting(play)] == [{"water": 6}]

    def test_another_change_of_the_page_is_asked_too(self, play, theirs, late):
        send(theirs, play, "Anna", revision=1, water="4", gold="2")
        assert len(waiting(play)) == 2

    def test_a_card_that_was_stored_all_the_same_is_not_kept(self, play, mine):
        close_stage(again(play), play.game.stage("1"), person=owner_of(play), anyway=True)
        send(mine, play, "Anna", revision=1, water="4")
        assert waiting(play) == []

    def test_what_cannot_be_right_is_kept_too_and_shown(self, play, theirs, late):
        answer = send(theirs, play, "Ben", water="many")
        assert answer.status_code == 302
        assert "many" in text_of(theirs.get(answer.url))

    def test_in_a_finished_play_a_member_can_correct_it_with_that(self, play, mine):
        for stage in ("1", "2"):
            close_stage(again(play), play.game.stage(stage), person=owner_of(play), anyway=True)
        mine.post(at("plays:finish", play), {"shared": 1})
        send(mine, play, "Anna", revision=1, water="5")
        assert "arrived after it was closed" in text_of(mine.get(at("plays:play", play)))
        choose(mine, waiting(play)[0], count=1, revision=1)
        assert (again(play).state, annas(play)) == ("finished", {"water": 5})

    def test_in_a_finished_play_a_guest_can_only_drop_it(self, play, mine, theirs):
        for stage in ("1", "2"):
            close_stage(again(play), play.game.stage(stage), person=owner_of(play), anyway=True)
        mine.post(at("plays:finish", play), {"shared": 1})
        send(theirs, play, "Anna", revision=1, water="5")
        [row] = waiting(play)
        assert choose(theirs, row, count=1, revision=1).status_code == 302
        assert again(play).state == "finished"
        assert choose(theirs, row, drop=1).status_code == 302
        assert waiting(play) == []


class Page:
    """A phone with Anna's card open: what it started from, and what it sent last under one id."""

    def __init__(self, play):
        self.card = play, play.seats.first(), play.game.stage("1")
        self.person = Person.objects.create_visitor()
        self.sent = []
        self.reload({}, revision=0)

    def reload(self, entries, *, revision):
        self.revision, self.held, self.save_id = revision, entries, uuid4().hex

    def send(self, mine):
        saved = self.save(mine, self.revision, self.save_id)
        self.held = self.held | {key: entry for key, entry in mine.items() if key not in saved.clashes}
        self.sent = [mine, self.revision, self.save_id]
        return saved

    def save(self, mine, base, save_id):
        sent = Sent(entries=mine, base=base, save_id=save_id, is_in=False)
        return save_holdings(*self.card, sent, person=self.person)


@pytest.mark.postgresql
@pytest.mark.parametrize("seed", each_third(range(12)))
def test_in_whatever_order_phones_send_nothing_is_overridden_that_its_sender_had_not_seen(seed):
    chance = random.Random(seed)
    play = a_play()
    pages = [Page(play) for _ in range(3)]
    before = {}
    for _ in range(40):
        page = chance.choice(pages)
        card = card_of(play, "Anna")
        what = chance.choice(["reload", "again", "edit", "edit", "edit"])
        if what == "reload":
            page.reload(dict(card.amounts), revision=card.revision)
        if what == "again" and page.sent:
            page.save(*page.sent)
            assert card_of(play, "Anna").amounts == before
        if what == "edit":
            mine = {key: page.held.get(key) for key in ("water", "gold", "salt")}
            mine[chance.choice(list(mine))] = chance.choice([None, 0, 1, 2])
            had_seen = page.held
            saved = page.send(mine)
            now = card_of(play, "Anna").amounts
            for key in mine:
                changed, typed = now.get(key) != before.get(key), mine[key] != had_seen.get(key)
                assert not changed or before.get(key) == had_seen.get(key)
                assert saved.waiting or not typed or now.get(key) == mine[key]
            before = now
    # By these a database finds the newest ones.
    counted = CardSave.objects.filter(seat__player__name="Anna", fate=CardSave.Fate.COUNTED).order_by("pk")
    assert [row.revision for row in counted] == list(range(1, len(counted) + 1))


@pytest.mark.postgresql
def test_every_save_stays_in_the_trail(play, mine):
    for water in ("5", "6", ""):
        pass_time(play, seconds=61)
        send(mine, play, "Anna", revision=card_of(play, "Anna").revision, water=water)
    rows = CardSave.objects.filter(seat__player__name="Anna").order_by("revision")
    assert [row.amounts.get("water") for row in rows] == [4, 5, 6, None]
    text = text_of(mine.get(at("plays:trail", play)))
    for change in ("water 4", "water 4 → 5", "water 5 → 6", "water 6 → –"):
        assert change in text


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    """Phones that save in the same moment, each in a thread of its own."""

    def test_fields_of_one_card_from_many_phones_are_all_there(self):
        play = a_play()
        typed = {"water": "1", "gold": "2", "salt": "3", "millet": "4", "maps": "1"}
        phones = {key: phone_of(owner_of(play)) for key in typed}
        answers = together(
            *(
                lambda key=key, value=value: send(phones[key], play, "Anna", htmx=True, save_id=key, **{key: value})
                for key, value in typed.items()
            )
        )
        assert [answer.status_code for answer in answers] == [200] * 5
        assert annas(play) == {key: int(value) for key, value in typed.items()}
        assert card_of(play, "Anna").revision == 5

    def test_one_field_from_many_phones_counts_once_and_the_others_wait(self):
        play = a_play()
        phones = [guests_phone(play) for _ in range(6)]
        together(*(lambda n=n: send(phones[n], play, "Anna", save_id=f"save-{n}", water=str(n + 1)) for n in range(6)))
        rows = CardSave.objects.filter(seat__play=play)
        assert sorted(row.amounts["water"] for row in rows) == [1, 2, 3, 4, 5, 6]
        assert sorted(row.fate for row in rows) == ["clash"] * 5 + ["counted"]

    def test_a_double_tap_is_one_save(self):
        play = a_play()
        phones = [phone_of(owner_of(play)) for _ in range(6)]
        together(*(lambda phone=phone: send(phone, play, "Anna", save_id="x", water="4") for phone in phones))
        assert CardSave.objects.count() == 1

    def test_all_cards_are_in_and_the_stage_is_closed_once(self):
        play = a_play(names=("Anna", "Ben", "Chris", "Dora", "Emil"))
        names = ("Anna", "Ben", "Chris", "Dora", "Emil")
        phones = {name: phone_of(owner_of(play)) for name in names}
        together(*(lambda name=name: send(phones[name], play, name, water="1", done="1") for name in names))
        assert [card_of(play, name).amounts for name in names] == [{"water": 1}] * 5
        answers = together(*(lambda name=name: phones[name].post(at("plays:close", play, "1")) for name in names))
        assert [answer.status_code for answer in answers] == [302] * 5
        assert again(play).closed_stages == 1
        assert play.events.filter(kind="close").count() == 1

    def test_what_arrives_while_the_stage_closes_is_counted_or_kept(self):
        play = a_play(names=("Anna", "Ben", "Chris", "Dora", "Emil"))
        names = ("Anna", "Ben", "Chris", "Dora", "Emil")
        phones = [phone_of(owner_of(play)) for _ in range(6)]
        saves = [
            lambda phone=phone, name=name: send(phone, play, name, water="1", done="1")
            for phone, name in zip(phones, names, strict=False)
        ]
        saves.insert(2, lambda: phones[5].post(at("plays:close", play, "1"), {"anyway": "1"}))
        together(*saves)
        rows = CardSave.objects.filter(amounts={"water": 1})
        assert {str(row.seat) for row in rows} == set(names)
        assert {row.fate for row in rows} <= {"counted", "late"}
        assert again(play).closed_stages == 1

    @pytest.mark.long
    def test_a_form_that_is_sent_twice_together_starts_one_rematch(self):
        play = a_play()
        phones = [phone_of(owner_of(play)) for _ in range(4)]
        same = {"play_id": "7f1bd5c3-0df4-4f25-8a22-1be4b36ee0d1", "played_on": "2020-11-20"}
        answers = together(*(lambda phone=phone: phone.post(at("plays:rematch", play), same) for phone in phones))
        assert len({answer.url for answer in answers}) == 1
        assert play.group.plays.count() == 2
