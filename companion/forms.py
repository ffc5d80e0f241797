"""What people send: who plays, under which options, and what they hold."""

import datetime
import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .models import Play, Player
from .rules import GAMES
from .rules.checking import fault_at, seats_problems
from .saving import Refused
from .texts import say
from .time_zones import known_names
from .typed import MOST_NAMES, as_typed, clean_lines, clean_name, narrow

LONGEST_NAME = Player._meta.get_field("name").max_length
# Somewhere it is tomorrow already: a phone may be there, whatever the server's clock says.
WHERE_DAYS_BEGIN = datetime.timezone(datetime.timedelta(hours=14))
# A year of which only two digits were typed is one of the first century.
EARLIEST_YEAR = 1900


def number(text) -> int | None:
    """The number that a hidden input or a button sent; None for what no page of ours sends."""
    return int(text) if text and re.fullmatch(r"[0-9]{1,18}", text) else None


class NameField(forms.CharField):
    """A player's or group's name, cleaned; refused only where it is too long."""

    default_error_messages = {"max_length": gettext_lazy("This name is longer than %(limit_value)d characters.")}

    def __init__(self, **kwargs):
        super().__init__(**{"max_length": LONGEST_NAME, **kwargs})

    def to_python(self, value):
        return clean_name(super().to_python(value))


class NotesField(forms.CharField):
    """Lines of text."""

    widget = forms.Textarea

    def to_python(self, value):
        return clean_lines(super().to_python(value))


class NamesField(forms.Field):
    """The names of the players of a game, one input each, in the order they sit; empty inputs are passed over."""

    widget = forms.MultipleHiddenInput

    def __init__(self, game):
        super().__init__(required=False)
        self.game = game

    def clean(self, value):
        names = [NameField().clean(name) for name in (value or [])[:MOST_NAMES] if clean_name(name)]
        problems = seats_problems(self.game, [{"player": name} for name in names])
        if faults := [say(problem.message) for problem in problems]:
            raise ValidationError(faults)
        return names


class OptionsForm(forms.Form):
    """The options of a game, each a number or a choice, in one field of its name."""

    def __init__(self, data=None, *, game, **kwargs):
        super().__init__(data, **kwargs)
        self.game = game
        for option in game.options:
            self.fields[option.key] = self.option_field(option)

    @staticmethod
    def option_field(option):
        label = say(option.label)
        if option.choices:
            return forms.TypedChoiceField(
                label=label,
                choices=[(str(choice.value), say(choice.label)) for choice in option.choices],
                coerce={str(choice.value): choice.value for choice in option.choices}.get,
                widget=forms.RadioSelect,
                error_messages={"required": _("Please choose one."), "invalid_choice": _("Please choose one.")},
            )
        field = forms.IntegerField(label=label, min_value=option.low, max_value=option.high)
        field.widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 3})
        sentence = _("Please give a whole number from %(low)s to %(high)s.") % {"low": option.low, "high": option.high}
        for code in ("required", "invalid", "min_value", "max_value"):
            field.error_messages[code] = sentence
        for validator in field.validators:
            validator.message = field.error_messages["invalid"]
        return field

    @property
    def options(self):
        """The chosen value of every option; only once the form is valid."""
        return {option.key: self.cleaned_data[option.key] for option in self.game.options}

    @property
    def confirmed(self):
        """The options that are read off the cards and confirmed."""
        return [(option, self[option.key]) for option in self.game.options if option.confirm]

    @property
    def switches(self):
        return [self[option.key] for option in self.game.options if not option.confirm]


class HiddenUUIDField(forms.UUIDField):
    """An id that a page brought along; nobody can do anything about one that is none, so it counts as missing."""

    def clean(self, value):
        try:
            return super().clean(value)
        except ValidationError:
            return None


class HiddenTimeZoneField(forms.Field):
    """The time zone of a phone, as it says itself; one that is none counts as missing."""

    def clean(self, value):
        return value if value in known_names() else ""


def check_day(day):
    """Raise ValidationError for a day on which nobody can have played."""
    if day > timezone.localdate(timezone=WHERE_DAYS_BEGIN):
        raise ValidationError(_("This day is still to come."))
    if day.year < EARLIEST_YEAR:
        raise ValidationError(_("Please give the year with all its digits."))


class StartPlayForm(OptionsForm):
    """Who plays, when, and under which options. `play_id` makes a form that is sent twice start one play."""

    play_id = HiddenUUIDField(required=False)
    time_zone = HiddenTimeZoneField(required=False)
    played_on = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[check_day],
        error_messages={
            "required": gettext_lazy("Please give a date."),
            "invalid": gettext_lazy("This is not a date."),
        },
    )

    def __init__(self, data=None, *, game, **kwargs):
        super().__init__(data, game=game, **kwargs)
        self.fields["player"] = NamesField(game)


class Inputs(forms.TextInput):
    """The inputs of a field of the rules, one or several of one name, as one text."""

    def __init__(self, kit):
        super().__init__()
        self.kit = kit

    def value_from_datadict(self, data, files, name):
        parts = data.getlist(name) if hasattr(data, "getlist") else [data[name]] if name in data else []
        return self.kit.joined(parts)


class HoldingField(forms.CharField):
    """One field of the rules in a form: it reads what was typed and refuses what cannot be right with a sentence."""

    def __init__(self, kit, *, player, seats, start=None):
        super().__init__(required=False, label=say(kit.label), widget=Inputs(kit))
        self.kit, self.player, self.seats, self.start = kit, player, seats, start

    @property
    def template(self):
        """The template that shows this kind of field."""
        return f"fields/_{self.kit.kind}.html"

    @property
    def limit(self):
        """What the box holds with these seats, where it limits the field."""
        return self.kit.supply_for(self.seats) if hasattr(self.kit, "supply_for") else None

    def clean(self, value):
        typed = self.kit.read(as_typed(value or ""))
        if typed is None:
            return None
        amount, fault = self.kit.clean(typed, seats=self.seats)
        if fault:
            raise ValidationError(say(fault_at(self.player, self.kit, fault)), code=fault.code)
        return amount


class HoldingsForm(forms.Form):
    """What a seat holds at the end of a stage: one field of the rules each.

    `entries` are those of the fields that were sent: values, None where one was emptied, Refused where it
    cannot be right.
    """

    revision = forms.IntegerField(min_value=0, required=False)
    save_id = forms.CharField(max_length=64, required=False)
    done = forms.CharField(required=False)

    def __init__(self, data, *, fields, player, seats, starts=None, **kwargs):
        super().__init__(data, **kwargs)
        self.kit_fields = fields
        for kit in fields:
            self.fields[kit.key] = HoldingField(kit, player=player, seats=seats, start=(starts or {}).get(kit.key))

    @property
    def holdings(self):
        """The bound fields of the rules."""
        return [self[kit.key] for kit in self.kit_fields]

    @property
    def entries(self):
        self.full_clean()
        sent = [kit.key for kit in self.kit_fields if self.add_prefix(kit.key) in self.data]
        return {
            key: Refused(as_typed(self[key].value())) if key in self.errors else self.cleaned_data[key] for key in sent
        }

    @property
    def faults(self):
        """The sentences for what cannot be right, in the order of the fields."""
        return [error for bound in self.holdings for error in bound.errors]


class JoinForm(forms.Form):
    """The six signs under a table's QR code."""

    code = forms.CharField(max_length=20, required=False)

    def clean_code(self):
        return "".join(sign for sign in narrow(self.cleaned_data["code"]).upper() if sign.isalnum())


class NotesForm(forms.Form):
    """Where a play was and what is worth remembering of it, and both as they stood when the page was opened."""

    too_long = {"max_length": gettext_lazy("This is longer than %(limit_value)d characters.")}
    place = NameField(max_length=Play._meta.get_field("place").max_length, required=False, error_messages=too_long)
    notes = NotesField(max_length=Play._meta.get_field("notes").max_length, required=False, error_messages=too_long)
    place_was = NameField(max_length=None, required=False)
    notes_was = NotesField(required=False)

    def texts(self, suffix="") -> dict:
        """Place and notes; with `_was`, as they stood before."""
        return {name: self.cleaned_data[name + suffix] for name in ("place", "notes")}


class SeatNameForm(forms.Form):
    """The name of a player who sits at the table."""

    name = NameField(error_messages={"required": gettext_lazy("A seat needs a name.")})


def as_number(text):
    return int(text) if text else None


class TonightForm(forms.Form):
    """How many play and how long they have got; what is left open excludes nothing."""

    players = forms.TypedChoiceField(required=False, coerce=as_number, empty_value=None)
    minutes = forms.TypedChoiceField(required=False, coerce=as_number, empty_value=None)
    owned = forms.BooleanField(required=False)

    def __init__(self, data):
        super().__init__(data)
        most = max(game.seats[-1] for game in GAMES.values())
        self.fields["players"].choices = [(seats, str(seats)) for seats in range(1, most + 1)]
        self.fields["minutes"].choices = [(minutes, str(minutes)) for minutes in (30, 45, 60, 90, 120)]
