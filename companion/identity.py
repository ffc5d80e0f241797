"""Who is asking: a person, known by a cookie, from their first change on."""

from django.contrib.auth import login
from django.utils import timezone

from .models import Person

MOST_WATCHED = 20


def known_person(request):
    """The person asking, or None: somebody who only looks is nobody yet."""
    return request.user if request.user.is_authenticated else None


def person_of(request) -> Person:
    """The person asking, made now where there was none: for views that change something."""
    if not request.user.is_authenticated:
        csrf_secret = request.META.get("CSRF_COOKIE")
        login(request, Person.objects.create_visitor(), "django.contrib.auth.backends.ModelBackend")
        # Nobody has signed in: the other forms of the page that made the first change stay good.
        if csrf_secret:
            request.META["CSRF_COOKIE"] = csrf_secret
        request.session["renewed_at"] = timezone.now().isoformat()
    return request.user


def only_watches(request, play) -> bool:
    """Whether this phone said that it only watches the play, so that no card is opened on it."""
    return str(play.uuid) in request.session.get("watched", [])


def only_watch(request, play, *, only):
    """Remember that this phone only watches the play, or does so no longer."""
    others = [uuid for uuid in request.session.get("watched", []) if uuid != str(play.uuid)]
    request.session["watched"] = (others + [str(play.uuid)] * only)[-MOST_WATCHED:]
