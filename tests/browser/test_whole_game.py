"""A whole game of Tuareg at the table: on two phones at once, and on one without JavaScript.

The points, by the cards' values 6 · 5 · 4 · 3 for most water, gold, salt and millet:

    stage 1     water     gold      salt      millet    maps      points
    Anna        4 -> 6    1         3 -> 3    2         0              9
    Ben         2         4 -> 5    2         5 -> 2    1 -> 2         9
    Chris       1         0         3 -> 3    5 -> 2    0              5

Anna and Chris share most salt, Ben and Chris most millet: one point less for each. Then Chris finds a fourth
salt: Anna loses her 3 (6 are left), Chris gets 4 in place of 3 (6), Ben keeps 9.

    stage 2     water     gold      salt      millet    unused    points    total
    Anna        4 -> 6    2         5 -> 3    1         1 -> 1        10       16
    Ben         3         3 -> 4    1         2         1 -> 1         5       14
    Chris       1         3 -> 4    5 -> 3    6 -> 3    0             10       16

Anna and Chris tie. Her hand is worth 7 dinar, Chris's 9: Chris wins.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    NAMES,
    card_name,
    cell,
    close_stage,
    counted,
    done,
    done_and_on,
    enter,
    figure,
    mark,
    open_card,
    open_seat,
    play_path,
    points,
    ranking,
    score_again,
    see_figures,
    sit_down_and_start,
    trail,
    won,
)

STAGE_1 = {
    "Anna": {"water": 4, "gold": 1, "salt": 3, "millet": 2, "maps": 0},
    "Ben": {"water": 2, "gold": 4, "salt": 2, "millet": 5, "maps": 1},
    "Chris": {"water": 1, "gold": 0, "salt": 3, "millet": 5, "maps": 0},
}
STAGE_2 = {
    "Anna": {"water": 4, "gold": 2, "salt": 5, "millet": 1, "donkeys": 1, "caves": 0, "thieves": 0, "maps": 0},
    "Ben": {"water": 3, "gold": 3, "salt": 1, "millet": 2, "donkeys": 0, "caves": 1, "thieves": 0, "maps": 0},
    "Chris": {"water": 1, "gold": 3, "salt": 5, "millet": 6, "donkeys": 0, "caves": 0, "thieves": 0, "maps": 0},
}


def take_seats(page, *names):
    """Answer "Which seats are yours?"."""
    for name in names:
        page.get_by_label(name).check()
    page.get_by_role("button", name="Count for these").click()


def table_link(page):
    """The link that the table's page shows, as somebody would type it."""
    page.get_by_role("link", name="Count on several phones").click()
    return page.locator(".address").first.inner_text()


def typing(page):
    """Where somebody is typing: the field, what it holds, and the caret's two ends."""
    return page.evaluate(
        """() => {
            const {form, name, value, selectionStart, selectionEnd} = document.activeElement;
            return [form?.id, name, value, selectionStart, selectionEnd];
        }"""
    )


def count_stage(page, holdings):
    """Enter these seats' cards one after the other, as Done leads from one to the next."""
    for name, held in holdings.items():
        expect(card_name(page)).to_have_text(name)
        enter(page, held)
        done_and_on(page)


def count_stage_with_forms(page, holdings):
    """Enter these columns without a script: each has a button of its own."""
    for name, held in holdings.items():
        for row, number in held.items():
            cell(page, name, row).fill(str(number))
        page.get_by_role("button", name=f"{name}: Done").click()


def correct_salt_of_chris(page):
    page.locator("#why-1-salt summary").click()
    page.locator("#why-1-salt").get_by_role("link", name="Edit the counts").click()
    cell(page, "Chris", "salt").fill("4")
    score_again(page)


def decide_by_hand(page, **values):
    for name, value in values.items():
        page.get_by_role("textbox", name=name, exact=True).fill(str(value))
    page.get_by_role("button", name="Save and finish").click()


def see_result_of_stage_1(page):
    assert points(page) == {"Anna": 9, "Ben": 9, "Chris": 5}
    assert won(page, "Water") == "Anna +6"
    assert won(page, "Gold") == "Ben +5"
    assert won(page, "Rock salt") == "Anna, Chris +3 each"
    assert won(page, "Millet") == "Ben, Chris +2 each"
    assert won(page, "Maps used") == "Ben +2"


def see_podium(page):
    expect(page.locator(".winners")).to_have_text("Chris")
    expect(page.locator(".podium")).to_contain_text("wins on the tiebreaker · value of the hand cards in dinar")
    assert ranking(page) == [("1", "Chris", "16"), ("2", "Anna", "16"), ("3", "Ben", "14")]


def test_a_whole_game_is_counted_on_two_phones_at_once(phone):
    annas, bens = phone(), phone()
    sit_down_and_start(annas)
    path = play_path(annas)
    link = table_link(annas)
    annas.goto(f"{path}/seats/mine")
    take_seats(annas, "Anna")
    expect(card_name(annas)).to_have_text("Anna")

    bens.goto(link)
    assert link not in bens.url
    expect(bens.locator(".choice", has_text="Anna")).to_contain_text("on the phone of Anna")
    take_seats(bens, "Ben", "Chris")

    # Anna is in the middle of a number while Ben's card comes in.
    figure(annas, "water").fill("4")
    figure(annas, "gold").click()
    annas.keyboard.type("12")
    annas.keyboard.press("ArrowLeft")
    expect(mark(annas)).to_contain_text("not all saved")
    before = typing(annas)
    assert before == [f"card-{open_seat(annas)}", "gold", "12", 1, 1]
    expect(card_name(bens)).to_have_text("Ben")
    enter(bens, STAGE_1["Ben"])
    done(bens)
    expect(counted(annas)).to_contain_text("1 of 3 counted")
    assert typing(annas) == before
    annas.keyboard.press("Delete")
    expect(figure(annas, "gold")).to_have_value("1")

    open_card(bens, "Chris")
    enter(bens, STAGE_1["Chris"])
    done(bens)
    enter(annas, STAGE_1["Anna"])
    expect(annas.locator(".ranking")).to_have_count(0)
    done(annas)
    # The last card is in: both see the stage's points before anybody closes it.
    for page in (annas, bens):
        expect(counted(page)).to_have_text("3 of 3 counted")
        expect(page.locator(".ranking")).to_be_visible(timeout=3000)
        assert points(page) == {"Anna": 9, "Ben": 9, "Chris": 5}

    close_stage(annas)
    see_result_of_stage_1(annas)
    expect(bens.locator(".head .where")).to_have_text("Result of stage 1")

    correct_salt_of_chris(annas)
    expect(annas.locator(".corrected")).to_contain_text("Chris: rock salt 3 → 4")
    assert points(annas) == {"Ben": 9, "Anna": 6, "Chris": 6}
    assert won(annas, "Rock salt") == "Chris +4"
    assert won(annas, "Water") == "Anna +6"

    for page in (annas, bens):
        page.get_by_role("link", name="Count stage 2").click()
    count_stage(bens, {name: STAGE_2[name] for name in ("Ben", "Chris")})
    expect(counted(annas)).to_contain_text("2 of 3 counted")
    count_stage(annas, {"Anna": STAGE_2["Anna"]})
    expect(counted(bens)).to_have_text("3 of 3 counted")

    close_stage(annas)
    assert points(annas) == {"Anna": 16, "Chris": 16, "Ben": 14}
    assert won(annas, "Unused special cards") == "Anna, Ben +1 each"
    annas.get_by_role("button", name="Finish the play").click()
    expect(annas.get_by_label("Ben", exact=True)).to_have_count(0)
    decide_by_hand(annas, Anna=7, Chris=9)
    see_podium(annas)
    see_podium(bens)

    annas.get_by_role("button", name="Rematch").click()
    expect(card_name(annas)).to_have_text("Anna")
    assert play_path(annas) != path
    see_figures(annas, {"water": "", "maps": ""})
    assert annas.locator("#sheet thead th").all_inner_texts() == ["Anna", "Ben", "Chris"]
    assert trail(annas, path)[-1] == "Play started"


@pytest.mark.long
def test_a_second_phone_comes_to_the_table_by_the_six_signs(phone):
    shows, joins = phone(), phone()
    sit_down_and_start(shows)
    table_link(shows)
    signs = shows.locator(".code-signs").inner_text()
    assert len(signs) == 6
    joins.goto("/")
    # The sixth sign joins by itself.
    joins.get_by_label("Code, six letters and digits").fill(signs.lower())
    take_seats(joins, "Ben")
    expect(card_name(joins)).to_have_text("Ben")
    assert play_path(joins) == play_path(shows)
    # Home knows the table from now on, without the signs.
    joins.goto("/")
    expect(joins.locator("#continue + .opens li")).to_have_count(1)


@pytest.mark.long
def test_whoever_only_watches_sees_the_table_and_no_card(phone):
    shows, watches = phone(), phone()
    sit_down_and_start(shows)
    path = play_path(shows)
    watches.goto(table_link(shows))
    shows.goto(path)
    watches.get_by_role("button", name="Just watching").click()
    expect(watches.locator(".watching .where")).to_contain_text("0 of 3 counted")
    expect(watches.locator(".watching .names th")).to_have_count(3)
    expect(watches.locator("form[data-card]")).to_have_count(0)
    assert play_path(watches) == path
    enter(shows, {"water": 4})
    done(shows)
    expect(watches.locator(".watching .where")).to_contain_text("1 of 3 counted")


@pytest.mark.long
def test_a_stranger_sees_nothing_of_a_table(phone):
    annas, strangers = phone(), phone()
    sit_down_and_start(annas)
    for place in ("/", "/more", "/table", "/stages/1"):
        assert strangers.goto(play_path(annas) + place).status == 404


def test_a_whole_game_is_counted_on_one_phone_without_javascript(phone):
    page = phone(java_script_enabled=False)
    sit_down_and_start(page)
    path = play_path(page)
    count_stage_with_forms(page, STAGE_1)
    expect(counted(page)).to_have_text("3 of 3 counted")
    close_stage(page)
    see_result_of_stage_1(page)

    correct_salt_of_chris(page)
    assert points(page) == {"Ben": 9, "Anna": 6, "Chris": 6}
    page.get_by_role("link", name="Count stage 2").click()
    count_stage_with_forms(page, STAGE_2)
    close_stage(page)
    assert points(page) == {"Anna": 16, "Chris": 16, "Ben": 14}
    page.get_by_role("button", name="Finish the play").click()
    decide_by_hand(page, Anna=7, Chris=9)
    see_podium(page)
    page.get_by_role("button", name="Rematch").click()
    expect(card_name(page)).to_have_text(NAMES[0])
    assert play_path(page) != path


@pytest.mark.long
def test_the_code_of_a_table_is_shown_without_javascript_too(phone):
    page = phone(java_script_enabled=False)
    sit_down_and_start(page)
    table_link(page)
    page.get_by_role("button", name="Show a short code").click()
    assert len(page.locator(".code-signs").inner_text()) == 6
