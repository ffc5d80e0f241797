"""Form fields that clean names, notes and hidden ids."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from companion.core.language.time_zones import known_names
from companion.core.language.typed import clean_lines, clean_name, mixes_scripts
from companion.models import Player

LONGEST_NAME = Player._meta.get_field("name").max_length or 0


class NameField(forms.CharField):
    """The name of a player or group, cleaned. Invalid if it is too long, or mixes alphabets within a word."""

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
    """Text of several lines."""

    widget = forms.Textarea

    def to_python(self, value):
        return clean_lines(super().to_python(value) or "")


class HiddenUUIDField(forms.UUIDField):
    """An id that a page sends along. An invalid one counts as missing, because nobody can correct it."""

    def clean(self, value):
        try:
            return super().clean(value)
        except ValidationError:
            return None


class HiddenTimeZoneField(forms.Field):
    """The time zone that a phone reports. An unknown one counts as missing."""

    def clean(self, value):
        return value if value in known_names() else ""
