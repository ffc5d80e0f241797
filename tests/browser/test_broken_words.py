"""Where room is scarce, a line breaks between words and not within one."""

import pytest
from playwright.sync_api import expect

from companion.rules import GAMES
from tests.browser.table import done, enter, group_path, play_path, send, start_play
from tests.browser.test_watching import dear_play
from tests.browser.walks.table_of_five import STAGE_1, STAGE_2, count_all, seats_of
from tests.lanes import long

# The words that stand on more than one line.
BROKEN = """(all) => all.flatMap((each) => {
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), broken = [], range = document.createRange();
    while (texts.nextNode())
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\\s\u200b]+/g)) {
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
        }
    return broken;
})"""

WIDTHS_OF_TEXT = """(all) => all.map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect().width;
})"""


WIDTHS_OF_COLUMNS = "(all) => all.map((each) => each.closest('td').clientWidth)"

PLAYERS = ["Anna", "Ben", "Chris", "Dora", "Emil"]


def broken(words):
    """The words of these elements that are broken. Compounds are hyphenated; whatever is shorter stays whole."""
    assert words.first.inner_text()
    return [word for word in words.evaluate_all(BROKEN) if len(word) < 10]


# Every day the game of the longest words, with its script; all of them in both ways in the long lane.
DAILY = {("tuareg", True)}


@pytest.mark.parametrize("locale", ["de", long("en")])
@pytest.mark.parametrize(
    ("game", "is_scripted"),
    [
        pytest.param(game, is_scripted, marks=() if (game, is_scripted) in DAILY else pytest.mark.long)
        for game in GAMES
        for is_scripted in (True, False)
    ],
)
def test_the_rows_of_a_sheet_are_whole_words(phone, locale, game, is_scripted):
    page = phone(locale=locale, width=390, java_script_enabled=is_scripted)
    start_play(page, PLAYERS[: GAMES[game].seats[-1]], game=game)
    assert broken(page.locator("#sheet .word")) == []


@pytest.mark.parametrize(("locale", "width"), [("en", 390), long("de", 390), long("de", 360), long("en", 320)])
def test_the_rows_of_a_scored_sheet_are_whole_words_and_say_beneath_them_what_they_are_worth(phone, locale, width):
    page = phone(locale=locale, width=width)
    start_play(page, PLAYERS[:4])
    play = play_path(page)
    count_all(page, play, seats_of(page, play), 1, STAGE_1[:4])
    send(page, f"{play}/stages/1/close")
    page.goto(f"{play}/stages/1")
    assert broken(page.locator(".sheet .word")) == []
    worths = page.locator(".sheet .worth")
    assert worths.count() == 5
    assert worths.evaluate_all(BROKEN) == []
    ends = worths.evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().right)")
    assert max(ends) <= page.locator(".sheet tbody td").first.bounding_box()["x"]


@pytest.mark.long
def test_whose_column_another_phone_has_is_named_in_whole_words(phone):
    page, other = phone(), phone(locale="de", width=360)
    start_play(page, ["Anna", "Clara"])
    play = play_path(page)
    send(page, f"{play}/seats/mine", seat=seats_of(page, play))
    page.goto(f"{play}/table")
    other.goto(page.locator(".address").first.inner_text())
    expect(other.locator(".choice .quiet")).to_have_count(2)
    assert broken(other.locator(".choice .name")) == []


@pytest.mark.long
def test_what_teams_have_stands_beneath_their_names_and_above_the_line(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Clara", "Dirk"), game="tichu", teams=("1", "2", "1", "2"))
    play = play_path(page)
    for seat in seats_of(page, play)[:2]:
        send(page, f"{play}/seats/{seat}/1", revision=0, done=1, cards=50)
    send(page, f"{play}/stages/1/close")
    page.goto(play)
    points = page.locator("#sheet .names small")
    expect(points).to_have_text(["50", "50"])
    line = page.locator("#sheet .names").bounding_box()
    ends = [box["y"] + box["height"] for box in (each.bounding_box() for each in points.all())]
    assert max(ends) <= line["y"] + line["height"] - 3


@pytest.mark.long
def test_what_is_counted_in_fields_without_a_script_is_named_in_whole_words_beside_or_beneath_them(phone):
    page = phone(locale="de", width=390, java_script_enabled=False)
    start_play(page, PLAYERS[:4], game="five-tribes")
    words = page.locator(".controls label").evaluate_all(BROKEN)
    assert [word for word in words if not {"\u00ad", "-"} & set(word)] == []
    djinns = page.locator(".cell").filter(has=page.locator(".one-thing")).first.locator(".one-thing")
    boxes = [each.locator("input").bounding_box() for each in djinns.all()]
    assert len({box["x"] for box in boxes}) == 1


def play_to_the_end(page, players) -> str:
    """The address of a play that these players have finished."""
    start_play(page, players)
    play = play_path(page)
    seats = seats_of(page, play)
    for stage, holdings in (1, STAGE_1), (2, STAGE_2):
        count_all(page, play, seats, stage, holdings[: len(players)])
        send(page, f"{play}/stages/{stage}/close")
    send(page, f"{play}/finish", shared=1)
    return play


@pytest.mark.long
@pytest.mark.parametrize("players", [5, 2, 4])
def test_japanese_rows_break_between_phrases(phone, players):
    page = phone(locale="ja", width=390)
    start_play(page, PLAYERS[:players])
    assert broken(page.locator("#sheet .word")) == []


@pytest.mark.long
def test_the_ratings_of_a_solo_game_break_between_phrases_in_japanese(phone):
    page = phone(locale="ja", width=390)
    start_play(page, ["安奈"], game="five-tribes-solo")
    done(page, enter(page, {"viziers": 3}))
    page.locator("[data-closes] .main").click()
    page.locator(".podium").wait_for()
    ratings = page.locator(".tiers li span")
    assert ratings.count() == 4
    assert ratings.evaluate_all(BROKEN) == []


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.long
def test_four_japanese_names_above_a_sheet_are_whole(phone, width):
    page = phone(locale="ja", width=width)
    start_play(page, ["安奈", "マクシミリアン", "健", "ゆうこ"])
    names = page.locator("#sheet .names a > :is(.abbr, bdi)")
    assert names.all_inner_texts() == ["安奈", "マクシ.", "健", "ゆうこ"]
    assert names.evaluate_all(BROKEN) == []


# Names that are seen; one with a hyphen may break behind that.
NAMES_BROKEN = """(all) => {
    const parts = all.flatMap((each) => [each.querySelector(".full"), each.querySelector(".abbr") ?? each]);
    return (BROKEN)(parts.filter((part) => part?.getBoundingClientRect().width > 1));
}""".replace("BROKEN", BROKEN.replace("[^\\s\u200b]+", "[^\\s\u200b-]+-?"))


@pytest.mark.parametrize(("width", "players"), [(360, 5), long(195, 2), long(360, 4)])
def test_names_above_a_sheet_are_whole_and_large_enough(phone, width, players):
    page = phone(width=width)
    start_play(page, ["Anna-K.", "Chris", "Ben", "Dora", "Emil"][:players])
    names = page.locator("#sheet .names a")
    assert names.count() == players
    assert names.evaluate_all(NAMES_BROKEN) == []
    assert names.evaluate_all("(all) => all.every((each) => parseFloat(getComputedStyle(each).fontSize) >= 12)")


def test_names_of_two_teams_above_a_result_are_whole_on_a_phone(phone):
    page = phone(width=360)
    start_play(page, ("Anna", "Bernd", "Chloé", "Maximiliane"), game="tichu", teams=("1", "2", "1", "2"))
    play = play_path(page)
    for seat in seats_of(page, play)[:2]:
        send(page, f"{play}/seats/{seat}/1", revision=0, done=1, cards=50)
    send(page, f"{play}/stages/1/close")
    page.goto(f"{play}/stages/1")
    names = page.locator(".sheet .names th")
    expect(names.last).to_contain_text("Maximiliane")
    assert names.evaluate_all(BROKEN) == []


@pytest.mark.parametrize("names", [("Dorothea", "Theodora", "Jo", "Ben", "Eva"), ("Dorothea", "Weihenstephan", "Jo")])
@pytest.mark.long
def test_names_above_a_result_are_whole_however_wide_the_screen_is(phone, names):
    page = phone()
    start_play(page, names)
    play = play_path(page)
    count_all(page, play, seats_of(page, play), 1, STAGE_1[: len(names)])
    send(page, f"{play}/stages/1/close")
    page.goto(f"{play}/stages/1")
    shown = page.locator(".sheet .names th")
    assert shown.count() == len(names)
    for width in (360, 500, 640, 1000):
        page.set_viewport_size({"width": width, "height": 800})
        assert shown.evaluate_all(NAMES_BROKEN) == [], width


@pytest.mark.long
def test_whoever_has_most_is_named_in_whole_words(phone):
    page = phone(locale="ja", width=390)
    start_play(page, ["マクシミリアン", "ゆうこ", "アンナ"], game="basari")
    for _ in range(3):
        done(page, enter(page, {"workers": 15}))
    page.locator("[data-closes] .main").click()
    page.wait_for_url("**/stages/*")
    page.locator(".why-row").first.wait_for()
    assert set(page.locator(".why-row .won").evaluate_all(BROKEN)) == set()


@pytest.mark.long
@pytest.mark.parametrize("game", ["targi", "five-tribes"])
def test_at_200_percent_no_key_is_taller_than_its_words(phone, game):
    page = phone(width=195)
    start_play(page, PLAYERS[:2], game=game)
    keys = [each.bounding_box()["height"] for each in page.locator("#dock .keys:visible button").all()]
    assert keys
    assert max(keys) < 80


@pytest.mark.long
def test_at_200_percent_the_names_have_the_whole_width(phone):
    page = phone(width=195)
    start_play(page, PLAYERS[:4])
    sheet = page.locator("#sheet").bounding_box()
    names = [each.bounding_box() for each in page.locator("#sheet thead th").all()]
    assert max(each["x"] + each["width"] for each in names) == pytest.approx(sheet["x"] + sheet["width"], abs=1)
    assert len({each["y"] for each in names}) <= 2


@pytest.mark.long
def test_at_200_percent_the_heads_of_a_groups_tables_are_whole_words(phone):
    page = phone(width=195, locale="de")
    play = play_to_the_end(page, PLAYERS[:3])
    group = group_path(page, play)
    for path, table in ("games/tuareg", ".tt"), ("players", ".matrix"):
        page.goto(f"{group}{path}")
        assert page.locator(f"{table} thead th").evaluate_all(BROKEN) == []
        assert page.evaluate("document.documentElement.scrollWidth") == 195


@pytest.mark.parametrize("path", [long("/nowhere"), "/games/tuareg", long("/games/basari/referee/table/")])
def test_no_japanese_page_breaks_within_a_word(phone, path):
    page = phone(locale="ja", width=320)
    page.goto(path)
    page.locator("details").evaluate_all("(all) => all.forEach((each) => { each.open = true; })")
    expect(page.locator("main")).to_contain_text("。")
    # What is written in katakana without a space is one word.
    of_katakana = BROKEN.replace("[^\\s\u200b]+", "[ァ-ヺー]+")
    assert page.locator("body").evaluate_all(of_katakana) == []


@pytest.mark.long
@pytest.mark.parametrize("game", ["tuareg", "basari", "targi", "five-tribes"])
def test_the_rules_break_between_no_number_and_what_it_counts(phone, game):
    page = phone(locale="ja", width=390)
    page.goto(f"/games/{game}")
    page.locator("details").evaluate_all("(all) => all.forEach((each) => { each.open = true; })")
    rules = page.locator(".folds p, .folds li")
    expect(rules.filter(has_text="点").first).to_be_visible()
    assert rules.evaluate_all(BROKEN.replace("[^\\s\u200b]+", "[0-9]+\\s?[ぁ-ヺ一-鿿]")) == []


@pytest.mark.long
def test_help_of_several_pages_says_on_its_way_alone_where_one_is_and_its_title_stays(phone):
    page = phone(locale="ja")
    page.goto("/games/basari/referee/table/")
    ways, heights = page.locator(".ways button"), []
    for way in ways.all():
        way.click()
        expect(way).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#step")).to_be_empty()
        heights.append(page.locator("h1").bounding_box()["height"])
    assert len(heights) == 4
    assert len(set(heights)) == 1


@pytest.mark.parametrize("width", [195, 390])
@pytest.mark.long
def test_a_thousand_wins_over_somebody_stand_beside_their_bar(phone, width):
    page = phone(width=width)
    group = group_path(page, play_to_the_end(page, PLAYERS[:3]))
    page.goto(f"{group}players")
    page.locator(f"a.whocard[href^='{group}players/']").first.click()
    rival = page.locator(".rival:has(svg)").first
    rival.locator(".fig").evaluate_all("(all) => all.forEach((each) => { each.textContent = 1006; })")
    texts = rival.locator(".fig").evaluate_all(WIDTHS_OF_TEXT)
    ahead, bar, behind = (each.bounding_box() for each in rival.locator(":scope > .fig, :scope > svg").all())
    assert max(texts) <= min(ahead["width"], behind["width"]) + 1
    assert ahead["x"] + ahead["width"] <= bar["x"]
    assert bar["x"] + bar["width"] <= behind["x"]


@pytest.mark.parametrize("width", [360, 320, 195, 390])
@pytest.mark.long
def test_what_comes_after_the_end_stands_in_whole_words_on_its_buttons(phone, width):
    page = phone(width=width, locale="de")
    play = play_to_the_end(page, PLAYERS[:3])
    page.goto(play)
    buttons = page.locator(".dock .button:visible")
    expect(buttons).to_have_text(["Ergebnis teilen", "Revanche"])
    assert buttons.evaluate_all(BROKEN) == []
    send(page, f"{play}/rematch", played_on="2026-12-24")
    page.reload()
    expect(buttons).to_have_text(["Weiter zur nächsten Partie", "Ergebnis teilen"])
    assert buttons.evaluate_all(BROKEN) == []


@pytest.mark.parametrize("width", [360, 320, 390])
@pytest.mark.parametrize("players", [5, 4])
@pytest.mark.long
def test_totals_of_three_digits_are_whole_numbers_on_a_phone(phone, width, players):
    page = phone(width=width)
    play = dear_play(page, PLAYERS[:players])
    page.goto(f"{play}/stages/2")
    totals = page.locator(".steps .points, .sheet .total td")
    assert "312" in totals.all_inner_texts()
    assert totals.evaluate_all(BROKEN) == []
    texts, columns = totals.evaluate_all(WIDTHS_OF_TEXT), totals.evaluate_all(WIDTHS_OF_COLUMNS)
    assert all(text <= column for text, column in zip(texts, columns, strict=True))


@pytest.mark.long
@pytest.mark.parametrize("name", ["Annegret", "Katharina", "Maximilian", "Bartholomäus", "佐々木さくら"])
def test_whoever_wins_with_three_digits_stands_whole_beside_them(phone, name):
    page = phone()
    play = dear_play(page, [name, *PLAYERS[1:]], sharing=1)
    page.goto(send(page, f"{play}/finish"))
    expect(page.locator(".podium .winners")).to_have_text(name)
    expect(page.locator(".podium .points")).to_have_text("320")
    for width in (390, 360, 320, 195):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.locator(".podium .winners, .podium .points").evaluate_all(BROKEN) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") == width


LONG = ["Maximilian", "Bartholomäus", "Weihenstephan"]


@pytest.mark.parametrize("width", [320, 195, 390])
@pytest.mark.long
def test_names_in_a_groups_tables_are_whole_words_above_or_beside_figures_in_columns(phone, width):
    page = phone(width=width, locale="de")
    play = play_to_the_end(page, LONG)
    group = group_path(page, play)
    page.goto(group)
    assert page.locator(".sit bdi:not(.unseen)").evaluate_all(BROKEN) == []
    page.goto(f"{group}players")
    assert page.locator(".whocard strong, .sets .set > :first-child").evaluate_all(BROKEN) == []
    pair = page.locator("a[href*='/against/']").first.get_attribute("href")
    page.goto(pair)
    assert page.locator(".versus bdi").evaluate_all(BROKEN) == []
    page.goto(f"{group}games/tuareg")
    assert page.locator(".of-people th, .record, .champ b").evaluate_all(BROKEN) == []
    ends = page.locator(".of-people tr").evaluate_all(
        "(all) => all.map((row) => [...row.children].slice(1).map((cell) => cell.getBoundingClientRect().right))"
    )
    assert len(ends) == 4
    assert all(row == ends[0] for row in ends)
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.long
@pytest.mark.parametrize("names", [[*LONG, "Maximiliane"], LONG, ["ÄnneÄnne", "JörgJörg", "Cy", "Dee"]])
def test_names_above_a_result_on_a_tv_are_whole_words(phone, names):
    page = phone(width=1920, height=1080, locale="de")
    play = play_to_the_end(page, names)
    page.goto(f"{play}/watch")
    shown = page.locator(".tv-end .names .name")
    assert shown.count() == len(names)
    assert shown.evaluate_all(BROKEN) == []


@pytest.mark.long
def test_at_200_percent_without_a_script_each_name_stands_above_its_column(phone):
    page = phone(width=195, java_script_enabled=False)
    start_play(page, PLAYERS[:4])
    names, cells = (
        [each.bounding_box() for each in page.locator(f"#sheet {part}").all()]
        for part in ("thead th", "tbody tr:first-child .cell")
    )
    assert len(names) == 4
    assert [(each["x"], each["width"]) for each in names] == [(each["x"], each["width"]) for each in cells]


@pytest.mark.long
@pytest.mark.parametrize("locale", ["de", "ja", "en"])
def test_the_keys_of_what_a_special_card_costs_are_whole_words(phone, locale):
    page = phone(locale=locale, width=390)
    page.goto("/games/tuareg/referee/buying/")
    keys = page.locator(".looks-keys button")
    assert keys.first.inner_text()
    assert keys.evaluate_all(BROKEN) == []


@pytest.mark.long
def test_how_long_a_game_takes_stands_on_one_line(phone):
    page = phone(locale="de", width=390)
    start_play(page, PLAYERS[:2])
    page.goto(f"{group_path(page, play_path(page))}tonight")
    assert [words for words in broken(page.locator(".proposals .quiet")) if words[0].isdigit()] == []


@pytest.mark.long
def test_at_200_percent_the_name_of_a_group_of_four_stands_whole_above_its_pages(phone):
    page = phone(locale="ja", width=195)
    start_play(page, ["安奈", "マクシミリアン", "健", "ゆうこ"])
    page.goto(f"{group_path(page, play_path(page))}players")
    name = page.locator(".of-group-name bdi")
    assert name.inner_text() == "安奈、マクシミリアン、健、ゆうこ"
    assert name.evaluate("(name) => name.scrollHeight <= name.clientHeight")
    assert name.evaluate_all(BROKEN.replace("[^", "[^、")) == []
