"""Build the image of the Dockerfile in a bare Debian tree, start it, and test it, without Docker.

    python3 deploy/in_a_tree.py [FOLDER]

Needs root on Debian or a system based on it, and mmdebstrap. It takes some minutes and 2 GB, so `make test` doesn't
run it. FOLDER caches the bare Debian trees. Only the instructions that our Dockerfile uses are supported.
"""

import contextlib
import fnmatch
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KNOWN = {"FROM", "RUN", "COPY", "WORKDIR", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}
# Network access uses this machine's resolver and certificates.
LENT = {name: name for name in ("/etc/resolv.conf", "/etc/hosts")}
LENT["/etc/ssl/certs/ca-certificates.crt"] = CERTIFICATES = "/run/lent-certificates.crt"
NOT_INSIDE = ("gcc", "cc", "make", "pip", "pip3", "git", "curl")
PATIENCE = 90


def steps(dockerfile: str) -> list[tuple[str, str]]:
    """Parse the Dockerfile into (instruction, arguments), joining continued lines."""
    text = re.sub(r"^\s*#.*\n", "", dockerfile, flags=re.M).replace("\\\n", " ")
    for name, usual in re.findall(r"^ARG (\w+)=(\S+)\n", text, re.M):
        text = text.replace(f"ARG {name}={usual}\n", "").replace(f"${{{name}}}", usual)
    found = [tuple(line.strip().split(maxsplit=1)) for line in text.splitlines() if line.strip()]
    if unknown := {name for name, _ in found} - KNOWN:
        sys.exit(f"The Dockerfile uses {', '.join(unknown)}, which this script doesn't support.")
    return found


@dataclass
class Stage:
    """A build stage: its tree, and how commands run in it."""

    root: Path
    folder: str = "/"
    user: str = "0:0"
    said: dict = field(default_factory=dict)
    start: list = field(default_factory=list)
    health: list = field(default_factory=list)

    def command(self, *words, **more):
        """Return the command that runs these words in the tree, in its own process and mount namespaces."""
        mounts = f"mount -t proc proc {self.root}/proc && mount --rbind /dev {self.root}/dev"
        enter = f"cd {self.root} && exec chroot --userspec={self.user} . /usr/bin/env -i"
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        said = [f"{name}={value}" for name, value in ({"PATH": path} | self.said | more).items()]
        inside = ["sh", "-c", f'cd {self.folder} && exec "$@"', "-", *words]
        script = f"{mounts} && {enter} {shlex.join([*said, *inside])}"
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script]

    def run(self, script):
        """Run a shell script in the tree, with network access."""
        lent = {"PIP_CERT": CERTIFICATES, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(self.command("sh", "-ec", script, **lent), check=True)

    def place(self, path) -> Path:
        """Return the path on this machine of a path in the tree."""
        return self.root / os.path.join(self.folder, path).lstrip("/")


def ignored(path: str) -> bool:
    """Return whether .dockerignore excludes a path of the project."""
    patterns = (ROOT / ".dockerignore").read_text().split()
    anywhere = [pattern.removeprefix("**/") for pattern in patterns if pattern.startswith("**/")]
    return path in patterns or any(fnmatch.fnmatch(Path(path).name, pattern) for pattern in anywhere)


def copy(stage, stages, words):
    """Run a COPY step, from another stage or from the project."""
    *options, source, target = shlex.split(words)
    if options:
        [name] = [option.removeprefix("--from=") for option in options]
        shutil.copytree(stages[name].place(source), stage.place(target), symlinks=True, dirs_exist_ok=True)
        return
    if (ROOT / source).is_file():
        stage.place(target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / source, stage.place(target))
        return

    def left_out(folder, names):
        return [name for name in names if ignored(str((Path(folder) / name).relative_to(ROOT)))]

    shutil.copytree(ROOT / source, stage.place(target), symlinks=True, dirs_exist_ok=True, ignore=left_out)


def new_stage(folder, kept, words) -> tuple[str, Stage]:
    """Run a FROM step. Return the name of the stage, or "", and a stage with a bare tree of its Debian release."""
    image, *named = words.split()
    suite = re.fullmatch(r"debian:([a-z]+)-slim", image)[1]
    packed, root = kept / f"{suite}.tar", Path(tempfile.mkdtemp(dir=folder))
    if not packed.exists():
        kept.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", suite, packed], check=True)
    subprocess.run(["tar", "--extract", "--file", packed, "--directory", root, "--exclude=./dev/*"], check=True)
    root.chmod(0o755)
    for ours, theirs in LENT.items():
        shutil.copyfile(ours, root / theirs.lstrip("/"))
    return (named[1] if named else ""), Stage(root)


def build(folder, kept) -> Stage:
    """Run all steps and return the last stage."""
    stages, stage = {}, None
    for name, words in steps((ROOT / "Dockerfile").read_text()):
        print(f"{name} {' '.join(words.split())}", flush=True)
        if name == "FROM":
            as_what, stage = new_stage(folder, kept, words)
            stages[as_what] = stage
        elif name == "RUN":
            stage.run(words)
        elif name == "COPY":
            copy(stage, stages, words)
        elif name == "WORKDIR":
            stage.folder = words
            stage.place("").mkdir(parents=True, exist_ok=True)
        elif name == "ENV":
            stage.said |= dict(word.split("=", 1) for word in shlex.split(words))
        elif name == "USER":
            stage.user = words
        elif name in ("CMD", "HEALTHCHECK"):
            setattr(stage, "start" if name == "CMD" else "health", json.loads(words[words.index("[") :]))
    return stage


def look(stage):
    """Start the image's command, test its answers, and stop it. Raises AssertionError if anything is wrong."""
    for tool in NOT_INSIDE:
        found = [path for path in stage.root.rglob(f"*bin/{tool}") if path.exists()]
        assert not found, f"the image contains {tool}"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    here = {"PORT": port, "ALLOWED_HOSTS": "caravan.example.org", "PROXY": "1"}
    server = subprocess.Popen(stage.command(*stage.start, **here))
    try:
        assert asked(port, "/readyz", until=time.monotonic() + PATIENCE) == (200, "ok\n")
        answer, page = asked(port, "/", until=time.monotonic() + PATIENCE)
        assert answer == 200 and "Caravan" in page
        assert subprocess.run(stage.command(*stage.health, **here)).returncode == 0
    finally:
        # As in a container, the command is the first process of its own namespace.
        [inside] = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        os.kill(int(inside), signal.SIGTERM)
        try:
            status = server.wait(timeout=30)
        finally:
            server.kill()
    assert status == 0, f"the server exited with {status}"
    assert subprocess.run(stage.command(*stage.health, **here)).returncode != 0


def asked(port, path, *, until):
    """Return status and text of a path, requested as an HTTPS proxy does it. Repeats until there is a response."""
    headers = {"Host": "caravan.example.org", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    while True:
        with contextlib.suppress(OSError), urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read().decode()
        assert time.monotonic() < until, f"no response at {path}"
        time.sleep(0.5)


def main():
    if os.geteuid() or not shutil.which("mmdebstrap"):
        sys.exit("Run this as root, with mmdebstrap installed (Debian: apt install mmdebstrap).")
    folder = Path(tempfile.mkdtemp(prefix="caravan-trees-"))
    try:
        stage = build(folder, Path(sys.argv[1]) if len(sys.argv) > 1 else folder)
        size = subprocess.run(
            ["du", "--summarize", "--block-size=1M", stage.root], capture_output=True, text=True, check=True
        )
        look(stage)
        print(f"The image works: it starts, answers and stops. Its size is {size.stdout.split()[0]} MB.")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
