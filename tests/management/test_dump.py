"""`manage.py dump` and `load`: everything into a file and back, whole and unchanged, or not at all."""

import datetime
import gzip
import hashlib
import itertools
import json
import os
import re
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from companion.access.links import link_for
from companion.management.demo import create_demo_group
from companion.management.dump import APPS, snapshot, tables
from companion.models import (
    Alias,
    ApiKey,
    Arrival,
    Event,
    Ladder,
    Link,
    Mark,
    NamedMark,
    NotificationAddress,
    OutsideAccount,
    Passkey,
    Person,
    Photo,
    Play,
    TableCode,
    Tries,
    Upload,
)
from companion.models.photos import SIDES, delete_pictures, file_name, picture, store
from companion.models.sheets import add_sheet
from companion.rules.library import sheet
from companion.transfer import staging
from tests.commands import printed_by
from tests.lanes import long
from tests.phones import a_play, phone_of
from tests.photos.samples import photo_of, sent_photo_of
from tests.postgresql import a_migrated_database
from tests.prepared import copy_to

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parent.parent.parent
A_MOMENT = datetime.datetime(2026, 11, 20, 19, 30, 1, 234567, tzinfo=datetime.UTC)


def dump(path):
    """What the command printed."""
    return printed_by("dump", path)


def load(path):
    """What the command printed."""
    return printed_by("load", path)


def refusal_of(command, path):
    with pytest.raises(CommandError) as refused:
        command(path)
    return str(refused.value)


def empty():
    call_command("flush", interactive=False, verbosity=0)


def everything():
    """Each row of each table, by table."""
    return {table.label: list(table.rows.values_list(*table.names)) for table in tables()}


def is_empty():
    return not any(everything().values())


def lines_of(path):
    return gzip.decompress(path.read_bytes()).splitlines(keepends=True)


def repacked_with_digest(path, lines):
    """The file of these lines, whose last one tells their digest."""
    last = json.loads(lines[-1]) | {"sha256": hashlib.sha256(b"".join(lines[:-1])).hexdigest()}
    return repacked(path, [*lines[:-1], json.dumps(last).encode() + b"\n"])


def repacked(path, lines):
    path.write_bytes(gzip.compress(b"".join(lines)))
    return path


@pytest.fixture
def stored():
    """A group with plays, and a row of each kind beside."""
    group = create_demo_group(until=A_MOMENT.date(), plays=5, seed=3)
    person = Person.objects.create(name="Änne 🐪", password="!", created_at=A_MOMENT)
    Passkey.objects.create(person=person, credential_id="abc", public_key=bytes(range(256)), used_at=A_MOMENT)
    OutsideAccount.objects.create(person=person, issuer="https://auth.example.org", subject="änne")
    ApiKey.objects.create(person=person, name="My table", digest="x", used_at=A_MOMENT)
    Mark.objects.create(group=group, person=person, game_slug="x", kind="owned")
    NamedMark.objects.create(player=group.players.first(), game_slug="x", kind="owned")
    upload = Upload(group=group, person=person, source="x")
    upload.content = {"plays": ["🐪"]}
    upload.save()
    Arrival.objects.create(play=group.plays.first(), upload=upload, key="x", digest="x", rest={"a": "3+4"})
    Alias.objects.create(group=group, source="x", kind=Alias.Kind.PLAYER, key="x", player=group.players.first())
    version = add_sheet(group, sheet("azul"), slug="azul", person=person)
    group.plays.filter(pk=group.plays.first().pk).update(sheet=version, minutes=95)
    Ladder.objects.create(
        group=group, game_slug="x", plays=1, fingerprint="f", ratings={"9": [25.1, 1e-7], "10": [0.1, 3]}
    )
    group.removals.create(person=person)
    group.exports.create(person=person, kind="plays", language="en", packed=b"x")
    NotificationAddress.objects.create(group=group, person=person, sealed="x", site="x", sent_at=A_MOMENT)
    photo_of(group.plays.first(), person=person)
    sent_photo_of(group.plays.first(), person=person)
    Tries.objects.create(key="sign-in:192.0.2.1")
    table = link_for(Link.Kind.TABLE, play=group.plays.first())
    TableCode.objects.create(code="ABC234", link=table)
    staging.begin(group)
    phone_of(person)
    return group


@pytest.fixture
def dumped(stored, tmp_path):
    """The file of what is stored, and the database empty since."""
    path = tmp_path / "caravan.dump"
    dump(path)
    empty()
    return path


class TestThereAndBack:
    def test_each_row_comes_back_as_it_was(self, stored, tmp_path):
        before = everything()
        # Of sessions, only earlier releases wrote there.
        assert [label for label, rows in before.items() if not rows] == ["sessions.session"]
        dump(tmp_path / "caravan.dump")
        empty()
        assert is_empty()
        load(tmp_path / "caravan.dump")
        assert everything() == before

    def test_photos_come_back_with_their_pictures(self, stored, tmp_path):
        photo = Photo.objects.get()
        before = {size: picture(photo.uuid, size) for size in SIDES}
        dump(tmp_path / "caravan.dump")
        empty()
        delete_pictures([photo.uuid])
        load(tmp_path / "caravan.dump")
        assert {size: picture(photo.uuid, size) for size in SIDES} == before

    @pytest.mark.long
    def test_a_picture_that_is_lost_is_told_and_the_rest_comes_back(self, stored, tmp_path):
        photo = Photo.objects.get()
        store().delete(file_name(photo.uuid, "large"))
        assert "Image files missing from the photo store, and from this file: 1." in dump(tmp_path / "caravan.dump")
        empty()
        delete_pictures([photo.uuid])
        load(tmp_path / "caravan.dump")
        assert [picture(photo.uuid, size) is None for size in SIDES] == [True, False]

    @pytest.mark.long
    def test_where_a_picture_cannot_be_kept_nothing_is_loaded_and_none_stays(self, stored, tmp_path):
        path = tmp_path / "caravan.dump"
        photo = Photo.objects.get()
        dump(path)
        empty()
        delete_pictures([photo.uuid])
        lines = [line.replace(b'"size":"small"', b'"size":"x"') for line in lines_of(path)]
        repacked_with_digest(path, lines)
        with pytest.raises(CommandError, match="damaged"):
            load(path)
        assert is_empty()
        assert [picture(photo.uuid, size) for size in SIDES] == [None, None]

    @pytest.mark.long
    def test_dumped_again_each_line_is_the_same(self, dumped, tmp_path):
        load(dumped)
        dump(tmp_path / "again.dump")
        assert lines_of(tmp_path / "again.dump")[1:-1] == lines_of(dumped)[1:-1]

    def test_all_that_we_store_goes_along(self, stored):
        ours = {model._meta.label_lower for app in APPS for model in apps.get_app_config(app).get_models()}
        assert {table.label for table in tables()} == ours

    def test_what_stays_behind_is_made_by_migrations_or_used_by_nobody(self, stored):
        others = {model._meta.label_lower for model in apps.get_models() if model._meta.app_label not in APPS}
        # Who has asked for what a task was to do is told that it broke off, and lets it go on.
        tasks = "django_tasks_database.dbtaskresult"
        assert others == {"auth.permission", "auth.group", "contenttypes.contenttype", tasks}

    @pytest.mark.long
    def test_a_phone_is_known_as_before(self, stored, tmp_path):
        phone = phone_of(stored.members.get().person)
        dump(tmp_path / "caravan.dump")
        empty()
        load(tmp_path / "caravan.dump")
        assert phone.get(f"/groups/{stored.uuid}/plays").status_code == 200
        assert Client().get(f"/groups/{stored.uuid}/plays").status_code == 404

    @pytest.mark.postgresql
    def test_play_goes_on_after_it(self, dumped):
        load(dumped)
        last = Play.objects.latest("pk").pk
        assert a_play().pk > last

    def test_both_say_how_much_it_was(self, stored, tmp_path):
        path = tmp_path / "caravan.dump"
        rows = sum(map(len, everything().values()))
        assert f"Wrote {path}: {rows} rows, including 7 plays in 2 groups.\n" in dump(path)
        empty()
        assert load(path) == f"Loaded {path}: {rows} rows, including 7 plays in 2 groups.\n"


class TestTheFile:
    def test_its_owner_alone_may_read_it_and_nothing_lies_beside(self, dumped):
        assert stat.S_IMODE(dumped.stat().st_mode) == 0o600
        assert list(dumped.parent.iterdir()) == [dumped]

    @pytest.mark.long
    def test_the_last_line_counts_and_has_a_digest(self, dumped):
        *lines, last = lines_of(dumped)
        told = json.loads(last)
        # The pictures of a photo stand between.
        assert sum(told["rows"].values()) == len(lines) - 1 - len(SIDES)
        assert len(told["sha256"]) == 64

    def test_none_is_overwritten(self, dumped):
        before = dumped.read_bytes()
        assert "exists already" in refusal_of(dump, dumped)
        assert dumped.read_bytes() == before

    @pytest.mark.long
    def test_it_gets_its_name_also_where_no_file_has_two(self, stored, tmp_path, monkeypatch):
        def refuse(*paths):
            raise PermissionError

        monkeypatch.setattr(os, "link", refuse)
        dump(tmp_path / "caravan.dump")
        empty()
        load(tmp_path / "caravan.dump")
        assert [path.name for path in tmp_path.iterdir()] == ["caravan.dump"]

    def test_a_folder_that_is_not_there(self, tmp_path):
        path = tmp_path / "no" / "caravan.dump"
        assert f"Can't write {path}: No such file or directory." in refusal_of(dump, path)

    def test_what_was_begun_does_not_stay(self, stored, tmp_path):
        MigrationRecorder(connection).record_applied("companion", "9999_of_a_time_to_come")
        try:
            assert "A newer version of Caravan has updated this database." in refusal_of(
                dump, tmp_path / "caravan.dump"
            )
        finally:
            MigrationRecorder(connection).record_unapplied("companion", "9999_of_a_time_to_come")
        assert list(tmp_path.iterdir()) == []


class TestRefusing:
    """Each leaves the database as it was."""

    def test_a_database_that_is_not_empty(self, dumped):
        person = Person.objects.create_visitor()
        assert "The database isn't empty: it has rows of person." in refusal_of(load, dumped)
        assert list(Person.objects.all()) == [person]

    def test_a_file_that_is_not_there(self, tmp_path):
        path = tmp_path / "caravan.dump"
        assert f"Can't read {path}: No such file or directory." in refusal_of(load, path)

    @pytest.mark.parametrize(
        "content", [b"", b"\n", b"[]\n", b"{}\n", b"\xff\n", b'{"format": "chess"}\n', b"x" * 2_000_000]
    )
    def test_a_file_of_something_else(self, tmp_path, content):
        path = tmp_path / "caravan.dump"
        path.write_bytes(content)
        assert re.search("Can't read|isn't a Caravan dump", refusal_of(load, path))
        assert "isn't a Caravan dump. Nothing was loaded." in refusal_of(load, repacked(path, [content]))

    @pytest.mark.parametrize("missing", [1, 8, 9, 100, 2000])
    @pytest.mark.long
    def test_a_file_that_ends_too_soon(self, dumped, missing):
        dumped.write_bytes(dumped.read_bytes()[:-missing])
        assert "is damaged or incomplete. Nothing was loaded." in refusal_of(load, dumped)
        assert is_empty()

    def test_one_that_was_packed_again_without_its_end(self, dumped):
        assert "is damaged" in refusal_of(load, repacked(dumped, lines_of(dumped)[:-1]))
        assert "is damaged" in refusal_of(load, repacked(dumped, lines_of(dumped)[:1]))
        assert is_empty()

    @pytest.mark.parametrize("part", [0.02, 0.3, 0.5, 0.9, 0.9999])
    @pytest.mark.long
    def test_a_file_in_which_one_bit_is_another(self, dumped, part):
        content = bytearray(dumped.read_bytes())
        content[int(len(content) * part)] ^= 4
        dumped.write_bytes(content)
        assert "Nothing was loaded." in refusal_of(load, dumped)
        assert is_empty()

    @pytest.mark.long
    @pytest.mark.parametrize("version", [b'"vercion":1', b'"version":"1"', b'"version":null'])
    def test_one_that_does_not_say_its_version(self, dumped, version):
        header, *lines = lines_of(dumped)
        spoilt = header.replace(b'"version":1', version)
        assert spoilt != header
        assert "is damaged" in refusal_of(load, repacked(dumped, [spoilt, *lines]))
        assert is_empty()

    def test_one_in_which_somebody_changed_a_word(self, dumped):
        lines = [line.replace(b"Anna", b"Anne") for line in lines_of(dumped)]
        assert lines != lines_of(dumped)
        assert "is damaged" in refusal_of(load, repacked(dumped, lines))
        assert is_empty()

    def test_one_of_a_format_to_come(self, dumped):
        first, *others = lines_of(dumped)
        first = first.replace(b'"version":1', b'"version":2')
        newer = repacked(dumped, [first, *others])
        assert "was written by a newer version of Caravan. Nothing was loaded." in refusal_of(load, newer)

    def test_one_of_a_newer_database(self, dumped):
        newest = max(name for app, name in MigrationRecorder(connection).applied_migrations() if app == "companion")
        MigrationRecorder(connection).record_unapplied("companion", newest)
        try:
            told = refusal_of(load, dumped)
        finally:
            MigrationRecorder(connection).record_applied("companion", newest)
        assert "was written by a newer version of Caravan, or this database isn't up to date." in told
        assert is_empty()


@pytest.mark.postgresql
class TestWhileTheSiteIsInUse:
    def test_others_write_on_and_the_dump_sees_the_moment_of_its_beginning(self, stored):
        in_a_thread = threading.Thread(target=start_plays, args=[[1], stored])
        with snapshot():
            before = Play.objects.count()
            in_a_thread.start()
            in_a_thread.join()
            assert Play.objects.count() == before
        assert Play.objects.count() == before + 1

    def test_whole_plays_are_in_it_and_no_halves(self, stored, tmp_path):
        last = Play.objects.latest("pk").pk
        begun, over = threading.Event(), threading.Event()
        until_over = itertools.takewhile(lambda _: not over.is_set(), itertools.count())
        writer = threading.Thread(target=start_plays, args=[until_over, stored, begun])
        writer.start()
        try:
            assert begun.wait(60)
            for number in range(3):
                dump(tmp_path / f"{number}.dump")
        finally:
            over.set()
            writer.join()
        for number in range(3):
            empty()
            load(tmp_path / f"{number}.dump")
            started = Play.objects.filter(pk__gt=last)
            assert started
            for play in started:
                assert play.seats.count() == 3
                assert Event.objects.filter(play=play, kind="start").count() == 1


def start_plays(times, group, begun=None):
    """Start a play each time, over a connection of this thread's own."""
    owner = group.members.get().person
    try:
        for _ in times:
            a_play(owner=owner, group=group)
            if begun:
                begun.set()
    finally:
        connection.close()


class TestAnOlderFile:
    """A backup of an older release: the empty database goes back to where it was, is filled, and comes forward."""

    @pytest.mark.parametrize("then", ["0036", long("0005")])
    def test_it_is_told_how_and_that_way_leads_there(self, stored, tmp_path, then):
        path = tmp_path / "caravan.dump"
        plays = Play.objects.count()
        call_command("migrate", "companion", then, verbosity=0)
        try:
            dump(path)
        finally:
            call_command("migrate", verbosity=0)
        empty()
        assert "written by an older version of Caravan" in refusal_of(load, path)
        assert f"manage.py migrate companion {then}_" in refusal_of(load, path)
        call_command("migrate", "companion", then, verbosity=0)
        try:
            load(path)
        finally:
            call_command("migrate", verbosity=0)
        assert Play.objects.count() == plays


@pytest.mark.long
class TestMoving:
    """From one kind of database to the other and back."""

    def test_on_postgresql_and_back_again_each_row_is_what_it_was(self, stored, tmp_path):
        first, second, third = (tmp_path / f"{number}.dump" for number in range(3))
        dump(first)
        there = {"DATABASE_URL": a_migrated_database(), "CARAVAN_DATA": str(tmp_path)}
        manage("load", first, **there)
        manage("dump", second, **there)
        assert new_rows_find_their_numbers(**there)
        back = {"CARAVAN_DATA": str(tmp_path)}
        copy_to(tmp_path, "caravan.sqlite3")
        manage("load", second, **back)
        manage("dump", third, **back)
        assert rows_of(second) == rows_of(first)
        assert rows_of(third) == rows_of(first)


def manage(*arguments, **surroundings):
    """What a command printed on a site of its own."""
    command = [sys.executable, "manage.py", *map(str, arguments)]
    found = subprocess.run(command, cwd=ROOT, env=environ_of(surroundings), capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    return found.stdout


def environ_of(surroundings):
    """Where a command runs: not on the tests' own database."""
    return {name: said for name, said in os.environ.items() if name != "DATABASE_URL"} | surroundings


def new_rows_find_their_numbers(**surroundings):
    """Whether what is stored now gets numbers that no loaded row has."""
    return "Demo group has 3 plays." in manage("demo", "--plays", "1", **surroundings)


def rows_of(path):
    """The rows of a dump, whatever the order of a table's rows and of an object's keys: jsonb keeps none."""
    return sorted(json.dumps(json.loads(line), sort_keys=True) for line in lines_of(path)[1:-1])
