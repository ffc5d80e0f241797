"""The head of a column says on whose phone it is counted, and leaves its name to be read."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import open_seat, play_path, send, start_play

LONG = ("Maximiliane", "Bartholomäus", "Christopherus", "Dorothea Elisabeth")
# How far the label begins beneath what stands above it, in a column that another phone counts.
ROOM = """(label) => {
  const name = document.createRange();
  name.selectNodeContents(label.parentElement.querySelector("a"));
  const lines = [...name.getClientRects()].filter(({ height }) => height > 1);
  return label.getBoundingClientRect().top - Math.max(...lines.map(({ bottom }) => bottom));
}"""


@pytest.mark.parametrize("width", [320, 390])
def test_label_of_a_phone_stands_beneath_a_teams_name_of_several_lines(phone, width):
    page, other = phone(width=width), phone(width=width)
    start_play(page, LONG, game="tichu", teams=("1", "2", "1", "2"))
    path = play_path(page)
    page.goto(f"{path}/table")
    other.goto(page.locator(".address").first.inner_text())
    other.goto(path)
    send(other, f"{path}/seats/mine", seat=open_seat(other))
    page.goto(path)
    label = page.locator("#sheet .owner")
    expect(label).to_have_count(1)
    expect(label).to_be_visible()
    assert label.evaluate(ROOM) > -1
