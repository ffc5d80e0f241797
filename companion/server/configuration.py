"""Read settings from the environment and check them. An invalid one stops the start and says how to fix it."""

import importlib.util
import os
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
# Django's own checks ask for as much.
SHORTEST_KEY = 50
HOW_TO_MAKE_A_KEY = f"Use at least {SHORTEST_KEY} random characters, for example from: openssl rand -hex 32"
SHORTEST_TOKEN = 20
# Each thread of a worker uses one connection at a time.
MOST_CONNECTIONS = 8
SECONDS_FOR_A_CONNECTION = 5


class Misconfigured(SystemExit):
    """Ends the process and prints only its message, which names the setting and says what to do."""


def text(name, default="") -> str:
    """Return a variable without surrounding spaces, or the default if it is empty."""
    return os.environ.get(name, "").strip() or default


def flag(name, *, default) -> bool:
    """Return True for 1, False for 0."""
    said = text(name).lower()
    if said not in ("", *YES, *NO):
        raise Misconfigured(f"{name} must be 1 or 0, not {said!r}.")
    return default if not said else said in YES


def whole_number(name, *, default, least, most) -> int:
    """Return a whole number from `least` to `most`."""
    said = text(name, str(default))
    if not said.isascii() or not said.isdigit() or not least <= int(said) <= most:
        raise Misconfigured(f"{name} must be a number from {least} to {most}, not {said!r}.")
    return int(said)


def one_of(name, *words) -> str:
    """Return one of these words, the first if the variable is empty."""
    said = text(name, words[0])
    if said not in words:
        *others, last = words
        raise Misconfigured(f"{name} must be {', '.join(others)} or {last}, not {said!r}.")
    return said


def web_address(name) -> str:
    """Return a URL without its trailing slash, or an empty text."""
    said = text(name).rstrip("/")
    if said and not is_web_address(said):
        raise Misconfigured(f"{name} must be a URL like https://caravan.example.org, not {said!r}.")
    return said


def site_address(name) -> str:
    """The address of this site, without a path: Caravan doesn't run below one, so links would lead nowhere."""
    said = web_address(name)
    if said and urlsplit(said)._replace(scheme="", netloc="").geturl():
        raise Misconfigured(
            f"{name} must be a URL without a path, not {said!r}. Give Caravan its own host name or port, for example "
            "https://caravan.example.org."
        )
    return said


def no_path(name) -> None:
    """Refuse a path prefix that gunicorn would take from this variable: static files would not be found."""
    if said := text(name).strip("/"):
        raise Misconfigured(f"{name} must be empty, not {said!r}. Give Caravan its own host name or port.")


def no_sharding(name) -> None:
    """Refuse a switch of a removed feature. Without it, a sharded database must not seem to work."""
    if text(name).lower() not in ("", *NO):
        raise Misconfigured(
            f"Caravan no longer supports sharding by group. Remove {name}, and follow 'Undo sharding' in "
            "docs/host/several-servers.md before you start Caravan."
        )


def is_web_address(said) -> bool:
    """Return whether this is an HTTP or HTTPS URL."""
    try:
        parts = urlsplit(said)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def hosts(name) -> list[str]:
    """Return the host names a site answers to. The variable separates them by commas or spaces."""
    said = text(name).replace(",", " ").split()
    for host in said:
        if "/" in host or host == "*":
            raise Misconfigured(f"{name} must list host names like caravan.example.org, not {host!r}.")
    return said


def groups_a_day(name) -> int | None:
    """Return how many groups may be created per address and day: None for any number, 0 for none."""
    said = text(name, "all").removesuffix(" a day")
    if said in ("all", "nobody"):
        return {"all": None, "nobody": 0}[said]
    if not said.isascii() or not said.isdigit() or int(said) == 0:
        raise Misconfigured(f"{name} must be all, nobody or a number of groups per day such as 20, not {said!r}.")
    return int(said)


def shared_key(name, *, is_needed) -> str:
    """Return the key that signs cookies, or an empty text to use the one in the data folder."""
    said = text(name)
    if 0 < len(said) < SHORTEST_KEY or len(set(said)) == 1:
        raise Misconfigured(f"{name} is too easy to guess. {HOW_TO_MAKE_A_KEY}")
    if is_needed and not said:
        raise Misconfigured(
            f"{name} is missing. With PostgreSQL and HTTPS, all servers need the same key. {HOW_TO_MAKE_A_KEY}"
        )
    return said


def token(name) -> str:
    """Return an access token, or an empty text."""
    said = text(name)
    if said and (len(said) < SHORTEST_TOKEN or not said.isascii() or not said.isprintable() or " " in said):
        raise Misconfigured(f"{name} is too easy to guess. Use at least {SHORTEST_TOKEN} letters and digits.")
    return said


def folder(name) -> Path | None:
    """Return the path of a folder that exists, or None."""
    said = text(name)
    if said and not Path(said).is_dir():
        raise Misconfigured(f"{name} must be a folder, and {said!r} is none.")
    return Path(said).resolve() if said else None


def former_keys(name) -> list[str]:
    """Return the former keys that signed cookies. The variable separates them by commas or spaces."""
    keys = text(name).replace(",", " ").split()
    if any(len(key) < SHORTEST_KEY for key in keys):
        raise Misconfigured(
            f"{name} has a key shorter than {SHORTEST_KEY} characters. List only former values of SECRET_KEY."
        )
    return keys


def database(name, folder: Path) -> dict:
    """Return Django's settings for the PostgreSQL of this variable, or for the SQLite file in the data folder."""
    return postgresql(name, text(name)) if text(name) else sqlite(folder / "caravan.sqlite3")


def photo_store(name, folder: Path) -> dict:
    """Return Django's storage for photos: the data folder, or a bucket of an S3 store as `s3://BUCKET/FOLDER`.

    The usual environment variables (AWS_…) name the store and its key. Raises Misconfigured.
    """
    said = text(name).rstrip("/")
    if not said:
        in_a_folder = {"location": folder / "photos", "allow_overwrite": True}
        return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": in_a_folder}
    parts = urlsplit(said)
    if parts.scheme != "s3" or not parts.netloc or parts.query or parts.fragment:
        raise Misconfigured(f"{name} must be s3://BUCKET or s3://BUCKET/FOLDER, not {said!r}.")
    if not importlib.util.find_spec("storages") or not importlib.util.find_spec("boto3"):
        raise Misconfigured(f"{name} needs the S3 packages. Install them with: scripts/setup s3")
    # Docker Compose passes unset variables as empty ones, which boto3 would take for values.
    for empty in [key for key, value in os.environ.items() if key.startswith("AWS_") and not value]:
        del os.environ[empty]
    if ("AWS_ACCESS_KEY_ID" in os.environ) != ("AWS_SECRET_ACCESS_KEY" in os.environ) or not has_aws_credentials():
        raise Misconfigured(
            f"{name} needs credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE. To use the "
            "role of an Amazon server, set AWS_EC2_METADATA_DISABLED=false."
        )
    in_a_bucket = {"bucket_name": parts.netloc, "location": parts.path.strip("/")}
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": in_a_bucket}


def has_aws_credentials() -> bool:
    """Whether the environment names a key to the photo store, in one of the ways that boto3 documents."""
    named = {
        *("AWS_ACCESS_KEY_ID", "AWS_PROFILE", "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_SHARED_CREDENTIALS_FILE"),
        *("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI"),
    }
    by_role = text("AWS_EC2_METADATA_DISABLED").lower() == "false"
    return by_role or not named.isdisjoint(os.environ) or Path("~/.aws/credentials").expanduser().exists()


def sqlite(path: Path) -> dict:
    """Django's settings for a database in this file."""
    return {
        "ENGINE": "companion.server.sqlite",
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


def postgresql(name, address) -> dict:
    """Django's settings for the PostgreSQL at the address of this variable; raises Misconfigured."""
    try:
        found = dj_database_url.parse(address)
    except ValueError:
        found = {}
    if found.get("ENGINE") != "django.db.backends.postgresql" or not found["NAME"]:
        # The message doesn't repeat the URL, because it has a password.
        raise Misconfigured(f"{name} must be a URL like postgresql://USER:PASSWORD@HOST/NAME.")
    return {**found, "OPTIONS": {"connect_timeout": SECONDS_FOR_A_CONNECTION, **found.get("OPTIONS", {})}}


def beside(name, *, is_postgresql) -> dict:
    """Return Django's settings for a replica of the PostgreSQL, or for a pooler in front of it; {} if not set."""
    if not text(name):
        return {}
    if not is_postgresql:
        raise Misconfigured(
            f"{name} is set, but DATABASE_URL is not. Set DATABASE_URL to a direct PostgreSQL connection."
        )
    # With a transaction pooler, server-side cursors may be gone after a transaction.
    return {**postgresql(name, text(name)), "DISABLE_SERVER_SIDE_CURSORS": True}


def pooled(databases, through=None):
    """Let a server's threads share connections to PostgreSQL. Commands open their own.

    `through` has the settings of a pooler. Commands don't use it, because their locks outlast a transaction.
    """
    if databases["default"]["ENGINE"] != "django.db.backends.postgresql":
        return
    databases["default"].update(through or {})
    for its in databases.values():
        its["OPTIONS"]["pool"] = {"min_size": 1, "max_size": MOST_CONNECTIONS, "timeout": SECONDS_FOR_A_CONNECTION}
        # The pool limits the age of connections. The check avoids broken ones.
        its["CONN_HEALTH_CHECKS"] = True
