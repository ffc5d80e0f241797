"""A table of five with names as long as names get, what they count, and the ways of every walk to it."""

from tests.browser.table import play_path, send

LONG_NAMES = [
    "Maximiliane-Theodora Freifrau von Hohenstein",
    "ヴィルヘルミーナ・アレクサンドロヴナ",
    "Ferdinand Donaudampfschifffahrtsgesellschaftskapitän",
    "Wolfeschlegelsteinhausenbergerdorff",
    "Jo",
]

STAGE_1 = [
    {"water": 4, "gold": 1, "salt": 3, "millet": 2, "maps": 0},
    {"water": 2, "gold": 4, "salt": 2, "millet": 5, "maps": 1},
    {"water": 1, "gold": 0, "salt": 3, "millet": 5, "maps": 0},
    {"water": 0, "gold": 2, "salt": 3, "millet": 1, "maps": 1},
    {"water": 1, "gold": 2, "salt": 0, "millet": 1, "maps": 0},
]

# With stage 1 the first two tie for the win, each with 23 points.
STAGE_2 = [
    {"water": 2, "gold": 3, "salt": 5, "millet": 2, "donkeys": 1},
    {"water": 2, "gold": 3, "salt": 1, "millet": 5, "caves": 2},
    {"water": 0, "gold": 1, "salt": 0, "millet": 0},
    {"water": 1, "gold": 0, "salt": 2, "millet": 1},
    {"water": 1, "gold": 1, "salt": 0, "millet": 1},
]


def start(page):
    """A new play of a new group, without filling in its form; the page then shows its first card."""
    page.goto("/games/tuareg")
    values = {f"points_{good}": points for good, points in (("water", 6), ("gold", 5), ("salt", 4), ("millet", 3))}
    switches = {"maps": "once", "tie_break": "hand-sum"}
    page.goto(
        send(page, "/games/tuareg", player=LONG_NAMES, played_on="2020-11-20", group="", start=1, **values, **switches)
    )
    return play_path(page)


def seats_of(page, play):
    """The numbers of the seats in the addresses of their cards."""
    page.goto(f"{play}/seats")
    return [button.get_attribute("value") for button in page.locator("[name=remove]").all()]


def count_all(page, play, seats, stage, holdings):
    for each, held in zip(seats, holdings, strict=True):
        send(page, f"{play}/seats/{each}/{stage}", revision=0, done=1, **held)
