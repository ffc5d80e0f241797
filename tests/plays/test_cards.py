"""A seat's card: opening it, typing into it, what is refused and how, and what the phone is answered."""

import pytest
from django.test import Client

from companion.models import CardSave
from tests.lanes import long
from tests.phones import (
    HTMX,
    Inputs,
    a_play,
    again,
    at,
    card_at,
    card_in,
    card_of,
    closed,
    column,
    count,
    fields_of,
    finished,
    form_to,
    guests_phone,
    open_card,
    owners_phone,
    seat_of,
    send,
    text_of,
)


class TestPage:
    def test_the_cursor_stands_in_the_first_column_and_all_have_one(self, play, phone):
        page = phone.get(at("plays:play", play))
        assert open_card(page) == "Anna"
        assert "0 of 3 counted" in text_of(page)
        for name in ("Anna", "Ben", "Chris"):
            assert column(play, name, page) == {"water": "", "gold": "", "salt": "", "millet": "", "maps": ""}

    def test_each_field_has_its_word_and_its_limit(self, play, phone):
        text = text_of(phone.get(card_at(play, "Ben")))
        for field in ("Water of 8", "Gold of 10", "Rock salt of 12", "Millet of 14", "Maps used of 2"):
            assert field in text

    def test_it_shows_what_was_entered(self, play, phone):
        count(play, ben={"water": 4, "gold": 0})
        fields = form_to(card_at(play, "Ben"), phone.get(card_at(play, "Ben")))
        assert (fields["water"], fields["gold"], fields["salt"]) == (["4"], ["0"], [""])
        assert fields["revision"] == ["1"]

    def test_each_column_of_a_page_has_a_save_id_of_its_own(self, play, phone):
        ids = [each for _ in range(3) for each in fields_of(phone.get(card_at(play, "Ben")))["save_id"] if each]
        assert len(set(ids)) == len(ids) == 9

    def test_a_tie_break_is_not_asked_on_it(self):
        play = closed()
        page = owners_phone(play).get(card_at(play, "Anna", stage="2"))
        fields = column(play, "Anna", page, stage="2")
        assert "donkeys" in fields
        assert "hand_value" not in fields

    def test_a_page_in_another_language_says_what_the_table_says_too(self):
        play = a_play(language="de")
        page = owners_phone(play).get(card_at(play, "Anna"), headers={"Accept-Language": "ja"})
        assert 'lang="de">' in page.content.decode()
        # The browser may not know where German divides its words.
        assert "Stein\u00adsalz" in page.content.decode()

    def test_what_both_languages_call_alike_is_said_once(self):
        play = a_play(language="de")
        page = owners_phone(play).get(card_at(play, "Anna"), headers={"Accept-Language": "en"}).content.decode()
        assert 'lang="de">Wasser<' in page
        assert 'lang="de">Gold<' not in page

    def test_what_nothing_was_entered_in_brings_no_points_yet(self):
        play = a_play(game="skull-king", names=("Anna", "Ben"))
        count(play, is_in=False, anna={"tricks__bid": 1, "tricks__made": 1})
        page = text_of(owners_phone(play).get(at("plays:play", play)))
        assert "Bid 1 and made it" in page
        assert "0 points, as entered" not in page

    def test_what_nobody_holds_is_asked_when_one_card_is_missing(self, play, phone):
        count(play, anna={"water": 4}, ben={"water": 2})
        assert "2 water" in text_of(phone.get(at("plays:play", play)))

    @pytest.mark.parametrize("stage", ["2", long("0"), "x", long("-")])
    def test_only_the_stage_that_is_counted_has_open_cards(self, play, phone, stage):
        answer = phone.get(card_at(play, "Anna", stage=stage))
        assert answer.status_code == (302 if stage == "2" else 404)

    def test_a_closed_card_leads_to_the_play(self):
        play = closed()
        assert owners_phone(play).get(card_at(play, "Anna")).url == at("plays:play", play)

    @pytest.mark.parametrize("method", ["get", "post"])
    def test_a_seat_of_another_play_is_not_there(self, play, phone, method):
        other = a_play()
        assert getattr(phone, method)(at("plays:card", play, seat_of(other, "Anna").pk, "1")).status_code == 404

    @pytest.mark.parametrize("seat", ["0", long("9" * 30), long("9" * 5000), long("-1"), "x", long("1.5")])
    def test_a_seat_there_is_none_of_is_not_there(self, play, phone, seat):
        assert phone.post(f"/plays/{play.uuid}/seats/{seat}/1").status_code == 404

    def test_a_seat_that_was_taken_away_is_not_there(self, play, phone):
        address = card_at(play, "Ben")
        phone.post(at("plays:seats", play), {"remove": seat_of(play, "Ben").pk})
        assert phone.get(address).status_code == 404
        assert phone.post(address, {"water": "1"}).status_code == 404


class TestDone:
    def test_done_brings_the_card_in_and_the_next_follows(self, play, phone):
        page = send(phone, play, "Anna", water="4", done="1")
        assert page.url == at("plays:play", play)
        page = phone.get(page.url)
        assert open_card(page) == "Ben"
        assert "1 of 3 counted" in text_of(page)

    def test_before_it_is_in_others_read_that_somebody_is_counting(self, play, phone):
        send(phone, play, "Anna", htmx=True, water="4")
        text = text_of(guests_phone(play).get(at("plays:play", play)))
        assert "counting Anna" in text

    def test_who_has_nothing_says_so_with_one_tap(self, play, phone):
        send(phone, play, "Anna", done="nothing")
        card = card_of(play, "Anna")
        assert card.is_in
        assert card.amounts == {"water": 0, "gold": 0, "salt": 0, "millet": 0, "maps": 0}

    def test_who_has_nothing_else_keeps_what_was_typed(self, play, phone):
        send(phone, play, "Anna", gold="2", done="nothing")
        assert card_of(play, "Anna").amounts["gold"] == 2

    def test_what_was_not_entered_is_no_nought(self, play, phone):
        send(phone, play, "Anna", gold="2", done="1")
        assert card_of(play, "Anna").amounts == {"gold": 2}

    def test_a_card_with_something_impossible_does_not_come_in(self, play, phone):
        send(phone, play, "Anna", gold="many", done="1")
        assert not card_of(play, "Anna").is_in

    def test_the_next_card_is_one_of_my_own(self, play, phone):
        phone.post(at("plays:mine", play), {"seat": [seat_of(play, "Anna").pk, seat_of(play, "Chris").pk]})
        send(phone, play, "Anna", done="nothing")
        assert open_card(phone.get(at("plays:play", play))) == "Chris"


class TestReading:
    @pytest.mark.parametrize(
        ("typed", "amount"),
        [
            ("4", 4),
            long(" 4 ", 4),
            long("04", 4),
            long("0", 0),
            ("3+2+4", 9),
            long("3 + 2 + 4 +", 9),
            ("４", 4),
            long("３＋２", 5),
            long("　４　", 4),
            ("", None),
            long("   ", None),
            ("\0", None),
            long("4\0", 4),
        ],
    )
    def test_numbers_are_typed_in_many_ways(self, play, phone, typed, amount):
        answer = send(phone, play, "Anna", htmx=True, gold=typed, salt="1")
        assert answer.status_code == 200
        assert card_of(play, "Anna").amounts.get("gold") == amount

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("many", "“many” is not a whole number"),
            ("3.5", "“3.5” is not a whole number"),
            long("3,5", "“3.5” is not a whole number"),
            long("1 2", "“1 2” is not a whole number"),
            long("0x4", "“0x4” is not a whole number"),
            long("1e1", "“1e1” is not a whole number"),
            long("--", "“--” is not a whole number"),
            long("+", "“+” is not a whole number"),
            ("<b>", "“<b>” is not a whole number"),
            long("%s", "“%s” is not a whole number"),
            ("-1", "−1 is negative"),
            long("−1", "−1 is negative"),
            ("9", "9, but there are only 8"),
            ("4+5", "9, but there are only 8"),
            long("999999999999999999999", "but there are only 8"),
            long("9" * 31, "is not a whole number"),
            ("9" * 5000, "is not a whole number"),
            long("🐪", "“🐪” is not a whole number"),
        ],
    )
    def test_what_cannot_be_right_is_refused_with_player_field_and_limit(self, play, phone, typed, said):
        page = send(phone, play, "Anna", water=typed, gold="3")
        assert page.status_code == 422
        assert "Anna, water: " in text_of(page)
        assert said in text_of(page)
        assert card_of(play, "Anna").amounts == {"gold": 3}

    @pytest.mark.parametrize("typed", ["many", "99", long(" 3.5 "), "<b>", long("4+5"), long("🐪")])
    def test_it_stays_as_it_was_typed(self, play, phone, typed):
        page = send(phone, play, "Anna", water=typed, gold="3")
        for shown in (page, phone.get(card_at(play, "Anna"))):
            assert form_to(card_at(play, "Anna"), shown)["water"] == [typed]

    @pytest.mark.parametrize("typed", ["-1", "−1"])
    def test_a_negative_figure_has_a_true_minus_in_its_cell(self, play, phone, typed):
        page = send(phone, play, "Anna", water=typed, gold="3")
        for shown in (page, phone.get(card_at(play, "Anna"))):
            assert form_to(card_at(play, "Anna"), shown)["water"] == ["−1"]

    def test_beside_it_stands_what_another_phone_has_counted_meanwhile(self, play, phone):
        count(play, anna={"gold": 5, "salt": 2})
        page = send(phone, play, "Anna", revision=0, water="many", gold="", salt="")
        again_sent = {name: typed for name, [typed] in form_to(card_at(play, "Anna"), page).items()}
        assert (again_sent["gold"], again_sent["salt"]) == ("5", "2")
        phone.post(card_at(play, "Anna"), again_sent | {"water": "4"})
        assert card_of(play, "Anna").amounts == {"water": 4, "gold": 5, "salt": 2}

    def test_others_see_what_was_typed_too(self, play, phone):
        send(phone, play, "Anna", water="99", gold="3")
        page = guests_phone(play).get(card_at(play, "Ben"))
        assert column(play, "Anna", page) == {"water": "99", "gold": "3", "salt": "", "millet": "", "maps": ""}
        assert "Anna, water: 99, but there are only 8." in text_of(page)

    def test_what_is_endless_is_not_stored_whole(self, play, phone):
        send(phone, play, "Anna", water="x" * 100_000)
        assert len(CardSave.objects.get().refused["water"]) <= 1000

    def test_the_limit_is_that_of_the_players_at_the_table(self):
        two, five = a_play(names=("Anna", "Ben")), a_play(names=("Anna", "Ben", "Chris", "Dora", "Emil"))
        assert "maps used: 4, but there are only 3" in text_of(send(owners_phone(two), two, "Anna", maps="4"))
        assert send(owners_phone(five), five, "Anna", maps="4").status_code == 302

    def test_two_that_together_hold_more_than_there_is_are_both_named_with_the_limit(self, play, phone):
        count(play, anna={"water": 5})
        answer = send(phone, play, "Ben", htmx=True, water="4")
        assert answer.status_code == 200
        text = text_of(phone.get(card_at(play, "Ben")))
        assert "Water: Anna 5 and Ben 4 make 9, but there are only 8." in text
        assert card_of(play, "Ben").amounts == {"water": 4}

    def test_what_was_too_many_is_right_once_a_seat_went(self):
        play = a_play(names=("Anna", "Ben", "Chris"))
        phone = owners_phone(play)
        send(phone, play, "Anna", maps="3", done="1")
        phone.post(at("plays:seats", play), {"remove": seat_of(play, "Chris").pk})
        card = card_of(play, "Anna")
        assert (card.amounts, card.refused) == ({"maps": 3}, {})


class TestAnswer:
    """What a phone with JavaScript swaps into its page after a save."""

    def test_a_save_is_answered_with_the_mark_and_the_new_revision_and_no_input_to_type_in(self, play, phone):
        answer = send(phone, play, "Anna", htmx=True, water="4")
        assert answer.status_code == 200
        assert "✓ saved" in text_of(answer)
        assert fields_of_fragment(answer) == {"revision": "1"}
        assert "<html" not in answer.content.decode()

    def test_it_brings_the_count_of_cards_along(self, play, phone):
        answer = send(phone, play, "Anna", htmx=True, water="4", done="1")
        assert "1 of 3 counted" in text_of(answer)
        assert "✓ done" in text_of(answer)

    def test_a_refused_field_is_named_and_the_rest_is_saved(self, play, phone):
        answer = send(phone, play, "Anna", htmx=True, water="many", gold="3")
        assert answer.status_code == 422
        assert "Anna, water: “many” is not a whole number." in text_of(answer)
        assert "not all saved" in text_of(answer)
        assert fields_of_fragment(answer) == {"revision": "1"}

    def test_a_clash_is_answered_with_both_and_the_revision_they_were_compared_with(self, play, phone):
        count(play, anna={"water": 4})
        count(play, anna={"water": 6})
        answer = send(phone, play, "Anna", htmx=True, revision=1, water="5")
        assert answer.status_code == 422
        assert "✕ not counted" in text_of(answer)
        assert "5 entered here" in text_of(answer)
        assert "6 from the other phone" in text_of(answer)
        revision, values = card_in(answer)
        assert (revision, values["water"]) == (2, "5")

    def test_what_waits_already_stays_on_the_page(self, play, phone):
        count(play, anna={"water": 4})
        count(play, anna={"water": 6})
        send(phone, play, "Anna", htmx=True, revision=1, water="5")
        answer = send(phone, play, "Ben", htmx=True, water="1")
        assert answer.status_code == 200
        assert "✓ saved" in text_of(answer)
        assert "two phones entered different numbers" in text_of(answer)

    def test_a_late_save_is_answered_with_the_choice(self):
        play = closed()
        answer = send(owners_phone(play), play, "Anna", htmx=True, water="4")
        assert answer.status_code == 422
        assert "Saved, but not counted." in text_of(answer)
        assert "Reopen and count it" in text_of(answer)

    def test_a_late_save_after_the_end_is_answered_too(self):
        play = finished()
        answer = send(owners_phone(play), play, "Anna", htmx=True, stage="2", water="many")
        assert answer.status_code == 422
        assert "Saved, but not counted." in text_of(answer)

    def test_a_merge_tells_the_phone_what_the_card_holds_now(self, play, phone):
        count(play, anna={"gold": 3}, is_in=False)
        answer = send(phone, play, "Anna", htmx=True, water="4")
        _revision, values = card_in(answer)
        assert values == {"water": "4", "gold": "3"}

    def test_markup_that_was_typed_is_shown_and_not_obeyed(self, play, phone):
        answer = send(phone, play, "Anna", htmx=True, water="<b>'\"&")
        assert b"<b>" not in answer.content

    def test_a_save_with_nothing_in_it_makes_no_error(self, play, phone):
        assert phone.post(card_at(play, "Anna"), {}, headers=HTMX).status_code == 200
        assert phone.post(card_at(play, "Anna"), {}).status_code == 302
        assert CardSave.objects.count() == 0

    @pytest.mark.parametrize("save_id", ["x" * 64, "<script>", "x"])
    def test_any_save_id_does(self, play, phone, save_id):
        for water in ("4", "5"):
            send(phone, play, "Anna", save_id=save_id, water=water, revision=card_of(play, "Anna").revision)
        assert card_of(play, "Anna").amounts == {"water": 5}
        assert all(len(row.save_id) <= 64 for row in CardSave.objects.all())

    def test_without_javascript_a_late_save_with_a_mistake_leads_back_to_the_play(self):
        play = closed()
        phone = owners_phone(play)
        answer = send(phone, play, "Anna", water="many")
        assert answer.url == at("plays:play", play)
        assert "arrived after it was closed" in text_of(phone.get(answer.url))
        play = finished()
        assert send(owners_phone(play), play, "Anna", stage="2", water="many").url == at("plays:play", play)

    def test_a_card_that_is_refused_goes_on_from_what_was_saved(self, play, phone):
        page = send(phone, play, "Anna", save_id="x", water="many", gold="3")
        fields = form_to(card_at(play, "Anna"), page)
        assert fields["revision"] == ["1"]
        mended = {key: values[0] for key, values in fields.items()} | {"water": "4"}
        assert phone.post(card_at(play, "Anna"), mended).status_code == 302
        assert card_of(play, "Anna").amounts == {"water": 4, "gold": 3}


def fields_of_fragment(response):
    """The inputs of a fragment that stand in no form of their own, with their values."""
    body = response.content.decode().split('<div id="waiting"')[0]
    forms = Inputs(f"<form>{body}</form>").forms
    return {name: values[0] for name, values in forms[0]["fields"].items()}


def test_an_anonymous_stranger_saves_nothing():
    play = a_play()
    assert Client().post(card_at(play, "Anna"), {"water": "4"}).status_code == 404
    assert CardSave.objects.count() == 0


def test_a_card_of_a_later_stage_that_was_reopened_past_is_still_saved():
    play = closed()
    phone = owners_phone(play)
    send(phone, play, "Anna", stage="2", water="1")
    phone.post(at("plays:reopen_stage", play, "1"))
    send(phone, play, "Anna", stage="2", revision=1, water="2")
    assert again(play).closed_stages == 0
    assert card_of(play, "Anna", stage="2").amounts == {"water": 2}
