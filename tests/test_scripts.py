"""The scripts of `static/js`: pages load what is bundled, and a bundle brings all that it imports."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from companion.plays.pages.assets import SCRIPTS as SCRIPTS_OF_ENTRY
from companion.plays.pages.assets import kinds_of, script_of
from companion.rules import GAMES
from companion.rules.library import LIBRARY

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "static" / "js"
TEMPLATES = ROOT / "templates"
NAMED = re.compile(r"'(js/[^']+\.js)'")


def named_in_templates() -> set:
    found = {name for path in TEMPLATES.rglob("*.html") for name in NAMED.findall(path.read_text())}
    found |= {f"js/{name}.js" for name in SCRIPTS_OF_ENTRY}
    # The fields that are asked for alone have a script each, which their kind names.
    return found | {f"js/alone/{path.name}" for path in (SCRIPTS / "alone").glob("*.js")}


def test_every_script_that_a_page_loads_is_bundled():
    assert all((settings.BUNDLED / name).is_file() for name in named_in_templates())


def test_every_bundled_script_is_loaded_by_a_page_and_the_others_are_only_imported():
    bundled = {str(path.relative_to(settings.BUNDLED)) for path in (settings.BUNDLED / "js").rglob("*.js")}
    assert bundled == named_in_templates()


@pytest.mark.parametrize(("name", "kinds"), SCRIPTS_OF_ENTRY.items())
def test_entry_script_imports_the_pads_of_its_kinds_and_no_others(name, kinds):
    assert set(re.findall(r"/pads/_(\w+)\.js", (SCRIPTS / f"{name}.js").read_text())) == kinds


@pytest.mark.parametrize("key", {**GAMES, **LIBRARY})
def test_page_of_a_game_loads_no_large_pad_that_its_fields_do_not_use(key):
    game = {**GAMES, **LIBRARY}[key]
    pads = SCRIPTS_OF_ENTRY[Path(script_of(game)).stem]
    assert (pads & {"counts", "picks", "rows", "tally"}) <= kinds_of(game)


@pytest.mark.parametrize("path", sorted(SCRIPTS.rglob("*.js")), ids=lambda path: str(path.relative_to(SCRIPTS)))
def test_module_has_one_job(path):
    assert len(path.read_text().splitlines()) <= 400


def test_lines_have_at_most_100_columns():
    long = [
        f"{path.relative_to(SCRIPTS)}:{number}"
        for path in sorted(SCRIPTS.rglob("*.js"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > 100
    ]
    assert long == []


def imports_of(path) -> set:
    """Return the modules that a script imports, and those that these import."""
    found = {(path.parent / name).resolve() for name in re.findall(r'from "(\.[^"]+)"', path.read_text())}
    return found | {each for module in found for each in imports_of(module)}


@pytest.mark.parametrize("name", ["entry/early.js", "entry/others.js"])
def test_script_that_a_page_loads_later_has_no_second_copy_of_what_every_page_runs(name):
    # Two copies take each form for sent twice, and stop it.
    assert (SCRIPTS / "_page.js").resolve() not in imports_of(SCRIPTS / name)
