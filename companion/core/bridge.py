"""The WSGI site as seen from asyncio: it runs in threads that keep their database connection and wait for no network.

Compared with a2wsgi, the threads get a body that is already there, and give back an answer that is complete.
"""

import asyncio
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import IO
from urllib.parse import unquote_to_bytes

THREADS = 4
IN_MEMORY = 1024 * 1024


@dataclass
class Answer:
    """An answer of the site: its body is a file, of which `length` bytes are to be sent."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: IO[bytes] = field(default_factory=partial(tempfile.SpooledTemporaryFile, max_size=IN_MEMORY))
    length: int = 0


class Bridge:
    """Runs a WSGI application, and other functions, in threads."""

    def __init__(self, site):
        self.site, self.pool = site, ThreadPoolExecutor(THREADS)

    async def run(self, function, *arguments):
        """Call a function in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, function, *arguments)

    def answer(self, environ) -> Answer:
        """Let the site answer a request; called in a thread, which goes on even if the phone has gone."""
        answer = Answer()

        def start_response(status, headers, exc_info=None):
            answer.status = int(status.partition(" ")[0])
            answer.headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            return answer.body.write

        with environ["wsgi.input"]:
            parts = self.site(environ, start_response)
            try:
                for part in parts:
                    answer.body.write(part)
            finally:
                if close := getattr(parts, "close", None):
                    close()
        answer.length = answer.body.tell()
        answer.body.seek(0)
        return answer


def read_headers(scope) -> dict[bytes, bytes]:
    """Return the headers of a request by their names; repeated ones are joined (RFC 9110, 5.3)."""
    headers: dict[bytes, bytes] = {}
    for name, value in scope["headers"]:
        # WSGI would take `Remote_User` for `Remote-User`, which only a proxy may set.
        if b"_" in name:
            continue
        if name in headers:
            value = (b"; " if name == b"cookie" else b",").join((headers[name], value))
        headers[name] = value
    return headers


def build_environ(scope, headers, body) -> dict:
    """Return the environ of a request for WSGI (PEP 3333)."""
    host, port = scope["server"] or ("", 0)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in headers.items():
        key = name.decode("latin-1").upper().replace("-", "_")
        environ[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value.decode("latin-1")
    return environ
