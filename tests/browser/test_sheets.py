"""Blank score sheets, printed by a real browser and read back: every game, number of players, language and paper."""

import json
import re
from collections import Counter
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from django.utils import translation
from playwright.sync_api import expect

from companion.core.language.texts import say
from companion.results.grouped_counts import group_counts
from companion.results.printing.blank_layout import PICTURE
from companion.results.printing.layout_choice import fits_twice, papers_for
from companion.results.printing.paper import PAPERS
from companion.results.printing.qr_codes import read_layout as read_code
from companion.results.printing.qr_codes import version_of
from companion.results.printing.totals import SEATS
from companion.rules import GAMES
from companion.rules.library import LIBRARY
from tests.browser.printed import MARGIN, codes, ink, plain, printed, read
from tests.browser.server import LASTING_HOST
from tests.browser.table import group_path, play_path, send, start_play
from tests.lanes import IS_LONG, long

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
one_game = pytest.mark.parametrize(
    "game", [game if key == "tuareg" else long(game) for key, game in GAMES.items()], ids=GAMES
)
LANGUAGES = ["en", "de", "ja"]
# What a publisher's sheet has at least: type of 7 points, and boxes of 8 millimetres each way.
LEAST_TYPE, LEAST_BOX, LEAST_CODE = 7, 8, 16.99
MEASURES = """() => [...document.querySelectorAll("main")].map((main) => {
    const mm = (length) => length / 96 * 25.4;
    const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT), small = [];
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const size = parseFloat(getComputedStyle(node.parentElement).fontSize) * 0.75;
        if (node.data.trim() && size < LEAST - 0.01) small.push(`${node.data.trim()}: ${size} pt`);
    }
    const cells = ".pad :is(.entry, .sum, .total, .boxes) > td:not(.display), .pad .display td";
    const boxes = [...main.querySelectorAll(cells)].map((box) => box.getBoundingClientRect());
    const least = (sizes) => Math.min(...sizes.map(mm));
    const code = main.querySelector(".qr"), sheets = [...main.querySelectorAll(".blank")];
    return {
        small,
        width: least(boxes.map((box) => box.width)),
        height: least(boxes.map((box) => box.height)),
        over: sheets.filter((each) => each.scrollHeight > each.clientHeight + 1).length,
        sheets: sheets.length,
        code: code ? mm(code.getBoundingClientRect().width) : null,
        rows: [...main.querySelectorAll(".pad .entry")].map((row) => mm(row.getBoundingClientRect().height)),
        wanted: [...main.querySelectorAll(".pad .entry")].map((row) => heightOf(row)),
    };
    function heightOf(row) {
        const [, kind, number] = row.className.match(/(tall|high)-(\\d+)/);
        const sheet = row.closest(".blank");
        const step = sheet.className.match(/rows-(\\d+)/)[1] * 1 + (sheet.classList.contains("half") ? 0.5 : 0);
        return kind === "high" ? Number(number) : number * step;
    }
})""".replace("LEAST", str(LEAST_TYPE))


@pytest.fixture(scope="module")
def paper_page(browser, port):
    """One page of one phone, which prints them all; the site's name there is one that lasts."""
    context = browser.new_context(base_url=f"http://{LASTING_HOST}:{port}")
    yield context.new_page()
    context.close()


def words_of(game, seats, *, is_small) -> Counter:
    """Every text that must stand on a sheet in the language of the moment, and how often at least."""
    options, words = game.options_on_paper({}), Counter({say(game.title): 1, game.publisher: 1, str(game.year): 1})
    told = set()
    for stage in game.stages:
        items = {item.key: item for item in stage.items_with(options)}
        words.update([say(stage.label)] if len(game.stages) > 1 else [])
        words.update([say(stage.reminder)] if stage.reminder else [])
        words.update(say(item.worth_with(options)) for item in items.values())
        words.update(say(item.label) for item in items.values() if item.key not in {each.key for each in stage.fields})
        together = group_counts(stage.fields_with(options), items.values())
        for field in stage.fields_with(options):
            if field.key in together:
                supply = [] if is_small else [f"{say(field.label)} ×{field.supply_for(seats)}"]
                face = str(field.face) if is_small else f"{field.face} ×"
                words.update([face] if field.face else supply)
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
        # What is done after each of several stages stands there once.
        done = [
            (each.short if is_small and each.short else each.text, each)
            for each in game.instructions(nobody, stage.key)
        ]
        told |= {say(each.text if PICTURE in say(short) else short) for short, each in done}
    words.update(told)
    words.update(map(say, game.verdicts))
    words.update(translation.gettext(word) for word in ("Date", "Location", "Name", "Total", "Score by phone"))
    return words


def missing_words(game, seats, language, text, *, copies, is_small):
    with translation.override(language):
        wanted = words_of(game, seats, is_small=is_small)
    return [word for word, times in wanted.items() if text.count(plain(word)) < times * copies]


def has_room_twice(game, seats, language, paper):
    with translation.override(language):
        return fits_twice(game, game.options_on_paper({}), paper, seats=seats)


def is_offered(game, seats, language, paper):
    with translation.override(language):
        return paper in papers_for(game, game.options_on_paper({}), seats=seats)


def faults_of(page, game, seats, language, paper, *, copies):
    """What is wrong with one print."""
    query = urlencode({"players": seats, "language": language, "paper": paper.key, "copies": copies})
    _, pages = printed(page, f"/games/{game.slug}/sheet?{query}")
    for each in pages:
        yield from each.faults(margin=MARGIN)
    text = plain("".join(each.text for each in pages))
    is_small = paper.is_small or copies == 2
    missing = missing_words(game, seats, language, text, copies=copies, is_small=is_small)
    yield from (f"“{word}” is missing" for word in missing)
    yield from faults_of_the_measures(*measures(page), pages, copies=copies)


def measures(page) -> list[dict]:
    """What is measured of each sheet that the page shows, as it is printed."""
    page.emulate_media(media="print")
    found = page.evaluate(MEASURES)
    page.emulate_media(media="null")
    return found


def faults_of_the_measures(its, pages, *, copies=1):
    """Whether a sheet takes more pages than it should, and whether anything is too small to read or to write in."""
    yield from (f"small type: {text}" for text in its["small"])
    if min(its["width"], its["height"]) < LEAST_BOX - 0.1:
        yield f"boxes of {its['width']:.1f} × {its['height']:.1f} mm"
    if len(pages) != its["sheets"] // copies or len(pages) != 1:
        yield f"{len(pages)} pages for {its['sheets']} sheets"
    if its["over"]:
        yield "more than its page has room for"
    if its["code"] is not None and its["code"] < LEAST_CODE:
        yield f"a code of {its['code']} mm"
    apart = [(now, wanted) for now, wanted in zip(its["rows"], its["wanted"], strict=True) if abs(now - wanted) > 0.3]
    yield from (f"a row of {now:.1f} mm instead of {wanted:.1f}" for now, wanted in apart)


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
        if is_offered(game, seats, language, paper)
        for copies in ((1, 2) if has_room_twice(game, seats, language, paper) else (1,))
        for fault in faults_of(paper_page, game, seats, language, paper, copies=copies)
    ]
    assert not found, "\n".join(found)


# Three scorings of seven rows are more than this paper holds.
ON_TWO_PAGES = {("/games/alhambra/sheet?", "letter")}


def every_sheet():
    """The address of every blank sheet that a page holds: of each game and of totals, by players and paper.

    Every day the fewest and the most players of each, and a paper and a language in turn.
    """
    every = {f"/games/{slug}/sheet?": game.seats for slug, game in {**LIBRARY, **GAMES}.items()}
    for number, (path, seats) in enumerate({**every, "/totals/sheet?": SEATS}.items()):
        for place, players in enumerate(seats if IS_LONG else sorted({seats[0], seats[-1]})):
            for turn, paper in enumerate(PAPERS):
                if (path, paper) not in ON_TWO_PAGES and (IS_LONG or (number + place) % 3 == turn):
                    for language in LANGUAGES if IS_LONG else [LANGUAGES[(number + turn) % 3]]:
                        yield path + urlencode({"players": players, "paper": paper, "language": language})


def fetched(port, path) -> tuple[str, str]:
    """The paper's stylesheet of a sheet, and what is printed of it."""
    asked = Request(f"http://127.0.0.1:{port}{path}", headers={"Host": f"{LASTING_HOST}:{port}"})
    with urlopen(asked) as answer:
        page = answer.read().decode()
    return re.search(r'href="([^"]*/paper/[^"]*)"', page)[1], re.search("<main.*</main>", page, re.DOTALL)[0]


def test_every_sheet_has_one_page_large_type_and_boxes_for_a_pencil(paper_page, port):
    """Sheets on the same paper are printed as one document, which takes a tenth of the time."""
    documents, found = {}, []
    for path in every_sheet():
        style, sheet = fetched(port, path)
        documents.setdefault(style, []).append((path, sheet))
    for sheets in documents.values():
        for start in range(0, len(sheets), 60):
            found += faults_of_a_document(paper_page, sheets[start : start + 60])
    assert not found, "\n".join(found)


# Words of one Japanese script in the heads that end on another line than they begin on, without a place to break.
BROKEN_HEADS = """() => [...document.querySelectorAll(".pad .heading td, .pad .boxes small")].flatMap((head) => {
    const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT), broken = [];
    const line = (at) => {
        const range = document.createRange();
        range.setStart(texts.currentNode, at);
        range.setEnd(texts.currentNode, at + 1);
        return range.getBoundingClientRect().top;
    };
    while (texts.nextNode())
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/[ァ-ヺー]+|[一-鿿]+/g))
            if (line(index + word.length - 1) - line(index) > 2) broken.push(word);
    return broken;
})"""
IN_BOXES = [slug for slug, game in {**LIBRARY, **GAMES}.items() if game.rounds or len(game.stages) > 1]
DAILY_IN_BOXES = ("tichu", "canasta", "scout")


@pytest.mark.parametrize("slug", [slug if slug in DAILY_IN_BOXES else long(slug) for slug in IN_BOXES])
def test_japanese_heads_of_boxes_break_between_words(paper_page, slug):
    found, seats = [], {**LIBRARY, **GAMES}[slug].seats
    for players in {min(4, seats[-1]), seats[-1]}:
        for paper in PAPERS:
            paper_page.goto(f"/games/{slug}/sheet?{urlencode({'players': players, 'paper': paper, 'language': 'ja'})}")
            paper_page.emulate_media(media="print")
            found += [f"{players} players, {paper}: {word}" for word in paper_page.evaluate(BROKEN_HEADS)]
            paper_page.emulate_media(media="null")
    assert not found, "\n".join(found)


def faults_of_a_document(page, sheets):
    """What is wrong with these sheets on the same paper, each a path and what is printed of it."""
    page.goto(sheets[0][0])
    page.evaluate(
        """(sheets) => {
            const apart = new CSSStyleSheet();
            apart.replaceSync("main + main { break-before: page; }");
            document.adoptedStyleSheets = [apart];
            document.body.innerHTML = sheets.join("");
        }""",
        [sheet for _, sheet in sheets],
    )
    pages = read(page.pdf(prefer_css_page_size=True))
    if len(pages) != len(sheets):
        yield f"{len(pages)} pages for {len(sheets)} sheets from {sheets[0][0]} to {sheets[-1][0]}"
    for (path, _), its, printed_page in zip(sheets, measures(page), pages, strict=False):
        for fault in (*faults_of_the_measures(its, [printed_page]), *printed_page.faults(margin=MARGIN)):
            yield f"{path}: {fault}"


@pytest.mark.parametrize(
    "query",
    [
        # The dakuten of こねこばくはつ rises above its line, at the top of the page.
        "exploding-kittens/sheet?players=5&paper=a4&language=ja",
        # Long words stand in boxes side by side.
        "sushi-go/sheet?players=2&paper=letter&language=de",
        "wizard/sheet?players=6&paper=a5&language=de",
    ],
)
def test_words_stay_on_their_page_and_apart_from_those_of_the_next_box(paper_page, port, query):
    path = f"/games/{query}"
    _, sheet = fetched(port, path)
    assert list(faults_of_a_document(paper_page, [(path, sheet)] * 2)) == []


LONG_SHEET = {
    "format": "caravan.sheet/1",
    "title": "A long evening",
    "players": [2, 4],
    "rows": [{"key": f"task_{number}", "label": f"Task {number}", "kind": "points"} for number in range(1, 41)],
}


@pytest.fixture(scope="module")
def long_sheet(paper_page):
    """The address of a sheet of a group's own with more rows than a page has room for."""
    start_play(paper_page, ("Anna", "Ben"))
    group = group_path(paper_page, play_path(paper_page))
    paper_page.goto(group)
    place = send(paper_page, f"{group}sheets/import", sheet=json.dumps(LONG_SHEET), confirm=1)
    slug = re.search(r"own-\w+", place)[0]
    return f"/games/{slug}/sheet?group={group.split('/')[2]}&players=3&language=en"


def test_a_stage_longer_than_a_page_runs_on_beneath_the_same_head(paper_page, long_sheet):
    _, pages = printed(paper_page, f"{long_sheet}&paper=a4")
    first, last = (each.text for each in pages)
    assert "Task 1" in first and "1 / 2" in first
    assert "Task 40" in last and "Total" in last and "Name" in last and "2 / 2" in last
    assert [fault for each in pages for fault in each.faults(margin=MARGIN)] == []


@one_game
def test_its_code_starts_a_play_for_its_number_of_players_and_names_what_is_printed(paper_page, game, port):
    seats = game.seats[-1]
    pdf, _ = printed(paper_page, f"/games/{game.slug}/sheet?paper=a5&language=ja&players={seats}")
    (address,) = codes(pdf)
    start, layout = address.split("&layout=")
    assert start == f"http://{LASTING_HOST}:{port}/games/{game.slug}?seats={seats}"
    its = read_code(layout)
    paper = its.paper.partition("-")[0]
    assert (its.version, its.language, its.page) == (version_of(game), "ja", 1)
    assert paper == ("a4" if game.slug == "basari" else "a5")
    assert len(its.options) in (0, len(game.options))
    paper_page.goto(address)
    assert paper_page.locator("[name=player]").count() == seats


def test_code_of_totals_begins_totals(paper_page, port):
    pdf, _ = printed(paper_page, "/totals/sheet?paper=a5&language=de&players=12")
    (address,) = codes(pdf)
    start, layout = address.split("&layout=")
    assert start == f"http://{LASTING_HOST}:{port}/totals?seats=12"
    assert (read_code(layout).language, read_code(layout).paper) == ("de", "a5")
    paper_page.goto(address)
    expect(paper_page.locator("[name=player-11]")).to_have_count(1)


def test_each_page_has_a_code_of_its_own(paper_page, long_sheet):
    pdf, pages = printed(paper_page, f"{long_sheet}&paper=letter")
    assert len(pages) > 1
    its = [codes(pdf, number)[0].split("&layout=")[1].split("&")[0] for number in range(len(pages))]
    assert [read_code(each).page for each in its] == list(range(1, len(pages) + 1))


@pytest.mark.long
def test_where_the_site_has_no_lasting_name_the_sheet_has_no_code_and_is_right_without(phone):
    pdf, pages = printed(phone(), "/games/basari/sheet?paper=a4&players=5")
    assert codes(pdf) == []
    assert len(pages) == 1
    assert list(pages[0].faults(margin=MARGIN)) == []


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_numbers_printed_in_a_box_stand_on_one_line_each(paper_page, paper):
    paper_page.goto(f"/games/five-tribes/sheet?paper={paper}&players=4")
    numbers = paper_page.locator(".faces span")
    assert numbers.first.inner_text() == ("4 ×" if paper == "a4" else "4")
    assert numbers.evaluate_all("(all) => all.filter((each) => each.scrollHeight > 12).length") == 0


@pytest.mark.parametrize("colours", [long("light"), "dark"])
def test_it_is_black_on_white_and_sparing_with_ink(paper_page, colours):
    paper_page.emulate_media(color_scheme=colours)
    pdf, _ = printed(paper_page, "/games/five-tribes/sheet?paper=a4")
    paper_page.emulate_media(color_scheme=None)
    assert 0.01 < ink(pdf) < 0.06


def test_every_other_seat_stands_on_a_tint_that_is_light_enough_to_write_on(paper_page):
    paper_page.goto("/games/tuareg/sheet?players=4")
    grounds = paper_page.evaluate(
        "[...document.querySelectorAll('.pad .who td')].map(e => getComputedStyle(e).backgroundColor)"
    )
    tint, clear = grounds[0], "rgba(0, 0, 0, 0)"
    assert grounds == [tint, clear, tint, clear]
    parts = paper_page.evaluate(
        """(tint) => {
            const pen = Object.assign(document.createElement("canvas").getContext("2d"), {fillStyle: tint});
            pen.fillRect(0, 0, 1, 1);
            return [...pen.getImageData(0, 0, 1, 1).data];
        }""",
        tint,
    )
    assert all(0.9 * 255 < part <= 255 for part in parts)
    assert min(parts) < 250
    assert paper_page.evaluate("getComputedStyle(document.querySelector('.pad')).printColorAdjust") == "exact"


def test_words_of_two_lines_stand_beside_their_rows_picture_not_beneath_it(paper_page):
    paper_page.goto("/games/targi/sheet?paper=a5&players=2&language=ja")
    lefts = paper_page.locator(".pad th > div:has(> svg)").evaluate_all(
        """(all) => all.map((words) => {
            const text = words.querySelector("span").getBoundingClientRect();
            return text.left - words.querySelector("svg").getBoundingClientRect().right;
        })"""
    )
    assert lefts and all(left > 0 for left in lefts)


def test_preview_is_as_wide_as_a_phone_and_on_a_desk_as_the_paper(paper_page):
    wide = """() => {
        const desk = document.querySelector(".desk"), page = document.querySelector(".page");
        return [desk.scrollWidth - desk.clientWidth, Math.round(page.getBoundingClientRect().width)];
    }"""
    paper_page.goto("/games/tuareg/sheet?paper=a4")
    found = []
    for width in (320, 1280):
        paper_page.set_viewport_size({"width": width, "height": 800})
        found.append(paper_page.evaluate(wide))
    assert found == [[0, 288], [0, 794]]


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
    expect(page.locator(".pad .who td")).to_have_count(2)


@pytest.mark.long
def test_without_script_the_same_page_is_shown_by_a_button_and_printed_from_the_browsers_menu(phone):
    page = phone(java_script_enabled=False)
    page.goto("/games/tuareg/sheet")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.locator(".by-menu")).to_be_visible()
    page.get_by_label("Language").select_option("ja")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".sheet h2")).to_have_text("トゥワレグ")
