"""In which order a stage is asked for: what everyone calls goes along the row, all else down each column alike."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    counted,
    deafen,
    group_path,
    key,
    mark,
    play_path,
    ranking,
    send,
    start_play,
    undo_button,
)
from tests.browser.test_offline import until

THREE = ("Anna", "Ben", "Chris")


def main_button(page):
    return page.locator("[data-closes] .main")


def about(page):
    """Whose and what the cursor's cell is, as the dock says."""
    return page.locator("#dock .what")


def count(page, number):
    """A figure by its key, and on to the next cell if it is typed digit by digit."""
    key(page, number).tap()
    goes_on = page.locator("#dock:has(button[value=erase]) .main[data-does=next]")
    if goes_on.count():
        goes_on.tap()


def is_result(page):
    expect(page.locator(".head .where")).to_contain_text("Result")


def totals(page):
    return {name: int(re.match(r"-?\d+", total.replace("−", "-"))[0]) for _, name, total in ranking(page)}


def two_phones(phone):
    """Start Wizard with three people on one phone and join by another; return both and the play's path."""
    one, other = phone(), phone()
    start_play(one, THREE, game="wizard")
    path = play_path(one)
    one.goto(f"{path}/table")
    other.goto(one.locator(".address").first.inner_text())
    for page in (one, other):
        page.goto(path)
    return one, other, path


def bid(page, name, number):
    """Tap a player's cell of the bids and enter a bid."""
    page.locator("#sheet [data-called] .cell").nth(THREE.index(name)).tap()
    key(page, number).tap()


def score_anyway(page):
    page.get_by_role("button", name="Score now…").tap()
    expect(page.get_by_role("dialog")).to_contain_text("finished")


@pytest.mark.parametrize("game", ["wizard", "skull-king", "oh-hell"])
def test_bids_go_along_the_row_and_the_rest_down_the_columns(phone, game):
    page = phone()
    start_play(page, THREE, game=game)
    # Where Anna deals the first round, Ben bids first.
    names = THREE if game == "skull-king" else (*THREE[1:], THREE[0])
    for name in names:
        expect(about(page)).to_have_text(re.compile(f"^{name} .*bid"))
        count(page, 0 if name == "Chris" else 1)
    for name in names:
        expect(about(page)).to_have_text(re.compile(f"^{name} .*made"))
        count(page, 1 if name == "Anna" else 0)
        if game == "skull-king":
            expect(about(page)).to_have_text(re.compile(f"^{name} .*onus"))
            count(page, 0)
    expect(counted(page)).to_have_text("3 of 3 counted")
    main_button(page).tap()
    is_result(page)
    made, none = {"wizard": (30, 20), "skull-king": (20, 10), "oh-hell": (11, 10)}[game]
    missed = {"wizard": -10, "skull-king": -10, "oh-hell": 0}[game]
    assert totals(page) == {"Anna": made, "Ben": missed, "Chris": none}


def test_corner_says_that_bids_go_along_the_row_whatever_the_table_chose(phone):
    page = phone()
    start_play(page, THREE, game="skull-king")
    corner = page.locator("#order")
    expect(corner).to_have_text("→ bids by row", use_inner_text=True)
    for _ in THREE:
        count(page, 0)
    expect(about(page)).to_have_text(re.compile("^Anna .*made"))
    expect(corner).to_have_text("↓ by player", use_inner_text=True)
    page.locator("#sheet tbody .cell").first.tap()
    expect(corner).to_have_text("→ bids by row", use_inner_text=True)
    corner.tap()
    expect(corner).to_have_text("→ by row", use_inner_text=True)


def test_rest_0_answers_a_question_with_no(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris", "Dora"), game="tichu", teams=("1", "2", "1", "2"))
    page.locator("#sheet .figure").first.fill("35")
    page.locator("#sheet [data-kind] .face").first.tap()
    expect(page.locator(".nothing-more:visible")).to_have_text("Rest 05 rows")
    page.locator(".nothing-more:visible").tap()
    first = page.locator("#sheet tbody .cell:nth-child(2)")
    expect(first.locator(".face")).to_have_text("No")
    assert first.locator(".figure").evaluate_all("(all) => all.map(({ value }) => value)") == ["35", *"0000"]
    until(page, "!(await outbox.waiting()).length")
    page.reload()
    expect(first.locator(".face")).to_have_text("No")


def test_answer_that_leaves_nothing_of_a_row_asks_for_nothing_there(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris", "Dora"), game="tichu", teams=("1", "2", "1", "2"))
    cards, answers = page.locator("#sheet .figure").all()[:2], page.locator("#sheet [data-kind] .face").all()
    cards[1].fill("0")
    cards[0].tap()
    rest = page.locator(".nothing-more:visible")
    expect(rest).to_have_text("Rest 100")
    answers[0].tap()
    page.locator(".panel:visible").get_by_role("button", name="Yes").tap()
    cards[0].tap()
    expect(rest).not_to_contain_text("100")
    # Without their cards both teams are done: empty is as good as 0.
    cards[1].fill("")
    for number, answer in enumerate(answers, 1):
        answer.tap()
        rest.tap()
        expect(counted(page)).to_have_text(f"{number} of 2 counted")
        # Rest 0 of the next column stands in the same place: a tap at once would be meant for this one.
        page.evaluate("() => new Promise((resolve) => setTimeout(resolve, READ_AFTER_MS))")
    main_button(page).tap()
    is_result(page)


def test_bid_nobody_entered_is_asked_for_by_name_and_never_0(phone):
    page = phone()
    start_play(page, THREE, game="skull-king")
    count(page, 1)
    page.locator("#sheet thead").get_by_role("link", name="Ben").tap()
    # The rest of his column is 0, and his bid is asked for all the same.
    page.locator("#sheet tbody tr:not([data-called]) .cell").nth(1).tap()
    page.locator(".nothing-more:visible").tap()
    expect(about(page)).to_have_text(re.compile("^Ben .*bid"))
    expect(mark(page)).to_contain_text("saved")
    expect(mark(page)).not_to_have_attribute("data-in", "")
    for figure in page.locator("#sheet tbody td:last-child .figure").all():
        figure.fill("0")
    expect(counted(page)).to_contain_text("1 of 3 counted")
    score_anyway(page)
    lines = page.get_by_role("dialog").get_by_role("listitem")
    expect(lines).to_contain_text(["Anna", "Ben"])
    expect(lines.nth(1)).to_contain_text("bid")
    page.get_by_role("button", name="Score anyway").click()
    is_result(page)
    # Anna's bid alone counts nothing.
    assert ranking(page) == [("1", "Chris", "10"), ("2", "Ben", "0"), ("–", "Anna", "–")]


def test_points_noted_during_the_stage_are_asked_of_everyone(phone):
    page = phone()
    start_play(page, THREE, game="basari")
    for name in THREE:
        expect(about(page)).to_have_text(f"{name} Points of action B")
        if name == "Ben":
            page.locator(".panel:visible [data-key='5']").tap()
        main_button(page).tap()
        for _ in range(5):
            expect(about(page)).to_contain_text(name)
            key(page, 1).tap()
    expect(counted(page)).to_have_text("3 of 3 counted")


@pytest.mark.long
def test_points_noted_during_the_stage_that_are_missing_are_asked_for_before_it_is_scored(phone):
    page = phone()
    start_play(page, THREE, game="basari")
    page.locator("#sheet [data-row=red] .figure").first.tap()
    for _ in range(5):
        key(page, 1).tap()
    expect(about(page)).to_have_text("Anna Points of action B")
    page.locator("#sheet thead").get_by_role("link", name="Chris").tap()
    main_button(page).tap()
    for _ in range(5):
        key(page, 1).tap()
    expect(counted(page)).to_contain_text("1 of 3 counted")
    score_anyway(page)
    expect(page.get_by_role("dialog").get_by_role("listitem").first).to_contain_text("oints of action B")


def test_bid_of_another_phone_is_covered_until_everyone_has_bid(phone):
    one, other, path = two_phones(phone)
    for page, name in ((one, "Anna"), (other, "Ben")):
        take_seat(page, name)
        page.goto(path)
    bid = other.locator("#sheet [data-called] .cell").first
    key(one, 1).tap()
    expect(bid).to_have_class(re.compile("covered"))
    expect(bid.locator(".figure")).to_be_hidden()
    expect(bid).to_have_accessible_name(re.compile("✓$"))
    other.goto(f"{path}/trail")
    expect(other.locator("main")).not_to_contain_text("bid 1")
    other.goto(path)
    expect(about(other)).to_have_text(re.compile("^Ben .*bid"))
    key(other, 0).tap()
    expect(bid.locator(".figure")).to_be_hidden()
    one.locator("#sheet [data-called] .cell").last.tap()
    key(one, 0).tap()
    expect(bid.locator(".figure")).to_be_visible()
    expect(bid.locator(".figure")).to_have_value("1")
    other.goto(f"{path}/trail")
    expect(other.locator("main")).to_contain_text("bid 1")


def test_bid_that_is_typed_for_the_player_of_another_phone_is_not_covered_here(phone):
    one, other, path = two_phones(phone)
    for page, name in ((one, "Anna"), (other, "Ben")):
        take_seat(page, name)
        page.goto(path)
    bid = other.locator("#sheet [data-called] .cell").first
    bid.tap()
    key(other, 1).tap()
    expect(bid.locator(".figure")).to_have_value("1")
    # The other phone shows it too once it has been saved.
    expect(one.locator("#sheet [data-called] .figure").first).to_have_value("1")
    expect(bid.locator(".figure")).to_be_visible()
    expect(bid).not_to_have_class(re.compile("covered"))


def test_what_no_phone_has_chosen_is_left_to_the_one_that_has_chosen_nobody(phone):
    one, other, path = two_phones(phone)
    seats = [other.locator("#sheet thead th", has_text=name).get_attribute("data-seat") for name in THREE]
    send(other, f"{path}/seats/mine", seat=seats[1:])
    other.goto(path)
    key(one, 1).tap()
    bid = other.locator("#sheet [data-called] .cell").first
    expect(bid).to_have_class(re.compile("covered"))
    for _ in "Ben", "Chris":
        key(other, 0).tap()
    expect(bid.locator(".figure")).to_have_value("1")
    expect(main_button(other)).to_have_text(re.compile("^Go to Ben *2 to go$"))
    main_button(other).tap()
    expect(about(other)).to_have_text(re.compile("^Ben .*made"))
    for _ in "Ben", "Chris":
        key(other, 0).tap()
    expect(other.get_by_text("Your part is done.")).to_be_visible()
    expect(other.locator("#dock .seal")).to_contain_text("Anna 1 of 2")
    expect(main_button(other)).to_be_hidden()
    # Who counted it may have gone home.
    expect(other.locator("#phones .take")).to_contain_text("Anna: on another phone")
    other.get_by_role("button", name="Count here").tap()
    expect(about(other)).to_have_text(re.compile("^Anna .*made"))


def test_key_that_was_meant_for_a_bid_never_becomes_a_trick(phone):
    one, other, _ = two_phones(phone)
    expect(about(one)).to_have_text(re.compile("^Ben .*bid"))
    bid(one, "Anna", 1)
    expect(about(one)).to_have_text(re.compile("^Ben .*bid"))
    for place in (1, 2):
        other.locator("#sheet [data-called] .cell").nth(place).tap()
        key(other, 0).tap()
    expect(one.locator("#sheet [data-called] .figure").last).to_have_value("0")
    key(one, 0).tap()
    # All have bid, not all on this phone: no key does anything until somebody goes on to the tricks.
    expect(one.locator("#sheet .cell.active")).to_have_count(0)
    expect(one.locator("#dock .keys:visible")).to_have_count(0)
    main_button(one).tap()
    expect(about(one)).to_have_text(re.compile("^Anna .*made"))


def test_bid_that_is_undone_elsewhere_takes_the_cursor_from_the_tricks(phone):
    one, other, _ = two_phones(phone)
    bid(one, "Anna", 1)
    for place in (1, 2):
        other.locator("#sheet [data-called] .cell").nth(place).tap()
        key(other, 0).tap()
    expect(one.locator("#sheet [data-called] .figure").last).to_have_value("0")
    key(one, 0).tap()
    main_button(one).tap()
    expect(about(one)).to_have_text(re.compile("^Anna .*made"))
    undo_button(other).tap()
    expect(about(one)).to_have_text(re.compile("^Chris .*bid"))


def test_answer_about_a_bid_leads_to_no_tricks(phone):
    one, other, _ = two_phones(phone)
    deafen(other)
    bid(one, "Anna", 1)
    until(one, "!(await outbox.waiting()).length")
    for place in (1, 2, 0):
        other.locator("#sheet [data-called] .cell").nth(place).tap()
        key(other, 0).tap()
    mine = other.get_by_role("button", name="entered here")
    expect(mine).to_be_visible()
    expect(one.locator("#sheet [data-called] .figure").last).to_have_value("0")
    key(one, 0).tap()
    # It isn't played while a bid is in question.
    expect(one.locator("#dock .seal")).to_contain_text("Still to bid: Anna")
    # A tap on a button that has only just come would be meant for what was there before.
    other.evaluate("() => new Promise((resolve) => setTimeout(resolve, READ_AFTER_MS))")
    mine.tap()
    for page in (one, other):
        expect(page.locator("#dock .seal")).to_contain_text("All bids are in")
        expect(page.locator("#sheet .cell.active")).to_have_count(0)


def take_seat(page, name):
    """Have this page's phone count for one player."""
    number = page.locator("#sheet thead th", has_text=name).get_attribute("data-seat")
    send(page, f"{play_path(page)}/seats/mine", seat=number)


GODS = [{"key": "zeus", "label": "Zeus", "worth": 5}, {"key": "hera", "label": "Hera", "worth": 3}]
TITLES = [{"key": "none", "label": "nothing", "worth": 0}, {"key": "king", "label": "king", "worth": 4}]
SHEET = {
    "format": "caravan.sheet/1",
    "title": "Temples",
    "players": [2, 2],
    "rows": [
        {"key": "gold", "label": "gold", "kind": "count", "worth": 1},
        {"key": "god", "label": "god", "kind": "choice", "choices": GODS},
        {"key": "title", "label": "title", "kind": "choice", "choices": TITLES},
        {"key": "wood", "label": "wood", "kind": "count", "worth": 1},
    ],
}


def test_rest_0_fills_as_many_rows_as_it_says_and_asks_on_for_a_choice_that_is_worth_something(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"))
    group = group_path(page, play_path(page))
    page.goto(group)
    slug = re.search(r"own-\w+", send(page, f"{group}sheets/import", sheet=json.dumps(SHEET), confirm=1))[0]
    how = {"played_on": "2020-11-20", "group": group.split("/")[2], "start": 1}
    page.goto(send(page, f"/games/{slug}", player=["Anna", "Ben"], **how))
    path = play_path(page)
    count(page, 4)
    rest = page.locator(".nothing-more:visible")
    expect(rest).to_have_text("Rest 02 rows")
    rest.tap()
    first = page.locator("#sheet tbody .cell:nth-child(2)")
    god, title = first.locator(".face").all()
    expect(title).to_have_text("Nothing")
    assert first.locator(".figure").evaluate_all("(all) => all.map(({ value }) => value)") == ["4", "0"]
    expect(about(page)).to_have_text("Anna God")
    expect(page.locator("#sheet .state").first).not_to_have_text("✓ done")
    expect(counted(page)).to_contain_text("0 of 2")
    until(page, "!(await outbox.waiting()).length")
    page.goto(path)
    god.tap()
    key(page, "Hera").tap()
    expect(page.locator("#sheet .state").first).to_have_text("✓ done")
    expect(counted(page)).to_contain_text("1 of 2")
