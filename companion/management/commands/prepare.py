"""Bring everything that a start needs up to date: catalogues, database, static files; forget old sessions."""

import contextlib

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

LOCK = 0xCA5A7A9


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def handle(self, **options):
        call_command("compile_catalogues", verbosity=0)
        try:
            with one_machine_at_a_time():
                call_command("migrate", verbosity=0, interactive=False)
                call_command("clearsessions")
        except OperationalError as error:
            raise CommandError(f"Caravan cannot use its database: {' '.join(str(error).split())}") from error
        call_command("make_scripts", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)


@contextlib.contextmanager
def one_machine_at_a_time():
    """Wait while another machine brings the same database up to date; a file of SQLite's belongs to one."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
