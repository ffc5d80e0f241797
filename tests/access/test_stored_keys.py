"""Whoever reads the database has no key: neither of a link nor of a session. Those who have one come in by it."""

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from companion.access.links import link_for
from companion.models import Link, Session, digest_of, new_key
from tests.lanes import long
from tests.phones import a_play, at, kept, key_of, owner_of, owners_phone, phone_of, text_of

ANOTHER = "another key of fifty characters or more, as settings want"


def stored():
    """All that the tables of links and sessions hold, as one text."""
    rows = [*Link.objects.values_list(), *Session.objects.values_list()]
    return repr(rows)


class TestAtRest:
    def test_no_key_of_a_link_or_session_is_stored(self, play):
        phone = owners_phone(play)
        keys = [link_for(Link.Kind.INVITE, group=play.group).key, key_of(play), phone.session.session_key]
        assert [key for key in keys if key in stored()] == []

    def test_what_is_stored_opens_nothing(self, play, phone):
        key_of(play)
        link = Link.objects.get()
        for key in (link.digest, link.sealed):
            assert Client().get(f"/t/{key}").status_code == 404
        thief = Client()
        thief.cookies["caravan"] = Session.objects.get().pk
        assert thief.get(at("play", play)).status_code == 404

    def test_a_phones_cookie_of_links_holds_none_either(self, play):
        phone = Client()
        phone.get(f"/t/{key_of(play)}")
        assert key_of(play) not in phone.cookies["links"].value

    def test_a_page_shows_it_all_the_same(self, play, phone):
        assert key_of(play) in phone.get(at("table", play)).content.decode()


class TestBefore:
    """What phones were given by earlier releases."""

    def test_a_cookie_that_holds_keys_lets_in(self, play):
        phone = Client()
        phone.cookies["links"] = signing.get_cookie_signer(salt="django.http.cookies.v2:0:links").sign(key_of(play))
        assert phone.get(at("play", play)).status_code == 200


class TestAnotherSecretKey:
    def test_with_the_former_one_at_hand_everything_goes_on(self, settings, play):
        sheet, invitation = (
            link_for(kind, **target).key
            for kind, target in (
                (Link.Kind.RECOVERY, {"person": owner_of(play)}),
                (Link.Kind.INVITE, {"group": play.group}),
            )
        )
        owner, guest = owners_phone(play), Client()
        guest.get(f"/t/{key_of(play)}")
        settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], ANOTHER
        assert {phone.get(at("play", play)).status_code for phone in (owner, guest)} == {200}
        assert sheet in owner.get("/you/recovery").content.decode()
        assert invitation in owner.get(reverse("people", args=[play.group.uuid])).content.decode()
        # Once shown, they need the former key no longer.
        settings.SECRET_KEY_FALLBACKS = []
        assert owner.get(at("play", play)).status_code == 200
        assert sheet in owner.get("/you/recovery").content.decode()

    def test_who_signs_in_by_a_password_does_so_as_before(self, settings):
        anna = kept()
        phone = phone_of(anna)
        settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], ANOTHER
        assert "You sign in as Anna." in text_of(phone.get("/you"))

    def test_without_it_no_phone_is_known_but_whoever_has_a_link_comes_in(self, settings, play):
        sheet = link_for(Link.Kind.RECOVERY, person=owner_of(play)).key
        table = key_of(play)
        owner = owners_phone(play)
        settings.SECRET_KEY = ANOTHER
        assert owner.get(at("play", play)).status_code == 404
        guest, back = Client(), Client()
        guest.get(f"/t/{table}")
        assert guest.get(at("play", play)).status_code == 200
        back.get(f"/t/{sheet}")
        back.post("/back")
        assert back.get(at("play", play)).status_code == 200

    def test_what_cannot_be_shown_any_more_is_made_anew_and_the_page_says_so(self, settings, play):
        old = key_of(play)
        settings.SECRET_KEY = ANOTHER
        page = owners_phone(play).get(at("table", play))
        assert "There is a new link. The old one no longer works." in text_of(page)
        assert key_of(play) in page.content.decode()
        assert Client().get(f"/t/{old}").status_code == 404
        assert "There is a new link" not in text_of(owners_phone(play).get(at("table", play)))


class TestSession:
    def test_it_is_found_by_its_persons_number(self, play, phone):
        assert Session.objects.get(pk=digest_of(phone.session.session_key)).of_person == owner_of(play).pk

    def test_signing_out_deletes_it(self, phone):
        phone.post("/sign-out")
        assert not Session.objects.exists()

    def test_two_phones_never_have_one(self, play):
        assert owners_phone(play).session.session_key != owners_phone(play).session.session_key
        assert Session.objects.count() == 2

    def test_one_that_exists_is_known_to(self, phone):
        assert phone.session.exists(phone.session.session_key)
        assert not phone.session.exists("x")


@pytest.mark.parametrize("name", ["caravan", long("csrftoken"), "links"])
class TestNamesUnderHttps:
    def test_a_cookie_of_an_earlier_release_is_read_once_and_kept_under_its_own_name(self, name, play, settings):
        phone = owners_phone(play)
        phone.get(f"/t/{key_of(a_play())}")
        phone.get("/you")
        before = phone.cookies[name].value
        use_https(settings)
        answer = phone.get("/you", secure=True)
        cookie = answer.cookies[f"__Host-{name}"]
        assert (cookie.value, cookie["path"], cookie["domain"]) == (before, "/", "")
        assert (cookie["secure"], cookie["samesite"]) == (True, "Lax")
        assert cookie["max-age"] >= 364 * 24 * 3600
        assert (answer.cookies[name].value, answer.cookies[name]["max-age"]) == ("", 0)
        again = phone.get("/you", secure=True)
        assert name not in again.cookies

    def test_what_comes_under_its_own_name_is_worth_more(self, name, play, settings):
        use_https(settings)
        phone, planted = owners_phone(play), "planted"
        phone.get(f"/t/{key_of(a_play())}", secure=True)
        phone.get("/you", secure=True)
        before = phone.cookies[f"__Host-{name}"].value
        phone.cookies[name] = planted
        answer = phone.get(at("play", play), secure=True)
        assert answer.status_code == 200
        assert phone.cookies[f"__Host-{name}"].value == before


def use_https(settings):
    """Let the site be served by https from now on."""
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.LANGUAGE_COOKIE_SECURE = True
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-caravan", "__Host-csrftoken"


def test_nobody_is_forgotten_by_the_change_of_names(play, settings):
    owner, guest = owners_phone(play), Client()
    guest.get(f"/t/{key_of(play)}")
    form = Client(enforce_csrf_checks=True)
    form.get("/join")
    token = form.cookies["csrftoken"].value
    use_https(settings)
    for phone in (owner, guest):
        for _ in range(2):
            assert phone.get(at("play", play), secure=True).status_code == 200
    headers = {"X-CSRFToken": token, "Referer": "https://testserver/join"}
    assert form.post("/join", {"code": "AAAAAA"}, headers=headers, secure=True).status_code == 422
    owner.post("/sign-out", secure=True)
    assert owner.get(at("play", play), secure=True).status_code == 404


def test_what_the_next_page_was_to_say_it_says_after_the_change_of_names(play, settings):
    phone = owners_phone(play)
    phone.post(at("delete", play))
    assert "messages" in phone.cookies
    use_https(settings)
    answer = phone.get("/", secure=True)
    assert "The play was deleted." in text_of(answer)
    assert "The play was deleted." not in text_of(phone.get("/", secure=True))


def test_keys_of_links_begin_and_end_with_a_letter_or_digit():
    keys = [new_key() for _ in range(500)]
    assert all(key[0].isalnum() and key[-1].isalnum() for key in keys)
