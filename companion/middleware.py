"""What happens around every request."""

import datetime

from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from .imports import MOST_BYTES
from .views.errors import too_much

# A file somewhat too large is still read, so that its own page can say so.
MOST_SENT = 2 * MOST_BYTES
RENEW_AFTER = datetime.timedelta(days=30)
PUBLIC_VIEWS = {"home", "game"}


def lasting_identity(get_response):
    """Renew the identity's cookie once a month, because browsers let none live for longer than 400 days."""

    def middleware(request):
        response = get_response(request)
        if request.session.accessed and "renewed_at" in request.session:
            renewed_at = datetime.datetime.fromisoformat(request.session["renewed_at"])
            if timezone.now() - renewed_at > RENEW_AFTER:
                request.session["renewed_at"] = timezone.now().isoformat()
        return response

    return middleware


def private_pages(get_response):
    """Keep pages out of shared caches and of the browser's own, and all but home and games out of search engines."""

    def middleware(request):
        response = get_response(request)
        add_never_cache_headers(response)
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


def own_clock(get_response):
    """Forget after each request by whose clock it told times; the next one in this thread is somebody else's."""

    def middleware(request):
        try:
            return get_response(request)
        finally:
            timezone.deactivate()

    return middleware
