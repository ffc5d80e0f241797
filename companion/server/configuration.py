"""Settings from the environment, checked: a wrong one stops the start with one sentence that says what to do."""

import importlib.util
import os
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
# Django's own checks ask for as much.
SHORTEST_KEY = 50
SHORTEST_TOKEN = 20
# A thread of a worker holds one connection at a time; more than these are never asked for.
MOST_CONNECTIONS = 8
SECONDS_FOR_A_CONNECTION = 5


class Misconfigured(SystemExit):
    """Ends whatever was started. Its sentence is all that is printed, and names the setting and what to do."""


def text(name, default="") -> str:
    """What this variable says, without blanks around it; the default where it says nothing."""
    return os.environ.get(name, "").strip() or default


def flag(name, *, default) -> bool:
    """True for 1, False for 0."""
    said = text(name).lower()
    if said not in ("", *YES, *NO):
        raise Misconfigured(f"{name} is {said!r}: it says 1 or 0.")
    return default if not said else said in YES


def whole_number(name, *, default, least, most) -> int:
    """A number from `least` to `most`."""
    said = text(name, str(default))
    if not said.isascii() or not said.isdigit() or not least <= int(said) <= most:
        raise Misconfigured(f"{name} is {said!r}, but has to be a number from {least} to {most}.")
    return int(said)


def one_of(name, *words) -> str:
    """One of these words; the first where nothing is said."""
    said = text(name, words[0])
    if said not in words:
        raise Misconfigured(f"{name} is {said!r}: it says {' or '.join(words)}.")
    return said


def web_address(name) -> str:
    """The address of a page or site without a slash at its end, or nothing."""
    said = text(name).rstrip("/")
    if said and not is_web_address(said):
        raise Misconfigured(f"{name} is {said!r}: it says an address like https://caravan.example.org.")
    return said


def site_address(name) -> str:
    """The address of this site, without a path: Caravan doesn't run below one, so links would lead nowhere."""
    said = web_address(name)
    if said and urlsplit(said)._replace(scheme="", netloc="").geturl():
        raise Misconfigured(
            f"{name} must not have a path, not {said!r}: give Caravan a host name or a port of its own, as "
            "https://caravan.example.org."
        )
    return said


def no_path(name) -> None:
    """Refuse a path prefix that gunicorn would take from this variable: static files would not be found."""
    if said := text(name).strip("/"):
        raise Misconfigured(f"{name} must be empty, not {said!r}: Caravan needs a host name or a port of its own.")


def is_web_address(said) -> bool:
    """Whether a browser opens this as an address on the net."""
    try:
        parts = urlsplit(said)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def hosts(name) -> list[str]:
    """The names a site answers to, with commas or blanks between them."""
    said = text(name).replace(",", " ").split()
    for host in said:
        if "/" in host or host == "*":
            raise Misconfigured(f"{name} has {host!r}: it lists names like caravan.example.org, and no address or *.")
    return said


def groups_a_day(name) -> int | None:
    """How many groups may be founded from one address in a day: None for any number, 0 for none."""
    said = text(name, "all").removesuffix(" a day")
    if said in ("all", "nobody"):
        return {"all": None, "nobody": 0}[said]
    if not said.isascii() or not said.isdigit() or int(said) == 0:
        raise Misconfigured(f"{name} is {said!r}: it says all, nobody, or how many groups a day, as 20.")
    return int(said)


def shared_key(name, *, is_needed) -> str:
    """The key that signs cookies, or nothing where the data folder's will do."""
    said = text(name)
    if 0 < len(said) < SHORTEST_KEY or len(set(said)) == 1:
        raise Misconfigured(f"{name} is too easy to guess: it takes {SHORTEST_KEY} random characters or more.")
    if is_needed and not said:
        raise Misconfigured(
            f"{name} is missing: where several machines may serve one database, all have to be given the same key, "
            f"{SHORTEST_KEY} random characters or more."
        )
    return said


def token(name) -> str:
    """A word that lets a program in, or nothing."""
    said = text(name)
    if said and (len(said) < SHORTEST_TOKEN or not said.isascii() or not said.isprintable() or " " in said):
        raise Misconfigured(f"{name} is too easy to guess: it takes {SHORTEST_TOKEN} letters and digits or more.")
    return said


def former_keys(name) -> list[str]:
    """The keys that signed cookies before the one that does now, with commas or blanks between them."""
    keys = text(name).replace(",", " ").split()
    if any(len(key) < SHORTEST_KEY for key in keys):
        raise Misconfigured(f"{name} has a key of less than {SHORTEST_KEY} characters, and no SECRET_KEY was so short.")
    return keys


def database(name, folder: Path) -> dict:
    """The PostgreSQL that this variable leads to, else the SQLite file of the data folder, as Django wants it."""
    return postgresql(name, text(name)) if text(name) else sqlite(folder / "caravan.sqlite3")


def photo_store(name, folder: Path) -> dict:
    """Where photos are kept: in the data folder, or in the bucket of an S3-compatible store as `s3://BUCKET/FOLDER`.

    Which store that is, and the key to it, the surroundings say as they do to all that speaks with one (AWS_…).
    """
    said = text(name).rstrip("/")
    if not said:
        in_a_folder = {"location": folder / "photos", "allow_overwrite": True}
        return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": in_a_folder}
    parts = urlsplit(said)
    if parts.scheme != "s3" or not parts.netloc or parts.query or parts.fragment:
        raise Misconfigured(f"{name} is {said!r}: it says s3://BUCKET or s3://BUCKET/FOLDER.")
    if not importlib.util.find_spec("storages") or not importlib.util.find_spec("boto3"):
        raise Misconfigured(f"{name}: what speaks with such a store is not here; scripts/setup s3 fetches it.")
    # A container says nothing by an empty text, which would be taken for the address of nowhere.
    for empty in [key for key, value in os.environ.items() if key.startswith("AWS_") and not value]:
        del os.environ[empty]
    if ("AWS_ACCESS_KEY_ID" in os.environ) != ("AWS_SECRET_ACCESS_KEY" in os.environ) or not has_aws_credentials():
        raise Misconfigured(
            f"{name} needs a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE. On a machine of "
            "Amazon's whose role grants access, set AWS_EC2_METADATA_DISABLED=false."
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
            # IMMEDIATE takes the write lock at the start, so two writers wait instead of failing half-way.
            "transaction_mode": "IMMEDIATE",
            # Whoever saves while a group of thousands of plays is deleted waits longer than for any other save.
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
        # A file, as in use: tests with threads share it, a database in memory they could not.
        "TEST": {"NAME": path.with_name("test.sqlite3")},
    }


def postgresql(name, address) -> dict:
    """Django's settings for the PostgreSQL at the address of this variable; raises Misconfigured."""
    try:
        found = dj_database_url.parse(address)
    except ValueError:
        found = {}
    if found.get("ENGINE") != "django.db.backends.postgresql" or not found["NAME"]:
        # The address itself holds a password and is not repeated.
        raise Misconfigured(f"{name} cannot be read: it says postgresql://USER:PASSWORD@HOST/NAME.")
    return {**found, "OPTIONS": {"connect_timeout": SECONDS_FOR_A_CONNECTION, **found.get("OPTIONS", {})}}


def beside(name, *, is_postgresql) -> dict:
    """Another way to the same PostgreSQL or its replica, which may be a pooler of transactions; or nothing."""
    if not text(name):
        return {}
    if not is_postgresql:
        raise Misconfigured(f"{name} leads to a PostgreSQL, to which DATABASE_URL has to lead without a pooler.")
    # What lasts longer than a transaction may be gone with the next one.
    return {**postgresql(name, text(name)), "DISABLE_SERVER_SIDE_CURSORS": True}


def pooled(databases, through=None):
    """Let a server's threads share connections to PostgreSQL; commands come and go, and open their own.

    `through` is the way by a pooler, which the commands do not take: they lock for longer than a transaction.
    """
    if databases["default"]["ENGINE"] != "django.db.backends.postgresql":
        return
    databases["default"].update(through or {})
    for its in databases.values():
        its["OPTIONS"]["pool"] = {"min_size": 1, "max_size": MOST_CONNECTIONS, "timeout": SECONDS_FOR_A_CONNECTION}
        # How old a connection gets is the pool's affair; one that broke meanwhile is not given out.
        its["CONN_HEALTH_CHECKS"] = True
