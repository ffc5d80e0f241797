"""Prepare Caravan to start: compile translations, migrate the database, build static files, delete old sessions."""

import contextlib
import hashlib
import sys

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from companion.core.database_updates import NewerDatabase, Progress, answering_meanwhile, migrations_to_apply
from companion.core.environment import IS_INSTALLED, ROOT, create_data_folder
from companion.management.demo_site import reset_if_due

LOCK = 0xCA5A7A9
# The sources of static files, including player aids and their texts. Some packages have static files too.
SOURCES = ("static/**/*", "bundle/**/*", "companion/**/*.py", "companion/**/*.po", "requirements/run.txt")


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("--files", action="store_true", help="only what a wheel contains: no database")

    def handle(self, *, files, **options):
        create_data_folder(settings.DATA)
        call_command("compile_catalogues", verbosity=0)
        if files:
            make_static_files()
            return
        try:
            with one_machine_at_a_time():
                self.update_database()
                call_command("clearsessions")
                if settings.DEMO:
                    reset_if_due()
        except OperationalError as error:
            raise CommandError(f"Caravan can't use its database: {' '.join(str(error).split())}") from error
        except NewerDatabase as error:
            raise CommandError(str(error)) from error
        make_static_files()

    def update_database(self):
        """Apply missing migrations, with a line for each unless the database is new, and answer requests meanwhile."""
        missing, is_new = migrations_to_apply()
        if not missing:
            return
        if not is_new:
            self.stdout.write(f"Updating the database. Migrations to apply: {len(missing)}.")
            self.stdout.flush()
        progress = Progress(sys.stdout)
        with answering_meanwhile(settings.HOST, settings.PORT, is_new=is_new, progress=progress), progress.reported():
            call_command("migrate", verbosity=0 if is_new else 1, interactive=False, stdout=progress)


def make_static_files():
    """Build, collect and compress static files if their sources have changed. This is the slowest step of a start."""
    if IS_INSTALLED:
        # The wheel contains them.
        return
    stamp, made_of = settings.DATA / "static.stamp", digest_of_sources()
    is_there = (settings.STATIC_ROOT / "staticfiles.json").exists()
    if is_there and stamp.exists() and stamp.read_text() == made_of:
        return
    # The stamp is written at the end, so that the next start repeats an interrupted build.
    stamp.unlink(missing_ok=True)
    call_command("make_scripts", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(made_of)


def digest_of_sources() -> str:
    """Return a digest of the names and contents of all sources."""
    found = hashlib.sha256()
    for path in sorted(path for pattern in SOURCES for path in ROOT.glob(pattern) if path.is_file()):
        # The size separates a file's end from the next file's start.
        found.update(f"{path.relative_to(ROOT)} {path.stat().st_size}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


@contextlib.contextmanager
def one_machine_at_a_time():
    """Wait while another server migrates the same PostgreSQL. An SQLite file belongs to one server."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
