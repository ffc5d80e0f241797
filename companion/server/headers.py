"""The headers of a safe site, on every answer there is: pages, files, and what is refused before anything is asked.

What a script of ours fetches is no page: it says less, because phones ask for it every second and a half.
"""

import functools
from http import HTTPStatus

from django.conf import settings as site
from django.middleware.security import SecurityMiddleware
from django.utils.csp import build_policy

# What a browser heeds on a script, a style or a picture. Pages say more; there it would only weigh on a slow line.
OF_A_FILE = {"X-Content-Type-Options", "Strict-Transport-Security"}
# What is found by its hash is kept for good: nobody asks whether it has changed. And it leads nowhere.
NOT_OF_A_FILE = ("ETag", "Last-Modified", "Referrer-Policy")
POLICY_OF_A_FILE = "default-src 'none'"
# What a browser heeds on a page alone. A fragment is put into a page that has said it, and an answer without content
# (204) leaves the page that is there. No address that is opened, and no form, can send the header that tells a script.
OF_A_PAGE = (
    *("Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy", "Referrer-Policy"),
    *("X-Frame-Options", "X-Robots-Tag", "Content-Language"),
)
BY_A_SCRIPT = "HTTP_HX_REQUEST"
# Says on every answer to htmx that it is Caravan's own: a captive portal's page is never swapped in or followed. What
# the outbox sent is acknowledged by its id.
TOOK = "Caravan-Took"
# What says whom else a stored answer would fit, and until when: this one nobody stores.
OF_WHAT_IS_STORED = ("Expires", "Vary")
# What is said of a content.
OF_CONTENT = ("Content-Length", "Content-Type", "X-Content-Type-Options", "Strict-Transport-Security")
OF_AN_ANSWER_TO_A_SCRIPT = (*OF_A_PAGE, *OF_WHAT_IS_STORED)
OF_AN_EMPTY_ANSWER = (*OF_AN_ANSWER_TO_A_SCRIPT, *OF_CONTENT)


def fixed_headers(settings, *, by_https) -> dict[str, str]:
    """What an answer says whatever it is, by the settings: the module of ours, or Django's."""
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": build_policy(settings.SECURE_CSP),
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
    }
    if by_https:
        # Browsers grant none of these by plain http.
        headers["Permissions-Policy"] = ", ".join(f"{ability}=()" for ability in settings.PERMISSIONS_POLICY)
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

    @functools.cache
    def known(is_file, by_https, left_out, *_changing):
        said = (headers_of_a_file if is_file else fixed_headers)(site, by_https=by_https)
        return {name: value for name, value in said.items() if name not in left_out}

    def middleware(request):
        response = get_response(request)
        changing = site.SECURE_HSTS_SECONDS, site.SECURE_CROSS_ORIGIN_OPENER_POLICY
        is_file = response.status_code < 400 and request.path_info.startswith(f"/{site.STATIC_URL.lstrip('/')}")
        for name in NOT_OF_A_FILE if is_file and "immutable" in response.headers.get("Cache-Control", "") else ():
            response.headers.pop(name, None)
        if "no-store" in response.headers.get("Cache-Control", ""):
            response.headers.pop("Vary", None)
        left_out = too_heavy(request, response)
        for name in left_out:
            response.headers.pop(name, None)
        for name, value in known(is_file, request.is_secure(), left_out, *changing).items():
            response.headers.setdefault(name, value)
        if left_out:
            response.headers["Cache-Control"] = "no-store"
        if BY_A_SCRIPT in request.META:
            response.headers.setdefault(TOOK, "1")
        return response

    return middleware


def to_https(get_response):
    """Lead who comes by http to https, as Django does where that is the way to this site."""
    leading = SecurityMiddleware(get_response)

    def middleware(request):
        return leading.process_request(request) or get_response(request)

    return middleware


def too_heavy(request, response) -> tuple[str, ...]:
    """What an answer without content, or to a script, does not say, because it would only weigh on a slow line."""
    if response.status_code == HTTPStatus.NO_CONTENT:
        return OF_AN_EMPTY_ANSWER
    return OF_AN_ANSWER_TO_A_SCRIPT if BY_A_SCRIPT in request.META else ()
