"""What holds on every page, in each language: axe finds nothing, and all of it fits a narrow screen."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.server import HOST
from tests.browser.tour import every_card, every_group_page, every_page, every_page_of_you, every_referee

# Passkeys are there where browsers trust the address.
WALKS = pytest.mark.parametrize(
    ("walk", "host"),
    [
        (every_page, HOST),
        (every_group_page, HOST),
        (every_card, HOST),
        (every_referee, HOST),
        (every_page_of_you, "localhost"),
    ],
)
LANGUAGES = pytest.mark.parametrize("locale", ["en", "de", "ja"])
# A small phone, and one of 390 px whose owner reads at 200 %.
WIDTHS = {320: 568, 195: 422}
NOT_FITTING = """() => {
    // A sheet of paper has its own size, and scrolls by itself.
    const apart = ".unseen, .skip, .desk > *";
    const shown = (each) => each.checkVisibility({visibilityProperty: true}) && !each.closest(apart);
    const all = [...document.body.querySelectorAll("*")].filter(shown);
    const named = (element) => element.outerHTML.slice(0, 100);
    const wide = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
    const outside = all.filter((element) => {
        const {left, right} = element.getBoundingClientRect();
        return left < -0.5 || right > innerWidth + 0.5;
    });
    const cut = all.filter((element) => {
        const style = getComputedStyle(element);
        // What is typed moves along in its input; a figure is short enough to be seen whole.
        if (element.matches("input:not(.figure)")) return false;
        if (element.matches(".desk[tabindex]")) return false;
        const isBox = style.overflowX !== "visible" || element.matches("button, .button");
        return style.textOverflow === "ellipsis" || (isBox && element.scrollWidth > element.clientWidth + 1);
    });
    return [...wide, ...outside.map((each) => "outside: " + named(each)), ...cut.map((each) => "cut: " + named(each))];
}"""


@WALKS
@LANGUAGES
def test_axe_finds_nothing_on_any_page_in_light_and_dark(phone, port, locale, walk, host):
    page, axe, found = phone(locale=locale, base_url=f"http://{host}:{port}"), Axe(), []
    for name in walk(page):
        for colours in ("light", "dark"):
            page.emulate_media(color_scheme=colours)
            result = axe.run(page)
            found += [f"{name}, {colours}: {result.generate_report()}"] * bool(result.violations_count)
    assert not found, "\n".join(found)


@WALKS
@LANGUAGES
def test_no_page_scrolls_sideways_or_cuts_anything_off_on_a_narrow_screen(phone, port, locale, walk, host):
    page, found = phone(locale=locale, base_url=f"http://{host}:{port}"), []
    for name in walk(page):
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{name}, {width} px: {what}" for what in page.evaluate(NOT_FITTING)]
        page.set_viewport_size({"width": 390, "height": 844})
    assert not found, "\n".join(found)
