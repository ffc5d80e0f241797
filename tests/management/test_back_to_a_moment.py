"""Restore PostgreSQL to the moment before a mistake, by the steps of docs/host/postgresql.md."""

import os
import shutil
import subprocess
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from bench.site import settings_for, site
from tests import postgresql
from tests.browser.server import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "host" / "postgresql.md").read_text()
PLAYS = "SELECT count(*) FROM companion_play"


def setting(name) -> str:
    """Return the line of the page that sets this parameter of PostgreSQL."""
    [line] = [line for line in PAGE.splitlines() if line.strip().startswith(f"{name} = ")]
    return line.strip()


def counted(address) -> int:
    with psycopg.connect(address) as connection:
        return connection.execute(PLAYS).fetchone()[0]


def as_its_user(folder) -> list:
    """What lets a program be whoever the folder belongs to: PostgreSQL does not run as root."""
    its = folder.stat()
    return ["setpriv", f"--reuid={its.st_uid}", f"--regid={its.st_gid}", "--clear-groups"] if os.geteuid() == 0 else []


def last_archived(server) -> bool:
    """Whether the log up to now has been archived."""
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        [name] = connection.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()
        for _ in range(300):
            archived = connection.execute("SELECT last_archived_wal FROM pg_stat_archiver").fetchone()[0]
            if archived and archived >= name:
                return True
            time.sleep(0.1)
    return False


@pytest.mark.long
def test_what_was_stored_before_a_mishap_is_back_and_nothing_of_the_mishap():
    with postgresql.running() as server:
        address = postgresql.a_database(server.get_uri(), "evening")
        data = Path(parse_qs(urlsplit(address).query)["host"][0])
        backup = data.with_name(f"{data.name}-backup")
        (backup / "wal").mkdir(parents=True)
        shutil.chown(backup, data.stat().st_uid, data.stat().st_gid)
        shutil.chown(backup / "wal", data.stat().st_uid, data.stat().st_gid)
        server.stop()
        with (data / "postgresql.conf").open("a") as file:
            for name in ("archive_mode", "archive_command", "archive_timeout"):
                file.write(setting(name).replace("/backup", str(backup)) + "\n")
        server.start()
        programs = Path(os.readlink(f"/proc/{(data / 'postmaster.pid').read_text().split()[0]}/exe")).parent
        try:
            back_to_a_moment(server, address, data, backup, programs)
        finally:
            shutil.rmtree(backup)


def back_to_a_moment(server, address, data, backup, programs):
    said = settings_for(server) | {"DATABASE_URL": address}
    user, base = as_its_user(data), backup / "base"
    with site(**said, started=False) as its:
        for path in data.iterdir():
            # The library's own notes among them, which a copy takes along.
            shutil.chown(path, data.stat().st_uid, data.stat().st_gid)
        copy = [programs / "pg_basebackup", "--pgdata", base, "--checkpoint=fast", "--dbname", server.get_uri()]
        subprocess.run([*user, *copy], check=True, capture_output=True)
        its.manage("demo", "--plays", 5)
        before = counted(address)
        with psycopg.connect(address, autocommit=True) as connection:
            [moment] = connection.execute("SELECT clock_timestamp()::text").fetchone()
            connection.execute("TRUNCATE companion_play CASCADE")
        assert before >= 5
        assert counted(address) == 0
        assert last_archived(server)

        with (base / "postgresql.auto.conf").open("a") as file:
            for name in ("restore_command", "recovery_target_time", "recovery_target_action"):
                line = setting(name).replace("/backup", str(backup)).replace("2026-11-20 21:30:00+01", moment)
                file.write(f"{line}\n")
        (base / "recovery.signal").touch()
        port = free_port()
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c archive_mode=off"
        control = [*user, programs / "pg_ctl", "--pgdata", base, "--log", backup / "log"]
        subprocess.run([*control, "--wait", "--options", options, "start"], check=True, capture_output=True)
        try:
            back = f"postgresql://postgres@127.0.0.1:{port}/evening"
            assert counted(back) == before
            its.settings["DATABASE_URL"] = back
            its.manage("dump", its.folder / "back.dump")
            its.start()
        finally:
            subprocess.run([*control, "--mode=fast", "stop"], check=True, capture_output=True)
