"""What was changed on a card, for the trail: one person's saves less than a minute apart are one change of it.

From the trail they go back as one; what Undo takes back, field by field, is in `undo.py`.
"""

import datetime
import re
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from companion.core.language.typed import parse_number
from companion.models import CardSave, Event

from .merging import Sent, is_undoing
from .saving import Saved, differences, save_holdings

TOGETHER = datetime.timedelta(minutes=1)
# No change goes on across one of these events.
CUTS = (Event.Kind.CLOSE, Event.Kind.REOPEN, Event.Kind.FINISH)
# All saves of one correction have the same id, which begins like this.
CORRECTION = "correction-"
# The id of a save that was made in Changes: the first save that it takes back, and the revision it started from. If
# another button took it back along, the tap of that button follows.
BACK = re.compile(r"back (?P<row>\d+) (?P<revision>\d+)(?: (?P<tap>\S+))?")


@dataclass
class Change:
    """What one person changed on a card, with one save or several (`rows`, the last one last).

    `card` are all saves of the card that count, the first one first. `before` and `after` are the entries of the fields
    they touched, None for an empty one. `was_in` says whether the card was in before, where they changed that; else it
    is None.
    """

    rows: list
    card: list = field(default_factory=list)
    before: dict = field(default_factory=dict)
    after: dict = field(default_factory=dict)
    was_in: bool | None = None

    @property
    def last(self):
        """The last of its saves, by which the change is dated and signed."""
        return self.rows[-1]

    @property
    def at(self):
        return self.last.at

    @property
    def person_id(self):
        return self.last.person_id

    @property
    def puts_back(self):
        return self.last.puts_back

    @property
    def keys(self):
        """The fields that are not as they were before."""
        return [key for key, was in self.before.items() if was != self.after[key]]

    @property
    def is_none(self):
        """Whether it came to nothing: somebody typed something and then what had been there."""
        return not self.keys and self.was_in is None

    def lasting_keys(self, revision) -> list:
        """The fields that nobody has typed anything into since, up to the card's save of this revision."""
        typed = typed_last(row for row in self.card if row.revision <= revision)
        return [key for key in self.keys if typed.get(key) is None or typed[key].revision <= self.last.revision]

    def takes_in(self, row, cuts) -> bool:
        """Whether a save belongs to this change. A correction never belongs to what was entered before it."""
        return (
            is_undoing(row) == is_undoing(self.last)
            and is_correction(row) == is_correction(self.last)
            and (is_undoing(row) or not row.puts_back)
            and row.at - self.at < TOGETHER
            and not any(self.at < cut <= row.at for cut in cuts)
        )

    def add(self, row, steps, *, was_in):
        """One more save, with what each field of it was and became; `was_in`: whether the card was in before it."""
        self.rows.append(row)
        for key, (was, now) in steps.items():
            self.before.setdefault(key, was)
            self.after[key] = now
        if row.is_in != was_in and self.was_in is None:
            self.was_in = was_in


def is_correction(row) -> bool:
    """Return whether a save corrected a stage that was closed."""
    return row.save_id.startswith(CORRECTION)


def together(rows, cuts=()) -> list[Change]:
    """The changes that the saves of one card make, in their order; `cuts` are moments across which none goes on.

    Nor does one go on after somebody else has changed a field of it.
    """
    going_on: dict[int, Change] = {}
    found, card = [], list(rows)
    for previous, row in pairwise([None, *card]):
        steps = differences(previous, row)
        change = going_on.get(row.person_id)
        if change is None or not change.takes_in(row, cuts):
            change = Change([], card)
            found.append(change)
        change.add(row, steps, was_in=bool(previous and previous.is_in))
        going_on = {
            person: each for person, each in going_on.items() if each is change or each.after.keys().isdisjoint(steps)
        }
        if row.puts_back:
            going_on = {}
        if row.person_id and (is_undoing(row) or not row.puts_back):
            going_on[row.person_id] = change
    return [change for change in found if not change.is_none]


def typed_last(rows) -> dict:
    """The save of a card that typed what each field holds, None for one that holds what it did at the start.

    What was put back was typed by the save that had typed it before.
    """
    found: dict[str, list] = {}
    for previous, row in pairwise([None, *rows]):
        for key, (was, now) in differences(previous, row).items():
            former = found.setdefault(key, [(was, None)])
            source = next((its for entry, its in reversed(former) if entry == now), row) if row.puts_back else row
            former.append((now, source))
    return {key: former[-1][1] for key, former in found.items()}


def cuts_of(events) -> list[datetime.datetime]:
    """Return the moments across which no change goes on."""
    return [event.at for event in events if event.kind in CUTS]


def changes(play, events, **where) -> dict:
    """The changes of each card of a play, by the card's seat and stage, in their order."""
    rows = CardSave.objects.filter(seat__play=play, fate=CardSave.Fate.COUNTED, **where)
    rows = rows.order_by("seat", "stage", "revision").defer("sent", "starts")
    cuts = cuts_of(events)
    return {card: together(saves, cuts) for card, saves in groupby(rows, key=lambda row: (row.seat_id, row.stage))}


def change_with(play, **which) -> Change | None:
    """The change that a save belongs to, found by `pk`, or by seat, stage and `revision` or `save_id`."""
    row = CardSave.objects.filter(seat__play=play, fate=CardSave.Fate.COUNTED, **which).first()
    if row is None:
        return None
    found = changes(play, play.events.all(), seat=row.seat_id, stage=row.stage).get((row.seat_id, row.stage), [])
    return next((change for change in found if row in change.rows), None)


def changes_of_stage(play, stage) -> list[Change]:
    """Return all changes of the score sheets of a stage."""
    cards = changes(play, play.events.all(), stage=stage.key, seat__removed_at=None).values()
    return [each for card in cards for each in card]


def changed_together(change, found) -> list[Change]:
    """Return what was changed on the other score sheets of a stage by the correction that a change was part of.

    `found` are all changes of the stage.
    """
    rows = {row.pk: row for each in found for row in each.card}
    own = corrections_of(change, rows)
    others = [each for each in found if each.last.seat_id != change.last.seat_id]
    return [each for each in others if own & corrections_of(each, rows)]


def corrections_of(change, rows) -> set[tuple[str, int]]:
    """Return the ids of the corrections that a change was part of, and how often each was put back since then.

    `rows` are the saves of all score sheets of its stage, by their numbers.
    """
    found = set()
    for row in change.rows:
        times = 0
        while row and (back := BACK.fullmatch(row.save_id)):
            row, times = rows.get(parse_number(back["row"])), times + 1
        if row and is_correction(row):
            found.add((row.save_id, times))
    return found


def back_id(change, revision, tap="") -> str:
    """The id of the save that takes a change back, from a revision of its card.

    `tap` is that of another change's button (`tap_of`) which takes it back along.
    """
    return f"back {change.rows[0].pk} {revision} {tap}".rstrip()


def tap_of(save_id) -> str:
    """Return what tells the tap in Changes by which a save was made; "" for any other save."""
    back = BACK.fullmatch(save_id)
    return (back["tap"] or f"{back['row']}.{back['revision']}") if back else ""


def restores(change) -> bool:
    """Return whether a change was made in Changes and takes back an undo, so that what was undone counts again."""
    back = BACK.fullmatch(change.rows[0].save_id)
    undone = next((row for row in change.card if back and row.pk == parse_number(back["row"])), None)
    return bool(undone and undone.puts_back)


def put_back(play, change, *, base, person, tap="", correcting=False) -> Saved:
    """Let the fields of a change hold again what they held before it, as a save from revision `base`.

    What was typed into one of them later, until then, stays. It is merged like any other: what others changed
    elsewhere on the card stays, what they have changed in these fields since `base` is asked about. Twice is once.
    """
    last = change.last
    sent = Sent(
        entries={key: change.before[key] for key in change.lasting_keys(base)},
        base=base,
        save_id=back_id(change, base, tap),
        # In a closed stage only what is blank again is unknown.
        is_in=None if correcting and not change.was_in else change.was_in,
        correcting=correcting,
        puts_back=True,
    )
    return save_holdings(play, last.seat, play.game.stage(last.stage), sent, person=person)
