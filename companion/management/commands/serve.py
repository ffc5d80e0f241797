"""Prepare Caravan, serve it for the phones in this network, and print its address and QR code."""

import importlib.util
import os
import signal
import sys

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from companion.server.announcement import announcement, why_not
from companion.server.environment import PACKAGE, ROOT

THREADS = 16


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def handle(self, **options):
        # Ctrl+C ends the preparation at once, without a traceback. The supervisor has handlers of its own.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        call_command("prepare")
        connections.close_all()
        # gunicorn needs this module, which Windows doesn't have.
        if importlib.util.find_spec("fcntl"):
            become_supervisor()
        else:
            serve_with_waitress()


def become_supervisor():
    """Replace this process by the one that starts gunicorn and the task worker."""
    sys.stdout.flush()
    # gunicorn imports from the current folder, but relative paths of settings belong to the folder until now.
    os.environ["CARAVAN_DATA"] = str(settings.DATA)
    os.chdir(PACKAGE.parent)
    supervisor = [sys.executable, "-m", "companion.server.supervisor"]
    os.execv(sys.executable, [*supervisor, "--config", str(ROOT / "gunicorn.conf.py")])


def serve_with_waitress():
    """Serve in this process, without server-sent events: phones poll instead."""
    import waitress

    from companion.wsgi import application

    try:
        server = waitress.create_server(application, host=settings.HOST, port=settings.PORT, threads=THREADS)
    except OSError as error:
        raise CommandError(why_not(error, settings.HOST, settings.PORT)) from error
    memory = None if settings.HTTPS else settings.DATA / "address"
    text = announcement(settings.HOST, settings.PORT, lasting_address=settings.CARAVAN_URL, memory=memory)
    print(text, flush=True)
    server.run()
