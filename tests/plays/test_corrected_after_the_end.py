"""A finished play is corrected: it stays finished, and is scored again at once."""

import json
import re
from io import BytesIO

import pytest
from django.urls import reverse

from companion.entry.scorepad import Scorepad
from companion.plays import lifecycle
from companion.results.outcomes import compute_outcomes, differ, stored_outcomes
from companion.transfer.caravan.imports import import_plays
from tests.entry.test_correct import correct, page_of
from tests.phones import (
    a_play,
    again,
    at,
    card_of,
    count,
    finished,
    form_to,
    guests_phone,
    owner_of,
    owners_phone,
    pass_time,
    seat_of,
    text_of,
    watchers_phone,
)


@pytest.fixture
def play():
    """Anna has won with 4 water."""
    return finished(cards={"anna": {"water": 4}, "ben": {"water": 2}})


def seen_in(page, name):
    """Return the text of a paragraph of this class, without what is only read out."""
    [text] = re.findall(rf'<p class="{name}">(.*?)</p>', page.content.decode(), re.DOTALL)
    return re.sub("<.*?>", "", re.sub('<span class="unseen">.*?</span>', "", text))


def links_in(page):
    return set(re.findall(r'<a class="row" href="([^"]*)"', page.content.decode()))


def winners(play):
    return [str(seat) for seat in play.seats.all() if seat.is_winner]


def places_of(play):
    return {str(seat): seat.rank for seat in again(play).seats.order_by("rank")}


def is_scored_as_stored(play):
    pad = Scorepad(again(play))
    return not differ(compute_outcomes(pad), stored_outcomes(pad))


class TestCorrecting:
    def test_it_stays_finished_and_is_scored_again(self, play, phone):
        answer = correct(phone, play, ben="5", anna="1")
        assert answer.url == at("plays:play", play)
        assert again(play).is_finished
        assert winners(again(play)) == ["Ben"]
        assert is_scored_as_stored(play)
        page = text_of(phone.get(answer.url))
        assert "Corrected in stage 1: Anna: water 4 → 1; Ben: water 2 → 5 · Anna −6 · Ben +6 · Ben wins now" in page
        # What parts them is read out; it would be left at the ends of lines.
        assert " · " not in seen_in(phone.get(answer.url), "corrected")

    @pytest.mark.parametrize(
        ("language", "words"),
        [("en", "Anna and Ben win now"), ("de", "Anna und Ben gewinnen jetzt"), ("ja", "現在の勝者: Anna")],
    )
    def test_several_new_winners_are_named_together(self, play, phone, language, words):
        correct(phone, play, ben="4")
        assert words in text_of(phone.get(at("plays:play", play), headers={"Accept-Language": language}))

    def test_what_is_lost_again_says_so_on_both_pages(self):
        play = a_play(game="pandemic", names=("Anna", "Ben"))
        count(play, stage="end", anna={"cured": "no", "cures": 2})
        lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
        lifecycle.finish(again(play), person=owner_of(play))
        phone, address = owners_phone(play), at("plays:correct", play, "end", "cured")
        seat = Scorepad(again(play)).seats[0]
        sent = form_to(address, phone.get(address))
        phone.post(address, sent | {f"seat{seat.pk}-cured": "yes", f"seat{seat.pk}-cures": "4"})
        assert "Anna and Ben win now" in text_of(phone.get(at("plays:play", play)))
        row = seat.saves.order_by("-revision").first()
        changes = phone.post(at("plays:put_back", play, row.pk), {"revision": row.revision}, follow=True)
        assert "Nobody wins now" in text_of(changes)
        assert "Nobody wins now" in text_of(phone.get(at("plays:play", play)))

    def test_totals_that_no_longer_end_the_game_by_its_rules_are_said_to(self):
        play = a_play(game="6-nimmt", names=("Anna", "Ben"))
        count(play, stage="1", anna={"heads": 3}, ben={"heads": 70})
        lifecycle.close_stage(again(play), again(play).game.stage("1"), person=owner_of(play))
        lifecycle.finish(again(play), person=owner_of(play))
        phone, address = owners_phone(play), at("plays:correct", play, "1", "heads")
        said = "By the rules the game isn’t over with these totals."
        for heads, is_said in (("69", False), ("20", True)):
            pass_time(play, seconds=100)
            sent = form_to(address, phone.get(address))
            phone.post(address, sent | {f"seat{seat_of(play, 'Ben').pk}-heads": heads})
            assert (said in text_of(phone.get(at("plays:play", play)))) is is_said

    def test_history_and_statistics_keep_it_and_tell_the_new_result(self, play, phone):
        correct(phone, play, ben="5", anna="1")
        assert "Ben" in text_of(phone.get(reverse("history:history", args=[play.group.uuid]))).partition("Tuareg")[2]
        assert again(play).high_score == seat_of(play, "Ben").points == 6

    def test_every_stage_is_reached_by_a_figure_and_correct(self, play, phone):
        for stage, item in (("1", "water"), ("2", "water")):
            anna = seat_of(play, "Anna").pk
            assert f'href="?stage={stage}"' in phone.get(at("plays:play", play)).content.decode()
            opened = phone.get(at("plays:play", play), {"stage": stage}).content.decode()
            assert f"{at('plays:stage', play, stage)}?cell={item}.{anna}" in opened
            page = phone.get(at("plays:stage", play, stage), {"cell": f"{item}.{anna}"}).content.decode()
            assert f"{at('plays:correct', play, stage, item)}?seat={anna}" in page
            assert phone.get(at("plays:correct", play, stage, item)).status_code == 200

    def test_a_stage_leads_back_to_the_result_that_it_came_from(self, play, phone):
        page = phone.get(at("plays:stage", play, "1")).content.decode()
        assert f'<a class="back" href="{at("plays:play", play)}"' in page

    def test_what_has_several_stages_asks_which_one_is_corrected(self, play, phone):
        assert {at("plays:stage", play, stage) for stage in "12"} <= links_in(phone.get(at("plays:play", play)))
        opened = links_in(phone.get(at("plays:play", play), {"stage": "1"}))
        assert at("plays:stage", play, "1") in opened
        assert at("plays:stage", play, "2") not in opened

    def test_every_round_is_reached(self):
        play = a_play(game="6-nimmt", names=("Anna", "Ben"))
        for number in "123":
            count(play, stage=number, anna={"heads": 3}, ben={"heads": 30})
            lifecycle.close_stage(again(play), again(play).game.stage(number), person=owner_of(play))
        lifecycle.finish(again(play), person=owner_of(play))
        phone = owners_phone(play)
        last = phone.get(at("plays:stage", play, "3")).content.decode()
        assert at("plays:stage", play, "1") in last
        assert at("plays:stage", play, "2") in last
        assert (
            f'href="{at("plays:stage", play, "1")}"'
            not in guests_phone(play).get(at("plays:stage", play, "3")).content.decode()
        )
        for number in "123":
            assert phone.get(at("plays:stage", play, number)).status_code == 200
            assert phone.get(at("plays:correct", play, number, "heads")).status_code == 200
        assert "deals the next round" not in text_of(phone.get(at("plays:stage", play, "3")))

    def test_everyone_sees_what_changed(self, play, phone):
        asked = phone.get(at("plays:play", play)).context["live_url"]
        correct(phone, play, anna="3")
        assert "Anna, stage 1: water 4 → 3" in text_of(phone.get(at("plays:trail", play)))
        assert "Corrected: Anna: water 4 → 3" in text_of(phone.get(at("plays:stage", play, "1")))
        for its_phone in (owners_phone(play), guests_phone(play)):
            page = text_of(its_phone.get(at("plays:play", play)))
            assert "Corrected in stage 1: Anna: water 4 → 3" in page
            assert "wins now" not in page
        assert "Corrected in stage 1: Anna: water 4 → 3" in text_of(watchers_phone(play).get(at("plays:watch", play)))
        assert owners_phone(play).get(asked).headers["HX-Redirect"] == at("plays:play", play)

    def test_changes_lead_back_to_the_end_that_leads_there(self, play, phone):
        assert at("plays:trail", play) in phone.get(at("plays:play", play)).content.decode()
        assert f'class="back" href="{at("plays:play", play)}"' in phone.get(at("plays:trail", play)).content.decode()

    def test_the_end_says_what_changed_only_while_that_is_news(self, play, phone):
        assert "Corrected" not in text_of(phone.get(at("plays:play", play)))
        correct(phone, play, anna="3")
        pass_time(play, seconds=25 * 3600)
        assert "Corrected" not in text_of(phone.get(at("plays:play", play)))

    @pytest.mark.parametrize("known", [{}, {"played_on": "2026-11-20"}])
    def test_figures_that_a_file_brings_are_no_correction(self, play, phone, known):
        seats = [{"player": name, "stages": {"end": {"tokens": held}}} for name, held in (("Anna", 4), ("Ben", 2))]
        told = [{"game": "targi", "state": "finished", "seats": seats, **known}]
        import_plays(play.group, BytesIO(json.dumps(told).encode()), person=owner_of(play))
        brought = play.group.plays.get(game_slug="targi")
        page = phone.get(at("plays:play", brought))
        assert "Anna" in text_of(page)
        assert "Corrected" not in text_of(page)
        correct(phone, play, ben="3")
        assert "Corrected in stage 1: Ben: " in text_of(phone.get(at("plays:play", play)))

    def test_an_impossible_figure_changes_nothing_and_says_why(self, play, phone):
        before = list(play.seats.values_list("points", "rank"))
        answer = correct(phone, play, ben="5")
        assert answer.status_code == 422
        assert "there are only 8" in text_of(answer)
        assert list(play.seats.values_list("points", "rank")) == before
        assert card_of(play, "Ben").amounts == {"water": 2}
        assert again(play).is_finished

    def test_guests_do_not_correct_it(self, play):
        phone = guests_phone(play)
        assert phone.get(at("plays:correct", play, "1", "water")).status_code == 404
        assert "Tap a number" not in text_of(phone.get(at("plays:stage", play, "1")))

    def test_correction_that_was_undone_is_called_undone(self, play, phone):
        correct(phone, play, anna="3")
        row = seat_of(play, "Anna").saves.order_by("-revision").first()
        phone.post(at("plays:put_back", play, row.pk), {"revision": row.revision})
        page = text_of(phone.get(at("plays:play", play)))
        assert "Undone in stage 1: Anna: water 3 → 4" in page
        assert "Corrected" not in page

    def test_a_change_is_put_back_from_the_change_history(self, play, phone):
        correct(phone, play, ben="5", anna="1")
        row = seat_of(play, "Ben").saves.order_by("-revision").first()
        phone.post(at("plays:put_back", play, row.pk), {"revision": row.revision})
        assert card_of(play, "Ben").amounts["water"] == 2
        assert again(play).is_finished
        assert is_scored_as_stored(play)


class TestTie:
    def test_a_tie_that_the_correction_opens_is_asked_and_shared_until_then(self, play, phone):
        answer = correct(phone, play, ben="4")
        assert answer.url == at("plays:tie_break", play)
        assert again(play).is_finished
        assert winners(again(play)) == ["Anna", "Ben"]
        anna, ben = (seat_of(play, name).pk for name in ("Anna", "Ben"))
        answer = phone.post(answer.url, {f"seat{anna}-hand_value": "3", f"seat{ben}-hand_value": "7"})
        assert answer.url == at("plays:play", play)
        assert winners(again(play)) == ["Ben"]
        assert again(play).is_finished
        # Who breaks a tie corrects nothing.
        assert "dinar –" not in seen_in(phone.get(at("plays:play", play)), "corrected")

    def test_a_tie_that_was_shared_before_is_not_asked_again(self, phone):
        play = finished(cards={"anna": {"water": 4}, "ben": {"water": 4}})
        answer = correct(owners_phone(play), play, "gold", chris_gold="0")
        assert answer.url == at("plays:play", play)

    def test_end_page_leads_to_the_question_until_the_tie_is_broken(self, play, phone):
        address = correct(phone, play, ben="4").url
        assert address in phone.get(at("plays:play", play)).content.decode()
        anna, ben = (seat_of(play, name).pk for name in ("Anna", "Ben"))
        phone.post(address, {f"seat{anna}-hand_value": "3", f"seat{ben}-hand_value": "7"})
        assert "Break the tie" not in text_of(phone.get(at("plays:play", play)))

    @pytest.mark.parametrize("of", [owners_phone, guests_phone])
    def test_everyone_reads_that_the_tie_is_open_and_members_break_it(self, play, of):
        other = of(play)
        correct(owners_phone(play), play, ben="4")
        page = text_of(other.get(at("plays:play", play)))
        assert "share the win" in page
        assert "Tie for first place. Tiebreaker: value of the hand cards in dinar." in page
        assert ("Break the tie" in page) is (of is owners_phone)

    def test_figures_that_broke_the_tie_can_be_corrected(self, play, phone):
        address = correct(phone, play, ben="4").url
        anna, ben = (seat_of(play, name).pk for name in ("Anna", "Ben"))
        phone.post(address, {f"seat{anna}-hand_value": "3", f"seat{ben}-hand_value": "7"})
        assert "Edit the tiebreaker" in text_of(phone.get(at("plays:play", play)))
        assert f'name="seat{ben}-hand_value" value="7"' in phone.get(address).content.decode()
        phone.post(address, form_to("", phone.get(address)) | {f"seat{anna}-hand_value": "8"})
        assert winners(again(play)) == ["Anna"]
        assert again(play).is_finished

    def test_figures_that_order_places_behind_a_new_winner_stay_shown_and_can_be_corrected(self, play, phone):
        address = correct(phone, play, ben="4").url
        anna, ben = (f"seat{seat_of(play, name).pk}-hand_value" for name in ("Anna", "Ben"))
        phone.post(address, {anna: "3", ben: "7"})
        correct(phone, play, "salt", chris_salt="1", chris_millet="1")
        assert places_of(play) == {"Chris": 1, "Ben": 2, "Anna": 3}
        page = phone.get(at("plays:play", play))
        assert re.search(r'class="tie-break".*?<td>3</td><td>7</td><td></td>', page.content.decode(), re.DOTALL)
        assert "Edit the tiebreaker" in text_of(page)
        assert "tiebreaker · " not in text_of(page)
        page = phone.get(address)
        fields = form_to("", page)
        assert {key: value for key, value in fields.items() if key.endswith("-hand_value")} == {anna: ["3"], ben: ["7"]}
        assert "Share the win" not in text_of(page)
        assert "Tie for first place" not in text_of(page)
        phone.post(address, fields | {anna: "8"})
        assert places_of(play) == {"Chris": 1, "Anna": 2, "Ben": 3}

    @pytest.mark.parametrize("stage", ["1", "2"])
    def test_figures_that_break_a_tie_leave_the_correction_before_them_as_it_is(self, stage):
        counts = {"anna": {"water": 4}, "ben": {"water": 2}}
        play = finished(**({"cards": counts} if stage == "1" else {"second": counts}))
        phone = owners_phone(play)
        for water in ("5", "4"):
            correct(phone, play, stage=stage, ben=water)
            pass_time(play, seconds=40)
        anna, ben = (seat_of(play, name).pk for name in ("Anna", "Ben"))
        # They are told, and one of them is corrected.
        address = at("plays:tie_break", play)
        for figure in ("7", "5"):
            fields = form_to("", phone.get(address))
            phone.post(address, fields | {f"seat{anna}-hand_value": "3", f"seat{ben}-hand_value": figure})
            assert winners(again(play)) == ["Ben"]
            said = seen_in(phone.get(at("plays:play", play)), "corrected").replace("\N{NO-BREAK SPACE}", " ")
            assert said.startswith(f"Corrected in stage {stage}: Ben: water 2 → 4")
            assert said.endswith("Ben wins now")

    def test_the_page_asks_for_the_figure_by_name(self, play, phone):
        correct(phone, play, ben="4")
        assert "The highest number wins." in text_of(phone.get(at("plays:tie_break", play)))


def test_the_page_of_a_correction_leads_back_to_its_stage(play, phone):
    assert at("plays:stage", play, "1") in page_of(phone, play).content.decode()
