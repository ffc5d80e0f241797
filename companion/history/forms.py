"""What is wanted of a group's plays, from the address of their page and back into it."""

from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.access.fields import NameField
from companion.core.language.half_hours import half_hours
from companion.core.language.texts import say
from companion.core.language.typed import clean_name


class DayField(forms.DateField):
    """A day that may be left out."""

    def __init__(self, **kwargs):
        super().__init__(required=False, error_messages={"invalid": gettext_lazy("This isn’t a date.")}, **kwargs)


class HistoryForm(forms.Form):
    """Which plays are wanted: of a game, with all of these players, won by one, at a place, from a day until a day,
    with words.

    Nothing is required, and what cannot be is passed over.
    """

    game = forms.ChoiceField(required=False, label=gettext_lazy("Game"))
    player = forms.MultipleChoiceField(required=False, label=gettext_lazy("Player"))
    winner = forms.ChoiceField(required=False, label=gettext_lazy("Winner"))
    place = NameField(max_length=100, required=False, label=gettext_lazy("Location"))
    since = DayField(label=gettext_lazy("From"))
    until = DayField(label=gettext_lazy("Until"))
    words = forms.CharField(required=False, max_length=100, label=gettext_lazy("Notes or location"))

    # Choices among them, which the stubs cannot tell from other fields.
    fields: dict[str, Any]

    def __init__(self, data, *, players, games):
        super().__init__(data)
        self.names = {str(player.pk): player.name for player in players}
        self.fields["game"].choices = [(slug, say(game.title)) for slug, game in games.items()]
        self.fields["player"].choices = self.fields["winner"].choices = list(self.names.items())

    def clean_words(self):
        return clean_name(self.cleaned_data["words"])

    def clean(self):
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", _("The end date is before the start date."))

    @property
    def wanted(self) -> dict:
        """What the plays are filtered by: the fields that say something, `words` as a text, `player` as a list."""
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}

    @property
    def chosen(self) -> list[dict]:
        """What is filtered as people read it, each with the address of the page without it."""
        return [
            {"name": name, "label": self.fields[name].label, "value": self.shown(name, value), "without": without}
            for name, value, without in self.parts()
        ]

    def parts(self):
        """(name, value, the address without it) of each thing that is wanted; of several players one by one."""
        for name, value in self.wanted.items():
            if name != "player":
                yield name, value, self.address(without=name)
                continue
            for player in value:
                others = [each for each in value if each != player]
                yield name, player, self.address(player=others)

    def shown(self, name, value) -> str:
        """A wanted value as people read it."""
        if choices := getattr(self.fields[name], "choices", None):
            return dict(choices)[value]
        return value if isinstance(value, str) else date_format(value, "SHORT_DATE_FORMAT")

    def choices(self, name) -> list[tuple[str, str]]:
        """(words, address of the page that is filtered by it too) of what else can be chosen of a field."""
        chosen = self.wanted.get(name, [])
        if name == "player":
            return [
                (label, self.address(player=[*chosen, key])) for key, label in self.names.items() if key not in chosen
            ]
        return [(label, self.address(**{name: key})) for key, label in self.fields[name].choices if key != chosen]

    def address(self, *, without=None, **more) -> str:
        """The query of the page with these plays, and with more parameters; those that are empty are left out."""
        query = {name: value for name, value in {**self.wanted, **more}.items() if value and name != without}
        # A position is a tuple, which would be taken for several values.
        texts = {name: value if isinstance(value, list) else str(value) for name, value in query.items()}
        return "?" + urlencode(texts, doseq=True)


class TonightForm(forms.Form):
    """How many play and how long they have got; what is left open excludes nothing."""

    players = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)
    minutes = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)
    owned = forms.BooleanField(required=False)

    # Choices among them, which the stubs cannot tell from other fields.
    fields: dict[str, Any]

    def __init__(self, data, *, games):
        super().__init__(data)
        most = max(game.all_seats[-1] for game in games)
        self.fields["players"].choices = [(seats, str(seats)) for seats in range(1, most + 1)]
        self.fields["minutes"].choices = [(minutes, str(minutes)) for minutes in (30, 45, 60, 90, 120)]


class PlaceForm(forms.Form):
    """A place, `name`, and what else it is called from now on."""

    name = NameField(max_length=100)
    place = NameField(max_length=100)


class TillForm(forms.Form):
    """Until which half hour from now on there is time to play; a time that is none of them is passed over."""

    till = forms.ChoiceField(required=False)

    # Choices among them, which the stubs cannot tell from other fields.
    fields: dict[str, Any]

    def __init__(self, data, *, now):
        super().__init__(data)
        self.times = half_hours(now)
        self.fields["till"].choices = [(key, words) for key, (words, _) in self.times.items()]
        self.full_clean()

    @property
    def chosen(self) -> str:
        """The time as it was sent; empty for none."""
        return self.cleaned_data.get("till", "")

    @property
    def minutes(self) -> int | None:
        """How long there is until then."""
        return self.times[self.chosen][1] if self.chosen else None
