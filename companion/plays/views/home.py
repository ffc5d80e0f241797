"""The first page, and the way to a table by its code."""

import datetime

from django.db.models import Prefetch
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from companion.access.forms import JoinForm
from companion.access.groups import groups_of, groups_to_restore
from companion.access.permissions import finished_plays_of_guest, open_plays
from companion.core.language.discs import discs_of
from companion.history.home_page import (
    describe_groups,
    describe_plays,
    find_games_to_repeat,
    newest_plays,
    sort_newest_first,
    with_newest,
    with_uncounted,
)
from companion.history.presence import disc_captions, find_people_here
from companion.models import Seat
from companion.rules import GAMES
from companion.rules.library import EVERY_GAME

# An open play that nobody has touched for longer is folded away.
FRESH = datetime.timedelta(days=7)
MOST_OPEN = 20
# The way back to what a guest has played; a table's link is remembered as long.
GUEST_SINCE, MOST_AS_GUEST = datetime.timedelta(days=90), 3


@require_safe
def home(request):
    """What goes on, who is here and what they play again; on a new phone the way to a table, and the games."""
    seats = Prefetch("seats", Seat.objects.at_table())
    newest = with_uncounted(open_plays(request).prefetch_related(seats).order_by("-changed_at")[:MOST_OPEN])
    now = timezone.now()
    limit = now - FRESH
    played = finished_plays_of_guest(request, since=now - GUEST_SINCE).prefetch_related(seats)[:MOST_AS_GUEST]
    groups = list(with_newest(groups_of(request)).prefetch_related("players"))
    context = {
        "games": GAMES.values(),
        "sheets": len(EVERY_GAME),
        "fresh_plays": [play for play in newest if play.changed_at >= limit],
        "older_plays": [play for play in newest if play.changed_at < limit],
        "played_as_guest": describe_plays(played),
        "groups": groups,
        "deleted_groups": groups_to_restore(request).prefetch_related("players"),
        "join_form": JoinForm(),
    }
    return render(request, "plays/home.html", context | (of_groups(groups) if groups else {}))


def of_groups(groups) -> dict:
    """Return what the page shows of these groups: the one that has played last with its people, then the others."""
    plays = newest_plays(groups)
    group, *others = sort_newest_first(groups, plays)
    here = find_people_here(group)
    return {
        "group": group,
        "here": here,
        "discs": discs_of(here.people),
        "beneath": disc_captions(here.people),
        "again": find_games_to_repeat(group, here.number),
        "others": describe_groups(others, plays),
    }
