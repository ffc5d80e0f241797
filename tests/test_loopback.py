"""Where Caravan listens to its own machine alone, only addresses of that are offered."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.test import RequestFactory

from companion.access import links
from companion.core.announcement import announcement, read_announced
from companion.core.environment import LOOPBACK
from companion.models import Link, fresh_key
from tests.prepared import copy_to

ROOT = Path(__file__).resolve().parent.parent
LAN = "http://192.168.7.7:8000"


@pytest.fixture
def alone(settings):
    settings.HOST = "127.0.0.1"


@pytest.mark.parametrize("visited", ["localhost", "127.0.0.1"])
@pytest.mark.django_db
def test_a_link_leads_where_somebody_listens(alone, visited, settings):
    settings.ALLOWED_HOSTS = ["*"]
    request = RequestFactory().get("/", SERVER_NAME=visited, SERVER_PORT=8123)
    found = urlsplit(links.link_url(request, Link(kind=Link.Kind.INVITE, **fresh_key())))
    assert (found.hostname, found.port) == (visited, 8123)


@pytest.mark.django_db
def test_where_one_address_is_served_a_link_carries_that_one(settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.HOST = "192.168.7.7"
    request = RequestFactory().get("/", SERVER_NAME="localhost", SERVER_PORT=8123)
    assert urlsplit(links.link_url(request, Link(**fresh_key()))).hostname == "192.168.7.7"


def test_it_is_remembered_and_addresses_of_the_network_are_not_forgotten(tmp_path):
    memory = tmp_path / "address"
    memory.write_text(LAN)
    assert "192.168" not in announcement("127.0.0.1", 8000, memory=memory)
    assert read_announced(memory) == ["http://127.0.0.1:8000", LAN]
    assert f"Last time: {LAN}." in announcement("192.168.7.8", 8000, memory=memory)


# At home and in public, and whether it has announced another address before.
@pytest.mark.long
@pytest.mark.parametrize(
    ("surroundings", "announced"), [({}, LAN), ({"HTTPS": "0"}, ""), ({}, ""), ({"HTTPS": "0"}, LAN)]
)
def test_commands_print_an_address_of_this_machine(tmp_path, surroundings, announced):
    copy_to(tmp_path, "caravan.sqlite3")
    (tmp_path / "address").write_text(announced)
    home = {"PATH": os.environ["PATH"], "CARAVAN_DATA": str(tmp_path), "HOST": "127.0.0.1", "PORT": "8123"}
    for command in (["demo", "--plays", "1"], ["let_in"]):
        found = subprocess.run(
            [sys.executable, "manage.py", *command], cwd=ROOT, env=home | surroundings, capture_output=True, text=True
        )
        assert found.returncode == 0, found.stderr
        hosts = {urlsplit(each).netloc for each in re.findall(r"http\S+", found.stdout)}
        assert hosts == {"127.0.0.1:8123"}
        assert {host.partition(":")[0] for host in hosts} <= set(LOOPBACK)
