"""Without a network a table counts on: cards wait on the phone, stages are closed later, and nothing is sent twice."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    cell,
    close_button,
    deafen,
    done,
    done_with,
    enter,
    key,
    mark,
    open_card,
    play_path,
    points,
    see_figures,
    send,
    start_play,
    trail,
    undo_button,
)
from tests.browser.test_nothing_is_lost import kill_tab

OFFLINE = "net::ERR_(INTERNET_DISCONNECTED|FAILED)"
HERE = "○ on this phone, not sent yet"
# Keeps what is typed from being written, until the page says that it is released.
HOLD_STORE = """() => new Promise((ready) => {
  const asked = indexedDB.open("caravan", 1);
  asked.onsuccess = () => {
    const box = asked.result.transaction("typed", "readwrite").objectStore("typed");
    const hold = () => { if (!window.isReleased) box.count().onsuccess = hold; };
    hold();
    ready();
  };
})"""
SAYS_OFFLINE = "Object.defineProperty(navigator, 'onLine', { value: false })"


def told(page):
    """What is told of what waits, where the thumb is."""
    return page.locator("#outbox")


def until(page, condition):
    """Wait until something holds on the phone that no page shows; fail where it never does."""
    page.evaluate(
        f"""async () => {{
            for (const end = Date.now() + 40000; !({condition}); await new Promise((go) => setTimeout(go, 20)))
                if (Date.now() > end) throw new Error("never");
        }}"""
    )


def fetched_ahead(page):
    """Use this phone, and wait until it keeps the cards with which it can go on without a network."""
    page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Shift', bubbles: true}))")
    until(page, "typeof kept === 'object' && (await kept.all('ahead')).some(({ pages }) => pages)")


def start_and_go_offline(phone, names=("Anna", "Ben"), **more):
    page = phone(forgive=OFFLINE, **more)
    # Scored all the same, whoever isn't finished.
    page.on("dialog", lambda dialog: dialog.accept())
    start_play(page, names)
    path = play_path(page)
    fetched_ahead(page)
    page.context.set_offline(True)
    return page, path


def test_a_whole_stage_is_counted_and_closed_without_a_network_and_counts_when_it_is_back(phone):
    page, path = start_and_go_offline(phone)
    enter(page, {"water": 4, "gold": 1})
    expect(mark(page)).to_have_text(HERE)
    done(page)
    expect(card_name(page)).to_have_text("Ben")
    expect(page.locator("#sheet .cell.unsent").first).to_be_visible()
    expect(told(page)).to_have_text("No response yet. Stored on this phone and sent automatically: Anna")
    enter(page, {"salt": 3})
    done(page)
    close_button(page).click()
    # The next stage's sheet is there at once.
    expect(card_name(page)).to_have_text("Anna")
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    expect(told(page)).to_contain_text("Stage 1: will be scored as soon as it can be sent.")
    enter(page, {"water": 2})
    page.context.set_offline(False)
    expect(told(page)).to_contain_text("Stage 1 has been scored. See the result")
    expect(mark(page)).to_have_text("✓ saved")
    told(page).get_by_role("link").click()
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")
    assert points(page) == {"Anna": 11, "Ben": 4}
    assert trail(page, path) == [
        "Anna, stage 2: water 2",
        "Stage 1 scored",
        "Ben, stage 1: water 0, gold 0, rock salt 3, millet 0, maps used 0",
        "Anna, stage 1: water 4, gold 1, rock salt 0, millet 0, maps used 0",
        "Play started",
    ]


def test_dots_are_only_under_what_is_not_sent_and_an_emptied_column_has_its_dash(phone):
    page = phone(forgive=OFFLINE)
    start_play(page, ("Anna", "Ben"))
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    fetched_ahead(page)
    page.context.set_offline(True)
    enter(page, {"gold": 1})
    dotted = page.locator("#sheet .cell.unsent")
    expect(dotted).to_have_count(1)
    expect(dotted).to_have_accessible_name(re.compile("gold", re.IGNORECASE))
    open_card(page, "Ben")
    enter(page, {"water": 2})
    state = page.locator("#sheet .state").last
    expect(state).to_have_text(re.compile("1/.5"))
    undo_button(page).click()
    expect(state).to_have_text("–")


@pytest.mark.whole_browser
@pytest.mark.long
def test_a_page_that_came_without_a_network_fetches_the_sheets_once_there_is_one(phone):
    page = phone()
    start_play(page)
    fetched_ahead(page)
    page.evaluate("kept.empty('ahead')")
    page.add_init_script(SAYS_OFFLINE)
    page.reload()
    page.wait_for_load_state("networkidle")
    assert not page.evaluate("kept.all('ahead').then((all) => all.length)")
    page.evaluate("dispatchEvent(new Event('online'))")
    fetched_ahead(page)


@pytest.mark.long
def test_what_an_earlier_release_kept_may_lack_a_part_of_the_page(phone):
    page = phone(forgive=OFFLINE)
    start_play(page, ("Anna", "Ben"))
    fetched_ahead(page)
    page.evaluate(
        """async () => {
            const [stored] = await kept.all("ahead");
            stored.pages.forEach((each) => { each.html = each.html.replace(/<div id="sums">/, "<div>"); });
            await kept.put("ahead", stored);
        }"""
    )
    page.reload()
    until(page, "document.readyState === 'complete' && !outbox.isCut")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    for _ in "Anna", "Ben":
        enter(page, {"water": 1})
        done(page)
    close_button(page).click()
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    expect(page.locator("main")).not_to_contain_text("null")


@pytest.mark.long
@pytest.mark.whole_browser
def test_a_phone_that_is_never_idle_fetches_the_sheets_to_come_all_the_same(phone):
    page = phone()
    # It calls only whom it was told to call in time; that time has passed at once.
    page.add_init_script("window.requestIdleCallback = (call, how) => how?.timeout && setTimeout(call);")
    start_play(page)
    fetched_ahead(page)


@pytest.mark.long
def test_what_is_changed_after_closing_without_a_network_is_sent_before_the_stage_is_closed(phone):
    page, path = start_and_go_offline(phone)
    enter(page, {"water": 4})
    done(page)
    enter(page, {"salt": 3})
    done(page)
    close_button(page).click()
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    page.go_back()
    expect(page.locator(".where")).to_have_text("Stage 1 of 2")
    open_card(page, "Ben")
    see_figures(page, {"salt": 3, "water": 0})
    enter(page, {"salt": 2})
    expect(mark(page)).to_have_text(HERE)
    page.context.set_offline(False)
    # The page itself goes on to what was scored.
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")
    assert trail(page, path) == [
        "Stage 1 scored",
        "Ben, stage 1: water 0, gold 0, rock salt 2, millet 0, maps used 0",
        "Anna, stage 1: water 4, gold 0, rock salt 0, millet 0, maps used 0",
        "Play started",
    ]


def test_what_waits_outlives_the_tab_and_is_sent_by_any_page(phone):
    page, path = start_and_go_offline(phone)
    enter(page, {"water": 4, "gold": "1+"})
    # The mark tells of the first tap, too: a tab may only go once the second one is kept.
    until(page, "(await outbox.waiting())[0]?.texts.gold === '1+'")
    expect(mark(page)).to_have_text(HERE)
    its_context = page.context
    kill_tab(page)
    page.close()
    its_context.set_offline(False)
    page = its_context.new_page()
    page.goto("/")
    until(page, "!(await outbox.waiting()).length")
    assert trail(page, path) == ["Anna, stage 1: water 4, gold 1", "Play started"]


def test_mark_says_on_this_phone_only_once_the_figure_is_stored(phone):
    page, path = start_and_go_offline(phone)
    until(page, "outbox.isCut")
    # What is written waits for this transaction to end.
    page.evaluate(HOLD_STORE)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("saving …")
    page.evaluate("window.isReleased = true")
    expect(mark(page)).to_have_text(HERE)
    its_context = page.context
    kill_tab(page)
    page.close()
    its_context.set_offline(False)
    page = its_context.new_page()
    page.goto("/")
    until(page, "!(await outbox.waiting()).length")
    assert trail(page, path) == ["Anna, stage 1: water 4", "Play started"]


@pytest.mark.long
def test_digits_that_were_not_sent_come_back_with_the_card(phone):
    page = phone(forgive=OFFLINE)
    start_play(page)
    page.route("**/seats/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    enter(page, {"gold": 2, "water": "3+"})
    expect(mark(page)).to_have_text(HERE)
    page.reload()
    see_figures(page, {"gold": 2, "water": "3+"})
    expect(mark(page)).to_have_text(HERE)
    page.unroute("**/seats/**")
    enter(page, {"water": "3+1"})
    expect(mark(page)).to_have_text("✓ saved", timeout=20_000)
    assert trail(page, play_path(page)) == ["Anna, stage 1: water 4, gold 2", "Play started"]


@pytest.mark.long
def test_a_clash_after_a_time_without_network_shows_both(phone):
    page = phone(forgive=OFFLINE)
    start_play(page)
    other = phone()
    page.goto(f"{play_path(page)}/table")
    other.goto(page.locator(".address").first.inner_text())
    path = play_path(page)
    page.goto(path)
    other.goto(path)
    deafen(page)
    page.context.set_offline(True)
    enter(page, {"water": 5, "gold": 2})
    expect(mark(page)).to_have_text(HERE)
    enter(other, {"water": 4})
    expect(mark(other)).to_have_text("✓ saved")
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_contain_text("two phones entered different numbers")
    expect(page.get_by_role("button", name="5 entered here")).to_be_visible()
    expect(page.get_by_role("button", name="4 from the other phone")).to_be_visible()


def test_a_card_that_was_closed_meanwhile_is_kept_and_asked_about(phone):
    page = phone(forgive=OFFLINE)
    start_play(page)
    path = play_path(page)
    other = page.context.browser.new_context(base_url=page.url, storage_state=page.context.storage_state()).new_page()
    deafen(page)
    page.context.set_offline(True)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text(HERE)
    other.goto(path)
    done_with(other, "Ben")
    close_button(other).click()
    other.get_by_role("button", name="Score anyway").click()
    expect(other.locator(".head .where")).to_have_text("Result of stage 1")
    other.context.close()
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_contain_text("Saved, but not counted.")


@pytest.mark.long
def test_closing_that_cannot_be_says_so_once_it_was_asked(phone):
    page, path = start_and_go_offline(phone)
    done(page)
    close_button(page).click()
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    # It is said at once who isn't counted.
    expect(told(page)).to_contain_text("Stage 1 (Ben not started): will be scored as soon as it can be sent.")
    page.context.set_offline(False)
    expect(told(page)).to_contain_text("Stage 1 (Ben not started) can’t be closed: something is missing or wrong.")
    told(page).get_by_role("link").click()
    expect(page.locator(".where")).to_have_text("Stage 1 of 2")
    assert trail(page, path)[-1] == "Play started"
    assert not [line for line in trail(page, path) if "closed" in line]


def test_end_of_a_game_that_was_scored_without_a_network_is_said_to_be(phone):
    page = phone(forgive=OFFLINE)
    start_play(page, game="catan")
    for name in ("Anna", "Ben", "Chris"):
        done_with(page, name)
    until(page, "!(await outbox.waiting()).length")
    # News would lead on to the result.
    deafen(page)
    page.context.set_offline(True)
    close_button(page).click()
    expect(told(page)).to_have_text("End of the game: will be scored as soon as it can be sent. Don’t score yet")
    # It isn't offered again.
    expect(page.locator("[data-score]")).to_be_hidden()
    page.context.set_offline(False)
    expect(told(page)).to_have_text("End of the game has been scored. See the result")


def test_score_that_waits_is_taken_back_and_its_sheet_is_counted_on(phone):
    page, path = start_and_go_offline(phone)
    enter(page, {"water": 4})
    done(page)
    done(page)
    close_button(page).click()
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    told(page).get_by_role("button", name="Don’t score yet").click()
    expect(page.locator(".where")).to_have_text("Stage 1 of 2")
    expect(told(page)).not_to_contain_text("will be scored")
    expect(page.locator("[data-score]")).to_have_text("Score stage 1")
    expect(cell(page, "Anna", "water")).to_have_value("4")
    page.context.set_offline(False)
    until(page, "!(await outbox.waiting()).length")
    expect(page.locator(".where")).to_have_text("Stage 1 of 2")
    assert not [line for line in trail(page, path) if "closed" in line]


def test_score_that_was_tapped_before_another_phone_reopened_the_stage_closes_nothing(phone):
    page, path = start_and_go_offline(phone)
    done(page)
    done(page)
    close_button(page).click()
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    other = page.context.browser.new_context(base_url=page.url, storage_state=page.context.storage_state()).new_page()
    other.goto(path)
    deafen(other)
    send(other, f"{path}/stages/1/close", anyway=1)
    send(other, f"{path}/stages/1/reopen")
    page.context.set_offline(False)
    expect(page.locator(".where")).to_have_text("Stage 1 of 2")
    expect(page.locator(".messages")).to_contain_text("Stage 1 was reopened after you tapped “Score”.")
    until(page, "!(await outbox.waiting()).length")
    assert trail(other, path).count("Stage 1 scored") == 1
    other.context.close()


def test_a_stage_is_scored_though_its_answer_came_after_the_phone_had_gone_on(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}")
    start_play(page, ["Anna", "Ben"])
    path, closes = play_path(page), []
    for name in ("Anna", "Ben"):
        expect(card_name(page)).to_have_text(name)
        done(page)

    def answer_late(route):
        closes.append(route)
        answer = route.fetch(max_redirects=0)
        if len(closes) == 1:
            time.sleep(4)
        route.fulfill(response=answer)

    page.route("**/close", answer_late)
    fetched_ahead(page)
    close_button(page).click()
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    until(page, "!(await outbox.waiting()).length")
    assert trail(page, path)[0] == "Stage 1 scored"


def test_what_is_told_of_a_stage_after_a_phone_has_gone_on_to_the_next_changes_nothing_there(phone):
    page, other = phone(), phone()
    # The stream isn't looked after as time passes.
    page.add_init_script("const its = setInterval; setInterval = (call, ms) => its(call, ms === 1500 ? 1e6 : ms)")
    start_play(page, ["Anna", "Ben"])
    path, held = play_path(page), []
    page.goto(f"{path}/table")
    other.goto(page.locator(".address").first.inner_text())
    page.goto(path)
    enter(page, {"water": 4})
    done_with(page, "Anna")
    done_with(page, "Ben")
    fetched_ahead(page)
    page.route("**/close", lambda route: route.continue_() if held else held.append(route))
    close_button(page).click()
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    held[0].continue_()
    until(page, "!(await outbox.waiting()).length")
    other.goto(path)
    cell(other, "Ben", "gold").fill("3")
    expect(cell(page, "Ben", "gold")).to_have_value("3")
    for name in ("Anna", "Ben"):
        expect(cell(page, name, "water")).to_have_value("")
    page.reload()
    expect(cell(page, "Ben", "gold")).to_have_value("3")
    for name in ("Anna", "Ben"):
        expect(cell(page, name, "water")).to_have_value("")


def test_question_about_who_is_missing_is_waited_for_on_a_slow_line(phone):
    page, held = phone(), []
    start_play(page, ["Anna", "Ben"])
    done(page)
    fetched_ahead(page)
    page.route("**/close", lambda route: route.continue_() if held else held.append(route))
    page.get_by_role("button", name="Score now…").click()
    # Longer than anybody waits for the next stage.
    page.wait_for_timeout(3500)
    expect(page.locator(".where")).to_have_text("Stage 1 of 2")
    held[0].continue_()
    page.get_by_role("button", name="Score anyway").click()
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")


@pytest.mark.parametrize("is_noticed", [True, False])
def test_a_phone_without_a_network_asks_too_before_it_scores_early(phone, is_noticed):
    page, questions, answers = phone(forgive=OFFLINE), [], iter(("dismiss", "accept"))
    page.on("dialog", lambda dialog: (questions.append(dialog.message), getattr(dialog, next(answers))()))
    start_play(page, ["Anna", "Ben"])
    done(page)
    fetched_ahead(page)
    if is_noticed:
        page.context.set_offline(True)
    else:
        page.route("**/close", lambda route: route.abort())
    score = page.get_by_role("button", name="Score now…")
    with page.expect_event("dialog"):
        score.click()
    until(page, "!(await outbox.waiting()).length")
    expect(page.locator(".where")).to_have_text("Stage 1 of 2")
    score.click()
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    assert questions == ["Ben not started\n\nScore now?"] * 2


def test_figures_of_a_stage_that_is_not_open_yet_stay_on_the_phone_until_it_is(phone):
    page, path = start_and_go_offline(phone)
    done(page)
    close_button(page).click()
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    enter(page, {"gold": 2})
    expect(mark(page)).to_have_text(HERE)
    page.context.set_offline(False)
    expect(told(page)).to_contain_text("Anna, Stage 2: waits until the earlier stage has been scored.")
    assert len(trail(page, path)) == 2
    page.goto(path)
    page.get_by_role("button", name="Score now…").click()
    page.get_by_role("button", name="Score anyway").click()
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")
    until(page, "!(await outbox.waiting()).length")
    assert trail(page, path)[0] == "Anna, stage 2: gold 2"


def test_figures_that_came_too_early_are_sent_once_another_phone_has_scored_the_stage_before(phone):
    page, path = start_and_go_offline(phone)
    done(page)
    close_button(page).click()
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    enter(page, {"gold": 2})
    page.context.set_offline(False)
    expect(told(page)).to_contain_text("Anna, Stage 2: waits until the earlier stage has been scored.")
    other = page.context.new_page()
    other.goto(path)
    send(other, f"{path}/stages/1/close", anyway=1)
    expect(mark(page)).to_have_text("✓ saved")
    until(page, "!(await outbox.waiting()).length")
    assert trail(page, path)[0] == "Anna, stage 2: gold 2"


@pytest.mark.long
def test_what_somebody_else_typed_on_this_phone_is_not_sent_in_ones_own_name(phone):
    page, other = phone(forgive=OFFLINE + "|status of 403"), phone()
    start_play(page)
    path = play_path(page)
    page.goto(f"{path}/table")
    other.goto(page.locator(".address").first.inner_text())
    other.goto(path)
    enter(other, {"salt": 1})
    expect(mark(other)).to_have_text("✓ saved")
    page.goto(path)
    page.context.set_offline(True)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text(HERE)
    # Meanwhile the phone has become somebody else's.
    page.context.clear_cookies()
    page.context.add_cookies(other.context.cookies())
    page.context.set_offline(False)
    expect(told(page)).to_contain_text(
        "Anna: entered here under a different name. Your entries are stored on this phone."
    )
    assert trail(other, path) == ["Anna, stage 1: rock salt 1", "Play started"]
    told(page).get_by_role("button", name="Send under my current name").click()
    until(page, "!(await outbox.waiting()).length")
    assert trail(other, path)[0] == "Anna, stage 1: water 4, rock salt 1"


@pytest.mark.long
def test_two_taps_on_done_without_a_network_are_one(phone):
    page, path = start_and_go_offline(phone, ("Anna", "Ben", "Chris"))
    key(page, 1).tap()
    button = page.get_by_role("button", name="Rest 0")
    place = button.bounding_box()
    page.clock.set_fixed_time("2020-11-20T20:00:00")
    for _ in range(2):
        page.touchscreen.tap(place["x"] + 20, place["y"] + 20)
    expect(card_name(page)).to_have_text("Ben")
    page.context.set_offline(False)
    until(page, "!(await outbox.waiting()).length")
    assert len(trail(page, path)) == 2


@pytest.fixture
def tabs(phone):
    """A card and two pages beside it, on one phone. No save of the card gets through but those of the last page."""
    card = phone(forgive=OFFLINE)
    start_play(card, ["Anna", "Ben"])
    beside, sender = (card.context.new_page() for _ in range(2))
    beside.goto("/")
    for page in (card, beside):
        page.route("**/seats/**", lambda route: route.abort("internetdisconnected"))
    return card, beside, sender


def note_answers(page):
    """Let the page say on its body that it has heard of an answer to what waited."""
    page.evaluate("document.addEventListener('outbox:answer', () => { document.body.dataset.heard = true; })")


@pytest.mark.long
def test_what_is_typed_while_another_tab_sends_what_stood_there_before_outlives_the_answer(tabs):
    card, beside, sender = tabs
    path, held = play_path(card), []
    enter(card, {"water": 4})
    expect(mark(card)).to_have_text(HERE)
    sender.route("**/seats/**", lambda route: held.append(route))
    with sender.expect_request("**/seats/**"):
        sender.goto("/")
    enter(card, {"water": 6})
    until(card, "(await outbox.waiting())[0].texts.water === '6'")
    kill_tab(card)
    card.close()
    for page in (beside, sender):
        note_answers(page)
    held[0].continue_()
    for page in (sender, beside):
        expect(page.locator("body")).to_have_attribute("data-heard", "true")
        assert page.evaluate("outbox.waiting().then((all) => all.map((one) => one.texts.water))") == ["6"]
    sender.unroute("**/seats/**")
    sender.goto(path)
    see_figures(sender, {"water": 6})
    until(sender, "!(await outbox.waiting()).length")
    assert trail(sender, path)[0] == "Anna, stage 1: water 6"


# How far the dots of a cell begin beneath the figures of its last line.
ROOM_FOR_DOTS = """(cell) => {
    const small = cell.querySelector("small"), range = document.createRange();
    range.selectNodeContents(small);
    const under = 0.2 * parseFloat(getComputedStyle(small).fontSize);
    const dots = getComputedStyle(cell.querySelector(".face"), "::before");
    const top = cell.getBoundingClientRect().bottom - parseFloat(dots.bottom) - parseFloat(dots.height);
    return top - (range.getBoundingClientRect().bottom - under);
}"""


@pytest.mark.parametrize("height", [844, 640])
def test_dots_cover_no_small_figure(phone, height):
    page = phone(height=height, forgive=OFFLINE)
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    fetched_ahead(page)
    page.context.set_offline(True)
    page.locator("[data-key=tile_8]").click()
    open_card(page, "Ben")
    dotted = page.locator("#sheet .cell.unsent")
    expect(dotted).to_have_count(1)
    assert dotted.evaluate(ROOM_FOR_DOTS) >= 0
