"""Stylesheets and the icon, as files or within a page.

The first page that a phone opens may have them within it, so that a slow connection needs only one response. Later
pages find the files in the browser's cache.
"""

import base64
import hashlib
from functools import cache

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.csp import build_policy
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

ICON = "img/icon.svg"


def stylesheets(names, *, within=False) -> SafeString:
    """Return the tags that link these static stylesheets, or a tag with all of them `within`."""
    if within:
        return mark_safe(f"<style>{read_stylesheets(*names)}</style>")
    urls = ([staticfiles_storage.url(name)] for name in names)
    return format_html_join("", '<link rel="stylesheet" href="{}">', urls)


def page_icon(*, within=False) -> SafeString:
    """Return the tag of the site's icon: with its address, or with the picture `within`."""
    address = staticfiles_storage.url(ICON)
    if within:
        # A # would end the address.
        address = "data:image/svg+xml," + read_file(ICON).strip().replace('"', "'").replace("#", "%23")
    return mark_safe(f'<link rel="icon" href="{address}" type="image/svg+xml">')


def should_inline(request) -> bool:
    """Return whether the page is opened from outside, and gets its styles within."""
    came_from = request.META.get("HTTP_REFERER", "").split("/")[2:3]
    # With DEBUG, there are no hashed files.
    return not settings.DEBUG and request.method != "POST" and came_from != [request.get_host()]


def allow_inline(response, *names):
    """Set the Content-Security-Policy that allows the styles of these files within this response."""
    response.headers["Content-Security-Policy"] = policy(*names)
    return response


@cache
def read_stylesheets(*names) -> str:
    """Return the text of these stylesheets as they are served, one after the other."""
    return "".join(map(read_file, names))


def read_file(name) -> str:
    hashed_name = staticfiles_storage.stored_name(name)  # type: ignore[attr-defined]  # ours has hashed names
    with staticfiles_storage.open(hashed_name) as file:
        return file.read().decode()


@cache
def policy(*names) -> str:
    """Return the site's Content-Security-Policy, which also allows the styles of these files within a page."""
    digest = base64.b64encode(hashlib.sha256(read_stylesheets(*names).encode()).digest()).decode()
    return build_policy({**settings.SECURE_CSP, "style-src": [*settings.SECURE_CSP["style-src"], f"'sha256-{digest}'"]})
