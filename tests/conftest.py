"""What every test stands on, and what is said of those that cannot run here."""

import asyncio
import functools
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from django.conf import settings
from django.db import connection
from django.utils import translation

from tests.browser.server import serving
from tests.postgresql import MIGRATED
from tests.prepared import copy_to, template

ROOT = Path(__file__).resolve().parent.parent
# What is tested through the site, with a database: a folder a room of `companion/`, and what every page keeps to.
ROOMS = {
    *("access", "accounts", "api", "collection", "core", "entry", "groups", "history", "management", "models"),
    *("notifications", "pages", "photos", "player_aids", "plays", "results", "transfer"),
}
PACE = {"rules": 0, "statistics": 0, **dict.fromkeys(ROOMS, 2), "browser": 3}
WALKS = "browser/test_every_page.py"
PARTS = ("browser", "gettext", "pooler", "proxy", "systemd")


def pytest_configure(config):
    # In use a password is hashed a million times over; here once will do.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Each test client has middleware of its own, which would list all static files when it starts.
    settings.WHITENOISE_AUTOREFRESH = True
    config.addinivalue_line("markers", f"needs(part): runs only where that part is: {', '.join(PARTS)}")
    config.addinivalue_line("markers", "sqlite: reads how SQLite goes about a query, in its own words")
    on_both = "postgresql: may end otherwise there, so `make test` runs it on both databases; alone=True: only there"
    config.addinivalue_line("markers", on_both)
    config.addinivalue_line("markers", "whole_browser: needs what is around a browser's pages, as those it keeps")
    config.addinivalue_line("markers", "long: what `make test-all` tries beyond `make test`")


def pytest_itemcollected(item):
    """The rooms' tests have a database each; those that need several threads are marked with `transaction=True`."""
    if room(item) in ROOMS and item.get_closest_marker("django_db") is None:
        item.add_marker(pytest.mark.django_db)


def pytest_collection_modifyitems(config, items):
    """Rules, then the tests beside this file, then pages with a database each; the real browser last.

    There first the walks past every page: at the end one process would be at them while the others have nothing left.
    """
    if connection.vendor != "postgresql":
        elsewhere = [item for item in items if of_postgresql_alone(item)]
        config.hook.pytest_deselected(items=elsewhere)
        items[:] = [item for item in items if item not in elsewhere]
    items.sort(key=lambda item: (PACE.get(room(item), 1), WALKS not in item.nodeid))


def of_postgresql_alone(item) -> bool:
    """Whether only a PostgreSQL can be asked for this."""
    return any(mark.kwargs.get("alone") for mark in item.iter_markers("postgresql"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Skip what cannot run on this machine; where CI is true, it fails."""
    for part in parts_needed(item):
        if lack := missing(part):
            if os.environ.get("CI") == "true":
                pytest.fail(lack, pytrace=False)
            pytest.skip(lack)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Set the browser's event loop aside, which Playwright leaves running: after it, too, tests begin without one."""
    loop = None if room(item) == "browser" else asyncio._get_running_loop()
    if loop:
        asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        if loop:
            asyncio._set_running_loop(loop)


def pytest_terminal_summary(terminalreporter, config):
    # Tests run in processes of their own: their reports are what this one knows.
    said = "\n".join(report.longreprtext for report in terminalreporter.stats.get("skipped", []))
    left_out = {part: lack for part in PARTS if (lack := missing(part)) and lack in said}
    if "not long" in config.option.markexpr:
        terminalreporter.write_line("The long lane was left out: `make test-all` runs it too.")
    if left_out:
        terminalreporter.section("NOT TESTED", sep="!", red=True, bold=True)
        for part, lack in left_out.items():
            terminalreporter.write_line(f"{part}: {lack}", red=True, bold=True)


def room(item):
    """The folder under tests/ that a test lives in, or its file where it lives in none."""
    return item.nodeid.removeprefix("tests/").split("::")[0].split("/")[0]


def parts_needed(item):
    """What a test cannot do without: its marks say so, and for tests/browser its place."""
    marked = [part for mark in item.iter_markers("needs") for part in mark.args]
    return marked + ["browser"] * (room(item) == "browser")


@functools.cache
def missing(part):
    """The sentence for a part that is not to be had here, else nothing."""
    if part == "gettext":
        return "" if shutil.which("xgettext") else "there is no xgettext (Debian: apt install gettext)"
    if part == "pooler":
        return "" if shutil.which("pgbouncer") else "there is no pgbouncer (Debian: apt install pgbouncer)"
    if part == "proxy":
        return "" if shutil.which("caddy") else "there is no caddy (Debian: apt install caddy)"
    if part == "systemd":
        return "" if shutil.which("systemd-analyze") else "there is no systemd-analyze (Debian: apt install systemd)"
    # `make test` has looked already; a test that is run alone looks for itself.
    if "CHROME_PATH" not in os.environ:
        found = subprocess.run([ROOT / "scripts" / "browser"], capture_output=True, text=True)
        os.environ["CHROME_PATH"] = found.stdout.strip()
    return "" if os.environ["CHROME_PATH"] else "there is no Chromium or Chrome (its path: CHROME_PATH)"


@pytest.fixture(scope="session", autouse=True)
def every_event_has_a_known_shape():
    """Let every test fail that makes the site store an event with which no page and no action was tried."""
    from tests.event_shapes import refuse_unknown

    with connection.execute_wrapper(refuse_unknown):
        yield


@pytest.fixture(scope="session")
def prepared():
    """The catalogues compiled and the static files collected, as before each start; once for all processes."""
    copy_to(settings.DATA, "made", "bundled", "static", "static.stamp")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings):
    """No process goes through all migrations for its own database: each gets a copy of one that has.

    No power fails either: nothing waits for the disk.
    """
    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["TEMPLATE"] = MIGRATED
    else:
        connection.settings_dict["TEST"]["MIGRATE"] = False
        connection.settings_dict["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """The database that the tests' data folder has, in memory."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock():
            connection.ensure_connection()
            with closing(sqlite3.connect(f"file:{template()}/caravan.sqlite3?immutable=1", uri=True)) as source:
                source.backup(connection.connection)


@pytest.fixture(autouse=True)
def _prepared_for_pages(request):
    if room(request.node) not in ("rules", "statistics"):
        request.getfixturevalue("prepared")


@pytest.fixture(autouse=True)
def _in_english():
    """No test speaks the language of a page that an earlier one asked for."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server as it runs in use, and all that may share it; axe is among its static files."""
    with serving(tmp_path_factory.mktemp("caravan"), AXE_FILE_PATH) as its_server:
        yield its_server


@pytest.fixture
def by_https(settings):
    """The settings of a site, which tests otherwise do without."""
    settings.SECURE_HSTS_SECONDS = 365 * 24 * 3600
    settings.SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.LANGUAGE_COOKIE_SECURE = True
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-caravan", "__Host-csrftoken"
    return settings


@pytest.fixture
def play():
    """A play, and below the phone of who started it."""
    from tests.phones import a_play

    return a_play()


@pytest.fixture
def phone(play):
    from tests.phones import owners_phone

    return owners_phone(play)


@pytest.fixture
def beside(settings, monkeypatch):
    """Tasks wait for a process that does them, which is `done` of `tests.working`."""
    settings.TASKS = {"default": settings.TASKS["default"] | {"BACKEND": settings.IN_THE_DATABASE}}
    # The connection has the transaction of the test.
    monkeypatch.setattr("django_tasks_db.management.commands.db_worker.close_old_connections", lambda: None)
