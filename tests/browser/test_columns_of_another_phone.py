"""Once another phone counts a column no key of this one acts on it, and what is said hides no framed cell."""

from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    cell,
    close_button,
    close_stage,
    counted,
    done_with,
    hears_taps,
    key,
    only_asks,
    play_path,
    send,
    start_play,
)
from tests.browser.test_offline import OFFLINE, fetched_ahead

FRAMED = """() => {
    const box = document.querySelector("#sheet .cell.active").getBoundingClientRect();
    const heads = [...document.querySelectorAll(".head, .names > *")]
        .map((each) => each.getBoundingClientRect().bottom);
    const dock = document.querySelector(".dock").getBoundingClientRect().top;
    const middle = (box.top + box.bottom) / 2;
    return middle > Math.max(...heads) && middle < dock - document.querySelector(".dock .told").offsetHeight;
}"""


def at_a_table(phone, *, small=False, game="tuareg", **more):
    """Two phones with Anna's card: the second one counts Chris, the first one the others."""
    first = phone(forgive="503")
    second = phone(forgive=f"503|{OFFLINE}", **({"width": 320, "height": 640} if small else {}), **more)
    start_play(first, game=game)
    path = play_path(first)
    first.goto(f"{path}/table")
    second.goto(first.locator(".address").first.inner_text())
    second.goto(path)
    seats = second.locator("#sheet thead th").evaluate_all("(all) => all.map((each) => each.dataset.seat)")
    send(second, f"{path}/seats/mine", seat=seats[2])
    for page in (first, second):
        page.goto(path)
    expect(card_name(second)).to_have_text("Chris")
    hears_taps(first)
    return first, second, seats


def take_all(page):
    """Let a phone count what the others do."""
    send(page, f"{play_path(page)}/seats/here")


def test_no_key_acts_on_a_column_once_another_phone_counts_it(phone):
    first, second, _seats = at_a_table(phone)
    key(second, 1).tap()
    expect(second.locator("#dock .what")).to_have_text("Chris Gold")
    take_all(first)
    expect(second.locator("#notices")).to_contain_text("Another phone now counts for Chris.")
    expect(second.locator("#sheet .cell.active")).to_have_count(0)
    expect(second.locator("#dock .keys:visible")).to_have_count(0)
    second.keyboard.press("7")
    # It is still counted where somebody taps it.
    cell(second, "Chris", "salt").tap()
    key(second, 2).tap()
    expect(cell(first, "Chris", "salt")).to_have_value("2")
    see = {"water": "1", "gold": "", "salt": "2"}
    for row, value in see.items():
        expect(cell(first, "Chris", row)).to_have_value(value)


def test_head_says_what_other_phones_count_and_nothing_of_this_ones_columns(phone):
    first, second, _seats = at_a_table(phone, height=1000)
    key(first, 1).tap()
    key(second, 1).tap()
    expect(counted(first).locator("span:visible")).to_have_text(["0 of 3 counted", "· counting Chris"])
    expect(counted(second).locator("span:visible")).to_have_text(["0 of 3 counted", "· counting Anna"])


def test_arrows_pass_the_columns_of_another_phone(phone):
    first, second, seats = at_a_table(phone)
    send(second, f"{play_path(second)}/seats/mine", seat=seats[1])
    expect(first.locator("#phones")).to_have_attribute("data-elsewhere", seats[1])
    cell(first, "Anna", "water").focus()
    for press, name in (("ArrowRight", "Chris"), ("ArrowRight", "Chris"), ("ArrowLeft", "Anna")):
        first.keyboard.press(press)
        expect(cell(first, name, "water").locator("..")).to_be_focused()


def test_key_counts_where_the_dock_says_and_brings_the_next_cell_into_sight(phone):
    page = phone(width=320, height=640)
    start_play(page)
    cell(page, "Anna", "water").tap()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert not page.evaluate(FRAMED)
    expect(page.locator("#dock .what")).to_have_text("Anna Water")
    key(page, 3).tap()
    expect(cell(page, "Anna", "water")).to_have_value("3")
    expect(page.locator("#dock .what")).to_have_text("Anna Gold")
    page.wait_for_function(FRAMED)


def test_late_figures_leave_the_framed_cell_and_their_answers_in_sight_on_a_small_phone(phone):
    first, second, _seats = at_a_table(phone, small=True)
    fetched_ahead(second)
    # What is offline has no stream either.
    only_asks(second)
    second.context.set_offline(True)
    for _ in range(5):
        key(second, 1).tap()
    for name in ("Anna", "Ben", "Chris"):
        done_with(first, name)
    close_button(first).click()
    expect(first.locator(".head .where")).to_contain_text("Result")
    first.get_by_role("link", name="Count stage 2").click()
    expect(first.locator(".head .where")).to_have_text("Stage 2 of 2")
    for blank in second.locator("#sheet .figure").all()[:15]:
        if not blank.input_value():
            blank.fill("0")
    close_button(second).click()
    expect(second.locator(".head .where")).to_have_text("Stage 2 of 2")
    cell(second, "Chris", "salt").tap()
    second.context.set_offline(False)
    second.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(second.get_by_role("button", name="Discard")).to_be_in_viewport(ratio=1)
    second.wait_for_function(FRAMED)
    expect(second.locator("#dock .what")).to_have_text("Chris Rock salt")


def test_a_phone_that_is_ahead_goes_back_to_the_stage_that_another_one_has_opened_again(phone):
    first, second, _seats = at_a_table(phone)
    for name in ("Anna", "Ben", "Chris"):
        done_with(first, name)
    close_button(first).click()
    first.get_by_role("link", name="Count stage 2").click()
    second.goto(play_path(second))
    expect(second.locator(".head .where")).to_have_text("Stage 2 of 2")
    send(first, f"{play_path(first)}/stages/1/reopen")
    expect(second.locator(".head .where")).to_have_text("Stage 1 of 2")


HEARS = """
    const Own = EventSource;
    window.heard = [];
    window.EventSource = class extends Own {
        constructor(address) {
            super(address);
            this.addEventListener("message", ({ data }) => heard.push(data));
        }
    };
"""


def test_a_cursor_in_another_stage_is_not_shown_in_this_one(phone):
    first, second, seats = at_a_table(phone)
    for page in (first, second):
        page.add_init_script(HEARS)
    second.reload()
    expect(second.locator("#elsewhere")).to_be_attached()
    # What waits for an answer is not taken along.
    second.evaluate("document.documentElement.dataset.closing = 'x'")
    for name in ("Anna", "Ben", "Chris"):
        done_with(first, name)
    close_button(first).click()
    first.get_by_role("link", name="Count stage 2").click()
    first.wait_for_function("() => heard.some((data) => data.includes('true'))")
    cell(first, "Anna", "salt").tap()
    second.wait_for_function("seat => heard.some((data) => data.includes(`${seat} salt`))", arg=seats[0])
    second.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(done)))")
    expect(second.locator(".head .where")).to_have_text("Stage 1 of 2")
    assert second.locator("#sheet [data-row='salt'] .elsewhere").count() == 0


def test_what_nobody_can_know_without_a_network_is_not_said(phone):
    first, second, _seats = at_a_table(phone)
    for name in ("Anna", "Ben"):
        done_with(first, name)
    left = second.locator("#under-sheet p")
    expect(left).to_contain_text("8 water")
    expect(left).to_be_visible()
    only_asks(second)
    second.context.set_offline(True)
    cell(second, "Chris", "water").tap()
    key(second, 3).tap()
    expect(second.locator("#outbox")).to_contain_text("No response yet")
    expect(left).to_have_css("visibility", "hidden")
    second.context.set_offline(False)
    expect(left).to_contain_text("5 water")
    expect(left).to_have_css("visibility", "visible")


def test_figures_that_were_counted_after_all_are_taken_back_first_where_that_was_done(phone):
    first, second, _seats = at_a_table(phone)
    cell(first, "Anna", "water").fill("4")
    for name in ("Anna", "Ben"):
        done_with(first, name)
    second.route("**/seats/*/1", lambda route: route.fulfill(status=503))
    cell(second, "Chris", "salt").fill("5")
    done_with(first, "Chris")
    # What came before the stage is scored would be asked about and not come late.
    close_stage(first)
    second.unroute("**/seats/*/1")
    first.get_by_role("button", name="Reopen and count it").click()
    expect(first.locator("#dock .what")).to_have_text("Chris Rock salt")
    undo = first.locator(".last-change:visible button")
    expect(undo).to_contain_text("rock salt")
    undo.click()
    expect(cell(first, "Chris", "salt")).to_have_value("0")
    expect(first.locator("#dock .undone")).to_have_text("Chris’s rock salt 5 taken back")
    expect(cell(first, "Chris", "salt")).to_be_focused()


def test_after_the_bids_each_phone_says_that_the_round_is_to_be_played(phone):
    first, second, _seats = at_a_table(phone, game="skull-king")
    seal = first.locator("#dock .seal")
    for name in ("Anna", "Ben"):
        expect(first.locator("#dock .what")).to_contain_text(f"{name} ")
        key(first, 0).tap()
    expect(seal).to_contain_text("Your bids are in")
    expect(seal).to_contain_text("Still to bid: Chris")
    expect(second.locator("#dock .what")).to_contain_text("Chris ")
    # After the only bid of this phone nobody else is asked for one.
    expect(second.locator("#dock .hint")).to_be_hidden()
    key(second, 1).tap()
    for page in (first, second):
        expect(page.locator("#dock .seal")).to_contain_text("All bids are in")
        expect(page.locator("#dock .seal")).to_contain_text("Play first, then count.")
    expect(first.locator("#dock .main")).to_contain_text("Go to Anna")
    expect(second.locator("#dock .main")).to_have_text("Next: Tricks made")
    second.locator("#dock .main").click()
    expect(second.locator("#dock .what")).to_have_text("Chris Tricks made")
    expect(second.locator("#dock .seal")).to_be_hidden()


def test_bid_of_whom_no_phone_has_chosen_is_asked_for_before_any_tricks(phone):
    page = phone()
    start_play(page, game="skull-king")
    path = play_path(page)
    seats = page.locator("#sheet thead th").evaluate_all("(all) => all.map((each) => each.dataset.seat)")
    send(page, f"{path}/seats/mine", seat=seats[0])
    page.goto(path)
    expect(page.locator("#dock .what")).to_contain_text("Anna ")
    key(page, 0).tap()
    for name in ("Ben", "Chris"):
        page.get_by_role("button", name=f"Go to {name}").click()
        expect(page.locator("#dock .what")).to_contain_text(f"{name} ")
        key(page, 0).tap()
        expect(cell(page, name, "tricks__bid")).to_have_value("0")


def test_phone_whose_columns_were_all_taken_over_calls_no_part_done(phone):
    first, second, seats = at_a_table(phone)
    key(second, 1).tap()
    send(first, f"{play_path(first)}/seats/mine", seat=seats, anyway="1")
    seal = second.locator("#dock .seal")
    expect(seal).to_contain_text("Nothing is counted on this phone.")
    expect(seal).to_contain_text("Chris 1 of 5")
    expect(seal.locator("svg")).to_be_hidden()


def test_phone_whose_column_was_counted_elsewhere_gets_it_back_alone(phone):
    first, second, seats = at_a_table(phone)
    take_all(first)
    count_here = second.locator("#phones .take button")
    expect(count_here).to_contain_text("Chris: on")
    expect(count_here).not_to_contain_text("Ben")
    # What has just appeared is read first.
    second.evaluate("new Promise((done) => setTimeout(done, READ_AFTER_MS + 250))")
    count_here.tap()
    expect(second.locator("#phones")).to_have_attribute("data-enters", seats[2])
    expect(first.locator("#phones")).to_have_attribute("data-enters", " ".join(seats[:2]))


def test_notice_of_a_column_taken_over_goes_once_the_column_is_back(phone):
    first, second, seats = at_a_table(phone)
    take_all(first)
    notices = second.locator("#notices p")
    expect(notices).to_contain_text("Another phone now counts for Chris.")
    send(first, f"{play_path(first)}/seats/mine", seat=seats[:2])
    expect(notices).to_have_count(0)


def test_notice_of_a_column_taken_over_is_in_sight_after_a_reload(phone):
    first, second, _seats = at_a_table(phone)
    only_asks(second)
    second.route("**/live?*", lambda route: route.abort())
    cell(second, "Chris", "maps").tap()
    second.evaluate("scrollTo(0, document.body.scrollHeight)")
    take_all(first)
    second.reload()
    notice = second.get_by_text("Another phone now counts for Chris.")
    expect(notice).to_be_in_viewport(ratio=1)
    expect(notice).to_have_count(1)
    notice.get_by_role("button", name="Close").tap()
    expect(notice).to_have_count(0)


def test_tab_keeps_to_the_columns_of_this_phone(phone):
    _first, second, _seats = at_a_table(phone)
    cell(second, "Chris", "water").focus()
    second.keyboard.press("Tab")
    expect(cell(second, "Chris", "gold")).to_be_focused()
    cell(second, "Anna", "salt").tap()
    expect(cell(second, "Anna", "salt")).to_be_focused()
    second.keyboard.press("Tab")
    expect(cell(second, "Chris", "salt")).to_be_focused()


def test_dock_has_no_room_for_keys_while_only_another_phones_figure_is_refused(phone):
    first, second, _seats = at_a_table(phone)
    done_with(second, "Chris")
    cell(first, "Anna", "gold").fill("99")
    expect(second.locator("#dock .main")).to_contain_text("recount")
    expect(second.locator("#dock .keys:visible")).to_have_count(0)
    assert second.locator("#dock").bounding_box()["height"] < 150
