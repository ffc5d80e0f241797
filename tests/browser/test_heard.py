"""What a screen reader is given of the sheet: whose each cell is, what its box still holds, and how it stands."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    cell,
    close_stage,
    done,
    enter,
    figure,
    group_path,
    key,
    open_card,
    open_seat,
    play_path,
    send,
    start_play,
)
from tests.browser.test_broken_words import play_to_the_end


def heard(page, role):
    """(name, value, description) of everything of this role, in the order in which a reader comes to it."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    said, parts = [node for node in nodes if node["role"]["value"] == role], ("name", "value", "description")
    return [tuple(str(node.get(part, {}).get("value", "")) for part in parts) for node in said if not node["ignored"]]


def of(page, name, role="textbox"):
    """(value, description) of the one cell whose name begins so."""
    (found,) = [each[1:] for each in heard(page, role) if each[0].startswith(name)]
    return found


@pytest.fixture
def sheet(phone):
    page = phone(forgive="ERR_INTERNET_DISCONNECTED")
    start_play(page)
    return page


def test_a_cell_says_whose_it_is_of_what_and_what_its_box_still_holds(sheet):
    names = [name for name, *_ in heard(sheet, "textbox")]
    assert names[:4] == ["Anna, Water", "Ben, Water", "Chris, Water", "Anna, Gold"]
    assert of(sheet, "Ben, Water") == ("", "8 left")
    key(sheet, 3).click()
    assert of(sheet, "Anna, Water") == ("3", "5 left")
    assert of(sheet, "Ben, Water") == ("", "5 left")


@pytest.mark.long
def test_a_cell_that_is_come_to_by_an_arrow_says_all_that_it_says_by_tab(sheet):
    """In its figure readers would take the arrow for one of the caret, and say that alone."""
    figure(sheet, "water").focus()
    sheet.keyboard.type("3")
    sheet.keyboard.press("ArrowDown")
    assert "Anna, Gold, 10 left" in [name for name, *_ in heard(sheet, "cell")]
    sheet.keyboard.press("ArrowUp")
    expect(sheet.locator("#sheet [data-row=water] .cell").first).to_be_focused()
    names = [name for name, *_ in heard(sheet, "cell")]
    assert "Anna, Water 3, 5 left" in names


@pytest.mark.long
def test_a_blank_of_which_a_box_holds_any_number_is_named_alone(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="targi")
    assert "Ben, Rows" in [name for name, *_ in heard(page, "cell")]


def test_that_a_figure_is_saved_is_said_once(sheet):
    key(sheet, 3).click()
    its = sheet.locator(f"#card-{open_seat(sheet)} .mark")
    expect(its.locator(".good")).to_be_attached()
    # What comes again with what somebody else has saved is not said again; what follows is.
    path, ben = play_path(sheet), sheet.locator("#sheet .names [data-seat]").nth(1).get_attribute("data-seat")
    send(sheet, f"{path}/seats/{ben}/1", revision=0, gold=1)
    expect(cell(sheet, "Ben", "gold")).to_have_value("1")
    expect(its).to_have_attribute("aria-live", "off")
    sheet.context.set_offline(True)
    key(sheet, 4).click()
    expect(its.locator(".warn")).to_be_attached()
    expect(its).not_to_have_attribute("aria-live", "off")
    sheet.context.set_offline(False)
    expect(its.locator(".good")).to_be_attached()


@pytest.mark.long
def test_every_row_has_as_many_cells_for_a_reader_as_the_row_of_names(sheet):
    """A cell that is hidden from readers shifts all names by one column."""
    widths = widths_of_rows(sheet)
    assert len(widths) > 5
    assert set(widths) == {4}


def widths_of_rows(page) -> list[int]:
    """How many cells a reader finds in each row of the tables of a page."""
    session = page.context.new_cdp_session(page)
    nodes = {node["nodeId"]: node for node in session.send("Accessibility.getFullAXTree")["nodes"]}
    cells = ("cell", "columnheader", "rowheader", "gridcell")
    rows = [node for node in nodes.values() if node["role"]["value"] == "row"]
    return [sum(nodes[each]["role"]["value"] in cells for each in row["childIds"]) for row in rows]


@pytest.mark.long
def test_a_table_whose_names_stand_above_their_figures_on_a_phone_is_one_for_a_reader(phone):
    page = phone(width=360)
    play = play_to_the_end(page, ["Anna", "Ben", "Chris"])
    page.goto(f"{group_path(page, play)}games/tuareg")
    table = page.locator(".of-people")
    assert table.evaluate("(each) => getComputedStyle(each).display") == "block"
    assert widths_of_rows(page) == [6] * 4
    # What is laid out otherwise some browsers take for no table, unless that is said.
    roles = table.locator("tr, th, td").evaluate_all("(all) => all.map((each) => each.getAttribute('role'))")
    assert sorted(roles) == sorted(["row"] * 4 + ["columnheader"] * 5 + ["rowheader"] * 3 + ["cell"] * 16)


@pytest.mark.long
def test_a_cell_says_why_it_cannot_be_right(sheet):
    key(sheet, 8).click()
    enter(sheet, {"water": 8})
    figure(sheet, "gold").fill("99")
    expect(sheet.locator("#faults .fault")).to_have_count(1)
    assert "Anna, gold: 99, but there are only 10." in of(sheet, "Anna, Gold")[1]
    figure(sheet, "gold").fill("1")
    expect(sheet.locator("#faults .fault")).to_have_count(0)
    open_card(sheet, "Ben")
    enter(sheet, {"water": 2})
    expect(sheet.locator("#faults .fault")).to_have_count(1)
    for name in "Anna", "Ben":
        assert "Water: Anna 8 and Ben 2 make 10, but there are only 8." in of(sheet, f"{name}, Water")[1]
    assert "make" not in of(sheet, "Chris, Water")[1]


@pytest.mark.long
def test_a_cell_says_that_its_figure_is_on_this_phone_only(sheet):
    sheet.context.set_offline(True)
    key(sheet, 3).click()
    expect(sheet.locator("#sheet .unsent").first).to_be_visible()
    assert "on this phone, not sent yet" in of(sheet, "Anna, Water")[1]
    assert "on this phone" not in of(sheet, "Ben, Water")[1]
    sheet.context.set_offline(False)
    expect(sheet.locator("#sheet .unsent")).to_have_count(0)
    expect(cell(sheet, "Anna", "water")).to_have_attribute("aria-description", "5 left")


@pytest.mark.long
def test_a_cell_says_that_two_phones_have_two_numbers_for_it(phone, sheet):
    other = phone(storage_state=sheet.context.storage_state())
    other.goto(play_path(sheet))
    sheet.context.set_offline(True)
    key(sheet, 3).click()
    key(other, 4).click()
    expect(other.locator(f"#card-{open_seat(other)} .mark .good")).to_be_attached()
    sheet.context.set_offline(False)
    expect(sheet.locator("#waiting h2")).to_be_attached()
    assert "Anna, water: two phones entered different numbers. Which one is right?" in of(sheet, "Anna, Water")[1]


@pytest.mark.long
def test_a_cell_says_that_somebody_else_is_typing_in_it(phone, sheet):
    path = play_path(sheet)
    sheet.goto(f"{path}/table")
    other = phone()
    other.goto(sheet.locator(".address").first.inner_text())
    for page in (sheet, other):
        with page.expect_event("request", lambda request: "/stream?" in request.url):
            page.goto(path)
    open_card(other, "Ben")
    key(other, 4).click()
    # Before its figure the other phone's cursor was seen at the water.
    expect(sheet.locator("#sheet [data-row=gold] .elsewhere")).to_have_count(1)
    assert of(sheet, "Ben, Gold")[1] == "10 left, being edited on another phone"


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "keys", "name"),
    [
        ("basari", ["4", "5"], "Anna, Points of action B: 4 5"),
        ("five-tribes", ["4", "5"], "Anna, Board: Large market, 4: 1, Village, 5: 1"),
    ],
)
def test_a_cell_that_is_tapped_says_what_lies_in_it(phone, game, keys, name):
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris"), game=game)
    for each in keys:
        page.locator("#dock .panel:visible .keys button", has_text=each).first.click()
    assert name in [heard_name for heard_name, *_ in heard(page, "button")]


@pytest.mark.long
def test_the_same_refusal_is_said_once(sheet):
    figure(sheet, "gold").fill("99")
    fault = sheet.locator("#faults .fault")
    expect(fault).to_have_count(1)
    fault.evaluate("(its) => { its.parentElement.dataset.same = ''; }")
    figure(sheet, "salt").fill("1")
    expect(sheet.locator("#undo-" + open_seat(sheet))).to_have_attribute("value", "salt")
    expect(sheet.locator("#faults")).to_have_attribute("data-same", "")


@pytest.mark.long
def test_a_row_without_counts_has_a_nought_where_it_brought_nothing(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="targi")
    enter(page, {"tokens": 3})
    done(page)
    page.locator(".as-it-stands").click()
    page.locator("[name=anyway]").click()
    expect(page.locator(".cell .nought").first).to_have_text("0")
    assert "Anna, Row bonuses: 0 points" in [name for name, *_ in heard(page, "link")]


@pytest.mark.long
def test_the_points_of_a_ranking_and_their_word_are_two_words(phone):
    page = phone()
    play = play_to_the_end(page, ["Anna", "Ben"])
    page.goto(f"{play}/stages/1")
    assert [name for name, *_ in heard(page, "StaticText") if name.endswith("points")][:2] == ["\u00a0points"] * 2


def test_a_scored_cell_says_the_count_the_points_and_who_has_the_most(sheet):
    for water, gold in ((3, 1), (2, 1), (0, 0)):
        seat = enter(sheet, {"water": water, "gold": gold})
        done(sheet, seat)
    close_stage(sheet)
    said = [name for name, *_ in heard(sheet, "link")]
    assert "Anna, Water: 3, 6 points, has the most" in said
    assert "Ben, Gold: 1, 4 points, tied for most" in said
    assert "Chris, Water: 0, 0 points" in said


@pytest.mark.long
def test_why_a_cell_scores_is_read_out_in_sentences(sheet):
    for water in (4, 1, 0):
        done(sheet, enter(sheet, {"water": water}))
    close_stage(sheet)
    sheet.get_by_role("link", name="Anna, Water: 4").click()
    why = sheet.locator("#why-cell")
    expect(why).to_contain_text("With one fewer")
    # What comes by itself is read as one text, without what only the eye is given.
    text = why.evaluate("""(its) => {
        const all = its.cloneNode(true);
        all.querySelectorAll("[aria-hidden]").forEach((each) => each.remove());
        return all.textContent;
    }""")
    sentences = [
        "Anna 4, Ben 1, Chris 0.",
        "Anna +6: Most water: 4, ahead of Ben with 1.",
        "With one more: nothing changes.",
        "With one fewer: nothing changes.",
    ]
    assert " ".join(text.split()).startswith(" ".join(sentences))
