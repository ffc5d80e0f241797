"""Measure CPU time per request and requests per second: score entry page, save, changed poll and unchanged poll.

A bare Django view, served the same way, is the baseline.
"""

import asyncio
from itertools import count, repeat
from statistics import median

from bench.hammer import CONNECTIONS, hammer
from bench.phone import Phone, live_address, revision_of, sit_down
from bench.site import site

# What the bare view takes of the processor as a share of what each takes, at least. Requests a second move with the
# machine, this does not.
TARGETS = {"entry page": 0.12, "save": 0.07, "changed poll": 0.13, "unchanged poll": 0.35}
SEATS, WARM_UP = 4, 1


def saves(its_cards):
    """Saves without end of some cards in turn, each of which changes its card: `[(phone, card, _)]`."""
    for revision in count(1):
        for phone, card, _ in its_cards:
            body = f"revision={revision}&save_id={revision}&water={1 + revision % 2}".encode()
            yield phone.request("POST", card, body)


async def at_tables(port, seats, *, phones=CONNECTIONS):
    """So many phones with their cards and where they ask for news: (phone, card, place)."""
    found = []
    while len(found) < phones:
        seated = await sit_down(port, seats)
        pages = [await phone.get(f"{seated.play}/") for phone in seated.phones]
        found += zip(seated.phones, seated.cards, [live_address(page.text) for page in pages], strict=True)
    return found[:phones]


def from_before(place):
    """Where a phone asks that has not heard of the last change yet."""
    return place.replace(f"revision={revision_of(place)}", f"revision={revision_of(place) - 1}")


def kinds(port, savers) -> dict:
    """The requests of each kind, for each connection. The plays of pages and polls are others than those of saves."""
    phones = asyncio.run(at_tables(port, SEATS))
    cards = asyncio.run(at_tables(port, SEATS, phones=savers))
    return {
        "entry page": [repeat(phone.request("GET", card)) for phone, card, _ in phones],
        "unchanged poll": [repeat(phone.request("GET", place)) for phone, _, place in phones],
        "changed poll": [repeat(phone.request("GET", from_before(place))) for phone, _, place in phones],
        "save": [saves(cards[at::CONNECTIONS]) for at in range(CONNECTIONS)],
    }


def measured(*, seconds, rounds, savers, say) -> dict:
    """`{kind: figures}` with `processor`, the seconds a request takes of it, and `share`, what the bare view takes of
    that; the medians of some rounds, in which all kinds take turns.

    `savers` cards are saved in turn, because nobody saves one card thousands of times.
    """
    found = {}
    with site(app="bench.bare") as bare, site() as its:
        hello = Phone(bare.port).request("GET", "/")
        all_kinds = {"bare view": [repeat(hello)] * CONNECTIONS} | kinds(its.port, savers)
        for number in range(-1, rounds):
            for kind, lines in all_kinds.items():
                say(f"{kind}, round {number + 1} of {rounds}")
                asked = bare if kind == "bare view" else its
                before = asked.processor_time()
                figures = hammer(asked.port, lines, seconds=seconds if number >= 0 else WARM_UP)
                figures["processor"] = (asked.processor_time() - before) / figures["requests"]
                check_statuses(kind, figures)
                # Workers load what they need with their first requests.
                found.setdefault(kind, []).extend([figures] * (number >= 0))
        memory, bare_memory = its.memory(), bare.memory()
    result = {kind: medians(each) for kind, each in found.items()}
    for kind, figures in result.items():
        figures["share"] = result["bare view"]["processor"] / figures["processor"]
        figures["target"] = TARGETS.get(kind)
    return {"kinds": result, "memory": memory, "bare memory": bare_memory, "connections": CONNECTIONS}


def check_statuses(kind, figures):
    """Stop the benchmark if the responses have unexpected statuses."""
    expected = [204] if kind == "unchanged poll" else [200]
    if figures["statuses"] != expected:
        raise SystemExit(f"The run stopped, because {kind} answered {figures['statuses']} instead of {expected}.")


def medians(rounds) -> dict:
    return {name: median(each[name] for each in rounds) for name in ("rate", "median", "p95", "generator", "processor")}
