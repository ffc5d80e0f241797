"""Another server on this machine, which messages are posted to."""

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Receiver:
    """A server that notes what it gets and answers with `status`; with the headers of `more`, too."""

    def __init__(self):
        self.status, self.more, self.got, self.requests = 204, {}, [], []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                content = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append(content)
                receiver.requests.append((self.path, dict(self.headers)))
                self.send_response(receiver.status)
                for name, value in receiver.more.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        self.address = f"http://127.0.0.1:{self.port}/hooks/s3cret-key?thread=7"

    @property
    def messages(self) -> list[dict]:
        """Return the content of all requests, as JSON."""
        return [json.loads(content) for content in self.got]


@contextlib.contextmanager
def receiving():
    """Run a receiver while the block runs."""
    receiver = Receiver()
    thread = threading.Thread(target=receiver.server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        thread.join()
        receiver.server.server_close()
