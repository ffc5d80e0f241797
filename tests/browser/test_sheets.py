"""Blank score sheets, printed by a real browser and read back: every game, number of players, language and paper."""

import re
from collections import Counter
from urllib.parse import urlencode

import pytest
from django.utils import translation
from playwright.sync_api import expect

from companion.cards.together import counted_together
from companion.language.texts import say
from companion.rules import GAMES
from companion.sheets.blank import BlankSheet
from companion.sheets.paper import MARGIN, PAPERS, fits_twice
from tests.browser.printed import codes, ink, plain, printed
from tests.browser.server import LASTING_HOST
from tests.lanes import IS_LONG, long

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
one_game = pytest.mark.parametrize(
    "game", [game if key == "tuareg" else long(game) for key, game in GAMES.items()], ids=GAMES
)
LANGUAGES = ["en", "de", "ja"]
# How the sheets of these games lie on their paper; of any other game no word may be missing, cut off or covered.
# Which of them take more than a page of A5 (all others take one, on every paper): as many pages, by number of players.
RUNS_ON = {
    "tuareg": {5: 2},
    "basari": {3: 2, 4: 2, 5: 3},
    "targi": {},
    "five-tribes": {},
    "five-tribes-solo": {},
}
# With four columns of boxes German words need a second page, except in a narrow font.
MAY_RUN_ON = ("tuareg", 4, "de")
# Which sheets have room twice on a page of A4 or Letter. Whether four columns of boxes fit hangs on the words.
TWICE = {"tuareg": {2, 3}, "targi": {2}, "five-tribes": {2, 3}, "five-tribes-solo": {1}}
TWICE_BY_THE_WORDS = (("tuareg", 4), ("five-tribes", 4))
# What a pencil needs, in millimetres: a box for a count or for points, and one of a tally's.
BOX, TALLY_BOX = (12, 8), (6, 8)
SMALLEST_BOXES = """() => {
    const smallest = (selector) => {
        const boxes = [...document.querySelectorAll(selector)].map((box) => box.getBoundingClientRect());
        const least = (sizes) => Math.min(...sizes) / 96 * 25.4;
        return boxes.length ? [least(boxes.map((box) => box.width)), least(boxes.map((box) => box.height))] : null;
    };
    const usual = ".form .entry > td:not(.unused, .tally, .display, .answers), .form .display td, .form .of-all";
    return {usual: smallest(usual), tally: smallest(".form .tally td td")};
}"""


@pytest.fixture(scope="module")
def paper_page(browser, port):
    """One page of one phone, which prints them all; the site's name there is one that lasts."""
    context = browser.new_context(base_url=f"http://{LASTING_HOST}:{port}")
    yield context.new_page()
    context.close()


def pages_wanted(game, seats, language, paper) -> set:
    if paper.key != "a5":
        return {1}
    return {1, 2} if (game.slug, seats, language) == MAY_RUN_ON else {RUNS_ON[game.slug].get(seats, 1)}


def has_room_twice(game, seats, language, paper):
    if (game.slug, seats) in TWICE_BY_THE_WORDS:
        with translation.override(language):
            return fits_twice(BlankSheet(game, game.options_on_paper({}), seats=seats), paper)
    return paper.key != "a5" and seats in TWICE.get(game.slug, ())


def words_of(game, seats) -> Counter:
    """Every text that must stand on a sheet in the language of the moment, and how often at least."""
    options, words = game.options_on_paper({}), Counter({say(game.title): 1, game.publisher: 1, str(game.year): 1})
    for stage in game.stages:
        items = {item.key: item for item in stage.items_with(options)}
        words.update([say(stage.label)] if len(game.stages) > 1 else [])
        words.update([say(stage.reminder)] if stage.reminder else [])
        words.update(say(item.worth_with(options)) for item in items.values())
        words.update(say(item.label) for item in items.values() if item.key not in {each.key for each in stage.fields})
        together = counted_together(stage.fields_with(options), items.values())
        for field in stage.fields_with(options):
            if field.key in together:
                words[f"{say(field.label)} ×{field.supply_for(seats)}"] += 1
                continue
            # What the box holds stands right behind the word.
            supply = field.supply_for(seats) if field.kind == "count" else None
            words[
                say(field.label) + ("" if supply is None else translation.gettext("of %(limit)s") % {"limit": supply})
            ] += 1
            words.update(f"{say(each.label)} {each.value}" for each in getattr(field, "things", ()))
            words.update(f"{say(each.label)} ×{each.supply}" for each in getattr(field, "symbols", ()))
            words.update(say(each.label) for each in getattr(field, "choices", ()))
        nobody = {"options": options, "seats": [{"player": "", "stages": {}}] * seats}
        words.update(say(each.text) for each in game.instructions(nobody, stage.key))
    words.update(map(say, game.verdicts))
    words.update(translation.gettext(word) for word in ("Date", "Location", "Name", "Total"))
    return words


def missing_words(game, seats, language, text, *, copies):
    with translation.override(language):
        wanted = words_of(game, seats)
    return [word for word, times in wanted.items() if text.count(plain(word)) < times * copies]


def faults_of(page, game, seats, language, paper, *, copies):
    """What is wrong with one print."""
    query = urlencode({"players": seats, "language": language, "paper": paper.key, "copies": copies})
    _, pages = printed(page, f"/games/{game.slug}/sheet?{query}")
    for each in pages:
        yield from each.faults(margin=MARGIN)
    text = plain("".join(each.text for each in pages))
    yield from (f"“{word}” is missing" for word in missing_words(game, seats, language, text, copies=copies))
    if game.slug in RUNS_ON:
        yield from faults_of_the_layout(page, pages, game, seats, language, paper, copies=copies)


def faults_of_the_layout(page, pages, game, seats, language, paper, *, copies):
    """Whether it takes other pages than it should, and whether a pencil lacks room."""
    if len(pages) not in pages_wanted(game, seats, language, paper):
        yield f"{len(pages)} pages"
    is_turned = copies == 2 or (paper.key == "a5" and seats == 5)
    size = (paper.height, paper.width) if is_turned else (paper.width, paper.height)
    for each in pages:
        if (round(each.width), round(each.height)) != tuple(map(round, size)):
            yield f"a page of {each.width:.0f} × {each.height:.0f} mm"
    boxes = page.evaluate(SMALLEST_BOXES)
    for kind, least in (("usual", BOX), ("tally", TALLY_BOX)):
        if boxes[kind] and any(now < wanted - 0.1 for now, wanted in zip(boxes[kind], least, strict=True)):
            yield f"{kind} boxes of {boxes[kind]} mm"
    if (page.locator("[name=copies]").count() == 1) != has_room_twice(game, seats, language, paper):
        yield "two on a page"


@every_game
@pytest.mark.parametrize("others", [0, long(1), long(2)])
def test_every_sheet_is_whole_on_its_pages(paper_page, game, others):
    """Every number of players with every paper, each pair in one of the languages; the long lane has all three.

    Every day there is every third pair of a game for several numbers of players: each number, each paper and each
    language has its turn.
    """
    found = [
        f"{seats} players, {paper.name}, {language}, {copies} on a page: {fault}"
        for row, seats in enumerate(game.seats)
        for column, paper in enumerate(PAPERS.values())
        if IS_LONG or len(game.seats) == 1 or (row + column) % 3 == 0
        for language in [LANGUAGES[(row + 2 * column + others) % 3]]
        for copies in ((1, 2) if has_room_twice(game, seats, language, paper) else (1,))
        for fault in faults_of(paper_page, game, seats, language, paper, copies=copies)
    ]
    assert not found, "\n".join(found)


def test_a_stage_longer_than_a_page_begins_beneath_its_head_and_runs_on_in_whole_lines(paper_page):
    _, pages = printed(paper_page, "/games/yahtzee/sheet?paper=a5&players=8&language=en")
    first, last = (each.text for each in pages)
    assert "Ones" in first
    assert "Chance" in last and "Total" in last
    assert [fault for each in pages for fault in each.faults(margin=MARGIN)] == []


def test_a_page_ends_with_what_is_done_after_its_stage_and_no_line_of_an_empty_row(paper_page):
    _, pages = printed(paper_page, "/games/basari/sheet?paper=a5&players=5&language=en")
    assert len(pages) == 3
    for page in pages[:2]:
        assert min(shape.bottom for shape in page.shapes) > min(box.bottom for _, box in page.signs)


@one_game
def test_its_code_leads_a_phone_to_the_start_of_the_game(paper_page, game, port):
    pdf, _ = printed(paper_page, f"/games/{game.slug}/sheet?paper=a5")
    assert codes(pdf) == [f"http://{LASTING_HOST}:{port}/games/{game.slug}"]


@pytest.mark.long
def test_where_the_site_has_no_lasting_name_the_sheet_has_no_code_and_is_right_without(phone):
    pdf, pages = printed(phone(), "/games/basari/sheet?paper=a4&players=5")
    assert codes(pdf) == []
    assert len(pages) == 1
    assert list(pages[0].faults(margin=MARGIN)) == []


@pytest.mark.parametrize("colours", [long("light"), "dark"])
def test_it_is_black_on_white_and_sparing_with_ink(paper_page, colours):
    paper_page.emulate_media(color_scheme=colours)
    pdf, _ = printed(paper_page, "/games/five-tribes/sheet?paper=a4")
    paper_page.emulate_media(color_scheme=None)
    assert 0.01 < ink(pdf) < 0.06


def test_every_other_seat_stands_on_a_tint_that_is_light_enough_to_write_on(paper_page):
    paper_page.goto("/games/tuareg/sheet?players=4")
    grounds = paper_page.evaluate(
        "[...document.querySelectorAll('.form col')].map(e => getComputedStyle(e).backgroundColor)"
    )
    tint, clear = "rgb(233, 236, 247)", "rgba(0, 0, 0, 0)"
    assert grounds == [clear, *[tint, tint, clear, clear] * 2]
    assert paper_page.evaluate("getComputedStyle(document.querySelector('.form')).printColorAdjust") == "exact"


def test_words_of_two_lines_stand_beside_their_rows_picture_not_beneath_it(paper_page):
    paper_page.goto("/games/targi/sheet?paper=a5&players=2&language=ja")
    lines = paper_page.locator(".form th .words > :has(> svg)").evaluate_all(
        """(all) => all.map((words) => {
            const text = document.createRange();
            text.setStart(words, 1);
            text.setEnd(words, words.childNodes.length);
            const found = [...text.getClientRects()].filter((each) => each.width > 4);
            return found.map((each) => each.left - words.querySelector("svg").getBoundingClientRect().right);
        })"""
    )
    assert max(map(len, lines)) == 2
    assert all(left > 0 for words in lines for left in words)


@pytest.mark.long
def test_a_button_prints_and_a_choice_shows_at_once(phone):
    page = phone()
    page.add_init_script("window.print = () => { document.title = 'printed'; }")
    page.goto("/games/tuareg/sheet")
    expect(page.get_by_role("button", name="Show")).to_be_hidden()
    page.get_by_role("button", name="Print").click()
    expect(page).to_have_title("printed")
    page.get_by_label("Players").select_option("2")
    expect(page).to_have_url(re.compile("players=2"))
    expect(page.locator(".form .name td")).to_have_count(2)


@pytest.mark.long
def test_without_script_the_same_page_is_shown_by_a_button_and_printed_from_the_browsers_menu(phone):
    page = phone(java_script_enabled=False)
    page.goto("/games/tuareg/sheet")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_text("Print it from your browser’s menu")).to_be_visible()
    page.get_by_label("Language").select_option("ja")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".sheet h2")).to_have_text("トゥワレグ")
