"""The README and docs/develop/ are true: games, pictures, commands, packages and dependencies are as in the code."""

import itertools
import re
import tomllib
from pathlib import Path

import pytest

from companion.rules import GAMES
from companion.rules.library import LIBRARY, sheet

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
ARCHITECTURE = (ROOT / "docs/develop/architecture.md").read_text()
DEPENDENCIES = (ROOT / "docs/develop/dependencies.md").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
NEEDED = [
    *PROJECT["build-system"]["requires"],
    *PROJECT["project"]["dependencies"],
    *itertools.chain(*PROJECT["project"]["optional-dependencies"].values()),
]
NAMES = [re.match(r"[A-Za-z0-9-]+", each)[0].lower() for each in NEEDED]


def section(page, title):
    return page.split(f"\n## {title}\n")[1].split("\n## ")[0]


def code_spans(text):
    return re.findall(r"`([^`\n]+)`", text)


def first_cells(table):
    return re.findall(r"^\| (`.+?) \|", table, re.M)


def test_readme_is_short():
    assert len(README.splitlines()) <= 80


def test_readme_has_its_sections_in_order():
    titles = re.findall(r"^## (.+)$", README, re.M)
    assert titles == ["Features", "Games", "Quick start", "Documentation", "Licence"]


@pytest.mark.parametrize("name", ["counting", "result", "group"])
def test_readme_shows_a_picture_in_light_and_dark(name):
    light, dark = f"docs/images/{name}-light.png", f"docs/images/{name}-dark.png"
    assert f'srcset="{dark}"' in README and f'src="{light}"' in README
    assert (ROOT / light).exists() and (ROOT / dark).exists()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_readme_lists_every_game_with_its_publisher_and_designer(game):
    assert f"| {game.title} | {game.publisher} {game.year} | {game.designer} |\n" in section(README, "Games")


def test_readme_counts_the_library():
    [number, first, last] = re.findall(r"score sheets for (\d+) more, from (.+) to (.+?)\. ", README)[0]
    titles = sorted((sheet(key)["title"]["en"] for key in LIBRARY), key=str.casefold)
    assert int(number) == len(LIBRARY)
    assert (first, last) == (titles[0], titles[-1])


def test_second_command_of_the_quick_start_is_what_runs_for_every_commit():
    commands = section(README, "Quick start").split("```")[1].strip().splitlines()
    assert [command.partition("#")[0].strip() for command in commands] == ["make run", "make test"]
    assert (ROOT / ".ci/run").read_text().splitlines()[-1] == "make test"


def test_readme_leads_to_each_part_of_the_documentation():
    for part in ("play", "host", "develop", "reference"):
        assert re.search(rf"\[docs/{part}\]\(docs/{part}/[\w-]+\.md\)", README)


def test_architecture_lists_every_package_in_the_order_of_the_layers():
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    packages, parts, *_ = section(ARCHITECTURE, "Packages").split("\n\n| ")[1:]
    rows = first_cells(f"| {packages}")
    layers = [name for layer in contracts[0]["layers"] for name in layer.split(" : ")]
    assert [Path(span).stem for row in rows for span in code_spans(row)] == layers
    assert [span for row in rows for span in code_spans(row) if not (ROOT / "companion" / span).exists()] == []
    rows = first_cells(f"| {parts}")
    layers = [name for layer in contracts[1]["layers"] for name in layer.split(" : ")]
    assert [Path(span).stem for row in rows for span in code_spans(row)] == layers


def test_architecture_lists_every_folder_of_the_project():
    listed = {span.partition("/")[0] for span in code_spans(ARCHITECTURE)}
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text().split()}
    folders = {path.parent.name for path in ROOT.glob("[a-z]*/*") if path.is_file()}
    assert folders - ignored - {"docs", "requirements"} - listed == set()


def test_every_dependency_has_its_line():
    assert [name for name in NAMES if name not in DEPENDENCIES.lower()] == []


def test_every_line_names_a_dependency():
    listed = re.findall(r"^\| ([a-zA-Z][\w, -]+?)(?: \(with .+\))? \|", DEPENDENCIES, re.M)
    names = {name.strip().lower() for line in listed for name in re.split(", | with ", line)}
    assert names - {*NAMES, "boto3", "library"} == set()


def test_every_dependency_has_an_upper_bound():
    assert [each for each in NEEDED if "<" not in each and "==" not in each] == []
