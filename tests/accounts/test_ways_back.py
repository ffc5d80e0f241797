"""The ways back: a recovery link on paper, and a code made at the machine itself."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from companion.access.links import link_for
from companion.access.recovery import create_let_in_link
from companion.models import Link, Member, Person, Session, digest_of
from tests.phones import (
    a_play,
    at,
    forms_of,
    guests_phone,
    kept,
    owner_of,
    owners_phone,
    phone_of,
    text_of,
    together,
)


@pytest.fixture
def sheet(play):
    """The address on the paper of the group's owner."""
    return f"/t/{link_for(Link.Kind.RECOVERY, person=owner_of(play)).key}"


def key_in(address):
    return address.rpartition("/")[2]


class TestSheet:
    def test_it_holds_the_groups_a_code_and_the_link(self, play, phone):
        page = phone.get("/you/recovery")
        key = Link.objects.get(kind="recovery").key
        assert f"http://testserver/t/{key}" in text_of(page)
        assert "Anna, Ben, Chris" in text_of(page)
        assert 'class="qr"' in page.content.decode()

    def test_it_is_the_same_each_time(self, phone):
        assert text_of(phone.get("/you/recovery")) == text_of(phone.get("/you/recovery"))

    def test_it_says_where_the_link_holds(self, phone, settings):
        assert "as long as Caravan is reachable at testserver." in text_of(phone.get("/you/recovery"))
        settings.CARAVAN_URL = "https://caravan.example.org"
        assert "as long as Caravan is reachable at caravan.example.org." in text_of(phone.get("/you/recovery"))

    def test_only_owners_have_one(self, play):
        friend = Person.objects.create_visitor()
        play.group.members.create(person=friend)
        for phone in (Client(), guests_phone(play), phone_of(friend)):
            for page in ("/you/recovery", "/you/recovery/renew"):
                assert phone.get(page).status_code == 404
            assert phone.post("/you/recovery/renew").status_code == 404
            assert "/you/recovery" not in phone.get("/you").content.decode()
        assert not Link.objects.filter(kind=Link.Kind.RECOVERY).exists()

    def test_no_other_page_holds_its_key_nor_does_anybody_elses(self, play, phone, sheet):
        friend = Person.objects.create_visitor()
        play.group.members.create(person=friend, role=Member.Role.OWNER)
        pages = ("/", "/you", "/you/delete", "/sign-out", f"/groups/{play.group.uuid}/people", at("plays:table", play))
        for each in (phone, phone_of(friend)):
            for page in pages:
                assert key_in(sheet) not in each.get(page).content.decode()
        assert key_in(sheet) not in phone_of(friend).get("/you/recovery").content.decode()

    def test_a_new_link_is_asked_for_once_and_ends_the_old_one(self, play, phone, sheet):
        assert "Sheets with the old link stop working." in text_of(phone.get("/you/recovery/renew"))
        assert Client().get(sheet).status_code == 302
        assert phone.post("/you/recovery/renew").url == "/you/recovery"
        assert Client().get(sheet).status_code == 404
        assert key_in(sheet) not in phone.get("/you/recovery").content.decode()


class TestComingBack:
    def test_the_key_leaves_the_address_and_no_look_changes_anything(self, play, sheet):
        phone = Client()
        assert phone.get(sheet).url == "/back"
        page = phone.get("/back")
        assert key_in(sheet) not in page.content.decode()
        assert "This link makes this phone the owner of these groups again: Anna, Ben, Chris" in text_of(page)
        assert [form["action"] for form in forms_of(page)] == [""]
        assert not Session.objects.exists()
        assert phone.get(at("plays:play", play)).status_code == 404

    def test_its_button_makes_the_phone_that_person_again(self, play, sheet):
        phone = Client()
        phone.get(sheet)
        assert phone.post("/back").url == "/"
        assert phone.get(at("plays:play", play)).status_code == 200
        assert Person.objects.count() == 1

    def test_the_key_stays_for_a_quarter_of_an_hour_in_a_cookie_of_its_own(self, sheet):
        phone = Client()
        phone.get(sheet)
        cookie = phone.cookies["way_back"]
        assert (cookie["max-age"], cookie["path"]) == (900, "/back")
        assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", "")
        assert "links" not in phone.cookies

    def test_and_goes_once_it_was_used(self, sheet):
        phone = Client()
        phone.get(sheet)
        phone.post("/back")
        assert (phone.cookies["way_back"].value, phone.cookies["way_back"]["path"]) == ("", "/back")
        assert phone.get("/back").status_code == 404

    def test_a_cookie_that_is_older_or_forged_leads_nowhere(self, play, sheet):
        link = link_for(Link.Kind.TABLE, play=play)
        for value in (key_in(sheet), f"{key_in(sheet)}:x:y", "", "x", f"{link.key}:x"):
            phone = Client()
            phone.cookies["way_back"] = value
            assert phone.get("/back").status_code == phone.post("/back").status_code == 404
        assert Client().get("/back").status_code == 404

    def test_the_cookie_of_another_kind_of_link_leads_nowhere(self, play, sheet):
        phone = guests_phone(play)
        phone.cookies["way_back"] = phone.cookies["links"].value
        assert phone.get("/back").status_code == 404

    def test_it_works_again_until_it_is_renewed(self, play, sheet):
        for _ in range(2):
            phone = Client()
            phone.get(sheet)
            assert phone.post("/back").status_code == 302
        phone = Client()
        phone.get(sheet)
        owners_phone(play).post("/you/recovery/renew")
        assert phone.post("/back").status_code == 404

    def test_what_the_phone_was_known_for_by_a_cookie_goes_along(self, play, sheet):
        mine = a_play(names=["Dora", "Emil"])
        phone = owners_phone(mine)
        phone.get(sheet)
        text = text_of(phone.get("/back"))
        assert "Everything you did on this phone comes with you" in text
        assert "Dora, Emil" in text
        old = phone.session.session_key
        phone.post("/back")
        assert {phone.get(at("plays:play", each)).status_code for each in (play, mine)} == {200}
        assert not Session.objects.filter(session_key=digest_of(old)).exists()

    def test_who_is_kept_on_the_phone_is_only_signed_out(self, play, sheet):
        mine = a_play(names=["Dora", "Emil"])
        phone = phone_of(kept(owner_of(mine), name="Dora"))
        phone.get(sheet)
        assert "Continuing signs Dora out on this phone." in text_of(phone.get("/back"))
        phone.post("/back")
        assert phone.get(at("plays:play", mine)).status_code == 404
        assert owner_of(mine).name == "Dora"

    def test_who_is_that_person_already_loses_nothing(self, play, phone, sheet):
        phone.get(sheet)
        assert "comes with you" not in text_of(phone.get("/back"))
        phone.post("/back")
        assert phone.get(at("plays:play", play)).status_code == 200

    def test_when_its_person_is_deleted_it_leads_nowhere(self, phone, sheet):
        other = Client()
        other.get(sheet)
        phone.post("/you/delete")
        assert other.post("/back").status_code == 404
        assert Client().get(sheet).status_code == 404

    def test_guessing_is_limited(self, sheet):
        phone = Client()
        statuses = {phone.get(f"/t/{number:032}").status_code for number in range(30)}
        assert statuses == {404}
        assert "Please wait 15 minutes." in text_of(phone.get("/t/guess"))

    def test_whoever_guesses_shuts_nobody_out_who_has_the_sheet(self, sheet):
        for number in range(40):
            Client().get(f"/t/{number:032}")
        assert Client().get(sheet).url == "/back"


@pytest.fixture
def code(play):
    """The address under a code that was just made at the machine."""
    return f"/t/{create_let_in_link().key}"


class TestLettingIn:
    def test_a_look_lets_nobody_in(self, play, code):
        phone = Client()
        assert phone.get(code).url == "/back"
        page = phone.get("/back")
        assert "an owner of every group on this computer" in text_of(page)
        assert key_in(code) not in page.content.decode()
        assert Person.objects.count() == 1

    def test_its_button_makes_an_owner_of_all_groups(self, play, code):
        others = a_play()
        phone = Client()
        phone.get(code)
        assert phone.post("/back").url == "/"
        for each in (play, others):
            assert phone.get(at("plays:play", each)).status_code == 200
            assert each.group.members.filter(role="owner").count() == 2

    def test_who_belongs_to_them_already_is_an_owner_now(self, play, code):
        friend = Person.objects.create_visitor()
        play.group.members.create(person=friend)
        phone = phone_of(friend)
        old = phone.session.session_key
        phone.get(code)
        phone.post("/back")
        assert play.group.members.get(person=friend).role == Member.Role.OWNER
        assert not Session.objects.filter(session_key=digest_of(old)).exists()

    def test_it_is_good_once_and_a_second_phone_reads_why(self, play, code):
        first, second = Client(), Client()
        for phone in (first, second):
            phone.get(code)
        assert first.post("/back").status_code == 302
        for page in (second.post("/back"), Client().get(code, follow=True)):
            assert page.status_code == 410
            assert "This code worked once, for 15 minutes." in text_of(page)
        assert second.get(at("plays:play", play)).status_code == 404

    def test_it_is_good_for_a_quarter_of_an_hour(self, code):
        Link.objects.update(created_at=timezone.now() - datetime.timedelta(minutes=16))
        assert Client().get(code, follow=True).status_code == 410

    def test_a_newer_one_ends_it(self, code):
        create_let_in_link()
        assert Client().get(code).status_code == 404

    @pytest.mark.postgresql
    @pytest.mark.django_db(transaction=True)
    def test_of_many_phones_in_the_same_moment_one_comes_in(self):
        play = a_play()
        address = f"/t/{create_let_in_link().key}"
        phones = [Client() for _ in range(6)]
        for phone in phones:
            phone.get(address)
        answers = together(*(lambda phone=phone: phone.post("/back").status_code for phone in phones))
        assert sorted(answers) == [302] + [410] * 5
        assert play.group.members.count() == Person.objects.count() == 2
