"""Sign-in with an account outside Caravan: with OpenID Connect, or a header that the host's proxy sets."""

from django.conf import settings
from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from companion.access import outside
from companion.access.identity import known_person
from companion.access.rate_limits import count_attempt
from companion.accounts.forms import SignInForm
from companion.core.proxies import client

from .sign_in import sign_in_page, welcome

SECONDS_AT_THE_PROVIDER = 600


@require_POST
def sign_in_outside(request):
    """Redirect to the provider, or sign in the person whom the proxy names."""
    if not settings.SIGN_IN_NAME:
        raise Http404
    if not count_attempt("outside", client(request), most=60, minutes=15):
        return render(request, "429.html", status=429)
    try:
        if settings.OIDC_ISSUER:
            return to_provider(request)
        subject = outside.subject_by_proxy(request)
        response = welcome(request, outside.ensure_person(outside.OF_THE_PROXY, subject))
    except outside.NotConfirmed:
        return not_confirmed(request)
    request.session[outside.SUBJECT] = subject
    return response


def to_provider(request):
    """Redirect to the provider. A session that only waits for its response is short."""
    response = outside.redirect_to_provider(request, request.build_absolute_uri(reverse("accounts:come_from_provider")))
    if known_person(request) is None:
        request.session.set_expiry(SECONDS_AT_THE_PROVIDER)
    return response


@require_safe
def come_from_provider(request):
    """Sign in the person whom the provider names. The provider redirects here, so this GET changes something."""
    if not settings.OIDC_ISSUER:
        raise Http404
    try:
        return welcome(request, outside.ensure_person(settings.OIDC_ISSUER, outside.subject_by_provider(request)))
    except outside.NotConfirmed:
        return not_confirmed(request)


def not_confirmed(request):
    """Render the sign-in page with the failure."""
    return sign_in_page(request, SignInForm(), status=422, outside_failed=True)
