"""Signing in with accounts of the host's own: named by its proxy, or by an OpenID Connect provider."""

import contextlib
import re
import socket
import subprocess
import sys
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from django.conf import settings as its_settings
from django.test import Client

from companion.access import outside
from companion.core.bridge import build_environ, read_headers
from companion.core.configuration import Environment
from companion.models import OutsideAccount, Person
from tests.browser.server import free_port
from tests.phones import a_play, owners_phone, phone_of, text_of

PROXY, ELSEWHERE = "172.18.0.5", "192.0.2.7"
BACK = "/sign-in/outside/back"
REFUSED = "didn’t confirm who you are. Nothing was changed"


@pytest.fixture
def header(settings):
    """A site behind a proxy that signs people in."""
    settings.SIGN_IN_NAME, settings.SIGN_IN_HEADER = "Authelia", "Remote-User"
    settings.SIGN_IN_PROXIES = its_networks("172.18.0.0/16", "::1")
    after = settings.MIDDLEWARE.index("django.contrib.auth.middleware.AuthenticationMiddleware")
    own = ["companion.access.middleware.same_as_proxy"]
    settings.MIDDLEWARE = [*settings.MIDDLEWARE[: after + 1], *own, *settings.MIDDLEWARE[after + 1 :]]
    return settings


def its_networks(*names):
    return Environment({"SIGN_IN_PROXIES": ", ".join(names)}).networks("SIGN_IN_PROXIES")


def by_proxy(phone, subject="", path="/sign-in/outside", method="post", address=PROXY):
    """Ask through a proxy at this address, which names this subject."""
    return getattr(phone, method)(path, headers={"Remote-User": subject} if subject else {}, REMOTE_ADDR=address)


def person_on(phone):
    """Return the person that this phone is known as."""
    number = phone.session.get("_auth_user_id")
    return Person.objects.get(pk=number) if number else None


class TestHeader:
    def test_each_person_has_an_account_on_every_phone(self, header):
        anna, again, ben = Client(), Client(), Client()
        for phone, subject in ((anna, "anna"), (again, "anna"), (ben, "ben")):
            assert by_proxy(phone, subject).url == "/"
        assert person_on(anna) == person_on(again) != person_on(ben)
        assert person_on(ben).can_sign_in
        assert set(OutsideAccount.objects.values_list("issuer", "subject")) == {("", "anna"), ("", "ben")}

    @pytest.mark.parametrize("address", [ELSEWHERE, "127.0.0.1", "", "172.19.0.1"])
    def test_header_from_elsewhere_is_ignored(self, header, address):
        phone = Client()
        answer = by_proxy(phone, "anna", address=address)
        assert answer.status_code == 422
        assert f"Authelia {REFUSED}" in text_of(answer)
        assert person_on(phone) is None and not OutsideAccount.objects.exists()

    def test_address_that_a_proxy_forwards_is_no_proxy(self, header):
        header.PROXY = 1
        forwarded = {"Remote-User": "anna", "X-Forwarded-For": PROXY}
        assert Client().post("/sign-in/outside", headers=forwarded, REMOTE_ADDR=ELSEWHERE).status_code == 422

    def test_header_is_nothing_without_its_setting(self):
        answer = by_proxy(Client(), "anna")
        assert answer.status_code == 404
        assert "outside" not in Client().get("/sign-in").content.decode()

    @pytest.mark.parametrize("subject", ["", " ", "x" * 256])
    def test_nobody_is_refused(self, header, subject):
        assert by_proxy(Client(), subject).status_code == 422
        assert not Person.objects.exists()

    def test_phone_that_was_known_brings_its_groups_along(self, header):
        play = a_play()
        phone = owners_phone(play)
        by_proxy(phone, "anna")
        other = Client()
        by_proxy(other, "anna")
        assert other.get(f"/groups/{play.group.uuid}/").status_code == 200

    def test_someone_with_a_password_keeps_it_and_is_only_signed_out(self, header):
        person = Person.objects.create(name="Anna")
        phone = phone_of(person)
        by_proxy(phone, "anna")
        assert person_on(phone) != person
        assert Person.objects.filter(pk=person.pk).exists()

    def test_signed_out_phone_stays_so_until_the_button_is_tapped(self, header):
        phone = Client()
        by_proxy(phone, "anna")
        by_proxy(phone, "anna", "/sign-out")
        by_proxy(phone, "anna", "/you", "get")
        assert person_on(phone) is None

    def test_phone_is_signed_out_once_the_header_names_someone_else(self, header):
        phone = Client()
        by_proxy(phone, "anna")
        by_proxy(phone, "", "/you", "get")
        by_proxy(phone, "ben", "/you", "get", ELSEWHERE)
        assert person_on(phone) is not None
        assert "We don’t know this phone yet." in text_of(by_proxy(phone, "ben", "/you", "get"))
        assert person_on(phone) is None

    @pytest.mark.parametrize(("language", "words"), [("en", "Sign in with"), ("de", "anmelden"), ("ja", "サインイン")])
    def test_button_names_the_provider_in_three_languages(self, header, language, words):
        header.SIGN_IN_NAME = "Müllers <Haus>"
        page = Client(headers={"Accept-Language": language}).get("/sign-in").content.decode()
        [button] = re.findall(r'action="/sign-in/outside">.+?<button class="wide">(.+?)</button>', page, re.S)
        assert "Müllers &lt;Haus&gt;" in button and words in button

    def test_page_about_oneself_names_the_provider(self, header):
        phone = Client()
        by_proxy(phone, "anna")
        assert "You sign in with Authelia." in text_of(phone.get("/you"))


def test_header_with_an_underscore_never_takes_the_place_of_the_proxys():
    sent = [(b"remote-user", b"anna"), (b"remote_user", b"ben")]
    scope = {"headers": sent, "method": "GET", "raw_path": b"/", "query_string": b"", "http_version": "1.1"}
    more = {"server": ("a", 1), "client": (PROXY, 1), "scheme": "http"}
    assert build_environ(scope | more, read_headers(scope), None)["HTTP_REMOTE_USER"] == "anna"


@pytest.fixture(scope="module")
def provider_address():
    """A provider of its own, in a process of its own."""
    port = free_port()
    command = [sys.executable, "-m", "oidc_provider_mock", "--port", str(port), "--require-nonce", "true"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while process.poll() is None:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), timeout=5).close()
                break
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture
def provider(settings, provider_address):
    """A site whose people sign in at the provider."""
    settings.SIGN_IN_NAME, settings.OIDC_ISSUER = "Keycloak", provider_address
    settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET = "caravan", "a-secret"
    outside.provider.cache_clear()
    yield settings
    outside.provider.cache_clear()


def led_back(phone, subject):
    """The path by which the provider leads this phone back, once someone has signed in there."""
    there = phone.post("/sign-in/outside").url
    asked = parse_qs(urlsplit(there).query)
    assert asked["code_challenge_method"] == ["S256"] and asked["redirect_uri"] == [f"http://testserver{BACK}"]
    told = requests.post(there, data={"sub": subject}, allow_redirects=False, timeout=20).headers["Location"]
    return urlsplit(told)._replace(scheme="", netloc="").geturl()


class TestProvider:
    def test_each_person_has_an_account_on_every_phone(self, provider):
        phones = Client(), Client(), Client()
        for phone, subject in zip(phones, ("anna", "anna", "ben"), strict=True):
            assert phone.get(led_back(phone, subject)).url == "/"
        anna, again, ben = map(person_on, phones)
        assert anna == again != ben
        assert set(OutsideAccount.objects.values_list("issuer", "subject")) == {
            (provider.OIDC_ISSUER, "anna"),
            (provider.OIDC_ISSUER, "ben"),
        }

    def test_signing_out_forgets_the_phone(self, provider):
        phone = Client()
        phone.get(led_back(phone, "anna"))
        phone.post("/sign-out")
        assert person_on(phone) is None

    def test_answer_to_another_phone_is_refused(self, provider):
        phone, other = Client(), Client()
        answer = other.get(led_back(phone, "anna"))
        assert answer.status_code == 422
        assert f"Keycloak {REFUSED}" in text_of(answer)
        assert person_on(other) is None

    def test_answer_counts_once(self, provider):
        phone = Client()
        back = led_back(phone, "anna")
        phone.get(back)
        phone.post("/sign-out")
        assert phone.get(back).status_code == 422

    @pytest.mark.parametrize("change", ["state", "nonce", "client", "issuer"])
    def test_wrong_answer_is_refused(self, provider, change):
        phone = Client()
        back = led_back(phone, "anna")
        if change == "state":
            back = re.sub("state=[^&]+", "state=x", back)
        elif change == "nonce":
            session = phone.session
            [key] = [key for key in list(session.keys()) if key.startswith("_state_")]
            session[key] = session[key] | {"data": session[key]["data"] | {"nonce": "x"}}
            session.save()
        elif change == "client":
            provider.OIDC_CLIENT_ID = "another"
        else:
            provider.OIDC_ISSUER = "http://auth.example.org"
        assert phone.get(back).status_code == 422
        assert person_on(phone) is None and not OutsideAccount.objects.exists()

    @pytest.mark.parametrize("query", ["", "?error=access_denied&state=x", "?code=x", "?code=x&state=x"])
    def test_what_no_provider_answers_is_refused(self, provider, query):
        assert Client().get(BACK + query).status_code == 422

    def test_provider_that_is_away_is_said_to_be(self, provider):
        provider.OIDC_ISSUER = f"http://127.0.0.1:{free_port()}"
        answer = Client().post("/sign-in/outside")
        assert answer.status_code == 422
        assert f"Keycloak {REFUSED}" in text_of(answer)


def test_nothing_is_there_without_a_provider():
    assert Client().get(BACK).status_code == 404
    assert its_settings.SECURE_CSP["form-action"] == ["'self'"]
