"""A walk past every page of a play, which goes on meanwhile, and of the group it is played in."""

from tests.browser.table import close_button, figure, group_path, send
from tests.browser.walks.history import statistics, the_group
from tests.browser.walks.table_of_five import STAGE_1, STAGE_2, count_all, seats_of, start
from tests.lanes import in_the_long_lane, long_walk
from tests.photos.samples import a_picture


def every_page(page):
    """Open one page after the other and yield the name of each; in between the play goes on."""
    yield from before_any_play(page)
    play = start(page)
    seats = seats_of(page, play)
    yield from first_stage(page, play, seats)
    yield from beside_the_cards(page, play)
    yield from tie_and_end(page, play, seats)
    yield from photos(page, play)
    yield from once_it_is_over(page, play)
    page.goto(play)
    yield from statistics(page, play)
    yield from the_group(page, play)
    yield from without_a_play(page)


def before_any_play(page):
    """Home and a game's page of somebody who is here for the first time."""
    page.goto("/")
    yield "home, before anything was played"
    page.goto("/games/tuareg")
    page.locator("[name=player]").first.fill("Jo")
    page.locator("[name=player]").nth(1).fill("jo")
    page.locator("details").evaluate_all("(all) => all.forEach((each) => { each.open = true; })")
    page.locator("[name=points_water]").fill("x")
    # A fault may already be told before the form is sent.
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("[name=start]").click()
    page.locator(".fault").first.wait_for()
    yield "the game, with faults"


def first_stage(page, play, seats):
    """A play from its empty sheet to the second stage, with all that can be wrong on the way."""
    yield from the_same_five(page)
    page.goto(play)
    yield "an empty card"
    card = f"{play}/seats/{seats[0]}/1"
    send(page, card, revision=0, save_id="a", water=12, gold=1)
    send(page, card, revision=0, save_id="b", gold=2)
    page.goto(card)
    page.locator(".dock .fault").first.wait_for()
    page.locator(".waiting").wait_for()
    yield "a card with a fault and two numbers to choose from"
    page.locator(".waiting button").first.click()
    figure(page, "water").fill("")
    page.locator("#card-" + seats[0] + " .mark .good").wait_for(state="attached")
    # Once one is finished it can be scored early.
    count_all(page, play, seats[1:2], 1, STAGE_1[1:2])
    page.goto(card)
    close_button(page).click()
    page.locator("[name=anyway]").wait_for()
    yield "not all cards are in"

    send(page, card, revision=3, done=1, **STAGE_1[0])
    count_all(page, play, seats[2:], 1, STAGE_1[2:])
    page.goto(play)
    page.locator(".ranking").wait_for()
    yield "all cards are in"
    close_button(page).click()
    page.wait_for_url("**/stages/*")
    page.locator(".why-row summary").first.click()
    yield "the result of a stage, with a row opened"
    page.locator(".why-row a").first.click()
    page.locator("#sheet .figure").first.fill("10")
    page.locator("#correction").evaluate("(form) => form.submit()")
    page.locator("#faults .fault").first.wait_for()
    yield "a correction, with a fault"
    yield from too_late(page, play, seats)


@long_walk
def the_same_five(page):
    """The next start of those who have just begun."""
    page.goto("/games/tuareg")
    page.locator(".same").click()
    yield "the next start, with the same five"


@long_walk
def too_late(page, play, seats):
    """A count of a stage that is closed, which waits until somebody drops it."""
    send(page, f"{play}/seats/{seats[0]}/1", revision=0, save_id="late", millet=7)
    page.goto(play)
    page.locator(".waiting").wait_for()
    yield "a card of stage 2, and one of stage 1 that came too late"
    page.locator(".waiting [name=drop]").click()
    page.locator(".waiting").wait_for(state="detached")


def beside_the_cards(page, play):
    """What else a play has while it is played: more, its seats, its table, its links, the TV."""
    # Those of the others that come once more have more on them then.
    others = in_the_long_lane("seats/mine", "delete", "trail", "notes", "sheet")
    for path in ("more", "options", "seats", *others):
        page.goto(f"{play}/{path}")
        yield path
    yield from a_seat_would_go(page, play)
    page.goto(f"{play}/table")
    page.locator(".code-signs").wait_for()
    yield "the table's code"
    for path in in_the_long_lane("links/watch/renew", "watch"):
        page.goto(f"{play}/{path}")
        yield f"{path}, while cards are counted"


@long_walk
def a_seat_would_go(page, play):
    """What is asked before a seat goes."""
    page.goto(f"{play}/seats")
    page.locator("[name=remove]").nth(1).click()
    page.locator("[name=yes]").wait_for()
    yield "a seat that would go"


def tie_and_end(page, play, seats):
    """The last stage, the question that breaks the tie, the end and its notes."""
    page.goto(play)
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


def photos(page, play):
    """Two photos are brought, one of them is taken away, and what is sent then is none."""
    page.goto(f"{play}/photos")
    send_photos(page, a_picture(colour="teal"), a_picture(size=(40, 60), colour="red"), caption="x" * 200)
    page.locator(".photos img").nth(1).wait_for()
    page.locator(".edit").first.click()
    page.locator(".one-photo img").wait_for()
    yield "a photo"
    page.locator("main .danger").click()
    page.locator("#gone").wait_for()
    send_photos(page, b"x")
    page.locator("#faults").wait_for()
    yield "the photos of a play, with a fault and one that was taken away"


def send_photos(page, *contents, caption=""):
    jpeg = {"name": "IMG.jpg", "mimeType": "image/jpeg"}
    page.locator("#photo").set_input_files([jpeg | {"buffer": content} for content in contents])
    page.locator("#caption").fill(caption)
    page.locator("form[data-shrinks] .main").click()


def once_it_is_over(page, play):
    """The sheet of a play that is over, its trail, its result that is shared, and what can be taken along."""
    page.goto(f"{play}/sheet")
    yield "the play's sheet"
    page.goto(f"{play}/trail")
    yield "the trail of a play that is over, with pages"
    page.goto(f"{play}/watch")
    yield "the standings on a TV, at the end"
    page.goto(f"{play}/result")
    yield "the pictures of a result"
    page.goto(f"{play}/result/link")
    yield from in_the_long_lane("a link to a result?")
    page.locator("[name=share]").click()
    page.locator(".link-to-send").wait_for()
    yield "a link to a result"
    of_the_result = page.locator(".link-to-send a").first.get_attribute("href")
    yield from a_file(page, play)
    page.goto(f"{group_path(page, play)}take-along")
    page.locator("form[action$='/calendar'] button").click()
    page.locator(".link-to-send").wait_for()
    yield "what can be taken along, with links"
    page.goto(of_the_result)
    yield "a result that is shared"


@long_walk
def a_file(page, play):
    """The page on which a file is made, as for a group with very many plays."""
    page.goto(f"{group_path(page, play)}take-along")
    page.evaluate(
        "const form = document.querySelector(`form[action$='/calendar']`);"
        "form.action = form.action.replace(/calendar$/, 'files/plays/make'); form.submit()"
    )
    page.locator("main [download]").wait_for()
    yield "a file that was made"


def without_a_play(page):
    """What leads nowhere; and home and game once the group is known."""
    page.goto("/")
    page.locator("#code").fill("000000")
    page.locator("#code-fault").wait_for()
    yield "a code that nobody shows"
    page.goto("/nowhere")
    yield "an address where nothing is"
    start(page)
    page.goto("/")
    yield "home, with plays and groups"
    page.goto("/games/tuareg")
    yield "the game, with a group’s names"
