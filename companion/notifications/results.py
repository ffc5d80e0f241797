"""Describe the outcome of the last message in a sentence."""

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

SENTENCES = {
    "sent": gettext_lazy("The last message arrived."),
    "unknown": gettext_lazy("The last message failed: there is no such server."),
    "private": gettext_lazy("The last message wasn’t sent: this is a private address."),
    "unreachable": gettext_lazy("The last message failed: the server doesn’t answer."),
    "timeout": gettext_lazy("The last message failed: the server took too long."),
    "certificate": gettext_lazy("The last message failed: the server’s certificate isn’t valid."),
    "no_http": gettext_lazy("The last message failed: this isn’t a web server."),
    "redirect": gettext_lazy("The last message failed: the address leads to another one. Enter that one."),
    "status": gettext_lazy("The last message failed: the server answered with error %(status)s."),
    "service": gettext_lazy("The last message failed: the service didn’t take it."),
    "no_service": gettext_lazy("The last message wasn’t sent: this server can’t reach such services."),
    "unreadable": gettext_lazy("The last message wasn’t sent: enter the address again, this server can’t read it."),
    "limit": gettext_lazy("The last play wasn’t sent: there were too many in one day."),
}


def describe_result(address) -> str:
    """Return what happened to the last message, and when; "" if there was none."""
    sentence = SENTENCES.get(address.result)
    if not sentence:
        return ""
    words = str(sentence) % {"status": address.status} if address.status else str(sentence)
    return _("%(time)s: %(sentence)s") % {
        "time": date_format(localtime(address.sent_at), "SHORT_DATETIME_FORMAT"),
        "sentence": words,
    }
