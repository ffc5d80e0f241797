"""A referee as JavaScript: its module, those it imports and what it says, in one file that stands by itself.

pscript translates a plain piece of Python line by line, so that what comes out can be read and weighs next to nothing;
whatever else runs Python on a phone (Brython, Pyodide, MicroPython) brings an interpreter of hundreds of kilobytes, and
rules written in JavaScript would need an engine beside the server, which has to follow journals too. It is pinned to
one release, `tests/rules/test_subset.py` holds the modules to what it carries over truly, and
`tests/rules/test_both_languages.py` compares what comes out.
"""

import ast
import importlib.util
import warnings
from functools import lru_cache
from json import dumps
from pathlib import Path

from django.conf import settings
from django.utils import translation

from companion.core.environment import ROOT
from companion.rules import player_aids

from .referees import script_of

with warnings.catch_warnings():
    # pscript still asks for names that Python has given up.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pscript import py2js

MARKS = ("gettext", "pgettext", "ngettext")
# What stands between a context and its message in a catalogue.
BETWEEN = "\x04"
GIVEN = "{begin: begin, act: act, ask: ask, step: step, replay: replay, say: say}"


def javascript(referee, language) -> str:
    """One object, `referee`: begin, act, ask, what `steps.py` has, and `say`, which makes a sentence of a text."""
    its_texts = dumps(catalogue(referee, language), ensure_ascii=False)
    parts = [
        f"const language = {dumps(language)}, texts = {its_texts};",
        (ROOT / "static/js/player_aids/_texts.js").read_text(),
        rules_of(referee),
        f"return {GIVEN};",
    ]
    return '"use strict";\nvar referee = (function () {\n' + "\n".join(parts) + "\n})();\n"


@lru_cache
def rules_of(referee) -> str:
    """Its functions and constants, and those of the modules that it stands on, as JavaScript."""
    body: list[ast.stmt] = [
        node
        for name in modules_of(referee.__name__)
        for node in tree_of(name).body
        if isinstance(node, ast.FunctionDef | ast.Assign)
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return py2js(ast.unparse(ast.Module(body, type_ignores=[])), docstrings=False)


def modules_of(name) -> list[str]:
    """The dotted names of the modules that a referee's module stands on, and itself, each after those it needs."""
    found = []
    for node in tree_of(name).body:
        if isinstance(node, ast.ImportFrom):
            needed = importlib.util.resolve_name("." * node.level + (node.module or ""), name.rpartition(".")[0])
            if needed.startswith(f"{player_aids.__name__}."):
                found += [each for each in modules_of(needed) if each not in found]
    return [*found, name]


@lru_cache
def tree_of(name):
    """The syntax tree of a module, by its dotted name; read once for all languages."""
    return ast.parse(Path(str(importlib.import_module(name).__file__)).read_text())


def catalogue(referee, language) -> dict:
    """Every text that the referee itself can say, by context and message, in a language (with its plural)."""
    trees = map(tree_of, modules_of(referee.__name__))
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    with translation.override(language):
        return dict(translated(node) for node in calls if getattr(node.func, "id", None) in MARKS)


def translated(call) -> tuple[str, list[str]]:
    """(context and message, what the catalogue has for it) of a text that the code marks."""
    one, two, *_ = [*map(text_of, call.args), ""]
    if call.func.id == "pgettext":
        return one + BETWEEN + two, [translation.pgettext(one, two)]
    if call.func.id == "ngettext":
        return BETWEEN + one, [translation.ngettext(one, two, 1), translation.ngettext(one, two, 2)]
    return BETWEEN + one, [translation.gettext(one)]


def text_of(node) -> str:
    """What stands in the code as a text; empty for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def compile_referee(referee, language) -> bool:
    """Write a referee's script where static files are collected from; False if it stood there already."""
    target = Path(settings.MADE) / script_of(referee, language)
    code = javascript(referee, language)
    if target.exists() and target.read_text() == code:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(code)
    return True
