"""Prepare Caravan, serve it for the phones in this network, and print its address and QR code."""

import os
import signal
import sys

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connections

from companion.server.environment import PACKAGE, ROOT


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def handle(self, **options):
        # Ctrl+C ends the preparation at once, without a traceback. gunicorn has handlers of its own.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        call_command("prepare")
        connections.close_all()
        sys.stdout.flush()
        # gunicorn imports from its folder. A relative path of the data folder belongs to the folder until now.
        os.environ["CARAVAN_DATA"] = str(settings.DATA)
        os.chdir(PACKAGE.parent)
        os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "--config", str(ROOT / "gunicorn.conf.py")])
