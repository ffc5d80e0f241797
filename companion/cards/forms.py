"""What people send: who plays, under which options, and what they hold."""

import secrets

from django import forms
from django.core.exceptions import ValidationError

from companion.language.texts import say
from companion.language.typed import as_typed
from companion.rules.kit import Refused
from companion.rules.scoring.checking import fault_at

from .merging import Sent
from .shown import ShownField

# The greatest number that both databases compare with a revision.
LAST_REVISION = 2**31 - 1


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

    revision = forms.IntegerField(min_value=0, max_value=LAST_REVISION, required=False)
    save_id = forms.CharField(max_length=64, required=False)
    done = forms.CharField(required=False)

    def __init__(self, data, *, fields, player, seats, starts=None, **kwargs):
        super().__init__(data, **kwargs)
        self.kit_fields, self.starts = fields, starts
        for kit in fields:
            self.fields[kit.key] = HoldingField(kit, player=player, seats=seats, start=(starts or {}).get(kit.key))

    @property
    def shown(self) -> list[ShownField]:
        """Its fields of the rules with what was typed into them."""
        return [shown_field(self[kit.key]) for kit in self.kit_fields]

    @property
    def is_done(self) -> bool:
        return bool(self.cleaned_data.get("done"))

    def as_sent(self, **more) -> Sent:
        """What it brings, under its id or one of its own."""
        typed = self.cleaned_data
        save_id = typed.get("save_id") or secrets.token_hex(16)
        return Sent(entries=self.entries, base=typed.get("revision") or 0, save_id=save_id, **more)

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
        return [error for kit in self.kit_fields for error in self.errors.get(kit.key, ())]


def shown_field(bound) -> ShownField:
    its = bound.field
    value = bound.value()
    return ShownField(
        its.kit,
        bound.html_name,
        bound.id_for_label,
        "" if value is None else value,
        bool(bound.errors),
        its.kit.supply_for(its.seats),
        its.start,
    )


def card_form(pad, seat, stage, data) -> HoldingsForm:
    """The form of a seat's card of a stage with this data."""
    return HoldingsForm(
        data,
        fields=pad.fields(stage),
        player=seat.player.name,
        seats=len(pad.everybody),
        starts=pad.starts(seat, stage),
        auto_id="%s",
    )
