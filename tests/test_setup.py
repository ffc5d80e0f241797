"""The two commands: what they lock, look for, refuse and print."""

import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from django.core.management import call_command

from companion.core import environment
from companion.core.announcement import announcement

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def executable(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def bare_machine(tmp_path):
    """A checkout and a PATH with the system's small tools and a uv that reaches nothing, but no Python."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in ("cat", "cksum", "cp", "dirname", "id", "mkdir", "rm", "sed", "sh", "tr"):
        (tools / tool).symlink_to(shutil.which(tool))
    executable(tools / "uv", '[ "$1" = --version ]')
    checkout = tmp_path / "caravan"
    for folder in ("scripts", "requirements"):
        shutil.copytree(ROOT / folder, checkout / folder)

    def run(*command, **variables):
        surroundings = {"PATH": str(tools), "HOME": str(tmp_path / "home"), **variables}
        return subprocess.run(
            [checkout / command[0], *command[1:]],
            env=surroundings,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

    run.tools, run.home, run.checkout = tools, tmp_path / "home", checkout
    return run


# What is locked


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_has_one_version_and_hashes_for_each_package(lock):
    lines = [line for line in lock.read_text().splitlines() if not line.strip().startswith("#")]
    packages = [line for line in lines if not line.startswith(" ")]
    assert packages
    for package in packages:
        assert "==" in package
        assert lines[lines.index(package) + 1].startswith("    --hash=sha256:")


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_place_to_download_from(lock):
    text = lock.read_text()
    assert "://" not in text
    assert "--index" not in text and "--find-links" not in text and "--extra-index" not in text


def locked(name: str) -> set[str]:
    lines = (ROOT / "requirements" / name).read_text().splitlines()
    return {line.removesuffix(" \\") for line in lines if "==" in line}


def test_the_tests_run_with_the_versions_that_are_served():
    assert locked("run.txt") < locked("test.txt")


def test_every_dependency_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    names = {re.match(r"[\w-]+", requirement)[0] for requirement in wanted}
    assert names <= {package.partition("==")[0] for package in locked("test.txt")}


def test_every_dependency_has_an_upper_bound():
    found = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project, of_build = found["project"], found["build-system"]["requires"]
    wanted = [*project["dependencies"], *sum(project["optional-dependencies"].values(), []), *of_build]
    assert len(wanted) > 40
    assert [each for each in wanted if "<" not in each and "==" not in each] == []


# Preparing


def test_without_an_interpreter_setup_says_so_in_one_line(bare_machine):
    refusal = bare_machine("scripts/setup")
    assert refusal.returncode != 0
    assert refusal.stderr.count("\n") == 1
    assert "Python 3.12 or newer" in refusal.stderr
    assert not (bare_machine.checkout / ".venv").exists()


def test_without_uv_and_python_setup_says_what_to_install(bare_machine):
    (bare_machine.tools / "uv").unlink()
    refusal = bare_machine("scripts/setup")
    assert refusal.returncode != 0
    assert refusal.stderr.count("\n") == 1
    assert "python3 with venv" in refusal.stderr


def test_an_interpreter_on_path_that_does_not_run_is_passed_over_for_the_one_under_pyenv(bare_machine):
    executable(bare_machine.tools / "python3.13", "echo 'pyenv: python3.13: command not found' >&2; exit 127")
    executable(bare_machine.tools / "python3", "exit 1")
    working = executable(bare_machine.home / ".pyenv/versions/3.12.1/bin/python", "exit 0")
    executable(bare_machine.home / ".pyenv/versions/3.9.18/bin/python", "exit 1")
    assert bare_machine("scripts/python").stdout.strip() == str(working)


def test_of_several_interpreters_3_13_is_taken(bare_machine):
    for version in ("3.12", "3.13", "3.14"):
        executable(bare_machine.tools / f"python{version}", "exit 0")
    assert bare_machine("scripts/python").stdout.strip() == str(bare_machine.tools / "python3.13")


def test_who_names_an_interpreter_has_that_one(bare_machine):
    executable(bare_machine.tools / "python3.13", "exit 0")
    wanted = executable(bare_machine.home / "older/bin/python", "exit 0")
    assert bare_machine("scripts/python", UV_PYTHON=str(wanted)).stdout.strip() == str(wanted)


def test_pyenv_is_found_by_its_shims_where_home_is_another(bare_machine):
    elsewhere = bare_machine.tools.parent / "other home" / ".pyenv"
    working = executable(elsewhere / "versions/3.13.0/bin/python", "exit 0")
    path = f"{elsewhere}/shims:{bare_machine.tools}"
    assert bare_machine("scripts/python", PATH=path).stdout.strip() == str(working)


def test_this_interpreter_would_do(bare_machine):
    assert bare_machine("scripts/python", sys.executable).returncode == 0


def test_a_second_setup_does_nothing(bare_machine):
    python = executable(bare_machine.tools / "python3.13", "exit 0")
    uv = executable(bare_machine.tools / "uv", f"mkdir -p .venv/bin && cp {python} .venv/bin/python")
    assert bare_machine("scripts/setup").returncode == 0
    uv.unlink()
    again = bare_machine("scripts/setup")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


@pytest.mark.parametrize(("user", "folder"), [("0", "caravan/.python"), ("1000", "")])
def test_python_that_root_downloads_is_in_the_project_where_a_service_can_run_it(bare_machine, user, folder):
    executable(bare_machine.tools / "id", f"echo {user}")
    # As uv on a fresh Debian: it downloads a Python into its folder, by default in the home of whoever runs it.
    downloaded = 'folder=${UV_PYTHON_INSTALL_DIR:-$HOME/uv}; mkdir -p "$folder" .venv/bin; echo "$*" >"$folder/asked"'
    python = "printf '#!/bin/sh\\n' >.venv/bin/python; chmod +x .venv/bin/python"
    executable(bare_machine.tools / "uv", f'[ "$1" != venv ] || {{ {downloaded}; {python}; }}')
    (bare_machine.tools / "chmod").symlink_to(shutil.which("chmod"))
    prepared = bare_machine("scripts/setup")
    assert prepared.returncode == 0, prepared.stderr
    where = bare_machine.checkout.parent / folder if folder else bare_machine.home / "uv"
    assert "--python-preference only-managed --python 3.13" in (where / "asked").read_text()
    assert "Warning" not in prepared.stderr


def test_root_is_warned_of_a_python_in_its_home(bare_machine):
    executable(bare_machine.tools / "id", "echo 0")
    python = executable(bare_machine.home / ".pyenv/versions/3.13.1/bin/python", "exit 0")
    assert f"Caravan uses {python}, in the home of root." in bare_machine("scripts/setup").stderr


def test_a_setup_that_was_interrupted_is_begun_anew(bare_machine):
    executable(bare_machine.checkout / ".venv/bin/python", "exit 0")
    half_made = bare_machine.checkout / ".venv" / "half-made"
    half_made.touch()
    bare_machine("scripts/setup")
    assert not half_made.exists()


def test_a_chosen_browser_is_taken_if_it_runs(bare_machine, tmp_path):
    chosen = executable(tmp_path / "chosen", "exit 0")
    assert bare_machine("scripts/browser", CHROME_PATH=str(chosen)).stdout.strip() == str(chosen)


def test_a_browser_that_only_asks_for_a_snap_is_none(bare_machine):
    executable(bare_machine.tools / "chromium-browser", "echo 'requires the chromium snap' >&2; exit 1")
    chrome = executable(bare_machine.tools / "google-chrome", "exit 0")
    assert bare_machine("scripts/browser").stdout.strip() == str(chrome)


def test_without_a_browser_root_on_debian_fetches_the_package(bare_machine):
    executable(bare_machine.checkout / ".venv/bin/python", "exit 1")  # Playwright reaches nothing either.
    executable(bare_machine.tools / "id", "echo 0")
    ready = executable(bare_machine.tools / "ready", "exit 0")
    # As on a fresh machine: nothing can be installed before the first update.
    install = f"cat updated && cp {ready} chromium"
    apt = f"cd {bare_machine.tools} && case $1 in update) echo >updated ;; install) {install} ;; esac"
    executable(bare_machine.tools / "apt-get", apt)
    found = bare_machine("scripts/browser", "fetch")
    assert found.stdout.strip() == str(bare_machine.tools / "chromium")


def test_without_a_browser_nobody_but_root_installs_one(bare_machine):
    executable(bare_machine.checkout / ".venv/bin/python", "exit 1")
    executable(bare_machine.tools / "id", "echo 1000")
    executable(bare_machine.tools / "apt-get", f"echo >{bare_machine.tools}/asked")
    found = bare_machine("scripts/browser", "fetch")
    assert (found.returncode, found.stdout) == (1, "")
    assert not (bare_machine.tools / "asked").exists()


def test_the_browsers_shell_is_fetched_only_where_it_can_be_had(bare_machine):
    executable(bare_machine.tools / "id", "echo 0")
    ready = executable(bare_machine.tools / "ready", "exit 0")
    shell = bare_machine.tools / "chromium-headless-shell"
    executable(bare_machine.tools / "apt-get", f"echo $1 >>{bare_machine.tools}/asked && cp {ready} {shell}")
    known = executable(bare_machine.tools / "apt-cache", "exit 100")
    nowhere = bare_machine("scripts/browser", "shell")
    assert (nowhere.returncode != 0, nowhere.stdout) == (True, "")
    assert not (bare_machine.tools / "asked").exists()
    executable(known, "exit 0")
    for _ in range(2):
        assert bare_machine("scripts/browser", "shell").stdout.strip() == str(shell)
    assert (bare_machine.tools / "asked").read_text() == "install\n"


def test_who_has_chosen_a_browser_gets_no_shell_of_another(bare_machine, tmp_path):
    executable(bare_machine.tools / "chromium-headless-shell", "exit 0")
    chosen = executable(tmp_path / "chosen", "exit 0")
    found = bare_machine("scripts/browser", "shell", CHROME_PATH=str(chosen))
    assert (found.returncode, found.stdout) == (1, "")


# The data folder and the machine's names


def test_the_secret_key_is_made_once_and_is_its_owners_alone(tmp_path):
    key = environment.stored_secret_key(tmp_path)
    assert len(key) >= 50
    assert environment.stored_secret_key(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_the_own_hosts_are_names_and_numbers_but_never_everything():
    hosts = environment.own_hosts("caravan.example.org", None)
    assert {"localhost", "127.0.0.1", ".local", "caravan.example.org", environment.own_address()} < {*hosts}
    assert not [host for host in hosts if "*" in host or host in ("", ".")]


# Catalogues


def test_catalogues_are_compiled_when_they_changed_and_only_then(tmp_path, settings, capsys):
    settings.LOCALE_PATHS = [tmp_path]
    source = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
        'msgid "Water"\nmsgstr "Wasser"\n'
        'msgid "%d play"\nmsgid_plural "%d plays"\nmsgstr[0] "%d Partie"\nmsgstr[1] "%d Partien"\n'
        '#, fuzzy\nmsgid "Salt"\nmsgstr "Gold"\n',
        encoding="utf-8",
    )
    os.utime(source, ns=(1, 1))
    call_command("compile_catalogues")
    assert capsys.readouterr().out == "Compiled de/LC_MESSAGES/django.po\n"
    with source.with_suffix(".mo").open("rb") as file:
        catalogue = read_mo(file)
    assert catalogue.get("Water").string == "Wasser"
    assert catalogue.get("%d play").string == ["%d Partie", "%d Partien"]
    assert catalogue.get("Salt") is None
    call_command("compile_catalogues")
    assert capsys.readouterr().out == ""


# What is printed


def test_one_machine_alone_gets_one_address():
    assert announcement("127.0.0.1", 8000).split() == ["http://127.0.0.1:8000"]


def test_phones_get_an_address_a_code_and_what_to_check():
    text = announcement("192.168.1.20", 9000)
    assert "http://192.168.1.20:9000\n" in text
    assert "█" in text
    assert "use the same Wi-Fi and allow port 9000 in this computer's firewall" in text


def test_the_lasting_address_is_the_only_one():
    text = announcement("0.0.0.0", 8000, lasting_address="https://caravan.example.org")
    assert "https://caravan.example.org\n" in text
    assert "http://" not in text


def test_a_name_that_does_not_lead_here_is_not_printed(monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "no-such-name-of-ours")
    assert environment.lasting_name() == ""
    assert "no-such-name-of-ours" not in announcement("0.0.0.0", 8000)


class TestAddressOfLastTime:
    """A phone's cookie belongs to an address, so another one is said, with what to do."""

    NEWS = "Last time: "

    @pytest.fixture
    def start(self, tmp_path):
        return lambda host, port=8000, **more: announcement(host, port, memory=tmp_path / "address", **more)

    def test_the_first_start_has_nothing_to_say(self, start):
        assert self.NEWS not in start("192.168.1.20")

    def test_nor_has_one_at_the_same_address_or_another_port_of_it(self, start):
        start("192.168.1.20")
        assert self.NEWS not in start("192.168.1.20")
        assert self.NEWS not in start("192.168.1.20", 9000)

    def test_at_another_address_two_lines_say_what_changed_and_what_to_do(self, start):
        start("192.168.1.20")
        before, changed, to_do = start("192.168.1.21").rstrip().rsplit("\n", 2)
        assert self.NEWS not in before
        assert "Last time: http://192.168.1.20:8000." in changed
        assert "manage.py let_in" in to_do
        assert "scan the group's invitation and tap their name" in to_do

    def test_it_is_said_once(self, start):
        start("192.168.1.20")
        start("192.168.1.21")
        assert self.NEWS not in start("192.168.1.21")

    def test_this_machine_alone_and_a_lasting_address_neither_say_nor_change_anything(self, start):
        start("192.168.1.20")
        assert self.NEWS not in start("127.0.0.1")
        assert self.NEWS not in start("0.0.0.0", lasting_address="http://caravan.example.org")
        assert "Last time: http://192.168.1.20:8000." in start("192.168.1.21")

    @pytest.mark.parametrize(("https", "remembers"), [("0", True), ("1", False)])
    @pytest.mark.long
    def test_make_run_remembers_it_in_the_data_folder_and_a_public_site_does_not(self, tmp_path, https, remembers):
        with socket.socket() as probe:
            probe.bind(("127.0.0.2", 0))
            port = str(probe.getsockname()[1])
        surroundings = {
            "HOST": "127.0.0.2",
            "PORT": port,
            "CARAVAN_DATA": str(tmp_path),
            "HTTPS": https,
            "PROXY": https,
        }
        server = subprocess.Popen(
            [sys.executable, "-m", "companion.core.supervisor"],
            cwd=ROOT,
            env={**os.environ, **surroundings},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert any(port in line for line in server.stdout)
        finally:
            server.terminate()
            server.wait(timeout=60)
        memory = tmp_path / "address"
        assert memory.exists() == remembers
        assert not remembers or memory.read_text() == f"http://127.0.0.2:{port}"


# Starting


def test_a_taken_port_is_said_in_one_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        start = subprocess.run(
            [sys.executable, "-m", "companion.core.supervisor"],
            cwd=ROOT,
            env={**os.environ, "HOST": "127.0.0.1", "PORT": port},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
    assert start.returncode != 0
    assert start.stderr.count("\n") == 1
    assert start.stderr.startswith(f"Port {port} is taken. ")
