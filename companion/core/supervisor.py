"""Start the server and the task worker, and stop both together: `python -m companion.core.supervisor`.

Arguments are gunicorn's. This process stays small, because it doesn't import Django.

Its children hold the reading end of a pipe, the lifeline. When that ends, this process is stopping or was killed.
"""

import os
import select
import signal
import subprocess
import sys
import tempfile
import time

from companion.core.streams import wire

# Environment variables with the numbers of files: the lifeline, and what gunicorn writes to once it is ready.
LIFELINE, READY = "CARAVAN_LIFELINE", "CARAVAN_READY"
# With `serve --https`: the folder of the certificates, and the port of the page on which phones get theirs.
CERTIFICATES, CERTIFICATE_PORT = "CARAVAN_CERTIFICATES", "CARAVAN_CERTIFICATE_PORT"
# Before a task worker that has ended is started again.
PAUSE = 1
# Longer than gunicorn's graceful timeout.
PATIENCE = 25


def lifeline() -> int | None:
    """Return the lifeline of this process, or None if it was started without a supervisor."""
    number = os.environ.get(LIFELINE)
    return int(number) if number else None


def is_over(seconds) -> bool:
    """Wait so many seconds, but return True as soon as the supervisor has ended."""
    end = lifeline()
    if end is None:
        time.sleep(seconds)
        return False
    return bool(select.select([end], [], [], seconds)[0])


class Supervisor:
    """The processes of a server. `folder` is for their sockets."""

    def __init__(self, folder):
        self.heard, self.held = os.pipe()
        self.environment = os.environ | {wire.FOLDER: folder, LIFELINE: str(self.heard)}
        self.children: list[subprocess.Popen] = []

    def begin(self, *command, files=(), **environment) -> subprocess.Popen:
        """Start a Python module. Ctrl+C in the terminal reaches only this process, which then stops the others."""
        child = subprocess.Popen(
            [sys.executable, "-m", *command],
            env=self.environment | environment,
            pass_fds=[self.heard, *files],
            process_group=0,
        )
        self.children.append(child)
        return child

    def run(self, arguments) -> int:
        """Run gunicorn until it ends, and return its exit status. Once it is ready, run the others beside it."""
        ready, is_ready = os.pipe()
        server = self.begin("gunicorn", *arguments, files=[is_ready], **{READY: str(is_ready)})
        os.close(is_ready)
        commands: list[tuple[str, ...]] = [("companion", "db_worker")]
        if CERTIFICATE_PORT in os.environ:
            commands.append(("companion.core.certificate_page",))
        beside = {command: self.begin(*command) for command in commands} if os.read(ready, 1) else {}
        while server.returncode is None:
            number, status = os.wait()
            for child in self.children:
                if child.pid == number:
                    child.returncode = os.waitstatus_to_exitcode(status)
            for command, child in beside.items():
                if child.returncode is not None:
                    time.sleep(PAUSE)
                    beside[command] = self.begin(*command)
        return server.returncode

    def end(self):
        """Stop all processes."""
        os.close(self.held)
        alive = [child for child in self.children if child.poll() is None]
        for child in alive:
            child.terminate()
        until = time.monotonic() + PATIENCE
        for child in alive:
            try:
                child.wait(max(0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()


def main():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit())
    with tempfile.TemporaryDirectory(prefix="caravan-", ignore_cleanup_errors=True) as folder:
        supervisor = Supervisor(folder)
        try:
            sys.exit(supervisor.run(sys.argv[1:]))
        finally:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            supervisor.end()


if __name__ == "__main__":
    main()
