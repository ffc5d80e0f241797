"""Our cookies: signed, and under https with names by which a browser takes them from this very host alone."""

from functools import lru_cache

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core import signing

# Since when cookies have other names under https is told by the migrations; 400 days later no phone has these any more,
# and `carried_over` may go. The name each had: its path.
EARLIER = {"caravan": "/", "csrftoken": "/", "links": "/", "messages": "/"}
FOR_SCRIPTS = {"csrftoken"}


class Messages(CookieStorage):
    """Django's, under the name of a cookie of ours."""

    @property
    def cookie_name(self):  # type: ignore[override]  # only ever read
        return name_of("messages")


def name_of(name, *, path="/") -> str:
    """How a cookie is called. `__Host-`: set by this host, for all of it, by https; `__Secure-`: by https."""
    if not settings.SESSION_COOKIE_SECURE:
        return name
    return ("__Host-" if path == "/" else "__Secure-") + name


def set_signed(response, name, value, *, max_age, path="/"):
    """Let the phone keep a value that it cannot change, and no script reads."""
    keep(response, name, signer(name).sign(value), max_age=max_age, path=path)


def signed(request, name, *, max_age=None, path="/") -> str:
    """The value of a signed cookie; nothing where there is none, it was changed, or it is older than `max_age`."""
    value = request.COOKIES.get(name_of(name, path=path))
    try:
        return signer(name).unsign(value, max_age=max_age) if value else ""
    except signing.BadSignature:
        return ""


def signer(name):
    """Django's for a cookie of this name, whatever it is called: what was signed under an earlier name stays good."""
    return signer_with(name, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


@lru_cache
def signer_with(name, *_keys):
    """The signer of a cookie, made once as long as the keys (`_keys`) are the same."""
    return signing.get_cookie_signer(salt=f"django.http.cookies.v2:0:{name}")


def keep(response, name, value, *, max_age, path="/"):
    """Set a cookie of ours for so many seconds (None: until the browser is closed)."""
    response.set_cookie(
        name_of(name, path=path),
        value,
        max_age=max_age,
        path=path,
        httponly=name not in FOR_SCRIPTS,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def forget(response, name, *, path="/"):
    """Leave nothing of a cookie on the phone."""
    response.delete_cookie(name_of(name, path=path), path=path, samesite="Lax")


def under_their_names(get_response):
    """Middleware: read a cookie of an earlier release by its earlier name, once, and keep it by its own from then on.

    Without https there is nothing to do: the names are the same.
    """

    def middleware(request):
        carried = carried_over(request)
        response = get_response(request)
        for name, value in carried.items():
            # What the view set or deleted is newer.
            if name_of(name) not in response.cookies:
                keep(response, name, value, max_age=settings.SESSION_COOKIE_AGE)
            response.delete_cookie(name, samesite="Lax")
        return response

    return middleware


def carried_over(request) -> dict[str, str]:
    """The cookies that the phone has by their earlier names alone; the request has them by their own now."""
    if not settings.SESSION_COOKIE_SECURE:
        return {}
    carried = {
        name: request.COOKIES[name]
        for name in EARLIER
        if name_of(name) != name and name in request.COOKIES and name_of(name) not in request.COOKIES
    }
    request.COOKIES |= {name_of(name): value for name, value in carried.items()}
    return carried
