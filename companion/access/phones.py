"""The phones that a person is signed in on, and notices for their next pages."""

import datetime
import re
from typing import NamedTuple

from django.contrib.auth import BACKEND_SESSION_KEY
from django.utils import timezone

from companion.access.sessions import SessionStore
from companion.core.publishing import end_streams_of_person
from companion.models import Session, digest_of

# Keys in a session: the phone (browser, system, first and last day), and the notices for its next page.
PHONE, NOTICES = "phone", "told"
MOST_NOTICES = 5
# The first match counts: most browsers also name others.
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
    """A phone with the `digest` of its session's key. Unknown values are empty or None."""

    digest: str
    browser: str
    system: str
    first: datetime.date | None
    last: datetime.date | None
    is_this: bool


def parse_user_agent(user_agent) -> tuple[str, str]:
    """Return the browser and the system of a user agent; "" for an unknown one."""
    return find_first_match(BROWSERS, user_agent), find_first_match(SYSTEMS, user_agent)


def find_first_match(known, user_agent) -> str:
    return next((name for signs, name in known if re.search(signs, user_agent)), "")


def record_visit(request):
    """Store in the session, at most once a day, which phone it is on, and that it was used today."""
    today = timezone.now().date().isoformat()
    before = request.session.get(PHONE, {})
    if before.get("last") == today:
        return
    browser, system = parse_user_agent(request.headers.get("User-Agent", ""))
    first = before.get("first") or request.session.get("renewed_at", today)[: len(today)]
    request.session[PHONE] = {"browser": browser, "system": system, "first": first, "last": today}


def phones_of(request, person) -> list[Phone]:
    """Return the phones that the person is signed in on: this one, then the others, the one used last first."""
    here = digest_of(request.session.session_key)
    phones = [read_phone(row, here) for row in sessions_of(person)]
    return sorted(phones, key=lambda phone: (phone.is_this, phone.last or datetime.date.min), reverse=True)


def sessions_of(person):
    """Return the person's sessions that have not expired."""
    return Session.objects.filter(of_person=person.pk, expire_date__gt=timezone.now()).order_by("pk")


def read_phone(row, here) -> Phone:
    phone = SessionStore().decode(row.session_data).get(PHONE, {})
    first, last = (datetime.date.fromisoformat(phone[day]) if phone.get(day) else None for day in ("first", "last"))
    return Phone(row.pk, phone.get("browser", ""), phone.get("system", ""), first, last, row.pk == here)


def sign_out_others(request, person, *, only=None) -> int:
    """End the person's other sessions, or `only` the one with this digest, and return their number."""
    others = Session.objects.filter(of_person=person.pk).exclude(pk=digest_of(request.session.session_key))
    ended = (others.filter(pk=only) if only else others).delete()[0]
    end_streams_of_person(person)
    return ended


def leave_notice(person_number, **notice):
    """Store a notice for the next page on each phone of a person, given by their id."""
    store = SessionStore()
    for row in Session.objects.filter(of_person=person_number):
        data = store.decode(row.session_data)
        if BACKEND_SESSION_KEY not in data:
            continue
        data[NOTICES] = [*data.get(NOTICES, []), notice][-MOST_NOTICES:]
        # Unless the phone has changed its session meanwhile, which matters more.
        Session.objects.filter(pk=row.pk, session_data=row.session_data).update(session_data=store.encode(data))


def has_notices(request) -> bool:
    """Return whether the next page has notices to show."""
    return bool(request.session.get(NOTICES))


def pop_notices(request) -> list[dict]:
    """Remove the notices from the session, and return them."""
    return request.session.pop(NOTICES, [])
