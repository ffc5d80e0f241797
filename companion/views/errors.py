"""What somebody sees who may not see, or asks for what is not there."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.shortcuts import render
from django.views.defaults import bad_request


def not_found(request, exception=None):
    """One page for everything that is not there or not theirs: it tells neither from the other."""
    return render(request, "404.html", status=404)


def refused(request, exception=None):
    """What Django reads no further: a form that is too large, a host that is not ours, and other rubbish."""
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return too_much(request)
    return bad_request(request, exception)


def too_much(request):
    """What was sent is larger than anything that is needed here; nothing was changed."""
    return render(request, "413.html", status=413)


def csrf_failure(request, reason=""):
    """The form is too old or comes from elsewhere; nothing was changed."""
    return render(request, "403.html", status=403)
