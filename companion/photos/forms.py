"""Forms for uploaded photos and for captions."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.access.fields import NameField
from companion.core.language.typed import clean_name
from companion.models import Photo

from .pictures import NoPicture, TooManyPixels, check

LONGEST_CAPTION = Photo._meta.get_field("caption").max_length or 0
TOO_LONG = gettext_lazy("This text is longer than %(limit_value)d characters.")


class ManyFiles(forms.ClearableFileInput):
    """A widget to choose several files."""

    allow_multiple_selected = True


class PicturesField(forms.FileField):
    """Several files, cleaned to the contents of those that start as pictures."""

    widget = ManyFiles

    def clean(self, data, initial=None) -> Any:
        return [self.content(super(PicturesField, self).clean(file)) for file in data or [None]]

    def content(self, file) -> bytes:
        """Return the content of an uploaded picture. Raise ValidationError if it isn't usable."""
        name = {"name": clean_name(file.name)}
        if file.size > settings.PHOTO_MEGABYTES * 2**20:
            most = {"megabytes": settings.PHOTO_MEGABYTES}
            raise ValidationError(_("“%(name)s” is larger than %(megabytes)s MB.") % (name | most))
        content = file.read()
        try:
            check(content)
        except TooManyPixels:
            raise ValidationError(_("“%(name)s” has too many pixels.") % name) from None
        except NoPicture:
            text = _("“%(name)s” isn’t an image Caravan can show. Use JPEG, PNG or WebP.")
            raise ValidationError(text % name) from None
        return content


class PhotosForm(forms.Form):
    """Photos for a play, and a caption for them."""

    photo = PicturesField(
        error_messages={
            "required": gettext_lazy("Please choose a photo."),
            "invalid": gettext_lazy("Please choose a photo."),
            "empty": gettext_lazy("This file is empty."),
        }
    )
    caption = NameField(max_length=LONGEST_CAPTION, required=False, error_messages={"max_length": TOO_LONG})


class CaptionForm(forms.Form):
    """The caption of a photo."""

    caption = NameField(max_length=LONGEST_CAPTION, required=False, error_messages={"max_length": TOO_LONG})
