"""How people make the sheet of a game of their own, before they play it."""

import re

from playwright.sync_api import expect

from companion.collection.kinds import KINDS
from companion.core.language.texts import say


def make(screen, sheet):
    """Make a sheet that is counted round by round, and go on to the page that starts its play."""
    screen.page.goto("/library")
    screen.click("make")
    screen.fill("its title", sheet["title"])
    screen.click("keep the sheet")
    # A new sheet has its first row.
    for row in sheet["rows"][1:]:
        add(screen, row)
    screen.click("how it goes")
    screen.choose("round by round")
    expect(screen.words("sheet is saved")).to_be_visible()
    screen.click("play it")


def add(screen, row):
    """Add a row, fill in what it has of its own, and close it."""
    kind = screen.control(re.compile(f"^{say(KINDS[row['kind']].label)}"))
    if not kind.count():
        screen.words("more kinds").click()
    kind.click()
    screen.fill("its name", row["label"])
    if "least" in row:
        screen.words("more").click()
        screen.fill("its least", str(row["least"]))
    if "choices" in row:
        screen.fill("its choices", "\n".join(f"{each['label']} {each['worth']}" for each in row["choices"]))
    expect(screen.words("sheet is saved")).to_be_visible()
    screen.click("row is made")
    expect(screen.words("its name")).to_have_count(0)
