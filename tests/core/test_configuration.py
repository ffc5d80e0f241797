"""System checks report invalid settings, and stop a start with a sentence. Importing settings writes nothing."""

import os
import runpy
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.test.utils import override_settings

from companion.checks import TAG
from companion.core.configuration import Environment, pooled
from tests.lanes import long
from tests.postgresql import a_database, shared_server
from tests.prepared import copy_to

ROOT = Path(__file__).resolve().parent.parent.parent
A_KEY = "0123456789" * 5
OF_A_HEADER, OF_OIDC = ("SIGN_IN_HEADER", "SIGN_IN_PROXIES"), ("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET")
OF_A_SIGN_IN = ("SIGN_IN_NAME", *OF_A_HEADER, *OF_OIDC)
POSTGRESQL = "postgresql://caravan:a-password@db.example.org:5433/caravan?sslmode=require"


def surroundings(**variables):
    """What a program of the project is told where it is told these variables alone."""
    return {"PATH": os.environ["PATH"], "HTTPS": "0", "CARAVAN_DATA": os.environ["CARAVAN_DATA"], **variables}


def started(*command, **variables):
    """A program of the project with these variables alone."""
    told = surroundings(**variables)
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=told, capture_output=True, text=True)


def problems(monkeypatch, **variables):
    """The sentences of the checks with these variables alone."""
    monkeypatch.setattr(os, "environ", surroundings(**variables))
    read = runpy.run_path(str(ROOT / "companion" / "settings.py"))
    names = ("DATA", "DEBUG", "HTTPS", "ON_POSTGRESQL", "PROBLEMS", "PROXY", "STORAGES", *OF_A_SIGN_IN)
    with override_settings(**{name: read[name] for name in names}):
        return [error.msg for error in run_checks(tags=[TAG])]


@pytest.mark.parametrize(
    ("name", "said", "hint"),
    [
        ("PORT", "http", "a number from 1 to 65535"),
        long("PORT", "0", "a number from 1 to 65535"),
        long("PORT", "65536", "a number from 1 to 65535"),
        ("PROXY", "-1", "a number from 0 to 9"),
        long("PROXY", "²", "a number from 0 to 9"),
        ("HTTPS", "maybe", "HTTPS must be 1 or 0, not 'maybe'."),
        long("DEBUG", "2", "1 or 0"),
        ("LOGS", "xml", "LOGS must be quiet, plain or json, not 'xml'."),
        ("CARAVAN_URL", "caravan.example.org", "https://caravan.example.org"),
        ("CARAVAN_URL", "https://example.org/cara van", "must be a URL with letters, digits, - and _ in its path"),
        ("CARAVAN_URL", "https://example.org/a//b", "Example: https://example.org/caravan."),
        ("CARAVAN_URL", "https://example.org/?a=b", "must be a URL with letters, digits, - and _ in its path"),
        ("SCRIPT_NAME", "/caravan", "Set CARAVAN_URL to an address with that path."),
        ("BY_GROUP", "1", "Undo sharding"),
        ("SIGN_IN_HEADER", "Remote User", "the name of a header like Remote-User"),
        ("SIGN_IN_HEADER", "Remote-User", "SIGN_IN_HEADER also needs SIGN_IN_NAME and SIGN_IN_PROXIES."),
        ("SIGN_IN_PROXIES", "localhost", "addresses or networks like 127.0.0.1"),
        ("SIGN_IN_NAME", "Authelia", "SIGN_IN_NAME needs SIGN_IN_HEADER or OIDC_ISSUER."),
        ("OIDC_ISSUER", "https://auth.example.org", "needs SIGN_IN_NAME and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET."),
        ("IMPRINT_URL", "javascript:alert(1)", "https://caravan.example.org"),
        long("PRIVACY_URL", "https://[", "https://caravan.example.org"),
        ("ALLOWED_HOSTS", "*", "names like caravan.example.org"),
        ("ALLOWED_HOSTS", "https://caravan.example.org", "names like caravan.example.org"),
        ("FOUNDING", "some", "all, nobody or a number"),
        long("FOUNDING", "0", "all, nobody or a number"),
        ("GROUP_PLAYS", "0", "a number from 1 to"),
        ("IMPORTED_PLAYS", "many", "a number from 1 to"),
        ("PHOTOS", "my-bucket", "s3://BUCKET"),
        ("PLAY_PHOTOS", "-1", "a number from 0 to"),
        ("PHOTO_MEGABYTES", "21", "a number from 1 to 20"),
        ("SECRET_KEY", "short", "50 random characters"),
        ("SECRET_KEY_FALLBACKS", "short", "shorter than 50 characters"),
        ("SECRET_KEY_FALLBACKS", "x" * 50 + " y", "shorter than 50 characters"),
        ("SECRET_KEY", "x" * 60, "50 random characters"),
        ("DATABASE_URL", "mysql://caravan:a-password@localhost/caravan", "postgresql://USER:PASSWORD@HOST/NAME"),
        ("DATABASE_URL", "postgresql://caravan:a-password@localhost", "postgresql://USER:PASSWORD@HOST/NAME"),
        long("DATABASE_URL", "postgresql://caravan:a-password@localhost:x/y", "postgresql://USER:PASSWORD@HOST/NAME"),
        ("CARAVAN_DATA", "/dev/null/data", "CARAVAN_DATA: /dev/null/data is not writable. Choose a folder owned by"),
        ("CARAVAN_DATA", "/proc/version/data", "is not writable"),
    ],
)
def test_a_wrong_setting_is_told_in_a_sentence(monkeypatch, name, said, hint):
    [problem] = problems(monkeypatch, **{name: said})
    assert name in problem and hint in problem and "\n" not in problem
    assert "a-password" not in problem


def test_a_wrong_setting_stops_the_start_and_its_sentence_is_all_that_is_printed():
    stopped = started("manage.py", "prepare", PORT="http")
    assert stopped.returncode != 0
    assert stopped.stderr.startswith("PORT must be a number") and stopped.stderr.count("\n") == 1, stopped.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("wrong", "hint"),
    [({"PORT": "http"}, "PORT must be a number"), ({"HTTPS": "1"}, "PROXY is missing. With HTTPS, Caravan")],
)
def test_a_wrong_setting_stops_the_server_too(wrong, hint):
    stopped = started("-m", "gunicorn", **wrong)
    assert stopped.returncode != 0
    assert stopped.stderr.startswith(hint) and stopped.stderr.count("\n") == 1, stopped.stderr


def test_where_several_machines_may_serve_a_site_they_are_given_one_key():
    stopped = started("manage.py", "prepare", DATABASE_URL=POSTGRESQL, HTTPS="1")
    assert stopped.returncode != 0
    assert "SECRET_KEY is missing" in stopped.stderr
    assert stopped.stderr.count("\n") == 1


def test_check_lists_all_problems_with_their_ids_before_the_first_start(tmp_path):
    wrong = {"PORT": "http", "BY_GROUP": "1", "CARAVAN_DATA": str(tmp_path / "data")}
    checked = started("manage.py", "check", **wrong)
    assert checked.returncode != 0
    assert "(caravan.E001) PORT must be a number" in checked.stderr
    assert "(caravan.E008) Caravan no longer supports sharding" in checked.stderr
    assert list(tmp_path.iterdir()) == []


def test_any_other_command_creates_the_data_folder(tmp_path):
    planned = started("manage.py", "migrate", "--plan", CARAVAN_DATA=str(tmp_path / "data"))
    assert planned.returncode == 0, planned.stderr


def test_demo_refuses_a_database_that_is_not_its_own():
    stopped = started("manage.py", "prepare", DEMO="1", DATABASE_URL=POSTGRESQL, PHOTOS="s3://bucket/folder")
    assert stopped.returncode != 0
    assert "Remove DATABASE_URL and PHOTOS." in stopped.stderr


def test_check_of_deployment_reports_https_without_a_proxy():
    assert "(caravan.E010) PROXY is missing" in started("manage.py", "check", "--deploy", HTTPS="1").stderr
    assert started("manage.py", "check", HTTPS="1").returncode == 0


def test_importing_settings_writes_nothing(tmp_path):
    say = "import os; os.umask(0o22); import companion.settings; print(os.umask(0o22) == 0o22)"
    assert started("-c", say, CARAVAN_DATA=str(tmp_path / "data")).stdout == "True\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("https", "prefix"), [("1", "__Host-"), long("0", "")])
def test_under_https_only_this_very_host_sets_the_cookies(https, prefix):
    say = "from companion import settings as its; print(its.SESSION_COOKIE_NAME, its.CSRF_COOKIE_NAME)"
    assert started("-c", say, HTTPS=https).stdout.split() == [f"{prefix}caravan", f"{prefix}csrftoken"]


def test_cookies_belong_to_the_path_of_the_site():
    names = (
        "SESSION_COOKIE_NAME",
        "SESSION_COOKIE_PATH",
        "CSRF_COOKIE_NAME",
        "LANGUAGE_COOKIE_NAME",
        "FORCE_SCRIPT_NAME",
    )
    say = f"from companion import settings as its; print(*[getattr(its, name) for name in {names}])"
    told = started("-c", say, HTTPS="1", CARAVAN_URL="https://example.org/games/caravan/").stdout.split()
    session, token = "__Secure-caravan-games-caravan", "__Secure-csrftoken-games-caravan"
    assert told == [session, "/games/caravan/", token, "language-games-caravan", "/games/caravan"]


@pytest.mark.parametrize("said", [f"{A_KEY},{A_KEY}x", f" {A_KEY}  {A_KEY}x "])
def test_former_keys_are_listed_the_newest_first(said):
    assert Environment({"SECRET_KEY_FALLBACKS": said}).former_keys("SECRET_KEY_FALLBACKS") == [A_KEY, f"{A_KEY}x"]


@pytest.mark.parametrize("database", [POSTGRESQL, long("")])
def test_the_settings_of_a_site_leave_nothing_to_warn_of(database):
    site = {"HTTPS": "1", "SECRET_KEY": A_KEY, "CARAVAN_URL": "https://caravan.example.org", "PROXY": "1"}
    checked = started("manage.py", "check", "--deploy", "--fail-level", "WARNING", DATABASE_URL=database, **site)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_server_reaches_postgresql_through_a_pool(tmp_path):
    databases = {"default": Environment({"DATABASE_URL": POSTGRESQL}).database("DATABASE_URL", tmp_path)}
    pooled(databases)
    found = databases["default"]
    assert [found[part] for part in ("HOST", "PORT", "NAME")] == ["db.example.org", 5433, "caravan"]
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["OPTIONS"]["pool"]["max_size"] > 1
    assert found["CONN_MAX_AGE"] == 0


def test_without_a_database_of_its_own_it_is_a_file_of_the_data_folder(tmp_path):
    assert Environment({}).database("DATABASE_URL", tmp_path)["NAME"].parent == tmp_path


@pytest.mark.parametrize(("said", "number"), [("", None), ("all", None), ("nobody", 0), ("20", 20), ("20 a day", 20)])
def test_founding_says_how_many_groups_a_day(said, number):
    assert Environment({"FOUNDING": said}).groups_a_day("FOUNDING") == number


@pytest.mark.parametrize(("said", "is_on"), [("", True), ("1", True), ("Yes", True), ("0", False), (" off ", False)])
def test_a_flag_is_on_or_off(said, is_on):
    assert Environment({"HTTPS": said}).flag("HTTPS", default=True) is is_on


@pytest.mark.parametrize("place", ["127.0.0.1:1", long("nowhere.invalid")])
def test_a_database_that_does_not_answer_stops_the_start_with_a_sentence(place):
    stopped = started("manage.py", "prepare", DATABASE_URL=f"postgresql://caravan:a-password@{place}/caravan")
    assert stopped.returncode != 0
    assert "Caravan can't use its database: " in stopped.stderr
    assert stopped.stderr.count("\n") == 1, stopped.stderr
    assert "a-password" not in stopped.stderr


@pytest.mark.long
def test_two_machines_that_start_at_once_prepare_one_database(tmp_path):
    for machine in ("one", "another"):
        copy_to(tmp_path / machine, "made", "bundled", "static", "static.stamp")
    database = a_database(shared_server(), f"empty_{secrets.token_hex(8)}")
    starts = [
        subprocess.Popen(
            [sys.executable, "manage.py", "prepare"],
            cwd=ROOT,
            env={**os.environ, "CARAVAN_DATA": str(tmp_path / machine), "DATABASE_URL": database},
            stderr=subprocess.PIPE,
            text=True,
        )
        for machine in ("one", "another")
    ]
    complaints = [start.communicate()[1] for start in starts]
    assert [start.returncode for start in starts] == [0, 0], complaints
