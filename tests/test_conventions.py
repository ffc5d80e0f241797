"""What the code keeps to everywhere, so that nobody has to remember it."""

import ast
import importlib
import re
from pathlib import Path

import pytest
from django.urls import URLPattern, get_resolver

from companion.rules import GAMES

ROOT = Path(__file__).resolve().parent.parent
COMPANION = ROOT / "companion"
RULES = COMPANION / "rules"
METHODS = {"require_GET", "require_POST", "require_safe", "require_http_methods"}
DJANGO_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)

GAME_MODULES = [RULES / f"games/{slug.replace('-', '_')}.py" for slug in GAMES]
# What helps during one game alone stands in a folder of the game's name.
REFEREE_MODULES = [path for slug in GAMES for path in (RULES / "referees" / slug.replace("-", "_")).glob("*.py")]
MODULES = [path for path in sorted(COMPANION.rglob("*.py")) if path.parent.name != "migrations"]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SHARED = [
    path
    for folder in (COMPANION, ROOT / "templates", ROOT / "static")
    for path in sorted(folder.rglob("*"))
    if path.suffix in {".py", ".html", ".txt", ".js", ".css", ".svg", ".json", ".webmanifest"}
    and path not in (*GAME_MODULES, *REFEREE_MODULES, RULES / "__init__.py", RULES / "referees/__init__.py")
]


def of(paths):
    """A test for each of these files, named after it."""
    return pytest.mark.parametrize("path", paths, ids=lambda path: str(path.relative_to(ROOT)))


def tree_of(path):
    return ast.parse(path.read_text(), str(path))


class TestGames:
    @of(SHARED)
    def test_no_game_is_named_in_what_all_games_share(self, path):
        shared = f"{path.relative_to(ROOT)}\n{path.read_text()}".lower()
        for slug in GAMES:
            assert not re.search(slug.replace("-", "[-_ ]?"), shared)


class TestCode:
    @of(MODULES)
    def test_a_module_can_be_read_in_one_go(self, path):
        limit = 400 if RULES in path.parents else 300
        assert len(path.read_text().splitlines()) <= limit

    @of(MODULES)
    def test_booleans_are_keyword_only(self, path):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                positional = [*node.args.posonlyargs, *node.args.args]
                for argument in positional:
                    assert "bool" not in ast.unparse(argument.annotation or ast.Constant(None)), argument.arg
                for default in node.args.defaults:
                    assert not (isinstance(default, ast.Constant) and isinstance(default.value, bool))


def our_views(patterns=None):
    """The functions of companion that an address leads to."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if not isinstance(pattern, URLPattern):
            yield from our_views(pattern.url_patterns)
        elif pattern.callback.__module__.startswith("companion."):
            yield pattern.callback


class TestViews:
    def test_there_are_some(self):
        assert list(our_views())

    @pytest.mark.parametrize("view", list(our_views()), ids=lambda view: f"{view.__module__}.{view.__name__}")
    def test_every_view_is_a_function_that_states_its_method(self, view):
        tree = tree_of(Path(importlib.import_module(view.__module__).__file__))
        [function] = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == view.__name__]
        decorators = {ast.unparse(each).partition("(")[0] for each in function.decorator_list}
        assert decorators & METHODS


class TestTemplates:
    @of([path for path in TEMPLATES if path.name.startswith("_")])
    def test_a_fragment_extends_nothing(self, path):
        assert not re.search(r"\{%\s*extends\b", path.read_text())

    @of(TEMPLATES)
    def test_nothing_stands_in_a_page_that_its_policy_forbids(self, path):
        page = DJANGO_TAG.sub("", path.read_text())
        assert not re.search(r"<style\b|\sstyle\s*=", page)
        assert not re.search(r"\s(hx-)?on[a-z:-]+\s*=", page)
        assert not re.search(r"<script\b(?![^>]*\ssrc\s*=)", page)
        assert "javascript:" not in page
