"""An address that is opened by a method that it doesn't have."""

from django.test import Client
from django.urls import reverse

from tests.phones import at, owners_phone
from tests.urls import every_url

BROWSER = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}


def test_reload_of_an_address_for_forms_leads_to_the_page_above_it(play):
    phone = owners_phone(play)
    for name, above in {"plays:finish": at("plays:play", play), "photos:add_photos": at("photos:photos", play)}.items():
        assert phone.get(at(name, play), headers=BROWSER).url.rstrip("/") == above.rstrip("/")


def test_no_address_answers_a_browsers_reload_with_405(play, client):
    for url in every_url():
        if "<" in url.route:
            continue
        answer = client.get(reverse(url.name), headers=BROWSER, follow=True)
        assert answer.status_code != 405, url.name


def test_program_gets_nothing_but_the_methods_that_are_allowed(db):
    answer = Client().put("/", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.content) == (405, b"")
    assert answer.headers["Allow"]
