"""A referee as JavaScript: its module and those it imports, in one file that stands by itself."""

import ast
import importlib
from pathlib import Path

from django.conf import settings
from pscript import py2js

PACKAGE = "companion.rules.referees"
FOLDER = "referees"


def modules_of(name) -> list[str]:
    """The names of the modules that a module of the package stands on, and itself, each after those it needs."""
    found = []
    for needed in [node.module for node in ast.walk(tree_of(name)) if isinstance(node, ast.ImportFrom)]:
        found += [each for each in modules_of(needed) if each not in found]
    return [*found, name]


def tree_of(name):
    """The syntax tree of a module of the package."""
    module = importlib.import_module(f"{PACKAGE}.{name}")
    return ast.parse(Path(module.__file__).read_text())


def own_name(referee) -> str:
    """The name of a referee's module within the package."""
    return referee.__name__.rpartition(".")[2]


def javascript(referee) -> str:
    """One expression: an object with begin, act, ask and what `steps.py` has."""
    body = [
        node
        for name in modules_of(own_name(referee))
        for node in tree_of(name).body
        if isinstance(node, ast.FunctionDef | ast.Assign)
    ]
    code = py2js(ast.unparse(body), docstrings=False)
    given = "{begin: begin, act: act, ask: ask, step: step, replay: replay}"
    return f'"use strict";\nvar referee = (function () {{\n{code}\nreturn {given};\n}})();\n'


def script_of(referee) -> str:
    """The path of a referee's script among the static files."""
    return f"{FOLDER}/{own_name(referee)}.js"


def compile_referee(referee) -> bool:
    """Write a referee's script where static files are collected from; False if it stood there already."""
    target = Path(settings.MADE) / script_of(referee)
    code = javascript(referee)
    if target.exists() and target.read_text() == code:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(code)
    return True
