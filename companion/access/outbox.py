"""Acknowledges saves that a phone keeps until the server has stored them."""

from functools import wraps

from django.http import HttpResponse
from django.shortcuts import redirect
from django_htmx.http import HttpResponseClientRedirect

from companion.core.headers import TOOK

from .identity import known_person

WHY = "Caravan-Why"
# Reasons for not storing a save. The response for a lost token sets a new one.
ANOTHER, EARLY, NOBODY, TOKEN = "another", "early", "nobody", "token"


def save_id(request) -> str:
    """Return the id that a phone repeats with each attempt to send something; "" without JavaScript."""
    return request.POST.get("save_id", "")


def refuse_save(request, response=None, *, why=""):
    """Return the response, a 403 by default, with the reason in a header: `TOKEN`, or whose phone it is now.

    A phone without a person (cleared cookies) is `NOBODY`'s, any other one `ANOTHER` person's.
    """
    response = response or HttpResponse(status=403)
    response.headers[WHY] = why or (ANOTHER if known_person(request) else NOBODY)
    return response


def acknowledging(view):
    """Decorate a view: its response to an outbox acknowledges the save, unless it says why it wasn't stored."""

    @wraps(view)
    def acknowledged(request, *args, **kwargs):
        answer = view(request, *args, **kwargs)
        is_sent = request.method == "POST" and request.htmx and WHY not in answer.headers
        return acknowledge(request, answer) if is_sent else answer

    return acknowledged


def acknowledge(request, response):
    """Return the response with the save's id in a header, which no other page, such as a hotspot's, can know."""
    if sent := save_id(request):
        response.headers[TOOK] = sent
    return response


def lead_to(request, url, *, status=200):
    """Redirect to a URL. htmx goes there only if the page that sent the request is still waiting.

    `status` says to the outbox what became of the request.
    """
    return acknowledge(request, HttpResponseClientRedirect(url, status=status)) if request.htmx else redirect(url)
