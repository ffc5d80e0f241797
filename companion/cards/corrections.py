"""What the last correction of a closed stage has changed, in counts and in points: for all phones of the table."""

import datetime
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import ngettext

from companion.language.texts import gained, joined, number_of_people
from companion.models import Event
from companion.rules.kit import Refused
from companion.rules.scoring.checking import check
from companion.rules.scoring.result import result_of

from .changes import TOGETHER
from .descriptions import from_to

# The page of a finished play shows a correction for this long. The change history keeps it.
NEWS = datetime.timedelta(days=1)


@dataclass(frozen=True)
class Correction:
    """The counts that were corrected together, in words by seat; (seat, points with their sign) where those moved.

    `winners`: the names of those who win the play now, if others won it before.
    """

    counts: list[tuple[object, list[str]]]
    points: list[tuple[object, str]]
    winners: list[str]

    @property
    def who_wins_now(self) -> str:
        """The new winners, in a few words."""
        words = ngettext("Wins now: %(players)s", "Winners now: %(players)s", number_of_people(self.winners))
        return words % {"players": joined(self.winners)}


def last_correction(pad, stage) -> Correction | None:
    """What one person changed last, within a minute, on the cards of a stage since it was closed; None for nothing."""
    closing = pad.play.events.filter(kind=Event.Kind.CLOSE, details__stage=stage.key).last()
    return closing and correction_since(pad, closing.at, stage, up_to=stage)


def correction_after_end(pad) -> Correction | None:
    """Return the last correction of a finished play if it is at most a day old, else None."""
    end = pad.play.events.filter(kind__in=(Event.Kind.FINISH, Event.Kind.IMPORT)).last()
    since = end and max(end.at, timezone.now() - NEWS)
    newest = [row for row in pad.newest.values() if since and row.at > since]
    if not newest:
        return None
    stage = pad.play.game.stage(max(newest, key=lambda row: (row.at, row.pk)).stage)
    return stage and correction_since(pad, since, stage, up_to=pad.play.game.stages[-1])


def correction_since(pad, moment, stage, *, up_to) -> Correction | None:
    """Return the last correction of a stage after a moment, with the points it moved up to the stage `up_to`."""
    newest = [(seat, pad.newest.get((seat.pk, stage.key))) for seat in pad.seats]
    since = [(seat, row) for seat, row in newest if row and row.at > moment]
    if not since:
        return None
    last = max((row for _seat, row in since), key=lambda row: (row.at, row.pk))
    rows = [(seat, row) for seat, row in since if row.person_id == last.person_id and last.at - row.at < TOGETHER]
    counts = [(seat, texts) for seat, row in rows if (texts := texts_of(pad.fields(stage), row))]
    return Correction(counts, *moved(pad, stage, rows, up_to=up_to)) if counts else None


def texts_of(fields, row) -> list[str]:
    """Return `water 4 → 3` for each field that a save changed; entering a tie-break for the first time is none."""
    changed = [field for field in fields if field.key in row.changed]
    corrected = [field for field in changed if row.former(field.key) is not None or not field.breaks_ties]
    return [from_to(field, row.former(field.key), row.now(field.key)) for field in corrected]


def moved(pad, stage, rows, *, up_to) -> tuple[list[tuple[object, str]], list[str]]:
    """Return the points that players gained or lost by these saves, and the new winners if these changed.

    Both are empty if the figures before or after can't be scored.
    """
    keys = {field.key for field in pad.fields(stage)}
    play = pad.as_play(pad.stages_up_to(up_to))
    now = result_of(pad.game, *check(pad.game, play))
    for seat, row in rows:
        held = play["seats"][pad.everybody.index(seat)]["stages"].get(stage.key, {})
        for key in keys & set(row.changed):
            if isinstance(was := row.former(key), Refused):
                return [], []
            if was is None:
                held.pop(key, None)
            else:
                held[key] = was
    before = result_of(pad.game, *check(pad.game, play))
    if before.is_blocked or now.is_blocked:
        return [], []
    # Those who share a card, as a team does, have a standing each.
    places = [pad.everybody.index(seat) for seat in pad.seats]
    points = [now.standings[place].points - before.standings[place].points for place in places]
    is_of_play = up_to == pad.game.stages[-1] and set(now.winners) != set(before.winners)
    winners = [str(name) for name in pad.result_up_to(up_to).winners] if is_of_play else []
    return [(seat, gained(number)) for seat, number in zip(pad.seats, points, strict=True) if number], winners
