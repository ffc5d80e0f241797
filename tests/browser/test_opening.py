"""Opening a sheet: it shows what is stored, and nothing is written that nobody typed."""

import pytest
from playwright.sync_api import expect

from companion.rules import GAMES
from companion.rules.library import LIBRARY
from tests.browser.table import hears_taps, play_path, send, start_play
from tests.lanes import long

ALL = {**GAMES, **LIBRARY}
# One of each way of entering something, in the default tests.
OFTEN = ("catan", "tichu", "targi", "five-tribes", "basari")
NAMES = ("Anna", "Ben", "Chris", "Dora")

# What each control of a sheet holds, by column and field, as far as it holds something.
HELD = """() => {
    const held = {};
    for (const control of document.querySelectorAll("#sheet .cell [data-field]")) {
        const isTick = ["radio", "checkbox"].includes(control.type), key = control.name.replace(/^seat\\d+-/, "");
        const place = `${control.closest(".cell").dataset.seat} ${key}`;
        if (isTick ? control.checked : control.value) (held[place] ??= []).push(control.value);
    }
    return held;
}"""


def sample(field, place):
    """Something that a seat may hold in a field: what only one can own is the first one's."""
    if field.kind == "one_of":
        return [str(field.choices[place % len(field.choices)].value)]
    if field.kind == "picks":
        return [field.things[0].key] if place == 0 else []
    if field.kind == "rows":
        return [f"{field.symbols[0].key} {field.points[0]}"]
    if field.kind == "tally":
        return [str(field.values[0])]
    return ["1"]


def fill_columns(page, game):
    """Store something in each field of each column; what the columns hold then, as `HELD` tells."""
    path, stage = play_path(page), game.stages[0]
    seats = page.locator("#sheet thead th").evaluate_all("(all) => all.map((each) => each.dataset.seat)")
    held = {}
    for place, seat in enumerate(seats):
        typed = {field.key: sample(field, place) for field in stage.fields if not field.breaks_ties}
        asked = set(page.locator(f"#sheet [data-seat='{seat}'] [data-field]").evaluate_all(NAMES_OF))
        typed = {key: values for key, values in typed.items() if key in asked and values}
        send(page, f"{path}/seats/{seat}/{stage.key}", save_id=f"filled{seat}", **typed)
        held |= {f"{seat} {key}": values for key, values in typed.items()}
    return held


NAMES_OF = "(all) => all.map((each) => each.name.replace(/^seat\\d+-/, ''))"


@pytest.mark.parametrize("slug", [slug if slug in OFTEN else long(slug) for slug in ALL])
def test_an_opened_sheet_shows_what_is_stored_and_writes_nothing(phone, slug):
    page, game = phone(), ALL[slug]
    number = min(game.all_seats[-1], len(NAMES))
    start_play(page, NAMES[:number], game=slug, teams=[1, 2, 1, 2][:number] if game.teams else ())
    held = fill_columns(page, game)
    without_scripts = phone(java_script_enabled=False)
    without_scripts.context.add_cookies(page.context.cookies())
    for opened in (page, without_scripts):
        written = []
        opened.on("request", lambda request, to=written: to.append(request.url) if request.method == "POST" else None)
        for _ in range(2):
            opened.goto(f"{play_path(page)}/")
            expect(opened.locator("#sheet .cell").first).to_be_attached()
            if opened is page:
                hears_taps(page)
                # What the page takes for typed waits here until it is sent.
                expect(page.locator("form[data-unsent]")).to_have_count(0)
            assert opened.evaluate(HELD) == held
        assert written == []
