"""What holds for every page: headers, languages, what is answered where something is wrong, what the log says."""

import functools
import io
import re
from itertools import product

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.access.recovery import create_let_in_link
from companion.models import Link, fresh_key
from tests.lanes import each_third, long
from tests.pages.test_access import OURS, WHO_MAY, address, walk
from tests.phones import (
    HTMX,
    a_play,
    at,
    closed,
    finished,
    forms_of,
    link_of,
    owners_phone,
    phone_with_cookie,
    send,
    text_of,
)

START = {
    "player": ["Anna", "Ben"],
    "played_on": "2020-11-20",
    "points_water": 6,
    "points_gold": 5,
    "points_salt": 4,
    "points_millet": 3,
    "maps": "once",
    "tie_break": "hand-sum",
}
COOKIES = "messages", "csrftoken", "links", "caravan", "language"
LOOKING = "watcher", "guest", "owner"
# The kinds of links whose keys a page shows its owner: those that are shared there, and the one it was opened by.
SHOWN = {
    "groups:people": {"invite"},
    "plays:table": {"table", "watch"},
    "collection:share_sheet": {"sheet"},
    "results:result_link": {"result"},
    "results:shared_result": {"result"},
    "transfer:take_along": {"calendar"},
    "accounts:recovery": {"recovery"},
}
PICTURES = "photos:picture", "results:result_picture", "results:shared_picture"
NO_COOKIES = "", "x", "[", '["x"]', "\\", "ü", "x" * 4000


@functools.cache
def every_page(*, language="en"):
    """(name, an answer) of every page, which all tests look at that read no more than what was sent."""
    return list(asked_for_every_page(language))


def asked_for_every_page(language):
    """The same, for a play that is counted, one that was closed and one that is over."""

    def phone_at(play):
        phone = owners_phone(play)
        phone.cookies["language"] = language
        return phone

    play = a_play()
    phone = phone_at(play)
    yield "home", phone.get("/")
    yield "game", phone.get("/games/tuareg")
    yield "group", phone.get(f"/groups/{play.group.uuid}/")
    yield "tonight", phone.get(f"/groups/{play.group.uuid}/tonight", {"players": 3})
    for name in ("players", "settings"):
        yield name, phone.get(f"/groups/{play.group.uuid}/{name}")
    yield "group name refused", phone.post(f"/groups/{play.group.uuid}/name", {"name": "x" * 101})
    yield "join", phone.get("/join")
    for name in (
        "accounts:you",
        "accounts:sign_in",
        "accounts:password",
        "accounts:sign_out",
        "accounts:delete_person",
        "accounts:recovery",
    ):
        yield name, phone.get(reverse(name))
    yield "keep refused", phone.post(reverse("accounts:password"), {"name": "x" * 61})
    phone.get(reverse("access:link", args=[Link.objects.get(kind=Link.Kind.RECOVERY).key]))
    yield "come_back", phone.get(reverse("accounts:come_back"))
    phone.get(reverse("access:link", args=[create_let_in_link().key]))
    Link.objects.update(used_at=timezone.now())
    yield "spent", phone.get(reverse("accounts:come_back"))
    yield "join refused", phone.post("/join", {"code": "x"})
    for name in (
        "plays:play",
        "plays:more",
        "plays:options",
        "plays:seats",
        "plays:mine",
        "plays:table",
        "plays:delete",
    ):
        yield name, phone.get(at(name, play))
    yield "code", phone.post(at("plays:table_code", play))
    yield "missing", phone.get(phone.post(at("plays:close", play, "1")).url)
    yield "card refused", send(phone, play, "Anna", water="x")
    yield "options refused", phone.post(at("plays:options", play), {"x": 1})
    yield "seats refused", phone.post(at("plays:seats", play), {"name": "Anna"})
    yield "remove", phone.post(at("plays:seats", play), {"remove": play.seats.first().pk})
    counted = closed(stages=2, cards={"anna": {"water": 4}, "ben": {"water": 4}}, done=True)
    phone = phone_at(counted)
    yield "stage", phone.get(at("plays:stage", counted, "2"))
    yield "correct", phone.get(at("plays:correct", counted, "1", "water"))
    yield "tie_break", phone.get(at("plays:tie_break", counted))
    over = finished(cards={"anna": {"water": 4}})
    yield "end", phone_at(over).get(at("plays:play", over))
    player = over.group.players.first()
    yield "player", phone_at(over).get(f"/groups/{over.group.uuid}/players/{player.pk}")
    yield "group game", phone_at(over).get(f"/groups/{over.group.uuid}/games/tuareg")
    yield "404", phone.get("/nonesuch")
    stranger = Client(enforce_csrf_checks=True)
    stranger.cookies["language"] = language
    yield "403", stranger.post("/join", {"code": "x"})


def make_all_links(play):
    """One of each kind to a play, its group and its sheets, where there is none yet."""
    targets = [(kind, {}) for kind in (Link.Kind.INVITE, Link.Kind.CALENDAR)]
    targets += [(kind, {"play": play}) for kind in (Link.Kind.TABLE, Link.Kind.WATCH, Link.Kind.RESULT)]
    targets += [(Link.Kind.SHEET, {"sheet": its_sheet}) for its_sheet in play.group.sheets.all()]
    links = [Link(kind=kind, group=play.group, **target, **fresh_key()) for kind, target in targets]
    Link.objects.bulk_create(links, ignore_conflicts=True)


def keys_in(answer) -> set:
    """The kinds of the links whose keys are sent, in a page or a file."""
    content = b"".join(answer).decode(errors="replace")
    return {link.kind for link in Link.objects.all() if link.key in content}


class TestText:
    def test_a_name_is_text_on_every_page_and_fragment_of_a_play(self):
        play = a_play(names=("<b>Anna", "<i>&Ben"))
        phone = owners_phone(play)
        for name in ("<b>Anna", "<i>&Ben"):
            send(phone, play, name, revision=0, htmx=True, water="4", done="1")
        polls = [f"{at('plays:live', play)}?page={page}&stage=1&revision=0" for page in ("cards", "watch", "result")]
        places = [
            at("plays:play", play),
            at("plays:watch", play),
            at("plays:trail", play),
            at("results:sheet", play),
            *polls,
        ]
        answers = [phone.get(place) for place in places]
        phone.post(at("plays:close", play, "1"), {"anyway": "1"})
        answers += [
            phone.get(place) for place in (at("plays:stage", play, "1"), at("plays:correct", play, "1", "water"))
        ]
        for answer in answers:
            text = answer.content.decode()
            assert "&lt;b&gt;Anna" in text
            assert "<b>Anna" not in text and "<i>&" not in text and "&amp;lt;" not in text


class TestHeaders:
    def test_every_page_forbids_what_it_does_not_need(self):
        for name, page in every_page():
            policy = page.headers["Content-Security-Policy"]
            assert "unsafe" not in policy, name
            assert "default-src 'none'" in policy, name
            assert "script-src 'self'" in policy and "style-src 'self'" in policy, name
            for part in ("frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"):
                assert part in policy, name

    def test_every_page_keeps_to_itself(self):
        for name, page in every_page():
            assert page.headers["X-Frame-Options"] == "DENY", name
            assert page.headers["Referrer-Policy"] == "same-origin", name
            assert page.headers["X-Content-Type-Options"] == "nosniff", name

    def test_no_page_is_kept_by_anybody_between(self):
        for name, page in every_page():
            assert {"no-store", "private"} <= set(page.headers["Cache-Control"].split(", ")), name

    def test_search_engines_find_home_and_games_and_nothing_else(self):
        found = [name for name, page in every_page() if "noindex" not in page.headers.get("X-Robots-Tag", "")]
        assert found == ["home", "game"]

    @pytest.mark.parametrize("status", [302, 204, 404])
    def test_what_is_no_page_is_kept_and_found_by_nobody_either(self, status):
        play = a_play()
        phone = owners_phone(play)
        answer = {
            302: lambda: phone.get(link_of(play)),
            204: lambda: phone.get(at("plays:live", play), {"revision": play.revision}),
            404: lambda: Client().get(at("plays:live", play)),
        }[status]()
        assert answer.status_code == status
        assert "no-store" in answer.headers["Cache-Control"]
        # What has no content cannot be found.
        assert status == 204 or "noindex" in answer.headers["X-Robots-Tag"]

    def test_over_plain_http_nothing_is_promised_that_needs_more(self):
        headers = Client().get("/").headers
        assert "Strict-Transport-Security" not in headers
        assert "Cross-Origin-Opener-Policy" not in headers

    def test_no_page_carries_a_style_or_a_script_of_its_own(self):
        for name, page in every_page():
            body = page.content.decode()
            assert " style=" not in body, name
            assert " onclick=" not in body, name
            assert all("src=" in part.split(">")[0] for part in body.split("<script")[1:]), name

    def test_no_page_carries_the_key_of_the_table_but_the_one_that_shows_it(self):
        for name, page in every_page():
            assert ("/t/" in page.content.decode()) == (name in ("plays:table", "code", "accounts:recovery")), name

    def test_no_address_shows_the_key_of_a_link_but_those_that_are_there_for_it(self):
        looks = [name for name, row in WHO_MAY.items() if row.get == 200 and name not in PICTURES]
        shown = {}
        for name, play, phones in walk(looks, LOOKING):
            make_all_links(play)
            place = address(name, play, phones["owner"])
            # What anybody may look at is the same for a guest.
            for role in LOOKING if name in OURS else ["owner"]:
                if kinds := keys_in(phones[role].get(place, {"stage": "1"})):
                    shown[name, role] = kinds
        assert shown == {(name, "owner"): kinds for name, kinds in SHOWN.items()}

    def test_what_a_page_loads_is_there(self):
        body = Client().get("/").content.decode()
        assert 'href="/static/css/caravan.' in body
        assert 'src="/static/js/every_page.' in body
        assert "https://" not in body

    def test_every_form_that_changes_something_carries_a_token(self):
        for name, page in every_page():
            if name == "403":
                continue
            body = page.content.decode()
            assert body.count('method="post"') == body.count("csrfmiddlewaretoken"), name


class TestLanguages:
    @pytest.mark.parametrize(("wanted", "language"), [("de-AT,de;q=0.9", "de"), ("ja", "ja"), ("fr", "en"), ("", "en")])
    def test_the_browsers_comes_first(self, wanted, language):
        page = Client().get("/", headers={"Accept-Language": wanted})
        assert f'<html lang="{language}">' in page.content.decode()
        assert page.headers["Content-Language"] == language

    @pytest.mark.parametrize(("language", "word"), [("de", "Tuareg"), ("ja", "日本語"), ("en", "English")])
    def test_it_is_switched_on_every_page_and_stays(self, language, word):
        phone = Client()
        answer = phone.post("/language", {"language": language, "next": "/games/tuareg"})
        assert answer.url == "/games/tuareg"
        cookie = phone.cookies["language"]
        assert (cookie["max-age"], cookie["samesite"]) == (400 * 24 * 3600, "Lax")
        page = phone.get("/", headers={"Accept-Language": "fr"})
        assert f'<html lang="{language}">' in page.content.decode()
        assert word in text_of(page)

    def test_the_first_page_and_that_of_this_phone_offer_all_of_them(self):
        offered = re.compile('<button name="language" value="(.+?)"')
        languages = {name: offered.findall(page.content.decode()) for name, page in every_page()}
        of_each = [language for language, _ in settings.LANGUAGES]
        assert {name: found for name, found in languages.items() if found} == {"home": of_each, "accounts:you": of_each}

    def test_it_makes_no_person(self):
        phone = Client()
        phone.post("/language", {"language": "de"})
        assert "caravan" not in phone.cookies

    @pytest.mark.parametrize("language", ["xx", "", "de-x-" + "a" * 5000, "\0", "../../etc"])
    def test_one_that_is_not_spoken_changes_nothing(self, language):
        phone = Client()
        assert phone.post("/language", {"language": language}).status_code == 302
        assert '<html lang="en">' in phone.get("/").content.decode()

    @pytest.mark.parametrize("language", ["xx", "\0", "de' or 1=1", "x" * 3000])
    def test_a_cookie_of_none_is_passed_over(self, language):
        assert phone_with_cookie("language", language).get("/").status_code == 200

    @pytest.mark.parametrize(
        "place", ["https://example.org/", "//example.org", "javascript:alert(1)", "/\\example.org"]
    )
    def test_it_leads_to_no_other_site(self, place):
        assert Client().post("/language", {"language": "de", "next": place}).url == "/"

    @pytest.mark.parametrize("language", ["de", "ja"])
    def test_every_page_is_there_in_every_language(self, language):
        for name, page in every_page(language=language):
            assert page.status_code in (200, 403, 404, 409, 410, 422), name
            assert f'<html lang="{language}"' in page.content.decode(), name

    @pytest.mark.parametrize(("language", "word"), [("de", "Wasser"), ("ja", "水")])
    def test_the_sentences_of_the_rules_are_translated(self, language, word):
        play = a_play()
        page = owners_phone(play).post(
            at("plays:card", play, play.seats.first().pk, "1"), {"water": "x"}, headers={"Accept-Language": language}
        )
        [fault] = re.findall(r'<p class="fault"[^>]*>([^<]+)', page.content.decode())
        assert word in fault


class TestWrong:
    @pytest.mark.parametrize(
        "place", ["/nonesuch", "/t/x", "/plays/x", "/games/nonesuch", "/admin/", "/.env", "/%00", "/%ff"]
    )
    def test_what_is_not_there_says_what_to_do(self, place):
        page = Client().get(place)
        assert page.status_code == 404
        assert "Page not found" in text_of(page)
        assert 'href="/"' in page.content.decode()

    def test_a_form_from_elsewhere_changes_nothing_and_says_what_to_do(self):
        phone = Client(enforce_csrf_checks=True)
        page = phone.post("/games/tuareg", START)
        assert page.status_code == 403
        assert "Nothing was changed." in text_of(page)
        assert forms_of(page) == []

    def test_with_its_token_a_form_is_taken(self):
        phone = Client(enforce_csrf_checks=True)
        token = phone.get("/games/tuareg").context["csrf_token"]
        assert phone.post("/games/tuareg", START | {"csrfmiddlewaretoken": token}).status_code == 302

    def test_the_forms_of_a_page_share_one_token_whichever_language_their_template_is_in(self):
        page = owners_phone(play := a_play()).get(at("plays:card", play, play.seats.first().pk, "1")).content.decode()
        tokens = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert len(tokens) == page.count('method="post"') > 2
        assert len(set(tokens)) == 1

    def test_a_save_from_elsewhere_is_not_taken_either(self):
        play = a_play()
        phone = Client(enforce_csrf_checks=True)
        phone.get(link_of(play))
        assert (
            phone.post(at("plays:card", play, play.seats.first().pk, "1"), {"water": 1}, headers=HTMX).status_code
            == 403
        )
        other = Client(enforce_csrf_checks=True)
        assert other.post(at("plays:table_code", play), headers={"Origin": "https://example.org"}).status_code == 403

    def test_another_host_is_refused(self):
        assert Client().get("/", headers={"Host": "example.org"}).status_code == 400

    @pytest.mark.parametrize(("cookie", "value"), each_third(list(product(COOKIES, NO_COOKIES))))
    def test_a_cookie_that_is_rubbish_breaks_no_page(self, cookie, value):
        phone = Client()
        phone.cookies[cookie] = value
        assert phone.get("/").status_code == 200
        assert phone.get("/games/tuareg").status_code == 200
        assert phone.post("/join", {"code": "x"}).status_code == 422

    @pytest.mark.parametrize(
        "body", [b"", long(b"%"), b"water=%ff", long(b"water"), long(b"=&=&"), long(b"\x00\xff" * 50)]
    )
    def test_a_body_that_is_rubbish_breaks_no_page(self, body):
        play = a_play()
        phone = owners_phone(play)
        for place in (
            "/games/tuareg",
            "/join",
            at("plays:seats", play),
            at("plays:card", play, play.seats.first().pk, "1"),
        ):
            for kind in ("application/x-www-form-urlencoded", "application/json", "text/plain", ""):
                assert phone.post(place, body, content_type=kind).status_code < 500

    def test_files_instead_of_words_break_no_page(self):
        play = a_play()
        phone = owners_phone(play)
        for place in (
            "/games/tuareg",
            "/join",
            at("plays:options", play),
            at("plays:card", play, play.seats.first().pk, "1"),
        ):
            file = io.BytesIO(b"\x00\xff")
            file.name = "water"
            assert phone.post(place, {"water": file, "player": file, "code": file}).status_code < 500


def test_over_https_plain_http_is_led_there(settings):
    settings.SECURE_SSL_REDIRECT = True
    answer = Client().get("/join")
    assert (answer.status_code, answer.url) == (301, "https://testserver/join")
