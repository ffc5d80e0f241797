"""An id or a number that is sent fits into a header, an address and a column, or a sentence says that it does not."""

import json

import pytest
from django.test import Client
from fido2.utils import websafe_encode

from companion.models import CardSave, Passkey
from tests.authenticator import Authenticator
from tests.lanes import each_third, long
from tests.pages.test_access import OWNERS, WHO_MAY, address, walk
from tests.phones import again, at, card_at, seat_of, text_of

UNKEPT = ["a\r\nSet-Cookie: caravan=x", "a\nb", "a\0b", "x" * 65, "ä", "a b"]
TOO_LARGE = "9" * 30


@pytest.mark.parametrize("save_id", each_third(UNKEPT))
class TestSaveId:
    def test_a_card_under_it_is_refused_with_a_sentence_and_not_stored(self, play, phone, save_id):
        answer = phone.post(card_at(play, "Anna"), {"revision": 0, "save_id": save_id, "water": "4"})
        assert answer.status_code == 400
        assert "Nothing was changed." in text_of(answer)
        assert not CardSave.objects.filter(seat__play=play).exists()

    def test_so_is_the_end_of_a_stage_and_a_correction(self, play, phone, save_id):
        sent = {"anyway": "1", "save_id": save_id}
        assert phone.post(at("plays:close", play, "1"), sent).status_code == 400
        assert again(play).closed_stages == 0
        field = f"{seat_of(play, 'Anna').pk}-save_id"
        assert phone.post(at("plays:correct", play, "1", "water"), {field: save_id}).status_code == 400


class TestCredential:
    @pytest.mark.parametrize("its_id", ["a\r\nb", "a\0b", "x" * 1365, ""])
    @pytest.mark.parametrize("place", ["/sign-in/passkey", "/you/passkeys"])
    def test_an_id_that_none_has_is_refused_with_a_sentence(self, phone, its_id, place):
        phone.post(f"{place}/question")
        answer = phone.post(place, {"passkey": json.dumps({"id": its_id, "rawId": its_id, "response": {}})})
        assert answer.status_code == 400
        assert "Nothing was changed." in text_of(answer)

    def test_neither_is_one_kept_whose_id_is_longer_inside(self, phone):
        authenticator = Authenticator()
        authenticator.id = b"x" * 2000
        said = json.loads(authenticator.makes(phone.post("/you/passkeys/question").json()))
        said["id"] = said["rawId"] = websafe_encode(b"short")
        answer = phone.post("/you/passkeys", {"passkey": json.dumps(said)})
        assert answer.status_code == 400
        assert not Passkey.objects.exists()


def test_a_number_that_no_database_has_room_for_is_nobodys(subtests):
    fields = ("revision", "base", "noted", "seat", "page", "place", "newest", "typed_by", "player")
    for name, play, phones in walk(each_third([name for name, row in WHO_MAY.items() if row.send]), OWNERS):
        phone = phones["owner"]
        place = address(name, play, phone)
        sent = WHO_MAY[name].send | dict.fromkeys(fields, TOO_LARGE)
        with subtests.test(name):
            assert phone.post(place, sent).status_code < 500
            assert phone.get(place, sent).status_code < 500


@pytest.mark.parametrize("number", [TOO_LARGE, str(2**63), long(str(2**31)), long("9" * 3000)])
def test_in_an_address_it_leads_nowhere(play, phone, number):
    group, its_player = play.group.uuid, f"players/{number}"
    for path in (
        *(f"/plays/{play.uuid}/{rest}" for rest in (f"seats/{number}/1", f"kept/{number}", "trail?page=" + number)),
        *(f"/groups/{group}/{rest}" for rest in (its_player, f"{its_player}/edit", f"people/{number}/role")),
        f"/you/passkeys/{number}/remove",
        f"/plays/{play.uuid}/trail/changes/{number}/put-back",
        f"/plays/{play.uuid}/trail/options/{number}/put-back",
    ):
        for answer in (phone.get(path), phone.post(path)):
            assert answer.status_code < 500, path


@pytest.mark.parametrize(
    "header",
    [
        {"Accept-Language": "de;q=x, " * 500},
        long({"Accept-Language": "x" * 4000}),
        long({"Accept-Language": "a\0b"}),
        {"Cookie": "caravan=a\0b"},
        long({"Cookie": "caravan=" + "x" * 4000}),
        long({"Cookie": "language=" + "x" * 4000}),
        {"Cookie": "messages=x; links=x; csrftoken=" + "x" * 4000},
        {"Host": "testserver:999999999"},
        long({"Host": "a\0b"}),
        long({"Host": "[::1"}),
    ],
)
def test_a_head_that_no_browser_sends_is_no_error_of_the_server(header):
    phone = Client(raise_request_exception=False)
    for path in ("/", "/sign-in", "/games/tuareg"):
        assert phone.get(path, headers=header).status_code < 500
        assert phone.post(path, headers=header).status_code < 500
