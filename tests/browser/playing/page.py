"""One phone's screen: everything the test reads and touches, by the words and roles that people see.

To follow a renamed button, change `WORDS`; to follow a rebuilt page, change `LOOK` and the methods below.
"""

import contextlib
import re
from dataclasses import dataclass

from playwright.sync_api import Error, TimeoutError, expect

from tests.browser.table import seat

WORDS = {
    "make": "Make a sheet",
    "its title": "Name of the game",
    "keep the sheet": "Keep this sheet",
    "more kinds": "More kinds",
    "its name": "Name of the row",
    "more": "More",
    "its least": re.compile("^minimum"),
    "its choices": re.compile("^one per line"),
    "sheet is saved": "✓ Saved",
    "row is made": "Done",
    "how it goes": "Next: how it goes",
    "round by round": "round by round",
    "play it": "Play it",
    "start": re.compile("^(Start|Next: teams)"),
    "undo": re.compile("^Undo"),
    "rest": re.compile("^(Rest is 0|Rest 0)"),
    "goes on": re.compile("^(Next:|Go to|Done|Count here)"),
    "recount": re.compile("recount$"),
    "score": re.compile("^(Score (stage|round|the)|To the result)"),
    "score as it is": re.compile("^(Score anyway|Score now)"),
    "score anyway": re.compile("^(Score as is|Score anyway|Yes, score)"),
    "keep counting": re.compile("^(Wait|Keep counting)$"),
    "count next": re.compile("^Count (stage|round)"),
    "last round": "End the game after this round",
    "open again": "Back to counting",
    "correct": "Edit the counts",
    "correct later": "Correct a figure",
    "corrected": re.compile("^Rescore"),
    "finish": "Finish the play",
    "save and finish": re.compile("finish$"),
    "rematch": re.compile("^(Rematch|Try again)$"),
    "address": re.compile("^http"),
    "share": re.compile("^(Count on several phones|How to join)"),
    "whose": "Choose my players",
    "all else": re.compile("^More$"),
    "out": re.compile("^Back$"),
    "these": re.compile("^Count for (these|everyone)"),
    "taken": "on the phone of",
    "take over": "Count here",
    "mine": re.compile("entered here$"),
    "theirs": re.compile("from the other phone$"),
}
# Texts of a column's mark while something is not stored yet.
UNSAVED = ("saving", "not sent", "rejected", "not counted", "not all saved")

# So long someone looks at something new before they tap it; a second tap on Undo comes no sooner either.
READS_MS = 600

LOOK = """() => {
    if (document.readyState === "loading") return null;
    const all = (selector, within = document) => [...within.querySelectorAll(selector)];
    const text = (element) => (element?.textContent || "").replaceAll("\\u00ad", "").replace(/\\s+/g, " ").trim();
    const isSeen = (element) => Boolean(element?.checkVisibility({visibilityProperty: true}));
    const buttons = all("button, a.button").filter(isSeen);
    const undo = buttons.find((each) => /^Undo/.test(text(each)));
    const describedBy = (undo?.getAttribute("aria-describedby") || "").split(" ");
    const described = describedBy.map((id) => text(document.getElementById(id))).join(" ").trim();
    const stop = "td > :is(input, button)[aria-label]";
    const sheet = all("table").find((each) => each.querySelector(`tbody ${stop}`));
    const rows = sheet ? all("tbody tr", sheet) : [];
    const stops = rows.map((row) => all(stop, row));
    const names = sheet ? all("thead th a", sheet).map((head) => text(head.firstChild)) : [];
    const labelOf = (row) => {
        const walker = document.createTreeWalker(row.querySelector("th"), NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) if (text(walker.currentNode)) return text(walker.currentNode);
    };
    const wordsOf = (stop, row, name) => {
        if (stop.matches("input")) return stop.value;
        return stop.ariaLabel.replaceAll("\\u00ad", "").slice(`${name}, ${row}`.length).replace(/^: /, "");
    };
    const cells = rows.map((row, at) => stops[at].map((stop, column) => wordsOf(stop, labelOf(row), names[column])));
    const starts = rows.map((row, at) => stops[at].map((stop) => (stop.placeholder || "").trim()));
    const framed = rows.flatMap((row, at) => stops[at].flatMap((stop, column) =>
        stop.closest("td").matches(".active") ? [[names[column], at]] : []))[0] || null;
    const covered = rows.flatMap((row, at) => stops[at].flatMap((stop, column) =>
        stop.inert ? [[names[column], at]] : []));
    const keys = all("[role=group] button").filter(isSeen).map((key) => key.ariaLabel || text(key)).filter(Boolean);
    return {
        names, cells, starts, framed, covered, keys,
        rows: rows.map(labelOf),
        marks: all("form [role=status]").map(text),
        told: all("[role=status], [role=alert]").filter(isSeen).map(text).filter(Boolean).join(" "),
        buttons: buttons.map(text),
        undo: undo ? [text(undo), described, undo.disabled] : null,
        asked: all("[role=alert] h2").map(text),
        where: text(document.querySelector("header h1 + span")),
    };
}"""


@dataclass
class Look:
    """What a screen shows at a glance.

    `cells`: by (name, row number) the words of each cell, "" for a blank. `framed`: the cell of the cursor, or None.
    `starts`: what a blank cell starts from, by the same keys. `covered`: the cells nobody can tap here, as another
    phone's bid. `keys`: the words on the visible keys of the framed cell.
    """

    names: list
    rows: list
    cells: dict
    starts: dict
    framed: tuple | None
    covered: list
    keys: list
    marks: list
    told: str
    buttons: list
    undo: list | None
    asked: list
    where: str

    @property
    def has_sheet(self) -> bool:
        return bool(self.names)

    @property
    def is_saved(self) -> bool:
        """Whether nothing typed here waits for the server."""
        return not any(word in mark for mark in self.marks for word in UNSAVED)

    def button(self, word):
        """The text of the visible button that `WORDS` calls so, or None."""
        return next((text for text in self.buttons if matches(text, WORDS[word])), None)


def matches(text, word) -> bool:
    return bool(word.search(text)) if isinstance(word, re.Pattern) else text == word


def by_cell(names, grid) -> dict:
    return {(name, row): words for row, line in enumerate(grid) for name, words in zip(names, line, strict=True)}


class Screen:
    """A page of a phone. Every method is something one person does or sees."""

    def __init__(self, page):
        self.page = page

    # Eyes

    def look(self) -> Look:
        """What is shown now; if the page is just being replaced, what comes next."""
        for _ in range(40):
            try:
                seen = self.page.evaluate(LOOK)
            except Error as error:
                if "context was destroyed" not in str(error) and "navigat" not in str(error):
                    raise
                seen = None
            if seen:
                break
            self.page.wait_for_load_state()
        seen["cells"] = by_cell(seen["names"], seen["cells"])
        seen["starts"] = by_cell(seen["names"], seen["starts"])
        seen["covered"] = [tuple(cell) for cell in seen["covered"]]
        seen["framed"] = tuple(seen["framed"]) if seen["framed"] else None
        return Look(**seen)

    def until(self, holds, *, seconds=15.0):
        """Look until `holds(look)` is true and return the look, or return None after so many seconds."""
        for _ in range(int(seconds * 20)):
            seen = self.look()
            if holds(seen):
                return seen
            self.page.wait_for_timeout(50)
        return None

    def shown(self) -> str:
        """In words where the cursor is, what is told, and which buttons there are; for whoever looks for a fault."""
        try:
            seen = self.look()
        except Error as error:
            return f"nothing: {error}"
        return f"{self.page.url}: cursor {seen.framed}, keys {seen.keys}, told “{seen.told}”, buttons {seen.buttons}"

    def wait_for_script(self):
        """Wait until the sheet hears taps, which nobody sees."""
        expect(self.page.locator("[data-score]:not([data-does])")).to_have_count(0)

    def arrive(self):
        """Wait until a new page hears taps, and read it: a tap that comes sooner was meant for the page before."""
        self.wait_for_script()
        self.page.wait_for_timeout(READS_MS)

    # Fingers

    def frame(self, name, row):
        """Tap a cell, so that it is framed."""
        self.stop(name, row).tap()

    def stop(self, name, row):
        column = self.look().names.index(name)
        its_row = self.page.get_by_role("row").filter(has=self.page.get_by_role("rowheader")).nth(row)
        cell = its_row.get_by_role("cell").nth(column)
        return cell.get_by_role("textbox").or_(cell.get_by_role("button")).first

    def key(self, text):
        """Tap a key of the framed cell."""
        self.key_named(text).tap()

    def key_named(self, text):
        return self.page.get_by_role("group").get_by_role("button", name=text, exact=True).filter(visible=True).first

    def type(self, text):
        """Type on a keyboard into the cell that has the focus."""
        self.page.keyboard.type(text)

    def press(self, key):
        self.page.keyboard.press(key)

    def tap(self, word):
        self.control(word).tap()

    def click(self, word):
        """Click with a mouse: unlike a tap it is never taken for the second half of a double tap."""
        self.control(word).click()

    def tap_if_still_there(self, control):
        """Tap something that news from another phone may take away in the same moment; whether it was there."""
        with contextlib.suppress(TimeoutError):
            # A tap that only took long would be none for this test, though the page has it.
            control.tap(timeout=2000, trial=True)
            control.tap()
            return True
        return False

    def is_kept(self) -> bool:
        """Whether the phone can open this page without a network."""
        look = "async () => navigator.serviceWorker?.controller && Boolean(await caches.match(location.pathname))"
        return bool(self.page.evaluate(look))

    def fill(self, word, text):
        """Type into the field with this label."""
        self.page.get_by_label(WORDS[word]).filter(visible=True).fill(text)

    def choose(self, word):
        """Tick a box or a choice with this label."""
        self.page.get_by_label(WORDS[word], exact=True).check()

    def has(self, word) -> bool:
        """Whether there is a button or link that `WORDS` calls so."""
        return self.control(word).count() > 0

    def words(self, word):
        """Visible words that are tapped though they are no button, or that are waited for."""
        return self.page.get_by_text(WORDS[word], exact=True).filter(visible=True)

    def control(self, word):
        name = WORDS.get(word, word)
        roles = (self.page.get_by_role(role, name=name, exact=isinstance(name, str)) for role in ("button", "link"))
        return next(roles).or_(next(roles)).filter(visible=True).first

    # Ways

    def start(self, names):
        """Start a play with these names on the page of its game, teams as they are offered."""
        self.page.wait_for_url("**/games/**")
        seat(self.page, names)
        starting = self.page.get_by_role("button", name=WORDS["start"]).last
        starting.click()
        teams = self.page.get_by_role("heading", name="Who’s on which team?")
        expect(teams.or_(self.page.get_by_role("table").first)).to_be_visible()
        if teams.count():
            starting.click()
        self.page.wait_for_url("**/plays/**")
        self.arrive()

    def link_for_others(self) -> str:
        """The link of the table, as someone would read it out; the page goes back to the sheet."""
        self.click("share")
        link = self.page.get_by_role("link", name=WORDS["address"]).first.inner_text()
        self.page.go_back()
        self.arrive()
        return link

    def take_seats(self, names):
        """Say which columns this phone fills in, none if `names` is empty; once the play is over nobody asks.

        What is said to be on another phone is taken over once that was asked, and nothing else is asked about.
        """
        if "/mine" not in self.page.url:
            return
        text = self.page.get_by_text
        lines = [self.page.locator("label").filter(has=text(name, exact=True)) for name in names]
        is_taken = any(WORDS["taken"] in line.inner_text() for line in lines)
        for line in lines:
            line.get_by_role("checkbox").check()
        self.click("these")
        if is_taken:
            self.click("take over")
        self.page.wait_for_url(lambda url: "/mine" not in url)
        self.wait_for_script()

    def elsewhere(self) -> list:
        """The lines of "Choose my players" that name another phone; the page goes back to the sheet."""
        self.click("whose")
        expect(self.control("these")).to_be_visible()
        lines = self.page.locator("label").filter(has_text=WORDS["taken"]).all_inner_texts()
        self.page.go_back()
        self.arrive()
        return [" ".join(line.split()) for line in lines]

    def open_correction(self, chance):
        """From the result of a stage to the counts of one of its rows, which can be corrected there."""
        if reasons := self.page.locator("main details:visible").all():
            chance.choice(reasons).locator("summary").click()
            self.click("correct")
        else:
            # Who plays alone taps the number itself.
            chance.choice(self.page.locator("main table").get_by_role("link").all()).click()
        self.until(lambda now: now.has_sheet)
        self.arrive()

    def open_last_stage(self):
        """From the result of a play that is over to that of its last stage, where figures are corrected."""
        self.words("correct later").click()
        stages = self.page.locator("details[open] > .rows").get_by_role("link")
        if stages.count():
            stages.last.click()
        self.page.wait_for_url("**/stages/**")
        self.arrive()

    def break_tie(self):
        """Give everyone who ties another figure, and finish."""
        for number, box in enumerate(self.page.get_by_role("main").get_by_role("textbox").all()):
            box.fill(str(number))
        self.click("save and finish")

    def answer(self, whose):
        """Read the question about a clash and answer it: `mine` or `theirs`."""
        self.page.wait_for_timeout(READS_MS)
        self.tap(whose)
        self.until(lambda now: now.has_sheet and not now.asked)
        self.arrive()
