"""What the table does after a stage, and what of it is done."""

import hashlib

from django.db import transaction


def instructions(pad, table, stage) -> list[dict]:
    """Return what the table does now: the text, for whom, its `icons` (each with how many, if told), and whether it is
    done. One that a correction changes is not done.
    """
    told = [] if is_after_the_last_round(pad, stage) else pad.game.instructions(table, stage.key)
    return [
        {
            "text": each.text,
            "seat": seat_of(pad, each),
            "icons": [(thing.icon, number) for thing, number in each.things],
            "key": (key := key_of(stage.key, getattr(seat_of(pad, each), "pk", None), each.text)),
            "is_struck": key in pad.play.struck,
        }
        for each in told
    ]


def is_after_the_last_round(pad, stage) -> bool:
    """Whether no further round follows: then nobody deals one."""
    return pad.game.rounds is not None and pad.play.rounds_over and stage == pad.game.stages[-1]


def seat_of(pad, instruction):
    return None if instruction.seat is None else pad.seats[instruction.seat]


def key_of(stage, seat, text) -> str:
    """The key of what an instruction of a stage, by its key, says to a seat, by its number, or to all (None)."""
    return hashlib.blake2s(f"{stage}|{seat}|{text}".encode(), digest_size=6).hexdigest()


@transaction.atomic
def strike(play, key, is_done):
    """Note on all phones that the table has done what the instruction of this key says, or has not yet."""
    struck = [each for each in play.struck if each != key] + [key] * is_done
    if struck != play.struck:
        play.touch(struck=struck)
