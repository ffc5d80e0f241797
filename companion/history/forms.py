"""Forms that filter and search a group's plays, places and proposals."""

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
    """An optional day."""

    def __init__(self, **kwargs):
        super().__init__(required=False, error_messages={"invalid": gettext_lazy("This isn’t a date.")}, **kwargs)


class HistoryForm(forms.Form):
    """Filters for a group's plays: a game, players who all took part, a winner, a place, days, and words.

    Everything is optional, and invalid values are ignored.
    """

    game = forms.ChoiceField(required=False, label=gettext_lazy("Game"))
    player = forms.MultipleChoiceField(required=False, label=gettext_lazy("Player"))
    winner = forms.ChoiceField(required=False, label=gettext_lazy("Winner"))
    place = NameField(max_length=100, required=False, label=gettext_lazy("Location"))
    since = DayField(label=gettext_lazy("From"))
    until = DayField(label=gettext_lazy("Until"))
    words = forms.CharField(required=False, max_length=100, label=gettext_lazy("Notes or location"))

    # Some are choice fields, which the stubs don't know.
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
    def filters(self) -> dict:
        """The filters that are set: `words` is a text, `player` a list."""
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}

    @property
    def active_filters(self) -> list[dict]:
        """The set filters for display, each with the query of the page without it."""
        return [
            {"name": name, "label": self.fields[name].label, "value": self.display(name, value), "without": without}
            for name, value, without in self.filter_links()
        ]

    def filter_links(self):
        """Yield (name, value, query of the page without it) of each set filter, one by one for several players."""
        for name, value in self.filters.items():
            if name != "player":
                yield name, value, self.build_query(without=name)
                continue
            for player in value:
                others = [each for each in value if each != player]
                yield name, player, self.build_query(player=others)

    def display(self, name, value) -> str:
        """Return a filter's value for display."""
        if choices := getattr(self.fields[name], "choices", None):
            return dict(choices)[value]
        return value if isinstance(value, str) else date_format(value, "SHORT_DATE_FORMAT")

    def choices(self, name) -> list[tuple[str, str]]:
        """Return (label, query of the page with it) of each value that a filter can be set to."""
        chosen = self.filters.get(name, [])
        if name == "player":
            return [
                (label, self.build_query(player=[*chosen, key]))
                for key, label in self.names.items()
                if key not in chosen
            ]
        return [(label, self.build_query(**{name: key})) for key, label in self.fields[name].choices if key != chosen]

    def build_query(self, *, without=None, **more) -> str:
        """Return the page's query with these filters and more parameters; empty ones are left out."""
        query = {name: value for name, value in {**self.filters, **more}.items() if value and name != without}
        # A position is a tuple, which urlencode would write as several values.
        texts = {name: value if isinstance(value, list) else str(value) for name, value in query.items()}
        return "?" + urlencode(texts, doseq=True)


class TonightForm(forms.Form):
    """The number of players and the minutes they have; empty fields exclude nothing."""

    players = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)
    minutes = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)
    owned = forms.BooleanField(required=False)

    fields: dict[str, Any]

    def __init__(self, data, *, games):
        super().__init__(data)
        most = max(game.all_seats[-1] for game in games)
        self.fields["players"].choices = [(seats, str(seats)) for seats in range(1, most + 1)]
        self.fields["minutes"].choices = [(minutes, str(minutes)) for minutes in (30, 45, 60, 90, 120)]


class PlaceForm(forms.Form):
    """A place, `name`, and its new name, `place`."""

    name = NameField(max_length=100)
    place = NameField(max_length=100)


class TillForm(forms.Form):
    """The half hour until which there is time to play; other times are ignored."""

    till = forms.ChoiceField(required=False)

    fields: dict[str, Any]

    def __init__(self, data, *, now):
        super().__init__(data)
        self.times = half_hours(now)
        self.fields["till"].choices = [(key, words) for key, (words, _) in self.times.items()]
        self.full_clean()

    @property
    def chosen(self) -> str:
        """The time as it was sent, "" for none."""
        return self.cleaned_data.get("till", "")

    @property
    def minutes(self) -> int | None:
        """The minutes until then; None without a time."""
        return self.times[self.chosen][1] if self.chosen else None
