"""Caravan as a Django app. Its start adds the score sheets of packages and of the host to the library."""

from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings

from companion.rules import library

PACKAGES = "caravan.sheets"


class Companion(AppConfig):
    """The one app."""

    name = "companion"

    def ready(self):
        # Registers the system checks.
        import companion.checks  # noqa: F401

        add_score_sheets()


def add_score_sheets() -> list[str]:
    """Add score sheets to the library, if they aren't there yet. Return what is wrong with the others."""
    faults = []
    folders = [settings.SHEETS] if settings.SHEETS else []
    for entry in entry_points(group=PACKAGES):
        try:
            folders.append(Path(str(files(entry.value))))
        except ImportError as error:
            faults.append(f"The score sheets {entry.name!r} can't be imported: {error}")
    return faults + [fault for folder in folders for fault in library.add(folder)]
