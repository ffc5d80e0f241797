"""Write everything to one file, as a backup or to move to another kind of database.

The file is gzipped JSON lines. The first line has the database's migrations and the fields of each table. Then come the
rows of each table as arrays, and the image files as `{"photo", "size", "content"}`. Photos that are not processed yet
are left out, and users are asked to upload them again. The last line has the row counts and a digest of all lines
before it.
"""

import base64
import contextlib
import gzip
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import connection, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from tqdm import tqdm

from companion.core.environment import COMMAND
from companion.models.photos import SIDES, picture
from companion.rules.kit import json_number

FORMAT, VERSION = "caravan dump", 1
# Sessions are included, because phones sign in with nothing else. Migrations recreate the rows of other apps.
APPS = ("companion", "sessions")
BATCH = 1000
# A higher level takes twice as long, for hardly smaller files.
LEVEL = 6


class Refusal(Exception):
    """Raised if nothing was dumped or loaded. The message says why and what to do."""


@dataclass(frozen=True)
class Table:
    """A model as the database has it after its applied migrations, and its rows."""

    model: type[models.Model]

    @property
    def label(self):
        return self.model._meta.label_lower

    @property
    def fields(self):
        return self.model._meta.local_concrete_fields

    @property
    def names(self):
        return [field.attname for field in self.fields]

    @property
    def rows(self):
        return self.model._base_manager.order_by("pk")


def applied_migrations() -> dict[str, list[str]]:
    """Return the names of the applied migrations by app.

    Raises Refusal if there are none yet, or unknown ones.
    """
    loader = MigrationLoader(connection)
    applied = {app: sorted(name for of, name in loader.applied_migrations if of == app) for app in APPS}
    if not all(applied.values()):
        raise Refusal(f"The database has no tables yet. Run {COMMAND} migrate first.")
    if {(app, name) for app in APPS for name in applied[app]} - loader.disk_migrations.keys():
        raise Refusal("A newer version of Caravan has updated this database. Update Caravan first.")
    return applied


def tables() -> list[Table]:
    """Return all tables as the database has them, even if the code is newer: for a backup before an update."""
    loader = MigrationLoader(connection)
    applied = [key for key in loader.applied_migrations if key in loader.graph.nodes]
    found = loader.project_state(applied).apps.get_models(include_auto_created=True)
    return sorted((Table(model) for model in found if model._meta.app_label in APPS), key=lambda table: table.label)


@contextlib.contextmanager
def snapshot():
    """Read a snapshot of the database within the block, without blocking writes."""
    if connection.vendor == "postgresql":
        with transaction.atomic(durable=True):
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    connection.ensure_connection()
    sqlite: Any = connection
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        with transaction.atomic(durable=True):
            yield
    finally:
        sqlite.transaction_mode = usual


def dump(path: Path) -> tuple[dict[str, int], int]:
    """Write everything to a new file that only its owner can read; return the rows by table, and the missing pictures.

    Raises Refusal if the file exists or can't be written, or if there are no tables.
    """
    if path.exists():
        raise Refusal(f"{path} exists already, and dump doesn't overwrite files. Choose another name.")
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            aside = Path(file.name)
            try:
                with gzip.GzipFile("", "wb", LEVEL, file) as packed, snapshot():
                    written = write(packed)
                file.flush()
                os.fsync(file.fileno())
                publish_file(aside, path)
            finally:
                aside.unlink(missing_ok=True)
    except OSError as error:
        raise Refusal(f"Can't write {path}: {error.strerror}.") from error
    return written


def publish_file(aside, path):
    """Make the complete file appear under its name at once; raises Refusal if that has been taken meanwhile."""
    try:
        os.link(aside, path)
    except FileExistsError:
        raise Refusal(f"{path} exists by now, and dump doesn't overwrite files. Choose another name.") from None
    except OSError:
        # USB sticks often have a file system without hard links.
        aside.rename(path)


def write(packed) -> tuple[dict[str, int], int]:
    """Write header, rows, pictures and trailer; return the numbers of rows by table, and of missing pictures."""
    migrations, found, digest = applied_migrations(), tables(), hashlib.sha256()
    counts = {table.label: table.rows.count() for table in found}

    def line(value):
        text = json.dumps(value, separators=(",", ":"), default=as_json).encode() + b"\n"
        digest.update(text)
        packed.write(text)

    line(header(migrations, found, counts))
    with tqdm(total=sum(counts.values()), unit=" rows", disable=None) as bar:
        for table in found:
            for row in table.rows.values_list(*table.names).iterator(BATCH):
                line(row)
                bar.update()
    missing = 0
    for photo, size in pictures_in(found):
        content = picture(photo, size)
        missing += content is None
        if content is not None:
            line({"photo": str(photo), "size": size, "content": content})
    line({"rows": counts, "sha256": digest.hexdigest()})
    return counts, missing


def pictures_in(found) -> Iterator[tuple[UUID, str]]:
    """Yield (uuid of the photo, size) of each picture that belongs to rows of these tables."""
    for table in found:
        if table.label == "companion.photo":
            for photo in table.rows.values_list("uuid", flat=True).iterator(BATCH):
                yield from ((photo, size) for size in SIDES)


def header(migrations, found, counts) -> dict:
    """Return the first line."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": timezone.now(),
        "migrations": migrations,
        "tables": [{"table": each.label, "fields": each.names, "rows": counts[each.label]} for each in found],
    }


def as_json(value):
    """Return a value that JSON doesn't have as text, from which its field makes the same value."""
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    if isinstance(value, Decimal):
        return json_number(value)
    # Datetimes with microseconds and time zone.
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
