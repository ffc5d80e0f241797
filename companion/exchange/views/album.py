"""Photos as a file, looked at before they come in."""

from django.shortcuts import render

from companion.exchange import album

from .looking import bar


def album_page(request, upload):
    """How many photos of a file would come in, and to which plays; and why nothing came of it the last time."""
    photos, faults = album.waiting_in(upload), upload.preview["faults"]
    fates = album.fates_of(upload.group, photos)
    counts = album.counts_of(fates)
    coming, here = counts[album.NEW] + counts[album.BACK], counts[album.HERE]
    context = {
        "group": upload.group,
        "upload": upload,
        "all": len(photos) + len(faults),
        "counts": counts,
        "coming": coming,
        "left_out": counts[album.NO_PLAY] + len(faults),
        "bar": bar(coming, counts[album.NO_PLAY] + len(faults), here),
        "plays": plays_of(fates),
        "faults": faults,
    }
    return render(request, "exchange/album.html", context, status=422 if upload.refused else 200)


def plays_of(fates) -> list[tuple]:
    """Each play that gets photos, with how many."""
    plays: dict = {}
    for each in fates:
        if each.fate in (album.NEW, album.BACK):
            plays[each.play] = plays.get(each.play, 0) + 1
    return sorted(plays.items(), key=lambda its: (its[0].played_on, its[0].pk), reverse=True)
