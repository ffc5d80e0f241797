"""Two phones over real streams: what is tapped on one is on the other at once, with where the next is about to come."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import cell, done, key, only_asks, open_card, open_seat, play_path, start_play
from tests.browser.test_dock import score_now
from tests.browser.test_offline import OFFLINE


@pytest.mark.long
def test_one_sees_the_others_figure_as_it_is_tapped_and_where_they_type(phone):
    one, other = at_a_table(phone)
    # Over the stream alone: a page that asks is told that nothing is new.
    one.route("**/live?*", lambda route: route.fulfill(status=204, headers={"Caravan-Took": "1"}))
    open_card(other, "Ben")
    ben = open_seat(other)
    key(other, 4).click()
    expect(cell(one, "Ben", "water")).to_have_value("4")
    framed = one.locator("#sheet .elsewhere")
    expect(framed).to_have_attribute("data-initial", "B")
    expect(one.locator("#sheet [data-row='gold'] .elsewhere")).to_have_attribute("data-seat", ben)
    expect(framed).to_have_css("outline-style", "dashed")
    other.close()
    expect(framed).to_have_count(0)


def test_question_for_what_is_missing_goes_once_the_other_phone_has_counted_it(phone):
    one, other = at_a_table(phone)
    done(one)
    score_now(one).click()
    dialog = one.get_by_role("dialog")
    expect(dialog).to_contain_text("Not finished: Ben and Chris")
    open_card(other, "Ben")
    done(other)
    expect(dialog).to_contain_text("Not finished: Chris")
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    open_card(other, "Chris")
    done(other)
    expect(dialog).to_have_count(0)
    expect(one.locator("#dock .main[data-score]")).to_have_text("Score stage 1")


def test_where_they_type_last_is_what_one_sees_however_late_the_first_is_told(phone):
    one, other = at_a_table(phone)
    told, held = [], []
    other.on("request", lambda request: told.append(request) if request.url.endswith("/cursor") else None)
    other.route("**/cursor", lambda route: route.continue_() if held else held.append(route))
    # The card that opens may be told already, or the next cell only.
    with other.expect_request("**/cursor"):
        open_card(other, "Ben")
        key(other, 4).click()
    key(other, 5).click()
    # It would be told by now.
    other.wait_for_timeout(600)
    assert len(told) == 1
    held[0].continue_()
    expect(one.locator("#sheet [data-row='salt'] .elsewhere")).to_have_attribute("data-seat", open_seat(other))
    expect(one.locator("#sheet .elsewhere")).to_have_count(1)


def test_nobody_is_said_to_type_anywhere_while_there_is_no_network(phone):
    one, other = at_a_table(phone, forgive=OFFLINE)
    open_card(other, "Ben")
    key(other, 4).click()
    framed = one.locator("#sheet .elsewhere")
    expect(framed).to_have_css("outline-style", "dashed")
    one.context.set_offline(True)
    expect(framed).to_have_css("outline-style", "none")


def test_frame_of_another_phone_goes_with_a_stream_that_alone_breaks(phone):
    one, other = at_a_table(phone)
    open_card(other, "Ben")
    key(other, 4).click()
    framed = one.locator("#sheet .elsewhere")
    expect(framed).to_have_count(1)
    only_asks(one)
    expect(framed).to_have_count(0)


def at_a_table(phone, **more):
    """Two phones with a play open, each of which is told of the other."""
    one, other = phone(**more), phone(**more)
    start_play(one)
    path = play_path(one)
    one.goto(f"{path}/table")
    other.goto(one.locator(".address").first.inner_text())
    for page in (one, other):
        with page.expect_event("request", lambda request: "/stream?" in request.url):
            page.goto(path)
    for page in (one, other):
        expect(page.locator("#elsewhere")).to_be_attached()
    return one, other
