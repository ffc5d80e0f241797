"""Make the scripts that nobody writes: the referees' rules as JavaScript, and what a page needs at once as one file."""

from django.core.management.base import BaseCommand

from companion.help.referees import script_of
from companion.help.scripts import compile_referee
from companion.rules.referees import REFEREES
from companion.server.static_files import join_scripts


class Command(BaseCommand):
    help = "Compile each referee whose rules changed, and join the scripts of a page."
    requires_system_checks = []

    def handle(self, *, verbosity, **options):
        join_scripts()
        for referee in REFEREES:
            if compile_referee(referee) and verbosity:
                self.stdout.write(f"Compiled {script_of(referee)}")
