"""Figures of nine digits fit on phones, sheets and pictures."""

import pytest

from tests.browser.table import group_path, play_path, start_play
from tests.transfer.bgstats import a_file, a_play, as_bytes

MOST, LEAST = "999999999", "-999999998.99"
GAME = "Riesenzahlenspiel"
PEOPLE = ("Anna", "Benedikta", "Chris")
WIDTHS = (390, 320)
# What is folded away unfolds, except the filters, which lie upon the list.
OPEN = "document.querySelectorAll('main details:not([name=filter])').forEach((each) => { each.open = true; })"
# Every text of a page that can be seen, with the boxes of its lines.
FAULTS = """() => {
    const seen = (node) => node.parentElement.checkVisibility({visibilityProperty: true, opacityProperty: true})
        && !node.parentElement.closest(".unseen");
    const lines = [];
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!node.data.trim() || !seen(node)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        // The paper of a sheet and a wide table are wider than a phone: only their own frame scrolls.
        const scrolls = Boolean(node.parentElement.closest(".page, .scroll"));
        for (const box of range.getClientRects()) {
            if (box.width > 1) lines.push({text: node.data.trim(), box, scrolls});
        }
    }
    const wide = document.documentElement;
    const faults = wide.scrollWidth > innerWidth ? [`the page is ${wide.scrollWidth} wide`] : [];
    lines.forEach(({text, box, scrolls}, at) => {
        if ((box.right > innerWidth + 1 || box.left < -1) && !scrolls) faults.push(`${text}: beyond the edge`);
        for (const other of lines.slice(at + 1)) {
            const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
            const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
            if (across > 1 && down > Math.min(box.height, other.box.height) / 2) {
                faults.push(`${text}: upon ${other.text}`);
            }
        }
    });
    return faults;
}"""


def a_year():
    """Plays of a game with the largest and smallest totals there are."""
    for number, month in enumerate([*range(1, 13), 12], 1):
        scores = [MOST, "876543210.25", LEAST]
        winner = month % 2
        scores[:2] = scores[winner], scores[1 - winner]
        yield a_play(
            number,
            GAME,
            f"2025-{month:02}-03",
            anna=scores[0] + "*" * (not winner),
            benedikta=scores[1] + "*" * winner,
            chris=scores[2],
        )


@pytest.fixture
def pages(phone):
    """A phone, and the addresses of the pages that show these plays, by what they are."""
    page = phone()
    start_play(page)
    group = group_path(page, play_path(page))
    page.goto(f"{group}imports")
    file = {"name": "plays.bgsplay", "mimeType": "application/json", "buffer": as_bytes(a_file(*a_year()))}
    page.locator("#file").set_input_files(file)
    page.locator(".import .main").first.click()
    page.locator("#choices").wait_for()
    page.locator("[name=bring_in]").click()
    page.locator(".undo-card").wait_for()

    def found(address, selector, index=0):
        page.goto(address)
        return page.locator(selector).nth(index).get_attribute("href")

    play = found(f"{group}plays", "main a[href^='/plays/'][href$='/']:has-text('Riesen')")
    people = f"{group}players"
    player = found(people, f"main a[href^='{people}/']:has-text('Anna')")
    last = found(people, f"main a[href^='{people}/']:has-text('Chris')")
    one, other = (address.rsplit("/", 1)[1] for address in (player, last))
    game = found(f"{group}games", "main a[href*='/games/']:has-text('Riesen')")
    return page, {
        "play": play,
        "play by its row": f"{play}stages/end",
        "sheet": f"{play}sheet",
        "result": f"{play}result",
        "plays": f"{group}plays",
        "people": people,
        "player": player,
        "two players": f"{people}/{one}/against/{other}",
        "games": f"{group}games",
        "game": game,
        "year": f"{group}years/2025",
        "sheet of the history": f"{group}sheet",
        "group": group,
    }


def test_no_page_scrolls_sideways_and_no_text_lies_upon_another(pages):
    page, addresses = pages
    faults = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        for name, address in addresses.items():
            page.goto(address)
            page.evaluate(OPEN)
            if found := page.evaluate(FAULTS):
                faults[name, width] = found
    assert faults == {}


@pytest.mark.long
def test_letter_of_an_emblem_stands_in_its_middle_everywhere(pages):
    page, addresses = pages
    found = 0
    for address in addresses.values():
        page.goto(address)
        places = page.locator("main span.emblem:visible").evaluate_all(
            """(all) => all.map((each) => {
                const range = document.createRange();
                range.selectNodeContents(each);
                const [text, box] = [range.getBoundingClientRect(), each.getBoundingClientRect()];
                return [text.left + text.right - box.left - box.right, text.top + text.bottom - box.top - box.bottom];
            })"""
        )
        assert all(abs(across) < 4 and abs(down) < 8 for across, down in places), address
        found += len(places)
    assert found > len(addresses)
    # Small ones stand among the games of an evening.
    page.goto(addresses["year"])
    assert page.locator(".ems span.emblem").count() == 2


@pytest.mark.long
def test_filled_sheet_prints_each_figure_in_one_line(pages):
    page, addresses = pages
    page.set_viewport_size({"width": 1000, "height": 844})
    page.goto(addresses["sheet"])
    lines = page.locator(".why td.number, .held strong").evaluate_all(
        "(all) => all.map((each) => { const range = document.createRange(); range.selectNodeContents(each);"
        " return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size; })"
    )
    assert set(lines) == {1}
    assert page.locator(".why td.number").all_inner_texts() == [MOST, "876543210.25", LEAST.replace("-", "−")]
