"""Measure cost and gain of each step from SQLite to several servers, all on this machine."""

import asyncio
import tempfile
import time
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path

from bench.hammer import CONNECTIONS, hammer
from bench.phone import Phone
from bench.site import memory_of, settings_for, site
from bench.speed import at_tables, saves
from deploy.cluster.parts import children_of
from tests import postgresql
from tests.pooler import a_pooler

# As deploy/cluster/pgbouncer.ini has it.
POOL = 20


def measured(*, seconds, say) -> dict:
    """`{step: what of_a_step gives}`: SQLite, PostgreSQL, that behind a pooler, and two app machines there."""
    with site(started=False) as its:
        found = {"SQLite": of_a_step([its], None, seconds=seconds, say=say)}
    with postgresql.running() as server, tempfile.TemporaryDirectory(prefix="caravan-pooler-") as folder:
        direct = postgresql.a_database(server.get_uri(), "caravan")
        its = settings_for(server) | {"DATABASE_URL": direct}
        with site(**its, started=False) as one:
            found["PostgreSQL"] = of_a_step([one], below(server), seconds=seconds, say=say)
        with a_pooler(direct, Path(folder), connections=POOL) as through:
            its["POOLER_URL"] = through
            for step, number in (("PostgreSQL behind PgBouncer", 1), ("two servers there", 2)):
                with ExitStack() as stack:
                    sites = [stack.enter_context(site(**its, started=False)) for _ in range(number)]
                    found[step] = of_a_step(sites, below(server), seconds=seconds, say=say)
    return found


def below(server):
    """What gives the processes of a PostgreSQL as they are then."""
    return lambda: [server.get_pid(), *children_of(server.get_pid())]


def of_a_step(sites, processes, *, seconds, say) -> dict:
    """What sites that share a database take and save; `processes` gives those of the database, where it has some.

    `start` is until the first page, in seconds. Memory is in bytes: of each process of a site, as `Site.processes` has
    them, of all sites, and of the database. `processor` is that of all sites for a save, in seconds.
    """
    say("starting")
    began = time.perf_counter()
    sites[0].start()
    asyncio.run(Phone(sites[0].port).get("/"))
    start = time.perf_counter() - began
    for another in sites[1:]:
        another.start()
    say("saving")
    ports = list(islice(cycle(each.port for each in sites), CONNECTIONS))
    lines = [saves([each]) for each in asyncio.run(at_tables(sites[0].port, 4))]
    hammer(ports, lines, seconds=1)
    before = sum(each.processor_time() for each in sites)
    answered = hammer(ports, lines, seconds=seconds)
    processor = sum(each.processor_time() for each in sites) - before
    return {
        "start": start,
        "each": [memory_of([pid]) for pid in sites[0].processes()],
        "memory": sum(each.memory() for each in sites),
        "database": memory_of(processes()) if processes else 0,
        "processor": processor / answered["requests"],
        **{name: answered[name] for name in ("rate", "median", "p95", "statuses")},
    }
