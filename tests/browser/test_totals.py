"""A play by its results: people by chips, figures by keys, crowns that follow the points, and a draft that stays."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import group_path, play_path, start_play
from tests.browser.test_broken_words import broken
from tests.browser.test_weight_and_taps import Finger

NAMES = ("Anna", "Ben", "Clara", "Dirk")
TIED = "They share the win. Did one of them win the tie? Tap that crown."


def opened(phone, names=NAMES, rest="totals?game=Heat", **how):
    """Return the page for totals only in the group of a play of these people, who sit already."""
    page = phone(**how)
    start_play(page, names)
    page.goto(group_path(page, play_path(page)) + rest)
    expect(page.locator(".keys")).to_be_hidden()
    return page


def main_button(page):
    return page.locator("#totals-dock .main")


def contrast(one, other):
    """The contrast of two colours as a browser writes them: `rgb(30, 26, 21)`."""

    def light(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted([light(one), light(other)])
    return (high + 0.05) / (low + 0.05)


def key(page, value):
    return page.locator(f"#totals-dock .keys button[value='{value}']")


def press(page, values):
    for value in values:
        key(page, value).click()


def figure(page, name, what="points"):
    return page.get_by_label(f"{name}, {what}", exact=True)


def crown(page, name):
    return page.get_by_label(f"{name} won", exact=True)


def knows(page, word):
    page.locator(".segments label").get_by_text(word, exact=True).click()


def enter(page, figures):
    """Type figures with the keys, one person after the other."""
    for value in figures:
        main_button(page).click()
        press(page, value)


def crowned(page):
    return [name for name in NAMES if crown(page, name).count() and crown(page, name).is_checked()]


def winners_shown(page):
    expect(main_button(page)).to_have_text("Save the result")
    main_button(page).click()
    page.wait_for_url("**/plays/**")
    return page.locator("main")


def test_totals_of_four_take_few_taps_beside_the_digits(phone):
    page, finger = opened(phone, rest=""), Finger()
    finger.tap(page.get_by_role("button", name="Other games"))
    page.wait_for_url("**/library?*")
    page.wait_for_load_state("load")
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve, READ_AFTER_MS))")
    finger.tap(page.get_by_role("link", name="Totals only"))
    page.wait_for_url("**/totals?*")
    page.wait_for_load_state("load")
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve, READ_AFTER_MS))")
    finger.tap(page.get_by_label("Game", exact=True))
    page.keyboard.type("Zorro")
    for value in ("41", "38", "20", "7"):
        finger.tap(main_button(page))
        press(page, value)
    finger.tap(main_button(page))
    page.wait_for_url("**/plays/**")
    expect(page.locator("main")).to_contain_text("wins by 3 points")
    print(f"{finger.taps} taps")
    assert finger.taps <= 12


def test_crown_follows_the_points_and_the_button_says_who_is_next(phone):
    page = opened(phone)
    expect(main_button(page)).to_have_text("Next: Anna")
    enter(page, ["18"])
    assert crowned(page) == ["Anna"]
    expect(main_button(page)).to_have_text("Next: Ben")
    enter(page, ["24"])
    assert crowned(page) == ["Ben"]
    expect(crown(page, "Ben")).to_be_disabled()


def test_signs_decimals_and_sums_are_typed_with_the_keys(phone):
    page = opened(phone)
    enter(page, [["1", "2", ".", "5"], ["−", "3"], ["8", "+", "4"], ["0"]])
    expect(figure(page, "Ben")).to_have_value("−3")
    expect(figure(page, "Clara")).to_have_value("12")
    assert crowned(page) == ["Anna"]
    main = winners_shown(page)
    for told in ("12.5", "−3", "12"):
        expect(main).to_contain_text(told)


def test_figure_that_is_clicked_is_replaced_by_what_is_typed_next(phone):
    page = opened(phone, has_touch=False, is_mobile=False)
    page.set_viewport_size({"width": 1000, "height": 800})
    for name, first, then in (("Anna", "131", "96"), ("Ben", "-4", "9")):
        figure(page, name).click()
        page.keyboard.type(first)
        figure(page, "Clara").click()
        figure(page, name).click()
        page.keyboard.type(then)
        figure(page, "Clara").click()
        expect(figure(page, name)).to_have_value(then)


def test_enter_after_the_last_total_saves_nothing_however_often_it_is_pressed(phone):
    page = opened(phone)
    enter(page, ["18", "24", "19"])
    address, last = page.url, figure(page, "Dirk")
    last.fill("11")
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(last).not_to_be_focused()
    page.wait_for_load_state()
    assert page.url == address


def test_the_key_of_decimals_is_the_one_of_the_language(phone):
    page = opened(phone, locale="de")
    first = page.locator(".tally .figure").first
    first.tap()
    expect(key(page, ".")).to_have_count(0)
    for each in ("1", ",", "5"):
        key(page, each).tap()
    expect(first).to_have_value("1,5")


def test_fewest_points_win_if_chosen(phone):
    page = opened(phone)
    enter(page, ["18", "24", "19", "11"])
    page.get_by_text("How to win").click()
    page.get_by_label("For this play").select_option("fewest points win")
    assert crowned(page) == ["Dirk"]


@pytest.mark.parametrize("tap", ["Ben", None], ids=["broken", "shared"])
def test_tied_people_share_the_win_unless_a_crown_is_tapped(phone, tap):
    page = opened(phone)
    enter(page, ["24", "24", "19", "11"])
    expect(page.get_by_role("status").filter(has_text=TIED)).to_contain_text("Anna and Ben are tied at 24")
    assert crowned(page) == []
    expect(page.locator(".crown.maybe")).to_have_count(2)
    expect(crown(page, "Clara")).to_be_disabled()
    if tap:
        crown(page, tap).check()
        expect(page.locator(".crown.maybe")).to_have_count(0)
    main = winners_shown(page)
    expect(main).to_contain_text(f"{tap} wins" if tap else "Anna and Ben")


def test_places_skip_one_after_a_tie_and_may_be_none(phone):
    page = opened(phone)
    knows(page, "Places")
    main_button(page).click()
    press(page, ["2", "1", "2", "3"])
    expect(page.get_by_role("status").filter(has_text="Place 3")).to_contain_text("the next one is 4")
    expect(main_button(page)).to_have_class(re.compile("waits"))
    main_button(page).click()
    press(page, ["4"])
    assert crowned(page) == ["Ben"]
    figure(page, "Dirk", "place").click()
    press(page, ["out"])
    expect(figure(page, "Dirk", "place")).to_have_attribute("placeholder", "out")
    main = winners_shown(page)
    expect(main).to_contain_text("Ben")


def test_places_are_asked_of_each_one_and_of_nobody_twice(phone):
    page = opened(phone)
    knows(page, "Places")
    main_button(page).click()
    press(page, ["1"])
    # Ben is asked for already: the button names him and waits.
    expect(figure(page, "Ben", "place")).to_be_focused()
    expect(main_button(page)).to_have_text("Next: Ben")
    expect(main_button(page)).to_have_class(re.compile("waits"))
    main_button(page).click()
    expect(figure(page, "Ben", "place")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_key_that_is_chosen_is_read_on_its_colour(phone, scheme):
    page = opened(phone, color_scheme=scheme)
    knows(page, "Places")
    figure(page, "Anna", "place").click()
    press(page, ["out"])
    figure(page, "Anna", "place").click()
    out = key(page, "out")
    expect(out).to_have_attribute("aria-pressed", "true")
    colours = "(each) => [getComputedStyle(each).color, getComputedStyle(each.closest('button')).backgroundColor]"
    pairs = [out.evaluate(colours), out.locator("small").evaluate(colours)]
    assert pairs[0] == pairs[1]
    # What shows the page behind it has no colour of its own.
    assert pairs[0][1].startswith("rgb(")
    assert contrast(*pairs[0]) >= 4.5


def test_correcting_a_place_calls_it_out_as_it_was_entered(phone):
    page = opened(phone, NAMES[:2])
    knows(page, "Places")
    main_button(page).click()
    press(page, ["1", "out"])
    winners_shown(page)
    page.get_by_role("link", name="Correct a figure").click()
    page.locator(".sheet .cell a").last.click()
    page.locator("#why-cell a.act").click()
    keys = page.locator("#figure-keys button:visible")
    expect(keys.first).to_have_text("out")
    expect(keys).to_have_count(3)


def test_won_or_lost_is_told_by_crowns_or_for_all(phone):
    page = opened(phone)
    knows(page, "Won or lost")
    expect(main_button(page)).to_have_text("Tap who won")
    expect(page.get_by_text("Tap the crown of the person who won.")).to_be_visible()
    page.get_by_role("button", name="All won").click()
    assert crowned(page) == [*NAMES]
    page.get_by_role("button", name="All lost").click()
    expect(page.get_by_role("status").filter(has_text="Nobody won")).to_contain_text("Tap a crown if someone did.")
    crown(page, "Clara").check()
    expect(page.get_by_role("button", name="All lost")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".figure[placeholder=lost]")).to_have_count(3)
    page.get_by_role("button", name="All lost").click()
    assert crowned(page) == []
    expect(winners_shown(page)).to_contain_text("nobody has won", ignore_case=True)


def test_figures_stay_with_their_person_when_somebody_gets_up(phone):
    page = opened(phone)
    enter(page, ["18", "24", "19", "11"])
    page.locator("button.person[value=Anna]").click()
    expect(figure(page, "Ben")).to_have_value("24")
    expect(figure(page, "Dirk")).to_have_value("11")
    page.locator("button.person[value=Anna]").click()
    expect(figure(page, "Anna")).to_have_value("18")


def test_what_was_entered_survives_a_reload_and_is_gone_once_saved(phone):
    page = opened(phone)
    page.locator("button.person[value=Dirk]").click()
    page.locator(".people .new").click()
    page.get_by_label("New player’s name").fill("Eva")
    page.get_by_role("button", name="Add Eva").click()
    enter(page, ["18", "24", "19"])
    page.reload()
    expect(figure(page, "Clara")).to_have_value("19")
    expect(page.locator("button.person[value=Eva]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("button.person[value=Dirk]")).to_have_attribute("aria-pressed", "false")
    expect(main_button(page)).to_have_text("Next: Eva")
    address = page.url
    enter(page, ["3"])
    expect(winners_shown(page)).to_contain_text("Ben wins")
    page.goto(address)
    expect(main_button(page)).to_have_text("Next: Anna")
    expect(page.locator(".figure:visible").first).to_have_value("")


def test_a_send_without_an_answer_keeps_the_draft(phone):
    page = opened(phone, forgive="ERR_FAILED")
    enter(page, ["18", "24", "19", "11"])
    address = page.url
    page.route("**/totals*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    main_button(page).click()
    expect(page.locator("p.unsent")).to_have_text(
        "No response yet. Try again to make sure it’s saved. Your entries are stored on this phone."
    )
    assert page.url == address
    expect(figure(page, "Dirk")).to_have_value("11")
    page.unroute("**/totals*")
    page.goto(address)
    expect(figure(page, "Dirk")).to_have_value("11")
    expect(winners_shown(page)).to_contain_text("Ben wins")


def test_a_title_that_is_known_brings_its_rule(phone):
    page = opened(phone, rest="totals")
    expect(main_button(page)).to_have_text("Which game was it?")
    page.get_by_label("Game", exact=True).fill("hearts")
    expect(page.locator("[data-usual]")).to_have_text("fewest points win")
    enter(page, ["18", "24", "19", "11"])
    assert crowned(page) == ["Dirk"]
    page.get_by_label("Game", exact=True).fill("Heat")
    expect(page.locator("[data-usual]")).to_have_text("most points win")
    assert crowned(page) == ["Ben"]


def test_names_of_a_first_play_are_typed_in_the_lines(phone):
    page = phone()
    page.goto("/totals?game=Heat")
    for place, (name, total) in enumerate((("Anna", "18"), ("Ben", "24"))):
        page.get_by_label(f"Player {place + 1}", exact=True).fill(name)
        figure(page, name).fill(total)
    assert crowned(page) == ["Ben"]
    expect(winners_shown(page)).to_contain_text("Ben wins by 6")


def test_a_name_that_is_spelt_anew_in_a_first_play_keeps_its_figure(phone):
    page = phone()
    page.goto("/totals")
    names = [page.get_by_label(f"Player {number}", exact=True) for number in (1, 2)]
    for field, name in zip(names, ("Jo", "Ben"), strict=True):
        field.fill(name)
    figure(page, "Jo").fill("12")
    names[0].fill("Jonas")
    expect(figure(page, "Jonas")).to_have_value("12")


def test_without_scripts_the_fields_alone_save_it(phone):
    page = phone()
    start_play(page, NAMES)
    group = group_path(page, play_path(page))
    context = page.context.browser.new_context(
        java_script_enabled=False, storage_state=page.context.storage_state(), base_url=page.url.split("/plays/")[0]
    )
    plain = context.new_page()
    plain.goto(page.url.split("/plays/")[0] + f"{group}totals?game=Heat")
    plain.get_by_text("Places", exact=True).click()
    for place, total in enumerate(("2", "1", "2")):
        plain.get_by_label(f"Total of player {place + 1}", exact=True).fill(total)
    plain.get_by_label("Player 4 has no place").check()
    plain.get_by_role("button", name="Save the result").click()
    expect(plain.locator("main")).to_contain_text("Ben")
    assert "/plays/" in plain.url
    context.close()


@pytest.mark.parametrize(("query", "lines"), [("", 3), ("?seats=2", 2), ("?seats=5", 5)])
@pytest.mark.parametrize("scripted", [True, False])
def test_a_first_play_has_as_many_lines_as_its_printed_sheet_and_another_once_they_are_full(
    phone, query, lines, scripted
):
    page = phone(java_script_enabled=scripted)
    page.goto(f"/totals{query}")
    names = page.locator("[name^=player-]:visible")
    expect(names).to_have_count(lines)
    for number in range(lines):
        names.nth(number).fill(f"Emil {number}")
    expect(names).to_have_count(lines + 1)


def test_at_200_percent_names_are_whole(phone):
    page = opened(phone, width=195)
    assert broken(page.locator(".tally .name:visible")) == []


@pytest.mark.parametrize(("width", "height"), [(195, 422), (640, 400)])
def test_at_200_percent_the_keys_are_beside_the_figure_they_type(phone, width, height):
    page = opened(phone, width=width, height=height)
    for name in NAMES:
        figure(page, name).click()
        press(page, "7")
        expect(figure(page, name)).to_have_value("7")
        its, keys = figure(page, name).bounding_box(), page.locator("#totals-dock .keys").bounding_box()
        low = page.evaluate("innerHeight")
        assert its["y"] >= 0
        assert keys["y"] + keys["height"] <= low
        assert its["y"] + its["height"] <= keys["y"] or its["x"] + its["width"] <= keys["x"]


def test_who_plays_alone_has_won_or_lost(phone):
    page = phone()
    start_play(page, NAMES[:1], game="five-tribes-solo")
    page.goto(group_path(page, play_path(page)) + "totals?game=Onirim")
    knows(page, "Won or lost")
    expect(page.locator("#totals-dock .even button")).to_have_text(["Won", "Lost"])


def test_keys_make_way_for_a_new_name_and_its_button(phone):
    page = opened(phone)
    figure(page, "Anna").click()
    press(page, "7")
    expect(page.locator("#totals-dock .keys")).to_be_visible()
    page.locator(".someone > summary").tap()
    page.locator("[name=new]").fill("Eva")
    expect(page.locator("#totals-dock .keys")).to_be_hidden()
    page.locator("[name=someone]").tap()
    expect(figure(page, "Anna")).to_have_value("7")
    expect(figure(page, "Eva")).to_be_visible()


def test_figure_stays_above_the_dock_once_that_says_who_is_tied(phone):
    page = opened(phone, width=360, height=640)
    enter(page, ["1", "1", "10", "10"])
    expect(page.locator(".told-of")).to_contain_text(TIED)
    bottom = figure(page, "Dirk").evaluate("figure => figure.getBoundingClientRect().bottom")
    assert bottom <= page.locator(".dock").evaluate("dock => dock.getBoundingClientRect().top")


@pytest.mark.parametrize("width", [320, 390])
def test_ways_to_tell_a_result_are_equally_wide(phone, width):
    page = phone(locale="de", width=width)
    page.goto("/totals")
    widths = page.locator(".totals-form .segments label").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().width)"
    )
    assert max(widths) - min(widths) <= 1.5
