"""A walk past every page on which games are added and sheets are made."""

from tests.browser.table import group_path, send
from tests.browser.walks.table_of_five import start
from tests.lanes import in_the_long_lane, long_walk


def every_page_of_the_shelf(page):
    """Open every page on which games are added and sheets are made, and yield the name of each."""
    group = group_path(page, start(page))
    for address in in_the_long_lane("/library", f"/library?group={group.split('/')[2]}&q=zzz"):
        page.goto(address)
        yield f"the library: {address}"
    page.goto(f"/library?group={group.split('/')[2]}")
    send(page, f"{group}sheets/take", slug="agricola")
    page.goto(f"/library?group={group.split('/')[2]}")
    yield "a group's library"
    page.goto(f"{group}totals")
    yield from in_the_long_lane("totals alone")
    page.locator("#id_title").fill("Donaudampfschiff")
    page.locator(".figure").first.click()
    yield from in_the_long_lane("totals alone, with keys")
    for known in ("places", "winner"):
        page.locator(f".segments label:has([value={known}])").click()
        yield from in_the_long_lane(f"totals alone: {known}")
    page.locator(".segments label:has([value=points])").click()
    for figure in page.locator(".figure:visible").all():
        figure.fill("8/4")
    page.locator(".dock .main").click()
    page.locator(".fault").first.wait_for()
    yield "totals alone, with faults"
    page.goto(f"{group}sheets/import")
    yield from in_the_long_lane("choosing a sheet's file")
    page.locator("#file").set_input_files({"name": "x.json", "mimeType": "text/plain", "buffer": b"{}"})
    page.locator(".import button").click()
    page.locator("#faults").wait_for()
    yield "a file that is no sheet"
    for address in in_the_long_lane(f"{group}sheets/agricola/", f"{group}totals?of=tuareg"):
        page.goto(address)
        yield address
    sheet = send(page, f"{group}sheets/make", title="Donaudampfschifffahrtsgesellschaft")
    for kind in ("count", "count", "choice", "most", "sets", "product", "bid"):
        send(page, sheet, add=kind)
    page.goto(sheet)
    page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    yield "a sheet of every sort of row, all open"
    page.goto(sheet)
    page.locator("details.sheet-row summary").first.click()
    page.locator("#label-1").fill(" ")
    page.locator("#row-1 [name=done]").click()
    page.locator(".fault").first.wait_for()
    yield "a row with a fault"
    share = f"{sheet.split('?')[0].split('#')[0]}share"
    page.goto(share)
    page.locator("[name=share]").click()
    page.locator(".link-to-send").wait_for()
    yield "sharing a sheet"
    page.goto(page.locator(".link-to-send a").first.get_attribute("href"))
    yield "a sheet that is shared"
    yield from carried(page)
    page.goto(f"/games/tichu?group={group.split('/')[2]}")
    page.evaluate("document.querySelectorAll('[name=player]').forEach((each, n) => { each.value = 'ABCD'[n] || ''; })")
    page.locator("[name=start]").click()
    page.locator("select[name=team]").first.wait_for()
    yield "who plays with whom"


@long_walk
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
