"""Whoever is about to change what a person is known by shows once in ten minutes to be that person."""

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import Group, Link, Passkey, Person
from tests.accounts.test_passkeys import MAKE, SHOW, make, question
from tests.authenticator import Authenticator
from tests.lanes import long
from tests.phones import PASSWORD, a_play, fields_of, form_to, kept, owner_of, owners_phone, phone_of, text_of

PAGES = {
    "changing the password": "/you/password",
    "showing the way back": "/you/recovery",
    "renewing the way back": "/you/recovery/renew",
    "deleting oneself": "/you/delete",
}


@pytest.fixture
def anna(play):
    return kept(owner_of(play))


@pytest.fixture
def found(anna):
    """Anna's phone, signed in a good while ago, in whose hand ever."""
    return phone_of(anna, confirmed=False)


def confirm(phone, password=PASSWORD, wanted="/you"):
    return phone.post("/you/confirm", {"password": password, "next": wanted})


class TestWhatIsAskedFor:
    @pytest.mark.parametrize("what", PAGES)
    def test_it_leads_to_the_question_and_from_there_on_to_what_was_wanted(self, found, what):
        asked = found.get(PAGES[what], follow=True)
        assert "Please confirm that it is you" in text_of(asked)
        assert confirm(found, wanted=fields_of(asked)["next"]).url == PAGES[what]
        assert found.get(PAGES[what]).status_code == 200

    @pytest.mark.parametrize("what", [what for what in PAGES if what != "showing the way back"])
    def test_what_was_sent_changes_nothing_and_leads_back_to_its_form(self, anna, found, what):
        fields = {"name": "Eve", "new_password": "zwei Handvoll Feigen", "again": "zwei Handvoll Feigen"}
        asked = found.post(PAGES[what], fields, follow=True)
        assert fields_of(asked)["next"] == PAGES[what]
        assert Person.objects.get().name == "Anna"
        assert not Link.objects.filter(kind="recovery").exists()

    def test_deleting_a_group(self, play, found):
        place = reverse("groups:delete_group", args=[play.group.uuid])
        for answer in (found.get(place), found.post(place, {"name": str(play.group)})):
            assert answer.url == f"/you/confirm?next={place}"
        assert Group.objects.filter(deleted_at=None).exists()
        confirm(found)
        assert found.post(place, {"name": str(play.group)}).url == "/"
        assert not Group.objects.filter(deleted_at=None).exists()

    def test_making_a_passkey(self, found):
        for place in (MAKE, "/you/passkeys"):
            assert found.post(place).url == "/you/confirm?next=/you"
        confirm(found)
        make(found, Authenticator())
        assert Passkey.objects.exists()

    def test_removing_one(self, anna, found):
        passkey = Passkey.objects.create(person=anna, credential_id="x", public_key=b"")
        place = f"/you/passkeys/{passkey.pk}/remove"
        for answer in (found.get(place), found.post(place)):
            assert answer.url == f"/you/confirm?next={place}"
        assert Passkey.objects.exists()

    def test_a_group_of_others_is_as_little_there_as_before(self, found):
        place = reverse("groups:delete_group", args=[a_play().group.uuid])
        assert found.get(place).status_code == found.post(place).status_code == 404

    def test_what_changes_nothing_of_it_is_open_as_before(self, play, found):
        for place in ("/you", "/sign-out", f"/groups/{play.group.uuid}/people", "/you/phones"):
            assert found.get(place).status_code == 200


class TestHowOften:
    def test_once_and_then_not_for_ten_minutes(self, found):
        confirm(found)
        for place in PAGES.values():
            assert found.get(place).status_code == 200
        assert found.get("/you/confirm?next=/you/delete").url == "/you/delete"

    def test_signing_in_is_enough(self, anna):
        phone = Client()
        phone.post("/sign-in", {"username": "Anna", "password": PASSWORD})
        assert phone.get("/you/delete").status_code == 200

    def test_who_has_a_cookie_alone_is_not_asked(self, play):
        phone = phone_of(owner_of(play), confirmed=False)
        assert phone.get("/you/confirm").url == "/you"
        for place in PAGES.values():
            assert phone.get(place).status_code == 200

    def test_choosing_a_password_for_the_first_time_is_enough(self, play):
        phone = phone_of(owner_of(play), confirmed=False)
        phone.post("/you/password", {"name": "Anna", "new_password": PASSWORD, "again": PASSWORD})
        assert phone.get("/you/delete").status_code == 200


class TestPassword:
    @pytest.mark.parametrize("password", [long(""), "falsch", PASSWORD.upper()])
    def test_a_wrong_one_is_told_and_what_was_wanted_is_not_forgotten(self, found, password):
        page = confirm(found, password, wanted="/you/delete")
        assert page.status_code == 422
        assert "password." in text_of(page)
        assert form_to("/you/confirm", page)["next"] == ["/you/delete"]
        assert found.get("/you/delete").status_code == 302

    def test_strangers_who_try_her_name_keep_nobody_from_it(self, found):
        for number in range(11):
            Client(REMOTE_ADDR=f"10.0.0.{number}").post("/sign-in", {"username": "Anna", "password": "falsch"})
        assert confirm(found).status_code == 302

    @pytest.mark.parametrize(
        "wanted", ["https://example.org", "//example.org", "/\\example.org", long("x"), "javascript:x", long("")]
    )
    def test_it_leads_nowhere_else(self, found, wanted):
        assert confirm(found, wanted=wanted).url == "/you"


class TestPasskey:
    @pytest.fixture
    def key(self, play):
        key = Authenticator()
        make(owners_phone(play), key)
        return key

    def by_passkey(self, phone, key):
        answer = key.signs(question(phone, SHOW))
        return phone.post("/you/confirm", {"passkey": answer, "next": "/you/delete"})

    def test_who_has_nothing_else_is_asked_for_it(self, play, key):
        phone = phone_of(owner_of(play), confirmed=False)
        page = phone.get("/you/delete", follow=True)
        assert "Confirm with a passkey" in text_of(page)
        assert "password" not in fields_of(page)
        assert self.by_passkey(phone, key).url == "/you/delete"
        assert phone.get("/you/delete").status_code == 200

    def test_one_of_somebody_else_confirms_nothing(self, play, key):
        mine = Authenticator()
        other = a_play()
        make(owners_phone(other), mine)
        phone = phone_of(owner_of(play), confirmed=False)
        page = self.by_passkey(phone, mine)
        assert page.status_code == 422
        assert "This isn’t one of your passkeys." in text_of(page)
        assert phone.get("/you/delete").status_code == 302

    def test_making_one_is_enough(self, play):
        phone = phone_of(owner_of(play), confirmed=False)
        make(phone, Authenticator())
        assert phone.get("/you/delete").status_code == 200


def test_nobody_has_nothing_to_confirm():
    assert Client().get("/you/confirm").status_code == Client().post("/you/confirm").status_code == 404
