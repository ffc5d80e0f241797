"""Without a network a play of rounds goes on from what this phone holds, and never from an earlier round."""

from playwright.sync_api import expect

from tests.browser.table import close_button, counted, deafen, play_path, send, start_play
from tests.browser.test_offline import OFFLINE, fetched_ahead, told, until

NAMES = ("Anna", "Ben", "Clara")


def score_the_first_round(page, path):
    """Let another page score the first round, in which nobody bid anything and one took the trick."""
    seats = page.locator("#sheet thead th").evaluate_all("(all) => all.map((each) => each.dataset.seat)")
    page.goto("/games/wizard")
    for number, seat in enumerate(seats):
        won = int(not number)
        send(page, f"{path}/seats/{seat}/1", revision=0, done=1, tricks__bid=won, tricks__made=won)
    send(page, f"{path}/stages/1/close")


def test_round_that_is_scored_without_a_network_stays_where_this_phone_holds_no_later_one(phone):
    page = phone(forgive=OFFLINE)
    start_play(page, NAMES, game="wizard")
    path = play_path(page)
    fetched_ahead(page)
    score_the_first_round(page, path)
    page.goto(path)
    expect(page.locator(".head .where")).to_have_text("Round 2")
    page.context.set_offline(True)
    for figure, number in zip(page.locator("#sheet .figure").all(), (1, 0, 0, 2, 0, 0), strict=True):
        figure.fill(str(number))
    expect(counted(page)).to_contain_text("3 of 3")
    close_button(page).click()
    expect(told(page)).to_contain_text("Round 2: will be scored as soon as it can be sent.")
    expect(page.locator(".head .where")).to_have_text("Round 2")
    expect(counted(page)).to_contain_text("3 of 3")


def test_next_round_is_counted_without_a_network_and_counts_when_it_is_back(phone):
    page = phone(forgive=OFFLINE)
    start_play(page, NAMES, game="wizard")
    fetched_ahead(page)
    page.context.set_offline(True)
    for figure, number in zip(page.locator("#sheet .figure").all(), (1, 0, 0, 1, 0, 0), strict=True):
        figure.fill(str(number))
    close_button(page).click()
    expect(page.locator(".head .where")).to_have_text("Round 2")
    figures = page.locator("#sheet .figure")
    expect(figures.first).to_have_value("")
    for figure, number in zip(figures.all(), (1, 0, 0, 2, 0, 0), strict=True):
        figure.fill(str(number))
    expect(counted(page)).to_contain_text("3 of 3")
    page.context.set_offline(False)
    until(page, "!(await outbox.waiting()).length")
    page.goto(play_path(page))
    expect(page.locator(".head .where")).to_have_text("Round 2")
    expect(page.locator("#sheet .figure").nth(3)).to_have_value("2")
    # What round 1 has brought.
    expect(page.locator("#sheet thead th small").first).to_have_text("30")


def count_the_second_round_without_a_network(phone):
    """Give a page that holds round 2, its address, and another page of the phone's owner with a network."""
    page = phone(forgive=OFFLINE)
    start_play(page, NAMES, game="wizard")
    path = play_path(page)
    score_the_first_round(page, path)
    page.goto(path)
    other = page.context.browser.new_context(base_url=page.url, storage_state=page.context.storage_state()).new_page()
    other.goto(path)
    deafen(other)
    page.context.set_offline(True)
    for figure, number in zip(page.locator("#sheet .figure").all(), (1, 0, 0, 2, 0, 0), strict=True):
        figure.fill(str(number))
    expect(counted(page)).to_contain_text("3 of 3")
    return page, path, other


def test_phone_in_a_round_is_led_back_to_the_one_that_was_reopened_and_its_figures_are_kept(phone):
    page, path, other = count_the_second_round_without_a_network(phone)
    send(other, f"{path}/stages/1/reopen")
    page.context.set_offline(False)
    expect(page.locator(".head .where")).to_have_text("Round 1")
    until(page, "!(await outbox.waiting()).length")
    send(other, f"{path}/stages/1/close")
    expect(page.locator(".head .where")).to_have_text("Result of round 1")
    page.goto(path)
    expect(page.locator(".head .where")).to_have_text("Round 2")
    expect(page.locator("#sheet .figure").nth(3)).to_have_value("2")
    expect(told(page)).to_be_empty()
    other.context.close()


def test_phone_in_a_round_that_is_not_played_is_told_so_and_led_to_the_result(phone):
    page, path, other = count_the_second_round_without_a_network(phone)
    send(other, f"{path}/last-round")
    page.context.set_offline(False)
    expect(page.locator(".podium")).to_be_visible()
    expect(page.locator(".messages li")).to_have_text(
        "The game ended with round 1. What you entered for round 2 doesn’t count."
    )
    expect(told(page)).to_be_empty()
    other.context.close()
