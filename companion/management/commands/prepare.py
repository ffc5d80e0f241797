"""Bring everything that a start needs up to date: catalogues, database, static files; forget old sessions."""

from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def handle(self, **options):
        call_command("compile_catalogues", verbosity=0)
        call_command("migrate", verbosity=0, interactive=False)
        call_command("clearsessions")
        call_command("compile_referees", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
