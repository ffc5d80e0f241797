"""Form fields and clean texts that every room uses: names, notes, hidden ids."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from companion.core.language.time_zones import known_names
from companion.core.language.typed import clean_lines, clean_name, mixes_scripts
from companion.models import Player

LONGEST_NAME = Player._meta.get_field("name").max_length or 0


class NameField(forms.CharField):
    """A player's or group's name, cleaned; refused only where it is too long."""

    default_error_messages = {
        "max_length": gettext_lazy("This name is longer than %(limit_value)d characters."),
        "mixed": gettext_lazy("This name mixes alphabets whose letters look alike. Type each word in one alphabet."),
    }

    def __init__(self, **kwargs):
        super().__init__(**{"max_length": LONGEST_NAME, **kwargs})

    def to_python(self, value):
        return clean_name(super().to_python(value) or "")

    def validate(self, value):
        super().validate(value)
        if mixes_scripts(value):
            raise ValidationError(self.error_messages["mixed"], code="mixed")


class NotesField(forms.CharField):
    """Lines of text."""

    widget = forms.Textarea

    def to_python(self, value):
        return clean_lines(super().to_python(value) or "")


class HiddenUUIDField(forms.UUIDField):
    """An id that a page brought along; nobody can do anything about one that is none, so it counts as missing."""

    def clean(self, value):
        try:
            return super().clean(value)
        except ValidationError:
            return None


class HiddenTimeZoneField(forms.Field):
    """The time zone of a phone, as it says itself; one that is none counts as missing."""

    def clean(self, value):
        return value if value in known_names() else ""
