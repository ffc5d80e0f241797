"""A file that is read, on a phone without JavaScript."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import group_path, play_path, start_play

LARGE = "Date,Game,Player,Score\n" + "".join(
    f"{2000 + number // 336}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02},Skat,{name},{points}\n"
    for number in range(6_000)
    for name, points in (("Anna", 20), ("Ben", 12))
)


@pytest.mark.long
def test_page_without_javascript_shows_by_itself_that_the_file_is_read(phone):
    page = phone(java_script_enabled=False)
    start_play(page)
    page.goto(f"{group_path(page, play_path(page))}imports")
    page.locator("#file").set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": LARGE.encode()})
    page.get_by_role("button", name="Review").click()
    # The columns as they are guessed, then what the plays would become.
    page.get_by_role("button", name="Next: names").click(timeout=60_000)
    expect(page.get_by_role("heading", name="Reading the file …")).to_be_visible()
    expect(page.get_by_role("button", name="Import 6000 plays")).to_be_visible(timeout=60_000)
