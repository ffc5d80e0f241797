"""A stage's end: closing it, its result, opening it again, the tie-break and the finish."""

import re
from io import BytesIO

import pytest
from django.db import transaction

from companion.core.refusal import Refusal
from companion.entry.merging import Sent
from companion.entry.saving import save_holdings
from companion.entry.scorepad import Scorepad
from companion.models import CardSave
from companion.plays import lifecycle
from companion.plays.corrections import score_again
from companion.plays.lifecycle import close_stage, finish
from companion.transfer.caravan.imports import import_plays
from tests.entry.test_correct import correct
from tests.lanes import long
from tests.phones import (
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
    instructions,
    open_card,
    owner_of,
    owners_phone,
    seat_of,
    send,
    text_of,
)


def close(phone, play, stage="1", **fields):
    return phone.post(at("plays:close", play, stage), fields)


class TestClose:
    def test_with_all_cards_in_the_result_follows(self, play, phone):
        count(play, anna={"water": 4}, ben={"water": 2}, chris={})
        answer = close(phone, play)
        assert answer.url == at("plays:stage", play, "1")
        assert again(play).closed_stages == 1

    def test_missing_cards_are_named_and_lead_to_them(self, play, phone):
        count(play, anna={"water": 4})
        answer = close(phone, play)
        assert answer.url == at("plays:close", play, "1")
        page = phone.get(answer.url)
        assert page.status_code == 200
        assert [each["seat"].player.name for each in page.context["missing"]] == ["Ben", "Chris"]
        assert at("plays:card", play, seat_of(play, "Ben").pk, "1") in page.content.decode()
        assert again(play).closed_stages == 0

    def test_a_card_that_is_still_being_counted_is_missing(self, play, phone):
        count(play, anna={"water": 4}, chris={})
        send(phone, play, "Ben", htmx=True, water="2")
        page = phone.get(close(phone, play).url)
        assert [each["seat"].player.name for each in page.context["missing"]] == ["Ben"]

    def test_the_page_of_missing_scores_leads_on_once_nothing_is_missing(self, play, phone):
        count(play, anna={"water": 4}, ben={"water": 2}, chris={})
        assert phone.get(at("plays:close", play, "1")).url == at("plays:play", play)
        close(phone, play)
        assert phone.get(at("plays:close", play, "1")).url == at("plays:stage", play, "1")
        assert phone.get(at("plays:close", play, "2")).status_code == 200

    def test_who_is_missing_is_named_in_a_question_over_the_sheet_where_a_script_asks(self, play, phone):
        count(play, anna={"water": 4}, chris={})
        send(phone, play, "Ben", htmx=True, water="2")
        answer = phone.post(at("plays:close", play, "1"), {"save_id": "a"}, headers=HTMX)
        assert answer.status_code == 409
        assert answer.headers["Caravan-Took"] == "a"
        told = text_of(answer)
        assert told.startswith("Not finished: Ben If you score now, a row that isn’t counted scores no points.")
        assert f'class="disc p{seat_of(play, "Ben").player.colour}" aria-hidden="true">B<' in answer.content.decode()
        assert "Ben gold, rock salt, millet, maps used 4 rows" in told
        assert "Keep counting" in told

    def test_score_anyway_is_asked_again_if_what_was_read_has_changed(self, play, phone):
        count(play, anna={"water": 4})

        def asked():
            return re.search(r'name="asked" value="(\w+)"', phone.get(at("plays:close", play, "1")).content.decode())[1]

        read = asked()
        count(play, is_in=False, ben={"water": 1})
        page = phone.get(close(phone, play, anyway="1", asked=read).url)
        assert "This has changed in the meantime." in text_of(page)
        assert "Not finished: Ben and Chris" in text_of(page)
        assert again(play).closed_stages == 0
        assert close(phone, play, anyway="1", asked=asked()).url == at("plays:stage", play, "1")

    def test_score_anyway_scores_what_is_complete_meanwhile(self, play, phone):
        count(play, anna={"water": 4})
        count(play, ben={}, chris={})
        assert close(phone, play, anyway="1", asked="0").url == at("plays:stage", play, "1")

    def test_question_over_the_sheet_is_renewed_alone_and_ends_once_nothing_is_missing(self, play, phone):
        count(play, anna={"water": 4})
        answer = phone.get(at("plays:close", play, "1") + "?dialog")
        assert answer.content.decode().lstrip().startswith("<dialog")
        assert "Not finished: Ben and Chris" in text_of(answer)
        count(play, ben={}, chris={})
        assert phone.get(at("plays:close", play, "1") + "?dialog").status_code == 204

    def test_what_only_another_phone_has_not_finished_is_waited_for(self, play, phone):
        guests_phone(play).post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        count(play, anna={"water": 4}, chris={})
        told = text_of(phone.get(close(phone, play).url))
        assert "Still counting: Ben" in told
        assert "On Ben’s phone." in told
        assert "nothing counted yet all 5 rows" in told
        assert "Wait" in told

    def test_a_row_that_is_noted_and_was_counted_for_one_alone_is_asked_about_once(self):
        play = a_play(game="basari")
        phone, gems = owners_phone(play), dict.fromkeys(("red", "yellow", "green", "blue", "workers"), 1)
        count(play, anna={**gems, "bazaar": [4]}, ben=gems, chris=gems)
        page = phone.get(close(phone, play, asks="1").url)
        assert "Is this right? Points of action B was counted for Anna alone." in text_of(page)
        assert again(play).closed_stages == 0
        assert close(phone, play, asks="1", anyway="1").status_code == 302
        assert again(play).closed_stages == 1

    def test_what_two_phones_counted_differently_is_asked_about_on_both_until_somebody_has_chosen(self, play, phone):
        other = guests_phone(play)
        count(play, anna={"water": 4}, ben={}, chris={})
        revision = card_of(play, "Anna").revision
        send(phone, play, "Anna", revision=revision, water="6", done="1")
        send(other, play, "Anna", revision=revision, water="5", done="1")
        for each in (phone, other):
            page = text_of(each.get(close(each, play, asks="1").url))
            assert "Is this right? Two phones entered different numbers" in page
            assert "Anna Water: 6 counts, 5 waits" in page
        assert again(play).closed_stages == 0
        row = CardSave.objects.get(fate="clash")
        other.post(at("plays:waiting_save", play, row.pk), {"choose_water": "mine", "revision": revision + 1})
        assert close(phone, play, asks="1").url == at("plays:stage", play, "1")
        assert card_of(play, "Anna").amounts["water"] == 5

    def test_a_column_that_lacks_only_a_choice_between_two_phones_is_listed_once(self, play, phone):
        all_rows = dict.fromkeys(("gold", "salt", "millet", "maps"), "1")
        send(phone, play, "Anna", water="6", **all_rows)
        send(guests_phone(play), play, "Anna", water="5", **all_rows, done="1")
        page = text_of(phone.get(close(phone, play, asks="1").url))
        assert "Anna Water: 6 counts, 5 waits" in page
        assert "0 rows" not in page

    def test_what_a_phone_sends_later_by_itself_is_asked_nothing(self):
        play = a_play(game="basari")
        gems = dict.fromkeys(("red", "yellow", "green", "blue", "workers"), 1)
        count(play, anna={**gems, "bazaar": [4]}, ben=gems, chris=gems)
        assert close(owners_phone(play), play).status_code == 302
        assert again(play).closed_stages == 1

    def test_closed_anyway_the_cards_count_as_they_are(self, play, phone):
        count(play, anna={"water": 4})
        send(phone, play, "Ben", htmx=True, water="6", gold="1")
        # Six water and Anna's four are more than there is: Ben mends it.
        send(phone, play, "Ben", htmx=True, revision=1, water="2", gold="1")
        assert close(phone, play, anyway="1").status_code == 302
        assert card_of(play, "Ben").amounts == {"water": 2, "gold": 1}
        assert not card_of(play, "Chris").is_in
        assert "1 Anna +6 6 2 Ben +5 5 – Chris –" in text_of(phone.get(at("plays:stage", play, "1"))).replace(
            " points", ""
        )

    def test_what_is_impossible_together_refuses_even_anyway(self, play, phone):
        count(play, anna={"water": 8}, ben={"water": 2}, chris={})
        for fields in ({}, {"anyway": "1"}):
            answer = close(phone, play, **fields)
            page = phone.get(answer.url)
            assert text_of(page).count("Water: Anna 8 and Ben 2 make 10, but there are only 8.") == 1
        assert again(play).closed_stages == 0

    def test_what_cannot_be_right_refuses_even_anyway(self, play, phone):
        send(phone, play, "Anna", htmx=True, water="many")
        page = phone.get(close(phone, play, anyway="1").url)
        assert "Anna, water: “many” is not a whole number." in text_of(page)
        assert again(play).closed_stages == 0

    def test_twice_is_once(self, play, phone):
        answers = [close(phone, play, anyway="1") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [302, 302]
        assert again(play).closed_stages == 1
        assert play.events.filter(kind="close").count() == 1

    def test_a_second_tap_does_not_close_the_next_stage(self, play, phone):
        for name in ("Anna", "Ben", "Chris"):
            for stage in ("1", "2"):
                count(play, stage=stage, **{name.lower(): {}})
        close(phone, play)
        close(phone, play)
        assert again(play).closed_stages == 1

    def test_a_stage_that_is_not_counted_yet_is_not_closed(self, play, phone):
        close(phone, play, "2", anyway="1")
        assert again(play).closed_stages == 0

    @pytest.mark.parametrize("stage", ["0", long("3"), "x", long("-"), long("1" * 300)])
    def test_a_stage_there_is_none_of_leads_to_the_play(self, play, phone, stage):
        assert close(phone, play, stage).url == at("plays:play", play)
        assert phone.get(at("plays:stage", play, stage)).url == at("plays:play", play)
        assert phone.post(at("plays:reopen_stage", play, stage)).url == at("plays:play", play)

    def test_a_play_that_is_over_is_not_closed_further(self, play, phone):
        phone.post(at("plays:stop", play))
        close(phone, play, anyway="1")
        assert again(play).closed_stages == 0

    def test_a_guest_may_close(self, play):
        assert close(guests_phone(play), play, anyway="1").url == at("plays:stage", play, "1")
        assert again(play).closed_stages == 1


class TestResult:
    def test_it_shows_the_ranking_what_to_do_now_and_each_row(self):
        play = closed(cards={"anna": {"water": 4, "maps": 1}, "ben": {"water": 2, "gold": 3}, "chris": {"gold": 3}})
        page = owners_phone(play).get(at("plays:stage", play, "1"))
        text = text_of(page)
        assert "1 Anna +8 8 points 2 Ben +4 4 points 2 Chris +4 4 points" in text
        assert "Shuffle the goods you counted" in page.content.decode()
        assert "Water Anna +6 Anna 4 , › Ben 2 , › Chris 0" in text
        assert "Gold Ben, Chris +4 each Ben 3 , = Chris 3 , › Anna 0" in text
        assert "Rock salt nobody" in text
        assert "Maps used Anna +2 Anna 1 , · Ben 0 , · Chris 0" in text

    def test_each_point_has_its_reason(self):
        play = closed(cards={"anna": {"water": 4}, "ben": {"water": 2}})
        text = text_of(owners_phone(play).get(at("plays:stage", play, "1")))
        assert "Anna +6 : Most water: 4, ahead of Ben with 2" in text
        assert "Ben +0 : 2 water; most: Anna with 4" in text

    def test_the_result_of_the_last_stage_is_that_of_the_whole(self):
        play = closed(stages=2, cards={"anna": {"water": 4}}, second={"anna": {"gold": 1}})
        assert "1 Anna +5 11 points" in text_of(owners_phone(play).get(at("plays:stage", play, "2")))

    def test_the_result_of_an_earlier_stage_stays_as_it_was(self):
        play = closed(stages=2, cards={"anna": {"water": 4}}, second={"ben": {"gold": 1}})
        assert "1 Anna +6 6 points" in text_of(owners_phone(play).get(at("plays:stage", play, "1")))

    def test_a_suspicion_is_said_and_stands_in_nobodys_way(self):
        play = closed(stages=2, cards={"anna": {"maps": 2}}, second={"ben": {"maps": 1}}, done=True)
        page = owners_phone(play).get(at("plays:stage", play, "2"))
        assert "3 maps count over both stages, but only 2 are in play" in text_of(page)
        assert "1 Anna" in text_of(page)

    def test_an_open_stage_has_no_result_yet(self, play, phone):
        assert phone.get(at("plays:stage", play, "1")).url == at("plays:play", play)

    def test_of_a_play_that_was_stopped_the_end_is_shown(self, play, phone):
        lifecycle.stop(play, person=owner_of(play))
        assert phone.get(at("plays:stage", play, "1")).url == at("plays:play", play)

    def test_of_a_finished_play_it_leads_back_to_the_end(self):
        play = finished()
        page = owners_phone(play).get(at("plays:stage", play, "1"))
        assert f'href="{at("plays:play", play)}"' in page.content.decode()
        assert "Finish the play" not in text_of(page)

    @pytest.mark.parametrize("names", [long(("Anna", "Ben")), ("Anna", "Ben", "Chris", "Dora", "Emil")])
    def test_it_asks_the_database_as_often_however_many_play(self, names, django_assert_num_queries):
        play = closed(names=names, cards={"anna": {"water": 4}, "ben": {"water": 2}})
        phone = owners_phone(play)
        with django_assert_num_queries(5):
            phone.get(at("plays:stage", play, "1"))

    def test_what_became_impossible_says_so_and_leads_to_its_correction(self):
        play = closed(cards={"anna": {"maps": 2}, "ben": {"water": 3}})
        count(play, ben={"maps": 1, "water": 3})
        page = owners_phone(play).get(at("plays:stage", play, "1"))
        assert "maps used: Anna 2 and Ben 1 make 3, but there are only 2." in text_of(page)
        assert at("plays:correct", play, "1", "maps") in page.content.decode()


class TestWhatTheTableDoesNow:
    def struck(self, page):
        return re.findall(r'aria-pressed="true"><span>([^<]+)<', page.content.decode())

    def strike(self, play, phone, *, place=0, htmx=False):
        headers = {"HX-Request": "true"} if htmx else {}
        return phone.post(at("plays:strike", play, "1"), {"struck": instructions(phone, play)[place]}, headers=headers)

    @pytest.fixture
    def closed(self):
        return closed(cards={"anna": {"water": 4}})

    @pytest.fixture
    def phone(self, closed):
        return owners_phone(closed)

    def test_what_one_phone_strikes_is_struck_on_all(self, closed, phone):
        assert self.strike(closed, phone, place=1).url == at("plays:stage", closed, "1")
        of_a_guest = self.struck(guests_phone(closed).get(at("plays:stage", closed, "1")))
        sentence = "Shuffle the goods you counted to form the new draw pile. Spent goods stay out of the game."
        assert of_a_guest == [sentence]
        revision = closed.revision
        assert again(closed).revision > revision

    def test_once_the_play_is_over_the_table_does_nothing_more(self, closed, phone):
        over = finished()
        for play, does in ((closed, True), (over, False)):
            page = owners_phone(play).get(at("plays:stage", play, "1")).content.decode()
            assert 'class="sheet' in page
            assert ('class="instructions"' in page) is does

    @pytest.mark.parametrize(
        ("language", "sentence"),
        [
            ("en", "The player to the left of the one who ended stage 1 begins."),
            ("de", "Es beginnt, wer links von der Person sitzt, die Etappe 1 beendet hat."),
        ],
    )
    def test_next_steps_are_whole_sentences_below_the_table(self, closed, phone, language, sentence):
        page = phone.get(at("plays:stage", closed, "1"), headers={"Accept-Language": language}).content.decode()
        table, steps, dock = (page.index(each) for each in ('class="sheet', sentence, 'class="dock"'))
        assert table < steps < dock

    def test_a_script_gets_the_result_as_it_is_then(self, closed, phone):
        assert len(self.struck(self.strike(closed, phone, htmx=True))) == 1

    def test_a_second_tap_takes_it_back(self, closed, phone):
        self.strike(closed, phone)
        (key,) = again(closed).struck
        phone.post(at("plays:strike", closed, "1"), {"open": key})
        assert self.struck(phone.get(at("plays:stage", closed, "1"))) == []

    @pytest.mark.long
    def test_twice_the_same_is_once(self, closed, phone):
        self.strike(closed, phone)
        revision = again(closed).revision
        self.strike(closed, phone)
        assert again(closed).revision == revision
        assert len(again(closed).struck) == 1

    @pytest.mark.parametrize("key", [long(""), "nonsense", long("'")])
    def test_what_is_no_instruction_changes_nothing(self, closed, phone, key):
        phone.post(at("plays:strike", closed, "1"), {"struck": key})
        assert again(closed).struck == []

    def test_of_an_open_stage_there_is_nothing_to_strike(self):
        play = a_play()
        phone = owners_phone(play)
        assert phone.post(at("plays:strike", play, "1"), {"struck": "0"}).url == at("plays:stage", play, "1")
        assert again(play).struck == []


class TestReopen:
    def test_its_cards_are_entered_again(self):
        play = closed(cards={"anna": {"water": 4}})
        phone = owners_phone(play)
        phone.post(at("plays:reopen_stage", play, "1"))
        assert again(play).closed_stages == 0
        send(phone, play, "Anna", revision=1, water="5")
        assert card_of(play, "Anna").amounts == {"water": 5}

    def test_what_was_entered_later_stays(self):
        play = closed(stages=2, second={"anna": {"gold": 4}})
        phone = owners_phone(play)
        phone.post(at("plays:reopen_stage", play, "1"))
        assert card_of(play, "Anna", stage="2").amounts == {"gold": 4}
        close(phone, play, "1", anyway="1")
        close(phone, play, "2", anyway="1")
        assert again(play).closed_stages == 2

    def test_twice_is_once(self):
        play = closed()
        phone = owners_phone(play)
        for _ in range(2):
            phone.post(at("plays:reopen_stage", play, "1"))
        assert play.events.filter(kind="reopen").count() == 1

    def test_a_play_that_is_over_is_not_opened_by_it(self):
        play = finished()
        owners_phone(play).post(at("plays:reopen_stage", play, "1"))
        assert again(play).state == "finished"

    def test_it_is_not_for_guests(self):
        play = closed()
        assert guests_phone(play).post(at("plays:reopen_stage", play, "1")).status_code == 404
        assert again(play).closed_stages == 1


class TestFinish:
    def test_points_ranks_the_winner_and_every_line_are_written_to_the_seats(self):
        cards = {"anna": {"water": 4}, "ben": {"gold": 1}}
        play = closed(stages=2, cards=cards, second={"ben": {"salt": 1}}, done=True)
        owners_phone(play).post(at("plays:finish", play))
        assert again(play).state == "finished"
        seats = {str(seat): (seat.points, seat.rank, seat.is_winner) for seat in play.seats.all()}
        assert seats == {"Anna": (6, 2, False), "Ben": (9, 1, True), "Chris": (0, 3, False)}
        lines = seat_of(play, "Ben").lines
        assert {"stage": "1", "item": "gold", "points": 5} in lines
        assert sum(line["points"] for line in lines) == 9
        assert len(lines) == 5 + 6

    def test_joint_winners_are_both_written(self):
        play = finished(cards={"anna": {"water": 4}, "ben": {"water": 4}})
        seats = {str(seat): (seat.points, seat.rank, seat.is_winner) for seat in play.seats.all()}
        assert seats == {"Anna": (5, 1, True), "Ben": (5, 1, True), "Chris": (0, 3, False)}

    def test_twice_is_once(self):
        play = closed(stages=2, cards={"anna": {"water": 4}})
        phone = owners_phone(play)
        for _ in range(2):
            assert phone.post(at("plays:finish", play)).url == at("plays:play", play)
        assert play.events.filter(kind="finish").count() == 1

    def test_an_open_stage_refuses(self):
        play = closed()
        owners_phone(play).post(at("plays:finish", play))
        assert again(play).state == "open"

    def test_what_is_impossible_refuses_and_says_so(self):
        play = closed(stages=2, cards={"anna": {"water": 8}})
        count(play, ben={"water": 1})
        phone = owners_phone(play)
        page = phone.post(at("plays:finish", play), follow=True)
        assert again(play).state == "open"
        assert "water: Anna 8 and Ben 1 make 9, but there are only 8." in text_of(page)
        with pytest.raises(Refusal, match="only 8"):
            finish(again(play), person=owner_of(play))

    def test_a_seat_that_was_taken_away_gets_nothing(self):
        play = closed(stages=2, cards={"anna": {"water": 4}, "ben": {"gold": 1}}, done=True)
        phone = owners_phone(play)
        phone.post(at("plays:seats", play), {"remove": seat_of(play, "Anna").pk, "yes": 1})
        phone.post(at("plays:finish", play))
        assert (seat_of(play, "Anna").points, seat_of(play, "Ben").is_winner) == (None, True)

    def test_a_guest_cannot_finish(self):
        play = closed(stages=2)
        assert guests_phone(play).post(at("plays:finish", play), {"shared": 1}).status_code == 404
        assert again(play).state == "open"


TIE = {"anna": {"water": 4}, "ben": {"water": 4}}


class TestTieBreak:
    @pytest.fixture
    def tied(self):
        return closed(stages=2, cards=TIE, done=True)

    @staticmethod
    def break_tie(phone, play, **values):
        fields = {f"seat{seat_of(play, name.title()).pk}-hand_value": value for name, value in values.items()}
        return phone.post(at("plays:tie_break", play), fields)

    def test_a_second_one_is_asked_only_where_the_first_left_a_tie(self):
        play = a_play(game="targi", names=("Anna", "Ben"))
        count(play, stage=play.stage.key, anna={}, ben={})
        close_stage(again(play), play.stage, person=owner_of(play))
        phone = owners_phone(play)
        anna, ben = play.seats.all()
        phone.post(at("plays:tie_break", play), {f"seat{anna.pk}-gold": "1", f"seat{ben.pk}-gold": "1"})
        text = text_of(phone.get(at("plays:tie_break", play)))
        assert "Enter for each player: goods. The highest number wins." in text
        assert "Enter a number for each" not in text
        phone.post(at("plays:tie_break", play), {f"seat{anna.pk}-goods": "2", f"seat{ben.pk}-goods": "3"})
        assert again(play).seats.get(is_winner=True).player.name == "Ben"

    def test_page_names_the_figure_and_says_which_one_left_the_tie(self):
        play, phone = self.targi_with(gold=(2, 2))
        page = phone.get(at("plays:tie_break", play))
        assert "<legend>Goods</legend>" in page.content.decode()
        assert "Gold 2 : 2: still tied. " in text_of(page)
        assert "gold, then" not in text_of(page)

    def test_every_figure_that_was_told_can_be_corrected(self):
        play, phone = self.targi_with(gold=(2, 2), goods=(4, 3))
        assert winner_of(play) == "Anna"
        page = phone.get(at("plays:tie_break", play))
        anna, ben = play.seats.all()
        fields = form_to("", page)
        assert {key: value for key, value in fields.items() if key.endswith(("-gold", "-goods"))} == {
            f"seat{seat.pk}-{key}": [value]
            for seat, gold, goods in ((anna, "2", "4"), (ben, "2", "3"))
            for key, value in (("gold", gold), ("goods", goods))
        }
        phone.post(at("plays:tie_break", play), fields | {f"seat{ben.pk}-gold": "3"})
        assert winner_of(play) == "Ben"
        assert "gold 3 : 2" in text_of(phone.get(at("plays:play", play)))

    def test_figure_that_is_missing_leaves_the_tie_open_and_is_shown_nowhere(self):
        play, phone = self.targi_with(gold=(2, 1))
        correct_last(play, "Ben", gold=None)
        text = text_of(phone.get(at("plays:play", play)))
        assert "Tie for first place" in text
        assert "gold 2" not in text
        assert "wins" not in text

    def test_draw_offers_a_rematch_and_no_other_try(self):
        play, phone = self.targi_with(gold=(2, 2), goods=(3, 3))
        text = text_of(phone.get(at("plays:play", play)))
        assert "a draw" in text
        assert "Rematch" in text
        assert "Try again" not in text

    @staticmethod
    def targi_with(**figures):
        """A play of Targi with equal points, and the phone that entered these tiebreakers, one after the other."""
        play = a_play(game="targi", names=("Anna", "Ben"))
        count(play, stage=play.stage.key, anna={"tokens": 3}, ben={"tokens": 3})
        close_stage(again(play), play.stage, person=owner_of(play))
        phone, seats = owners_phone(play), play.seats.all()
        for key, told in figures.items():
            typed = {f"seat{seat.pk}-{key}": number for seat, number in zip(seats, told, strict=True)}
            phone.post(at("plays:tie_break", play), typed)
        return again(play), phone

    def test_it_is_asked_before_the_end_of_those_who_tie_alone(self, tied):
        page = owners_phone(tied).post(at("plays:finish", tied), follow=True)
        assert page.redirect_chain[-1][0] == at("plays:tie_break", tied)
        assert [str(seat) for seat in page.context["seats"]] == ["Anna", "Ben"]
        assert "Enter for each player: value of the hand cards in dinar. The highest number wins." in text_of(page)

    def test_it_decides_and_ends_the_play(self, tied):
        self.break_tie(owners_phone(tied), tied, anna="3", ben="3+4")
        assert again(tied).state == "finished"
        assert {str(seat): (seat.points, seat.rank) for seat in tied.seats.all()} == {
            "Anna": (5, 2),
            "Ben": (5, 1),
            "Chris": (0, 3),
        }

    def test_correction_that_leaves_its_winner_names_no_new_one(self, tied):
        phone, address = owners_phone(tied), at("plays:correct", tied, "2", "specials")
        self.break_tie(phone, tied, anna="3", ben="7")
        fields = form_to(address, phone.get(address))
        phone.post(address, fields | {f"seat{seat_of(tied, 'Ben').pk}-donkeys": "1"})
        page = text_of(phone.get(at("plays:stage", tied, "2")))
        assert "Ben: donkeys (unused) – → 1" in page
        assert "wins now" not in page

    def test_corrected_it_asks_in_the_order_of_the_table(self, tied):
        phone = owners_phone(tied)
        self.break_tie(phone, tied, anna="3", ben="7")
        assert [str(seat) for seat in phone.get(at("plays:tie_break", tied)).context["seats"]] == ["Anna", "Ben"]

    def test_equal_again_the_win_is_shared(self, tied):
        self.break_tie(owners_phone(tied), tied, anna="3", ben="3")
        assert [str(seat) for seat in tied.seats.filter(is_winner=True)] == ["Anna", "Ben"]

    def test_the_win_can_be_shared_without_it(self, tied):
        owners_phone(tied).post(at("plays:finish", tied), {"shared": 1})
        assert [str(seat) for seat in tied.seats.filter(is_winner=True)] == ["Anna", "Ben"]

    def test_one_that_is_missing_is_asked_again(self, tied):
        phone = owners_phone(tied)
        answer = self.break_tie(phone, tied, anna="3", ben="")
        assert answer.url == at("plays:tie_break", tied)
        page = phone.get(answer.url)
        assert "Enter a number for each player, 0 for none." in text_of(page)
        assert form_to("", page)[f"seat{seat_of(tied, 'Anna').pk}-hand_value"] == ["3"]
        assert again(tied).state == "open"

    @pytest.mark.parametrize("typed", ["many", long("-1"), "1000", long("9" * 5000), long("<b>")])
    def test_what_cannot_be_right_is_refused_and_kept(self, tied, typed):
        page = self.break_tie(owners_phone(tied), tied, anna="3", ben=typed)
        assert page.status_code == 422
        assert "Ben, value of the hand cards in dinar: " in text_of(page)
        assert form_to("", page)[f"seat{seat_of(tied, 'Ben').pk}-hand_value"] == [typed.replace("-", "−")]
        assert not CardSave.objects.filter(amounts__hand_value=3).exists()

    def test_nothing_sent_asks_again(self, tied):
        phone = owners_phone(tied)
        assert phone.post(at("plays:tie_break", tied), {}).status_code in (302, 422)
        assert again(tied).state == "open"

    def test_twice_is_once(self, tied):
        phone = owners_phone(tied)
        for _ in range(2):
            assert self.break_tie(phone, tied, anna="3", ben="7").url == at("plays:play", tied)
        assert tied.events.filter(kind="finish").count() == 1

    def test_it_is_not_asked_where_it_decides_nothing(self):
        play = closed(stages=2, cards={"anna": {"water": 4}, "ben": {"gold": 1}, "chris": {"gold": 1}})
        phone = owners_phone(play)
        assert phone.get(at("plays:tie_break", play)).url == at("plays:play", play)
        phone.post(at("plays:finish", play))
        assert again(play).state == "finished"

    def test_before_all_stages_are_closed_it_is_not_asked(self):
        play = closed(cards=TIE)
        assert owners_phone(play).get(at("plays:tie_break", play)).url == at("plays:play", play)

    def test_a_correction_that_breaks_the_tie_makes_it_needless(self, tied):
        count(tied, anna={"water": 3})
        phone = owners_phone(tied)
        phone.post(at("plays:finish", tied))
        assert again(tied).state == "finished"

    def test_it_leaves_the_other_counts_as_they_are(self):
        play = closed(stages=2, cards=TIE, second={"anna": {"gold": 2}, "ben": {"gold": 2}})
        self.break_tie(owners_phone(play), play, anna="3", ben="7")
        assert card_of(play, "Ben", stage="2").amounts == {"gold": 2, "hand_value": 7}


def test_a_whole_game_is_played_with_forms_alone():
    play = a_play(names=("Anna", "Ben"))
    phone = owners_phone(play)
    for stage, cards in (("1", {"Anna": "4", "Ben": "3"}), ("2", {"Anna": "1", "Ben": "2"})):
        for name, water in cards.items():
            page = phone.get(at("plays:play", play))
            assert open_card(page) == name
            fields = form_to(card_at(play, name, stage=stage), page)
            sent = {key: values[0] for key, values in fields.items()} | {"water": water, "done": "1"}
            assert phone.post(card_at(play, name, stage=stage), sent).status_code == 302
        assert close(phone, play, stage).url == at("plays:stage", play, stage)
    page = phone.post(at("plays:finish", play), follow=True)
    page = phone.post(at("plays:tie_break", play), dict.fromkeys(form_to("", page), "1"), follow=True)
    assert "Anna and Ben share the win" in text_of(page)


class TestWhoEndsThePlay:
    def test_a_guest_is_told_whose_phone_does(self):
        play = closed(stages=2)
        owners_phone(play).post(at("plays:mine", play), {"seat": seat_of(play, "Anna").pk})
        text = text_of(guests_phone(play).get(at("plays:stage", play, "2")))
        assert "Anna’s phone ends the game. This one follows by itself." in text
        assert "Finish the play" not in text

    def test_or_that_another_one_does_where_it_has_no_seat(self):
        play = closed(stages=2)
        assert "Another phone ends the game." in text_of(guests_phone(play).get(at("plays:stage", play, "2")))


def test_the_first_of_many_rounds_is_scored_as_a_round():
    play = a_play(game="wizard")
    phone = owners_phone(play)
    page = text_of(phone.get(at("plays:play", play)))
    assert "Score round 1" in page
    assert "To the result" not in page
    count(
        play,
        stage="1",
        **{name: {"tricks__bid": 0, "tricks__made": int(name == "anna")} for name in ("anna", "ben", "chris")},
    )
    close(phone, play)
    assert "Result of round 1" in text_of(phone.get(at("plays:stage", play, "1")))


def winner_of(play) -> str:
    return again(play).seats.get(is_winner=True).player.name


def correct_last(play, name, **entries):
    """Correct figures of a player at the last stage, or take them away (None), and score again."""
    seat, stage = seat_of(play, name), play.game.stages[-1]
    base = Scorepad(play).card(seat, stage).revision
    sent = Sent(entries=entries, base=base, save_id="undone", is_in=None, correcting=True)
    with transaction.atomic():
        save_holdings(play, seat, stage, sent, person=owner_of(play))
        score_again(play)


class TestScoredAnyway:
    """Chris was scored though nobody had counted anything of him."""

    @pytest.fixture
    def play(self):
        play = a_play()
        count(play, anna={"water": 4}, ben={"water": 2})
        close_stage(again(play), play.game.stage("1"), person=owner_of(play), anyway=True)
        return again(play)

    def test_result_says_what_was_not_counted(self, play, phone):
        page = phone.get(at("plays:stage", play, "1"))
        assert "Chris, Water: not entered" in page.content.decode().replace("\u2068", "").replace("\u2069", "")
        assert re.search(r"Anna 4\W+Ben 2\W+Chris –", text_of(page))

    def test_column_is_not_done_once_counting_goes_on(self, play, phone):
        phone.post(at("plays:reopen_stage", play, "1"))
        page = text_of(phone.get(at("plays:play", play)))
        assert "2 of 3 counted" in page
        assert [str(seat) for seat in Scorepad(again(play)).missing(play.game.stage("1"))] == ["Chris"]
        answer = phone.post(at("plays:close", play, "1"))
        assert answer.url == at("plays:close", play, "1")

    def test_correction_of_another_column_leaves_it_unknown(self, play, phone):
        correct(phone, play, anna="3")
        assert Scorepad(again(play)).missing(play.game.stage("1"))
        assert re.search(r"Anna 3\W+Ben 2\W+Chris –", text_of(phone.get(at("plays:stage", play, "1"))))

    def test_it_stays_unknown_in_a_file(self, play, phone):
        file = phone.get(f"/groups/{play.group.uuid}/export").getvalue()
        other = a_play()
        import_plays(other.group, BytesIO(file), person=owner_of(other))
        its = other.group.plays.exclude(pk=other.pk).get()
        lifecycle.reopen_stage(its, its.game.stage("1"), person=owner_of(other))
        assert [str(seat) for seat in Scorepad(again(its)).missing(its.game.stage("1"))] == ["Chris"]


def test_bid_without_its_tricks_is_unknown_where_its_round_is_scored_anyway():
    play = a_play(game="wizard")
    phone = owners_phone(play)
    count(play, anna={"tricks__bid": 1, "tricks__made": 1}, ben={"tricks__bid": 0, "tricks__made": 0})
    count(play, is_in=False, chris={"tricks__bid": 1})
    close(phone, play, anyway="1")
    page = phone.get(at("plays:stage", play, "1"))
    assert "Chris, Tricks: not entered" in page.content.decode().replace("\u2068", "").replace("\u2069", "")
    assert "Chris: Bid or tricks not entered" in text_of(page)


def test_while_only_bids_are_in_nothing_is_said_of_what_they_bring():
    play = a_play(game="wizard")
    count(play, is_in=False, anna={"tricks__bid": 1})
    assert "Bid or tricks not entered" not in text_of(owners_phone(play).get(f"/plays/{play.uuid}", follow=True))


def test_reason_that_begins_with_its_row_is_not_said_after_it_again():
    play = a_play(game="tichu", names=["Anna", "Ben", "Chris", "Dora"])
    count(play, is_in=False, anna={"double": "yes"})
    text = text_of(owners_phone(play).get(f"/plays/{play.uuid}", follow=True))
    assert "1–2 finish: yes +200" in text
    assert "1–2 finish: 1–2 finish" not in text


class TestScoredAnywayIsImpossible:
    """In a round of two tricks, the one that Chris has not counted yet would be missing."""

    WHY = "Tricks, round 2: all players together have made 1, but there are 2."

    @pytest.fixture
    def play(self):
        one, none = {"tricks__bid": 1, "tricks__made": 1}, {"tricks__bid": 0, "tricks__made": 0}
        play = closed(game="wizard", cards={"anna": one, "ben": none, "chris": none})
        count(play, stage="2", anna=one, ben=none)
        return play

    def test_question_says_why_and_offers_no_button(self, play, phone):
        dialog = phone.post(at("plays:close", play, "2"), {"save_id": "a"}, headers=HTMX)
        for page in (dialog, phone.get(at("plays:close", play, "2"))):
            told = text_of(page)
            assert self.WHY in told
            assert "Keep counting" in told
            assert "Score now" not in told
            assert "Score anyway" not in told

    def test_button_comes_back_once_it_is_possible(self, play, phone):
        count(play, stage="2", is_in=False, chris={"tricks__made": 1})
        told = text_of(phone.get(at("plays:close", play, "2")))
        assert self.WHY not in told
        assert "Score anyway" in told

    def test_older_question_is_refused_for_the_same_reason(self, play, phone):
        page = phone.post(at("plays:close", play, "2"), {"anyway": "1"}, follow=True)
        assert self.WHY in text_of(page)
        assert again(play).closed_stages == 1


class TestWrongAlready:
    """In a round of one trick two were made, and Chris has counted nothing yet."""

    WHY = "Tricks, round 1: all players together have made 2, but there is 1."

    @pytest.fixture
    def play(self):
        play = a_play(game="wizard")
        made = {"tricks__bid": 1, "tricks__made": 1}
        count(play, anna=made, ben=made)
        return play

    def test_question_over_the_sheet_says_why_and_offers_no_button(self, play, phone):
        answer = phone.post(at("plays:close", play, "1"), {"save_id": "a", "asks": "1"}, headers=HTMX)
        assert answer.status_code == 409
        told = text_of(answer)
        assert self.WHY in told
        assert "Score anyway" not in told

    def test_page_says_it_once(self, play, phone):
        page = phone.post(at("plays:close", play, "1"), {"anyway": "1"}, follow=True)
        assert text_of(page).count(self.WHY) == 1
        assert again(play).closed_stages == 0


def test_result_of_a_round_leads_to_no_round_that_is_still_counted():
    play = a_play(game="6-nimmt", names=("Anna", "Ben"))
    for number in "12":
        count(play, stage=number, anna={"heads": 3}, ben={"heads": 30})
        close_stage(again(play), again(play).game.stage(number), person=owner_of(play))
    page = guests_phone(play).get(at("plays:stage", play, "2")).content.decode()
    assert f'href="{at("plays:stage", play, "1")}"' in page
    assert f'href="{at("plays:stage", play, "3")}"' not in page
