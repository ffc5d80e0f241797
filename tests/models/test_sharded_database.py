"""A database that an earlier version sharded by group is refused, and its data moves to an ordinary one."""

import os
import re
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.postgresql import a_database, a_server

ROOT = Path(__file__).resolve().parent.parent.parent
SHARDED_AT = "0042_by_of_holdings"
# As rows got their group, by table.
GROUPS = {
    "seat": "SELECT group_id FROM companion_play WHERE id = play_id",
    "event": "SELECT group_id FROM companion_play WHERE id = play_id",
    "photo": "SELECT group_id FROM companion_play WHERE id = play_id",
    "sentphoto": "SELECT group_id FROM companion_play WHERE id = play_id",
    "holdings": "SELECT group_id FROM companion_seat WHERE id = seat_id",
    "sheetversion": "SELECT group_id FROM companion_ownsheet WHERE id = sheet_id",
    "arrival": "SELECT group_id FROM companion_upload WHERE id = upload_id",
}
OWNED = (
    *GROUPS,
    "alias",
    "export",
    "import",
    "ladder",
    "mark",
    "member",
    "ownsheet",
    "play",
    "player",
    "removal",
    "upload",
)
KEYS = """
    SELECT conname, contype FROM pg_constraint WHERE conrelid = %s::regclass AND contype IN ('f', 'p')
    ORDER BY contype
"""
PRIMARY_KEYS = """
    SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE contype = 'p' AND conrelid::regclass::text LIKE 'companion%'
"""
COUNTS = re.compile(r"[\d,]+ rows, including \d+ plays in \d+ groups?")

pytestmark = [pytest.mark.long, pytest.mark.sqlite]


def manage(*words, **settings):
    """Run a command of manage.py with these settings."""
    return subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=settings, capture_output=True, text=True, check=False
    )


def succeed(*words, **settings) -> str:
    """Run a command that must succeed, and return its output."""
    run = manage(*words, **settings)
    assert run.returncode == 0, run.stderr
    return run.stdout


def shard(address):
    """Add the group to the primary keys, as `spread --write` did."""
    with psycopg.connect(address) as database:
        for table, group in GROUPS.items():
            database.execute(f"UPDATE companion_{table} SET group_id = ({group})")
        for table in ("group", "link", "tablecode", *OWNED):
            for name, kind in database.execute(KEYS, [f"companion_{table}"]).fetchall():
                if kind == "f":
                    drop = sql.SQL("ALTER TABLE {} DROP CONSTRAINT {}")
                    database.execute(drop.format(sql.Identifier(f"companion_{table}"), sql.Identifier(name)))
        for table in OWNED:
            [primary] = [
                name for name, kind in database.execute(KEYS, [f"companion_{table}"]).fetchall() if kind == "p"
            ]
            change = sql.SQL(
                "ALTER TABLE {0} ALTER COLUMN group_id SET NOT NULL, DROP CONSTRAINT {1}, "
                "ADD CONSTRAINT {1} PRIMARY KEY (group_id, id)"
            )
            database.execute(change.format(sql.Identifier(f"companion_{table}"), sql.Identifier(primary)))


def primary_keys(address) -> dict[str, str]:
    """Return the definition of each table's primary key."""
    with psycopg.connect(address) as database:
        return dict(database.execute(PRIMARY_KEYS).fetchall())


def test_data_of_a_sharded_database_moves_to_an_ordinary_one(tmp_path):
    with a_server() as address:
        settings = {**os.environ, "CARAVAN_DATA": str(tmp_path / "data")}
        sharded = settings | {"DATABASE_URL": a_database(address, "sharded")}
        plain = settings | {"DATABASE_URL": a_database(address, "plain")}
        succeed("migrate", "-v0", **sharded)
        succeed("demo", "--plays", "5", **sharded)
        succeed("migrate", "-v0", "companion", SHARDED_AT, **sharded)
        ordinary = primary_keys(sharded["DATABASE_URL"])
        shard(sharded["DATABASE_URL"])
        before = primary_keys(sharded["DATABASE_URL"])
        assert before["companion_seat"] == "PRIMARY KEY (group_id, id)"

        refused = manage("migrate", "-v0", **sharded)
        assert refused.returncode != 0
        assert "sharded by group" in refused.stderr and "Traceback" not in refused.stderr
        assert primary_keys(sharded["DATABASE_URL"]) == before

        dump = str(tmp_path / "all.dump")
        dumped = succeed("dump", dump, **sharded)
        succeed("migrate", "-v0", "companion", SHARDED_AT, **plain)
        loaded = succeed("load", dump, **plain)
        succeed("migrate", "-v0", **plain)
        assert COUNTS.search(dumped)[0] == COUNTS.search(loaded)[0]
        # Later versions have tables of their own.
        assert primary_keys(plain["DATABASE_URL"]).items() >= ordinary.items()
        succeed("rescore", **plain)
        succeed("demo", "--plays", "2", **plain)
