"""What the last correction of a closed stage has changed, in counts and in points: for all phones of the table."""

from dataclasses import dataclass

from companion.language.texts import gained
from companion.models import Event
from companion.rules.kit import Refused
from companion.rules.scoring.checking import check
from companion.rules.scoring.result import result_of

from .changes import TOGETHER
from .descriptions import from_to


@dataclass(frozen=True)
class Correction:
    """The counts that were corrected together, in words by seat; (seat, points with their sign) where those moved."""

    counts: list[tuple[object, list[str]]]
    points: list[tuple[object, str]]


def last_correction(pad, stage) -> Correction | None:
    """What one person changed last, within a minute, on the cards of a stage since it was closed; None for nothing."""
    closing = pad.play.events.filter(kind=Event.Kind.CLOSE, details__stage=stage.key).last()
    newest = [(seat, pad.newest.get((seat.pk, stage.key))) for seat in pad.seats]
    since = [(seat, row) for seat, row in newest if closing and row and row.at > closing.at]
    if not since:
        return None
    last = max((row for _seat, row in since), key=lambda row: (row.at, row.pk))
    rows = [(seat, row) for seat, row in since if row.person_id == last.person_id and last.at - row.at < TOGETHER]
    counts = [(seat, texts) for seat, row in rows if (texts := texts_of(pad.fields(stage), row))]
    return Correction(counts, points_moved(pad, stage, rows)) if counts else None


def texts_of(fields, row) -> list[str]:
    """`water 4 → 3` for each of these fields that a row changed."""
    return [from_to(field, row.former(field.key), row.now(field.key)) for field in fields if field.key in row.changed]


def points_moved(pad, stage, rows) -> list[tuple[object, str]]:
    """Who has more or less by these rows than before them; nobody where what stood there before could not be scored."""
    keys = {field.key for field in pad.fields(stage)}
    play = pad.as_play(pad.stages_up_to(stage))
    for seat, row in rows:
        held = play["seats"][pad.seats.index(seat)]["stages"].get(stage.key, {})
        for key in keys & set(row.changed):
            if isinstance(was := row.former(key), Refused):
                return []
            if was is None:
                held.pop(key, None)
            else:
                held[key] = was
    before, now = result_of(pad.game, *check(pad.game, play)), pad.result_up_to(stage)
    if before.is_blocked or now.is_blocked:
        return []
    moved = [
        (seat, standing.points - former.points)
        for seat, standing, former in zip(pad.seats, now.standings, before.standings, strict=True)
    ]
    return [(seat, gained(points)) for seat, points in moved if points]
