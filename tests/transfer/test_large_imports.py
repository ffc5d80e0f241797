"""Imports of very many plays: they fill no memory, keep nobody from saving, and come in all at once or not at all."""

import contextlib
import json
import subprocess
import sys
import time
from io import BytesIO
from uuid import uuid4

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from companion.access import rate_limits, recovery
from companion.core.refusal import Refusal
from companion.core.uploads import MOST_BYTES
from companion.groups import founding
from companion.models import CardSave, Event, Group, Import, Play, Player, Seat
from companion.plays import lifecycle
from companion.transfer import staging
from companion.transfer.caravan import imports, reader
from tests.builders import tuareg_play
from tests.commands import printed_by
from tests.lanes import IS_LONG
from tests.phones import a_play, an_empty_group, count, phone_of, send_plays, text_of

MEGABYTE = 2**20
# Enough for a few dozen pieces.
MANY = (20 if IS_LONG else 8) * staging.PIECE
WITHIN_SECONDS = 60


def file_of(number, **more) -> bytes:
    """A file of so many finished plays of two players."""
    play = tuareg_play(anna=({"water": 4}, {"gold": 2}), ben=({"water": 2}, {})) | {
        "played_on": "2026-11-20",
        "state": "finished",
        **more,
    }
    before, after = json.dumps(play | {"id": "ID"}).split("ID")
    return f"[{','.join(f'{before}{uuid4()}{after}' for _ in range(number))}]".encode()


@pytest.fixture
def owner(group):
    return group.members.get().person


def stored():
    return [model.objects.count() for model in (Group, Play, Seat, CardSave, Event, Player, Import)]


IMPORT = """
import sys
from django.conf import settings
settings.DATABASES["default"]["NAME"], path, group, person = sys.argv[1:]
import django
django.setup()
from companion.transfer.caravan.imports import import_plays
from companion.models import Group, Person
with open(path, "rb") as file:
    import_plays(Group.objects.get(pk=group), file, person=Person.objects.get(pk=person))
"""


@contextlib.contextmanager
def in_another_process(path, group, person):
    """Import a file by another process, as another worker of the same server would do it."""
    name = str(connection.settings_dict["NAME"])
    process = subprocess.Popen([sys.executable, "-c", IMPORT, name, path, str(group.pk), str(person.pk)])
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def many(tmp_path):
    path = tmp_path / "plays.json"
    path.write_bytes(file_of(MANY))
    return path


def wait_for(found):
    """Wait until this is true; fail where that never comes."""
    until = time.monotonic() + WITHIN_SECONDS
    while not found():
        assert time.monotonic() < until
        time.sleep(0.005)


def waits_somewhere() -> bool:
    """Whether some of the plays of an import are stored, where nobody sees them."""
    return Play.objects.filter(coming_with__isnull=False).exists()


# Memory

READ = """
import resource, sys
import django
django.setup()
from companion.transfer.caravan.reader import read
from companion.core.refusal import Refusal
most = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = most()
for path in sys.argv[1:]:
    try:
        with open(path, "rb") as file:
            print(sum(1 for play in read(file)), "plays", end=" ")
    except Refusal as refusal:
        print(refusal, end=" ")
    print(most() - before)
"""
LARGE = {
    "objects with nothing in them": (b"[", b"{},", "a play is a JSON object|names no game"),
    "objects in one play": (b'[{"seats": [', b"{},", "play 1, from line 1 on, is longer than a play can be"),
    "lists in lists": (b"", b"[", "from line 1 on"),
    "a long text": (b'[{"notes": "', "😀".encode(), "play 1, from line 1 on, is longer"),
    "a long number": (b"[", b"9" * 10, "from line 1 on"),
    "many keys of one name": (b'[{"a": 0', b', "a": 0', "is longer than a play"),
    "NULs": (b"", b"\0", "from line 1 on"),
    "another encoding": (b"\xff\xfe", "[{} ".encode("utf-16-le"), "from line 1 on"),
    "blank lines": (b"", b"\n", "from line"),
}


def read_in_turn(paths):
    """(what comes of it, by how many megabytes the process has grown) of each file that one process reads."""
    ended = subprocess.run([sys.executable, "-c", READ, *paths], capture_output=True, text=True, check=True)
    for line in ended.stdout.splitlines():
        said, grown = line.rsplit(maxsplit=1)
        yield said, int(grown) * (1 if sys.platform == "darwin" else 1024) / MEGABYTE


class TestMemory:
    @pytest.mark.long
    def test_no_file_of_20_megabytes_fills_it(self, tmp_path):
        for kind, (before, again, _) in LARGE.items():
            whole = before + again * ((MOST_BYTES - len(before)) // len(again))
            (tmp_path / kind).write_bytes(whole)
        found = read_in_turn(tmp_path / kind for kind in LARGE)
        for (kind, (*_, why)), (said, grown) in zip(LARGE.items(), found, strict=True):
            assert any(each in said for each in why.split("|")), kind
            assert grown < 40, kind

    @pytest.mark.long
    def test_thousands_of_plays_fill_it_no_more_than_one(self, tmp_path):
        (tmp_path / "plays.json").write_bytes(file_of(2500, notes="Decided by the very last card. " * 60))
        [(said, grown)] = read_in_turn([tmp_path / "plays.json"])
        assert said == "2500 plays"
        assert grown < 20

    def test_more_plays_than_come_in_at_once_are_refused_when_the_first_of_them_comes(self, group, owner, monkeypatch):
        monkeypatch.setattr(reader, "MOST_PLAYS", 3)
        answer = send_plays(phone_of(owner), group, file_of(4)[:-1] + b",{]")
        assert "You can import at most 3 plays at once." in text_of(answer)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
class TestOthersMeanwhile:
    @pytest.mark.long
    def test_everybody_saves_while_very_many_plays_come_in(self, group, owner, many):
        play, took, between = a_play(), [], 0
        with in_another_process(many, group, owner) as other:
            while other.poll() is None:
                began = time.monotonic()
                count(play, anna={"water": len(took) % 8})
                took.append(time.monotonic() - began)
                between += waits_somewhere()
        assert other.returncode == 0
        assert between >= 5
        assert max(took) < 2
        assert group.plays.count() == MANY

    @pytest.mark.long
    def test_one_that_was_killed_shows_nothing_and_the_next_one_works(self, group, owner, many):
        phone, before = phone_of(owner), stored()
        with in_another_process(many, group, owner) as other:
            wait_for(waits_somewhere)
            other.kill()
        assert waits_somewhere()
        for name in (
            "groups:group",
            "history:history",
            "groups:players",
            "groups:people",
            "history:tonight",
            "transfer:export_group",
        ):
            answer = phone.get(reverse(name, args=[group.uuid]))
            assert "Anna" not in (b"".join(answer) if answer.streaming else answer.content).decode()
        at_once = send_plays(phone, group, file_of(1))
        assert at_once.status_code == 422
        assert "Plays are being imported into this group right now." in text_of(at_once)

        Import.objects.update(alive_at=timezone.now() - staging.SILENT_FOR)
        assert send_plays(phone, group, file_of(2)).status_code == 302
        assert stored() == [before[0], 2, 4, 8, 2, 2, 0]

    @pytest.mark.long
    def test_what_one_that_was_killed_has_left_goes_when_one_tidies(self, group, owner, many):
        before = stored()
        with in_another_process(many, group, owner) as other:
            wait_for(waits_somewhere)
            other.kill()
        assert "Plays of interrupted imports: 0" in printed_by("tidy", "--write")
        Import.objects.update(alive_at=timezone.now() - staging.SILENT_FOR)
        left = Play.objects.count()
        assert f"Plays of interrupted imports: {left}\n" in printed_by("tidy")
        assert Play.objects.count() == left > 0
        assert f"Plays of interrupted imports: {left}\n" in printed_by("tidy", "--write")
        assert stored() == before

    @pytest.mark.long
    def test_a_group_that_is_deleted_meanwhile_takes_the_import_along(self, group, owner):
        def once_something_waits(execute, sql, params, many, context):
            if self.waits and not connection.in_atomic_block:
                self.waits = False
                founding.delete_for_good(group)
            answer = execute(sql, params, many, context)
            self.waits = self.waits or (sql.startswith("UPDATE") and "import" in sql)
            return answer

        self.waits = False
        with connection.execute_wrapper(once_something_waits):
            answer = send_plays(phone_of(owner), group, file_of(3 * staging.PIECE))
        assert answer.status_code == 404
        assert stored() == [0] * 7


class TestAllOrNothing:
    def test_what_fails_in_the_middle_leaves_nothing(self, group, owner):
        before, seen = stored(), []

        def fails_later(execute, sql, params, many, context):
            if sql.startswith("INSERT") and "_event" in sql:
                seen.append(Play.objects.count())
                if len(seen) == 3:
                    raise ValueError("the disk is full")
            return execute(sql, params, many, context)

        with connection.execute_wrapper(fails_later), pytest.raises(ValueError):
            imports.import_plays(group, BytesIO(file_of(4 * staging.PIECE)), person=owner)
        assert seen == [staging.PIECE, 2 * staging.PIECE, 3 * staging.PIECE]
        assert stored() == before

    @pytest.mark.long
    def test_one_that_another_one_took_for_dead_writes_no_more(self, group, owner):
        its_import = staging.begin(group)
        Import.objects.update(alive_at=timezone.now() - staging.SILENT_FOR)
        imports.import_plays(group, BytesIO(file_of(1)), person=owner)
        with pytest.raises(Refusal):
            staging.keep_alive(its_import)

    @pytest.mark.long
    def test_what_an_older_caravan_has_left_goes_when_the_next_one_comes(self, group, owner):
        before = stored()
        its_import = staging.begin(group)
        older = its_import.staging
        play = Play.objects.create(group=older, game_slug="tuareg", played_on="2026-11-20")
        Seat.objects.create(play=play, player=older.players.create(name="Dora"), position=0)
        Import.objects.update(alive_at=None)
        imports.import_plays(group, BytesIO(file_of(1)), person=owner)
        assert stored() == [before[0], 1, 2, 4, 1, 2, 0]

    @pytest.mark.long
    def test_a_name_that_comes_into_the_group_meanwhile_is_one_player(self, group, owner):
        def meanwhile(execute, sql, params, many, context):
            if sql.startswith("INSERT") and "_event" in sql and not group.players.exists():
                founding.ensure_players(group, ["ANNA"])
            return execute(sql, params, many, context)

        with connection.execute_wrapper(meanwhile):
            imports.import_plays(group, BytesIO(file_of(2 * staging.PIECE)), person=owner)
        assert sorted(group.players.values_list("name", flat=True)) == ["ANNA", "Ben"]
        assert Seat.objects.filter(player__name="ANNA").count() == 2 * staging.PIECE

    def test_nobody_is_made_an_owner_of_what_is_under_way(self, group, owner):
        staging.begin(group)
        recovery.own_every_group(owner)
        assert [member.group for member in owner.memberships.all()] == [group]

    def test_plays_that_were_deleted_come_back_with_a_line_in_their_trail(self, group, owner):
        file = file_of(3)
        imports.import_plays(group, BytesIO(file), person=owner)
        for play in group.plays.all():
            lifecycle.delete(play, person=owner)
        assert imports.import_plays(group, BytesIO(file), person=owner).put_back == 3
        for play in group.plays.all():
            assert (play.deleted_at, play.revision) == (None, 3)
            assert [event.kind for event in play.events.all()] == ["restore", "delete", "import"]


class TestLimits:
    def test_a_group_holds_so_many_plays_and_no_more(self, group, owner, settings):
        settings.GROUP_PLAYS = 3
        phone, file = phone_of(owner), file_of(2)
        assert send_plays(phone, group, file).status_code == 302
        refused = send_plays(phone, group, file_of(2))
        assert refused.status_code == 422
        assert "A group can have at most 3 plays. This one has 2, and 2 would be added." in text_of(refused)
        # What is here already takes no more room.
        assert send_plays(phone, group, file).status_code == 302
        assert send_plays(phone, group, file_of(1)).status_code == 302
        assert group.plays.count() == 3

    def test_a_person_imports_so_many_plays_a_day(self, group, owner, settings):
        settings.IMPORTED_PLAYS = 3
        phone = phone_of(owner)
        assert send_plays(phone, group, file_of(2)).status_code == 302
        refused = send_plays(phone, group, file_of(2))
        assert "You can import at most 3 plays a day. Please try again tomorrow." in text_of(refused)
        assert send_plays(phone, group, file_of(1)).status_code == 302
        other = an_empty_group()
        assert send_plays(phone_of(other.members.get().person), other, file_of(3)).status_code == 302

    def test_a_person_imports_so_many_files_a_day(self, group, owner, monkeypatch):
        monkeypatch.setattr(rate_limits, "FILES_A_DAY", 2)
        phone = phone_of(owner)
        assert [send_plays(phone, group, b"[]").status_code for _ in range(2)] == [422, 422]
        refused = send_plays(phone, group, file_of(1))
        assert refused.status_code == 422
        assert "You’ve reached today’s import limit. Please try again tomorrow." in text_of(refused)
        assert not group.plays.exists()
