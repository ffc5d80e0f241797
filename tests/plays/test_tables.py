"""Several phones at one table: its link, its QR code, its short code, and whose seats are whose."""

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone

from companion.access.table_codes import ALPHABET
from companion.groups import members
from companion.models import Event, Link, Person, TableCode, Tries
from tests.lanes import long
from tests.phones import (
    HTMX,
    a_play,
    again,
    at,
    closed,
    finished,
    form_to,
    forms_of,
    guests_phone,
    key_of,
    link_of,
    open_card,
    owner_of,
    owners_phone,
    phone_of,
    seat_of,
    send,
    text_of,
)


class TestLink:
    def test_its_key_is_long_and_every_play_has_another(self):
        keys = {key_of(a_play()) for _ in range(3)}
        assert len(keys) == 3
        assert all(re.fullmatch(r"[\w-]{32}", key) for key in keys)

    def test_it_leads_to_whose_seats_are_yours_and_leaves_the_address(self, play):
        phone = Client()
        page = phone.get(link_of(play), follow=True)
        assert page.request["PATH_INFO"] == at("plays:mine", play)
        assert key_of(play) not in page.content.decode()

    def test_the_phone_keeps_it_where_no_script_reads_it(self, play):
        cookie = guests_phone(play).cookies["links"]
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
        assert cookie["max-age"] >= 30 * 24 * 3600

    def test_a_phone_may_sit_at_several_tables(self, play):
        other = a_play()
        phone = guests_phone(play)
        phone.get(link_of(other))
        phone.get(link_of(play))
        assert phone.get(at("plays:play", play)).status_code == phone.get(at("plays:play", other)).status_code == 200

    def test_the_cookie_stays_small(self, play):
        phone = Client()
        for _ in range(25):
            phone.get(link_of(a_play()))
        phone.get(link_of(play))
        assert len(phone.cookies["links"].value) < 2000
        assert phone.get(at("plays:play", play)).status_code == 200

    @pytest.mark.parametrize(
        "forge",
        [
            lambda value, key: key,
            lambda value, key: f"{key}:{value.partition(':')[2]}",
            lambda value, key: value[:-1],
            lambda value, key: value + "x",
            long(lambda value, key: ""),
            long(lambda value, key: ":" * 10),
        ],
    )
    def test_a_forged_cookie_opens_nothing(self, play, forge):
        others = guests_phone(a_play())
        others.cookies["links"] = forge(others.cookies["links"].value, key_of(play))
        assert others.get(at("plays:play", play)).status_code == 404

    def test_the_link_of_another_play_opens_nothing(self, play):
        assert guests_phone(a_play()).get(at("plays:play", play)).status_code == 404

    def test_a_renewed_link_shuts_the_old_one_out(self, play):
        phone = guests_phone(play)
        old = link_of(play)
        Link.objects.update(digest="another")
        assert phone.get(at("plays:play", play)).status_code == 404
        assert phone.get(old).status_code == 404

    @pytest.mark.parametrize("key", ["x", "%00", long("9" * 5000), long("%F0%9F%90%AA"), long(".."), long("<b>")])
    def test_a_key_there_is_none_of_is_not_there(self, key):
        phone = Client()
        assert phone.get(f"/t/{key}").status_code == 404
        assert "tables" not in phone.cookies

    def test_it_works_after_the_end_too(self):
        play = finished()
        phone = guests_phone(play)
        assert phone.get(at("plays:play", play)).status_code == 200
        assert phone.get(at("plays:mine", play)).headers["Location"] == at("plays:play", play)

    def test_the_key_and_the_play_are_no_ones_to_read_in_the_join_page(self, play):
        assert key_of(play) not in Client().get("/join").content.decode()


class TestTable:
    def test_it_shows_the_link_and_its_qr_code(self, play, phone):
        page = phone.get(at("plays:table", play))
        assert f"http://testserver{link_of(play)}" in text_of(page)
        assert "<svg" in page.content.decode()

    def test_from_the_machine_itself_it_names_an_address_that_phones_reach(self, play, phone):
        for host in ("localhost:8000", "127.0.0.1:8000", "localhost"):
            page = phone.get(at("plays:table", play), headers={"Host": host})
            address = re.search(r"http://[^ ]+/t/", text_of(page))[0]
            assert "localhost" not in address

    def test_the_lasting_address_comes_first(self, play, phone, settings):
        settings.CARAVAN_URL = "https://caravan.example.org"
        assert f"https://caravan.example.org{link_of(play)}" in text_of(phone.get(at("plays:table", play)))

    def test_a_look_at_it_shows_no_code_yet(self, play, phone):
        phone.get(at("plays:table", play))
        assert TableCode.objects.count() == 0

    def test_it_is_not_for_guests(self, play):
        guest = guests_phone(play)
        assert guest.get(at("plays:table", play)).status_code == 404
        assert guest.post(at("plays:table_code", play)).status_code == 404


class TestCode:
    @staticmethod
    def shown(phone, play, **more):
        phone.post(at("plays:table_code", play), **more)
        return TableCode.objects.latest("pk").code

    @staticmethod
    def join(phone, code):
        return phone.post("/join", {"code": code})

    def test_it_is_six_signs_that_nobody_mistakes(self, play, phone):
        code = self.shown(phone, play)
        assert len(code) == 6
        assert set(code) <= set(ALPHABET)
        assert not set("01IOl") & set(ALPHABET)
        assert f"{code[:3]} {code[3:]}" in text_of(phone.post(at("plays:table_code", play)))

    def test_with_htmx_it_comes_as_a_fragment(self, play, phone):
        answer = phone.post(at("plays:table_code", play), headers=HTMX)
        assert "<html" not in answer.content.decode()
        code = TableCode.objects.get().code
        assert f"{code[:3]} {code[3:]}" in text_of(answer)

    def test_it_leads_where_the_qr_code_leads(self, play, phone):
        other = Client()
        assert self.join(other, self.shown(phone, play)).url == at("plays:mine", play)
        assert other.get(at("plays:play", play)).status_code == 200

    @pytest.mark.parametrize(
        "spell", [str.lower, long(lambda code: f" {code[:3]} - {code[3:]} "), lambda code: wide(code)]
    )
    def test_it_may_be_typed_as_people_type(self, play, phone, spell):
        assert self.join(Client(), spell(self.shown(phone, play))).status_code == 302

    def test_it_stays_while_its_page_is_open(self, play, phone):
        first = self.shown(phone, play)
        TableCode.objects.update(seen_at=timezone.now() - datetime.timedelta(seconds=40))
        assert self.shown(phone, play) == first
        assert timezone.now() - TableCode.objects.get().seen_at < datetime.timedelta(seconds=10)

    @pytest.mark.parametrize(
        ("created", "seen", "status"),
        [long(0, 0, 302), (14 * 60, 10, 302), (15 * 60 + 1, 10, 422), (120, 59, 302), (120, 61, 422)],
    )
    def test_it_lives_15_minutes_and_a_minute_after_its_page_was_last_seen(self, play, phone, created, seen, status):
        code = self.shown(phone, play)
        now = timezone.now()
        TableCode.objects.update(
            created_at=now - datetime.timedelta(seconds=created), seen_at=now - datetime.timedelta(seconds=seen)
        )
        assert self.join(Client(), code).status_code == status

    def test_after_15_minutes_an_open_page_shows_another(self, play, phone):
        first = self.shown(phone, play)
        TableCode.objects.update(created_at=timezone.now() - datetime.timedelta(minutes=15))
        assert self.shown(phone, play) != first
        assert TableCode.objects.count() == 1

    def test_each_table_has_its_own(self, play, phone):
        other = a_play()
        mine, theirs = self.shown(phone, play), self.shown(owners_phone(other), other)
        assert self.join(Client(), theirs).url == at("plays:mine", other)
        assert self.join(Client(), mine).url == at("plays:mine", play)

    def test_of_a_deleted_play_it_leads_nowhere(self, play, phone):
        code = self.shown(phone, play)
        phone.post(at("plays:delete", play))
        assert self.join(Client(), code).status_code == 422

    def test_joining_makes_no_person(self, play, phone):
        people = Person.objects.count()
        self.join(Client(), self.shown(phone, play))
        assert Person.objects.count() == people

    @pytest.mark.parametrize(
        "code", ["ABCDEF", "", long(" "), long("x"), long("x" * 20), long("<b>"), "🐪", long("%s")]
    )
    def test_a_wrong_one_is_answered_with_a_sentence_and_stays(self, code):
        page = self.join(Client(), code)
        assert page.status_code == 422
        assert "No table has this code." in text_of(page)
        assert "a code counts only while its page shows it" in text_of(page)
        assert forms_of(page)[0]["fields"]["code"] == [code]

    @pytest.mark.parametrize("code", ["x" * 21, "\0", "9" * 5000])
    def test_what_is_no_code_is_refused_without_an_error(self, code):
        assert self.join(Client(), code).status_code == 422

    def test_no_code_at_all_is_one_too(self):
        assert Client().post("/join", {}).status_code in (200, 422)


class TestTries:
    WRONG = {"code": "AAAAAA"}

    def test_after_ten_wrong_ones_there_is_a_pause_and_a_clear_page(self, play, phone):
        other = Client()
        answers = [other.post("/join", self.WRONG).status_code for _ in range(11)]
        assert answers == [422] * 10 + [429]
        page = other.post("/join", self.WRONG)
        assert "Too many attempts." in text_of(page)
        assert "Wait 15 minutes" in text_of(page)

    def test_in_it_a_right_one_does_not_help(self, play, phone):
        other = Client()
        for _ in range(10):
            other.post("/join", self.WRONG)
        phone.post(at("plays:table_code", play))
        assert other.post("/join", {"code": TableCode.objects.get().code}).status_code == 429

    def test_another_phone_of_the_same_address_waits_too_and_one_of_another_does_not(self):
        for _ in range(11):
            Client().post("/join", self.WRONG)
        assert Client().post("/join", self.WRONG).status_code == 429
        assert Client(REMOTE_ADDR="203.0.113.7").post("/join", self.WRONG).status_code == 422

    def test_after_a_quarter_of_an_hour_it_is_over(self):
        other = Client()
        for _ in range(11):
            other.post("/join", self.WRONG)
        Tries.objects.update(started_at=timezone.now() - datetime.timedelta(minutes=15, seconds=1))
        assert other.post("/join", self.WRONG).status_code == 422
        assert {tries.count for tries in Tries.objects.all()} == {1}

    def test_who_has_many_networks_of_one_connection_waits_too(self):
        phones = [Client(REMOTE_ADDR=f"2001:db8:7:{number:x}::1") for number in range(7)]
        answers = [phone.post("/join", self.WRONG).status_code for phone in phones for _ in range(8)]
        assert answers == [422] * 50 + [429] * 6
        assert Client(REMOTE_ADDR="2001:db8:8::1").post("/join", self.WRONG).status_code == 422

    def test_so_does_everybody_once_the_whole_world_has_tried_too_often(self):
        Client(REMOTE_ADDR="203.0.113.7").post("/join", self.WRONG)
        assert Tries.objects.filter(key="code:everybody").update(count=1000) == 1
        assert Client(REMOTE_ADDR="203.0.113.8").post("/join", self.WRONG).status_code == 429

    def test_one_client_alone_does_not_use_up_what_is_everybodys(self):
        for _ in range(15):
            Client().post("/join", self.WRONG)
        assert Tries.objects.get(key="code:everybody").count == 10

    def test_right_ones_are_not_limited(self, play, phone):
        phone.post(at("plays:table_code", play))
        code = TableCode.objects.get().code
        answers = [Client().post("/join", {"code": code}).status_code for _ in range(15)]
        assert answers == [302] * 15

    def test_a_look_at_the_page_is_no_try(self):
        for _ in range(12):
            Client().get("/join")
        assert Tries.objects.count() == 0


class TestMine:
    def test_every_seat_is_offered_and_watching_last(self, play):
        page = guests_phone(play).get(at("plays:mine", play))
        assert f'class="disc p{seat_of(play, "Ben").player.colour}" aria-hidden="true">B<' in page.content.decode()
        assert "A Anna B Ben C Chris Count for these Count for everyone Just watching" in text_of(page)

    def test_the_first_card_of_mine_follows(self, play):
        phone = guests_phone(play)
        seats = [seat_of(play, "Chris").pk, seat_of(play, "Ben").pk]
        answer = phone.post(at("plays:mine", play), {"seat": seats})
        assert answer.url == at("plays:card", play, seat_of(play, "Ben").pk, "1")
        assert seat_of(play, "Ben").person == seat_of(play, "Chris").person is not None

    def test_a_card_that_is_in_is_passed_over(self, play, phone):
        send(phone, play, "Ben", done="nothing")
        answer = guests_phone(play).post(at("plays:mine", play), {"seat": [seat_of(play, "Ben").pk]})
        assert answer.url == at("plays:play", play)

    def test_a_taken_seat_says_by_whom(self, play, phone):
        guest = guests_phone(play)
        guest.post(at("plays:mine", play), {"seat": [seat_of(play, "Anna").pk, seat_of(play, "Ben").pk]})
        text = text_of(phone.get(at("plays:mine", play)))
        seats = "A Anna on the phone of Anna B Ben on the phone of Anna C Chris"
        assert f"{seats} Count for these Count for everyone else" in text
        assert "on the phone" not in text_of(guest.get(at("plays:mine", play)))

    def test_my_own_seats_are_marked(self, play):
        guest = guests_phone(play)
        guest.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        assert forms_of(guest.get(at("plays:mine", play)))[0]["fields"] == {"seat": [str(seat_of(play, "Ben").pk)]}

    def test_a_taken_seat_can_be_taken_over(self, play, phone):
        guests_phone(play).post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        phone.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk, "anyway": "1"})
        assert seat_of(play, "Ben").person == owner_of(play)

    def test_a_taken_seat_is_asked_for_first_and_the_others_are_not_forgotten_meanwhile(self, play, phone):
        guests_phone(play).post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        guest = seat_of(play, "Ben").person
        wanted = [str(seat_of(play, name).pk) for name in ("Anna", "Ben")]
        page = phone.post(at("plays:mine", play), {"seat": wanted})
        assert page.status_code == 409
        assert "Another phone is counting for: Ben Entries stay." in text_of(page)
        assert not re.search(r"\b(these|them)\b", text_of(page))
        assert [seat_of(play, name).person for name in ("Anna", "Ben")] == [None, guest]
        assert form_to("", page) == {"seat": wanted}
        phone.post(at("plays:mine", play), {"seat": wanted, "anyway": "1"})
        assert {seat_of(play, name).person for name in ("Anna", "Ben")} == {owner_of(play)}

    def test_the_phone_that_had_it_reads_so_on_its_next_page_and_no_other_does(self, play, phone):
        guest = guests_phone(play)
        guest.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        phone.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk, "anyway": "1"})
        told = "Another phone now counts for Ben."
        guest.get(at("plays:live", play), headers=HTMX)
        assert told not in text_of(phone.get(at("plays:play", play)))
        assert told in text_of(guest.get(at("plays:play", play)))
        assert told not in text_of(guest.get(at("plays:play", play)))

    def test_open_page_of_the_phone_that_had_a_name_says_whose_it_is_now(self, play, phone):
        before = Person.objects.create_visitor()
        members.join(play.group, before)
        anna = seat_of(play, "Anna").player
        members.claim_name(anna, before)
        first = phone_of(before)
        first.get(at("plays:play", play))
        look = {"stage": "1", "revision": again(play).revision}
        members.claim_name(anna, owner_of(play))
        told = "The name Anna is now linked to another phone."
        assert told in text_of(first.get(at("plays:live", play), look, headers=HTMX))
        assert told not in text_of(first.get(at("plays:live", play), look, headers=HTMX))

    def test_whose_own_seat_it_is_is_neither_asked_nor_told(self, play, phone):
        for _ in range(2):
            assert phone.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk}).status_code == 302
        assert "Another phone" not in text_of(phone.get(at("plays:play", play)))

    def test_who_only_watches_has_none(self, play):
        guest = guests_phone(play)
        guest.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        answer = guest.post(at("plays:mine", play), {"watch": "1", "seat": seat_of(play, "Ben").pk})
        assert answer.url == at("plays:watch", play)
        assert not play.seats.exclude(person=None).exists()
        page = guest.get(answer.url)
        assert "0 of 3 counted" in text_of(page)
        assert not forms_of(page)

    def test_from_there_the_way_back_leads_to_the_table(self, play):
        guest = guests_phone(play)
        page = guest.post(at("plays:mine", play), {"watch": "1"}, follow=True)
        assert f'class="back" href="{at("plays:play", play)}"' in page.content.decode()
        assert f'href="{at("plays:mine", play)}"' in guest.get(at("plays:play", play)).content.decode()

    def test_on_a_phone_that_only_watches_no_card_is_open(self, play):
        guest = guests_phone(play)
        guest.post(at("plays:mine", play), {"watch": "1"})
        page = guest.get(at("plays:play", play))
        assert open_card(page) is None
        assert "0 of 3 counted" in text_of(page)

    def test_until_it_takes_a_seat(self, play):
        guest = guests_phone(play)
        guest.post(at("plays:mine", play), {"watch": "1"})
        guest.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        assert open_card(guest.get(at("plays:play", play))) == "Ben"

    def test_the_other_phones_notice(self, play):
        guests_phone(play).post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        assert again(play).revision > play.revision

    @pytest.mark.parametrize("seat", ["", long("0"), "x", long("-1"), long("9" * 5000), long("\0")])
    def test_a_seat_there_is_none_of_is_not_taken(self, play, seat):
        assert guests_phone(play).post(at("plays:mine", play), {"seat": seat}).url == at("plays:play", play)

    def test_nor_is_one_of_another_play_or_one_that_was_taken_away(self, play, phone):
        other, gone = seat_of(a_play(), "Anna"), seat_of(play, "Chris")
        phone.post(at("plays:seats", play), {"remove": gone.pk})
        phone.post(at("plays:mine", play), {"seat": [other.pk, gone.pk]})
        for seat in (other, gone):
            seat.refresh_from_db()
            assert seat.person is None

    @pytest.mark.parametrize("play_of", [lambda: closed(stages=2), finished])
    def test_when_all_is_counted_the_play_follows(self, play_of):
        play = play_of()
        answer = guests_phone(play).post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        assert answer.url == at("plays:play", play)

    def test_a_guest_who_has_said_so_is_one_person_from_then_on(self, play):
        guest = guests_phone(play)
        guest.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        send(guest, play, "Ben", water="1", done="1")
        guest.post(at("plays:close", play, "1"), {"anyway": "1"})
        assert Person.objects.count() == 2
        assert Event.objects.latest("pk").person == seat_of(play, "Ben").person


def wide(text):
    """The text in the signs of a Japanese keyboard."""
    return "".join(chr(ord(sign) + 0xFEE0) for sign in text)


def test_a_member_of_another_group_is_a_guest_by_the_link(play):
    other = a_play()
    phone = phone_of(owner_of(other))
    assert phone.get(at("plays:play", play)).status_code == 404
    phone.get(link_of(play))
    assert phone.get(at("plays:play", play)).status_code == 200
    assert phone.get(at("plays:more", play)).status_code == 404


class TestCountHere:
    """Another phone has not finished: what it enters can be counted here."""

    @pytest.fixture
    def guest(self, play):
        guest = guests_phone(play)
        guest.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        return guest

    def test_this_phone_enters_it_beside_what_it_enters_already(self, play, phone, guest):
        assert phone.post(at("plays:count_here", play)).url == at("plays:card", play, seat_of(play, "Ben").pk, "1")
        people = {seat.player.name: seat.person for seat in play.seats.all()}
        assert people == dict.fromkeys(("Anna", "Ben", "Chris"), owner_of(play))

    def test_the_other_phone_hears_of_it_on_the_page_that_is_open_and_once(self, play, phone, guest):
        guest.get(at("plays:play", play))
        phone.post(at("plays:count_here", play))
        asked = {"revision": 1, "page": "cards", "stage": "1"}
        sentence = "Another phone now counts for Ben."
        assert sentence in text_of(guest.get(at("plays:live", play), asked, headers=HTMX))
        assert sentence not in text_of(guest.get(at("plays:live", play), asked, headers=HTMX))
        assert sentence not in text_of(guest.get(at("plays:play", play)))

    def test_an_open_page_hears_which_columns_are_its_own(self, play, phone, guest):
        asked = {"revision": 1, "page": "cards", "stage": "1"}
        numbers = [seat.pk for seat in play.seats.all()]
        [anna, ben, chris] = numbers
        shown = phone.get(at("plays:live", play), asked, headers=HTMX).content.decode()
        assert f'data-enters="{anna} {chris}" data-elsewhere="{ben}"' in shown
        phone.post(at("plays:count_here", play))
        shown = phone.get(at("plays:live", play), asked, headers=HTMX).content.decode()
        assert f'data-enters="{anna} {ben} {chris}" data-elsewhere=""' in shown

    def test_columns_of_nobody_are_left_to_a_phone_that_has_chosen_none(self, play, guest):
        [anna, ben, chris] = [seat.pk for seat in play.seats.all()]
        assert f'data-enters="{ben}" data-elsewhere="{anna} {chris}"' in shown_to(guest, play)
        assert guest.post(at("plays:count_here", play)).url == at("plays:card", play, anna, "1")
        assert {seat.person for seat in play.seats.all()} == {seat_of(play, "Ben").person}

    def test_columns_of_nobody_are_every_phones_where_each_has_chosen_some(self, play, phone, guest):
        [anna, ben, _chris] = [seat.pk for seat in play.seats.all()]
        phone.post(at("plays:mine", play), {"seat": anna})
        assert f'data-enters="{ben}" data-elsewhere="{anna}"' in shown_to(guest, play)

    def test_a_phone_that_is_alone_has_the_columns_of_nobody_to_go_on_to(self, play, phone):
        phone.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        assert f'data-enters="{seat_of(play, "Ben").pk}" data-elsewhere=""' in shown_to(phone, play)

    def test_a_phone_that_counts_without_having_chosen_is_at_the_table(self, play, phone):
        ben, stranger = seat_of(play, "Ben").pk, guests_phone(play)
        phone.post(at("plays:mine", play), {"seat": ben})
        send(stranger, play, "Anna", water="1")
        others = " ".join(str(seat.pk) for seat in play.seats.all() if seat.pk != ben)
        assert f'data-enters="{ben}" data-elsewhere="{others}"' in shown_to(phone, play)

    def test_former_columns_alone_are_offered_to_their_phone_again(self, play, phone, guest):
        phone.post(at("plays:count_here", play))
        [anna, ben, chris] = [seat.pk for seat in play.seats.all()]
        shown = shown_to(guest, play)
        assert f'data-enters="" data-elsewhere="{anna} {ben} {chris}"' in shown
        assert f'data-former="{ben}"' in shown
        assert guest.post(at("plays:count_here", play)).url == at("plays:card", play, ben, "1")
        people = {seat.player.name: seat.person for seat in play.seats.all()}
        assert people == {"Anna": owner_of(play), "Ben": seat_of(play, "Ben").person, "Chris": owner_of(play)}
        assert people["Ben"] != owner_of(play)
        # Who counted them meanwhile is asked for nothing more than before.
        assert 'data-former=""' in shown_to(phone, play)

    def test_columns_taken_over_twice_go_back_to_the_phone_that_chose_them(self, play, phone, guest):
        third = guests_phone(play)
        phone.post(at("plays:count_here", play))
        third.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk, "anyway": "1"})
        assert f'data-former="{seat_of(play, "Ben").pk}"' in shown_to(guest, play)
        assert 'data-former=""' in shown_to(phone, play)

    def test_rematch_gives_a_column_taken_over_to_the_phone_that_had_it_first(self, play, phone, guest):
        phone.post(at("plays:count_here", play))
        phone.post(at("plays:rematch", play), {"played_on": "2026-11-20"})
        again = play.group.plays.latest("pk")
        assert seat_of(again, "Anna").person == owner_of(play)
        assert seat_of(again, "Ben").person is None
        guest.post(at("plays:go_on", play))
        assert seat_of(again, "Ben").person == seat_of(play, "Ben").former != owner_of(play)

    def test_who_chooses_other_columns_is_offered_former_ones_no_longer(self, play, phone, guest):
        phone.post(at("plays:count_here", play))
        guest.post(at("plays:mine", play), {"seat": seat_of(play, "Chris").pk, "anyway": "1"})
        assert 'data-former=""' in shown_to(guest, play)

    def test_former_column_that_is_done_does_not_hide_what_others_miss(self, play, phone, guest):
        phone.post(at("plays:count_here", play))
        send(phone, play, "Ben", done="1")
        anna = seat_of(play, "Anna").pk
        assert guest.post(at("plays:count_here", play)).url == at("plays:card", play, anna, "1")
        assert seat_of(play, "Chris").person == seat_of(play, "Anna").person != owner_of(play)

    def test_what_is_in_stays_with_its_phone(self, play, phone, guest):
        send(guest, play, "Ben", done="1")
        phone.post(at("plays:count_here", play))
        assert seat_of(play, "Ben").person != owner_of(play)


def shown_to(phone, play) -> str:
    return phone.get(at("plays:play", play)).content.decode()
