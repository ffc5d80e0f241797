"""What the pages show of a closed stage and of a play that is over."""

from uuid import uuid4

from django.utils import timezone

from companion.access.identity import known_person
from companion.access.permissions import MEMBER, visible_plays
from companion.cards.outcomes import differs, outcomes, stored_outcomes
from companion.cards.results import near_misses, open_tie, ranking, rows, stored_ranking, tie_figures
from companion.history.plays import best_results
from companion.models import Play

from .saved import all_waiting
from .table import live_url


def result_context(play, pad, stage) -> dict:
    """The result of a stage: the ranking after it, what the table does now, and each row with its reasons."""
    result = pad.result_up_to(stage)
    context = {
        "play": play,
        "game": play.rules,
        "stage": stage,
        "result": result,
        "is_closed": play.is_closed(stage),
        "live_url": live_url(play, page="result", stage=stage.key),
    }
    if result.is_blocked or stage not in pad.scored_stages:
        return context
    table = pad.table_up_to(stage)
    return {
        **context,
        "ranking": ranking(pad, result, stage),
        "open_tie": open_tie(pad) if stage == play.rules.stages[-1] else [],
        "instructions": [
            {"text": each.text, "seat": None if each.seat is None else pad.seats[each.seat]}
            for each in play.rules.instructions(table, stage.key)
        ],
        "rows": rows(pad, result, stage),
    }


def end_context(request, play, pad):
    """The podium of a finished play, or what a stopped one had come to."""
    result = pad.result
    context = {
        "play": play,
        "game": play.rules,
        "pad": pad,
        "result": result,
        "waiting": all_waiting(pad, known_person(request)),
        **next_play_context(request, play),
        "best": best_results(play) if play.rules.seats[-1] == 1 and play.role == MEMBER else [],
    }
    if play.is_finished and differs(now := outcomes(pad), stored_outcomes(pad)):
        context |= {"stored": stored_ranking(pad), "differs": bool(now)}
    if result.is_blocked:
        return context
    return {
        **context,
        "tie_figures": tie_figures(pad),
        "ranking": ranking(pad, result),
        "near_misses": near_misses(pad) if play.is_finished else [],
        "stages": [{"stage": stage, **result_context(play, pad, stage)} for stage in pad.scored_stages],
    }


def next_play_context(request, play) -> dict:
    """What the page of a play that is over says of the one after it, or begins it with."""
    return {
        "play": play,
        "next_play": next_play(request, play),
        "today": timezone.localdate(),
        "play_id": uuid4(),
        "live_url": live_url(play, page="end"),
    }


def next_play(request, play):
    """An open play of the same game and group that was started after this one, for the phones that go on to it."""
    # By number, because a clock may have been set back meanwhile.
    later = {"group": play.group, "game": play.game, "pk__gt": play.pk}
    plays_here = visible_plays(request).filter(**later, state=Play.State.OPEN, deleted_at__isnull=True)
    return plays_here.order_by("pk").first()
