"""How a view answers with a live stream (server-sent events)."""

from django.http import HttpResponse

from companion.core.streams import wire

# In the environ of a request: what its stream is about.
STREAM = "caravan.stream"


def stream(request, about) -> HttpResponse:
    """Return the answer that the entry point turns into a stream, or 204 if this server has no streams.

    `about`: `play` (its id), `tags` (whose changes end the stream), `who` (the person, or ""), `address` and `link`
    (of people who aren't members), `tab` (the page's id), `view` (what it shows), `is_shared` (if that is the same on
    all phones).
    """
    if not wire.is_enabled() or request.method != "GET":
        return HttpResponse(status=204)
    request.environ[STREAM] = about
    return HttpResponse(content_type="text/event-stream")
