"""Forms for a group's name, language and time zone, and its players' names."""

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.access.fields import NameField
from companion.core.language.time_zones import choices
from companion.core.language.typed import clean_name
from companion.rules.scoring.checking import same_name
from companion.rules.scoring.play_format import COLOURS


class GroupNameForm(forms.Form):
    """The name of a group, empty to name it after its players, and the play whose result page asked for it."""

    name = NameField(max_length=100, required=False)
    play = forms.UUIDField(required=False)


class DeleteGroupForm(forms.Form):
    """The name of the group, typed to confirm its deletion."""

    name = forms.CharField(required=False)

    def __init__(self, data=None, *, group):
        super().__init__(data)
        self.group = group

    def clean_name(self):
        if same_name(clean_name(self.cleaned_data["name"])) != same_name(clean_name(str(self.group))):
            raise ValidationError(_("The name doesn’t match. Nothing was deleted."))


class GroupLocaleForm(forms.Form):
    """The language and time zone of a group."""

    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=settings.LANGUAGES,
        widget=forms.RadioSelect,
        error_messages={code: gettext_lazy("Please choose one.") for code in ("required", "invalid_choice")},
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=choices,
        error_messages={code: gettext_lazy("Please choose one.") for code in ("required", "invalid_choice")},
    )


COLOUR_CHOICES = [(str(number), str(number)) for number in range(1, COLOURS + 1)]


class PlayerNameForm(forms.Form):
    """A player's name and colour; without a colour it stays as it is."""

    name = NameField(error_messages={"required": gettext_lazy("A player needs a name.")})
    colour = forms.TypedChoiceField(choices=COLOUR_CHOICES, coerce=int, required=False)
