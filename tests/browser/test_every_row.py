"""Every row of every game is entered on a phone with the keys of the dock alone, and stored as it was entered."""

from random import Random

import pytest
from playwright.sync_api import expect

from companion.rules import GAMES
from companion.rules.library import LIBRARY
from companion.rules.scoring.random_plays import drawn_play
from companion.rules.sheets.order import PLACE
from tests.browser.table import hears_taps, play_path, send, start_play
from tests.browser.walks.table_of_five import seats_of
from tests.lanes import IS_LONG, chosen, each_third

EVERY_GAME = {**GAMES, **LIBRARY}
WITH_EXPANSIONS = [slug for slug in EVERY_GAME if EVERY_GAME[slug].expansions]
WITH_TIE_BREAKS = [slug for slug in EVERY_GAME if EVERY_GAME[slug].tie_breaks]
NAMES, TEAMS = ("Anna", "Ben", "Chris", "Dora", "Emil"), (1, 2, 1, 2)
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


def expansions_of(slug):
    """The keys of the options that play a game with its expansions."""
    return tuple(each.option.key for each in EVERY_GAME[slug].expansions)


def number_of_seats(game):
    """As many as needed for the least, the most and one between at once, where so many can play."""
    numbers = [number for number in game.seats if not game.teams or number == 4]
    return next((number for number in numbers if number >= 3), numbers[-1])


def cases_of(field, seats):
    """(what is stored, keys) of the least, of the most, and of something between that a field can hold."""
    match field.kind:
        case "count":
            # No place is beyond the number of seats.
            least, most = field.least, seats if field.key == PLACE else field.most_of_a_seat(seats)
            return [(str(number), number) for number in dict.fromkeys((least, most, (least + most) // 2))]
        case "tally":
            low, high = str(field.values[0]), str(field.values[-1])
            return [(low, [low]), (high, [high]), (f"{high} {low}", [high, low])]
        case "one_of":
            return [(str(choice.value), [str(choice.value)]) for choice in field.choices]
        case "picks":
            first, *_, last = [thing.key for thing in field.things]
            return [(first, [first]), ("", [""]), (last, [last])]
        case "rows":
            symbols = [(symbol.key, points) for symbol in field.symbols for points in field.points]
            return [(f"{key} {points}", [f"{key} {points}"]) for key, points in (symbols[0], symbols[-1])]
    raise AssertionError(f"nothing is known of the kind {field.kind}")


def asked_of(game, stage, seats, options):
    """(row, field, what is stored, keys) of all that is entered in a stage; what breaks ties has its own page."""
    laid = {field.key: f"part-{at}" for at, part in enumerate(stage.parts, 1) if part.pad for field in part.fields}
    for field in stage.fields_with(game.options_with(options)):
        if field.breaks_ties:
            continue
        if field.key in laid:
            most = field.most_of_a_seat(seats)
            for number in (1, most):
                yield laid[field.key], field.key, str(number), [field.key] * number
        else:
            for stored, keys in cases_of(field, seats):
                yield field.key, field.key, stored, keys


def rounds_of(found, columns):
    """What can be entered at once, one of each field in a column; as many rounds as that takes."""
    waiting = list(found)
    while waiting:
        now, taken, later = [], {}, []
        for each in waiting:
            column = taken.get(each[1], 0)
            (now if column < columns else later).append((column, each))
            taken[each[1]] = column + 1
        yield now
        waiting = [each for _, each in later]


def stages_to_try(game, players):
    """The places of the stages that are tried: of many rounds the first one, and in the long run the last one."""
    if not game.rounds:
        return range(len(game.stages))
    last = game.rounds.number_with(players)
    return [0, last - 1] if IS_LONG and last else [0]


def score_stages(page, path, game, place, names):
    """Score the stages before this place: empty ones, or rounds with figures that could have been counted."""
    seats = seats_of(page, path)
    drawn = drawn_play(game.as_far_as(place), Random(1), names)["seats"] if game.rounds else []
    for stage in game.stages[:place]:
        for number, seat in zip(seats, drawn, strict=False):
            send(page, f"{path}/seats/{number}/{stage.key}", revision=0, done=1, **seat["stages"][stage.key])
        send(page, f"{path}/stages/{stage.key}/close", anyway=1)


@pytest.mark.parametrize(
    ("slug", "expansions"),
    [
        *((slug, ()) for slug in each_third(EVERY_GAME)),
        *((slug, expansions_of(slug)) for slug in chosen(WITH_EXPANSIONS, daily=["kingdomino"])),
    ],
    ids=lambda value: value if isinstance(value, str) else "+".join(value) or "base",
)
def test_each_row_takes_its_least_its_most_and_something_between_by_its_keys(phone, slug, expansions):
    game, page = EVERY_GAME[slug], phone()
    names = NAMES[: number_of_seats(game)]
    for place in stages_to_try(game, len(names)):
        start_play(page, names, game=slug, teams=TEAMS if game.shares_cards else (), options=expansions)
        path, stage = play_path(page), game.as_far_as(place + 1).stages[place] if game.rounds else game.stages[place]
        if place:
            score_stages(page, path, game, place, names)
            page.goto(path)
        columns = page.locator("#sheet thead th").count()
        asked = asked_of(game, stage, len(names), dict.fromkeys(expansions, True))
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


@pytest.mark.parametrize("slug", chosen(WITH_TIE_BREAKS, daily=["kingdomino", "splendor"]))
def test_each_tie_break_is_asked_of_all_who_tie_and_takes_its_least_and_its_most(phone, slug):
    game, page = EVERY_GAME[slug], phone()
    names = NAMES[: number_of_seats(game)]
    fields = {field.key: field for field in game.stages[-1].fields}
    start_play(page, names, game=slug)
    path = play_path(page)
    # An open sheet would go on by itself.
    page.goto(f"{path}/seats")
    for stage in game.stages:
        send(page, f"{path}/stages/{stage.key}/close", anyway=1)
    send(page, f"{path}/finish")
    page.goto(f"{path}/tie-break")
    for key in game.tie_breaks:
        least, most = fields[key].least, fields[key].most_of_a_seat(len(names))
        figures = page.locator(f"main .figure[name$='-{key}']")
        expect(figures).to_have_count(len(names))
        figures.first.fill(str(least if key == game.tie_breaks[-1] else most))
        for figure in figures.all()[1:]:
            figure.fill(str(most))
        page.locator("main .actions button").click()
    expect(page.locator(".podium")).to_be_visible()
    # There the last of them can be corrected.
    page.goto(f"{path}/tie-break")
    stored = [figure.input_value() for figure in page.locator(f"main .figure[name$='-{key}']").all()]
    assert sorted(stored) == sorted([str(least), *[str(most)] * (len(names) - 1)])
