"""A whole game of each, entered with the fingers; the points are worked out by hand beside them."""

import re

import pytest
from playwright.sync_api import expect

from companion.rules import GAMES
from tests.browser.table import (
    card_name,
    cell,
    close_button,
    done,
    done_and_on,
    enter,
    figure,
    mark,
    open_card,
    points,
    score_again,
    start_play,
)
from tests.lanes import long

# Where the last digit of each figure ends, from the left, in px.
ENDS_OF_FIGURES = """(all) => all.map((each) => {
    const range = new Range();
    range.selectNodeContents(each.firstChild);
    return range.getBoundingClientRect().right;
})"""
WIDTHS = pytest.mark.parametrize("width", [390, long(195)])


def face(page, name, row):
    """The cell of somebody in a row that is tapped and not typed."""
    return page.get_by_role("button", name=re.compile(rf"^{name}, {row}(:|$)"))


def main_button(page):
    return page.locator("[data-closes] .main")


def lay(page, *cards):
    """One tap a card on a display's keys; how many taps it took."""
    for card in cards:
        page.locator(f".panel:visible [data-key='{card}']").click()
    return len(cards)


def lay_down(page, *keys):
    """One tap for each thing on a pad of counts."""
    for key in keys:
        page.locator(f".panel:visible [data-key='{key}']").click()


def pick(page, *things):
    for thing in things:
        page.locator(".panel:visible [data-key]", has_text=thing).click()


def to_result(page):
    """Score the stage; a game of one stage ends with that."""
    close_button(page).click()
    expect(page.locator(".podium").or_(page.locator(".head .where", has_text="Result"))).to_be_visible()


def finish(page):
    if not page.locator(".podium").count():
        close_button(page).click()


@WIDTHS
def test_three_stages_of_basari(phone, width):
    page = phone(width=width)
    start_play(page, ("Anna", "Ben", "Dora", "Max"), game="basari")
    for name, values in {"Anna": (4, 7), "Ben": (5,), "Max": (6, 6)}.items():
        open_card(page, name)
        face(page, name, "Points of action B").click()
        lay(page, *values)
        expect(mark(page)).to_contain_text("saved")
    open_card(page, "Anna")
    expect(face(page, "Anna", "Points of action B")).to_contain_text("11")
    holdings = [
        {"red": 7, "yellow": 2, "green": 4, "blue": 4, "workers": 15},
        {"red": 5, "yellow": 5, "green": 3, "blue": 3, "workers": 9},
        {"red": 3, "yellow": 5, "green": 4, "blue": 5, "workers": 16},
        {"red": 3, "yellow": 4, "green": 2, "blue": 1, "workers": 10},
    ]
    for name, held in zip(("Anna", "Ben", "Dora", "Max"), holdings, strict=True):
        expect(card_name(page)).to_have_text(name)
        done_and_on(page, enter(page, held))
    expect(page.locator("#counted")).to_have_text("4 of 4 counted")
    to_result(page)
    # Red 14 to Anna, yellow 12 shared by Ben and Dora, green 10 by Anna and Dora, blue 8 to Dora, workers 12 each.
    assert points(page) == {"Anna": 11 + 14 + 5 + 12, "Dora": 6 + 5 + 8 + 12, "Max": 12, "Ben": 5 + 6}
    expect(page.get_by_role("button", name="Anna: return 4 red and 2 green")).to_contain_text("4 red")

    page.locator(".dock .button").click()
    open_card(page, "Anna")
    for key, left in {"red": 3, "yellow": 2, "green": 2, "blue": 4}.items():
        expect(figure(page, key)).to_have_attribute("placeholder", str(left))
        # It is no blank.
        blank = "({parentElement: its}) => getComputedStyle(its, '::after').content"
        assert figure(page, key).evaluate(blank) == "none"
        expect(figure(page, key)).to_have_value("")
    for workers in (9, 9, 9, 15):
        enter(page, {"workers": workers})
        done_and_on(page)
    expect(page.locator("#counted")).to_have_text("4 of 4 counted")

    # A correction of stage 1: Anna had 5 red, not 7, so Ben ties with her and puts 2 back.
    page.get_by_role("link", name="Result of stage 1").click()
    page.locator("#why-1-red summary").click()
    page.locator("#why-1-red").get_by_role("link", name="Edit the counts").click()
    cell(page, "Anna", "red").fill("5")
    score_again(page)
    expect(page.get_by_role("button", name="Ben: return 2 red and 2 yellow")).to_be_visible()
    page.locator(".dock .button").click()
    open_card(page, "Ben")
    expect(page.locator(".warning")).to_have_text("Ben: Stage 2 now starts with 3 red gems instead of 5.")
    expect(figure(page, "red")).to_have_value("5")


@pytest.mark.long
def test_on_a_small_phone_a_display_stands_between_head_and_dock_and_its_cards_are_tapped_there(phone):
    page = phone(width=320, height=568)
    start_play(page, ("Anna", "Ben"), game="targi")
    display = page.locator(".cell .face").first
    lay(page, "well 1", "well 3", "well 2", "well 1", "rider 2")
    box, head, dock = (page.locator(each).first.bounding_box() for each in (".cell.active", ".head", ".dock"))
    assert head["y"] + head["height"] <= box["y"]
    assert box["y"] + box["height"] <= dock["y"]
    display.locator(".slot").nth(1).click()
    lay(page, "camp 0")
    expect(display.locator("small")).to_have_text("6")
    expect(display).to_have_attribute("aria-label", re.compile("well 1, camp 0, well 2", re.IGNORECASE))


def test_what_a_display_brings_is_no_longer_told_once_the_cursor_is_in_another_column(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="targi")
    lay(page, "well 1", "well 2", "camp 1")
    open_card(page, "Ben")
    # The answer to the save has come.
    expect(page.locator(".sums li")).not_to_have_count(0)
    expect(page.locator(".sums:visible li")).to_have_count(0)
    open_card(page, "Anna")
    expect(page.locator(".sums:visible")).to_contain_text("+4")


@WIDTHS
def test_a_display_of_targi_and_a_tie_that_gold_decides(phone, width):
    page = phone(width=width)
    start_play(page, ("Anna", "Ben"), game="targi")
    display = page.locator(".cell .face").first
    height = display.bounding_box()["height"]
    taps = lay(page, "well 1", "well 3", "well 2", "well 1")
    expect(page.locator(".sums:visible")).to_contain_text("+4")
    taps += lay(page, "rider 2", "camp 1", "oasis 1", "targia 1")
    taps += lay(page, "well 2", "well 2", "rider 3", "rider 3")
    # Four equal cards and four different ones bring a bonus, and their rows are framed.
    # A display is drawn anew once it is stored: all is asked at once.
    slots = "[...document.querySelectorAll('.cell .slot')]"
    framed = page.evaluate(f"() => {slots}.map((each) => getComputedStyle(each).borderWidth)")
    assert framed == ["2px"] * 8 + ["1px"] * (4 + 12)
    # How it is made up stands beneath: the printed points, and each bonus.
    expect(display.locator("small")).to_have_text("22 + 4 + 2 = 28")
    assert display.bounding_box()["height"] == height
    assert taps <= 14
    # One card is corrected, the others stay.
    face(page, "Anna", "Rows").click()
    display.locator(".slot").nth(7).click()
    lay(page, "targia 2")
    expect(display).to_have_attribute("aria-label", re.compile("oasis 1, Targia 2, well 2"))
    # By the keyboard another one; then it is as it was.
    face(page, "Anna", "Rows").click()
    card = page.get_by_role("button", name="Card 1: well 1")
    card.press("Enter")
    expect(card).to_be_focused()
    lay(page, "camp 0")
    expect(display).to_have_attribute("aria-label", re.compile("camp 0, "))
    face(page, "Anna", "Rows").click()
    display.locator(".slot").first.click()
    lay(page, "well 1")
    enter(page, {"tokens": 4, "special": 3})
    # Printed 7 + 6 + 10, four equal 4, four different 2.
    open_card(page, "Anna")
    expect(page.locator(".sums:visible")).to_contain_text("+23")
    expect(page.locator(".sums:visible")).to_contain_text("+6")
    open_card(page, "Ben")
    enter(page, {"tokens": 36})
    done(page)
    close_button(page).click()
    expect(page.locator("h1")).to_have_text("Tie for first place")
    page.locator("input.figure").first.fill("1")
    page.locator("input.figure").nth(1).fill("2")
    page.get_by_role("button", name="Save and finish").click()
    expect(page.locator(".winners")).to_have_text("Ben")
    expect(page.locator(".podium")).to_contain_text("wins on the tiebreaker · gold")
    assert points(page) == {"Anna": 36, "Ben": 36}
    # What decided is as large as what was counted.
    size = page.locator(".cell b").first.evaluate("(each) => getComputedStyle(each).font")
    expect(page.locator(".tie-break td.alone")).to_have_css("font", size)
    # Each of its rows has a picture of its own.
    pictures = page.locator("tbody .row-head, .tie-break .row-head").evaluate_all(
        "(all) => all.map((each) => each.querySelector('svg')?.outerHTML)"
    )
    assert all(pictures)


@WIDTHS
def test_the_three_parts_of_five_tribes(phone, width):
    page = phone(width=width)
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    lay_down(page, "tile_8", "palms", "palms", "tile_15", "palaces", "tile_6", "tile_6")
    page.locator("[data-key=tile_15]").dispatch_event("click")
    expect(page.locator("[data-note]:visible")).to_contain_text("at most 1")
    page.locator(".strip:visible button").last.click()
    expect(page.locator(".sums:visible")).to_contain_text("+29")
    expect(main_button(page)).to_have_text("Next: Cards")
    main_button(page).click()
    lay_down(page, "ivory", "jewels", "papyrus", "silk", "spice", "fish", "wheat", "wheat", "fish", "fakirs")
    expect(page.locator(".sums:visible")).to_contain_text("7 kinds 40 + 2 kinds 3")
    main_button(page).click()
    enter(page, {"gold": 20, "viziers": 5, "elders": 3})
    face(page, "Anna", "Djinns").click()
    pick(page, "Jafaar", "Marid")
    # In other words once Anna's column, in which nothing is missing, has gone in by itself.
    expect(main_button(page)).to_have_text(re.compile("^(Next: Ben|Go to Ben)"))
    main_button(page).click()
    expect(card_name(page)).to_have_text("Ben")
    face(page, "Ben", "Djinns").click()
    expect(page.locator("[data-key=jafaar]")).to_contain_text("Anna")
    enter(page, {"gold": 30, "viziers": 3})
    done(page)
    to_result(page)
    # Tiles 8 + 15 + 6, palms 2 × 3, a palace 5, sets 43, gold 20, viziers 5 × 3 + 10, elders 3 × 2, djinns 6 + 6.
    assert points(page) == {"Anna": 29 + 6 + 5 + 43 + 20 + 25 + 6 + 12, "Ben": 33}
    assert "Jafaar" in page.locator("#why-end-viziers li").first.text_content()
    finish(page)
    expect(page.locator(".winners")).to_have_text("Anna")


@pytest.mark.long
def test_where_nothing_more_comes_each_zero_is_muted_and_the_next_cell_stands_beneath_its_name(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris", "Dora"), game="five-tribes")
    face(page, "Anna", "Djinns").click()
    main_button(page).click()
    page.get_by_role("button", name="Rest 0").locator("visible=true").click()
    expect(card_name(page)).to_have_text("Ben")
    zeros = page.locator("#sheet .cell.zero > :is(.figure, .face)")
    expect(zeros).to_have_count(6)
    assert len(set(zeros.evaluate_all("(all) => all.map((each) => getComputedStyle(each).color)"))) == 1
    name, cursor = (page.locator(f"#sheet .active:is({part})").bounding_box() for part in ("th", "td"))
    assert name["y"] + name["height"] <= cursor["y"] + 1


@WIDTHS
def test_the_solo_game_tells_the_verdict_and_what_was_missing(phone, width):
    page = phone(width=width)
    start_play(page, ("Anna",), game="five-tribes-solo")
    enter(page, {"gold": 120, "viziers": 9, "elders": 20})
    enter(page, {"council": 4})
    done(page)
    to_result(page)
    # Gold 120, viziers 9 and 10 for more than the council, elders 40.
    expect(page.locator(".ledger .total")).to_have_text(re.compile(r"Total\s*179"))
    expect(page.locator(".ledger tr", has_text="Viziers")).to_contain_text("19")
    finish(page)
    expect(page.locator(".podium")).to_contain_text("Won")
    expect(page.locator(".podium")).to_contain_text("Not yet even a vizier")
    expect(page.locator(".podium")).to_contain_text("12 points short of")
    expect(page.get_by_role("heading", name="Group high scores")).to_be_visible()


@pytest.mark.long
def test_a_lost_solo_game_shows_what_lost_it_and_its_points_stand_in_a_column(phone):
    page = phone()
    start_play(page, ("Anna",), game="five-tribes-solo")
    enter(page, {"gold": 120, "viziers": 4, "elders": 2, "council": 5})
    done(page)
    to_result(page)
    for _where in ("result", "end"):
        reasons = page.locator(".ledger .reason")
        colours = reasons.evaluate_all("(all) => all.map((each) => getComputedStyle(each).color)")
        (red,) = (at for at, colour in enumerate(colours) if colours.count(colour) == 1)
        expect(reasons.nth(red)).to_contain_text("more than the council")
        ends = page.locator(".ledger .cell b, .ledger .total td").evaluate_all(ENDS_OF_FIGURES)
        assert len(ends) > 5
        assert max(ends) - min(ends) < 1, ends
        if not page.locator(".podium").count():
            finish(page)
            expect(page.locator(".podium")).to_be_visible()


@pytest.mark.long
def test_at_200_percent_ratings_and_reasons_of_a_solo_game_have_room(phone):
    page = phone(width=195)
    start_play(page, ("Anna",), game="five-tribes-solo")
    enter(page, {"gold": 20, "viziers": 4, "council": 5})
    done(page)
    to_result(page)
    finish(page)
    headline = page.locator(".winners")
    expect(headline).to_have_text("Lost")
    # On one line.
    assert headline.bounding_box()["height"] < 48
    assert all(reason.bounding_box()["width"] > 150 for reason in page.locator(".ledger .reason").all())
    ranges = "(all) => all.every(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)"
    assert page.locator(".tiers li").evaluate_all(ranges)


@pytest.mark.long
def test_on_a_phone_on_its_side_the_djinns_and_what_comes_next_are_in_sight_together(phone):
    page = phone(width=844, height=390)
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    face(page, "Anna", "Djinns").click()
    expect(page.locator(".keys:visible")).to_be_in_viewport(ratio=1)
    expect(main_button(page)).to_be_in_viewport(ratio=1)
    # Four rows of names and not three.
    assert page.locator(".keys:visible").bounding_box()["height"] > 200


@pytest.mark.parametrize("row", ["Cards", "Board", "Gold coins"])
@pytest.mark.long
def test_the_keys_of_five_tribes_leave_their_cell_in_sight(phone, row):
    page = phone(height=664)
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    cell = page.locator("#sheet tbody tr", has=page.get_by_text(row, exact=True)).locator(".cell").first
    cell.locator(".face, .figure").click()
    expect(page.locator(".keys:visible")).to_be_in_viewport(ratio=1)
    place, dock = cell.bounding_box(), page.locator(".dock").bounding_box()
    assert place["y"] >= page.locator(".head").bounding_box()["height"] - 1
    assert place["y"] + place["height"] <= dock["y"] + 1


@pytest.mark.long
def test_two_phones_never_own_the_same_djinn_unnoticed(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    for name in ("Anna", "Ben"):
        open_card(page, name)
        face(page, name, "Djinns").click()
        pick(page, "Marid")
    expect(page.locator("#faults")).to_contain_text("Marid is entered for more than one player: Anna and Ben.")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_who_has_nothing_more_says_so_with_one_tap_in_every_game(phone, game):
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris")[: max(2, GAMES[game].seats[0])][: GAMES[game].seats[-1]], game=game)
    rest = page.get_by_role("button", name="Rest 0")
    counted = page.locator("#counted", has_text=re.compile("^[^0]"))
    # Something is counted first, and rows with fifteen keys leave no room for it.
    for _ in range(20):
        if rest.is_visible() or counted.count():
            break
        zero = page.locator("#figure-keys button:visible", has_text=re.compile("^0$"))
        zero.or_(main_button(page)).filter(visible=True).first.click()
    if not counted.count():
        rest.click()
    expect(page.locator("#counted")).to_contain_text("1 of")
    page.reload()
    expect(page.locator("#counted")).to_contain_text("1 of")


@pytest.mark.long
def test_next_leads_through_all_rows_of_a_column_before_it_is_in(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    lay_down(page, "palms")
    for label in ("Cards", "Gold coins"):
        expect(main_button(page)).to_have_text(f"Next: {label}")
        main_button(page).click()
    enter(page, {"gold": 3, "viziers": 1, "elders": 0})
    expect(page.locator("#counted")).to_contain_text("0 of 2")
    # The djinns are not passed over.
    face(page, "Anna", "Djinns").click()
    expect(main_button(page)).to_have_text("Next: Ben")
    main_button(page).click()
    expect(card_name(page)).to_have_text("Ben")
    expect(page.locator("#counted")).to_contain_text("1 of 2")
