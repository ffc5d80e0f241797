"""The photos of a play: their page, each picture for whoever may see the play, and what members do with them."""

from functools import partial

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.access.identity import person_of
from companion.access.permissions import changing_play, play_for_member, play_to_watch
from companion.access.rate_limits import may_bring_photos
from companion.access.visibility import MEMBER
from companion.core.language.texts import say, say_gone
from companion.core.language.typed import number
from companion.core.refusal import Refusal
from companion.core.uploads import MOST_BYTES
from companion.models import Photo

from . import drawing, keeping
from .answers import photo_in, picture_in
from .forms import CaptionForm, PhotosForm


@require_safe
def show_photos(request, uuid):
    """The photos of a play for whoever may see it; for members also those of its evening, and a form for more."""
    play = play_to_watch(request, uuid)
    if "waiting" in request.GET:
        return those_that_came(request, play, number(request.GET["waiting"]))
    return photos_page(request, play, PhotosForm())


def those_that_came(request, play, waiting):
    """The photos alone, for the page that knows of so many that wait; nothing where that is as it was."""
    context = photos_of(play)
    if len(context["in_hand"]) == waiting:
        return HttpResponse(status=204)
    return render(request, "photos/_all.html", context)


def photos_of(play) -> dict:
    """The photos of a play, and for members those on their way: some are in hand, others failed or are left."""
    coming = list(play.sent_photos.order_by("pk")) if play.role == MEMBER else []
    waiting = drawing.in_hand(coming)
    left = [photo for photo in coming if photo not in waiting]
    return {"play": play, "game": play.game, "photos": play.photos.shown(), "in_hand": waiting, "left": left}


def photos_page(request, play, form, faults=()):
    """The page, with what was wrong about photos that were sent."""
    context = photos_of(play) | {"form": form, "faults": faults}
    if play.role == MEMBER:
        context |= {
            "gone": play.photos.taken_away(),
            "of_evening": of_evening(play),
            "most": settings.PLAY_PHOTOS,
            "megabytes": settings.PHOTO_MEGABYTES,
        }
    return render(request, "photos/photos.html", context, status=422 if faults else 200)


def of_evening(play):
    """The photos of the other plays of its evening."""
    evening = {"group": play.group_id, "played_on": play.played_on, "place": play.place, "deleted_at": None}
    its = {f"play__{name}": value for name, value in evening.items()}
    return Photo.objects.shown().filter(**its).exclude(play=play).select_related("play__sheet")


@require_POST
def add_photos(request, uuid):
    """Take photos for a play, which are drawn beside; all that are sent, or none of them and the page says why."""
    play = play_for_member(request, uuid)
    form = PhotosForm(request.POST, request.FILES)
    faults = faults_of(request, form)
    if not faults:
        within = partial(changing_play, play_for_member, request, uuid)
        try:
            its = form.cleaned_data
            for photo in keeping.send(its["photo"], caption=its["caption"], person=person_of(request), within=within):
                drawing.let_go_on(photo)
            return redirect("photos:photos", uuid=uuid)
        except Refusal as refusal:
            faults = [say(problem.message) for problem in refusal.problems]
    return photos_page(request, play, form, faults)


def faults_of(request, form) -> list[str]:
    """Why nothing is brought; what is beyond the largest request we take was dropped while it came in."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return [_("Together these photos exceed %(megabytes)s MB.") % {"megabytes": MOST_BYTES // 2**20}]
    count, most = len(request.FILES.getlist("photo")), settings.PLAY_PHOTOS
    if count > most:
        text = ngettext("A play can have at most %(number)s photo.", "A play can have at most %(number)s photos.", most)
        return [text % {"number": most}]
    if not may_bring_photos(request, person_of(request), count):
        return [_("You’ve reached today’s photo limit. Please try again tomorrow.")]
    return [str(fault) for of_field in form.errors.values() for fault in of_field]


@require_POST
def waiting_photo(request, uuid, photo):
    """Let a photo be drawn that waits though nobody is at it (`go_on`), or let it go, as one that could not be."""
    with changing_play(play_for_member, request, uuid) as play:
        its = play.sent_photos.filter(uuid=photo)
        left = [each for each in its if each not in drawing.in_hand(its)]
        if "go_on" not in request.POST:
            its.filter(pk__in=[each.pk for each in left]).delete_for_good()
    for each in left if "go_on" in request.POST else []:
        drawing.let_go_on(each)
    return redirect("photos:photos", uuid=uuid)


def gone_from(play, photo) -> Photo:
    """A photo that was taken away from a play and can be put back, or a 404."""
    return get_object_or_404(play.photos.taken_away(), uuid=photo)


@require_safe
def picture(request, uuid, photo, size):
    """A photo as a JPEG, for whoever may see the play."""
    return picture_in(request, play_to_watch(request, uuid), photo, size)


@require_http_methods(["GET", "POST"])
def change_photo(request, uuid, photo):
    """What is to be seen on a photo, in words."""
    play = play_for_member(request, uuid)
    its = photo_in(play, photo)
    form = CaptionForm(request.POST if request.method == "POST" else None, initial={"caption": its.caption})
    if form.is_valid():
        person = person_of(request)
        with changing_play(play_for_member, request, uuid) as play:
            keeping.say(photo_in(play, photo), form.cleaned_data["caption"], person=person)
        return redirect("photos:photos", uuid=uuid)
    context = {"play": play, "game": play.game, "photo": its, "form": form}
    return render(request, "photos/photo.html", context, status=422 if form.errors else 200)


@require_POST
def remove_photo(request, uuid, photo):
    """Take a photo away; the next page offers to put it back."""
    with changing_play(play_for_member, request, uuid) as play:
        # Taken away twice, it is away.
        if not play.photos.taken_away().filter(uuid=photo).exists():
            keeping.take_away(photo_in(play, photo), person=person_of(request))
    put_back = reverse("photos:restore_photo", args=[uuid, photo])
    say_gone(request, _("Photo removed. You can restore it for 30 days."), put_back=put_back)
    return redirect("photos:photos", uuid=uuid)


@require_POST
def restore_photo(request, uuid, photo):
    """Put a photo back that was taken away."""
    with changing_play(play_for_member, request, uuid) as play:
        if not play.photos.shown().filter(uuid=photo).exists():
            keeping.put_back(gone_from(play, photo), person=person_of(request))
    return redirect("photos:photos", uuid=uuid)


@require_POST
def forget_photo(request, uuid, photo):
    """Delete a photo that was taken away for good."""
    with changing_play(play_for_member, request, uuid) as play:
        if play.photos.shown().filter(uuid=photo).exists():
            raise Http404
        keeping.forget(play, photo, person=person_of(request))
    messages.success(request, _("Photo deleted permanently."))
    return redirect("photos:photos", uuid=uuid)
