"""A walk past every page on which a group is kept."""

from tests.browser.table import group_path, send
from tests.browser.walks.imports import every_page_of_an_import
from tests.browser.walks.table_of_five import start
from tests.lanes import in_the_long_lane, long_walk


def every_group_page(page):
    """Open every page on which a group is kept, and yield the name of each."""
    play = start(page)
    group = group_path(page, play)
    page.goto(f"{group}players")
    others = [link.get_attribute("href").removesuffix("/edit") for link in page.locator("main a.line").all()]
    for name in ("Jo-Anne", "رامي"):
        page.goto(send(page, f"{group}players", name=name))
    send(page, f"{others[0]}/hide", hide=1)
    send(page, f"{others[1]}/anonymous")
    page.goto(f"{group}players")
    page.locator("#hidden").wait_for()
    yield "the players, two of them hidden"
    page.goto(f"{others[2]}/edit")
    yield from in_the_long_lane("a player")
    page.locator("#name").fill("jo")
    page.locator("form:has(#name) button").click()
    page.locator("#name-fault").wait_for()
    yield "a player’s name that is taken"
    yield from what_becomes_of_players(page, group, others[2])
    page.goto(f"{group}rules/tuareg")
    page.locator("[name=points_water]").fill("x")
    page.locator(".actions button").click()
    page.locator(".fault").wait_for()
    yield "the house rules of a game, with a fault"
    yield from settings_and_a_file(page, group)
    yield from every_page_of_an_import(page, group)
    page.goto(f"{group}delete")
    page.locator(".danger").click()
    page.locator("#name-fault").wait_for()
    yield "the end of a group, with another name"


@long_walk
def what_becomes_of_players(page, group, player):
    """Two who have played together, and what is asked before one is made anonymous, becomes another, or goes."""
    page.locator("a[href*='into=']").click()
    page.locator(".fault").wait_for()
    yield "two players who have played together"
    page.goto(f"{player}/anonymous")
    yield "a player who would be made anonymous"
    page.goto(f"{group}players")
    page.locator("main a.line", has_text="Jo-Anne").click()
    added = page.url.removesuffix("/edit")
    page.goto(f"{added}/merge")
    yield "choosing who is the same person"
    page.locator("main a.line").first.click()
    page.locator("[name=into]").wait_for(state="attached")
    yield "two players who would be one"
    page.goto(f"{added}/remove")
    yield "a name that would go"


@long_walk
def settings_and_a_file(page, group):
    """What else is kept of a group: its settings, and a file that is no group's."""
    page.goto(f"{group}settings")
    yield "the settings"
    page.goto(f"{group}notifications")
    page.locator("#id_address").fill("https://hooks.example.org/a-very-long-name-of-a-server")
    page.locator(".card .button").click()
    page.locator("[name=test]").wait_for()
    yield "the address that hears of plays"
    page.goto(f"{group}import")
    yield "choosing a file to import"
    a_file = {"name": "plays.json", "mimeType": "text/plain", "buffer": b'[{"game": "x"}]'}
    page.locator("#file").set_input_files(a_file)
    page.locator(".import button").click()
    page.locator("#faults").wait_for()
    yield "a file that is not imported"
