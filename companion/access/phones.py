"""The phones somebody is signed in on: what they are called, since when, until when; and telling them something."""

import datetime
import re
from typing import NamedTuple

from django.contrib.auth import BACKEND_SESSION_KEY
from django.utils import timezone

from companion.access.sessions import SessionStore
from companion.core.publishing import look_again_at_person
from companion.models import Session, digest_of

# In a session: the browser and system, the first day and the last, and what its next page is to say.
PHONE, TOLD = "phone", "told"
MOST_TOLD = 5
# The first that fits: most browsers claim to be others, too.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR|Opera", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox|FxiOS", "Firefox"),
    ("DuckDuckGo|Ddg", "DuckDuckGo"),
    ("Chrome|CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone|iPod", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh|Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


class Phone(NamedTuple):
    """A phone with its session's `digest`; what is not known of it is empty or None."""

    digest: str
    browser: str
    system: str
    first: datetime.date | None
    last: datetime.date | None
    is_this: bool


def kind_of(user_agent) -> tuple[str, str]:
    """The browser and the system that a user agent names, in the words people use; empty where it names none."""
    return first_that_fits(BROWSERS, user_agent), first_that_fits(SYSTEMS, user_agent)


def first_that_fits(known, user_agent) -> str:
    return next((name for signs, name in known if re.search(signs, user_agent)), "")


def remember(request):
    """Write into the session on which phone it is, and that it was seen today; once a day is enough."""
    today = timezone.now().date().isoformat()
    before = request.session.get(PHONE, {})
    if before.get("last") == today:
        return
    browser, system = kind_of(request.headers.get("User-Agent", ""))
    first = before.get("first") or request.session.get("renewed_at", today)[: len(today)]
    request.session[PHONE] = {"browser": browser, "system": system, "first": first, "last": today}


def phones_of(request, person) -> list[Phone]:
    """The phones that the person is signed in on: this one, then the one that was here last."""
    here = digest_of(request.session.session_key)
    phones = [as_phone(row, here) for row in sessions_of(person)]
    return sorted(phones, key=lambda phone: (phone.is_this, phone.last or datetime.date.min), reverse=True)


def sessions_of(person):
    """The person's sessions that have not expired."""
    return Session.objects.filter(of_person=person.pk, expire_date__gt=timezone.now()).order_by("pk")


def as_phone(row, here) -> Phone:
    its = SessionStore().decode(row.session_data).get(PHONE, {})
    first, last = (datetime.date.fromisoformat(its[day]) if its.get(day) else None for day in ("first", "last"))
    return Phone(row.pk, its.get("browser", ""), its.get("system", ""), first, last, row.pk == here)


def sign_out_others(request, person, *, only=None) -> int:
    """End the person's other sessions, or that `only` one of them; how many there were."""
    others = Session.objects.filter(of_person=person.pk).exclude(pk=digest_of(request.session.session_key))
    ended = (others.filter(pk=only) if only else others).delete()[0]
    look_again_at_person(person)
    return ended


def tell(person_number, **notice):
    """Let each phone of a person say on its next page what happened to what was theirs."""
    store = SessionStore()
    for row in Session.objects.filter(of_person=person_number):
        data = store.decode(row.session_data)
        if BACKEND_SESSION_KEY not in data:
            continue
        data[TOLD] = [*data.get(TOLD, []), notice][-MOST_TOLD:]
        # Not where the phone has written meanwhile: what it wrote is worth more.
        Session.objects.filter(pk=row.pk, session_data=row.session_data).update(session_data=store.encode(data))


def has_news(request) -> bool:
    """Return whether the next page is to say something."""
    return bool(request.session.get(TOLD))


def what_was_told(request) -> list[dict]:
    """What a page is to say now, and no page after it."""
    return request.session.pop(TOLD, [])
