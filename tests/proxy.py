"""The proxy of deploy/Caddyfile, before servers of the tests."""

import contextlib
import json
import os
import re
import socket
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CADDYFILE = ROOT / "deploy" / "Caddyfile"


@contextlib.contextmanager
def a_proxy(folder: Path, site: str, servers: list[int], *, text="", **shorter):
    """Lead requests for this address to the servers at these ports of this machine: `http://caravan.test:8000`, or
    `https://localhost:8443` with a certificate of its own.

    Timeouts of the file can be made `shorter`: `read_body="1s"`. Another `text` takes the file's place.
    """
    text = text or CADDYFILE.read_text()
    for name, time in shorter.items():
        text, found = re.subn(rf"\b{name} \w+", f"{name} {time}", text)
        assert found == 1
    caddyfile = folder / "Caddyfile"
    caddyfile.write_text(text)
    before = " ".join(f"127.0.0.1:{port}" for port in servers)
    places = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    surroundings = {**os.environ, **places, "SITE": site, "CARAVAN": before}
    adapt = ["caddy", "adapt", "--adapter", "caddyfile", "--config", caddyfile]
    told = json.loads(subprocess.run(adapt, env=surroundings, capture_output=True, check=True).stdout)
    # It would listen at ports that all proxies of this machine would share.
    told["admin"] = {"disabled": True}
    for server in told["apps"]["http"]["servers"].values():
        server.setdefault("automatic_https", {})["disable_redirects"] = True
    config = folder / "caddy.json"
    config.write_text(json.dumps(told))
    with (folder / "caddy.log").open("w") as log:
        caddy = subprocess.Popen(["caddy", "run", "--config", config], env=surroundings, stdout=log, stderr=log)
        try:
            wait_for(site, caddy)
            yield
        finally:
            caddy.terminate()
            caddy.wait(timeout=20)


def wait_for(site, caddy):
    """Return once the proxy listens."""
    while caddy.poll() is None:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", int(site.rpartition(":")[2])), timeout=5).close()
            return
    raise AssertionError("the proxy has not started")
