"""Signing in on another phone: the same person is there then, with what this phone was known for."""

import datetime
import re

import pytest
from django.conf import global_settings, settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher, get_hasher
from django.test import Client
from django.utils import timezone

from companion.access.rate_limits import WRONG_FOR_ONE_NAME, WRONG_FROM_ONE_CLIENT
from companion.models import Person, Session, Tries, digest_of
from tests.lanes import long
from tests.phones import PASSWORD, a_play, at, kept, owner_of, owners_phone, phone_of, text_of, together


def sign_in(phone, name="Anna", password=PASSWORD, **more):
    return phone.post("/sign-in", {"username": name, "password": password}, **more)


@pytest.fixture
def anna(play):
    """Somebody who owns a group and is kept by a name and password."""
    return kept(owner_of(play))


class TestSamePerson:
    def test_is_on_the_other_phone(self, play, anna):
        phone = Client()
        assert sign_in(phone).url == "/"
        assert phone.get(at("plays:play", play)).status_code == 200
        assert "You sign in as Anna." in text_of(phone.get("/you"))
        assert Person.objects.count() == 1

    def test_stays_on_the_first_one(self, play, anna):
        first = phone_of(anna)
        sign_in(Client())
        assert first.get(at("plays:play", play)).status_code == 200

    def test_is_kept_for_400_days_and_renewed(self, anna):
        phone = Client()
        sign_in(phone)
        assert phone.cookies["caravan"]["max-age"] == 400 * 24 * 3600
        assert "renewed_at" in phone.session

    def test_may_sign_in_again(self, play, anna):
        phone = phone_of(anna)
        sign_in(phone)
        assert phone.get(at("plays:play", play)).status_code == 200


class TestWrong:
    @pytest.mark.parametrize(
        ("name", "password"),
        [("Anna", "falsch"), ("Anna", PASSWORD.upper()), ("Berta", PASSWORD), ("Anna\0x", PASSWORD)],
    )
    def test_one_sentence_whatever_was_wrong(self, anna, name, password):
        phone = Client()
        page = sign_in(phone, name, password)
        assert page.status_code == 422
        assert "Wrong name or password." in text_of(page)
        assert password not in page.content.decode()
        assert "We don’t know this phone yet." in text_of(phone.get("/you"))

    def test_a_name_that_nobody_can_have_says_so(self):
        assert "longer than 60 characters" in text_of(sign_in(Client(), "x" * 300))

    @pytest.mark.parametrize(
        ("fields", "missing"),
        [
            ({}, ["Enter a name.", "Enter a password."]),
            long({"username": ""}, ["Enter a name.", "Enter a password."]),
            ({"username": "Anna"}, ["Enter a password."]),
            long({"password": PASSWORD}, ["Enter a name."]),
        ],
    )
    def test_what_is_missing_is_asked_for(self, anna, fields, missing):
        page = Client().post("/sign-in", fields)
        assert page.status_code == 422
        assert re.findall(r"Enter a \w+\.", text_of(page)) == missing

    def test_a_visitor_without_a_password_cannot_be_signed_in_as(self, play):
        for name in ("", "None", "visitor 1"):
            for password in ("", "!", owner_of(play).password):
                assert sign_in(Client(), name, password).status_code == 422

    def test_what_was_typed_as_a_name_stays_and_is_only_text(self):
        page = sign_in(Client(), "<script>alert(1)</script>", "falsch")
        assert b"<script>alert" not in page.content
        assert b"&lt;script&gt;alert(1)" in page.content


class TestWhatThisPhoneWas:
    def test_known_by_a_cookie_alone_it_goes_along(self, play, anna):
        mine = a_play(names=["Dora", "Emil"])
        phone = owners_phone(mine)
        page = phone.get("/sign-in")
        assert "Everything you did on this phone comes with you" in text_of(page)
        assert "Dora, Emil" in text_of(page)
        sign_in(phone)
        assert {phone.get(at("plays:play", each)).status_code for each in (play, mine)} == {200}
        assert {group.pk for group in anna.groups.all()} == {play.group.pk, mine.group.pk}
        assert Person.objects.count() == 1

    def test_kept_itself_it_is_left_as_it_is_and_says_so(self, play, anna):
        mine = a_play(names=["Dora", "Emil"])
        dora = kept(owner_of(mine), name="Dora")
        phone = phone_of(dora)
        page = phone.get("/sign-in")
        assert "Continuing signs Dora out on this phone. Nothing is carried over." in text_of(page)
        sign_in(phone)
        assert phone.get(at("plays:play", play)).status_code == 200
        assert phone.get(at("plays:play", mine)).status_code == 404
        assert list(dora.groups.all()) == [mine.group]
        sign_in(phone, "Dora")
        assert phone.get(at("plays:play", mine)).status_code == 200

    @pytest.mark.postgresql
    @pytest.mark.django_db(transaction=True)
    def test_a_button_that_is_tapped_twice_takes_it_along_once(self):
        anna, mine = kept(), a_play(names=["Dora", "Emil"])
        phone = owners_phone(mine)
        phones = [Client(), Client()]
        for each in phones:
            each.cookies["caravan"] = phone.cookies["caravan"].value
        answers = together(*(lambda each=each: sign_in(each).status_code for each in phones))
        assert answers == [302, 302]
        assert list(anna.groups.all()) == [mine.group]
        assert Person.objects.count() == 1

    def test_a_wrong_password_takes_nothing_along(self, play, anna):
        mine = a_play()
        phone = owners_phone(mine)
        sign_in(phone, password="falsch")
        assert phone.get(at("plays:play", mine)).status_code == 200
        assert Person.objects.count() == 2


class TestSession:
    """A key that somebody knew before is worth nothing afterwards."""

    @pytest.mark.parametrize("who", ["somebody by a cookie", "the same person", "somebody kept"])
    def test_its_key_is_another_after_signing_in_and_the_old_one_is_dead(self, anna, who):
        before = {
            "somebody by a cookie": lambda: owner_of(a_play()),
            "the same person": lambda: anna,
            "somebody kept": lambda: kept(name="Dora"),
        }[who]()
        phone = phone_of(before)
        old = phone.session.session_key
        sign_in(phone)
        assert phone.session.session_key != old
        assert not Session.objects.filter(session_key=digest_of(old)).exists()
        stolen = Client()
        stolen.cookies[settings.SESSION_COOKIE_NAME] = old
        assert "We don’t know this phone yet." in text_of(stolen.get("/you"))

    def test_one_that_was_planted_before_anybody_signed_in_is_not_let_in(self, play, anna):
        attacker = Client()
        attacker.post("/sign-in/passkey/question")
        planted = attacker.cookies["caravan"].value
        phone = Client()
        phone.cookies["caravan"] = planted
        sign_in(phone)
        assert phone.get(at("plays:play", play)).status_code == 200
        assert phone.cookies["caravan"].value != planted
        assert attacker.get(at("plays:play", play)).status_code == 404


class TestLimits:
    def test_too_many_wrong_passwords_for_one_name_and_even_the_right_one_waits(self, anna):
        for number in range(WRONG_FOR_ONE_NAME):
            assert sign_in(Client(REMOTE_ADDR=f"10.0.0.{number}"), "aNNa", "falsch").status_code == 422
        page = sign_in(Client(REMOTE_ADDR="10.0.1.1"))
        assert page.status_code == 429
        assert "Please wait 15 minutes." in text_of(page)
        kept(name="Dora")
        assert sign_in(Client(REMOTE_ADDR="10.0.1.1"), "Dora").status_code == 302

    def test_a_phone_on_which_she_signed_in_before_is_not_locked_out_by_strangers(self, anna):
        known = Client()
        sign_in(known)
        known.post("/sign-out")
        for number in range(WRONG_FOR_ONE_NAME + 1):
            sign_in(Client(REMOTE_ADDR=f"10.0.0.{number}"), password="falsch")
        for _ in range(WRONG_FROM_ONE_CLIENT):
            sign_in(Client(), "Nobody", "falsch")
        assert sign_in(Client()).status_code == 429
        assert sign_in(known, "aNNa").status_code == 302

    def test_such_a_phone_has_tries_of_its_own_and_then_those_of_a_stranger(self, anna):
        known = Client()
        sign_in(known)
        answers = [sign_in(known, password="falsch").status_code for _ in range(2 * WRONG_FOR_ONE_NAME + 1)]
        assert answers == [422] * 2 * WRONG_FOR_ONE_NAME + [429]

    def test_and_none_for_anybody_else(self, anna):
        known = Client()
        sign_in(known)
        kept(name="Dora")
        for number in range(WRONG_FOR_ONE_NAME + 1):
            sign_in(Client(REMOTE_ADDR=f"10.0.0.{number}"), "Dora", "falsch")
        assert sign_in(known, "Dora").status_code == 429

    def test_nobody_makes_such_a_phone_of_theirs(self, anna):
        for number in range(WRONG_FOR_ONE_NAME + 1):
            sign_in(Client(REMOTE_ADDR=f"10.0.0.{number}"), password="falsch")
        forger = Client()
        forger.cookies["device"] = f"x {anna.pk}:x:y"
        assert sign_in(forger).status_code == 429

    @pytest.mark.long
    def test_a_tablet_knows_all_who_signed_in_on_it(self, anna):
        kept(name="Dora")
        tablet = Client()
        sign_in(tablet)
        sign_in(tablet, "Dora")
        for number in range(WRONG_FOR_ONE_NAME + 1):
            sign_in(Client(REMOTE_ADDR=f"10.0.0.{number}"), password="falsch")
        assert sign_in(tablet).status_code == 302

    def test_too_many_wrong_ones_from_one_client(self, anna):
        phone = Client()
        for number in range(WRONG_FROM_ONE_CLIENT):
            assert sign_in(phone, f"Nobody {number}", "falsch").status_code == 422
        assert sign_in(phone).status_code == 429
        assert sign_in(Client(REMOTE_ADDR="10.0.0.1")).status_code == 302

    def test_right_ones_do_not_count(self, anna):
        for _ in range(WRONG_FOR_ONE_NAME + 1):
            assert sign_in(Client()).status_code == 302

    @pytest.mark.long
    def test_after_a_quarter_of_an_hour_it_goes_on(self, anna):
        for _ in range(WRONG_FOR_ONE_NAME + 1):
            sign_in(Client(), password="falsch")
        Tries.objects.update(started_at=timezone.now() - datetime.timedelta(minutes=16))
        assert sign_in(Client()).status_code == 302

    def test_the_password_until_now_cannot_be_guessed_either(self, anna):
        phone = phone_of(anna, confirmed=False)
        for _ in range(WRONG_FOR_ONE_NAME):
            assert phone.post("/you/confirm", {"password": "falsch"}).status_code == 422
        assert phone.post("/you/confirm", {"password": PASSWORD}).status_code == 429

    def test_what_was_typed_is_not_to_be_read_in_the_count(self):
        sign_in(Client(), "my secret typed into the wrong field", "x")
        assert not Tries.objects.filter(key__contains="secret").exists()

    def test_after_a_day_nobody_knows_who_tried(self, anna):
        sign_in(Client(REMOTE_ADDR="10.0.0.1"), password="falsch")
        Tries.objects.update(started_at=timezone.now() - datetime.timedelta(days=2))
        sign_in(Client(REMOTE_ADDR="10.0.0.2"), password="falsch")
        assert not Tries.objects.filter(key__contains="10.0.0.1").exists()

    @pytest.mark.postgresql
    @pytest.mark.django_db(transaction=True)
    def test_they_hold_for_all_who_try_in_the_same_moment(self):
        kept()
        answers = together(*[lambda: sign_in(Client(), password="falsch").status_code] * (WRONG_FOR_ONE_NAME + 5))
        assert sorted(answers) == [422] * WRONG_FOR_ONE_NAME + [429] * 5
        assert sign_in(Client()).status_code == 429


def test_a_password_is_stored_as_django_proposes(settings):
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    assert isinstance(get_hasher(), PBKDF2PasswordHasher)
    assert kept().password.startswith("pbkdf2_sha256$")
