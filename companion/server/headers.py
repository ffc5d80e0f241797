"""The headers of a safe site, on every answer there is: pages, files, and what is refused before anything is asked."""

import functools

from django.conf import settings as site
from django.utils.csp import build_policy

# What a browser heeds on a script, a style or a picture. Pages say more; there it would only weigh on a slow line.
OF_A_FILE = {"X-Content-Type-Options", "Strict-Transport-Security"}
POLICY_OF_A_FILE = "default-src 'none'; frame-ancestors 'none'"


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


def headers_of_a_file(settings, *, by_https) -> dict[str, str]:
    """What a static file says."""
    said = fixed_headers(settings, by_https=by_https).items()
    return {name: value for name, value in said if name in OF_A_FILE} | {"Content-Security-Policy": POLICY_OF_A_FILE}


def on_every_answer(get_response):
    """Add to an answer what it does not say itself, also where the middleware that would say it was not asked."""
    known = functools.cache(
        lambda is_file, by_https, *_changing: (headers_of_a_file if is_file else fixed_headers)(site, by_https=by_https)
    )

    def middleware(request):
        response = get_response(request)
        changing = site.SECURE_HSTS_SECONDS, site.SECURE_CROSS_ORIGIN_OPENER_POLICY
        is_file = response.status_code < 400 and request.path_info.startswith(f"/{site.STATIC_URL.lstrip('/')}")
        for name, value in known(is_file, request.is_secure(), *changing).items():
            response.headers.setdefault(name, value)
        return response

    return middleware
