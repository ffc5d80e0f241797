"""`manage.py serve`: by HTTPS at home, and on a system that lacks what Unix alone has, such as Windows."""

import asyncio
import contextlib
import os
import re
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.phone import sit_down
from tests.browser.server import WITHOUT_UNIX, free_port
from tests.prepared import copy_to

ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def started(folder, port, *command, **more):
    """Start `serve`, or another command, on a port with the data of this folder, and yield its process."""
    copy_to(folder, "caravan.sqlite3", "made", "bundled", "static", "static.stamp")
    own = {"CARAVAN_DATA": str(folder), "HTTPS": "0", "HOST": "127.0.0.1", "PORT": str(port), **more}
    process = subprocess.Popen(
        [sys.executable, *(command or ("-c", WITHOUT_UNIX, "serve"))],
        cwd=ROOT,
        env=os.environ | own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=60)


async def save_and_read(port):
    """Start a play, enter a column, and return the page that shows it."""
    seated = await sit_down(port, 2)
    return (await seated.phones[0].get(seated.cards[0])).text


def test_serve_starts_and_saves_without_what_unix_alone_has(tmp_path):
    port = free_port()
    with started(tmp_path, port) as server:
        said = []
        assert any(f"http://127.0.0.1:{port}" in line for line in server.stdout if not said.append(line)), said
        assert re.search(r'name="gold"[^>]*value="2"', asyncio.run(save_and_read(port)))


def test_serve_without_what_unix_alone_has_explains_that_its_port_is_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with started(tmp_path, port) as server:
            assert f"Port {port} is taken." in server.stdout.read()


BY_HTTPS = ("manage.py", "serve", "--https")


def said_until(process, words):
    """Read what a process says, until these words, and return it."""
    said = []
    assert any(words in line for line in process.stdout if not said.append(line)), "".join(said)
    return "".join(said)


def fetch(address, *, authority=None, **headers):
    """Open an address, trusting this certificate authority alone."""
    trusted = ssl.create_default_context(cadata=authority) if authority else None
    request = urllib.request.Request(address, headers=headers)
    with urllib.request.urlopen(request, timeout=30, context=trusted) as answer:
        return answer.read().decode(), answer.headers


def test_serve_offers_its_certificate_and_serves_by_https_who_trusts_it(tmp_path):
    page, site = f"http://127.0.0.1:{free_port()}", f"https://127.0.0.1:{(port := free_port())}"
    with started(tmp_path, page.rpartition(":")[2], *BY_HTTPS, HTTPS_PORT=str(port)) as server:
        assert page in said_until(server, site)
        wait_for_port(int(page.rpartition(":")[2]))
        authority, headers = fetch(f"{page}/caravan.crt")
        assert headers["Content-Type"] == "application/x-x509-ca-cert"
        assert site in fetch(page)[0]
        assert "summary" in fetch(f"{page}/certificate.css")[0]
        assert "Zertifikat" in fetch(page, **{"Accept-Language": "de-AT,de;q=0.9,en;q=0.8"})[0]
        home, headers = fetch(site, authority=authority)
        assert "Caravan" in home
        # It would lead phones from the certificate's page to HTTPS, on a port that has none.
        assert "Strict-Transport-Security" not in headers
        with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
            urllib.request.urlopen(site, timeout=30)


def wait_for_port(port):
    """Wait until something listens there, at most half a minute."""
    for _ in range(300):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise AssertionError(f"Nothing listens on port {port}.")


def test_page_of_the_certificate_ends_with_a_server_that_was_killed(tmp_path):
    page, port = free_port(), free_port()
    with started(tmp_path, page, *BY_HTTPS, HTTPS_PORT=str(port)) as server:
        said_until(server, f"https://127.0.0.1:{port}")
        wait_for_port(page)
        server.kill()
        server.wait()
        for _ in range(300):
            with contextlib.suppress(OSError):
                socket.create_server(("127.0.0.1", page)).close()
                return
            time.sleep(0.1)
        raise AssertionError(f"Something still listens on port {page}.")


def test_serve_by_https_explains_that_the_port_of_its_certificate_is_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with started(tmp_path, port, *BY_HTTPS) as server:
            assert f"Port {port} is taken." in server.stdout.read()


def test_somebody_is_let_in_at_the_https_address_of_a_home(tmp_path):
    copy_to(tmp_path, "caravan.sqlite3")
    (tmp_path / "address").write_text("https://laptop.local:8443")
    own = {"CARAVAN_DATA": str(tmp_path), "HTTPS": "0", "HOST": "0.0.0.0"}
    found = subprocess.run(
        [sys.executable, "manage.py", "let_in"], cwd=ROOT, env=os.environ | own, capture_output=True, text=True
    )
    assert "https://laptop.local:8443/" in found.stdout, found.stderr


@pytest.mark.parametrize("setting", [{"PROXY": "1"}, {"CARAVAN_URL": "http://games.example"}])
def test_serve_refuses_https_of_its_own_behind_a_proxy(tmp_path, setting):
    with started(tmp_path, free_port(), *BY_HTTPS, **setting) as server:
        assert "--https is for Linux and macOS at home" in server.stdout.read()
        assert server.wait(timeout=60)
