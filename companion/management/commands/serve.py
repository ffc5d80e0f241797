"""Prepare Caravan, serve it for the phones in this network, and print its address and QR code."""

import importlib.util
import os
import signal
import socket
import sys

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.template.loader import render_to_string
from django.utils import translation

from companion.core import certificate_page, certificates
from companion.core.announcement import announcement, describe_error, site_addresses
from companion.core.environment import PACKAGE, ROOT, lasting_name
from companion.core.supervisor import CERTIFICATE_PORT, CERTIFICATES

THREADS = 16
NOT_AT_HOME = (
    "--https is for Linux and macOS at home, without PROXY and CARAVAN_URL. "
    "Otherwise, let a proxy provide HTTPS: docs/host/reverse-proxy.md."
)


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument(
            "--https",
            action="store_true",
            help="serve by HTTPS at home, with a certificate that phones install from a page at PORT",
        )

    def handle(self, *, https, **options):
        # Ctrl+C ends the preparation at once, without a traceback. The supervisor has handlers of its own.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        call_command("prepare")
        connections.close_all()
        if https:
            provide_https()
        # gunicorn needs this module, which Windows doesn't have.
        if importlib.util.find_spec("fcntl"):
            become_supervisor()
        else:
            serve_with_waitress()


def provide_https():
    """Make the certificates and the page that explains them, and let the server use HTTPS."""
    if settings.PROXY or settings.CARAVAN_URL or not importlib.util.find_spec("fcntl"):
        raise CommandError(NOT_AT_HOME)
    try:
        socket.create_server((settings.HOST, settings.PORT)).close()
    except OSError as error:
        raise CommandError(describe_error(error, settings.HOST, settings.PORT)) from error
    folder = settings.DATA / "https"
    names = [lasting_name(), *settings.ALLOWED_HOSTS]
    certificates.provide(folder, [name for name in names if name and not name.startswith(".")])
    addresses = site_addresses(settings.HOST, settings.HTTPS_PORT, scheme="https")
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            page = render_to_string("core/certificate.html", {"addresses": addresses})
        (folder / f"{language}.html").write_text(page, encoding="utf-8")
    (folder / certificate_page.STYLE).write_text(render_to_string("core/certificate.css"), encoding="utf-8")
    os.environ[CERTIFICATES] = str(folder)
    os.environ[CERTIFICATE_PORT] = str(settings.PORT)
    os.environ |= {"HTTPS": "1", "PORT": str(settings.HTTPS_PORT)}


def become_supervisor():
    """Replace this process by the one that starts gunicorn and the task worker."""
    sys.stdout.flush()
    # gunicorn imports from the current folder, but relative paths of settings belong to the folder until now.
    os.environ["CARAVAN_DATA"] = str(settings.DATA)
    os.chdir(PACKAGE.parent)
    supervisor = [sys.executable, "-m", "companion.core.supervisor"]
    os.execv(sys.executable, [*supervisor, "--config", str(ROOT / "gunicorn.conf.py")])


def serve_with_waitress():
    """Serve in this process, without server-sent events: phones poll instead."""
    import waitress

    from companion.wsgi import application

    try:
        server = waitress.create_server(application, host=settings.HOST, port=settings.PORT, threads=THREADS)
    except OSError as error:
        raise CommandError(describe_error(error, settings.HOST, settings.PORT)) from error
    memory = None if settings.HTTPS else settings.DATA / "address"
    text = announcement(settings.HOST, settings.PORT, lasting_address=settings.CARAVAN_URL, memory=memory)
    print(text, flush=True)
    server.run()
