"""What the pages of a play are made of; a page and its live fragment are made of the same."""

from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language

from companion.cards.results import nobody_holds, open_tie, ranking, rows, tie_figures
from companion.server.compiled import fragment
from companion.server.kept import once

from .saved import card_context


def table_context(play, pad, stage, *, person, seat=None, noted=()) -> dict:
    """What everybody at the table sees of a stage while it is counted.

    `seat` is the one whose card is open on this phone, `noted` are those for which it notes what comes up. `person`
    is who enters here, None while nobody has entered anything.
    """
    open_seats = [seat] if seat else noted
    open_here: dict[str, Any] = {"seat": seat.pk} if seat else {"noted": [each.pk for each in noted]}
    context = card_context(play, pad, stage, open_seats, person)
    is_over = not play.is_open or play.is_closed(stage)
    if is_over:
        open_here["over"] = 1
    language = get_language()
    return context | {
        "open_seat": seat,
        "folded": [(card.seat, folded(pad, card, language)) for card in context["cards"]],
        "others_faults": context["others_faults"]
        + [problem for problem in pad.result.problems if problem.blocks and problem.stage != stage.key],
        "is_over": is_over,
        "standings": standings(pad, stage, language),
        "live_url": live_url(play, page="cards", stage=stage.key, **open_here),
    }


@once
def folded(pad, card, _language):
    """A folded card in words: its seat, and what it holds; not where its fields are too many for a line."""
    fields = [] if card.stage.parts else pad.fields(card.stage)
    context = {"play": pad.play, "card": card, "amounts": [(field, card.shown(field)) for field in fields]}
    return fragment("plays/_folded.html", context)


@once
def standings(pad, stage, _language):
    """How a stage stands in words, which are the same on all phones of the table."""
    play, cards, is_open = pad.play, pad.cards_of(stage), pad.play.is_open and not pad.play.is_closed(stage)
    context = {
        "play": play,
        "stage": stage,
        "cards": cards,
        "paper_pad": paper_pad(pad, cards),
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


def paper_pad(pad, cards) -> list:
    """The cards as a table to read on a large screen: (field, what each seat holds); empty before the first entry."""
    if all(card.is_empty for card in cards):
        return []
    return [(field, [card.shown(field) for card in cards]) for field in pad.fields(cards[0].stage)]


def live_url(play, **query) -> str:
    """Where the phone asks whether anything changed since this page."""
    return reverse("live", args=[play.uuid]) + "?" + urlencode({"revision": play.revision, **query}, doseq=True)


def watch_context(play, pad) -> dict:
    """What a screen for everybody shows of a play: who has counted, the standings, and in the end who won."""
    stage = play.stage or play.rules.stages[-1]
    cards = [] if play.is_closed(stage) else pad.cards_of(stage)
    context = {
        "play": play,
        "game": play.rules,
        "stage": stage,
        "cards": cards,
        "seats": pad.seats,
        "seats_in": sum(card.is_in for card in cards),
        "live_url": live_url(play, page="watch"),
        "lost": pad.lost,
        "open_tie": open_tie(pad),
    }
    if pad.scored_stages and not pad.result.is_blocked:
        context |= {"result": pad.result, "ranking": ranking(pad, pad.result, pad.scored_stages[-1])}
        context["tie_figures"] = tie_figures(pad)
    return context
