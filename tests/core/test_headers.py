"""Each header on each page, as a site sends them by https; what a request may weigh; what cookies may be read."""

import pytest
from django.conf import settings as site
from django.templatetags.static import static
from django.test import Client

from companion.core.middleware import MOST_SENT
from companion.core.requests import refusal
from tests.lanes import each_third, long
from tests.pages.test_access import OWNERS, WHO_MAY, address, walk
from tests.phones import HTMX, a_play, at, guests_phone, link_of, owner_of, owners_phone, phone_of, text_of

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000",
    "Cross-Origin-Opener-Policy": "same-origin",
}
REFUSED_ABILITIES = {"camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()"}
# All that scripts of ours read; the others no script is to see.
FOR_SCRIPTS = {"__Host-csrftoken"}


def carries_styles(answer) -> bool:
    return not answer.streaming and b"<style" in answer.content


def see_what_is_safe(answer):
    """What even a file says, and an answer to what is no request of ours."""
    for name, value in ALWAYS.items():
        assert answer.headers[name] == value, name
    policy = set(answer.headers["Content-Security-Policy"].split("; "))
    assert policy >= POLICY
    [of_styles] = policy - POLICY
    # Which ones may stand within a page is seen in `test_styles.py`.
    assert of_styles.partition(" 'sha256-")[0] == "style-src 'self'"
    assert ("sha256" in of_styles) == carries_styles(answer)
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert set(answer.headers["Permissions-Policy"].split(", ")) >= REFUSED_ABILITIES


def see_headers(answer, *, is_kept=False):
    """What a page says; of what a browser may keep (`is_kept`) it asks each time whether it still may show it."""
    see_what_is_safe(answer)
    kept = {"no-cache" if is_kept else "no-store", "private"}
    assert kept <= set(answer.headers["Cache-Control"].split(", "))
    assert len(answer.headers["X-Request-ID"]) == 16


def see_cookies(answer):
    for name, cookie in answer.cookies.items():
        if not cookie.value:
            continue
        assert cookie["secure"], name
        assert cookie["samesite"] == "Lax", name
        assert bool(cookie["httponly"]) == (name not in FOR_SCRIPTS), name


@pytest.mark.parametrize("method", ["GET", long("POST")])
def test_every_address_sends_every_header(method, by_https, subtests):
    for name, play, phones in walk(each_third(list(WHO_MAY)), OWNERS):
        phone = phones["owner"]
        place = address(name, play, phone)
        with subtests.test(name):
            answer = (
                phone.get(place, secure=True) if method == "GET" else phone.post(place, WHO_MAY[name].send, secure=True)
            )
            if answer.status_code == 204:
                # Nothing is said, and nothing of it: TestWhatAScriptFetches.
                assert set(answer.headers) - {"Caravan-Took"} == {"Cache-Control"}
                continue
            see_headers(answer, is_kept=name == "photos:picture" and answer.status_code == 200)
            see_cookies(answer)


class TestWhatIsNoPage:
    def test_nothing_there_and_a_refused_form_send_them(self, by_https):
        see_headers(Client().get("/nonesuch", secure=True))
        see_headers(Client(enforce_csrf_checks=True).post("/join", {"code": "x"}, secure=True))
        see_headers(Client().put("/", secure=True))

    def test_an_error_sends_them(self, by_https, play):
        phone = owners_phone(play)
        phone.raise_request_exception = False
        play.game_slug = "nonesuch"
        play.save()
        answer = phone.get(at("plays:play", play), secure=True)
        assert answer.status_code == 500
        see_headers(answer)

    @pytest.mark.parametrize("path", ["/healthz", "/readyz"])
    def test_a_word_sends_what_a_page_does(self, path, by_https):
        answer = Client().get(path, secure=True)
        assert answer.status_code == 200
        see_what_is_safe(answer)

    def test_a_file_sends_what_concerns_it_and_weighs_little(self, by_https):
        answer = Client().get(static("css/caravan.css"), secure=True)
        assert answer.status_code == 200
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'"
        assert "Permissions-Policy" not in answer.headers

    def test_plain_http_names_no_abilities_which_browsers_grant_by_https_alone(self):
        assert "Permissions-Policy" not in Client().get("/").headers

    def test_so_does_what_is_refused_before_any_page_is_asked(self, by_https, settings):
        by_https.SECURE_SSL_REDIRECT = True
        elsewhere = Client(raise_request_exception=False)
        for path in ("/", static("css/caravan.css")):
            answer = elsewhere.get(path, headers={"Host": "evil.example"})
            if path == "/":
                assert answer.status_code == 400
            assert answer.headers["X-Frame-Options"] == "DENY"
        refused = elsewhere.get("/", secure=True, headers={"Host": "evil.example"})
        assert refused.status_code == 400
        see_what_is_safe(refused)
        fields = {f"field{number}": "1" for number in range(site.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
        see_what_is_safe(elsewhere.post("/join", fields, secure=True))

    def test_so_does_what_the_server_itself_refuses(self, by_https):
        by_https.HTTPS = True
        said, _ = refusal(408)
        for name, value in ALWAYS.items():
            assert (name.encode(), value.encode()) in said, name

    def test_files_are_kept_for_good_under_the_name_of_what_is_in_them(self):
        page = Client().get("/").content.decode()
        path = page.split('rel="stylesheet" href="')[1].partition('"')[0]
        for encoding in ("gzip", "br"):
            file = Client().get(path, headers={"Accept-Encoding": encoding})
            assert file.headers["Cache-Control"] == "max-age=315360000, public, immutable"
            assert file.headers["Content-Encoding"] == encoding
            assert not {"X-Request-ID", "Access-Control-Allow-Origin"} & set(file.headers)


class TestWhatAScriptFetches:
    """It weighs little, because phones ask every second and a half; the page it is put into has said the rest."""

    OF_A_PAGE = ("Content-Security-Policy", "Permissions-Policy", "X-Frame-Options", "Referrer-Policy")

    def poll(self, play, revision, **more):
        return owners_phone(play).get(
            at("plays:live", play), {"revision": revision, "page": "cards", "stage": "1"}, **more
        )

    @pytest.mark.parametrize("asked_by", [{}, HTMX], ids=["anything", "a script"])
    def test_that_nothing_has_changed_is_said_in_hardly_more_than_a_line(self, asked_by, by_https, play):
        answer = self.poll(play, play.revision, headers=asked_by, secure=True)
        assert answer.status_code == 204
        assert dict(answer.headers) == {"Cache-Control": "no-store"} | ({"Caravan-Took": "1"} if asked_by else {})

    def test_a_fragment_says_what_concerns_a_fragment(self, by_https, play):
        answer = self.poll(play, 0, headers=HTMX, secure=True)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Strict-Transport-Security"] == ALWAYS["Strict-Transport-Security"]
        assert not [name for name in self.OF_A_PAGE if name in answer.headers]
        assert len(str(answer.headers)) < 300

    def test_the_same_opened_as_a_page_says_all_that_a_page_does(self, by_https, play):
        see_headers(self.poll(play, 0, secure=True))


def test_all_cookies_there_are_keep_to_themselves(by_https, play):
    stranger, member = Client(), phone_of(owner_of(play))
    answers = [
        stranger.get("/games/tuareg", secure=True),
        stranger.post("/language", {"language": "de"}, secure=True),
        stranger.get(link_of(play), secure=True),
        stranger.post(at("plays:mine", play), {"seat": play.seats.first().pk}, secure=True),
        member.post(at("plays:delete", play), secure=True),
    ]
    for answer in answers:
        see_cookies(answer)
    assert {name for answer in answers for name in answer.cookies} == {
        "language",
        *("__Host-csrftoken", "__Host-caravan", "__Host-links", "__Host-messages"),
    }


class TestWhatARequestMayWeigh:
    def test_a_form_that_is_too_large_is_refused_with_a_sentence(self, settings):
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
        play = a_play()
        answer = owners_phone(play).post(at("plays:notes", play), {"notes": "x" * 2000})
        assert answer.status_code == 413
        assert "Nothing was changed." in text_of(answer)

    def test_so_are_more_fields_than_any_form_has(self):
        play = a_play()
        fields = {f"field{number}": "1" for number in range(site.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
        answer = guests_phone(play).post(at("plays:card", play, play.seats.first().pk, "1"), fields)
        assert answer.status_code == 413
        assert "Nothing was changed." in text_of(answer)

    @pytest.mark.parametrize("length", [str(MOST_SENT + 1), "9" * 30, "²", "-1", "many"])
    def test_what_announces_itself_as_larger_than_any_file_is_not_even_read(self, length):
        answer = Client().post("/join", {"code": "x"}, CONTENT_LENGTH=length, headers={"Accept-Language": "de"})
        assert answer.status_code == 413
        assert '<html lang="de">' in answer.content.decode()
        assert answer.wsgi_request._read_started is False
