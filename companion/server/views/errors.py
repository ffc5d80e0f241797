"""What somebody sees who may not see, who asks for what is not there, or for whom something failed."""

import sys

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpResponseServerError
from django.shortcuts import render
from django.template.loader import render_to_string

SECONDS_TO_WAIT = 5
# The last one is what a PostgreSQL says that is not the primary yet: HAProxy leads there once Patroni has chosen it.
PASSING = (OperationalError, InterfaceError, InternalError)


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


def failed(request):
    """503 where the database could not be reached or written: that passes, and a phone sends its save again."""
    if isinstance(sys.exception(), PASSING):
        response = render(request, "503.html", status=503)
        response.headers["Retry-After"] = SECONDS_TO_WAIT
        return response
    return HttpResponseServerError(render_to_string("500.html"))
