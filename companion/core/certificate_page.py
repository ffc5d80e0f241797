"""The page on which phones get the certificate for HTTPS at home: `python -m companion.core.certificate_page`.

It is served by plain HTTP, in a process of its own that doesn't import Django: `manage.py serve --https` has written
the pages and the certificate into the folder.
"""

import http.server
import os
import socket
import sys
import threading
from http import HTTPStatus
from pathlib import Path

from companion.core.supervisor import CERTIFICATE_PORT, CERTIFICATES, is_over

LANGUAGES, STYLE = ("en", "de", "ja"), "certificate.css"
# Opened by the phone as what it is, a certificate to install.
CERTIFICATE_TYPE = "application/x-x509-ca-cert"


class Handler(http.server.BaseHTTPRequestHandler):
    """Answer with the certificate, or with the page that explains it."""

    folder: Path
    timeout = 10
    server_version, sys_version = "Caravan", ""

    def do_GET(self):
        name = self.path.partition("?")[0]
        if name == "/caravan.crt":
            self.answer(CERTIFICATE_TYPE, (self.folder / "authority.crt").read_bytes())
        elif name == f"/{STYLE}":
            self.answer("text/css", (self.folder / STYLE).read_bytes())
        else:
            self.answer("text/html; charset=utf-8", (self.folder / f"{self.language()}.html").read_bytes())

    do_HEAD = do_GET  # noqa: N815 – the name that http.server looks for.

    def answer(self, kind: str, body: bytes):
        """Send a body that isn't cached, because the next start may have another address."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def language(self) -> str:
        """Return the first language of the browser that Caravan speaks, or English."""
        wanted = self.headers.get("Accept-Language", "").lower().split(",")
        return next((each for want in wanted for each in LANGUAGES if want.strip().startswith(each)), LANGUAGES[0])

    def log_message(self, format, *args):
        """Log nothing: addresses of people are private."""


def main():
    host, port = os.environ.get("HOST") or "0.0.0.0", int(os.environ[CERTIFICATE_PORT])
    family = {"address_family": socket.AF_INET6} if ":" in host else {}
    handler = type("Handler", (Handler,), {"folder": Path(os.environ[CERTIFICATES])})
    try:
        server = type("Server", (http.server.ThreadingHTTPServer,), family)((host, port), handler)
    except OSError as error:
        sys.exit(f"Caravan can't listen on {host}, port {port}: {error.strerror}. Check HOST and PORT.")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    while not is_over(3600):
        pass


if __name__ == "__main__":
    main()
