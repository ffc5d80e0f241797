"""`manage.py schema`: print the JSON Schema of a play, or of a custom game. docs/reference/ has the output of both."""

import json

from django.core.management.base import BaseCommand

from companion.rules import GAMES
from companion.rules.scoring.schema import play_schema
from companion.rules.sheets import sheet_schema


class Command(BaseCommand):
    help = "Print the JSON Schema of a play or of a custom game."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("--sheet", action="store_true", help="print the schema of a custom game instead")

    def handle(self, *, sheet, **options):
        self.stdout.write(json.dumps(sheet_schema() if sheet else play_schema(GAMES), indent=2, ensure_ascii=False))
