"""Totals that must not be passed: a seat that passes one falls back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.kit import Item, Number, Points, Seat, Stage, Table, gettext

from . import reasons
from .places import at

BACK = "back__"


def falling_back(stages: Sequence[Stage], rounds: Mapping[str, Any]) -> tuple[Stage, ...]:
    """Return the rounds, each with a row in which a seat falls back if it passes the total that ends the game."""
    return tuple(
        replace(stage, items=(*stage.items, back_row(stages[:number], rounds)))
        for number, stage in enumerate(stages, 1)
    )


def back_row(played: Sequence[Stage], rounds: Mapping[str, Any]) -> Item:
    """Return the row in which a seat falls back if it passes the total in the last of these rounds."""

    def score(seats: Sequence[Seat], table: Table) -> Sequence[Points]:
        most, back = at(rounds["total"], len(table["seats"])), rounds["back"]
        totals: list[Number] = [0] * len(table["seats"])
        for stage in played:
            totals = [back if total > most else total for total in totals]
            for scored in stage.score(table):
                totals[scored.seat] += scored.total
        return [
            (back - totals[place], reasons.fell_back(totals[place], most, back))
            if totals[place] > most
            else (0, reasons.not_past(totals[place], most))
            for place, _, _ in seats
        ]

    label = gettext("too many: back to %(back)s", back=rounds["back"])
    return Item(BACK, label, score, gettext("to exactly the target"), fields=tuple(played[-1].items[0].counted_from))
