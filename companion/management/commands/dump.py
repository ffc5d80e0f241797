"""`manage.py dump FILE`: write everything to one file, even while the site is in use."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from companion.core.language.counts import count_of
from companion.core.metrics import LAST_DUMP
from companion.management.dump import Refusal, dump


class Command(BaseCommand):
    help = (
        "Write the whole database and all photos to a new file. The site can stay in use meanwhile. "
        "Anyone with this file can impersonate any user. Keep it secret."
    )

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="new file to write, for example caravan.dump")

    def handle(self, *, file, **options):
        try:
            counts, missing = dump(file)
        except Refusal as why:
            raise CommandError(why) from why
        (settings.DATA / LAST_DUMP).touch()
        self.stdout.write(
            f"Wrote {file}: {count_of(sum(counts.values()), 'row')}, including "
            f"{count_of(counts['companion.play'], 'play')} in {count_of(counts['companion.group'], 'group')}."
        )
        if missing:
            self.stdout.write(f"Image files missing from the photo store, and from this file: {missing:,}.")
        self.stdout.write(
            "Back up the secret key too: SECRET_KEY, or the file secret_key in the data folder. Without it, everyone "
            "is signed out after a restore."
        )
