"""An address that is opened by a method that it doesn't have."""

import pytest
from django.test import Client

from tests.phones import at, owners_phone, text_of

BROWSER = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Nothing was changed."), ("de", "Es wurde nichts geändert."), ("ja", "何も変更されていません。")],
)
def test_browser_gets_a_page_and_the_way_home(play, language, words):
    phone = owners_phone(play)
    page = phone.get(at("finish", play), headers={**BROWSER, "Accept-Language": language})
    assert (page.status_code, page.headers["Allow"]) == (405, "POST")
    assert words in text_of(page)
    assert 'href="/"' in page.content.decode()


def test_program_gets_nothing_but_the_methods_that_are_allowed(db):
    answer = Client().put("/", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.content) == (405, b"")
    assert answer.headers["Allow"]
