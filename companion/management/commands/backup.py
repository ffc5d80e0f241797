"""`manage.py backup --keep 31d`: write a dated dump into a folder and delete old ones."""

import argparse
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from companion.core.language.counts import count_of
from companion.management.backup import back_up, parse_days
from companion.management.dump import Refusal


def days(text) -> int:
    """Return the days that an option names, with a sentence for anything else."""
    try:
        return parse_days(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days such as 7d.") from None


class Command(BaseCommand):
    help = (
        "Write a dump of everything into a folder, under its date, and delete dumps of this command that are older "
        "than --keep. Run it every night."
    )

    def add_arguments(self, parser):
        usual = settings.DATA / "backups"
        parser.add_argument("folder", type=Path, nargs="?", default=usual, help=f"folder to write to, usually {usual}")
        parser.add_argument("--keep", type=days, default=31, metavar="DAYS", help="days to keep a dump, usually 31d")

    def handle(self, *, folder, keep, **options):
        try:
            file, (counts, missing), deleted = back_up(folder, days=keep)
        except Refusal as why:
            raise CommandError(why) from why
        self.stdout.write(f"Wrote {file}: {count_of(counts['companion.play'], 'play')}.")
        if missing:
            self.stdout.write(f"Image files missing from the photo store, and from this file: {missing:,}.")
        if deleted:
            self.stdout.write(f"Deleted {count_of(len(deleted), 'dump')} older than {count_of(keep, 'day')}.")
