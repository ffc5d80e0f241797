"""What works for every game works for a group's own: taps, two phones, undo, no network, a screen, paper."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    cell,
    close_stage,
    deafen,
    done,
    enter,
    group_path,
    key,
    mark,
    open_card,
    play_path,
    points,
    score_again,
    seat,
    see_figures,
    send,
    start_play,
    trail,
    undo_button,
)
from tests.browser.test_offline import HERE, OFFLINE, fetched_ahead
from tests.browser.test_weight_and_taps import Finger
from tests.browser.walks.table_of_five import count_all, seats_of

ROWS = [
    {"key": "forests", "label": "forests", "kind": "most", "places": [7, 3], "ties": "share"},
    {"key": "roads", "label": "roads", "kind": "table", "values": [0, 1, 3, 6, 10]},
    {"key": "eggs", "label": "eggs", "kind": "count", "worth": 1},
]
SHEET = {
    "format": "caravan.sheet/1",
    "title": "Forest game night",
    "players": [2, 6],
    "rows": ROWS,
    "rounds": {"number": 2},
}


@pytest.fixture
def own(phone):
    """A phone whose group has a sheet with a majority, a table and two rounds, and the path of its game's start."""
    page = phone(forgive=OFFLINE)
    start_play(page, ("Anna", "Ben"))
    group = group_path(page, play_path(page))
    page.goto(group)
    place = send(page, f"{group}sheets/import", sheet=json.dumps(SHEET), confirm=1)
    slug = re.search(r"own-\w+", place)[0]
    return page, f"/games/{slug}?group={group.split('/')[2]}"


def read(page):
    """Let pass the time in which a tap on a page that has just come is taken for a second one on the page before."""
    page.wait_for_load_state("load")
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve, READ_AFTER_MS))")


def started(page, start):
    page.goto(start)
    seat(page, ("Anna", "Ben"))
    page.locator("[name=start]").click()
    expect(card_name(page)).to_have_text("Anna")
    return play_path(page)


def count_round(page, *cards):
    for name, held in cards:
        open_card(page, name)
        enter(page, held)
        done(page)
    close_stage(page)


@pytest.mark.long
def test_whose_a_column_is_stays_in_sight_however_many_rows_and_players_there_are(phone):
    page = phone(width=320, height=700)
    start_play(page, ("Anna", "Ben"))
    group = group_path(page, play_path(page))
    page.goto(group)
    rows = [{"key": f"row{number}", "label": f"row {number}", "kind": "points"} for number in range(20)]
    sheet = {"format": "caravan.sheet/1", "title": "Forest game night", "players": [2, 8], "rows": rows}
    place = send(page, f"{group}sheets/import", sheet=json.dumps(sheet | {"rounds": {"total": 500}}), confirm=1)
    names = ["Maximiliane", "Wolfgang", "Dorothea", "Friederike", "Anna", "Ben", "Chris", "Emil"]
    how = {"played_on": "2020-11-20", "group": group.split("/")[2], "start": 1}
    page.goto(send(page, f"/games/{re.search(r'own-[0-9a-z]+', place)[0]}", player=names, **how))
    expect(page.locator(".where")).to_have_text("Round 1")
    page.locator("#sheet tbody tr").last.evaluate("(row) => row.scrollIntoView({block: 'center'})")
    head = page.locator(".head").bounding_box()
    boxes = [each.bounding_box() for each in page.locator("#sheet .names th").all()]
    assert {round(box["y"]) for box in boxes} == {round(head["y"] + head["height"])}
    # Each name stands within its own column.
    for box, name in zip(boxes, page.locator("#sheet .names a").all(), strict=True):
        its = name.bounding_box()
        assert its["width"] <= box["width"] and its["height"] <= box["height"]


TWELVE = ["Anna", "Maximilian", "Ben", "Charlotte", "Jo", "Katharina", "Emil", "Friederike"]
TWELVE += ["Chris", "Dora", "Eva", "Finn"]
# The numbers of the columns that are marked as the reader's own: by their ground, and by their name.
MINE = """() => [".cell", ".names [scope]"].map((part) => {
    const row = document.querySelector(`#sheet ${part}`).closest("tr"), other = row.children[1];
    const ground = (each) => getComputedStyle(each).backgroundColor;
    return [...row.children].map((each, at) => [at, ground(each) !== ground(other)]).filter(([at, own]) => at && own)
        .map(([at]) => at);
})"""
# The figures that reach out of their column.
OUTSIDE = """(cells) => cells.filter((cell) => {
    const box = cell.getBoundingClientRect(), range = document.createRange();
    range.selectNodeContents(cell);
    return [...range.getClientRects()].some(({ left, right }) => left < box.left - 2 || right > box.right + 2);
}).map((cell) => cell.textContent)"""


# How far apart the figures of neighbouring columns are.
GAPS = """(cells) => cells.map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
}).slice(1).map(({ left }, at, boxes) => left - (at ? boxes[at - 1].right : 0)).slice(1)"""


@pytest.mark.parametrize(
    ("seats", "width", "height"),
    [(8, 844, 390), (12, 320, 640), (6, 320, 640), (12, 390, 844), (12, 844, 390), (12, 1280, 800)],
)
@pytest.mark.long
def test_six_to_twelve_columns_show_which_are_mine_and_their_figures_stay_within_them(phone, seats, width, height):
    page = phone(width=width, height=height)
    start_play(page, ("Anna", "Ben"))
    group = group_path(page, play_path(page))
    rows = [{"key": f"row{number}", "label": f"row {number}", "kind": "points"} for number in range(3)]
    sheet = {"format": "caravan.sheet/1", "title": "Forest game night", "players": [2, 12], "rows": rows}
    page.goto(group)
    place = send(page, f"{group}sheets/import", sheet=json.dumps(sheet), confirm=1)
    how = {"played_on": "2020-11-20", "group": group.split("/")[2], "start": 1}
    page.goto(send(page, f"/games/{re.search(r'own-[0-9a-z]+', place)[0]}", player=TWELVE[:seats], **how))
    play = play_path(page)
    numbers = seats_of(page, play)
    send(page, f"{play}/seats/mine", seat=[numbers[5], numbers[seats - 1]])
    page.goto(play)
    assert page.evaluate(MINE) == [sorted({6, seats})] * 2
    held = [{"row0": 7, "row1": 113, "row2": 20 + number} for number in range(seats)]
    count_all(page, play, numbers, "end", held)
    page.goto(play)
    assert page.locator("#sheet tbody td").evaluate_all(OUTSIDE) == []
    page.goto(f"{play}/seats")
    send(page, f"{play}/stages/end/close")
    page.goto(f"{play}/stages/end")
    cells = page.locator(".sheet :is(tbody td, .total td, .steps td)")
    assert cells.count() == 1 + 5 * seats
    assert cells.evaluate_all(OUTSIDE) == []
    gaps = page.locator(".sheet .total td").evaluate_all(GAPS)
    assert len(gaps) == seats - 2
    assert min(gaps) >= 1


class TestTaps:
    @pytest.mark.long
    def test_from_nothing_to_the_first_figure_of_an_unknown_game(self, phone):
        page, finger = phone(), Finger()
        page.goto("/")
        finger.tap(page.get_by_role("link", name="Any other game"))
        page.get_by_label("Name of the game, in any language").fill("Zorro")
        page.wait_for_url("**/library?q=Zorro")
        read(page)
        finger.tap(page.get_by_role("link", name="Make a sheet"))
        expect(page.locator("h1")).to_contain_text("Make a sheet")
        read(page)
        finger.tap(page.get_by_role("button", name="Keep this sheet"))
        expect(page.locator("h1")).to_contain_text("Zorro")
        read(page)
        finger.tap(page.get_by_role("button", name="Play it"))
        for place, name in enumerate(("Anna", "Ben")):
            page.locator("[name=player]").nth(place).fill(name)
        read(page)
        finger.tap(page.locator("[name=start]"))
        expect(card_name(page)).to_have_text("Anna")
        read(page)
        finger.tap(key(page, 4))
        expect(mark(page)).to_contain_text("✓")
        print(f"{finger.taps} taps")
        assert finger.taps <= 8


@pytest.mark.long
def test_two_phones_count_it_and_what_both_say_is_asked(own, phone):
    first, start = own
    path = started(first, start)
    first.goto(f"{path}/table")
    second = phone(forgive="503")
    second.goto(first.locator(".address").first.inner_text())
    for page in (first, second):
        page.goto(path)
        expect(card_name(page)).to_have_text("Anna")
    enter(second, {"roads": 3})
    expect(mark(second)).to_have_text("✓ saved")
    see_figures(first, {"roads": 3})
    deafen(second)
    enter(first, {"forests": 4})
    expect(mark(first)).to_have_text("✓ saved")
    enter(second, {"forests": 5})
    expect(second.locator("#waiting")).to_contain_text(
        "Anna, forests: two phones entered different numbers. Which one is right?"
    )
    second.locator("#waiting").get_by_role("button", name="5 entered here").click()
    see_figures(first, {"forests": 5, "roads": 3})


@pytest.mark.long
def test_undo_takes_back_one_figure_and_the_trail_knows_it(own):
    page, start = own
    path = started(page, start)
    enter(page, {"forests": 4, "roads": 2})
    expect(undo_button(page)).to_have_accessible_description("Anna: roads 2 → –")
    undo_button(page).click()
    see_figures(page, {"forests": 4, "roads": ""})
    assert any("forests 4" in each for each in trail(page, path))


@pytest.mark.long
def test_a_round_is_counted_without_a_network_and_counts_when_it_is_back(own):
    page, start = own
    path = started(page, start)
    fetched_ahead(page)
    page.context.set_offline(True)
    enter(page, {"forests": 4, "roads": 2, "eggs": 0})
    expect(mark(page)).to_have_text(HERE)
    page.locator("[data-closes] .main").click()
    expect(card_name(page)).to_have_text("Ben")
    enter(page, {"forests": 1, "roads": 4, "eggs": 0})
    page.context.set_offline(False)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    close_stage(page)
    assert points(page) == {"Anna": 10, "Ben": 13}


@pytest.mark.long
def test_it_stands_on_a_screen_on_paper_and_in_the_statistics_and_is_corrected(own):
    page, start = own
    page.goto(start.replace("?", "/sheet?"))
    expect(page.locator("main")).to_contain_text("forests")
    path = started(page, start)
    page.goto(f"{path}/watch")
    expect(page.locator("main")).to_contain_text("Forests")
    page.goto(path)
    count_round(page, ("Anna", {"forests": 5, "roads": 2}), ("Ben", {"forests": 3, "roads": 4}))
    assert points(page) == {"Anna": 10, "Ben": 13}
    page.goto(f"{path}/stages/1/correct/forests")
    cell(page, "Ben", "forests").fill("6")
    score_again(page)
    expect(page.locator("main")).to_contain_text("Most forests: 6, ahead of Anna with 5")
    assert points(page) == {"Anna": 6, "Ben": 17}
    page.goto(path)
    count_round(page, ("Anna", {"forests": 1, "roads": 0}), ("Ben", {"forests": 0, "roads": 1}))
    page.get_by_role("button", name="Finish the play").click()
    expect(page.locator(".podium")).to_contain_text("Ben")
    page.goto(f"{path}/sheet")
    expect(page.locator("main")).to_contain_text("Most forests: 6, ahead of Anna with 5")
    page.goto(f"{path}/watch")
    expect(page.locator("main")).to_contain_text("18")
    slug = re.search(r"own-\w+", start)[0]
    page.goto(f"{group_path(page, path)}games/{slug}")
    expect(page.locator("main")).to_contain_text("1 play")
    expect(page.locator("main")).to_contain_text("Ben")


@pytest.mark.long
def test_row_that_is_typed_in_is_scored_and_saved_until_it_has_a_fault(own):
    page, start = own
    slug, group = re.search(r"own-\w+", start)[0], start.rpartition("=")[2]
    page.goto(f"/groups/{group}/sheets/{slug}/?row_key=forests")
    row = page.locator("#row-1")
    row.get_by_label("first", exact=True).fill("9")
    expect(row.locator("#tell-1")).to_contain_text("9")
    expect(page.locator("#tried")).to_contain_text("9")
    row.get_by_label("second", exact=True).fill("x")
    expect(row.locator("#tell-1 .fault")).to_have_text("Must be a whole number.")
    page.locator("#try > summary").click()
    page.locator("#try-0-roads").fill("4")
    expect(page.locator("#tried .total")).to_contain_text("1")
    page.reload()
    expect(page.locator("#row-1").get_by_label("first", exact=True)).to_have_value("9")
