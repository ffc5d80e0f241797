"""A game is two new files and its words: add one to a copy of Caravan, following docs/develop/adding-a-game.md."""

import filecmp
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from companion.rules import GAMES
from tests.pebbles.its_tests import PRINTED, RULINGS
from tests.pebbles.pebbles import GAME
from tests.pebbles.sentences import SENTENCES
from tests.prepared import template

ROOT = Path(__file__).resolve().parent.parent
PEBBLES = ROOT / "tests" / "pebbles"
LANGUAGES = ("de", "ja")
MODULE, ITS_TESTS = f"companion/rules/games/{GAME.slug}.py", f"tests/rules/test_{GAME.slug}.py"
# What is made, and never part of a change.
MADE = shutil.ignore_patterns(".git", *[line.strip("/") for line in (ROOT / ".gitignore").read_text().split()])
# Where all games are looked at, or were once listed.
LOOKING_AT_ALL_GAMES = (
    *("tests/rules/test_every_game.py", "tests/rules/test_random_plays.py", ITS_TESTS, "tests/test_translations.py"),
    *("tests/test_readme.py", "tests/test_contributing.py", "tests/test_score.py::TestDocs"),
    *(f"tests/test_conventions.py::{kind}" for kind in ("TestGames", "TestCode", "TestTemplates")),
    *("tests/history/test_tonight.py", "tests/pages/test_every_game.py", "tests/plays/test_games.py::TestPage"),
    "tests/plays/test_home.py::test_every_game_is_a_tile_that_leads_to_its_page",
    "tests/groups/test_group_games.py::test_the_group_leads_to_every_game",
    "tests/groups/test_group_games.py::TestWhatStandsThere::test_a_game_that_was_not_played_invites",
    "tests/core/language/test_things_named.py",
)
# Whatever a machine or a server does it does for any game.
OF_NO_GAME = ("test_adding_a_game.py", "test_deploy.py", "test_scripts.py", "test_serving.py", "test_setup.py")


def told():
    """Yield the files of each row of the steps, and the commands that write them, if any."""
    page = (ROOT / "docs/develop/adding-a-game.md").read_text()
    section = page.split("\n## Steps\n")[1].split("\n## ")[0]
    for files, how in re.findall(r"^\| (`.+?) \| (.+) \|$", section.replace("NAME", GAME.slug), re.M):
        yield re.findall(r"`([^`]+)`", files), re.findall(r"`((?:make|\.venv/bin/python) [^`]+)`", how)


def name_it(path):
    """Name the game's module beside the others, after all of them."""
    before, names, rest = re.split(r"(?<=^from \.games import )(.+)$", path.read_text(), maxsplit=1, flags=re.M)
    names = ", ".join(sorted([*names.split(", "), GAME.slug]))
    path.write_text(before + names + re.sub(r"^(MODULES\b.+)\)$", rf"\1, {GAME.slug})", rest, flags=re.M))


def translate(path):
    """Give each text of a catalogue that is new its translation, in place of a guess too."""
    language = path.parent.parent.name
    words = {text: spoken[LANGUAGES.index(language)] for text, spoken in (PRINTED | RULINGS | SENTENCES).items()}
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    for message in catalogue:
        if message.id and (message.fuzzy or not "".join(message.string)):
            message.string = words[message.id if isinstance(message.id, str) else message.id[0]]
            message.flags.discard("fuzzy")
            message.previous_id = []
    with path.open("wb") as file:
        write_po(file, catalogue, width=0)


def list_it(path):
    head = "| game | publisher | designer |\n|---|---|---|\n"
    row = f"| {GAME.title} | {GAME.publisher} {GAME.year} | {GAME.designer} |\n"
    path.write_text(path.read_text().replace(head, head + row))


BY_HAND = {
    MODULE: lambda path: shutil.copy(PEBBLES / "pebbles.py", path),
    ITS_TESTS: lambda path: shutil.copy(PEBBLES / "its_tests.py", path),
    "companion/rules/__init__.py": name_it,
    **{f"companion/locale/{language}/LC_MESSAGES/django.po": translate for language in LANGUAGES},
    "README.md": list_it,
}


def run(house, *command, shell=False, **more):
    """Run a command in the house, which must end well; it knows nothing of the run that it belongs to."""
    of_this_run = ("CARAVAN_DATA", "PYTEST_CURRENT_TEST", "PYTEST_XDIST_WORKER", "TESTS_TEMPLATE")
    surroundings = {name: value for name, value in os.environ.items() if name not in of_this_run}
    surroundings |= {"PYTHON": sys.executable, **more}
    done = subprocess.run(
        *command, shell=shell, cwd=house, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, done.stdout


def run_tests(house, *arguments, **more):
    """Let the house's own tests run; a failed one is this one's failure."""
    run(house, [sys.executable, "-m", "pytest", "--quiet", "--tb=short", "-p", "no:cacheprovider", *arguments], **more)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of Caravan to which the game was added."""
    house = tmp_path_factory.mktemp("added") / "caravan"
    shutil.copytree(ROOT, house, ignore=MADE)
    (house / ".venv").symlink_to(sys.prefix)
    for files, commands in told():
        for command in commands:
            run(house, command, shell=True)
        for file in files:
            if file in BY_HAND or not commands:
                BY_HAND[file](house / file)
    return house


def files_of(house):
    """The files of a house by their names in it, without what was made."""
    for folder, folders, files in os.walk(house):
        made = MADE(folder, [*folders, *files])
        folders[:] = [each for each in folders if each not in made]
        yield from (os.path.relpath(Path(folder, file), house) for file in files if file not in made)


@pytest.mark.needs("gettext")
class TestAGame:
    def test_is_two_new_files_and_its_words(self, house):
        before, after = set(files_of(ROOT)), set(files_of(house))
        changed = {file for file in before & after if not filecmp.cmp(ROOT / file, house / file, shallow=False)}
        assert before - after == set()
        assert after - before == {MODULE, ITS_TESTS}
        assert changed == {file for files, _ in told() for file in files} - {MODULE, ITS_TESTS}

    @pytest.mark.long
    def test_fails_no_test_that_looks_at_all_games(self, house):
        """Without the plays that are searched for, and without what asks another game alone."""
        run(house, [sys.executable, "manage.py", "compile_catalogues"])
        others = " or ".join(["UpToDate", "any_possible_play", *GAMES])
        # It has the static files of this run.
        shared = str(template().parent)
        run_tests(house, *LOOKING_AT_ALL_GAMES, "-k", f"not ({others})", "-m", "not long", TESTS_TEMPLATE=shared)

    @pytest.mark.long
    def test_is_in_order_as_to_style_and_types(self, house, tmp_path):
        tools = Path(sys.prefix) / "bin"
        run(house, [tools / "ruff", "check", "--quiet", "."])
        run(house, [tools / "ruff", "format", "--check", "--quiet", "."])
        run(house, [tools / "mypy", "--no-error-summary"], CARAVAN_DATA=str(tmp_path), HTTPS="0")

    @pytest.mark.long
    def test_fails_no_test_at_all(self, house):
        left_out = [f"--ignore=tests/{name}" for name in ("browser", *OF_NO_GAME)]
        run_tests(house, "tests", *left_out, "-m", "not long", "--numprocesses", "2", "--dist", "worksteal")

    @pytest.mark.long
    @pytest.mark.needs("browser")
    def test_fails_no_test_in_a_real_browser(self, house):
        run_tests(house, "tests/browser", "-k", GAME.slug)
