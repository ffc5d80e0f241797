"""What changes a play after its stages were closed: corrections of a finished play, and saves that waited."""

from django.db import transaction

from companion.cards.merging import WAITING, Sent, changes_of
from companion.cards.outcomes import outcomes, store
from companion.cards.saving import save_holdings, settle
from companion.cards.scorepad import Scorepad
from companion.models import CardSave
from companion.refusal import Refusal
from companion.rules.kit import Problem

from companion.cards.crowns import settle_crown
from .lifecycle import lock, reopen, reopen_stage


@transaction.atomic
def score_again(play):
    """Store what a finished play that was corrected comes to now; an open one is scored when it is finished.

    Raises Refusal if something is impossible: the correction must not be stored then.
    """
    lock(play)
    if not play.is_finished:
        return
    settle_crown(play)
    pad = Scorepad(play)
    its_outcomes = outcomes(pad)
    if not its_outcomes:
        raise Refusal([problem for problem in pad.result.problems if problem.blocks])
    store(pad, its_outcomes)


def why_not_scored(play) -> list[Problem]:
    """Score a finished play again; return why that can't be done."""
    try:
        score_again(play)
    except Refusal as refusal:
        return refusal.problems
    return []


@transaction.atomic
def count_after_all(row, keys, *, base, person):
    """Let what waits in a row count in these fields, against revision `base` that was shown beside it; once.

    What came late reopens its stage, and a stopped play too; what clashed with another correction corrects, and so does
    all that comes to a finished play, which is scored again. Raises Refusal if that is impossible.
    """
    play, stage = row.seat.play, row.seat.play.game.stage(row.stage)
    lock(play)
    row.refresh_from_db(fields=["fate"])
    if row.fate not in WAITING:
        return
    is_correction = row.fate == CardSave.Fate.CLASH or play.is_finished
    if is_correction and not play.is_finished:
        reopen(play, person=person)
    elif not is_correction:
        reopen_stage(play, stage, person=person)
    settle(row)
    sent = Sent(
        entries={key: entry for key, entry in changes_of(row).items() if key in keys},
        base=base,
        save_id=f"kept {row.pk}",
        is_in=row.is_in,
        correcting=is_correction,
    )
    save_holdings(play, row.seat, stage, sent, person=person)
    score_again(play)
