"""A walk past every page that tells how a phone is known."""

import secrets
from urllib.parse import urlsplit

from tests.browser.table import give_passkeys, send
from tests.browser.walks.table_of_five import LONG_NAMES, start
from tests.lanes import in_the_long_lane, long_walk


def every_page_of_you(page):
    """How this phone is known, on a phone that keeps passkeys."""
    give_passkeys(page)
    for path in ("/you", "/sign-in"):
        page.goto(path)
        yield f"{path}, as nobody"
    start(page)
    # Signing in is the same page for all.
    others = in_the_long_lane("/sign-in", "/sign-out", "/you/recovery/renew")
    for path in ("/you", "/you/plays", "/you/recovery", *others):
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
    yield from a_passkey_would_go(page)
    page.goto("/you/password")
    page.locator("[name=name]").fill(LONG_NAMES[0])
    page.locator("[name=new_password]").fill("123")
    page.locator("[name=again]").fill("1234")
    page.locator("main button").click()
    page.locator("main .fault").first.wait_for()
    yield "a password that is too weak"
    name = f"{LONG_NAMES[1]} {secrets.token_hex(4)}"
    send(page, "/you/password", name=name, new_password="eine Handvoll Datteln", again="eine Handvoll Datteln")
    for path in ("/you", *in_the_long_lane("/you/password", "/you/delete")):
        page.goto(path)
        yield f"{path}, kept"


@long_walk
def a_passkey_would_go(page):
    """What is asked before a passkey goes."""
    page.goto("/you")
    page.locator("a[href$='/remove']").click()
    yield "a passkey that would go"


def page_address(page, path):
    """The link that a page shows."""
    page.goto(path)
    return page.locator(".address").inner_text()
