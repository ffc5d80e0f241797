"""Who is refused, and where they came from, is logged for those who want to shut them out, and for nobody else."""

import configparser
import io
import logging
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.test import Client

from companion.core.logs import Json, Plain
from tests.phones import kept

PAGE = (Path(__file__).resolve().parent.parent.parent / "docs" / "host" / "monitoring.md").read_text()
FILTER = re.search(r"```\n(\[Definition\].+?)```", PAGE, re.S)[1]
ADDRESS = "203.0.113.9"


class Written(io.StringIO):
    """What is written, and the handler that writes it."""

    handler: logging.Handler


@pytest.fixture
def log():
    """What is logged of refused tries, as the site writes it."""
    written, logger = Written(), logging.getLogger("companion.refusals")
    handler = logging.StreamHandler(written)
    handler.setFormatter(Plain())
    logger.addHandler(handler)
    written.handler = handler
    yield written
    logger.removeHandler(handler)


def stranger():
    return Client(REMOTE_ADDR=ADDRESS)


def try_everything():
    for _ in range(2):
        stranger().post("/sign-in", {"username": "Anna", "password": "wrong"})
    stranger().post("/sign-in/passkey", {"passkey": "{}"})
    stranger().get("/t/no-such-key-of-ours")
    stranger().post("/join", {"code": "AAAAAA"})
    for place in ("sheets/no-such-key", "results/no-such-key", "results/no-such-key/wide.png"):
        stranger().get(f"/{place}")
    stranger().get("/calendars/no-such-key.ics")
    stranger().get("/api/1/groups", headers={"Authorization": "Bearer no-such-key"})


def test_nobody_is_written_down_unless_the_operator_wants_it(log):
    kept()
    try_everything()
    assert log.getvalue() == ""


@pytest.fixture
def wanted(settings):
    settings.LOG_REFUSED = True


def test_each_refused_try_is_a_line_with_the_address_and_without_what_was_tried(log, wanted):
    kept()
    try_everything()
    lines = log.getvalue().splitlines()
    assert [line.split(" refused ")[1] for line in lines] == [
        f"sign_in 422 from {ADDRESS}",
        f"sign_in 422 from {ADDRESS}",
        f"sign_in_by_passkey 422 from {ADDRESS}",
        f"link 404 from {ADDRESS}",
        f"join 422 from {ADDRESS}",
        f"shared_sheet 404 from {ADDRESS}",
        f"shared_result 404 from {ADDRESS}",
        f"shared_picture 404 from {ADDRESS}",
        f"shared_calendar 404 from {ADDRESS}",
        f"api_groups 401 from {ADDRESS}",
    ]
    assert not re.search("Anna|wrong|no-such-key|AAAAAA", log.getvalue())


@pytest.mark.long
def test_so_are_too_many_tries(log, wanted):
    for _ in range(70):
        answer = stranger().post("/sign-in/passkey/question")
    assert answer.status_code == 429
    assert f"refused passkey_to_show 429 from {ADDRESS}" in log.getvalue()


def test_who_may_is_not_in_it(log, wanted, play, phone):
    phone.get("/")
    phone.get(f"/plays/{play.uuid}/")
    assert log.getvalue() == ""


@pytest.mark.parametrize("form", [Plain, Json])
@pytest.mark.parametrize("address", [ADDRESS, "2001:db8:1:2:3:4:5:6"])
def test_the_filter_in_the_operators_book_finds_the_address(log, wanted, address, form, tmp_path):
    log.handler.setFormatter(form())
    Client(REMOTE_ADDR=address).get("/t/no-such-key-of-ours")
    line = log.getvalue().rstrip("\n")
    said = configparser.RawConfigParser()
    said.read_string(FILTER)
    patterns = said["Definition"]["failregex"].replace("<SUBNET>", r"(?P<subnet>[0-9a-fA-F:.]+(/\d+)?)").splitlines()
    [found] = [found for pattern in patterns if (found := re.search(pattern, line))]
    assert found["subnet"].partition("/")[0] in (address, "2001:db8:1:2::")
    see_that_fail2ban_agrees(line, tmp_path)


def see_that_fail2ban_agrees(line, folder):
    """By its own tool, where that is installed."""
    (folder / "caravan.conf").write_text(FILTER)
    if shutil.which("fail2ban-regex"):
        asked = "fail2ban-regex", line, str(folder / "caravan.conf")
        assert "1 matched" in subprocess.run(asked, capture_output=True, text=True, timeout=60).stdout
