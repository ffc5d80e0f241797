"""Run the parts of deploy/cluster/ as processes on this machine, on loopback only: `make cluster`.

Needs Debian's packages: apt install haproxy pgbouncer patroni etcd-server postgresql. All files are in a temporary
folder.
"""

import contextlib
import os
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from bench.site import SECRET_KEY, Site  # noqa: E402
from deploy.cluster.parts import AS_USER, PATH, USER, Part, answer_of, told_by  # noqa: E402
from tests.browser.server import free_port  # noqa: E402

HERE = ROOT / "deploy" / "cluster"
PROGRAMS = {"etcd": "etcd-server"} | {name: name for name in ("haproxy", "pgbouncer", "patroni")}
PASSWORD = "nobody-but-this-machine-asks"
PATIENCE = 90
DATABASES = ("db1", "db2")
ENDS_IT = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def lacks() -> list[str]:
    """Return the missing Debian packages."""
    packages = [package for program, package in PROGRAMS.items() if not shutil.which(program, path=PATH)]
    return packages if any(binaries()) else [*packages, "postgresql"]


def binaries() -> list[Path]:
    """Return the folders of PostgreSQL's programs, newest first."""
    found = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    return sorted((path.parent for path in found), key=lambda path: int(path.parent.name), reverse=True)


@dataclass
class Cluster:
    """All parts by name, and their ports."""

    folder: Path
    say: object = print
    ports: dict = field(default_factory=dict)
    parts: dict = field(default_factory=dict)
    apps: list = field(default_factory=list)

    @property
    def port(self):
        """The port for phones."""
        return self.ports["site"]

    def at(self, name) -> str:
        return f"127.0.0.1:{self.ports[name]}"

    @property
    def settings(self) -> dict:
        """Caravan's settings on each app server."""
        user = f"postgresql://caravan:{PASSWORD}"
        return {
            "DATABASE_URL": f"{user}@{self.at('primary')}/caravan",
            "POOLER_URL": f"{user}@{self.at('pooler')}/caravan",
            "REPLICA_URL": f"{user}@{self.at('pooler')}/caravan_replica",
            "SECRET_KEY": SECRET_KEY,
            "PROXY": "1",
        }

    def start(self, *, tree=ROOT):
        """Start all parts in order of dependency, the app servers with the code of this tree."""
        names = ("site", "primary", "replicas", "pooler", "etcd", "etcd-peers", "app1", "app2")
        self.ports = {name: free_port() for name in (*names, *DATABASES, *(f"{name}-rest" for name in DATABASES))}
        self.say("Starting etcd, and two PostgreSQL servers with Patroni")
        self.begin("etcd", self.etcd())
        for name in DATABASES:
            self.begin(name, [*AS_USER, "patroni", self.patroni_yml()], **self.of_patroni(name))
            self.wait(f"{name} to join", lambda name=name: self.role_of(name) is not None)
        self.wait("a synchronous standby", lambda: self.standby() is not None)
        self.say("Starting HAProxy, PgBouncer and two app servers")
        self.begin("haproxy", ["haproxy", "-W", "-db", "-f", HERE / "haproxy.cfg"], **self.of_haproxy())
        self.begin("pgbouncer", [*AS_USER, "pgbouncer", self.pgbouncer_ini()])
        for name in ("app1", "app2"):
            self.apps.append(self.app(name, tree=tree))
            self.wait("the database", lambda: self.apps[-1].manage("prepare", check=False).returncode == 0)
            self.apps[-1].start()
        self.wait("the site", lambda: answer_of(f"http://{self.at('site')}/readyz") == 200)

    def begin(self, name, command, **surroundings):
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        if AS_USER:
            shutil.chown(folder, USER, USER)
        self.parts[name] = Part(name, command, folder, surroundings)
        self.parts[name].start()

    def etcd(self) -> list:
        """Return the command of a single etcd. A real cluster has three, on separate servers."""
        clients, peers = f"http://{self.at('etcd')}", f"http://{self.at('etcd-peers')}"
        return [
            *("etcd", "--name", "etcd1", "--data-dir", "etcd1", "--log-outputs", "stderr"),
            *("--listen-client-urls", clients, "--advertise-client-urls", clients),
            *("--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers),
            *("--initial-cluster", f"etcd1={peers}"),
        ]

    def of_patroni(self, name) -> dict:
        """/etc/patroni/machine.env of one machine."""
        place, rest = self.at(name), self.at(f"{name}-rest")
        return {
            "PATRONI_NAME": name,
            "PATRONI_ETCD3_HOSTS": self.at("etcd"),
            "PATRONI_RESTAPI_LISTEN": rest,
            "PATRONI_RESTAPI_CONNECT_ADDRESS": rest,
            "PATRONI_POSTGRESQL_LISTEN": place,
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": place,
            "PATRONI_POSTGRESQL_DATA_DIR": str(self.folder / name / "data"),
            "PATRONI_POSTGRESQL_BIN_DIR": str(next(iter(binaries()), "")),
            "PATRONI_POSTGRESQL_PGPASS": str(self.folder / name / "pgpass"),
            "PATRONI_SUPERUSER_USERNAME": "postgres",
            "PATRONI_SUPERUSER_PASSWORD": PASSWORD,
            "PATRONI_REPLICATION_USERNAME": "replicator",
            "PATRONI_REPLICATION_PASSWORD": PASSWORD,
            "CARAVAN_PASSWORD": PASSWORD,
        }

    def of_haproxy(self) -> dict:
        """/etc/default/haproxy."""
        places = {"SITE_LISTEN": "site", "PRIMARY_LISTEN": "primary", "REPLICAS_LISTEN": "replicas"}
        places |= {"APP1": "app1", "APP2": "app2", "DB1": "db1", "DB2": "db2"}
        patroni = {f"{name.upper()}_PATRONI": str(self.ports[f"{name}-rest"]) for name in DATABASES}
        return {key: self.at(name) for key, name in places.items()} | patroni

    def pgbouncer_ini(self) -> Path:
        """Write pgbouncer.ini with this machine's ports and without a socket."""
        folder = self.folder / "pgbouncer"
        folder.mkdir(exist_ok=True)
        changes = {
            "host=proxy port=5000": f"host=127.0.0.1 port={self.ports['primary']}",
            "host=proxy port=5001": f"host=127.0.0.1 port={self.ports['replicas']}",
            "listen_addr = *": "listen_addr = 127.0.0.1\nunix_socket_dir =",
            "listen_port = 6432": f"listen_port = {self.ports['pooler']}",
            "/etc/pgbouncer/userlist.txt": str(folder / "userlist.txt"),
        }
        (folder / "userlist.txt").write_text(f'"caravan" "{PASSWORD}"\n')
        return self.changed("pgbouncer.ini", changes)

    def patroni_yml(self) -> Path:
        """Write patroni.yml with the path of its script on this machine."""
        script = shutil.copy(HERE / "first_start", self.folder)
        return self.changed("patroni.yml", {"/etc/patroni/first_start": script})

    def changed(self, name, changes) -> Path:
        """Copy a file of this folder with these replacements."""
        text = (HERE / name).read_text()
        for there, here in changes.items():
            if there not in text:
                raise RuntimeError(f"{name} doesn't contain {there!r}.")
            text = text.replace(there, here)
        path = self.folder / name
        path.write_text(text)
        return path

    def app(self, name, *, tree=ROOT) -> Site:
        """Create an app server with the code of this tree and the photos that all app servers share."""
        folder, photos = self.folder / f"{name}-{tree.name}", self.folder / "photos"
        if not folder.exists():
            photos.mkdir(exist_ok=True)
            folder.mkdir()
            (folder / "photos").symlink_to(photos)
        return Site(folder, self.settings, port=self.ports[name], tree=tree)

    def logs(self) -> list[Path]:
        """Return the logs of all app servers, of every version of the code."""
        return sorted(self.folder.glob("app?-*/log"))

    def role_of(self, name) -> str | None:
        """Return Patroni's role of a PostgreSQL (primary, sync_standby or replica), or None if it isn't running."""
        told = told_by(f"http://{self.at(f'{name}-rest')}/cluster")
        members = {each["name"]: each for each in (told or {}).get("members", [])}
        its = members.get(name, {})
        return its.get("role") if its.get("state") in ("running", "streaming") else None

    def primary(self) -> str | None:
        return next((name for name in DATABASES if self.role_of(name) in ("leader", "master", "primary")), None)

    def standby(self) -> str | None:
        return next((name for name in DATABASES if self.role_of(name) == "sync_standby"), None)

    def wait(self, what, is_there):
        """Return once `is_there()` is true. Raises RuntimeError after too long, or if a part has ended."""
        began = time.monotonic()
        while not is_there():
            ended = [part for part in self.parts.values() if part.process.poll() not in (None, -signal.SIGKILL)]
            if ended or time.monotonic() > began + PATIENCE:
                logs = "\n".join(part.log.read_text()[-2000:] for part in ended or self.parts.values())
                raise RuntimeError(f"Timed out waiting for {what}. Logs:\n{logs}")
            time.sleep(0.2)

    def stop(self):
        for app in self.apps:
            if app.process and app.process.poll() is None:
                app.kill()
        for part in reversed(self.parts.values()):
            part.stop()


@contextlib.contextmanager
def running(*, say=print, tree=ROOT):
    """Run the whole cluster until the end of the block."""
    with tempfile.TemporaryDirectory(prefix="caravan-cluster-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        folder.chmod(0o755)
        # Other users than root have to read the files, too.
        os.umask(0o022)
        cluster = Cluster(folder, say)
        # A signal or a closed terminal must end all parts.
        before = {number: signal.signal(number, signal.default_int_handler) for number in ENDS_IT}
        try:
            cluster.start(tree=tree)
            yield cluster
        finally:
            # A second signal would leave some parts running.
            for number in ENDS_IT:
                signal.signal(number, signal.SIG_IGN)
            # The terminal may be closed.
            with contextlib.suppress(OSError):
                say("Stopping the cluster, which takes up to half a minute")
            cluster.stop()
            for number, handler in before.items():
                signal.signal(number, handler)


def main():
    if missing := lacks():
        sys.exit(f"Packages of the cluster are missing. Install them with: apt install {' '.join(missing)}")
    with contextlib.suppress(KeyboardInterrupt), running() as cluster:
        print(f"The cluster is running at http://{cluster.at('site')}", flush=True)
        print(f"Its logs are in {cluster.folder}. Press Ctrl+C to stop it.", flush=True)
        signal.pause()


if __name__ == "__main__":
    main()
