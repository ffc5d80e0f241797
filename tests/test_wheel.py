"""The wheel: built as for a release, installed in an empty environment, and used outside the repository."""

import asyncio
import gzip
import json
import os
import re
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path
from zipfile import ZipFile

import pytest

from bench.phone import Phone, sit_down
from tests.browser.server import free_port

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EARLIER = ROOT / "tests/groups/releases/0.2.0.dump"
NEEDS_TO_BUILD = {re.match(r"[\w-]+", each)[0] for each in PROJECT["optional-dependencies"]["build"]}


def run(*command, **more) -> str:
    """Run a command, and return what it printed."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **more).stdout


def run_uv(*command) -> str:
    """Run uv with the machine's own certificates."""
    uv = run(ROOT / "scripts" / "uv").strip()
    return run(uv, *command, env={"UV_SYSTEM_CERTS": "true", **os.environ})


def release(folder) -> str:
    """Build all files of a release but the image, and return their checksums."""
    return run(ROOT / "scripts/release", folder, env=os.environ | {"BUILDER": "none"})


class Installed:
    """A Caravan that was installed from a wheel: its commands run in an empty folder, with an empty home."""

    def __init__(self, wheel, folder):
        self.folder, self.port = folder, free_port()
        self.python = folder / "environment/bin/python"
        run_uv("venv", "--quiet", "--python", sys.executable, folder / "environment")
        locked = "--constraints", ROOT / "requirements/run.txt"
        run_uv("pip", "install", "--quiet", "--python", self.python, *locked, wheel)
        (folder / "home").mkdir()
        (folder / "elsewhere").mkdir()
        self.surroundings = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder / "home"),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
        }

    def start(self, *command, **settings):
        """Start a command, and return its process."""
        caravan = self.python.with_name("caravan")
        return subprocess.Popen(
            [caravan, *command],
            cwd=self.folder / "elsewhere",
            env=self.surroundings | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def printed_by(self, *command, **settings) -> str:
        """Return what a command printed."""
        return self.start(*command, **settings).communicate(timeout=300)[0]

    def packages(self) -> set[str]:
        """Return the names of all installed packages."""
        listed = run_uv("pip", "list", "--quiet", "--python", self.python, "--format", "freeze")
        return {normalized(line.partition("==")[0]) for line in listed.splitlines()}


def normalized(name) -> str:
    """Return the name of a package as all indexes spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def restored(caravan, **settings) -> str:
    """Restore the dump of an earlier release as `load` explains it, and return what a new dump prints."""
    caravan.printed_by("migrate", **settings)
    refused = caravan.printed_by("load", EARLIER, **settings)
    [earlier] = re.findall(r"Run caravan (migrate companion \w+), load the file again, and then run", refused)
    for command in (earlier.split(), ["load", EARLIER], ["migrate"]):
        caravan.printed_by(*command, **settings)
    return caravan.printed_by("dump", "restored.dump", **settings)


def plays_of(dump) -> str:
    """Return how many plays a dump says that it has, in words."""
    rows = json.loads(gzip.decompress(dump.read_bytes()).splitlines()[-1])["rows"]
    return f"{rows['companion.play']} plays in {rows['companion.group']} groups"


def contents(wheel) -> dict[str, int]:
    """Return the checksum of each file in a wheel, by its name."""
    with ZipFile(wheel) as file:
        return {each.filename: each.CRC for each in file.infolist()}


async def play(port):
    """Start a play, save a column, and return the page that shows it, with the play's address."""
    seated = await sit_down(port, 2)
    phone, column = seated.phones[0], seated.cards[0]
    await phone.post(column, revision=1, save_id="0" * 32, done=1, water=3, gold=2, salt=1, millet=2)
    again = Phone(port, dict(phone.cookies))
    return (await again.get(column)).text


def static_files(site):
    """Return the headers of all styles and scripts of the home page, for a browser on plain HTTP."""
    with urllib.request.urlopen(site, timeout=30) as home:
        addresses = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', home.read().decode())
    for address in addresses:
        asked = urllib.request.Request(site + address, headers={"Accept-Encoding": "gzip, deflate"})
        with urllib.request.urlopen(asked, timeout=30) as file:
            yield file.headers


@pytest.mark.long
def test_installed_wheel_serves_a_play_outside_the_repository(tmp_path):
    # One test, because all of it needs the same wheel.
    sums = release(tmp_path / "dist")
    [wheel] = (tmp_path / "dist").glob("*.whl")
    assert wheel.name == f"{PROJECT['name'].replace('-', '_')}-{PROJECT['version']}-py3-none-any.whl"
    assert {line.split()[1] for line in sums.splitlines()} == {path.name for path in wheel.parent.glob("caravan*")}
    assert not [name for name in contents(wheel) if not name.startswith(("companion/", "caravan_scores-"))]

    caravan = Installed(wheel, tmp_path)
    [sbom] = wheel.parent.glob("*.cdx.json")
    listed = json.loads(sbom.read_text())
    assert {normalized(each["name"]) for each in listed["components"]} == caravan.packages() - {PROJECT["name"]}
    assert listed["metadata"]["component"]["version"] == PROJECT["version"]
    assert caravan.packages() & (NEEDS_TO_BUILD - {"whitenoise"}) == set()
    server = caravan.start("serve")
    try:
        assert any(f"http://127.0.0.1:{caravan.port}" in line for line in server.stdout)
        assert re.search(r'name="water"[^>]*value="3"', asyncio.run(play(caravan.port)))
        files = [*static_files(f"http://127.0.0.1:{caravan.port}")]
        assert len(files) > 2
        assert {file["Content-Encoding"] for file in files} == {"gzip"}
        assert all("immutable" in file["Cache-Control"] for file in files)
        assert (tmp_path / "home/.local/share/caravan/caravan.sqlite3").exists()
        caravan.printed_by("dump", "backup.dump")
        assert (tmp_path / "elsewhere/backup.dump").stat().st_size > 0
    finally:
        server.terminate()
        server.wait(timeout=60)
    assert plays_of(EARLIER) in restored(caravan, CARAVAN_DATA=str(tmp_path / "restored"))
    assert f"http://127.0.0.1:{caravan.port}/t/" in caravan.printed_by("demo", "--plays", "1")
    assert "DEBUG must be 0" in caravan.printed_by("check", DEBUG="1")


@pytest.mark.long
def test_repository_and_sdist_build_the_same_wheel(tmp_path):
    release(tmp_path / "of_sdist")
    run_uv("build", "--quiet", "--wheel", "--python", sys.executable, "--out-dir", tmp_path / "of_repository", ROOT)
    [of_sdist], [of_repository] = (tmp_path.glob(f"{name}/*.whl") for name in ("of_sdist", "of_repository"))
    assert contents(of_sdist) == contents(of_repository)
