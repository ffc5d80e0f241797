"""Cards as they are now, and each save of them."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from companion.rules.kit.typed import Refused

from .figures import FiguresField, columns, create_objects, read_rows
from .people import Person
from .plays import Seat

# These queries read only current cards and waiting saves, however often a card was saved. SQLite uses a partial index
# only if the condition is written exactly as in the index.
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
        """Return the saves that are the current state of a card."""
        return self.filter(card__isnull=False)

    def add(self, rows) -> list["CardSave"]:
        """Store new saves, those of one card in order. The last one that counts becomes the card.

        All saves are stored here, within a transaction.
        """
        rows = self.bulk_create(rows)
        last = {(row.seat_id, row.stage): row for row in rows if row.fate == CardSave.Fate.COUNTED}
        cards = [Card(seat_id=seat, stage=stage, last=row) for (seat, stage), row in last.items()]
        Card.objects.bulk_create(cards, update_conflicts=True, unique_fields=["seat", "stage"], update_fields=["last"])
        return rows

    def current_in(self, play) -> list["CardSave"]:
        """Return the newest saves of a play's cards (its number), and those that wait for a choice, oldest first."""
        return create_objects(CardSave, read_rows(PLAY_ROWS, [play, play]))

    def current_in_with_card(self, play, seat, stage, *, base, save_id) -> list["CardSave"]:
        """Return `current_in`, and the saves of one card with this id, or that count from the revision `base` on."""
        card = seat, stage
        return create_objects(CardSave, read_rows(PLAY_ROWS_WITH_CARD, [play, play, *card, base, *card, save_id]))


class CardSave(models.Model):
    """One save of a seat's card at a stage. Rows are added, never changed; the newest that counts is the card.

    `amounts` has only what was set, by field key, `refused` the invalid input as it was typed, and `starts` the stage's
    starting values at that moment. `is_in`: the card is finished. The phone has made `save_id`; `sent` is what it sent,
    before others' changes were merged: the same `sent` is the same save. `fate` says whether the row counts, waits for
    a choice, or was the same as the card. A save that `puts_back` an earlier change is always a change of its own.

    `by` is the name of the person who saved it elsewhere, in a play that was imported.

    `changed` has for each changed field its former value (as in `sent`) and the revision that had set that and was not
    undone (0: none). `lasting` has for each field the last such revision now. The key `IN` stands for `is_in` in both.
    In a row that waits, they say what it would change.
    """

    # The key of `is_in` among the fields.
    IN = "done"
    # Starts the `save_id` of a save that had waited, before the waiting row's id and the person who chose it.
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
        # The table is older than cards.
        db_table = "companion_holdings"
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "stage", "revision"],
                condition=Q(fate="counted"),
                name="holdings_revision",
            )
        ]
        # Few saves wait. SQLite uses such an index only if the condition is written exactly like this.
        indexes = [
            models.Index(fields=["seat", "save_id"], name="holdings_of_seat"),
            models.Index(fields=["seat"], condition=Q(fate__in=["late", "clash"]), name="holdings_waiting"),
            models.Index(fields=["person", "fate"], name="holdings_of_person"),
        ]

    def __str__(self):
        return f"seat {self.seat_id}, stage {self.stage}, revision {self.revision}"

    @property
    def has_waited(self):
        """Return whether this save counts because someone chose it."""
        return self.save_id.startswith(f"{self.KEPT} ")

    @property
    def asks_more(self):
        """Return whether options that newly ask a row opened the card: nothing else does without changing a figure."""
        return not self.is_in and not self.puts_back and self.changed.keys() == {self.IN}

    def may_be_undone_by(self, person: int) -> bool:
        """Return whether a person (their number) has sent this save, or chosen it."""
        kept, _row, *counted_by = [*self.save_id.split(" "), ""]
        return self.person_id == person or (kept == self.KEPT and str(person) in counted_by)

    @property
    def entries(self) -> dict:
        """The entries of all fields that aren't empty: values, or `Refused`."""
        return {**self.amounts, **{key: Refused(typed) for key, typed in self.refused.items()}}

    @entries.setter
    def entries(self, entries):
        self.refused = {key: entry.typed for key, entry in entries.items() if isinstance(entry, Refused)}
        self.amounts = {
            key: entry for key, entry in entries.items() if entry is not None and not isinstance(entry, Refused)
        }

    @property
    def sent_entries(self) -> dict:
        """The entries of the fields that were sent, None for an emptied one."""
        return {key: as_entry(stored) for key, stored in self.sent.items()}

    @sent_entries.setter
    def sent_entries(self, entries):
        self.sent = {key: as_stored(entry) for key, entry in entries.items()}

    def former(self, key):
        """Return the former entry of a field that this save changed."""
        return as_entry(self.changed[key][0])

    def changed_before(self, key) -> int:
        """Return the revision that had last changed a field before this save did; 0 for none."""
        return self.changed[key][1]

    def now(self, key):
        """Return the entry of a field after this save; for `IN` whether the card is finished."""
        return self.is_in if key == self.IN else self.entries.get(key)


class Card(models.Model):
    """The current card of a seat at a stage, once it has been saved. `last` is its newest save that counts."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="cards", db_index=False)
    stage = models.CharField(max_length=20)
    # Saves are deleted only with their seat, as the card is.
    last = models.OneToOneField(CardSave, models.DO_NOTHING)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "stage"], name="card_once")]

    def __str__(self):
        return f"seat {self.seat_id}, stage {self.stage}"


THE_ROWS = f"SELECT {columns(CardSave, 'its')} FROM companion_holdings AS its WHERE its.id IN ({{}}) ORDER BY its.id"
PLAY_ROWS, PLAY_ROWS_WITH_CARD = THE_ROWS.format(ROWS_NOW), THE_ROWS.format(ROWS_NOW + ROWS_SINCE)


def as_entry(stored):
    """Return an entry from its form in `sent` or `changed`."""
    return Refused(stored["refused"]) if isinstance(stored, dict) else stored


def as_stored(entry):
    return {"refused": entry.typed} if isinstance(entry, Refused) else entry
