"""What people write of a play: when and where it was, and what is worth remembering."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .forms import NotesForm, check_day


class AboutPlayForm(NotesForm):
    """The date, place and notes of a play, and all three as they stood when the page was opened."""

    not_a_date = {"invalid": gettext_lazy("This is not a date.")}
    played_on = forms.DateField(required=False, validators=[check_day], error_messages=not_a_date)
    played_on_was = forms.DateField(required=False, error_messages=not_a_date)

    def clean_played_on(self):
        day = self.cleaned_data["played_on"]
        if day is None and "played_on" in self.data:
            raise ValidationError(_("Please give a date."))
        return day

    def written(self, suffix="") -> dict:
        """Date, place and notes, the date only where the form has one; with `_was`, as they stood before."""
        day = {"played_on": self.cleaned_data[f"played_on{suffix}"]} if self.cleaned_data["played_on"] else {}
        return day | self.texts(suffix)
