"""Plays on paper: every game's holdings, points and reasons, with short and long names, and the list of a group."""

import re
from random import Random
from urllib.parse import urlencode, urlsplit

import pytest
from django.utils import translation
from django.utils.text import capfirst

from companion.core.language.short_names import short_names
from companion.core.language.texts import say
from companion.results.grouped_counts import group_counts
from companion.results.printing.filled import ROOM
from companion.results.printing.paper import PAPERS
from companion.rules import GAMES
from companion.rules.library import LIBRARY
from companion.rules.scoring.random_plays import random_play
from companion.rules.scoring.result import score_play
from tests.browser.printed import MARGIN, codes, plain, printed, read
from tests.browser.server import LASTING_HOST
from tests.browser.table import send
from tests.browser.walks.table_of_five import STAGE_1, STAGE_2, count_all, seats_of
from tests.lanes import long

# So high is the foot of a page, in which its number stands well inside the margin.
FOOT = 14
# What stands between a name, its points and their reason on some sheets, and not on others.
SIGNS = str.maketrans("", "", "=:")
SHORT = ("Anna", "Ben", "Chris", "Dora", "Emil")
# Sixty signs each, the most a name can have; of the last two all look much alike.
LONG = (
    "Maximiliane-Theodora Freifrau von Hohenstein-Württemberg Jr.",
    "ヴィルヘルミーナ・アレクサンドロヴナ・フォン・ホーエンシュタインヴュルテンベルク・ジュニア・ザ・セカンド・オブ・ウィーン",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte",
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewi1",
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewi2",
)
BASARI = [
    {"bazaar": "4 7 5", "red": 7, "yellow": 5, "green": 3, "blue": 2, "workers": 15},
    {"bazaar": "6", "red": 4, "yellow": 5, "green": 5, "blue": 4, "workers": 12},
    {"red": 4, "yellow": 2, "green": 4, "blue": 6, "workers": 11},
    {"bazaar": "4 4 4 4", "red": 1, "yellow": 3, "green": 5, "blue": 6, "workers": 9},
    {"red": 2, "workers": 16},
]
# What everybody holds at the end of each stage, as it is typed; of any other game it is drawn by lot.
HELD = {
    "tuareg": {"1": STAGE_1, "2": STAGE_2},
    "basari": {"1": BASARI, "2": BASARI, "3": BASARI},
    "targi": {
        "end": [
            {"rows": "well 1, well 3, well 2, well 1 / rider 2, camp 1", "tokens": 8, "special": 2},
            {"rows": "oasis 1, well 3, camp 2, targia 1 / rider 0", "tokens": 12, "special": 3},
        ]
    },
    "five-tribes": {
        "end": [
            {"tile_4": 1, "tile_6": 3, "palms": 4, "fish": 3, "silk": 2, "fakirs": 3, "gold": 22, "viziers": 5},
            {"tile_15": 1, "palms": 2, "papyrus": 2, "gold": 31, "elders": 6, "djinns": ["lamia", "al-amin"]},
            {"tile_5": 4, "palaces": 3, "viziers": 5, "djinns": ["enki", "utug", "sloar", "marid", "nekir", "hagis"]},
            {"gold": 4, "viziers": 1},
        ]
    },
    "five-tribes-solo": {
        "end": [
            {"tile_6": 5, "palms": 6, "ivory": 1, "fish": 3, "gold": 41, "viziers": 5, "council": 4, "djinns": ["leta"]}
        ]
    },
}
OPTIONS = {
    "tuareg": {"points_water": 6, "points_gold": 5, "points_salt": 4, "points_millet": 3, "maps": "once"}
    | {"tie_break": "hand-sum"},
    "targi": {"expansion": False},
    "five-tribes-solo": {"vizier_bonus": True, "start_gold": 25, "zero_gold_loses": False},
}
HAND_VALUES = (9, 4)
# Long words as people write them, 2000 signs in all.
NOTES = (
    "Der Regen wollte nicht aufhören, also blieben alle, und Ben zählte noch einmal nach. 雨が止まなかった。\n" * 25
)[:2000]
PLACE = "Spielecafé am Markt" * 5
# How many pages of A4 they take at most with short names; a narrow font may need fewer.
PAGES = {"tuareg": 1, "basari": 1, "targi": 1, "five-tribes": 1, "five-tribes-solo": 1}

# Of two and of one stage every day.
DAILY = ("tuareg",)
every_game = pytest.mark.parametrize(
    "game", [game if key in DAILY else long(game) for key, game in GAMES.items()], ids=GAMES
)


@pytest.fixture(scope="module")
def paper_page(browser, port):
    """One page of one phone, which plays and prints everything; the site's name there is one that lasts."""
    context = browser.new_context(base_url=f"http://{LASTING_HOST}:{port}", locale="en")
    yield context.new_page()
    context.close()


def held_in(game, seats=5):
    """What everybody holds at the end of each stage of a game, as it is typed; drawn by lot for so many seats."""
    if game.slug in HELD:
        return HELD[game.slug]
    drawn = random_play(game, Random(2026), [str(seat) for seat in range(min(seats, game.seats[-1]))])
    return {stage.key: [typed(stage, seat["stages"][stage.key]) for seat in drawn["seats"]] for stage in game.stages}


def typed(stage, held):
    """What one seat holds at a stage's end, as it is typed; what it has nothing of is left empty."""
    asked = [field for field in stage.fields if field.key in held and not field.breaks_ties]
    texts = {field.key: field.text(held[field.key]) for field in asked}
    return {
        field.key: held[field.key] if field.one_owner_each else texts[field.key]
        for field in asked
        if field.read(texts[field.key])
    }


def played(page, game, names) -> str:
    """The path of a play that was counted to its end; with short names without a note."""
    page.goto(f"/games/{game.slug}")
    options = OPTIONS.get(game.slug) or game.options_with({})
    path = send(page, f"/games/{game.slug}", player=list(names), played_on="2020-11-20", group="", start=1, **options)
    play = urlsplit(path).path.rstrip("/")
    seats = seats_of(page, play)
    for stage, held in held_in(game, max(len(names), len(SHORT))).items():
        count_all(page, play, seats, stage, held[: len(names)])
        send(page, f"{play}/stages/{stage}/close")
    if game.tie_breaks:
        values = zip(seats, HAND_VALUES, strict=False)
        send(page, f"{play}/tie-break", **{f"seat{seat}-{game.tie_breaks[0]}": value for seat, value in values})
    send(page, f"{play}/finish", shared=1)
    return play


def as_played(game, names):
    """The same play in the play format, as the rules clean what was typed."""
    seats = [{"player": name, "stages": {}} for name in names]
    for stage in game.stages:
        fields = {field.key: field for field in stage.fields_with(game.options_with({}))}
        for seat, held in zip(seats, held_in(game)[stage.key], strict=False):
            parts = {key: value if isinstance(value, list) else [str(value)] for key, value in held.items()}
            seat["stages"][stage.key] = {
                key: fields[key].read(fields[key].join_inputs(each)) for key, each in parts.items()
            }
    if game.tie_breaks and len(names) > 1:
        for seat, value in zip(seats, HAND_VALUES, strict=False):
            seat["stages"][game.stages[-1].key][game.tie_breaks[0]] = value
    return {"game": game.slug, "seats": seats}


def words_of(game, names):
    """What must stand on the sheet in the language of the moment: title, totals, and each line with its reason.

    Among the reasons a long name is a short one.
    """
    result = score_play(as_played(game, names), GAMES)
    shortly = score_play(as_played(game, short_names(names, room=ROOM)), GAMES)
    assert not result.is_blocked
    yield say(game.title)
    yield "20.11.2020" if translation.get_language() == "de" else "2020"
    yield from names
    yield translation.gettext("Total") + "".join(str(standing.points) for standing in result.standings)
    of_itself = {item.key for stage in game.stages for item in stage.items if item.as_counted}
    for standing in shortly.standings:
        for line in standing.lines:
            if line.points and line.item not in of_itself:
                yield f"{standing.player}{line.points}{say(line.reason)}"
    for stage in game.stages:
        for each in (*stage.items_with(game.options_with({})), *([stage] if len(game.stages) > 1 else [])):
            yield say(each.label)
    if result.verdict:
        yield capfirst(say(result.verdict.headline))
        yield from map(say, result.verdict.details)
    if result.decided_by in game.tie_breaks:
        field = next(field for field in game.stages[-1].fields_with(game.options_with({})) if field.breaks_ties)
        yield translation.gettext("wins on the tiebreaker")
        yield say(field.label)


def holdings_of(game, names):
    """Each row of what is held, as it stands on the sheet: a word, and what every seat holds and scores there."""
    result = score_play(as_played(game, names), GAMES)
    for stage in game.stages:
        options = game.options_with({})
        together = group_counts(stage.fields_with(options), stage.items_with(options))
        for field in stage.fields_with(game.options_with({})):
            if field.key in together and together[field.key].scores_its_count:
                # One figure; its reason says what it was of.
                continue
            if field.key in together:
                for seat in as_played(game, names)["seats"]:
                    if number := seat["stages"][stage.key].get(field.key):
                        yield f"{number} × {field.face}" if field.face else f"{say(field.label)} {number}"
                continue
            if field.kind != "count" or field.breaks_ties and field.key != result.decided_by:
                continue
            row, item = say(field.label), stage_item(stage, field)
            for seat, standing in zip(as_played(game, names)["seats"], result.standings, strict=True):
                held = seat["stages"][stage.key].get(field.key)
                points = sum(
                    line.points for line in standing.lines if (line.stage, line.item) == (stage.key, field.key)
                )
                row += shown_in(item, held, points)
            yield row


def shown_in(item, held, points):
    """What a cell shows: nothing is a dot, and what is counted and scores the same stands there once."""
    shown = "–" if held is None else str(held)
    if item is None:
        return shown
    if item.scores_its_count:
        return "·" if held is None else str(points)
    return f"{shown}{points or '·'}"


def stage_item(stage, field):
    """The scoring row of a field's own; None where it has none."""
    return next((item for item in stage.items if item.key == field.key), None)


def faults_of(page, game, play, names, language, paper, *, pages=None, more=()):
    """What is wrong with one print; `more` is what it must say beside what was played."""
    query = urlencode({"language": language, "paper": paper})
    pdf, sheets = printed(page, f"{play}/sheet?{query}")
    size = round(PAPERS[paper].width), round(PAPERS[paper].height)
    for each in sheets:
        if (round(each.width), round(each.height)) != size:
            yield f"a page of {each.width:.0f} × {each.height:.0f} mm"
        yield from each.faults(margin=MARGIN)
    # A sign stands before points of those who are tied, and a colon before a reason in a line with others.
    text = plain("".join(each.text_above(FOOT) for each in sheets)).translate(SIGNS)
    with translation.override(language):
        wanted = [*words_of(game, names), *holdings_of(game, names), *more]
    yield from (f"“{word}” is missing" for word in wanted if plain(word).translate(SIGNS) not in text)
    numbers = [each.text_below(FOOT) for each in sheets]
    if numbers != [f"{place}/{len(sheets)}" for place in range(1, len(sheets) + 1)]:
        yield f"page numbers: {numbers}"
    if pages and len(sheets) > pages:
        yield f"{len(sheets)} pages"
    if [each.partition("?layout=")[0] for each in codes(pdf)] != [page.url.partition("/sheet")[0] + "/"]:
        yield f"codes: {codes(pdf)}"


# German words are the longest; the other languages are on the sheets with long names, and here in the long lane.
@every_game
@pytest.mark.parametrize("languages", [["de"], long(["en", "ja"])], ids="+".join)
def test_a_play_stands_on_paper_with_every_line_and_its_reason(paper_page, game, languages):
    names = SHORT[: game.seats[-1]]
    play, found = played(paper_page, game, names), []
    for language in languages:
        faults = faults_of(paper_page, game, play, names, language, "a4", pages=PAGES.get(game.slug))
        found += [f"{language}: {fault}" for fault in faults]
    assert not found, "\n".join(found)


# How high each row of the counts is, in millimetres.
ROWS = "(rows) => rows.map((row) => row.getBoundingClientRect().height / 96 * 25.4)"


@pytest.mark.parametrize("seats", [5, long(2), long(3), long(4)])
def test_rows_of_a_filled_sheet_share_all_the_room_of_its_only_page(paper_page, seats):
    play, found = played(paper_page, GAMES["tuareg"], SHORT[:seats]), []
    for language, paper, least in (("de", "a4", 6), ("en", "letter", 5.5), ("en", "a5", 4)):
        about = f"{language}, {paper}"
        _, sheets = printed(paper_page, f"{play}/sheet?{urlencode({'language': language, 'paper': paper})}")
        found += [f"{about}: {len(sheets)} pages"] if len(sheets) > 1 else []
        found += [f"{about}: {fault}" for each in sheets for fault in each.faults(margin=MARGIN)]
        lowest = min(box.bottom for _, box in sheets[0].signs if box.bottom >= FOOT)
        found += [f"{about}: the last line is {lowest:.0f} mm above the edge"] if lowest > FOOT + 4 else []
        rows = paper_page.locator(".held tbody tr").evaluate_all(ROWS)
        found += [f"{about}: a row of {min(rows):.1f} mm"] if min(rows) < least else []
    assert not found, "\n".join(found)


def test_words_of_rows_stay_on_one_line_beside_few_columns(paper_page):
    play = played(paper_page, GAMES["tuareg"], SHORT[:4])
    paper_page.goto(f"{play}/sheet?language=de&paper=a4")
    labels = paper_page.locator(".held tbody th span")
    assert labels.count() == 12
    assert set(labels.evaluate_all("(all) => all.map((each) => each.getClientRects().length)")) == {1}


@pytest.mark.long
def test_a_result_printed_from_the_browsers_menu_tells_what_everybody_had_and_nothing_to_press(paper_page):
    paper_page.goto(played(paper_page, GAMES["tuareg"], SHORT))
    sheets = read(paper_page.pdf(format="A4"))
    text = plain("".join(each.text for each in sheets))
    assert plain("Maps held nobody") in text
    for pressed in "Rematch", "Correct", "Changes", "Delete play":
        assert plain(pressed) not in text


@pytest.mark.long
def test_of_two_pages_the_reasons_have_one_for_themselves(paper_page):
    play = played(paper_page, GAMES["basari"], SHORT)
    send(
        paper_page,
        f"{play}/notes",
        place="",
        notes="\n".join("and so on" for _ in range(40)),
        place_was="",
        notes_was="",
    )
    _, sheets = printed(paper_page, f"{play}/sheet?{urlencode({'language': 'en', 'paper': 'a4'})}")
    why = [plain(each.text).count(plain("Why: stage")) for each in sheets]
    assert why == [0, 3]
    assert [fault for each in sheets for fault in each.faults(margin=MARGIN)] == []


ORDINARY = ("Maximilian", "Katharina", "Alexander", "Friederike", "Benjamin", "Charlotte", "Sebastian", "Josephine")
ORDINARY += ("Constantin", "Anneliese")
LIBRARY_OF_ONE_COUNT = [slug for slug in LIBRARY if not LIBRARY[slug].rounds and not LIBRARY[slug].teams]
BROKEN_NAMES = """() => [...document.querySelectorAll(".held thead th span")].filter((name) => {
    const breaks = (name.textContent.match(/[- ]/g) || []).length, box = name.getBoundingClientRect();
    const lines = new Set([...name.getClientRects()].map(({ bottom }) => Math.round(bottom)));
    return lines.size > 1 + breaks || box.right > name.closest("th").getBoundingClientRect().right;
}).map((name) => name.textContent)"""


@pytest.mark.parametrize("slug", LIBRARY_OF_ONE_COUNT)
@pytest.mark.long
def test_a_sheet_of_the_library_fills_a_page_with_ordinary_names_and_one_of_several_stages_two(paper_page, slug):
    game, found = LIBRARY[slug], []
    most = 1 if len(game.stages) == 1 else 2
    for seats in {game.seats[0], game.seats[-1]}:
        play = played(paper_page, game, ORDINARY[:seats])
        for language in ("en", "de", "ja"):
            _, sheets = printed(paper_page, f"{play}/sheet?{urlencode({'language': language, 'paper': 'a4'})}")
            about = f"{seats} players, {language}"
            found += [f"{about}: {len(sheets)} pages"] if len(sheets) > most else []
            found += [f"{about}: “{name}” is broken" for name in paper_page.evaluate(BROKEN_NAMES)]
            found += [f"{about}: {fault}" for each in sheets for fault in each.faults(margin=MARGIN)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.long
def test_long_names_and_a_long_note_run_on_over_as_many_pages_as_they_need(paper_page, game):
    names = LONG[: game.seats[-1]]
    play, found = played(paper_page, game, names), []
    send(paper_page, f"{play}/notes", place=PLACE, notes=NOTES, place_was="", notes_was="")
    for language, paper in (("en", "letter"), ("de", "a4"), ("ja", "a4")):
        faults = faults_of(paper_page, game, play, names, language, paper, more=[PLACE, NOTES])
        found += [f"{language}, {paper}: {fault}" for fault in faults]
    assert not found, "\n".join(found)


# A word that goes on in a line below without a hyphen where it is divided.
CUT_WORDS = """() => [...document.querySelectorAll(".held tbody th, .held .cards td")].flatMap((cell) => {
    const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), cut = [];
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const letter = (place) => {
            const range = document.createRange();
            range.setStart(node, place);
            range.setEnd(node, place + 1);
            return range.getBoundingClientRect();
        };
        for (const { 0: pair, index } of node.data.matchAll(/(?<=\\p{L})\\p{L}/gu))
            if (letter(index).top > letter(index - 1).bottom - 1) cut.push(`${node.data.slice(0, index)}|${pair}`);
    }
    return cut;
})"""


@pytest.mark.long
def test_a_display_on_small_paper_breaks_words_at_their_hyphens_and_has_the_ground_of_its_seat(paper_page):
    play = played(paper_page, GAMES["targi"], SHORT[:2])
    paper_page.goto(f"{play}/sheet?language=de&paper=a5")
    assert paper_page.locator(".held .cards td").count() == 11
    assert paper_page.evaluate(CUT_WORDS) == []
    grounds = "(all) => [...new Set(all.map((each) => getComputedStyle(each).backgroundColor))]"
    assert paper_page.locator(".held .cards td").evaluate_all(grounds) == ["rgba(0, 0, 0, 0)"]


@pytest.mark.long
def test_the_list_of_a_group_repeats_its_head_on_every_page_and_breaks_no_row(paper_page):
    page, game = paper_page, GAMES["five-tribes"]
    page.goto(played(page, game, SHORT[:4]))
    link = page.locator(".links a[href^='/groups/']").first.get_attribute("href")
    group = re.match("/groups/[0-9a-f-]{36}", link)[0]
    for number in range(61):
        day = f"2024-{1 + number % 12:02}-{1 + number % 28:02}"
        names = ["Anna", LONG[number % 5], "Ben"]
        send(page, f"/games/{game.slug}", player=names, played_on=day, group=group.rpartition("/")[2], start=1)
    for language, paper in (("en", "a4"), ("ja", "a5")):
        _, sheets = printed(page, f"{group}/sheet?{urlencode({'language': language, 'paper': paper})}")
        with translation.override(language):
            head, title = plain(translation.gettext("Players and scores")), plain(say(game.title))
        heads, rows = zip(*(split_off(plain(each.text_above(FOOT)), title) for each in sheets), strict=True)
        assert len(sheets) > 1
        assert all(head in each for each in heads)
        assert sum(map(len, rows)) == 62
        assert all("anna" in row and "ben" in row for its_rows in rows for row in its_rows)
        assert [fault for each in sheets for fault in each.faults(margin=MARGIN)] == []


def split_off(text, title):
    """What stands on a page before its first row, and the rows, each from the title of its game on."""
    head, *rows = text.split(title)
    return head, rows
