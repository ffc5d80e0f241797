"""`manage.py spread [--citus] [--write]`: a PostgreSQL is spread over several servers, each group on one of them."""

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, connection, transaction

from companion.models.filling import fill
from companion.upkeep.spreading import statements, without_group


class Command(BaseCommand):
    help = (
        "Fill in the group of rows that do not say it, and print the SQL that makes the group a part of every key. "
        "--citus also spreads the tables. --write runs it, once, while Caravan is stopped; then set BY_GROUP=1."
    )

    def add_arguments(self, parser):
        parser.add_argument("--citus", action="store_true", help="spread the tables, where Citus is installed")
        parser.add_argument("--write", action="store_true", help="run it")

    def handle(self, *, citus, write, **options):
        if connection.vendor != "postgresql":
            raise CommandError("This database is a file. DATABASE_URL has to lead to a PostgreSQL.")
        filled = fill(lambda name: apps.get_model("companion", name), DEFAULT_DB_ALIAS)
        self.stderr.write(f"{filled:,} rows were given their group.")
        if missing := without_group():
            said = ", ".join(f"{count:,} of {table}" for table, count in missing.items())
            raise CommandError(
                f"Rows of an import that broke off have no group yet: {said}. Run manage.py tidy --write."
            )
        with transaction.atomic():
            changes = statements(citus=citus)
            for change in changes:
                self.stdout.write(change)
                if write:
                    connection.cursor().execute(change)
