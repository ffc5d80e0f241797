"""Who is asking: a person, known by a cookie, from their first change on."""

import datetime
from urllib.parse import urlencode

from django.contrib.auth import login, logout
from django.contrib.auth.middleware import get_user
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from companion.core.language.typed import number
from companion.core.publishing import look_again_at_person
from companion.models import Person

from .identity_merging import merge

BACKEND = "companion.access.sessions.PersonOfSession"
CONFIRMED_FOR = datetime.timedelta(minutes=10)
MOST_WATCHED = 20


def known_person(request):
    """The person asking, or None: somebody who only looks is nobody yet."""
    if isinstance(request.user, SimpleLazyObject):
        # Whoever it is: to ask a lazy object for something takes several times as long as to ask them.
        request.user = get_user(request)
    return request.user if request.user.is_authenticated else None


def person_of(request) -> Person:
    """The person asking, made now where there was none: for views that change something."""
    if not request.user.is_authenticated:
        csrf_secret = request.META.get("CSRF_COOKIE")
        remember(request, Person.objects.create_visitor())
        # Nobody has signed in: the other forms of the page that made the first change stay good.
        if csrf_secret:
            request.META["CSRF_COOKIE"] = csrf_secret
    return request.user


def is_of_another(request) -> bool:
    """Whether this was typed while the phone was somebody else's, who is still somebody.

    What was typed before anybody was known belongs to whoever sends it, as does what one has become in merging.
    """
    typed_by, person = request.POST.get("typed_by"), known_person(request)
    if not typed_by or (person and str(person.pk) == typed_by):
        return False
    return Person.objects.filter(pk=number(typed_by) or 0).exists()


def remember(request, person):
    """Know this phone as that person from now on."""
    login(request, person, BACKEND)
    request.session["renewed_at"] = timezone.now().isoformat()


def sign_in(request, person):
    """Make this phone that person's, who has shown to be it.

    Who was known by this phone's cookie alone becomes the same person. Who can come back elsewhere is only signed out.
    """
    before = known_person(request)
    if before and before.pk != person.pk and not before.is_kept:
        merge(before, into=person)
    remember(request, person)
    confirm(request)
    # Also where the same person signs in again: a key that somebody else may know is worth nothing from now on.
    request.session.cycle_key()
    request.session.set_expiry(None)


def confirm(request):
    """Remember that whoever has this phone in their hand has shown a moment ago to be its person."""
    request.session["confirmed_at"] = timezone.now().isoformat()


def is_confirmed(request) -> bool:
    """Whether that was within ten minutes; always where the person has nothing to show but the phone's cookie."""
    if not has_something_to_show(request.user):
        return True
    confirmed_at = request.session.get("confirmed_at")
    return bool(confirmed_at) and timezone.now() - datetime.datetime.fromisoformat(confirmed_at) < CONFIRMED_FOR


def has_something_to_show(person) -> bool:
    """Whether the person has a password or passkey, by which another phone's finder is told from them."""
    return person.has_usable_password() or person.passkeys.exists()


def sign_out(request):
    """Forget on this phone who it was."""
    person = known_person(request)
    logout(request)
    # Afterwards: else a stream that ends now could come back at once.
    if person:
        look_again_at_person(person)


def only_watches(request, play) -> bool:
    """Whether this phone said that it only watches the play, so that no card is opened on it."""
    return str(play.uuid) in request.session.get("watched", [])


def only_watch(request, play, *, only):
    """Remember that this phone only watches the play, or does so no longer."""
    others = [uuid for uuid in request.session.get("watched", []) if uuid != str(play.uuid)]
    request.session["watched"] = (others + [str(play.uuid)] * only)[-MOST_WATCHED:]


def confirm_first(request, *, wanted=""):
    """To the page that asks. It leads on to what was `wanted`: unless said otherwise this page, or its form."""
    return redirect(f"{reverse('accounts:confirm')}?{urlencode({'next': wanted or request.path}, safe='/')}")
