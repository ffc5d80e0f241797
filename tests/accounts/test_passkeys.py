"""Passkeys: made on one's own page, listed, removed, and signed in with, without a name."""

import json

import pytest
from django.test import Client

from companion.access.rate_limits import WRONG_FROM_ONE_CLIENT
from companion.models import Passkey, Person
from tests.authenticator import Authenticator
from tests.lanes import long
from tests.phones import a_play, at, kept, owner_of, owners_phone, phone_of, text_of

MAKE, SHOW = "/you/passkeys/question", "/sign-in/passkey/question"
RUBBISH = [
    "",
    long("x"),
    long("null"),
    "[]",
    long("{}"),
    long("5"),
    '{"id": 5}',
    long('{"id": "eA", "rawId": "eA", "response": {}}'),
    '{"id": "eA", "rawId": "eA", "response": {"clientDataJSON": "e30", "attestationObject": "oA"}}',
    '{"id": "eA", "rawId": "eA", "response": {"clientDataJSON": "eA", "authenticatorData": "eA", "signature": "eA"}}',
    "[" * 100_000,
]


def question(phone, place):
    return json.loads(phone.post(place).content)


def make(phone, key, **more):
    """Answer the question for a new passkey."""
    return phone.post("/you/passkeys", {"passkey": key.makes(question(phone, MAKE), **more)})


def sign_in(phone, key, **more):
    """Answer the question who is there."""
    return phone.post("/sign-in/passkey", {"passkey": key.signs(question(phone, SHOW), **more)})


@pytest.fixture
def key():
    return Authenticator()


class TestMake:
    def test_it_is_kept_and_listed_with_its_day(self, play, phone, key):
        page = make(phone, key)
        assert page.url == "/you"
        text = text_of(phone.get("/you"))
        assert "You sign in with a passkey." in text
        assert "not used yet" in text
        assert owner_of(play).can_sign_in

    def test_the_question_asks_for_a_key_of_this_host_that_knows_its_owner(self, play, phone):
        asked = question(phone, MAKE)
        assert asked["rp"] == {"id": "testserver", "name": "Caravan"}
        assert asked["authenticatorSelection"]["residentKey"] == "required"
        assert asked["authenticatorSelection"]["userVerification"] == "preferred"
        assert len(asked["challenge"]) >= 22

    def test_what_the_phone_stores_of_its_owner_is_the_same_each_time_and_no_number_of_ours(self, play, phone):
        first, second = question(phone, MAKE), question(phone, MAKE)
        assert first["user"] == second["user"]
        assert first["challenge"] != second["challenge"]
        other = question(owners_phone(a_play()), MAKE)
        assert other["user"]["id"] != first["user"]["id"]

    def test_it_is_listed_on_the_phone_under_the_name(self, play, phone):
        assert question(phone, MAKE)["user"]["name"] == "Caravan"
        play.group.players.filter(name="Ben").update(person=owner_of(play))
        assert question(phone, MAKE)["user"]["name"] == "Ben"
        assert question(phone_of(kept(owner_of(play))), MAKE)["user"]["name"] == "Anna"

    def test_a_phone_that_has_one_is_told_so(self, phone, key):
        make(phone, key)
        assert len(question(phone, MAKE)["excludeCredentials"]) == 1

    @pytest.mark.parametrize("origin", ["https://example.org", "https://testserver", "http://testserver:8000", 5, None])
    def test_of_another_page_it_is_not_taken(self, phone, key, origin):
        make(phone, key, origin=origin)
        assert not Passkey.objects.exists()

    def test_one_made_for_another_host_is_not_taken(self, phone, key):
        asked = question(phone, MAKE)
        asked["rp"]["id"] = "example.org"
        phone.post("/you/passkeys", {"passkey": key.makes(asked)})
        assert not Passkey.objects.exists()

    def test_a_question_is_answered_once(self, phone):
        asked = question(phone, MAKE)
        for key in (Authenticator(), Authenticator()):
            phone.post("/you/passkeys", {"passkey": key.makes(asked)})
        assert Passkey.objects.count() == 1

    def test_an_answer_to_somebody_elses_question_is_none(self, phone, key):
        asked = question(owners_phone(a_play()), MAKE)
        question(phone, MAKE)
        phone.post("/you/passkeys", {"passkey": key.makes(asked)})
        assert not Passkey.objects.exists()

    def test_one_that_somebody_has_already_stays_theirs(self, play, phone, key):
        make(phone, key)
        make(owners_phone(a_play()), key)
        assert Passkey.objects.get().person == owner_of(play)

    @pytest.mark.parametrize("answer", RUBBISH)
    def test_rubbish_is_refused_with_a_sentence(self, phone, answer):
        question(phone, MAKE)
        page = phone.post("/you/passkeys", {"passkey": answer}, follow=True)
        assert "No passkey was made." in text_of(page)
        assert phone.post("/you/passkeys").status_code == 302

    def test_nobody_makes_none(self, key):
        assert Client().post(MAKE).status_code == Client().post("/you/passkeys").status_code == 404


class TestSignIn:
    @pytest.fixture
    def key(self, phone):
        key = Authenticator()
        make(phone, key)
        return key

    def test_no_name_is_needed(self, play, key):
        phone = Client()
        assert sign_in(phone, key).url == "/"
        assert phone.get(at("plays:play", play)).status_code == 200
        assert "last used on" in text_of(phone.get("/you"))
        assert Person.objects.count() == 1

    def test_the_question_names_nobodys_keys(self, key):
        asked = question(Client(), SHOW)
        assert asked["rpId"] == "testserver"
        assert "allowCredentials" not in asked

    def test_the_session_lasts_as_long_as_any(self, key):
        phone = Client()
        phone.post(SHOW)
        assert phone.cookies["caravan"]["max-age"] == 600
        sign_in(phone, key)
        assert phone.cookies["caravan"]["max-age"] == 400 * 24 * 3600

    def test_what_this_phone_was_known_for_goes_along(self, play, key):
        mine = a_play()
        phone = owners_phone(mine)
        sign_in(phone, key)
        assert {phone.get(at("plays:play", each)).status_code for each in (play, mine)} == {200}

    def test_the_key_of_the_session_is_another_then(self, key):
        phone = Client()
        phone.post(SHOW)
        before = phone.cookies["caravan"].value
        sign_in(phone, key)
        assert phone.cookies["caravan"].value != before

    @pytest.mark.parametrize("origin", ["https://example.org", "https://testserver", "http://testserver.example.org"])
    def test_a_page_of_another_site_signs_nobody_in(self, play, key, origin):
        phone = Client()
        page = sign_in(phone, key, origin=origin)
        assert page.status_code == 422
        assert "We don’t recognise this passkey." in text_of(page)
        assert phone.get(at("plays:play", play)).status_code == 404

    def test_a_key_for_another_host_signs_nobody_in(self, key):
        phone = Client()
        asked = question(phone, SHOW) | {"rpId": "example.org"}
        assert phone.post("/sign-in/passkey", {"passkey": key.signs(asked)}).status_code == 422

    def test_an_answer_that_was_overheard_is_good_for_nothing(self, key):
        phone = Client()
        answer = key.signs(question(phone, SHOW))
        assert phone.post("/sign-in/passkey", {"passkey": answer}).status_code == 302
        for other in (phone, Client()):
            other.post(SHOW)
            assert other.post("/sign-in/passkey", {"passkey": answer}).status_code == 422

    def test_another_key_by_the_same_name_is_not_it(self, key):
        forged = Authenticator()
        forged.id, forged.count = key.id, 100
        assert sign_in(Client(), forged).status_code == 422

    def test_one_that_was_never_made_here_is_not_known(self, key):
        assert sign_in(Client(), Authenticator()).status_code == 422

    def test_a_copy_that_counts_behind_is_refused(self, key):
        sign_in(Client(), key)
        sign_in(Client(), key)
        key.count -= 2
        assert sign_in(Client(), key).status_code == 422
        key.count += 2
        assert sign_in(Client(), key).status_code == 302

    def test_a_copy_that_counts_no_further_than_when_it_was_made_is_refused(self, key):
        assert key.count == 1
        key.count = 0
        assert sign_in(Client(), key).status_code == 422
        assert sign_in(Client(), key).status_code == 302

    @pytest.mark.parametrize("count", [3, 2, 1, 0])
    def test_a_copy_whose_count_did_not_go_up_is_refused(self, key, count):
        """The phone has counted to 3. A copy of its key says so many at most, or that it does not count."""
        for _ in range(2):
            assert sign_in(Client(), key).status_code == 302
        copied = Authenticator(counts=False)
        copied.key, copied.id, copied.count = key.key, key.id, count
        assert key.count == Passkey.objects.get().sign_count == 3
        assert sign_in(Client(), copied).status_code == 422
        assert Passkey.objects.get().sign_count == 3
        assert sign_in(Client(), key).status_code == 302

    def test_one_that_does_not_count_is_good_for_ever(self, phone):
        key = Authenticator(counts=False)
        make(phone, key)
        assert {sign_in(Client(), key).status_code for _ in range(3)} == {302}

    @pytest.mark.parametrize("answer", RUBBISH)
    def test_rubbish_is_refused_with_a_sentence(self, key, answer):
        phone = Client()
        phone.post(SHOW)
        page = phone.post("/sign-in/passkey", {"passkey": answer})
        assert page.status_code == 422
        assert "We don’t recognise this passkey." in text_of(page)

    def test_too_many_wrong_ones_have_to_wait_and_a_right_one_never_does(self, key):
        phone = Client()
        for _ in range(WRONG_FROM_ONE_CLIENT):
            assert phone.post("/sign-in/passkey", {"passkey": "x"}).status_code == 422
        page = phone.post("/sign-in/passkey", {"passkey": "x"})
        assert page.status_code == 429
        assert "Please wait 15 minutes." in text_of(page)
        assert sign_in(phone, key).status_code == 302

    def test_questions_are_limited_too_because_each_is_remembered(self):
        assert [Client().post(SHOW).status_code for _ in range(61)][-2:] == [200, 429]


class TestRemove:
    @pytest.fixture
    def place(self, phone, key):
        make(phone, key)
        return f"/you/passkeys/{Passkey.objects.get().pk}/remove"

    def test_it_asks_once_and_says_what_remains(self, play, phone, place):
        assert "Only the cookie on this phone would still identify you." in text_of(phone.get(place))
        assert Passkey.objects.exists()
        kept(owner_of(play))
        assert "Only the cookie" not in text_of(owners_phone(play).get(place))

    def test_it_signs_nobody_in_any_more(self, phone, key, place):
        assert phone.post(place).url == "/you"
        assert sign_in(Client(), key).status_code == 422

    def test_only_ones_own(self, place):
        for phone in (Client(), owners_phone(a_play())):
            assert phone.get(place).status_code == phone.post(place).status_code == 404
        assert Passkey.objects.exists()
