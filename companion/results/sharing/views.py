"""Sharing a result: its page and pictures, the confirmation before a link is created, and the shared page."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from companion.access.errors import wrong_key
from companion.access.links import link_context, link_for, link_of_kind
from companion.access.permissions import changing_play, play_for_member, play_to_watch
from companion.access.visibility import MEMBER
from companion.core.errors import SECONDS_TO_WAIT, render_with_form
from companion.core.language.languages import activate_for_group
from companion.core.language.texts import say
from companion.entry.scorepad import Scorepad
from companion.models import Link
from companion.results.score_grid import ranking
from companion.results.share_text import format_result

from .contents import build_summary
from .layout import SHAPES
from .pictures import draw_png, take_turn

# The fewest lines of the text box.
LEAST_LINES = 4
SIZES = {"tall": (1080, 1350), "wide": (1200, 630)}


@require_safe
def share_result(request, uuid):
    """Show the pictures of a result, to be sent or saved, and a text."""
    play = play_to_watch(request, uuid)
    pad, names = finished_pad(play), "winner" not in request.GET
    summary = build_summary(play, pad, names=names)
    text = format_result(pad, ranking(pad, pad.result)) if names else summary.sentence
    context = {
        "play": play,
        "game": play.game,
        "names": names,
        "summary": summary,
        "pictures": [picture_context(shape, picture_url(play, shape, names=names)) for shape in SHAPES],
        "text": text,
        "lines": max(LEAST_LINES, len(text.splitlines())),
        "link": play.links.filter(kind=Link.Kind.RESULT).first() if play.role == MEMBER else None,
    }
    return render(request, "results/sharing/result.html", context)


@require_safe
def result_picture(request, uuid, shape):
    """Return a result as a PNG to everyone who may see the play; with `?winner` without the others' names."""
    play = play_to_watch(request, uuid)
    return picture_response(request, play, shape, names="winner" not in request.GET)


@require_http_methods(["GET", "POST"])
def result_link(request, uuid):
    """Ask before a link to a result is created, then show the link until someone revokes it."""
    play = play_for_member(request, uuid)
    finished_pad(play)
    if request.method == "POST":
        with changing_play(play_for_member, request, uuid) as play:
            finished_pad(play)
            if "share" in request.POST:
                link = link_for(Link.Kind.RESULT, play=play)
                link.winner_only = "winner" in request.POST
                link.save(update_fields=["winner_only"])
            elif "withdraw" in request.POST:
                play.links.filter(kind=Link.Kind.RESULT).delete()
                messages.success(request, _("The link no longer works."))
        return redirect("results:result_link", uuid=uuid)
    existing = play.links.filter(kind=Link.Kind.RESULT).first()
    shown = existing and link_context(request, existing)
    context = {"play": play, "game": play.game, "existing": existing, "link": shown}
    return render(request, "results/sharing/link.html", context)


@require_safe
def shared_result(request, key):
    """Show the picture of a shared result, and nothing else."""
    link = link_of_kind(Link.Kind.RESULT, key)
    if link is None or link.play is None:
        return wrong_key(request)
    activate_for_group(request, link.play.group)
    summary = build_summary(link.play, finished_pad(link.play), names=not link.winner_only)
    context = {
        "game": link.play.game,
        "summary": summary,
        "address": request.build_absolute_uri(request.path),
        "pictures": [picture_context(shape, reverse("results:shared_picture", args=[key, shape])) for shape in SHAPES],
        "preview": request.build_absolute_uri(reverse("results:shared_picture", args=[key, "wide"])),
    }
    return render(request, "results/sharing/shared.html", context)


@require_safe
def shared_picture(request, key, shape):
    """Return the picture of a shared result."""
    link = link_of_kind(Link.Kind.RESULT, key)
    if link is None or link.play is None:
        return wrong_key(request)
    activate_for_group(request, link.play.group)
    return picture_response(request, link.play, shape, names=not link.winner_only)


def finished_pad(play) -> Scorepad:
    """Return the scorepad of a play that has a result, else raise Http404."""
    if not play.is_finished:
        raise Http404
    pad = Scorepad(play)
    if pad.result.is_blocked or not pad.result.standings:
        raise Http404
    return pad


def picture_response(request, play, shape, *, names) -> HttpResponse:
    """Return a result as a PNG named after its game and day, or a 503 if too many are being drawn."""
    if shape not in SHAPES:
        raise Http404
    with take_turn() as is_ours:
        if not is_ours:
            return try_later(request)
        content = draw_png(build_summary(play, finished_pad(play), names=names), shape)
    name = f"{slugify(say(play.game.title)) or 'caravan'}-{play.played_on.isoformat()}.png"
    headers = {"Content-Disposition": content_disposition_header(as_attachment=False, filename=name)}
    return HttpResponse(content, content_type="image/png", headers=headers)


def try_later(request):
    """Return the page that asks to try again; the script of the page with the picture does so by itself."""
    answer = render_with_form(request, _("Please try again"), 503)
    answer.headers["Retry-After"] = SECONDS_TO_WAIT
    return answer


def picture_url(play, shape, *, names) -> str:
    """Return the URL of a play's picture."""
    return reverse("results:result_picture", args=[play.uuid, shape]) + ("" if names else "?winner")


def picture_context(shape, url) -> dict:
    """Return the context for a picture on a page."""
    width, height = SIZES[shape]
    return {"shape": shape, "url": url, "width": width, "height": height}
