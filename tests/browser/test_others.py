"""Two phones over real streams: what is tapped on one is on the other at once, with where the next is about to come."""

from playwright.sync_api import expect

from tests.browser.table import cell, key, open_card, open_seat, play_path, start_play


def test_one_sees_the_others_figure_as_it_is_tapped_and_where_they_type(phone):
    one, other = phone(), phone()
    start_play(one)
    path = play_path(one)
    one.goto(f"{path}/table")
    other.goto(one.locator(".address").first.inner_text())
    for page in (one, other):
        with page.expect_event("request", lambda request: "/stream?" in request.url):
            page.goto(path)
    # Over the stream alone: a page that asks is told that nothing is new.
    one.route("**/live?*", lambda route: route.fulfill(status=204))
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
