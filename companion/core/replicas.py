"""Reads from a database replica, for pages that may be a second old: statistics, history, exports.

A phone that has just changed something reads from the primary for some seconds, which a cookie says. Keys, sessions,
permissions, open plays and all writes stay on the primary.
"""

import contextvars
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS

from .cookies import set_signed, signed

REPLICA = "replica"
# Views whose readers look back. Their streamed responses read from the replica too.
LOOKING_BACK = {
    *("history:history", "history:place", "history:year", "history:games", "history:group_game", "history:player"),
    *("history:pair", "results:history_sheet"),
    *("transfer:export_group", "transfer:export_as", "api:api_plays", "api:api_statistics"),
}
# HAProxy doesn't use a replica that is further behind.
SECONDS_AFTER_A_CHANGE = 10
CHANGED = "changed"
reads_from = contextvars.ContextVar("reads_from", default=DEFAULT_DB_ALIAS)


class Router:
    """A database router: reads from `reads_from`, and never writes to the replica."""

    def db_for_read(self, model, **hints):
        return reads_from.get()

    def db_for_write(self, model, **hints):
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one, other, **hints):
        return True

    def allow_migrate(self, database, app_label, **hints):
        return database == DEFAULT_DB_ALIAS


@contextmanager
def reading_from(database):
    """Read from this database within the block, unless `reads_from` is set to another meanwhile."""
    token = reads_from.set(database)
    try:
        yield
    finally:
        reads_from.reset(token)


def replicas(get_response):
    """Let views that look back read from the replica, unless this phone has just changed something."""

    def middleware(request):
        with reading_from(DEFAULT_DB_ALIAS):
            response = get_response(request)
            if response.streaming:
                response.streaming_content = read_pieces(response.streaming_content, reads_from.get())
        if request.method == "POST" and response.status_code < 400:
            set_signed(response, CHANGED, "1", max_age=SECONDS_AFTER_A_CHANGE)
        return response

    def process_view(request, view, arguments, named):
        looks_back = request.method in ("GET", "HEAD") and request.resolver_match.view_name in LOOKING_BACK
        if looks_back and not signed(request, CHANGED, max_age=SECONDS_AFTER_A_CHANGE):
            reads_from.set(REPLICA)

    middleware.process_view = process_view  # type: ignore[attr-defined]  # Django looks for it there
    return middleware


def read_pieces(pieces, database):
    """Yield the pieces of a response, each read from this database: they are made after the view has returned."""
    pieces = iter(pieces)
    while True:
        with reading_from(database):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece
