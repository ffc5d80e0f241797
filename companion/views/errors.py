"""What somebody sees who may not see, who asks for what is not there, or for whom something failed."""

import sys

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import InterfaceError, OperationalError
from django.http import HttpResponseServerError
from django.shortcuts import render
from django.template.loader import render_to_string

from companion.access import Removed
from companion.identity import known_person
from companion.outbox import NOBODY, TOKEN, not_taken

SECONDS_TO_WAIT = 5


def not_found(request, exception=None):
    """One page for everything that is not there or not theirs: it tells neither from the other.

    Only who was removed from a group is told so where something of that group was asked for.
    """
    response = render(request, "404.html", {"removed": isinstance(exception, Removed)}, status=404)
    return response if known_person(request) else not_taken(request, response, why=NOBODY)


def refused(request, exception=None):
    """What Django reads no further: a form that is too large, a host that is not ours, and other rubbish.

    Django's own page would look for a token in the form once more, and fail again.
    """
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return too_much(request)
    return render(request, "400.html", status=400)


def too_much(request):
    """What was sent is larger than anything that is needed here; nothing was changed."""
    return render(request, "413.html", status=413)


def csrf_failure(request, reason=""):
    """The form is too old, comes from elsewhere, or its token was lost; nothing was changed.

    The page has a form of its own: with it comes a new token, and an outbox sends once more.
    """
    return not_taken(request, render(request, "403.html", status=403), why=TOKEN)


def failed(request):
    """503 where the database could not be reached or written: that passes, and a phone sends its save again."""
    if isinstance(sys.exception(), OperationalError | InterfaceError):
        response = render(request, "503.html", status=503)
        response.headers["Retry-After"] = SECONDS_TO_WAIT
        return response
    return HttpResponseServerError(render_to_string("500.html"))
