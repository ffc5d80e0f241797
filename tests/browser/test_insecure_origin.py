"""Most first evenings begin on http://NAME.local: what browsers give to https and localhost alone is not there."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    close_stage,
    counted,
    done,
    enter,
    figure,
    key,
    mark,
    points,
    see_figures,
    start_play,
)


def enter_a_stage(page):
    start_play(page, ["Anna", "Ben"])
    key(page, 2).tap()
    enter(page, {"gold": "1+2"})
    figure(page, "gold").press("Enter")
    expect(figure(page, "salt")).to_be_focused()
    expect(mark(page)).to_have_text("✓ saved")
    page.reload()
    see_figures(page, {"water": 2, "gold": 3})
    done(page)
    expect(card_name(page)).to_have_text("Ben")
    done(page)
    expect(counted(page)).to_have_text("2 of 2 counted")
    close_stage(page)
    assert points(page) == {"Anna": 11, "Ben": 0}


@pytest.mark.long
def test_a_stage_is_entered_on_an_insecure_origin_that_is_not_localhost(phone):
    page = phone()
    enter_a_stage(page)
    assert not page.evaluate("isSecureContext")


@pytest.mark.long
def test_a_stage_is_entered_on_this_machine_itself_which_browsers_trust(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}")
    enter_a_stage(page)
    assert page.evaluate("isSecureContext")
