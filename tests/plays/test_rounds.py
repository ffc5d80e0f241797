"""Rounds that are removed again: reopening an earlier one, and ending the game while another phone goes on."""

import pytest

from companion.models import CardSave
from companion.plays import lifecycle
from companion.plays.rounds import end_rounds
from tests.phones import (
    HTMX,
    a_play,
    again,
    at,
    card_at,
    card_of,
    count,
    forms_of,
    guests_phone,
    owner_of,
    owners_phone,
    seat_of,
    text_of,
)
from tests.plays.test_trail import told

FIRST = {"anna": {"heads": 3}, "ben": {"heads": 30}}


def score(play, number, **cards):
    """Count a round and score it."""
    count(play, stage=number, **cards)
    lifecycle.close_stage(again(play), again(play).game.stage(number), person=owner_of(play))


def ask(phone, play, *, page="cards", stage="2"):
    return phone.get(at("plays:live", play), {"revision": 0, "page": page, "stage": stage}, headers=HTMX)


def enter(phone, play, name, *, stage="2", save_id="x", **typed):
    """Send a card as the outbox of a phone does."""
    data = {"revision": 0, "save_id": save_id, "done": "1"} | typed
    return phone.post(card_at(play, name, stage=stage), data, headers=HTMX)


@pytest.fixture
def play():
    """Round 1 is scored."""
    play = a_play(game="6-nimmt", names=("Anna", "Ben"))
    score(play, "1", **FIRST)
    return again(play)


class TestReopened:
    """A phone counts in round 2, and another one reopens round 1."""

    @pytest.fixture
    def guest(self, play, phone):
        guest = guests_phone(play)
        enter(guest, play, "Anna", heads="5")
        phone.post(at("plays:reopen_stage", play, "1"))
        return guest

    def test_phone_in_the_next_round_is_led_back(self, play, guest):
        answer = ask(guest, play)
        assert answer.status_code == 200
        assert "Round 1 is open again." in text_of(answer)
        dock = answer.content.decode().split('id="dock-action"')[1].split("</div>")[0]
        assert f'data-leads href="{at("plays:play", play)}?reopened"' in dock

    def test_phone_that_is_led_back_is_told_once_who_reopened_it(self, play, phone, guest):
        place = f"{at('plays:play', play)}?reopened"
        assert "Round 1 was reopened." in text_of(guest.get(place, follow=True))
        phone.post(at("plays:mine", play), {"seat": seat_of(play, "Anna").pk})
        page = guest.get(place, follow=True)
        assert page.redirect_chain == [(at("plays:play", play), 302)]
        assert "Anna reopened round 1." in text_of(page)
        assert "reopened" not in text_of(guest.get(at("plays:play", play)))
        assert "reopened" not in text_of(phone.get(place, follow=True))

    def test_phone_at_the_result_of_a_later_round_is_led_back(self, play, phone):
        score(play, "2", **FIRST)
        phone.post(at("plays:reopen_stage", play, "1"))
        answer = ask(phone, play, page="result")
        assert f'data-leads href="{at("plays:play", play)}?reopened"' in answer.content.decode()
        assert "Round 2 was reopened." in text_of(answer)

    def test_open_page_of_the_next_round_still_has_a_stream(self, play, guest):
        # The tests' server gives no stream away.
        assert guest.get(at("plays:stream", play), {"page": "cards", "stage": "2"}).status_code == 204

    def test_what_is_sent_from_there_counts_once_the_first_is_scored_again(self, play, guest):
        answer = enter(guest, play, "Ben", save_id="y", heads="7")
        assert (answer.status_code, answer.headers["Caravan-Took"]) == (200, "y")
        assert again(play).stage.key == "1"
        lifecycle.close_stage(again(play), again(play).stage, person=owner_of(play))
        assert [card_of(play, name, stage="2").amounts for name in ("Anna", "Ben")] == [{"heads": 5}, {"heads": 7}]

    def test_address_of_a_column_there_leads_to_the_open_round(self, play, guest):
        assert guest.get(card_at(play, "Anna", stage="2")).url == at("plays:play", play)

    def test_round_that_was_not_begun_is_refused_as_too_early(self, play, guest):
        answer = enter(guest, play, "Ben", stage="3", save_id="y", heads="7")
        assert (answer.status_code, answer.headers["Caravan-Why"]) == (409, "early")
        assert ask(guest, play, stage="3").status_code == 204


class TestCorrected:
    """In Farkle, one more round follows the one in which someone has 10,000; round 1 is corrected after round 2."""

    def play_with(self, kept):
        play = a_play(game="farkle", names=("Anna", "Ben"))
        for number, amount in (("1", kept), ("2", 0)):
            score(play, number, anna={"kept": amount}, ben={"kept": 500})
        return again(play)

    def count_late(self, play, kept):
        enter(guests_phone(play), play, "Anna", stage="1", revision=card_of(play, "Anna").revision, kept=kept)
        row = CardSave.objects.get(fate="late")
        owners_phone(play).post(
            at("plays:waiting_save", play, row.pk), {"revision": card_of(play, "Anna").revision, "count": "1"}
        )

    def count_all_late(self, play, kept):
        for name, amount in (("Anna", kept), ("Ben", "450")):
            revision = card_of(play, name).revision
            enter(guests_phone(play), play, name, stage="1", save_id=name, revision=revision, kept=amount)
        phone = owners_phone(play)
        [form] = [
            form
            for form in forms_of(phone.get(at("plays:play", play), follow=True))
            if form["action"] == at("plays:count_all", play)
        ]
        phone.post(form["action"], form["fields"])

    def correct(self, play, kept):
        phone, row = owners_phone(play), at("plays:correct", play, "1", "kept")
        [form] = [form for form in forms_of(phone.get(row)) if form["action"] == row]
        phone.post(row, form["fields"] | {f"seat{seat_of(play, 'Anna').pk}-kept": kept})

    ways = pytest.mark.parametrize("way", [count_late, count_all_late, correct])

    @ways
    def test_rounds_go_on_if_nobody_has_the_target_any_more(self, way):
        play = self.play_with(10_500)
        assert play.stage is None
        way(self, play, "2000")
        assert card_of(play, "Anna").amounts == {"kept": 2000}
        assert again(play).stage.key == "3"

    @ways
    def test_rounds_end_if_someone_had_the_target(self, way):
        play = self.play_with(2000)
        way(self, play, "10500")
        assert (again(play).is_open, again(play).stage) == (True, None)

    def test_round_that_was_begun_is_still_played(self):
        play = self.play_with(2000)
        enter(guests_phone(play), play, "Ben", stage="3", kept="300")
        self.correct(play, "10500")
        assert again(play).stage.key == "3"

    def test_end_that_the_table_has_decided_stays(self):
        play = self.play_with(2000)
        end_rounds(play)
        self.correct(play, "3000")
        assert again(play).stage is None


class TestEndedBefore:
    """A phone without a network has gone on to round 2, and another one ends the game with round 1."""

    SAID = "The game ended with round 1. What you entered for round 2 doesn’t count."

    @pytest.fixture
    def guest(self, play, phone):
        guest = guests_phone(play)
        phone.post(at("plays:end_rounds", play))
        assert again(play).is_finished
        return guest

    def test_what_it_sends_is_taken_and_said_once_not_to_count(self, play, guest):
        for name in ("Anna", "Ben"):
            answer = enter(guest, play, name, save_id=name, heads="5")
            assert answer.headers["Caravan-Took"] == name
            assert "Caravan-Why" not in answer.headers
        page = text_of(guest.get(at("plays:play", play)))
        assert page.count(self.SAID) == 1
        assert self.SAID not in text_of(guest.get(at("plays:play", play)))
        assert not CardSave.objects.filter(stage="2").exists()

    def test_what_it_sends_is_listed_once_in_changes(self, play, phone, guest):
        for save_id in ("a", "b"):
            enter(guest, play, "Anna", save_id=save_id, heads="5", done="1")
        enter(guest, play, "Ben", heads="")
        noted = [each for each in told(phone, play) if "discarded" in each]
        assert noted == ["Late figures discarded: Anna, round 2: bull heads 5"]

    def test_form_without_script_leads_to_the_result_that_says_so(self, play, guest):
        page = guest.post(card_at(play, "Anna", stage="2"), {"revision": 0, "heads": "5"}, follow=True)
        assert page.redirect_chain == [(at("plays:play", play), 302)]
        assert self.SAID in text_of(page)

    def test_its_page_leads_to_the_result(self, play, guest):
        answer = ask(guest, play)
        assert answer.status_code == 200
        assert f'data-leads href="{at("plays:play", play)}"' in answer.content.decode()

    def test_stopped_play_says_so_too(self, play, phone):
        score(play, "2", **FIRST)
        phone.post(at("plays:stop", play))
        assert enter(phone, play, "Anna", stage="4", heads="5").status_code == 204
        assert "The game ended with round 3." in text_of(phone.get(at("plays:play", play)))
        assert f'data-leads href="{at("plays:play", play)}"' in ask(phone, play, stage="4").content.decode()


class TestGoneAheadWithAClash:
    """A phone without a network has scored round 1 and gone on to round 2, which no other phone has started."""

    @pytest.fixture
    def guest(self):
        play = a_play(game="6-nimmt", names=("Anna", "Ben"))
        count(play, anna={"heads": 3}, ben={"heads": 30}, is_in=False)
        guest = guests_phone(play)
        enter(guest, play, "Ben", stage="1", heads="7")
        guest.play = play
        return guest

    def test_sheet_of_the_next_round_asks_which_figure_is_right(self, guest):
        answer = ask(guest, guest.play)
        assert (answer.status_code, answer.headers["HX-Reswap"]) == (200, "none")
        assert "two phones entered different numbers. Which one is right?" in text_of(answer)

    def test_question_that_is_there_already_stays_as_it_is(self, guest):
        asked = {"revision": 0, "page": "cards", "stage": "2", "waits": "1"}
        assert guest.get(at("plays:live", guest.play), asked, headers=HTMX).status_code == 204

    def test_other_phones_are_not_asked(self, guest):
        assert ask(owners_phone(guest.play), guest.play).status_code == 204
