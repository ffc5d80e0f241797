"""Compilation of player aids to JavaScript: a module, its imports and its texts in one file.

pscript translates plain Python line by line, so the result is readable and small. Other ways to run Python on a phone
(Brython, Pyodide, MicroPython) need an interpreter of hundreds of kilobytes, and rules in JavaScript would need an
engine on the server, which has to follow journals too. pscript is pinned; `tests/rules/test_subset.py` limits the
modules to what it translates correctly, and `tests/rules/test_both_languages.py` compares the results.
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
    # pscript still uses deprecated names.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pscript import py2js

MARKS = ("gettext", "pgettext", "ngettext")
# Separates a context from its message in a catalogue.
SEPARATOR = "\x04"
EXPORTS = "{begin: begin, act: act, ask: ask, step: step, replay: replay, say: say}"


def javascript(referee, language) -> str:
    """Return a script that defines `referee`: begin, act, ask, `steps.py`, and `say`, which writes a text."""
    texts = dumps(catalogue(referee, language), ensure_ascii=False)
    parts = [
        f"const language = {dumps(language)}, texts = {texts};",
        (ROOT / "static/js/player_aids/_texts.js").read_text(),
        rules_of(referee),
        f"return {EXPORTS};",
    ]
    return '"use strict";\nvar referee = (function () {\n' + "\n".join(parts) + "\n})();\n"


@lru_cache
def rules_of(referee) -> str:
    """Return the functions and constants of a player aid and of the modules it needs, as JavaScript."""
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
    """Return the dotted names of a module and of those it imports, each after those it needs."""
    found = []
    for node in tree_of(name).body:
        if isinstance(node, ast.ImportFrom):
            needed = importlib.util.resolve_name("." * node.level + (node.module or ""), name.rpartition(".")[0])
            if needed.startswith(f"{player_aids.__name__}."):
                found += [each for each in modules_of(needed) if each not in found]
    return [*found, name]


@lru_cache
def tree_of(name):
    """Return the syntax tree of a module, cached for all languages."""
    return ast.parse(Path(str(importlib.import_module(name).__file__)).read_text())


def catalogue(referee, language) -> dict:
    """Return the translations of a player aid's texts by context and message, with their plurals."""
    trees = map(tree_of, modules_of(referee.__name__))
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    with translation.override(language):
        return dict(translate_call(node) for node in calls if getattr(node.func, "id", None) in MARKS)


def translate_call(call) -> tuple[str, list[str]]:
    """Return (context and message, translations) of a marked text."""
    one, two, *_ = [*map(literal_text, call.args), ""]
    if call.func.id == "pgettext":
        return one + SEPARATOR + two, [translation.pgettext(one, two)]
    if call.func.id == "ngettext":
        return SEPARATOR + one, [translation.ngettext(one, two, 1), translation.ngettext(one, two, 2)]
    return SEPARATOR + one, [translation.gettext(one)]


def literal_text(node) -> str:
    """Return the value of a text literal; empty for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def compile_referee(referee, language) -> bool:
    """Write the script of a player aid among the static files; return False if it was up to date."""
    target = Path(settings.MADE) / script_of(referee, language)
    code = javascript(referee, language)
    if target.exists() and target.read_text() == code:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(code)
    return True
