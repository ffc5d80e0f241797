"""The first page, and the way to a table by its code."""

import datetime

from django.db.models import Prefetch
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from companion.access.forms import JoinForm
from companion.access.groups import groups_of, groups_to_restore
from companion.access.permissions import open_plays
from companion.models import Seat
from companion.rules import GAMES

# An open play that nobody has touched for longer is folded away.
FRESH = datetime.timedelta(days=7)
MOST_OPEN = 20


@require_safe
def home(request):
    """The games, the open plays of whoever asks (older ones folded away), their groups, and joining a table."""
    seats = Prefetch("seats", Seat.objects.at_table())
    newest = open_plays(request).prefetch_related(seats).order_by("-changed_at")[:MOST_OPEN]
    limit = timezone.now() - FRESH
    return render(
        request,
        "plays/home.html",
        {
            "games": GAMES.values(),
            "fresh_plays": [play for play in newest if play.changed_at >= limit],
            "older_plays": [play for play in newest if play.changed_at < limit],
            "groups": groups_of(request).prefetch_related("players"),
            "deleted_groups": groups_to_restore(request).prefetch_related("players"),
            "join_form": JoinForm(),
        },
    )
