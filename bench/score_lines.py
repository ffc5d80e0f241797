"""How many plays a second `manage.py score --lines` scores, in one process on one core: `make bench`.

The plays are random but possible, of all games in turn, and the same in every run.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from companion.rules import GAMES  # noqa: E402
from companion.rules.scoring import score_play  # noqa: E402

PLAYS = 10_000
# Figures are medians of so many runs.
TIMES = 3
LANGUAGES = ("en", "de", "ja")
NAMES = ["Anna", "Ben", "Chris", "Dora", "Emil", "Maximilian", "絵美", "Gül"]


def random_play(game, chance):
    """A play of this game in which every stage is counted and nothing is impossible."""
    most = 999
    while True:
        play = drawn_play(game, chance, most=most)
        if not score_play(play, GAMES).is_blocked:
            return play
        # What a game forbids beyond its fields is rarer where everybody holds less.
        most = max(1, most // 2)


def drawn_play(game, chance, *, most):
    """A play with any number of seats, any options, and counts of up to `most`, within what the box holds."""
    players = chance.sample(NAMES, chance.choice(game.seats))
    options = {option.key: drawn_option(option, chance) for option in game.options}
    seats = [{"player": player, "stages": {stage.key: {} for stage in game.stages}} for player in players]
    for stage in game.stages:
        for field in stage.fields_with(game.options_with(options)):
            for seat, value in zip(seats, DRAWN[field.kind](field, len(seats), chance, most), strict=True):
                seat["stages"][stage.key][field.key] = value
    return {"game": game.slug, "options": options, "seats": seats}


def drawn_option(option, chance):
    if option.choices:
        return chance.choice(option.choices).value
    return chance.randint(option.low, option.high)


def drawn_counts(count, seats, chance, most):
    shares = []
    left = 20 * seats if count.supply is None else count.supply_for(seats)
    for seat in range(seats):
        # On average everybody holds the same.
        shares.append(chance.randint(0, min(left, most, 2 * left // (seats - seat))))
        left -= shares[-1]
    return chance.sample(shares, seats)


def drawn_tallies(tally, seats, chance, most):
    return [chance.choices(tally.values, k=chance.randint(0, min(4, most))) for _ in range(seats)]


def drawn_picks(picks, seats, chance, most):
    held = [[] for _ in range(seats)]
    for thing in chance.sample(picks.things, min(len(picks.things) // 2, most)):
        chance.choice(held).append(thing.key)
    return held


def drawn_rows(rows, seats, chance, most):
    deck = [symbol.key for symbol in rows.symbols for _ in range(symbol.supply)]
    chance.shuffle(deck)
    return [
        [
            [
                {"symbol": deck.pop(), "points": chance.choice(rows.points)}
                for _ in range(chance.randint(0, rows.row_length))
            ]
            for _ in range(rows.most_rows)
        ]
        for _ in range(seats)
    ]


def drawn_answers(field, seats, chance, most):
    return [chance.choice(field.choices).value for _ in range(seats)]


DRAWN = {
    "count": drawn_counts,
    "tally": drawn_tallies,
    "picks": drawn_picks,
    "rows": drawn_rows,
    "one_of": drawn_answers,
}


def seconds_to_score(path, language):
    """The time by the clock of the whole command, from its start to its end."""
    core = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    command = [sys.executable, ROOT / "manage.py", "score", "--lines", "--language", language, path]
    started = time.perf_counter()
    subprocess.run(
        command,
        check=True,
        stdout=subprocess.DEVNULL,
        preexec_fn=None if core is None else lambda: os.sched_setaffinity(0, {core}),
    )
    return time.perf_counter() - started


def processor():
    """What the machine calls its processor."""
    names = [line for line in cpuinfo() if line.startswith("model name")]
    return names[0].partition(":")[2].strip() if names else platform.processor() or platform.machine()


def cpuinfo():
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def main():
    chance = Random(2026)
    games = list(GAMES.values())
    plays = [random_play(games[number % len(games)], chance) for number in range(PLAYS)]
    print(f"{processor()}, Python {platform.python_version()}, one process on one core")
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(json.dumps(play, ensure_ascii=False) + "\n" for play in plays)
        file.flush()
        for language in LANGUAGES:
            start = median(seconds_to_score(os.devnull, language) for _ in range(TIMES))
            whole = median(seconds_to_score(file.name, language) for _ in range(TIMES))
            print(
                f"{language}: {PLAYS:,} plays of {len(games)} games in {whole - start:.2f} s: "
                f"{PLAYS / (whole - start):,.0f} a second; with {start:.2f} s for Python and Django to start "
                f"{PLAYS / whole:,.0f} a second",
                flush=True,
            )


if __name__ == "__main__":
    main()
