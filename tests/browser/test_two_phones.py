"""Two phones with the same card: what both changed is asked about, what only one changed goes together."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.server import HOST
from tests.browser.table import (
    card_name,
    cell,
    close_button,
    deafen,
    done,
    done_with,
    enter,
    figure,
    hears_taps,
    key,
    mark,
    only_asks,
    open_seat,
    play_path,
    saves,
    see_figures,
    send,
    start_play,
    trail,
    undo_button,
)
from tests.lanes import long


@pytest.fixture
def two(phone):
    """Two phones that show Anna's card, still empty; the second hears nothing of what the first one does."""
    first, second = phone(), phone(forgive="503")
    start_play(first)
    path = play_path(first)
    first.goto(f"{path}/table")
    second.goto(first.locator(".address").first.inner_text())
    for page in (first, second):
        page.goto(path)
        expect(card_name(page)).to_have_text("Anna")
    deafen(second)
    return first, second


def save(page, **holdings):
    enter(page, holdings)
    expect(mark(page)).to_have_text("✓ saved")


def clash(two):
    """The first phone says 4 water and 1 gold, the second 5 water."""
    first, second = two
    save(first, water=4, gold=1)
    enter(second, {"water": 5})
    expect(mark(second)).to_have_text("✕ not counted")
    return first, second


@pytest.mark.parametrize(("choice", "water"), [("4 from the other phone", "4"), long("5 entered here", "5")])
def test_where_two_phones_changed_one_figure_both_are_shown_and_one_is_chosen(two, choice, water):
    first, second = clash(two)
    question = second.locator("#waiting")
    expect(question).to_contain_text("Anna, water: two phones entered different numbers. Which one is right?")
    expect(question.get_by_role("button")).to_have_count(2)
    expect(second.locator(".cell.wrong")).to_have_count(1)
    expect(second.locator("main + .dock .main")).to_have_text("Water: choose one")
    # Nothing was overwritten while nobody has chosen.
    first.reload()
    see_figures(first, {"water": 4, "gold": 1})
    question.get_by_role("button", name=choice).click()
    expect(card_name(second)).to_have_text("Anna")
    expect(second.locator("#waiting form")).to_have_count(0)
    see_figures(second, {"water": water, "gold": 1})
    expect(mark(second)).to_have_text("✓ saved")
    first.reload()
    see_figures(first, {"water": water, "gold": 1})
    changes = trail(first, play_path(first))
    assert ("Anna, stage 1: water 4 → 5" in changes) == (water == "5")
    discarded = "Two phones differed, not counted: Anna, stage 1: water 5"
    assert (discarded in changes) == (water == "4")
    assert "Anna, stage 1: water 4, gold 1" in changes


def test_it_is_asked_about_also_where_the_others_was_heard_of_before_ones_own_was_sent(two):
    first, second = two
    second.route("**/seats/*/1", lambda route: route.fulfill(status=503))
    figure(second, "water").fill("5")
    save(first, water=4)
    heard = second.locator("#live").get_attribute("hx-get")
    second.unroute("**/live?*")
    expect(second.locator("#live")).not_to_have_attribute("hx-get", heard)
    figure(second, "gold").fill("1")
    second.unroute("**/seats/*/1")
    expect(mark(second)).to_have_text("✕ not counted")
    expect(second.locator("#waiting")).to_contain_text(
        "Anna, water: two phones entered different numbers. Which one is right?"
    )


@pytest.mark.long
def test_the_question_takes_the_place_of_the_keys_and_moves_nothing(two):
    first, second = two
    boxes = "(all) => all.map((each) => JSON.stringify(each.getBoundingClientRect()))"
    around = second.locator("#dock > :not(.told) button, #sheet .figure")
    # With a first figure the dock is as it stays.
    save(second, salt=2)
    before, keys = around.evaluate_all(boxes), second.locator("#figure-keys")
    clash(two)
    question = second.locator("#waiting form")
    expect(question.get_by_role("button", name="5 entered here")).to_be_in_viewport()
    expect(keys).to_be_hidden()
    assert question.bounding_box()["y"] >= second.locator("#dock").bounding_box()["y"]
    assert around.evaluate_all(boxes) == before
    # At another cell its keys are there, and the question stands above them until somebody comes back.
    figure(second, "gold").focus()
    expect(keys).to_be_visible()
    expect(question).to_be_in_viewport()
    assert question.bounding_box()["y"] + question.bounding_box()["height"] <= keys.bounding_box()["y"]
    second.locator("main + .dock .main").click()
    expect(keys).to_be_hidden()
    question.get_by_role("button", name="4 from the other phone").click()
    expect(keys).to_be_visible()
    see_figures(second, {"water": 4, "gold": 1})


def test_not_counted_is_said_beside_the_figure_that_it_is_about(two):
    _, second = clash(two)
    beside = second.locator(".of-seat .mark .bad")
    figure(second, "gold").click()
    expect(second.locator("#dock .what")).to_have_text("Anna Gold")
    expect(beside).to_be_hidden()
    expect(beside).to_be_attached()


NOTICE = "document.getElementById('notices').innerHTML = '<p>Another phone’s figures for Ben replaced yours.</p>'"


def test_what_two_phones_entered_differently_is_in_sight_on_a_small_phone(two):
    first, second = two
    second.set_viewport_size({"width": 320, "height": 640})
    save(first, water=4)
    figure(second, "water").click()
    key(second, 5).tap()
    expect(second.locator("#waiting form")).to_be_visible()
    # Before the next cell, which has the cursor, stands what is asked about.
    second.wait_for_function(
        """() => {
            const cell = document.querySelector("#sheet .cell.to-choose")?.getBoundingClientRect();
            const bottoms = [...document.querySelectorAll(".head, .names > *")]
                .map((each) => each.getBoundingClientRect().bottom);
            const told = document.querySelector(".dock .told").getBoundingClientRect();
            return cell && cell.top >= Math.max(...bottoms) - 1 && cell.bottom <= told.top;
        }"""
    )


def test_a_notice_goes_with_what_is_typed_after_it_and_with_a_new_question(two):
    first, second = two
    notices = second.locator("#notices")
    second.evaluate(NOTICE)
    figure(second, "gold").click()
    key(second, 1).tap()
    expect(notices).to_be_empty()
    save(first, water=4)
    second.route("**/seats/*/1", lambda route: route.fulfill(status=503))
    enter(second, {"water": 5})
    second.evaluate(NOTICE)
    second.unroute("**/seats/*/1")
    expect(second.locator("#waiting form")).to_have_count(1)
    expect(notices).to_be_empty()


@pytest.mark.long
def test_of_several_figures_each_choice_says_what_it_is_of(two):
    first, second = two
    save(first, water=4, gold=1)
    enter(second, {"water": 5, "gold": 2})
    choices = second.locator("#waiting .either")
    expect(choices).to_have_count(2)
    for choice, name in zip(choices.all(), ("Water", "Gold"), strict=True):
        expect(choice.get_by_text(name, exact=True)).to_be_visible()
        assert (
            choice.get_by_text(name, exact=True).bounding_box()["y"] < choice.locator("input").first.bounding_box()["y"]
        )


@pytest.mark.parametrize(("width", "height"), [(844, 390), (1280, 800)])
@pytest.mark.long
def test_beside_the_sheet_the_question_is_whole_in_sight(two, width, height):
    _, second = clash(two)
    second.set_viewport_size({"width": width, "height": height})
    figure(second, "gold").focus()
    question = second.locator("#waiting form")
    expect(question.locator("h2")).to_be_in_viewport(ratio=1)
    expect(question.get_by_role("button", name="4 from the other phone")).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_a_clash_waits_through_a_reload_until_somebody_chooses(two):
    _, second = clash(two)
    second.reload()
    question = second.locator("#waiting")
    expect(question.get_by_role("button", name="5 entered here")).to_be_visible()
    # As before, the cell has what was entered here.
    see_figures(second, {"water": 5, "gold": 1})
    expect(mark(second)).to_have_text("✕ not counted")
    question.get_by_role("button", name="4 from the other phone").click()
    expect(mark(second)).to_have_text("✓ saved")
    see_figures(second, {"water": 4, "gold": 1})


@pytest.mark.long
def test_different_figures_of_one_card_go_together_and_the_stale_phone_takes_the_others_over(two):
    first, second = two
    save(first, water=4)
    save(second, gold=2)
    see_figures(second, {"water": 4, "gold": 2})
    save(second, salt=3)
    first.reload()
    see_figures(first, {"water": 4, "gold": 2, "salt": 3})
    assert trail(first, play_path(first))[:2] == ["Anna, stage 1: gold 2, rock salt 3", "Anna, stage 1: water 4"]


@pytest.mark.long
def test_the_same_number_on_both_phones_is_no_clash(two):
    first, second = two
    save(first, water=4)
    save(second, water=4)
    expect(second.locator("#waiting form")).to_have_count(0)
    assert trail(first, play_path(first)) == ["Anna, stage 1: water 4", "Play started"]


def test_phone_is_told_that_what_it_typed_too_was_undone_elsewhere(listening):
    first, second = listening
    save(first, water=4)
    see_figures(second, {"water": 4})
    save(second, water=4)
    undo_button(first).click()
    expect(figure(second, "water")).to_have_value("")
    expect(mark(second)).to_have_text("↻ changed or undone on another phone")


@pytest.mark.long
def test_a_phone_that_hears_of_it_shows_the_others_change_on_its_open_card(two):
    first, second = two
    save(second, water=4)
    expect(figure(first, "water")).to_have_value("4")
    save(first, gold=1)
    save(first, water=3)
    expect(first.locator("#waiting form")).to_have_count(0)


@pytest.mark.long
def test_the_others_change_leaves_the_figure_that_is_being_typed_alone(two):
    first, second = two
    figure(first, "water").focus()
    first.keyboard.type("3")
    expect(mark(first)).to_have_text("✓ saved")
    save(second, gold=2)
    expect(figure(second, "water")).to_have_value("3")
    first.keyboard.type("+1")
    expect(figure(first, "gold")).to_have_value("2")
    expect(figure(first, "water")).to_be_focused()
    expect(figure(first, "water")).to_have_value("3+1")
    first.keyboard.press("Enter")
    see_figures(first, {"water": 4, "gold": 2})


@pytest.fixture
def listening(two):
    """Both phones hear of each other."""
    two[1].unroute("**/live?*")
    return two


def test_what_another_phone_has_changed_is_said_at_its_own_row(listening):
    first, second = listening
    key(first, 3).tap()
    expect(mark(first)).to_have_text("✓ saved")
    expect(cell(first, "Anna", "gold")).to_be_focused()
    see_figures(second, {"water": 3})
    changed = first.get_by_text("↻ changed or undone on another phone")
    save(second, water=5)
    expect(first.locator("[data-row=water] .cell .tick", has_text="↻")).to_be_attached()
    expect(changed).to_be_attached()
    expect(changed).to_be_hidden()
    cell(first, "Anna", "water").tap()
    expect(changed).to_be_visible()
    key(first, 5).tap()
    expect(changed).to_be_hidden()


@pytest.mark.parametrize("typed", ["3+", "3"])
@pytest.mark.long
def test_a_figure_that_keeps_the_focus_shows_what_counts_once_another_phone_has_changed_it(listening, typed):
    first, second = listening
    figure(first, "water").focus()
    first.keyboard.type(typed)
    expect(mark(first)).to_have_text("✓ saved")
    see_figures(second, {"water": 3})
    save(second, water=5)
    expect(figure(first, "water")).to_have_value("5")
    expect(figure(first, "water")).to_be_focused()
    expect(mark(first)).to_have_text("↻ changed or undone on another phone")
    # What is typed then replaces it, and is no clash: it was seen.
    first.keyboard.type("6")
    expect(mark(first)).to_have_text("✓ saved")
    see_figures(second, {"water": 6})


@pytest.mark.long
def test_a_sum_that_was_added_up_gives_way_to_another_phones_figure(listening):
    first, second = listening
    asks = first.locator("#live")
    before = asks.get_attribute("hx-get")
    figure(first, "water").focus()
    first.keyboard.type("1+2")
    expect(mark(first)).to_have_text("✓ saved")
    # Once the phone has heard of its own save, too, nothing looks at the sum again before the other's figure comes.
    expect(asks).not_to_have_attribute("hx-get", before)
    first.keyboard.press("Enter")
    expect(figure(first, "water")).to_have_value("3")
    see_figures(second, {"water": 3})
    save(second, water=5)
    see_figures(first, {"water": 5})


@pytest.mark.long
def test_what_is_not_counted_says_so_until_somebody_has_chosen(two):
    first, second = clash(two)
    second.unroute("**/live?*")
    save(first, salt=2)
    expect(second.locator("#live")).to_have_attribute("hx-get", re.compile("revision=3"))
    see_figures(second, {"water": 5})
    expect(mark(second)).to_have_text("✕ not counted")


def test_an_answer_that_was_overtaken_by_a_save_brings_nothing_old_back(two):
    second, first = two
    asks = first.locator("#live").get_attribute("hx-get")
    ask = "(url) => fetch(url, {headers: {'HX-Request': 'true'}}).then((answer) => answer.text())"
    save(second, gold=2)
    old = second.evaluate(ask, asks)
    save(first, water=4)
    answers = [second.evaluate(ask, asks), old]
    first.evaluate(PLACED)
    own = {"Caravan-Took": "1", "Content-Type": "text/html"}
    first.route("**/live?*", lambda route: route.fulfill(body=answers.pop(0), headers=own), times=2)
    for _ in range(3):
        with first.expect_response("**/live?*"):
            pass
    see_figures(first, {"water": 4, "gold": 2})
    expect(saves(first)).to_have_value("2")
    placed = first.evaluate("window.placed")
    assert placed == sorted(placed)


# The revisions of the fragments that take each other's place.
PLACED = """() => {
    window.placed = [];
    const address = () => document.getElementById("live").getAttribute("hx-get");
    const note = () => placed.push(Number(/revision=(\\d+)/.exec(address())[1]));
    note();
    document.addEventListener("htmx:afterSettle", note);
}"""


def closes(page):
    """Close the stage whatever else is missing once the column of the cursor is done."""
    done(page)
    close_button(page).click()
    page.get_by_role("button", name="Score anyway").click()
    expect(page.locator(".head .where")).to_contain_text("Result")


@pytest.mark.long
def test_where_one_phone_scores_a_stage_or_opens_it_again_the_others_are_taken_along(listening):
    first, second = listening
    save(first, water=4)
    closes(first)
    expect(second.locator(".head .where")).to_have_text("Result of stage 1")
    first.get_by_role("button", name="Back to counting").click()
    # Nobody has counted the other columns.
    expect(close_button(second)).to_have_text("Score now…")
    close_button(first).click()
    first.get_by_role("button", name="Score anyway").click()
    expect(second.locator(".head .where")).to_have_text("Result of stage 1")


ANSWERS_LATE = """() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
        const hears = this.onload.bind(this);
        this.onload = () => setTimeout(hears, 500);
        send.call(this, body);
    };
}"""


@pytest.mark.long
def test_what_the_table_has_done_is_struck_on_all_phones_and_taken_back_on_all(listening):
    first, second = listening
    closes(first)
    expect(second.locator(".head .where")).to_have_text("Result of stage 1")
    thing = "Hand cards, the market and unused special cards stay."
    there, here = (page.get_by_role("button", name=thing) for page in (first, second))
    # The first one hears of its own tap before its answer comes.
    first.evaluate(ANSWERS_LATE)
    there.click()
    expect(here).to_have_attribute("aria-pressed", "true")
    expect(there).to_have_attribute("aria-pressed", "true")
    here.click()
    expect(there).to_have_attribute("aria-pressed", "false")
    expect(first.locator(".instructions [aria-pressed=true]")).to_have_count(0)


def test_what_is_being_typed_when_another_phone_closes_the_stage_is_kept_and_said_so(listening):
    first, second = listening
    save(first, water=4)
    cut = lambda route: route.fulfill(status=503) if route.request.method == "POST" else route.continue_()  # noqa: E731
    second.route("**/seats/**", cut)
    figure(second, "gold").focus()
    second.keyboard.type("2")
    closes(first)
    expect(second.locator(".dock")).to_contain_text("Stage 1 is closed.")
    expect(figure(second, "gold")).to_have_value("2")
    expect(figure(second, "gold")).to_be_focused()
    second.unroute("**/seats/**")
    expect(mark(second)).to_have_text("✕ not counted")
    expect(second.locator("#waiting")).to_contain_text("Anna, stage 1: arrived after it was closed")
    expect(second.locator("#waiting")).to_contain_text("Gold: 2")
    # The organiser's open result says it at once, and offers to count it.
    expect(first.locator(".dock #waiting")).to_contain_text("Anna, stage 1: arrived after it was closed")
    expect(first.get_by_role("button", name="Reopen and count it")).to_be_in_viewport()


@pytest.mark.long
def test_a_closed_stage_is_said_once_and_its_figures_are_no_longer_offered_to_be_changed(listening):
    first, second = listening
    for name in ("Anna", "Ben", "Chris"):
        done_with(second, name)
    seal = second.locator("#dock .seal")
    expect(seal).to_contain_text("Tap a figure to change it.")
    expect(seal).to_be_visible()
    # A phone that has something to settle is not taken along.
    second.evaluate("document.documentElement.dataset.closing = 'x'")
    send(first, f"{play_path(first)}/stages/1/close")
    expect(second.locator(":text('Stage 1 is closed.'):not(.unseen)")).to_have_count(1)
    expect(second.locator("#announcement")).to_have_text("Stage 1 is closed.")
    expect(seal).to_be_hidden()


def test_late_figures_that_another_phone_has_counted_wait_no_longer_where_they_were_entered(listening):
    first, second = listening
    save(first, water=4)
    second.route("**/seats/**", lambda route: route.fulfill(status=503))
    figure(second, "gold").fill("2")
    closes(first)
    second.unroute("**/seats/**")
    expect(second.locator("#waiting")).to_contain_text("Gold: 2")
    first.get_by_role("button", name="Reopen and count it").click()
    expect(second.locator("#waiting")).to_be_empty()
    expect(mark(second)).not_to_contain_text("not counted")
    # The page came anew: if it knows by then where the other cursor stands, its own is in another column.
    for row, value in {"water": "4", "gold": "2"}.items():
        expect(cell(second, "Anna", row)).to_have_value(value)
    # Where it was counted, the cursor stands in it.
    expect(first.locator("#dock .what")).to_have_text("Anna Gold")


def test_late_figures_of_one_column_that_were_counted_leave_it_open_while_those_of_another_wait(listening):
    first, second = listening
    second.route("**/seats/**", lambda route: route.fulfill(status=503))
    for name, gold in (("Anna", "2"), ("Ben", "3")):
        cell(second, name, "gold").fill(gold)
    closes(first)
    second.unroute("**/seats/**")
    expect(second.locator("#waiting form.waiting")).to_have_count(2)
    late = first.locator("form.waiting").filter(has_text="Anna")
    late.get_by_role("button", name="Reopen and count it").click()
    expect(second.locator("#waiting form.waiting")).to_have_count(1)
    enter(first, {"water": 7})
    expect(cell(second, "Anna", "water")).to_have_value("7")
    expect(cell(second, "Anna", "gold")).to_have_value("2")
    expect(second.locator("#waiting")).to_contain_text("Ben, stage 1")


def test_news_from_before_late_figures_came_takes_nobody_away_from_their_sheet(listening):
    first, second = listening
    second.route("**/seats/**", lambda route: route.fulfill(status=503))
    for name, gold in (("Anna", "2"), ("Ben", "3")):
        cell(second, name, "gold").fill(gold)
    closes(first)
    sent, asked = [], []

    def hold_second(route):
        sent.append(route)
        if len(sent) == 1:
            route.continue_()

    def hold_news(route):
        if len(sent) < 2 or asked:
            route.fulfill(status=204, headers={"Caravan-Took": "1"})
        else:
            asked.append((route, route.fetch(url=route.request.url.replace(HOST, "127.0.0.1"))))
            second.evaluate("() => { window.hasAsked = true; }")

    second.route("**/live?*", hold_news)
    second.unroute("**/seats/**")
    second.route("**/seats/**", hold_second)
    second.wait_for_function("() => window.hasAsked")
    sent[1].continue_()
    expect(second.locator("#waiting form.waiting")).to_have_count(2)
    second.unroute("**/live?*")
    route, answer = asked[0]
    assert answer.status == 200
    with second.expect_request("**/live?*"):
        route.fulfill(response=answer)
    expect(second.locator("#waiting form.waiting")).to_have_count(2)
    assert second.evaluate("window.hasAsked")


def test_late_figures_that_are_counted_after_the_end_lead_on_to_the_final_result(listening):
    first, second = listening
    path = play_path(first)
    closes(first)
    second.goto(path)
    expect(second.locator(".head .where")).to_contain_text("Stage 2")
    second.route("**/seats/**", lambda route: route.fulfill(status=503))
    figure(second, "gold").fill("2")
    send(first, f"{path}/stages/2/close", anyway=1)
    send(first, f"{path}/finish", shared=1)
    expect(second.locator(".dock")).to_contain_text("The play has ended.")
    second.unroute("**/seats/**")
    expect(second.locator("#waiting")).to_contain_text("Gold: 2")
    first.goto(path)
    first.get_by_role("button", name="Count it").click()
    expect(second.locator(".podium")).to_be_visible()


def test_undo_of_an_answer_brings_back_what_the_other_phone_had_counted(two):
    first, second = clash(two)
    second.get_by_role("button", name="5 entered here").click()
    expect(mark(second)).to_have_text("✓ saved")
    undo_button(second).click()
    see_figures(second, {"water": 4, "gold": 1})
    see_figures(first, {"water": 4, "gold": 1})


@pytest.mark.parametrize("goes_on", ["types", "undoes"])
def test_figures_that_somebody_else_has_counted_stay_whatever_is_done_beside_a_question(two, goes_on):
    first, second = two
    second.route("**/seats/**", lambda route: route.fulfill(status=503))
    enter(second, {"gold": 1})
    enter(first, {"water": 4, "gold": 3, "salt": 2, "millet": 5, "maps": 1})
    expect(mark(first)).to_have_text("✓ done")
    second.unroute("**/seats/**")
    expect(second.locator("#waiting")).to_contain_text("Which one is right?")
    see_figures(second, {"water": 4, "gold": 1, "salt": 2, "millet": 5, "maps": 1})
    if goes_on == "types":
        enter(second, {"millet": 2})
        expected = {"water": 4, "gold": 3, "salt": 2, "millet": 2, "maps": 1}
    else:
        undo_button(second).click()
        expected = {"water": 4, "gold": 3, "salt": 2, "millet": 5, "maps": 1}
        see_figures(second, expected)
    see_figures(first, expected)
    first.reload()
    see_figures(first, expected)


def test_what_somebody_else_counts_beside_an_open_question_is_shown_at_once(listening):
    first, second = listening
    second.route("**/seats/**", lambda route: route.fulfill(status=503))
    enter(second, {"gold": 1})
    save(first, gold=3)
    second.unroute("**/seats/**")
    expect(second.locator("#waiting")).to_contain_text("Which one is right?")
    enter(first, {"salt": 2, "millet": 5})
    expect(figure(second, "millet")).to_have_value("5")
    see_figures(second, {"gold": 1, "salt": 2, "millet": 5})
    figure(second, "maps").fill("1")
    expect(figure(first, "maps")).to_have_value("1")
    see_figures(first, {"gold": 3, "salt": 2, "millet": 5, "maps": 1})


def test_late_figures_are_told_on_the_next_stages_page_until_somebody_has_chosen(listening):
    first, second = listening
    save(first, water=4)
    second.route("**/seats/**", lambda route: route.fulfill(status=503))
    figure(second, "gold").fill("2")
    closes(first)
    first.get_by_role("link", name="Count stage 2").click()
    figure(first, "water").focus()
    place = first.locator("#sheet td.active").bounding_box()
    second.unroute("**/seats/**")
    line = first.locator("#late").get_by_text("Anna, stage 1: arrived after it was closed")
    expect(line).to_be_in_viewport()
    expect(line.get_by_role("link", name="Review")).to_be_in_viewport()
    # What is counted stays where it was, and in hand.
    expect(figure(first, "water")).to_be_focused()
    assert first.locator("#sheet td.active").bounding_box() == place
    second.get_by_role("button", name="Discard").click()
    expect(line).to_have_count(0)
    expect(figure(first, "water")).to_be_focused()


def test_late_figures_are_framed_and_every_answer_to_them_is_in_sight_on_a_small_phone(listening):
    first, second = listening
    second.set_viewport_size({"width": 320, "height": 640})
    save(first, water=4)
    second.route("**/seats/**", lambda route: route.fulfill(status=503))
    enter(second, {"gold": 2, "salt": 1, "millet": 3, "maps": 1})
    closes(first)
    second.unroute("**/seats/**")
    expect(second.get_by_role("button", name="Discard")).to_be_in_viewport(ratio=1)
    expect(second.get_by_role("link", name="See the result")).to_be_in_viewport(ratio=1)
    framed = second.locator("#sheet .cell.wrong")
    expect(framed).to_have_count(4)
    expect(framed.first).to_have_accessible_name(re.compile("^Anna, Gold 2, .*arrived after it was closed"))
    expect(second.locator("#dock .mark:visible")).to_have_count(0)


@pytest.mark.long
def test_another_tab_of_the_phone_says_that_a_stage_is_not_closed_only_until_it_is(two):
    first, _ = two
    tab = first.context.new_page()
    tab.goto(first.url)
    save(first, water=4)
    done(first)
    close_button(first).click()
    expect(first.get_by_role("button", name="Score anyway")).to_be_visible()
    expect(tab.locator("#outbox")).to_contain_text("Stage 1 can’t be closed")
    first.get_by_role("button", name="Score anyway").click()
    expect(tab.locator(".head .where")).to_have_text("Result of stage 1")
    expect(tab.locator("#outbox")).to_be_empty()


@pytest.mark.long
def test_a_phone_that_shows_how_a_play_ended_is_led_on_to_its_rematch(listening):
    first, second = listening
    path = play_path(first)
    send(second, f"{path}/seats/mine", seat=open_seat(second))
    for _ in range(2):
        closes(first)
        first.goto(path)
    first.goto(f"{path}/stages/2")
    # It would go on by itself, in the middle of its own question.
    deafen(first)
    with second.expect_request("**/stream?*page=end*"):
        send(first, f"{path}/finish", shared=1)
    first.goto(path)
    for page in (first, second):
        expect(page.locator(".podium")).to_be_visible()
    first.get_by_role("button", name="Rematch").click()
    expect(card_name(first)).to_have_text("Anna")
    onward = second.get_by_role("button", name="On to the next play")
    expect(onward).to_be_visible()
    onward.click()
    expect(card_name(second)).to_have_text("Anna")
    assert play_path(second) == play_path(first) != path


def test_phone_that_finishes_a_play_does_not_read_that_it_is_over(listening):
    first, second = listening
    path = play_path(first)
    for _ in range(2):
        closes(first)
        first.goto(path)
    first.goto(f"{path}/stages/2")
    only_asks(first)

    # The play is over on the server, and the phone that has finished it still waits for the answer.
    first.evaluate("() => addEventListener('submit', (event) => event.preventDefault())")
    hears_taps(first)
    first.get_by_role("button", name="Finish the play").click()
    expect(first.locator("form[action$=finish][data-sent]")).to_be_attached()
    send(first, f"{path}/finish", shared=1)
    expect(second.locator(".podium")).to_be_visible()
    with first.expect_response(lambda answer: "/live?" in answer.url and answer.status == 286) as answer:
        first.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert "The play has ended." in answer.value.text()
    first.evaluate("new Promise(requestAnimationFrame)")
    assert first.locator("main .notice", has_text="The play has ended.").count() == 0


@pytest.mark.long
def test_a_guest_is_asked_for_the_code_of_the_rematch_in_the_whole_width(listening):
    first, second = listening
    path = play_path(first)
    for _ in range(2):
        closes(first)
        first.goto(path)
    first.goto(f"{path}/stages/2")
    deafen(first)
    # The other one is taken along by itself.
    send(first, f"{path}/finish", shared=1)
    first.goto(path)
    for page in (first, second):
        expect(page.locator(".podium")).to_be_visible()
    first.get_by_role("button", name="Rematch").click()
    code = second.get_by_label("Code, six letters and digits")
    expect(code).to_be_visible()
    assert second.locator(".dock .join").bounding_box()["width"] > 340


@pytest.fixture
def divided(listening):
    """The second phone enters Ben's column, the first one the others."""
    first, second = listening
    path = play_path(first)
    seat = second.locator("#sheet thead th").nth(1).get_attribute("data-seat")
    send(second, f"{path}/seats/mine", seat=seat)
    for page in (first, second):
        page.goto(path)
    return first, second


def fill_column(page, name):
    """A tap for each row of a column of stage 1."""
    expect(card_name(page)).to_have_text(name)
    for _ in range(5):
        key(page, 1).tap()


def test_after_the_last_cell_no_key_is_there_until_a_cell_is_tapped(divided):
    _, second = divided
    fill_column(second, "Ben")
    expect(second.locator("#sheet .cell.active")).to_have_count(0)
    expect(second.locator("#dock .keys:visible")).to_have_count(0)
    cell(second, "Ben", "gold").tap()
    key(second, 2).tap()
    expect(cell(second, "Ben", "gold")).to_have_value("2")
    expect(second.locator("#sheet .cell.active")).to_have_count(0)


def test_keys_come_back_once_another_phone_has_taken_back_all_that_was_counted(phone):
    first, second = phone(), phone()
    start_play(first, ("Anna", "Ben"), game="pandemic")
    path = play_path(first)
    first.goto(f"{path}/table")
    second.goto(first.locator(".address").first.inner_text())
    for page in (first, second):
        page.goto(path)
        hears_taps(page)
    active, keys = first.locator("#sheet .cell.active"), first.locator("#dock .keys:visible")
    second.locator("#dock .panel:visible").get_by_role("button", name="No", exact=True).tap()
    key(second, 2).tap()
    expect(active).to_have_count(0)
    for cells in (1, 0):
        undo_button(second).tap()
        expect(second.locator("#sheet .face").filter(has_text="No")).to_have_count(cells)
        # What comes at once is the second half of a double tap.
        second.evaluate("() => new Promise((resolve) => setTimeout(resolve, READ_AFTER_MS))")
    expect(active).to_have_count(1)
    expect(keys).to_have_count(1)


def test_columns_of_another_phone_are_named_and_counted_here_with_one_tap(divided):
    first, second = divided
    for name in ("Anna", "Chris"):
        fill_column(first, name)
    expect(first.locator("#dock .seal")).to_contain_text("Your part is done.")
    expect(first.locator("#dock .seal")).to_contain_text("Ben not started")
    told = first.locator("#phones")
    expect(told).to_contain_text("Ben: on Ben’s phone")
    head = first.locator("#sheet thead th", has_text="Ben")
    expect(head.locator(".owner")).to_have_text("Ben")
    expect(first.locator("#sheet .far.cell")).to_have_count(5)
    expect(first.locator("#sheet .cell.active")).to_have_count(0)
    told.get_by_role("button", name="Count here").click()
    expect(card_name(first)).to_have_text("Ben")
    expect(second.locator("#notices")).to_contain_text("Another phone now counts for Ben.")
    # Its head no longer has the fill of one's own.
    taken = second.locator("#sheet thead th", has_text="Ben")
    expect(taken).to_have_class(re.compile("far"))
    expect(taken).to_have_css("color", second.evaluate("getComputedStyle(document.body).color"))
    key(first, 3).tap()
    expect(cell(second, "Ben", "water")).to_have_value("3")


def test_after_a_reload_the_cursor_is_where_it_was(phone):
    page = phone()
    start_play(page)
    cell(page, "Ben", "salt").tap()
    page.reload()
    expect(card_name(page)).to_have_text("Ben")
    expect(page.locator("#sheet tr:has(.cell.active)")).to_have_attribute("data-row", "salt")


def test_a_row_with_more_than_its_box_holds_says_how_many_too_many(phone):
    page = phone()
    start_play(page)
    for name, water in (("Anna", 5), ("Ben", 4)):
        cell(page, name, "water").tap()
        key(page, water).tap()
    cell(page, "Ben", "water").tap()
    expect(page.locator("#dock .line .left")).to_have_text("1 too many")


def test_cursor_that_nobody_moved_leaves_a_cell_that_another_phone_fills(listening):
    first, second = listening
    expect(second.locator("#dock .what")).to_have_text("Anna Water")
    cell(first, "Anna", "water").fill("3")
    expect(cell(second, "Anna", "water")).to_have_value("3")
    expect(second.locator("#dock .what")).to_have_text("Anna Gold")


def test_once_another_phone_has_counted_the_last_cell_no_key_overwrites_it(listening):
    first, second = listening
    for name, figures in (("Anna", 5), ("Ben", 5), ("Chris", 4)):
        expect(card_name(second)).to_have_text(name)
        for _ in range(figures):
            key(second, 1).tap()
    expect(cell(second, "Chris", "maps")).to_be_focused()
    cell(first, "Chris", "maps").fill("0")
    expect(cell(second, "Chris", "maps")).to_have_value("0")
    expect(second.locator("#sheet .cell.active")).to_have_count(0)
    expect(second.locator("#dock .keys:visible")).to_have_count(0)


def test_a_total_is_not_said_to_be_wrong_while_one_of_its_figures_is_in_question(two):
    first, second = two
    words = "Water: Anna 4 and Ben 5 make 9, but there are only 8."
    save(first, water=4)
    cell(first, "Ben", "water").fill("5")
    expect(first.locator("#faults")).to_have_text(words)
    enter(second, {"water": 3})
    expect(second.locator("#waiting")).to_contain_text("two phones entered different numbers")
    expect(second.locator("#faults .fault")).to_be_hidden()
    expect(second.locator("#sheet .cell.wrong")).to_have_count(1)
    expect(second.locator("#sheet .state .bad:visible")).to_have_count(0)
    expect(second.locator("main + .dock .main")).to_have_text("Water: choose one")
    # The phone that isn't asked, and one that has chosen, read what is wrong.
    expect(first.locator("#faults .fault")).to_be_visible()
    second.locator("#waiting").get_by_role("button", name="4 from the other phone").click()
    expect(second.locator("#faults .fault")).to_be_visible()
    expect(second.locator("#faults")).to_have_text(words)
    expect(second.locator("#sheet .state .bad:visible")).to_have_count(2)


@pytest.mark.long
def test_what_is_wrong_with_another_figure_is_said_beside_the_question(two):
    first, second = two
    save(first, water=4)
    cell(first, "Ben", "gold").fill("99")
    expect(first.locator("#faults .fault")).to_be_visible()
    enter(second, {"water": 3})
    expect(second.locator("#waiting")).to_contain_text("two phones entered different numbers")
    expect(second.locator("#faults .fault")).to_have_text("Ben, gold: 99, but there are only 10.")
    expect(second.locator("#faults .fault")).to_be_attached()
    expect(second.locator("#faults .fault")).not_to_have_attribute("hidden", "")


def test_whoever_has_chosen_goes_on_where_they_were(two):
    _, second = clash(two)
    figure(second, "salt").click()
    second.locator("main + .dock .main").click()
    second.locator("#waiting").get_by_role("button", name="4 from the other phone").click()
    expect(second.locator("#dock .what")).to_have_text(re.compile("Anna Rock salt"))
    key(second, "3").click()
    see_figures(second, {"water": 4, "salt": 3})


def test_keys_do_nothing_to_a_figure_that_was_chosen_without_going_anywhere_else(two):
    _, second = clash(two)
    second.locator("#waiting").get_by_role("button", name="4 from the other phone").click()
    expect(second.locator("#dock .what")).not_to_have_text("Anna Water")
    second.keyboard.type("3")
    see_figures(second, {"water": 4})


def test_undo_takes_back_a_choice_before_what_was_typed_elsewhere(two):
    _, second = clash(two)
    cell(second, "Ben", "gold").fill("2")
    expect(mark(second)).to_have_text("✓ saved")
    second.locator("#waiting").get_by_role("button", name="5 entered here").click()
    expect(second.locator("#waiting form")).to_have_count(0)
    undo_button(second).click()
    expect(cell(second, "Anna", "water")).to_have_value("4")
    expect(cell(second, "Ben", "gold")).to_have_value("2")


def test_head_and_dock_agree_while_another_phone_has_to_choose(listening):
    first, second = listening
    save(first, water=4)
    for name in ("Ben", "Chris"):
        done_with(first, name)
    deafen(second)
    enter(second, {"water": 5, "gold": 1, "salt": 0, "millet": 0, "maps": 0})
    expect(mark(second)).to_have_text("✕ not counted")
    expect(first.locator("#counted")).to_contain_text("2 of 3 counted")
    expect(first.locator("#late")).to_contain_text("still has to choose")
    expect(first.locator(".as-it-stands")).to_be_visible()
    expect(first.locator(".main[data-score]")).to_be_hidden()
