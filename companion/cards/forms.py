"""What people send: who plays, under which options, and what they hold."""

import secrets

from django import forms
from django.utils.functional import cached_property

from companion.language.texts import say
from companion.language.typed import as_typed
from companion.rules.kit import Refused
from companion.rules.scoring.checking import fault_at

from .merging import Sent
from .shown import ShownField

# The greatest number that both databases compare with a revision.
LAST_REVISION = 2**31 - 1


class HoldingsForm(forms.Form):
    """What a seat holds at the end of a stage: beside what Django reads, one field of the rules each."""

    revision = forms.IntegerField(min_value=0, max_value=LAST_REVISION, required=False)
    save_id = forms.CharField(max_length=64, required=False)
    done = forms.CharField(required=False)

    def __init__(self, data, *, fields, player, seats, starts=None, **kwargs):
        super().__init__(data, **kwargs)
        self.kit_fields, self.player, self.seats, self.starts = fields, player, seats, starts

    @cached_property
    def typed(self) -> dict[str, str]:
        """What came for each field that was sent, as one text."""
        names = [(kit, self.add_prefix(kit.key)) for kit in self.kit_fields]
        return {kit.key: kit.joined(parts_of(self.data, name)) for kit, name in names if name in self.data}

    @cached_property
    def read(self) -> dict[str, tuple]:
        """What each of these says: (a value, None where it was emptied, None), or (Refused, why it cannot be right)."""
        return {kit.key: self.read_field(kit) for kit in self.kit_fields if kit.key in self.typed}

    def read_field(self, kit) -> tuple:
        typed = as_typed(self.typed[kit.key])
        entry = kit.read(typed)
        amount, fault = (None, None) if entry is None else kit.clean(entry, seats=self.seats)
        return (Refused(typed), fault) if fault else (amount, None)

    @property
    def entries(self) -> dict:
        """What the fields hold that were sent: values, None where one was emptied, Refused where it cannot be right."""
        return {key: entry for key, (entry, _fault) in self.read.items()}

    @property
    def faults(self) -> list[str]:
        """The sentences for what cannot be right, in the order of the fields."""
        found = [(kit, self.read[kit.key][1]) for kit in self.kit_fields if kit.key in self.read]
        return [say(fault_at(self.player, kit, fault)) for kit, fault in found if fault]

    @property
    def shown(self) -> list[ShownField]:
        """Its fields of the rules with what was typed into them."""
        return [self.shown_field(kit) for kit in self.kit_fields]

    def shown_field(self, kit) -> ShownField:
        name, typed = self.add_prefix(kit.key), self.typed.get(kit.key, "")
        is_wrong = isinstance(self.entries.get(kit.key), Refused)
        start = (self.starts or {}).get(kit.key)
        return ShownField(kit, name, str(self.auto_id) % name, typed, is_wrong, kit.supply_for(self.seats), start)

    @cached_property
    def beside(self) -> dict:
        """What Django reads, without what cannot be right of it."""
        self.full_clean()
        return self.cleaned_data

    @property
    def is_done(self) -> bool:
        return bool(self.beside.get("done"))

    def as_sent(self, **more) -> Sent:
        """What it brings, under its id or one of its own."""
        save_id = self.beside.get("save_id") or secrets.token_hex(16)
        return Sent(entries=self.entries, base=self.beside.get("revision") or 0, save_id=save_id, **more)


def parts_of(data, name) -> list[str]:
    """What the inputs of this name held."""
    return data.getlist(name) if hasattr(data, "getlist") else [data[name]]


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
