"""Forms to upload a file, and to choose what its columns and names mean."""

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.access.identity import ensure_person
from companion.access.rate_limits import may_import
from companion.core.language.texts import isolated
from companion.core.uploads import MOST_BYTES
from companion.models import Alias

from .matches import GAME, PERSON
from .preview import list_shown_names
from .readers.grid import FOR_EACH_PLAYER

A_FIELD = re.compile(r"[pg]-[0-9]{1,5}")
# The most names for which all people or games of the group are offered.
MOST_ASKED = 10
KINDS = {PERSON: str(Alias.Kind.PLAYER), GAME: str(Alias.Kind.GAME)}
# `month-first`: 5/1 is the first of May. `named`: a column of points with a player's name as its heading.
COLUMN_NAMES = {
    "play": gettext_lazy("Number of the play"),
    "date": gettext_lazy("Date"),
    "month-first": gettext_lazy("Date, month first"),
    "time": gettext_lazy("Started at"),
    "game": gettext_lazy("Game"),
    "player": gettext_lazy("Player"),
    "players": gettext_lazy("Players, several in a cell"),
    "named": gettext_lazy("Total of the player in the heading"),
    "score": gettext_lazy("Total"),
    "winner": gettext_lazy("Winner"),
    "loser": gettext_lazy("Loser"),
    "place": gettext_lazy("Rank"),
    "team": gettext_lazy("Player’s team"),
    "role": gettext_lazy("Role"),
    "first": gettext_lazy("First player"),
    "variant": gettext_lazy("Variant or map"),
    "location": gettext_lazy("Location"),
    "minutes": gettext_lazy("Minutes"),
    "notes": gettext_lazy("Notes"),
}
# A table needs one column of each of these groups.
NEEDED: tuple[tuple[str, ...], ...] = (("date", "month-first"), ("game",), ("player", "players", "named", "loser"))
# Columns that exclude each other, because they mean the same.
ONE_OF: tuple[tuple[str, ...], ...] = (("date", "month-first"), ("player", "players", "named"), ("named", "score"))
LONGEST_PASTED = 1_000_000
MEGABYTES = MOST_BYTES // 2**20


class OurFileForm(forms.Form):
    """A file that Caravan has exported."""

    file = forms.FileField(
        error_messages={
            "required": gettext_lazy("Please choose a file."),
            "empty": gettext_lazy("This file is empty."),
        },
    )


class UploadForm(forms.Form):
    """A file of another program, or a pasted table."""

    file = forms.FileField(required=False, error_messages={"empty": gettext_lazy("This file is empty.")})
    text = forms.CharField(required=False, strip=False, max_length=LONGEST_PASTED)

    def clean(self):
        if not self.errors and not self.cleaned_data.get("file") and not self.cleaned_data.get("text", "").strip():
            raise ValidationError(_("Please choose a file, or paste a table."))


def find_upload_faults(request, form) -> list[str]:
    """Return why no file is read; one that is too large was dropped while it was received."""
    if not request.FILES and int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return [_("This file is larger than %(megabytes)s MB.") % {"megabytes": MEGABYTES}]
    faults = [str(fault) for of_field in form.errors.values() for fault in of_field]
    if not faults and not may_import(request, ensure_person(request)):
        return [_("You’ve reached today’s import limit. Please try again tomorrow.")]
    return faults


class ColumnsForm(forms.Form):
    """A choice for each column of a table; empty if it isn't imported."""

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
        columns = self.columns()
        players = columns.count("player")
        for column, name in COLUMN_NAMES.items():
            times = columns.count(column)
            # With several players in a row each has a column, and one winner can be named for all.
            is_for_each = column in FOR_EACH_PLAYER and times == players
            if times > 1 and not is_for_each and column not in ("player", "named"):
                raise ValidationError(_("Several columns are called “%(name)s”.") % {"name": isolated(name)})
        for ways in NEEDED:
            if not set(ways) & set(columns):
                raise ValidationError(_("No column is called “%(name)s”.") % {"name": COLUMN_NAMES[ways[0]]})
        for ways in ONE_OF:
            both = [COLUMN_NAMES[each] for each in ways if each in columns]
            if len(both) > 1:
                names = {"one": both[0], "other": both[1]}
                raise ValidationError(_("A table has either “%(one)s” or “%(other)s”, not both.") % names)

    def columns(self) -> list[str]:
        """Return the chosen kinds of the columns, in their order."""
        return [self.cleaned_data.get(name, "") for name in self.fields]


class ChoicesForm(forms.Form):
    """A choice for each uncertain name of a file, and which other name to ask about as well (`ask`)."""

    ask = forms.RegexField(A_FIELD, required=False)

    def __init__(self, data=None, *, preview) -> None:
        super().__init__(data)
        self.shown = {
            shown["field"]: shown for kind in ("people", "games") for shown in list_shown_names(preview, kind)
        }
        for name, shown in self.shown.items():
            if shown["asks"]:
                self.fields[name] = forms.ChoiceField(
                    choices=[(value, label) for value, label in shown["choices"]],
                    required=False,
                    error_messages={"invalid_choice": gettext_lazy("Please choose one.")},
                )

    def clean_ask(self):
        name = self.cleaned_data["ask"]
        if name and name not in self.shown:
            raise ValidationError(_("Please choose one."))
        return name

    def choices(self, before) -> dict:
        """Return the former choices with those of this form, and the last names asked about on request."""
        after = {kind: dict(before.get(kind, {})) for kind in KINDS.values()}
        for name, shown in self.shown.items():
            if chosen := self.cleaned_data.get(name):
                after[KINDS[shown["letter"]]][shown["key"]] = chosen
        asked = dict.fromkeys([*before.get("asked", ()), self.cleaned_data.get("ask")])
        return after | {"asked": list(filter(None, asked))[-MOST_ASKED:]}
