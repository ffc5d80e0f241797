"""Totals that are counted while a game is played: large figures, undo, a draft that stays, and a play at the end."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import group_path, play_path, start_play
from tests.browser.test_app import app_phone, lose_the_network
from tests.browser.test_offline import until

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


def ids(page):
    return [page.locator(f"[name={name}]").input_value() for name in ("play_id", "proof")]


def lose_answer(route):
    """Let the server take what is sent, and its answer get lost."""
    if route.request.method != "POST":
        route.continue_()
        return
    route.fetch(max_redirects=0)
    route.abort()


def figures(page):
    return [page.get_by_label(f"Total of {name}", exact=True).input_value() for name in NAMES]


def test_taps_count_and_undo_takes_the_last_one_back(phone):
    page = opened(phone)
    tap(page, "Anna", "plus", 3)
    page.locator(".steps-of").get_by_text("± 5").click()
    tap(page, "Ben", "minus")
    assert figures(page) == ["3", "−5"]
    expect(page.locator(".told-of")).to_have_text("Ben −5")
    # It says what it takes back, also of a figure that was typed, and after a reload.
    undo = page.locator(".take-back")
    expect(undo).to_have_text("Undo Ben −5")
    total = page.get_by_label("Total of Anna", exact=True)
    total.fill("12")
    total.blur()
    page.reload()
    expect(undo).to_have_text("Undo Anna 12")
    undo.click()
    expect(undo).to_have_text("Undo Ben −5")
    undo.click()
    expect(undo).to_have_text("Undo Anna +1")
    undo.click()
    assert figures(page) == ["2", "0"]
    undo.click()
    undo.click()
    expect(undo).to_have_text("Undo")
    expect(undo).to_be_disabled()


def test_enter_goes_on_to_the_next_field_and_saves_nothing_however_often_it_is_pressed(phone):
    page = phone()
    page.goto("/totals/counter?game=Heat")
    one, other = (page.get_by_label(f"Player {number}", exact=True) for number in (1, 2))
    one.fill("Mia")
    one.press("Enter")
    expect(other).to_be_focused()
    other.fill("Ben")
    page.get_by_text("Everyone starts with").click()
    page.get_by_label("Total of Ben").fill("7")
    for field in (page.get_by_label("Total of Ben"), page.locator("[name=start]"), page.locator("#id_title")):
        field.focus()
        for _ in range(3):
            page.keyboard.press("Enter")
        expect(field).not_to_be_focused()
    page.wait_for_load_state()
    assert page.url.endswith("/totals/counter?game=Heat")


def test_two_people_have_their_buttons_in_sight_on_the_smallest_phone(phone):
    page = phone(width=320, height=640)
    start_play(page, [*NAMES, "Clara", "Dmitri", "Friederike"])
    page.goto(group_path(page, play_path(page)) + "totals/counter?game=Heat")
    for name in ("Clara", "Dmitri", "Friederike"):
        page.locator(".people button.person", has_text=name).click()
    page.reload()
    expect(page.get_by_label("Total of Clara")).to_be_hidden()
    dock = page.locator("#counter-dock").bounding_box()
    for name in NAMES:
        button = page.get_by_role("button", name=f"{name} plus", exact=True)
        expect(button).to_be_in_viewport(ratio=1)
        its = button.bounding_box()
        assert its["y"] + its["height"] <= dock["y"]


def test_home_offers_to_go_on_until_it_is_saved(phone):
    page = opened(phone)
    page.locator("#id_title").fill("Heat!")
    tap(page, "Anna", "plus", 2)
    page.goto("/")
    offer = page.get_by_role("link", name="Heat! Running counter · Anna, Ben")
    offer.click()
    assert figures(page) == ["2", "0"]
    expect(page.locator("#id_title")).to_have_value("Heat!")
    page.locator("#counter-dock .main").click()
    page.wait_for_url("**/plays/**")
    page.goto("/")
    expect(page.get_by_role("button", name="Any other game")).to_be_visible()
    expect(offer).to_have_count(0)


def test_saving_asks_first_if_nobody_has_counted_anything(phone):
    page = opened(phone)
    main = page.locator("#counter-dock .main")
    main.click()
    expect(page.locator(".told-of")).to_have_text("Nobody has counted anything yet. Save 0 for everyone?")
    expect(main).to_have_text("Save anyway")
    tap(page, "Anna", "plus")
    expect(main).to_have_text("Save the result")
    tap(page, "Anna", "minus")
    main.click()
    page.wait_for_url("**/plays/**")


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


def test_what_was_done_is_said_with_the_name_as_it_is_now(phone):
    page = phone()
    page.goto("/totals/counter")
    names = [page.get_by_label(f"Player {number}", exact=True) for number in (1, 2)]
    for field, name in zip(names, NAMES, strict=True):
        field.fill(name)
    tap(page, "Anna", "plus", 2)
    names[0].fill("Karawane")
    expect(page.locator(".told-of")).to_have_text("Karawane +1")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".told-of")).to_have_text("Karawane 1")
    expect(page.get_by_label("Total of Karawane", exact=True)).to_have_value("1")


@pytest.mark.parametrize("is_group", [True, False])
def test_undo_takes_back_after_a_reload_too(phone, is_group):
    if is_group:
        page = opened(phone)
    else:
        page = phone()
        page.goto("/totals/counter")
        for number, name in enumerate(NAMES, 1):
            page.get_by_label(f"Player {number}", exact=True).fill(name)
    tap(page, "Anna", "plus", 2)
    tap(page, "Ben", "minus")
    page.reload()
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(page.locator(".told-of")).to_have_text("Ben 0")
    undo.click()
    assert figures(page) == ["1", "0"]
    undo.click()
    expect(undo).to_be_disabled()


def test_figures_that_were_typed_elsewhere_since_are_not_undone(phone):
    page = opened(phone)
    tap(page, "Anna", "plus", 2)
    # As the page of totals, which shares the draft, stores it.
    page.evaluate("""() => Object.keys(localStorage).filter((key) => key.startsWith("draft ")).forEach((key) => {
        const draft = JSON.parse(localStorage.getItem(key));
        draft.fields["total-0"].value = "9";
        localStorage.setItem(key, JSON.stringify(draft));
    })""")
    page.reload()
    assert figures(page) == ["9", "0"]
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_start_says_for_whom_it_is(phone):
    page = opened(phone)
    page.get_by_text("Everyone starts with").click()
    expect(page.locator("[name=start]")).to_have_accessible_description("For everyone who hasn’t counted anything yet.")


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


def kept(page):
    """Wait until the open page is stored on the phone."""
    until(page, "await caches.match(location.href)")


def plays_of_heat(page, group):
    page.goto(f"{group}plays")
    return page.locator("main a[href^='/plays/']", has_text="Heat")


@pytest.mark.parametrize("leaf", ["totals/counter", "totals"])
def test_a_page_of_totals_opens_again_without_a_network_with_its_figures(phone, port, leaf):
    page = app_phone(phone, port)
    start_play(page, NAMES)
    group = group_path(page, play_path(page))
    page.goto(f"{group}{leaf}?game=Heat")
    kept(page)
    is_counter = "counter" in leaf
    total = page.get_by_label("Total of Anna" if is_counter else "Anna, points", exact=True)
    if is_counter:
        tap(page, "Anna", "plus", 2)
    else:
        total.fill("2")
        page.get_by_label("Ben, points", exact=True).fill("1")
    lose_the_network(page)
    page.reload()
    expect(total).to_have_value("2")
    page.context.set_offline(False)
    page.get_by_role("button", name="Save the result").click()
    expect(page.locator(".podium")).to_contain_text("Anna")
    expect(plays_of_heat(page, group)).to_have_count(1)


def test_a_count_whose_answer_was_lost_is_one_play_after_a_reload_without_a_network(phone, port):
    page = app_phone(phone, port)
    page.goto("/totals/counter?game=Heat")
    kept(page)
    for number, name in enumerate(NAMES, 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    tap(page, "Anna", "plus", 2)
    before = ids(page)
    lose_the_network(page)
    page.reload()
    # The server knows this phone again by them, if the answer to its first play is lost.
    assert ids(page) == before
    page.context.set_offline(False)
    page.context.route("**/totals/counter*", lose_answer)
    save = page.get_by_role("button", name="Save the result")
    save.click()
    expect(page.locator("p.unsent")).to_be_visible()
    # Who somebody is came with that answer.
    page.context.clear_cookies(name=re.compile("^(?!.*csrftoken)"))
    page.context.unroute("**/totals/counter*")
    lose_the_network(page)
    page.reload()
    assert figures(page) == ["2", "0"]
    page.context.set_offline(False)
    save.click()
    page.wait_for_url("**/plays/**")
    path = play_path(page)
    expect(plays_of_heat(page, group_path(page, path))).to_have_count(1)


def test_a_stored_counter_counts_another_play_after_one_was_saved(phone, port):
    page = app_phone(phone, port)
    start_play(page, NAMES)
    group = group_path(page, play_path(page))
    address = f"{group}totals/counter?game=Heat"
    for _ in range(2):
        page.goto(address)
        kept(page)
        lose_the_network(page)
        page.reload()
        assert figures(page) == ["0", "0"]
        tap(page, "Ben", "plus")
        page.context.set_offline(False)
        page.get_by_role("button", name="Save the result").click()
        page.wait_for_url("**/plays/**")
    expect(plays_of_heat(page, group)).to_have_count(2)


def test_names_and_figures_go_along_between_totals_and_counter(phone):
    page = phone()
    page.goto("/totals")
    page.locator("#id_title").fill("Heat")
    for number, name in enumerate(NAMES):
        page.locator(f"[name=player-{number}]").fill(name)
    page.locator("[name=total-1]").fill("7")
    page.get_by_role("link", name="Running counter").click()
    expect(page.locator("#id_title")).to_have_value("Heat")
    assert figures(page) == ["0", "7"]
    tap(page, "Ben", "plus")
    page.locator(".head .back").click()
    # Nobody has counted anything for Anna.
    totals = [page.get_by_label(f"{name}, points", exact=True) for name in NAMES]
    expect(totals[1]).to_have_value("8")
    expect(totals[0]).to_have_value("")
    totals[0].fill("5")
    page.go_back()
    expect(page.get_by_label("Total of Anna", exact=True)).to_have_value("5")
    tap(page, "Anna", "plus", 5)
    page.get_by_role("button", name="Save the result").click()
    expect(page.locator(".podium .points")).to_have_text("10")
    # What has become a play can't be sent once more from the page before.
    page.go_back()
    page.go_back()
    for total in totals:
        expect(total).to_have_value("")
    expect(page.locator("#id_title")).to_have_value("")


def test_places_are_not_counted_on_from(phone):
    page = phone()
    page.goto("/totals")
    for number, name in enumerate(NAMES):
        page.locator(f"[name=player-{number}]").fill(name)
    link = page.get_by_role("link", name="Running counter")
    expect(link).to_be_visible()
    page.locator(".segments").get_by_text("Places").click()
    expect(link).to_be_hidden()
    page.locator("[name=total-0]").fill("1")
    page.goto("/totals/counter")
    assert figures(page) == ["0", "0"]
