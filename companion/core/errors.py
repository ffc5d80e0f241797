"""What somebody sees who may not see, who asks for what is not there, or for whom something failed."""

import logging
import sqlite3
import sys

from django.core.exceptions import (
    BadRequest,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

log = logging.getLogger("django.request")
SECONDS_TO_WAIT = 5
# The last one is what a PostgreSQL says that is not the primary yet: HAProxy leads there once Patroni has chosen it.
PASSING = (OperationalError, InterfaceError, InternalError)
# Of PostgreSQL's internal errors these pass: a read-only transaction, on a server that isn't the primary yet, and those
# of its own (class XX), which a restart may end.
READ_ONLY, WITHIN_POSTGRESQL = "25006", "XX"
# And of its operational errors these never do: a statement that is too large or too complex.
TOO_COMPLEX = "54"
# What is no part of what was typed, or is typed anew rather than written on a page.
NOT_SENT_AGAIN = {"csrfmiddlewaretoken", "password", "new_password", "again"}


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
    """503 where the database could not be reached or written: that passes, and a phone sends its save again.

    What was typed into a form can be sent once more from either page.
    """
    passes = is_passing(sys.exception())
    status = 503 if passes else 500
    try:
        title = _("Please try again") if passes else _("Something went wrong")
        response = to_be_sent_again(request, title, status)
    except Exception:  # Whatever has failed, every page may need it.
        log.exception("Rendering the error page failed.", extra={"request": request, "status_code": status})
        response = HttpResponse(render_to_string("core/failed.html"), status=status)
    if passes:
        response.headers["Retry-After"] = SECONDS_TO_WAIT
    return response


def is_passing(error) -> bool:
    """Whether the same request may succeed in a moment: the database is away, locked or full, not asked wrongly."""
    if not isinstance(error, PASSING):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        # Extended codes have the primary one in their last byte. SQLITE_ERROR is bad SQL or a missing table.
        return getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_BUSY) & 0xFF != sqlite3.SQLITE_ERROR
    sqlstate = getattr(cause, "sqlstate", None) or ""
    if isinstance(error, InternalError):
        return sqlstate in ("", READ_ONLY) or sqlstate.startswith(WITHIN_POSTGRESQL)
    return not sqlstate.startswith(TOO_COMPLEX)


def to_be_sent_again(request, title, status):
    """The page of this status under this title, from which what was typed is sent once more."""
    return render(request, f"{status}.html", {"title": title, "sent": what_was_sent(request)}, status=status)


def what_was_sent(request) -> list[tuple[str, str]]:
    """The names and values of a form that our own page sent, so that nobody has to type them again.

    Nothing where it came from elsewhere, as whoever made it up there would have it confirmed here, nor of a form with a
    file, which no page can give back.
    """
    if request.method != "POST" or request.headers.get("Origin") != f"{request.scheme}://{request.get_host()}":
        return []
    try:
        form, files = request.POST, request.FILES
    except (BadRequest, MultiPartParserError, OSError, SuspiciousOperation):
        return []
    if files:
        return []
    return [(name, value) for name, values in form.lists() if name not in NOT_SENT_AGAIN for value in values]
