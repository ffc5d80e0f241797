"""The answer with a picture of a photo, for pages and for programs."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response

from companion.models import Photo, photos
from companion.models.photos import SIDES

# A browser keeps it, and asks before it shows it again whether it still may.
ASK_EACH_TIME = "private, no-cache"


def photo_in(play, photo) -> Photo:
    """A photo of a play that is there, or a 404."""
    return get_object_or_404(play.photos.shown(), uuid=photo)


def picture_in(request, play, photo, size):
    """The answer with a picture of a photo of this play, or a 404."""
    its = photo_in(play, photo)
    if size not in SIDES:
        raise Http404
    tag = f'"{its.digest[:32]}-{size}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        content = photos.picture(its.uuid, size)
        if content is None:
            raise Http404
        answer = HttpResponse(content, content_type="image/jpeg")
    answer.headers["Cache-Control"], answer.headers["ETag"] = ASK_EACH_TIME, tag
    return answer
