"""What happens around every request."""

import datetime
import re
import secrets
from http import HTTPStatus
from urllib.parse import urldefrag

import brotli
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect
from django.urls import get_urlconf, is_valid_path
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect

from companion.language.typed import AN_ID

from .errors import refused, too_much
from .headers import BY_A_SCRIPT
from .requests import MOST_SENT

RENEW_AFTER = datetime.timedelta(days=30)
PUBLIC_VIEWS = {"home", "game"}
# Asked every few seconds, and kept at two questions to the database.
POLLS = {"live"}
# As Django's middleware looks for gzip.
TAKES_BROTLI = re.compile(r"\bbr\b")
PACKED = ("image/jpeg", "image/png", "application/zip")


class Compression(GZipMiddleware):
    """Django's, but brotli for pages, which browsers take by https and which is a twentieth smaller.

    Files that are packed by themselves stay as they are: to pack them again costs time and saves nothing.
    """

    def process_response(self, request, response):
        if response.headers.get("Content-Type", "").startswith(PACKED):
            return response
        is_page = response.headers.get("Content-Type", "").startswith("text/html") and BY_A_SCRIPT not in request.META
        if is_page and not response.streaming and TAKES_BROTLI.search(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            # Against BREACH a length that nobody can guess, as Django's gzip has it.
            noise = secrets.token_hex(secrets.randbelow(self.max_random_bytes) // 2)
            response.content = brotli.compress(response.content + f"<!--{noise}-->".encode(), quality=7)
            response.headers["Content-Encoding"] = "br"
            response.headers["Content-Length"] = str(len(response.content))
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        return super().process_response(request, response)


def private_pages(get_response):
    """Keep pages out of shared caches and of the browser's own, and all but home and games out of search engines.

    What says itself how it is kept is left so.
    """

    def middleware(request):
        response = get_response(request)
        if "Cache-Control" not in response:
            patch_cache_control(response, no_store=True, private=True)
        match = request.resolver_match
        if not match or match.url_name not in PUBLIC_VIEWS:
            response.headers.setdefault("X-Robots-Tag", "noindex, nofollow")
        return response

    return middleware


def not_too_much(get_response):
    """Refuse at once what is larger than anybody sends; what a form or file may weigh is said where it is read."""

    def middleware(request):
        announced = request.META.get("CONTENT_LENGTH") or "0"
        if announced.isascii() and announced.isdigit() and int(announced) <= MOST_SENT:
            return get_response(request)
        return too_much(request)

    return middleware


def ids_that_can_be_kept(get_response):
    """Refuse what a phone sends under an id that goes into no header and no column, before anything is changed."""

    def middleware(request):
        sent_by_a_form = request.POST.items() if request.method == "POST" else ()
        ids = [sent for name, sent in sent_by_a_form if name.endswith("save_id") and sent]
        return get_response(request) if all(map(AN_ID.fullmatch, ids)) else refused(request)

    return middleware


def page_above(get_response):
    """Lead a browser from an address that only takes forms, such as that of a reload, to the page above it."""

    def middleware(request):
        response = get_response(request)
        is_opened = request.method == "GET" and "text/html" in request.headers.get("Accept", "") and not request.htmx
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and is_opened:
            return redirect(address_above(request.path_info))
        return response

    return middleware


def address_above(path) -> str:
    """Return the nearest address above a path that exists."""
    parts = path.strip("/").split("/")
    above = ["/".join(parts[:number]) for number in range(len(parts) - 1, 0, -1)]
    urlconf = get_urlconf()
    return next((each for name in above for each in (f"/{name}", f"/{name}/") if is_valid_path(each, urlconf)), "/")


def led_by_htmx(get_response):
    """Let htmx open the page to which a form leads, which a script's request would only fetch.

    To another part of the page that is open a browser would only scroll: that page is loaded again.
    """

    def middleware(request):
        response = get_response(request)
        if request.method != "POST" or not request.htmx or response.status_code != HTTPStatus.FOUND:
            return response
        leading = HttpResponseClientRedirect(response.headers["Location"])
        leading.cookies = response.cookies
        if is_same_page(leading.headers["HX-Redirect"], request.htmx.current_url_abs_path):
            leading.headers["HX-Refresh"] = "true"
        return leading

    return middleware


def is_same_page(address, other) -> bool:
    """Return true if two addresses differ in their part of the page at most."""
    return urldefrag(address).url == urldefrag(other or "").url


def own_clock(get_response):
    """Forget after each request by whose clock it told times; the next one in this thread is somebody else's."""

    def middleware(request):
        try:
            return get_response(request)
        finally:
            timezone.deactivate()

    return middleware
