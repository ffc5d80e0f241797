"""The referees in a browser: a whole game by its script, without a network, and what the page shows of it."""

import json

import pytest
from django.utils import translation
from playwright.sync_api import expect

from companion.core.language.texts import say
from companion.rules.player_aids import functions_of
from companion.rules.player_aids.five_tribes_solo import yazid
from companion.rules.player_aids.steps import replay
from companion.rules.player_aids.tuareg import loading
from tests.browser.table import figure
from tests.browser.walks.referees import resume
from tests.lanes import IS_LONG, long
from tests.rules.walks import a_table, journals, texts_in

GAME = "/games/five-tribes-solo"
PAGE = f"{GAME}/referee/yazid/"
KEYS = ("gold", "assassins", "djinns", "council", "elders", "fakirs", "camels")
LABELS = {
    "en": ("Your gold", "Assassins", "Djinns", "Council", "Elders", "Fakirs", "Camels"),
    "de": ("Dein Gold", "Meuchel\u00admörder", "Dschinn", "Rat", "Älteste", "Fakire", "Kamele"),
    "ja": ("自分の金貨", "暗殺者", "魔神", "評議会", "長老", "行者", "ラクダ"),
}
TAKE = {
    each: {"do": "take", "figure": each} for each in ("vizier", "elder", "merchant", "fakir", "builder", "assassin")
}
# All that can be read on the page, and what only screen readers tell.
SHOWN = """page => page.textContent +
    [...page.querySelectorAll("[aria-label]")].map((each) => each.getAttribute("aria-label")).join(" ")"""
COUNTERS = """(all) => all.map((each) => [
    each.querySelector(".label").innerText,
    each.querySelector("input")?.value ?? each.querySelector("strong").innerText,
])"""
START = {"gold": 25, "assassins": 0, "djinns": 0, "council": 0, "elders": 0, "fakirs": 0, "camels": 11}


def dice(white, black):
    return {"do": "dice", "white": white, "black": black}


def tile(column, row):
    return {"do": "tile", "column": column, "row": row}


def clear(camel="none", **blue):
    return {"do": "clear", "camel": camel} | blue


# A game by its taps: what is tapped in one go, and which counters stand otherwise after it.
SCRIPT = [
    # Round 1: an elder and a merchant with a fakir buy a djinn; three blue tiles for one builder.
    (
        [dice(2, 4), TAKE["elder"], TAKE["fakir"], TAKE["builder"], clear(blue=3)],
        {"gold": 22, "camels": 10, "djinns": 1},
    ),
    # Mine: Nekir and Marid are bought, and gold is earned.
    ([{"do": "own", "djinn": "nekir"}, {"do": "own", "djinn": "marid"}, {"set": "gold", "to": 30}], {"gold": 30}),
    # Round 2: outbid for 9, another target, two viziers.
    ([dice(6, 3), {"do": "outbid"}], {"gold": 21}),
    ([dice(1, 1), TAKE["vizier"], TAKE["vizier"], clear()], {"council": 2, "camels": 9}),
    # Round 3: two tiles. On mine lie two assassins: Nekir and Marid bring 2 each. The other end was empty.
    ([dice(4, 6), TAKE["assassin"], TAKE["assassin"], clear("mine")], {"assassins": 2, "gold": 25}),
    ([tile(4, 2), TAKE["elder"], TAKE["elder"], clear()], {"elders": 0, "djinns": 2, "camels": 8}),
    # Round 4: the tile of round 1 again, whose camel and blue tiles are known.
    ([dice(2, 4), TAKE["builder"], TAKE["merchant"], clear("his")], {"gold": 22}),
    # Round 5: four assassins more; one before the end it warns.
    ([dice(5, 5), *[TAKE["assassin"]] * 4, clear()], {"assassins": 6, "gold": 24, "camels": 7}),
    # Round 6: nothing is left to clear, and it is the last round.
    ([dice(3, 3), {"do": "nothing"}, {"do": "last"}, {"do": "end"}], {}),
]


def tap(page, action):
    """Tap the button or tile of an action, or type a counter's new value."""
    if "set" in action:
        page.locator(f"#set-{action['set']}").fill(str(action["to"]))
        page.locator(f"#set-{action['set']}").press("Tab")
        return
    offered = page.locator("#referee-page [data-action]")
    written = offered.evaluate_all("(all) => all.map((each) => each.dataset.action)")
    [place] = [number for number, each in enumerate(written) if is_for(each, action)]
    offered.nth(place).click()


def is_for(written, action):
    """Whether a button's action, as it is written on it, is this one."""
    return written.startswith("{") and json.loads(written) == action


def counters(page):
    """What stands on the counters, by their labels in order."""
    found = page.locator(".counter").evaluate_all(COUNTERS)
    return {label: int(count.split("/")[0]) for label, count in found}


def see(page, expected, locale="en"):
    labels = dict(zip(KEYS, LABELS[locale], strict=True))
    assert counters(page) == {labels[key]: value for key, value in expected.items()}


@pytest.mark.parametrize("locale", ["en", long("de"), long("ja")])
def test_a_whole_game_is_followed_and_kept_as_a_play(phone, locale):
    page, now = phone(locale=locale), dict(START)
    page.goto(PAGE)
    tap(page, {"do": "begin"})
    reloaded = range(len(SCRIPT)) if IS_LONG else [2]
    for place, (actions, changes) in enumerate(SCRIPT):
        for action in actions:
            tap(page, action)
        now |= changes
        see(page, now, locale)
        # It goes on where it was.
        if place in reloaded:
            page.reload()
    page.locator("#keep button").click()
    page.locator("[name=player]").first.fill("Anna")
    page.locator("[name=start]").click()
    for key, value in {"gold": 24, "council": 2}.items():
        expect(figure(page, key)).to_have_value(str(value))
    expect(page.locator("[name=djinns][value=nekir]")).to_be_checked()


@pytest.mark.long
def test_home_leads_back_to_the_same_step(phone):
    page = phone()
    page.goto(PAGE)
    for action in ({"do": "begin"}, dice(2, 4), TAKE["elder"]):
        tap(page, action)
    page.goto("/")
    page.get_by_role("link", name="Sultan Yazid").click()
    expect(page.locator(".told")).to_contain_text("Yazid clears column 2, row 4.")
    expect(page.locator(".count")).to_have_text("1")


@pytest.mark.long
def test_nothing_begun_is_nothing_to_continue(phone):
    page = phone()
    page.goto(PAGE)
    page.goto("/")
    expect(page.get_by_role("link", name="Sultan Yazid")).to_have_count(0)
    expect(page.get_by_role("heading", name="Continue")).to_have_count(0)


@pytest.mark.long
def test_every_step_can_be_undone_back_to_the_first(phone):
    page = phone()
    page.goto(PAGE)
    shown = []
    for action in (
        {"do": "begin"},
        dice(2, 6),
        TAKE["elder"],
        clear(),
        TAKE["fakir"],
        clear(),
        {"set": "gold", "to": 7},
    ):
        shown.append(page.locator("#referee-page").inner_html())
        tap(page, action)
    while shown:
        page.locator("[name=undo]").click()
        assert page.locator("#referee-page").inner_html() == shown.pop()
    expect(page.locator("[name=undo]")).to_be_disabled()


@pytest.mark.long
def test_it_rolls_the_dice(phone):
    page = phone()
    page.goto(PAGE)
    tap(page, {"do": "begin"})
    page.get_by_role("button", name="Roll").click()
    expect(page.locator(".told")).to_contain_text("Yazid clears column")
    expect(page.locator(".cell.target")).to_have_count(1)


def test_gold_goes_up_and_down_by_a_tap_and_is_one_step_to_undo(phone):
    page = phone()
    page.goto(PAGE)
    tap(page, {"do": "begin"})
    for _ in range(3):
        page.get_by_role("button", name="Your gold: one more").click()
    see(page, START | {"gold": 28})
    page.locator("[name=undo]").click()
    see(page, START)


def test_without_a_network_it_goes_on(phone):
    page = phone(forgive="ERR_INTERNET_DISCONNECTED")
    page.goto(PAGE)
    page.context.set_offline(True)
    tap(page, {"do": "begin"})
    for actions, _changes in SCRIPT[:4]:
        for action in actions:
            tap(page, action)
    see(page, START | {"gold": 21, "djinns": 1, "council": 2, "camels": 9})


@pytest.mark.long
def test_a_warning_stands_beside_the_counter_one_step_before_the_loss(phone):
    page = phone()
    page.goto(PAGE)
    for action in ({"do": "begin"}, dice(5, 5), *[TAKE["assassin"]] * 6, clear()):
        tap(page, action)
    expect(page.locator(".warnings")).to_have_text("Assassins: One more and you have lost.")


LOADING, YAZID = (loading, "tuareg"), (yazid, "five-tribes-solo")
# Every day each of them in a language, neither in that which all other tests read.
ASKED = [
    (LOADING, "ja"),
    (YAZID, "de"),
    *(long(LOADING, locale) for locale in ("en", "de")),
    *(long(YAZID, locale) for locale in ("en", "ja")),
]


@pytest.mark.parametrize(("pair", "locale"), ASKED)
def test_what_the_rules_ask_and_tell_stands_on_the_page(phone, pair, locale):
    referee, slug = pair
    page, journal = phone(locale=locale), journals(referee, slug, seed=1, most=20)
    resume(page, f"/games/{slug}/referee/{referee.KEY}/", journal)
    with translation.override(locale):
        at = replay(functions_of(referee), a_table(slug), journal)
        asked = referee.ask(at["state"])
        texts = [say(text) for text in texts_in([at["events"], asked]) if text != asked["title"]]
        expect(page.locator("#step")).to_have_text(say(asked["title"]))
    shown = page.locator("#referee-page").evaluate(SHOWN)
    assert [text for text in texts if text not in shown] == []


@pytest.mark.long
def test_a_game_in_its_middle_is_no_play_yet(phone):
    page = phone()
    page.goto(PAGE)
    for action in ({"do": "begin"}, dice(3, 3)):
        tap(page, action)
    expect(page.locator("#keep")).to_be_hidden()
    for action in ({"do": "nothing"}, {"do": "last"}, {"do": "end"}):
        tap(page, action)
    expect(page.locator("#keep")).to_be_visible()


@pytest.mark.long
def test_steps_that_cannot_have_been_are_left_out(phone):
    page = phone()
    resume(page, PAGE, [{"do": "begin"}, dice(2, 4), {"do": "what nobody offers"}, TAKE["elder"]])
    expect(page.locator(".told")).to_contain_text("Yazid clears column 2, row 4.")
    expect(page.locator(".count")).to_have_count(0)


def test_without_javascript_it_says_so_and_offers_nothing_that_does_nothing(phone):
    page = phone(java_script_enabled=False)
    page.goto(PAGE)
    expect(page.locator(".notice")).to_have_text("This help needs JavaScript, which is off in this browser.")
    expect(page.locator("main button:visible")).to_have_count(0)
    page.get_by_role("link", name="Counting out").click()
    expect(page.get_by_role("heading", name="Counting out")).to_be_visible()


def open_raises(phone):
    page = phone()
    page.goto("/games/basari/referee/bidding/")
    page.get_by_role("button", name="Raises").click()
    return page


COLOURS = ("red", "yellow", "green", "blue")


@pytest.mark.parametrize("keys", [["Enter"], ["Tab", "Tab", "Tab"]], ids=["Enter", "Tab"])
@pytest.mark.long
def test_several_numbers_are_typed_in_a_row(phone, keys):
    page = open_raises(phone)
    page.locator("#set-red").focus()
    for number in (3, 12, 4, 5):
        page.keyboard.type(str(number))
        for key in keys:
            page.keyboard.press(key)
    assert [page.locator(f"#set-{colour}").input_value() for colour in COLOURS] == ["3", "12", "4", "5"]
    page.reload()
    assert [page.locator(f"#set-{colour}").input_value() for colour in COLOURS] == ["3", "12", "4", "5"]


@pytest.mark.long
def test_several_numbers_are_typed_after_a_tap_each(phone):
    page = open_raises(phone)
    for number, colour in enumerate(COLOURS, 2):
        page.locator(f"#set-{colour}").click()
        expect(page.locator(f"#set-{colour}")).to_be_focused()
        page.keyboard.type(str(number))
    page.get_by_role("button", name="Clear both").click()
    assert [page.locator(f"#set-{colour}").input_value() for colour in COLOURS] == ["2", "3", "4", "5"]


@pytest.mark.long
def test_a_gem_that_is_tapped_while_a_number_is_being_typed_is_laid(phone):
    page = open_raises(phone)
    page.locator("#set-red").focus()
    page.keyboard.type("3")
    blue = page.locator(".looks-keys button", has_text="blue")
    blue.click()
    expect(blue.locator(".count")).to_have_text("1")
    expect(page.locator("#set-red")).to_have_value("3")
