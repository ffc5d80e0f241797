"""What cannot be right is refused in a sentence on the page; what was typed stays, and all else is saved."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    cell,
    close_button,
    deafen,
    done,
    done_with,
    enter,
    figure,
    key,
    mark,
    only_asks,
    open_card,
    play_path,
    score_again,
    see_figures,
    send,
    start_play,
)
from tests.browser.test_every_game import lay_down
from tests.browser.test_offline import OFFLINE
from tests.lanes import each_third

SENTENCES = [
    ("many", "Anna, water: “many” is not a whole number."),
    ("1.5", "Anna, water: “1.5” is not a whole number."),
    ("1,5", "Anna, water: “1.5” is not a whole number."),
    ("-1", "Anna, water: −1 is negative."),
    ("9", "Anna, water: 9, but there are only 8."),
    ("6+3", "Anna, water: 9, but there are only 8."),
]


def sentence(page):
    """The sentence above the button that closes the stage."""
    return page.locator(".dock .fault")


def test_what_cannot_be_right_is_said_and_stays_while_the_rest_is_saved(phone):
    page = phone()
    start_play(page)
    for gold, (typed, words) in enumerate(each_third(SENTENCES)):
        enter(page, {"gold": gold, "water": typed})
        expect(sentence(page)).to_have_text(words)
        expect(sentence(page)).to_be_in_viewport()
        expect(mark(page)).to_have_text("✕ not all saved")
        expect(figure(page, "water")).to_have_value(typed.replace("-", "−"))
        expect(figure(page, "water")).to_have_attribute("aria-invalid", "true")
        expect(figure(page, "gold")).not_to_have_attribute("aria-invalid", "true")
        page.reload()
        expect(sentence(page)).to_have_text(words)
        see_figures(page, {"water": typed.replace("-", "−"), "gold": gold})
        expect(figure(page, "water")).to_have_attribute("aria-invalid", "true")
        enter(page, {"water": 3})
        expect(mark(page)).to_have_text("✓ saved")
        expect(sentence(page)).to_have_count(0)
        expect(figure(page, "water")).not_to_have_attribute("aria-invalid", "true")


@pytest.mark.long
def test_without_javascript_the_sentence_comes_with_the_answer(phone):
    page = phone(java_script_enabled=False)
    start_play(page)
    for typed, words in SENTENCES:
        enter(page, {"gold": 2, "water": typed})
        done(page)
        expect(sentence(page)).to_have_text(words)
        expect(card_name(page)).to_have_text("Anna")
        see_figures(page, {"water": typed.replace("-", "−"), "gold": 2})
    enter(page, {"water": 3})
    done(page)
    expect(card_name(page)).to_have_text("Ben")


@pytest.mark.long
def test_more_than_the_box_holds_over_all_seats_names_everybody_and_their_count(phone):
    page = phone()
    start_play(page)
    words = "Water: Anna 5 and Ben 4 make 9, but there are only 8."
    enter(page, {"water": 5})
    done(page)
    expect(card_name(page)).to_have_text("Ben")
    enter(page, {"water": 4, "gold": 1})
    expect(sentence(page)).to_have_text(words)
    page.reload()
    expect(sentence(page)).to_have_text(words)
    see_figures(page, {"water": 4, "gold": 1})
    states = page.locator("#sheet .state")
    expect(states).to_have_text(["recount", "recount", "–not entered yet"])
    enter(page, {"water": 3})
    expect(sentence(page)).to_have_count(0)
    expect(states).to_have_text(["✓ done", "2 of 5", "–not entered yet"])


@pytest.mark.long
def test_done_stays_on_the_card_while_something_in_it_cannot_be_right(phone):
    page = phone()
    start_play(page)
    enter(page, {"water": "x"})
    done(page)
    expect(sentence(page)).to_have_text("Anna, water: “x” is not a whole number.")
    expect(card_name(page)).to_have_text("Anna")
    expect(page.locator("#counted")).to_contain_text("0 of 3 counted")


@pytest.mark.long
def test_a_stage_with_something_impossible_is_not_closed(phone):
    page = phone()
    start_play(page)
    enter(page, {"water": "9"})
    expect(sentence(page)).to_be_visible()
    done_with(page, "Ben")
    close_button(page).click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("Anna, water: 9, but there are only 8.")
    expect(question.get_by_role("button", name="Score anyway")).to_have_count(0)
    question.get_by_role("button", name="Keep counting").click()
    # The keys are there all the same.
    expect(page.locator("#figure-keys")).to_be_visible()
    expect(cell(page, "Anna", "water")).to_have_value("9")


@pytest.mark.long
@pytest.mark.parametrize("is_corrected_elsewhere", [False, True])
def test_why_a_stage_is_not_closed_is_said_until_that_is_corrected(phone, is_corrected_elsewhere):
    page = phone()
    start_play(page)
    enter(page, {"water": "9"})
    expect(sentence(page)).to_be_visible()
    done_with(page, "Ben")
    close_button(page).click()
    page.get_by_role("dialog").get_by_role("button", name="Keep counting").click()
    expect(sentence(page)).to_be_visible()
    other = page
    if is_corrected_elsewhere:
        other = page.context.new_page()
        other.goto(page.url)
    open_card(other, "Anna")
    enter(other, {"water": "3"})
    expect(sentence(page)).to_have_count(0)


@pytest.mark.long
def test_sums_and_wide_digits_are_read_as_numbers(phone):
    page = phone()
    start_play(page)
    enter(page, {"water": "3+2+1", "gold": "３＋２"})
    figure(page, "salt").focus()
    see_figures(page, {"water": 6, "gold": 5})
    expect(mark(page)).to_have_text("✓ saved")
    page.reload()
    see_figures(page, {"water": 6, "gold": 5})


@pytest.mark.long
def test_a_correction_that_cannot_be_right_is_refused_beside_its_count(phone):
    page = phone()
    start_play(page)
    done_with(page, "Anna")
    close_button(page).click()
    page.get_by_role("button", name="Score anyway").click()
    page.locator("#why-1-water summary").click()
    page.locator("#why-1-water a").click()
    cell(page, "Ben", "water").fill("9")
    cell(page, "Chris", "water").fill("2")
    score_again(page)
    expect(page.locator("#faults")).to_have_text("Ben, water: 9, but there are only 8.")
    expect(cell(page, "Ben", "water")).to_have_value("9")
    expect(cell(page, "Chris", "water")).to_have_value("2")
    cell(page, "Ben", "water").fill("6")
    score_again(page)
    expect(page.locator(".corrected")).to_contain_text("Ben +")


def test_a_figure_that_a_correction_refused_is_typed_anew_and_not_continued(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris", "Dora"), game="tichu", teams=("1", "2", "1", "2"))
    # It would go on by itself.
    deafen(page)
    path, forms = play_path(page), page.locator("form[data-card]")
    for form, points in zip(forms.all(), (65, 35), strict=True):
        answers = {"double": "no", "tichu": 0, "tichu_lost": 0, "grand": 0, "grand_lost": 0}
        send(page, form.get_attribute("action"), revision=0, cards=points, done=1, **answers)
    send(page, f"{path}/stages/1/close")
    page.goto(f"{path}/stages/1/correct/cards")
    figure_of_cards = page.locator("#sheet .figure").first
    figure_of_cards.tap()
    for text in "90":
        key(page, text).tap()
    score_again(page)
    expect(page.locator("#faults")).to_contain_text("make 125, but it must be 100")
    for text in "85":
        key(page, text).tap()
    expect(figure_of_cards).to_have_value("85")


def places(page):
    """Where all that is seen is that a finger may be on its way to, from left to right: buttons, keys, cells."""
    page.locator("#figure-keys button").first.wait_for(state="attached")
    return page.evaluate(
        """() => [...document.querySelectorAll("#dock button, #sheet thead a, #sheet .figure")].map((target) => {
            const {x, y, width, height} = target.getBoundingClientRect();
            return [x, y, width, height];
        }).filter(([, , width]) => width).sort()"""
    )


def begin(page):
    """Count a first figure, with which the dock is as it stays."""
    put(page, "water", "1")
    expect(mark(page)).to_contain_text("✓")


def put(page, key, value):
    """Change a figure without touching it: focusing would scroll."""
    figure(page, key).evaluate(
        "(input, value) => { input.value = value; input.dispatchEvent(new Event('input', {bubbles: true})); }", value
    )


@pytest.mark.parametrize(
    ("width", "from_the_top"),
    [(320, 10_000), (390, 0), (390, 10_000), (320, 0)],
)
@pytest.mark.long
def test_nothing_moves_when_a_sentence_comes_or_a_save_is_answered(phone, width, from_the_top):
    page = phone(width=width)
    start_play(page)
    begin(page)
    page.evaluate("(y) => scrollTo(0, y)", from_the_top)
    before = places(page)
    put(page, "water", "9")
    expect(sentence(page)).to_be_visible()
    assert places(page) == before
    put(page, "water", "3")
    expect(mark(page)).to_have_text("✓ saved")
    assert places(page) == before


@pytest.mark.parametrize("locale", ["de", "en", "ja"])
@pytest.mark.long
def test_nothing_moves_when_the_network_goes(phone, locale):
    page = phone(locale=locale, forgive="net::ERR_INTERNET_DISCONNECTED")
    start_play(page)
    begin(page)
    before = places(page)
    page.context.set_offline(True)
    put(page, "water", "3")
    expect(mark(page)).to_contain_text("○")
    expect(page.locator(".dock .outbox p")).to_be_in_viewport()
    assert places(page) == before
    page.context.set_offline(False)
    expect(mark(page)).to_contain_text("✓", timeout=20_000)
    assert places(page) == before


@pytest.mark.long
def test_nothing_moves_when_others_count(phone):
    annas = phone()
    start_play(annas)
    begin(annas)
    other = annas.context.new_page()
    other.goto(annas.url)
    open_card(other, "Ben")
    before = places(annas)
    enter(other, {"water": 1})
    expect(annas.locator("#sheet .state", has_text="1 of 5")).to_have_count(1)
    assert places(annas) == before


@pytest.mark.long
def test_no_figure_moves_when_others_with_long_names_count(phone):
    long_names = ["Maximiliane-Theodora Freifrau von Hohenstein", "Karl-Friedrich-Wilhelm Edler von der Heide", "Ben"]
    annas = phone()
    start_play(annas, long_names)
    other = annas.context.new_page()
    other.goto(annas.url)
    open_card(other, long_names[1])
    before = [button.bounding_box() for button in annas.locator("#sheet .figure, #figure-keys button").all()]
    enter(other, {"water": 1})
    expect(annas.locator("#sheet .state", has_text="1 of 5")).to_have_count(1)
    assert [button.bounding_box() for button in annas.locator("#sheet .figure, #figure-keys button").all()] == before


def test_what_follows_from_one_column_is_said_at_its_cell_before_others_have_counted(phone):
    page = phone()
    start_play(page, game="skull-king")
    cell(page, "Anna", "tricks__bid").fill("1")
    cell(page, "Anna", "bonus").fill("20")
    expect(page.locator("#sheet .state").first).to_have_text("2 of 3")
    expect(sentence(page)).to_have_count(0)
    cell(page, "Anna", "tricks__made").fill("0")
    expect(sentence(page)).to_have_text("Anna, bonus: only if the bid was made.")
    expect(page.locator("#sheet .cell.wrong")).to_have_count(1)
    expect(page.locator("#sheet .cell.wrong input")).to_have_attribute("aria-label", "Anna, Bonus")
    cell(page, "Anna", "tricks__made").fill("1")
    expect(sentence(page)).to_have_count(0)


def test_of_what_there_is_one_only_those_are_framed_who_have_it(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris"), game="five-tribes")
    boards = page.locator("#sheet tbody tr").first.locator(".cell")
    for place, tile in enumerate(("tile_15", "tile_8", "tile_15")):
        boards.nth(place).locator(".face").click()
        lay_down(page, tile)
    expect(page.locator("#faults .fault")).to_have_count(1)
    expect(boards.nth(0)).to_have_class(re.compile("wrong"))
    expect(boards.nth(2)).to_have_class(re.compile("wrong"))
    expect(boards.nth(1)).not_to_have_class(re.compile("wrong"))


def test_more_than_the_box_holds_is_said_without_a_network(phone):
    page = phone(forgive=OFFLINE)
    start_play(page)
    only_asks(page)
    page.context.set_offline(True)
    for name in ("Anna", "Ben", "Chris"):
        cell(page, name, "water").fill("3")
    expect(sentence(page)).to_have_text("Water: 1 too many")
    expect(page.locator("#sheet [data-row=water] .cell.wrong")).to_have_count(3)
    cell(page, "Chris", "water").fill("2")
    expect(sentence(page)).to_have_count(0)


def test_nothing_is_said_of_a_figure_before_its_last_digit(phone):
    page = phone()
    page.clock.install()
    start_play(page, ("Anna", "Ben", "Clara", "Dirk"), game="tichu", teams=("1", "2", "1", "2"))
    sent = []
    page.on("request", lambda request: sent.append(request.post_data) if request.method == "POST" else None)
    key(page, 1).tap()
    page.clock.run_for(1500)
    assert sent == []
    key(page, 5).tap()
    page.clock.run_for(1000)
    expect(mark(page)).to_have_text("✓ saved")
    expect(page.locator("#faults .fault, .cell.wrong")).to_have_count(0)
    # Now nothing more is typed.
    key(page, 1).tap()
    page.clock.run_for(3000)
    expect(page.locator("#faults .fault")).to_have_text("Anna & Clara, card points: at most 125.")


def test_steps_are_said_without_a_network_once_the_figure_is_left(phone):
    page = phone(forgive=OFFLINE)
    start_play(page, ("Anna", "Ben", "Clara", "Dirk"), game="tichu", teams=("1", "2", "1", "2"))
    only_asks(page)
    page.context.set_offline(True)
    key(page, 1).tap()
    key(page, 2).tap()
    expect(mark(page)).to_contain_text("on this phone")
    expect(page.locator("#faults .fault")).to_have_count(0)
    page.locator("#sheet .face").first.tap()
    expect(page.locator("#faults .fault")).to_have_text("Anna & Clara, card points: in steps of 5")


def test_figure_typed_over_one_that_cannot_be_right_is_not_marked_without_a_network(phone):
    page = phone(forgive=OFFLINE)
    start_play(page)
    figure(page, "gold").fill("-1")
    figure(page, "water").click()
    expect(sentence(page)).to_contain_text("−1 is negative")
    expect(page.locator(".cell.wrong")).to_have_count(1)
    page.context.set_offline(True)
    figure(page, "gold").fill("3")
    figure(page, "water").click()
    expect(page.locator(".cell.wrong")).to_have_count(0)
    expect(page.locator("#faults .fault")).to_have_count(0)
    page.context.set_offline(False)
