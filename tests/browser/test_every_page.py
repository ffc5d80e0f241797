"""What holds on every page, in each language: axe finds nothing, and all of it fits a narrow screen."""

import json
import re
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_FILE_PATH, AxeResults

from tests.browser.server import HOST
from tests.browser.walks.group import every_group_page
from tests.browser.walks.other_games import every_card, every_correction
from tests.browser.walks.play import every_page
from tests.browser.walks.referees import every_referee
from tests.browser.walks.shelf import every_page_of_the_shelf
from tests.browser.walks.table_of_five import LONG_NAMES
from tests.browser.walks.you import every_page_of_you
from tests.lanes import IS_LONG

# Passkeys are there where browsers trust the address.
WALKS = {
    every_page: HOST,
    every_group_page: HOST,
    every_card: HOST,
    every_correction: HOST,
    every_referee: HOST,
    every_page_of_the_shelf: HOST,
    every_page_of_you: "localhost",
}
# What most have, a small phone, and one of the first whose owner reads at 200 %.
USUAL, SMALL, ENLARGED = (390, 844), (320, 568), (195, 422)
# A page has no media and no styles of elsewhere that axe would have to fetch first.
EVERY_RULE = {"resultTypes": ["violations"], "preload": False}
# Nothing but contrast knows of colours.
CONTRAST = EVERY_RULE | {"runOnly": ["color-contrast"]}
COLOURS = ("light", "dark")
# German words are the longest: every day they go past all but the corrections on both narrow screens, and axe looks at
# these pages in both colours; what it looks at is the same in every language. English is what all other tests read. The
# long lane has each language.
LOOKS = pytest.mark.parametrize(
    ("locale", "walk"),
    [
        pytest.param(
            locale,
            walk,
            id=f"{locale}-{walk.__name__}",
            marks=pytest.mark.long if locale != "de" or walk is every_correction else (),
        )
        for locale in ("de", "en", "ja")
        for walk in WALKS
    ],
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

# Texts that look like none before: in their own colour, size and weight, and in whatever paints behind them. What
# paints nothing and lies where it came looks like what is around it. Told by numbers, as the words for them are long.
NEW_LOOKS = """(known) => {
    const seen = new Set(JSON.parse(known)), fresh = new Map(), chains = new Map();
    const paints = ({backgroundColor, backgroundImage, opacity, filter, mixBlendMode}) =>
        [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join();
    const PAINTS_NOTHING = "rgba(0, 0, 0, 0),none,1,none,normal";
    // What lies elsewhere may lie on anything: its name and classes tell on what.
    const isElsewhere = ({position, float}) => !["static", "relative"].includes(position) || float !== "none";
    const isOff = (element) => element.disabled || element.ariaDisabled === "true";
    const number = (text) => {
        let [one, two] = [0xdeadbeef, 0x41c6ce57];
        for (let at = 0; at < text.length; at += 1) {
            one = Math.imul(one ^ text.charCodeAt(at), 2654435761);
            two = Math.imul(two ^ text.charCodeAt(at), 1597334677);
        }
        return (two >>> 11) * 4294967296 + (one >>> 0);
    };
    const chain = (element) => {
        if (!element) return 0;
        if (!chains.has(element)) {
            const behind = chain(element.parentElement), style = getComputedStyle(element), parts = [behind];
            if (paints(style) !== PAINTS_NOTHING) parts.push(paints(style));
            if (isElsewhere(style)) parts.push(element.localName, element.getAttribute("class"), style.zIndex);
            if (isOff(element)) parts.push("off");
            chains.set(element, parts.length > 1 ? number(parts.join()) : behind);
        }
        return chains.get(element);
    };
    const look = (element) => {
        const {color, fontSize, fontWeight, textShadow, webkitTextFillColor} = getComputedStyle(element);
        return number([chain(element), color, fontSize, fontWeight, textShadow, webkitTextFillColor].join());
    };
    const isText = (each) => each.nodeType === Node.TEXT_NODE && each.data.trim();
    const says = (element) => element.matches("input, select, textarea") || [...element.childNodes].some(isText);
    for (const element of document.body.querySelectorAll("*")) {
        if (!says(element) || !element.checkVisibility({visibilityProperty: true})) continue;
        if (!seen.has(look(element)) && !fresh.has(look(element))) fresh.set(look(element), element);
    }
    for (const element of document.querySelectorAll("[data-look]")) delete element.dataset.look;
    for (const element of fresh.values()) element.dataset.look = "new";
    axe.configure({rules: [{id: "color-contrast", selector: "[data-look]"}]});
    return [...fresh.keys()];
}"""
# A browser keeps a script of the site, and what it has compiled of it.
LOAD_AXE = f"""() => new Promise((done, fail) => {{
    const script = document.createElement("script");
    Object.assign(script, {{src: "/static/{Path(AXE_FILE_PATH).name}", onload: done, onerror: fail}});
    document.head.append(script);
}})"""
# Nobody tells a page that is looked at of what the walk changes: it would go on by itself. A route would do that too,
# but let the browser keep no file.
DEAF = """(() => {
    const {open, send} = XMLHttpRequest.prototype, live = new WeakSet();
    XMLHttpRequest.prototype.open = function (way, address, ...more) {
        if (String(address).includes("/live?")) live.add(this);
        return open.call(this, way, address, ...more);
    };
    XMLHttpRequest.prototype.send = function (body) { if (!live.has(this)) send.call(this, body); };
    window.EventSource = class { close() {} };
})()"""


@pytest.fixture(scope="session")
def looks():
    """How the texts look whose contrast was measured already, on whichever walk."""
    return set()


@LOOKS
def test_axe_finds_nothing_on_any_page_and_nothing_is_cut_off_on_a_narrow_screen(phone, port, locale, walk, looks):
    width, height = USUAL
    page = phone(width=width, height=height, locale=locale, base_url=f"http://{WALKS[walk]}:{port}")
    found, colours = [], COLOURS
    page.add_init_script(DEAF)
    for name in walk(page):
        # What was waited for may stand there before the style sheets do.
        page.wait_for_load_state()
        # What rises or fades in stands still.
        page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))")
        found += [f"{name}, {what}" for what in [*axe_finds(page, colours, looks), *not_fitting(page)]]
        # The next one begins with the colours that this one has now.
        colours = colours[::-1]
    assert not found, "\n".join(found)


def axe_finds(page, colours, looks):
    """What axe reports of the page, and of its contrast in each of these colours.

    `looks`: how the texts look that were measured before; those of this page come along.
    """
    page.evaluate(LOAD_AXE)
    first, *others = colours
    page.emulate_media(color_scheme=first)
    measured_too(page, looks)
    # Contrast goes along with all other rules, as each question has axe look at the whole page first.
    yield from reported(first, axe(page, EVERY_RULE))
    for scheme in others:
        page.emulate_media(color_scheme=scheme)
        if measured_too(page, looks):
            yield from reported(scheme, axe(page, CONTRAST))


def measured_too(page, looks) -> bool:
    """Let axe measure the contrast of the texts that look like none before; whether there are any.

    It takes longer than all other rules together, and the same look has the same contrast again: every day each is
    measured once, in the long lane each text of each page.
    """
    if IS_LONG:
        return True
    fresh = page.evaluate(NEW_LOOKS, json.dumps([*looks]))
    looks.update(fresh)
    return bool(fresh)


def axe(page, rules):
    """What axe answers to these rules about the page, but for all that is in order."""
    return page.evaluate(f"axe.run(document, {json.dumps(rules)}).then(({{violations}}) => ({{violations}}))")


def reported(where, answer):
    """What axe's answer tells of, with its place."""
    if (result := AxeResults(answer)).violations_count:
        yield f"{where}: {result.generate_report()}"


def not_fitting(page):
    """What does not fit the page on narrow screens; in the end it is as large as before."""
    before = page.viewport_size
    for width, height in SMALL, ENLARGED:
        resize(page, width, height)
        yield from (f"{width} px: {what}" for what in page.evaluate(NOT_FITTING))
        if (width, height) == SMALL:
            yield from (f"{width} px: {what}" for what in page.evaluate(BROKEN, re.split(r"\W+", " ".join(LONG_NAMES))))
    resize(page, before["width"], before["height"])


def resize(page, width, height):
    """Nothing is laid out anew where it is so large."""
    if page.viewport_size != (size := {"width": width, "height": height}):
        page.set_viewport_size(size)
