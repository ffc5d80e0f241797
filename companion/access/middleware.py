"""A phone's identity lasts as long as it is used; a poll without news is answered before all else is done; what goes
while a page is made is not there."""

import datetime
from functools import lru_cache

from django.contrib.auth.middleware import get_user
from django.http import Http404, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject

from companion.models import Group, Play
from companion.server.errors import PASSING
from companion.server.middleware import POLLS, RENEW_AFTER

from . import phones
from .permissions import is_unchanged, seen_by

PLAYS_AT_ONCE = 1024


def who_it_is(get_response):
    """Find out who asks as soon as somebody wants to know, as Django does for what does not wait in line."""

    def middleware(request):
        request.user = SimpleLazyObject(lambda: get_user(request))
        return get_response(request)

    return middleware


def lasting_identity(get_response):
    """Renew the identity's cookie once a month, because browsers let none live for longer than 400 days.

    Once a day the session notes on which phone it is, and that it was seen.
    """

    def middleware(request):
        response = get_response(request)
        if request.session.accessed and "renewed_at" in request.session:
            renewed_at = datetime.datetime.fromisoformat(request.session["renewed_at"])
            if timezone.now() - renewed_at > RENEW_AFTER:
                request.session["renewed_at"] = timezone.now().isoformat()
            if request.resolver_match and request.resolver_match.url_name not in POLLS:
                phones.remember(request)
        return response

    return middleware


def polls_without_news(get_response):
    """Answer a poll that finds nothing new as soon as it is known who asks: nearly all of what phones ask is this.

    Languages, forms and messages have no part in it. Where there is something new, its view finds the play that was
    read here as `request.seen`.
    """

    def middleware(request):
        is_read = request.method in ("GET", "HEAD") and request.path_info.endswith("/live")
        match = poll_at(request.path_info) if is_read else None
        if match is None:
            return get_response(request)
        # As every page does: what comes by a name that is not ours is refused.
        request.get_host()
        request.resolver_match, seen = match, seen_by(request, match.kwargs["uuid"])
        watches, revision = request.GET.get("page") == "watch", request.GET.get("revision")
        if is_unchanged(seen, revision, watches=watches):
            return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        request.seen = seen
        return get_response(request)

    return middleware


@lru_cache(PLAYS_AT_ONCE)
def poll_at(path) -> ResolverMatch | None:
    """What is asked for at this path, if it is a poll."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    return match if match.url_name in POLLS else None


class GoneMeanwhile(MiddlewareMixin):
    """A look that fails because somebody else has deleted its group or play for good is a 404, as if it came later.

    Changes see to that themselves (`permissions.unless_gone`): what they have begun is to go as well.
    """

    def process_exception(self, request, exception):
        uuid = request.resolver_match.kwargs.get("uuid")
        if request.method not in ("GET", "HEAD") or uuid is None or isinstance(exception, (Http404, *PASSING)):
            return
        if not any(kind.objects.filter(uuid=uuid).exists() for kind in (Group, Play)):
            raise Http404 from exception
