"""Corrections that go back from the change history together, because one alone would be wrong."""

from copy import copy
from dataclasses import replace

from companion.models import CardSave
from companion.rules.sheets.making import WINNER

from .changes import Change, changed_together
from .scorepad import Scorepad


def goes_back_with(pad: Scorepad, change: Change, found: list[Change]) -> list[Change]:
    """Return what goes back together with a change of a closed stage, of all changes that were `found` of its play.

    Who has won was said of all in one correction, so that goes back together. The rest of a correction does if
    something can't be right without it.
    """
    here = {(seat.pk, change.last.stage) for seat in pad.seats}
    others = changed_together(change, [each for each in found if (each.last.seat_id, each.last.stage) in here])
    if not others:
        return []
    crowns = [only_crown(each) for each in others if WINNER in each.keys] if WINNER in change.keys else []
    return others if is_impossible(pad, [change, *crowns]) else crowns


def only_crown(change) -> Change:
    """Return the part of a change that says who has won."""
    parts = {"before": {WINNER: change.before[WINNER]}, "after": {WINNER: change.after[WINNER]}}
    return replace(change, **parts)


def is_impossible(pad, changes) -> bool:
    """Return whether something can't be right in a closed stage once these changes of it went back."""
    stage = pad.play.game.stage(changes[0].last.stage)
    without = copy(pad)
    without.cards, without.known = dict(pad.cards), {}
    for change in changes:
        card = pad.cards.get((change.last.seat_id, stage.key))
        if card is None:
            continue
        newest = pad.newest.get(card.key)
        back = {key: change.before[key] for key in change.lasting_keys(newest.revision if newest else 0)}
        back.pop(CardSave.IN, None)
        entries = {key: entry for key, entry in (card.entries | back).items() if entry is not None}
        is_in = card.is_in and card.entries.keys() <= entries.keys()
        without.cards[card.key] = replace(card, entries=entries, is_in=is_in)
    keys = {key for change in changes for key in change.keys}
    return any(each.field in keys for each in without.impossible(stage)) or (
        pad.play.is_finished and without.result.is_blocked
    )
