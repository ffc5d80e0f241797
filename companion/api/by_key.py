"""Every address of the API: who asks is who the key says, whatever the cookies; and what goes wrong is said in JSON."""

from functools import wraps

from django.http import Http404, JsonResponse

from companion.access.api_keys import MINUTES, find_api_key, may_ask
from companion.access.rate_limits import has_too_many_wrong_keys
from companion.rules.kit.numbers import ExactEncoder


def by_key(view):
    """Let a view answer the person whose key comes with the request, with a dict or a whole answer; nobody else gets
    anything.
    """

    @wraps(view)
    def answer(request, *args, **kwargs):
        api_key = find_api_key(request)
        if api_key is None:
            has_one = "Authorization" in request.headers
            return too_often() if has_one and has_too_many_wrong_keys(request, "api key") else unknown()
        if not may_ask(api_key):
            return too_often()
        request.user = api_key.person
        try:
            its = view(request, *args, **kwargs)
            return said(its) if isinstance(its, dict) else its
        except Http404:
            return said({"error": "There is nothing at this address that you may see."}, status=404)

    return answer


def said(value, *, status=200, **headers) -> JsonResponse:
    """An answer as JSON with letters as they are."""
    params = {"ensure_ascii": False}
    return JsonResponse(value, encoder=ExactEncoder, status=status, headers=headers, json_dumps_params=params)


def unknown() -> JsonResponse:
    """Nobody has this key."""
    error = {"error": "A key is needed: Authorization: Bearer KEY. It is made under “Keys for programs”."}
    return said(error, status=401, **{"WWW-Authenticate": "Bearer"})


def too_often() -> JsonResponse:
    """It was asked too often."""
    error = {"error": "That was asked too often. Please wait a quarter of an hour."}
    return said(error, status=429, **{"Retry-After": str(60 * MINUTES)})
