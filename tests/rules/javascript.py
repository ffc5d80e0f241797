"""The referees' JavaScript, run in V8, the engine of most phones' browsers, without any browser."""

import atexit
import json
from functools import cache

from py_mini_racer import MiniRacer

from companion.player_aids.scripts import javascript

# How it stands at the beginning and after each action, and what is asked there.
SEEN = """(sent) => {
    const [table, journal] = JSON.parse(sent);
    let at = {state: referee.begin(table), events: []};
    const seen = [[at, referee.ask(at.state)]];
    for (const action of journal) {
        at = referee.step(referee, at, action);
        seen.push([at, referee.ask(at.state)]);
    }
    return JSON.stringify(seen);
}"""
REPLAYED = """(sent) => {
    const [table, journal] = JSON.parse(sent);
    return JSON.stringify(referee.replay(referee, table, journal));
}"""
SAID = "(sent) => JSON.stringify(JSON.parse(sent).map(referee.say))"


@cache
def engine(referee, language) -> MiniRacer:
    """An engine that has loaded a referee's script."""
    its_engine = MiniRacer()
    # Left to Python's own end it waits for a thread that has ended before it, for ever.
    atexit.register(its_engine.close)
    its_engine.eval(javascript(referee, language))
    return its_engine


def called(referee, function, sent, *, language="en"):
    """What a function of JavaScript makes of this, with the referee's script loaded."""
    return json.loads(engine(referee, language).eval(f"({function})({json.dumps(json.dumps(sent))})"))
