"""`DEMO=1`: a site that each night deletes everything, and has new demo groups."""

import datetime
import sqlite3
from contextlib import closing

import pytest
from django.test import Client
from django.utils import timezone

from companion.management import demo_site
from companion.models import Group, Person, Play, Session
from tests.browser.server import serving
from tests.phones import a_play, owners_phone
from tests.prepared import copy_to
from tests.test_supervisor import wait_until

SENTENCES = {
    "en": "This is a demo. Everything is deleted each night.",
    "de": "Dies ist eine Demo. Jede Nacht wird alles gelöscht.",
    "ja": "これはデモです。データは毎晩すべて削除されます。",
}


@pytest.fixture
def demo(settings, tmp_path, monkeypatch):
    """A demo that was filled."""
    monkeypatch.setattr(demo_site, "PLAYS", 2)
    settings.DEMO, settings.STORED = True, tmp_path
    demo_site.reset_if_due()
    return settings


def a_night_goes_by():
    Group.objects.update(created_at=demo_site.last_night() - datetime.timedelta(minutes=1))


def home(language):
    return Client(headers={"Accept-Language": language}).get("/").content.decode()


@pytest.mark.parametrize("language", SENTENCES)
def test_demo_says_on_its_pages_what_it_is_and_leads_to_its_group(demo, language):
    page = home(language)
    assert SENTENCES[language] in page
    group = Group.objects.get(language=language)
    address = page.split(SENTENCES[language])[1].split('href="')[1].split('"')[0]
    assert group.name in Client(headers={"Accept-Language": language}).get(address, follow=True).content.decode()


def test_other_sites_do_not_say_that_they_are_a_demo(demo):
    demo.DEMO = False
    assert SENTENCES["en"] not in home("en")


def test_night_deletes_everything_and_leaves_new_demo_groups(demo, tmp_path):
    play = a_play()
    owners_phone(play).get("/")
    (tmp_path / "photos").mkdir()
    a_night_goes_by()
    demo_site.reset_if_due()
    assert [group.language for group in Group.objects.order_by("pk")] == ["en", "de", "ja"]
    assert Group.objects.order_by("pk").first().pk > play.group_id
    assert not Play.objects.filter(uuid=play.uuid).exists()
    assert not Session.objects.exists()
    assert Person.objects.count() == 3
    assert not (tmp_path / "photos").exists()


def test_day_deletes_nothing(demo):
    play = a_play()
    demo_site.reset_if_due()
    assert Play.objects.filter(uuid=play.uuid).exists()


@pytest.mark.parametrize(("hour", "day"), [(3, 19), (4, 20), (23, 20)])
def test_night_ends_at_four(monkeypatch, hour, day):
    now = datetime.datetime(2026, 11, 20, hour, tzinfo=datetime.UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    assert demo_site.last_night() == datetime.datetime(2026, 11, day, 4, tzinfo=datetime.UTC)


def test_running_demo_resets_itself_and_leaves_the_other_database_alone(tmp_path):
    copy_to(tmp_path, "made", "bundled", "static", "static.stamp", "caravan.sqlite3")
    before = (tmp_path / "caravan.sqlite3").read_bytes()
    demos = tmp_path / "demo/caravan.sqlite3"
    with serving(tmp_path, DEMO="1"), closing(sqlite3.connect(demos, timeout=20)) as database:

        def groups():
            return [row[0] for row in database.execute("SELECT id FROM companion_group ORDER BY id")]

        assert groups() == [1, 2, 3]
        with database:
            database.execute("UPDATE companion_group SET created_at = '2026-01-01 00:00:00'")
        assert wait_until(lambda: groups() == [4, 5, 6])
    assert (tmp_path / "caravan.sqlite3").read_bytes() == before
