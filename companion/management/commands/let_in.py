"""Print a QR code, good once and for 15 minutes, that makes the phone that scans it an owner of all groups."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from companion.access.recovery import new_link_to_let_in
from companion.server.announcement import address, last_announced, qr_code
from companion.server.environment import served_host, serves_others

WHOSE_GROUPS = (
    "On a public site that would be an owner of everybody's groups, who could read and delete them all. "
    "Somebody who has lost their phone needs their printed recovery sheet, or another owner's invitation. "
    "If you mean it all the same: manage.py let_in --yes"
)


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser):
        parser.add_argument("--yes", action="store_true", help="also on a public site, whose groups are other people's")

    def handle(self, *, yes, **options):
        site = site_address()
        if site.startswith("https:") and not yes:
            raise CommandError(WHOSE_GROUPS)
        url = site + reverse("link", args=[new_link_to_let_in().key])
        self.stdout.write(f"\n  {url}\n\n{qr_code(url)}\n")
        self.stdout.write("  Good once, for 15 minutes: the phone that opens it is an owner of every group then.\n")


def site_address() -> str:
    """Where phones find the site: at its lasting address, or where `make run` said so last."""
    if settings.CARAVAN_URL:
        return settings.CARAVAN_URL
    if not serves_others() and not settings.PROXY:
        return address(served_host(), settings.PORT)
    if announced := last_announced(settings.DATA / "address"):
        return announced[0]
    if settings.HTTPS:
        raise CommandError("Where do phones find Caravan? Start it once with make run, or set CARAVAN_URL.")
    return address(served_host(), settings.PORT)
