"""Plays a seed: draws what people do, does it, checks, and prints how to replay what went wrong."""

import os
import traceback
from dataclasses import dataclass
from random import Random

from .actions import LAST, WEIGHTS
from .table import Table, Wrong

# So many steps a seed has before its rematch.
LENGTH = 10


def plan(seed) -> list:
    """What is done in each step of a seed, the same each time; the last one is a rematch."""
    chance = Random(f"plan {seed}")
    return [*chance.choices(list(WEIGHTS), list(WEIGHTS.values()), k=LENGTH), LAST]


def play(open_phone, port, *, game, seed, steps=LENGTH):
    """Play the first steps of a seed and its rematch, or those that PLAY_STEPS names, and print how to replay a fault.

    With PLAY_SHRINK=1 the steps without which it goes wrong all the same are left out first.
    """
    chosen = os.environ.get("PLAY_STEPS")
    wanted = [int(number) for number in chosen.split(",")] if chosen else [*range(steps), LENGTH]
    fault = played(open_phone, port, game, seed, wanted)
    if fault and os.environ.get("PLAY_SHRINK") == "1":
        fault = shortest(fault, lambda fewer: played(open_phone, port, game, seed, fewer))
    if fault:
        raise Wrong(fault.told)


@dataclass
class Fault:
    """What went wrong after which steps, and in words how it came to that."""

    steps: list
    told: str


def played(open_phone, port, game, seed, wanted) -> Fault | None:
    """Play these steps of a seed. Each has a lot of its own, so that any of them can be left out."""
    actions, done = plan(seed), []
    table = Table(open_phone, port, game, is_trusted=seed % 2 == 1)
    try:
        for number in wanted:
            action, chance = actions[number], Random(f"{seed} {game} {number}")
            phone = table.phones[chance.randrange(60) % len(table.phones)]
            done.append(number)
            table.say(f"[{number} {action.__name__}] phone {phone.number}:")
            action(table, phone, chance)
            if chance.random() < 0.6:
                table.settle(fresh=chance.random() < 0.5)
        table.settle(fresh=True)
    except Exception as error:
        for phone in table.phones:
            table.say(f"phone {phone.number} shows {phone.screen.shown()}")
        surroundings = f"PLAY_GAME={game} PLAY_SEED={seed} PLAY_STEPS={','.join(map(str, done))}"
        replay = f"{surroundings} .venv/bin/python -m pytest -n0 tests/browser/test_playing.py"
        what = error if isinstance(error, Wrong) else traceback.format_exc()
        return Fault(done, "\n".join([f"{what}", "", *table.log, "", f"Replay: {replay}"]))
    finally:
        table.close()
    return None


def shortest(fault, replayed) -> Fault:
    """Leave out one step after the other, as long as something goes wrong without it, too."""
    for number in fault.steps[:-1]:
        fault = replayed([step for step in fault.steps if step != number]) or fault
    return fault
