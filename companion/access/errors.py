"""What somebody sees who may not see, who asks for what is not there, or whose key, invitation or token has gone."""

from django.http import Http404
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.translation import gettext as _

from companion.core.errors import to_be_sent_again

from .identity import known_person
from .outbox import NOBODY, TOKEN, not_taken
from .permissions import Removed
from .rate_limits import is_wrong_key_too_many


def not_found(request, exception=None):
    """One page for everything that is not there or not theirs: it tells neither from the other.

    Only who was removed from a group is told so where something of that group was asked for.
    """
    response = render(request, "404.html", {"removed": isinstance(exception, Removed)}, status=404)
    return response if known_person(request) else not_taken(request, response, why=NOBODY)


def wrong_key(request):
    """There is nothing behind a wrong key; after a few, the page that says how long to wait."""
    if is_wrong_key_too_many(request, "key"):
        return render(request, "429.html", status=429)
    raise Http404


def invitation_ended(request, group):
    """The page that says why an invitation lets nobody in any more, and who gives another one."""
    return render(request, "groups/invitation_ended.html", {"group": group}, status=410)


def csrf_failure(request, reason=""):
    """The form is too old, comes from elsewhere, or its token was lost; nothing was changed.

    A new token comes with the answer: an outbox sends once more, and so does a button what was typed.
    """
    get_token(request)
    return not_taken(request, to_be_sent_again(request, _("Please try again"), 403), why=TOKEN)
