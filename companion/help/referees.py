"""Referees on the page: their table, their journal as it was sent, and their texts in the reader's language."""

import ast
import importlib.util
import json
import secrets
from functools import lru_cache
from pathlib import Path

from django.utils import translation

from companion.language.texts import say
from companion.rules.kit import Text
from companion.rules.referees import functions_of
from companion.rules.referees.steps import offered_buttons, replay, step

# More than ten long games; what is sent beyond it is none of ours.
LONGEST_JOURNAL = 5000
MARKS = ("gettext", "pgettext", "ngettext")
# What stands between a context and its message in a catalogue.
BETWEEN = "\x04"


def table_of(rules, options, players=()) -> dict:
    """What a referee of a game begins with; players only inside a play."""
    return {
        "game": rules.slug,
        "options": options,
        "players": list(players),
        "is_play": bool(players),
        "seats": list(rules.seats),
        "setup_is_whole": rules.setup_is_whole,
        "setup": {str(seats): [as_words(text) for text in rules.setup(seats)] for seats in rules.seats},
        "first_player": as_words(rules.first_player),
        "last_round": as_words(rules.last_round),
    }


def as_words(text):
    """A text of the rules as the referees write theirs."""
    if isinstance(text, tuple) and not isinstance(text, Text):
        return [as_words(each) for each in text]
    if not isinstance(text, Text):
        return text
    return {**text._asdict(), "params": {name: as_words(value) for name, value in text.params.items()}}


def as_text(words):
    """A referee's text as the rules write theirs."""
    if isinstance(words, list):
        return tuple(map(as_text, words))
    if not isinstance(words, dict):
        return words
    return Text(**{**words, "params": {name: as_text(value) for name, value in words["params"].items()}})


def spoken(words) -> str:
    """A referee's text as a sentence in the active language; a name or a number as it is."""
    return say(as_text(words))


def read_journal(sent) -> list | None:
    """The actions that a page sent along; None for what no page of ours sends."""
    try:
        journal = json.loads(sent or "[]")
    except (ValueError, RecursionError):
        return None
    return journal if isinstance(journal, list) and len(journal) <= LONGEST_JOURNAL else None


def resumed(referee, table, journal) -> dict:
    """How a referee stands after a journal; from the first action that does not fit, the rest is cut off."""
    at = replay(functions_of(referee), table, journal or [])
    kept = (journal or [])[: at["done"]]
    return {**at, "journal": kept, "is_cut": kept != journal}


def done(referee, at, action) -> dict:
    """How it stands after one more action; as it was where that was not offered."""
    now = step(functions_of(referee), at, action)
    return {**at, **now, "journal": [*at["journal"], action]} if now else at


def with_dice(referee, state, action):
    """The action with dice that fell just now, where its button rolls some."""
    for button in offered_buttons(referee.ask(state)):
        if button["rolls"] and button["action"] == action:
            return {**action, **{die: 1 + secrets.randbelow(sides) for die, sides in button["rolls"].items()}}
    return action


def modules_of(name) -> list[str]:
    """The dotted names of the modules that a referee's module stands on, and itself, each after those it needs."""
    found = []
    for node in ast.walk(tree_of(name)):
        if isinstance(node, ast.ImportFrom):
            needed = importlib.util.resolve_name("." * node.level + node.module, name.rpartition(".")[0])
            found += [each for each in modules_of(needed) if each not in found]
    return [*found, name]


def tree_of(name):
    """The syntax tree of a module, by its dotted name."""
    return ast.parse(Path(importlib.import_module(name).__file__).read_text())


def own_name(referee) -> str:
    """The name of a referee's module within the package."""
    return referee.__name__.rpartition(".")[2]


def script_of(referee) -> str:
    """The path of a referee's script among the static files."""
    return f"referees/{own_name(referee)}.js"


def catalogue(referee, table) -> dict:
    """Every text that the referee can say, by context and message, in the active language (with its plural)."""
    found = {}
    for mark, parts in marked_texts(referee.__name__):
        add(found, mark, parts)
    for text in texts_in(table):
        mark = "pgettext" if text["context"] else "ngettext" if text["plural"] else "gettext"
        add(found, mark, [text["context"], text["message"]] if text["context"] else [text["message"], text["plural"]])
    return found


@lru_cache
def marked_texts(name) -> list:
    """(mark, message with what belongs to it) of each text in a module and those it stands on."""
    calls = [node for each in modules_of(name) for node in ast.walk(tree_of(each)) if isinstance(node, ast.Call)]
    return [
        (node.func.id, [part.value for part in node.args[:2] if isinstance(part, ast.Constant)])
        for node in calls
        if getattr(node.func, "id", None) in MARKS
    ]


def add(found, mark, parts):
    """Take the translation of a marked text into the catalogue."""
    if mark == "gettext" and parts:
        found[BETWEEN + parts[0]] = [translation.gettext(parts[0])]
    elif mark == "pgettext" and len(parts) == 2:
        found[BETWEEN.join(parts)] = [translation.pgettext(*parts)]
    elif mark == "ngettext" and len(parts) == 2:
        found[BETWEEN + parts[0]] = [translation.ngettext(*parts, 1), translation.ngettext(*parts, 2)]


def texts_in(thing):
    """Every text somewhere in a table."""
    if isinstance(thing, dict):
        if "message" in thing:
            yield thing
        thing = list(thing.values())
    if isinstance(thing, list):
        for each in thing:
            yield from texts_in(each)
