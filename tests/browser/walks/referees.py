"""A walk past every help during the game."""

from companion.rules import GAMES
from tests.lanes import in_the_long_lane
from tests.rules.walks import REFEREES_OF_GAMES, journals


def every_referee(page):
    """Open every referee at its beginning and after some steps, and yield the name of each page."""
    for referee, slug in {each[0].KEY: each for each in REFEREES_OF_GAMES}.values():
        if slug in ("tuareg", *in_the_long_lane(*GAMES)):
            page.goto(f"/games/{slug}/referee/")
            yield f"{referee.KEY}: the help of its game"
        path = f"/games/{slug}/referee/{referee.KEY}/"
        for steps in (12, *in_the_long_lane(0, 8, 100)):
            resume(page, path, journals(referee, slug, seed=3, most=steps))
            yield f"{referee.KEY}: after {steps} steps"
    page.goto("/games/tuareg/timer")
    yield from in_the_long_lane("timer")
    page.locator("[name=minutes]").first.click()
    yield "timer, running"


def resume(page, path, journal):
    """Open a referee after these steps, which the phone has kept."""
    page.goto(path)
    page.evaluate(
        "([key, journal]) => localStorage.setItem(key, JSON.stringify({journal}))", [f"referee {path}", journal]
    )
    page.reload()
