"""Who is asking: nobody until the first change, then a person, known by a long-lived cookie."""

import datetime

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from companion.models import Group, Person, Play, Tries
from tests.web.phones import HTMX, a_play, at, card_at, form_to, guests_phone, send

START = {
    "player": ["Anna", "Ben"],
    "played_on": "2020-11-20",
    "points_water": 6,
    "points_gold": 5,
    "points_salt": 4,
    "points_millet": 3,
    "maps": "once",
    "tie_break": "hand-sum",
}
MONTH = datetime.timedelta(days=31)


def rows():
    return [model.objects.count() for model in (Person, Session, Group, Play, Tries)]


@pytest.mark.parametrize("address", ["/", "/games/tuareg", "/join", "/games/nonesuch", "/nonesuch", "/language"])
def test_a_look_leaves_nothing_behind(address):
    phone = Client()
    phone.get(address)
    assert rows() == [0] * 5
    assert set(phone.cookies) <= {"csrftoken", "language"}


def test_a_look_at_a_table_by_its_link_makes_no_person():
    play = a_play()
    before = rows()
    phone = guests_phone(play)
    phone.get(at("mine", play))
    phone.get(at("play", play))
    assert rows() == before
    assert set(phone.cookies) == {"csrftoken", "tables"}


def test_rearranging_names_is_no_change_yet():
    phone = Client()
    phone.post("/games/tuareg", START | {"add": "Chris"})
    assert rows() == [0] * 5
    assert "caravan" not in phone.cookies


def test_what_is_refused_makes_nobody():
    phone = Client()
    phone.post("/games/tuareg", START | {"player": ["Anna"]})
    assert rows() == [0] * 5


def test_the_first_change_makes_a_person_and_the_second_none():
    phone = Client()
    phone.post("/games/tuareg", START)
    phone.post("/games/tuareg", START)
    assert (Person.objects.count(), Play.objects.count()) == (1, 2)


def test_saving_a_card_at_somebody_elses_table_makes_a_person():
    play = a_play()
    phone = guests_phone(play)
    send(phone, play, "Anna", water="4")
    send(phone, play, "Anna", water="5", revision=1)
    assert Person.objects.count() == 2


def test_a_person_has_nothing_but_a_cookie():
    Client().post("/games/tuareg", START)
    person = Person.objects.get()
    assert person.name is None
    assert not person.has_usable_password()


def test_the_cookie_is_kept_from_scripts_and_other_sites_for_400_days():
    phone = Client()
    phone.post("/games/tuareg", START)
    cookie = phone.cookies["caravan"]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", "")
    assert cookie["max-age"] == 400 * 24 * 3600


def test_over_https_no_cookie_travels_without_it(settings):
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.LANGUAGE_COOKIE_SECURE = True
    play = a_play()
    phone = Client()
    phone.get(f"/t/{play.links.get().key}", secure=True)
    phone.get("/", secure=True)
    phone.post("/language", {"language": "de"}, secure=True)
    phone.post("/games/tuareg", START, secure=True)
    assert {name: cookie["secure"] for name, cookie in phone.cookies.items()} == dict.fromkeys(
        ["tables", "csrftoken", "language", "caravan"], True
    )


class TestRenewal:
    @staticmethod
    def started_ago(ago):
        phone = Client()
        phone.post("/games/tuareg", START)
        session = phone.session
        session["renewed_at"] = (timezone.now() - ago).isoformat()
        session.save()
        phone.cookies["caravan"] = phone.cookies["caravan"].value
        return phone

    def test_after_a_month_the_cookie_is_sent_again_for_400_days(self):
        phone = self.started_ago(MONTH)
        assert phone.get("/").cookies["caravan"]["max-age"] == 400 * 24 * 3600

    def test_and_the_same_person_goes_on(self):
        phone = self.started_ago(MONTH)
        before = phone.cookies["caravan"].value
        phone.get("/")
        assert phone.cookies["caravan"].value == before
        assert Person.objects.count() == Session.objects.count() == 1

    def test_the_session_lives_as_long_as_the_cookie(self):
        phone = self.started_ago(MONTH)
        Session.objects.update(expire_date=timezone.now() + datetime.timedelta(days=1))
        phone.get("/")
        left = Session.objects.get().expire_date - timezone.now()
        assert left > datetime.timedelta(days=399)

    def test_before_that_it_is_not_sent_with_every_page(self):
        phone = self.started_ago(datetime.timedelta(days=29))
        assert "caravan" not in phone.get("/").cookies

    def test_a_poll_renews_it_too(self):
        phone = self.started_ago(MONTH)
        play = Play.objects.get()
        answer = phone.get(at("live", play), {"revision": play.revision})
        assert answer.status_code == 204
        assert "caravan" in answer.cookies


@pytest.mark.parametrize("value", ["", "x", "x" * 5000, "../../etc", "<script>"])
def test_a_cookie_that_is_no_session_is_nobody(value):
    phone = Client()
    phone.cookies[settings.SESSION_COOKIE_NAME] = value
    assert phone.get("/").status_code == 200
    assert phone.post("/games/tuareg", START).status_code == 302
    assert Person.objects.count() == 1


def test_the_other_forms_of_a_page_stay_good_after_its_first_change():
    play = a_play()
    phone = Client(enforce_csrf_checks=True)
    phone.get(f"/t/{play.links.get().key}")
    page = phone.get(at("play", play))
    token = {"csrfmiddlewaretoken": page.context["csrf_token"]}
    assert form_to(at("close", play, "1"), page) == {}
    saved = phone.post(card_at(play, "Anna"), {"water": "4"} | token, headers=HTMX)
    assert saved.status_code == 200
    assert phone.post(at("close", play, "1"), token).status_code == 409
