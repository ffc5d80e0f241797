"""Our own cookies: signed, and with HTTPS with names that browsers accept from this host only."""

from functools import lru_cache

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core import signing

from .configuration import cookie_name


class Messages(CookieStorage):
    """Django's messages, in a cookie with our prefix and path."""

    @property
    def cookie_name(self):  # type: ignore[override]  # only ever read
        return name_of("messages")

    def update(self, response):
        unstored = super().update(response)
        if self.cookie_name in response.cookies:
            response.cookies[self.cookie_name]["path"] = settings.SESSION_COOKIE_PATH
        return unstored


def name_of(name, *, path="") -> str:
    """Return the full name of a cookie with this path, or with the site's."""
    path, is_secure = path or settings.SESSION_COOKIE_PATH, settings.SESSION_COOKIE_SECURE
    return cookie_name(name, path=path, suffix=settings.SITE_SUFFIX, is_secure=is_secure)


def set_signed(response, name, value, *, max_age, path=""):
    """Store a value on the phone for so many seconds, which it can't change and no script can read."""
    response.set_cookie(
        name_of(name, path=path),
        signer(name, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS).sign(value),
        max_age=max_age,
        path=path or settings.SESSION_COOKIE_PATH,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def signed(request, name, *, max_age=None, path="") -> str:
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


def forget(response, name, *, path=""):
    """Delete a cookie."""
    name = name_of(name, path=path)
    response.delete_cookie(name, path=path or settings.SESSION_COOKIE_PATH, samesite="Lax")
