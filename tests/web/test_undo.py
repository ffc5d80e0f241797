"""Undoing the last change of a card: what it touched is again what it was, and nothing else is disturbed."""

import pytest

from companion.models import Holdings
from companion.plays import close_stage
from tests.web.phones import (
    HTMX,
    a_play,
    again,
    at,
    card_at,
    card_of,
    closed,
    count,
    finished,
    form_to,
    guests_phone,
    owner_of,
    owners_phone,
    pass_time,
    seat_of,
    send,
    text_of,
)


@pytest.fixture
def mine(play):
    return owners_phone(play)


@pytest.fixture
def theirs(play):
    return guests_phone(play)


def annas(play):
    return card_of(play, "Anna").amounts


def undo_at(play, name="Anna", *, stage="1"):
    return at("undo", play, seat_of(play, name).pk, stage)


def undo(phone, play, name="Anna", *, revision=None, htmx=False):
    """Press the button as the card stands now, or as it stood when it had this revision."""
    revision = card_of(play, name).revision if revision is None else revision
    return phone.post(undo_at(play, name), {"revision": revision}, headers=HTMX if htmx else {})


def type_in(phone, play, **typed):
    """Change Anna's card as it stands now, from a page that has just been loaded."""
    card = card_of(play, "Anna")
    held = {key: str(amount) for key, amount in card.amounts.items()}
    send(phone, play, "Anna", revision=card.revision, **(held | typed))


def button(phone, play, name="Anna"):
    """What the open card says that its button undoes; None where there is nothing."""
    html = phone.get(card_at(play, name)).content.decode()
    place = html.split(f'id="last-change-{seat_of(play, name).pk}"')[1].split("</form>")[0]
    return None if " disabled" in place else " ".join(place.split('class="quiet">')[1].split("<")[0].split())


class TestLastChange:
    def test_the_card_holds_again_what_it_held(self, play, mine):
        type_in(mine, play, water="3", gold="1")
        pass_time(play, seconds=61)
        type_in(mine, play, water="4")
        assert undo(mine, play).url == card_at(play, "Anna")
        assert annas(play) == {"water": 3, "gold": 1}

    def test_of_the_first_change_the_card_is_empty_again(self, play, mine):
        type_in(mine, play, water="3", gold="1")
        undo(mine, play)
        assert annas(play) == {}
        assert "Anna not entered yet" in text_of(theirs_page(play))

    def test_rows_are_added_and_none_is_changed(self, play, mine):
        type_in(mine, play, water="3")
        before = list(Holdings.objects.values())
        undo(mine, play)
        assert list(Holdings.objects.values())[:-1] == before
        assert Holdings.objects.last().puts_back

    def test_all_that_one_phone_saved_within_a_minute_goes_back_together(self, play, mine):
        type_in(mine, play, water="3")
        for water in ("4", "5"):
            pass_time(play, seconds=59)
            type_in(mine, play, water=water)
        type_in(mine, play, gold="2")
        undo(mine, play)
        assert annas(play) == {}

    def test_after_a_minute_it_is_another_change(self, play, mine):
        type_in(mine, play, water="3")
        pass_time(play, seconds=60)
        type_in(mine, play, gold="2")
        undo(mine, play)
        assert annas(play) == {"water": 3}

    def test_two_phones_make_two_changes_however_soon(self, play, mine, theirs):
        type_in(mine, play, water="3")
        type_in(theirs, play, gold="2")
        undo(mine, play)
        assert annas(play) == {"water": 3}

    def test_two_phones_at_one_card_make_one_change_each(self, play, mine, theirs):
        for water, gold in (("1", "5"), ("2", "6"), ("3", "7")):
            type_in(mine, play, water=water)
            type_in(theirs, play, gold=gold)
        undo(mine, play)
        assert annas(play) == {"water": 3}

    def test_a_field_that_somebody_else_changed_in_between_starts_another(self, play, mine, theirs):
        type_in(mine, play, water="3")
        type_in(theirs, play, water="4")
        type_in(mine, play, water="5")
        undo(mine, play)
        assert annas(play) == {"water": 4}

    def test_what_was_closed_in_between_starts_another(self, mine):
        play = closed(cards={"anna": {"water": 3}})
        phone = owners_phone(play)
        phone.post(at("reopen_stage", play, "1"))
        type_in(phone, play, water="4")
        undo(phone, play)
        assert annas(play) == {"water": 3}

    def test_what_came_to_nothing_is_no_change(self, play, mine):
        type_in(mine, play, gold="1")
        pass_time(play, seconds=61)
        type_in(mine, play, water="4")
        type_in(mine, play, water="")
        assert button(mine, play) == "gold 1"

    def test_what_could_not_be_right_goes_back_too(self, play, mine):
        type_in(mine, play, water="3")
        pass_time(play, seconds=61)
        type_in(mine, play, water="many")
        undo(mine, play)
        assert (annas(play), card_of(play, "Anna").refused) == ({"water": 3}, {})

    def test_done_goes_back_with_what_was_typed(self, play, mine):
        send(mine, play, "Anna", water="3", done="1")
        assert card_of(play, "Anna").is_in
        undo(mine, play)
        assert not card_of(play, "Anna").is_in

    def test_done_alone_goes_back_alone(self, play, mine):
        type_in(mine, play, water="3")
        pass_time(play, seconds=61)
        send(mine, play, "Anna", revision=1, water="3", done="1")
        assert button(mine, play) == "✓ in"
        undo(mine, play)
        assert (annas(play), card_of(play, "Anna").is_in) == ({"water": 3}, False)

    def test_a_card_that_was_in_before_stays_in(self, play, mine):
        send(mine, play, "Anna", water="3", done="1")
        pass_time(play, seconds=61)
        type_in(mine, play, water="4")
        undo(mine, play)
        assert (annas(play), card_of(play, "Anna").is_in) == ({"water": 3}, True)

    def test_the_other_phones_notice(self, play, mine):
        type_in(mine, play, water="3")
        before = again(play).revision
        undo(mine, play)
        assert again(play).revision == before + 1


def theirs_page(play):
    return guests_phone(play).get(card_at(play, "Ben"))


class TestAgain:
    def test_undoing_the_undoing_is_doing_it_again(self, play, mine):
        send(mine, play, "Anna", water="3", gold="1", done="1")
        for _ in range(2):
            undo(mine, play)
            assert (annas(play), card_of(play, "Anna").is_in) == ({}, False)
            undo(mine, play)
            assert (annas(play), card_of(play, "Anna").is_in) == ({"water": 3, "gold": 1}, True)

    def test_the_button_sent_twice_undoes_once(self, play, mine):
        type_in(mine, play, water="3")
        for _ in range(3):
            undo(mine, play, revision=1)
        assert (annas(play), card_of(play, "Anna").revision) == ({}, 2)

    def test_it_undoes_nothing_that_was_typed_since(self, play, mine):
        type_in(mine, play, water="3")
        undo(mine, play, revision=1)
        type_in(mine, play, gold="2")
        undo(mine, play, revision=1)
        assert annas(play) == {"gold": 2}

    def test_a_save_that_was_under_way_belongs_to_what_is_undone(self, play, mine):
        type_in(mine, play, water="3")
        type_in(mine, play, water="4")
        undo(mine, play, revision=1)
        assert annas(play) == {}

    def test_what_is_typed_after_it_is_a_change_of_its_own(self, play, mine):
        type_in(mine, play, water="3")
        undo(mine, play)
        type_in(mine, play, water="4")
        undo(mine, play)
        assert annas(play) == {}


class TestTypedMeanwhile:
    """What goes on being typed on a phone that has not heard yet that its undoing was done."""

    def test_it_counts_and_is_no_clash_with_oneself(self, play, mine):
        type_in(mine, play, water="3", gold="1")
        undo(mine, play)
        answer = send(mine, play, "Anna", revision=1, water="4", gold="1", htmx=True)
        assert answer.status_code == 200
        assert annas(play) == {"water": 4}

    def test_what_somebody_else_has_undone_is_asked_about(self, play, mine, theirs):
        type_in(mine, play, water="3")
        undo(theirs, play)
        assert send(mine, play, "Anna", revision=1, water="4", htmx=True).status_code == 422
        assert annas(play) == {}

    def test_so_is_what_somebody_else_has_typed_since(self, play, mine, theirs):
        type_in(mine, play, water="3")
        undo(mine, play)
        type_in(theirs, play, water="5")
        assert send(mine, play, "Anna", revision=1, water="4", htmx=True).status_code == 422
        assert annas(play) == {"water": 5}


class TestSomebodyElse:
    def test_what_they_typed_elsewhere_stays(self, play, mine, theirs):
        type_in(mine, play, water="3")
        send(theirs, play, "Anna", revision=1, water="3", gold="2")
        undo(mine, play, revision=1)
        assert annas(play) == {"gold": 2}

    def test_what_they_typed_in_the_same_field_is_asked_about(self, play, mine, theirs):
        type_in(mine, play, water="3")
        send(theirs, play, "Anna", revision=1, water="4")
        undo(mine, play, revision=1)
        assert annas(play) == {"water": 4}
        text = text_of(mine.get(at("play", play)))
        assert "–, typed here" in text
        assert "4, from the other phone" in text

    def test_what_they_changed_can_be_undone_here(self, play, mine, theirs):
        type_in(theirs, play, water="3")
        undo(mine, play)
        assert annas(play) == {}

    def test_after_the_stage_was_closed_it_is_kept_and_asked_about(self, play, mine, theirs):
        type_in(mine, play, water="3")
        close_stage(again(play), play.rules.stage("1"), person=owner_of(play), anyway=True)
        assert undo(mine, play, revision=1).url == card_at(play, "Anna")
        assert annas(play) == {"water": 3}
        assert "closed before this arrived" in text_of(mine.get(at("play", play)))


class TestButton:
    def test_it_says_what_it_undoes(self, play, mine):
        type_in(mine, play, water="3")
        assert button(mine, play) == "water 3"
        pass_time(play, seconds=61)
        type_in(mine, play, water="4")
        assert button(mine, play) == "water 3 → 4"
        undo(mine, play)
        assert button(mine, play) == "water 4 → 3"

    def test_of_many_it_says_how_many(self, play, mine):
        type_in(mine, play, water="3", gold="1", salt="2")
        assert button(mine, play) == "3 changes"

    def test_before_the_first_change_it_is_there_and_does_nothing(self, play, mine):
        assert button(mine, play) is None
        assert undo(mine, play, revision="").status_code == 302
        assert Holdings.objects.count() == 0

    def test_it_is_a_form_that_names_the_change(self, play, mine):
        type_in(mine, play, water="3")
        assert form_to(undo_at(play), mine.get(card_at(play, "Anna"))) == {"revision": ["1"]}

    def test_with_htmx_the_mark_the_figures_and_the_button_come_and_no_input(self, play, mine):
        type_in(mine, play, water="3")
        answer = undo(mine, play, htmx=True)
        body = answer.content.decode()
        assert answer.status_code == 200
        assert body.lstrip().startswith(f'<span id="mark-{seat_of(play, "Anna").pk}"')
        assert "&quot;water&quot;: &quot;&quot;" in body
        assert 'name="revision" value="2"' in body
        assert "water 3 → –" in text_of(answer)
        assert 'class="figure"' not in body

    def test_it_comes_with_every_save_and_with_another_phones(self, play, mine, theirs):
        assert "water 3" in text_of(send(mine, play, "Anna", htmx=True, water="3"))
        asked = {"revision": 1, "page": "cards", "stage": "1", "seat": seat_of(play, "Anna").pk}
        body = theirs.get(at("live", play), asked, headers=HTMX).content.decode()
        assert f'<span id="last-change-{seat_of(play, "Anna").pk}" class="last-change" hx-swap-oob="true">' in body

    def test_what_is_noted_during_a_stage_has_it_too(self):
        play = a_play(game="basari")
        phone = owners_phone(play)
        page = phone.get(at("play", play))
        seats = [seat_of(play, name).pk for name in ("Anna", "Ben", "Chris")]
        for seat in seats:
            assert form_to(at("undo", play, seat, "1"), page)["noting"] == ["1"]
        place = at("undo", play, seats[0], "1")
        phone.post(at("card", play, seats[0], "1"), {"bazaar": "4 7", "noting": "1"}, headers=HTMX)
        assert phone.post(place, {"revision": 1, "noting": "1"}).url == at("play", play)
        assert annas(play) == {}

    def test_a_value_that_takes_many_words_is_only_named(self):
        play = a_play(game="five-tribes", names=("Anna", "Ben"))
        phone, stage = owners_phone(play), play.rules.stages[0].key
        place = at("card", play, seat_of(play, "Anna").pk, stage)
        phone.post(place, {"djinns": ["jafaar", "al-amin", "anun-nak"]})
        assert "djinns Al-Amin, Anun-Nak, and Jafaar" in text_of(phone.get(at("trail", play)))
        undone = text_of(phone.get(place)).split("Undo ")[1]
        assert undone.startswith("djinns") and "Jafaar" not in undone.split(" Ben ")[0]


class TestNotThere:
    @pytest.mark.parametrize("revision", ["", "x", "-1", "99", "9" * 30, "9" * 5000, "\0"])
    def test_a_revision_there_is_none_of_undoes_nothing(self, play, mine, revision):
        type_in(mine, play, water="3")
        assert undo(mine, play, revision=revision).status_code == 302
        assert undo(mine, play, revision=revision, htmx=True).status_code == 200
        assert annas(play) == {"water": 3}

    def test_a_seat_of_another_play_is_not_there(self, play, mine):
        other = a_play(owner=owner_of(play))
        count(other, anna={"water": 3})
        place = at("undo", play, seat_of(other, "Anna").pk, "1")
        assert mine.post(place, {"revision": 1}).status_code == 404

    def test_a_finished_play_is_not_changed_by_it(self):
        play = finished(cards={"anna": {"water": 3}})
        undo(owners_phone(play), play)
        assert annas(play) == {"water": 3}
        assert again(play).is_finished
