"""The sheet on which a closed stage is corrected marks what was changed, with what counts so far beside it."""

import re

from playwright.sync_api import expect

from tests.browser.table import cell, close_button, deafen, hears_taps, key, play_path, send, start_play


def test_changed_figure_is_marked_with_what_counts_beside_it_also_after_a_reload(phone):
    page = phone(width=320, height=640)
    start_play(page, ["Anna", "Ben"])
    for _ in range(10):
        key(page, 0).click()
    close_button(page).click()
    page.wait_for_url("**/stages/1")
    page.goto(f"{page.url}/correct/water")
    hears_taps(page)
    changed = page.locator("#sheet .cell.changed")
    expect(changed).to_have_count(0)
    key(page, 4).click()
    expect(changed).to_have_count(1)
    expect(changed).to_have_attribute("data-was", "0")
    assert changed.evaluate("cell => getComputedStyle(cell, '::before').content") == '"0"'
    expect(cell(page, "Anna", "water")).to_have_attribute("aria-description", "before: 0")
    # The old value's line ends above the new one.
    assert changed.locator(".figure").evaluate("figure => parseFloat(getComputedStyle(figure).paddingTop)") >= 12
    page.reload()
    expect(changed.locator(".figure")).to_have_value("4")
    cell(page, "Anna", "water").fill("0")
    expect(changed).to_have_count(0)
    expect(cell(page, "Anna", "water")).to_have_attribute("aria-description", "")


def test_changed_answer_is_marked_with_the_word_that_counts(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris", "Dora"), game="tichu", teams=("1", "2", "1", "2"))
    deafen(page)
    path, forms = play_path(page), page.locator("form[data-card]")
    for form, points in zip(forms.all(), (65, 35), strict=True):
        answers = {"double": "no", "tichu": 0, "tichu_lost": 0, "grand": 0, "grand_lost": 0}
        send(page, form.get_attribute("action"), revision=0, cards=points, done=1, **answers)
    send(page, f"{path}/stages/1/close")
    page.goto(f"{path}/stages/1/correct/double")
    hears_taps(page)
    page.locator("#dock .panel:visible button", has_text=re.compile("^Yes")).tap()
    changed = page.locator("#sheet .cell.changed")
    expect(changed).to_have_count(1)
    expect(changed).to_have_attribute("data-was", "No")
    expect(changed.locator(".face")).to_have_attribute("aria-description", "before: No")


def test_refused_correction_leads_to_the_figure_that_is_refused(phone):
    page = phone(forgive="422")
    start_play(page, ("Anna", "Ben"), game="skull-king")
    path, forms = play_path(page), page.locator("form[data-card]")
    deafen(page)
    for form in forms.all():
        send(page, form.get_attribute("action"), revision=0, tricks__bid=0, tricks__made=0, bonus=0, done=1)
    send(page, f"{path}/stages/1/close")
    page.goto(f"{path}/stages/1/correct/tricks")
    hears_taps(page)
    cell(page, "Ben", "bonus").fill("999")
    cell(page, "Anna", "tricks__bid").click()
    page.locator("#dock-action .main").click()
    expect(page.locator("#faults")).to_contain_text("Ben")
    expect(cell(page, "Ben", "bonus")).to_be_focused()
