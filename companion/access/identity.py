"""Identifies the person who asks by a cookie, which each phone gets with its first change."""

import datetime
from urllib.parse import urlencode

from django.contrib.auth import login, logout
from django.contrib.auth.middleware import get_user
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from companion.core.language.typed import parse_number
from companion.core.publishing import end_streams_of_person
from companion.models import Person

from .identity_merging import merge

BACKEND = "companion.access.sessions.PersonOfSession"
CONFIRMED_FOR = datetime.timedelta(minutes=10)
MOST_WATCHED = 20


def known_person(request):
    """Return the person who asks; None if this phone has changed nothing yet."""
    if isinstance(request.user, SimpleLazyObject):
        # Each attribute of a lazy object takes several times as long as one of the person.
        request.user = get_user(request)
    return request.user if request.user.is_authenticated else None


def ensure_person(request) -> Person:
    """Return the person who asks, and create one if there is none: for views that change something."""
    if not request.user.is_authenticated:
        csrf_secret = request.META.get("CSRF_COOKIE")
        start_session(request, Person.objects.create_visitor())
        # The other forms of the page stay valid, because nobody has signed in.
        if csrf_secret:
            request.META["CSRF_COOKIE"] = csrf_secret
    return request.user


def is_from_another_person(request) -> bool:
    """Return whether this form was filled in while the phone belonged to another person, who still exists.

    A form filled in before the phone had a person belongs to the one who sends it, as does one of a merged person.
    """
    typed_by, person = request.POST.get("typed_by"), known_person(request)
    if not typed_by or (person and str(person.pk) == typed_by):
        return False
    return Person.objects.filter(pk=parse_number(typed_by) or 0).exists()


def start_session(request, person):
    """Sign this phone in as a person."""
    login(request, person, BACKEND)
    request.session["renewed_at"] = timezone.now().isoformat()


def sign_in(request, person):
    """Sign in a person who has proved who they are.

    The former person of this phone is merged into them if they had no way to sign in elsewhere.
    """
    before = known_person(request)
    if before and before.pk != person.pk and not before.can_sign_in:
        merge(before, into=person)
    start_session(request, person)
    confirm(request)
    # Also if the same person signs in again, because someone else may know the key.
    request.session.cycle_key()
    request.session.set_expiry(None)


def confirm(request):
    """Store in the session that the person has just proved who they are."""
    request.session["confirmed_at"] = timezone.now().isoformat()


def is_confirmed(request) -> bool:
    """Return whether the person has proved within CONFIRMED_FOR who they are; True if they have no means to."""
    if not can_prove_identity(request.user):
        return True
    confirmed_at = request.session.get("confirmed_at")
    return bool(confirmed_at) and timezone.now() - datetime.datetime.fromisoformat(confirmed_at) < CONFIRMED_FOR


def can_prove_identity(person) -> bool:
    """Return whether the person has a password or passkey to prove who they are."""
    return person.has_usable_password() or person.passkeys.exists()


def sign_out(request):
    """Sign out on this phone."""
    person = known_person(request)
    logout(request)
    # Only now, or a stream that ends could reconnect at once.
    if person:
        end_streams_of_person(person)


def is_only_watching(request, play) -> bool:
    """Return whether this phone has chosen only to watch the play, so that it opens no score sheet."""
    return str(play.uuid) in request.session.get("watched", [])


def set_only_watching(request, play, *, only):
    """Store whether this phone only watches the play."""
    others = [uuid for uuid in request.session.get("watched", []) if uuid != str(play.uuid)]
    request.session["watched"] = (others + [str(play.uuid)] * only)[-MOST_WATCHED:]


def redirect_to_confirm(request, *, wanted=""):
    """Redirect to the page that confirms who the person is. It leads on to `wanted`, without it to the current path."""
    return redirect(f"{reverse('accounts:confirm')}?{urlencode({'next': wanted or request.path}, safe='/')}")
