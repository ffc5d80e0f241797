"""What no sheet can be is refused with its place and the reason; nothing that is sent as one brings anything down."""

from contextlib import suppress
from copy import deepcopy
from random import Random

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.scoring.random_plays import random_play
from companion.rules.scoring.result import score_play
from companion.rules.sheets import game_of, sheet_faults, sheet_schema
from companion.rules.sheets.schema import SHEET
from companion.rules.sheets.shape import shape_faults
from tests.lanes import unhurried
from tests.rules.sheets.making import SLUG, a_row, a_sheet, faults
from tests.rules.tables import garbage

VALIDATOR = jsonschema.Draft202012Validator(sheet_schema())
# One of everything.
FULL = a_sheet(
    a_row(key="plain", least=-20, most=500),
    a_row("count", key="a", worth=0, supply={str(seats): 9 for seats in range(2, 7)}),
    a_row("count", key="b", worth=2, supply=12),
    a_row("per", key="coins", size=3, worth=1),
    a_row("table", key="roads", values=[0, 1, 3], further=2),
    a_row("yes", key="castle", worth=5, rules_out=["coins"]),
    a_row(
        "choice",
        key="hat",
        choices=[{"key": "no", "label": "no", "worth": 0}, {"key": "hat", "label": "hat", "worth": 4}],
    ),
    a_row("most", key="forests", places=[5, 3], ties="share", at_least=2),
    a_row(
        "sets", key="gods", things=[{"key": "ra", "label": "Ra"}, {"key": "isis", "label": "Isis"}], values=[0, 1, 4]
    ),
    a_row("sets", key="pairs", rows=["a", "b"], values=[0, 0, 3]),
    a_row("product", key="fields", rows=["a", "b"]),
    a_row("times", key="double", row="b"),
    a_row("reach", key="enough", rows=["b", "coins"], at_least=9, worth=35),
    a_row("multiplied", key="trip", by="wagers", cost=20, plus=1),
    a_row("penalty", key="debts", worth=3),
    a_row("bid", key="tricks", hit={"points": 20, "each": 10}, miss={"off": -10}, zero_hit={"round": 10}, deck=60),
    a_row("level", key="phase", **{"with": "sea"}),
    a_row(
        "most",
        key="lakes",
        places={str(seats): [3, 1] if seats > 2 else [2] for seats in range(2, 7)},
        at_least={str(seats): 7 if seats > 2 else 1 for seats in range(2, 7)},
        ties="share",
        unless_all_level=True,
    ),
    title={"en": "All", "de": "Alles", "ja": "全部"},
    players=[2, 5],
    minutes=[30, 60],
    year=2020,
    stages=[{"key": "one", "label": "one"}, {"key": "two", "label": "two"}],
    ahead=[{"row": "phase", "last": True}],
    ties=[{"row": "plain"}, {"asked": "cards", "label": "cards"}],
    expansions=[{"key": "sea", "label": "sea", "players": [2, 6]}],
    options=[{"key": "map", "label": "map", "choices": [{"key": "x", "label": "x"}, {"key": "y", "label": "y"}]}],
    how=["So it scores."],
)


def spoilt(place, value, sheet=FULL):
    """The sheet with another value at a place; numbers count from 1 as the faults do."""
    sheet = deepcopy(sheet)
    inner = sheet
    for part in place[:-1]:
        inner = inner[part - 1 if isinstance(part, int) else part]
    inner[place[-1] - 1 if isinstance(place[-1], int) else place[-1]] = value
    return sheet


def test_a_sheet_may_have_one_of_everything():
    assert faults(FULL) == []
    assert VALIDATOR.is_valid(FULL)
    play = random_play(game_of(FULL, SLUG), Random(3), ["Anna", "Ben", "Chris"], options={"sea": True})
    assert not score_play(play, {SLUG: game_of(FULL, SLUG)}).is_blocked


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(sheet_schema())


OF_SHAPE = [
    (("title",), "", "title: a text is missing."),
    (("title",), "x" * 61, "title: at most 60 characters."),
    (("title",), {}, "title: at least 1 needed, not 0."),
    (("title",), {"en": "x", "fr": "y"}, "title: unknown field “fr”."),
    (("title",), 7, "title: must be a text."),
    (("title",), "a\x00b", "title: “a b” contains characters that aren’t allowed here."),
    (("format",), "caravan.sheet/2", "format: must be “caravan.sheet/1”, not “caravan.sheet/2”."),
    (("players",), [2], "players: at least 2 needed, not 1."),
    (("players", 2), 21, "players › 2: 21 is not from 1 to 20."),
    (("players", 2), "4", "players › 2: must be a whole number."),
    (("players", 2), True, "players › 2: must be a whole number."),
    (("minutes",), 30, "minutes: must be a list."),
    (("rows",), {}, "rows: must be a list."),
    (("rows",), [a_row(key=f"r{number}") for number in range(41)], "rows: at most 40 allowed, not 41."),
    (
        ("rows", 1, "kind"),
        "nonesuch",
        "rows › 1 › kind: “nonesuch” isn’t one of points, count, per, table, yes, choice, ",
    ),
    (("rows", 1, "key"), "A", "rows › 1 › key: “A” contains characters that aren’t allowed here."),
    (("rows", 1, "key"), "a__b", "rows › 1 › key: “a__b” contains characters that aren’t allowed here."),
    (("rows", 1, "worth"), 3, "rows › 1: unknown field “worth”."),
    (("rows", 3), a_row("count"), "rows › 3: “worth” is missing."),
    (("rows", 3, "supply"), {"1": 0}, "rows › 3 › supply › 1: 0 is not from 1 to 9999."),
    (("rows", 5, "values"), [], "rows › 5 › values: at least 1 needed, not 0."),
    (("rows", 5, "values"), [0] * 61, "rows › 5 › values: at most 60 allowed, not 61."),
    (("rows", 5, "values", 2), 1.5, "rows › 5 › values › 2: must be a whole number."),
    (("rows", 8, "ties"), "fight", "rows › 8 › ties: “fight” isn’t one of share, split, all, less, nobody."),
    (("rows", 18, "places"), {}, "rows › 18 › places: at least 1 needed, not 0."),
    (("rows", 18, "places"), {"2": []}, "rows › 18 › places › 2: at least 1 needed, not 0."),
    (("rows", 18, "at_least"), {"21": 1}, "rows › 18 › at_least: unknown field “21”."),
    (("rows", 6, "rules_out"), [], "rows › 6 › rules_out: at least 1 needed, not 0."),
    (("wins",), "luck", "wins: “luck” isn’t one of most, fewest, order, winner."),
    (("rounds",), {"number": 51}, "rounds › number: 51 is not from 1 to 50."),
]
OF_PARTS = [
    (("rows", 8, "of"), "plain2", "rows › 8: there is no row “plain2” to count from."),
    (
        ("rows", 8),
        a_row("most", of="b", places=[1], ties="all", most=5),
        "rows › 8: set the supply on the row that counts them.",
    ),
    (("rows", 13, "rows"), ["forests"], "rows › 13: there is no row “forests” to count from."),
    (("players",), [5, 2], "players: 5 is more than 2."),
    (("minutes",), [60, 30], "minutes: 60 is more than 30."),
    (("rows", 1, "key"), "b", "rows: “b” is used twice."),
    (("rows", 1, "key"), "done", "rows: “done” is reserved and can’t be used as a row key."),
    (("ties", 2, "asked"), "revision", "rows: “revision” is reserved and can’t be used as a row key."),
    (("rounds",), {}, "rounds: use either stages or rounds, not both."),
    (("wins",), "order", "wins: finishing positions are entered once, not per round or stage."),
    (("rows", 1, "stages"), ["three"], "rows › 1: there is no stage “three”."),
    (("rows", 1, "with"), "moon", "rows › 1: there is no expansion “moon”."),
    (("rows", 2, "supply"), {"2": 9, "3": 9, "4": 9}, "rows › 2: specify how many there are with 5 players."),
    (("rows", 9, "rows"), ["a", "b"], "rows › 9: build sets from things or from rows, not both."),
    (("rows", 10, "rows"), ["a", "nonesuch"], "rows › 10: there is no row “nonesuch” to count from."),
    (("rows", 10, "rows"), ["a", "a"], "rows › 10: “a” is used twice."),
    (("rows", 11, "rows"), ["fields", "b"], "rows › 11: there is no row “fields” to count from."),
    (("rows", 11, "rows"), ["phase", "b"], "rows › 11: “phase” isn’t available in every case in which this row is."),
    (("rows", 2, "stages"), ["one"], "rows › 10: “a” isn’t available in every case in which this row is."),
    (("rows", 12, "row"), "a", "rows › 12: “a” gives no points that this row could use."),
    (
        ("rows", 1),
        a_row("count", key="plain", worth=0),
        "rows › 1: this row has no effect: it is worth nothing and no other row uses it.",
    ),
    (("rows", 8, "at_least"), 0, "rows › 8: who has most has at least 1."),
    (("rows", 18, "at_least", "4"), 0, "rows › 18: who has most has at least 1."),
    (
        ("rows", 18, "places"),
        {"2": [2], "3": [3], "4": [3]},
        "rows › 18: specify the points per place with 5 players.",
    ),
    (
        ("rows", 18, "at_least"),
        {"2": 2, "3": 3, "5": 3},
        "rows › 18: specify how many are needed with 4 players.",
    ),
    (
        ("rows", 6, "rules_out"),
        ["nonesuch"],
        "rows › 6: there is no number row “nonesuch” to rule out.",
    ),
    (("rows", 6, "rules_out"), ["hat"], "rows › 6: there is no number row “hat” to rule out."),
    (("rows", 6, "rules_out"), ["phase"], "rows › 6: “phase” isn’t available in every case in which this row is."),
    (("rows", 6, "rules_out"), ["coins", "coins"], "rows › 6: “coins” is used twice."),
    (("rows", 16, "deck"), 5, "rows › 16: a deck has at least a card for each of 6 players."),
    (("ahead",), [{"row": "a"}], "ahead › 1: there is no row “a” that scores."),
    (("ties",), [{"row": "nonesuch"}], "ties › 1: there is no row “nonesuch” that scores."),
    (
        ("ties",),
        [{"asked": "cards", "label": "cards"}, {"row": "plain"}],
        "ties › 2: what is asked for comes after the rows.",
    ),
    (("ties",), [{"asked": "plain", "label": "cards"}], "rows: “plain” is used twice."),
    (("played",), "together", "won: specify when everyone wins together."),
    (("won",), {"total": 3}, "played: win, loss and ratings are only for co-op games."),
    (("expansions", 1, "players"), [6, 2], "expansions › 1 › players: 6 is more than 2."),
    (("expansions", 1, "key"), "map", "options: “map” is used twice."),
]


@pytest.mark.parametrize(("place", "value", "sentence"), OF_SHAPE, ids=[sentence for *_, sentence in OF_SHAPE])
def test_what_has_not_the_shape_of_a_sheet_is_refused_with_its_place(place, value, sentence):
    sheet = spoilt(place, value)
    assert any(each.startswith(sentence) for each in faults(sheet)), faults(sheet)
    assert not VALIDATOR.is_valid(sheet)


@pytest.mark.parametrize(("place", "value", "sentence"), OF_PARTS, ids=[sentence for *_, sentence in OF_PARTS])
def test_parts_that_do_not_fit_each_other_are_refused_with_their_place(place, value, sentence):
    sheet = spoilt(place, value)
    assert any(each.startswith(sentence) for each in faults(sheet)), faults(sheet)


@pytest.mark.parametrize(
    ("sheet", "sentence"),
    [
        (a_sheet(), "rows: a sheet has at least one row."),
        (a_sheet(wins="order", rounds={}), "wins: finishing positions are entered once, not per round or stage."),
        (
            a_sheet(a_row(), rounds={"number": 3, "total": 9}),
            "rounds: end rounds after a fixed number or at a total, not both.",
        ),
        (a_sheet(a_row(), played="together", won={}), "won: define the win by a row or by a total, not both."),
        (
            a_sheet(a_row(), played="together", won={"row": "row"}),
            "won › row: there is no row “row” that says yes or no.",
        ),
        (
            a_sheet(a_row(), played="together", won={"total": 1}, wins="fewest"),
            "wins: a co-op game has one result: won or lost.",
        ),
        (
            a_sheet(a_row(), played="together", won={"total": 1}, ties=[{"row": "row"}]),
            "ties: co-op games have no ties.",
        ),
        (
            a_sheet(
                a_row(),
                played="together",
                won={"total": 1},
                tiers=[{"least": 5, "label": "b"}, {"least": 2, "label": "a"}],
            ),
            "tiers: list values from lowest to highest.",
        ),
        ([], "must be an object of names and values."),
        (None, "must be an object of names and values."),
    ],
)
def test_what_cannot_be_played_is_refused(sheet, sentence):
    assert any(each.startswith(sentence) for each in faults(sheet)), faults(sheet)


def ring(kind, **more):
    """Two rows of this kind, each counted from the other."""
    return [a_row(kind, key=key, label=key, **each) for key, each in zip("ab", more.pop("each"), strict=True)]


REACH = {"at_least": 1, "worth": 1}
MOST = {"places": [1], "ties": "all"}


@pytest.mark.parametrize(
    "rows",
    [
        ring("times", each=[{"row": "b"}, {"row": "a"}]),
        ring("reach", each=[{"rows": ["b"], **REACH}, {"rows": ["a"], **REACH}]),
        ring("most", each=[{"of": "b", **MOST}, {"of": "a", **MOST}]),
        [a_row("times", key="a", row="a")],
        [a_row("reach", key="a", rows=["a"], **REACH)],
        [a_row("most", key="a", of="a", **MOST)],
    ],
)
def test_rows_that_are_counted_from_each_other_are_refused(rows):
    said = faults(a_sheet(a_row("count", key="c", worth=1), *rows))
    assert said
    assert all("to count from." in each for each in said)


def test_a_tower_of_bonuses_is_refused_before_anybody_climbs_it():
    """Each of forty counts from all below it: as paths that is a number of twelve digits."""
    tower = [a_row("count", key="r0", worth=1)]
    for floor in range(1, 40):
        below = [row["key"] for row in tower[-12:]]
        tower.append(a_row("reach", key=f"r{floor}", rows=below, **REACH))
    assert len(faults(a_sheet(*tower))) == 20


def test_a_row_is_counted_from_no_place_of_another_number():
    rows = a_row("count", key="a", worth=1), a_row("most", key="first", of="a", **MOST)
    assert faults(a_sheet(*rows, a_row("product", key="p", rows=["a", "first"])))


HOSTILE = [
    ("rounds", {"number": 10**9}),
    ("rounds", {"total": 10**5000}),
    ("players", [1, 10**9]),
    ("stages", [{"key": "a", "label": "a"}] * 10**6),
    ("rows", [a_row("table", values=[0] * 10**6)]),
    ("rows", [a_row("count", worth=float("nan"))]),
    ("rows", [a_row("count", worth=float("inf"))]),
    ("rows", [a_row("count", worth=-(10**5000))]),
    ("rows", [a_row("per", size=0, worth=1)]),
    ("rows", [a_row("count", worth=1, supply={"2": 10**5000})]),
    ("rows", [a_row(label="\ud800")]),
    ("rows", [a_row(label="a\x00b")]),
    ("rows", [a_row(label={"en": "a", "\ud800": "b"})]),
    ("rows", [{**a_row(), "\udfff\x00": 1}]),
    ("title", {"en": {"en": {"en": "x"}}}),
]


@pytest.mark.parametrize(("part", "value"), HOSTILE, ids=range(len(HOSTILE)))
def test_what_would_be_too_much_for_any_machine_is_refused_in_a_sentence(part, value):
    said = faults({**a_sheet(a_row()), part: value})
    assert said
    assert len(said) <= 20
    assert all(each.isprintable() and len(each) < 400 for each in said)


def places_in(value, place=()):
    """Every place of a JSON value."""
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places_in(each, (*place, key))


PLACES = [place for place in places_in(FULL) if place]
other_values = garbage | st.sampled_from(["a", "b", "plain", "sea", "one", 0, 1, 5, [], {}, [2, 5], "yes", "most"])


@unhurried(300)
@given(st.lists(st.tuples(st.sampled_from(PLACES), other_values), min_size=1, max_size=3))
def test_whatever_is_changed_in_a_sheet_it_is_refused_in_sentences_or_can_be_played(changes):
    is_told_or_played(changed(changes))


def changed(changes):
    """The full sheet with other values at these places, those that are gone left out."""
    sheet = FULL
    for place, value in changes:
        with suppress(KeyError, IndexError, TypeError):
            sheet = spoilt(place, value, sheet)
    return sheet


@pytest.mark.long
@unhurried(300)
@given(garbage | st.dictionaries(st.sampled_from(list(FULL)), garbage))
def test_whatever_is_sent_as_a_sheet_is_refused_in_sentences(sent):
    is_told_or_played(sent)


def is_told_or_played(sheet):
    before = repr(sheet)
    found = sheet_faults(sheet)
    assert repr(sheet) == before
    for fault in found:
        assert str(fault.message)
        assert "\n" not in str(fault.message)
    if not found:
        made = game_of(sheet, SLUG)
        number = made.seats[0]
        play = random_play(made, Random(1), [f"Player {each}" for each in range(number)])
        result = score_play(play, {SLUG: made})
        assert [problem.code for problem in result.problems if problem.blocks] == []
        assert all(str(line.reason) for standing in result.standings for line in standing.lines)


@unhurried(300)
@given(st.lists(st.tuples(st.sampled_from(PLACES), other_values), min_size=1, max_size=2))
def test_the_printed_schema_refuses_what_the_shape_refuses(changes):
    sheet = changed(changes)
    # JSON knows no difference between 4 and 4.0; whoever reads a sheet makes the one of the other.
    if ".0" not in repr(sheet) and "e+" not in repr(sheet):
        assert VALIDATOR.is_valid(sheet) == (not list(shape_faults(sheet, SHEET)))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (a_row("sets", key="pairs", rows=["gold", "eggs"], values=[0, 1]), "“gold” has decimals."),
        (a_row("best", rows=["gold", "eggs"], best=1, values=[0, 1], others=[0]), "“gold” has decimals."),
        (a_row("lowest", rows=["gold", "eggs"]), "“gold” has decimals."),
        (a_row("product", rows=["gold", "hours"]), "these two rows have 3 decimals together."),
        (a_row("product", rows=["gold", "eggs"]), None),
        (a_row("times", row="gold"), None),
        (a_row("most", places=[5], ties="all", of="gold"), None),
    ],
)
def test_row_counted_from_decimals_is_refused_if_it_needs_whole_numbers(row, said):
    sheet = a_sheet(
        a_row(key="gold", decimals=2), a_row(key="hours", decimals=1), a_row("count", key="eggs", worth=1), row
    )
    found = faults(sheet)
    assert [said in each for each in found] == ([True] if said else [])


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"step": 5, "least": -25, "most": 125}, []),
        ({"step": 5, "least": -24}, ["rows › 1: −24 isn’t a multiple of 5."]),
        ({"step": 5, "most": 124}, ["rows › 1: 124 isn’t a multiple of 5."]),
        ({"step": 5, "decimals": 1}, ["rows › 1: points in steps of 5 have no decimals."]),
        ({"step": 1, "decimals": 1, "most": 9}, []),
    ],
)
def test_points_in_steps_are_whole_and_begin_and_end_with_one(row, said):
    assert faults(a_sheet(a_row(**row))) == said
