"""What is laid down on the pads of Five Tribes: what of it stands in its cell and in the dock, as the rules give it."""

import random
import re

import pytest
from playwright.sync_api import expect

from companion.rules import GAMES
from companion.rules.games.five_tribes import DJINNS, PARTS
from tests.browser.table import card_name, figure, open_card, start_play
from tests.browser.test_every_game import face, lay_down, pick

ROWS = {item.key: item for item in GAMES["five-tribes"].stages[0].items}
# The rows that follow from each part of the sheet that is tapped, in their order.
OF_PARTS = (("tiles", "palms", "palaces"), ("merchandise",), ("djinns",))
# What the cells of the first column show for each of these hands, and what the dock says of them.
TOLD = """(hands) => {
    const seat = document.querySelector("#sheet thead [data-seat]").dataset.seat;
    const cells = [...document.querySelectorAll(`.cell[data-kind][data-seat="${seat}"]`)];
    return hands.map((hand) => {
        document.querySelectorAll(`.cell[data-seat="${seat}"] [data-field]`).forEach((control) => {
            if (control.type === "checkbox") control.checked = hand.djinns.includes(control.value);
            else control.value = hand[control.name] ?? 0;
        });
        return cells.map((cell) => {
            const face = cell.querySelector(".face");
            face.click();
            return [face.firstChild?.textContent ?? "", document.querySelector("#dock .left").textContent];
        });
    });
}"""


def some_hands(number):
    """Hands of few and of many things, the same in every run."""
    drawn = random.Random(1)
    laid = [field for part in PARTS if part.pad for field in part.fields]
    for _ in range(number):
        part = drawn.choice((0.1, 0.4, 1))
        djinns = [djinn.key for djinn in DJINNS.things if drawn.random() < part]
        yield {field.key: round(drawn.random() * part * field.supply) for field in laid} | {"djinns": djinns}


def points(rows, hand):
    """What the rules give a seat for a hand in these rows together; with two players, of whom the other has nothing."""
    table = {"options": {}, "seats": [{}, {}]}
    return sum(ROWS[row].score([(0, "Anna", hand)], table)[0][0] for row in rows)


def chips(page):
    """What lies in the strip: the name of each chip, and in between what a set brings."""
    return page.locator(".strip:visible").evaluate(
        "(strip) => [...strip.children].flatMap((its) => its.value || [its.firstChild.value, its.textContent])"
    )


@pytest.mark.long
def test_the_points_that_stand_there_are_those_of_the_rules(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    hands, seen = list(some_hands(150)), set()
    for hand, cells in zip(hands, page.evaluate(TOLD, hands), strict=True):
        for rows, (shown, told) in zip(OF_PARTS, cells, strict=True):
            brought = points(rows, hand)
            # Where no djinn is held its cell is still a blank.
            assert shown == str(brought) or (rows == ("djinns",) and not shown and not brought), (hand, rows)
            assert told == (f"+{brought}" if brought else ""), (hand, rows)
        seen |= {("wild", hand["fakirs"] > 1 and "al-amin" in hand["djinns"])}
        seen |= {("raised", hand["palms"] > 0 and "haurvatat" in hand["djinns"])}
    assert seen == {(name, is_so) for name in ("wild", "raised") for is_so in (True, False)}


@pytest.mark.long
def test_goods_lie_in_the_sets_that_they_make_with_what_each_brings(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    face(page, "Anna", "Cards").click()
    lay_down(page, "fish", "ivory", "fish", "fakirs", "silk", "fish", "fakirs", "fakirs")
    assert chips(page) == ["fish", "ivory", "silk", "7", "fish", "1", "fish", "1", "fakirs"]
    expect(page.locator(".strip:visible > *").last).to_have_text("×3")
    expect(page.locator("#dock .left")).to_have_text("+9")
    expect(face(page, "Anna", "Cards")).to_have_text("98")
    # With Al-Amin two fakirs stand for a fourth kind, and one is left.
    face(page, "Anna", "Djinns").click()
    pick(page, "Al-Amin")
    expect(face(page, "Anna", "Cards")).to_have_text("158")
    face(page, "Anna", "Cards").click()
    assert chips(page) == ["fish", "ivory", "silk", "fakirs", "13", "fish", "1", "fish", "1", "fakirs"]
    # A tap takes one of its kind back.
    page.locator(".strip:visible [value=fish]").last.click()
    assert chips(page) == ["fish", "ivory", "silk", "fakirs", "13", "fish", "1", "fakirs"]


@pytest.mark.parametrize("width", [320, 360, 390])
@pytest.mark.long
def test_what_a_set_brings_stands_beside_its_last_chip_wherever_the_line_ends(phone, width):
    page = phone(width=width)
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    face(page, "Anna", "Cards").click()
    for kind in ("fish", "ivory", "silk", "spice", "wheat", "jewels", "papyrus", "bars", "pottery"):
        lay_down(page, kind)
        chip, figure = page.locator(".strip:visible > :last-child").evaluate("""(end) => {
            const range = new Range(), chip = end.querySelector("button") || end.previousElementSibling;
            range.selectNodeContents(end.querySelector("button") ? end.lastChild : end);
            return [chip, range].map((each) => each.getBoundingClientRect().toJSON());
        }""")
        assert chip["top"] < figure["top"] < chip["bottom"], kind
        assert chip["right"] <= figure["left"]
        assert figure["right"] <= width


@pytest.mark.long
def test_no_key_moves_or_grows_as_things_are_laid_down(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    keys = page.locator(".panel:visible .keys button")
    before = [each.bounding_box() for each in keys.all()]
    lay_down(page, "tile_4", "palms", "palms", "palaces", "tile_8")
    expect(page.locator(".panel:visible [data-key=palms] .times")).to_have_text("×2")
    assert [each.bounding_box() for each in keys.all()] == before


@pytest.mark.long
def test_who_holds_no_djinn_says_so_with_one_tap(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    for row in ("Board", "Cards"):
        page.locator("[data-score]").click()
        expect(face(page, "Anna", row)).to_have_text("0")
    for key in ("gold", "viziers", "elders"):
        figure(page, key).fill("0")
    face(page, "Anna", "Djinns").click()
    none = page.locator(".panel:visible").get_by_role("button", name="None")
    expect(none).to_have_attribute("aria-pressed", "false")
    none.click()
    # Hers was the last blank of the column: it is in, and the cursor stands in the next.
    expect(card_name(page)).to_have_text("Ben")
    expect(page.locator(".state").first).to_have_text("✓ done")
    expect(face(page, "Anna", "Djinns")).to_have_text("0")
    open_card(page, "Anna")
    face(page, "Anna", "Djinns").click()
    expect(none).to_have_attribute("aria-pressed", "true")
    pick(page, "Ba'al")
    expect(none).to_have_attribute("aria-pressed", "false")
    expect(face(page, "Anna", "Djinns")).to_have_text("61")
    none.click()
    expect(face(page, "Anna", "Djinns")).to_have_attribute("aria-label", re.compile("Djinns$"))
    expect(face(page, "Anna", "Djinns")).to_have_text("0")


@pytest.mark.long
def test_none_of_a_column_that_is_done_is_a_0_on_each_phone(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    figure(page, "gold").fill("1")
    page.get_by_role("button", name="Rest 0").click()
    expect(page.locator(".state").first).to_have_text("✓ done")
    for row in ("Board", "Cards", "Djinns"):
        expect(face(page, "Anna", row)).to_have_text("0")
    # As a phone reads it that has only what is stored.
    page.reload()
    expect(page.locator(".state").first).to_have_text("✓ done")
    for row in ("Board", "Cards", "Djinns"):
        expect(face(page, "Anna", row)).to_have_text("0")
        expect(face(page, "Ben", row)).to_have_text("")
