"""PgBouncer, as deploy/cluster/ configures it, before a PostgreSQL of this machine."""

import contextlib
import os
import re
import subprocess
import time
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.browser.server import free_port

FILE = (Path(__file__).resolve().parent.parent / "deploy" / "cluster" / "pgbouncer.ini").read_text()


@contextlib.contextmanager
def a_pooler(address, folder, *, connections):
    """The address by which a database is reached through deploy/cluster/pgbouncer.ini, with so many connections."""
    to, port = dict(part.split("=", 1) for part in urlsplit(address).query.split("&")), free_port()
    folder.chmod(0o755)
    place = f"host={to['host']} dbname={urlsplit(address).path[1:]} user=postgres"
    text = re.sub(r"^caravan = .*", f"caravan = {place}", FILE, flags=re.M)
    text = text.replace("listen_addr = *", "listen_addr = 127.0.0.1\nunix_socket_dir =")
    text = text.replace("listen_port = 6432", f"listen_port = {port}").replace("scram-sha-256", "any")
    text = re.sub(r"^auth_file = .*\n", "", text, flags=re.M).replace("pool_size = 20", f"pool_size = {connections}")
    (folder / "pgbouncer.ini").write_text(text)
    (folder / "pgbouncer.ini").chmod(0o644)
    as_user = ["setpriv", "--reuid=pgserver", "--clear-groups"] if os.geteuid() == 0 else []
    with (folder / "log").open("w") as log:
        process = subprocess.Popen([*as_user, "pgbouncer", folder / "pgbouncer.ini"], stdout=log, stderr=log)
    through = f"postgresql://postgres@127.0.0.1:{port}/caravan"
    try:
        while process.poll() is None:
            with contextlib.suppress(psycopg.OperationalError), psycopg.connect(through):
                break
            time.sleep(0.1)
        assert process.poll() is None, (folder / "log").read_text()
        yield through
    finally:
        process.terminate()
        process.wait()
