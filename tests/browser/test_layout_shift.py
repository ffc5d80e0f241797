"""Nothing on a play's pages moves once it is seen, however late its scripts come."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import NAMES, play_path, start_play

PAINTED = """async () => {
    const isPainted = () => performance.getEntriesByName("first-contentful-paint").length;
    while (!isPainted()) await new Promise((go) => setTimeout(go, 20));
}"""
# What the browser itself counts as moved: how much of the screen, and how far; with what it was.
SHIFTS = """() => new Promise((tell) => {
    const found = [], rects = ({ previousRect, currentRect }) => [previousRect.toJSON(), currentRect.toJSON()];
    const say = (source) => [source.node?.outerHTML?.slice(0, 120), ...rects(source)];
    const note = (list) => found.push(...list.getEntries().map((each) => [each.value, each.sources.map(say)]));
    new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => tell(found), 100)));
})"""


def shifts_with_late_scripts(page, path):
    """Open a page whose scripts come after its first paint; what moved."""
    held, is_painted = [], False
    page.route("**/static/**/*.js", lambda route: route.continue_() if is_painted else held.append(route))
    page.goto(path, wait_until="commit")
    page.evaluate(PAINTED)
    is_painted = True
    for route in held:
        route.continue_()
    page.wait_for_load_state("load")
    assert held
    expect(page.locator("html.js")).to_be_attached()
    found = page.evaluate(SHIFTS)
    page.unroute("**/static/**/*.js")
    return found


@pytest.mark.parametrize(
    ("game", "seats"), [("tuareg", 3), ("basari", 3), ("targi", 2), ("five-tribes", 3), ("five-tribes-solo", 1)]
)
def test_neither_the_page_of_a_play_nor_a_card_moves_when_its_scripts_come(phone, game, seats):
    page = phone()
    start_play(page, NAMES[:seats], game=game)
    play = play_path(page)
    card = page.locator("form[data-card]").first.evaluate("(form) => new URL(form.action).pathname")
    for path in (f"{play}/", card):
        assert shifts_with_late_scripts(page, path) == [], path
