"""The standings on a screen for everybody: large, and each number on one line."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.table import play_path, send, start_play
from tests.browser.tour import LONG_NAMES, count_all, seats_of

NAMES = {"long": LONG_NAMES, "short": ["Anna", "Ben", "Chris", "Dora", "Emil"]}
# So that after both stages everybody has three digits: 4 goods with 39 points each, twice.
DEAR = {f"points_{good}": 40 for good in ("water", "gold", "salt", "millet")}
SCREENS = [(820, 1180), (1180, 820), (1280, 720), (1920, 1080)]
# Where the text of something stands: the left and right of each of its lines.
LINES = """each => {
    const range = document.createRange();
    range.selectNodeContents(each.firstChild);
    return [...range.getClientRects()].map(box => [box.left, box.right]);
}"""


def dear_play(page, names):
    """A play for five who tie for everything, with 312 points each after both stages."""
    page.goto("/games/tuareg")
    switches = {"maps": "once", "tie_break": "hand-sum"}
    page.goto(send(page, "/games/tuareg", player=names, played_on="2020-11-20", group="", start=1, **DEAR, **switches))
    play = play_path(page)
    seats = seats_of(page, play)
    for stage in (1, 2):
        count_all(page, play, seats, stage, [{"water": 1, "gold": 2, "salt": 2, "millet": 2}] * 5)
        send(page, f"{play}/stages/{stage}/close")
    return play


# The narrowest screen with long names and the widest with short ones; the long lane has each with each.
ALL_SCREENS = [
    pytest.param(
        names,
        *screen,
        marks=[] if (names, screen) in [("long", SCREENS[0]), ("short", SCREENS[-1])] else pytest.mark.long,
    )
    for names in NAMES
    for screen in SCREENS
]


@pytest.mark.parametrize(("names", "width", "height"), ALL_SCREENS)
def test_totals_of_three_digits_stand_on_one_line(phone, width, height, names):
    page = phone(width=width, height=height)
    play = dear_play(page, NAMES[names])
    page.goto(f"{play}/watch")
    totals = page.locator(".sheet .total td")
    assert totals.all_inner_texts() == ["312"] * 5
    ends = [total.evaluate(LINES) for total in totals.all()]
    assert [len(lines) for lines in ends] == [1] * 5
    assert all(left[0][1] < right[0][0] for left, right in pairwise(ends))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    "names", [("Weihenstephan", "Maximilian", "Ben", "Jo"), ("Weihenstephan", "Maximilian", "Ben", "Jo", "Eva")]
)
def test_ordinary_names_stand_on_one_line(phone, names):
    page = phone(width=1920, height=1080)
    start_play(page, names)
    page.goto(f"{play_path(page)}/watch")
    heights = [name.bounding_box()["height"] for name in page.locator(".names .name").all()]
    assert len(heights) == len(names)
    assert max(heights) < 80


def test_a_lost_game_is_seen_to_be_lost(phone):
    page = phone(width=1920, height=1080)
    start_play(page, ("Anna",), game="five-tribes-solo")
    path = play_path(page)
    seat = seats_of(page, path)[0]
    send(page, f"{path}/seats/{seat}/end", revision=0, done=1, viziers=1, council=2)
    send(page, f"{path}/stages/end/close")
    send(page, f"{path}/finish", shared=1)
    page.goto(f"{path}/watch")
    expect(page.locator(".winners")).to_have_text("Lost")
    expect(page.locator(".total td")).to_have_css("text-decoration-line", "line-through")


def test_what_somebody_counts_appears_by_itself_framed_for_a_moment(phone):
    page = phone(width=1920, height=1080)
    page.goto("/games/tuareg")
    switches = {"maps": "once", "tie_break": "hand-sum"} | DEAR
    page.goto(
        send(page, "/games/tuareg", player=["Anna", "Ben"], played_on="2020-11-20", group="", start=1, **switches)
    )
    play, tv = play_path(page), page.context.new_page()
    seats = seats_of(page, play)
    tv.set_viewport_size({"width": 1920, "height": 1080})
    tv.goto(f"{play}/watch")
    expect(tv.locator(".code-signs")).to_be_visible()
    assert tv.evaluate("document.documentElement.scrollHeight <= innerHeight")
    count_all(page, play, seats[:1], 1, [{"water": 6}])
    cell = tv.get_by_role("row", name="Water").get_by_role("cell").first
    expect(cell).to_have_text("6")
    expect(cell).to_have_class("fresh")
    expect(cell).not_to_have_class("fresh")
    box = cell.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    assert box >= 50
