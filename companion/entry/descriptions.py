"""One change of a card in words, and the one that Undo takes back next."""

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from companion.core.language.texts import say, say_entry
from companion.models import CardSave
from companion.rules.kit import Refused

LONGEST_SHORT = 30


@dataclass(frozen=True)
class Step:
    """What one save changed in one field (`key`), or in whether its card is in (`IN`): from `was` to `now`."""

    row: CardSave
    key: str

    @property
    def was(self):
        return self.row.former(self.key)

    @property
    def now(self):
        return self.row.now(self.key)

    @property
    def save_id(self):
        """The id of the save that takes this back."""
        return f"undo {self.row.pk} {self.key}"


def next_to_undo(newest, fields, person) -> list[Step | None]:
    """What Undo takes back next for this person on each card: their last change in these fields, or that it is in.

    `newest` are the rows that are the cards now, None for none. A field that somebody else has changed last is theirs.
    What was typed into several fields with one save goes back from the last field to the first one, and before them
    that it finished the card. Who lets late figures count hasn't finished a card, and takes back a figure first.
    """
    order = [*(field.key for field in fields), CardSave.IN]
    lasting = [
        {key: row.lasting[key] for key in order if key in row.lasting} if person and row else {} for row in newest
    ]
    mine = [
        row if its and row.may_be_undone_by(person.pk) and row.revision in its.values() else None
        for row, its in zip(newest, lasting, strict=True)
    ]
    # Most cards were last changed by who asks, or have nothing in them that was there before the last change: only for
    # the others the database is asked, once for all of them.
    others = [
        (row, its)
        for row, its, own in zip(newest, lasting, mine, strict=True)
        if own is None and any(revision != row.revision for revision in its.values())
    ]
    earlier = own_saves(others, person) if others else {}
    steps: list[Step | None] = []
    for row, its, own in zip(newest, lasting, mine, strict=True):
        last = own or (earlier.get(row.pk) if row else None)
        steps.append(last and Step(last, last_key(last, its)))
    return steps


def last_key(row, lasting) -> str:
    """Return the field that goes back first of those that a save has changed last (`lasting`), or `IN`."""
    keys = [key for key, revision in lasting.items() if revision == row.revision]
    figures = [key for key in keys if key != CardSave.IN]
    return figures[-1] if row.has_waited and figures else keys[-1]


def own_saves(cards, person) -> dict:
    """This person's last save among those that last on each card, by the row that is the card now; None for none."""
    has_counted = Q(save_id__startswith=f"{CardSave.KEPT} ", save_id__endswith=f" {person.pk}")
    found = CardSave.objects.filter(
        Q(person=person) | has_counted,
        seat__in={row.seat_id for row, _its in cards},
        stage__in={row.stage for row, _its in cards},
        revision__in={revision for _row, its in cards for revision in its.values()},
        fate=CardSave.Fate.COUNTED,
    ).order_by("-revision")
    return {
        row.pk: next(
            (
                each
                for each in found
                if (each.seat_id, each.stage) == (row.seat_id, row.stage)
                and each.revision in its.values()
                and each.may_be_undone_by(person.pk)
            ),
            None,
        )
        for row, its in cards
    }


def undo_text(fields, step) -> str:
    """What a tap on Undo does, in a few words: `water 4 → 3`."""
    return change_text(fields, step.key, step.now, step.was)


def step_text(fields, step) -> str:
    """What a step has changed, in a few words: `water 3 → 4`."""
    return change_text(fields, step.key, step.was, step.now)


def change_text(fields, key, was, now) -> str:
    if key == CardSave.IN:
        words = {True: "✓ " + _("done"), False: "–"}
        return unbroken(words[was], "→", words[now])
    field = next(field for field in fields if field.key == key)
    text = from_to(field, was, now)
    return text if len(text) <= LONGEST_SHORT else say(field.label)


def field_texts(fields, change):
    """`water 4` for each field that was filled in, `water 4 → 5` or `water 4 → –` for each changed or emptied one."""
    for field in fields:
        if field.key in change.keys:
            was, now = change.before[field.key], change.after[field.key]
            yield unbroken(called(field), say_entry(field, now)) if was is None else from_to(field, was, now)


def from_to(field, was, now) -> str:
    """`water 4 → 5`; of things that stay what they are, only those that come or go are named."""
    if not isinstance(was, Refused) and not isinstance(now, Refused):
        was, now = field.diff(was, now)
    before, after = say_entry(field, was), say_entry(field, now)
    return say(field.label) if before == after else unbroken(called(field), before, "→", after)


def called(field) -> str:
    """What a field is called before what it holds; a figure at its end is told apart from that."""
    label = say(field.label)
    return f"{label}:" if label[-1].isdigit() else label


def unbroken(*words) -> str:
    """Words between which no line breaks: a name and its figure never part."""
    return "\N{NO-BREAK SPACE}".join(map(str, words))
