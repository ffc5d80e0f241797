"""The trail: who changed what from what to what, when, and putting it back."""

import pytest

from companion.groups.members import claim_name
from companion.models import CardSave, Event
from companion.plays import lifecycle
from companion.plays.views.trail import HAPPENINGS_A_PAGE
from tests.lanes import long
from tests.phones import (
    a_play,
    again,
    at,
    card_of,
    closed,
    count,
    finished,
    form_to,
    forms_of,
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
from tests.photos.samples import a_photo
from tests.plays.test_plays import OPTIONS


def trail(phone, play, **query):
    return phone.get(at("plays:trail", play), query)


def told(phone, play, **query):
    """What the trail says has happened, the newest first, without times."""
    response = trail(phone, play, **query)
    return [" ".join(each["text"].split()) for each in response.context["happenings"]]


def who(phone, play):
    """Who did the newest thing, in the words of the trail."""
    return trail(phone, play).context["happenings"][0]["by"]


def press(phone, play, number=0):
    """Press the button of the trail's so-manieth entry."""
    button = trail(phone, play).context["happenings"][number]["button"]
    return phone.post(button.url, button.fields | {"page": 1})


def buttons(phone, play):
    """For each entry whether it can be put back."""
    return [each["button"] is not None for each in trail(phone, play).context["happenings"]]


def with_photo(**sent):
    """A play with a photo of all of us."""
    play = finished()
    owners_phone(play).post(at("photos:add_photos", play), {"photo": a_photo(), "caption": "All of us"} | sent)
    return play, play.photos.get()


class TestPhotos:
    def test_it_tells_who_added_one_described_it_and_took_it_away_and_how_that_is_put_back(self):
        play, photo = with_photo()
        phone = owners_phone(play)
        assert told(phone, play)[0] == "1 photo added: All of us" and who(phone, play) == "on this phone"
        phone.post(at("photos:photo", play, photo.uuid), {"caption": "Anna wins"})
        assert told(phone, play)[0] == "Photo caption: All of us → Anna wins"
        press(phone, play)
        assert told(phone, play)[0] == "Photo caption: Anna wins → All of us"
        phone.post(at("photos:remove_photo", play, photo.uuid))
        assert told(phone, play)[0] == "1 photo removed: All of us"
        press(phone, play)
        assert told(phone, play)[0] == "1 photo restored: All of us"
        assert play.photos.visible().exists()
        press(phone, play)
        assert not play.photos.visible().exists()

    @pytest.mark.long
    def test_sent_again_it_tells_nothing_new(self):
        play, photo = with_photo()
        before = told(owners_phone(play), play)
        owners_phone(play).post(at("photos:add_photos", play), {"photo": a_photo()})
        owners_phone(play).post(at("photos:photo", play, photo.uuid), {"caption": "All of us"})
        assert told(owners_phone(play), play) == before

    def test_of_one_that_is_gone_for_good_no_words_stay(self):
        play, photo = with_photo()
        phone = owners_phone(play)
        phone.post(at("photos:photo", play, photo.uuid), {"caption": "Anna wins"})
        phone.post(at("photos:remove_photo", play, photo.uuid))
        phone.post(at("photos:forget_photo", play, photo.uuid))
        page = text_of(trail(phone, play))
        assert "1 photo deleted permanently" in page and "1 photo removed" in page
        assert "All of us" not in page and "Anna wins" not in page
        assert buttons(phone, play)[:3] == [False, False, False]

    def test_a_guest_reads_it_and_puts_nothing_back(self):
        play, _photo = with_photo()
        guest = guests_phone(play)
        assert told(guest, play)[0] == "1 photo added: All of us"
        assert buttons(guest, play)[0] is False


class TestHappenings:
    def test_the_newest_stands_first(self):
        play = finished(cards={"anna": {"water": 4}})
        phone = owners_phone(play)
        phone.post(at("plays:reopen", play))
        assert told(phone, play) == [
            "Play opened again",
            "Play finished",
            "stage 2 scored",
            "stage 1 scored",
            "Anna, stage 1: water 4",
            "Play started",
        ]

    def test_one_persons_saves_less_than_a_minute_apart_are_one(self, play, phone):
        for water, seconds in (("1", 0), ("2", 59), ("3", 59), ("5", 61)):
            pass_time(play, seconds=seconds)
            send(phone, play, "Anna", revision=card_of(play, "Anna").revision, water=water)
        assert told(phone, play)[:-1] == ["Anna, stage 1: water 3 → 5", "Anna, stage 1: water 3"]
        assert CardSave.objects.count() == 4

    def test_saves_of_two_cards_are_two(self, play, phone):
        send(phone, play, "Anna", water="1")
        send(phone, play, "Ben", water="2")
        assert told(phone, play)[:-1] == ["Ben, stage 1: water 2", "Anna, stage 1: water 1"]

    def test_saves_of_two_phones_are_two(self, play, phone):
        send(phone, play, "Anna", water="1")
        send(guests_phone(play), play, "Anna", revision=1, water="1", gold="2")
        assert told(phone, play)[:-1] == ["Anna, stage 1: gold 2", "Anna, stage 1: water 1"]

    def test_what_came_to_nothing_is_not_told(self, play, phone):
        send(phone, play, "Anna", water="1")
        send(phone, play, "Anna", revision=1, water="")
        assert told(phone, play) == ["Play started"]

    def test_a_correction_is_told_apart_from_the_entry(self):
        play = closed(cards={"anna": {"water": 4}})
        count(play, anna={"water": 3})
        texts = ["Anna, stage 1: water 4 → 3", "stage 1 scored", "Anna, stage 1: water 4", "Play started"]
        assert told(owners_phone(play), play) == texts

    def test_a_play_that_was_finished_and_opened_again_says_so_and_by_whom(self):
        play = finished()
        other = phone_of(play.group.members.create(person=owner_of(a_play())).person)
        other.post(at("plays:reopen", play))
        assert told(owners_phone(play), play)[:2] == ["Play opened again", "Play finished"]
        assert who(owners_phone(play), play) == "on another phone"
        assert who(other, play) == "on this phone"

    def test_every_kind_of_event_has_a_sentence(self, play, phone):
        stage = {"stage": "1"}
        seat = {"what": "rename", "player": "Dora", "was": "Anna"}
        details = {"close": stage, "seats": seat, "photo": {"what": "add", "photos": []}}
        for kind in Event.Kind.values:
            Event.objects.create(play=play, kind=kind, details=details.get(kind, {}))
        assert trail(phone, play).status_code == 200

    def test_what_a_newer_caravan_has_noted_beside_this_one_is_left_out(self, play, phone):
        before = text_of(phone.get(at("plays:trail", play)))
        play.events.create(kind="later", details={"what": "later"})
        assert text_of(phone.get(at("plays:trail", play))) == before

    def test_markup_is_shown_and_not_obeyed(self, play, phone):
        phone.post(at("plays:card", play, seat_of(play, "Anna").pk, "1"), {"water": "<i>4</i>"})
        body = trail(phone, play).content
        assert b"<i>4" not in body
        assert b"&lt;i&gt;4" in body


class TestWhatIsNamed:
    def test_a_count_that_two_options_ask_for_in_two_words_is_named_once(self, play, phone):
        count(play, stage="2", anna={"hand_value": 5})
        label = "value of the hand cards in dinar"
        assert told(phone, play)[0] == f"Anna, stage 2: {label} 5"

    def test_a_count_that_nobody_was_asked_for_is_not_named(self):
        play = a_play(game="targi", names=("Anna", "Ben"))
        count(play, stage="end", anna={"tokens": 3, "water": 2}, ben={"water": 4})
        assert told(owners_phone(play), play) == ["Anna, end of the game: victory point tokens 3", "Play started"]
        # Nor does a button count it.
        assert "Undo all" not in text_of(trail(owners_phone(play), play))

    @pytest.mark.long
    def test_one_that_was_asked_for_then_is_named_though_it_is_not_asked_for_now(self):
        play = a_play(game="targi", names=("Anna", "Ben"), options={"expansion": True})
        phone = owners_phone(play)
        count(play, stage="end", anna={"water": 2})
        phone.post(at("plays:options", play), {"expansion": "False"})
        assert told(phone, play)[1] == "Anna, end of the game: water tokens 2"

    @pytest.mark.long
    def test_an_empty_list_is_nothing(self):
        play = a_play(game="basari")
        count(play, anna={"bazaar": [], "red": 2})
        assert told(owners_phone(play), play)[0] == "Anna, stage 1: red gems 2"

    def test_what_was_emptied_is_a_dash(self):
        play = a_play(game="basari")
        count(play, anna={"bazaar": [4, 7]})
        pass_time(play, seconds=61)
        count(play, anna={"bazaar": []})
        assert told(owners_phone(play), play)[0].endswith("4 7 → –")

    def test_several_counts_go_back_after_a_question_that_lists_them(self, play, phone):
        send(phone, play, "Anna", water="1", gold="2", salt="3")
        url = at("plays:put_back", play, CardSave.objects.get().pk)
        changes = trail(phone, play)
        assert f'<form method="get" action="{url}">' in changes.content.decode()
        asked = form_to(url, changes)
        page = phone.get(url, asked)
        assert "Anna, stage 1: water 1, gold 2, rock salt 3 Leave as it is" in " ".join(text_of(page).split())
        assert card_of(play, "Anna").amounts == {"water": 1, "gold": 2, "salt": 3}
        phone.post(url, form_to("", page))
        assert card_of(play, "Anna").amounts == {}
        assert phone.get(url, asked).url == at("plays:trail", play) + "?page=1"

    @pytest.mark.long
    def test_where_several_counts_go_back_together_the_button_says_how_many(self, play, phone):
        send(phone, play, "Anna", water="1", gold="2", salt="3")
        send(phone, play, "Ben", water="1")
        text = text_of(trail(phone, play))
        assert "Undo all 3" in text
        assert text.count("Undo all") == 1
        press(phone, play, 1)
        assert card_of(play, "Anna").amounts == {}


class TestAnotherPersonsChange:
    """The owner's phone typed salt 4 among other counts; another phone changed it to 5 in between."""

    @pytest.fixture
    def other(self, play):
        return guests_phone(play)

    @pytest.fixture
    def mixed(self, play, phone, other):
        typed = {}
        for its, more in (
            (phone, {"water": "1", "salt": "4"}),
            (phone, {"gold": "2"}),
            (other, {"salt": "5"}),
            (phone, {"millet": "3"}),
            (phone, {"maps": "0"}),
        ):
            pass_time(play, seconds=1)
            typed |= more
            send(its, play, "Anna", revision=card_of(play, "Anna").revision, **typed)
        return play

    def test_a_run_ends_where_somebody_else_changes_a_field_of_it(self, mixed, phone):
        assert told(phone, mixed)[:-1] == [
            "Anna, stage 1: millet 3, maps used 0",
            "Anna, stage 1: rock salt 4 → 5",
            "Anna, stage 1: water 1, gold 2, rock salt 4",
        ]

    def test_undoing_a_run_leaves_what_somebody_else_typed_later_and_says_what_went_back(self, mixed, phone):
        page = trail(phone, mixed)
        assert "Undo 2 of 3: water 1, gold 2" in text_of(page).replace("\N{NO-BREAK SPACE}", " ")
        label = 'aria-label="Undo 2 of 3: Anna, stage 1: water\N{NO-BREAK SPACE}1, gold\N{NO-BREAK SPACE}2"'
        assert label in page.content.decode()
        page = phone.get(press(phone, mixed, 2).url)
        assert card_of(mixed, "Anna").amounts == {"salt": 5, "millet": 3, "maps": 0}
        assert told(phone, mixed)[0] == "Undone: Anna, stage 1: water 1 → –, gold 2 → –"
        assert " ".join(text_of(page).split()).count("Undone: Anna, stage 1: water 1 → –, gold 2 → –") == 2

    def test_what_all_was_typed_over_by_somebody_else_has_no_button(self, play, phone, other):
        send(phone, play, "Anna", salt="4")
        send(other, play, "Anna", revision=1, salt="5")
        assert buttons(phone, play) == [True, False, False]
        phone.post(at("plays:put_back", play, CardSave.objects.first().pk), {"revision": 2})
        assert card_of(play, "Anna").amounts == {"salt": 5}

    def test_once_the_other_change_went_back_the_run_goes_back_as_a_whole(self, mixed, phone):
        press(phone, mixed, 1)
        assert told(phone, mixed)[0] == "Undone: Anna, stage 1: rock salt 5 → 4"
        assert buttons(phone, mixed)[:4] == [True, True, False, True]
        assert "Undo all 3" in text_of(trail(phone, mixed))
        press(phone, mixed, 3)
        assert card_of(mixed, "Anna").amounts == {"millet": 3, "maps": 0}

    def test_an_undoing_goes_back_unless_somebody_else_has_typed_since(self, mixed, phone, other):
        press(phone, mixed, 1)
        press(phone, mixed)
        assert card_of(mixed, "Anna").amounts["salt"] == 5
        card = card_of(mixed, "Anna")
        send(other, mixed, "Anna", revision=card.revision, **card.amounts | {"salt": "6"})
        assert buttons(phone, mixed)[:3] == [True, False, False]


class TestWho:
    def test_this_phone(self, play, phone):
        count(play, anna={"water": 4})
        assert who(phone, play) == "on this phone"

    def test_the_phone_of_who_sits_there(self, play, phone):
        guest = guests_phone(play)
        guest.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        send(guest, play, "Anna", water="4")
        assert who(phone, play) == "on the phone of Ben"

    def test_somebody_whose_name_is_known(self, play, phone):
        claim_name(seat_of(play, "Chris").player, owner_of(play))
        count(play, anna={"water": 4})
        assert who(phone, play) == who(guests_phone(play), play) == "Chris"

    def test_a_phone_without_a_seat(self, play, phone):
        send(guests_phone(play), play, "Anna", water="4")
        assert who(phone, play) == "on another phone"

    def test_nobody_who_is_gone(self, play, phone):
        guest = guests_phone(play)
        send(guest, play, "Anna", water="4")
        CardSave.objects.get().person.delete()
        assert who(phone, play) == ""


class TestPages:
    def test_the_newest_thirty_come_first_and_the_others_a_page_each(self, play, phone):
        for number in range(HAPPENINGS_A_PAGE + 4):
            pass_time(play, seconds=61)
            send(phone, play, "Anna", revision=card_of(play, "Anna").revision, water=str(number % 2))
        first = trail(phone, play)
        assert len(first.context["happenings"]) == HAPPENINGS_A_PAGE
        assert "?page=2" in first.content.decode()
        assert len(told(phone, play, page=2)) == 5
        assert told(phone, play, page=2)[-1] == "Play started"

    @pytest.mark.parametrize("page", ["0", long("-1"), "x", long("99"), long("9" * 5000)])
    def test_a_page_there_is_none_of_is_the_nearest(self, play, phone, page):
        assert told(phone, play, page=page) == ["Play started"]

    def test_it_asks_the_database_as_often_however_much_happened(self, play, phone, django_assert_num_queries):
        for number in range(12):
            count(play, anna={"water": number % 5}, ben={"gold": number % 7})
        with django_assert_num_queries(7):
            trail(phone, play)

    @pytest.mark.long
    def test_after_putting_back_the_same_page_follows(self, play, phone):
        count(play, anna={"water": 4})
        button = trail(phone, play).context["happenings"][0]["button"]
        assert phone.post(button.url, button.fields | {"page": 3}).url == at("plays:trail", play) + "?page=3"


class TestPutBackChange:
    @pytest.fixture
    def changed(self, play, phone):
        """Anna's water was 3, then 4, then 5; her gold came in between."""
        for typed in ({"water": "3"}, {"water": "4"}, {"water": "4", "gold": "1"}, {"water": "5", "gold": "1"}):
            send(phone, play, "Anna", revision=card_of(play, "Anna").revision, **typed)
            pass_time(play, seconds=61)
        return play

    def test_a_change_goes_back_and_the_rest_stays(self, changed, phone):
        assert told(phone, changed)[1] == "Anna, stage 1: gold 1"
        press(phone, changed, 1)
        assert card_of(changed, "Anna").amounts == {"water": 5}

    def test_what_was_typed_over_goes_back_only_after_what_was_typed_later(self, changed, phone):
        assert buttons(phone, changed) == [True, True, False, False, False]
        phone.post(at("plays:put_back", changed, CardSave.objects.get(revision=2).pk), {"revision": 4})
        assert card_of(changed, "Anna").amounts == {"water": 5, "gold": 1}
        press(phone, changed)
        assert told(phone, changed)[0] == "Undone: Anna, stage 1: water 5 → 4"
        assert buttons(phone, changed) == [True, False, True, True, False, False]
        press(phone, changed, 3)
        assert card_of(changed, "Anna").amounts == {"water": 3, "gold": 1}

    def test_the_trail_says_so_and_it_can_be_put_back_in_turn(self, changed, phone):
        press(phone, changed)
        assert told(phone, changed)[0] == "Undone: Anna, stage 1: water 5 → 4"
        press(phone, changed)
        assert told(phone, changed)[0] == "Restored: Anna, stage 1: water 4 → 5"
        assert card_of(changed, "Anna").amounts == {"water": 5, "gold": 1}

    def test_an_undoing_that_was_typed_over_has_no_button(self, changed, phone):
        press(phone, changed)
        send(phone, changed, "Anna", revision=5, water="7", gold="1")
        assert told(phone, changed)[1] == "Undone: Anna, stage 1: water 5 → 4"
        assert buttons(phone, changed)[:2] == [True, False]

    @pytest.mark.long
    def test_what_stands_there_already_has_no_button(self, changed, phone):
        press(phone, changed, 1)
        assert buttons(phone, changed) == [True, True, False, False, False, False]

    def test_it_is_a_form_with_what_was_seen(self, changed, phone):
        page = trail(phone, changed)
        url = page.context["happenings"][1]["button"].url
        assert form_to(url, page) == {"revision": ["4"], "page": ["1"]}
        assert 'aria-label="Undo: Anna, stage 1: gold\N{NO-BREAK SPACE}1"' in page.content.decode()

    def test_sent_twice_it_is_put_back_once(self, changed, phone):
        button = trail(phone, changed).context["happenings"][0]["button"]
        for _ in range(3):
            phone.post(button.url, button.fields)
        assert card_of(changed, "Anna").revision == 5
        send(phone, changed, "Anna", revision=5, water="7", gold="1")
        phone.post(button.url, button.fields)
        assert card_of(changed, "Anna").amounts == {"water": 7, "gold": 1}

    def test_what_somebody_changed_since_it_was_seen_is_asked_about(self, changed, phone):
        button = trail(phone, changed).context["happenings"][0]["button"]
        send(guests_phone(changed), changed, "Anna", revision=4, water="6", gold="1")
        page = phone.post(button.url, button.fields, follow=True)
        assert card_of(changed, "Anna").amounts == {"water": 6, "gold": 1}
        assert "Something has changed in the meantime. Please choose which value counts." in text_of(page)
        assert "4 entered here" in text_of(page)

    def test_a_guest_may_too(self, changed):
        press(guests_phone(changed), changed)
        assert card_of(changed, "Anna").amounts == {"water": 4, "gold": 1}

    @pytest.mark.long
    def test_of_a_seat_that_was_taken_away_nothing_is_put_back(self, changed, phone):
        button = trail(phone, changed).context["happenings"][0]["button"]
        phone.post(at("plays:seats", changed), {"remove": seat_of(changed, "Anna").pk, "yes": 1})
        assert buttons(phone, changed)[1:] == [False] * 5
        assert phone.post(button.url, button.fields).status_code == 404

    @pytest.mark.parametrize("number", [0, long(10**17)])
    def test_a_change_there_is_none_of_is_not_there(self, changed, phone, number):
        assert phone.post(at("plays:put_back", changed, number)).status_code == 404

    def test_one_of_another_play_is_not_there(self, changed):
        other = a_play(owner=owner_of(changed))
        row = CardSave.objects.first()
        assert owners_phone(other).post(at("plays:put_back", other, row.pk)).status_code == 404

    @pytest.mark.parametrize("revision", ["", long("x"), long("-1"), "99", long("9" * 5000)])
    def test_a_revision_there_is_none_of_overrides_nothing_that_was_not_seen(self, changed, phone, revision):
        send(guests_phone(changed), changed, "Anna", revision=4, water="6", gold="1")
        row = CardSave.objects.order_by("pk")[1]
        phone.post(at("plays:put_back", changed, row.pk), {"revision": revision})
        assert card_of(changed, "Anna").amounts == {"water": 6, "gold": 1}


class TestClosedStage:
    @pytest.fixture
    def play(self):
        play = closed(cards={"anna": {"water": 4}, "ben": {"water": 3}})
        count(play, anna={"water": 2})
        return play

    def test_it_is_a_correction_and_says_so(self, play, phone):
        page = press(phone, play)
        assert card_of(play, "Anna").amounts == {"water": 4}
        assert "water 2 → 4. Everything was rescored." in " ".join(text_of(phone.get(page.url)).split())
        assert again(play).closed_stages == 1

    def test_what_would_be_impossible_is_refused_and_nothing_changes(self, play, phone):
        count(play, ben={"water": 6})
        page = phone.get(press(phone, play, 1).url)
        assert "water: Anna 4 and Ben 6 make 10, but there are only 8." in text_of(page)
        assert card_of(play, "Anna").amounts == {"water": 2}

    def test_card_whose_figures_go_back_is_no_longer_done(self, play, phone):
        press(phone, play, told(phone, play).index("Ben, stage 1: water 3"))
        assert (card_of(play, "Ben").amounts, card_of(play, "Ben").is_in) == ({}, False)

    def test_the_closing_can_be_put_back_by_a_member(self, play, phone):
        press(phone, play, 1)
        assert again(play).closed_stages == 0
        assert told(phone, play)[0] == "stage 1 opened again"
        assert not buttons(phone, play)[2]


class TestPlayThatIsOver:
    @pytest.fixture
    def play(self):
        its = closed(cards={"anna": {"water": 4}})
        lifecycle.stop(its, person=owner_of(its))
        return again(its)

    def test_nothing_is_put_back_before_it_is_open_again(self, play, phone):
        page = trail(phone, play)
        assert not any(buttons(phone, play))
        assert "Reopen it to undo a change." in text_of(page)
        assert form_to(at("plays:reopen", play), page) == {}

    def test_figures_of_a_finished_play_are_put_back_and_scored_again(self):
        play = finished(cards={"anna": {"water": 4}})
        phone = owners_phone(play)
        assert buttons(phone, play) == [False] * 3 + [True, False]
        assert "Reopen it" not in text_of(trail(phone, play))

    def test_a_button_of_before_changes_nothing_and_says_why(self, play, phone):
        phone.post(at("plays:reopen", play))
        happenings = trail(phone, play).context["happenings"]
        button = next(each["button"] for each in happenings if "water" in each["text"])
        phone.post(at("plays:stop", play))
        page = phone.post(button.url, button.fields, follow=True)
        assert "The play has ended. Reopen it to undo a change." in text_of(page)
        assert (card_of(play, "Anna").amounts, again(play).state) == ({"water": 4}, "stopped")

    def test_a_guest_sees_it_without_a_button_to_open_it(self, play):
        assert forms_of(trail(guests_phone(play), play)) == []


class TestPutBackOptions:
    @pytest.fixture
    def changed(self, play, phone):
        """Water was worth 6, then 7."""
        phone.post(at("plays:options", play), OPTIONS | {"points_water": "7"})
        return play

    def water(self, play):
        play = again(play)
        return play.game.options_with(play.options)["points_water"]

    def test_they_are_again_what_they_were(self, changed, phone):
        page = phone.get(press(phone, changed).url)
        assert "Undone. Everything was rescored." in text_of(page)
        assert self.water(changed) == 6
        assert told(phone, changed)[0].endswith("7 → 6")

    @pytest.mark.long
    def test_that_can_be_put_back_in_turn(self, changed, phone):
        press(phone, changed)
        press(phone, changed)
        assert self.water(changed) == 7

    @pytest.mark.long
    def test_an_earlier_change_too_and_the_others_stay(self, changed, phone):
        phone.post(at("plays:options", changed), OPTIONS | {"points_water": "7", "points_gold": "9"})
        press(phone, changed, 1)
        assert self.water(changed) == 6
        assert again(changed).options["points_gold"] == 9

    @pytest.mark.long
    def test_sent_twice_they_are_put_back_once(self, changed, phone):
        button = trail(phone, changed).context["happenings"][0]["button"]
        for _ in range(2):
            phone.post(button.url, button.fields)
        assert changed.events.filter(kind="options").count() == 2

    def test_what_somebody_changed_since_it_was_seen_stays(self, changed, phone):
        button = trail(phone, changed).context["happenings"][0]["button"]
        phone.post(at("plays:options", changed), OPTIONS | {"points_water": "8"})
        page = phone.post(button.url, button.fields, follow=True)
        assert "Someone else has changed the options in the meantime." in text_of(page)
        assert self.water(changed) == 8

    @pytest.mark.long
    def test_what_stands_already_has_no_button(self, changed, phone):
        press(phone, changed)
        assert buttons(phone, changed) == [True, False, False]

    def test_a_guest_has_no_button_and_may_not(self, changed, phone):
        button = trail(phone, changed).context["happenings"][0]["button"]
        guest = guests_phone(changed)
        assert buttons(guest, changed) == [False, False]
        assert guest.post(button.url, button.fields).status_code == 404

    def test_another_kind_of_event_is_not_there(self, changed, phone):
        event = changed.events.get(kind="start")
        assert phone.post(at("plays:put_back_options", changed, event.pk)).status_code == 404


class TestPutBackSeats:
    def seats(self, play):
        return [str(seat) for seat in play.seats.at_table()]

    @pytest.mark.parametrize(
        ("did", "told_so"),
        [
            ({"name": "Dora"}, "Dora joined the table"),
            ({"remove": "Ben"}, "Ben was removed"),
            ({"rename": "Ben", "name": "Bea"}, "Ben was renamed to Bea"),
        ],
    )
    def test_what_happened_to_a_seat_is_put_back(self, play, phone, did, told_so):
        sent = {key: value if key == "name" else seat_of(play, value).pk for key, value in did.items()}
        phone.post(at("plays:seats", play), sent)
        assert told(phone, play)[0] == told_so
        press(phone, play)
        assert self.seats(play) == ["Anna", "Ben", "Chris"]
        assert buttons(phone, play)[1] is False

    def test_a_seat_that_has_counted_goes_only_after_the_question(self, play, phone):
        phone.post(at("plays:seats", play), {"name": "Dora"})
        count(play, dora={"water": 1})
        assert "Remove Dora from the play?" in text_of(press(phone, play, 1))
        assert "Dora" in self.seats(play)


class TestPutBackNotes:
    @pytest.fixture
    def noted(self, play, phone):
        sun = {"notes": "Sun\nand rain"}
        phone.post(at("plays:notes", play), {"place": "at home", "place_was": "", "notes_was": ""} | sun)
        sun |= {"notes_was": sun["notes"]}
        phone.post(at("plays:notes", play), {"place": "at Ben's", "place_was": "at home"} | sun)
        return play

    def test_the_trail_says_from_what_to_what(self, noted, phone):
        assert told(phone, noted)[:2] == [
            "Location: at home → at Ben's",
            "Location: – → at home, Notes: – → Sun and rain",
        ]

    def test_the_former_text_stands_there_again_and_the_other_stays(self, noted, phone):
        press(phone, noted)
        assert (again(noted).place, again(noted).notes) == ("at home", "Sun\nand rain")
        press(phone, noted)
        assert again(noted).place == "at Ben's"

    @pytest.mark.long
    def test_all_of_a_change_goes_back_together(self, noted, phone):
        press(phone, noted, 1)
        assert (again(noted).place, again(noted).notes) == ("", "")

    def test_what_somebody_wrote_since_it_was_seen_stays_and_is_shown(self, noted, phone):
        button = trail(phone, noted).context["happenings"][0]["button"]
        sent = {"place": "in the garden", "place_was": "at Ben's", "notes": "", "notes_was": ""}
        phone.post(at("plays:notes", noted), sent)
        assert phone.post(button.url, button.fields).status_code == 409
        assert again(noted).place == "in the garden"

    @pytest.mark.long
    def test_after_the_end_too(self, play, phone):
        over = finished()
        phone = owners_phone(over)
        phone.post(at("plays:notes", over), {"place": "at home", "place_was": "", "notes": "", "notes_was": ""})
        press(phone, over)
        assert again(over).place == ""


def test_who_may_not_see_the_play_sees_no_trail(play):
    assert trail(owners_phone(a_play()), play).status_code == 404


def test_it_can_be_reached_from_every_page_that_may_lead_there(play, phone):
    assert at("plays:trail", play) in phone.get(at("plays:more", play)).content.decode()
    assert at("plays:trail", play) in guests_phone(play).get(at("plays:play", play)).content.decode()
    over = finished()
    assert at("plays:trail", over) in owners_phone(over).get(at("plays:play", over)).content.decode()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_one_change_that_several_put_back_together_is_put_back_once():
    play = a_play()
    count(play, anna={"water": 4})
    phones = [owners_phone(play) for _ in range(5)]
    button = trail(phones[0], play).context["happenings"][0]["button"]
    answers = together(*(lambda phone=phone: phone.post(button.url, button.fields) for phone in phones))
    assert [answer.status_code for answer in answers] == [302] * 5
    assert (card_of(play, "Anna").amounts, card_of(play, "Anna").revision) == ({}, 2)


def test_game_of_one_stage_is_scored_without_the_name_of_its_stage():
    play = closed(game="azul", names=("Anna", "Ben"), stages=0)
    lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
    text = text_of(trail(owners_phone(play), play))
    assert "Scored" in text
    assert "scored Undo" not in text and "End of the game" not in text
