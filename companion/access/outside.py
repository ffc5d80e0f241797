"""Sign-in with accounts outside Caravan: with OpenID Connect, or a header that the host's proxy sets."""

import ipaddress
from functools import cache

from django.conf import settings

from companion.models import OutsideAccount, Person

# The issuer of accounts that the proxy names. A provider's is its address.
OF_THE_PROXY = ""
LONGEST_SUBJECT = 255
# The session's note of whom the proxy named when it began.
SUBJECT = "outside"


class NotConfirmed(Exception):
    """The provider or the proxy doesn't confirm who it is."""


def ensure_person(issuer, subject) -> Person:
    """Return the person of an account, a new one if nobody has signed in with it yet.

    Raises NotConfirmed for an account without a name of its own, or with one that is too long.
    """
    if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT:
        raise NotConfirmed
    found = OutsideAccount.objects.select_related("person").filter(issuer=issuer, subject=subject).first()
    if found:
        return found.person
    person = Person.objects.create_visitor()
    made, is_new = OutsideAccount.objects.get_or_create(issuer=issuer, subject=subject, defaults={"person": person})
    if not is_new:
        # Another phone was faster.
        person.delete()
    return made.person


# The proxy's header


def subject_by_proxy(request) -> str:
    """Return the account that the proxy has signed in; "" if the request doesn't come from the proxy."""
    if not settings.SIGN_IN_HEADER or not is_from_proxy(request.META.get("REMOTE_ADDR", "")):
        return ""
    return request.headers.get(settings.SIGN_IN_HEADER, "").strip()


def is_from_proxy(address) -> bool:
    """Return whether a request from this IP address comes from a trusted proxy."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    found = getattr(found, "ipv4_mapped", None) or found
    return any(found in network for network in settings.SIGN_IN_PROXIES)


# OpenID Connect


@cache
def provider():
    """Return the OpenID client, which caches the provider's configuration and keys."""
    # The packages of the extra `oidc`.
    from authlib.integrations.django_client import OAuth

    return OAuth().register(
        "provider",
        client_id=settings.OIDC_CLIENT_ID,
        client_secret=settings.OIDC_CLIENT_SECRET,
        server_metadata_url=f"{settings.OIDC_ISSUER}/.well-known/openid-configuration",
        client_kwargs={"scope": "openid", "code_challenge_method": "S256", "default_timeout": 10},
    )


def redirect_to_provider(request, back):
    """Return the redirect to the provider, which leads to the URL `back`. Raises NotConfirmed if it is unreachable."""
    return unless_failed(lambda: provider().authorize_redirect(request, back))


def subject_by_provider(request) -> str:
    """Return the subject of the provider's signed response to this phone's request. Raises NotConfirmed."""
    metadata = unless_failed(provider().load_server_metadata)
    if metadata.get("issuer", "").rstrip("/") != settings.OIDC_ISSUER:
        raise NotConfirmed
    claims = {
        "iss": {"essential": True, "values": [metadata["issuer"]]},
        "aud": {"essential": True, "value": settings.OIDC_CLIENT_ID},
    }
    token = unless_failed(lambda: provider().authorize_access_token(request, claims_options=claims))
    return token.get("userinfo", {}).get("sub", "")


def unless_failed(call):
    """Return what the call to the provider returns. Raises NotConfirmed if it fails or the response is invalid."""
    from authlib.common.errors import AuthlibBaseError
    from joserfc.errors import JoseError
    from requests import RequestException

    try:
        return call()
    except (AuthlibBaseError, JoseError, RequestException, ValueError, KeyError) as error:
        raise NotConfirmed from error
