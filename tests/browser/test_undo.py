"""Undo with a thumb: at once, on both phones, and without touching what somebody is typing."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    NAMES,
    card_name,
    cell,
    counted,
    done,
    enter,
    figure,
    group_path,
    key,
    mark,
    only_asks,
    open_card,
    open_seat,
    play_path,
    saves,
    see_figures,
    send,
    start_play,
    trail,
    undo_button,
)
from tests.browser.test_broken_words import BROKEN
from tests.lanes import long


@pytest.fixture
def two(phone):
    """Two phones that show Anna's card: on the first one 4 water and 1 gold were entered."""
    first, second = phone(forgive="net::ERR_INTERNET_DISCONNECTED"), phone(forgive="503")
    start_play(first)
    path = play_path(first)
    first.goto(f"{path}/table")
    second.goto(first.locator(".address").first.inner_text())
    for page in (first, second):
        page.goto(path)
        expect(card_name(page)).to_have_text("Anna")
    enter(first, {"water": 4, "gold": 1})
    expect(mark(first)).to_have_text("✓ saved")
    see_figures(second, {"water": 4, "gold": 1})
    return first, second


def test_of_a_list_each_tap_takes_back_the_last_thing(phone):
    page = phone()
    start_play(page, ["Anna", "Ben", "Clara"], game="basari")
    face = page.locator("#sheet .cell.active .face")
    for points in (5, 7):
        page.locator("#dock .panel:visible").get_by_role("button", name=str(points), exact=True).tap()
    expect(face).to_have_accessible_name("Anna, Points of action B: 5 7")
    undo_button(page).click()
    expect(face).to_have_accessible_name("Anna, Points of action B: 5")
    wait_for_another_tap(page)
    undo_button(page).click()
    expect(face).to_have_accessible_name("Anna, Points of action B")


def test_each_tap_takes_back_one_field_on_both_phones_and_says_which(two):
    first, second = two
    place = first.url
    expect(undo_button(first)).to_have_accessible_description("Anna: gold 1 → –")
    undo_button(first).click()
    for page in two:
        see_figures(page, {"water": 4, "gold": ""})
    expect(undo_button(first)).to_have_accessible_description("Anna: water 4 → –")
    expect(figure(first, "gold")).to_be_focused()
    wait_for_another_tap(first)
    undo_button(first).click()
    for page in two:
        see_figures(page, {"water": "", "gold": ""})
    expect(undo_button(first)).to_be_disabled()
    assert first.url == place
    assert trail(first, play_path(first)) == [
        "Undone: Anna, stage 1: water 4 → –, gold 1 → –",
        "Anna, stage 1: water 4, gold 1",
        "Play started",
    ]


@pytest.mark.long
def test_a_sum_that_was_added_up_is_undone(phone):
    page = phone()
    start_play(page)
    figure(page, "water").focus()
    page.keyboard.type("1+2")
    expect(mark(page)).to_have_text("✓ saved")
    page.keyboard.press("Enter")
    see_figures(page, {"water": 3})
    undo_button(page).click()
    see_figures(page, {"water": ""})


@pytest.mark.long
def test_figures_typed_one_after_the_other_go_back_one_after_the_other(phone):
    page = phone()
    start_play(page)
    for water in (1, 2, 3):
        enter(page, {"water": water})
        expect(undo_button(page)).to_have_accessible_description(re.compile(rf"^Anna: water\s{water}\s→"))
    for water, text in ((2, "water 2 → 1"), (1, "water 1 → –"), ("", "")):
        wait_for_another_tap(page)
        undo_button(page).tap()
        see_figures(page, {"water": water})
        expect(undo_button(page)).to_have_accessible_description(f"Anna: {text}".strip())


@pytest.mark.long
def test_what_was_done_last_goes_back_first_whichever_column_it_was_in(phone):
    page = phone()
    start_play(page)
    enter(page, {"water": 4, "gold": 1})
    expect(mark(page)).to_have_text("✓ saved")
    open_card(page, "Ben")
    expect(undo_button(page)).to_have_accessible_description("Anna: gold 1 → –")
    enter(page, {"salt": 2})
    expect(undo_button(page)).to_have_accessible_description("Ben: rock salt 2 → –")
    for name, row in (("Ben", "salt"), ("Anna", "gold"), ("Anna", "water")):
        wait_for_another_tap(page)
        undo_button(page).tap()
        expect(cell(page, name, row)).to_have_value("")
        expect(card_name(page)).to_have_text(name)
    expect(undo_button(page)).to_be_disabled()


@pytest.mark.long
def test_what_is_typed_and_not_sent_yet_goes_back_before_what_was_saved_in_another_column(phone):
    page = phone()
    start_play(page)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    open_card(page, "Ben")
    # No save is answered any more.
    page.route("**/seats/*/1", lambda _route: None)
    cell(page, "Ben", "water").press("2")
    # Long before the save is given up.
    expect(page.locator(".undo:visible")).to_have_attribute("data-seat", open_seat(page), timeout=5_000)


@pytest.mark.long
def test_what_somebody_else_has_entered_is_not_undone_here(two):
    _, second = two
    expect(undo_button(second)).to_be_disabled()
    enter(second, {"salt": 2})
    expect(undo_button(second)).to_have_accessible_description("Anna: rock salt 2 → –")
    undo_button(second).click()
    for page in two:
        see_figures(page, {"water": 4, "gold": 1, "salt": ""})


def wait_for_another_tap(page):
    """Let so much time go by that the next tap is no second half of a double tap."""
    # What is swapped in last is settled a moment after it is seen.
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve, READ_AFTER_MS + 250))")


@pytest.mark.long
def test_digits_that_are_being_typed_on_another_phone_stay(two):
    first, second = two
    nothing_is_sent(second)
    figure(second, "salt").focus()
    second.keyboard.type("3+")
    expect(mark(second)).to_have_text("○ on this phone, not sent yet")
    only_asks(second)
    undo_button(first).click()
    see_figures(first, {"water": 4, "gold": ""})
    # It has asked since what is new.
    with second.expect_response("**/live?*"):
        pass
    expect(figure(second, "salt")).to_have_value("3+")
    expect(figure(second, "salt")).to_be_focused()
    second.unroute("**/seats/**")
    second.keyboard.type("1")
    second.keyboard.press("Enter")
    see_figures(first, {"water": 4, "gold": "", "salt": 4})
    see_figures(second, {"water": 4, "gold": "", "salt": 4})


def nothing_is_sent(page):
    """Let no save of this phone arrive."""
    page.route(
        "**/seats/**", lambda route: route.fulfill(status=503) if route.request.method == "POST" else route.continue_()
    )


def slow(page):
    """Let every answer come after a second and more."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    speed = {"offline": False, "latency": 1200, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", speed)


def no_network(page):
    page.context.set_offline(True)


def a_moment(page, ms):
    page.evaluate("(ms) => new Promise((done) => setTimeout(done, ms))", ms)


@pytest.mark.parametrize("network", [None, slow, no_network])
@pytest.mark.parametrize("ms", [0, long(100), 300, long(500), long(700), 1500])
def test_undo_takes_back_the_last_figure_however_soon_it_is_tapped(phone, network, ms):
    page = phone(forgive="net::ERR_INTERNET_DISCONNECTED")
    start_play(page)
    enter(page, {"gold": 1, "salt": 4})
    expect(mark(page)).to_have_text("✓ saved")
    if network:
        network(page)
    cell(page, "Anna", "millet").tap()
    key(page, 9).tap()
    a_moment(page, ms)
    expect(undo_button(page)).to_have_accessible_description("Anna: millet 9 → –", timeout=1000)
    undo_button(page).tap()
    see_figures(page, {"gold": 1, "salt": 4, "millet": ""})
    expect(page.locator("#dock .undone")).to_have_text("Anna’s millet 9 taken back")
    # The corrected figure lands in the same cell, and the next Undo takes that back.
    expect(framed(page)).to_have_attribute("data-row", "millet")
    key(page, 7).tap()
    see_figures(page, {"gold": 1, "salt": 4, "millet": 7})
    page.context.set_offline(False)
    expect(mark(page)).to_have_text("✓ saved")
    page.reload()
    see_figures(page, {"gold": 1, "salt": 4, "millet": 7})
    undo_button(page).tap()
    see_figures(page, {"gold": 1, "salt": 4, "millet": ""})
    expect(mark(page)).to_have_text("✓ saved")
    page.reload()
    see_figures(page, {"gold": 1, "salt": 4, "millet": ""})


PENALTIES = {
    "format": "caravan.sheet/1",
    "title": "Goblin game night",
    "players": [2, 4],
    "rows": [
        {"key": "goblins", "label": "goblins", "kind": "points", "decimals": 2},
        {"key": "curses", "label": "curses", "kind": "penalty", "worth": 1},
    ],
}


def test_undo_takes_back_a_figure_that_the_server_writes_otherwise_than_it_was_typed(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"))
    group = group_path(page, play_path(page))
    place = send(page, f"{group}sheets/import", sheet=json.dumps(PENALTIES), confirm=1)
    start_play(page, ("Anna", "Ben"), game=f"{re.search('own-[0-9a-z]+', place)[0]}?group={group.split('/')[2]}")
    enter(page, {"goblins": 7})
    expect(mark(page)).to_have_text("✓ saved")
    for row, typed, stored in (
        ("curses", "−1", "1"),
        ("curses", "+3", "3"),
        ("curses", "007", "7"),
        ("curses", "1 200−1000", "200"),
        ("goblins", "+２．５0", "2.5"),
    ):
        former = cell(page, "Anna", row).input_value()
        cell(page, "Anna", row).click()
        page.keyboard.insert_text(typed)
        expect(mark(page)).to_have_attribute("data-values", re.compile(f'"{row}": "{stored}"'))
        expect(undo_button(page)).to_have_accessible_description(f"Anna: {row} {stored} → {former or '–'}")
        undo_button(page).click()
        expect(cell(page, "Anna", row)).to_have_value(former)
        wait_for_another_tap(page)
    expect(cell(page, "Anna", "goblins")).to_have_value("7")


def framed(page):
    """The row of the cell that the keys are for."""
    return page.locator("#sheet tr:has(.cell.active)")


def test_undo_after_undo_goes_one_further_back_each_time_in_the_order_of_the_taps(phone):
    page = phone()
    start_play(page)
    for row, figure_key in (("salt", 4), ("water", 3), ("gold", 2), ("water", 5)):
        cell(page, "Anna", row).tap()
        key(page, figure_key).tap()
    for held, said in (
        ({"water": 3, "gold": 2}, "Anna’s water 3 → 5 taken back"),
        ({"water": 3, "gold": ""}, "Anna’s gold 2 taken back"),
        ({"water": "", "gold": ""}, "Anna’s water 3 taken back"),
    ):
        undo_button(page).tap()
        see_figures(page, held | {"salt": 4})
        expect(page.locator("#dock .undone")).to_have_text(said)
        wait_for_another_tap(page)
    expect(mark(page)).to_have_text("✓ saved")
    page.reload()
    see_figures(page, {"salt": 4, "water": "", "gold": ""})


@pytest.mark.parametrize("ms", [0, 1500])
def test_the_zeros_of_one_tap_go_back_with_one_undo(phone, ms):
    page = phone()
    start_play(page)
    cell(page, "Anna", "water").tap()
    key(page, 3).tap()
    page.get_by_role("button", name="Rest 0").tap()
    expect(card_name(page)).to_have_text("Ben")
    a_moment(page, ms)
    undo_button(page).tap()
    see_figures(page, {"water": 3, "gold": "", "salt": "", "millet": "", "maps": ""})
    expect(card_name(page)).to_have_text("Anna")
    expect(page.locator("#dock .undone")).to_have_text("Anna’s 4 zeros taken back")
    expect(mark(page)).to_have_text("✓ saved")
    expect(counted(page)).to_contain_text("0 of 3 counted")


def test_undo_of_the_figure_that_brought_a_column_in_takes_both_back(phone):
    page = phone()
    start_play(page)
    cell(page, "Anna", "water").tap()
    for _ in range(5):
        key(page, 1).tap()
    expect(counted(page)).to_contain_text("1 of 3 counted")
    undo_button(page).tap()
    see_figures(page, {"water": 1, "gold": 1, "salt": 1, "millet": 1, "maps": ""})
    expect(counted(page)).to_contain_text("0 of 3 counted")
    expect(mark(page)).to_have_text("✓ saved")
    key(page, 2).tap()
    expect(counted(page)).to_contain_text("1 of 3 counted")


def test_digits_of_one_figure_go_back_together(phone):
    page = phone()
    start_play(page, game="agricola")
    row = page.locator("#sheet tr[data-row]").first.get_attribute("data-row")
    cell(page, "Anna", row).press_sequentially("12")
    expect(mark(page)).to_have_text("✓ saved")
    undo_button(page).tap()
    expect(cell(page, "Anna", row)).to_have_value("")
    expect(mark(page)).to_have_text("✓ saved")
    page.reload()
    expect(cell(page, "Anna", row)).to_have_value("")
    # Where nothing is counted there is nothing to take back.
    expect(page.locator("#dock .several")).to_be_visible()
    expect(undo_button(page)).to_have_count(0)


@pytest.mark.long
def test_a_double_tap_undoes_once(two):
    first, _ = two
    undo_button(first).dblclick()
    see_figures(first, {"water": 4, "gold": ""})
    first.reload()
    see_figures(first, {"water": 4, "gold": ""})
    expect(saves(first)).to_have_value("2")


@pytest.mark.long
def test_without_javascript_it_is_a_form(phone):
    page = phone(java_script_enabled=False)
    start_play(page)
    path = play_path(page)
    cell(page, "Anna", "water").fill("4")
    page.get_by_role("button", name="Anna: Done").click()
    page.goto(path)
    annas = page.locator(".undo .last-change button").first
    expect(annas).to_have_accessible_description("Anna: ✓ done → –")
    annas.click()
    expect(annas).to_have_accessible_description("Anna: water 4 → –")
    annas.click()
    expect(cell(page, "Anna", "water")).to_have_value("")


def test_without_a_network_what_was_sent_goes_back_here_and_is_sent_by_itself(two):
    first, second = two
    first.context.set_offline(True)
    undo_button(first).click()
    see_figures(first, {"water": 4, "gold": ""})
    expect(mark(first)).to_have_text("○ on this phone, not sent yet")
    see_figures(second, {"water": 4, "gold": 1})
    first.context.set_offline(False)
    see_figures(second, {"water": 4, "gold": ""})
    expect(mark(first)).to_have_text("✓ saved")


@pytest.mark.long
def test_what_another_phone_of_the_same_person_has_typed_cannot_be_undone_without_a_network_and_is_then(phone):
    page = phone(forgive="net::ERR_INTERNET_DISCONNECTED")
    start_play(page)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    page.evaluate("localStorage.clear()")
    page.reload()
    see_figures(page, {"water": 4})
    page.context.set_offline(True)
    undo_button(page).click()
    expect(page.locator(".dock .fault")).to_have_text("No response yet, try again")
    see_figures(page, {"water": 4})
    page.context.set_offline(False)
    wait_for_another_tap(page)
    undo_button(page).click()
    see_figures(page, {"water": ""})
    expect(page.locator(".dock .fault")).to_have_count(0)


def test_button_says_nothing_more_can_be_undone_after_the_last_step_goes_back_without_a_network(phone):
    page = phone(forgive="net::ERR_INTERNET_DISCONNECTED")
    start_play(page)
    page.context.set_offline(True)
    key(page, 1).tap()
    page.get_by_role("button", name="Rest 0").tap()
    for told, water in (("Anna: 4 zeros → –", 1), ("Anna: water 1 → –", "")):
        expect(undo_button(page)).to_have_accessible_description(told)
        undo_button(page).tap()
        see_figures(page, {"water": water, "gold": "", "salt": "", "millet": "", "maps": ""})
        wait_for_another_tap(page)
    expect(undo_button(page)).to_be_disabled()
    expect(undo_button(page)).not_to_have_accessible_description("Anna: water 1 → –")
    page.context.set_offline(False)


def test_another_tab_of_the_phone_takes_back_what_was_typed_last_whatever_its_row(phone):
    page = phone(forgive="net::ERR_INTERNET_DISCONNECTED")
    start_play(page)
    path = play_path(page)
    page.context.set_offline(True)
    cell(page, "Anna", "gold").fill("2")
    cell(page, "Anna", "water").fill("4")
    expect(mark(page)).to_have_text("○ on this phone, not sent yet")
    page.context.set_offline(False)
    expect(mark(page)).to_have_text("✓ saved")
    other = page.context.new_page()
    page.close()
    other.goto(path)
    expect(undo_button(other)).to_have_accessible_description("Anna: water 4 → –")
    undo_button(other).click()
    see_figures(other, {"water": "", "gold": 2})


def test_once_all_is_counted_a_new_tab_takes_back_what_was_typed_last(phone):
    page = phone()
    start_play(page, NAMES[:2])
    for name in NAMES[:2]:
        expect(card_name(page)).to_have_text(name)
        enter(page, {"water": 1})
        done(page)
    expect(counted(page)).to_have_text("2 of 2 counted")
    context, path = page.context, play_path(page)
    page.close()
    page = context.new_page()
    page.goto(path)
    expect(page.locator("#sheet .cell.active")).to_have_count(0)
    expect(undo_button(page)).to_contain_text("4 zeros")
    undo_button(page).tap()
    expect(card_name(page)).to_have_text("Ben")
    see_figures(page, {"water": 1, "gold": "", "maps": ""})
    expect(counted(page)).to_contain_text("1 of 2 counted")


def test_two_tabs_of_a_phone_take_back_in_one_order(phone):
    page = phone()
    start_play(page)
    other = page.context.new_page()
    other.goto(play_path(page))
    enter(page, {"gold": 2})
    expect(cell(other, "Anna", "gold")).to_have_value("2")
    enter(other, {"water": 4})
    expect(cell(page, "Anna", "water")).to_have_value("4")
    expect(undo_button(page)).to_have_accessible_description("Anna: water 4 → –")
    undo_button(page).click()
    for tab in (page, other):
        see_figures(tab, {"water": "", "gold": 2})
        expect(undo_button(tab)).to_have_accessible_description("Anna: gold 2 → –")


def test_undo_shows_a_true_minus(phone):
    page = phone()
    start_play(page, ["Anna", "Ben"], game="skyjo")
    page.locator("#sheet .figure").first.fill("-6")
    expect(page.locator(".undo:not([hidden]) .unseen").first).to_contain_text("−6")


def test_undo_names_whose_figure_it_takes_back_in_a_column_that_is_not_framed(phone):
    page = phone()
    start_play(page)
    enter(page, {"water": 4})
    expect(undo_button(page)).to_have_text(re.compile(r"^\s*Undo\s+water\s4\s*$"))
    open_card(page, "Ben")
    expect(undo_button(page)).to_have_accessible_name(re.compile(r"^Undo Anna water\s+4\s*$"))
    enter(page, {"gold": 1})
    expect(undo_button(page)).to_have_text(re.compile(r"^\s*Undo\s+gold\s1\s*$"))
    open_card(page, "Anna")
    expect(undo_button(page)).to_have_accessible_name(re.compile(r"^Undo Ben gold\s+1\s*$"))
    # What only the server knows, too.
    expect(mark(page)).to_have_text("✓ saved")
    page.evaluate("localStorage.clear()")
    page.goto(play_path(page))
    open_card(page, "Chris")
    expect(undo_button(page)).to_have_accessible_name(re.compile(r"^Undo Ben gold\s+1\s*$"))


def test_undo_of_what_one_tap_did_in_several_columns_names_nobody(phone):
    page = phone()
    start_play(page)
    page.locator("#order").click()
    cell(page, "Anna", "water").tap()
    key(page, 3).tap()
    page.get_by_role("button", name="Rest 0").tap()
    expect(undo_button(page)).to_have_accessible_name("Undo 2 zeros")


def test_undo_of_one_of_several_tiles_says_how_many_there_were(phone):
    page = phone(locale="de")
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    tile = page.locator(".panel:visible [data-key=tile_6]")
    for _ in range(3):
        tile.tap()
    undo_button(page).tap()
    said = "Anna: Marktplatz oder Heiliger Ort, Wert 6: 2 → 3 zurückgenommen"
    expect(page.locator("#dock .undone")).to_have_text(said)


@pytest.mark.parametrize(
    ("locale", "word"), [("en", "tricks bid"), ("de", "Stiche angesagt"), ("ja", "トリックの宣言")]
)
def test_undo_shows_whether_a_bid_or_what_was_made_goes_back(phone, locale, word):
    page = phone(width=320, locale=locale)
    start_play(page, ("Anna", "Ben", "Dora"), game="wizard")
    key(page, 1).tap()
    # Japanese may break after a particle.
    breaking = word.replace("の", "の\u200b?")
    expect(undo_button(page).locator("small")).to_have_text(re.compile(rf"^Ben\s*{breaking}\s1$"))
    expect(page.locator(".undo:not([hidden]) .unseen").first).to_contain_text(f"{word}\N{NO-BREAK SPACE}1")
    words = undo_button(page).locator("small span").last
    assert words.evaluate("(span) => span.scrollWidth <= span.clientWidth && span.scrollHeight <= span.clientHeight")


# Of what Undo says the parts that are seen whole, and whether the words that aren't end in an ellipsis.
SEEN = """(button) => {
    const seen = (node) => {
        const words = new Range();
        words.selectNodeContents(node);
        const [its, room] = [words.getBoundingClientRect(), button.getBoundingClientRect()];
        const isWithin = its.left >= room.left - 1 && its.right <= room.right + 1 && its.bottom <= room.bottom + 1;
        return its.width > 0 && isWithin;
    };
    const [words, ...rest] = [...button.querySelectorAll("small span")].reverse();
    const {scrollWidth, clientWidth, scrollHeight, clientHeight} = words;
    const style = getComputedStyle(words);
    const isCut = scrollWidth > clientWidth || scrollHeight > clientHeight;
    const isMarked = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    return {
        name: rest.every(seen) && rest.map((each) => each.textContent).join(),
        number: seen(words.nextSibling) && words.nextSibling.textContent.trim(),
        words: !isCut || isMarked,
        height: button.offsetHeight,
    };
}"""


@pytest.mark.parametrize("width", [320, 390])
def test_however_long_its_words_are_undo_shows_the_figure_and_whose_it_is(phone, width):
    page = phone(width=width, locale="de")
    start_play(page, ("Anna", "Ben", "Chris", "Dora"), game="tichu", teams=("1", "2", "1", "2"))
    cell(page, "Anna & Chris", "cards").fill("-25")
    own = {"name": "", "number": "−25", "words": True, "height": 52}
    expect(undo_button(page)).to_contain_text("Karten")
    assert undo_button(page).evaluate(SEEN) == own
    open_card(page, "Ben & Dora")
    expect(undo_button(page)).to_contain_text("Anna")
    seen = undo_button(page).evaluate(SEEN)
    assert seen["name"] == "Anna & Chris"
    assert seen | {"name": ""} == own


@pytest.mark.parametrize("width", [320, 390])
def test_short_word_beside_a_long_figure_is_whole(phone, width):
    page = phone(width=width)
    start_play(page)
    cell(page, "Anna", "water").fill("123456")
    words = undo_button(page).locator("small")
    expect(words).to_have_text("water 123456")
    assert words.evaluate_all(BROKEN) == []
    assert undo_button(page).evaluate("(button) => button.offsetHeight") == 52


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize(("game", "row", "words"), [("cascadia", "hawk", "Bussarde"), ("wingspan", "eggs", "Eier")])
@pytest.mark.parametrize("number", ["15", "115"])
def test_word_is_not_broken_beside_its_figure(phone, width, game, row, words, number):
    page = phone(width=width, locale="de")
    start_play(page, game=game)
    cell(page, "Anna", row).fill(number)
    said = undo_button(page).locator("small")
    expect(said).to_have_text(f"{words} {number}")
    assert said.evaluate_all(BROKEN) == []


@pytest.mark.parametrize("width", [320, 390])
def test_long_row_in_anothers_column_has_two_lines_beside_its_figure(phone, width):
    page = phone(width=width, locale="de")
    start_play(page, ("Anna", "Bartholomäus", "Chris"))
    cell(page, "Chris", "maps").fill("1")
    high = page.locator(".dock").bounding_box()["height"]
    open_card(page, "Anna")
    expect(undo_button(page)).to_contain_text("Chris")
    seen = undo_button(page).evaluate(SEEN)
    assert (seen["name"], seen["number"], seen["height"]) == ("Chris", "1", 52)
    words = undo_button(page).locator("small span").last
    assert (
        words.evaluate("(span) => Math.round(span.clientHeight / parseFloat(getComputedStyle(span).lineHeight))") == 2
    )
    assert page.locator(".dock").bounding_box()["height"] == high


@pytest.mark.parametrize(
    ("game", "kind", "word", "locale"),
    [("targi", "rows", "well\N{NO-BREAK SPACE}1", "en"), ("five-tribes", "picks", "Boaz", "de")],
)
def test_undo_names_the_card_that_was_laid_down(phone, game, kind, word, locale):
    page = phone(locale=locale)
    start_play(page, ("Anna", "Ben"), game=game)
    page.locator(f"#sheet .cell[data-kind={kind}] .face").first.tap()
    panel = page.locator(f".panel[data-kind={kind}]:visible")
    panel.locator("[data-key]").nth(2).tap()
    if kind == "rows":
        panel.locator("[data-key='well 1']").tap()
    else:
        panel.get_by_role("button", name=word).tap()
    expect(undo_button(page).locator("small")).to_have_text(word)
    undo_button(page).tap()
    expect(page.locator("#dock .undone")).to_contain_text(word)
    expect(undo_button(page).locator("small")).not_to_have_text(word)


def test_undo_counts_the_zeros_of_one_tap_in_rows(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    page.locator("#sheet .figure").first.tap()
    key(page, 1).tap()
    rest = page.locator(".nothing-more:visible")
    number = re.search(r"(\d+) rows", rest.inner_text())[1]
    rest.tap()
    expect(undo_button(page)).to_contain_text(f"{number} zeros")


def test_what_was_taken_back_is_said_until_something_else_is_typed(phone):
    page = phone()
    start_play(page, ["Anna", "Ben"], game="targi")
    page.locator("#sheet .cell[data-kind=rows] .face").first.click()
    cards = page.locator(".panel:visible [data-key$=' 1']")
    cards.first.click()
    undo_button(page).click()
    said = page.locator("#dock .undone")
    expect(said).not_to_be_empty()
    cards.first.click()
    # At once, and not only when it has stood there for its time.
    assert said.text_content() == ""
