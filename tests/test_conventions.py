"""What the code keeps to everywhere, so that nobody has to remember it."""

import ast
import importlib
import re
from pathlib import Path

import pytest

from companion.rules import GAMES
from tests.urls import every_url

ROOT = Path(__file__).resolve().parent.parent
COMPANION = ROOT / "companion"
RULES = COMPANION / "rules"
METHODS = {"require_GET", "require_POST", "require_safe", "require_http_methods"}
DJANGO_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)

# A large game may be divided: what its modules are called begins with its name.
GAME_MODULES = [path for slug in GAMES for path in RULES.glob(f"games/{slug.replace('-', '_')}*.py")]
# What helps during one game alone stands in a folder of the game's name.
REFEREE_MODULES = [path for slug in GAMES for path in (RULES / "player_aids" / slug.replace("-", "_")).glob("*.py")]
MODULES = [path for path in sorted(COMPANION.rglob("*.py")) if path.parent.name != "migrations"]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
USES_URLS = [
    path
    for folder in ("companion", "templates", "static", "tests", "bench", "faults", "deploy")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in {".py", ".html", ".js", ".svg"}
]
SHARED = [
    path
    for folder in (COMPANION, ROOT / "templates", ROOT / "static")
    for path in sorted(folder.rglob("*"))
    if path.suffix in {".py", ".html", ".txt", ".js", ".css", ".svg", ".json", ".webmanifest"}
    and path not in (*GAME_MODULES, *REFEREE_MODULES, RULES / "__init__.py", RULES / "player_aids/__init__.py")
]


def places(paths):
    """These files by their names in the project, as a failed test lists them."""
    return {str(path.relative_to(ROOT)): path for path in paths}


def tree_of(path):
    return ast.parse(path.read_text(), str(path))


class TestGames:
    def test_no_game_is_named_in_what_all_games_share(self):
        games = re.compile("|".join(slug.replace("-", "[-_ ]?") for slug in GAMES))
        shared = {place: f"{place}\n{path.read_text()}".lower() for place, path in places(SHARED).items()}
        assert {place: named[0] for place, text in shared.items() if (named := games.search(text))} == {}


class TestCode:
    def test_a_module_can_be_read_in_one_go(self):
        lines = {place: len(path.read_text().splitlines()) for place, path in places(MODULES).items()}
        limits = {place: 400 if RULES in path.parents else 300 for place, path in places(MODULES).items()}
        assert {place: number for place, number in lines.items() if number > limits[place]} == {}

    @pytest.mark.long
    def test_booleans_are_keyword_only(self):
        found = {place: list(positional_booleans(path)) for place, path in places(MODULES).items()}
        assert {place: where for place, where in found.items() if where} == {}

    @pytest.mark.long
    def test_no_comprehension_hides_a_function_that_is_called_beside_it(self):
        found = {place: list(hidden_functions(path)) for place, path in places(MODULES).items()}
        assert {place: where for place, where in found.items() if where} == {}

    def test_libraries_are_used_by_their_public_names(self):
        modules = places([*MODULES, *ROOT.glob("*.py")])
        assert "gunicorn.conf.py" in modules
        found = {place: sorted(set(private_names(path))) for place, path in modules.items()}
        assert {place: names for place, names in found.items() if names} == {}


# These names begin with an underscore and are documented: of named tuples, of `os`, and of Django's models.
PUBLIC = {"_asdict", "_fields", "_replace", "_exit", "_base_manager", "_default_manager", "_meta"}


def private_names(path):
    """The private names that a module imports, or asks other objects for; those of its own classes may be any."""
    tree = tree_of(path)
    own = set(own_names(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [getattr(node, "module", None), *(alias.name for alias in node.names)]
            yield from (name for name in modules if name and any(map(is_private, name.split("."))))
        elif isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in PUBLIC:
            of = ast.unparse(node.value)
            if of != "self" or node.attr not in own:
                yield f"{of}.{node.attr}"


def is_private(name):
    return name.startswith("_") and not name.endswith("__")


def own_names(tree):
    """The names of a module's functions, and of what its classes have from `__init__` on."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node.name
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            yield from (each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute))


def positional_booleans(path):
    """The line and name of each argument of the module that is a boolean and may be given by its place."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            positional = [*node.args.posonlyargs, *node.args.args]
            for argument in positional:
                if "bool" in ast.unparse(argument.annotation or ast.Constant(None)):
                    yield node.lineno, argument.arg
            for default in node.args.defaults:
                if isinstance(default, ast.Constant) and isinstance(default.value, bool):
                    yield node.lineno, f"a default of {default.value}"


def hidden_functions(path):
    """The functions of the module that are called in one where a comprehension has a variable of that name.

    Python 3.12.1 takes the variable for the function from then on, and finds nothing in it.
    """
    tree = tree_of(path)
    of_module = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    of_module.update(
        alias.asname or alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    )
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            within = list(ast.walk(function))
            targets = [node.target for node in within if isinstance(node, ast.comprehension)]
            variables = {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
            called = {node.func.id for node in within if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
            yield from ((function.name, name) for name in variables & called & of_module)


def our_views():
    """The functions of companion that an address leads to."""
    return [url.view for url in every_url() if url.view.__module__.startswith("companion.")]


class TestViews:
    def test_there_are_some(self):
        assert our_views()

    def test_every_view_is_a_function_that_states_its_method(self):
        views = {f"{view.__module__}.{view.__name__}": view for view in our_views()}
        assert [name for name, view in views.items() if not decorators_of(view) & METHODS] == []


def decorators_of(view):
    """The names of the decorators of a view, which is a function of its module."""
    tree = tree_of(Path(importlib.import_module(view.__module__).__file__))
    [function] = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == view.__name__]
    return {ast.unparse(each).partition("(")[0] for each in function.decorator_list}


class TestUrlNames:
    """Names of URLs, as code and templates look them up."""

    LOOKED_UP = re.compile(r"""(?:\{%-? *url |\b(?:reverse|redirect|resolve_url)\()["']([\w:-]+)["']""")

    def test_every_name_belongs_to_a_url(self):
        known = {url.name for url in every_url()}
        namespaces = "|".join(sorted({name.partition(":")[0] for name in known}))
        namespaced = re.compile(rf"""["']((?:{namespaces}):\w+)["']""")
        texts = {place: path.read_text() for place, path in places(USES_URLS).items()}
        used = {place: {*self.LOOKED_UP.findall(text), *namespaced.findall(text)} for place, text in texts.items()}
        assert len(set().union(*used.values())) > 100
        assert {place: names - known for place, names in used.items() if names - known} == {}

    def test_every_url_has_a_name_in_the_namespace_of_its_package(self):
        wrong = {
            url.name: url.view.__module__
            for url in every_url()
            if url.view.__module__.split(".")[1] != url.name.partition(":")[0]
        }
        assert wrong == {}


TOKEN = re.compile(r"\{% csrf_token %\}|\{\{ (own\.)?csrf_input \}\}")
FORBIDDEN = (
    r"<style\b|\sstyle\s*=",
    r"\s(hx-)?on[a-z:-]+\s*=",
    r"<script\b(?![^>]*\ssrc\s*=)",
    "javascript:",
)


class TestTemplates:
    def test_a_fragment_extends_nothing(self):
        fragments = [path for path in TEMPLATES if path.name.startswith("_")]
        assert fragments
        extending = [path.name for path in fragments if re.search(r"\{%\s*extends\b", path.read_text())]
        assert extending == []

    def test_every_form_that_changes_something_has_a_token(self):
        pages = {place: path.read_text() for place, path in places(TEMPLATES).items()}
        forms = {place: page.count('method="post"') for place, page in pages.items()}
        assert sum(forms.values()) > 100
        assert {place: len(list(TOKEN.finditer(page))) for place, page in pages.items()} == forms

    def test_nothing_stands_in_a_page_that_its_policy_forbids(self):
        pages = {place: DJANGO_TAG.sub("", path.read_text()) for place, path in places(TEMPLATES).items()}
        found = {place: [each for each in FORBIDDEN if re.search(each, page)] for place, page in pages.items()}
        assert {place: what for place, what in found.items() if what} == {}


# What is named in a sentence, and leads to it.
NAMED_IN_A_SENTENCE = {"groups:group", "plays:home", "history:pair", "history:place", "transfer:upload"}


@pytest.mark.parametrize("path", places(TEMPLATES).values(), ids=places(TEMPLATES))
def test_what_one_does_is_a_row_or_a_button_and_no_bare_link_in_a_paragraph(path):
    paragraphs = re.findall(r"<p\b[^>]*>.*?</p>", path.read_text(), re.DOTALL)
    bare = [tag for each in paragraphs for tag in re.findall(r"<a (?![^>]*class=)[^>]*>", each)]
    named = [re.search(r"""url\(?\s*'([\w:]+)'""", tag) for tag in bare]
    assert [tag for tag, its in zip(bare, named, strict=True) if not (its and its[1] in NAMED_IN_A_SENTENCE)] == []
