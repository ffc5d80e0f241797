"""A play that is opened again without a network shows what this phone has typed or seen saved."""

from playwright.sync_api import expect

from tests.browser.table import cell, close_button, counted, done, enter, mark, open_card, play_path, start_play
from tests.browser.test_app import app_phone, lose_the_network
from tests.browser.test_offline import HERE, fetched_ahead, told, until
from tests.browser.test_offline_rounds import NAMES, score_the_first_round


def open_again(page, path):
    """Close the tab without a network, and open the play in another one."""
    its_context = page.context
    page.close()
    page = its_context.new_page()
    page.goto(path)
    return page


def test_columns_of_a_later_round_stand_on_its_stored_page(phone, port):
    page = app_phone(phone, port)
    start_play(page, NAMES, game="wizard")
    path = play_path(page)
    fetched_ahead(page)
    score_the_first_round(page, path)
    page.goto(path)
    for name, bid in zip(NAMES, (1, 0, 0), strict=True):
        open_card(page, name)
        enter(page, {"tricks__bid": bid})
    for name, made in zip(NAMES[:2], (2, 0), strict=True):
        open_card(page, name)
        enter(page, {"tricks__made": made})
        expect(mark(page)).to_contain_text("✓")
    lose_the_network(page)
    open_card(page, "Clara")
    enter(page, {"tricks__made": 0})
    expect(mark(page)).to_have_text(HERE)
    page = open_again(page, path)
    for row, figures in {"tricks__bid": "100", "tricks__made": "200"}.items():
        for name, figure in zip(NAMES, figures, strict=True):
            expect(cell(page, name, row)).to_have_value(figure)
    expect(counted(page)).to_contain_text("3 of 3")


def test_what_another_page_has_sent_stands_on_the_stored_page(phone, port):
    page = app_phone(phone, port)
    start_play(page, ("Anna", "Ben"))
    path = play_path(page)
    fetched_ahead(page)
    page.route("**/seats/**", lambda route: route.abort())
    enter(page, {"water": 3})
    expect(mark(page)).to_have_text(HERE)
    page.unroute("**/seats/**")
    page.goto("/games/tuareg")
    until(page, "!(await outbox.waiting()).length")
    lose_the_network(page)
    page = open_again(page, path)
    expect(cell(page, "Anna", "water")).to_have_value("3")


def test_saved_figures_stand_on_the_sheet_that_back_leads_to(phone, port):
    page = app_phone(phone, port)
    start_play(page, ("Anna", "Ben"))
    fetched_ahead(page)
    for name, number in (("Anna", 3), ("Ben", 2)):
        open_card(page, name)
        enter(page, {"water": number})
        done(page)
    lose_the_network(page)
    close_button(page).click()
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    page.go_back()
    expect(page.locator(".where")).to_have_text("Stage 1 of 2")
    expect(cell(page, "Anna", "water")).to_have_value("3")
    expect(counted(page)).to_contain_text("2 of 2")


def test_play_opens_again_at_the_stage_that_was_come_to_without_a_network(phone, port):
    page = app_phone(phone, port)
    start_play(page, ("Anna", "Ben"))
    path = play_path(page)
    page.reload()
    fetched_ahead(page)
    lose_the_network(page)
    for name in ("Anna", "Ben"):
        open_card(page, name)
        enter(page, {"water": 3})
        done(page)
    close_button(page).click()
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    enter(page, {"gold": 2})
    expect(mark(page)).to_have_text(HERE)
    page = open_again(page, path)
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    expect(cell(page, "Anna", "gold")).to_have_value("2")


def test_stage_that_is_scored_from_its_sheet_at_the_address_of_its_result_is_said_to_be(phone, port):
    page = app_phone(phone, port)
    start_play(page, ("Anna", "Ben"))
    path = play_path(page)
    fetched_ahead(page)
    for name in ("Anna", "Ben"):
        open_card(page, name)
        enter(page, {"water": 3})
        done(page)
    until(page, "!(await outbox.waiting()).length")
    lose_the_network(page)
    # Another phone has led here on a line that broke then: only the sheet of the play is stored.
    page.goto(f"{path}/stages/1?taken=along")
    close_button(page).click()
    expect(told(page)).to_have_text("Stage 1: will be scored as soon as it can be sent. Don’t score yet")
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    page.context.set_offline(False)
    expect(told(page)).to_contain_text("Stage 1 has been scored. See the result")
    told(page).get_by_role("link").click()
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")


def test_home_leads_back_to_the_play_that_is_counted_without_a_network(phone, port):
    page = app_phone(phone, port)
    start_play(page, ("Anna", "Ben"))
    path = play_path(page)
    until(page, f"(await (await caches.match('/'))?.text() || '').includes('{path}/')")
    lose_the_network(page)
    page.goto("/")
    page.locator(f"main a[href='{path}/']").first.click()
    expect(cell(page, "Anna", "water")).to_be_visible()


def test_saved_figures_stay_on_the_phone_where_a_stored_home_does_not_know_their_play(phone, port):
    page = app_phone(phone, port)
    # What the worker fetches by itself is newer than what was shown, and older than the play.
    until(page, "await caches.match('/')")
    home = page.evaluate("caches.match('/').then((its) => its.text())")
    start_play(page, ("Anna", "Ben"))
    path = play_path(page)
    until(page, f"(await (await caches.match('/'))?.text() || '').includes('{path}/')")
    enter(page, {"water": 3})
    expect(mark(page)).to_have_text("✓ saved")
    lose_the_network(page)
    page.evaluate(
        """async (html) => {
            const its = html.replace(/data-at="[^"]*"/, 'data-at="99999999999999999"');
            const headers = { "Content-Type": "text/html" };
            await (await caches.open("pages")).put("/", new Response(its, { headers }));
        }""",
        home,
    )
    page.goto("/")
    expect(page.locator(f"main a[href='{path}/']")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    page.goto(path)
    expect(cell(page, "Anna", "water")).to_have_value("3")
