"""The standings on a screen for everybody: large, and each number on one line."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.table import play_path, send, start_play
from tests.browser.test_offline import until
from tests.browser.walks.table_of_five import LONG_NAMES, STAGE_1, STAGE_2, count_all, seats_of

NAMES = {"long": LONG_NAMES, "short": ["Anna", "Ben", "Chris", "Dora", "Emil"]}
# So that after both stages everybody has three digits: 4 goods with 39 points each, twice.
DEAR = {f"points_{good}": 40 for good in ("water", "gold", "salt", "millet")}
SCREENS = [(820, 1180), (1180, 820), (1280, 720), (1920, 1080)]
# Where the text of something stands: the left and right of each of its lines.
LINES = """each => {
    const range = document.createRange();
    range.selectNodeContents(each.firstChild);
    return [...range.getClientRects()].map(box => [box.left, box.right]);
}"""


def dear_play(page, names, *, sharing=None):
    """A play for these, who tie for everything, with 312 points each after both stages; or so many do (`sharing`)."""
    page.goto("/games/tuareg")
    switches = {"maps": "once", "tie_break": "hand-sum"}
    page.goto(send(page, "/games/tuareg", player=names, played_on="2020-11-20", group="", start=1, **DEAR, **switches))
    play = play_path(page)
    seats = seats_of(page, play)
    sharing = sharing or len(seats)
    held = [{"water": 1, "gold": 2, "salt": 2, "millet": 2}] * sharing + [{}] * (len(seats) - sharing)
    for stage in (1, 2):
        count_all(page, play, seats, stage, held)
        send(page, f"{play}/stages/{stage}/close")
    return play


@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("names", NAMES)
@pytest.mark.long
def test_totals_of_three_digits_stand_on_one_line(phone, width, height, names):
    page = phone(width=width, height=height)
    play = dear_play(page, NAMES[names])
    page.goto(f"{play}/watch")
    totals = page.locator(".sheet .total td")
    assert totals.all_inner_texts() == ["312"] * 5
    ends = [total.evaluate(LINES) for total in totals.all()]
    assert [len(lines) for lines in ends] == [1] * 5
    assert all(left[0][1] < right[0][0] for left, right in pairwise(ends))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    "names", [("Weihenstephan", "Maximilian", "Ben", "Jo"), ("Weihenstephan", "Maximilian", "Ben", "Jo", "Eva")]
)
@pytest.mark.long
def test_ordinary_names_stand_on_one_line(phone, names):
    page = phone(width=1920, height=1080)
    start_play(page, names)
    page.goto(f"{play_path(page)}/watch")
    heights = [name.bounding_box()["height"] for name in page.locator(".names .name").all()]
    assert len(heights) == len(names)
    assert max(heights) < 80


ORDINARY = ("Anna", "Maximilian", "Benjamin", "Charlotte", "Jo", "Katharina", "Charlie", "Friederike")
# What is written in letters of less than this many pixels on a screen of 1080, and names wider than their column.
TOO_SMALL = """(least) => [...document.querySelectorAll("main *")].filter((each) => {
    const is_small = parseFloat(getComputedStyle(each).fontSize) < least;
    const words = [...each.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
    return words && !each.closest(".unseen") && each.checkVisibility() && is_small;
}).map((each) => each.textContent)"""
BROKEN = """(names) => names.filter((name) => {
    const [box, cell] = [name, name.closest("th")].map((each) => each.getBoundingClientRect());
    return name.getClientRects().length > 1 || box.left < cell.left || box.right > cell.right;
}).map((name) => name.textContent)"""


@pytest.mark.long
@pytest.mark.parametrize(("game", "stage", "seats"), [("tuareg", 1, 5), ("yahtzee", "end", 8)])
def test_all_is_read_from_four_metres_from_the_first_count_to_the_end(phone, game, stage, seats):
    page = phone(width=1920, height=1080)
    start_play(page, ORDINARY[:seats], game=game)
    play = play_path(page)
    held = STAGE_1 if game == "tuareg" else [{"chance": 10 + number} for number in range(8)]
    count_all(page, play, seats_of(page, play), stage, held)
    if game == "tuareg":
        send(page, f"{play}/stages/1/close")
        count_all(page, play, seats_of(page, play), 2, STAGE_2)
    # The score of an only stage ends the play.
    for state in ("counted", "scored", "finished") if game == "tuareg" else ("counted", "finished"):
        if state == "scored" or (state == "finished" and game != "tuareg"):
            send(page, f"{play}/stages/{2 if game == 'tuareg' else stage}/close")
        elif state == "finished":
            send(page, f"{play}/finish", shared=1)
        page.goto(f"{play}/watch")
        assert page.locator(".tv-end").count() == (state == "finished")
        assert page.locator(".crown").count() == (state == "finished")
        assert page.evaluate(TOO_SMALL, 28) == [], state
        assert page.locator(".names .name").evaluate_all(BROKEN) == [], state
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), state


@pytest.mark.long
def test_on_a_phone_that_watches_a_short_name_is_whole_above_the_narrowest_column(phone):
    page = phone(width=390)
    start_play(page, ("Anna", "Ben", "Emma", "Hanna", "Jo"))
    page.goto(f"{play_path(page)}/watch")
    assert page.locator(".names .name").evaluate_all(BROKEN) == []


@pytest.mark.long
def test_what_stage_it_is_and_the_emblem_stand_whole_in_the_head(phone):
    """A game without an emblem of its own has the first letter of its name."""
    page = phone(width=1920, height=1080)
    start_play(page, ("Anna", "Ben"), game="skull-king")
    page.goto(f"{play_path(page)}/watch")
    where = page.locator(".where")
    expect(where).to_have_text("Round 1 of 10 · 0 of 2 counted")
    is_on_top = "(each) => { const { right, top } = each.getBoundingClientRect();"
    is_on_top += " return document.elementFromPoint(right - 20, top + 20) === each; }"
    assert where.evaluate(is_on_top)
    emblem = page.locator(".head .emblem")
    assert emblem.bounding_box()["width"] > 70
    assert emblem.evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")


@pytest.mark.long
def test_steps_stand_as_high_as_their_points_on_a_wide_screen(phone):
    page = phone(width=1280, height=720)
    start_play(page, ("Anna", "Ben"), game="targi")
    play = play_path(page)
    count_all(page, play, seats_of(page, play), "end", [{"tokens": 20}, {"tokens": 17}])
    send(page, f"{play}/stages/end/close")
    page.goto(f"{play}/watch")
    first, second = (step.bounding_box()["height"] for step in page.locator(".steps svg").all())
    assert first > second + 5


@pytest.mark.parametrize("names", [["Anna", "Ben", "Clara", "Dirk"], LONG_NAMES[:4]])
@pytest.mark.long
def test_an_end_that_two_share_is_whole_on_a_small_screen(phone, names):
    page = phone(width=1280, height=720, locale="ja")
    play = dear_play(page, names, sharing=2)
    send(page, f"{play}/finish", shared=1)
    page.goto(f"{play}/watch")
    assert page.evaluate("document.documentElement.scrollHeight") <= 720
    shown = page.locator(".watching :is(.podium, .tv-decided, .sheet)")
    assert max(box["y"] + box["height"] for box in (each.bounding_box() for each in shown.all())) <= 720


@pytest.mark.long
def test_a_lost_game_is_seen_to_be_lost(phone):
    page = phone(width=1920, height=1080)
    start_play(page, ("Anna",), game="five-tribes-solo")
    path = play_path(page)
    seat = seats_of(page, path)[0]
    send(page, f"{path}/seats/{seat}/end", revision=0, done=1, viziers=1, council=2)
    send(page, f"{path}/stages/end/close")
    send(page, f"{path}/finish", shared=1)
    page.goto(f"{path}/watch")
    expect(page.locator(".winners")).to_have_text("Lost")
    expect(page.locator(".total td")).to_have_css("text-decoration-line", "line-through")


@pytest.mark.long
def test_what_somebody_counts_appears_by_itself_framed_for_a_moment(phone):
    page = phone(width=1920, height=1080)
    page.goto("/games/tuareg")
    switches = {"maps": "once", "tie_break": "hand-sum"} | DEAR
    page.goto(
        send(page, "/games/tuareg", player=["Anna", "Ben"], played_on="2020-11-20", group="", start=1, **switches)
    )
    play, tv = play_path(page), page.context.new_page()
    seats = seats_of(page, play)
    tv.set_viewport_size({"width": 1920, "height": 1080})
    tv.goto(f"{play}/watch")
    expect(tv.locator(".code-signs")).to_be_visible()
    assert tv.evaluate("document.documentElement.scrollHeight <= innerHeight")
    count_all(page, play, seats[:1], 1, [{"water": 6}])
    cell = tv.get_by_role("row", name="Water").get_by_role("cell").first
    expect(cell).to_have_text("6")
    expect(cell).to_have_class("fresh")
    expect(cell).not_to_have_class("fresh")
    box = cell.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    assert box >= 50


def targi_with_its_tv(phone, **how):
    """A play of two whose numbers are still to come, its two seats, and a screen that shows it."""
    page = phone(width=1280, height=720, **how)
    start_play(page, ("Anna", "Ben"), game="targi")
    play, tv = play_path(page), page.context.new_page()
    tv.set_viewport_size({"width": 1280, "height": 720})
    tv.goto(f"{play}/watch")
    expect(tv.locator(".code-signs")).to_be_visible()
    return page, play, tv


@pytest.mark.long
def test_before_the_first_figure_the_ways_to_join_have_the_screen(phone):
    page, play, tv = targi_with_its_tv(phone)
    qr, row = tv.locator(".tv-join .qr-place"), tv.locator(".watching tbody tr").first
    expect(row).to_be_hidden()
    assert qr.bounding_box()["width"] > 350
    assert tv.evaluate("document.documentElement.scrollHeight <= innerHeight")
    count_all(page, play, seats_of(page, play)[:1], "end", [{"tokens": 20}])
    expect(row).to_be_visible()
    assert qr.bounding_box()["width"] < 120


@pytest.mark.long
@pytest.mark.parametrize("reduced_motion", ["no-preference", "reduce"])
def test_the_end_rises_once_on_a_screen_that_sees_it_come(phone, reduced_motion):
    page, play, tv = targi_with_its_tv(phone, reduced_motion=reduced_motion)
    tv.evaluate("""() => {
        window.risen = [];
        document.addEventListener("animationstart", ({ target, animationName }) => {
            const { endTime } = target.getAnimations()[0].effect.getComputedTiming();
            risen.push([animationName, endTime]);
        });
    }""")
    count_all(page, play, seats_of(page, play), "end", [{"tokens": 20}, {"tokens": 17}])
    send(page, f"{play}/stages/end/close")
    expect(tv.locator(".tv-end .winners")).to_have_text("Anna")
    if reduced_motion == "reduce":
        tv.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
        assert tv.evaluate("risen") == []
    else:
        until(tv, "risen.length >= 5")
        risen = tv.evaluate("risen")
        assert {name for name, _end in risen} == {"rise", "come-up"}
        assert max(end for _name, end in risen) == 400
    tv.reload()
    expect(tv.locator(".tv-end .winners")).to_have_text("Anna")
    assert tv.locator(".arrives").count() == 0


def test_each_column_has_the_colour_of_its_person_until_the_end(phone):
    page = phone(width=1280, height=720)
    start_play(page, ("Anna", "Ben"), game="targi")
    play = play_path(page)
    page.goto(f"{play}/watch")
    tabs = "(all) => all.map((each) => getComputedStyle(each, '::before').backgroundColor)"
    colours = page.locator(".names th").evaluate_all(tabs)
    assert len(set(colours)) == 2 and "rgba(0, 0, 0, 0)" not in colours
    tops = [each.bounding_box()["y"] for each in page.locator(".names > *").all()]
    assert max(tops) - min(tops) < 1
    count_all(page, play, seats_of(page, play), "end", [{"tokens": 20}, {"tokens": 17}])
    send(page, f"{play}/stages/end/close")
    page.goto(f"{play}/watch")
    expect(page.locator(".names th")).to_have_count(2)
    assert page.locator(".names th").evaluate_all(tabs) == ["rgba(0, 0, 0, 0)"] * 2


ROWS = "rows => rows.map(row => row.getBoundingClientRect().top)"


def test_no_row_moves_when_the_first_player_is_done(phone):
    page = phone(width=1280, height=720, has_touch=False)
    start_play(page, NAMES["short"])
    play = play_path(page)
    page.goto(f"{play}/watch")
    rows = page.locator("#live tbody tr")
    # Before the first figure the code stands where the rows are.
    send(page, f"{play}/seats/{seats_of(page, play)[0]}/1", revision=0, save_id="first", done="", water=1)
    page.goto(f"{play}/watch")
    expect(page.locator(".names .busy")).to_have_count(1)
    before = rows.evaluate_all(ROWS)
    rest = dict.fromkeys(("gold", "salt", "millet", "maps"), 0)
    send(page, f"{play}/seats/{seats_of(page, play)[0]}/1", revision=1, save_id="second", done=1, water=1, **rest)
    page.goto(f"{play}/watch")
    expect(page.locator(".names .good")).to_have_count(1)
    assert rows.evaluate_all(ROWS) == before


def test_words_of_up_to_twelve_letters_break_only_between_words(phone):
    page = phone(width=1280, height=720, has_touch=False, locale="de")
    seven = ["Anna", "Ben", "Chris", "Dora", "Emil", "Farah", "Gustav"]
    start_play(page, seven, game="7-wonders")
    page.goto(f"{play_path(page)}/watch")
    word = page.locator("#live tbody .word").filter(has_text="Konflikte")
    assert word.text_content() == "Militärische Konflikte"


def test_short_names_of_seven_lie_level_on_a_wide_screen(phone):
    page = phone(width=1280, height=800, has_touch=False)
    start_play(page, ["Anna", "Ben", "Chris", "Dora", "Emil", "Farah", "Gustav"], game="7-wonders")
    names = page.locator("#sheet .names th a")
    expect(names).to_have_count(7)
    for name in names.all():
        assert name.evaluate("each => getComputedStyle(each).writingMode") == "horizontal-tb"
        assert name.evaluate("each => each.scrollWidth <= each.closest('th').clientWidth")
