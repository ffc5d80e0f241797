"""Scripts of `static/js` in V8, the engine of most phones' browsers, without any browser: for what needs no page."""

import atexit
import json
import re
from functools import cache
from pathlib import Path

from py_mini_racer import MiniRacer

SCRIPTS = Path(__file__).resolve().parent.parent / "static" / "js"
IMPORT = re.compile(r"^import\b[^;]*;$", re.MULTILINE)
EXPORT = re.compile(r"^export ", re.MULTILINE)


def plain(name) -> str:
    """A module as a plain script: all that are loaded share one scope."""
    return EXPORT.sub("", IMPORT.sub("", (SCRIPTS / name).read_text()))


@cache
def engine(*names) -> MiniRacer:
    """An engine that has loaded these modules, one after the other."""
    its_engine = MiniRacer()
    # Left to Python's own end it waits forever for a thread that has ended before it.
    atexit.register(its_engine.close)
    its_engine.eval("const matchMedia = () => ({matches: false});")
    for name in names:
        its_engine.eval(plain(name))
    return its_engine


def called(function, sent, *names):
    """Call a function of JavaScript, which takes and returns JSON, with these modules loaded."""
    return json.loads(engine(*names).eval(f"({function})({json.dumps(json.dumps(sent))})"))
