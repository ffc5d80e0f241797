"""docs/reference/ names every command with its options, and every address of the API, and nothing else."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
from django.core.management import get_commands, load_command_class

from companion.access.api_keys import MINUTES, MOST_ASKED
from companion.api.views import PLAYS_AT_ONCE
from tests.test_play_docs import find_missing, read_ui_strings

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = (ROOT / "docs/reference/commands.md").read_text()
API = (ROOT / "docs/reference/api.md").read_text()
OPENAPI = json.loads((ROOT / "docs/reference/openapi.json").read_text())
OURS = {name for name, app in get_commands().items() if app == "companion"}
OF_DJANGO = {"help", "version", "verbosity", "settings", "pythonpath", "traceback", "no_color", "force_color"}


def rows_of(page, title):
    """Return the cells of each row in the table below a heading, without its head."""
    section = page.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return [[cell.strip() for cell in row.split(" | ")] for row in re.findall(r"^\| (`.+) \|$", section, re.M)]


def test_make_table_names_every_target():
    listed = [cells[0] for cells in rows_of(COMMANDS, "make")]
    targets = re.findall(r"^([a-z-]+):$", (ROOT / "Makefile").read_text(), re.M)
    assert sorted(listed) == sorted(f"`make {target}`" for target in targets)


def test_manage_table_names_every_command():
    assert {cells[0].strip("`").split()[0] for cells in rows_of(COMMANDS, "manage.py")} == OURS


@pytest.mark.parametrize("name", sorted(OURS))
def test_manage_table_names_every_argument(name):
    [cells] = [cells for cells in rows_of(COMMANDS, "manage.py") if cells[0].strip("`").split()[0] == name]
    parser = load_command_class("companion", name).create_parser("manage.py", name)
    actions = [action for action in parser._actions if action.dest not in OF_DJANGO]
    options = [action.option_strings[-1] for action in actions if action.option_strings]
    listed = re.findall(r"`(--[a-z-]+)`", cells[1])
    assert sorted(listed) == sorted(option for option in options if option != "--skip-checks")
    assert ("FILE" in cells[0]) == ("file" in {action.dest for action in actions})


def test_api_table_names_every_address():
    assert [cells[0].strip("`") for cells in rows_of(API, "Addresses")] == list(OPENAPI["paths"])


def test_api_example_is_a_valid_answer():
    schema = {**OPENAPI["components"]["schemas"]["Groups"], "components": OPENAPI["components"]}
    jsonschema.Draft202012Validator(schema).validate(json.loads(re.search(r"```json\n(.*?)```", API, re.S)[1]))


def test_api_page_quotes_ui_strings():
    assert find_missing(re.findall(r"\*\*(.+?)\*\*", API), read_ui_strings()) == []


def test_api_page_names_the_limits():
    assert f"{MOST_ASKED} in {MINUTES} minutes" in API
    assert f"{PLAYS_AT_ONCE} at a time" in API
