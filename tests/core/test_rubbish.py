"""What no browser sends: it is turned down with a sentence, and leaves no trail of code in the log."""

import pytest
from django.test import Client

from tests.lanes import long
from tests.phones import at, card_at, owner_of, phone_of, text_of

# Read for its token before any view, and once more for the page that says so.
UNREADABLE = [
    "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data",
    "multipart/form-data; boundary=",
]


@pytest.fixture
def phone(play):
    phone = phone_of(owner_of(play), enforce_csrf_checks=True, raise_request_exception=False)
    phone.get("/")
    return phone


@pytest.mark.parametrize("content_type", UNREADABLE)
@pytest.mark.parametrize("name", ["plays:stop", long("plays:finish"), long("plays:rematch")])
def test_a_form_that_cannot_be_read_changes_nothing(play, phone, name, content_type):
    answer = phone.post(at(name, play), b"--xyz\r\nrubbish", content_type=content_type)
    assert answer.status_code == 400
    assert "Nothing was changed." in text_of(answer)
    play.refresh_from_db()
    assert play.is_open


@pytest.mark.parametrize(("language", "words"), [("de", "nicht lesbar"), ("ja", "読み取れません")])
def test_it_says_so_in_the_phones_language(play, phone, language, words):
    answer = phone.post(card_at(play, "Anna"), b"x", content_type=UNREADABLE[0], headers={"Accept-Language": language})
    assert words in text_of(answer)


def test_a_host_that_is_not_ours_is_refused(db):
    answer = Client(raise_request_exception=False).get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "evil.example" not in answer.content.decode()
