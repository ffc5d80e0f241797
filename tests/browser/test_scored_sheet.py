"""The sheet of a scored stage under a finger: a tap on a cell tells why, and leads to its correction."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    close_button,
    close_stage,
    deafen,
    done,
    enter,
    group_path,
    key,
    play_path,
    send,
    start_play,
)
from tests.browser.test_watching import dear_play
from tests.browser.walks.table_of_five import seats_of


@pytest.fixture
def result(phone):
    """Opens a phone that shows the result of a stage in which Anna has the most water and ties for gold."""

    def show(**of_the_phone):
        page = phone(**of_the_phone)
        start_play(page)
        for held in ({"water": 4, "gold": 2}, {"water": 1, "gold": 2}, {"salt": 1}):
            enter(page, held)
            done(page)
        close_stage(page)
        # What was waited for may stand there before all that it is drawn with.
        page.wait_for_load_state()
        return page

    return show


def cell(page, row, name):
    names = page.locator(".sheet .names th").all_text_contents()
    line = page.locator(".sheet tbody tr", has=page.get_by_role("rowheader", name=row, exact=True))
    return line.locator("td").nth(next(at for at, text in enumerate(names) if text.strip().startswith(name)))


def test_a_tap_tells_why_beside_the_button_without_moving_the_sheet(result):
    page = result()
    before = page.locator(".sheet").bounding_box()
    pages = page.evaluate("history.length")
    cell(page, "Water", "Anna").get_by_role("link").click()
    why = page.locator("#why-cell")
    expect(why).to_contain_text("Most water: 4, ahead of Ben with 1")
    expect(why).to_be_in_viewport(ratio=1)
    cell(page, "Gold", "Ben").get_by_role("link").click()
    expect(why).to_contain_text("Anna 2")
    expect(why).not_to_contain_text("water")
    assert page.locator(".sheet").bounding_box() == before
    # Back leads away from the result, however many cells were asked.
    assert page.evaluate("history.length") == pages
    page.reload()
    expect(why).to_contain_text("Anna 2")
    why.get_by_role("link", name="Correct").click()
    expect(page.locator("#dock .what")).to_have_text("Ben Gold")
    expect(page.locator("#sheet .active .figure")).to_have_value("2")


@pytest.mark.long
def test_what_is_told_of_a_cell_has_three_quarters_of_the_dock_and_its_correction_a_square(result):
    page = result()
    cell(page, "Gold", "Ben").get_by_role("link").click()
    correct = page.locator("#why-cell").get_by_role("link", name="Correct")
    square = correct.bounding_box()
    assert square["width"] == pytest.approx(square["height"], abs=1)
    assert correct.locator("svg").bounding_box()["width"] <= 24
    assert page.locator("#why-cell > div").bounding_box()["width"] > 0.74 * 390


@pytest.mark.long
def test_without_javascript_a_tap_tells_the_same(result):
    page = result(java_script_enabled=False)
    cell(page, "Water", "Anna").get_by_role("link").click()
    expect(page.locator("#why-cell")).to_contain_text("Most water: 4, ahead of Ben with 1")


@pytest.mark.long
def test_what_is_told_of_a_cell_goes_by_its_cross_or_another_tap_on_it(result):
    page = result()
    its, why, room = cell(page, "Water", "Anna").get_by_role("link"), page.locator("#why-cell"), page.locator("#now")
    for close in (its, why.get_by_role("link", name="Close")):
        its.click()
        expect(why).to_contain_text("Most water")
        expect(room).to_have_css("display", "none")
        close.click()
        expect(why).to_be_empty()
        expect(room).to_have_css("display", "block")
    assert "?" not in page.url


@pytest.mark.long
def test_the_cell_that_is_asked_about_stays_marked_when_somebody_strikes_a_chip(result):
    page = result()
    its = cell(page, "Water", "Anna").get_by_role("link")
    its.click()
    expect(page.locator("#why-cell")).to_contain_text("Most water")
    chip = page.locator(".instructions button").first
    key = chip.get_attribute("value")
    send(page, f"{play_path(page)}/stages/1/strike", struck=key)
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(its).to_be_focused()


BEGINS = "The player to the left of the one who ended stage 1 begins."


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 390])
def test_next_steps_leave_the_table_free_and_none_is_cut(result, width):
    page = result(width=width, height=640)
    steps = page.locator(".instructions button")
    expect(steps).to_have_count(4)
    expect(page.locator(".dock .instructions")).to_have_count(0)
    assert steps.evaluate_all("(all) => all.every((each) => each.scrollWidth <= each.clientWidth)")
    step = page.get_by_role("button", name=BEGINS)
    step.click()
    expect(step).to_have_attribute("aria-pressed", "true")
    expect(step).to_be_focused()


def test_chip_without_a_response_says_so_and_one_that_is_refused_says_why(result):
    page = result(forgive="net::ERR|Response Status Error Code 404")
    chip, unsent = page.locator(".instructions button").first, page.locator("p.unsent")
    page.context.set_offline(True)
    chip.click()
    expect(unsent).to_have_text("No response yet. Try again to make sure it’s saved.")
    expect(unsent).to_be_in_viewport(ratio=1)
    page.context.set_offline(False)
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(unsent).to_have_count(0)
    deafen(page)
    send(page, f"{play_path(page)}/delete")
    chip.click()
    expect(page.locator("#main")).to_contain_text("There’s nothing here you have access to.")


@pytest.mark.long
def test_a_result_of_a_stage_is_headed_by_its_game(result):
    page = result()
    expect(page.locator("h1")).to_have_text("Tuareg")
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")


@pytest.mark.long
def test_next_step_is_crossed_off_without_javascript(result):
    page = result(java_script_enabled=False)
    page.get_by_role("button", name=BEGINS).click()
    expect(page.get_by_role("button", name=BEGINS)).to_have_attribute("aria-pressed", "true")


def test_what_else_a_result_leads_to_stands_beneath_its_sheet_where_the_dock_is_beside_it(result):
    page = result(width=1280, height=800, has_touch=False)
    sheet, rows = page.locator(".sheet").bounding_box(), page.locator("main > .rows").bounding_box()
    assert rows["y"] >= sheet["y"] + sheet["height"]
    assert sheet["y"] < 200


@pytest.mark.parametrize(("width", "height"), [(664, 320), (1280, 800)])
@pytest.mark.long
def test_where_there_is_room_the_dock_stands_beside_the_sheet_and_the_reasons_beneath_the_dock(result, width, height):
    page = result(width=width, height=height)
    sheet, dock, reasons = (page.locator(each).bounding_box() for each in (".sheet", ".dock", ".reasons"))
    assert sheet["x"] + sheet["width"] <= dock["x"]
    assert abs(dock["y"] - sheet["y"]) <= 8
    assert dock["y"] + dock["height"] <= reasons["y"]
    assert reasons["x"] >= dock["x"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.long
def test_my_name_stands_among_the_others(result):
    page = result()
    path = play_path(page)
    page.goto(f"{group_path(page, path)}my-name")
    page.get_by_role("button", name="Anna").click()
    page.goto(f"{path}/stages/1")
    names = page.locator(".sheet .names th")
    expect(names.first).to_have_class(re.compile("mine"))
    boxes = [each.locator("span").first.bounding_box() for each in names.all()]
    assert len({box["y"] + box["height"] / 2 for box in boxes}) == 1


@pytest.mark.long
def test_what_eight_players_count_and_have_is_whole_and_large_enough_on_the_narrowest_phone(phone):
    page = phone(width=320, height=640)
    names = ("Anna-Katharina", "Ben", "Maximilian", "Jo", "Friederike", "Chris", "Dora", "Emil")
    start_play(page, names, game="farkle")
    figures = page.locator("#sheet .figure")
    for at in range(len(names)):
        figures.nth(at).fill("999")
    assert figures.evaluate_all("(all) => all.every((each) => each.scrollWidth <= each.clientWidth)")
    figures.nth(0).fill("12345")
    figures.nth(0).press("Enter")
    close_button(page).click()
    page.wait_for_url("**/stages/*")
    # One number is its own total.
    total = page.locator(".sheet tbody .cell b").first
    expect(total).to_have_text("12345")
    assert total.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)") >= 14
    assert total.evaluate("(each) => each.scrollWidth <= each.clientWidth")


@pytest.mark.long
def test_points_as_they_were_entered_stand_level_among_six(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris", "Dora", "Emil", "Farah"), game="skull-king")
    play = play_path(page)
    for at, seat in enumerate(seats_of(page, play)):
        send(page, f"{play}/seats/{seat}/1", revision=0, done=1, tricks__bid=0, tricks__made=0, bonus=0 if at else 20)
    send(page, f"{play}/stages/1/close")
    page.goto(f"{play}/stages/1")
    bonus = page.locator(".sheet tbody tr").filter(has_text="Bonus").locator(".cell a > :not(:empty)")
    expect(bonus).to_have_text(["20", "0", "0", "0", "0", "0"])
    middles = [box["y"] + box["height"] / 2 for box in (each.bounding_box() for each in bonus.all())]
    assert max(middles) - min(middles) <= 2


@pytest.mark.parametrize(("people", "width"), [(6, 390), (6, 320), (5, 320)])
@pytest.mark.long
def test_rows_of_stages_show_that_they_open_whatever_the_number_of_people(phone, people, width):
    page = phone(width=width)
    start_play(page, ("Anna", "Ben", "Chris", "Dora", "Emil", "Farah")[:people], game="skull-king")
    play = play_path(page)
    seats = seats_of(page, play)
    for stage in range(1, 11):
        for seat in seats:
            send(page, f"{play}/seats/{seat}/{stage}", revision=0, done=1, tricks__bid=0, tricks__made=0, bonus=0)
        send(page, f"{play}/stages/{stage}/close")
    send(page, f"{play}/finish", shared=1)
    page.goto(play)
    row = page.locator(".of-stage th a").first
    assert row.evaluate("(each) => parseFloat(getComputedStyle(each, '::before').width)") >= 5
    assert row.evaluate("(each) => each.scrollWidth <= each.clientWidth")


@pytest.mark.parametrize("width", [390, 360, 320])
@pytest.mark.long
def test_the_sign_of_a_tie_touches_no_figure(phone, width):
    page = phone(width=width)
    page.goto(f"{dear_play(page, ['Anna', 'Ben', 'Chris', 'Dora'])}/stages/1")
    # What a font leaves free above its digits counts as theirs.
    assert page.locator(".cell.tied b").first.evaluate(
        """(points) => {
            const sign = getComputedStyle(points, "::before"), range = new Range();
            range.selectNodeContents(points);
            const box = points.getBoundingClientRect(), digits = range.getBoundingClientRect();
            const size = parseFloat(getComputedStyle(points).fontSize), middle = digits.top + digits.height / 2;
            const isBefore = box.left + parseFloat(sign.left) + parseFloat(sign.width) < digits.left;
            const lowest = box.top + parseFloat(sign.top) + parseFloat(sign.fontSize) / 3;
            return isBefore || lowest < middle - size / 3;
        }"""
    )


@pytest.mark.long
def test_in_a_readers_own_colours_the_dock_has_an_edge(result):
    page = result(forced_colors="active")
    expect(page.locator(".dock")).to_have_css("outline-style", "solid")


@pytest.mark.parametrize(("width", "language"), [(390, "en"), (320, "en"), (390, "de"), (320, "de"), (320, "ja")])
def test_crossing_off_what_the_table_does_now_moves_nothing(phone, width, language):
    page = phone(width=width, locale=language)
    start_play(page, ["Anna", "Ben"])
    for _ in range(10):
        key(page, 0).click()
    close_button(page).click()
    page.wait_for_url("**/stages/1")
    where = "() => [scrollY, document.querySelector('.dock').offsetHeight]"
    for step in page.locator(".instructions button").all():
        # In the middle, so that a click scrolls nothing.
        step.evaluate("(each) => each.scrollIntoView({ block: 'center' })")
        before = page.evaluate(where)
        step.click()
        expect(step).to_have_attribute("aria-pressed", "true")
        assert page.evaluate(where) == before


def test_german_points_for_most_keep_off_the_next_column_at_320_pixels(phone):
    page = phone(width=320, height=640, locale="de")
    start_play(page)
    right_of_text = """(all) => all.map((each) => {
        const text = document.createRange();
        text.selectNodeContents(each);
        return each.closest("th").getBoundingClientRect().right - text.getBoundingClientRect().right;
    })"""
    assert min(page.locator("#sheet .worth").evaluate_all(right_of_text)) >= 4
