"""The photos of a play: their page, each picture, and what members do with them."""

from functools import partial

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.access.identity import ensure_person
from companion.access.permissions import changing_play, play_for_member, play_to_watch
from companion.access.rate_limits import may_send_photos
from companion.access.visibility import MEMBER
from companion.core.language.texts import say, show_deleted
from companion.core.language.typed import parse_number
from companion.core.refusal import Refusal
from companion.core.uploads import MOST_BYTES
from companion.models import Photo

from . import drawing, keeping
from .answers import get_photo, picture_response
from .forms import CaptionForm, PhotosForm


@require_safe
def show_photos(request, uuid):
    """Show the photos of a play to everyone who may see it; members also see those of the game night and a form."""
    play = play_to_watch(request, uuid)
    if "waiting" in request.GET:
        return updated_photos(request, play, parse_number(request.GET["waiting"]))
    return photos_page(request, play, PhotosForm())


def updated_photos(request, play, waiting):
    """Return the photos for a page that knows how many are waiting; a 204 if that number is unchanged."""
    context = photos_context(play)
    if len(context["in_hand"]) == waiting:
        return HttpResponse(status=204)
    return render(request, "photos/_all.html", context)


def photos_context(play) -> dict:
    """Return the play's photos as context, and for members its waiting ones: queued, or failed and left."""
    sent = list(play.sent_photos.order_by("pk")) if play.role == MEMBER else []
    queued = drawing.find_queued(sent)
    left = [photo for photo in sent if photo not in queued]
    return {"play": play, "game": play.game, "photos": play.photos.visible(), "in_hand": queued, "left": left}


def photos_page(request, play, form, faults=()):
    """Return the page, with what was wrong with uploaded photos."""
    context = photos_context(play) | {"form": form, "faults": faults}
    if play.role == MEMBER:
        context |= {
            "gone": play.photos.restorable(),
            "of_evening": photos_of_evening(play),
            "most": settings.PLAY_PHOTOS,
            "megabytes": settings.PHOTO_MEGABYTES,
        }
    return render(request, "photos/photos.html", context, status=422 if faults else 200)


def photos_of_evening(play):
    """Return the photos of the other plays of the same game night."""
    night = {"play__group": play.group_id, "play__played_on": play.played_on, "play__place": play.place}
    photos = Photo.objects.visible().filter(**night, play__deleted_at=None).exclude(play=play)
    return photos.select_related("play__sheet")


@require_POST
def add_photos(request, uuid):
    """Add photos to a play, all of them or none; a task draws their pictures."""
    play = play_for_member(request, uuid)
    form = PhotosForm(request.POST, request.FILES)
    faults = find_faults(request, form)
    if not faults:
        within = partial(changing_play, play_for_member, request, uuid)
        try:
            photos, caption = form.cleaned_data["photo"], form.cleaned_data["caption"]
            for photo in keeping.send(photos, caption=caption, person=ensure_person(request), within=within):
                drawing.resume_drawing(photo)
            return redirect("photos:photos", uuid=uuid)
        except Refusal as refusal:
            faults = [say(problem.message) for problem in refusal.problems]
    return photos_page(request, play, form, faults)


def find_faults(request, form) -> list[str]:
    """Return why no photos are added; requests that were too large were dropped while they were received."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return [_("Together these photos exceed %(megabytes)s MB.") % {"megabytes": MOST_BYTES // 2**20}]
    count, most = len(request.FILES.getlist("photo")), settings.PLAY_PHOTOS
    if count > most:
        text = ngettext("A play can have at most %(number)s photo.", "A play can have at most %(number)s photos.", most)
        return [text % {"number": most}]
    if not may_send_photos(request, ensure_person(request), count):
        return [_("You’ve reached today’s photo limit. Please try again tomorrow.")]
    return [str(fault) for of_field in form.errors.values() for fault in of_field]


@require_POST
def waiting_photo(request, uuid, photo):
    """Resume drawing a waiting photo that no task is drawing (`go_on`), or delete it."""
    with changing_play(play_for_member, request, uuid) as play:
        photos = play.sent_photos.filter(uuid=photo)
        left = [each for each in photos if each not in drawing.find_queued(photos)]
        if "go_on" not in request.POST:
            photos.filter(pk__in=[each.pk for each in left]).delete_for_good()
    for each in left if "go_on" in request.POST else []:
        drawing.resume_drawing(each)
    return redirect("photos:photos", uuid=uuid)


@require_safe
def picture(request, uuid, photo, size):
    """Return a photo as a JPEG to everyone who may see the play."""
    return picture_response(request, play_to_watch(request, uuid), photo, size)


@require_http_methods(["GET", "POST"])
def change_photo(request, uuid, photo):
    """Change a photo's caption."""
    play = play_for_member(request, uuid)
    shown = get_photo(play, photo)
    form = CaptionForm(request.POST if request.method == "POST" else None, initial={"caption": shown.caption})
    if form.is_valid():
        person = ensure_person(request)
        with changing_play(play_for_member, request, uuid) as play:
            keeping.set_caption(get_photo(play, photo), form.cleaned_data["caption"], person=person)
        return redirect("photos:photos", uuid=uuid)
    context = {"play": play, "game": play.game, "photo": shown, "form": form}
    return render(request, "photos/photo.html", context, status=422 if form.errors else 200)


@require_POST
def remove_photo(request, uuid, photo):
    """Remove a photo; the next page offers to restore it."""
    with changing_play(play_for_member, request, uuid) as play:
        if not play.photos.restorable().filter(uuid=photo).exists():
            keeping.remove(get_photo(play, photo), person=ensure_person(request))
    put_back = reverse("photos:restore_photo", args=[uuid, photo])
    show_deleted(request, _("Photo removed. You can restore it for 30 days."), put_back=put_back)
    return redirect("photos:photos", uuid=uuid)


@require_POST
def restore_photo(request, uuid, photo):
    """Restore a removed photo."""
    with changing_play(play_for_member, request, uuid) as play:
        if not play.photos.visible().filter(uuid=photo).exists():
            removed = get_object_or_404(play.photos.restorable(), uuid=photo)
            keeping.restore(removed, person=ensure_person(request))
    return redirect("photos:photos", uuid=uuid)


@require_POST
def forget_photo(request, uuid, photo):
    """Delete a removed photo for good."""
    with changing_play(play_for_member, request, uuid) as play:
        if play.photos.visible().filter(uuid=photo).exists():
            raise Http404
        keeping.delete_for_good(play, photo, person=ensure_person(request))
    messages.success(request, _("Photo deleted permanently."))
    return redirect("photos:photos", uuid=uuid)
