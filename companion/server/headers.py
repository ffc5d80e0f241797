"""The headers of a safe site, on every answer there is: pages, files, and what is refused before anything is asked."""

import functools

from django.conf import settings as site
from django.utils.csp import build_policy


def fixed_headers(settings, *, by_https) -> dict[str, str]:
    """What an answer says whatever it is, by the settings: the module of ours, or Django's."""
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": build_policy(settings.SECURE_CSP),
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "Permissions-Policy": ", ".join(f"{ability}=()" for ability in settings.PERMISSIONS_POLICY),
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
    }
    if by_https and settings.SECURE_CROSS_ORIGIN_OPENER_POLICY:
        headers["Cross-Origin-Opener-Policy"] = settings.SECURE_CROSS_ORIGIN_OPENER_POLICY
    if by_https and settings.SECURE_HSTS_SECONDS:
        headers["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}"
    return headers


def on_every_answer(get_response):
    """Add to an answer what it does not say itself, also where the middleware that would say it was not asked."""
    known = functools.cache(lambda by_https, *_changing: fixed_headers(site, by_https=by_https))

    def middleware(request):
        response = get_response(request)
        changing = site.SECURE_HSTS_SECONDS, site.SECURE_CROSS_ORIGIN_OPENER_POLICY
        for name, value in known(request.is_secure(), *changing).items():
            response.headers.setdefault(name, value)
        return response

    return middleware
