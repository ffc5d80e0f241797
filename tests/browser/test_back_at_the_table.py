"""A phone that comes back says nothing of others before it has asked again: much may have been counted meanwhile."""

from playwright.sync_api import expect

from tests.browser.table import cell, counted, done_with, only_asks, play_path, start_play
from tests.browser.test_app import app_phone, lose_the_network
from tests.browser.test_columns_of_another_phone import at_a_table
from tests.browser.test_offline import until

COLOURS = """() => {
    const colour = (element) => element && getComputedStyle(element).outlineColor;
    const its = colour(document.querySelector("#sheet .cell.wrong"));
    const bad = Object.assign(document.createElement("i"), { style: "outline: solid var(--bad)" });
    const muted = Object.assign(document.createElement("i"), { style: "outline: solid var(--muted)" });
    document.body.append(bad, muted);
    return [its === colour(bad), its === colour(muted)];
}"""


def test_phone_from_the_background_shows_neither_counts_nor_faults_that_may_be_over(phone):
    first, second, _seats = at_a_table(phone)
    cell(first, "Anna", "gold").fill("99")
    main = second.locator("#dock .main")
    expect(main).to_contain_text("recount")
    expect(counted(second)).to_be_visible()
    held = []
    second.route("**/live?*", lambda route: held.append(route))
    only_asks(second)
    cell(first, "Anna", "gold").fill("2")
    for name in ("Anna", "Ben", "Chris"):
        done_with(first, name)
    second.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    for what in (counted(second), main, second.locator("#faults"), second.locator("#sheet .states").first):
        expect(what).to_be_hidden()
    assert second.evaluate(COLOURS) == [True, True]
    second.unroute("**/live?*")
    for route in held:
        route.continue_()
    expect(counted(second)).to_contain_text("3 of 3 counted")
    expect(counted(second)).to_be_visible()
    expect(main).to_be_visible()
    expect(main).not_to_contain_text("recount")


def test_page_that_was_stored_on_the_phone_says_nothing_of_others_before_it_has_asked(phone, port):
    page = app_phone(phone, port)
    start_play(page)
    path = play_path(page)
    page.reload()
    lose_the_network(page)
    page.add_init_script(
        """document.addEventListener("DOMContentLoaded", () => {
            window.begins = getComputedStyle(document.getElementById("counted")).visibility;
        });"""
    )
    page.goto(path)
    assert page.evaluate("begins") == "hidden"
    # What nobody answers is shown as it was seen last.
    until(page, "getComputedStyle(document.getElementById('counted')).visibility === 'visible'")
