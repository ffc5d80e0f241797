"""`manage.py dump FILE`: everything that is stored, as one file; also while the site is in use."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from companion.server.metrics import LAST_DUMP
from companion.upkeep.dump import Refusal, dump


class Command(BaseCommand):
    help = (
        "Write everything that is stored to a new file, as it is at this moment, while the site may go on. "
        "Whoever has the file can be anybody in it: keep it like a key."
    )

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="where to, as caravan.dump; nothing is overwritten")

    def handle(self, *, file, **options):
        try:
            counts, missing = dump(file)
        except Refusal as why:
            raise CommandError(why) from why
        (settings.DATA / LAST_DUMP).touch()
        self.stdout.write(
            f"{file}: {sum(counts.values()):,} rows, {counts['companion.play']:,} plays of "
            f"{counts['companion.group']:,} groups among them."
        )
        if missing:
            self.stdout.write(f"{missing:,} pictures of photos are not where they were kept, and not in this file.")
        self.stdout.write("Cookies stay good only with the same secret key: keep SECRET_KEY, or data/secret_key, too.")
