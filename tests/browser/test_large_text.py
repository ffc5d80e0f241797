"""Text at 200 % on a phone, which is a page of half the width: nothing is cut, broken by letters, or out of sight."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    cell,
    done_with,
    hears_taps,
    key,
    open_card,
    open_seat,
    play_path,
    send,
    start_play,
)
from tests.browser.test_broken_words import broken
from tests.browser.test_offline import OFFLINE, fetched_ahead

FOUR = ("Anna", "Ben", "Cleo", "Dan")
# Whether a tap in the middle of a cell at the top of the screen meets that cell.
MEETS = """(cell) => {
    scrollBy(0, cell.getBoundingClientRect().top);
    const { left, top, width, height } = cell.getBoundingClientRect();
    return cell.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
# How far what is written in each of these parts of a head ends above the end of that head.
ABOVE = """(parts) => parts.map((part) => {
    const words = document.createRange();
    words.selectNodeContents(part);
    return part.closest("th").getBoundingClientRect().bottom - words.getBoundingClientRect().bottom;
})"""


def two_phones(phone, *, width, height=844, scored=False, mine=FOUR[:2], theirs=FOUR[2:]):
    """Two phones of this size on one play, each with its columns; in the second round if one was `scored`."""
    page, other = phone(width=width, height=height), phone(width=width, height=height)
    start_play(page, FOUR, game="skull-king")
    path = play_path(page)
    page.goto(f"{path}/table")
    other.goto(page.locator(".address").first.inner_text())
    for name in theirs:
        other.get_by_label(name).check()
    other.locator("form button").first.click()
    hears_taps(other)
    page.goto(path)
    hears_taps(page)
    if scored:
        for name in FOUR:
            its = page if name in mine else other
            open_card(its, name)
            made = int(name == "Anna")
            fields = {"tricks__bid": made, "tricks__made": made, "bonus": 0}
            send(its, f"{path}/seats/{open_seat(its)}/1", revision=0, done=1, **fields)
        send(page, f"{path}/stages/1/close")
        for each in (page, other):
            each.wait_for_url("**/stages/1*")
            each.goto(path)
            hears_taps(each)
    return page, other


@pytest.mark.parametrize("width", [195, 320, 390])
def test_whose_phone_counts_stands_within_the_head_of_a_column_beneath_its_points(phone, width):
    page, _other = two_phones(phone, width=width, scored=True)
    expect(page.locator("#sheet .owner")).to_have_count(2)
    expect(page.locator("#sheet .names small").first).to_have_text("20")
    open_card(page, "Cleo")
    # The line beneath the open column takes three pixels.
    assert min(page.locator("#sheet .names small").evaluate_all(ABOVE)) >= 3


def test_whose_phone_counts_is_read_at_200_percent_before_there_are_points(phone):
    page, _other = two_phones(phone, width=195)
    owners = page.locator("#sheet .owner")
    expect(owners).to_have_count(2)
    assert owners.evaluate_all("(all) => all.map((each) => each.scrollWidth - each.clientWidth)") == [0, 0]


def test_only_button_of_the_dock_is_in_sight_at_200_percent(phone):
    page, _other = two_phones(phone, width=195, height=422, mine=FOUR[:1], theirs=FOUR[1:])
    for row, figure in ("tricks__bid", 0), ("tricks__made", 0), ("bonus", 20):
        cell(page, "Anna", row).fill(str(figure))
    early = page.locator(".as-it-stands")
    expect(early).to_be_visible()
    expect(page.locator("#dock-action .main")).to_be_hidden()
    box = early.bounding_box()
    assert box["y"] + box["height"] <= 422


def test_who_is_not_finished_stands_in_whole_words_at_200_percent(phone):
    page = phone(width=195, height=422)
    start_play(page, FOUR[:3])
    done_with(page, "Anna")
    page.locator(".as-it-stands").click()
    words = page.locator("dialog li :is(.name, small, .body + span)")
    expect(words).to_have_count(6)
    assert broken(words) == []


@pytest.mark.parametrize("height", [320, 422])
def test_cells_can_be_tapped_at_200_percent_while_a_message_is_shown(phone, height):
    page = phone(width=195, height=height, forgive=OFFLINE)
    start_play(page, FOUR[:3])
    fetched_ahead(page)
    page.context.set_offline(True)
    key(page, 3).tap()
    expect(page.locator("#outbox p")).to_be_visible()
    assert cell(page, "Anna", "gold").locator("..").evaluate(MEETS)


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_answers_of_a_clash_stand_above_the_keys_of_another_cell(phone, language):
    first = phone(forgive="503")
    second = phone(forgive="503", width=195, height=422, locale=language)
    start_play(first)
    path = play_path(first)
    first.goto(f"{path}/table")
    second.goto(first.locator(".address").first.inner_text())
    for page in (first, second):
        page.goto(path)
        hears_taps(page)
    seat = open_seat(first)
    second.route("**/seats/*/1", lambda route: route.fulfill(status=503))
    cell(second, "Anna", "gold").fill("5")
    cell(first, "Anna", "gold").fill("3")
    expect(first.locator(f"#card-{seat} .mark")).to_have_attribute("data-values", re.compile("gold"))
    second.unroute("**/seats/*/1")
    second.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    answers = second.locator(".waiting .either button")
    expect(answers).to_have_count(2)
    cell(second, "Anna", "salt").tap()
    expect(second.locator("#dock .keys:visible")).to_be_visible()
    line = second.locator("#dock .line").bounding_box()["y"]
    for answer in answers.all():
        box = answer.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= line
