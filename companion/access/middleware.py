"""Middleware that renews sessions, answers unchanged polls, and turns what was deleted meanwhile into a 404."""

import datetime
from functools import lru_cache

from django.http import Http404, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from companion.core.errors import PASSING
from companion.core.middleware import POLLS, RENEW_AFTER
from companion.models import Group, Play

from . import phones
from .identity import sign_out
from .outside import SUBJECT, subject_by_proxy
from .permissions import find_play, is_unchanged

PLAYS_AT_ONCE = 1024


def same_as_proxy(get_response):
    """Sign out on a phone that the proxy's header signed in, once the header names someone else."""

    def middleware(request):
        before, now = request.session.get(SUBJECT), subject_by_proxy(request)
        if before and now and before != now:
            sign_out(request)
        return get_response(request)

    return middleware


def renew_session(get_response):
    """Renew the session cookie once a month, because browsers keep cookies for at most 400 days.

    Once a day, the session notes on which phone it is, and when it was last seen.
    """

    def middleware(request):
        response = get_response(request)
        if request.session.accessed and "renewed_at" in request.session:
            renewed_at = datetime.datetime.fromisoformat(request.session["renewed_at"])
            if timezone.now() - renewed_at > RENEW_AFTER:
                request.session["renewed_at"] = timezone.now().isoformat()
            if request.resolver_match and request.resolver_match.view_name not in POLLS:
                phones.record_visit(request)
        return response

    return middleware


def unchanged_polls(get_response):
    """Answer 204 to an unchanged poll, before the middleware for languages, forms and messages: nearly all polls are.

    For a changed play, the view finds the play that was read here as `request.seen`.
    """

    def middleware(request):
        is_read = request.method in ("GET", "HEAD") and request.path_info.endswith("/live")
        match = poll_at(request.path_info) if is_read else None
        if match is None:
            return get_response(request)
        # CommonMiddleware, which refuses other hosts, comes later.
        request.get_host()
        request.resolver_match, seen = match, find_play(request, match.kwargs["uuid"])
        watches, revision = request.GET.get("page") == "watch", request.GET.get("revision")
        if is_unchanged(seen, revision, watches=watches):
            return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        request.seen = seen
        return get_response(request)

    return middleware


@lru_cache(PLAYS_AT_ONCE)
def poll_at(path) -> ResolverMatch | None:
    """Return the match of this path if it is a poll."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    return match if match.view_name in POLLS else None


class GoneMeanwhile(MiddlewareMixin):
    """Answer 404 to a GET that fails because someone else has deleted its group or play for good.

    Changes do that themselves (`permissions.unless_gone`), because their transaction must be rolled back as well.
    """

    def process_exception(self, request, exception):
        uuid = request.resolver_match.kwargs.get("uuid")
        if request.method not in ("GET", "HEAD") or uuid is None or isinstance(exception, (Http404, *PASSING)):
            return
        if not any(kind.objects.filter(uuid=uuid).exists() for kind in (Group, Play)):
            raise Http404 from exception
