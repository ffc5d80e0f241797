"""`manage.py backup`: a dated dump, old ones deleted, and never the last one."""

import datetime
import re
import stat

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from companion.management.backup import DATED, parse_days
from companion.management.dump import Refusal
from companion.models import Play
from tests.commands import printed_by
from tests.phones import a_play

pytestmark = pytest.mark.django_db(transaction=True)


def dump_of(folder, *, days_ago):
    """An earlier dump in the folder."""
    file = folder / (timezone.now() - datetime.timedelta(days=days_ago)).strftime(DATED)
    file.write_bytes(b"")
    return file


def test_each_run_writes_a_file_that_can_be_restored_and_deletes_those_that_are_too_old(tmp_path):
    play = a_play()
    old, kept = dump_of(tmp_path, days_ago=8), dump_of(tmp_path, days_ago=6)
    said = printed_by("backup", tmp_path, "--keep", "7d")
    assert not old.exists()
    assert kept.exists()
    [new] = set(tmp_path.iterdir()) - {kept}
    assert stat.S_IMODE(new.stat().st_mode) == 0o600
    assert said.splitlines() == [f"Wrote {new}: 1 play.", "Deleted 1 dump older than 7 days."]
    if connection.vendor == "sqlite":
        call_command("flush", interactive=False, verbosity=0)
        printed_by("load", new)
        assert [each.uuid for each in Play.objects.all()] == [play.uuid]


def test_a_folder_is_made_for_its_owner_alone(tmp_path):
    printed_by("backup", tmp_path / "new" / "folder")
    assert stat.S_IMODE((tmp_path / "new" / "folder").stat().st_mode) == 0o700


def test_files_of_other_names_stay(tmp_path):
    others = [tmp_path / name for name in ("caravan.dump", "caravan-07.dump", "caravan-before-update.dump", "notes")]
    for each in others:
        each.write_text("")
    printed_by("backup", tmp_path, "--keep", "1")
    assert all(each.exists() for each in others)


def test_nothing_is_deleted_when_the_dump_fails(tmp_path, monkeypatch):
    def no_room(path):
        raise Refusal(f"Can't write {path}: No space left on device.")

    monkeypatch.setattr("companion.management.backup.dump", no_room)
    old = dump_of(tmp_path, days_ago=100)
    with pytest.raises(CommandError, match="No space left"):
        printed_by("backup", tmp_path)
    assert old.exists()


@pytest.mark.parametrize("said", ["", "0", "0d", "-1", "7w", "d", "1.5"])
def test_only_a_number_of_days_is_taken(said):
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        parse_days(said)


def test_a_wrong_number_of_days_is_told_in_a_sentence(tmp_path):
    with pytest.raises(CommandError, match="'7w' is not a number of days such as 7d"):
        printed_by("backup", tmp_path, "--keep", "7w")
