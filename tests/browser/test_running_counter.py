"""Totals that are counted while a game is played: large figures, undo, a draft that stays, and a play at the end."""

from playwright.sync_api import expect

from tests.browser.table import group_path, play_path, start_play

NAMES = ("Anna", "Ben")


def opened(phone, **how):
    """Return the counter of a group of these people, who sit already, for a game called Heat."""
    page = phone(**how)
    start_play(page, NAMES)
    page.goto(group_path(page, play_path(page)) + "totals?game=Heat")
    page.get_by_role("link", name="Running counter").click()
    expect(page.locator("#id_title")).to_have_value("Heat")
    return page


def tap(page, name, sign, times=1):
    for _ in range(times):
        page.get_by_role("button", name=f"{name} {sign}", exact=True).click()


def figures(page):
    return [page.get_by_label(f"Total of {name}", exact=True).input_value() for name in NAMES]


def test_taps_count_and_undo_takes_the_last_one_back(phone):
    page = opened(phone)
    tap(page, "Anna", "plus", 3)
    page.locator(".steps-of").get_by_text("± 5").click()
    tap(page, "Ben", "minus")
    assert figures(page) == ["3", "−5"]
    expect(page.locator(".told-of")).to_have_text("Ben −5")
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    undo.click()
    assert figures(page) == ["2", "0"]


def test_everyone_who_has_counted_nothing_starts_with_the_same(phone):
    page = opened(phone)
    tap(page, "Anna", "minus")
    page.get_by_text("Everyone starts with").click()
    page.locator("[name=start]").fill("20")
    assert figures(page) == ["−1", "20"]


def test_a_start_that_is_typed_later_changes_no_figure_that_was_counted(phone):
    page = opened(phone)
    tap(page, "Anna", "plus", 2)
    page.get_by_text("Everyone starts with").click()
    start = page.locator("[name=start]")
    start.fill("")
    start.press_sequentially("20")
    assert figures(page) == ["2", "20"]
    start.fill("")
    assert figures(page) == ["2", "0"]
    start.fill("2")
    start.fill("7")
    assert figures(page) == ["2", "7"]


def test_a_reload_keeps_the_figures_and_saving_makes_a_play_of_them(phone):
    page = opened(phone)
    tap(page, "Anna", "plus", 2)
    tap(page, "Ben", "plus")
    page.reload()
    expect(page.get_by_label("Total of Anna", exact=True)).to_have_value("2")
    tap(page, "Ben", "plus", 3)
    page.get_by_role("button", name="Save the result").click()
    expect(page.locator(".podium")).to_contain_text("Ben")
    expect(page.locator(".podium .points")).to_have_text("4")


def test_without_a_network_the_figures_stay_until_they_are_saved(phone):
    page = opened(phone, forgive="ERR_INTERNET_DISCONNECTED")
    tap(page, "Anna", "plus")
    page.context.set_offline(True)
    save = page.get_by_role("button", name="Save the result")
    save.click()
    expect(page.locator("p.unsent")).to_be_visible()
    assert figures(page) == ["1", "0"]
    page.context.set_offline(False)
    save.click()
    expect(page.locator(".podium")).to_contain_text("Anna")


def test_a_name_that_is_spelt_anew_keeps_its_figure_in_a_first_group(phone):
    page = phone()
    page.goto("/totals/counter")
    names = [page.get_by_label(f"Player {number}", exact=True) for number in (1, 2)]
    for field, name in zip(names, NAMES, strict=True):
        field.fill(name)
    tap(page, "Anna", "plus", 3)
    names[0].fill("Anne")
    total = page.get_by_label("Total of Anne", exact=True)
    expect(total).to_have_value("3")
    page.reload()
    expect(total).to_have_value("3")
    tap(page, "Anne", "plus")
    page.get_by_role("button", name="Undo").click()
    expect(total).to_have_value("3")


def test_a_tap_counts_on_from_a_figure_that_is_still_being_typed(phone):
    page = opened(phone)
    total = page.get_by_label("Total of Anna", exact=True)
    total.fill("40")
    # Some phones leave the cursor in the field when a button is tapped.
    page.get_by_role("button", name="Anna plus", exact=True).dispatch_event("click")
    expect(total).to_have_value("41")
    for before in ("40", "0"):
        page.get_by_role("button", name="Undo").dispatch_event("click")
        expect(total).to_have_value(before)
