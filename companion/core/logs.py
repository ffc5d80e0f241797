"""The log: a line for each request, and tracebacks of errors.

It has URL patterns instead of paths, because paths carry keys, and error types without messages, because those have
names and scores.
"""

import datetime
import json
import logging
import random
import time
import traceback
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation

from .proxies import client, find_request_id

requests = logging.getLogger("companion.requests")
refusals = logging.getLogger("companion.refusals")
# Responses to wrong guesses: (view, status) for passwords, passkeys, keys of links and codes of tables.
REFUSED = {
    *(("accounts:sign_in", 422), ("accounts:sign_in_by_passkey", 422), ("accounts:confirm", 422)),
    *(("accounts:password", 422), ("access:join", 422), ("access:link", 404), ("collection:shared_sheet", 404)),
    *(("results:shared_result", 404), ("results:shared_picture", 404), ("transfer:shared_calendar", 404)),
}


def log_requests(get_response):
    """Give each request an id, which most responses carry too, and log it."""

    def middleware(request):
        began = time.perf_counter()
        # It needn't be secret.
        request.id = find_request_id(request) or f"{random.getrandbits(64):016x}"
        response = get_response(request)
        # Unchanged polls and cached files don't need it.
        is_kept = "immutable" in response.headers.get("Cache-Control", "")
        if response.status_code != HTTPStatus.NO_CONTENT and not is_kept:
            response.headers["X-Request-ID"] = request.id
        if settings.LOG_REFUSED:
            log_refused(request, response.status_code)
        if requests.isEnabledFor(logging.INFO):
            log_request(request, response, seconds=time.perf_counter() - began)
        return response

    return middleware


def log_request(request, response, *, seconds):
    """Log a request that took so many seconds."""
    fields = {
        "id": request.id,
        "method": read_method(request),
        "url": find_pattern(request),
        "status": response.status_code,
        "ms": round(seconds * 1000, 1),
        "bytes": None if response.streaming else len(response.content),
    }
    requests.info("{method} {url} {status} {ms} ms {bytes} bytes".format_map(fields), extra={"fields": fields})


def log_refused(request, status):
    """Log the client of a refused attempt, for tools such as fail2ban."""
    match = getattr(request, "resolver_match", None)
    view, name = (match.view_name, match.url_name or "") if match else ("", "")
    is_wrong_key_of_the_api = view.startswith("api:") and status == HTTPStatus.UNAUTHORIZED
    if status == HTTPStatus.TOO_MANY_REQUESTS or (view, status) in REFUSED or is_wrong_key_of_the_api:
        refusals.warning("refused %s %s from %s", name, status, client(request), extra={"request": request})


def read_method(request) -> str:
    """Return the method of a request, or "OTHER" if browsers don't know it, since a client may send any word."""
    return request.method if request.method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else "OTHER"


def find_pattern(request) -> str:
    """Return the URL pattern of a request."""
    if match := getattr(request, "resolver_match", None):
        return f"/{match.route}"
    if request.path_info.startswith("/static/"):
        return "/static/"
    return request.path_info if request.path_info in ("/healthz", "/readyz") else "(no such URL)"


class PatternInsteadOfPath(logging.Filter):
    """A filter that replaces Django's messages ("Internal Server Error: /t/…"), so that they have no keys."""

    def filter(self, record):
        request = getattr(record, "request", None)
        if record.exc_info and isinstance(record.exc_info[1], BadRequest | SuspiciousOperation):
            # A malformed request isn't an error of the code.
            record.exc_info = None
        if request is not None:
            record.msg = "%s %s: %s"
            record.args = (read_method(request), find_pattern(request), getattr(record, "status_code", ""))
        return True


def format_traceback(error) -> str:
    """Return the traceback of an error and its causes: files, lines and error types, without messages."""
    parts = []
    while error is not None:
        parts.append("".join(traceback.format_tb(error.__traceback__)) + type(error).__qualname__)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\nled to:\n".join(reversed(parts))


def fields_of(record) -> dict:
    """Return the fields of a log record."""
    at = datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(timespec="milliseconds")
    fields = {"at": at.replace("+00:00", "Z"), "level": record.levelname}
    if own := getattr(record, "fields", None):
        return fields | own
    request_id = getattr(getattr(record, "request", None), "id", None)
    fields |= {"id": request_id} if request_id else {}
    fields["message"] = record.getMessage()
    return fields | ({"traceback": format_traceback(record.exc_info[1])} if record.exc_info else {})


class Plain(logging.Formatter):
    """A formatter for people."""

    def format(self, record):
        fields = fields_of(record)
        parts = [fields["at"], fields["level"], fields.get("id"), record.getMessage()]
        line = " ".join(part for part in parts if part)
        return f"{line}\n{fields['traceback']}" if "traceback" in fields else line


class Json(logging.Formatter):
    """A formatter for programs."""

    def format(self, record):
        return json.dumps(fields_of(record), ensure_ascii=False)
