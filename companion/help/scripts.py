"""A referee as JavaScript: its module and those it imports, in one file that stands by itself."""

import ast
import warnings
from pathlib import Path

from django.conf import settings

from .referees import modules_of, script_of, tree_of

with warnings.catch_warnings():
    # pscript still asks for names that Python has given up.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pscript import py2js


def javascript(referee) -> str:
    """One expression: an object with begin, act, ask and what `steps.py` has."""
    body = [
        node
        for name in modules_of(referee.__name__)
        for node in tree_of(name).body
        if isinstance(node, ast.FunctionDef | ast.Assign)
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        code = py2js(ast.unparse(body), docstrings=False)
    given = "{begin: begin, act: act, ask: ask, step: step, replay: replay}"
    return f'"use strict";\nvar referee = (function () {{\n{code}\nreturn {given};\n}})();\n'


def compile_referee(referee) -> bool:
    """Write a referee's script where static files are collected from; False if it stood there already."""
    target = Path(settings.MADE) / script_of(referee)
    code = javascript(referee)
    if target.exists() and target.read_text() == code:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(code)
    return True
