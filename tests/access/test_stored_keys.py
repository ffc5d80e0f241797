"""Whoever reads the database has no key: neither of a link nor of a session. Those who have one come in by it."""

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from companion.access.links import link_for
from companion.models import Link, Session, digest_of, new_key
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
        assert thief.get(at("plays:play", play)).status_code == 404

    def test_a_phones_cookie_of_links_holds_none_either(self, play):
        phone = Client()
        phone.get(f"/t/{key_of(play)}")
        assert key_of(play) not in phone.cookies["links"].value

    def test_a_page_shows_it_all_the_same(self, play, phone):
        assert key_of(play) in phone.get(at("plays:table", play)).content.decode()


class TestBefore:
    """What phones were given by earlier releases."""

    def test_a_cookie_that_holds_keys_lets_in(self, play):
        phone = Client()
        phone.cookies["links"] = signing.get_cookie_signer(salt="django.http.cookies.v2:0:links").sign(key_of(play))
        assert phone.get(at("plays:play", play)).status_code == 200


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
        assert {phone.get(at("plays:play", play)).status_code for phone in (owner, guest)} == {200}
        assert sheet in owner.get("/you/recovery").content.decode()
        assert invitation in owner.get(reverse("groups:people", args=[play.group.uuid])).content.decode()
        # Once shown, they need the former key no longer.
        settings.SECRET_KEY_FALLBACKS = []
        assert owner.get(at("plays:play", play)).status_code == 200
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
        assert owner.get(at("plays:play", play)).status_code == 404
        guest, back = Client(), Client()
        guest.get(f"/t/{table}")
        assert guest.get(at("plays:play", play)).status_code == 200
        back.get(f"/t/{sheet}")
        back.post("/back")
        assert back.get(at("plays:play", play)).status_code == 200

    def test_what_cannot_be_shown_any_more_is_made_anew_and_the_page_says_so(self, settings, play):
        old = key_of(play)
        settings.SECRET_KEY = ANOTHER
        page = owners_phone(play).get(at("plays:table", play))
        assert "There is a new link. The old one no longer works." in text_of(page)
        assert key_of(play) in page.content.decode()
        assert Client().get(f"/t/{old}").status_code == 404
        assert "There is a new link" not in text_of(owners_phone(play).get(at("plays:table", play)))


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


@pytest.mark.parametrize("name", ["caravan", "links"])
class TestNamesUnderHttps:
    """Another host of the domain can set a cookie without the prefix, so such a cookie makes nobody of a phone."""

    def test_cookie_without_its_prefix_opens_nothing(self, name, play, by_https):
        phone = owners_phone(play) if name == "caravan" else Client()
        phone.get(f"/t/{key_of(play)}", secure=True)
        its = phone.cookies[f"__Host-{name}"].value
        without, prefixed = Client(), Client()
        without.cookies[name], prefixed.cookies[f"__Host-{name}"] = its, its
        assert without.get(at("plays:play", play), secure=True).status_code == 404
        assert prefixed.get(at("plays:play", play), secure=True).status_code == 200

    def test_cookie_without_its_prefix_changes_nothing(self, name, play, by_https):
        phone = owners_phone(play)
        phone.get(f"/t/{key_of(a_play())}", secure=True)
        before = phone.cookies[f"__Host-{name}"].value
        phone.cookies[name] = "planted"
        assert phone.get(at("plays:play", play), secure=True).status_code == 200
        assert phone.cookies[f"__Host-{name}"].value == before


def test_keys_of_links_begin_and_end_with_a_letter_or_digit():
    keys = [new_key() for _ in range(500)]
    assert all(key[0].isalnum() and key[-1].isalnum() for key in keys)
