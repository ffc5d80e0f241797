"""Sign-in on another phone, with a name and password or a passkey."""

from django.conf import settings
from django.contrib import messages
from django.http import JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from companion.access import devices, identity
from companion.access.groups import groups_of
from companion.access.identity import known_person
from companion.access.rate_limits import count_attempt, has_too_many_wrong_keys, may_sign_in, uncount_sign_in
from companion.accounts import passkeys
from companion.accounts.forms import PersonNameField, SignInForm
from companion.core.proxies import client


@require_http_methods(["GET", "POST"])
def sign_in(request):
    """Sign in with a name and password."""
    if request.method == "GET":
        return sign_in_page(request, SignInForm())
    name = PersonNameField().to_python(request.POST.get("username", ""))
    if not may_sign_in(request, name):
        return render(request, "429.html", status=429)
    form = SignInForm(request, request.POST)
    if not form.is_valid():
        return sign_in_page(request, form, status=422)
    uncount_sign_in(request, name)
    return welcome(request, form.get_user())


def sign_in_page(request, form, *, status=200, **more):
    """Render the sign-in page, which says what happens to the current person of this phone."""
    context = {"form": form, "person": known_person(request), "groups": groups_of(request).prefetch_related("players")}
    return render(request, "accounts/sign_in.html", context | {"outside": settings.SIGN_IN_NAME} | more, status=status)


def welcome(request, person):
    """Sign in a person on this phone, and redirect to Home."""
    identity.sign_in(request, person)
    messages.success(request, _("Signed in. Here are your groups and plays."))
    response = redirect("plays:home")
    devices.remember(request, response, person)
    return response


@require_POST
def passkey_question(request):
    """Return the options for signing with a passkey as JSON."""
    if not count_attempt("question", client(request), most=60, minutes=15):
        return render(request, "429.html", status=429)
    question = passkeys.begin_sign_in(request)
    if known_person(request) is None:
        # A session that only waits for the response is short.
        request.session.set_expiry(600)
    return JsonResponse(question)


@require_POST
def sign_in_by_passkey(request):
    """Sign in with a passkey. Only wrong ones are limited, because nobody guesses a valid one."""
    person = passkeys.find_signer(request, request.POST.get("passkey", ""))
    if person is not None:
        return welcome(request, person)
    if has_too_many_wrong_keys(request, "passkey"):
        return render(request, "429.html", status=429)
    return sign_in_page(request, SignInForm(), status=422, passkey_failed=True)
