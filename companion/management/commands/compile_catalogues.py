"""Compile the translations in Python, because a bare machine has no msgfmt."""

import datetime
import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand

# The catalogues have no dates. Without one, Babel writes the current time, and no two builds would be the same.
NO_DATE = datetime.datetime(1980, 1, 1, tzinfo=datetime.UTC)


class Command(BaseCommand):
    help = "Compile the translation catalogues that have changed."
    requires_system_checks = []

    def handle(self, *, verbosity, **options):
        for folder in map(Path, settings.LOCALE_PATHS):
            for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
                if compiled(source) and verbosity:
                    self.stdout.write(f"Compiled {source.relative_to(folder)}")


def compiled(source: Path) -> bool:
    """Compile a catalogue next to its source. Return False if it is up to date."""
    target = source.with_suffix(".mo")
    # This command may have changed since, too.
    newest = max(path.stat().st_mtime_ns for path in (source, Path(__file__)))
    if target.exists() and target.stat().st_mtime_ns > newest:
        return False
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
    catalogue.creation_date = catalogue.revision_date = NO_DATE
    # Replaced atomically, because a server may read it and another process may compile it at the same time.
    fresh = target.with_suffix(f".{os.getpid()}.new")
    with fresh.open("wb") as file:
        write_mo(file, catalogue)
    # Not a secret: the same permissions as the source.
    fresh.chmod(source.stat().st_mode & 0o777)
    fresh.replace(target)
    return True
