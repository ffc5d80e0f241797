"""An address that is opened by a method that it doesn't have."""

from django.test import Client
from django.urls import get_resolver, reverse

from tests.phones import at, owners_phone

BROWSER = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}


def test_reload_of_an_address_for_forms_leads_to_the_page_above_it(play):
    phone = owners_phone(play)
    for name, above in {"finish": at("play", play), "add_photos": at("photos", play)}.items():
        assert phone.get(at(name, play), headers=BROWSER).url.rstrip("/") == above.rstrip("/")


def test_no_address_answers_a_browsers_reload_with_405(play, client):
    for pattern in get_resolver().url_patterns:
        name = getattr(pattern, "name", None)
        if not name or pattern.pattern.converters:
            continue
        answer = client.get(reverse(name), headers=BROWSER, follow=True)
        assert answer.status_code != 405, name


def test_program_gets_nothing_but_the_methods_that_are_allowed(db):
    answer = Client().put("/", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.content) == (405, b"")
    assert answer.headers["Allow"]
