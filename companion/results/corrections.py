"""The effects of the last correction of a closed stage, in counts and in points, for all phones of the table."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.core.language.texts import gained, isolated, number_of_people, people
from companion.entry.changes import TOGETHER, tap_of
from companion.entry.counted import is_counted
from companion.entry.descriptions import from_to
from companion.models import CardSave, Event
from companion.rules.kit import Number, Refused
from companion.rules.scoring.checking import check
from companion.rules.scoring.result import result_of

from .decided_ties import game_with, with_crown

# The page of a finished play shows a correction for this long. The change history keeps it.
NEWS = datetime.timedelta(days=1)


@dataclass(frozen=True)
class Correction:
    """The counts of a stage that were corrected together, and the points that moved, by seat.

    `counts`: (seat, texts). `points`: (seat, signed points). `winners`: the names of the new winners, None if they are
    the same. `is_undone`: an earlier correction was undone. `goes_on`: by its rules the play was over before, and isn't
    with these counts.
    """

    counts: list[tuple[object, list[str]]]
    points: list[tuple[Any, str]]
    winners: list[str] | None
    goes_on: bool
    stage: Any
    is_undone: bool

    def effects(self, play) -> str:
        """Return the points gained or lost and, if the play is finished, its new winners: `Ben −5 · Anna wins now`."""
        points = [f"{isolated(seat.player.name)} {number}" for seat, number in self.points]
        return " · ".join([*points, *([self.who_wins_now] if self.winners is not None and play.is_finished else [])])

    @property
    def who_wins_now(self) -> str:
        """The new winners, in a few words."""
        if not self.winners:
            return _("Nobody wins now")
        words = ngettext("%(players)s wins now", "%(players)s win now", number_of_people(self.winners))
        return words % {"players": people(self.winners)}


def last_correction(pad, stage) -> Correction | None:
    """Return the last correction up to a stage since it was first closed, or None.

    Corrections of earlier stages count: they change its totals.
    """
    closing = pad.play.events.filter(kind=Event.Kind.CLOSE, details__stage=stage.key).order_by("pk").first()
    if closing is None:
        return None
    earlier = pad.game.stages[: pad.game.stages.index(stage) + 1]
    return correction_since(pad, closing.at, earlier)


def correction_after_end(pad) -> Correction | None:
    """Return the last correction of a finished play if it is at most a day old, else None."""
    end = pad.play.events.filter(kind__in=(Event.Kind.FINISH, Event.Kind.IMPORT)).order_by("pk").first()
    return correction_since(pad, max(end.at, timezone.now() - NEWS), pad.game.stages) if end else None


def correction_since(pad, moment, stages) -> Correction | None:
    """Return the last correction of one of these stages after a moment, with the points it moved up to the last.

    It is what one person changed within a minute; if the stage was reopened, everything that changed since.
    """
    keys = [stage.key for stage in stages]
    if not any(row.at > moment and row.stage in keys for row in pad.newest.values()):
        return None
    saves = CardSave.objects.filter(seat__play=pad.play, stage__in=keys, fate=CardSave.Fate.COUNTED, at__gt=moment)
    rows = [row for row in saves.order_by("at", "pk") if is_correction(pad, row)]
    corrected = dict.fromkeys(row.stage for row in reversed(rows))
    found = (build_correction(pad, moment, rows, stages[keys.index(key)], up_to=stages[-1]) for key in corrected)
    return next((each for each in found if each), None)


def is_correction(pad, row) -> bool:
    """Return whether a save changed a count: starting a new card doesn't, nor does a figure that breaks a tie."""
    apart = {row.IN, *(field.key for field in pad.asked[row.stage] if field.breaks_ties)}
    return bool(row.changed.keys() - apart)


def build_correction(pad, moment, saves, stage, *, up_to) -> Correction | None:
    """Return the last correction of a stage among these saves after a moment, or None if no count changed."""
    rows = find_last_rows(pad, moment, [row for row in saves if row.stage == stage.key], stage)
    changes = [(seat, find_changes(row for row in rows if row.seat_id == seat.pk)) for seat in pad.seats]
    counts = [(seat, texts) for seat, changed in changes if (texts := describe_changes(pad.fields(stage), changed))]
    is_undone = all(row.puts_back for row in rows)
    return Correction(counts, *find_effects(pad, stage, changes, up_to=up_to), stage, is_undone) if counts else None


def find_last_rows(pad, moment, rows, stage) -> list[CardSave]:
    """Return the saves of a stage after a moment, in their order, that belong to its last correction."""
    last = rows[-1]
    # An earlier stage opens those after it, too.
    opening = [each.key for each in pad.game.stages[: pad.game.stages.index(stage) + 1]]
    cuts = pad.play.events.filter(at__lt=last.at, at__gt=moment, details__stage__in=opening)
    cut = cuts.filter(kind__in=(Event.Kind.REOPEN, Event.Kind.CLOSE)).order_by("pk").last()
    if cut and cut.kind == Event.Kind.REOPEN:
        return [row for row in rows if row.at > cut.at]
    return [row for row in rows if (cut is None or row.at > cut.at) and belongs_to(row, last)]


def belongs_to(row, last) -> bool:
    """Return whether a save belongs to the last one's correction: one person within a minute, or one tap of Undo."""
    is_alike = (row.person_id, row.puts_back) == (last.person_id, last.puts_back)
    is_alike = is_alike and tap_of(row.save_id) == tap_of(last.save_id)
    return is_alike and last.at - row.at < TOGETHER


def find_changes(rows) -> dict:
    """Return (former, new) value of each field that some saves of a card changed.

    Under `CardSave.IN` both say whether the card is done.
    """
    found: dict = {}
    for row in rows:
        for key in row.changed:
            found[key] = (found[key][0] if key in found else row.former(key), row.now(key))
    return {key: (was, now) for key, (was, now) in found.items() if was != now}


def describe_changes(fields, changed) -> list[str]:
    """Return `water 4 → 3` for each changed field; a 0 in an empty field is left out unless nothing else changed."""
    named = [field for field in with_crown(fields, changed) if field.key in changed]
    counted = [field for field in named if changed[field.key] != (None, 0)]
    return [from_to(field, *changed[field.key]) for field in counted or named]


def find_effects(pad, stage, changes, *, up_to) -> tuple[list[tuple[object, str]], list[str] | None, bool]:
    """Return the points that each player gained or lost, the new winners or None, and whether the play goes on.

    It goes on if by its rules it was over before and isn't now. No effects if the figures before or after can't be
    scored.
    """
    if any(isinstance(was, Refused) for _seat, changed in changes for was, _now in changed.values()):
        return [], None, False
    held = {seat.pk: dict(pad.card(seat, stage).amounts) for seat in pad.seats}
    former = {number: dict(amounts) for number, amounts in held.items()}
    # What was asked for at a tie has decided nothing else: it corrects nothing.
    asked = {field.key for field in pad.asked[stage.key] if field.breaks_ties}
    done = {seat.pk: pad.card(seat, stage).is_in for seat in pad.seats}
    was_done = dict(done)
    for seat, changed in changes:
        was_done[seat.pk], _ = changed.pop(CardSave.IN, (done[seat.pk], None))
        former[seat.pk] |= {key: was for key, (was, _now) in changed.items() if was is not None or key not in asked}
        former[seat.pk] = {key: was for key, was in former[seat.pk].items() if was is not None}
    before, now = (
        rescore(pad, stage, amounts, those, up_to=up_to) for amounts, those in ((former, was_done), (held, done))
    )
    if before.is_blocked or now.is_blocked:
        return [], None, False
    # Those who share a card, as a team does, have a standing each.
    places = [pad.everybody.index(seat) for seat in pad.seats]
    points = [known_points(now.standings[place]) - known_points(before.standings[place]) for place in places]
    is_of_play = up_to == pad.game.stages[-1] and set(now.winners) != set(before.winners)
    winners = [str(name) for name in pad.result_up_to(up_to).winners] if is_of_play else None
    goes_on = up_to == pad.game.stages[-1] and is_over(pad, before) and not is_over(pad, now)
    return [(seat, gained(number)) for seat, number in zip(pad.seats, points, strict=True) if number], winners, goes_on


def is_over(pad, result) -> bool:
    """Return whether a play that ends with this result is over by its rules."""
    return pad.game.is_over(len(pad.game.stages), [each.points for each in result.standings], len(pad.everybody))


def known_points(standing) -> Number:
    """Return the known points of a standing so far, even without a rank."""
    return standing.points if standing.rank is None else standing.known or 0


def rescore(pad, stage, held, done, *, up_to):
    """Return the result up to a stage if each seat holds these amounts of `stage`, in the game that they decide.

    `done`: whether each seat is done with the stage.
    """
    game, play = game_with(pad, held), pad.as_play(pad.stages_up_to(up_to))
    asked = {field.key for each in game.stages if each.key == stage.key for field in each.fields_with(pad.options)}
    for seat in pad.seats:
        own = play["seats"][pad.everybody.index(seat)]
        if stage.key in own["stages"]:
            own["stages"][stage.key] = {key: value for key, value in held[seat.pk].items() if key in asked}
            own["uncounted"] = [key for key in own.get("uncounted", ()) if key != stage.key]
            if not is_counted(pad, pad.card(seat, stage), held[seat.pk], is_done=done[seat.pk]):
                own["uncounted"].append(stage.key)
    return result_of(game, *check(game, play))
