"""Cards as they are now, and each save of them."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from companion.rules.kit.typed import Refused

from .figures import FiguresField, columns, made_of, read_rows
from .people import Person
from .plays import Seat

# Only the cards and what waits are looked at, however often a card was saved; by indexes that SQLite knows by these
# very words.
ROWS_NOW = """
    SELECT card.last_id FROM companion_card AS card JOIN companion_seat AS seat ON seat.id = card.seat_id
    WHERE seat.play_id = %s
    UNION
    SELECT waits.id FROM companion_holdings AS waits JOIN companion_seat AS seat ON seat.id = waits.seat_id
    WHERE seat.play_id = %s AND waits.fate IN ('late', 'clash')
"""
ROWS_SINCE = """
    UNION
    SELECT id FROM companion_holdings WHERE seat_id = %s AND stage = %s AND fate = 'counted' AND revision >= %s
    UNION
    SELECT id FROM companion_holdings WHERE seat_id = %s AND stage = %s AND save_id = %s
"""


class CardSaveQuerySet(models.QuerySet["CardSave"]):
    """Saves of cards."""

    def newest(self):
        """Those that are somebody's card now."""
        return self.filter(card__isnull=False)

    def add(self, rows) -> list["CardSave"]:
        """Store new saves, those of one card in their order; the last one that counts is the card from now on.

        All saves are stored here, within a transaction.
        """
        rows = self.bulk_create(rows)
        last = {(row.seat_id, row.stage): row for row in rows if row.fate == CardSave.Fate.COUNTED}
        cards = [Card(seat_id=seat, stage=stage, last=row) for (seat, stage), row in last.items()]
        Card.objects.bulk_create(cards, update_conflicts=True, unique_fields=["seat", "stage"], update_fields=["last"])
        return rows

    def now_in(self, play) -> list["CardSave"]:
        """The newest of each card of a play (its number), and those that wait for a choice; the oldest first."""
        return made_of(CardSave, read_rows(PLAY_ROWS, [play, play]))

    def now_in_with_card(self, play, seat, stage, *, base, save_id) -> list["CardSave"]:
        """The same with those of one card that have this id, or count and have a revision from `base` on."""
        card = seat, stage
        return made_of(CardSave, read_rows(PLAY_ROWS_WITH_CARD, [play, play, *card, base, *card, save_id]))


class CardSave(models.Model):
    """One save of a seat's card at a stage. Rows are added, never changed; the newest that counts is the card.

    `amounts` holds only what somebody set, by field key. `refused` is what was typed and cannot be right, as
    it was typed. `starts` is what the stage began with at that moment. `is_in`: whoever counts has finished the
    card. `save_id` was made on the phone, `sent` is what came with it, before others' changes were merged: the
    same again is the same save. `fate` says whether the row counts, waits for somebody's choice, or told what the
    card held already. One that `puts_back` an earlier change is a change of its own, however soon it follows.

    `by` is who has saved it elsewhere, in a play that came with a file: nobody here is that person.

    What a row changed it says itself: `changed` holds for each field what stood there before (as `sent` does), and the
    revision that had changed it last before and was not undone (0: none). `lasting` holds for each field the last such
    revision by now. Under `IN` both say it of whether the card is in. A row that waits says what it would change.
    """

    # What stands in place of a field for whether the card is in.
    IN = "done"
    # The id of a save that had waited begins like this; its row follows, and whoever let it count.
    KEPT = "kept"

    class Fate(models.TextChoices):
        COUNTED = "counted"
        CLASH = "clash"
        LATE = "late"
        SETTLED = "settled"
        SAME = "same"

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="saves", db_index=False)
    stage = models.CharField(max_length=20)
    revision = models.PositiveIntegerField()
    amounts = FiguresField(default=dict)
    refused = models.JSONField(default=dict)
    starts = FiguresField(default=dict)
    is_in = models.BooleanField(default=False)
    fate = models.CharField(max_length=10, choices=Fate, default=Fate.COUNTED)
    save_id = models.CharField(max_length=64)
    sent = FiguresField(default=dict)
    puts_back = models.BooleanField(default=False)
    changed = FiguresField(default=dict)
    lasting = models.JSONField(default=dict)
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="+", db_index=False)
    by = models.CharField(max_length=60, blank=True, default="", db_default="")
    at = models.DateTimeField(db_default=Now())

    objects = CardSaveQuerySet.as_manager()

    class Meta:
        # It was called holdings before there were cards.
        db_table = "companion_holdings"
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "stage", "revision"],
                condition=Q(fate="counted"),
                name="holdings_revision",
            )
        ]
        # What waits for a person or in a play is little, however much they have entered. SQLite knows such an index by
        # its very words: it is asked for what waits in this order.
        indexes = [
            models.Index(fields=["seat", "save_id"], name="holdings_of_seat"),
            models.Index(fields=["seat"], condition=Q(fate__in=["late", "clash"]), name="holdings_waiting"),
            models.Index(fields=["person", "fate"], name="holdings_of_person"),
        ]

    def __str__(self):
        return f"seat {self.seat_id}, stage {self.stage}, revision {self.revision}"

    @property
    def has_waited(self):
        """Return whether this counts because somebody has chosen that it does."""
        return self.save_id.startswith(f"{self.KEPT} ")

    @property
    def asks_more(self):
        """Return whether options that newly ask a row opened the card: nothing else does without changing a figure."""
        return not self.is_in and not self.puts_back and self.changed.keys() == {self.IN}

    def may_be_undone_by(self, person: int) -> bool:
        """Return whether a person (their number) has sent this, or has let it count."""
        kept, _row, *counted_by = [*self.save_id.split(" "), ""]
        return self.person_id == person or (kept == self.KEPT and str(person) in counted_by)

    @property
    def entries(self) -> dict:
        """What stands in each field that is not empty: a value, or `Refused`."""
        return {**self.amounts, **{key: Refused(typed) for key, typed in self.refused.items()}}

    @entries.setter
    def entries(self, entries):
        self.refused = {key: entry.typed for key, entry in entries.items() if isinstance(entry, Refused)}
        self.amounts = {
            key: entry for key, entry in entries.items() if entry is not None and not isinstance(entry, Refused)
        }

    @property
    def sent_entries(self) -> dict:
        """The entries of the fields that were sent, None for one that was emptied."""
        return {key: as_entry(stored) for key, stored in self.sent.items()}

    @sent_entries.setter
    def sent_entries(self, entries):
        self.sent = {key: as_stored(entry) for key, entry in entries.items()}

    def former(self, key):
        """What stood in a field that this row changed."""
        return as_entry(self.changed[key][0])

    def changed_before(self, key) -> int:
        """The revision that had changed the field last before this row did; 0 for none."""
        return self.changed[key][1]

    def now(self, key):
        """What stands in a field by this row; whether the card is in, for `IN`."""
        return self.is_in if key == self.IN else self.entries.get(key)


class Card(models.Model):
    """What a seat holds of a stage, once it holds something: `last` is the newest save that counts, and says it all."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="cards", db_index=False)
    stage = models.CharField(max_length=20)
    # Saves go with their seat, as the card does, and never alone.
    last = models.OneToOneField(CardSave, models.DO_NOTHING)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "stage"], name="card_once")]

    def __str__(self):
        return f"seat {self.seat_id}, stage {self.stage}"


THE_ROWS = f"SELECT {columns(CardSave, 'its')} FROM companion_holdings AS its WHERE its.id IN ({{}}) ORDER BY its.id"
PLAY_ROWS, PLAY_ROWS_WITH_CARD = THE_ROWS.format(ROWS_NOW), THE_ROWS.format(ROWS_NOW + ROWS_SINCE)


def as_entry(stored):
    """An entry as it was stored in `sent` or `changed`."""
    return Refused(stored["refused"]) if isinstance(stored, dict) else stored


def as_stored(entry):
    return {"refused": entry.typed} if isinstance(entry, Refused) else entry
