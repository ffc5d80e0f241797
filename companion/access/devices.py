"""Phones that someone has signed in on before: strangers who guess passwords don't lock them out.

Based on OWASP's "device cookies": each sign-in leaves a signed cookie, and its phone has attempts of its own.
"""

import secrets

from companion.core import cookies
from companion.models import Person
from companion.rules.scoring.checking import same_name

COOKIE = "device"
AGE = 400 * 24 * 3600
# A household's tablet knows several.
MOST_PEOPLE = 5


def read_device(request) -> tuple[str, list[str]]:
    """Return this phone's random id ("" if it has none), and the ids of the people who signed in on it, newest last."""
    device, *people = cookies.signed(request, COOKIE).split()[: 1 + MOST_PEOPLE] or [""]
    return device, people


def remember(request, response, person):
    """Store in this phone's cookie that the person has signed in on it."""
    device, people = read_device(request)
    people = [each for each in people if each != str(person.pk)] + [str(person.pk)]
    value = " ".join([device or secrets.token_urlsafe(12), *people[-MOST_PEOPLE:]])
    cookies.set_signed(response, COOKIE, value, max_age=AGE)


def find_device_key(request, name) -> str:
    """Return a key for this phone and the person of this name; "" if they haven't signed in on it before."""
    device, people = read_device(request)
    person = Person.objects.filter(folded_name=same_name(name), pk__in=people).first() if people else None
    return f"{device}:{person.pk}" if person else ""
