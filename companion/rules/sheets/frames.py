"""Frames of bowling; a strike or spare also counts the balls that follow."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.rules.kit import Count, Holdings, Item, Points, Problem, Seat, Table, gettext, seats_in

from . import reasons
from .made import Made, label_of, only_with
from .types import Row, Rows

PINS = 10


def frames(row: Row, rows: Rows, number: int = 1) -> Made:
    """Build the row of a frame: its pins, plus the next ball after a spare, or the next two after a strike."""
    keys = keys_of(row, number)
    fields = [
        Count(
            key=key,
            label=gettext("%(row)s: ball %(number)s", row=label_of(row), number=ball),
            most=PINS,
            only_with=only_with(row),
        )
        for ball, key in enumerate(keys, 1)
    ]

    def score(seats: Sequence[Seat], table: Table) -> Sequence[Points]:
        return [of_seat(table["seats"][place]["stages"]) for place, _, _ in seats]

    def of_seat(stages: Mapping[str, Holdings]) -> Points:
        own, *later = (balls_in(stages.get(str(frame), {}), row, frame) for frame in range(number, row["frames"] + 1))
        # The last frame has its own extra balls.
        wanted = (2 if own[:1] == [PINS] else 1 if sum(own) == PINS else 0) if later else 0
        ahead = [ball for frame in later for ball in frame][:wanted]
        return sum(own) + sum(ahead), reasons.of_balls(tuple(own), tuple(ahead))

    text = gettext("pins; strike: + 2 balls, spare: + 1 ball")
    item = Item(row["key"], label_of(row), score, text, fields=tuple(keys), only_with=only_with(row))
    return Made(tuple(fields), item)


def keys_of(row: Row, number: int) -> list[str]:
    """Return the keys of a frame's balls: three in the last frame, two in others."""
    return [f"{row['key']}__{ball}" for ball in range(1, 4 if number == row["frames"] else 3)]


def balls_in(held: Holdings, row: Row, number: int) -> list[int]:
    """Return the balls rolled in a frame; after a strike there is no second one, except in the last frame.

    A ball without pins can be left blank if a later one has been entered.
    """
    keys = keys_of(row, number)
    rolled = max((ball for ball, key in enumerate(keys, 1) if key in held), default=0)
    balls = [held.get(key, 0) for key in keys[:rolled]]
    return balls[:1] if balls[:1] == [PINS] and number < row["frames"] else balls


def frames_problems(row: Row, table: Table, stage: str) -> Iterator[Problem]:
    """Yield a problem for impossible balls: more pins than are standing, or a ball that isn't allowed."""
    keys = keys_of(row, int(stage))
    for _, player, held in seats_in(table, stage):
        standing, has_extra = PINS, False
        for ball, key in enumerate(keys, 1):
            pins = held.get(key, 0)
            if pins > standing or (pins and ball == 3 and not has_extra):
                told: dict[str, Any] = {"player": player, "row": label_of(row), "ball": ball, "pins": pins}
                text = gettext("%(player)s, %(row)s: ball %(ball)s cannot knock down %(pins)s pins.", **told)
                yield Problem("too_many", text, seat=player, stage=stage, field=key, beside=tuple(keys))
                break
            standing -= pins
            if not standing and len(keys) == 3:
                standing, has_extra = PINS, True
