"""The log: a line for each request, where errors happened, and nothing that is nobody else's business."""

import io
import json
import logging

import pytest
from django.db import connection
from django.templatetags.static import static
from django.test import Client

from companion.core.logs import Json, PatternInsteadOfPath, Plain
from tests.lanes import long
from tests.phones import a_play, at, key_of, link_of, owners_phone, seat_of, send


@pytest.fixture
def listen():
    """Writes down all that is logged in this format; gives what was written."""
    undo = []

    def begin(formatter):
        written = io.StringIO()
        handler = logging.StreamHandler(written)
        handler.addFilter(PatternInsteadOfPath())
        handler.setFormatter(formatter)
        for logger in (logging.getLogger("django"), logging.getLogger("companion.requests")):
            undo.append((logger, handler, logger.level))
            logger.addHandler(handler)
            logger.setLevel(logging.INFO)
        return written

    yield begin
    for logger, handler, level in undo:
        logger.removeHandler(handler)
        logger.setLevel(level)


@pytest.fixture
def log(listen):
    return listen(Plain())


@pytest.fixture
def broken(play):
    """The page of a play whose game is gone, for a phone to which errors are shown as to everybody."""
    phone = owners_phone(play)
    phone.raise_request_exception = False
    play.game_slug = "nonesuch"
    play.save()
    return lambda: phone.get(at("plays:play", play) + "?key=a-key")


def lines(log):
    """The lines of requests, in order."""
    return [line for line in map(json.loads, log.getvalue().splitlines()) if "url" in line]


class TestALineForEachRequest:
    def test_it_says_what_was_asked_and_what_became_of_it(self, listen, play):
        log = listen(Json())
        page = owners_phone(play).get(at("plays:stage", play, "1") + "?a-key")
        [line] = lines(log)
        assert line["url"] == "/plays/<uuid:uuid>/stages/<slug:stage>"
        assert (line["method"], line["status"], line["level"]) == ("GET", page.status_code, "INFO")
        assert line["bytes"] == len(page.content)
        assert 0 < line["ms"] < 60_000
        assert line["at"].endswith("Z")

    def test_in_plain_it_is_one_line_too(self, log, play):
        page = owners_phone(play).get(at("plays:play", play))
        [line] = log.getvalue().splitlines()
        assert "GET /plays/<uuid:uuid>/ 200 " in line
        assert page.headers["X-Request-ID"] in line

    @pytest.mark.parametrize(
        ("path", "pattern"),
        [("/t/a-key", "/t/<slug:key>"), ("/t/a-key/x", "(no such URL)"), ("/static/a-key", "/static/")],
    )
    def test_it_names_the_pattern_and_never_the_path(self, listen, path, pattern):
        log = listen(Json())
        Client().get(path)
        assert lines(log)[-1]["url"] == pattern
        assert "a-key" not in log.getvalue()

    def test_a_method_that_nobody_knows_is_not_repeated(self, listen):
        log = listen(Json())
        Client().generic("A-KEY", "/")
        assert lines(log)[-1]["method"] == "OTHER"
        assert "A-KEY" not in log.getvalue()

    def test_neither_names_nor_holdings_nor_keys_nor_cookies_come_into_it(self, log, play):
        phone = owners_phone(play)
        phone.post(at("plays:seats", play), {"name": "Dorothea", "place": "3"})
        send(phone, play, "Anna", water="471147114711")
        phone.get(link_of(play))
        written = log.getvalue()
        assert written.count("POST /plays/") >= 2
        for secret in (
            "Dorothea",
            "water",
            "471147114711",
            key_of(play),
            str(play.uuid),
            phone.cookies["caravan"].value,
        ):
            assert secret not in written
        assert f"/{seat_of(play, 'Anna').pk}/" not in written

    def test_of_an_answer_that_comes_in_pieces_it_does_not_know_the_length(self, listen, play):
        log = listen(Json())
        answer = Client().get(static("css/caravan.css"))
        assert lines(log)[-1]["bytes"] == (None if answer.streaming else len(answer.content))


class TestRequestId:
    def test_each_answer_has_its_own(self):
        assert Client().get("/").headers["X-Request-ID"] != Client().get("/").headers["X-Request-ID"]

    def test_the_proxys_is_kept(self, settings):
        settings.PROXY = 1
        answer = Client().get("/", headers={"X-Request-ID": "4f1c-a.b_c9"})
        assert answer.headers["X-Request-ID"] == "4f1c-a.b_c9"

    def test_without_a_proxy_nobodys_is(self):
        answer = Client().get("/", headers={"X-Request-ID": "4f1c-a.b_c9"})
        assert answer.headers["X-Request-ID"] != "4f1c-a.b_c9"

    @pytest.mark.parametrize(
        "rubbish", ["short", "x" * 65, long("a b c d e f"), 'quoted"quoted', long("línea-de-log"), long("")]
    )
    def test_one_that_is_rubbish_is_not_kept(self, settings, rubbish):
        settings.PROXY = 1
        answer = Client().get("/", headers={"X-Request-ID": rubbish})
        assert answer.headers["X-Request-ID"] != rubbish


class TestErrors:
    def test_it_names_the_pattern_where_it_happened_and_the_request(self, log, broken):
        answer = broken()
        written = log.getvalue()
        assert "GET /plays/<uuid:uuid>/: 500" in written
        assert "KeyError" in written
        assert "companion/models/plays.py" in written
        assert written.count(answer.headers["X-Request-ID"]) == 2

    def test_it_holds_no_values(self, log, broken, play):
        broken()
        for value in ("nonesuch", "a-key", str(play.uuid)):
            assert value not in log.getvalue()

    def test_in_json_it_is_one_line_with_the_same_id(self, listen, broken):
        log = listen(Json())
        broken()
        error, request = map(json.loads, log.getvalue().splitlines())
        assert "KeyError" in error["traceback"]
        assert error["id"] == request["id"]
        assert request["status"] == 500

    def test_what_led_to_an_error_is_told_without_values_too(self, listen):
        log, words = listen(Plain()), "four camels of {}".format("Anna")
        try:
            try:
                int(words)
            except ValueError as error:
                raise RuntimeError(words) from error
        except RuntimeError:
            logging.getLogger("django").exception("Something broke")
        assert "ValueError\nled to:" in log.getvalue()
        assert log.getvalue().rstrip().endswith("RuntimeError")
        assert "of Anna" not in log.getvalue()
        assert "invalid literal" not in log.getvalue()

    @pytest.mark.urls("tests.core.no_pages")
    def test_what_fails_while_the_page_that_says_so_is_drawn_is_told_too(self, log):
        answer = Client(raise_request_exception=False).get("/")
        written = log.getvalue()
        # The line of its request, and two errors.
        assert written.count(answer.headers["X-Request-ID"]) == 3
        assert "core/errors.py" in written
        assert "led to:" in written
        assert written.count(" ERROR ") == 2

    def test_of_a_refused_form_host_or_method_it_names_no_path_either(self, log):
        play = a_play()
        Client(enforce_csrf_checks=True).post(link_of(play))
        Client().put(link_of(play))
        Client().get(link_of(play), headers={"Host": "example.org"})
        assert key_of(play) not in log.getvalue()

    def test_whoever_comes_by_another_name_is_a_line_and_no_error(self, log):
        assert Client().get("/", headers={"Host": "example.org"}).status_code == 400
        [line] = log.getvalue().splitlines()
        assert "GET (no such URL) 400 " in line

    def test_the_console_has_the_filter(self):
        handlers = logging.getLogger("django").handlers
        assert any(isinstance(each, PatternInsteadOfPath) for handler in handlers for each in handler.filters)


class TestHealth:
    def test_alive_asks_no_database(self, django_assert_num_queries):
        with django_assert_num_queries(0):
            answer = Client().get("/healthz")
        assert (answer.status_code, answer.content) == (200, b"ok\n")

    def test_ready_with_a_database_that_is_up_to_date(self):
        answer = Client().get("/readyz")
        assert (answer.status_code, answer.content) == (200, b"ok\n")

    def test_not_ready_while_a_migration_is_missing(self):
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE app = 'companion'")
        answer = Client().get("/readyz")
        assert (answer.status_code, answer.content) == (503, b"migrations\n")

    @pytest.mark.parametrize("path", ["/healthz", "/readyz"])
    def test_whoever_watches_asks_by_any_name_and_without_https(self, path, settings):
        settings.SECURE_SSL_REDIRECT = True
        answer = Client().get(path, headers={"Host": "10.0.0.7:8000"})
        assert answer.status_code == 200
        assert not answer.cookies
        assert answer.headers["Cache-Control"] == "no-store"

    def test_nothing_is_changed_there(self):
        assert Client().post("/healthz").status_code == 404


def test_rubbish_that_was_turned_down_leaves_a_line_and_no_trail_of_code(log, db):
    phone = Client(raise_request_exception=False)
    phone.get("/", headers={"Host": "evil.example"})
    phone.post("/join", b"x", content_type="application/x-www-form-urlencoded; charset=utf-16")
    assert log.getvalue()
    assert "File" not in log.getvalue()
