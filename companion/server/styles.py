"""A page's styles: files that a phone keeps, and within a page of counting that is opened from outside.

By a link or a code somebody may come for the first time: such a page is shown with its one answer, where on a slow line
it would wait for another until the files are there. Who comes from a page of ours has them from that one.
"""

import base64
import hashlib
from functools import cache

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.csp import build_policy
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

MAY_BE_WITHIN = ("css/caravan.css", "css/many.css", "css/displays.css")


def stylesheet(name, *, within=False) -> SafeString:
    """The tag that brings a page the styles of a static file, by its address or `within` the page."""
    if within:
        return mark_safe(f"<style>{text_of(name)}</style>")
    return format_html('<link rel="stylesheet" href="{}">', staticfiles_storage.url(name))


def belong_within(request) -> bool:
    """Whether the page that is asked for is opened from outside."""
    came_from = request.META.get("HTTP_REFERER", "").split("/")[2:3]
    # While styles are written there is no file with their last words.
    return not settings.DEBUG and came_from != [request.get_host()]


def allow_within(response):
    """Let a browser heed the styles that stand within this answer."""
    response.headers["Content-Security-Policy"] = policy()
    return response


@cache
def text_of(name) -> str:
    """What stands in a file of styles, as it is served."""
    its_file = staticfiles_storage.stored_name(name)  # type: ignore[attr-defined]  # ours has hashed names
    with staticfiles_storage.open(its_file) as file:
        return file.read().decode()


@cache
def policy() -> str:
    """The site's Content-Security-Policy, but that these styles may stand within a page."""
    digests = [hashlib.sha256(text_of(name).encode()).digest() for name in MAY_BE_WITHIN]
    allowed = [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]
    return build_policy({**settings.SECURE_CSP, "style-src": [*settings.SECURE_CSP["style-src"], *allowed]})
