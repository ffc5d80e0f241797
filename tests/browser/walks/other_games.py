"""A walk from the start of every other game to its first result."""

from tests.browser.table import close_button, play_path, seat, send
from tests.browser.walks.table_of_five import LONG_NAMES, seats_of
from tests.lanes import in_the_long_lane, long_walk

# What the other games show that this one does not: the fields of a stage as they are entered.
OTHER_GAMES = {
    "basari": {"bazaar": "4 7", "red": 7, "workers": 3},
    "targi": {"rows": "well 1, well 3, rider 2, camp 0 / oasis 1", "tokens": 4},
    "five-tribes": {"tile_8": 3, "palms": 2, "ivory": 1, "fish": 2, "djinns": ["jafaar", "al-amin"], "gold": 20},
    "five-tribes-solo": {"tile_15": 1, "fakirs": 3, "viziers": 5, "council": 2, "eliminated": "djinns"},
}

MOST_SEATS = {"basari": 5, "targi": 2, "five-tribes": 4, "five-tribes-solo": 1}


def every_card(page, *, corrections=slice(1)):
    """Start every other game with as many as can play, and yield the name of each page on the way to its result.

    `corrections`: which rows of a result are corrected, in their order; each has a page of the same shape. Every day
    only what each of them has of its own is looked at: keys that are tapped, and its result.
    """
    for game, held in OTHER_GAMES.items():
        names = LONG_NAMES[: MOST_SEATS[game]]
        page.goto(f"/games/{game}")
        yield from seated(page, game, names)
        options = {"expansion": "False", "vizier_bonus": "True", "start_gold": "25", "zero_gold_loses": "False"}
        page.goto(send(page, f"/games/{game}", player=names, played_on="2020-11-20", group="", start=1, **options))
        play = play_path(page)
        yield from in_the_long_lane(f"{game}: the play")
        seats = seats_of(page, play)
        page.goto(play)
        stage = page.locator("form[data-closes]").get_attribute("action").split("/")[-2]
        send(page, f"{play}/seats/{seats[0]}/{stage}", revision=0, **held)
        page.goto(f"{play}/seats/{seats[0]}/{stage}")
        for number, stop in enumerate(page.locator("#sheet tbody .cell:nth-child(2)").all(), 1):
            # Figures have the same keys all; what is tapped has keys of its own.
            if number in in_the_long_lane(1) or stop.locator(".face").count():
                stop.locator(".face, .figure").first.click()
                yield f"{game}: the keys of row {number}"
        for each in seats:
            send(page, f"{play}/seats/{each}/{stage}", revision=0, done="1")
        page.goto(play)
        yield from in_the_long_lane(f"{game}: all counted")
        close_button(page).click()
        # What one alone has is asked about; a game of one stage ends with that.
        result = page.locator(".dock:not(:has(#dock))")
        anyway = page.locator("[name=anyway]")
        result.or_(anyway).first.wait_for()
        if anyway.count():
            yield f"{game}: what one alone has"
            anyway.click()
            result.first.wait_for()
        yield f"{game}: the result"
        yield from corrected(page, game, corrections)
        for address in in_the_long_lane(f"/games/{game}/sheet", f"{play}/sheet"):
            page.goto(address)
            yield f"{game}: a sheet to be printed"


@long_walk
def seated(page, game, names):
    """The page of the game that is open once everybody has sat down."""
    seat(page, names)
    yield f"{game}: its page, and everybody has sat down"


@long_walk
def corrected(page, game, corrections):
    """The pages on which these rows of the result that is open are corrected."""
    links = page.locator(".why-row a, .ledger a")
    for address in links.evaluate_all("(all) => all.map((each) => each.getAttribute('href'))")[corrections]:
        page.goto(address)
        yield f"{game}: correcting {address.split('/')[-1]}"


@long_walk
def every_correction(page):
    """The same with a correction of every row."""
    yield from every_card(page, corrections=slice(None))
