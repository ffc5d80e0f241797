"""The part of a walk that leads past what a group has once it has played."""

from tests.browser.table import play_path, send
from tests.browser.walks.table_of_five import STAGE_1, STAGE_2, count_all, seats_of, start
from tests.lanes import in_the_long_lane, long_walk


def play_again(page, play):
    """A rematch of the play that is played to its end."""
    page.goto(send(page, f"{play}/rematch", played_on="2026-12-24"))
    again = play_path(page)
    seats = seats_of(page, again)
    for stage, holdings in (1, STAGE_2), (2, STAGE_1):
        count_all(page, again, seats, stage, [{**held, "maps": 0} for held in holdings])
        send(page, f"{again}/stages/{stage}/close")
    send(page, f"{again}/finish", shared=1)


def statistics(page, play):
    """The pages of statistics of a play's group, which has finished two plays, with all their tables open."""
    play_again(page, play)
    page.goto(play)
    group = page.locator(".back").get_attribute("href")
    found = [("its people", f"{group}players"), ("its games", f"{group}games")]
    page.goto(f"{group}players")
    a_player = page.locator(f"a.whocard[href^='{group}players/']").first.get_attribute("href")
    two_players = page.locator(".matrix a").first.get_attribute("href")
    page.goto(f"{group}games")
    a_game = page.locator(f"a.whocard[href^='{group}games/']").first.get_attribute("href")
    page.goto(f"{group}plays")
    a_year = page.locator(".of-year a").first.get_attribute("href")
    found += [("a player", a_player), ("two players", two_players), ("a game", a_game), ("a year", a_year)]
    found.append(("what to play tonight", f"{group}tonight"))
    found += in_the_long_lane(("its places", f"{group}places"), ("a place", f"{group}places?name=at home"))
    for name, address in found:
        page.goto(address)
        page.locator("details").evaluate_all("(all) => all.forEach((each) => { each.open = true; })")
        yield f"the group: {name}"


def the_group(page, play):
    """A play that was stopped, one that was deleted, and the pages of the group in which that was."""
    stopped = start(page)
    # From elsewhere: the play's own page would go on by itself.
    page.goto(f"{stopped}/more")
    page.goto(send(page, f"{stopped}/stop"))
    yield "a play that was stopped"
    gone = start(page)
    page.goto(play)
    group = page.locator(".back").get_attribute("href")
    for path in ("people", *in_the_long_lane("invitation/renew", "my-name", "leave", "sheet"), ""):
        page.goto(f"{group}{path}")
        yield f"the group: {path}"
    page.goto(f"{group}plays")
    first, *others = range(page.locator(".pick summary").count())
    for number in (first, *in_the_long_lane(*others)):
        page.locator(".pick summary").nth(number).click()
        yield f"all plays, with the choices of filter {number} open"
    page.goto(f"{group}plays?game=tuareg&since=2020-11-21&until=2020-11-20&words=nowhere")
    page.locator(".fault").wait_for()
    yield "all plays of which none fits, with a fault in the filter"
    page.goto(group)
    page.goto(f"{gone}/delete")
    page.locator(".danger").click()
    page.locator("#here").wait_for()
    yield from a_guest(page)
    page.goto(f"{page.url}settings")
    page.locator("#deleted").wait_for()
    yield "the settings, with a deleted play"
    yield from too_long_a_name(page)


@long_walk
def a_guest(page):
    """Where the group that is open takes the name of a guest."""
    page.locator(".guest summary").click()
    yield "the group, with a name for a guest"


@long_walk
def too_long_a_name(page):
    """A name that the settings that are open do not take."""
    page.locator("#name").evaluate("(input) => { input.maxLength = 200; input.value = 'x'.repeat(101); }")
    page.locator("form:has(#name) button").click()
    page.locator("#name-fault").wait_for()
    yield "a group’s name that is too long"
