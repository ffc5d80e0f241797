"""Nothing on a play's pages moves once it is seen, however late its scripts come."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    NAMES,
    close_button,
    close_stage,
    counted,
    done,
    enter,
    mark,
    open_card,
    play_path,
    score_again,
    start_play,
)
from tests.browser.test_every_game import lay_down

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
    ("game", "seats"),
    [("tuareg", 3), ("targi", 2), ("basari", 3), ("five-tribes", 3), ("five-tribes-solo", 1)],
)
@pytest.mark.long
def test_neither_the_page_of_a_play_nor_a_card_moves_when_its_scripts_come(phone, game, seats):
    page = phone()
    start_play(page, NAMES[:seats], game=game)
    play = play_path(page)
    card = page.locator("form[data-card]").first.evaluate("(form) => new URL(form.action).pathname")
    for path in (f"{play}/", card):
        assert shifts_with_late_scripts(page, path) == [], path


# Where things were in each frame that was drawn, by what they are.
WHEREVER_SEEN = """(selectors) => {
    self.places = Object.fromEntries(selectors.map((each) => [each, new Set()]));
    const look = () => {
        for (const [selector, seen] of Object.entries(places)) {
            const box = document.querySelector(selector).getBoundingClientRect();
            seen.add([box.x, box.y + scrollY * !document.querySelector(selector).closest(".dock"), box.width].join());
        }
        requestAnimationFrame(look);
    };
    look();
}"""


MOVED = """() => Object.entries(places).flatMap(([name, seen]) => {
    const all = [...seen];
    seen.clear();
    return all.length > 1 ? [name, ...all] : [];
})"""


def moved(*pages):
    """What was at more than one place since the last time, on each page."""
    return [page.evaluate(MOVED) for page in pages]


@pytest.fixture
def two(phone):
    """Two phones of a table, each with a page of the play."""
    first = phone()
    start_play(first)
    second = phone(storage_state=first.context.storage_state())
    second.goto(first.url)
    return first, second


@pytest.mark.long
def test_nothing_pushes_anything_away_from_the_first_count_to_the_correction(two):
    first, second = two
    for page in two:
        page.evaluate(WHEREVER_SEEN, [".sheet", ".links", "#figure-keys", "#dock .line"])
    enter(first, {"water": 4, "gold": 1, "salt": 3, "millet": 2, "maps": 0})
    done(first)
    expect(counted(second)).to_contain_text("1 of 3 counted")
    assert moved(*two) == [[], []]
    open_card(first, "Ben")
    enter(first, {"water": 5})
    for page in two:
        expect(page.locator(".told .fault")).to_contain_text("Anna 4 and Ben 5 make 9")
    assert moved(*two) == [[], []]
    enter(first, {"water": 1})
    expect(mark(first)).to_have_text("✓ saved")
    for page in two:
        expect(page.locator(".told .fault")).to_have_count(0)
    done(first)
    # What nobody holds is said once only one is missing.
    for page in two:
        expect(page.locator("#under-sheet")).to_contain_text("Left over: 3 water")
    assert moved(*two) == [[], []]
    # Once all is counted the keys make way.
    for page in two:
        page.evaluate(WHEREVER_SEEN, [".sheet", ".links"])
    done(first)
    for page in two:
        expect(counted(page)).to_contain_text("3 of 3 counted")
    assert moved(first) == [[]]
    assert moved(second) == [[]]
    close_button(first).click()
    for page in two:
        expect(page.locator(".head .where")).to_have_text("Result of stage 1")
        page.evaluate(WHEREVER_SEEN, [".sheet", ".dock .main"])
    first.locator(".cell a").first.click()
    first.get_by_role("link", name="Correct", exact=True).click()
    first.locator("#sheet .active .figure").fill("3")
    score_again(first)
    expect(second.locator(".corrected")).to_contain_text("Anna: water 4 → 3")
    assert moved(second) == [[]]


@pytest.mark.long
def test_what_a_seats_own_things_bring_pushes_nothing_away_whoever_counts(phone):
    page = phone()
    start_play(page, NAMES, game="five-tribes")
    page.evaluate(WHEREVER_SEEN, [".sheet", "#under-sheet", ".links", "#live", "#dock-action .main"])
    lay_down(page, "tile_4", "palms", "palaces", "tile_8")
    expect(page.locator(".sums:visible li").first).to_be_attached()
    enter(page, {"gold": 38, "elders": 2})
    expect(page.locator(".sums:visible li")).not_to_have_count(0)
    open_card(page, "Ben")
    expect(page.locator(".sums:visible li")).to_have_count(0)
    open_card(page, "Anna")
    expect(page.locator(".sums:visible li")).not_to_have_count(0)
    assert moved(page) == [[]]


@pytest.mark.long
def test_result_neither_moves_nor_scrolls_on_any_phone_when_a_chip_is_struck(phone):
    first = phone(height=640)
    start_play(first)
    for name in NAMES:
        open_card(first, name)
        enter(first, {"water": 1})
        done(first)
    close_stage(first)
    second = phone(height=640, storage_state=first.context.storage_state())
    second.goto(first.url)
    for page in (first, second):
        page.wait_for_load_state("networkidle")
        page.locator(".instructions button").last.evaluate("(chip) => chip.scrollIntoView({ block: 'center' })")
        assert page.evaluate("scrollY") > 0
        page.evaluate(WHEREVER_SEEN, [".sheet", ".instructions", ".dock .main"])
        page.evaluate("() => { self.scrolls = []; addEventListener('scroll', () => scrolls.push(scrollY)); }")
    first.locator(".instructions button").last.tap()
    for page in (first, second):
        expect(page.locator(".instructions button").last).to_have_attribute("aria-pressed", "true")
    assert moved(first, second) == [[], []]
    assert [page.evaluate("scrolls") for page in (first, second)] == [[], []]
