"""How the sheet and its keys look while a stage is counted."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from companion.rules import GAMES
from tests.browser.table import (
    NAMES,
    cell,
    close_stage,
    done,
    enter,
    figure,
    key,
    play_path,
    saves,
    score_again,
    start_play,
    undo_button,
)
from tests.browser.test_every_game import lay


@pytest.mark.long
def test_the_cell_of_the_cursor_has_one_frame(phone):
    page = phone()
    start_play(page, NAMES)
    within = page.locator("#sheet .cell.active .figure")
    within.focus()
    expect(page.locator("#sheet .cell.active")).to_have_css("outline-style", "solid")
    expect(within).to_have_css("outline-style", "none")


@pytest.mark.long
def test_in_a_readers_own_colours_the_cell_of_the_cursor_is_framed_and_what_stands_in_it_is_seen(phone):
    page = phone(forced_colors="active")
    start_play(page, NAMES)
    at, beside = page.locator("#sheet .cell.active"), page.locator("#sheet .cell:not(.active)").first
    expect(at).to_have_css("background-color", page.evaluate("getComputedStyle(document.body).backgroundColor"))
    expect(at).to_have_css("outline-width", "3px")
    expect(beside).to_have_css("outline-style", "none")


@pytest.mark.long
def test_keys_of_which_there_are_few_are_as_tall_as_all_others_together(phone):
    page = phone()
    start_play(page, NAMES, game="basari")
    tall = [each.bounding_box()["height"] for each in page.locator(".panel:visible .keys button").all()]
    assert min(tall) >= 97
    main = page.locator(".main[data-score]").bounding_box()
    key(page, 4).click()
    figure(page, "red").click()
    assert page.locator(".main[data-score]").bounding_box() == main


@pytest.mark.long
def test_what_is_tapped_with_keys_of_its_own_stands_apart_from_the_figures_beneath_it(phone):
    page = phone()
    start_play(page, NAMES, game="basari")
    edges = page.locator("#sheet tbody td:nth-child(2)").evaluate_all(
        "(all) => all.map((each) => getComputedStyle(each).borderTopStyle)"
    )
    assert edges == ["none", "solid", "none", "none", "none", "none"]


@pytest.mark.long
def test_what_is_to_be_remembered_stays_in_place_when_a_sum_comes(phone):
    page = phone(height=1200)
    start_play(page, NAMES[:2], game="targi")
    reminder = page.locator(".reminder")
    before = reminder.bounding_box()
    lay(page, "well 1", "well 2", "camp 1")
    expect(page.locator(".sums:visible li").first).to_be_visible()
    assert reminder.bounding_box() == before


@pytest.mark.parametrize(("locale", "height"), [("de", 664), ("en", 390), ("en", 664)])
@pytest.mark.long
def test_beneath_a_browsers_own_bars_five_rows_and_how_far_each_column_is_are_in_sight(phone, locale, height):
    page = phone(locale=locale, width=844 if height == 390 else 390, height=height)
    start_play(page, (*NAMES, "Dora"))
    key(page, 4).click()
    # What an answer brings has come, and stays.
    expect(saves(page)).to_have_value("1")
    expect(page.locator("#sheet .state .quiet").first).to_be_visible()
    seen = page.locator(".dock").bounding_box()["y"] if height > 390 else height
    for last in page.locator("#sheet tbody tr"), page.locator("#sheet .state .quiet"):
        its = last.last.bounding_box()
        assert its["y"] + its["height"] <= seen
    assert page.evaluate("scrollY") == 0


@pytest.mark.long
@pytest.mark.parametrize("game", ["targi", "basari"])
def test_every_row_has_a_picture_of_its_own(phone, game):
    page = phone()
    start_play(page, NAMES[: GAMES[game].seats[-1]], game=game)
    rows = page.locator("#sheet tbody th .row-head")
    pictures = rows.evaluate_all("(all) => all.map((each) => each.querySelector('svg')?.outerHTML)")
    assert all(pictures)
    assert len(set(pictures)) == rows.count()


@pytest.mark.long
def test_the_points_of_the_stages_before_stand_under_the_names_and_follow_a_correction(phone):
    page = phone()
    start_play(page)
    expect(page.locator("#sheet .names small")).to_have_text(["", "", ""])
    for water in 4, 1, 0:
        done(page, enter(page, {"water": water}))
    close_stage(page)
    other = phone(storage_state=page.context.storage_state())
    other.goto(play_path(page))
    before = other.locator("#sheet .names small")
    expect(before).to_have_text(["6", "0", "0"])
    page.locator("#why-1-water summary").click()
    page.locator("#why-1-water").get_by_role("link", name="Edit the counts").click()
    cell(page, "Anna", "water").fill("0")
    score_again(page)
    expect(before).to_have_text(["0", "6", "0"])


@pytest.mark.long
def test_signs_of_the_keys_are_drawn_and_no_letters_that_a_phone_may_lack(phone):
    page = phone()
    start_play(page, NAMES[:2], game="five-tribes")
    page.locator("[data-row=gold] .figure").first.click()
    erase = page.locator("#dock").get_by_role("button", name="Delete digit", exact=True).locator("visible=true")
    key(page, 4).click()
    for button, text in (erase, ""), (undo_button(page), "Undo gold coins\xa04"):
        expect(button.locator("svg")).to_be_visible()
        assert (button.text_content() or "").strip() == text
    # A key of a figure is no sign any more once it is another row's.
    page.locator("[data-row=viziers] .figure").first.click()
    expect(page.locator("#figure-keys svg")).to_have_count(0)
    expect(page.locator("#figure-keys button").last).to_have_text("14+more")


@pytest.mark.long
def test_the_dock_says_the_groups_word_muted_beside_the_readers_and_the_main_button_leaves_it_out(phone):
    page = phone()
    start_play(page, NAMES[:2], game="five-tribes")
    reader = phone(storage_state=page.context.storage_state(), locale="de")
    reader.goto(page.url)
    reader.locator("[data-row=gold] .figure").first.click()
    muted = reader.locator("#dock .what [lang=en]")
    expect(muted).to_have_text("gold coins")
    assert muted.evaluate("(its) => getComputedStyle(its).color !== getComputedStyle(its.parentElement).color")
    reader.locator("#figure-keys button").nth(4).click()
    expect(reader.locator("[data-score]")).to_have_text(re.compile("^Weiter: Wesire"))
    expect(reader.locator("[data-score]")).not_to_contain_text("viziers")


# What is animated the moment a key is pressed: what of it, and for how long.
INKED = """(key) => {
    key.click();
    return document.getAnimations().filter(({effect}) => effect.target.closest("#sheet")).map(({effect}) =>
        [effect.target.className, effect.getTiming().duration, ...new Set(effect.getKeyframes().flatMap(Object.keys))]);
}"""
# What every animation tells of itself beside what it animates.
ALWAYS = {"offset", "easing", "composite", "computedOffset"}


def inked(page, key):
    return [[its, ms, *sorted(set(what) - ALWAYS)] for its, ms, *what in key.evaluate(INKED)]


@pytest.mark.long
def test_a_figure_inks_as_it_is_typed_by_its_opacity_alone_and_stands_there_at_once_for_who_wants_no_motion(phone):
    page = phone()
    start_play(page, NAMES[:2], game="five-tribes")
    tile, gold = page.locator("[data-key=tile_4]"), page.locator("[data-row=gold] .figure").first
    assert inked(page, tile) == [["face", 140, "opacity"]]
    gold.click()
    page.wait_for_function("() => !document.getAnimations().length")
    assert inked(page, key(page, 4)) == [["figure", 140, "opacity"]]
    page.wait_for_function("() => !document.getAnimations().length")
    page.emulate_media(reduced_motion="reduce")
    assert inked(page, key(page, 2)) == []
    expect(gold).to_have_value("42")


# Where the words of a part stand.
WORDS = """(part) => {
    const words = new Range();
    words.selectNodeContents(part);
    return words.getBoundingClientRect();
}"""


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.long
def test_what_is_to_be_counted_again_is_said_beneath_its_own_column_and_no_other(phone, width):
    page = phone(locale="de", width=width)
    start_play(page, (*NAMES, "Dora", "Max"), game="basari")
    for name, red in ("Anna", 15), ("Ben", 12):
        cell(page, name, "red").fill(str(red))
    said = page.locator("#sheet .states .bad")
    expect(said).to_have_text(["neu zählen"] * 2)
    columns = page.locator("#sheet .states td:has(.bad)")
    for its, column in zip(said.all(), columns.all(), strict=True):
        text, box = its.evaluate(WORDS), column.bounding_box()
        assert box["x"] <= text["x"]
        assert text["x"] + text["width"] <= box["x"] + box["width"]


@pytest.mark.parametrize("width", [320, 390])
def test_answers_and_blanks_of_a_row_stand_at_one_height(phone, width):
    page = phone(width=width, locale="de")
    start_play(page, (*NAMES, "Dora"), game="tichu", teams=("1", "2", "1", "2"))
    page.locator("[data-row=double] .face").first.tap()
    page.locator("#dock .keys:visible button").first.tap()
    faces = page.locator("[data-row=double] .face")
    expect(faces.first).to_have_text("Nein")
    expect(faces.last).to_have_text("")
    places = [face.bounding_box() for face in faces.all()]
    assert places[0]["y"] == places[1]["y"]
    assert places[0]["height"] == places[1]["height"]


@pytest.mark.parametrize(("width", "number"), [(390, 6), (320, 8)])
def test_how_far_each_of_many_columns_is_reads_across(phone, width, number):
    names = ["Anna", "Ben", "Clara", "Dirk", "Eva", "Finn", "Gabi", "Hans"][:number]
    page = phone(width=width)
    start_play(page, names, game="skull-king")
    for name, value in ("Anna", "1"), ("Ben", "99"):
        cell(page, name, "tricks__bid").fill(value)
    for row in ("tricks__bid", "tricks__made", "bonus"):
        cell(page, "Clara", row).fill("0")
    states = page.locator("#sheet .state")
    expect(states).to_have_text(
        ["1/31 of 3", "!recount", "✓done", *["–not entered yet"] * (number - 3)], use_inner_text=False
    )
    for state, column in zip(states.all(), page.locator("#sheet .states td + td").all(), strict=True):
        assert state.evaluate("(its) => getComputedStyle(its).writingMode") == "horizontal-tb"
        text, box = state.locator("[aria-hidden]").evaluate(WORDS), column.bounding_box()
        assert box["x"] <= text["x"]
        assert text["x"] + text["width"] <= box["x"] + box["width"]
        assert text["height"] < 20


@pytest.mark.parametrize("locale", ["en", "de", "ja"])
def test_however_long_a_title_is_how_many_are_counted_stands_beneath_it(phone, locale):
    page = phone(locale=locale)
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    heading, number = page.locator(".head bdi"), page.locator(".counted > :first-child")
    for title in heading.inner_text(), "Five Tribes and all their neighbours", "ファイブ・トライブスと隣の部族たち":
        heading.evaluate("(bdi, title) => bdi.append(title)", " " + title)
        for width in 390, 360, 340:
            page.set_viewport_size({"width": width, "height": 844})
            above, beneath = heading.bounding_box(), number.bounding_box()
            assert above["y"] + above["height"] <= beneath["y"] + 3
            assert above["x"] == pytest.approx(beneath["x"], abs=1)
            assert above["x"] + above["width"] <= page.locator(".more").bounding_box()["x"]


@pytest.mark.parametrize("locale", ["en", "de", "ja"])
def test_the_stage_and_how_many_are_counted_stand_in_one_line_beneath_the_title(phone, locale):
    page = phone(locale=locale)
    start_play(page)
    title, where, number = (
        page.locator(f".head {each}").bounding_box() for each in ("h1", ".where", ".counted > :first-child")
    )
    assert title["y"] + title["height"] <= where["y"]
    assert where["y"] == number["y"]
    assert where["x"] + where["width"] < number["x"]
    assert page.locator(".head").bounding_box()["height"] <= 56
    assert page.locator(".head .counted").evaluate("(line) => line.scrollWidth <= line.clientWidth")


def test_what_is_to_be_recounted_reads_as_one_word_a_column(phone):
    page = phone(width=320, locale="de")
    start_play(page, ("Anna", "Ben", "Cleo", "Dora"), game="wizard")
    for name in ("Anna", "Ben", "Cleo", "Dora"):
        cell(page, name, "tricks__bid").fill("0")
        cell(page, name, "tricks__made").fill("1")
    words = page.locator("#sheet .states .bad")
    expect(words).to_have_count(4)
    sides = words.evaluate_all(
        """(all) => all.map((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            const { left, right } = range.getBoundingClientRect();
            return [left, right];
        })"""
    )
    assert all(right + 4 <= left for (_, right), (left, _) in pairwise(sides))


LINES_OF = """(page) => {
    const boxOf = (part) => {
        const range = document.createRange();
        range.selectNodeContents(page.querySelector(part));
        return range.getBoundingClientRect();
    };
    const head = page.querySelector(".head").getBoundingClientRect();
    return [head.height, boxOf(".head h1 bdi"), page.querySelector(".head .where") && boxOf(".head .where")];
}"""


def test_heads_are_equally_high_with_the_line_beneath_the_title_close_to_it_and_a_title_alone_amid_them(phone):
    page = phone(locale="de")
    page.goto("/games/tuareg")
    height, title, line = page.locator("html").evaluate(LINES_OF)
    assert height == 56
    assert line["top"] - title["bottom"] < 5
    start_play(page, ("Anna", "Ben"), game="pandemic")
    height, title, line = page.locator("html").evaluate(LINES_OF)
    assert height == 56
    assert line is None
    assert abs((title["top"] + title["bottom"]) / 2 - height / 2) <= 2


def test_dock_beside_the_sheet_begins_where_the_sheet_does_and_words_of_rows_are_whole(phone):
    page = phone(locale="de", width=1280, height=800)
    start_play(page, (*NAMES, "Dora"))
    sheet, dock = page.locator("#sheet").bounding_box(), page.locator(".dock").bounding_box()
    assert abs(sheet["y"] - dock["y"]) <= 2
    label = page.locator("#sheet [data-row=maps] .word")
    assert label.evaluate("(word) => word.getBoundingClientRect().height") < 24


@pytest.mark.parametrize("width", [320, 390])
def test_how_far_a_column_is_stands_on_one_line(phone, width):
    page = phone(locale="de", width=width)
    start_play(page, (*NAMES, "Dora"))
    key(page, 4).click()
    state = page.locator("#sheet .state .quiet").first
    expect(state).to_have_text("1 von 5")
    assert state.evaluate("(state) => state.getBoundingClientRect().height") < 20


def test_a_japanese_name_is_never_broken_in_the_head_of_a_column_it_shares(phone):
    page = phone()
    start_play(page, ("Anna", "Mia", "花子"), game="pandemic")
    name = page.locator("#sheet thead a :is(bdi, .full)").first
    broken = name.evaluate("""(name) => {
        name.style.display = "inline-block";
        const text = name.firstChild, range = document.createRange(), at = text.data.indexOf("花子");
        range.setStart(text, at);
        range.setEnd(text, at + 2);
        const isBroken = (width) => {
            name.style.width = width + "px";
            return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
        };
        return [...Array(200).keys()].slice(40).filter(isBroken);
    }""")
    assert broken == []
