"""How long the pages of statistics take for a group of 5,000 plays, from the request to the whole page, and how long
it takes to tell how close a win was: `make bench`.

In one process with Django's test client: what network and server add is the same for every page. Beside the clock,
which follows what else the machine does, stands the time of the processor. The plays are random but possible, the same
in every run, and lie in a database of their own that goes afterwards.
"""

import argparse
import datetime
import os
import platform
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.score_lines import NAMES, any_play, processor  # noqa: E402
from companion.core.garbage_collection import collect_seldom  # noqa: E402
from companion.rules import GAMES  # noqa: E402
from companion.rules.scoring.near_misses import margins  # noqa: E402
from companion.rules.scoring.result import score_play  # noqa: E402

PLAYS = 5_000
REQUESTS = 60
FIRST_DAY = datetime.date(2016, 1, 1)
AT_ONCE = 500
# No page takes longer than so many seconds of the processor, 95 times of 100.
TARGET = 0.2


def fill(number, *, days=3_650):
    """A group that has finished so many plays of all games in turn, within so many days."""
    from companion.models import Group, Member, Person, Play, Player, Seat

    chance, games = Random(2026), list(GAMES.values())
    group = Group.objects.create(name=f"{number} plays")
    Member.objects.create(group=group, person=Person.objects.create_visitor())
    players = [Player.objects.create(group=group, name=name) for name in NAMES]
    for begin in range(0, number, AT_ONCE):
        plays, results = [], []
        for at in range(begin, min(begin + AT_ONCE, number)):
            game = games[at % len(games)]
            result = score_play(any_play(game, chance), GAMES)
            day = FIRST_DAY + datetime.timedelta(days=at * days // number)
            plays.append(Play(group=group, game_slug=game.slug, played_on=day, state=Play.State.FINISHED))
            results.append(result)
        Play.objects.bulk_create(plays)
        Seat.objects.bulk_create(
            [
                seat
                for play, result in zip(plays, results, strict=True)
                for seat in seats_of(result, play, chance.sample(players, len(result.players)))
            ]
        )
    return group


def seats_of(result, play, players):
    """The seats of a finished play, with what finishing writes to them."""
    from companion.models import Seat
    from companion.results.outcomes import outcomes_of

    for position, (player, outcome) in enumerate(zip(players, outcomes_of(result), strict=True)):
        yield Seat(play=play, player=player, position=position, **outcome._asdict())


def pages_of(group):
    """The pages of statistics: (name, addresses) of each kind."""
    from django.urls import reverse

    players = list(group.players.values_list("pk", flat=True))
    yield "the group's page", [reverse("groups:group", args=[group.uuid])]
    yield (
        "its history",
        [reverse("history:history", args=[group.uuid]) + query for query in ("", f"?player={players[0]}")],
    )
    yield "its people", [reverse("groups:players", args=[group.uuid])]
    yield "its games", [reverse("history:games", args=[group.uuid])]
    yield (
        "two players",
        [reverse("history:pair", args=[group.uuid, *players[at : at + 2]]) for at in range(len(players) - 1)],
    )
    yield "a year", [reverse("history:year", args=[group.uuid, year]) for year in range(2016, 2026)]
    yield "a player's page", [reverse("history:player", args=[group.uuid, player]) for player in players]
    yield "a game's page", [reverse("history:group_game", args=[group.uuid, game]) for game in GAMES]
    yield "what shall we play tonight", [reverse("history:tonight", args=[group.uuid]) + "?players=3&minutes=60"]


def seconds_of(client, address):
    """How long a page takes by the clock, and by the processor."""
    started, begun = time.perf_counter(), time.process_time()
    answer = client.get(address)
    seconds = time.perf_counter() - started, time.process_time() - begun
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code}")
    return seconds


def measured(group, *, requests):
    """(kind of page, seconds of its first request, the others' by the clock, and by the processor, in order)."""
    from django.test import Client

    client = Client()
    client.force_login(group.members.get().person)
    collect_seldom()
    for name, addresses in pages_of(group):
        group.ladders.all().delete()
        first, *others = (seconds_of(client, addresses[at % len(addresses)]) for at in range(requests))
        by_clock, by_processor = zip(*others, strict=True)
        yield name, first[0], sorted(by_clock), sorted(by_processor)


def margins_measured(game, *, plays):
    """The seconds, in order, that it takes to tell how close random plays with most seats were."""
    chance, seconds = Random(2026), []
    while len(seconds) < plays:
        play = any_play(game, chance)
        if len(play["seats"]) == game.seats[-1]:
            started = time.perf_counter()
            margins(game, play)
            seconds.append(time.perf_counter() - started)
    return sorted(seconds)


def told(seconds):
    """Median and 95th percentile of seconds in order, in words."""
    return f"median {median(seconds) * 1000:.0f} ms, 95th percentile {seconds[int(len(seconds) * 0.95)] * 1000:.0f} ms"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--plays", type=int, default=PLAYS, help="number of plays in the group")
    plays = parser.parse_args().plays
    with tempfile.TemporaryDirectory(prefix="caravan-bench-") as data:
        os.environ.update(CARAVAN_DATA=data, HTTPS="0", ALLOWED_HOSTS="testserver")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("prepare")
        print(f"{processor()}, Python {platform.python_version()}, a group of {plays:,} plays")
        for name, first, by_clock, by_processor in measured(fill(plays), requests=REQUESTS):
            print(
                f"{name}: {told(by_clock)}; CPU {told(by_processor)} "
                f"(target {TARGET * 1000:.0f} ms); first request {first * 1000:.0f} ms",
                flush=True,
            )
    for game in GAMES.values():
        print(f"margin of a win, {game.title}, {game.seats[-1]} seats: {told(margins_measured(game, plays=REQUESTS))}")


if __name__ == "__main__":
    main()
