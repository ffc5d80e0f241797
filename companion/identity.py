"""Who is asking: a person, known by a cookie, from their first change on."""

from django.contrib.auth import login
from django.utils import timezone

from .models import Person


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
