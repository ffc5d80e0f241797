"""The short code that leads to a table's link for as long as somebody shows it."""

import datetime
import secrets

from django.utils import timezone

from companion.models import TableCode

# Signs that nobody takes for one another, spoken or written.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
LENGTH = 6
LONGEST = datetime.timedelta(minutes=15)
# The page says every 20 seconds that it is still open.
OPEN_WITHIN = datetime.timedelta(seconds=60)


def live_codes():
    """The codes that count now: shown less than a quarter of an hour ago, on a page that is still open."""
    now = timezone.now()
    return TableCode.objects.filter(created_at__gt=now - LONGEST, seen_at__gt=now - OPEN_WITHIN)


def show_code(link) -> TableCode:
    """The code of a link's open page: the one it shows already, as long as that counts, else a new one."""
    code = live_codes().filter(link=link).first()
    if code is None:
        TableCode.objects.filter(created_at__lte=timezone.now() - LONGEST).delete()
        signs = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        return TableCode.objects.create(code=signs, link=link)
    code.seen_at = timezone.now()
    code.save(update_fields=["seen_at"])
    return code


def link_of_code(signs):
    """The link that a code leads to now, or None."""
    is_there = {"link__play__deleted_at__isnull": True, "link__play__group__deleted_at__isnull": True}
    code = live_codes().filter(code=signs, **is_there).select_related("link__play").first()
    return code and code.link
