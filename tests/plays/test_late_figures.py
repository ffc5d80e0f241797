"""Late figures of several players: one answer for all of them, what it says, and what Undo restores after it."""

import pytest

from companion.models import CardSave
from companion.plays import lifecycle
from companion.plays.rounds import end_rounds
from tests.phones import (
    again,
    at,
    card_at,
    card_of,
    closed,
    finished,
    forms_of,
    guests_phone,
    owner_of,
    owners_phone,
    seat_of,
    send,
    text_of,
)


def late_of(play):
    return {row.seat.player.name: row for row in CardSave.objects.filter(fate="late").select_related("seat__player")}


def form_for_all(phone, page):
    """The fields that the button for all late figures sends from a page; None where it isn't there."""
    forms = [form for form in forms_of(phone.get(page, follow=True)) if form["action"].endswith("/kept")]
    return forms[0]["fields"] if forms else None


def undo_words(phone, play, name, *, stage="1"):
    html = phone.get(card_at(play, name, stage=stage)).content.decode()
    place = html.split(f'id="last-change-{seat_of(play, name).pk}"')[1].split("</form>")[0]
    return " ".join(place.split('class="unseen">')[1].split("<")[0].split())


def press_undo(phone, play, name, *, stage="1"):
    place = at("plays:undo", play, seat_of(play, name).pk, stage)
    [form] = [each for each in forms_of(phone.get(card_at(play, name, stage=stage))) if each["action"] == place]
    phone.post(place, form["fields"] | dict(form["buttons"][:1]))


@pytest.fixture
def play():
    """Stage 1 is closed with Anna's 2 water; a guest's phone has sent Anna's and Ben's too late."""
    play = closed(cards={"anna": {"water": 2}})
    guest = guests_phone(play)
    send(guest, play, "Anna", revision=1, water="2", gold="3")
    send(guest, play, "Ben", water="3", gold="1", salt="0", millet="0", maps="0", done="1")
    return play


def test_reopening_for_a_late_figure_leads_to_the_one_that_it_corrects():
    play = closed(cards={"anna": {"water": 2, "gold": 3}})
    send(guests_phone(play), play, "Anna", revision=1, water="2", gold="0", salt="0", millet="0", maps="0", done="1")
    row = CardSave.objects.get(fate="late")
    answer = owners_phone(play).post(at("plays:waiting_save", play, row.pk), {"revision": 1, "count": "1"})
    assert answer.url == card_at(play, "Anna") + "?field=gold"


class TestOfAStageAfterWhichOthersWereScored:
    """Both stages of an open play are scored, and a guest's figures for stage 1 come late."""

    @pytest.fixture
    def play(self):
        return closed(stages=2)

    def count(self, play, phone):
        row = late_of(play)["Anna"]
        return phone.post(
            at("plays:waiting_save", play, row.pk), {"revision": card_of(play, "Anna").revision, "count": "1"}
        )

    def test_they_correct_it_and_the_later_ones_stay_scored(self, play, phone):
        send(guests_phone(play), play, "Anna", revision=card_of(play, "Anna").revision, water="3")
        page = text_of(phone.get(at("plays:stage", play, "1")))
        assert "Count it" in page and "Reopen and" not in page
        assert self.count(play, phone).url == at("plays:stage", play, "1")
        assert again(play).closed_stages == 2
        assert card_of(play, "Anna").amounts["water"] == 3

    def test_they_are_refused_if_they_cant_be_right(self, play, phone):
        for name in ("Ben", "Anna"):
            send(guests_phone(play), play, name, revision=card_of(play, name).revision, water="8")
        row = late_of(play)["Ben"]
        phone.post(at("plays:waiting_save", play, row.pk), {"revision": card_of(play, "Ben").revision, "count": "1"})
        self.count(play, phone)
        assert "Anna 8 and Ben 8 make 16, but there are only 8." in text_of(
            phone.get(at("plays:play", play), follow=True)
        )
        assert card_of(play, "Anna").amounts.get("water", 0) == 0
        assert list(late_of(play)) == ["Anna"]


@pytest.fixture
def phone(play):
    return owners_phone(play)


def test_late_figure_that_is_counted_has_the_cursor_and_not_a_zero_before_it(play, phone):
    send(guests_phone(play), play, "Chris", water="0", gold="0", salt="5", millet="0", maps="0", done="1")
    row = late_of(play)["Chris"]
    assert list(row.changed)[0] == "water"
    answer = phone.post(at("plays:waiting_save", play, row.pk), {"revision": row.revision, "count": "1"})
    assert answer.url == card_at(play, "Chris") + "?field=salt"


class TestForAll:
    @pytest.mark.parametrize("page", ["plays:play", "plays:stage", "plays:waiting_save"])
    def test_late_figures_of_several_players_have_one_button_for_all(self, play, phone, page):
        more = {"plays:play": [], "plays:stage": ["1"], "plays:waiting_save": [late_of(play)["Ben"].pk]}[page]
        assert "Reopen and count all" in text_of(phone.get(at(page, play, *more), follow=True))
        fields = form_for_all(phone, at(page, play, *more))
        answer = phone.post(at("plays:count_all", play), fields)
        assert answer.url == card_at(play, "Anna") + "?field=gold"
        assert again(play).closed_stages == 0
        assert card_of(play, "Anna").amounts == {"water": 2, "gold": 3}
        assert card_of(play, "Ben").amounts == {"water": 3, "gold": 1, "salt": 0, "millet": 0, "maps": 0}
        assert not late_of(play)

    def test_round_that_is_open_again_has_the_button_without_reopening(self, play, phone):
        phone.post(at("plays:reopen_stage", play, "1"))
        page = text_of(phone.get(at("plays:play", play), follow=True))
        assert "Count all" in page and "Reopen" not in page
        phone.post(at("plays:count_all", play), form_for_all(phone, at("plays:play", play)))
        assert play.events.filter(kind="reopen").count() == 1
        assert card_of(play, "Anna").amounts["gold"] == 3

    def test_guests_phone_that_sent_several_has_it_once_the_stage_is_open_again(self, play):
        play.seats.update(person=None)
        guest = guests_phone(play)
        for name in ("Anna", "Chris"):
            send(guest, play, name, revision=card_of(play, name).revision if name == "Anna" else 0, water="1")
        assert form_for_all(guest, at("plays:play", play)) is None
        owners_phone(play).post(at("plays:reopen_stage", play, "1"))
        guest.post(at("plays:count_all", play), form_for_all(guest, at("plays:play", play)))
        assert card_of(play, "Chris").amounts == {"water": 1}
        assert set(late_of(play)) == {"Anna", "Ben"}

    def test_figures_of_two_stages_count_in_both(self, play, phone):
        lifecycle.close_stage(again(play), play.game.stage("2"), person=owner_of(play), anyway=True)
        send(guests_phone(play), play, "Chris", stage="2", revision=1, water="4")
        phone.post(at("plays:count_all", play), form_for_all(phone, at("plays:play", play)))
        assert card_of(play, "Chris", stage="2").amounts == {"water": 4}
        assert card_of(play, "Anna").amounts["gold"] == 3
        # The earlier one is corrected.
        assert again(play).closed_stages == 1

    def test_finished_play_is_scored_again_once_and_stays_finished(self):
        play = finished()
        guest, phone = guests_phone(play), owners_phone(play)
        for name in ("Anna", "Ben"):
            send(guest, play, name, stage="1", revision=card_of(play, name).revision, water="1")
        fields = form_for_all(phone, at("plays:play", play))
        assert phone.post(at("plays:count_all", play), fields).url == at("plays:play", play)
        assert again(play).is_finished
        assert all(card_of(play, name).amounts["water"] == 1 for name in ("Anna", "Ben"))

    def test_single_late_save_has_no_button_for_all(self, play, phone):
        phone.post(at("plays:waiting_save", play, late_of(play)["Ben"].pk), {"drop": "1"})
        assert form_for_all(phone, at("plays:play", play)) is None

    def test_two_phones_that_want_the_same_figure_are_not_answered_together(self, play, phone):
        send(guests_phone(play), play, "Ben", water="1")
        phone.post(at("plays:count_all", play), form_for_all(phone, at("plays:play", play)))
        assert card_of(play, "Ben").amounts["water"] == 3
        assert list(late_of(play)) == ["Ben"]

    def test_what_came_after_the_page_still_waits(self, play, phone):
        fields = form_for_all(phone, at("plays:play", play))
        send(guests_phone(play), play, "Chris", water="1")
        phone.post(at("plays:count_all", play), fields)
        assert list(late_of(play)) == ["Chris"]

    def test_answer_that_comes_twice_says_that_it_was_decided(self, play, phone):
        fields = form_for_all(phone, at("plays:play", play))
        phone.post(at("plays:count_all", play), fields)
        answer = phone.post(at("plays:count_all", play), fields, follow=True)
        assert "this has been decided" in text_of(answer)


class TestForAllInSeveralRounds:
    """Two rounds are scored, and a guest's figures for both come late."""

    @pytest.fixture
    def play(self):
        play = closed(game="6-nimmt")
        lifecycle.close_stage(play, play.stage, person=owner_of(play), anyway=True)
        for stage in ("1", "2"):
            revision = card_of(play, "Anna", stage=stage).revision
            send(guests_phone(play), play, "Anna", stage=stage, revision=revision, heads="7")
        return again(play)

    def assert_both_count(self, play, phone):
        fields = form_for_all(phone, at("plays:play", play))
        assert phone.post(at("plays:count_all", play), fields).url == card_at(play, "Anna") + "?field=heads"
        assert not CardSave.objects.filter(fate="late").exists()
        assert (again(play).is_open, again(play).stage.key) == (True, "1")
        lifecycle.close_stage(again(play), again(play).stage, person=owner_of(play), anyway=True)
        assert [card_of(play, "Anna", stage=stage).amounts for stage in ("1", "2")] == [{"heads": 7}] * 2

    def test_they_count_in_a_stopped_play(self, play, phone):
        lifecycle.stop(play, person=owner_of(play))
        self.assert_both_count(play, phone)

    def test_they_count_if_the_later_round_is_open_again(self, play, phone):
        lifecycle.reopen_stage(play, play.game.stage("2"), person=owner_of(play))
        self.assert_both_count(play, phone)


class TestThatDependOnEachOther:
    """In a finished round of one trick, a guest's late figures give it to Ben instead of Anna."""

    @pytest.fixture
    def play(self):
        one, none = {"tricks__bid": 1, "tricks__made": 1}, {"tricks__bid": 0, "tricks__made": 0}
        play = closed(game="wizard", cards={"anna": one, "ben": none, "chris": none})
        end_rounds(play)
        lifecycle.finish(again(play), person=owner_of(play))
        for name, bid, made in (("Anna", "1", "0"), ("Ben", "0", "1")):
            typed = {"tricks__bid": bid, "tricks__made": made}
            send(guests_phone(play), play, name, revision=card_of(play, name).revision, **typed)
        return again(play)

    def count_alone(self, phone, play, name):
        fields = {"count": "1", "revision": card_of(play, name).revision}
        return phone.post(at("plays:waiting_save", play, late_of(play)[name].pk), fields, follow=True)

    def test_count_together_and_are_scored_again(self, play, phone):
        phone.post(at("plays:count_all", play), form_for_all(phone, at("plays:play", play)))
        assert [card_of(play, name).amounts["tricks__made"] for name in ("Anna", "Ben")] == [0, 1]
        assert not late_of(play)
        now = again(play)
        assert now.is_finished
        assert {str(seat): seat.points for seat in now.seats.all()} == {"Anna": -10, "Ben": -10, "Chris": 20}

    def test_one_of_them_alone_is_refused_and_leads_to_counting_all(self, play, phone):
        page = self.count_alone(phone, play, "Anna")
        assert "all players together have made 0, but there is 1" in text_of(page)
        assert "More late figures wait. If these belong together, count all of them." in text_of(page)
        assert any(form["action"] == at("plays:count_all", play) for form in forms_of(page))
        assert set(late_of(play)) == {"Anna", "Ben"}

    def test_last_one_that_is_refused_says_nothing_of_others(self, play, phone):
        phone.post(at("plays:waiting_save", play, late_of(play)["Ben"].pk), {"drop": "1"})
        page = self.count_alone(phone, play, "Anna")
        assert "but there is 1" in text_of(page)
        assert "More late figures" not in text_of(page)


class TestWhatTheButtonSays:
    def test_finished_play_says_nothing_of_reopening_and_is_not_reopened(self):
        play = finished()
        phone = owners_phone(play)
        send(guests_phone(play), play, "Anna", stage="1", revision=card_of(play, "Anna").revision, water="1")
        page = text_of(phone.get(at("plays:play", play)))
        assert "Count it" in page and "Reopen and" not in page
        phone.post(at("plays:waiting_save", play, late_of(play)["Anna"].pk), {"count": "1"})
        assert again(play).is_finished

    @pytest.mark.parametrize("state", ["closed", "stopped"])
    def test_closed_stage_and_stopped_play_are_reopened_as_the_button_says(self, play, phone, state):
        if state == "stopped":
            lifecycle.stop(again(play), person=owner_of(play))
        page = at("plays:waiting_save", play, late_of(play)["Ben"].pk)
        assert "Reopen and count it" in text_of(phone.get(page))
        phone.post(page, {"count": "1"})
        assert (again(play).is_open, again(play).closed_stages) == (True, 0)

    def test_stage_that_is_open_again_is_not_reopened(self, play, phone):
        phone.post(at("plays:reopen_stage", play, "1"))
        page = text_of(phone.get(at("plays:waiting_save", play, late_of(play)["Ben"].pk)))
        assert "Count it" in page and "Reopen" not in page

    def test_question_of_a_stopped_play_says_that_its_answer_reopens_it(self):
        play = closed(stages=0)
        guest, phone = guests_phone(play), owners_phone(play)
        send(guest, play, "Anna", water="3")
        send(phone, play, "Anna", water="5")
        assert "reopens the play" not in text_of(phone.get(at("plays:play", play)))
        lifecycle.stop(again(play), person=owner_of(play))
        assert "Your answer reopens the play." in text_of(phone.get(at("plays:play", play)))


class TestUndo:
    def test_takes_back_the_last_late_figure_first_and_done_with_it(self, play, phone):
        phone.post(at("plays:waiting_save", play, late_of(play)["Ben"].pk), {"count": "1"})
        assert card_of(play, "Ben").is_in
        assert undo_words(phone, play, "Ben") == "maps used 0 → –"
        press_undo(phone, play, "Ben")
        card = card_of(play, "Ben")
        assert (card.amounts, card.is_in) == ({"water": 3, "gold": 1, "salt": 0, "millet": 0}, False)
        assert undo_words(phone, play, "Ben") == "millet 0 → –"

    def test_after_all_figures_nothing_is_left_to_undo(self, play, phone):
        phone.post(at("plays:waiting_save", play, late_of(play)["Ben"].pk), {"count": "1"})
        for _ in range(5):
            press_undo(phone, play, "Ben")
        card = card_of(play, "Ben")
        assert (card.amounts, card.is_in) == ({}, False)
        assert undo_words(phone, play, "Ben") == ""


class TestOwnColumnsThatWereLeftBlank:
    """Ben's phone has counted only his water when the owner's phone scores stage 1."""

    @pytest.fixture
    def guest(self):
        play = closed(stages=0)
        guest = guests_phone(play)
        guest.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        send(guest, play, "Ben", water="3")
        lifecycle.close_stage(again(play), play.game.stage("1"), person=owner_of(play), anyway=True)
        guest.play = play
        return guest

    def page(self, phone, play):
        return text_of(phone.get(at("plays:stage", play, "1")))

    def test_phone_reads_what_its_columns_lack_and_how_to_count_it(self, guest):
        page = self.page(guest, guest.play)
        assert "Another phone scored this before Ben was finished. Missing: gold, rock salt, millet, maps used." in page
        assert "Tap a number, then Correct." in page

    def test_phone_that_scored_it_reads_nothing_of_that(self, guest):
        assert "Another phone scored this" not in self.page(owners_phone(guest.play), guest.play)

    def test_row_that_was_corrected_is_missing_no_longer(self, guest):
        row, seat = at("plays:correct", guest.play, "1", "gold"), seat_of(guest.play, "Ben").pk
        [form] = [form for form in forms_of(guest.get(row)) if form["action"] == row]
        guest.post(row, form["fields"] | {f"seat{seat}-gold": "2"})
        page = self.page(guest, guest.play)
        assert card_of(guest.play, "Ben").amounts["gold"] == 2
        assert "Missing: rock salt, millet, maps used." in page
