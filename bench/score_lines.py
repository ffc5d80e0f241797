"""Measure how many plays per second of CPU time `manage.py score --lines` scores: `make bench`.

The plays are random but valid, of all games in turn, and the same in every run.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from companion.rules import GAMES  # noqa: E402
from companion.rules.scoring.random_plays import random_play  # noqa: E402

PLAYS = 10_000
# Figures are medians of so many runs.
TIMES = 3
# What is asked of it, without reasons at the least: so many plays a second.
TARGET = 10_000
WAYS = {
    "en": ["--language", "en"],
    "de": ["--language", "de"],
    "ja": ["--language", "ja"],
    "without reasons": ["--no-reasons"],
}
NAMES = ["Anna", "Ben", "Chris", "Dora", "Emil", "Maximilian", "絵美", "Gül"]


def any_play(game, chance):
    """A play of this game with any number of seats and any options, in which every stage is counted."""
    players = chance.sample(NAMES, chance.choice(game.seats))
    options = {option.key: drawn_option(option, chance) for option in game.options}
    return random_play(game, chance, players, options=options)


def drawn_option(option, chance):
    if option.choices:
        return chance.choice(option.choices).value
    return chance.randint(option.low, option.high)


def seconds_to_score(path, way):
    """The processor time of the whole command, from its start to its end: the clock follows what else is done there."""
    core = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    command = [sys.executable, ROOT / "manage.py", "score", "--lines", *WAYS[way], path]
    before = processor_time()
    subprocess.run(
        command,
        check=True,
        stdout=subprocess.DEVNULL,
        preexec_fn=None if core is None else lambda: os.sched_setaffinity(0, {core}),
    )
    return processor_time() - before


def processor_time() -> float:
    """The seconds that commands have taken of the processor so far, those of the kernel for them among it."""
    taken = os.times()
    return taken.children_user + taken.children_system


def processor():
    """What the machine calls its processor."""
    names = [line for line in cpuinfo() if line.startswith("model name")]
    return names[0].partition(":")[2].strip() if names else platform.processor() or platform.machine()


def cpuinfo():
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def measured(*, number=PLAYS, times=TIMES, ways=WAYS):
    """(way, seconds to start, seconds to start and to score so many plays) for each way to ask, as it is known."""
    chance, games = Random(2026), list(GAMES.values())
    plays = [any_play(games[at % len(games)], chance) for at in range(number)]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(json.dumps(play, ensure_ascii=False) + "\n" for play in plays)
        file.flush()
        for way in ways:
            start = median(seconds_to_score(os.devnull, way) for _ in range(times))
            yield way, start, median(seconds_to_score(file.name, way) for _ in range(times))


def main():
    print(f"{processor()}, Python {platform.python_version()}, one process on one core")
    for way, start, whole in measured():
        print(
            f"{way}: {PLAYS:,} plays of {len(GAMES)} games in {whole - start:.2f} s, "
            f"{PLAYS / (whole - start):,.0f} per second (target: {TARGET:,}). "
            f"Including {start:.2f} s to start Python and Django: {PLAYS / whole:,.0f} per second.",
            flush=True,
        )


if __name__ == "__main__":
    main()
