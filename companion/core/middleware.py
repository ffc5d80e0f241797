"""Middleware that Django doesn't have."""

import datetime
import re
import secrets
from http import HTTPStatus
from urllib.parse import urldefrag

import brotli
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect
from django.urls import get_script_prefix, get_urlconf, is_valid_path
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect

from companion.core.language.typed import SAVE_ID

from .errors import refused, too_much
from .headers import BY_A_SCRIPT
from .requests import MOST_SENT

RENEW_AFTER = datetime.timedelta(days=30)
PUBLIC_VIEWS = {"plays:home", "plays:game"}
# Phones poll these every few seconds. They take two queries.
POLLS = {"plays:live"}
# As Django's middleware does for gzip.
TAKES_BROTLI = re.compile(r"\bbr\b")
PACKED = ("image/jpeg", "image/png", "application/zip")


class Compression(GZipMiddleware):
    """Django's middleware with brotli for pages, which browsers accept over HTTPS and which is about 5 % smaller.

    Images and ZIP files are compressed already and stay as they are.
    """

    def process_response(self, request, response):
        if response.headers.get("Content-Type", "").startswith(PACKED):
            return response
        is_page = response.headers.get("Content-Type", "").startswith("text/html") and BY_A_SCRIPT not in request.META
        if is_page and not response.streaming and TAKES_BROTLI.search(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            # A random length against BREACH, as in Django's gzip.
            noise = secrets.token_hex(secrets.randbelow(self.max_random_bytes) // 2)
            response.content = brotli.compress(response.content + f"<!--{noise}-->".encode(), quality=7, lgwin=16)
            response.headers["Content-Encoding"] = "br"
            response.headers["Content-Length"] = str(len(response.content))
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        return super().process_response(request, response)


def no_store(get_response):
    """Let nobody store pages that don't say otherwise, and search engines index only home and games."""

    def middleware(request):
        response = get_response(request)
        if "Cache-Control" not in response:
            patch_cache_control(response, no_store=True, private=True)
        match = request.resolver_match
        if not match or match.view_name not in PUBLIC_VIEWS:
            response.headers.setdefault("X-Robots-Tag", "noindex, nofollow")
        return response

    return middleware


def size_limit(get_response):
    """Answer 413 to a request larger than any form or file. Their own limits are checked when they are read."""

    def middleware(request):
        announced = request.META.get("CONTENT_LENGTH") or "0"
        if announced.isascii() and announced.isdigit() and int(announced) <= MOST_SENT:
            return get_response(request)
        return too_much(request)

    return middleware


def valid_save_ids(get_response):
    """Answer 400 to a form with a save id that fits into no header and no column, before anything changes."""

    def middleware(request):
        sent_by_a_form = request.POST.items() if request.method == "POST" else ()
        ids = [sent for name, sent in sent_by_a_form if name.endswith("save_id") and sent]
        return get_response(request) if all(map(SAVE_ID.fullmatch, ids)) else refused(request)

    return middleware


def redirect_to_parent(get_response):
    """Redirect a browser that opens the URL of a form, for example by a reload, to the page above it."""

    def middleware(request):
        response = get_response(request)
        is_opened = request.method == "GET" and "text/html" in request.headers.get("Accept", "") and not request.htmx
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and is_opened:
            return redirect(find_parent_url(request.path_info))
        return response

    return middleware


def find_parent_url(path) -> str:
    """Return the nearest existing path above a path of the site."""
    parts = path.strip("/").split("/")
    above = ["/".join(parts[:number]) for number in range(len(parts) - 1, 0, -1)]
    urlconf = get_urlconf()
    found = (each for name in above for each in (name, f"{name}/") if is_valid_path(f"/{each}", urlconf))
    return get_script_prefix() + next(found, "")


def htmx_redirects(get_response):
    """Let htmx open the page that a form redirects to, because its request would only fetch that page.

    A browser would only scroll to another part of the open page, so that one is loaded again.
    """

    def middleware(request):
        response = get_response(request)
        if request.method != "POST" or not request.htmx or response.status_code != HTTPStatus.FOUND:
            return response
        leading = HttpResponseClientRedirect(response.headers["Location"])
        leading.cookies = response.cookies
        current = request.htmx.current_url_abs_path or ""
        if urldefrag(leading.headers["HX-Redirect"]).url == urldefrag(current).url:
            leading.headers["HX-Refresh"] = "true"
        return leading

    return middleware


def reset_time_zone(get_response):
    """Reset the time zone after each request, because the next one in this thread is someone else's."""

    def middleware(request):
        try:
            return get_response(request)
        finally:
            timezone.deactivate()

    return middleware
