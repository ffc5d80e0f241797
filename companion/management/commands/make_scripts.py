"""Generate scripts: the player aids' rules as JavaScript, and each page's scripts bundled and minified."""

from django.conf import settings
from django.core.management.base import BaseCommand

from companion.core.static_files import bundle
from companion.player_aids.referees import script_of
from companion.player_aids.scripts import compile_referee
from companion.rules.player_aids import REFEREES


class Command(BaseCommand):
    help = "Compile the player aids that have changed to JavaScript, in each language, and bundle the pages' scripts."
    requires_system_checks = []

    def handle(self, *, verbosity, **options):
        bundle(settings.BUNDLED)
        for language, _name in settings.LANGUAGES:
            for referee in REFEREES:
                if compile_referee(referee, language) and verbosity:
                    self.stdout.write(f"Compiled {script_of(referee, language)}")
