"""Compare one and two app servers with one PostgreSQL, all on this machine."""

import asyncio
from itertools import repeat

from bench.hammer import CONNECTIONS, hammer
from bench.phone import Phone, live_address
from bench.site import settings_for, site
from bench.speed import at_tables, saves
from tests import postgresql


def kinds(port) -> dict:
    found = asyncio.run(at_tables(port, 4))
    return {
        "unchanged poll": [repeat(phone.request("GET", place)) for phone, _, place in found],
        "save": [saves([each]) for each in found],
    }


async def is_seen_by_the_other(ports) -> bool:
    """Whether a phone that asks one site hears of a save that the other has answered."""
    (phone, card, place), *_ = await at_tables(ports[0], 4)
    await phone.post(card, revision=1, save_id="one", water=2)
    other = Phone(ports[1], dict(phone.cookies))
    answer = await other.get(place)
    return answer.status == 200 and live_address(answer.text) != place


def measured(*, seconds, say) -> dict:
    """`{kind: (rate of one, rate of two)}` and whether both show the same play."""
    with postgresql.running() as server, site(**settings_for(server)) as one, site(**settings_for(server)) as two:
        found = {}
        for kind, lines in kinds(one.port).items():
            rates = []
            for ports in ([one.port] * CONNECTIONS, [one.port, two.port] * (CONNECTIONS // 2)):
                say(f"{kind}, {len(set(ports))} servers")
                hammer(ports, lines, seconds=1)
                rates.append(hammer(ports, lines, seconds=seconds)["rate"])
            found[kind] = rates
        seen = asyncio.run(is_seen_by_the_other([one.port, two.port]))
    return {"rates": found, "both show the same": seen}
