"""Changes lists everything that was done to a play, whatever became of it, and says what it did to the result."""

import json
from io import BytesIO

import pytest

from companion.entry.scorepad import Scorepad
from companion.models import CardSave, Event
from companion.plays import lifecycle
from companion.results.corrections import correction_after_end
from companion.transfer.caravan.imports import import_plays
from tests.entry.test_correct import correct
from tests.phones import (
    HTMX,
    a_play,
    again,
    at,
    card_of,
    closed,
    count,
    finished,
    guests_phone,
    owner_of,
    owners_phone,
    pass_time,
    seat_of,
    send,
    text_of,
)
from tests.plays.test_dissolved_crown import crowned, winners
from tests.plays.test_trail import press, told, who

pytestmark = pytest.mark.django_db


def as_one_line(text):
    return " ".join(text.replace("\N{NO-BREAK SPACE}", " ").split())


def exported(phone, play):
    file = phone.get(f"/groups/{play.group.uuid}/export").getvalue()
    return next(each for each in json.loads(file) if each.get("id") == str(play.uuid))


class TestCrown:
    @pytest.fixture
    def phone(self):
        return owners_phone(a_play())

    @pytest.fixture
    def play(self, phone):
        """Clara has won the tie at 31 with Ben."""
        return crowned(phone)

    @pytest.fixture
    def uncrowned(self, play, phone):
        pass_time(play, seconds=600)
        correct(phone, play, "winner__", "end", clara_winner__="no")
        return again(play)

    def test_crown_that_is_taken_off_is_told_at_the_end_and_in_changes(self, uncrowned, phone):
        assert winners(uncrowned) == ["Ben", "Clara"]
        page = as_one_line(text_of(phone.get(at("plays:play", uncrowned))))
        assert "Corrected: Clara: has won yes → no" in page
        assert "Ben and Clara win now" in page
        assert told(phone, uncrowned)[0] == "Clara, end of the game: has won yes → no"

    def test_file_says_that_the_crown_was_taken_off(self, uncrowned, phone):
        changes = [each for each in exported(phone, uncrowned)["events"] if each["kind"] == "card"]
        assert changes[-1]["details"]["set"] == {"winner__": "no"}

    def test_crown_is_put_back_from_changes(self, uncrowned, phone):
        press(phone, uncrowned)
        assert winners(uncrowned) == ["Clara"]

    def test_crown_stays_in_changes_while_the_points_decide(self, play, phone):
        before = told(phone, play)
        correct(phone, play, "total", "end", ben="35", ben_total="35")
        assert told(phone, play)[1:] == before
        assert sum("has won" in each for each in before) == 4

    def test_undoing_says_what_it_does_to_points_and_win(self, play, phone):
        pass_time(play, seconds=600)
        correct(phone, play, "total", "end", ben_total="35")
        assert winners(play) == ["Ben"]
        page = as_one_line(text_of(phone.get(press(phone, play).url)))
        assert "total 35 → 31. Everything was rescored. Ben −4 · Clara wins now" in page
        end = as_one_line(text_of(phone.get(at("plays:play", play))))
        assert "Undone: Ben: total 35 → 31 · Ben −4 · Clara wins now" in end

    def test_undoing_says_nothing_of_what_another_tap_has_undone(self, play, phone):
        pass_time(play, seconds=600)
        correct(phone, play, "total", "end", anna_total="5")
        press(phone, play)
        correct(phone, play, "total", "end", dirk_total="2")
        page = as_one_line(text_of(phone.get(press(phone, play).url)))
        assert "Dirk +10" in page and "Anna +15" not in page
        end = as_one_line(text_of(phone.get(at("plays:play", play))))
        assert "Undone: Dirk: total 2 → 12 · Dirk +10" in end

    @pytest.mark.parametrize("number", [0, 1])
    def test_crowns_that_were_corrected_together_go_back_together(self, play, phone, number):
        pass_time(play, seconds=600)
        correct(phone, play, "winner__", "end", clara_winner__="no", ben_winner__="yes")
        assert winners(play) == ["Ben"]
        assert "Undo for " in as_one_line(text_of(phone.get(at("plays:trail", play))))
        page = as_one_line(text_of(phone.get(press(phone, play, number).url)))
        assert winners(play) == ["Clara"]
        assert "Ben, end of the game: has won yes → no" in page and "Clara, end of the game: has won no → yes" in page
        # One tap has put both back, so another one brings both again.
        press(phone, play, number)
        assert winners(play) == ["Ben"]

    def test_crowns_go_back_without_what_was_corrected_beside_them(self, play, phone):
        pass_time(play, seconds=600)
        correct(phone, play, "total", "end", ben_total="30")
        correct(phone, play, "total", "end", ben_total="31", ben_winner__="yes", clara_winner__="no")
        correct(phone, play, "total", "end", ben_total="29", clara_total="29")
        row = seat_of(play, "Clara").saves.order_by("-revision").first()
        phone.post(at("plays:put_back", play, row.pk), {"revision": row.revision})
        assert card_of(play, "Ben", stage="end").amounts == {"total": 29, "winner__": "no"}

    def test_total_that_stays_within_its_tie_moves_points_too(self, play, phone):
        pass_time(play, seconds=600)
        correct(phone, play, "total", "end", anna_total="5")
        correction = correction_after_end(Scorepad(again(play)))
        assert [(str(seat), points) for seat, points in correction.points] == [("Anna", "−15")]
        assert correction.winners is None

    def test_total_of_a_tie_brings_points(self, play, phone):
        assert "without points" not in text_of(phone.get(at("plays:play", play)))


class TestLateFigures:
    """Ben's phone, a guest's, sends water 3 after the stage was closed with Anna's 4."""

    @pytest.fixture
    def play(self):
        return closed(cards={"anna": {"water": 2}})

    @pytest.fixture
    def guest(self, play):
        return guests_phone(play)

    @pytest.fixture
    def late(self, play, guest):
        send(guest, play, "Ben", water="3", gold="1")
        return CardSave.objects.get(fate="late")

    def discard(self, phone, play, late, **more):
        return phone.post(at("plays:waiting_save", play, late.pk), {"drop": "1", **more})

    def test_discarded_figures_stay_in_changes(self, play, late, phone):
        self.discard(phone, play, late)
        assert told(phone, play)[0] == "Late figures discarded: Ben, stage 1: water 3, gold 1"
        assert who(phone, play) == "on this phone"
        self.discard(phone, play, late)
        assert Event.objects.filter(kind="discard").count() == 1

    def test_phone_whose_figures_are_discarded_is_told_once(self, play, late, phone, guest):
        self.discard(phone, play, late)
        words = "Your late figures for Ben were discarded."
        assert words not in text_of(phone.get(at("plays:stage", play, "1")))
        assert words in text_of(guest.get(at("plays:stage", play, "1")))
        assert words not in text_of(guest.get(at("plays:stage", play, "1")))

    def test_open_result_comes_again_to_tell_it(self, play, late, phone, guest):
        guest.get(at("plays:stage", play, "1"))
        self.discard(phone, play, late)
        asked = {"page": "result", "stage": "1", "revision": 1}
        assert guest.get(at("plays:live", play), asked, headers=HTMX).headers["HX-Redirect"] == at(
            "plays:stage", play, "1"
        )
        guest.get(at("plays:stage", play, "1"))
        assert "HX-Redirect" not in guest.get(at("plays:live", play), asked, headers=HTMX).headers

    def test_page_of_counting_leaves_it_to_the_page_that_it_goes_on_to(self, play, late, phone, guest):
        self.discard(phone, play, late)
        asked = {"page": "cards", "stage": "1", "revision": 1}
        answer = guest.get(at("plays:live", play), asked, headers=HTMX).content.decode()
        assert "data-leads" in answer and "were discarded" not in answer
        assert "were discarded" in text_of(guest.get(at("plays:stage", play, "1"), {"taken": "along"}))

    def test_who_discards_their_own_is_told_nothing(self, play, late, guest):
        self.discard(guest, play, late)
        assert "were discarded" not in text_of(guest.get(at("plays:stage", play, "1")))

    def test_discarding_from_a_result_stays_there(self, play, late, phone):
        result = phone.get(at("plays:stage", play, "1")).content.decode()
        assert f"{at('plays:waiting_save', play, late.pk)}?at=1" in result
        asked = phone.get(at("plays:waiting_save", play, late.pk), {"at": "1"}).content.decode()
        assert '<input type="hidden" name="at" value="1">' in asked
        assert self.discard(phone, play, late, at="1").url == at("plays:stage", play, "1")

    def test_discarding_while_counting_goes_on_counting(self, play, late, phone):
        assert self.discard(phone, play, late).url == at("plays:play", play)

    def test_late_figures_that_count_already_are_not_asked_about(self, play, late, phone):
        phone.post(at("plays:reopen_stage", play, "1"))
        send(phone, play, "Ben", water="3")
        phone.post(at("plays:close", play, "1"))
        asked = text_of(phone.get(at("plays:waiting_save", play, late.pk)))
        assert "Gold: 1" in asked and "Water" not in asked

    def test_who_counts_late_figures_can_take_them_back(self, play, late, phone, guest):
        phone.post(at("plays:waiting_save", play, late.pk), {"count": "1"})
        newest = card_of(play, "Ben")
        assert newest.amounts == {"water": 3, "gold": 1}
        for who_undoes, left in ((phone, {"water": 3}), (guest, {})):
            key = "gold" if left else "water"
            seat = seat_of(play, "Ben")
            who_undoes.post(at("plays:undo", play, seat.pk, "1"), {"revision": newest.revision, "field": key})
            assert card_of(play, "Ben").amounts == left

    def test_discarded_figures_come_with_a_file(self, play, late, phone):
        self.discard(phone, play, late)
        [event] = [each for each in exported(phone, play)["events"] if each["kind"] == "discard"]
        assert event["details"] == {"seat": 1, "stage": "1", "figures": {"water": 3, "gold": 1}}

    def test_counted_late_figures_are_those_of_the_phone_that_sent_them(self, play, late, phone):
        phone.post(at("plays:waiting_save", play, late.pk), {"count": "1", "revision": 0})
        assert card_of(play, "Ben").amounts == {"water": 3, "gold": 1}
        assert told(phone, play)[0] == "Ben, stage 1: water 3, gold 1"
        assert who(phone, play) == "on another phone"

    def test_result_names_the_late_figures_and_not_the_zeros_after_them(self, play, late, phone):
        pass_time(play, seconds=600)
        phone.post(at("plays:waiting_save", play, late.pk), {"count": "1", "revision": 0})
        zeros = dict.fromkeys(["salt", "millet", "maps"], "0")
        send(phone, play, "Ben", revision=card_of(play, "Ben").revision, water="3", gold="1", **zeros)
        lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
        page = as_one_line(text_of(phone.get(at("plays:stage", play, "1"))))
        assert "Corrected: Ben: water – → 3, gold – → 1 " in page


class TestChoice:
    """A guest has entered Anna's water as 3 and the owner as 5, who is asked."""

    @pytest.fixture
    def guest(self, play):
        return guests_phone(play)

    @pytest.fixture
    def clash(self, play, phone, guest):
        send(guest, play, "Anna", water="3")
        send(phone, play, "Anna", water="5")
        return CardSave.objects.get(fate="clash")

    def choose(self, phone, play, row, which):
        phone.post(at("plays:waiting_save", play, row.pk), {"choose_water": which, "revision": 1})

    @pytest.mark.parametrize(("which", "words"), [("mine", "chose 5, not 3."), ("theirs", "chose 3, not 5.")])
    def test_other_phone_is_told_once_which_figure_counts(self, play, phone, guest, clash, which, words):
        self.choose(phone, play, clash, which)
        told = f"Anna, water: another phone {words}"
        assert told not in text_of(phone.get(at("plays:play", play)))
        assert told in text_of(guest.get(at("plays:play", play)))
        assert told not in text_of(guest.get(at("plays:play", play)))

    def test_open_page_hears_whose_phone_has_chosen(self, play, phone, guest, clash):
        phone.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        shown = again(play).revision
        self.choose(phone, play, clash, "theirs")
        asked = {"revision": shown, "page": "cards", "stage": "1", "late": "1"}
        answer = guest.get(at("plays:live", play), asked, headers=HTMX).content.decode()
        region = answer.partition('<div id="notices" hx-swap-oob="innerHTML">')[2].partition("</div>")[0]
        assert "Anna, water: Ben’s phone chose 3, not 5." in region

    @pytest.mark.parametrize(
        ("language", "words"),
        [
            ("de", "Anna, Wasser: Auf einem anderen Handy wurde 5 gewählt, nicht 3."),
            ("ja", "Annaさん、水: 別のスマホで3ではなく5が選ばれました。"),
        ],
    )
    def test_it_is_told_in_the_readers_language(self, play, phone, guest, clash, language, words):
        self.choose(phone, play, clash, "mine")
        assert words in as_one_line(text_of(guest.get(at("plays:play", play), headers={"Accept-Language": language})))

    def test_result_says_what_was_chosen_after_its_stage_was_scored(self, play, phone, guest, clash):
        lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
        result = at("plays:stage", play, "1")
        guest.get(result)
        self.choose(phone, play, clash, "mine")
        assert "Anna, water: another phone chose 5, not 3." in text_of(guest.get(result))

    def test_guest_for_whom_a_member_chooses_is_told(self, play, phone, guest):
        send(phone, play, "Anna", water="3")
        send(guest, play, "Anna", water="5")
        lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
        self.choose(phone, play, CardSave.objects.get(fate="clash"), "theirs")
        assert "Anna, water: another phone chose 3, not 5." in text_of(guest.get(at("plays:stage", play, "1")))

    def test_bid_that_others_may_not_see_yet_is_not_told(self):
        play = a_play(game="wizard")
        phone, guest = owners_phone(play), guests_phone(play)
        send(guest, play, "Anna", tricks__bid="0")
        send(phone, play, "Anna", tricks__bid="1")
        row = CardSave.objects.get(fate="clash")
        phone.post(at("plays:waiting_save", play, row.pk), {"choose_tricks__bid": "mine", "revision": 1})
        page = text_of(guest.get(at("plays:play", play)))
        assert "chose 1" not in page
        assert "Another phone’s figures for Anna replaced yours." in page


class TestUndoneTogether:
    """In a round of one trick Chris has made it; then that was corrected: it was Anna."""

    @pytest.fixture
    def play(self):
        play = a_play(game="wizard")
        bids = {name: {"tricks__bid": 0, "tricks__made": int(name == "chris")} for name in ("anna", "ben", "chris")}
        count(play, **bids)
        lifecycle.close_stage(again(play), play.game.stage("1"), person=owner_of(play))
        pass_time(play, seconds=600)
        correct(owners_phone(play), play, "tricks", anna_tricks__made="1", chris_tricks__made="0")
        return again(play)

    def made(self, play):
        return [card_of(play, name).amounts["tricks__made"] for name in ("Anna", "Ben", "Chris")]

    @pytest.mark.parametrize("number", [0, 1])
    def test_what_cannot_be_undone_alone_is_undone_together(self, play, number):
        phone = owners_phone(play)
        assert self.made(play) == [1, 0, 0]
        page = text_of(phone.get(press(phone, play, number).url))
        assert self.made(play) == [0, 0, 1]
        assert "Everything was rescored." in page
        assert "Anna, round 1" in page.partition("Everything was rescored.")[0]
        assert "Chris, round 1" in page.partition("Everything was rescored.")[0]

    def test_that_is_undone_together_too(self, play):
        phone = owners_phone(play)
        press(phone, play)
        press(phone, play)
        assert self.made(play) == [1, 0, 0]

    def test_what_can_be_undone_alone_is(self, phone):
        play = finished(cards={"anna": {"water": 4}, "ben": {"water": 2}})
        phone = owners_phone(play)
        correct(phone, play, anna="3", ben="1")
        press(phone, play)
        assert sorted(card_of(play, name).amounts["water"] for name in ("Anna", "Ben")) in ([1, 4], [2, 3])


def test_win_over_a_column_that_nobody_counted_says_so():
    cards, second = {"anna": {"water": 4, "gold": 1}}, {"anna": {"gold": 2}}
    play = closed(stages=2, cards=cards, second=second, names=("Anna", "Ben"))
    lifecycle.finish(play, person=owner_of(play))
    page = as_one_line(text_of(owners_phone(play).get(at("plays:play", play))))
    assert "not counted: Ben" in page


def test_win_over_a_counted_column_says_nothing_of_it():
    play = finished(cards={"anna": {"water": 4}, "ben": {"water": 0}}, names=("Anna", "Ben"))
    assert "not counted" not in text_of(owners_phone(play).get(at("plays:play", play)))


@pytest.fixture
def lost():
    """A play that all have lost together."""
    play = a_play(game="pandemic", names=("Anna", "Ben"))
    count(play, stage="end", anna={"cured": "no", "cures": 2})
    return play


def test_nobody_has_a_rank_in_what_all_lost_together(lost):
    phone = owners_phone(lost)
    lifecycle.close_stage(again(lost), lost.game.stages[0], person=owner_of(lost), anyway=True)
    lifecycle.finish(again(lost), person=owner_of(lost))
    assert [(seat.get("rank"), seat["winner"]) for seat in exported(phone, lost)["seats"]] == [(None, False)] * 2


def test_no_rank_is_shown_while_all_play_together(lost):
    page = owners_phone(lost).get(at("plays:play", lost)).content.decode()
    assert '<span class="rank">1</span>' not in page


def test_figures_that_broke_a_tie_stay_when_a_correction_after_them_is_put_back():
    play = closed(stages=2, cards={"anna": {"water": 4, "gold": 1}, "ben": {"water": 4, "gold": 1}}, done=True)
    phone = owners_phone(play)
    fields = {f"seat{seat_of(play, name).pk}-hand_value": number for name, number in (("Anna", "4"), ("Ben", "6"))}
    phone.post(at("plays:tie_break", play), fields)
    assert winners(again(play)) == ["Ben"]
    correct(phone, play, "specials", "2", anna_donkeys="1")
    assert winners(again(play)) == ["Anna"]
    changes = [each["details"]["set"] for each in exported(phone, play)["events"] if each["kind"] == "card"]
    assert not any({"hand_value", "donkeys"} <= each.keys() for each in changes)
    press(phone, play)
    assert winners(again(play)) == ["Ben"]
    assert "hand cards" not in told(phone, play)[0]


def test_figures_that_broke_a_tie_stay_in_a_play_from_a_file_too():
    play = closed(stages=2, cards={"anna": {"water": 4}, "ben": {"water": 4}}, done=True)
    phone = owners_phone(play)
    fields = {f"seat{seat_of(play, name).pk}-hand_value": number for name, number in (("Anna", "4"), ("Ben", "6"))}
    phone.post(at("plays:tie_break", play), fields)
    correct(phone, play, "specials", "2", anna_donkeys="1")
    file = phone.get(f"/groups/{play.group.uuid}/export").getvalue()
    other = a_play()
    import_plays(other.group, BytesIO(file), person=owner_of(other))
    copy = other.group.plays.exclude(pk=other.pk).get()
    # The newest entry is the import.
    press(owners_phone(copy), copy, 1)
    assert winners(again(copy)) == ["Ben"]


def test_column_is_open_again_where_what_was_filled_in_before_it_was_done_is_taken_back(play, phone):
    guest = guests_phone(play)
    send(phone, play, "Anna", water="2")
    others = dict.fromkeys(["gold", "salt", "millet", "maps"], "0")
    send(guest, play, "Anna", revision=1, water="2", **others, done="1")
    assert Scorepad(again(play)).card(seat_of(play, "Anna"), play.stage).is_in
    send(phone, play, "Anna", revision=2, water="", **others, back="water")
    card = Scorepad(again(play)).card(seat_of(play, "Anna"), play.stage)
    assert "water" not in card.amounts
    assert not card.is_in


def test_column_is_done_where_a_figure_is_emptied_and_the_column_is_said_to_be_done(play, phone):
    send(phone, play, "Anna", water="2", gold="1")
    send(phone, play, "Anna", revision=1, gold="1", done="1")
    card = Scorepad(again(play)).card(seat_of(play, "Anna"), play.stage)
    assert card.amounts == {"gold": 1}
    assert card.is_in


def test_column_stays_done_where_what_was_blank_when_it_was_done_is_blank_again(play, phone):
    send(phone, play, "Anna", gold="1", done="1")
    send(phone, play, "Anna", revision=1, gold="1", water="2")
    send(phone, play, "Anna", revision=2, gold="1", water="", back="water")
    assert Scorepad(again(play)).card(seat_of(play, "Anna"), play.stage).is_in
