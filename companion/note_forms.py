"""What people write of a play: when and where it was, and what is worth remembering."""

from django import forms
from django.utils.translation import gettext_lazy

from .forms import NotesForm, check_day

NOT_A_DATE = {"required": gettext_lazy("Please give a date."), "invalid": gettext_lazy("This is not a date.")}


class AboutPlayForm(NotesForm):
    """The date, place and notes of a play, and all three as they stood when the page was opened.

    `stored` is what the play has now, by name, as text.
    """

    played_on = forms.DateField(validators=[check_day], error_messages=NOT_A_DATE)
    played_on_was = forms.DateField(required=False, error_messages=NOT_A_DATE)

    def __init__(self, data, *, stored):
        if data and "played_on" not in data:
            # A page that was opened before it asked for the date leaves it as it is.
            data = data.copy()
            data["played_on"] = data["played_on_was"] = stored["played_on"]
        super().__init__(data, initial=stored | {f"{name}_was": text for name, text in stored.items()})

    def written(self, suffix="") -> dict:
        """Date, place and notes; with `_was`, as they stood before."""
        return {"played_on": self.cleaned_data[f"played_on{suffix}"], **self.texts(suffix)}
