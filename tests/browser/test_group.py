"""A group and two phones: one is invited, joins, counts, is removed, and from then on stands before the door."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    counted,
    enter,
    group_path,
    mark,
    open_card,
    play_path,
    see_figures,
    start_play,
)


def people_page(page, path):
    """From the play to the page of its group's members."""
    page.goto(f"{group_path(page, path)}settings")
    page.get_by_role("link", name="Members and invitation").click()


@pytest.mark.long
def test_invited_joined_counting_removed_and_shut_out(phone):
    annas, bens = phone(), phone()
    start_play(annas)
    path = play_path(annas)
    people_page(annas, path)
    group = annas.url.removesuffix("people")
    invitation = annas.locator(".address").inner_text()

    bens.goto(path)
    expect(bens.locator("h1")).to_have_text("Page not found")
    bens.goto(invitation)
    assert invitation.rsplit("/", 1)[-1] not in bens.url + bens.content()
    bens.get_by_role("button", name="Join the group").click()
    bens.get_by_role("button", name="Ben").click()
    expect(bens.locator("h1")).to_contain_text("Anna")
    bens.goto(path)
    expect(card_name(bens)).to_have_text("Ben")
    enter(bens, {"water": 3})
    expect(mark(bens)).to_have_text("✓ saved")
    annas.goto(path)
    expect(counted(annas)).to_contain_text("counting Ben")

    annas.goto(f"{group}people")
    bens_line = annas.locator(".member", has_text="Ben")
    bens_line.get_by_role("link", name="Remove").click()
    expect(annas.locator("main")).to_contain_text("Ben’s phone will no longer see this group")
    annas.locator(".danger").click()
    expect(annas.locator(".member")).to_have_count(1)

    # The page that Ben has open asks, and is led to one that tells him.
    expect(bens.locator("main")).to_contain_text("You’ve been removed from this group")
    bens.goto("/")
    expect(bens.locator("#continue")).to_have_count(0)
    for place in (path, group, f"{group}join", invitation):
        bens.goto(place)
        expect(bens.locator("h1")).to_have_text("Page not found")
    annas.goto(path)
    open_card(annas, "Ben")
    see_figures(annas, {"water": 3})


def test_a_screen_that_watches_follows_the_play_and_goes_dark_when_its_link_is_renewed(phone):
    annas, tv = phone(), phone(width=1280, height=720, has_touch=False)
    start_play(annas)
    path = play_path(annas)
    annas.goto(f"{path}/table")
    tv.goto(annas.locator(".address").nth(1).inner_text())
    expect(tv.locator(".names th").first).to_contain_text("not entered yet")
    expect(tv.locator("button, a:not(.skip), input")).to_have_count(0)
    annas.goto(path)
    enter(annas, {"water": 3})
    expect(tv.locator(".names th").first).to_contain_text("being counted")
    annas.goto(f"{path}/links/watch/renew")
    annas.locator(".danger").click()
    tv.wait_for_url("/")
