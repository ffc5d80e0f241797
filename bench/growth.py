"""Measure how much longer home, lists and a play take in a large group than in a small one.

Both databases are SQLite files with demo groups. The large one has several copies of its group, with interleaved rows.
Pages of both are opened in turn, so that other load affects both. The full sizes take 6 GB and at least 20 minutes.
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import quantiles

ROOT = Path(__file__).resolve().parent.parent
TIMES, WARM_UP = 200, 5
TARGET_TIMES = 1.3


def measured(*, small, large, copies, times, say) -> dict:
    """For each page what `compared` gives; `small` and `large` are numbers of plays."""
    with tempfile.TemporaryDirectory(prefix="caravan-") as folder:
        folders = Path(folder) / "small", Path(folder) / "large"
        say(f"creating a group of {small:,} plays")
        build(folders[0], plays=small)
        say(f"creating {copies} groups of {large:,} plays")
        build(folders[1], plays=large, copies=copies)
        say("opening pages")
        return {page: compared(*both) for page, both in visits(*folders, times=times).items()}


def manage(folder, *arguments):
    """Run a command of manage.py with this folder as its data."""
    surroundings = {**os.environ, "CARAVAN_DATA": str(folder), "HTTPS": "0"}
    subprocess.run([sys.executable, ROOT / "manage.py", *arguments], env=surroundings, check=True, capture_output=True)


def build(folder, *, plays, copies=1):
    """A database with a demo group of so many plays, and so many copies of all of it in one."""
    seed = folder / "seed" if copies > 1 else folder
    manage(seed, "prepare")
    manage(seed, "demo", "--plays", str(plays))
    if copies > 1:
        manage(folder, "prepare")
        multiply(seed / "caravan.sqlite3", folder / "caravan.sqlite3", copies)
        (seed / "caravan.sqlite3").unlink()


def multiply(seed, target, copies):
    """Fill a database with copies of what another has, the rows of all copies lying between each other."""
    connection = sqlite3.connect(target, isolation_level=None)
    connection.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF;")
    connection.execute("ATTACH ? AS seed", [str(seed)])
    connection.execute("CREATE TEMP TABLE copy (its INTEGER PRIMARY KEY)")
    connection.executemany("INSERT INTO copy VALUES (?)", [(number,) for number in range(copies)])
    made_of = "FROM sqlite_master WHERE tbl_name LIKE 'companion\\_%' ESCAPE '\\' AND type = ?"
    indexes = connection.execute(f"SELECT name, sql {made_of} AND sql IS NOT NULL", ["index"]).fetchall()
    for name, _ in indexes:
        connection.execute(f'DROP INDEX "{name}"')
    for (table,) in connection.execute(f"SELECT name {made_of}", ["table"]).fetchall():
        values = ", ".join(copied(connection, table, copies))
        rows = f'seed."{table}" AS seeds, copy ORDER BY seeds.rowid, its'
        connection.execute(f'INSERT INTO main."{table}" SELECT {values} FROM {rows}')
    for _, sql in indexes:
        connection.execute(sql)
    connection.close()


def copied(connection, table, copies):
    """What each column of a table is in a copy: ids of its own, and anew what there is only once."""
    ids = {"id", *(row[3] for row in connection.execute(f'PRAGMA foreign_key_list("{table}")'))}
    for _, column, kind, *_ in connection.execute(f'PRAGMA table_info("{table}")').fetchall():
        if column in ids:
            yield f'"{column}" * {copies} + its'
        elif column in only_once(connection, table):
            length = 16 if "char(32)" in kind.lower() else 24
            yield f'CASE WHEN "{column}" IS NOT NULL THEN lower(hex(randomblob({length}))) END'
        else:
            yield f'"{column}"'


def only_once(connection, table):
    """The columns of which no two rows have the same."""
    for _, index, is_unique, *_ in connection.execute(f'PRAGMA index_list("{table}")').fetchall():
        columns = [row[2] for row in connection.execute(f'PRAGMA index_info("{index}")')]
        if is_unique and len(columns) == 1:
            yield from columns


class Site:
    """A database's pages, answered by a process of its own."""

    def __init__(self, folder):
        settings = {"CARAVAN_DATA": str(folder), "HTTPS": "0", "DJANGO_SETTINGS_MODULE": "companion.settings"}
        self.process = subprocess.Popen(
            [sys.executable, __file__],
            env={**os.environ, **settings},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.pages = json.loads(self.process.stdout.readline())

    def ask(self, page) -> dict:
        """One visit of a page: its seconds by the clock, those the processor took, and its queries."""
        print(page, file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def answer():
    """Name the pages, and ask for each that is named on a line, as the owner of the group in the middle."""
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    from django.test import Client

    from companion.core.garbage_collection import collect_seldom
    from companion.models import Group

    groups = Group.objects.order_by("pk")
    group = groups[groups.count() // 2]
    phone = Client(headers={"host": "localhost"})
    phone.force_login(group.members.get().person)
    addresses = {page: cycle(those) for page, those in pages(group).items()}
    collect_seldom()
    print(json.dumps(list(addresses)), flush=True)
    for line in sys.stdin:
        print(json.dumps(visit(phone, next(addresses[line.strip()]))), flush=True)


def visit(phone, address) -> dict:
    """What it took to ask for an address."""
    from django.db import connection

    queries = []

    def counted(execute, *query):
        queries.append(query)
        return execute(*query)

    with connection.execute_wrapper(counted):
        clock, processor = time.perf_counter(), time.process_time()
        status = phone.get(address).status_code
        took = {"clock": time.perf_counter() - clock, "processor": time.process_time() - processor}
    assert status == 200, (address, status)
    return {**took, "queries": len(queries)}


def pages(group) -> dict:
    """The addresses of each page that is measured."""
    plays = group.plays.filter(state="finished").order_by("played_on", "pk")
    everything = list(plays.values_list("uuid", "played_on", "pk", "game_slug"))
    _, day, pk, game = everything[len(everything) // 2]
    player = group.players.first().pk
    nobody = group.players.get_or_create(name="Zoe")[0].pk
    history = f"/groups/{group.uuid}/plays"
    some = Random(1).choices(everything, k=TIMES)
    return {
        "home": ["/"],
        "group": [f"/groups/{group.uuid}/"],
        "all plays": [history],
        "all plays, from the middle on": [f"{history}?after={day}.{pk}"],
        "of a game": [f"{history}?game={game}"],
        "of a player": [f"{history}?player={player}"],
        "won by a player": [f"{history}?winner={player}"],
        "of a player who never played": [f"{history}?player={nobody}"],
        "until a day": [f"{history}?until={day}"],
        "with a word": [f"{history}?words=candlelight"],
        "with a word that is nowhere": [f"{history}?words=nowhere"],
        "of a game, won by a player": [f"{history}?game={game}&winner={player}"],
        "a play": [f"/plays/{uuid}/" for uuid, *_ in some],
        "a play's change history": [f"/plays/{uuid}/trail" for uuid, *_ in some],
    }


def visits(small, large, *, times) -> dict:
    """What each page took in both, asked in turn: `{page: ([…], […])}`."""
    sites = Site(small), Site(large)
    found = {page: ([], []) for page in sites[0].pages}
    for number in range(WARM_UP + times):
        for page, both in found.items():
            for site, its_visits in zip(sites, both, strict=True):
                its_visits += [site.ask(page)][number < WARM_UP :]
    for site in sites:
        site.close()
    return found


def compared(small, large) -> dict:
    """The median and the 95th percentile of both in seconds; how many times as long 95 of 100 visits of the large take.

    By the clock, and by the processor, which sees neither the disk nor what else the machine does.
    """
    clock, processor = ([percentiles(each, by) for each in (small, large)] for by in ("clock", "processor"))
    return {
        "small": clock[0],
        "large": clock[1],
        "times": clock[1][1] / clock[0][1],
        "times by the processor": processor[1][1] / processor[0][1],
        "most queries": max(visit["queries"] for visit in [*small, *large]),
    }


def percentiles(its_visits, by):
    """The median and the 95th percentile."""
    parts = quantiles([each[by] for each in its_visits], n=20)
    return parts[9], parts[18]


if __name__ == "__main__":
    answer()
