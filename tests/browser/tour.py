"""A walk past every page there is, with a play that goes on meanwhile."""

from tests.browser.table import close_button, figure, play_path, send

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
        send(page, "/games/tuareg", player=LONG_NAMES, played_on="2026-11-20", group="", start=1, **values, **switches)
    )
    return play_path(page)


def seats_of(page, play):
    """The numbers of the seats in the addresses of their cards."""
    page.goto(f"{play}/seats")
    return [button.get_attribute("value") for button in page.locator("[name=remove]").all()]


def count_all(page, play, seats, stage, holdings):
    for seat, held in zip(seats, holdings, strict=True):
        send(page, f"{play}/seats/{seat}/{stage}", revision=0, done=1, **held)


def every_page(page):
    """Open one page after the other and yield the name of each; in between the play goes on."""
    page.goto("/")
    yield "home, before anything was played"
    page.goto("/games/tuareg")
    page.locator("[name=player]").first.fill("Jo")
    page.locator("[name=player]").nth(1).fill("jo")
    page.locator("details").evaluate_all("(all) => all.forEach((each) => { each.open = true; })")
    page.locator("[name=points_water]").fill("x")
    page.locator("[name=start]").click()
    page.locator(".fault").first.wait_for()
    yield "the game, with faults"

    play = start(page)
    seats = seats_of(page, play)
    page.goto(play)
    yield "an empty card"
    card = f"{play}/seats/{seats[0]}/1"
    send(page, card, revision=0, save_id="a", water=12, gold=1)
    send(page, card, revision=0, save_id="b", gold=2)
    page.goto(card)
    page.locator(".dock .fault").wait_for()
    page.locator(".waiting").wait_for()
    yield "a card with a fault and two numbers to choose from"
    page.locator(".waiting button").first.click()
    figure(page, "water").fill("")
    page.locator("#card .mark .good").wait_for()
    close_button(page).click()
    page.locator("[name=anyway]").wait_for()
    yield "not all cards are in"

    send(page, card, revision=3, done=1, **STAGE_1[0])
    count_all(page, play, seats[1:], 1, STAGE_1[1:])
    page.goto(play)
    page.locator(".ranking").wait_for()
    yield "all cards are in"
    close_button(page).click()
    page.locator(".why-row summary").first.click()
    yield "the result of a stage, with a row opened"
    page.locator(".why-row a").first.click()
    page.locator("fieldset .figure").first.fill("10")
    page.locator(".actions button").click()
    page.locator(".fault").first.wait_for()
    yield "a correction, with a fault"
    send(page, f"{play}/seats/{seats[0]}/1", revision=0, save_id="late", millet=7)
    page.goto(play)
    page.locator(".waiting").wait_for()
    yield "a card of stage 2, and one of stage 1 that came too late"
    page.locator(".waiting [name=drop]").click()
    page.locator(".waiting").wait_for(state="detached")

    for path in ("more", "options", "notes", "sheet", "seats", "seats/mine", "delete"):
        page.goto(f"{play}/{path}")
        yield path
    page.goto(f"{play}/seats")
    page.locator("[name=remove]").nth(1).click()
    page.locator("[name=yes]").wait_for()
    yield "a seat that would go"
    page.goto(f"{play}/table")
    page.locator(".code-signs").wait_for()
    yield "the table's code"

    count_all(page, play, seats, 2, STAGE_2)
    send(page, f"{play}/stages/2/close")
    page.goto(f"{play}/stages/2")
    page.locator(".dock button").click()
    page.locator(".entry .figure").first.wait_for()
    yield "the tie-break"
    for value, hand in enumerate(page.locator(".entry .figure").all()):
        hand.fill(str(value))
    page.locator(".actions button").click()
    page.locator(".podium").wait_for()
    send(page, f"{play}/notes", place="x" * 100, notes="Regen. " * 200, place_was="", notes_was="")
    page.reload()
    yield "the end, with notes"
    page.goto(f"{play}/notes")
    page.locator("#notes").evaluate("(input) => { input.maxLength = 3000; input.value = 'x'.repeat(2001); }")
    send(page, f"{play}/notes", place="at home", notes="Sun", place_was="x" * 100, notes_was="Regen. " * 200)
    page.locator("main button").click()
    page.locator("#notes-fault").wait_for()
    yield "notes that are too long"
    page.goto(f"{play}/sheet")
    yield "the play's sheet"

    send(page, f"{start(page)}/stop")
    page.reload()
    yield "a play that was stopped"
    gone = start(page)
    page.goto(play)
    group = page.locator(".links a[href^='/groups/']").get_attribute("href")
    page.goto(group)
    yield "the group"
    page.goto(f"{group}/sheet")
    yield "the group's list to be printed"
    page.goto(f"{gone}/delete")
    page.locator(".danger").click()
    page.locator("#deleted").wait_for()
    yield "the group, with a deleted play"
    page.locator("#name").evaluate("(input) => { input.maxLength = 200; input.value = 'x'.repeat(101); }")
    page.locator("form:has(#name) button").click()
    page.locator("#name-fault").wait_for()
    yield "a group's name that is too long"
    page.goto("/")
    page.locator("#code").fill("000000")
    page.locator(".join button").click()
    page.locator("#code-fault").wait_for()
    yield "a code that nobody shows"
    page.goto("/nowhere")
    yield "an address where nothing is"
    start(page)
    page.goto("/")
    yield "home, with plays and groups"
    page.goto("/games/tuareg")
    yield "the game, with a group's names"


# What the other games show that this one does not: the fields of a stage as they are entered.
OTHER_GAMES = {
    "basari": {"bazaar": "4 7", "red": 7, "workers": 3},
    "targi": {"rows": "well 1, well 3, rider 2, camp 0 / oasis 1", "tokens": 4},
    "five-tribes": {"tile_8": 3, "palms": 2, "ivory": 1, "fish": 2, "djinns": ["jafaar", "al-amin"], "gold": 20},
    "five-tribes-solo": {"tile_15": 1, "fakirs": 3, "viziers": 5, "council": 2, "eliminated": "djinns"},
}
MOST_SEATS = {"basari": 5, "targi": 2, "five-tribes": 4, "five-tribes-solo": 1}


def every_card(page):
    """Start every other game with as many as can play, and yield the name of each page on the way to its result."""
    for game, held in OTHER_GAMES.items():
        page.goto(f"/games/{game}")
        yield f"{game}: its page"
        names = LONG_NAMES[: MOST_SEATS[game]]
        options = {"expansion": "False", "vizier_bonus": "True", "start_gold": "25", "zero_gold_loses": "False"}
        page.goto(send(page, f"/games/{game}", player=names, played_on="2026-11-20", group="", start=1, **options))
        play = play_path(page)
        yield f"{game}: the play"
        seats = seats_of(page, play)
        page.goto(play)
        stage = page.locator(".dock form").get_attribute("action").split("/")[-2]
        send(page, f"{play}/seats/{seats[0]}/{stage}", revision=0, **held)
        page.goto(f"{play}/seats/{seats[0]}/{stage}")
        parts = page.locator(".part-tabs a")
        for number in range(max(1, parts.count())):
            if parts.count():
                parts.nth(number).click()
            yield f"{game}: a card, part {number + 1}"
        for seat in seats:
            send(page, f"{play}/seats/{seat}/{stage}", revision=0, done="1")
        page.goto(play)
        yield f"{game}: all counted"
        close_button(page).click()
        page.locator(".why-row").first.wait_for()
        yield f"{game}: the result"
        correct = page.locator(".why-row a").evaluate_all("(all) => all.map((each) => each.getAttribute('href'))")
        for address in correct:
            page.goto(address)
            yield f"{game}: correcting {address.split('/')[-1]}"
        for address in (f"/games/{game}/sheet", f"{play}/sheet"):
            page.goto(address)
            yield f"{game}: a sheet to be printed"
