"""Liveness and readiness probes, /healthz and /readyz, for monitoring and load balancers.

Probes come often, over plain HTTP and for any host, so they are answered before the middleware for hosts, sessions and
HTTPS.
"""

import functools

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpResponse


def health(get_response):
    """Answer /healthz and /readyz, and leave everything else to others."""
    answers = {"/healthz": lambda: text_response("ok"), "/readyz": ready}

    def middleware(request):
        answer = answers.get(request.path_info)
        return answer() if answer and request.method in ("GET", "HEAD") else get_response(request)

    return middleware


def ready() -> HttpResponse:
    """Answer 200 once the database answers and has every table this code needs; else 503 and what is missing."""
    try:
        is_up_to_date = newest_migrations() <= MigrationRecorder(connection).applied_migrations().keys()
    except DatabaseError:
        return text_response("database", status=503)
    return text_response("ok") if is_up_to_date else text_response("migrations", status=503)


@functools.cache
def newest_migrations() -> set:
    """Return the last migration of each app."""
    return set(MigrationLoader(None).graph.leaf_nodes())


def text_response(text, *, status=200) -> HttpResponse:
    """Return an answer of one word, which nobody stores."""
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8", headers=headers)
