"""Test that a form keeps what was typed into it until the server has taken it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import close_button, group_path, hears_taps, key, play_path, start_play
from tests.browser.test_nothing_is_lost import kill_tab
from tests.browser.test_portal import PORTAL

FORGIVEN = "status of|net::ERR|Target crashed"
LOST = "No response yet. Try again to make sure it’s saved. Your entries are stored on this phone."


def new_sheet(page):
    page.goto("/sheets/new")
    return {"[name=title]": "Heat"}


def notes(page):
    start_play(page)
    page.goto(f"{play_path(page)}/notes")
    return {"[name=place]": "At Anna's", "[name=notes]": "Rain.\nBen was late."}


def seats(page):
    start_play(page)
    page.goto(f"{play_path(page)}/seats")
    return {"#new": "Dora", "[name=name] >> nth=1": "Benedict"}


def options(page):
    start_play(page)
    page.goto(f"{play_path(page)}/options")
    return {"main form [type=radio]:not(:checked) >> nth=0": True}


def group_name(page):
    start_play(page)
    page.goto(f"{group_path(page, play_path(page))}settings")
    return {"#name": "Friday"}


def tie(page):
    start_play(page)
    for stage in (5, 8):
        for _ in range(3 * stage):
            key(page, 0).click()
        close_button(page).click()
        page.wait_for_url("**/stages/*")
        if stage == 5:
            page.locator(".dock a.main").last.click()
            hears_taps(page)
    page.get_by_role("button", name="Finish the play").click()
    return {".entry .figure >> nth=0": "7", ".entry .figure >> nth=1": "9"}


def totals(page):
    page.goto("/totals")
    people = {"[name=player-0]": "Anna", "[name=player-1]": "Ben", "[name=total-0]": "18", "[name=total-1]": "−3"}
    return {"[name=title]": "Heat", **people, "[name=place]": "At Anna's"}


def start(page):
    page.goto("/games/tuareg")
    return {"[name=player] >> nth=0": "Anna", "[name=player] >> nth=1": "Ben", "[name=place]": "At Anna's"}


def teams(page):
    page.goto("/games/tichu")
    for place, name in enumerate(("Anna", "Ben", "Clara", "Dirk")):
        page.locator("[name=player]").nth(place).fill(name)
    page.locator("[name=start]").click()
    expect(page.locator("[name=team]")).to_have_count(4)
    return {}


def maker(page):
    page.goto("/sheets/new?game=Heat")
    save(page)
    page.wait_for_url("**/groups/*/sheets/**")
    page.locator(".to-how").click()
    return {}


FORMS = [new_sheet, notes, seats, options, group_name, tie, totals, start, teams, maker]


def fill(page, fields):
    for selector, value in fields.items():
        field = page.locator(selector).first
        field.evaluate("each => (each.closest('details') ?? each).open = true")
        if value is True:
            # The same one is found again by its name and value.
            fields[selector] = field.evaluate("each => `[name='${each.name}'][value='${each.value}']`")
            field.evaluate("each => each.click()")
        else:
            field.fill(value)


def see(page, fields):
    for selector, value in fields.items():
        if selector.startswith("[") and value is True:
            expect(page.locator(selector)).to_be_checked()
        elif value is True or value.startswith("[name='"):
            expect(page.locator(value)).to_be_checked()
        else:
            expect(page.locator(selector).first).to_have_value(value)


def save(page):
    """Press the button that sends the first form, as a thumb does."""
    page.locator("form[data-draft]").first.evaluate("form => form.requestSubmit()")


@pytest.mark.parametrize("opened", FORMS)
def test_a_save_into_a_portal_stays_on_the_page_and_a_reload_brings_back_what_was_typed(phone, opened):
    page = phone(forgive=FORGIVEN)
    fields = opened(page)
    place = page.url
    fill(page, fields)
    page.route("**/*", lambda route: route.fulfill(body=PORTAL, content_type="text/html"))
    save(page)
    expect(page.locator("p.unsent")).to_have_text(LOST)
    assert page.url == place
    see(page, fields)
    page.unroute("**/*")
    page.reload()
    see(page, fields)


def test_an_offline_save_says_so_and_a_new_tab_brings_back_what_was_typed(phone):
    page = phone(forgive=FORGIVEN)
    fields = notes(page)
    place = page.url
    fill(page, fields)
    page.context.set_offline(True)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("p.unsent")).to_have_text(LOST)
    page.context.set_offline(False)
    fresh = page.context.new_page()
    kill_tab(page)
    fresh.goto(place)
    see(fresh, fields)


def test_totals_that_were_not_sent_come_back_with_a_reload_and_in_a_new_tab(phone):
    page = phone(forgive=FORGIVEN)
    fields = totals(page)
    fill(page, fields)
    page.reload()
    see(page, fields)
    fresh = page.context.new_page()
    kill_tab(page)
    fresh.goto("/totals")
    see(fresh, fields)


def people_of(page):
    names = page.locator("[name^=player-]").evaluate_all("(all) => all.map((each) => each.value)")
    return [name for name in names if name]


def test_totals_of_other_people_are_offered_and_overrule_nobody(phone):
    page = phone()
    page.goto("/totals?game=Heat&player=Anna&player=Ben")
    total, notice = page.locator("[name=total-0]"), page.locator("main .notice")
    total.fill("18")
    page.goto("/totals?game=Heat&player=Clara&player=Dirk")
    assert people_of(page) == ["Clara", "Dirk"]
    expect(total).to_have_value("")
    expect(notice).to_have_text(re.compile("An unfinished entry: Anna, Ben"))
    total.fill("7")
    notice.get_by_role("button", name="Continue").click()
    expect(total).to_have_value("18")
    assert people_of(page) == ["Anna", "Ben"]
    assert notice.all_text_contents() == [
        "An unfinished entry: Clara, DirkContinueDiscard",
        "Your unfinished entry is back.Discard",
    ]
    notice.first.get_by_role("button", name="Discard").click()
    expect(notice).to_have_count(1)
    notice.get_by_role("button", name="Discard").click()
    expect(total).to_have_value("")
    expect(notice).to_have_count(0)


@pytest.mark.parametrize("asked", ["", "&player=Ben&player=Anna"])
def test_totals_of_the_same_people_or_of_nobody_named_come_back_and_say_so(phone, asked):
    page = phone()
    page.goto("/totals/counter?game=Heat&player=Anna&player=Ben")
    page.get_by_role("button", name="Ben plus", exact=True).click()
    page.goto(f"/totals?game=Heat{asked}")
    expect(page.locator("main .notice")).to_have_text(re.compile("Your unfinished entry is back."))
    assert people_of(page) == ["Anna", "Ben"]
    expect(page.locator("[name=total-1]")).to_have_value("1")


def test_a_form_that_was_taken_is_forgotten(phone):
    page = phone()
    start_play(page)
    page.goto(f"{play_path(page)}/notes")
    page.locator("#place").fill("At Anna's")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".messages")).to_contain_text("Saved.")
    assert not page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft '))")
    page.goto(f"{play_path(page)}/notes")
    expect(page.locator("#place")).to_have_value("At Anna's")


def test_a_refused_form_says_why_in_place_and_keeps_what_was_typed(phone):
    page = phone()
    tie(page)
    first = page.locator(".entry .figure").first
    first.fill("x")
    save(page)
    expect(page.locator(".fault").first).to_be_visible()
    expect(first).to_have_value("x")
    page.reload()
    expect(first).to_have_value("x")


def test_a_save_whose_answer_was_lost_is_one_play_after_a_reload(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}", forgive=FORGIVEN)
    start_play(page)
    group = group_path(page, play_path(page))
    page.goto(f"{group}totals?game=Heat")
    for number, figure in enumerate(page.locator(".figure:visible").all()):
        figure.fill(str(24 - number))
    address = page.url

    def lose_answer(route):
        if route.request.method != "POST":
            route.continue_()
            return
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/totals*", lose_answer)
    page.get_by_role("button", name="Save the result").click()
    expect(page.locator("p.unsent")).to_have_text(LOST)
    page.unroute("**/totals*")
    page.goto(address)
    page.get_by_role("button", name="Save the result").click()
    page.wait_for_url("**/plays/**")
    # What is there already isn't offered to be sent once more.
    page.goto(address)
    expect(page.locator("#totals-dock .main")).to_have_text("Next: Anna")
    expect(page.locator(".figure:visible").first).to_have_value("")
    page.goto(f"{group}plays")
    expect(page.locator("main a[href^='/plays/']", has_text="Heat")).to_have_count(1)


def test_what_another_phone_has_changed_is_not_written_over_by_an_old_draft(phone):
    page = phone()
    start_play(page)
    group = group_path(page, play_path(page))
    page.goto(f"{group}settings")
    page.locator("#name").fill("Friday")
    other = page.context.new_page()
    other.goto(f"{group}settings")
    expect(other.locator("#name")).to_have_value("Friday")
    other.locator("#name").fill("Monday")
    other.locator("form[data-draft]").first.evaluate("form => form.requestSubmit()")
    expect(other.locator("main")).to_contain_text("Monday")
    page.locator("#name").fill("Friday")
    page.reload()
    expect(page.locator("#name")).to_have_value("Monday")


def test_a_correction_survives_a_reload_and_is_dropped_with_leave_as_it_is(phone):
    page = phone()
    start_play(page, ["Anna", "Ben"])
    path = play_path(page)
    for _ in range(10):
        key(page, 0).click()
    close_button(page).click()
    page.wait_for_url("**/stages/1")
    page.goto(f"{path}/stages/1/correct/water")
    hears_taps(page)
    key(page, 4).click()
    place = page.url
    page.reload()
    cells = page.locator("#sheet [data-row=water] .figure")
    expect(cells.first).to_have_value("4")
    hears_taps(page)
    page.locator(".leave").click()
    page.wait_for_url(re.compile(r"/stages/1$"))
    page.goto(place)
    expect(cells.first).to_have_value("0")


def test_a_draft_goes_after_a_day(phone):
    page = phone()
    notes(page)
    page.locator("#place").fill("At Anna's")
    page.evaluate(
        """() => Object.keys(localStorage).filter((key) => key.startsWith("draft ")).forEach((key) =>
            localStorage.setItem(key, localStorage.getItem(key).replace(/"at":\\d+/, '"at":1')))"""
    )
    page.reload()
    expect(page.locator("#place")).to_have_value("")
    assert not page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft '))")


def test_a_start_keeps_its_names_until_the_play_is_there(phone):
    page = phone()
    page.goto("/games/tuareg")
    for place, name in enumerate(("Anna", "Ben")):
        page.locator("[name=player]").nth(place).fill(name)
    page.reload()
    expect(page.locator("[name=player]").nth(1)).to_have_value("Ben")
    page.locator("[name=start]").click()
    page.wait_for_url(re.compile("/plays/[0-9a-f-]{36}/"))
    page.goto("/games/tuareg")
    expect(page.locator(".person[aria-pressed=true]")).to_have_count(0)
    assert not page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft '))")


def test_people_who_sat_down_sit_again_after_a_reload(phone):
    page = phone()
    start_play(page)
    page.goto("/games/tuareg")
    for name in ("Ben", "Anna"):
        page.locator(f"button.person[value='{name}']").click()
    page.reload()
    expect(page.locator("button.person[value='Ben'] .seat")).to_have_text("1")
    expect(page.locator("button.person[value='Anna'] .seat")).to_have_text("2")


def test_start_that_was_refused_says_why_and_its_people_can_still_be_chosen(phone):
    page = phone(forgive=FORGIVEN)
    start_play(page, ["Anna", "Ben"])
    page.goto("/games/tuareg")
    for name in ("Ben", "Anna"):
        page.locator(f"button.person[value='{name}']").click()
    page.locator("[name=place]").evaluate("each => (each.closest('details').open = true)")
    page.locator("[name=played_on]").fill("2090-01-01")
    page.locator("[name=start]").click()
    expect(page.locator("main")).to_contain_text("This date is in the future.")
    expect(page.locator("button.person[value='Ben'] .seat")).to_have_text("1")
    page.locator("button.person[value='Ben']").click()
    expect(page.locator("button.person[value='Anna'] .seat")).to_have_text("1")
    expect(page.locator("[name=start]")).to_have_class(re.compile("waits"))
    page.locator("button.person[value='Ben']").click()
    page.locator("[name=played_on]").fill("2024-01-01")
    page.locator("[name=start]").click()
    page.wait_for_url(re.compile("/plays/[0-9a-f-]{36}/"))


def test_someone_new_sits_with_the_chosen_colour_after_a_reload(phone):
    page = phone()
    start_play(page, ["Anna", "Ben"])
    page.goto("/games/tuareg")
    page.get_by_text("Someone new").click()
    page.locator("[name=new]").fill("Eva")
    page.locator(".swatch:has(.p7)").click()
    page.get_by_role("button", name="Add Eva").click()
    page.reload()
    expect(page.locator("button.person[value='Eva'] .disc")).to_have_class(re.compile(r"\bp7\b"))


def test_who_was_drawn_to_begin_still_begins_after_a_reload(phone):
    page = phone()
    page.goto("/games/tuareg")
    draw = page.locator("[name=draw]")
    expect(draw).to_be_disabled()
    for place, name in enumerate(("Anna", "Ben")):
        page.locator("[name=player]").nth(place).fill(name)
    draw.click()
    drawn = page.locator("[name=first]").input_value()
    assert drawn in ("Anna", "Ben")
    page.reload()
    expect(page.locator(".first-player small")).to_have_text(f"{drawn} begins")
    expect(draw).to_have_text("Again")


def test_totals_that_the_server_refuses_say_why_and_stay_as_they_were_typed(phone):
    page = phone(forgive=FORGIVEN)
    fields = totals(page) | {"[name=played_on]": "2090-01-01"}
    fill(page, fields)
    page.get_by_role("button", name="Save the result").click()
    expect(page.locator("#faults")).to_contain_text("This date is in the future.")
    see(page, fields)
    page.locator("[name=played_on]").fill("2024-01-01")
    page.get_by_role("button", name="Save the result").click()
    page.wait_for_url("**/plays/**")


def test_figures_of_a_draft_stay_with_their_people_when_others_played_meanwhile(phone):
    page = phone()
    start_play(page, ["Anna", "Ben"])
    group = group_path(page, play_path(page))
    page.goto(f"{group}totals?game=Heat")
    page.get_by_label("Anna, points", exact=True).fill("18")
    other = page.context.new_page()
    other.goto(f"{group}totals?game=Catan")
    for name in ("Anna", "Ben"):
        other.locator(f"button.person[value='{name}']").click()
    for name, points in (("Ben", "5"), ("Anna", "3")):
        other.locator(f"button.person[value='{name}']").click()
        other.get_by_label(f"{name}, points", exact=True).fill(points)
    other.get_by_role("button", name="Save the result").click()
    other.wait_for_url("**/plays/**")
    page.reload()
    expect(page.get_by_label("Anna, points", exact=True)).to_have_value("18")
    expect(page.get_by_label("Ben, points", exact=True)).to_have_value("")


@pytest.mark.parametrize("button", ["rematch", "tonight"])
def test_a_start_of_the_same_people_stays_on_its_page_in_a_portal(phone, button):
    page = phone(forgive=FORGIVEN)
    fill(page, totals(page))
    page.get_by_role("button", name="Save the result").click()
    page.wait_for_url("**/plays/**")
    if button == "tonight":
        page.goto(group_path(page, play_path(page)))
    place = page.url
    tapped = page.locator(".rematch button, .tonight .cover").first
    page.route("**/*", lambda route: route.fulfill(body=PORTAL, content_type="text/html"))
    tapped.click()
    expect(page.locator("p.unsent")).to_contain_text("No response yet. Try again to make sure it’s saved.")
    assert page.url == place
    page.unroute("**/*")
    tapped.click()
    page.wait_for_url(lambda address: address != place)
    expect(page.locator("main")).not_to_contain_text("Wi-Fi")


def test_a_step_of_a_sheet_that_leads_to_the_same_page_is_loaded_again(phone):
    page = phone()
    maker(page)
    page.evaluate("location.hash = 'rows'")
    rows = page.locator(".sheet-row")
    number = rows.count()
    page.get_by_role("button", name=re.compile("^So much each")).click()
    page.wait_for_url(re.compile(r"row_key=.*#rows"))
    expect(rows).to_have_count(number + 1)
    page.get_by_role("button", name="Done").locator("visible=true").click()
    page.wait_for_url(re.compile(r"/sheets/[^?]*#rows"))
    rows.last.evaluate("each => (each.open = true)")
    page.get_by_role("button", name="Done").locator("visible=true").click()
    expect(page.locator(".sheet-row[open]")).to_have_count(0)
