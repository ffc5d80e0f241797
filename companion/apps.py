"""Caravan as a Django app. Its start adds the score sheets of packages and of the host to the library."""

from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings

from companion.rules import library

PACKAGES = "caravan.sheets"


class Companion(AppConfig):
    """The one app. `faults` has a sentence for each score sheet that can't be added, which a system check reports."""

    name = "companion"
    faults: list[str]

    def ready(self):
        # Registers the system checks.
        import companion.checks  # noqa: F401

        self.faults = []
        folders = [settings.SHEETS] if settings.SHEETS else []
        for entry in entry_points(group=PACKAGES):
            try:
                folders.append(Path(str(files(entry.value))))
            except ImportError as error:
                self.faults.append(f"The score sheets {entry.name!r} can't be imported: {error}")
        self.faults += [fault for folder in folders for fault in library.add(folder)]
