"""The README is the front door: what it says is there."""

import itertools
import re
import tomllib
from pathlib import Path

import pytest

from companion.rules import GAMES

ROOT = Path(__file__).resolve().parent.parent
READERS = "text|flag|whole_number|one_of|web_address|hosts|groups_a_day|shared_key|former_keys|database"
READERS += "|photo_store|beside|token|site_address"
README = (ROOT / "README.md").read_text()


def section(title):
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def code_spans(text):
    return re.findall(r"`([^`\n]+)`", text)


def test_every_place_on_the_map_exists():
    places = [
        span for row in re.findall(r"^\| (`.+?) \|", section("The map of the house"), re.M) for span in code_spans(row)
    ]
    assert len(places) > 15
    missing = [place for place in places if not (ROOT / place).exists() and not (ROOT / "companion" / place).exists()]
    assert missing == []


def test_every_room_is_on_the_map_in_the_order_of_the_layers():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = [room for layer in contracts[0]["layers"] for room in layer.split(" : ")]
    rows = re.findall(r"^\| (`.+?) \|", section("The map of the house"), re.M)
    assert [Path(span).stem for row in rows for span in code_spans(row)][: len(layers)] == layers


def test_every_make_target_it_names_exists():
    targets = set(re.findall(r"(?:^|`)make ([a-z-]+)", README, re.M))
    assert {"run", "test", "quick", "test-all", "setup", "messages"} <= targets
    makefile = (ROOT / "Makefile").read_text()
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.M)] == []


def test_what_runs_for_every_commit_is_what_its_second_command_runs():
    second = section("Two commands").split("```")[1].strip().splitlines()[1].partition("#")[0].strip()
    assert (ROOT / ".ci/run").read_text().splitlines()[-1] == second == "make test"


def test_every_management_command_it_names_exists():
    commands = set(re.findall(r"manage\.py ([a-z_]+)", README))
    folder = ROOT / "companion" / "management" / "commands"
    assert {"score", "schema"} <= commands
    assert [command for command in commands if not (folder / f"{command}.py").exists()] == []


def test_every_management_command_is_on_the_map():
    [row] = re.findall(r"^\| `companion/management/commands/` \| (.+) \|$", README, re.M)
    files = (ROOT / "companion" / "management" / "commands").glob("*.py")
    assert set(code_spans(row)) == {file.stem for file in files} - {"__init__"}


def test_every_dependency_has_its_line():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [*project["dependencies"], *itertools.chain(*project["optional-dependencies"].values())]
    names = [re.match(r"[A-Za-z0-9-]+", each)[0] for each in needed]
    text = section("What it is built with").lower()
    assert [name for name in names if name.lower() not in text] == []


def test_every_dependency_has_an_upper_bound_and_every_line_names_a_dependency():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [*project["dependencies"], *itertools.chain(*project["optional-dependencies"].values())]
    assert [each for each in needed if "<" not in each and "==" not in each] == []
    listed = re.findall(r"^\| ([a-zA-Z][\w, -]+?)(?: \(with .+\))? \|", section("What it is built with"), re.M)
    names = {re.match(r"[A-Za-z0-9-]+", each)[0] for each in needed} | {"boto3", "library"}
    assert {name.strip().lower() for line in listed for name in re.split(", | with ", line)} <= names


def test_every_setting_that_is_read_is_listed_and_no_other():
    sources = [ROOT / "gunicorn.conf.py", *(ROOT / "companion").rglob("*.py")]
    read = {name for source in sources for name in re.findall(rf'(?:{READERS})\("([A-Z_]+)"', source.read_text())}
    assert set(code_spans("\n".join(re.findall(r"^\| (`[A-Z].+?) \|", section("Settings"), re.M)))) == read


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_every_game_is_in_its_list(game):
    listed = README.split("\nGames: ")[1].split("\n\n")[0]
    assert str(game.title) in listed
    assert game.publisher in listed
    assert game.designer in listed


def test_every_file_it_links_to_exists():
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link.partition("#")[0]).exists()] == []


def test_the_three_sentences_a_picture_and_the_two_commands_come_first():
    titles = re.findall(r"^## (.+)$", README, re.M)
    assert titles[:2] == ["Two commands", "The map of the house"]
