"""What the table does after a stage, and what of it is done."""

import hashlib

from django.db import transaction


def instructions(pad, table, stage) -> list[dict]:
    """What the table does now: its text, for whom, and whether it is done; one that a correction changes is not."""
    found = []
    for each in pad.game.instructions(table, stage.key):
        seat = None if each.seat is None else pad.seats[each.seat]
        about = f"{stage.key}|{seat and seat.pk}|{each.text}"
        key = hashlib.blake2s(about.encode(), digest_size=6).hexdigest()
        found.append({"text": each.text, "seat": seat, "key": key, "is_struck": key in pad.play.struck})
    return found


@transaction.atomic
def strike(play, keys, is_done):
    """Note on all phones that the table has done what these instructions (by key) say, or has not yet."""
    struck = [key for key in play.struck if key not in keys] + (sorted(keys) if is_done else [])
    if struck != play.struck:
        play.touch(struck=struck)
