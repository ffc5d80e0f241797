"""What people send to start a play, and about it as a whole."""

import datetime

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.access.fields import HiddenTimeZoneField, HiddenUUIDField, NameField, NotesField
from companion.core.language.texts import say, say_problem
from companion.core.language.typed import MOST_NAMES, clean_name
from companion.core.language.typed import parse_number as typed_number
from companion.groups.options_form import OptionsForm
from companion.models import Play
from companion.rules.kit import LONGEST_ROLE
from companion.rules.scoring.checking import MOST_MINUTES, seats_problems, teams_problems

from .start_form import sitting_in

# Somewhere it is tomorrow already: a phone may be there, whatever the server's clock says.
WHERE_DAYS_BEGIN = datetime.timezone(datetime.timedelta(hours=14))


# A year of which only two digits were typed is one of the first century.
EARLIEST_YEAR = 1900


class NamesField(forms.Field):
    """The names of the players of a game, one input each, in the order they sit; empty inputs are passed over."""

    widget = forms.MultipleHiddenInput

    def __init__(self, game):
        super().__init__(required=False)
        self.game = game

    def clean(self, value):
        names = [NameField().clean(name) for name in (value or [])[:MOST_NAMES] if clean_name(name)]
        problems = seats_problems(self.game, [{"player": name} for name in names], self.game.all_seats)
        if faults := [say_problem(problem) for problem in problems]:
            raise ValidationError(faults)
        return names


class TeamsField(forms.Field):
    """The number of the team of each player, in the order they sit, 0 for none; empty where nobody said."""

    widget = forms.MultipleHiddenInput

    def __init__(self):
        super().__init__(required=False)

    def clean(self, value):
        return [number if number and number <= MOST_NAMES else 0 for number in map(typed_number, value or [])]


def check_day(day):
    """Raise ValidationError for a day on which nobody can have played."""
    if day > timezone.localdate(timezone=WHERE_DAYS_BEGIN):
        raise ValidationError(_("This date is in the future."))
    if day.year < EARLIEST_YEAR:
        raise ValidationError(_("Enter the year with four digits."))


LONGEST_PLACE = Play._meta.get_field("place").max_length
TOO_LONG = {"max_length": gettext_lazy("This is longer than %(limit_value)d characters.")}


class DayForm(forms.Form):
    """A form with the day of a play in `played_on`."""

    @property
    def chosen_day(self):
        """The day that is typed or proposed; None where it is none."""
        try:
            return self.fields["played_on"].to_python(self["played_on"].value())
        except ValidationError:
            return None


class StartPlayForm(DayForm, OptionsForm):
    """Who plays, when, where, and under which options. `play_id` makes a form that is sent twice start one play."""

    play_id = HiddenUUIDField(required=False)
    time_zone = HiddenTimeZoneField(required=False)
    group_name = NameField(max_length=100, required=False)
    place = NameField(max_length=LONGEST_PLACE, required=False, error_messages=TOO_LONG)
    first = NameField(max_length=None, required=False)
    variant = NameField(max_length=LONGEST_ROLE, required=False, error_messages=TOO_LONG)
    played_on = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[check_day],
        error_messages={
            "required": gettext_lazy("Please give a date."),
            "invalid": gettext_lazy("This isn’t a date."),
        },
    )

    def __init__(self, data=None, *, game, **kwargs):
        super().__init__(data, game=game, **kwargs)
        self.fields["player"] = NamesField(game)
        if game.teams:
            self.fields["team"] = TeamsField()

    @property
    def colours(self) -> list[int]:
        """Return the colour that was chosen with each name, 0 for none."""
        return [each.colour for each in sitting_in(self.data)]

    @property
    def roles(self) -> list[str]:
        """Return the role of each player."""
        return [each.role for each in sitting_in(self.data)]

    @property
    def teams(self) -> list[int]:
        """The number of the team of each player; empty where nobody has said who plays with whom."""
        said = self.cleaned_data.get("team", [])
        return said if len(said) == len(self.cleaned_data["player"]) else []

    @property
    def asks_teams(self) -> bool:
        """Whether nothing is wrong but that it is still to be said who plays with whom."""
        return self.game.teams and self.is_valid() and not self.teams

    def clean(self):
        self.clean_seats()
        if not self.errors and self.game.teams and is_one_card(self.teams):
            self.add_error(None, _("Everyone is on the same team, so there are no opponents."))
        elif not self.errors and self.game.teams:
            for problem in teams_problems(self.game, self.teams):
                self.add_error(None, say_problem(problem))

    def clean_seats(self):
        # Only with its expansion a game may have more seats.
        if self.errors or len(self.game.all_seats) == len(self.game.seats):
            return
        names, allowed = self.cleaned_data["player"], self.game.seats_with(self.options)
        for problem in seats_problems(self.game, [{"player": name} for name in names], allowed):
            self.add_error("player", say_problem(problem))

    @property
    def printed_points(self):
        """The options that are read off the cards, each as (option, its field, the icon of what it is about)."""
        icons = {field.label: field.icon for stage in self.game.stages for field in stage.fields}
        return [(option, bound, icons.get(option.short_label, "")) for option, bound in self.confirmed]

    @property
    def house_rules(self):
        """The switches as (option, the words of what is chosen); an en dash where nothing that is known is."""
        switches = [option for option in self.game.options if not option.confirm]
        return [(option, self.chosen_words(option)) for option in switches]

    def chosen_words(self, option):
        value = str(self[option.key].value())
        return next((say(choice.label) for choice in option.choices if str(choice.value) == value), "–")

    @property
    def has_value_faults(self):
        return any(bound.errors for _option, bound in self.confirmed)

    @property
    def has_rule_faults(self):
        return any(bound.errors for bound in self.switches)


def is_one_card(teams) -> bool:
    """Whether all of these are in one team."""
    return len(teams) > 1 and 0 not in teams and len(set(teams)) == 1


class NotesForm(forms.Form):
    """Where a play was and what is worth remembering of it, and both as they stood when the page was opened."""

    place = NameField(max_length=LONGEST_PLACE, required=False, error_messages=TOO_LONG)
    notes = NotesField(max_length=Play._meta.get_field("notes").max_length, required=False, error_messages=TOO_LONG)
    place_was = NameField(max_length=None, required=False)
    notes_was = NotesField(required=False)

    def texts(self, suffix="") -> dict:
        """Place and notes; with `_was`, as they stood before."""
        return {name: self.cleaned_data[name + suffix] for name in ("place", "notes")}


class SeatNameForm(forms.Form):
    """The name of a player who sits at the table."""

    name = NameField(error_messages={"required": gettext_lazy("Enter a player’s name.")})


NOT_A_DATE = {"required": gettext_lazy("Please give a date."), "invalid": gettext_lazy("This isn’t a date.")}


class MinutesField(forms.IntegerField):
    """How long a play took, in minutes; None where nobody knows."""

    def __init__(self):
        sentence = gettext_lazy("Enter whole minutes, from 1 to 1440.")
        messages = dict.fromkeys(("invalid", "min_value", "max_value"), sentence)
        super().__init__(required=False, min_value=1, max_value=MOST_MINUTES, error_messages=messages)
        for validator in self.validators:
            validator.message = sentence  # type: ignore[attr-defined]  # those of a number have one


class AboutPlayForm(NotesForm):
    """The date, place, minutes, variant and notes of a play, its roles and first player, and all as the page had them.

    `stored` is what the play has now, by name, as `about.noted` gives it.
    """

    played_on = forms.DateField(validators=[check_day], error_messages=NOT_A_DATE)
    played_on_was = forms.DateField(required=False, error_messages=NOT_A_DATE)
    minutes, minutes_was = MinutesField(), MinutesField()

    def __init__(self, data, *, stored, game, seats):
        self.game, self.seats = game, seats
        words = {key: self.in_words(key, value) for key, value in stored.items()}
        # A page that was opened before it asked for something leaves that as it is.
        for name in words.keys() - {"place", "notes"}:
            if data and name not in data:
                data = data.copy()
                data[name] = data[f"{name}_was"] = words[name]
        super().__init__(data, initial=words | {f"{name}_was": text for name, text in words.items()})
        for name in words.keys() - self.fields.keys():
            self.fields[name] = NameField(max_length=LONGEST_ROLE, required=False, error_messages=TOO_LONG)
            self.fields[f"{name}_was"] = NameField(max_length=None, required=False)

    def proposals(self, name):
        """Return what the game proposes for a text of this name; None for what it doesn't."""
        return {"variant": self.game.variants, "role": self.game.roles}.get(name.partition("-")[0])

    def in_words(self, name, value) -> str:
        """Return a value as the page shows it."""
        its = self.proposals(name)
        return say(its.label_for(value)) if its else "" if value is None else str(value)

    def told(self, name, value):
        """Return what another phone has entered, as a fault tells it."""
        if name == "first":
            return next((str(seat) for seat in self.seats if str(seat.pk) == value), "")
        return self.in_words(name, value) if self.proposals(name) else value

    @property
    def roles(self):
        """Return (seat, its field) of each seat."""
        return [(seat, self[f"role-{seat.pk}"]) for seat in self.seats]

    @property
    def has_roles(self) -> bool:
        return any(field.value() for _seat, field in self.roles)

    @property
    def more_was(self):
        """Return the fields with what the variant, the first player and the roles were."""
        return [self[f"{name}_was"] for name in ("variant", "first", *(field.name for _seat, field in self.roles))]

    def written(self, suffix="") -> dict:
        """Return all that is noted, by name; with `_was`, as it stood before."""
        texts = {name: self.cleaned_data[f"{name}{suffix}"] for name in self.fields if f"{name}_was" in self.fields}
        return {name: its.key_for(text) if (its := self.proposals(name)) else text for name, text in texts.items()}
