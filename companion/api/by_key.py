"""Authentication of the API: a request acts as the person of its API key, and errors are JSON."""

from functools import wraps

from django.http import Http404, JsonResponse

from companion.access.api_keys import MINUTES, find_api_key, may_ask
from companion.access.rate_limits import has_too_many_wrong_keys
from companion.rules.kit.numbers import ExactEncoder


def by_key(view):
    """Decorate a view, which returns a dict or a response, to require an API key. Cookies don't count."""

    @wraps(view)
    def answer(request, *args, **kwargs):
        api_key = find_api_key(request)
        if api_key is None:
            has_one = "Authorization" in request.headers
            return too_many_requests() if has_one and has_too_many_wrong_keys(request, "api key") else unknown_key()
        if not may_ask(api_key):
            return too_many_requests()
        request.user = api_key.person
        try:
            response = view(request, *args, **kwargs)
            return json_response(response) if isinstance(response, dict) else response
        except Http404:
            return json_response({"error": "There is nothing at this address that you may see."}, status=404)

    return answer


def json_response(value, *, status=200, **headers) -> JsonResponse:
    """Return a JSON response, with non-ASCII letters unescaped."""
    params = {"ensure_ascii": False}
    return JsonResponse(value, encoder=ExactEncoder, status=status, headers=headers, json_dumps_params=params)


def unknown_key() -> JsonResponse:
    """Return the response to an unknown or missing key."""
    error = {"error": "A key is needed: Authorization: Bearer KEY. It is made under “Keys for programs”."}
    return json_response(error, status=401, **{"WWW-Authenticate": "Bearer"})


def too_many_requests() -> JsonResponse:
    """Return the response to too many requests."""
    error = {"error": "That was asked too often. Please wait a quarter of an hour."}
    return json_response(error, status=429, **{"Retry-After": str(60 * MINUTES)})
