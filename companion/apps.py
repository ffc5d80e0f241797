"""Caravan as a Django app. Its start adds the score sheets of packages and of the host to the library."""

from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings

from companion.rules import library
from companion.server.configuration import Misconfigured

PACKAGES = "caravan.sheets"


class Companion(AppConfig):
    """The one app."""

    name = "companion"

    def ready(self):
        folders = [Path(str(files(entry.value))) for entry in entry_points(group=PACKAGES)]
        if settings.SHEETS:
            folders.append(settings.SHEETS)
        if faults := [fault for folder in folders for fault in library.add(folder)]:
            raise Misconfigured("\n".join(faults))
