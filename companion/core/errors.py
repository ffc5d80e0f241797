"""Error pages for malformed requests and failures."""

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
# A PostgreSQL that isn't the primary yet raises InternalError: HAProxy leads there once Patroni has chosen it.
PASSING = (OperationalError, InterfaceError, InternalError)
# Internal errors that pass: a read-only transaction, on a server that isn't the primary yet, and class XX (internal
# error), which a restart may end.
READ_ONLY, WITHIN_POSTGRESQL = "25006", "XX"
# Operational errors that don't pass: a statement that is too large or too complex (class 54).
TOO_COMPLEX = "54"
# Fields that people don't type, or that no page may show.
NOT_SENT_AGAIN = {"csrfmiddlewaretoken", "password", "new_password", "again"}


def refused(request, exception=None):
    """Render a 400 or 413 page for a request that Django reads no further: too large, malformed or for an unknown host.

    Django's own page would look for a CSRF token in the form, and fail again.
    """
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return too_much(request)
    return render(request, "400.html", status=400)


def too_much(request):
    """Render the 413 page; nothing was changed."""
    return render(request, "413.html", status=413)


def failed(request):
    """Render a 503 page if the failure will pass, as when the database is away, else a 500 page.

    After a 503, a phone sends its save again. Both pages can send a form's input again.
    """
    passes = is_passing(sys.exception())
    status = 503 if passes else 500
    try:
        title = _("Please try again") if passes else _("Something went wrong")
        response = render_with_form(request, title, status)
    except Exception:  # The page may need what has failed.
        log.exception("Rendering the error page failed.", extra={"request": request, "status_code": status})
        response = HttpResponse(render_to_string("core/failed.html"), status=status)
    if passes:
        response.headers["Retry-After"] = SECONDS_TO_WAIT
    return response


def is_passing(error) -> bool:
    """Return whether the same request may succeed in a moment: the database is away, locked or full."""
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


def render_with_form(request, title, status):
    """Render the error page of this status with a form that sends the input again."""
    return render(request, f"{status}.html", {"title": title, "sent": read_form(request)}, status=status)


def read_form(request) -> list[tuple[str, str]]:
    """Return the (name, value) pairs of a form that our own page sent.

    Returns [] for a form of another site, whose input nobody must confirm here, and for one with a file, which no page
    can send again.
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
