"""Our own cookies: signed, and with HTTPS with names that browsers accept from this host only."""

from functools import lru_cache

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core import signing


class Messages(CookieStorage):
    """Django's messages, in a cookie with our prefix."""

    @property
    def cookie_name(self):  # type: ignore[override]  # only ever read
        return name_of("messages")


def name_of(name, *, path="/") -> str:
    """Return the full name of a cookie. `__Host-`: set by this host over HTTPS; `__Secure-`: over HTTPS."""
    if not settings.SESSION_COOKIE_SECURE:
        return name
    return ("__Host-" if path == "/" else "__Secure-") + name


def set_signed(response, name, value, *, max_age, path="/"):
    """Store a value on the phone for so many seconds, which it can't change and no script can read."""
    response.set_cookie(
        name_of(name, path=path),
        signer(name, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS).sign(value),
        max_age=max_age,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def signed(request, name, *, max_age=None, path="/") -> str:
    """Return the value of a cookie, or an empty text if it is missing, changed, or older than `max_age`."""
    value = request.COOKIES.get(name_of(name, path=path))
    try:
        keys = settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS
        return signer(name, *keys).unsign(value, max_age=max_age) if value else ""
    except signing.BadSignature:
        return ""


@lru_cache
def signer(name, *_keys):
    """Return Django's signer of a cookie. The name has no prefix here."""
    return signing.get_cookie_signer(salt=f"django.http.cookies.v2:0:{name}")


def forget(response, name, *, path="/"):
    """Delete a cookie."""
    response.delete_cookie(name_of(name, path=path), path=path, samesite="Lax")
