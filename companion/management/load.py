"""Restore a dump into an empty database, completely or not at all."""

import gzip
import hashlib
import json
import zlib
from base64 import b64decode
from itertools import batched, islice
from pathlib import Path
from uuid import UUID

from django.core.management.color import no_style
from django.db import Error, connection, transaction
from tqdm import tqdm

from companion.core.environment import COMMAND
from companion.models.photos import SIDES, delete_pictures, store_pictures

from .dump import BATCH, FORMAT, VERSION, Refusal, applied_migrations, tables

LONGEST_HEADER = 1_000_000


def load(path: Path) -> dict[str, int]:
    """Store a dump's rows in the empty database, and return their numbers by table.

    Raises Refusal, and changes nothing, if the database isn't empty or has other migrations than the file, or if the
    file is damaged or no dump.
    """
    try:
        with gzip.open(path) as packed:
            header = check_file(packed, path)
            packed.seek(0)
            packed.readline()
            with transaction.atomic(durable=True):
                return store_all(header, packed, path)
    except (EOFError, zlib.error):
        raise damaged(path) from None
    except gzip.BadGzipFile as error:
        raise (foreign(path) if "Not a gzip" in str(error) else damaged(path)) from None
    except OSError as error:
        raise Refusal(f"Can't read {path}: {error.strerror}.") from None
    except Error as error:
        raise Refusal(f"Loading {path} failed; nothing was changed: {error}") from error


def damaged(path) -> Refusal:
    return Refusal(f"{path} is damaged or incomplete. Nothing was loaded. Try another backup.")


def foreign(path) -> Refusal:
    return Refusal(f"{path} isn't a Caravan dump. Nothing was loaded.")


def check_file(packed, path) -> dict:
    """Return the header of a complete file. Raises Refusal if it isn't a dump, is from a newer version, or damaged."""
    first = packed.readline(LONGEST_HEADER)
    header = read(first)
    if header.get("format") != FORMAT:
        raise foreign(path)
    if not isinstance(header.get("version"), int):
        raise damaged(path)
    if header["version"] > VERSION:
        raise Refusal(f"{path} was written by a newer version of Caravan. Nothing was loaded. Update Caravan first.")
    digest, last = hashlib.sha256(), first
    for line in packed:
        digest.update(last)
        last = line
    if read(last).get("sha256") != digest.hexdigest():
        raise damaged(path)
    return header


def read(line) -> dict:
    """Return the object on a line; {} if there is none."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def store_all(header, lines, path) -> dict[str, int]:
    """Store the rows, table by table as in the header, and return their numbers by table."""
    check_fit(header["migrations"], path)
    here = {table.label: table for table in tables()}
    check_empty(here.values())
    counts = {each["table"]: each["rows"] for each in header["tables"]}
    with tqdm(total=sum(counts.values()), unit=" rows", disable=None) as bar:
        for each in header["tables"]:
            store(here[each["table"]], each["fields"], islice(lines, each["rows"]), bar)
    if counts != {label: table.rows.count() for label, table in here.items()}:
        raise damaged(path)
    connection.check_constraints()
    reset_sequences(here.values())
    load_pictures(lines, path)
    return counts


def load_pictures(lines, path):
    """Store the pictures after the rows; if that fails, delete those stored."""
    stored = set()
    try:
        # The last line has none.
        for entry in filter(lambda entry: "photo" in entry, map(read, lines)):
            photo, size, content = as_picture(entry, path)
            stored.add(photo)
            store_pictures(photo, {size: content})
    except BaseException:
        delete_pictures(stored)
        raise


def as_picture(entry, path) -> tuple[UUID, str, bytes]:
    """Return the uuid of a photo, the size of its picture, and the JPEG."""
    try:
        if entry["size"] in SIDES:
            return UUID(entry["photo"]), entry["size"], b64decode(entry["content"], validate=True)
    except (KeyError, TypeError, ValueError, AttributeError):
        # Raised for values of the wrong type or content.
        pass
    raise damaged(path)


def check_fit(migrations, path):
    """Raise Refusal if the migrations of the database and the file differ."""
    for app, here in applied_migrations().items():
        there = migrations[app]
        if set(there) - set(here):
            raise Refusal(
                f"{path} was written by a newer version of Caravan, or this database isn't up to date. Nothing was "
                f"loaded. Update Caravan, run {COMMAND} migrate, and load the file again."
            )
        if set(here) - set(there):
            raise Refusal(
                f"{path} was written by an older version of Caravan. Nothing was loaded. Run "
                f"{COMMAND} migrate {app} {there[-1]}, load the file again, and then run {COMMAND} migrate."
            )


def check_empty(here):
    """Raise Refusal if any of the tables has a row."""
    if full := [table.label.partition(".")[2] for table in here if table.rows.exists()]:
        raise Refusal(
            f"The database isn't empty: it has rows of {', '.join(full)}. Load the file into an empty database."
        )


def store(table, names, lines, bar):
    """Store rows, whose values are in the order of the field names."""
    by_name = {field.attname: field for field in table.fields}
    fields = [by_name[name] for name in names]
    for some in batched(lines, BATCH):
        table.model._base_manager.bulk_create(as_row(table.model, fields, json.loads(line)) for line in some)
        bar.update(len(some))


def as_row(model, fields, values):
    """Return an object with these values of its fields."""
    return model(**{field.attname: field.to_python(value) for field, value in zip(fields, values, strict=True)})


def reset_sequences(here):
    """Set sequences to continue after the loaded ids, if the database doesn't do so itself."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [table.model for table in here]):
            cursor.execute(statement)
