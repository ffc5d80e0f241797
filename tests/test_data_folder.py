"""What is kept is for nobody else of the machine."""

import os
import stat
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from companion.core import environment
from companion.management.commands.compile_catalogues import compiled
from tests.browser.server import ROOT, serving
from tests.prepared import copy_to, template


@pytest.fixture
def open_umask():
    """As most machines have it: others may read what is made."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in folder.rglob("*") if mode(path) & 0o077]


def test_a_folder_that_is_there_is_closed_and_all_that_a_site_writes_is_too(tmp_path, open_umask):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    # What the command wrote that prepares a site, and then what the site writes beside it.
    assert mode(template()) == 0o700
    assert open_to_others(template()) == []
    with serving(folder) as server:
        urllib.request.urlopen(f"http://127.0.0.1:{server.port}/readyz", timeout=30)
        assert mode(folder) == 0o700
        written = {path.name for path in folder.iterdir()}
        assert {"caravan.sqlite3", "caravan.sqlite3-wal", "static", "made"} <= written
        # The test itself writes these two, beside what the site does.
        assert [path for path in open_to_others(folder) if path not in ("log", "said")] == []


@pytest.mark.long
def test_a_backup_beside_it_is_its_owners_alone(tmp_path, open_umask):
    (tmp_path / "data").mkdir()
    copy_to(tmp_path / "data", "caravan.sqlite3")
    surroundings = {**os.environ, "CARAVAN_DATA": str(tmp_path / "data")}
    command = [sys.executable, "manage.py", "dump", str(tmp_path / "caravan.dump")]
    subprocess.run(command, cwd=ROOT, env=surroundings, check=True)
    assert mode(tmp_path / "caravan.dump") == 0o600


def test_a_folder_in_which_everybody_keeps_things_stays_open(tmp_path, open_umask):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    environment.create_data_folder(shared)
    assert stat.S_IMODE(shared.stat().st_mode) == 0o1777


def test_translations_are_no_secret(tmp_path, settings):
    source = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text('msgid ""\nmsgstr ""\n')
    source.chmod(0o644)
    os.utime(source, ns=(1, 1))
    assert compiled(source)
    assert mode(source.with_suffix(".mo")) == 0o644
