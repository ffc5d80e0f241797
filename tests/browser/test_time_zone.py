"""The clock of the phone that founds a group becomes the group's."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import group_path, play_path, sit_down_and_start


def save(page):
    page.locator("form", has=page.get_by_label("Time zone")).get_by_role("button", name="Save").click()


@pytest.mark.long
def test_a_new_group_goes_by_the_clock_of_the_phone_it_was_founded_on(phone):
    page = phone(timezone_id="Asia/Tokyo")
    sit_down_and_start(page)
    page.goto(f"{group_path(page, play_path(page))}settings")
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    page.get_by_label("Time zone").select_option("Pacific/Auckland")
    save(page)
    expect(page.get_by_label("Time zone")).to_have_value("Pacific/Auckland")


@pytest.mark.long
def test_the_date_of_a_new_play_is_the_groups_today_and_not_the_phones(phone):
    """A group's day begins at five: Kiritimati (+14) and Pago Pago (-11) are on two dates at every hour, so cut too."""
    page = phone(timezone_id="Pacific/Kiritimati")
    sit_down_and_start(page)
    page.goto(f"{group_path(page, play_path(page))}settings")
    page.get_by_label("Time zone").select_option("Pacific/Pago_Pago")
    save(page)
    page.goto("/games/tuareg")
    phones_day = page.evaluate("new Date().toLocaleDateString('sv')")
    assert page.locator("#played_on").input_value() < phones_day
