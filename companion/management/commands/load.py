"""`manage.py load FILE`: restore a dump into an empty database, completely or not at all."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from companion.core.language.counts import count_of
from companion.management.dump import Refusal
from companion.management.load import load


class Command(BaseCommand):
    help = "Restore a file written by `dump` into an empty database. If anything is wrong, nothing is changed."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="file written by `dump`")

    def handle(self, *, file, **options):
        try:
            counts = load(file)
        except Refusal as why:
            raise CommandError(why) from why
        self.stdout.write(
            f"Loaded {file}: {count_of(sum(counts.values()), 'row')}, including "
            f"{count_of(counts['companion.play'], 'play')} in {count_of(counts['companion.group'], 'group')}."
        )
