"""The first page, and the way to a table by its code."""

import datetime

from django.db.models import Prefetch
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from companion.access import grant, groups_of, groups_to_restore, open_plays
from companion.codes import link_of_code
from companion.forms import JoinForm
from companion.limits import may_try_code, right_code
from companion.models import Seat
from companion.rules import GAMES

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
        "home/home.html",
        {
            "games": GAMES.values(),
            "fresh_plays": [play for play in newest if play.changed_at >= limit],
            "older_plays": [play for play in newest if play.changed_at < limit],
            "groups": groups_of(request).prefetch_related("players"),
            "deleted_groups": groups_to_restore(request).prefetch_related("players"),
            "join_form": JoinForm(),
        },
    )


@require_http_methods(["GET", "POST"])
def join(request):
    """The six signs of a table's code lead where its QR code leads. Few wrong tries are allowed."""
    form = JoinForm(request.POST or None)
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        if not may_try_code(request):
            form.add_error("code", _("Too many tries. Please wait a quarter of an hour, or scan the table’s QR code."))
            status = 429
        elif link := link_of_code(form.cleaned_data["code"]):
            right_code(request)
            response = redirect("mine", uuid=link.play.uuid)
            grant(request, response, link)
            return response
        else:
            form.add_error(
                "code", _("No table shows this code now. It works only while its page is open on the other phone.")
            )
            status = 422
    return render(request, "home/join.html", {"form": form}, status=status)
