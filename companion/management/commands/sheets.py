"""`manage.py sheets check FILE …`: say what is wrong with score sheets before they come into the library."""

import sys
from pathlib import Path

from django.core.management.base import BaseCommand

from companion.rules.library import faults_of


class Command(BaseCommand):
    help = "Check score sheets: their format, their limits, and the points of their examples."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("action", choices=["check"])
        parser.add_argument("file", nargs="+", type=Path)

    def handle(self, *, file, **options):
        are_wrong = False
        for path in file:
            faults = faults_of(path)
            are_wrong |= bool(faults)
            for line in faults or ["ready for the library"]:
                self.stdout.write(f"{path}: {line}")
        sys.exit(are_wrong)
