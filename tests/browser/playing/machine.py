"""Plays a seed: draws what people do, does it, checks, and prints how to replay what went wrong."""

import os
from random import Random

from .actions import WEIGHTS, rematch
from .table import Table, Wrong


def plan(seed, steps) -> list:
    """So many actions by name, the same for a seed each time, with a rematch at the end."""
    chance = Random(f"plan {seed}")
    return [*chance.choices(list(WEIGHTS), list(WEIGHTS.values()), k=steps), rematch]


def play(open_phone, port, *, game, seed, steps=10):
    """Play this game by a seed; each step has a lot of its own, so that any of them can be left out of a replay."""
    chosen = os.environ.get("PLAY_STEPS")
    wanted = {int(number) for number in chosen.split(",")} if chosen else None
    table = Table(open_phone, port, game)
    done = []
    try:
        for number, action in enumerate(plan(seed, steps)):
            if wanted is not None and number not in wanted:
                continue
            chance = Random(f"{seed} {game} {number}")
            phone = table.phones[chance.randrange(60) % len(table.phones)]
            done.append(number)
            table.say(f"[{number} {action.__name__}] phone {phone.number}:")
            action(table, phone, chance)
            if chance.random() < 0.6:
                table.settle(fresh=chance.random() < 0.5)
        table.settle(fresh=True)
    except Exception as error:
        what = f"PLAY_GAME={game} PLAY_SEED={seed} PLAY_STEPS={','.join(map(str, done))}"
        replay = f"{what} python -m pytest -n0 tests/browser/test_playing.py"
        kind = "" if isinstance(error, Wrong) else f"{type(error).__name__}: "
        raise Wrong(f"{kind}{error}\n\n" + "\n".join(table.log) + f"\n\nReplay: {replay}") from error
