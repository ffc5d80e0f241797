"""Responses for missing or forbidden pages, wrong keys, ended invitations and failed CSRF checks."""

from django.http import Http404
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.translation import gettext as _

from companion.core.errors import render_with_form

from .identity import known_person
from .outbox import NOBODY, TOKEN, refuse_save
from .permissions import Removed
from .rate_limits import has_too_many_wrong_keys


def not_found(request, exception=None):
    """Render the 404 page, the same one for missing and forbidden pages.

    Only someone who was removed from a group learns that, if they ask for something of that group.
    """
    response = render(request, "404.html", {"removed": isinstance(exception, Removed)}, status=404)
    return response if known_person(request) else refuse_save(request, response, why=NOBODY)


def wrong_key(request):
    """Raise Http404 for a wrong key; after too many, return the page that says how long to wait."""
    if has_too_many_wrong_keys(request, "key"):
        return render(request, "429.html", status=429)
    raise Http404


def invitation_ended(request, group):
    """Return the page that says why an invitation has ended, and who can renew it."""
    return render(request, "groups/invitation_ended.html", {"group": group}, status=410)


def csrf_failure(request, reason=""):
    """Return a 403 page that changes nothing and sets a new token: the form was old or foreign, or its token was lost.

    With the token an outbox sends its saves again, and a button what was typed.
    """
    get_token(request)
    return refuse_save(request, render_with_form(request, _("Please try again"), 403), why=TOKEN)
