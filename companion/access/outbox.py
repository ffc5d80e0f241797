"""What a phone keeps until it is stored here: whose it is, and how it is acknowledged."""

from django.http import HttpResponse
from django.shortcuts import redirect

from companion.inputs import number
from companion.models import Person

from .identity import known_person

# Why something was not taken. A lost token comes anew with the answer that says so.
ANOTHER, EARLY, NOBODY, TOKEN = "another", "early", "nobody", "token"


def save_id(request) -> str:
    """The id under which a phone sends something, again and again until it is answered; nothing without JavaScript."""
    return request.POST.get("save_id", "")


def is_of_another(request) -> bool:
    """Whether this was typed while the phone was somebody else's, who is still somebody.

    What was typed before anybody was known belongs to whoever sends it, as does what one has become in merging.
    """
    typed_by, person = request.POST.get("typed_by"), known_person(request)
    if not typed_by or (person and str(person.pk) == typed_by):
        return False
    return Person.objects.filter(pk=number(typed_by) or 0).exists()


def not_taken(request, response=None, *, why=""):
    """The answer, 403 if none is given, with the word why this was not taken: `TOKEN`, or who this phone is by now.

    A phone whose cookies were cleared is `NOBODY`'s, any other one `ANOTHER` person's.
    """
    response = response or HttpResponse(status=403)
    response.headers["Caravan-Why"] = why or (ANOTHER if known_person(request) else NOBODY)
    return response


def acknowledge(request, response, *, leads_to=""):
    """The answer acknowledges what the outbox sent, as no stranger's page between phone and server can.

    `leads_to` is the address at which the phone goes on.
    """
    response.headers["Caravan-Took"] = save_id(request)
    if leads_to:
        response.headers["Caravan-Next"] = leads_to
    return response


def lead_to(request, url):
    """Send a phone on: its page as a redirect does, its outbox by a word, because it may show another page by now."""
    return acknowledge(request, HttpResponse(status=204), leads_to=url) if request.htmx else redirect(url)
