"""Compile the referees' rules to JavaScript, so that they also run on a phone without a network."""

from django.core.management.base import BaseCommand

from companion.referee_scripts import compile_referee
from companion.referees import script_of
from companion.rules.referees import REFEREES


class Command(BaseCommand):
    help = "Compile each referee whose rules changed."
    requires_system_checks = []

    def handle(self, *, verbosity, **options):
        for referee in REFEREES:
            if compile_referee(referee) and verbosity:
                self.stdout.write(f"Compiled {script_of(referee)}")
