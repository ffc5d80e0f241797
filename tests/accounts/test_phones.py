"""The phones that somebody is signed in on: what they are called, since when, and signing them out."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from companion.access.phones import parse_user_agent
from companion.models import Session, digest_of
from tests.lanes import long
from tests.phones import (
    HTMX,
    PASSWORD,
    a_play,
    at,
    change_session,
    forms_of,
    kept,
    owner_of,
    owners_phone,
    phone_of,
    text_of,
)

FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)
CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"


@pytest.mark.parametrize(
    ("user_agent", "kind"),
    [
        (FIREFOX, ("Firefox", "Android")),
        (IPHONE, ("Safari", "iPhone")),
        long(f"Mozilla/5.0 (Linux; Android 10; K) {CHROME} Mobile Safari/537.36", ("Chrome", "Android")),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36 Edg/140.0", ("Edge", "Windows")),
        long("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15", ("Safari", "Mac")),
        long("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", ("Firefox", "Linux")),
        (
            f"Mozilla/5.0 (Linux; Android 14) SamsungBrowser/28.0 {CHROME}",
            ("Samsung Internet", "Android"),
        ),
        ("Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) CriOS/140.0 Mobile/15E148 Safari/604.1", ("Chrome", "iPad")),
        ("curl/8.14", ("", "")),
        long("<script>", ("", "")),
        long("", ("", "")),
    ],
)
def test_a_phone_is_called_as_its_browser_says_it_is(user_agent, kind):
    assert parse_user_agent(user_agent) == kind


def signed_in_on(user_agent):
    """A phone on which Anna has signed in."""
    phone = Client(headers={"User-Agent": user_agent})
    phone.post("/sign-in", {"username": "Anna", "password": PASSWORD})
    return phone


def is_known(phone):
    return "You sign in as Anna." in text_of(phone.get("/you"))


@pytest.fixture
def anna(play):
    return kept(owner_of(play))


class TestList:
    def test_each_stands_there_with_its_days_and_this_one_first(self, anna):
        signed_in_on(FIREFOX)
        text = text_of(signed_in_on(IPHONE).get("/you/phones"))
        assert text.index("Safari on iPhone (this phone)") < text.index("Firefox on Android since")
        assert text.count("last active on") == 2

    def test_the_first_day_stays_and_the_last_one_moves(self, anna):
        phone = signed_in_on(FIREFOX)
        change_session(phone, phone=phone.session["phone"] | {"first": "2026-01-02", "last": "2026-03-04"})
        other = signed_in_on(IPHONE)
        assert "Firefox on Android since 2 Jan 2026 · last active on 4 Mar 2026" in text_of(other.get("/you/phones"))
        phone.get("/")
        assert "last active on 4 Mar 2026" not in text_of(other.get("/you/phones"))
        assert "since 2 Jan 2026" in text_of(other.get("/you/phones"))

    def test_one_that_has_not_come_since_an_update_is_there_too(self, anna):
        phone_of(anna)
        assert "A phone not active recently" in text_of(signed_in_on(FIREFOX).get("/you/phones"))

    def test_the_one_in_hand_is_never_said_to_be_away(self, anna):
        text = text_of(phone_of(anna).get("/you/phones"))
        assert "A phone (this phone) Sign out" in text

    def test_those_of_others_and_those_that_have_run_out_are_not(self, anna):
        phone_of(anna)
        Session.objects.update(expire_date=timezone.now() - datetime.timedelta(days=1))
        owners_phone(a_play())
        assert "You’re not signed in on any other phone." in text_of(signed_in_on(FIREFOX).get("/you/phones"))

    def test_somebody_known_by_a_cookie_alone_has_one_too(self, play, phone):
        assert "(this phone)" in text_of(phone.get("/you/phones"))
        assert 'href="/you/phones"' in phone.get("/you").content.decode()

    def test_no_key_of_a_session_is_on_it(self, anna):
        phone, other = signed_in_on(FIREFOX), signed_in_on(IPHONE)
        assert other.session.session_key not in phone.get("/you/phones").content.decode()

    def test_nobody_has_none(self):
        assert Client().get("/you/phones").status_code == Client().post("/you/phones").status_code == 404


class TestSignOut:
    def test_one_of_them(self, anna):
        lost, other, this = signed_in_on(FIREFOX), signed_in_on(IPHONE), signed_in_on(IPHONE)
        digest = digest_of(lost.session.session_key)
        page = this.post("/you/phones", {"phone": digest}, follow=True)
        assert "1 phone is signed out." in text_of(page)
        assert [is_known(phone) for phone in (lost, other, this)] == [False, True, True]

    def test_each_but_this_one_has_a_button(self, anna):
        signed_in_on(FIREFOX)
        page = signed_in_on(IPHONE).get("/you/phones")
        assert [name for form in forms_of(page) for name, _value in form["buttons"]] == ["phone", "others"]

    def test_all_others(self, anna):
        others, this = [signed_in_on(FIREFOX), phone_of(anna)], signed_in_on(IPHONE)
        page = this.post("/you/phones", {"others": "1"}, follow=True)
        assert "2 phones are signed out." in text_of(page)
        assert [is_known(phone) for phone in (*others, this)] == [False, False, True]

    def test_not_those_of_somebody_else(self, play, anna):
        stranger = owners_phone(a_play())
        stranger.post("/you/phones", {"phone": Session.objects.filter(of_person=anna.pk).values_list("pk")[:1]})
        signed_in_on(FIREFOX)
        digest = Session.objects.get(of_person=anna.pk).pk
        for fields in ({"phone": digest}, {"others": "1"}):
            assert stranger.post("/you/phones", fields).status_code == 302
        assert Session.objects.filter(pk=digest).exists()

    @pytest.mark.parametrize(
        "fields", [{}, long({"phone": ""}), {"phone": "x"}, long({"phone": "x" * 5000}), long({"phone": "\0"})]
    )
    def test_none_where_none_is_named(self, anna, fields):
        other, this = signed_in_on(FIREFOX), signed_in_on(IPHONE)
        assert this.post("/you/phones", fields).status_code == 302
        assert is_known(other)

    def test_a_new_password_takes_the_others_from_the_list(self, anna):
        signed_in_on(FIREFOX)
        this = signed_in_on(IPHONE)
        this.post(
            "/you/password", {"name": "Anna", "new_password": "zwei Handvoll Feigen", "again": "zwei Handvoll Feigen"}
        )
        assert "You’re not signed in on any other phone." in text_of(this.get("/you/phones"))


class TestWhatItCosts:
    def test_a_day_is_written_once(self, anna):
        phone = signed_in_on(FIREFOX)
        phone.get("/you")
        before = Session.objects.get().session_data
        phone.get("/you")
        assert Session.objects.get().session_data == before

    def test_a_poll_writes_none(self, play, anna, django_assert_max_num_queries):
        phone = signed_in_on(FIREFOX)
        phone.get(at("plays:play", play))
        change_session(phone, phone=phone.session["phone"] | {"last": "2026-03-04"})
        with django_assert_max_num_queries(2):
            phone.get(at("plays:live", play), {"revision": play.revision}, headers=HTMX)
        assert phone.session["phone"]["last"] == "2026-03-04"
