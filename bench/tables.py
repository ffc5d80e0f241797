"""Format figures as Markdown tables, for the terminal and docs/benchmarks.md."""

from functools import partial
from statistics import median


def rows(*lines) -> str:
    """A table; its first line is the head."""
    head, *rest = [[str(cell) for cell in line] for line in lines]
    widths = [max(map(len, column)) for column in zip(head, *rest, strict=True)]
    rule = ["-" * width for width in widths]
    cells = [[cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in (head, rule, *rest)]
    return "\n".join("| " + " | ".join(line) + " |" for line in cells)


def against(value, target, unit, *, at_most=False) -> str:
    """A target, and by how much it was missed."""
    kept = value <= target if at_most else value >= target
    words = f"{'at most' if at_most else 'at least'} {unit(target)}"
    return f"{words}: met" if kept else f"{words}: missed by {unit(abs(target - value))}"


def ms(seconds) -> str:
    return f"{seconds * 1000:,.1f} ms"


def seconds(number) -> str:
    return f"{number:.2f} s"


def percent(share) -> str:
    return f"{share * 100:.1f} %"


def ratio(number) -> str:
    return f"{number:.2f}"


def of_speed(found) -> str:
    head = "on two workers", "requests/s", "50 %", "95 %", "CPU per request", "bare view's share", "target"
    lines = [(*head, "load generator, of a core")]
    for kind, each in found["kinds"].items():
        target = against(each["share"], each["target"], percent) if each["target"] else ""
        times = ms(each["median"]), ms(each["p95"])
        processor = f"{each['processor'] * 1000:.2f} ms", percent(each["share"]), target
        lines.append((kind, f"{each['rate']:,.0f}", *times, *processor, percent(each["generator"])))
    busiest = max(found["kinds"].values(), key=lambda each: each["generator"])["generator"]
    note = f"{found['connections']} connections, each sending its next request after the answer."
    note += f" The load generator used at most {percent(busiest)} of one core."
    memory = f"Memory of all processes afterwards (PSS): {found['memory'] / 1e6:.0f} MB; "
    return f"{rows(*lines)}\n\n{note} {memory}bare view: {found['bare memory'] / 1e6:.0f} MB."


def of_phones(found) -> str:
    from bench.phones import TARGET_SECONDS

    delay, question = found["delay"], found["question"]
    return rows(
        (f"{found['phones']:,} phones at {found['tables']:,} tables", "50 %", "95 %", "longest", "target"),
        (
            "from a save's answer to another phone",
            *(ms(delay[name]) for name in ("median", "p95", "max")),
            against(delay["p95"], TARGET_SECONDS, ms, at_most=True),
        ),
        ("a poll's answer", *(ms(question[name]) for name in ("median", "p95", "max")), ""),
        (
            "polls and saves per second",
            *(f"{found[name] / found['seconds']:,.1f}" for name in ("questions", "saves")),
            "",
            "",
        ),
    )


def of_streams(found, *, where="") -> str:
    """Return the table of a run with streams; `where` names what they ran on, if it wasn't one server."""

    def times(name):
        return [ms(found[name][each]) for each in ("median", "p95", "p99", "max")]

    note = f"{found['missed']} messages missed. The workers used {found['processor']:.0f} s of CPU, with opening the "
    note += f"streams, and {found['memory'] / 1e6:.0f} MB of memory. The load generator used "
    note += f"{found['generator']:.0f} s."
    head = f"{found['phones']:,} streams, {found['rate']:g} saves per second{where}", "50 %", "95 %", "99 %", "longest"
    lines = [
        ("from sending a save to another phone's stream", *times("from a save")),
        ("from the answer to the save to that stream", *times("from its answer")),
        ("from sending a save to its answer", *times("saves")),
        ("bare asyncio server, same bytes", *times("bare")),
    ]
    return f"{rows(head, *lines)}\n\n{note}"


def of_start(found) -> str:
    return rows(("", "Caravan", "bare view"), ("from start to first page", *(f"{s:.2f} s" for s in found.values())))


def of_first_paint(found) -> str:
    entry, bare, number = found["entry page"], found["bare view"], len(found["entry page"]["seconds"])

    def line(name, visits, most, unit):
        kept = against(max(entry[visits]), most, unit, at_most=True)
        return name, spread(entry[visits], unit), spread(bare[visits], unit), kept

    return rows(
        ("CPU ÷4, 150 ms, 1.6 Mbit/s, empty cache", "entry page", "bare view", f"target of each of {number} visits"),
        line("bytes over the wire", "bytes", found["most bytes"], "{:,.0f}".format),
        line("first paint", "seconds", found["most seconds"], ms),
    )


def of_taps(found) -> str:
    from bench.taps import LEAST_TOLD, MOST_SECONDS

    def told(seconds) -> str:
        return f"under {ms(LEAST_TOLD)}" if seconds <= LEAST_TOLD else ms(seconds)

    lines = [
        (sheet, told(median(taps)), told(max(taps)), against(max(taps), MOST_SECONDS, ms, at_most=True))
        for sheet, taps in found.items()
    ]
    number = len(next(iter(found.values())))
    return rows((f"from tap to paint, {number} taps", "median", "longest", "target of each"), *lines)


def spread(values, unit) -> str:
    """The least, the median and the most of them."""
    return f"{unit(min(values))} to {unit(max(values))}, median {unit(median(values))}"


def of_machines(found) -> str:
    lines = [(kind, *(f"{rate:,.0f}" for rate in rates)) for kind, rates in found["rates"].items()]
    seen = "is visible" if found["both show the same"] else "is NOT visible"
    head = ("one PostgreSQL, all on this machine", "one server, requests/s", "two servers")
    return f"{rows(head, *lines)}\n\nA save on one server {seen} on the other."


def of_steps(found) -> str:
    def line(step, each):
        memory = f"{each['memory'] / 1e6:.0f} MB", f"{each['database'] / 1e6:.0f} MB" if each["database"] else ""
        saving = f"{each['rate']:,.0f}", ms(each["median"]), ms(each["p95"]), ms(each["processor"])
        return step, seconds(each["start"]), *memory, *saving

    head = "all on this machine", "first page after", "Caravan's memory", "database's memory"
    table = rows((*head, "saves/s", "50 %", "95 %", "CPU per save"), *(line(*each) for each in found.items()))
    supervisor, master, work, *answering = (f"{memory / 1e6:.0f} MB" for memory in found["SQLite"]["each"])
    note = f"Memory with SQLite (PSS): supervisor {supervisor}, gunicorn's master {master}, task worker {work}, "
    note += f"workers {' and '.join(answering)}."
    return f"{table}\n\n{note}"


def of_photos(found) -> str:
    def line(name, each):
        return name, len(each["seen"]), spread(each["taken"], seconds), spread(each["seen"], seconds)

    head = "a photo of twelve megapixels", "photos", "until it is accepted", "until its page shows it"
    lines = [line("idle server", found["alone"]), line("during an import", found["amid"])]
    return f"{rows(head, *lines)}\n\nThe import of {found['plays']:,} plays took {found['seconds']:,.0f} s."


def of_scoring(found) -> str:
    from bench.score_lines import TARGET

    def rate(value) -> str:
        return f"{value:,.0f}"

    lines = [
        (way, rate(each["rate"]), rate(each["with the start"]), against(each["rate"], TARGET, rate))
        for way, each in found.items()
    ]
    return rows(
        ("`manage.py score --lines`, one core", "plays per second", "including Python's start", "target"), *lines
    )


def of_statistics(found) -> str:
    return rows(("statistics of a large group", "time"), *(line.rsplit(": ", 1) for line in found))


def of_growth(found) -> str:
    from bench.growth import TARGET_TIMES

    lines = [
        (
            page,
            *(f"{ms(median)} / {ms(p95)}" for median, p95 in (each["small"], each["large"])),
            ratio(each["times"]),
            ratio(each["times by the processor"]),
            against(each["times"], TARGET_TIMES, ratio, at_most=True),
            each["most queries"],
        )
        for page, each in found.items()
    ]
    both = "small group, 50 % / 95 %", "large group, 50 % / 95 %"
    return rows(("page", *both, "ratio at 95 %", "ratio of CPU time", "target", "queries"), *lines)


TABLES = {
    "speed": of_speed,
    "phones_500": of_phones,
    "phones_1000": of_phones,
    "phones_2000": of_phones,
    "phones_3500": of_phones,
    "streams_1000": of_streams,
    "streams_5000": of_streams,
    "streams_10000": of_streams,
    "streams_two_machines": partial(of_streams, where=", two servers"),
    "streams_cluster": partial(of_streams, where=", cluster"),
    "start": of_start,
    "first_paint": of_first_paint,
    "taps": of_taps,
    "machines": of_machines,
    "steps": of_steps,
    "photos": of_photos,
    "scoring": of_scoring,
    "statistics": of_statistics,
    "growth": of_growth,
}


def table_of(name, found) -> str:
    """The table of a part."""
    return TABLES[name](found)
