"""A form for the options of a game: a group's house rules, and those of a new play."""

from django import forms
from django.utils.translation import gettext as _

from companion.core.language.texts import say
from companion.core.refusal import Refusal
from companion.rules.kit import Problem, gettext


class OptionsForm(forms.Form):
    """The options of a game, each a number or a choice, in a field with its key."""

    def __init__(self, data=None, *, game, **kwargs):
        super().__init__(data, **kwargs)
        self.game = game
        for option in game.options:
            self.fields[option.key] = self.option_field(option)
            self.fields[option.key].show_hidden_initial = True

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
        sentence = _("Enter a whole number from %(low)s to %(high)s.") % {"low": option.low, "high": option.high}
        for code in ("required", "invalid", "min_value", "max_value"):
            field.error_messages[code] = sentence
        for validator in field.validators:
            validator.message = sentence  # type: ignore[attr-defined]  # those of a number have one
        return field

    @property
    def options(self):
        """The chosen value of each option; the form must be valid."""
        return {option.key: self.cleaned_data[option.key] for option in self.game.options}

    def changes_of(self, now) -> dict:
        """Return the options as they are `now`, with what was chosen otherwise than the page of this form showed.

        Raises Refusal if someone else has changed the same option to something else since.
        """
        chosen = {key: value for key, value in self.options.items() if key in self.changed_data and value != now[key]}
        shown = {key: self.data.get(self.add_initial_prefix(key), str(now[key])) for key in chosen}
        if any(text != str(now[key]) for key, text in shown.items()):
            raise Refusal([Problem("changed", gettext("Someone else has changed the options in the meantime."))])
        return now | chosen

    @property
    def hidden_initials(self):
        """Return what the page shows of each option when it is opened."""
        return [self[option.key].as_hidden(only_initial=True) for option in self.game.options]

    @property
    def confirmed(self):
        """The options that people read off the cards and confirm, with their fields."""
        return [(option, self[option.key]) for option in self.game.options if option.confirm]

    @property
    def switches(self):
        return [self[option.key] for option in self.game.options if not option.confirm]
