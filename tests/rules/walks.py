"""Walks through a referee: at each step one of the actions it offers."""

import random

from companion.player_aids.referees import facts_of
from companion.rules import GAMES
from companion.rules.kit import Text
from companion.rules.player_aids import REFEREES, functions_of
from companion.rules.player_aids.steps import active_buttons, step

# Each referee with each game that has it.
REFEREES_OF_GAMES = [(referee, slug) for referee in REFEREES for slug in GAMES if referee.GAME in (slug, None)]


def journals(referee, slug, *, seed, most):
    """The journal of a walk that is the same each time."""
    steps = walk(referee, a_table(slug), random.Random(seed).randrange, most)
    return [action for action, _at in steps][1:]


def named(pair):
    """What a test of a referee of a game is called."""
    referee, slug = pair
    return f"{slug} {referee.KEY}"


def a_table(slug, *, players=(), **options):
    """What a referee of a game begins with."""
    rules = GAMES[slug]
    return facts_of(rules, rules.options_with(options), players)


def chosen(page, pick):
    """An action that the page offers, dice and all; `pick(n)` gives a number below n. None where there is none."""
    groups = [*page["choices"], {"buttons": page["ways"]}, {"buttons": cells(page)}, {"counters": page["counters"]}]
    groups = [some for some in map(open_to_all, groups) if some]
    if not groups:
        return None
    # First a group, then one of it: a board has many tiles, and would be all that is ever tapped.
    group = groups[pick(len(groups))]
    one = group[pick(len(group))]
    if "most" in one:
        return {"set": one["key"], "to": one["least"] + pick(min(one["most"], one["value"] + 3) - one["least"] + 1)}
    return {**one["action"], **{die: 1 + pick(sides) for die, sides in (one["rolls"] or {}).items()}}


def cells(page):
    """The tiles of the board that can be tapped, as buttons."""
    return active_buttons({"ways": [], "choices": [], "board": page["board"]})


def open_to_all(group):
    """The buttons of a group that can be pressed, or the counters that can be changed."""
    if "counters" in group:
        return [each for each in group["counters"] if each["most"] is not None]
    return [each for each in group["buttons"] if each["why_not"] is None]


def walk(referee, table, pick, most=60):
    """(action, how it stands after it) of each step of a walk; the first action is None."""
    at = {"state": referee.begin(table), "events": []}
    yield None, at
    for _ in range(most):
        action = chosen(referee.ask(at["state"]), pick)
        if action is None:
            return
        at = step(functions_of(referee), at, action)
        yield action, at


def plain(thing):
    """The same as JavaScript has it: a text is a dictionary there, and a referee has no words of its own."""
    if isinstance(thing, Text):
        return {name: plain(value) for name, value in thing._asdict().items() if name != "words"}
    if isinstance(thing, dict):
        return {key: plain(value) for key, value in thing.items()}
    if hasattr(thing, "items"):
        return dict(thing)
    return [plain(each) for each in thing] if isinstance(thing, list) else thing


def texts_in(thing):
    """Every text somewhere in a page."""
    if isinstance(thing, Text):
        yield thing
    elif isinstance(thing, dict | list):
        for each in thing.values() if isinstance(thing, dict) else thing:
            yield from texts_in(each)
