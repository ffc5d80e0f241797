"""What a phone keeps until it is stored here: whose it is, and how it is acknowledged."""

from functools import wraps

from django.http import HttpResponse
from django.shortcuts import redirect
from django_htmx.http import HttpResponseClientRedirect

from companion.core.headers import TOOK

from .identity import known_person

WHY = "Caravan-Why"
# Why something was not taken. A lost token comes anew with the answer that says so.
ANOTHER, EARLY, NOBODY, TOKEN = "another", "early", "nobody", "token"


def save_id(request) -> str:
    """The id under which a phone sends something, again and again until it is answered; nothing without JavaScript."""
    return request.POST.get("save_id", "")


def not_taken(request, response=None, *, why=""):
    """The answer, 403 if none is given, with the word why this was not taken: `TOKEN`, or who this phone is by now.

    A phone whose cookies were cleared is `NOBODY`'s, any other one `ANOTHER` person's.
    """
    response = response or HttpResponse(status=403)
    response.headers[WHY] = why or (ANOTHER if known_person(request) else NOBODY)
    return response


def acknowledging(view):
    """Decorates a view: its answer to an outbox acknowledges what was sent, unless it says why that was not taken."""

    @wraps(view)
    def acknowledged(request, *args, **kwargs):
        answer = view(request, *args, **kwargs)
        is_sent = request.method == "POST" and request.htmx and WHY not in answer.headers
        return acknowledge(request, answer) if is_sent else answer

    return acknowledged


def acknowledge(request, response):
    """The answer acknowledges what the outbox sent by its id, as no stranger's page between phone and server can."""
    if sent := save_id(request):
        response.headers[TOOK] = sent
    return response


def lead_to(request, url, *, status=200):
    """Send a phone on to an address. htmx goes there only if the page that sent the request is still waiting.

    `status` says to the outbox what became of the request.
    """
    return acknowledge(request, HttpResponseClientRedirect(url, status=status)) if request.htmx else redirect(url)
