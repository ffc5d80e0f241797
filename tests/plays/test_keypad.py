"""Every figure of every game can be entered with the keys of the dock alone, whatever the rules allow."""

import re
from itertools import product
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from companion.entry.scorepad import Scorepad
from companion.models import Player, Seat
from companion.plays.pages.entry_rows import rows_of
from companion.rules.kit.typed import read_number
from companion.rules.library import LIBRARY
from companion.rules.sheets import game_of
from tests.rows_of_games import EVERY_GAME, settings_of, stages_of
from tests.scripts import called as in_scripts

# What keys make of a cell in a row of this range: the figure, null where a key is missing.
ENTERED = """(sent) => JSON.stringify(JSON.parse(sent).map(([range, number]) => {
    for (const page of [0, 1, 2]) {
        const keys = keysFor(range, page), wanted = String(number).replace("-", "−");
        if (keys.includes(wanted) && !keys.includes("erase")) return number;
        if (!keys.includes("erase")) continue;
        let value = "17";
        begin();
        for (const key of wanted) {
            if (!keys.includes(key)) return null;
            value = typed(value, key);
        }
        return sumOf(value);
    }
    return null;
}))"""
TYPED = """(sent) => JSON.stringify(JSON.parse(sent).map(([value, keys]) => {
    begin();
    for (const key of keys) value = typed(value, key);
    return value;
}))"""


def called(function, sent):
    return in_scripts(function, sent, "entry/_sums.js", "entry/_cells.js", "entry/_keys.js")


def pad_of(game, seats, switches) -> Scorepad:
    """A play of a game with these options ticked, of which nothing is stored."""
    options = dict.fromkeys(switches, True)
    if game.rounds:
        game = game.limited_to(game.rounds.most)
    people = [Seat(pk=place, player=Player(name=f"P{place}")) for place in range(1, seats + 1)]
    unstored = {"pk": None, "sheet_id": None, "revision": 0, "changed_at": None, "state": "", "closed_stages": 0}
    return Scorepad(SimpleNamespace(game=game, options=options, **unstored), seats=people, rows=[])


def first_and_last(stages):
    return list({stage.key: stage for stage in (stages[0], stages[len(stages) // 2], stages[-1])}.values())


def rows_of_game(game):
    """(row, number of seats) of each row, for the fewest and the most who can play, with every option and none."""
    for seats, switches in product(sorted({game.seats[0], game.seats[-1]}), settings_of(game)):
        pad = pad_of(game, seats, switches)
        for stage in first_and_last(pad.game.stages):
            for row in rows_of(pad, stage):
                yield row, seats


def numbers_of(field, seats):
    """The least, the most and one number between that a cell of a field can hold."""
    least, most = field.least, field.max_per_seat(seats)
    return sorted({least, (least + most) // 2, most})


@pytest.mark.parametrize("game", EVERY_GAME.values(), ids=EVERY_GAME)
def test_every_field_is_in_one_of_the_rows_that_are_tried(game):
    tried = {field.key for row, _seats in rows_of_game(game) for field in row.fields}
    asked = {field.key for stage in stages_of(game) for field in stage.fields if not field.breaks_ties}
    assert asked <= tried


@pytest.mark.parametrize("game", EVERY_GAME.values(), ids=EVERY_GAME)
def test_every_number_a_row_allows_can_be_typed_with_the_keys_it_shows(game):
    asked = [
        (row.range, number)
        for row, seats in rows_of_game(game)
        if row.is_typed
        for number in numbers_of(row.fields[0], seats)
    ]
    assert called(ENTERED, asked) == [number for _, number in asked]


@pytest.mark.parametrize("game", EVERY_GAME.values(), ids=EVERY_GAME)
def test_every_answer_of_a_row_that_is_tapped_has_a_key(game):
    for row, seats in rows_of_game(game):
        if row.is_typed:
            continue
        html = render_to_string("plays/_panels.html", {"sheet_rows": [row], "first_panel": "", "seats": seats})
        keys = set(re.findall(r'data-key="([^"]*)"', html))
        assert keys >= {str(key) for field in row.fields for key in answers_of(field)}, row.key


def answers_of(field):
    """What a single tap gives as an answer in a row of this field's kind."""
    match field.kind:
        case "one_of":
            return [choice.value for choice in field.choices]
        case "tally":
            return field.values
        case "picks":
            return [thing.key for thing in field.things]
        case "rows":
            return [f"{symbol.key} {points}" for symbol in field.symbols for points in field.points]
        case "count":
            assert field.least == 0, "a key of things that are laid down only adds"
            return [field.key]
    raise AssertionError(f"no keys are known for a field of the kind {field.kind}")


@pytest.mark.parametrize(
    ("value", "keys", "typed"),
    [
        ("", "−", "−"),
        ("", "−5", "−5"),
        ("", "−−5", "5"),
        ("", "5−", "−5"),
        ("", "5−−", "5"),
        # What stands there is turned, and replaced only by what comes after, with the minus as its sign. Below nothing
        # the minus begins another number: turned, it would be one that nobody meant.
        ("5", "−", "−5"),
        ("5", "−3", "−3"),
        ("-5", "−", "−"),
        ("-5", "−3", "−3"),
        ("-5", "−−3", "3"),
        ("5", "34", "34"),
        ("", "3+−2", "3−2"),
        ("", "3+2−", "3−2"),
        ("", "3+2−+", "3−2+"),
        ("", "−3+2", "−3+2"),
        ("", "3+−+2", "3+2"),
        ("", "+", ""),
        ("", "10.5", "10.5"),
        ("", "10.5−", "−10.5"),
        ("", "3+10.5−", "3−10.5"),
    ],
)
def test_minus_key_turns_the_sign_of_the_last_number(value, keys, typed):
    assert called(TYPED, [(value, keys)]) == [typed]


def test_only_rows_that_can_be_negative_have_a_minus_key():
    found = {row.key: row.range for row, _seats in rows_of_game(LIBRARY["7-wonders"]) if row.is_typed}
    assert found["military"] == {"least": -6, "greatest": 18}
    assert called("(sent) => JSON.stringify(keysFor(JSON.parse(sent), 0).includes('−'))", found["military"])
    assert not any("least" in each for key, each in found.items() if key != "military")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "−5",
        "-5",
        "3+2+4",
        "3-2",
        "3 − 2",
        "３＋２",
        "3+",
        "-3+1",
        "3-2-4",
        "3--2",
        "a",
        "10.5",
        "10,5+1",
        "10.5+-3",
        "-0.25-0.25",
        "5×2+3×1",
        "5x2-3*2",
        "2.5×2",
        "-2×3",
        "5×",
        "×5",
        "5××2",
    ],
)
def test_phone_and_server_read_a_sum_alike(text):
    comes_to = called("(sent) => JSON.stringify(sumOf(JSON.parse(sent)))", text)
    read = read_number(text)
    assert comes_to == (None if isinstance(read, str | None) else float(read))


def test_row_with_decimals_has_a_key_for_the_point():
    rows = [{"key": "gold", "label": "gold", "kind": "points", "least": -9, "most": 9, "decimals": 2}]
    game = game_of({"format": "caravan.sheet/1", "title": "Coins", "players": [2, 2], "rows": rows}, "coins")
    ((row, _seats),) = rows_of_game(game)
    assert row.range == {"least": -9, "greatest": 9, "decimals": 2}
    assert called(ENTERED, [(row.range, -8.25), (row.range, 0.5)]) == [-8.25, 0.5]


def test_keypad_takes_nine_digits_of_a_number():
    pressing = """(sent) => JSON.stringify(JSON.parse(sent).map(([value, key]) => {
        const cell = { parentElement: { dataset: {} }, querySelector: () => ({ value }) };
        begin();
        typed("", "0");
        return pressed(cell, key);
    }))"""
    assert called(pressing, [("123456789", "0"), ("12345678", "9"), ("123456789", "+"), ("123456789+1", "2")]) == [
        "123456789",
        "123456789",
        "123456789+",
        "123456789+12",
    ]


def test_figure_between_two_steps_or_too_low_is_said_on_the_phone_too():
    rows = [{"key": "gold", "label": "gold", "kind": "points", "most": 100, "step": 5}]
    game = game_of({"format": "caravan.sheet/1", "title": "Coins", "players": [2, 2], "rows": rows}, "coins")
    ((row, _seats),) = rows_of_game(game)
    assert row.range == {"greatest": 100, "step": 5}
    said = """(sent) => JSON.stringify(JSON.parse(sent).map(([number, range]) => beyondWith(number, range,
        { least: "at least {number}", greatest: "at most {number}", step: "in steps of {number}" })))"""
    range_of = {name: str(number) for name, number in row.range.items()}
    figures = [(12, range_of), (15, range_of), (105, range_of), (-5, range_of), (12, {}), (1, {"least": "10"})]
    assert called(said, figures) == ["in steps of 5", "", "at most 100", "at least 0", "", "at least 10"]
