"""Responses with a photo's picture, for pages and the API."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response

from companion.models import Photo, photos
from companion.models.photos import SIDES

# Browsers cache a picture, but ask each time whether they may still show it.
ASK_EACH_TIME = "private, no-cache"


def get_photo(play, photo) -> Photo:
    """Return a photo of a play that isn't removed, else raise Http404."""
    return get_object_or_404(play.photos.visible(), uuid=photo)


def picture_response(request, play, photo, size):
    """Return the response with a picture of a photo of this play, else raise Http404."""
    photo = get_photo(play, photo)
    if size not in SIDES:
        raise Http404
    tag = f'"{photo.digest[:32]}-{size}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        content = photos.picture(photo.uuid, size)
        if content is None:
            raise Http404
        answer = HttpResponse(content, content_type="image/jpeg")
    answer.headers["Cache-Control"], answer.headers["ETag"] = ASK_EACH_TIME, tag
    return answer
