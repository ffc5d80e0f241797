"""The sign NUL, which no database keeps and people do not type, is never an error of the server."""

import pytest
from django.test import Client

from tests.lanes import IS_LONG, each_third
from tests.pages.test_access import OWNERS, WHO_MAY, address, walk
from tests.phones import a_play, at, forms_of, owners_phone, phone_with_cookie, seat_of

pytestmark = pytest.mark.postgresql

NUL = "a\0b"
PARAMETERS = ("q", "player", "game", "year", "group", "players", "page", "after", "revision", "stage", "next", "key")


# SQLite keeps it like any other sign: what could be an error there is one here.
@pytest.mark.postgresql(alone=True)
def test_in_a_form_or_a_question_it_is_a_sentence_or_nothing(subtests):
    for name, play, phones in walk(each_third(list(WHO_MAY)), OWNERS):
        phone = phones["owner"]
        place = address(name, play, phone)
        with subtests.test(name):
            looked = phone.get(place, dict.fromkeys(PARAMETERS, NUL))
            assert looked.status_code < 500
            page = phone.get(place)
            is_a_page = not page.streaming and page.get("Content-Type", "").startswith("text/html")
            its_own = [] if not is_a_page else [field for form in forms_of(page) for field in form["fields"]]
            for fields in (WHO_MAY[name].send, its_own):
                for wrong in [[field] for field in fields] if IS_LONG else [fields]:
                    sent = dict.fromkeys(its_own, "1") | WHO_MAY[name].send | dict.fromkeys(wrong, NUL)
                    assert phone.post(place, sent).status_code < 500, wrong


@pytest.mark.parametrize("path", ["/t/%00", "/t/a%00b", "/games/%00", "/%00", "/plays/%00/"])
def test_in_an_address_there_is_nothing(path):
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize("cookie", ["caravan", "links", "language", "csrftoken", "messages"])
def test_in_a_cookie_it_is_nobody(cookie):
    phone = phone_with_cookie(cookie, NUL * 8)
    assert phone.get("/").status_code == 200
    assert phone.get("/you").status_code == 200


def test_in_the_name_of_a_phone_to_be_signed_out_it_is_no_phone():
    assert owners_phone(a_play()).post("/you/phones", {"phone": NUL}).status_code == 302


def test_in_what_a_phone_sends_as_json_it_is_a_refusal():
    phone = owners_phone(a_play())
    for place in ("/sign-in/passkey", "/you/passkeys"):
        answer = phone.post(place, {"answer": '{"id": "a\\u0000b"}', "credential": '{"id": "a\\u0000b"}'})
        assert answer.status_code < 500


def test_in_a_card_it_is_what_was_typed_without_it(play):
    phone = owners_phone(play)
    place = at("plays:card", play, seat_of(play, "Anna").pk, "1")
    phone.post(place, {"revision": 0, "save_id": NUL, "water": "4\0"})
    assert phone.get(place).status_code == 200
