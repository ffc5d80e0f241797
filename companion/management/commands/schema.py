"""`manage.py schema`: the JSON Schema of a play, as docs/play.schema.json holds it."""

import json

from django.core.management.base import BaseCommand

from companion.rules import GAMES
from companion.rules.scoring.schema import play_schema


class Command(BaseCommand):
    help = "Print the JSON Schema of a play."
    requires_system_checks = []

    def handle(self, **options):
        self.stdout.write(json.dumps(play_schema(GAMES), indent=2, ensure_ascii=False))
