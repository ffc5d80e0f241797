"""The server and the task worker start together and stop together, whichever of them ends."""

import asyncio
import http.client
import os
import signal
import time
from pathlib import Path

import pytest

from bench.phone import sit_down
from bench.site import children_of
from companion.core.streams import wire
from tests.browser.server import serving
from tests.listeners import listening

# It takes a second or two; a machine that does much else takes longer.
PATIENCE = 60


def is_alive(pid) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(happened):
    until = time.monotonic() + PATIENCE
    while not (found := happened()) and time.monotonic() < until:
        time.sleep(0.05)
    return found


def processes(server):
    """gunicorn's master, the task worker, and gunicorn's workers, once all of them have started."""
    gunicorn, task_worker = wait_until(lambda: len(its := children_of(server.process.pid)) == 2 and its)
    its_environment = Path(f"/proc/{gunicorn}/environ").read_text().split("\0")
    [hubs] = [each.partition("=")[2] for each in its_environment if each.startswith(f"{wire.FOLDER}=")]

    def started():
        workers = children_of(gunicorn)
        return workers if workers and {str(pid) for pid in workers} == set(os.listdir(hubs)) else []

    return gunicorn, task_worker, wait_until(started)


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_signal_to_the_supervisor_ends_all_processes(tmp_path, sent):
    with serving(tmp_path) as server:
        gunicorn, task_worker, workers = processes(server)
        server.process.send_signal(sent)
        assert wait_until(lambda: not any(map(is_alive, [gunicorn, task_worker, *workers])))
        assert server.process.wait(timeout=PATIENCE) == (-sent if sent == signal.SIGKILL else 0)


def test_killed_task_worker_is_started_again(tmp_path):
    with serving(tmp_path) as server:
        _, killed, workers = processes(server)
        os.kill(killed, signal.SIGKILL)
        assert wait_until(lambda: killed not in (its := children_of(server.process.pid)) and len(its) == 2)
        assert all(map(is_alive, workers))


def test_killed_gunicorn_ends_the_supervisor_and_the_task_worker(tmp_path):
    with serving(tmp_path) as server:
        gunicorn, task_worker, workers = processes(server)
        os.kill(gunicorn, signal.SIGKILL)
        assert server.process.wait(timeout=PATIENCE) != 0
        assert wait_until(lambda: not any(map(is_alive, [task_worker, *workers])))


def test_open_stream_and_idle_connection_do_not_delay_the_end(tmp_path):
    with serving(tmp_path) as server:

        async def evening():
            seated = await sit_down(server.port, 2)
            async with await listening(seated.phones[0], seated.play) as stream:
                idle = http.client.HTTPConnection("127.0.0.1", server.port)
                idle.request("GET", "/healthz")
                assert idle.getresponse().read()
                began = time.monotonic()
                server.process.terminate()
                await stream.end()
                ended = time.monotonic() - began
                await asyncio.to_thread(server.process.wait, PATIENCE)
                return ended, time.monotonic() - began

        stream_ended, all_ended = asyncio.run(evening())
    # gunicorn alone would wait for both as long as for requests: 20 seconds.
    assert stream_ended < 5
    assert all_ended < 10


def test_body_under_way_at_the_end_is_still_answered(tmp_path):
    body = b"code=xxxxxxxx"
    with serving(tmp_path) as server:
        _, _, workers = processes(server)
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        line.putrequest("POST", "/join")
        line.putheader("Content-Type", "application/x-www-form-urlencoded")
        line.putheader("Content-Length", str(len(body)))
        line.endheaders(body[:5])
        server.process.terminate()
        # The others have ended.
        assert wait_until(lambda: sum(map(is_alive, workers)) == 1)
        line.send(body[5:])
        assert line.getresponse().status == 403
        assert server.process.wait(timeout=PATIENCE) == 0
