"""A page's styles and its icon: files that a phone keeps, and within a page of counting that is opened from outside.

By a link or a code somebody may come for the first time: such a page is shown with its one answer, where on a slow line
it would wait for another until the files are there. Who comes from a page of ours has them from that one.
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
    """The tags that bring a page the styles of static files, by their addresses; or one with all of them `within`."""
    if within:
        return mark_safe(f"<style>{text_of(*names)}</style>")
    urls = ([staticfiles_storage.url(name)] for name in names)
    return format_html_join("", '<link rel="stylesheet" href="{}">', urls)


def page_icon(*, within=False) -> SafeString:
    """Return the tag of the site's icon: with its address, or with the picture `within`."""
    address = staticfiles_storage.url(ICON)
    if within:
        # A # would end the address.
        address = "data:image/svg+xml," + text_of_file(ICON).strip().replace('"', "'").replace("#", "%23")
    return mark_safe(f'<link rel="icon" href="{address}" type="image/svg+xml">')


def belong_within(request) -> bool:
    """Whether the page that is asked for is opened from outside."""
    came_from = request.META.get("HTTP_REFERER", "").split("/")[2:3]
    # While styles are written there is no file with their last words.
    return not settings.DEBUG and request.method != "POST" and came_from != [request.get_host()]


def allow_within(response, *names):
    """Let a browser heed the styles of these files, which stand within this answer."""
    response.headers["Content-Security-Policy"] = policy(*names)
    return response


@cache
def text_of(*names) -> str:
    """Return the text of these stylesheets as they are served, one after the other."""
    return "".join(map(text_of_file, names))


def text_of_file(name) -> str:
    its_file = staticfiles_storage.stored_name(name)  # type: ignore[attr-defined]  # ours has hashed names
    with staticfiles_storage.open(its_file) as file:
        return file.read().decode()


@cache
def policy(*names) -> str:
    """The site's Content-Security-Policy, but that the styles of these files may stand within a page."""
    digest = base64.b64encode(hashlib.sha256(text_of(*names).encode()).digest()).decode()
    return build_policy({**settings.SECURE_CSP, "style-src": [*settings.SECURE_CSP["style-src"], f"'sha256-{digest}'"]})
