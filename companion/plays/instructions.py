"""What the table does after a stage, and what of it is done."""

import hashlib
from itertools import pairwise

from django.db import transaction

from companion.language.short_names import short_names
from companion.language.texts import say
from companion.rules.kit import ICONS


def instructions(pad, table, stage) -> list[dict]:
    """What the table does now: its text, for whom, and whether it is done; one that a correction changes is not.

    Its chip has the seat's `name`, as short as above the sheet, and what stands `before` its `icons` (each with how
    many) and `after` them; `under` is what is said first of it and of those that follow with the same.
    """
    told = [] if is_after_the_last_round(pad, stage) else pad.game.instructions(table, stage.key)
    shorts = short_names([seat.player.name for seat in pad.seats])
    return [
        {
            "text": each.text,
            "seat": seat_of(pad, each),
            "name": "" if each.seat is None else shorts[each.seat],
            **chip(each),
            "under": each.under if each.under != (former and former.under) else None,
            "key": (key := key_of(stage.key, getattr(seat_of(pad, each), "pk", None), each.text)),
            "is_struck": key in pad.play.struck,
        }
        for former, each in pairwise([None, *told])
    ]


def is_after_the_last_round(pad, stage) -> bool:
    """Whether no further round follows: then nobody deals one."""
    return pad.game.rounds is not None and pad.play.rounds_over and stage == pad.game.stages[-1]


def seat_of(pad, instruction):
    return None if instruction.seat is None else pad.seats[instruction.seat]


def key_of(stage, seat, text) -> str:
    """The key of what an instruction of a stage, by its key, says to a seat, by its number, or to all (None)."""
    return hashlib.blake2s(f"{stage}|{seat}|{text}".encode(), digest_size=6).hexdigest()


def chip(instruction) -> dict:
    """What a chip says of an instruction: all of it, where it has no shorter words and nothing to be drawn."""
    short = instruction.short or ("" if instruction.things else instruction.text)
    before, _, after = say(short).partition(ICONS)
    icons = [(thing.icon, number) for thing, number in instruction.things]
    words = [part for part in (before.strip(), after.strip()) if part]
    return {"before": before.strip(), "icons": icons, "after": after.strip(), "seen": " ".join(words)}


@transaction.atomic
def strike(play, key, is_done):
    """Note on all phones that the table has done what the instruction of this key says, or has not yet."""
    struck = [each for each in play.struck if each != key] + [key] * is_done
    if struck != play.struck:
        play.touch(struck=struck)
