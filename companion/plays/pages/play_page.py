"""What the pages of a play are made of; a page and its live fragment are made of the same."""

from django.urls import reverse
from django.utils.http import urlencode

from companion.core.memory_cache import once
from companion.core.placeholders import render_fragment
from companion.entry.merging import WAITING
from companion.models import Event
from companion.results.corrections import last_correction
from companion.results.score_grid import build_rows, find_unheld, lost_verdict, points_before, ranking
from companion.results.ties import open_tie

from .entry_rows import can_turn, order_of
from .save_answers import before_of, card_context, last_change_of, mark_of, undoable_cards, values_of

# Of more closed stages the page leads to the last one's result, and folds the others.
MOST_RESULTS = 4


def is_over(pad, stage) -> bool:
    """Whether a stage is counted no longer."""
    return not pad.play.is_open or pad.play.is_closed(stage)


def is_ahead(pad, stage) -> bool:
    """Whether an earlier stage is counted now, because it was opened again."""
    play, stages = pad.play, pad.play.game.stages
    if not play.is_open or stages.index(stage) <= play.closed_stages:
        return False
    # Or the phone that has closed it hasn't been able to send that yet.
    return play.events.filter(kind=Event.Kind.REOPEN, details__stage=stages[play.closed_stages].key).exists()


def is_left(pad, stage) -> bool:
    """Whether the page of a stage leads elsewhere."""
    return is_over(pad, stage) or is_ahead(pad, stage)


def has_waiting(pad) -> bool:
    """Whether something waits for a choice: each phone tells of it in its own way."""
    return any(row.fate in WAITING for row in pad.rows)


@once
def told_to_all(pad, stage, language) -> str:
    """What has changed of a stage and of its seats, as all phones of a table say it that speak a language."""
    context, before = card_context(pad, stage, swapped=True), points_before(pad, stage)
    for its in context["columns"]:
        card = its["card"]
        its["mark"] = mark_of(card, **values_of(pad, card), swapped=True)
        its["before"] = before_of(card.seat, before.get(card.seat.pk), swapped=True)
    context |= {
        "is_over": is_over(pad, stage),
        "is_ahead": is_ahead(pad, stage),
        "faults": faults(pad, stage),
        "order": order_of(pad, swapped=True) if can_turn(pad, stage) else "",
        "table": table(pad, stage, pad.play.revision, language),
        "under_sheet": under_sheet(pad, stage, language),
        "swapped": True,
    }
    return render_fragment("plays/_told.html", context)


def last_changes(pad, stage, person, *, swapped=False) -> dict:
    """What stands under the card of each seat, by the seat's number: its last change, where this person can undo it."""
    opened = undoable_cards(pad, pad.seats, stage, person)
    return {each["card"].seat.pk: last_change_of(pad, each, swapped=swapped) for each in opened}


def closed_stages(play) -> dict:
    """The closed stages, to whose results the page leads: all, or of many the last (`shown`) and the `earlier` ones."""
    closed = play.game.stages[: play.closed_stages]
    many = len(closed) > MOST_RESULTS
    return {"shown": closed[-1:] if many else closed, "earlier": closed[:-1] if many else []}


def place_in_queue(play, stage) -> int:
    """Where the cards of a stage come in what a phone sends, one place before the closing of this stage."""
    return 2 * play.game.stages.index(stage)


@once
def table(pad, stage, revision, _language) -> str:
    """How a stage stands, with where the phone asks whether anything has changed since a revision."""
    of_the_page = ({"over": 1} if revision and is_left(pad, stage) else {}) | ({"late": 1} if has_waiting(pad) else {})
    context = {
        "play": pad.play,
        "game": pad.game,
        "stage": stage,
        **standings(pad, stage),
        "live_url": live_url(pad.play, revision=revision, page="cards", stage=stage.key, **of_the_page),
    }
    return render_fragment("plays/_table.html", context)


def faults(pad, stage) -> list:
    """What cannot be right in a stage, and what keeps the others from being scored."""
    elsewhere = [problem for problem in pad.result.problems if problem.blocks and problem.stage != stage.key]
    return pad.impossible(stage) + elsewhere


@once
def under_sheet(pad, stage, _language):
    """What is odd in a stage that all have counted, and what nobody holds, which is the same on all phones.

    And what was corrected in the stages before since this one was opened.
    """
    is_open, is_scored = not is_over(pad, stage), stage in pad.scored_stages
    closed = pad.play.game.stages[: pad.play.closed_stages]
    context = {
        "play": pad.play,
        "correction": last_correction(pad, closed[-1]) if closed and is_open and stage == pad.play.stage else None,
        "nobody_holds": find_unheld(pad, stage) if len(pad.missing(stage)) < 2 and is_open else [],
        "warnings": [each for each in pad.result.problems if is_scored and not each.blocks and each.stage == stage.key],
    }
    return render_fragment("plays/_under_sheet.html", context)


def standings(pad, stage) -> dict:
    """How a stage stands, which is the same on all phones of the table."""
    found = {"lost": None if is_over(pad, stage) else lost_verdict(pad), "open_tie": open_tie(pad)}
    if pad.scored_stages and not pad.result.is_blocked:
        found["ranking"] = ranking(pad, pad.result, stage)
    if stage in pad.scored_stages:
        found["rows"] = build_rows(pad, pad.result, stage)
    return found


def live_url(play, **query) -> str:
    """Where the phone asks whether anything changed since this page."""
    return reverse("plays:live", args=[play.uuid]) + "?" + urlencode({"revision": play.revision} | query, doseq=True)
