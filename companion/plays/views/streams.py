"""What reaches the phones of a table at once: their streams, and where everybody's cursor is."""

from django import forms
from django.http import Http404, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from companion.access.identity import known_person
from companion.access.permissions import MEMBER, check_access, find_play, play_for
from companion.core.language.languages import activate_for_table
from companion.core.live import stream
from companion.core.proxies import client
from companion.core.publishing import group_tag, person_tag, play_tag, publish_cursor
from companion.plays.pages.live_updates import SHARED, view_of
from companion.plays.rounds import add_begun_rounds

OF_A_STAGE, OF_A_PLAY = {"cards", "result"}, {"watch", "end"}


class CursorForm(forms.Form):
    """Where a page's cursor is: a seat, a row and the stage, or nowhere."""

    tab = forms.RegexField(r"^[0-9a-f]{8,32}$")
    cell = forms.RegexField(r"^\d{1,18} [\w-]{1,60}( [\w-]{1,40})?$", required=False)


@require_safe
def live_stream(request, uuid):
    """The stream of a phone that shows a play, whoever may see it; it tells what `live` would answer."""
    page = request.GET.get("page", "cards")
    play = check_access(request, uuid, find_play(request, uuid), entering=page != "watch")
    if page == "watch":
        activate_for_table(request, play.group)
    of_stage = {}
    if page in OF_A_STAGE:
        add_begun_rounds(play, request.GET.get("stage"))
        stage = play.game.stage(request.GET.get("stage"))
        if stage is None:
            raise Http404
        of_stage = {"stage": stage.key, "over": flag_in(request, "over"), "late": flag_in(request, "late")}
    elif page not in OF_A_PLAY:
        raise Http404
    person = known_person(request)
    about = {
        "play": str(play.uuid),
        "tags": [play_tag(play), group_tag(play.group_id), *([person_tag(person.pk)] if person else [])],
        "who": str(person.pk) if person else "",
        "address": "" if play.role == MEMBER else client(request),
        # A play has one link for each of these roles.
        "link": "" if play.role == MEMBER else play.role,
        "tab": tab_of(request),
        "view": view_of(play, get_language(), page=page, **of_stage),
        "is_shared": page in SHARED,
    }
    return stream(request, about)


def flag_in(request, name) -> str:
    """Whether the page was made when its stage was closed (`over`), or when something waited that came `late`."""
    return "1" if name in request.GET else ""


def tab_of(request) -> str:
    """The id that a page has given itself; nothing where that is none."""
    form = CursorForm({"tab": request.GET.get("tab", "")})
    return form.cleaned_data["tab"] if form.is_valid() else ""


@require_POST
def cursor(request, uuid):
    """Show the others at the table in which cell somebody's cursor is."""
    play = play_for(request, uuid)
    form = CursorForm(request.POST)
    if form.is_valid():
        publish_cursor(play, **form.cleaned_data)
    return HttpResponse(status=204)
