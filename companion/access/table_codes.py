"""Short codes that lead to a table's link while someone shows them."""

import datetime
import secrets

from django.utils import timezone

from companion.models import TableCode

# Characters that nobody confuses, spoken or written.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
LENGTH = 6
LONGEST = datetime.timedelta(minutes=15)
# The page reports every 20 seconds that it is open.
OPEN_WITHIN = datetime.timedelta(seconds=60)


def live_codes():
    """Return the valid codes: at most 15 minutes old, and shown on a page that is still open."""
    now = timezone.now()
    return TableCode.objects.filter(created_at__gt=now - LONGEST, seen_at__gt=now - OPEN_WITHIN)


def show_code(link) -> TableCode:
    """Return the code for a link's open page: its current one while that is valid, else a new one."""
    code = live_codes().filter(link=link).first()
    if code is None:
        TableCode.objects.filter(created_at__lte=timezone.now() - LONGEST).delete()
        signs = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        return TableCode.objects.create(code=signs, link=link)
    code.seen_at = timezone.now()
    code.save(update_fields=["seen_at"])
    return code


def link_of_code(signs):
    """Return the link of a valid code; None if there is none, or if its play was deleted."""
    is_there = {"link__play__deleted_at__isnull": True, "link__play__group__deleted_at__isnull": True}
    code = live_codes().filter(code=signs, **is_there).select_related("link__play").first()
    return code and code.link
