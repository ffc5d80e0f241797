"""While it is counted a figure is whole in its cell, or fades at its end and is whole above the keys."""

import pytest

from tests.browser.table import start_play
from tests.lanes import long

PEOPLE = ("Anna", "Ben", "Clara", "Dora", "Emil", "Fay", "Gus")
SHORT = ("7", "12", "−12", "43,2", "−11,5", "13.75", "−3,25", "7+8+", "12508", "−11500", "7+8+9+")
LONG = ("7+8+9+12", "123456789", "−999999998,99")
# How a figure in the framed cell is drawn: whether it is whole, fades, and is whole in the line above the keys.
DRAWN = """(text) => {
    const figure = document.querySelector("#sheet .cell.active .figure");
    figure.value = text;
    figure.dispatchEvent(new Event("input", { bubbles: true }));
    figure.blur();
    const { maskImage, fontSize } = getComputedStyle(figure);
    const above = getComputedStyle(document.querySelector("#dock .what"), "::after").content;
    return {
        text,
        isWhole: figure.scrollWidth <= figure.clientWidth,
        fades: /calc\\(100% - [1-9]/.test(maskImage),
        isAbove: above.includes(text),
        size: parseFloat(fontSize),
    };
}"""


def started(phone, number, width):
    page = phone(width=width)
    # What is typed isn't sent: it needn't be possible in this game.
    page.add_init_script("addEventListener('typed', (event) => event.stopImmediatePropagation(), true)")
    start_play(page, PEOPLE[:number], game="6-nimmt")
    page.locator("#sheet .figure").first.tap()
    return page


@pytest.mark.parametrize("number", [2, long(3), 4, long(5), long(6), 7])
def test_figure_is_whole_or_fades_at_its_end_and_is_whole_above_the_keys(phone, number):
    page = started(phone, number, 390)
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 740})
        drawn = [page.evaluate(DRAWN, text) for text in (*SHORT, *LONG)]
        assert [each for each in drawn if not each["isWhole"] and not (each["fades"] and each["isAbove"])] == [], width
        if number <= 4:
            assert [each for each in drawn if each["fades"] and each["isWhole"]] == [], width
        assert min(each["size"] for each in drawn) >= 10, width


@pytest.mark.parametrize("width", [320, long(360)])
def test_figure_of_up_to_six_characters_is_whole_in_four_columns(phone, width):
    page = started(phone, 4, width)
    drawn = [page.evaluate(DRAWN, text) for text in SHORT]
    assert [each for each in drawn if not each["isWhole"] or each["fades"]] == []
    # Short ones are as large as ever.
    assert [each["size"] for each in drawn[:2]] == [20, 20]
