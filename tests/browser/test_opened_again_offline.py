"""A play that is opened again without a network shows what this phone has typed or seen saved."""

from playwright.sync_api import expect

from tests.browser.table import cell, play_path, start_play
from tests.browser.test_app import app_phone, lose_the_network
from tests.browser.test_offline import until


def test_home_leads_back_to_the_play_that_is_counted_without_a_network(phone, port):
    page = app_phone(phone, port)
    start_play(page, ("Anna", "Ben"))
    path = play_path(page)
    until(page, f"(await (await caches.match('/'))?.text() || '').includes('{path}/')")
    lose_the_network(page)
    page.goto("/")
    page.locator(f"main a[href='{path}/']").first.click()
    expect(cell(page, "Anna", "water")).to_be_visible()
