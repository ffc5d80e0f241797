"""A phone's identity lasts as long as it is used."""

import datetime

from django.utils import timezone

from companion.server.middleware import POLLS, RENEW_AFTER

from . import phones


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
