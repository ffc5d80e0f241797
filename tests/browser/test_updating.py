"""The page that is shown while the database is updated goes on to Caravan once that has started."""

import http.server
import threading

from playwright.sync_api import expect

from companion.core.database_updates import answering_meanwhile
from tests.browser.server import free_port


class Started(http.server.BaseHTTPRequestHandler):
    """Answer as a server that has started."""

    def do_GET(self):
        body = b"<h1>Started</h1>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_GET  # noqa: N815 – the name that http.server looks for.

    def log_message(self, format, *args):
        """Log nothing."""


def test_page_goes_on_by_itself_although_nobody_answers_between_the_update_and_the_start(phone):
    page, port = phone(forgive="503|ERR_"), free_port()
    with answering_meanwhile("127.0.0.1", port):
        page.goto(f"http://127.0.0.1:{port}/")
        expect(page.locator("h1")).to_have_text("Caravan is being updated")
    with page.expect_event("requestfailed", timeout=10_000) as failed:
        pass
    # Only the page itself asks: a reload would have left it for an error of the browser.
    assert not failed.value.is_navigation_request()
    expect(page.locator("h1")).to_have_text("Caravan is being updated")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Started)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    expect(page.locator("h1")).to_have_text("Started", timeout=10_000)
    server.shutdown()
    server.server_close()
