"""Views that open links and table codes, store their keys in this phone's cookie and redirect."""

from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from companion.models import Link

from . import recovery
from .errors import invitation_ended, wrong_key
from .forms import JoinForm
from .links import has_ended, link_of_key
from .permissions import grant
from .rate_limits import may_try_code, uncount_code
from .table_codes import link_of_code

# The pages of these have the key in their URL, and grant no other access.
LEAD_ON: dict[str, str] = {
    Link.Kind.SHEET: "collection:shared_sheet",
    Link.Kind.RESULT: "results:shared_result",
    Link.Kind.CALENDAR: "transfer:shared_calendar",
}


@require_safe
def open_link(request, key):
    """Store the opened link and redirect to its page. Wrong keys are limited; a valid one always works."""
    link = link_of_key(key)
    if link is None:
        return wrong_key(request)
    if link.kind in recovery.KINDS:
        response = redirect("accounts:come_back")
        recovery.store_opened_link(response, link)
        return response
    if link.kind in LEAD_ON:
        return redirect(LEAD_ON[link.kind], key=key)
    if has_ended(link):
        return invitation_ended(request, link.group)
    response = redirect_to_target(link)
    grant(request, response, link)
    return response


def redirect_to_target(link):
    """Return the redirect to a link's page."""
    if link.kind == Link.Kind.INVITE:
        return redirect("groups:join_group", uuid=link.group.uuid)
    return redirect("plays:watch" if link.kind == Link.Kind.WATCH else "plays:mine", uuid=link.play.uuid)


@require_http_methods(["GET", "POST"])
def join(request):
    """Redirect to the table of a code, as its QR code does. Wrong codes are limited."""
    form = JoinForm(request.POST or None)
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        if not may_try_code(request):
            form.add_error("code", _("Too many attempts. Wait 15 minutes, or scan the table’s QR code."))
            status = 429
        elif link := link_of_code(form.cleaned_data["code"]):
            uncount_code(request)
            response = redirect("plays:mine", uuid=link.play.uuid)
            grant(request, response, link)
            return response
        else:
            form.add_error(
                "code",
                _("No table has this code. Look at the other phone again: a code counts only while its page shows it."),
            )
            status = 422
    return render(request, "access/join.html", {"form": form}, status=status)
