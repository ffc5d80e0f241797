"""A walk past every page there is, with a play that goes on meanwhile."""

import io
import json
import secrets
import sqlite3
import zipfile
from contextlib import closing
from urllib.parse import urlsplit
from uuid import uuid4

from tests.browser.server import FOLDERS
from tests.browser.table import close_button, figure, give_passkeys, group_path, play_path, seat, send
from tests.lanes import IS_LONG
from tests.photos.samples import a_picture
from tests.rules.walks import REFEREES_OF_GAMES, journals

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
    if IS_LONG:
        found += [("its places", f"{group}places"), ("a place", f"{group}places?name=at home")]
    for name, address in found:
        page.goto(address)
        page.locator("details").evaluate_all("(all) => all.forEach((each) => { each.open = true; })")
        yield f"the group: {name}"


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
    page.locator("[name=start]").click()
    page.locator(".fault").first.wait_for()
    yield "the game, with faults"


def first_stage(page, play, seats):
    """A play from its empty sheet to the second stage, with all that can be wrong on the way."""
    if IS_LONG:
        page.goto("/games/tuareg")
        page.locator(".same").click()
        yield "the next start, with the same five"
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
    close_button(page).click()
    page.locator("[name=anyway]").wait_for()
    yield "not all cards are in"

    send(page, card, revision=3, done=1, **STAGE_1[0])
    count_all(page, play, seats[1:], 1, STAGE_1[1:])
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
    if IS_LONG:
        yield from too_late(page, play, seats)


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
    others = ("seats/mine", "delete", "trail", "notes", "sheet") if IS_LONG else ()
    for path in ("more", "options", "seats", *others):
        page.goto(f"{play}/{path}")
        yield path
    if IS_LONG:
        page.goto(f"{play}/seats")
        page.locator("[name=remove]").nth(1).click()
        page.locator("[name=yes]").wait_for()
        yield "a seat that would go"
    page.goto(f"{play}/table")
    page.locator(".code-signs").wait_for()
    yield "the table's code"
    for path in ("links/watch/renew", "watch") if IS_LONG else ():
        page.goto(f"{play}/{path}")
        yield f"{path}, while cards are counted"


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
    if IS_LONG:
        yield "a link to a result?"
    page.locator("[name=share]").click()
    page.locator(".link-to-send").wait_for()
    yield "a link to a result"
    of_the_result = page.locator(".link-to-send a").first.get_attribute("href")
    if IS_LONG:
        yield from a_file(page, play)
    page.goto(f"{group_path(page, play)}take-along")
    page.locator("form[action$='/calendar'] button").click()
    page.locator(".link-to-send").wait_for()
    yield "what can be taken along, with links"
    page.goto(of_the_result)
    yield "a result that is shared"


def a_file(page, play):
    """The page on which a file is made, as for a group with very many plays."""
    page.goto(f"{group_path(page, play)}take-along")
    page.evaluate(
        "const form = document.querySelector(`form[action$='/calendar']`);"
        "form.action = form.action.replace(/calendar$/, 'files/plays/make'); form.submit()"
    )
    page.locator("main [download]").wait_for()
    yield "a file that was made"


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
    for path in ("people", *("invitation/renew", "my-name", "leave", "sheet") * IS_LONG, ""):
        page.goto(f"{group}{path}")
        yield f"the group: {path}"
    page.goto(f"{group}plays")
    for number in range(page.locator(".pick summary").count() if IS_LONG else 1):
        page.locator(".pick summary").nth(number).click()
        yield f"all plays, with the choices of filter {number} open"
    page.goto(f"{group}plays?game=tuareg&since=2020-11-21&until=2020-11-20&words=nowhere")
    page.locator(".fault").wait_for()
    yield "all plays of which none fits, with a fault in the filter"
    page.goto(group)
    page.goto(f"{gone}/delete")
    page.locator(".danger").click()
    page.locator("#here").wait_for()
    if IS_LONG:
        page.locator(".guest summary").click()
        yield "the group, with a name for a guest"
    page.goto(f"{page.url}settings")
    page.locator("#deleted").wait_for()
    yield "the settings, with a deleted play"
    if IS_LONG:
        page.locator("#name").evaluate("(input) => { input.maxLength = 200; input.value = 'x'.repeat(101); }")
        page.locator("form:has(#name) button").click()
        page.locator("#name-fault").wait_for()
        yield "a group's name that is too long"


def without_a_play(page):
    """What leads nowhere; and home and game once the group is known."""
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


def every_page_of_the_shelf(page):
    """Open every page on which games are added and sheets are made, and yield the name of each."""
    group = group_path(page, start(page))
    if IS_LONG:
        page.goto("/library")
        yield "the library"
    page.goto(f"/library?group={group.split('/')[2]}")
    send(page, f"{group}sheets/take", slug="agricola")
    page.goto(f"/library?group={group.split('/')[2]}")
    yield "a group's library"
    if IS_LONG:
        page.goto(f"/library?group={group.split('/')[2]}&q=zzz")
        yield "a search that finds nothing"
    page.goto(f"{group}totals")
    if IS_LONG:
        yield "totals alone"
    page.locator("#id_title").fill("Donaudampfschiff")
    page.locator(".dock .main").click()
    page.locator(".fault").first.wait_for()
    yield "totals alone, with faults"
    page.goto(f"{group}sheets/import")
    if IS_LONG:
        yield "choosing a sheet's file"
    page.locator("#file").set_input_files({"name": "x.json", "mimeType": "text/plain", "buffer": b"{}"})
    page.locator(".import button").click()
    page.locator("#faults").wait_for()
    yield "a file that is no sheet"
    if IS_LONG:
        page.goto(f"{group}sheets/agricola/")
        yield "a sheet of many rows"
    sheet = send(page, f"{group}sheets/make", title="Donaudampfschifffahrtsgesellschaft")
    for kind in ("count", "count", "choice", "most", "sets", "product", "bid"):
        send(page, sheet, add=kind)
    page.goto(sheet)
    page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    yield "a sheet of every sort of row, all open"
    page.goto(sheet)
    page.locator("details.sheet-row summary").first.click()
    page.locator("#label-1").fill(" ")
    page.locator("#row-1 [name=save]").click()
    page.locator(".fault").first.wait_for()
    yield "a row with a fault"
    share = f"{sheet.split('?')[0].split('#')[0]}share"
    page.goto(share)
    page.locator("[name=share]").click()
    page.locator(".link-to-send").wait_for()
    yield "sharing a sheet"
    page.goto(page.locator(".link-to-send a").first.get_attribute("href"))
    yield "a sheet that is shared"
    if IS_LONG:
        yield from carried(page)
        page.goto(f"{group}totals?of=tuareg")
        yield "totals of a known game"
    page.goto(f"/games/tichu?group={group.split('/')[2]}")
    page.evaluate("document.querySelectorAll('[name=player]').forEach((each, n) => { each.value = 'ABCD'[n] || ''; })")
    page.locator("[name=start]").click()
    page.locator("select[name=team]").first.wait_for()
    yield "who plays with whom"


def carried(page):
    """How the sheet of the page that is open comes to another Caravan, and what can be wrong about that."""
    page.locator("#server").fill("x y")
    page.locator("form[action='/sheets/carry'] button").click()
    page.locator("#server-fault").wait_for()
    yield "an address that is none"
    page.locator("#server").fill("donaudampfschifffahrtsgesellschaft.example.org")
    page.locator("form[action='/sheets/carry'] button").click()
    page.locator(".main").first.wait_for()
    yield "a link to another Caravan"
    page.goto("/sheets/open#caravan.sheet/1:x")
    page.locator("#faults").wait_for()
    yield "a link that is no sheet"


def every_page_of_an_import(page, group):
    """Bring in plays of another program, from the table that is pasted to what came in; and look at photos."""
    page.goto(f"{group}imports")
    if IS_LONG:
        yield "plays of other programs"
    page.locator(".pasted summary").click()
    days = "\n".join(f"{day}.11.2025\tDonaudampfschifffahrt {day}\tJo-Ann\t{day}" for day in range(1, 9))
    page.locator("#text").fill(f"{days}\nbald\tCarcassone\tBenedikta\t+")
    page.locator(".import .main").click()
    page.locator("#columns").wait_for()
    yield "what the columns of a table are"
    page.locator(".dock .main").click()
    page.locator("#choices").wait_for()
    page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    yield "looking before it comes in"
    page.locator("[name=bring_in]").click()
    page.locator(".undo-card").wait_for()
    yield "what came in"
    if IS_LONG:
        yield from under_way(page)
        page.goto(f"{group}imports")
        page.locator("#file").set_input_files({"name": "x.zip", "mimeType": "application/zip", "buffer": an_album()})
        page.locator(".import .main").click()
        page.locator(".unread").wait_for()
        yield "looking at photos before they come in"


def under_way(page):
    """The page of an import that came in, as it is while that is taken back, and once nobody is at it any more."""
    address = urlsplit(page.url)
    its = address.path.split("/")[-1].replace("-", "")

    def said(task, **upload):
        """Let the database say so of the upload and its task, which nobody is at."""
        columns = ", ".join(f"{name} = ?" for name in upload)
        with closing(sqlite3.connect(FOLDERS[address.port] / "caravan.sqlite3", timeout=15)) as database, database:
            database.execute(f"UPDATE companion_upload SET {columns} WHERE uuid = ?", [*upload.values(), its])
            its_task = "json_extract(args_kwargs, '$.kwargs.upload') = (SELECT id FROM companion_upload WHERE uuid = ?)"
            now = "strftime('%Y-%m-%d %H:%M:%f', 'now')"
            table = "django_tasks_database_dbtaskresult"
            database.execute(f"UPDATE {table} SET status = ?, started_at = {now} WHERE {its_task}", [task, its])

    # What it hears would change the page while that is looked at.
    page.route("**/progress", lambda _route: None)
    said("RUNNING", state="leaving", counts='{"new": 1200, "went": 480}')
    page.reload()
    page.locator("progress[value]").wait_for()
    yield "an import that is being taken back"
    said("SUCCESSFUL", state="coming")
    page.reload()
    page.locator(".progress .main").wait_for()
    yield "an import that has broken off"
    page.unroute("**/progress")
    said("SUCCESSFUL", state="done", counts='{"new": 8}')


def an_album() -> bytes:
    """Photos as a file: one of a play that is nowhere, one that is none."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("1.jpg", a_picture())
        rows = [{"file": "1.jpg", "play": str(uuid4()), "caption": "x" * 200}, {"file": "Donaudampfschiff" * 9}]
        packed.writestr("photos.json", json.dumps(rows))
    return file.getvalue()


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
    if IS_LONG:
        yield "a player"
    page.locator("#name").fill("jo")
    page.locator("form:has(#name) button").click()
    page.locator("#name-fault").wait_for()
    yield "a player's name that is taken"
    if IS_LONG:
        page.locator("a[href*='into=']").click()
        page.locator(".fault").wait_for()
        yield "two players who have played together"
        yield from what_becomes_of_players(page, group, others[2])
        page.goto(f"{group}settings")
        yield "the settings"
    page.goto(f"{group}rules/tuareg")
    page.locator("[name=points_water]").fill("x")
    page.locator(".actions button").click()
    page.locator(".fault").wait_for()
    yield "the house rules of a game, with a fault"
    if IS_LONG:
        page.goto(f"{group}import")
        yield "choosing a file to import"
        page.locator("#file").set_input_files(
            {"name": "plays.json", "mimeType": "text/plain", "buffer": b'[{"game": "x"}]'}
        )
        page.locator(".import button").click()
        page.locator("#faults").wait_for()
        yield "a file that is not imported"
    yield from every_page_of_an_import(page, group)
    page.goto(f"{group}delete")
    page.locator(".danger").click()
    page.locator("#name-fault").wait_for()
    yield "the end of a group, with another name"


def what_becomes_of_players(page, group, player):
    """What is asked before a player is made anonymous, becomes one with another, or goes."""
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
        if IS_LONG:
            seat(page, names)
            yield f"{game}: its page, and everybody has sat down"
        options = {"expansion": "False", "vizier_bonus": "True", "start_gold": "25", "zero_gold_loses": "False"}
        page.goto(send(page, f"/games/{game}", player=names, played_on="2020-11-20", group="", start=1, **options))
        play = play_path(page)
        if IS_LONG:
            yield f"{game}: the play"
        seats = seats_of(page, play)
        page.goto(play)
        stage = page.locator("form[data-closes]").get_attribute("action").split("/")[-2]
        send(page, f"{play}/seats/{seats[0]}/{stage}", revision=0, **held)
        page.goto(f"{play}/seats/{seats[0]}/{stage}")
        for number, stop in enumerate(page.locator("#sheet tbody .cell:nth-child(2)").all(), 1):
            # Figures have the same keys all; what is tapped has keys of its own.
            if (number == 1 and IS_LONG) or stop.locator(".face").count():
                stop.locator(".face, .figure").first.click()
                yield f"{game}: the keys of row {number}"
        for each in seats:
            send(page, f"{play}/seats/{each}/{stage}", revision=0, done="1")
        page.goto(play)
        if IS_LONG:
            yield f"{game}: all counted"
        close_button(page).click()
        page.wait_for_url("**/stages/*")
        page.locator("#live .sheet").wait_for()
        yield f"{game}: the result"
        if IS_LONG:
            yield from corrected(page, game, corrections)
            for address in (f"/games/{game}/sheet", f"{play}/sheet"):
                page.goto(address)
                yield f"{game}: a sheet to be printed"


def corrected(page, game, corrections):
    """The pages on which these rows of the result that is open are corrected."""
    links = page.locator(".why-row a, .ledger a")
    for address in links.evaluate_all("(all) => all.map((each) => each.getAttribute('href'))")[corrections]:
        page.goto(address)
        yield f"{game}: correcting {address.split('/')[-1]}"


def every_correction(page):
    """The same with a correction of every row."""
    yield from every_card(page, corrections=slice(None))


def every_page_of_you(page):
    """How this phone is known, on a phone that keeps passkeys."""
    give_passkeys(page)
    for path in ("/you", "/sign-in"):
        page.goto(path)
        yield f"{path}, as nobody"
    start(page)
    # Signing in is the same page for all.
    for path in ("/you", "/you/recovery", *("/sign-in", "/sign-out", "/you/recovery/renew") * IS_LONG):
        page.goto(path)
        yield f"{path}, known by a cookie"
    way_back = urlsplit(page_address(page, "/you/recovery")).path
    page.goto(way_back)
    yield "the way back"
    page.goto("/you")
    page.locator("form[data-passkey] button").click()
    page.locator(".messages").wait_for()
    yield "a passkey"
    page.goto("/you/keys")
    page.locator("main [name=name]").fill(LONG_NAMES[2])
    page.locator("main form.card button").click()
    page.locator(".key-to-copy").wait_for()
    yield "a key for a program"
    if IS_LONG:
        page.goto("/you")
        page.locator("a[href$='/remove']").click()
        yield "a passkey that would go"
    page.goto("/you/password")
    page.locator("[name=name]").fill(LONG_NAMES[0])
    page.locator("[name=new_password]").fill("123")
    page.locator("[name=again]").fill("1234")
    page.locator("main button").click()
    page.locator("main .fault").first.wait_for()
    yield "a password that is too weak"
    name = f"{LONG_NAMES[1]} {secrets.token_hex(4)}"
    send(page, "/you/password", name=name, new_password="eine Handvoll Datteln", again="eine Handvoll Datteln")
    for path in ("/you", *("/you/password", "/you/delete") * IS_LONG):
        page.goto(path)
        yield f"{path}, kept"


def every_referee(page):
    """Open every referee at its beginning and after some steps, and yield the name of each page."""
    for referee, slug in {each[0].KEY: each for each in REFEREES_OF_GAMES}.values():
        if IS_LONG or slug == "tuareg":
            page.goto(f"/games/{slug}/referee/")
            yield f"{referee.KEY}: the help of its game"
        path = f"/games/{slug}/referee/{referee.KEY}/"
        for steps in (0, 8, 12, 100) if IS_LONG else (12,):
            resume(page, path, journals(referee, slug, seed=3, most=steps))
            yield f"{referee.KEY}: after {steps} steps"
    page.goto("/games/tuareg/timer")
    if IS_LONG:
        yield "timer"
    page.locator("[name=minutes]").first.click()
    yield "timer, running"


def resume(page, path, journal):
    """Open a referee after these steps, which the phone has kept."""
    page.goto(path)
    page.evaluate(
        "([key, journal]) => localStorage.setItem(key, JSON.stringify({journal}))", [f"referee {path}", journal]
    )
    page.reload()


def page_address(page, path):
    """The link that a page shows."""
    page.goto(path)
    return page.locator(".address").inner_text()
