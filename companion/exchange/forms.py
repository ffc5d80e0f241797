"""What is said about the names of a file."""

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.models import Alias

from .matching import GAME, PERSON

A_FIELD = re.compile(r"[pg]-[0-9]{1,5}")
KINDS = {PERSON: str(Alias.Kind.PLAYER), GAME: str(Alias.Kind.GAME)}


class ChoicesForm(forms.Form):
    """What each uncertain name of a file means, and which of the others shall be asked as well (`ask`)."""

    ask = forms.RegexField(A_FIELD, required=False)

    def __init__(self, data=None, *, plan) -> None:
        super().__init__(data)
        self.asked = {match.field: match for match in [*plan.people.values(), *plan.games.values()]}
        for name, match in self.asked.items():
            if match.asks:
                self.fields[name] = forms.ChoiceField(
                    choices=[(choice.value, choice.label) for choice in match.choices],
                    required=False,
                    error_messages={"invalid_choice": gettext_lazy("Please choose one.")},
                )

    def clean_ask(self):
        name = self.cleaned_data["ask"]
        if name and name not in self.asked:
            raise ValidationError(_("Please choose one."))
        return name

    def choices(self, before) -> dict:
        """What was said until now, with what this form says."""
        after = {kind: dict(before.get(kind, {})) for kind in KINDS.values()}
        for name, match in self.asked.items():
            if said := self.cleaned_data.get(name):
                after[KINDS[match.letter]][match.named.key] = said
        asked = {*before.get("asked", ()), self.cleaned_data.get("ask")} - {"", None}
        return after | {"asked": sorted(asked)}
