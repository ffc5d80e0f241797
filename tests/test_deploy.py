"""What serves Caravan: container, composition, proxy and service, as far as a machine without Docker can tell."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import load_command_class

from deploy.cluster.here import Cluster
from deploy.in_a_tree import ignored, steps
from tests.prepared import copy_to

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text()
STEPS = steps(DOCKERFILE)
PLACES = ("site", "primary", "replicas", "pooler", "etcd", "app1", "app2", "db1", "db2", "db1-rest", "db2-rest")
BESIDE_PYTHON = Path(sys.executable).parent


def told_by(*command, **surroundings):
    """The exit status of a command in the project's folder, and what it printed."""
    environ = {**os.environ, "NO_COLOR": "1", **surroundings}
    found = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60)
    return found.returncode, found.stdout + found.stderr


class TestDockerfile:
    def test_a_linter_finds_nothing(self):
        assert told_by(BESIDE_PYTHON / "hadolint", "Dockerfile") == (0, "")

    def test_each_of_its_steps_can_be_tried_without_docker(self):
        assert {"FROM", "RUN", "COPY", "USER", "HEALTHCHECK", "CMD"} <= {name for name, _ in STEPS}

    def test_what_it_serves_is_debian_with_python_alone_and_not_root(self):
        second = max(number for number, (name, _) in enumerate(STEPS) if name == "FROM")
        last = STEPS[second:]
        installed = [re.search(r"install --yes --no-install-recommends ([^&]+)", words) for _, words in last]
        assert [found[1].split() for found in installed if found] == [["python3"]]
        assert dict(last)["USER"] != "root"
        assert not dict(last)["USER"].startswith("0")

    def test_what_it_installs_is_what_is_locked(self):
        [install] = [words for name, words in STEPS if name == "RUN" and " pip " in words]
        assert "--require-hashes" in install and "--only-binary :all:" in install
        assert "--requirement requirements/run.txt" in install

    @pytest.mark.parametrize("name", ["CMD", "HEALTHCHECK"])
    def test_what_it_starts_is_there_and_may_be_run(self, name):
        [[script]] = [json.loads(words[words.index("[") :]) for each, words in STEPS if each == name]
        assert os.access(ROOT / script, os.X_OK)
        assert not ignored(script)

    @pytest.mark.parametrize(
        "path",
        [".env", ".git", ".venv", "data", "dist", "tests", "caravan.dump", "companion/__pycache__", "companion/a/b.mo"],
    )
    def test_what_no_server_needs_stays_outside(self, path):
        assert ignored(path)

    @pytest.mark.parametrize("path", ["companion", "companion/locale/de/LC_MESSAGES/django.po", "static", "templates"])
    def test_what_it_serves_comes_along(self, path):
        assert not ignored(path)


class TestComposition:
    COMPOSE = (ROOT / "compose.yaml").read_text()

    def test_it_says_what_its_schema_allows(self):
        command = BESIDE_PYTHON / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml"
        assert told_by(*command) == (0, "ok -- validation done\n")

    def test_every_setting_it_makes_is_one_we_read(self):
        service = self.COMPOSE.split("  caravan:\n")[1].split("    volumes:")[0]
        page = (ROOT / "docs" / "host" / "configuration.md").read_text()
        read = set(re.findall(r"^\| `([A-Z_0-9]+)` \|", page, re.M))
        set_here = set(re.findall(r"^      ([A-Z_0-9]+):", service, re.M))
        assert "DATABASE_URL" in set_here
        assert set_here - read == set()

    @pytest.mark.parametrize("service", ["caravan", "postgresql", "caddy"])
    def test_each_part_has_what_it_needs_and_no_more(self, service):
        [said] = re.findall(rf"^  {service}:\n((?:    .*\n|\n)+)", self.COMPOSE, re.M)
        assert {"<<: *hardened", "mem_limit:", "pids_limit:", "networks:"} <= set(re.findall(r"<<: \*\w+|\w+:", said))
        hardened = self.COMPOSE.split("x-hardened:")[1].split("\nservices:")[0]
        assert "read_only: true" in hardened and "- ALL" in hardened and "no-new-privileges:true" in hardened

    def test_the_database_is_in_a_network_that_leads_nowhere_else(self):
        [postgresql] = re.findall(r"^  postgresql:\n((?:    .*\n|\n)+)", self.COMPOSE, re.M)
        assert "outside" not in postgresql
        assert "  inside:\n    internal: true\n" in self.COMPOSE

    def test_each_image_can_be_named_by_its_digest(self):
        assert re.findall(r"image: \$\{(\w+):-", self.COMPOSE) == ["POSTGRES_IMAGE", "CADDY_IMAGE"]
        assert "DEBIAN_IMAGE: ${DEBIAN_IMAGE:-" in self.COMPOSE
        assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.M)) == {"${DEBIAN_IMAGE}"}

    def test_the_proxy_reads_our_file(self):
        assert "./deploy/Caddyfile:/etc/caddy/Caddyfile:ro" in self.COMPOSE
        caddyfile = (ROOT / "deploy" / "Caddyfile").read_text()
        caddy = self.COMPOSE.split("  caddy:\n")[1].split("    ports:")[0]
        assert set(re.findall(r"\{\$([A-Z]+):", caddyfile)) == set(re.findall(r"^      ([A-Z]+):", caddy, re.M))


class TestCluster:
    FOLDER = ROOT / "deploy" / "cluster"
    COMPOSE = (FOLDER / "compose.yaml").read_text()

    @pytest.mark.long
    def test_its_containers_are_what_a_schema_and_a_linter_allow(self):
        command = BESIDE_PYTHON / "check-jsonschema", "--builtin-schema", "vendor.compose-spec"
        assert told_by(*command, self.FOLDER / "compose.yaml") == (0, "ok -- validation done\n")
        assert told_by(BESIDE_PYTHON / "hadolint", self.FOLDER / "Dockerfile") == (0, "")

    def test_the_proxys_surroundings_are_those_that_its_file_asks_for(self):
        text = (self.FOLDER / "haproxy.cfg").read_text()
        asked = set(re.findall(r"\$\{(\w+)\}", text)) - set(re.findall(r"setenv (\w+)", text))
        proxy = self.COMPOSE.split("  proxy:\n")[1].split("    ports:")[0]
        assert asked == set(re.findall(r"^      (\w+):", proxy, re.M))
        assert asked == set(Cluster(ROOT, ports=dict.fromkeys(PLACES, 1)).of_haproxy())

    def test_while_no_machine_answers_both_proxies_say_the_same(self):
        texts = (self.FOLDER / "haproxy.cfg").read_text(), (ROOT / "deploy" / "Caddyfile").read_text()
        said, others = (re.findall(r"<p[^>]*>([^<\n\"]+)", text) for text in texts)
        assert len(said) == 3
        assert said == others

    def test_each_machine_of_postgresql_is_told_the_same_here_and_in_a_container(self):
        here = set(Cluster(ROOT, ports=dict.fromkeys(PLACES, 1)).of_patroni("db1"))
        db1 = self.COMPOSE.split("  db1:\n")[1].split("    volumes:")[0]
        of_all = self.COMPOSE.split("x-patroni:")[1].split("x-etcd:")[0]
        assert here == set(re.findall(r"^ +([A-Z]+_\w+):", of_all + db1, re.M))

    def test_what_starts_here_is_made_of_the_files_as_they_are(self, tmp_path):
        cluster = Cluster(tmp_path, ports=dict.fromkeys(PLACES, 1))
        assert "host=proxy" not in cluster.pgbouncer_ini().read_text()
        assert "/etc/patroni/first_start" not in cluster.patroni_yml().read_text()

    def test_app_servers_share_one_folder_of_photos(self, tmp_path):
        cluster = Cluster(tmp_path, ports=dict.fromkeys(PLACES, 1))
        folders = {(cluster.app(name).folder / "photos").resolve() for name in ("app1", "app2", "app1")}
        assert folders == {tmp_path / "photos"}


@pytest.mark.needs("proxy")
@pytest.mark.parametrize("machines", ["127.0.0.1:8000", "10.0.0.2:8000 10.0.0.3:8000"])
def test_the_proxys_file_is_one_that_it_understands(machines, tmp_path):
    command = "caddy", "validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"
    status, told = told_by(*command, SITE="caravan.example.org", CARAVAN=machines, XDG_DATA_HOME=str(tmp_path))
    assert (status, "Valid configuration" in told) == (0, True)


class TestBackup:
    @pytest.mark.needs("systemd")
    def test_units_are_understood_by_systemd(self, tmp_path):
        for name in ("caravan-backup.service", "caravan-backup.timer"):
            shutil.copy(ROOT / "deploy" / name, tmp_path)
        units = [str(tmp_path / name) for name in ("caravan-backup.service", "caravan-backup.timer")]
        status, told = told_by("systemd-analyze", "verify", "--recursive-errors=no", *units)
        assert (status, told) == (0, "")

    @pytest.mark.parametrize(
        ("file", "line"),
        [
            ("deploy/caravan-backup.service", r"^ExecStart=/bin/sh -c 'exec \.venv/bin/python manage\.py (.+)'$"),
            ("docs/host/backup-and-restore.md", r"exec --no-TTY caravan \.venv/bin/python manage\.py (.+)$"),
        ],
    )
    def test_the_nightly_line_is_a_command_that_there_is(self, file, line):
        name, *arguments = re.search(line, (ROOT / file).read_text(), re.M)[1].split()
        parser = load_command_class("companion", name).create_parser("manage.py", name)
        assert parser.parse_args(arguments).keep == 31


class TestCommandsOfTheDocs:
    """Commands as the pages for hosts write them, with their folders replaced by some that a test may write to."""

    def test_service_dumps_to_a_full_path_and_loads_it_again(self, tmp_path):
        page = (ROOT / "docs" / "host" / "README.md").read_text()
        script = re.search(r"`sudo -u caravan sh -c '(.+)'`", page)[1]
        assert "`/var/lib/caravan/FILE` with systemd" in page
        settings, file = tmp_path / "caravan.env", tmp_path / "caravan.dump"
        for folder, command in (("old", f"dump {file}"), ("new", f"load {file}")):
            (tmp_path / folder).mkdir()
            copy_to(tmp_path / folder, "caravan.sqlite3")
            settings.write_text(f"CARAVAN_DATA={tmp_path / folder}\nHTTPS=0\n")
            line = script.replace("/etc/caravan.env", str(settings)).replace("manage.py NAME", f"manage.py {command}")
            status, told = told_by("/bin/sh", "-c", line.replace(".venv/bin/python", sys.executable))
            assert status == 0, told
            assert file.stat().st_size
        assert "0 plays" in told

    def test_every_file_of_a_dump_has_a_full_path_or_is_a_placeholder(self):
        pages = "".join(page.read_text() for page in sorted((ROOT / "docs" / "host").glob("*.md")))
        files = re.findall(r"(?:manage\.py|caravan) (?:dump|load) ([^\s`']+)", pages)
        assert len(files) > 4
        assert [file for file in files if not re.match(r"FILE$|/", file)] == []

    def test_one_container_answers_the_address_it_is_given_and_no_other(self, tmp_path):
        page = (ROOT / "docs" / "host" / "docker.md").read_text()
        line = re.search(r"^docker run (.+)$", page, re.M)[1]
        given = dict(re.findall(r"--env (\w+)=(\S+)", line))
        [folder] = re.findall(r"--volume caravan:(\S+)", line)
        assert f"CARAVAN_DATA={folder} " in DOCKERFILE
        host = given["CARAVAN_URL"].removeprefix("http://")
        assert line.endswith(f"{given['CARAVAN_URL']} caravan")
        assert f"--publish {host.partition(':')[2]}:8000" in line
        ask = (
            "from companion.settings import ALLOWED_HOSTS as its; from django.http.request import validate_host as may;"
        )
        hosts = f"print(*(may(each, its) for each in ({host.partition(':')[0]!r}, 'games.lan')))"
        # Whoever lists more names lists the address too.
        for more, expected in (("", "True False"), ("games.lan", "False True")):
            own = {**given, "CARAVAN_DATA": str(tmp_path), "ALLOWED_HOSTS": more}
            assert told_by(sys.executable, "-c", ask + hosts, **own) == (0, f"{expected}\n")
        assert "including this one" in page


class TestService:
    UNIT = (ROOT / "deploy" / "caravan.service").read_text()

    def test_what_it_starts_is_there(self):
        script = re.search(r"^ExecStart=/opt/caravan/(.+)$", self.UNIT, re.M)[1]
        assert os.access(ROOT / script, os.X_OK)

    @pytest.mark.needs("systemd")
    def test_it_is_understood_by_systemd(self, tmp_path):
        unit = tmp_path / "caravan.service"
        unit.write_text(self.UNIT.replace("/opt/caravan", str(ROOT)))
        assert told_by("systemd-analyze", "verify", "--recursive-errors=no", unit) == (0, "")

    @pytest.mark.needs("systemd")
    def test_it_is_shut_in_as_far_as_systemd_can(self):
        status, told = told_by("systemd-analyze", "security", "--offline=true", "--no-pager", "deploy/caravan.service")
        assert status == 0
        assert float(re.search(r"Overall exposure level for caravan.service: ([\d.]+)", told)[1]) < 2.0

    def test_service_cannot_write_its_own_code(self):
        assert "ProtectSystem=strict" in self.UNIT
        assert "chown" not in (ROOT / "docs" / "host" / "systemd.md").read_text()

    def test_it_waits_as_long_as_requests_are_finished(self):
        patience = int(re.search(r"^graceful_timeout = (\d+)$", (ROOT / "gunicorn.conf.py").read_text(), re.M)[1])
        assert int(re.search(r"^TimeoutStopSec=(\d+)$", self.UNIT, re.M)[1]) > patience
        assert int(re.search(r"stop_grace_period: (\d+)s", TestComposition.COMPOSE)[1]) > patience


class TestImage:
    """The archive of the image, with builders that only note what they are asked."""

    @pytest.fixture
    def told_with(self, tmp_path):
        def run(script, **settings):
            for name in ("docker", "podman", "buildah"):
                builder = tmp_path / name
                builder.write_text(f'#!/bin/sh\necho "{name} $*" >>{tmp_path}/asked\n{script}\n')
                builder.chmod(0o755)
            own = {"PATH": f"{tmp_path}:{os.environ['PATH']}", **settings}
            return told_by(ROOT / "scripts" / "image", tmp_path / "its-image.tgz", **own)

        return run

    @pytest.mark.parametrize("builder", ["docker", "podman", "buildah"])
    def test_archive_has_what_the_builder_wrote_and_keeps_the_health_check(self, told_with, tmp_path, builder):
        archive = tmp_path / "its-image.tar"
        status, told = told_with(f"case $1 in save|push) echo an image >{archive} ;; esac", BUILDER=builder)
        assert status == 0, told
        assert gzip.decompress((tmp_path / "its-image.tgz").read_bytes()) == b"an image\n"
        assert not archive.exists()
        [build] = re.findall(r"^\w+ build .+$", (tmp_path / "asked").read_text(), re.M)
        assert builder == "docker" or "--format docker" in build

    def test_first_builder_that_runs_is_taken(self, told_with, tmp_path):
        told_with('case "$0 $1" in *docker*) exit 1 ;; esac')
        asked = (tmp_path / "asked").read_text()
        assert "podman build" in asked and "docker build" not in asked and "buildah" not in asked

    def test_without_a_builder_a_sentence_says_that_there_is_no_image(self, told_with, tmp_path):
        status, told = told_with("exit 1")
        assert status == 0
        assert told == (
            "No image was built: docker, podman and buildah are missing or don't run. The other files are complete.\n"
        )
        assert not (tmp_path / "its-image.tgz").exists()


class TestAudit:
    @pytest.fixture
    def told_by_a_uv_that(self, tmp_path):
        """The audit with a uv that has this script for a body."""

        def run(script):
            uv = tmp_path / "uv"
            uv.write_text(f'#!/bin/sh\n[ "$1" = --version ] && exit\n{script}\n')
            uv.chmod(0o755)
            return told_by(ROOT / "scripts" / "audit", PATH=f"{tmp_path}:{os.environ['PATH']}")

        return run

    def test_it_asks_for_exactly_what_is_locked(self, told_by_a_uv_that):
        status, told = told_by_a_uv_that('for last; do :; done; cat "$last"')
        asked = set(re.findall(r'^#   "(.+)",$', told, re.M))
        locked = re.findall(r"^\S+==\S+", "".join(lock.read_text() for lock in (ROOT / "requirements").iterdir()), re.M)
        assert status == 0
        assert {pinned.split()[0] for pinned in asked} == set(locked)

    def test_a_hole_is_a_failure(self, told_by_a_uv_that):
        assert told_by_a_uv_that("echo a hole; exit 1") == (1, "a hole\n")

    @pytest.mark.long
    def test_no_answer_is_said_in_a_sentence(self, told_by_a_uv_that):
        status, told = told_by_a_uv_that("exit 2")
        assert (status, told) == (2, "The vulnerability check failed: no response. Are you online?\n")
