"""Phones that somebody has signed in on before: strangers who try passwords do not lock them out.

After "device cookies" of OWASP: whoever signs in leaves a signed cookie, and a phone with it has tries of its own.
"""

import secrets

from companion.core import cookies
from companion.models import Person
from companion.rules.scoring.checking import same_name

COOKIE = "device"
AGE = 400 * 24 * 3600
# A household's tablet knows several.
MOST_PEOPLE = 5


def known_here(request) -> tuple[str, list[str]]:
    """What tells this phone from all others, and the numbers of the people who signed in on it, the newest last."""
    device, *people = cookies.signed(request, COOKIE).split()[: 1 + MOST_PEOPLE] or [""]
    return device, people


def remember(request, response, person):
    """Let this phone be one that the person has signed in on."""
    device, people = known_here(request)
    people = [each for each in people if each != str(person.pk)] + [str(person.pk)]
    value = " ".join([device or secrets.token_urlsafe(12), *people[-MOST_PEOPLE:]])
    cookies.set_signed(response, COOKIE, value, max_age=AGE)


def of_name(request, name) -> str:
    """What stands for this phone and whoever signs in with this name, if they did so here before; else nothing."""
    device, people = known_here(request)
    person = Person.objects.filter(folded_name=same_name(name), pk__in=people).first() if people else None
    return f"{device}:{person.pk}" if person else ""
