"""What the pages of a play are made of; a page and its live fragment are made of the same."""

from django.utils.http import urlencode
from django.utils.translation import get_language

from companion.cards.results import nobody_holds, open_tie, ranking, rows
from companion.server.compiled import fragment, url
from companion.server.kept import once

from .saved import card_context


def table_context(play, pad, stage, *, person) -> dict:
    """What everybody at the table sees of a stage while it is counted.

    `person` is who enters here, None while nobody has entered anything.
    """
    context = card_context(play, pad, stage, pad.seats, person)
    is_over = not play.is_open or play.is_closed(stage)
    of_the_page = {"over": 1} if is_over else {}
    return context | {
        "faults": context["faults"]
        + [problem for problem in pad.result.problems if problem.blocks and problem.stage != stage.key],
        "is_over": is_over,
        "standings": standings(pad, stage, get_language()),
        "live_url": live_url(play, page="cards", stage=stage.key, **of_the_page),
    }


@once
def standings(pad, stage, _language):
    """How a stage stands in words, which are the same on all phones of the table."""
    play, is_open = pad.play, pad.play.is_open and not pad.play.is_closed(stage)
    context = {
        "play": play,
        "stage": stage,
        "nobody_holds": nobody_holds(pad, stage) if len(pad.missing(stage)) < 2 and is_open else [],
        "lost": pad.lost if is_open else None,
        "open_tie": open_tie(pad),
    }
    if pad.scored_stages and not pad.result.is_blocked:
        context["ranking"] = ranking(pad, pad.result, stage)
    if stage in pad.scored_stages:
        context["rows"] = rows(pad, pad.result, stage)
        context["warnings"] = [each for each in pad.result.problems if not each.blocks and each.stage == stage.key]
    return fragment("plays/_standings.html", context)


def live_url(play, **query) -> str:
    """Where the phone asks whether anything changed since this page."""
    return url("live", play.uuid) + "?" + urlencode({"revision": play.revision} | query, doseq=True)
