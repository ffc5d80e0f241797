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


COLUMN_NAMES = {
    "play": gettext_lazy("Number of the play"),
    "date": gettext_lazy("Date"),
    "game": gettext_lazy("Game"),
    "player": gettext_lazy("Player"),
    "score": gettext_lazy("Total"),
    "winner": gettext_lazy("Has won"),
    "place": gettext_lazy("Rank"),
    "location": gettext_lazy("Place"),
    "minutes": gettext_lazy("Minutes"),
    "notes": gettext_lazy("Notes"),
}
NEEDED = ("date", "game", "player")
LONGEST_PASTED = 1_000_000


class UploadForm(forms.Form):
    """A file of another program, or a table that was copied."""

    file = forms.FileField(required=False, error_messages={"empty": gettext_lazy("This file is empty.")})
    text = forms.CharField(required=False, strip=False, max_length=LONGEST_PASTED)

    def clean(self):
        if not self.errors and not self.cleaned_data.get("file") and not self.cleaned_data.get("text", "").strip():
            raise ValidationError(_("Please choose a file, or paste a table."))

    def brought(self) -> tuple[bytes, str]:
        """What was sent, and what it is called; of both the file."""
        if file := self.cleaned_data.get("file"):
            return file.read(), file.name or ""
        return self.cleaned_data["text"].encode(), ""


class ColumnsForm(forms.Form):
    """What each column of a table holds; nothing of it is of no interest."""

    def __init__(self, data=None, *, columns) -> None:
        super().__init__(data)
        names = [("", _("nothing")), *COLUMN_NAMES.items()]
        for place, column in enumerate(columns):
            self.fields[f"column-{place}"] = forms.ChoiceField(
                choices=names,
                required=False,
                initial=column,
                error_messages={"invalid_choice": gettext_lazy("Please choose one.")},
            )

    def clean(self):
        for column, name in COLUMN_NAMES.items():
            times = self.columns().count(column)
            if times > 1:
                raise ValidationError(_("Several columns are called “%(name)s”.") % {"name": name})
            if not times and column in NEEDED:
                raise ValidationError(_("No column is called “%(name)s”.") % {"name": name})

    def columns(self) -> list[str]:
        """What the columns hold, in their order."""
        return [self.cleaned_data.get(name, "") for name in self.fields]


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
