"""Every row of every game is entered on a phone with the keys of the dock alone, and stored as it was entered."""

from random import Random

import pytest
from playwright.sync_api import expect

from companion.rules.scoring.random_plays import random_play
from tests.browser.table import hears_taps, play_path, send, start_play
from tests.browser.walks.table_of_five import seats_of
from tests.lanes import IS_LONG, chosen, each_third
from tests.rows_of_games import EVERY_GAME, NAMES, TEAMS, asked_of, number_of_seats, rounds_of, settings_of, switches_of

WITH_SWITCHES = [slug for slug in EVERY_GAME if settings_of(EVERY_GAME[slug])[1:]]
WITH_TIE_BREAKS = [slug for slug in EVERY_GAME if EVERY_GAME[slug].tie_breaks]
# Enter each of these with keys that are seen, and give those of which a key is missing.
ENTER = """(asked) => asked.filter(({row, column, number, presses}) => {
    const cell = document.querySelectorAll(`#sheet [data-row="${row}"] .cell`)[column];
    const figure = cell.querySelector(".figure");
    if (figure) figure.focus(); else cell.querySelector(".face").click();
    const keys = () => [...document.querySelectorAll("#dock .keys button")].filter((key) =>
        key.checkVisibility({visibilityProperty: true}));
    const press = (wanted) => {
        const key = keys().find(wanted);
        key?.click();
        return Boolean(key);
    };
    if (!figure) return !presses.every((each) => press((key) => key.dataset.key === each));
    const isDigits = () => keys().some((key) => key.value === "erase");
    const text = String(number).replace("-", "−");
    while (!isDigits()) {
        if (press((key) => key.value === text)) return false;
        if (!press((key) => key.value.length > 1 && key.value.endsWith("+"))) return true;
    }
    return ![...text].every((sign) => press((key) => key.value === sign));
})"""
# What the server has stored, by the number of the column.
STORED = """async () => {
    const page = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
    const heads = [...page.querySelectorAll("#sheet thead th")];
    return heads.map(({dataset}) => JSON.parse(page.querySelector(`#card-${dataset.seat} .mark`).dataset.values));
}"""


def stages_to_try(game, players):
    """The places of the stages that are tried: of many rounds the first one, and in the long run the last one."""
    if not game.rounds:
        return range(len(game.stages))
    last = game.rounds.number_with(players)
    return [0, last - 1] if IS_LONG and last else [0]


def score_stages(page, path, game, place, names):
    """Score the stages before this place: empty ones, or rounds with figures that could have been counted."""
    seats = seats_of(page, path)
    drawn = random_play(game.limited_to(place), Random(1), names)["seats"] if game.rounds else []
    for stage in game.stages[:place]:
        for number, seat in zip(seats, drawn, strict=False):
            send(page, f"{path}/seats/{number}/{stage.key}", revision=0, done=1, **seat["stages"][stage.key])
        send(page, f"{path}/stages/{stage.key}/close", anyway=1)


@pytest.mark.parametrize(
    ("slug", "switches"),
    [
        *((slug, ()) for slug in each_third(EVERY_GAME)),
        *((slug, switches_of(EVERY_GAME[slug])) for slug in chosen(WITH_SWITCHES, daily=["kingdomino", "targi"])),
    ],
    ids=lambda value: value if isinstance(value, str) else "+".join(value) or "base",
)
def test_each_row_takes_its_least_its_most_and_something_between_by_its_keys(phone, slug, switches):
    game, page = EVERY_GAME[slug], phone()
    names = NAMES[: number_of_seats(game)]
    for place in stages_to_try(game, len(names)):
        start_play(page, names, game=slug, teams=TEAMS if game.shares_cards else (), options=switches)
        path, stage = play_path(page), game.limited_to(place + 1).stages[place] if game.rounds else game.stages[place]
        if place:
            score_stages(page, path, game, place, names)
            page.goto(path)
        columns = page.locator("#sheet thead th").count()
        asked = asked_of(game, stage, len(names), dict.fromkeys(switches, True))
        for turn, now in enumerate(rounds_of(asked, columns)):
            if turn:
                page.goto(path)
            hears_taps(page)
            cells = [
                {"row": row, "column": column, "number": keys, "presses": keys}
                for column, (row, _key, _stored, keys) in now
            ]
            assert page.evaluate(ENTER, cells) == []
            expect(page.locator("form[data-unsent]")).to_have_count(0)
            stored = page.evaluate(STORED)
            held = [stored[column].get(key, "") for column, (_, key, _, _) in now]
            assert held == [expected for _, (_, _, expected, _) in now]


def enter_with_the_last_step(figure, number, *, up):
    """Type the number below, or above, with the phone's keys, and go on to this one with the key beside the figure."""
    figure.click()
    figure.page.keyboard.type(str(number - 1 if up else number + 1))
    figure.locator("xpath=..").locator(f".step[data-step='{1 if up else -1}']").click()
    expect(figure).to_have_value(str(number).replace("-", "−"))


@pytest.mark.parametrize("slug", chosen(WITH_TIE_BREAKS, daily=["kingdomino", "splendor"]))
def test_each_tie_break_is_asked_of_all_who_tie_and_takes_its_least_and_its_most(phone, slug):
    game, page = EVERY_GAME[slug], phone()
    names = NAMES[: number_of_seats(game)]
    fields = {field.key: field for field in game.stages[-1].fields}
    start_play(page, names, game=slug)
    path = play_path(page)
    seats = page.locator("#sheet thead th").evaluate_all("(all) => all.map(({ dataset }) => dataset.seat)")
    # An open sheet would go on by itself.
    page.goto(f"{path}/seats")
    for stage in game.stages:
        for seat in seats:
            send(page, f"{path}/seats/{seat}/{stage.key}", revision=0, done=1)
        send(page, f"{path}/stages/{stage.key}/close")
    send(page, f"{path}/finish")
    page.goto(f"{path}/tie-break")
    for key in game.tie_breaks:
        least, most = fields[key].least, fields[key].max_per_seat(len(names))
        figures = page.locator(f"main .figure[name$='-{key}']")
        expect(figures).to_have_count(len(names))
        first = least if key == game.tie_breaks[-1] else most
        for figure, number in zip(figures.all(), [first, *[most] * (len(names) - 1)], strict=True):
            enter_with_the_last_step(figure, number, up=number > least)
        page.locator("main .actions button").click()
    expect(page.locator(".podium")).to_be_visible()
    # There the last of them can be corrected.
    page.goto(f"{path}/tie-break")
    stored = [figure.input_value() for figure in page.locator(f"main .figure[name$='-{key}']").all()]
    assert sorted(stored) == sorted([str(least), *[str(most)] * (len(names) - 1)])
