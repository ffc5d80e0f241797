"""Truncated files, files with a flipped bit, and files of other kinds are given to `load`, import and `score`."""

import asyncio
import json
import re
import sqlite3
import uuid
from pathlib import Path
from random import Random

from bench.phone import Phone, sit_down
from bench.site import Site, site
from faults.found import Found

PROMISE = "a clear message, and nothing is changed"
EACH, QUICK_EACH, PLAYS = 20, 2, 12
SEED = 2026
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
FOREIGN = {
    "empty": b"",
    "an image": PICTURE,
    "plain text": b"Dear diary,\n",
    "other JSON": b'{"rows": [1, 2]}\n',
}
# The start of a gzip header has a time and a system, so a flipped bit there changes nothing.
GZIP_HEAD = 10


def broken(whole, number, *, head=0):
    """Yield (damage, content) for each broken file made from a whole one."""
    chance = Random(SEED)
    for _ in range(number):
        yield "truncated", whole[: chance.randrange(head, len(whole) - 2)]
        at, bit = chance.randrange(head, len(whole)), 1 << chance.randrange(8)
        yield "flipped bit", whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :]
    yield from FOREIGN.items()


def content(its) -> dict:
    """Return the number of rows of each table."""
    connection = sqlite3.connect(its.database)
    names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'companion%'"
    tables = [name for (name,) in connection.execute(names)]
    rows = {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in sorted(tables)}
    connection.close()
    return rows


def refused_by_load(its, folder, number, found, say):
    """Load broken dumps of a site into an empty one."""
    dump, damaged = folder / "dump", folder / "damaged"
    its.manage("dump", dump)
    empty = Site(folder / "empty")
    empty.folder.mkdir()
    empty.manage("prepare")
    before, count = content(empty), 0
    for kind, file in broken(dump.read_bytes(), number, head=GZIP_HEAD):
        say(f"load: {kind}")
        damaged.write_bytes(file)
        ended = empty.manage("load", damaged, check=False)
        count += 1
        found.expect(f"load accepted a broken file ({kind})", ended.returncode)
        found.expect(
            f"load has no clear message for a broken file ({kind}): {ended.stderr!r}", is_a_sentence(ended.stderr)
        )
        found.expect(f"load of a broken file ({kind}) changed the database", content(empty) == before)
    found.figures["files for load"] = count
    ended = empty.manage("load", dump, check=False)
    found.expect(f"load refused the undamaged file: {ended.stderr}", not ended.returncode)
    found.expect("loading the undamaged file gave another content", content(empty) == content(its))


def is_a_sentence(text) -> bool:
    """Return whether this is a readable message and not a traceback."""
    return bool(text.strip()) and "Traceback" not in text and len(text) < 600


async def refused_by_import(its, number, found, say):
    """Import broken exports into a group. A file that is still valid after a bit was flipped may be imported whole."""
    host = (await sit_down(its.port, 3)).phones[0]
    group = re.search(r"/groups/[0-9a-f-]{36}/", (await host.get("/")).text)[0]
    whole = json.dumps(plays_like_this(PLAYS), indent=1).encode()
    refused = taken = 0
    for kind, file in broken(whole, number):
        say(f"import: {kind}")
        before = content(its)
        answer = await seen(host, await upload(host, f"{group}import", file))
        after = content(its)
        # The upload itself is stored and counted.
        after |= {name: before[name] for name in ("companion_upload", "companion_tries")}
        if answer.status == 422:
            refused += 1
            sentence = re.search(r'<p class="fault">(.+?)</p>', answer.text, re.S)
            found.expect(f"import has no message for a broken file ({kind})", sentence)
            changed = {name: (before[name], after[name]) for name in after if before[name] != after[name]}
            found.expect(f"import of a broken file ({kind}) changed {changed}", not changed)
        else:
            taken += 1
            new = after["companion_play"] - before["companion_play"]
            found.expect(f"import answered {answer.status} to a broken file ({kind})", answer.status == 200)
            found.expect(
                f"import accepted {new} plays of a broken file ({kind})", new in (0, 1, PLAYS) and kind.endswith("bit")
            )
    found.figures |= {"files refused by import": refused, "files still valid for import": taken}
    found.expect("import refused no file", refused)


def plays_like_this(number) -> list:
    """Return plays in the play format."""
    seats = [{"player": name, "stages": {"1": {"water": 1}, "2": {}}} for name in ("Anna", "Ben", "Chris")]
    play = {
        "format": "caravan.play/1",
        "game": "tuareg",
        "state": "finished",
        "played_on": "2026-11-20",
        "seats": seats,
    }
    return [{**play, "id": str(uuid.UUID(int=number + 1))} for number in range(number)]


async def upload(phone, place, file):
    """Upload a file as the page's form does it."""
    head = b'--xyz\r\nContent-Disposition: form-data; name="file"; filename="plays.json"\r\n\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=xyz"}
    return await phone.answer(phone.request("POST", place, head + file + b"\r\n--xyz--\r\n", **kind))


async def seen(phone, answer):
    """Wait for the import of a file, and return the page with its result."""
    place = answer.headers.get("location")
    while place and (answer.status == 302 or 'class="progress"' in answer.text):
        await asyncio.sleep(0.1)
        answer = await phone.answer(phone.request("GET", place))
    return answer


def refused_by_score(its, folder, number, found, say):
    """Score broken plays. A play that is still valid after a bit was flipped is scored normally."""
    damaged, count = folder / "play.json", 0
    for kind, file in broken(json.dumps(plays_like_this(1)[0]).encode(), number):
        say(f"score: {kind}")
        damaged.write_bytes(file)
        ended = its.manage("score", damaged, check=False)
        count += 1
        scored = ended.returncode in (0, 1) and json.loads(ended.stdout)["game"]
        is_refused = ended.returncode == 2 and is_a_sentence(ended.stderr)
        found.expect(f"score has no clear message for a broken file ({kind}): {ended.stderr!r}", scored or is_refused)
    found.figures["files for score"] = count


def cause(*, quick, say) -> Found:
    number, found = QUICK_EACH if quick else EACH, Found({})
    with site() as its:
        made = Path(its.folder) / "files"
        made.mkdir()
        its.manage("demo", "--plays", PLAYS)
        refused_by_load(its, made, number, found, say)
        refused_by_score(its, made, number, found, say)
        asyncio.run(refused_by_import(its, number, found, say))
        found.expect("the server doesn't answer any more", asyncio.run(Phone(its.port).get("/")).status == 200)
    return found
