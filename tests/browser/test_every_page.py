"""What holds on every page, in each language: axe finds nothing, and all of it fits a narrow screen."""

import json

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults

from tests.browser.server import HOST
from tests.browser.table import deafen
from tests.browser.tour import (
    LONG_NAMES,
    every_card,
    every_correction,
    every_group_page,
    every_page,
    every_page_of_the_shelf,
    every_page_of_you,
    every_referee,
)

# Passkeys are there where browsers trust the address.
WALKS = pytest.mark.parametrize(
    ("walk", "host"),
    [
        (every_page, HOST),
        (every_group_page, HOST),
        (every_card, HOST),
        pytest.param(every_correction, HOST, marks=pytest.mark.long),
        (every_referee, HOST),
        (every_page_of_the_shelf, HOST),
        (every_page_of_you, "localhost"),
    ],
)
# A small phone, and one of 390 px whose owner reads at 200 %.
WIDTHS = {320: 568, 195: 422}
# A page has no media and no styles of elsewhere that axe would have to fetch first.
EVERY_RULE = {"resultTypes": ["violations"], "preload": False}
CONTRAST = EVERY_RULE | {"runOnly": ["color-contrast"]}
# What a page is tried with on a walk: in which colours, by which of axe's rules. Nothing but contrast knows of colours.
EVERYTHING = {"light": EVERY_RULE, "dark": CONTRAST}
# German words are the longest and Japanese breaks by its own rules: each goes past every page on both narrow screens.
# Axe looks at the German pages, in both colours; what it looks at is the same in every language. English is what all
# other tests read. The long lane has each language with everything.
LOOKS = pytest.mark.parametrize(
    ("locale", "colours"),
    [
        ("de", EVERYTHING),
        ("ja", {}),
        *(pytest.param(locale, EVERYTHING, marks=pytest.mark.long) for locale in ("en", "ja")),
    ],
    ids=["de", "ja", "en-everything", "ja-everything"],
)
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
        // Said to readers only, where a short name or an icon is seen in its place.
        if (style.clipPath === "inset(50%)") return false;
        // What is typed moves along in its input; a figure is short enough to be seen whole.
        if (element.matches("input:not(.figure)")) return false;
        if (element.matches(".desk[tabindex]")) return false;
        const isBox = style.overflowX !== "visible" || element.matches("button, .button");
        return style.textOverflow === "ellipsis" || (isBox && element.scrollWidth > element.clientWidth + 1);
    });
    return [...wide, ...outside.map((each) => "outside: " + named(each)), ...cut.map((each) => "cut: " + named(each))];
}"""

# The words that begin on one line and end on another: people's names may, and what is longer than any line.
BROKEN = """(names) => {
    const between = /[^\\s\\u00AD\\u200B\\-–—/·…,:\\u3000-\\u9fff\\uff00-\\uffef]{3,}/g;
    const unseen = (each) => each && (getComputedStyle(each).clipPath === "inset(50%)" || unseen(each.parentElement));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), broken = [];
    const line = (at) => {
        const range = document.createRange();
        range.setStart(texts.currentNode, at);
        range.setEnd(texts.currentNode, at + 1);
        // What follows a soft hyphen has the place of the hyphen too.
        return [...range.getClientRects()].filter(({width}) => width).at(-1)?.top;
    };
    while (texts.nextNode()) {
        const its = texts.currentNode, beside = its.parentElement;
        if (!beside.checkVisibility({visibilityProperty: true}) || unseen(beside)) continue;
        if (beside.closest(".skip, .desk, .address, .packed")) continue;
        for (const {0: word, index} of its.data.matchAll(between))
            if (word.length <= 18 && !names.includes(word) && line(index + word.length - 1) - line(index) > 6)
                broken.push(`broken: ${word} in ${beside.outerHTML.slice(0, 100)}`);
    }
    return broken;
}"""


@WALKS
@LOOKS
def test_axe_finds_nothing_on_any_page_and_nothing_is_cut_off_on_a_narrow_screen(
    phone, port, walk, host, locale, colours
):
    page, found = phone(locale=locale, base_url=f"http://{host}:{port}"), []
    # A page that heard what the walk changes would go on by itself.
    deafen(page)
    for name in walk(page):
        # What was waited for may stand there before the style sheets do.
        page.wait_for_load_state()
        found += [f"{name}, {what}" for what in [*axe_finds(page, colours), *not_fitting(page)]]
    assert not found, "\n".join(found)


def axe_finds(page, colours):
    """What axe reports of the page in each of these colours, by the rules that are named for them."""
    if colours:
        page.evaluate(AXE_SCRIPT)
    for scheme, rules in colours.items():
        page.emulate_media(color_scheme=scheme)
        result = AxeResults(page.evaluate(f"axe.run({json.dumps(rules)})"))
        if result.violations_count:
            yield f"{scheme}: {result.generate_report()}"


def not_fitting(page):
    """What does not fit the page on screens so narrow; in the end it is as wide as before."""
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        yield from (f"{width} px: {what}" for what in page.evaluate(NOT_FITTING))
        if width == max(WIDTHS):
            yield from (f"{width} px: {what}" for what in page.evaluate(BROKEN, " ".join(LONG_NAMES)))
    page.set_viewport_size({"width": 390, "height": 844})
