"""Photos as a file: looked at, brought in, and taken back."""

from functools import partial

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.access.identity import person_of
from companion.access.permissions import changing_group, group_for_owner, unless_gone
from companion.access.uploads import upload_for
from companion.language.texts import say
from companion.refusal import Refusal

from . import album
from .preview import bar


def within(request, upload):
    """The context in which this request alone changes photos of the group."""
    return partial(changing_group, group_for_owner, request, upload.group.uuid, with_plays=True)


def album_page(request, upload):
    """How many photos of a file would come in, and to which plays; and they do, once somebody says so."""
    faults: list[str] = []
    if request.method == "POST" and "bring_in" in request.POST:
        try:
            upload = album.bring_in(upload, person=person_of(request), within=within(request, upload))
            messages.success(request, how_many(upload.counts))
            return redirect("upload", uuid=upload.group.uuid, upload=upload.uuid)
        except Refusal as refusal:
            upload = upload_for(request, upload.group.uuid, upload.uuid)
            faults = [say(problem.message) for problem in refusal.problems]
    packed = album.packed_in(upload)
    fates = album.fates_of(upload.group, packed.photos)
    counts = album.counts_of(fates)
    coming, here = counts[album.NEW] + counts[album.BACK], counts[album.HERE]
    context = {
        "group": upload.group,
        "upload": upload,
        "refused": faults,
        "all": len(packed.photos) + len(packed.faults),
        "counts": counts,
        "coming": coming,
        "left_out": counts[album.NO_PLAY] + len(packed.faults),
        "bar": bar(coming, counts[album.NO_PLAY] + len(packed.faults), here),
        "plays": plays_of(fates),
        "faults": packed.faults,
    }
    return render(request, "exchange/album.html", context, status=422 if faults else 200)


def plays_of(fates) -> list[tuple]:
    """Each play that gets photos, with how many."""
    plays: dict = {}
    for each in fates:
        if each.fate in (album.NEW, album.BACK):
            plays[each.play] = plays.get(each.play, 0) + 1
    return sorted(plays.items(), key=lambda its: (its[0].played_on, its[0].pk), reverse=True)


def how_many(counts) -> str:
    """What came in with a file of photos."""
    new, back = counts[album.NEW], counts[album.BACK]
    sentences = [ngettext("%(number)s photo is in.", "%(number)s photos are in.", new) % {"number": new}] if new else []
    if back:
        text = ngettext("%(number)s photo is back.", "%(number)s photos are back.", back)
        sentences.append(text % {"number": back})
    return " ".join(sentences or [_("Nothing is new.")])


def undo_album(request, upload):
    """Take the photos of a file back, but for those whose words were changed here since."""
    find = partial(upload_for, request, upload.group.uuid, upload.uuid)
    with unless_gone(request, find):
        went, stay = album.undo(upload, person=person_of(request), within=within(request, upload))
    text = ngettext("%(number)s photo is gone again.", "%(number)s photos are gone again.", went)
    sentences = [text % {"number": went}] if went else [_("Nothing was left to take back.")]
    if stay:
        text = ngettext(
            "%(number)s photo stays, as its words were changed here.",
            "%(number)s photos stay, as their words were changed here.",
            stay,
        )
        sentences.append(text % {"number": stay})
    messages.success(request, " ".join(sentences))
    return redirect("imports", uuid=upload.group.uuid)
