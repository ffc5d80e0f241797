"""A result to be shared: its page and pictures, the question before there is a link to it, and what the link opens."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from companion.access.errors import wrong_key
from companion.access.links import link_for, link_of_kind, shared
from companion.access.permissions import changing_play, play_for_member, play_to_watch
from companion.access.visibility import MEMBER
from companion.core.errors import SECONDS_TO_WAIT, to_be_sent_again
from companion.core.language.languages import settle_in
from companion.core.language.texts import say
from companion.entry.scorepad import Scorepad
from companion.models import Link
from companion.results.score_grid import ranking
from companion.results.share_text import format_result

from .contents import told
from .layout import SHAPES
from .pictures import png, turn

# The text has a box of so many lines, or of as many as it has.
LEAST_LINES = 4
SIZES = {"tall": (1080, 1350), "wide": (1200, 630)}


@require_safe
def share_result(request, uuid):
    """The pictures of a result, to be sent or saved, and a text beside them."""
    play = play_to_watch(request, uuid)
    pad, names = finished(play), "winner" not in request.GET
    its = told(play, pad, names=names)
    text = format_result(pad, ranking(pad, pad.result)) if names else its.sentence
    context = {
        "play": play,
        "game": play.game,
        "names": names,
        "told": its,
        "pictures": [picture_of(shape, picture_url(play, shape, names=names)) for shape in SHAPES],
        "text": text,
        "lines": max(LEAST_LINES, len(text.splitlines())),
        "link": play.links.filter(kind=Link.Kind.RESULT).first() if play.role == MEMBER else None,
    }
    return render(request, "results/sharing/result.html", context)


@require_safe
def result_picture(request, uuid, shape):
    """A result as a PNG for whoever may see the play; with `?winner` without the names of the others."""
    play = play_to_watch(request, uuid)
    return picture(request, play, shape, names="winner" not in request.GET)


@require_http_methods(["GET", "POST"])
def result_link(request, uuid):
    """The question before there is a link to a result; then the link, until somebody withdraws it."""
    play = play_for_member(request, uuid)
    finished(play)
    if request.method == "POST":
        with changing_play(play_for_member, request, uuid) as play:
            finished(play)
            if "share" in request.POST:
                link = link_for(Link.Kind.RESULT, play=play)
                link.winner_only = "winner" in request.POST
                link.save(update_fields=["winner_only"])
            elif "withdraw" in request.POST:
                play.links.filter(kind=Link.Kind.RESULT).delete()
                messages.success(request, _("The link no longer works."))
        return redirect("result_link", uuid=uuid)
    made = play.links.filter(kind=Link.Kind.RESULT).first()
    context = {"play": play, "game": play.game, "made": made, "link": made and shared(request, made)}
    return render(request, "results/sharing/link.html", context)


@require_safe
def shared_result(request, key):
    """What the link of a result opens: its picture, and nothing else."""
    link = link_of_kind(Link.Kind.RESULT, key)
    if link is None or link.play is None:
        return wrong_key(request)
    settle_in(request, link.play.group)
    its = told(link.play, finished(link.play), names=not link.winner_only)
    context = {
        "game": link.play.game,
        "told": its,
        "address": request.build_absolute_uri(request.path),
        "pictures": [picture_of(shape, reverse("shared_picture", args=[key, shape])) for shape in SHAPES],
        "preview": request.build_absolute_uri(reverse("shared_picture", args=[key, "wide"])),
    }
    return render(request, "results/sharing/shared.html", context)


@require_safe
def shared_picture(request, key, shape):
    """The picture behind the link of a result."""
    link = link_of_kind(Link.Kind.RESULT, key)
    if link is None or link.play is None:
        return wrong_key(request)
    settle_in(request, link.play.group)
    return picture(request, link.play, shape, names=not link.winner_only)


def finished(play) -> Scorepad:
    """The scorepad of a play that has a result, else a 404."""
    if not play.is_finished:
        raise Http404
    pad = Scorepad(play)
    if pad.result.is_blocked or not pad.result.standings:
        raise Http404
    return pad


def picture(request, play, shape, *, names) -> HttpResponse:
    """A result as a PNG, named after its game and day; where too many are drawn just now, when to come again (503)."""
    if shape not in SHAPES:
        raise Http404
    with turn() as is_ours:
        if not is_ours:
            return later(request)
        content = png(told(play, finished(play), names=names), shape)
    name = f"{slugify(say(play.game.title)) or 'caravan'}-{play.played_on.isoformat()}.png"
    headers = {"Content-Disposition": content_disposition_header(as_attachment=False, filename=name)}
    return HttpResponse(content, content_type="image/png", headers=headers)


def later(request):
    """The page that asks to come again; the script of the page with the picture does so by itself."""
    answer = to_be_sent_again(request, _("Please try again"), 503)
    answer.headers["Retry-After"] = SECONDS_TO_WAIT
    return answer


def picture_url(play, shape, *, names) -> str:
    """Where a picture of a play is."""
    return reverse("result_picture", args=[play.uuid, shape]) + ("" if names else "?winner")


def picture_of(shape, url) -> dict:
    """A picture as a page shows it."""
    width, height = SIZES[shape]
    return {"shape": shape, "url": url, "width": width, "height": height}
