"""What people send of what a seat holds at the end of a stage."""

import secrets

from django.utils.functional import cached_property

from companion.core.language.texts import say
from companion.core.language.typed import clean_entry, parse_number
from companion.rules.kit import Refused
from companion.rules.scoring.checking import fault_at

from .merging import Sent
from .shown_fields import ShownField

# The greatest number that both databases compare with a revision.
LAST_REVISION = 2**31 - 1


class HoldingsForm:
    """What was sent of what a seat holds at the end of a stage, read by the fields of the rules; `starts` is by field.

    With a `prefix` its inputs are told apart from those of other seats.
    """

    def __init__(self, data, *, fields, player, seats, starts=None, prefix=""):
        self.data, self.kit_fields, self.player, self.seats = data, fields, player, seats
        self.starts, self.prefix = starts or {}, prefix

    def name(self, key) -> str:
        """What the input is called of a field, or of what comes beside them."""
        return f"{self.prefix}-{key}" if self.prefix else key

    def beside(self, key) -> str:
        """What came beside the fields: the `revision`, the `save_id`, or that the card is `done`."""
        return self.data.get(self.name(key)) or ""

    @property
    def revision(self) -> int:
        """The revision that this started from."""
        return revision_from(self.beside("revision"))

    @property
    def save_id(self) -> str:
        """The id that the phone gave this save; nothing where it gave none."""
        return self.beside("save_id")

    @property
    def is_done(self) -> bool:
        """Whether the card comes in with this save."""
        return bool(self.beside("done"))

    @cached_property
    def typed(self) -> dict[str, str]:
        """What came for each field that was sent, as one text."""
        names = [(kit, self.name(kit.key)) for kit in self.kit_fields]
        return {kit.key: kit.join_inputs(parts_of(self.data, name)) for kit, name in names if name in self.data}

    @cached_property
    def read(self) -> dict[str, tuple]:
        """What each of these says: (a value, None where it was emptied, None), or (Refused, why it cannot be right)."""
        return {kit.key: self.read_field(kit) for kit in self.kit_fields if kit.key in self.typed}

    def read_field(self, kit) -> tuple:
        """What one of the fields says: (its value, None) or (Refused, why it cannot be right)."""
        typed = clean_entry(self.typed[kit.key])
        entry = kit.read(typed)
        amount, fault = (None, None) if entry is None else kit.clean(entry, seats=self.seats)
        return (Refused(typed), fault) if fault else (amount, None)

    @property
    def entries(self) -> dict:
        """What the fields hold that were sent: values, None where one was emptied, Refused where it cannot be right."""
        return {key: entry for key, (entry, _fault) in self.read.items()}

    @cached_property
    def faults(self) -> list[str]:
        """The sentences for what cannot be right, in the order of the fields."""
        found = [(kit, self.read[kit.key][1]) for kit in self.kit_fields if kit.key in self.read]
        return [say(fault_at(self.player, kit, fault)) for kit, fault in found if fault]

    @property
    def shown(self) -> list[ShownField]:
        """Its fields of the rules with what was typed into them."""
        return [self.shown_field(kit) for kit in self.kit_fields]

    def shown_field(self, kit) -> ShownField:
        """A field of the rules with what was typed into it, also where that cannot be right."""
        name, typed = self.name(kit.key), self.typed.get(kit.key, "")
        is_wrong = isinstance(self.entries.get(kit.key), Refused)
        return ShownField(kit, name, name, typed, is_wrong, kit.supply_for(self.seats), self.starts.get(kit.key))

    def as_sent(self, **more) -> Sent:
        """What it brings, under its id or one of its own."""
        save_id = self.save_id or secrets.token_hex(16)
        return Sent(entries=self.entries, base=self.revision, save_id=save_id, **more)


def revision_from(text) -> int:
    """The revision that a page started from; 0 for what is none."""
    revision = parse_number(text) or 0
    return revision if revision <= LAST_REVISION else 0


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
    )


def unsaid(pad, seat, stage, form) -> list:
    """Return the fields that everyone has to say themselves, such as bids, and of which this seat has said nothing."""
    entries = pad.card(seat, stage).entries | form.entries
    return [field for field in pad.fields(stage) if field.must_be_said and entries.get(field.key) is None]
