"""What somebody sees who may not see, or asks for what is not there."""

from django.shortcuts import render


def not_found(request, exception=None):
    """One page for everything that is not there or not theirs: it tells neither from the other."""
    return render(request, "404.html", status=404)


def csrf_failure(request, reason=""):
    """The form is too old or comes from elsewhere; nothing was changed."""
    return render(request, "403.html", status=403)
