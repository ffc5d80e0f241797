"""Somebody makes a sheet on a phone, the table plays it, and it stands among what the group has played."""

from playwright.sync_api import expect

from companion.rules.library import sheet
from companion.shelf.packed import packed
from tests.browser.table import card_name, close_stage, done, enter, group_path, open_card, play_path, seat, start_play


def row(page, number):
    """The editor of a row of the sheet."""
    return page.locator(f"#row-{number}")


def add(page, kind):
    """A row of this kind, whose editor then stands open."""
    adding = page.locator("details.adding")
    if adding.get_attribute("open") is None:
        adding.locator("summary").click()
    page.locator(f"button[name=add][value={kind}]").click()


def test_a_sheet_of_a_majority_a_table_and_rounds_is_made_played_and_found_again(phone):
    annas = phone()
    start_play(annas)
    group = group_path(annas, play_path(annas))

    annas.goto(group)
    annas.get_by_role("link", name="Any other game").click()
    annas.get_by_label("Make a sheet of your own for").fill("Forest evening")
    annas.get_by_role("button", name="Make the sheet").click()
    expect(annas.locator("h1")).to_contain_text("Forest evening")

    add(annas, "most")
    row(annas, 2).get_by_label("Name of the row").fill("forests")
    row(annas, 2).get_by_label("points for the first, second, third").fill("7 3")
    row(annas, 2).get_by_role("button", name="Save the row").click()
    expect(row(annas, 2).locator("summary").first).to_contain_text("forests most 7 and 3")
    add(annas, "table")
    row(annas, 3).get_by_label("Name of the row").fill("roads")
    row(annas, 3).get_by_label("points for 0, 1, 2").fill("0 1 x")
    row(annas, 3).get_by_role("button", name="Save the row").click()
    expect(row(annas, 3).locator(".fault")).to_have_text("this is a whole number.")
    row(annas, 3).get_by_label("points for 0, 1, 2").fill("0 1 3 6 10")
    row(annas, 3).get_by_role("button", name="Save the row").click()
    expect(row(annas, 3).locator("summary").first).to_contain_text("roads")
    annas.locator("input[name=rounds][value=said]").check()
    annas.get_by_role("button", name="Save", exact=True).click()
    expect(annas.locator("input[name=rounds][value=said]")).to_be_checked()

    annas.get_by_role("link", name="Play it").click()
    seat(annas, ("Anna", "Ben"))
    annas.locator("[name=start]").click()
    expect(card_name(annas)).to_have_text("Anna")
    path = play_path(annas)
    play_a_round(annas, ("Anna", {"r1": 0, "r2": 5, "r3": 2}), ("Ben", {"r1": 0, "r2": 3, "r3": 4}))
    expect(annas.locator("main")).to_contain_text("Most forests: 5, ahead of Ben with 3")
    annas.get_by_role("button", name="That was the last round").click()
    expect(annas.locator("main")).to_contain_text("13")

    annas.goto(f"{group}plays")
    expect(annas.locator("main")).to_contain_text("Forest evening")
    annas.goto(f"{path}/sheet")
    expect(annas.locator("main")).to_contain_text("13")


def play_a_round(page, *cards):
    """All of them count, one after the other, and the round is closed."""
    for name, held in cards:
        open_card(page, name)
        enter(page, held)
        done(page)
    close_stage(page)


def test_a_link_that_holds_a_sheet_shows_it_at_once_and_back_leads_away_from_it(phone, address):
    page = phone()
    page.goto(f"{address}/library")
    page.goto(f"{address}/sheets/open#{packed(sheet('azul')).replace(':', '%3A')}")
    expect(page.locator("h1")).to_contain_text("Azul")
    expect(page.get_by_role("button", name="Take it")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Name of the game, in any language")).to_be_visible()


def test_play_it_saves_what_was_typed_a_moment_ago(phone):
    annas = phone()
    start_play(annas)
    annas.goto(group_path(annas, play_path(annas)))
    annas.get_by_role("link", name="Any other game").click()
    annas.get_by_label("Make a sheet of your own for").fill("Forest evening")
    annas.get_by_role("button", name="Make the sheet").click()
    row(annas, 1).locator("summary").first.click()
    row(annas, 1).get_by_label("Name of the row").fill("forests")
    annas.get_by_role("link", name="Play it").click()
    expect(annas.locator("[name=start]")).to_be_visible()
    annas.go_back()
    annas.reload()
    expect(row(annas, 1).locator("summary").first).to_contain_text("forests")
