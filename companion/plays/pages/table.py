"""What the pages of a play are made of; a page and its live fragment are made of the same."""

from django.utils.http import urlencode
from django.utils.translation import get_language

from companion.cards.merging import Fate
from companion.cards.results import nobody_holds, points_before, ranking, rows
from companion.cards.ties import open_tie
from companion.server.compiled import fragment, macros, url
from companion.server.kept import once

from .rows import can_turn
from .saved import card_context, undoable_cards, values_of


def is_over(pad, stage) -> bool:
    """Whether a stage is counted no longer."""
    return not pad.play.is_open or pad.play.is_closed(stage)


def has_late(pad) -> bool:
    """Whether something waits that came after its stage was closed: the phones of those who choose tell of it."""
    return any(row.fate == Fate.LATE for row in pad.rows)


@once
def told_to_all(pad, stage, language) -> str:
    """What has changed of a stage and of its seats, as all phones of a table say it that speak a language."""
    made, context = macros("cards/_parts.html"), card_context(pad, stage)
    context |= {"is_over": is_over(pad, stage), "faults": faults(pad, stage)}
    context["turns"] = can_turn(pad, stage)
    context["table"] = table(pad, stage, pad.play.revision, language)
    context["under_sheet"] = under_sheet(pad, stage, language)

    def of_seat(card):
        marked = made.mark({"card": card, **values_of(pad, card)}, swapped=True)
        about = context["how_far"], card.seat.player.name in context["faulty"], context["are_many"]
        state = made.state(card, *about, swapped=True)
        return marked + state + made.before(card.seat.pk, points_before(pad, stage), swapped=True)

    return fragment("plays/_told.html", context) + "".join(map(of_seat, pad.cards_of(stage)))


def pieces(pad, stage, language) -> dict:
    """What the page of a stage says of all its cards, for all phones that speak a language.

    These are what stands right `under_sheet`, the `table` after that, how many have `counted`, and what is wrong
    (`told`).
    """
    said, context = macros("cards/_parts.html"), card_context(pad, stage)
    return {
        "under_sheet": under_sheet(pad, stage, language),
        "table": table(pad, stage, pad.play.revision, language),
        "counted": said.counted(context["seats_in"], context["cards"], context["counting"]),
        "told": said.faults(faults(pad, stage), stage),
    }


def last_changes(pad, stage, person, *, swapped=False) -> dict:
    """What stands under the card of each seat, by the seat's number: its last change, where this person can undo it."""
    made, language = macros("cards/_parts.html"), get_language()
    return {
        each["card"].seat.pk: made.last_change(each, swapped=swapped)
        if each["undo"]
        else no_last_change(pad, each["card"], language, swapped)
        for each in undoable_cards(pad, pad.seats, stage, person)
    }


@once
def no_last_change(_pad, card, _language, swapped) -> str:
    return macros("cards/_parts.html").last_change({"card": card, "undo": None}, swapped=swapped)


def place_in_queue(play, stage) -> int:
    """Where the cards of a stage come in what a phone sends, one place before the closing of this stage."""
    return 2 * play.game.stages.index(stage)


@once
def table(pad, stage, revision, language) -> str:
    """How a stage stands, with where the phone asks whether anything has changed since a revision."""
    of_the_page = ({"over": 1} if is_over(pad, stage) else {}) | ({"late": 1} if has_late(pad) else {})
    context = {
        "play": pad.play,
        "standings": standings(pad, stage, language),
        "live_url": live_url(pad.play, revision=revision, page="cards", stage=stage.key, **of_the_page),
    }
    return fragment("plays/_table.html", context)


def faults(pad, stage) -> list:
    """What cannot be right in a stage, and what keeps the others from being scored."""
    elsewhere = [problem for problem in pad.result.problems if problem.blocks and problem.stage != stage.key]
    return pad.impossible(stage) + elsewhere


@once
def under_sheet(pad, stage, _language):
    """What is odd in a stage that all have counted, and what nobody holds, which is the same on all phones."""
    is_open, is_scored = not is_over(pad, stage), stage in pad.scored_stages
    context = {
        "nobody_holds": nobody_holds(pad, stage) if len(pad.missing(stage)) < 2 and is_open else [],
        "warnings": [each for each in pad.result.problems if is_scored and not each.blocks and each.stage == stage.key],
    }
    return fragment("plays/_under_sheet.html", context)


@once
def standings(pad, stage, _language):
    """How a stage stands in words, which are the same on all phones of the table."""
    is_open = not is_over(pad, stage)
    context = {
        "play": pad.play,
        "game": pad.game,
        "stage": stage,
        "lost": pad.lost if is_open else None,
        "open_tie": open_tie(pad),
    }
    if pad.scored_stages and not pad.result.is_blocked:
        context["ranking"] = ranking(pad, pad.result, stage)
    if stage in pad.scored_stages:
        context["rows"] = rows(pad, pad.result, stage)
    return fragment("plays/_standings.html", context)


def live_url(play, **query) -> str:
    """Where the phone asks whether anything changed since this page."""
    return url("live", play.uuid) + "?" + urlencode({"revision": play.revision} | query, doseq=True)
