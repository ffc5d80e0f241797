"""Liveness and readiness probes, /healthz and /readyz, for whoever watches over the site or leads requests to it.

They come by any name, over http and often, so they are answered before all that asks for a host, a session or https.
"""

import functools

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpResponse


def health(get_response):
    """Answer /healthz and /readyz, and leave everything else to others."""
    answers = {"/healthz": alive, "/readyz": ready}

    def middleware(request):
        answer = answers.get(request.path_info)
        return answer() if answer and request.method in ("GET", "HEAD") else get_response(request)

    return middleware


def alive() -> HttpResponse:
    """200: this process answers. It asks nothing else for it."""
    return word("ok")


def ready() -> HttpResponse:
    """200 once the database answers and knows every table this code needs; else 503 and what is not there yet."""
    try:
        is_up_to_date = newest_migrations() <= MigrationRecorder(connection).applied_migrations().keys()
    except DatabaseError:
        return word("database", status=503)
    return word("ok") if is_up_to_date else word("migrations", status=503)


@functools.cache
def newest_migrations() -> set:
    """What has to be applied, of each app the last migration."""
    return set(MigrationLoader(None).graph.leaf_nodes())


def word(said, *, status=200) -> HttpResponse:
    """An answer of one word, which nobody on the way keeps."""
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{said}\n", status=status, content_type="text/plain; charset=utf-8", headers=headers)
