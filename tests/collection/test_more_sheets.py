"""The library takes sheets of a host's folder and of installed packages, and says what is wrong with one."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.rules import library
from tests.test_custom_game_format import example_in

ROOT = Path(__file__).resolve().parent.parent.parent
GOLF = example_in((ROOT / "docs/develop/adding-a-library-sheet.md").read_text())
PLAY = {"game": "golf", **GOLF["example"]}


@pytest.fixture
def folder(tmp_path):
    """A folder with the sheet of the docs."""
    sheets = tmp_path / "my_sheets"
    sheets.mkdir()
    (sheets / "golf.json").write_text(json.dumps(GOLF))
    return sheets


@pytest.fixture
def files(monkeypatch):
    """The library's files, which are as before afterwards."""
    monkeypatch.setattr(library, "FILES", library.FILES.copy())
    return library.FILES


def package(folder, group, name, module):
    """Let Python know a package by its entry point, as an installer does."""
    about = folder.parent / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{group}]\n{name} = {module}\n")


def run(*arguments, sent=None, **environment):
    """Run manage.py in a process of its own: its status, and what it says."""
    command = [sys.executable, ROOT / "manage.py", *map(str, arguments)]
    at = os.environ | {name: str(value) for name, value in environment.items()}
    done = subprocess.run(command, input=sent, env=at, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


def points(said):
    return [seat["points"] for seat in json.loads(said)["seats"]]


def test_sheet_of_a_folder_is_in_the_library(folder):
    status, said = run("score", sent=json.dumps(PLAY), SHEETS=folder)
    assert (status, points(said)) == (0, [10, 14])


def test_sheet_of_an_installed_package_is_in_the_library(folder):
    (folder / "__init__.py").touch()
    package(folder, "caravan.sheets", "my-sheets", "my_sheets")
    status, said = run("score", sent=json.dumps(PLAY), PYTHONPATH=folder.parent)
    assert (status, points(said)) == (0, [10, 14])


def test_game_of_an_installed_package_can_be_scored(folder):
    shutil.copy(ROOT / "tests/pebbles/pebbles.py", folder.parent)
    package(folder, "caravan.games", "pebbles", "pebbles")
    play = json.dumps({"game": "pebbles", "seats": [{"player": "Anna"}, {"player": "Ben"}]})
    assert json.loads(run("score", sent=play, PYTHONPATH=folder.parent)[1])["game"] == "pebbles"


def test_caravan_does_not_start_with_a_sheet_that_is_wrong_and_says_why(folder):
    (folder / "golf.json").write_text(json.dumps(GOLF | {"players": [4, 2]}))
    status, said = run("score", sent=json.dumps(PLAY), SHEETS=folder)
    assert status == 1
    assert said.startswith(f"{folder / 'golf.json'}: ")
    assert "Traceback" not in said


def test_name_of_a_file_that_can_be_no_key_is_refused(folder):
    del (unnamed := GOLF.copy())["key"]
    assert library.faults_of(folder / "golf.json") == []
    (folder / "My golf.json").write_text(json.dumps(unnamed))
    [said] = library.faults_of(folder / "My golf.json")
    assert "My golf" in said


def test_package_that_cannot_be_imported_is_named(folder):
    package(folder, "caravan.sheets", "lost-sheets", "no_such_module")
    status, said = run("score", sent=json.dumps(PLAY), PYTHONPATH=folder.parent)
    assert (status, "Traceback" in said) == (1, False)
    assert "lost-sheets" in said


def test_setting_that_names_no_folder_is_refused(folder):
    status, said = run("score", sent=json.dumps(PLAY), SHEETS=folder / "nothing")
    assert (status, "SHEETS must be a folder" in said) == (1, True)


def test_key_of_another_game_is_refused(folder, files):
    (folder / "golf.json").rename(folder / "uno.json")
    assert "a game with this key" in library.add(folder)[0]
    assert files["uno"].parent == library.FOLDER


def test_folder_that_is_added_again_changes_nothing(folder, files):
    assert library.add(folder) == []
    assert library.add(folder) == []
    assert files["golf"] == folder / "golf.json"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "JSON"),
        (json.dumps(GOLF | {"wins": "never"}), "wins"),
        (json.dumps(GOLF | {"key": "tennis"}), "tennis.json"),
        ("[]", "must be an object"),
        (json.dumps(GOLF | {"example": []}), "example: must be an object"),
        (json.dumps(GOLF | {"example": {"seats": 5}}), "example › seats: must be a list"),
        (json.dumps(GOLF | {"example": {"seats": [GOLF["example"]["seats"][0] | {"points": 9}]}}), "Example: "),
    ],
)
def test_check_of_a_file_says_what_is_wrong(folder, text, fault):
    (folder / "golf.json").write_text(text)
    [said, *_] = library.faults_of(folder / "golf.json")
    assert fault in said


def test_check_of_points_that_are_wrong_says_the_right_ones(folder):
    seats = [seat | {"points": 11} for seat in GOLF["example"]["seats"]]
    (folder / "golf.json").write_text(json.dumps(GOLF | {"example": {"seats": seats}}))
    told = ["Example: Anna has 10 points, not 11.", "Example: Ben has 14 points, not 11."]
    assert library.faults_of(folder / "golf.json") == told


def test_command_checks_files_for_authors(folder):
    status, said = run("sheets", "check", folder / "golf.json")
    assert (status, said) == (0, f"{folder / 'golf.json'}: ready for the library\n")
    (folder / "golf.json").write_text("{}")
    status, said = run("sheets", "check", folder / "golf.json")
    assert status == 1
    assert said.startswith(f"{folder / 'golf.json'}: ")
