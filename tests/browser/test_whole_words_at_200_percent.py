"""At 200 % no word of a play is broken but at a hyphen, or cut: on the sheet, where two phones clash, in results."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import hears_taps, play_path, send, start_play
from tests.browser.test_every_row import EVERY_GAME
from tests.lanes import long

TEAMS = {"tichu": ("1", "2", "1", "2")}
FIELDS = {
    "tuareg": ("water", "4", "5"),
    "tichu": ("cards", "90", "100"),
    "wizard": ("tricks__made", "0", "1"),
    "five-tribes": ("tile_4", "0", "1"),
}

# Words that are seen and cut, or break where there is no hyphen; of Japanese those in katakana, which has no spaces.
BROKEN = """(isJapanese) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    const range = document.createRange(), words = isJapanese ? /[ァ-ヺー]+|[0-9A-Za-z]+/g : /[^\\s\u200b]+/g;
    const top = (node, at) => {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        // Where a line ends there is an empty one of it, too.
        return [...range.getClientRects()].at(-1)?.top;
    };
    // What only screen readers read has no width.
    const isSeen = (element) => !element || (element.offsetWidth > 1 && isSeen(element.parentElement));
    // What cuts off the text in an element: the page, or whatever is around it and can't be scrolled.
    const frameOf = (element) => {
        if (!element) return document.documentElement;
        return getComputedStyle(element).overflowX === "visible" ? frameOf(element.parentElement) : element;
    };
    while (texts.nextNode()) {
        const node = texts.currentNode, parent = node.parentElement;
        if (!parent.checkVisibility({ visibilityProperty: true }) || !isSeen(parent)) continue;
        const frame = frameOf(parent), { left, right } = frame.getBoundingClientRect();
        range.selectNodeContents(node);
        const isOut = (box) => box.width > 0 && (box.left < left - 1 || box.right > right + 1);
        if (!/auto|scroll/.test(getComputedStyle(frame).overflowX) && [...range.getClientRects()].some(isOut))
            found.push(`${parent.className} cut: ${node.data}`);
        for (const { 0: word, index } of node.data.matchAll(words))
            for (let at = index + 1; at < index + word.length; at++) {
                const [before, after] = [top(node, at - 1), top(node, at)];
                if (before === undefined || after === undefined || after <= before + 2) continue;
                if (/[\u00ad\u200b\\-–/·]/.test(node.data[at - 1])) continue;
                const its = parent.closest("[class], [id]") ?? parent;
                const parts = [node.data.slice(index, at), node.data.slice(at, index + word.length)];
                found.push(`${its.id || its.className}: ${parts.join("|")}`);
            }
    }
    return found;
}"""


@pytest.mark.parametrize(
    ("locale", "game"),
    [
        (locale, game) if (locale, game) == ("en", "five-tribes") else long(locale, game)
        for locale in ("en", "de", "ja")
        for game in FIELDS
    ],
)
def test_words_of_a_play_break_at_hyphens_alone_at_200_percent(phone, locale, game):
    page, other = (phone(width=195, locale=locale, forgive="503") for _ in range(2))
    teams = TEAMS.get(game, ())
    start_play(page, ("Anna", "Ben", "Clara", "Dirk")[: len(teams) or 3], game=game, teams=teams)
    path, rules, found = play_path(page), EVERY_GAME[game], {}
    first, *later = [stage.key for stage in (rules.limited_to(1) if rules.rounds else rules).stages]
    page.goto(f"{path}/table")
    other.goto(page.locator(".address").first.inner_text())
    other.goto(path)

    def look(page, name, address=path):
        page.goto(address)
        hears_taps(page)
        found[name] = page.evaluate(BROKEN, locale == "ja")

    look(page, "counting")
    row, here, there = FIELDS[game]
    seat = page.locator("#sheet thead [data-seat]").first.get_attribute("data-seat")
    send(other, f"{path}/seats/{seat}/{first}", revision=0, save_id="one", **{row: there})
    send(page, f"{path}/seats/{seat}/{first}", revision=0, save_id="two", **{row: here})
    look(page, "asked")
    expect(page.locator("#waiting form")).to_have_count(1)
    look(other, "not asked")
    send(page, f"{path}/stages/{first}/close", anyway=1)
    look(page, "asked in the result", f"{path}/stages/{first}")
    look(other, "result of a stage", f"{path}/stages/{first}")
    page.goto("/games/wizard")
    for stage in later:
        send(page, f"{path}/stages/{stage}/close", anyway=1)
    if rules.rounds:
        send(page, f"{path}/last-round")
    send(page, f"{path}/finish", shared=1)
    look(page, "result")
    expect(page.locator(".podium")).to_have_count(1)
    assert not any(found.values()), found
