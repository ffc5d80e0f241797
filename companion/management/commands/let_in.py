"""Print a QR code that makes the phone that scans it an owner of all groups. It works once, for 15 minutes."""

from urllib.parse import urljoin

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from companion.access.recovery import create_let_in_link
from companion.core.announcement import build_url, qr_code, read_announced
from companion.core.environment import COMMAND, SERVE, served_host, serves_others

WHOSE_GROUPS = (
    "On a public site, the phone would become an owner of everyone's groups, and could read and delete them all. "
    "Someone who lost their phone needs their printed recovery sheet, or another owner's invitation. "
    f"To do it anyway: {COMMAND} let_in --yes"
)


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser):
        parser.add_argument("--yes", action="store_true", help="allow it on a public site with other people's groups")

    def handle(self, *, yes, **options):
        site = site_address()
        if site.startswith("https:") and (settings.CARAVAN_URL or settings.PROXY) and not yes:
            raise CommandError(WHOSE_GROUPS)
        url = urljoin(site, reverse("access:link", args=[create_let_in_link().key]))
        self.stdout.write(f"\n  {url}\n\n{qr_code(url)}\n")
        self.stdout.write("  Works once, for 15 minutes. The phone that opens it becomes an owner of every group.\n")


def site_address() -> str:
    """Return the site's permanent address, or the one that `make run` printed last."""
    if settings.CARAVAN_URL:
        return settings.CARAVAN_URL
    if not serves_others() and not settings.PROXY:
        return build_url(served_host(), settings.PORT)
    if announced := read_announced(settings.DATA / "address"):
        return announced[0]
    if settings.HTTPS:
        raise CommandError(f"Caravan's address is unknown. Start it once with `{SERVE}`, or set CARAVAN_URL.")
    return build_url(served_host(), settings.PORT)
