"""Caravan below a path of its host: every link stays there, and two sites of one host don't mix."""

import re

import pytest
from django.contrib.staticfiles import storage
from django.test import Client, RequestFactory
from django.urls import reverse, set_script_prefix

from companion.access.links import link_for
from companion.core.below_a_path import below
from companion.core.configuration import cookie_name
from companion.models import Link
from tests.pages.test_access import WHO_MAY, address, like, undone, walk
from tests.pages.test_pages import asked_for_every_page
from tests.phones import HTMX, a_play, at, guests_phone, owners_phone

SITE = "/caravan"
# What the service worker finds at the end of an address, or within it.
PARTS = {"/leave", "/referee/"}
# Addresses in attributes, in texts, in a script and in JSON.
FOUND = re.compile(
    r'''(?:href|src|action|formaction|poster|hx-[a-z-]+|data-[a-z-]+|content)="(/[^"]*)"'''
    r'''|testserver(/[^\s"<]*)|"(/[a-z][^"\s]*)"'''
)


@pytest.fixture
def below_a_path(settings, monkeypatch, prepared):
    """The settings of a site below a path, and phones that reach it by its whole addresses."""
    settings.SITE_PATH = settings.FORCE_SCRIPT_NAME = SITE
    settings.SITE_SUFFIX = "-caravan"
    settings.SESSION_COOKIE_PATH = settings.CSRF_COOKIE_PATH = settings.LANGUAGE_COOKIE_PATH = f"{SITE}/"
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "caravan-caravan", "csrftoken-caravan"
    settings.LANGUAGE_COOKIE_NAME = "language-caravan"
    monkeypatch.setattr(storage.staticfiles_storage, "base_url", f"{SITE}/static/")
    generic = RequestFactory.generic

    def inside(self, method, path, *how, **named):
        return generic(self, method, path.removeprefix(SITE), *how, **named)

    monkeypatch.setattr(RequestFactory, "generic", inside)
    set_script_prefix(f"{SITE}/")
    yield settings
    set_script_prefix("/")


def leading_out(answer) -> set[str]:
    """The addresses of an answer that are at this host, but not below the site's path."""
    content = b"".join(answer).decode("utf-8", "replace")
    is_text = re.match(r"text/(html|javascript)|application/.*json", answer.headers.get("Content-Type", ""))
    found = {next(filter(None, groups)) for groups in FOUND.findall(content)} if is_text else set()
    headers = {answer.headers[name] for name in ("Location", "HX-Redirect", "HX-Push-Url") if name in answer.headers}
    return {each for each in (found - PARTS) | headers if each.startswith("/") and not each.startswith(f"{SITE}/")}


def cookies_out(answer) -> set[str]:
    """The cookies of an answer that another site of the host would get, too."""
    cookies = answer.cookies.items()
    return {name for name, its in cookies if not its["path"].startswith(f"{SITE}/") or "-caravan" not in name}


def test_every_address_leads_to_addresses_below_the_path(below_a_path):
    wrong = {}
    for name, play, phones in walk(WHO_MAY, ("owner",)):
        for method in ("get", "post"):
            with undone():
                phone = like(phones["owner"])
                phone.raise_request_exception = False
                sent = WHO_MAY[name].send if method == "post" else {}
                answer = getattr(phone, method)(address(name, play, phone), sent)
                assert answer.status_code < 500, name
                if out := leading_out(answer) | cookies_out(answer):
                    wrong[f"{method} {name}"] = out
    assert not wrong


def test_every_state_of_a_page_leads_to_addresses_below_the_path(below_a_path):
    wrong = {name: out for name, answer in asked_for_every_page("en") if (out := leading_out(answer))}
    assert not wrong


def test_page_for_a_script_leads_below_the_path(below_a_path):
    play = a_play()
    answer = owners_phone(play).post(at("plays:close", play, "1"), {"anyway": "1"}, headers=HTMX)
    assert answer.headers["HX-Redirect"].startswith(f"{SITE}/plays/{play.uuid}/")


def test_address_of_a_form_leads_to_the_page_above_it_below_the_path(below_a_path):
    play = a_play()
    group = play.group.uuid
    answer = owners_phone(play).get(reverse("collection:take_sheet", args=[group]), headers={"Accept": "text/html"})
    assert answer.url == f"{SITE}/groups/{group}/"


def test_link_to_share_has_the_path_once(below_a_path):
    below_a_path.CARAVAN_URL = f"https://example.org{SITE}"
    play = a_play()
    invitation = link_for(Link.Kind.INVITE, group=play.group)
    page = owners_phone(play).get(reverse("groups:people", args=[play.group.uuid])).content.decode()
    assert f'"https://example.org{SITE}/t/{invitation.key}"' in page


def test_language_is_chosen_and_a_sentence_is_shown_once_below_the_path(below_a_path):
    phone = guests_phone(a_play())
    phone.post(reverse("core:set_language"), {"language": "de", "next": f"{SITE}/you"})
    assert 'lang="de"' in phone.get(reverse("accounts:you")).content.decode()
    answer = Client().get(reverse("access:link", args=["none"]))
    assert not cookies_out(answer)


def test_app_has_its_own_scope_below_the_path(below_a_path):
    about = Client().get(reverse("core:manifest")).json()
    assert {about["id"], about["scope"], about["start_url"]} == {f"{SITE}/"}
    worker = Client().get(reverse("core:service_worker")).content.decode()
    assert f'PAGES = "pages-caravan", OFFLINE = "{SITE}/offline"' in worker


def test_signing_out_clears_nothing_of_other_sites_of_the_host(below_a_path):
    phone = owners_phone(a_play())
    answer = phone.post(reverse("accounts:sign_out"), secure=True)
    assert answer.status_code == 302
    assert "Clear-Site-Data" not in answer.headers


def asked(path, query="", site=SITE):
    """Return the path that the application sees of a request, or where the request is sent."""
    told = []

    def application(environ, start_response):
        told.append(environ["PATH_INFO"])

    def start_response(status, headers):
        told.append((status[:3], dict(headers)["Location"]))

    below(site, application)({"PATH_INFO": path, "QUERY_STRING": query}, start_response)
    return told


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("/caravan/", "/"),
        ("/caravan/plays/1/", "/plays/1/"),
        ("/caravan/caravan/", "/caravan/"),
        # Probes, and what a proxy has shortened.
        ("/healthz", "/healthz"),
        ("/caravans/", "/caravans/"),
    ],
)
def test_path_of_the_site_is_cut_off_once(path, inside):
    assert asked(path) == [inside]


def test_path_without_its_slash_leads_to_home():
    assert asked("/caravan") == [("301", "/caravan/")]
    assert asked("/caravan", "a=b") == [("301", "/caravan/?a=b")]


def test_site_without_a_path_stays_as_it_is():
    assert asked("/caravan", site="") == ["/caravan"]


@pytest.mark.parametrize(
    ("path", "suffix", "name"),
    [("/", "", "__Host-x"), ("/caravan/", "-caravan", "__Secure-x-caravan"), ("/back", "", "__Secure-x")],
)
def test_only_a_cookie_of_a_whole_host_says_so(path, suffix, name):
    assert cookie_name("x", path=path, suffix=suffix, is_secure=True) == name
