"""What people do at the table, with their fingers and eyes: small steps that the tests share."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

NAMES = ("Anna", "Ben", "Chris")


def start_play(page, names=NAMES, *, game="tuareg"):
    """From the game's page to the play, where the first card is open unless something is noted before it counts."""
    page.goto(f"/games/{game}")
    for place, name in enumerate(names):
        page.locator("[name=player]").nth(place).fill(name)
    page.locator("[name=start]").click()
    expect(page.locator(".entry h2", has_text=names[0])).to_be_visible()


def play_path(page) -> str:
    """The path of the play whose page is open: `/plays/<uuid>`."""
    return re.match(r"/plays/[0-9a-f-]{36}", urlsplit(page.url).path)[0]


def group_path(page, path) -> str:
    """The path of the group whose play has this path: `/groups/<uuid>/`."""
    page.goto(f"{path}/more")
    link = page.locator("a[href^='/groups/']").first.get_attribute("href")
    return re.match(r"/groups/[0-9a-f-]{36}/", link)[0]


def card_name(page):
    return page.locator("#card-name")


def figure(page, key):
    """The input of a field of the open card."""
    return page.locator(f"#card [name={key}]")


def mark(page):
    """The small mark that says whether the open card is saved."""
    return page.locator("#card .mark")


def saves(page):
    """The number of saves that made the open card what it is."""
    return page.locator("#card [name=revision]")


def undo_button(page):
    return page.locator(".undo button")


def counted(page):
    """The line that says how many cards are in."""
    return page.locator("#counted")


def enter(page, holdings):
    """Type what a seat holds into the open card."""
    for key, count in holdings.items():
        figure(page, key).fill(str(count))


def done(page):
    """Say that the card is done, and wait until that is answered: by the next page, or by a sentence on this one.

    Of a card in parts each is looked at first.
    """
    for part in page.locator(".part-tabs a").all():
        part.click()
    page.locator("#card button[value='1']").click()
    expect(page.locator("#card[aria-busy]")).to_have_count(0)


def open_card(page, name):
    """Open somebody's card from the list of the others."""
    page.locator(".seats a", has=page.get_by_text(name, exact=True)).click()
    expect(card_name(page)).to_have_text(name)


def see_figures(page, holdings):
    """Expect these values on the open card."""
    for key, value in holdings.items():
        expect(figure(page, key)).to_have_value(str(value))


def close_button(page):
    return page.locator(".dock button")


def close_stage(page):
    """Close the open stage and look at its result."""
    close_button(page).click()
    expect(page.locator("h1")).to_contain_text("Result of")


def ranking(page):
    """The ranking as a page shows it: (rank, name, points) from the top."""
    lines = page.locator(".ranking li").all()
    return [
        tuple(line.locator(f".{part}").inner_text().split("\n")[0] for part in ("rank", "name", "points"))
        for line in lines
    ]


def points(page):
    """Everybody's points by name, as the ranking shows them."""
    return {name: int(re.match(r"-?\d+", total)[0]) for _, name, total in ranking(page)}


def won(page, row):
    """Who scored in a row of a stage's result, in the words of its line."""
    return page.locator(".why-row", has=page.get_by_text(row, exact=True)).locator(".won").inner_text()


def trail(page, path):
    """What the play's page of everything else says has happened, the newest first."""
    page.goto(f"{path}/trail")
    return [" ".join(line.inner_text().split()) for line in page.locator(".trail .what").all()]


def give_passkeys(page):
    """Let this phone keep passkeys and open them without asking. Gives the session that rules it, and its number."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    ways = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    manners = {"isUserVerified": True, "automaticPresenceSimulation": True}
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": ways | manners})
    return session, made["authenticatorId"]


def deafen(page):
    """From now on this phone hears nothing of what others do: each time it asks, nothing has changed."""
    page.route("**/live?*", lambda route: route.fulfill(status=204))


def send(page, path, **fields):
    """Send a form from the page without filling it in; a list is sent as several values. Gives the answer's address."""
    pairs = [
        [key, str(one)] for key, value in fields.items() for one in (value if isinstance(value, list) else [value])
    ]
    return page.evaluate(
        """async ([path, pairs]) => {
            const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
            const body = new URLSearchParams([["csrfmiddlewaretoken", token], ...pairs]);
            const answer = await fetch(path, {method: "POST", body});
            return answer.url;
        }""",
        [path, pairs],
    )


def keeps_pages(context):
    """Let Back show a page as it was left, as Safari does on plain http, whatever the page says about being stored."""

    def without_no_store(route):
        answer = route.fetch(max_redirects=0)
        headers = {name: value for name, value in answer.headers.items() if name != "cache-control"}
        route.fulfill(response=answer, headers=headers)

    context.route("**/plays/**", without_no_store)
