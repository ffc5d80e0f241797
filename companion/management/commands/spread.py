"""`manage.py spread [--citus] [--write]`: distribute a PostgreSQL database over several servers by group."""

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, connection, transaction

from companion.models.filling import fill
from companion.upkeep.spreading import statements, without_group


class Command(BaseCommand):
    help = (
        "Fill in the group of rows that lack it, and print the SQL that adds the group to every key. "
        "--write also runs the SQL. Do that once, while Caravan is stopped, and then set BY_GROUP=1."
    )

    def add_arguments(self, parser):
        parser.add_argument("--citus", action="store_true", help="also distribute the tables (needs Citus)")
        parser.add_argument("--write", action="store_true", help="run the SQL")

    def handle(self, *, citus, write, **options):
        if connection.vendor != "postgresql":
            raise CommandError("`spread` needs PostgreSQL, but this site uses SQLite. Set DATABASE_URL.")
        filled = fill(lambda name: apps.get_model("companion", name), DEFAULT_DB_ALIAS)
        self.stderr.write(f"Rows whose group was filled in: {filled:,}.")
        if missing := without_group():
            said = ", ".join(f"{count:,} of {table}" for table, count in missing.items())
            raise CommandError(
                f"An interrupted import has left rows without a group: {said}. Delete them with manage.py tidy --write."
            )
        with transaction.atomic():
            changes = statements(citus=citus)
            for change in changes:
                self.stdout.write(change)
                if write:
                    connection.cursor().execute(change)
