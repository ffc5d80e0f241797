"""What people do at the table, with their fingers and eyes: small steps that the tests share."""

import contextlib
import re
from urllib.parse import urlsplit

from playwright.sync_api import Error, TimeoutError, expect

NAMES = ("Anna", "Ben", "Chris")


def start_play(page, names=NAMES, *, game="tuareg", teams=(), options=()):
    """To a new play, where the cursor stands in the first column. Its form is sent as it stands, with these names.

    `teams` are the numbers of their teams; of `options` each is a switch that is turned on.
    """
    # The form is fetched, and its page not drawn: from the lightest address of the site.
    page.goto("/healthz")
    page.goto(
        page.evaluate(
            """async ([game, names, teams, options]) => {
                const asked = await fetch(`/games/${game}`);
                const form = new DOMParser().parseFromString(await asked.text(), "text/html").forms.start;
                const fields = new FormData(form, form.querySelector("[name=start]"));
                fields.delete("player");
                names.forEach((name) => fields.append("player", name));
                teams.forEach((team) => fields.append("team", team));
                options.forEach((option) => fields.set(option, "True"));
                const address = new URL(form.getAttribute("action") ?? "", asked.url);
                const answer = await fetch(address, {method: "POST", body: new URLSearchParams(fields)});
                return answer.url;
            }""",
            [game, list(names), list(teams), list(options)],
        )
    )
    if teams:
        hears_taps(page)
    else:
        is_there(page, names)


def sit_down_and_start(page, names=NAMES, *, game="tuareg"):
    """From the game's page to a new play, as people do it: they sit down, and start."""
    page.goto(f"/games/{game}")
    seat(page, names)
    page.locator("[name=start]").click()
    is_there(page, names)


def is_there(page, names):
    """Wait until the new play of these people is shown and hears taps."""
    # Who bids first comes first.
    expect(card_name(page)).to_have_text(re.compile(f"^({'|'.join(map(re.escape, names))})"))
    hears_taps(page)


def hears_taps(page):
    """Wait until the script of the sheet has begun: what is tapped before does nothing. Without scripts none will."""
    if not page.locator(".without-js:visible").count():
        expect(page.locator("[data-score]:not([data-does])")).to_have_count(0)


def seat(page, names):
    """Let people of these names sit down on a game's page: whom the group knows by a tap, and whoever is new typed."""
    if not page.locator(".people").count():
        for place, name in enumerate(names):
            page.locator("[name=player]").nth(place).fill(name)
        return
    for name in names:
        chip = page.locator(f"button.person[value='{name}']")
        if chip.count():
            # After a start that failed, they sit already.
            if chip.get_attribute("aria-pressed") == "false":
                chip.click()
        else:
            page.locator(".someone > summary").click()
            page.locator("[name=new]").fill(name)
            page.locator("[name=someone]").click()


def play_path(page) -> str:
    """The path of the play whose page is open: `/plays/<uuid>`."""
    return re.match(r"/plays/[0-9a-f-]{36}", urlsplit(page.url).path)[0]


def group_path(page, path) -> str:
    """The path of the group whose play has this path: `/groups/<uuid>/`."""
    page.goto(f"{path}/more")
    link = page.locator("a[href^='/groups/']").first.get_attribute("href")
    return re.match(r"/groups/[0-9a-f-]{36}/", link)[0]


def card_name(page):
    """Whose column the cursor stands in, as the dock says."""
    return page.locator(".of-seat:not(.later):visible h2")


def cell(page, name, key):
    """The input of a row in somebody's column."""
    return page.locator(f"#sheet [data-row='{key}'] .cell input[aria-label^='{name},']")


def figure(page, key):
    """The input of a row in the column of the cursor."""
    return page.locator(f"#sheet [data-row='{key}'] [data-seat='{open_seat(page)}'] .figure")


def open_seat(page) -> str:
    """The number of the seat in whose column the cursor stands."""
    return page.locator("form.of-seat:not(.later):visible").get_attribute("data-seat")


def mark(page):
    """The small mark that says whether the column of the cursor is saved."""
    return page.locator(".of-seat:not(.later):visible .mark")


def saves(page):
    """The number of saves that made the column of the cursor what it is."""
    return page.locator(".of-seat:not(.later):visible [name=revision]")


def undo_button(page):
    return page.locator(".undo:not(.later) .last-change:visible button")


def counted(page):
    """The line that says how many cards are in."""
    return page.locator("#counted")


def enter(page, holdings) -> str:
    """Type what a seat holds into its column, where the cursor stands. Gives the seat's number."""
    seat = open_seat(page)
    for key, count in holdings.items():
        figure(page, key).fill(str(count))
    return seat


def done(page, seat=None):
    """Say that nothing more comes in this column, and wait until that is answered.

    A column whose last blank was filled says so itself, its button goes, and the cursor goes on: `seat` is its number.
    Where nothing is counted yet, or a single blank is left, there is no such button: then a 0 is typed.
    """
    seat = seat or open_seat(page)
    its = f"#card-{seat} .mark"
    answered = f"{its}[data-in], {its} .bad, {its} .warn"
    button = page.locator(f"#card-{seat} .nothing-more:visible")
    blanks = page.locator(f"#sheet .cell[data-seat='{seat}'] .figure:placeholder-shown:not([data-start])")
    # Beside the keys of some cells it has no room.
    go_on = page.locator("[data-closes] [data-does=next]:visible")
    faces = page.locator(f"#sheet .cell[data-seat='{seat}'] button.face")
    for face in [None, *(faces.all())]:
        # What was never asked is gone to, and left as it is.
        if face and not face.inner_text().strip():
            face.click()
            # Some questions have to be answered.
            if page.locator("#sheet .cell.active [data-asked]").count():
                page.locator("#dock .panel:visible [data-key]").first.click()
        expect(page.locator(answered).or_(button).or_(blanks).or_(go_on).or_(faces).first).to_be_attached()
        if blanks.count() and not button.is_visible() and not page.locator(answered).count():
            blanks.last.fill("0")
        if go_on.is_visible() and not button.is_visible() and not page.locator(answered).count():
            go_on.click()
        with contextlib.suppress(AssertionError):
            expect(
                page.locator(answered).or_(page.locator(f"#card-{seat} .nothing-more:visible")).first
            ).to_be_attached(timeout=2500)
        if button.is_visible() or page.locator(answered).count():
            break
    if button.is_visible():
        # It may go just now.
        with contextlib.suppress(TimeoutError):
            button.click(timeout=2000)
    expect(page.locator(answered)).to_be_attached()


def done_and_on(page, seat=None):
    """The same, and on to whoever is missing: a column that is done by what was typed keeps the cursor."""
    seat = seat or open_seat(page)
    done(page, seat)
    missing = page.locator("[data-closes] [data-does=missing]:visible")
    if open_seat(page) == seat:
        # It may have gone on just now.
        with contextlib.suppress(TimeoutError):
            missing.click(timeout=3000)


def done_with(page, name):
    """Let the cursor go to somebody's column and say that nothing comes in it: then the stage can be scored early."""
    open_card(page, name)
    done(page)


def open_card(page, name):
    """Let the cursor go to somebody's column."""
    hears_taps(page)
    page.locator("#sheet thead").get_by_role("link", name=name, exact=True).click()
    expect(card_name(page)).to_have_text(name)


def key(page, text):
    """A key of the dock for the cell of the cursor."""
    return page.locator("#dock .keys:visible button:not(.none)", has_text=re.compile(f"^{re.escape(str(text))}$"))


def see_figures(page, holdings):
    """Expect these values on the open card."""
    for key, value in holdings.items():
        expect(figure(page, key)).to_have_value(str(value))


def close_button(page):
    hears_taps(page)
    return page.locator("[data-closes] button:visible, .dock:not(:has(#dock)) button").last


def close_stage(page):
    """Close the open stage and look at its result."""
    close_button(page).click()
    expect(page.locator(".head .where")).to_contain_text("Result of")


def score_again(page):
    """Send the sheet on which a closed stage was corrected."""
    page.get_by_role("button", name=re.compile("^Rescore")).click()


def ranking(page):
    """The ranking as a page shows it: (rank, name, points) from the top."""
    # A page that has only begun has none yet.
    page.wait_for_load_state()
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
    page.route("**/live?*", lambda route: route.fulfill(status=204, headers={"Caravan-Took": "1"}))
    only_asks(page)


def only_asks(page):
    """From now on this phone gets no stream, as behind an old proxy: it asks for what is new."""
    page.route("**/stream?*", lambda route: route.fulfill(status=204))
    # It lets go of a stream as it does when it goes to another page.
    page.evaluate("() => { dispatchEvent(new Event('pagehide')); }")


def send(page, path, **fields):
    """Send a form from the page without filling it in; a list is sent as several values. Gives the answer's address."""
    pairs = [
        [key, str(one)] for key, value in fields.items() for one in (value if isinstance(value, list) else [value])
    ]
    # A page that shows the play is led on meanwhile.
    leads_on = path.endswith(("/close", "/finish"))
    its = page.context.new_page() if leads_on else page
    if leads_on:
        its.goto("/games/wizard")
    address = its.evaluate(
        """async ([path, pairs]) => {
            const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
            const body = new URLSearchParams([["csrfmiddlewaretoken", token], ...pairs]);
            const answer = await fetch(path, {method: "POST", body});
            return answer.url;
        }""",
        [path, pairs],
    )
    if leads_on:
        its.close()
    return address


def keeps_pages(context):
    """Let Back show a page as it was left, as Safari does on plain http, whatever the page says about being stored."""

    def without_no_store(route):
        # Whoever has gone on meanwhile waits for no answer.
        with contextlib.suppress(Error):
            answer = route.fetch(max_redirects=0)
            headers = {name: value for name, value in answer.headers.items() if name != "cache-control"}
            route.fulfill(response=answer, headers=headers)

    context.route("**/plays/**", without_no_store)
