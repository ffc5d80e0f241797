"""The network goes, answers are lost, saves come late: the card says so, and nothing is lost or stored twice."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    close_button,
    deafen,
    done_with,
    enter,
    mark,
    play_path,
    saves,
    see_figures,
    start_play,
    trail,
)


@pytest.mark.long
def test_a_save_that_finds_no_network_says_so_and_is_made_up_for_by_itself(phone):
    page = phone(forgive="net::ERR_INTERNET_DISCONNECTED")
    start_play(page)
    path = play_path(page)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    page.context.set_offline(True)
    enter(page, {"gold": 2})
    expect(mark(page)).to_have_text("○ on this phone, not sent yet")
    expect(page.locator(".dock .outbox")).to_have_text(
        "No response yet. Stored on this phone and sent automatically: Anna"
    )
    see_figures(page, {"water": 4, "gold": 2})
    enter(page, {"gold": 3})
    page.context.set_offline(False)
    expect(mark(page)).to_have_text("✓ saved", timeout=20_000)
    expect(page.locator(".outbox p")).to_have_count(0)
    assert trail(page, path)[0] == "Anna, stage 1: water 4, gold 3"


def test_a_lost_answer_is_no_clash_with_oneself(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}", forgive="net::ERR_FAILED")
    start_play(page)
    path = play_path(page)
    lost = []

    def lose_the_answer(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch())
            route.abort()
        else:
            route.continue_()

    page.route("**/seats/**", lose_the_answer)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("○ on this phone, not sent yet")
    enter(page, {"water": 5})
    expect(mark(page)).to_have_text("✓ saved")
    expect(page.locator("#waiting form")).to_have_count(0)
    expect(saves(page)).to_have_value("2")
    assert trail(page, path) == ["Anna, stage 1: water 5", "Play started"]


@pytest.mark.long
def test_a_card_that_comes_after_the_stage_was_closed_is_kept_and_asked_about(phone):
    page = phone()
    start_play(page)
    path = play_path(page)
    late = page.context.new_page()
    late.goto(path)
    deafen(late)
    done_with(page, "Ben")
    close_button(page).click()
    page.get_by_role("button", name="Score anyway").click()
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")
    enter(late, {"water": 4})
    expect(mark(late)).to_contain_text("not counted")
    expect(late.locator("#waiting")).to_contain_text("Saved, but not counted.")
    late.get_by_role("button", name="Reopen and count it").click()
    expect(card_name(late)).to_have_text("Anna")
    see_figures(late, {"water": 4})
    assert trail(late, path)[:2] == ["Anna, stage 1: water 4", "Stage 1 opened again"]
