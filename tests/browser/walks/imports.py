"""The part of a walk that leads past what comes in from other programs."""

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from urllib.parse import urlsplit
from uuid import uuid4

from tests.browser.server import FOLDERS
from tests.lanes import in_the_long_lane, long_walk
from tests.photos.samples import a_picture


def every_page_of_an_import(page, group):
    """Bring in plays of another program, from the table that is pasted to what came in; and look at photos."""
    page.goto(f"{group}imports")
    yield from in_the_long_lane("plays of other programs")
    page.locator(".pasted summary").click()
    days = "\n".join(f"{day}.11.2025\tDonaudampfschifffahrt {day}\tJo-Ann\t{day}" for day in range(1, 9))
    page.locator("#text").fill(f"{days}\nbald\tCarcassone\tBenedikta\t+")
    page.locator(".import .main").click()
    page.locator("#columns").wait_for()
    yield "what the columns of a table are"
    page.locator(".dock .main").click()
    page.locator("#choices").wait_for()
    page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    yield "looking before it comes in"
    page.locator("[name=bring_in]").click()
    page.locator(".undo-card").wait_for()
    yield "what came in"
    yield from under_way(page)
    yield from photos(page, group)


@long_walk
def under_way(page):
    """The page of an import that came in, as it is while that is taken back, and once nobody is at it any more."""
    address = urlsplit(page.url)
    its = address.path.split("/")[-1].replace("-", "")

    def said(task, **upload):
        """Let the database say so of the upload and its task, which nobody is at."""
        columns = ", ".join(f"{name} = ?" for name in upload)
        with closing(sqlite3.connect(FOLDERS[address.port] / "caravan.sqlite3", timeout=15)) as database, database:
            database.execute(f"UPDATE companion_upload SET {columns} WHERE uuid = ?", [*upload.values(), its])
            its_task = "json_extract(args_kwargs, '$.kwargs.upload') = (SELECT id FROM companion_upload WHERE uuid = ?)"
            now = "strftime('%Y-%m-%d %H:%M:%f', 'now')"
            table = "django_tasks_database_dbtaskresult"
            database.execute(f"UPDATE {table} SET status = ?, started_at = {now} WHERE {its_task}", [task, its])

    # What it hears would change the page while that is looked at.
    page.route("**/progress", lambda _route: None)
    said("RUNNING", state="leaving", counts='{"new": 1200, "went": 480}')
    page.reload()
    page.locator("progress[value]").wait_for()
    yield "an import that is being undone"
    said("SUCCESSFUL", state="coming")
    page.reload()
    page.locator(".progress .main").wait_for()
    yield "an import that has broken off"
    page.unroute("**/progress")
    said("SUCCESSFUL", state="done", counts='{"new": 8}')


@long_walk
def photos(page, group):
    """Photos that are looked at before they come in."""
    page.goto(f"{group}imports")
    page.locator("#file").set_input_files({"name": "x.zip", "mimeType": "application/zip", "buffer": an_album()})
    page.locator(".import .main").click()
    page.locator(".unread").wait_for()
    yield "looking at photos before they come in"


def an_album() -> bytes:
    """Photos as a file: one of a play that is nowhere, one that is none."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("1.jpg", a_picture())
        rows = [{"file": "1.jpg", "play": str(uuid4()), "caption": "x" * 200}, {"file": "Donaudampfschiff" * 9}]
        packed.writestr("photos.json", json.dumps(rows))
    return file.getvalue()
