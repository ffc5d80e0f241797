"""A file of a large group is made beside the requests: asked for once, begun anew at any time, and one's own."""

import datetime
import json
import os
import subprocess
import sys

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from companion.access.links import link_for
from companion.core import tasks
from companion.groups import members
from companion.management.tidying import tidy
from companion.models import Export, Group, Link, Person, Play
from companion.models.exports import STORED_FOR
from companion.plays.lifecycle import delete
from companion.transfer.caravan import writer
from tests.lanes import each_third
from tests.phones import DAY, finished, owner_of, owners_phone, phone_of, text_of
from tests.prepared import copy_to
from tests.test_conventions import ROOT
from tests.working import done

pytestmark = pytest.mark.usefixtures("beside")

KINDS = ("caravan", "plays", "rows", "bgstats", "evenings")


@pytest.fixture(autouse=True)
def play(monkeypatch):
    """A play of a group that has more of them than are written within a request."""
    monkeypatch.setattr(writer, "MOST_AT_ONCE", 0)
    play = finished(cards={"anna": {"water": 4}})
    finished(owner=owner_of(play), group=play.group)
    return play


@pytest.fixture
def phone(play):
    return owners_phone(play)


def asked_for(phone, play, kind="caravan") -> str:
    """The address of the page of a file that somebody asks for."""
    return phone.post(reverse("transfer:make_file", args=[play.group.uuid, kind])).url


def taken(phone, address):
    return phone.get(f"{address}/file")


def broken_off():
    later = timezone.now() - tasks.SILENT_FOR - datetime.timedelta(seconds=1)
    DBTaskResult.objects.update(status="RUNNING", started_at=later)


class TestTheWay:
    @pytest.mark.parametrize("kind", each_third(KINDS))
    def test_the_page_tells_how_far_it_is_and_then_has_the_file(self, phone, play, kind, monkeypatch):
        address = asked_for(phone, play, kind)
        assert "0 of 2 plays exported" in text_of(phone.get(address))
        assert b'hx-trigger="every 1s"' in phone.get(f"{address}/progress").content
        assert taken(phone, address).url == address
        done()
        assert phone.get(f"{address}/progress").headers["HX-Refresh"] == "true"
        assert "Your file is ready." in text_of(phone.get(address))
        file = taken(phone, address)
        # As those of a group that is not large, which are written within the request.
        monkeypatch.undo()
        name = ("transfer:export_group",) if kind == "caravan" else ("transfer:export_as", kind)
        at_once = phone.get(reverse(name[0], args=[play.group.uuid, *name[1:]]))
        for head in ("Content-Disposition", "Content-Type"):
            assert file[head] == at_once[head]
        assert without_moment(b"".join(file)) == without_moment(b"".join(at_once))

    def test_all_files_lead_there(self, phone, play):
        page = reverse("transfer:take_along", args=[play.group.uuid])
        for kind in KINDS:
            assert reverse("transfer:make_file", args=[play.group.uuid, kind]) in phone.get(page).content.decode()
        for name in (("transfer:export_group",), ("transfer:export_as", "rows")):
            assert phone.get(reverse(name[0], args=[play.group.uuid, *name[1:]])).url == page
        address = asked_for(phone, play)
        assert "being created" in text_of(phone.get(page))
        done()
        assert "ready" in text_of(phone.get(page))
        assert address in phone.get(page).content.decode()

    def test_what_is_no_kind_of_file_is_not_made(self, phone, play):
        assert phone.post(reverse("transfer:make_file", args=[play.group.uuid, "riddles"])).status_code == 404


def without_moment(content) -> list[bytes]:
    """The lines of a file but for those that tell when it was made."""
    return [line for line in content.splitlines() if b"DTSTAMP" not in line and b"userInfo" not in line]


class TestOneAtATime:
    def test_of_more_than_fifty_plays_it_is_made_beside_the_requests(self, phone, play, monkeypatch):
        monkeypatch.undo()
        file = reverse("transfer:export_group", args=[play.group.uuid])
        several(play.group, 48)
        assert len(json.loads(b"".join(phone.get(file)))) == 50
        several(play.group, 1)
        assert phone.get(file).url == reverse("transfer:take_along", args=[play.group.uuid])

    def test_while_one_is_made_the_others_wait(self, phone, play, monkeypatch):
        addresses, told, seen = [asked_for(phone, play, kind) for kind in KINDS], writer.play_as_json, []

        def looking(pad):
            seen.append((DBTaskResult.objects.running().count(), DBTaskResult.objects.ready().count()))
            return told(pad)

        monkeypatch.setattr(writer, "play_as_json", looking)
        done()
        assert seen == [(1, len(KINDS) - 1)] * 2
        assert {taken(phone, address).status_code for address in addresses} == {200}


def several(group, number):
    Play.objects.bulk_create(Play(group=group, game_slug="tuareg", played_on=DAY) for _ in range(number))


class TestWhose:
    def test_nobody_else_sees_it(self, phone, play):
        address = asked_for(phone, play)
        done()
        other = phone_of(members.join(play.group, Person.objects.create_visitor()).person)
        for way in ("", "/progress", "/file"):
            assert other.get(address + way).status_code == 404
        assert address not in other.get(reverse("transfer:take_along", args=[play.group.uuid])).content.decode()

    def test_who_is_removed_has_it_no_more(self, phone, play):
        member = members.join(play.group, Person.objects.create_visitor())
        theirs = phone_of(member.person)
        address = asked_for(theirs, play)
        done()
        assert taken(theirs, address).status_code == 200
        members.expel(member)
        assert taken(theirs, address).status_code == 404


class TestOnceAndAgain:
    def test_a_second_click_leads_to_the_same(self, phone, play):
        assert asked_for(phone, play) == asked_for(phone, play)
        assert DBTaskResult.objects.count() == 1

    def test_asked_for_again_it_is_made_anew_and_the_old_one_goes(self, phone, play):
        before = asked_for(phone, play)
        done()
        delete(play, person=owner_of(play))
        address = asked_for(phone, play)
        assert taken(phone, before).status_code == 200
        done()
        assert taken(phone, before).status_code == 404
        assert len(json.loads(b"".join(taken(phone, address)))) == 1

    def test_what_broke_off_is_taken_up_again(self, phone, play):
        address = asked_for(phone, play)
        broken_off()
        tasks.retry_abandoned()
        done()
        assert len(json.loads(b"".join(taken(phone, address)))) == 2

    def test_what_nobody_is_at_goes_on_with_a_tap(self, phone, play):
        address = asked_for(phone, play)
        DBTaskResult.objects.update(status="FAILED", finished_at=timezone.now())
        assert "This was interrupted." in text_of(phone.get(address))
        phone.post(address)
        done()
        assert taken(phone, address).status_code == 200

    def test_it_is_kept_for_a_day(self, phone, play):
        address = asked_for(phone, play)
        done()
        Export.objects.update(asked_at=timezone.now() - STORED_FOR - datetime.timedelta(minutes=1))
        assert tidy(write=True)["expired export files"] == 1
        assert taken(phone, address).status_code == 404


class TestCalendars:
    @pytest.fixture
    def address(self, play):
        return reverse("transfer:shared_calendar", args=[link_for(Link.Kind.CALENDAR, group=play.group).key])

    def test_who_asks_after_the_link_was_made_has_them_at_once(self, phone, play):
        Group.objects.update(language="de")
        phone.post(reverse("transfer:calendar_link", args=[play.group.uuid]), {"share": "1"})
        assert Export.objects.get().language == "de"
        done()
        key = link_for(Link.Kind.CALENDAR, group=play.group).key
        assert b"".join(Client().get(reverse("transfer:shared_calendar", args=[key]))).count(b"Tuareg: Anna") == 2

    def test_who_asks_first_comes_again_and_then_has_what_was_made_last(self, play, address):
        first = Client().get(address)
        assert (first.status_code, first.headers["Retry-After"]) == (503, "60")
        done()
        before = b"".join(Client().get(address))
        assert before.count(b"Tuareg: Anna") == 2
        assert DBTaskResult.objects.ready().count() == 0
        delete(play, person=owner_of(play))
        assert b"".join(Client().get(address)) == before
        done()
        assert b"".join(Client().get(address)).count(b"Tuareg: Anna") == 1


MAKE = """
import sqlite3, sys
import django
django.setup()
from companion.transfer import exports
from companion.transfer.caravan import writer
from companion.groups import founding
from companion.models import Export, Person
from tests.phones import a_play
writer.BATCH = 1
person = Person.objects.create_visitor()
group = founding.create_group(person)
for _ in range(3):
    a_play(owner=person, group=group)
other = sqlite3.connect(sys.argv[1], isolation_level=None)
told = writer.as_play
def somebody_saves(pad):
    other.execute("UPDATE companion_play SET revision = revision + 1")
    return told(pad)
writer.as_play = somebody_saves
its = exports.request_export(group, "caravan", person)
exports.make.call(export=its.pk)
print(Export.objects.exclude(made_at=None).get().done)
"""


@pytest.mark.long
@pytest.mark.sqlite
def test_others_save_while_it_is_made(tmp_path):
    copy_to(tmp_path, "caravan.sqlite3")
    surroundings = os.environ | {"CARAVAN_DATA": str(tmp_path)}
    command = [sys.executable, "-c", MAKE, str(tmp_path / "caravan.sqlite3")]
    ended = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True)
    assert ended.stdout == "2\n", ended.stderr
