"""`manage.py load FILE`: a dump is read back into an empty database, all of it or nothing."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from companion.upkeep.dump import Refusal
from companion.upkeep.load import load


class Command(BaseCommand):
    help = "Read a file that `dump` wrote into an empty database. Where anything is wrong, nothing is changed."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="what `dump` wrote")

    def handle(self, *, file, **options):
        try:
            counts = load(file)
        except Refusal as why:
            raise CommandError(why) from why
        self.stdout.write(
            f"{file}: {sum(counts.values()):,} rows loaded, {counts['companion.play']:,} plays of "
            f"{counts['companion.group']:,} groups among them."
        )
