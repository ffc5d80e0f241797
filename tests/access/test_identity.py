"""Who is asking: nobody until the first change, then a person, known by a long-lived cookie."""

import datetime

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from companion.access.links import link_for
from companion.models import Group, Link, Passkey, Person, Play, Session, Tries
from tests.lanes import long
from tests.phones import HTMX, PASSWORD, a_play, at, card_at, form_to, guests_phone, key_of, owner_of, send

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
    phone.get(at("plays:mine", play))
    phone.get(at("plays:play", play))
    assert rows() == before
    assert set(phone.cookies) == {"csrftoken", "links"}


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


class TestCookies:
    """All that there are: more, and this test says so."""

    ALL = {"caravan", "csrftoken", "device", "language", "links", "messages", "way_back"}

    # One is for a single page; how somebody reads is nobody's secret.
    BY_HTTPS = {"way_back": "__Secure-way_back", "language": "language"}

    @staticmethod
    def collected(**how):
        play = a_play()
        phone = Client()
        phone.get(f"/t/{key_of(play)}", **how)
        phone.get(f"/t/{link_for(Link.Kind.RECOVERY, person=owner_of(play)).key}", **how)
        phone.get("/", **how)
        phone.post("/language", {"language": "de"}, **how)
        phone.post("/games/tuareg", START, **how)
        phone.post("/you/passkeys", **how)
        phone.post("/you/password", {"name": "Anna", "new_password": PASSWORD, "again": PASSWORD}, **how)
        return phone.cookies

    def test_none_goes_along_with_what_another_site_sends(self):
        cookies = self.collected()
        assert set(cookies) == self.ALL
        assert {cookie["samesite"] for cookie in cookies.values()} == {"Lax"}

    def test_no_script_reads_one_but_the_token_that_forms_carry_anyway(self):
        cookies = self.collected()
        assert {name for name, cookie in cookies.items() if not cookie["httponly"]} == {"csrftoken"}

    def test_over_https_none_travels_without_it(self, by_https):
        cookies = self.collected(secure=True)
        assert set(cookies) == {self.BY_HTTPS.get(name, f"__Host-{name}") for name in self.ALL}
        assert {cookie["secure"] for cookie in cookies.values()} == {True}

    def test_over_http_they_travel_at_all(self):
        assert {cookie["secure"] for cookie in self.collected().values()} == {""}


@pytest.mark.parametrize(
    "place",
    [
        "/sign-in",
        "/sign-in/passkey",
        "/sign-in/passkey/question",
        "/sign-out",
        "/you/password",
        "/you/passkeys",
        "/you/passkeys/question",
        "/you/passkeys/1/remove",
        "/you/recovery/renew",
        "/you/delete",
        "/back",
    ],
)
def test_who_somebody_is_cannot_be_changed_from_another_page(place):
    play = a_play()
    Passkey.objects.create(pk=1, person=owner_of(play), credential_id="eHg", public_key=b"")
    key = link_for(Link.Kind.RECOVERY, person=owner_of(play)).key
    phone = Client(enforce_csrf_checks=True)
    phone.force_login(owner_of(play))
    phone.get(f"/t/{key}")
    session = phone.session.session_key
    fields = {"username": "Anna", "name": "Anna", "password": PASSWORD, "new_password": PASSWORD, "again": PASSWORD}
    assert phone.post(place, fields).status_code == 403
    assert (Passkey.objects.count(), Link.objects.get(kind="recovery").key) == (1, key)
    assert owner_of(play).name is None
    assert phone.session.session_key == session
    token = phone.get("/you").context["csrf_token"]
    assert phone.post(place, fields | {"csrfmiddlewaretoken": token}).status_code in (200, 302, 422)


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
        answer = phone.get(at("plays:live", play), {"revision": play.revision})
        assert answer.status_code == 204
        assert "caravan" in answer.cookies


@pytest.mark.parametrize("value", ["", long("x"), "x" * 5000, long("../../etc"), long("<script>")])
def test_a_cookie_that_is_no_session_is_nobody(value):
    phone = Client()
    phone.cookies[settings.SESSION_COOKIE_NAME] = value
    assert phone.get("/").status_code == 200
    assert phone.post("/games/tuareg", START).status_code == 302
    assert Person.objects.count() == 1


def test_the_other_forms_of_a_page_stay_good_after_its_first_change():
    play = a_play()
    phone = Client(enforce_csrf_checks=True)
    phone.get(f"/t/{key_of(play)}")
    page = phone.get(at("plays:play", play))
    token = {"csrfmiddlewaretoken": page.wsgi_request.csrf_token}
    assert form_to(at("plays:close", play, "1"), page) == {"typed_by": [""], "save_id": [""], "asks": ["1"]}
    saved = phone.post(card_at(play, "Anna"), {"water": "4"} | token, headers=HTMX)
    assert saved.status_code == 200
    assert phone.post(at("plays:close", play, "1"), token).url == at("plays:close", play, "1")
