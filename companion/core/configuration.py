"""Read settings from environment variables. `companion.checks` reports the invalid ones."""

import ipaddress
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
# Django's own checks ask for as much.
SHORTEST_KEY = 50
HOW_TO_MAKE_A_KEY = f"Use at least {SHORTEST_KEY} random characters, for example from: openssl rand -hex 32"
SHORTEST_TOKEN = 20
A_HEADER = re.compile(r"[A-Za-z0-9-]+")
# It also becomes part of the names of cookies.
A_PATH = re.compile(r"(/[A-Za-z0-9_-]+)*")
# Each thread of a worker uses one connection at a time.
MOST_CONNECTIONS = 8
SECONDS_FOR_A_CONNECTION = 5


class Environment:
    """Reads variables. `problems` has a sentence for each invalid one, which counts as unset."""

    def __init__(self, variables: Mapping[str, str]):
        self.variables = variables
        self.problems: list[str] = []

    def invalid(self, problem, default):
        """Note the problem, and return the default."""
        self.problems.append(problem)
        return default

    def text(self, name, default="") -> str:
        """Return a variable without surrounding spaces, or the default if it is empty."""
        return self.variables.get(name, "").strip() or default

    def words(self, name) -> list[str]:
        """Return the words of a variable, which separates them by commas or spaces."""
        return self.text(name).replace(",", " ").split()

    def flag(self, name, *, default) -> bool:
        """Return True for 1, False for 0."""
        value = self.text(name).lower()
        if value not in ("", *YES, *NO):
            return self.invalid(f"{name} must be 1 or 0, not {value!r}.", default)
        return value in YES if value else default

    def whole_number(self, name, *, default, least, most) -> int:
        """Return a whole number from `least` to `most`."""
        value = self.text(name, str(default))
        if not is_number(value) or not least <= int(value) <= most:
            return self.invalid(f"{name} must be a number from {least} to {most}, not {value!r}.", default)
        return int(value)

    def one_of(self, name, *choices) -> str:
        """Return one of these words, the first if the variable is empty."""
        value = self.text(name, choices[0])
        if value not in choices:
            *others, last = choices
            return self.invalid(f"{name} must be {', '.join(others)} or {last}, not {value!r}.", choices[0])
        return value

    def web_address(self, name) -> str:
        """Return a URL without its trailing slash, or an empty text."""
        value = self.text(name).rstrip("/")
        if value and not is_web_address(value):
            return self.invalid(f"{name} must be a URL like https://caravan.example.org, not {value!r}.", "")
        return value

    def site_address(self, name) -> str:
        """Return the URL of this site, which may have a path."""
        value = self.web_address(name)
        if not A_PATH.fullmatch(urlsplit(value)._replace(scheme="", netloc="").geturl()):
            problem = f"{name} must be a URL with letters, digits, - and _ in its path, not {value!r}. "
            return self.invalid(f"{problem}Example: https://example.org/caravan.", "")
        return value

    def hosts(self, name) -> list[str]:
        """Return the host names a site answers to."""
        hosts = self.words(name)
        for host in hosts:
            if "/" in host or host == "*":
                return self.invalid(f"{name} must list host names like caravan.example.org, not {host!r}.", [])
        return hosts

    def groups_a_day(self, name) -> int | None:
        """Return how many groups may be created per address and day: None for any number, 0 for none."""
        value = self.text(name, "all").removesuffix(" a day")
        if value in ("all", "nobody"):
            return None if value == "all" else 0
        if not is_number(value) or int(value) == 0:
            return self.invalid(
                f"{name} must be all, nobody or a number of groups per day such as 20, not {value!r}.", 0
            )
        return int(value)

    def shared_key(self, name) -> str:
        """Return the key that signs cookies, or an empty text to use the one in the data folder."""
        value = self.text(name)
        if 0 < len(value) < SHORTEST_KEY or len(set(value)) == 1:
            return self.invalid(f"{name} is too easy to guess. {HOW_TO_MAKE_A_KEY}", "")
        return value

    def former_keys(self, name) -> list[str]:
        """Return the former keys that signed cookies."""
        keys = self.words(name)
        if any(len(key) < SHORTEST_KEY for key in keys):
            problem = f"{name} has a key shorter than {SHORTEST_KEY} characters. List only former values of SECRET_KEY."
            return self.invalid(problem, [])
        return keys

    def token(self, name) -> str:
        """Return an access token, or an empty text."""
        value = self.text(name)
        if value and (len(value) < SHORTEST_TOKEN or not value.isascii() or not value.isprintable() or " " in value):
            return self.invalid(f"{name} is too easy to guess. Use at least {SHORTEST_TOKEN} letters and digits.", "")
        return value

    def header(self, name) -> str:
        """Return the name of a header, or an empty text."""
        value = self.text(name)
        if value and not A_HEADER.fullmatch(value):
            return self.invalid(f"{name} must be the name of a header like Remote-User, not {value!r}.", "")
        return value

    def networks(self, name) -> list:
        """Return the addresses or networks of other machines."""
        try:
            return [ipaddress.ip_network(word) for word in self.words(name)]
        except ValueError:
            example = "addresses or networks like 127.0.0.1 or 172.18.0.0/16"
            return self.invalid(f"{name} must list {example}, not {self.text(name)!r}.", [])

    def folder(self, name) -> Path | None:
        """Return the path of a folder that exists, or None."""
        value = self.text(name)
        if value and not Path(value).is_dir():
            return self.invalid(f"{name} must be a folder, and {value!r} is none.", None)
        return Path(value).resolve() if value else None

    def database(self, name, folder: Path) -> dict:
        """Return Django's settings for the PostgreSQL of this variable, or for the SQLite file in the data folder."""
        return self.postgresql(name) or sqlite(folder / "caravan.sqlite3")

    def postgresql(self, name) -> dict:
        """Return Django's settings for the PostgreSQL at this URL; {} without a URL."""
        if not self.text(name):
            return {}
        try:
            found = dj_database_url.parse(self.text(name))
        except ValueError:
            found = {}
        if found.get("ENGINE") != "django.db.backends.postgresql" or not found["NAME"]:
            # The message doesn't repeat the URL, because it has a password.
            return self.invalid(f"{name} must be a URL like postgresql://USER:PASSWORD@HOST/NAME.", {})
        return {**found, "OPTIONS": {"connect_timeout": SECONDS_FOR_A_CONNECTION, **found.get("OPTIONS", {})}}

    def beside(self, name, *, is_postgresql) -> dict:
        """Return Django's settings for a replica of the PostgreSQL, or for a pooler in front of it; {} if not set."""
        if self.text(name) and not is_postgresql:
            problem = f"{name} is set, but DATABASE_URL is not. Set DATABASE_URL to a direct PostgreSQL connection."
            return self.invalid(problem, {})
        # With a transaction pooler, server-side cursors may be gone after a transaction.
        return (found := self.postgresql(name)) and {**found, "DISABLE_SERVER_SIDE_CURSORS": True}

    def photo_store(self, name, folder: Path) -> dict:
        """Return Django's storage for photos: the data folder, or a bucket of an S3 store as `s3://BUCKET/FOLDER`.

        The usual environment variables (AWS_…) name the store and its key.
        """
        value = self.text(name).rstrip("/")
        parts = urlsplit(value)
        if value and (parts.scheme != "s3" or not parts.netloc or parts.query or parts.fragment):
            value = self.invalid(f"{name} must be s3://BUCKET or s3://BUCKET/FOLDER, not {value!r}.", "")
        if not value:
            in_a_folder = {"location": folder / "photos", "allow_overwrite": True}
            return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": in_a_folder}
        in_a_bucket = {"bucket_name": parts.netloc, "location": parts.path.strip("/")}
        return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": in_a_bucket}


def is_number(value) -> bool:
    """Return whether this is a whole number in the digits 0 to 9."""
    return value.isascii() and value.isdigit()


def is_web_address(value) -> bool:
    """Return whether this is an HTTP or HTTPS URL."""
    try:
        parts = urlsplit(value)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def cookie_name(name, *, path, suffix, is_secure) -> str:
    """Return the full name of a cookie. `__Host-`: set by this host over HTTPS, for all of it; `__Secure-`: over HTTPS.

    The suffix names the site's path: a phone sends the cookies of the paths above, too, and they mustn't mix.
    """
    prefix = "__Host-" if path == "/" else "__Secure-"
    return (prefix if is_secure else "") + name + suffix


def sqlite(path: Path) -> dict:
    """Return Django's settings for a database in this file."""
    return {
        "ENGINE": "companion.core.sqlite",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # IMMEDIATE takes the write lock at the start, so that a second writer waits instead of failing halfway.
            "transaction_mode": "IMMEDIATE",
            # Saves wait longest while a group with thousands of plays is deleted.
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
        # A file, because threads in tests can't share a database in memory.
        "TEST": {"NAME": path.with_name("test.sqlite3")},
    }


def pooled(databases, through=None):
    """Let a server's threads share connections to PostgreSQL. Commands open their own.

    `through` has the settings of a pooler. Commands don't use it, because their locks outlast a transaction.
    """
    if databases["default"]["ENGINE"] != "django.db.backends.postgresql":
        return
    databases["default"].update(through or {})
    for database in databases.values():
        database["OPTIONS"]["pool"] = {"min_size": 1, "max_size": MOST_CONNECTIONS, "timeout": SECONDS_FOR_A_CONNECTION}
        # The pool limits the age of connections. The check avoids broken ones.
        database["CONN_HEALTH_CHECKS"] = True
