"""A site to try Caravan out (`DEMO=1`): each night everything is deleted, and there are new demo groups."""

import datetime
import shutil

from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone, translation

from companion.access.links import link_for
from companion.models import Group, Link

from .demo import create_demo_group

# UTC, like all times of the server.
HOUR = 4
PLAYS = 60


def reset_if_due():
    """Delete everything and fill the site again, unless that was done since the last night."""
    first = Group.objects.order_by("pk").first()
    if first is None or first.created_at < last_night():
        reset()


def last_night() -> datetime.datetime:
    """Return the last moment at which a site was to be reset."""
    today = timezone.now().replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return today if today <= timezone.now() else today - datetime.timedelta(days=1)


def reset():
    """Delete everything, and create a group with an invitation in each language."""
    with transaction.atomic():
        # Numbers are never used again, because servers cache by them.
        call_command("flush", verbosity=0, interactive=False, reset_sequences=False)
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                group = create_demo_group(until=timezone.localdate(), plays=PLAYS, seed=1, language=language)
            link_for(Link.Kind.INVITE, group=group)
    shutil.rmtree(settings.STORED / "photos", ignore_errors=True)
