"""What a sheet checks over several rows, rounds and players, each worked out a second time."""

from itertools import combinations, permutations

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.language.texts import say_in
from companion.rules.library import LIBRARY
from companion.rules.library import sheet as ready_sheet
from companion.rules.scoring.result import score_play
from companion.rules.sheets import sheet_schema
from tests.lanes import unhurried
from tests.rules.sheets.making import PLAYERS, SLUG, a_row, a_sheet, faults, game, points, reason

few = st.integers(0, 3)
table_of_rounds = st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=4)


def play_of(*rounds):
    """A play in which each round says what every seat holds; None for one that has not counted."""
    return {
        "game": SLUG,
        "seats": [
            {
                "player": player,
                "stages": {str(number): held[seat] for number, held in enumerate(rounds, 1) if held[seat] is not None},
            }
            for seat, player in enumerate(PLAYERS[: len(rounds[0])])
        ],
    }


def blocking(sheet, *rounds):
    """(code, round, who) of everything that keeps such a play from being scored."""
    found = score_play(play_of(*rounds), {SLUG: game(sheet)}).problems
    return [(problem.code, problem.stage, problem.seat) for problem in found if problem.blocks]


def sentence(sheet, *rounds, language="en"):
    """What is said of the only problem of such a play."""
    [problem] = [each for each in score_play(play_of(*rounds), {SLUG: game(sheet)}).problems if each.blocks]
    return say_in(problem.message, language) if language != "en" else str(problem.message)


def in_rounds(*rows, checks=(), **more):
    return a_sheet(*rows, rounds=more.pop("rounds", {}), **({"checks": list(checks)} if checks else {}), **more)


PLAIN = a_row(least=-99)


@unhurried(150)
@given(table_of_rounds, st.lists(st.integers(-3, 3), min_size=1, max_size=2, unique=True))
def test_a_round_whose_sum_is_none_of_the_right_ones_is_refused(rounds, sums):
    sheet = in_rounds(PLAIN, checks=[{"kind": "sum", "rows": ["row"], "is": sums}])
    wrong = [str(number) for number, held in enumerate(rounds, 1) if sum(held) not in sums]
    found = blocking(sheet, *[[{"row": number} for number in held] for held in rounds])
    assert found == [("wrong_sum", number, None) for number in wrong]


def test_a_sum_may_depend_on_the_number_of_players_and_be_off_where_a_row_says_yes():
    check = {"kind": "sum", "rows": ["row"], "is": {str(seats): [seats, 0] for seats in range(1, 7)}, "unless": "moon"}
    sheet = in_rounds(PLAIN, a_row("yes", key="moon", label="moon", worth=0), checks=[check])
    assert blocking(sheet, [{"row": 1}, {"row": 2}, {}]) == []
    assert blocking(sheet, [{"row": 1}, {"row": 3}, {}]) == [("wrong_sum", "1", None)]
    assert blocking(sheet, [{"row": 1, "moon": "yes"}, {"row": 3}, {}]) == []
    assert sentence(sheet, [{"row": 4}, {}]) == (
        "forests, round 1: Anna 4, Ben 0 make 4, but it must be one of these: 2, 0."
    )


def test_a_sum_is_not_looked_at_before_everybody_has_counted():
    sheet = in_rounds(PLAIN, checks=[{"kind": "sum", "rows": ["row"], "is": [0]}])
    assert blocking(sheet, [{"row": 3}, None, {"row": 1}]) == []


@pytest.mark.parametrize(("most", "said"), [(4, "only with 4 in “full”"), (9, "only with at least 4 in “full”")])
def test_at_least_is_said_of_what_can_be_more(most, said):
    check = {"kind": "needs", "row": "row", "of": "other", "at_least": 4}
    sheet = in_rounds(a_row(), a_row("level", key="other", label="full", most=most), checks=[check])
    assert said in sentence(sheet, [{"row": 1, "other": 3}])


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ({"row": 3, "other": "no"}, []),
        ({"row": 0, "other": "yes"}, []),
        ({"other": "yes"}, []),
        ({"row": 3, "other": "yes"}, [("excludes", "1", "Anna")]),
    ],
)
def test_nobody_has_both_of_what_excludes_each_other(held, expected):
    check = {"kind": "excludes", "row": "row", "of": "other"}
    sheet = in_rounds(a_row("count", worth=1), a_row("yes", key="other", label="out", worth=1), checks=[check])
    assert blocking(sheet, [held]) == expected
    if expected:
        assert "only without “out”" in sentence(sheet, [held])


@pytest.mark.parametrize(("number", "expected"), [(3, []), (4, [("needs", "1", "Anna")])])
def test_so_many_in_a_row_need_a_yes_in_another(number, expected):
    check = {"kind": "needs", "row": "row", "from": 4, "of": "other"}
    sheet = in_rounds(a_row("level", most=4), a_row("yes", key="other", label="full", worth=1), checks=[check])
    assert blocking(sheet, [{"row": number, "other": "no"}]) == expected
    if expected:
        assert "4 only with “full”" in sentence(sheet, [{"row": number, "other": "no"}])


@unhurried(100)
@given(table_of_rounds)
def test_no_two_have_what_only_one_can(rounds):
    sheet = in_rounds(PLAIN, checks=[{"kind": "one", "rows": ["row"]}])
    crowded = [str(number) for number, held in enumerate(rounds, 1) if any(a and b for a, b in combinations(held, 2))]
    found = blocking(sheet, *[[{"row": number} for number in held] for held in rounds])
    assert found == [("only_one", number, None) for number in crowded]


ANSWERS = ("none", "gold", "silver")
MEDAL = a_row("choice", key="medal", label="medal", choices=[{"key": k, "label": k, "worth": 0} for k in ANSWERS])
medals = st.lists(st.sampled_from(ANSWERS), min_size=2, max_size=5)


@unhurried(100)
@given(medals, st.booleans())
def test_one_player_has_another_answer_than_the_first(held, exactly):
    sheet = in_rounds(MEDAL, checks=[{"kind": "one", "rows": ["medal"], "exactly": exactly}])
    having = len([answer for answer in held if answer != "none"])
    codes = ["only_one"] if having > 1 else ["nobody"] if exactly and not having else []
    assert [code for code, *_ in blocking(sheet, [{"medal": answer} for answer in held])] == codes


@unhurried(100)
@given(st.lists(few, min_size=2, max_size=5), medals)
def test_no_two_have_the_same_number_or_answer_unless_it_is_none(numbers, answers):
    for row, held in ((PLAIN, numbers), (MEDAL, answers)):
        sheet = in_rounds(row, checks=[{"kind": "differ", "row": row["key"]}])
        alike = {one for one, other in combinations(held, 2) if one == other and one not in (0, "none")}
        found = blocking(sheet, [{row["key"]: each} for each in held])
        assert found == [("same", "1", None)] * len(alike)


def test_it_is_said_who_has_the_same_and_what_it_is():
    sheet = in_rounds(PLAIN, MEDAL, checks=[{"kind": "differ", "row": "medal"}])
    assert sentence(sheet, [{"medal": "gold"}, {}, {"medal": "gold"}]) == (
        "Anna, Chris, medal: only one player can have “gold”."
    )
    sheet = in_rounds(PLAIN, checks=[{"kind": "differ", "row": "row"}])
    assert sentence(sheet, [{"row": 2}, {"row": 2}, None]) == ("Anna, Ben, forests: only one player can have “2”.")


@unhurried(100)
@given(st.lists(st.booleans(), min_size=2, max_size=4), medals, st.sampled_from(["unless", "if"]))
def test_sum_counts_the_yes_and_holds_only_with_or_without_an_answer(won, answers, word):
    row = a_row("yes", key="won", label="won", worth=0)
    sheet = in_rounds(row, MEDAL, checks=[{"kind": "sum", "rows": ["won"], "is": [2], word: "medal"}])
    seats = list(zip(won, answers, strict=False))
    is_on = any(answer != "none" for _, answer in seats) == (word == "if")
    held = [{"won": "yes" if has else "no", "medal": answer} for has, answer in seats]
    is_wrong = is_on and len([has for has, _ in seats if has]) != 2
    assert blocking(sheet, held) == ([("wrong_sum", "1", None)] if is_wrong else [])


@pytest.mark.parametrize(
    "check",
    [{"rows": ["won"]}, {"rows": ["row"], "if": "won"}, {"rows": ["row"], "unless": "medal"}],
)
def test_last_cell_is_not_filled_in_for_a_sum_that_may_not_hold(check):
    row = a_row("yes", key="won", label="won", worth=0)
    assert not game(in_rounds(PLAIN, row, MEDAL, checks=[{"kind": "sum", "is": [2], **check}])).sums
    assert game(in_rounds(PLAIN, row, checks=[{"kind": "sum", "rows": ["row"], "is": [2], "unless": "won"}])).sums


def test_it_is_named_what_each_has_of_what_only_one_can_have():
    rows = [a_row(label="calls"), a_row(key="other", label="grand calls"), a_row(key="third", label="finishes")]
    sheet = in_rounds(*rows, checks=[{"kind": "one", "rows": ["row", "other", "third"]}])
    assert sentence(sheet, [{"row": 1, "third": 1}, {"other": 2}]) == (
        "round 1: only one of these is possible: Anna: calls, finishes, Ben: grand calls."
    )


@unhurried(100)
@given(st.lists(st.tuples(few, few, few), min_size=1, max_size=4), st.integers(1, 12))
def test_what_rows_take_together_is_limited_for_each_player(seats, most):
    """Lay the pieces out one by one."""
    rows = [a_row("count", key=f"r{size}", label=f"of {size}", worth=1) for size in (1, 2, 3)]
    parts = [{"row": f"r{size}", "size": size} for size in (1, 2, 3)]
    sheet = in_rounds(*rows, checks=[{"kind": "most", "label": "trains", "most": most, "parts": parts}])
    over = []
    for player, numbers in zip(PLAYERS, seats, strict=False):
        pieces = [piece for size, number in enumerate(numbers, 1) for _ in range(number) for piece in range(size)]
        over += [player] if len(pieces) > most else []
    held = [{f"r{size}": number for size, number in enumerate(numbers, 1)} for numbers in seats]
    assert blocking(sheet, held) == [("too_many", "1", player) for player in over]


@unhurried(100)
@given(st.lists(st.lists(st.integers(0, 4), min_size=2, max_size=2), min_size=1, max_size=4))
def test_no_more_than_the_number_of_the_round(rounds):
    """Deal one more card each round: nobody has more of them."""
    check = {"kind": "most", "parts": [{"row": "row", "size": 1}], "most": "round", "label": "cards"}
    sheet = in_rounds(a_row("level"), checks=[check])
    dealt, over = [], []
    for number, held in enumerate(rounds, 1):
        dealt.append(number)
        over += [(str(number), PLAYERS[seat]) for seat, has in enumerate(held) if has > len(dealt)]
    found = blocking(sheet, *[[{"row": has} for has in held] for held in rounds])
    assert found == [("too_many", number, player) for number, player in over]


def test_only_rounds_have_a_number():
    check = {"kind": "most", "parts": [{"row": "row", "size": 1}], "most": "round", "label": "cards"}
    assert faults(a_sheet(a_row("level"), checks=[check])) == ["checks › 1: only rounds have a number."]


@unhurried(100)
@given(st.lists(st.lists(few | st.none(), min_size=2, max_size=2), min_size=1, max_size=5))
def test_what_cannot_go_down_is_refused_in_the_round_in_which_it_does(rounds):
    sheet = in_rounds(a_row("level"), checks=[{"kind": "rises", "row": "row"}])
    falls = [
        (str(number), PLAYERS[seat])
        for number, (before, now) in enumerate(zip(rounds, rounds[1:], strict=False), 2)
        for seat in (0, 1)
        if None not in (before[seat], now[seat]) and now[seat] < before[seat]
    ]
    held = [[{} if number is None else {"row": number} for number in each] for each in rounds]
    assert blocking(sheet, *held) == [("goes_down", number, player) for number, player in falls]


@pytest.mark.parametrize(
    ("other", "at_least", "held", "is_right"),
    [
        (a_row("yes", key="other", label="full", worth=0), 1, {"other": "yes"}, True),
        (a_row("yes", key="other", label="full", worth=0), 1, {"other": "no"}, False),
        (a_row("yes", key="other", label="full", worth=0), 1, {}, False),
        (a_row("level", key="other", label="full"), 4, {"other": 4}, True),
        (a_row("level", key="other", label="full"), 4, {"other": 3}, False),
        (a_row("level", key="other", label="full"), 4, {}, True),
        (a_row("bid", key="other", label="full", hit={}, miss={}), 1, {"other__bid": 2, "other__made": 2}, True),
        (a_row("bid", key="other", label="full", hit={}, miss={}), 1, {"other__bid": 2, "other__made": 1}, False),
        (a_row("bid", key="other", label="full", hit={}, miss={}), 1, {"other__bid": 2}, True),
    ],
)
def test_what_a_row_needs_in_another_has_to_be_there(other, at_least, held, is_right):
    check = {"kind": "needs", "row": "row", "of": "other", "at_least": at_least}
    sheet = in_rounds(a_row(least=-9), other, checks=[check])
    assert blocking(sheet, [{"row": 1, **held}]) == ([] if is_right else [("needs", "1", "Anna")])
    # Nothing, or less than nothing, needs nothing.
    assert blocking(sheet, [{"row": -1, **held}, {"row": 0, **held}, held]) == []


@unhurried(100)
@given(st.lists(st.tuples(few, few), min_size=2, max_size=4), st.integers(1, 3), st.sampled_from(["all", "most"]))
def test_bids_and_tricks_fit_the_cards_of_the_round(seats, number, tricks):
    sheet = in_rounds(a_row("bid", hit={}, miss={}, tricks=tricks))
    held = [{"row__bid": bid, "row__made": made} for bid, made in seats]
    too_high = any(figure > number for pair in seats for figure in pair)
    made = sum(made for _, made in seats)
    is_wrong = too_high or made > number or (tricks == "all" and made < number)
    assert bool(blocking(sheet, *[[None] * len(seats)] * (number - 1), held)) == is_wrong


def test_tricks_of_a_small_deck_are_as_many_as_each_is_dealt():
    sheet = in_rounds(a_row("bid", hit={}, miss={}, tricks="most", deck=6))
    fits = [{"row__bid": 2, "row__made": 2}, {"row__bid": 0, "row__made": 0}, {"row__bid": 0, "row__made": 0}]
    too_high = [{"row__bid": 3, "row__made": 0}, *fits[1:]]
    for held, expected in ((fits, []), (too_high, [("too_many", "3", "Anna")])):
        assert blocking(sheet, [None] * 3, [None] * 3, held) == expected


@unhurried(100)
@given(st.lists(st.lists(st.integers(0, 6), min_size=2, max_size=2), min_size=1, max_size=5), st.integers(1, 12))
def test_nobody_passes_a_total_that_has_to_be_met(rounds, total):
    sheet = in_rounds(a_row(), rounds={"total": total, "past": "bust"})
    past, sums = [], [0, 0]
    for number, held in enumerate(rounds, 1):
        for seat in (0, 1):
            sums[seat] += held[seat]
            past += [(str(number), PLAYERS[seat])] if sums[seat] > total and held[seat] else []
    found = blocking(sheet, *[[{"row": number} for number in held] for held in rounds])
    assert found == [("past_total", number, player) for number, player in past]


def test_where_counting_stops_at_a_total_only_one_has_it():
    stop, bust = (in_rounds(a_row(), rounds={"total": 9, "past": past}) for past in ("stop", "bust"))
    assert blocking(stop, [{"row": 9}, {"row": 8}]) == []
    assert blocking(stop, [{"row": 9}, {"row": 9}]) == [("past_total", "1", None)]
    assert blocking(bust, [{"row": 9}, {"row": 9}]) == []
    assert sentence(stop, [{"row": 11}]) == "Anna would have 11: counting stops at 9."
    assert sentence(bust, [{"row": 11}]) == "Anna would have 11, more than 9: such a turn counts 0."


def test_what_is_missing_to_a_total_that_has_to_be_met_is_shown_after_each_round():
    made = game(in_rounds(a_row(), rounds={"total": 9, "past": "bust"}))
    table = {"options": {}, "seats": play_of([{"row": 4}, {"row": 9}])["seats"]}
    told = [(str(each.text), each.seat) for each in made.instructions(table, "1")]
    assert told == [("5 remaining", 0)]


@pytest.mark.parametrize(("seats", "last"), [(2, 4), (3, 2)])
def test_rounds_may_depend_on_the_number_of_players(seats, last):
    sheet = in_rounds(a_row(), rounds={"number": {"2": 4, "3": 2}}, players=[2, 3])
    made, held = game(sheet), [{"row": 1}] * seats
    assert [made.is_over(played, [played] * seats) for played in (last - 1, last)] == [False, True]
    assert blocking(sheet, *[held] * last) == []
    if last < 4:
        assert blocking(sheet, *[held] * (last + 1)) == [("too_many_rounds", str(last + 1), None)]


def test_the_total_that_ends_it_may_depend_on_the_number_of_players():
    made = game(in_rounds(a_row(), rounds={"total": {"2": 7, "3": 5}}, players=[2, 3]))
    assert made.is_over(1, [6, 0]) is False
    assert made.is_over(1, [6, 0, 0]) is True
    # Of those who share a total each is one of the players.
    assert made.is_over(1, [6, 0], 3) is True


numbers_of_colours = st.lists(st.integers(0, 8), min_size=5, max_size=5)


@unhurried(150)
@given(numbers_of_colours, st.integers(1, 4))
def test_of_several_rows_those_count_that_bring_most(numbers, best):
    """Try every choice of rows."""
    values, others = [0, 1, 3, 6, 10, 15, 21], [0, -1, -3, -6, -10, -15, -21]
    keys = [f"c{number}" for number in range(5)]
    rows = [a_row("count", key=key, label=key, worth=0) for key in keys]
    sheet = a_sheet(*rows, a_row("best", rows=keys, best=best, values=values, others=others))
    tried = [
        sum(values[min(6, number)] for number in order[:best]) + sum(others[min(6, number)] for number in order[best:])
        for order in permutations(numbers)
    ]
    assert points(sheet, dict(zip(keys, numbers, strict=True))) == [max(tried)]


def test_the_best_are_named():
    rows = [a_row("count", key=f"c{number}", label="colour", worth=0) for number in range(3)]
    keys = [row["key"] for row in rows]
    sheet = a_sheet(*rows, a_row("best", rows=keys, best=2, values=[0, 1, 3], others=[0, -1]))
    assert reason(sheet, {"c0": 1, "c1": 4, "c2": 2}) == "Best: 4, 2; others: 1"
    assert reason(sheet, {"c0": 1}) == "Best: 1, 0"


@unhurried(60)
@given(numbers_of_colours, st.integers(0, 5))
def test_lowest_of_several_rows_counts_times_another(numbers, foxes):
    keys = [f"c{number}" for number in range(5)]
    rows = [a_row(key=key, label=key) for key in keys]
    by_itself = a_row("lowest", key="low", label="low", rows=keys)
    held = dict(zip(keys, numbers, strict=True))
    assert points(a_sheet(*rows, by_itself), held) == [sum(numbers) + sorted(numbers)[0]]
    times_foxes = a_row("count", key="foxes", label="foxes", worth=0), {**by_itself, "row": "foxes"}
    expected = sum(numbers) + sum(sorted(numbers)[0] for _ in range(foxes))
    assert points(a_sheet(*rows, *times_foxes), held | {"foxes": foxes}) == [expected]


def test_lowest_row_is_named():
    rows = [a_row("count", key=key, label=key, worth=0) for key in ("red", "blue")]
    by_itself = a_row("lowest", label="low", rows=["red", "blue"])
    sheet = a_sheet(by_itself, *rows)
    assert reason(sheet, {"red": 30, "blue": 12}) == "Lowest: blue 12"
    assert reason(sheet, {"red": 30}) == "Lowest: blue 0"
    foxes = a_row("count", key="foxes", label="foxes", worth=0)
    sheet = a_sheet({**by_itself, "row": "foxes"}, *rows, foxes)
    assert reason(sheet, {"red": 30, "blue": 12, "foxes": 2}) == "Lowest: blue 12 × foxes 2"


SUM = {"kind": "sum", "rows": ["row"], "is": [0]}


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        (
            in_rounds(PLAIN, checks=[{"kind": "luck"}]),
            "checks › 1 › kind: “luck” isn’t one of sum, one, most, rises, places, differ, needs",
        ),
        (in_rounds(PLAIN, checks=[{"kind": "sum", "rows": ["row"]}]), "checks › 1: “is” is missing."),
        (in_rounds(PLAIN, checks=[{**SUM, "rows": ["x"]}]), "checks › 1: there is no row “x” that this could check."),
        (in_rounds(PLAIN, checks=[{**SUM, "rows": ["row", "row"]}]), "checks › 1: a row is listed twice."),
        (
            in_rounds(PLAIN, checks=[{**SUM, "unless": "row"}]),
            "checks › 1: there is no row “row” that this could check.",
        ),
        (
            in_rounds(PLAIN, checks=[{**SUM, "is": {"2": [0]}}], players=[2, 3]),
            "checks › 1: it does not say which sum is right with 3 players.",
        ),
        (
            a_sheet(PLAIN, checks=[{"kind": "rises", "row": "row"}]),
            "checks › 1: only in rounds or stages can a number go down.",
        ),
        (
            a_sheet({**PLAIN, "with": "sea"}, expansions=[{"key": "sea", "label": "sea"}], checks=[SUM]),
            "checks › 1: “row” is not there whenever this is checked.",
        ),
        (in_rounds(PLAIN, rounds={"past": "bust"}), "rounds › past: only a total that ends the game can be passed."),
        (
            in_rounds(PLAIN, rounds={"number": {"2": 4}}, players=[2, 3]),
            "rounds › number: it does not say when the rounds end with 3 players.",
        ),
        (a_sheet(a_row("bid", hit={}, miss={}, tricks="all")), "rows › 1: only rounds have a number of tricks."),
    ],
)
def test_a_check_that_could_never_work_is_refused(sheet, said):
    [fault] = faults(sheet)
    assert fault.startswith(said)


@pytest.mark.parametrize("language", ["de", "ja"])
def test_what_is_wrong_is_said_in_each_language(language):
    every = [
        (in_rounds(PLAIN, checks=[SUM]), [{"row": 1}, {"row": 2}]),
        (in_rounds(PLAIN, checks=[{**SUM, "is": [0, 9]}]), [{"row": 1}, {"row": 2}]),
        (in_rounds(PLAIN, checks=[{"kind": "one", "rows": ["row"]}]), [{"row": 1}, {"row": 2}]),
        (in_rounds(PLAIN, checks=[{"kind": "differ", "row": "row"}]), [{"row": 2}, {"row": 2}]),
        (
            in_rounds(PLAIN, checks=[{"kind": "most", "label": "x", "most": 2, "parts": [{"row": "row", "size": 3}]}]),
            [{"row": 1}],
        ),
        (in_rounds(a_row(), rounds={"total": 9, "past": "stop"}), [{"row": 11}]),
        (in_rounds(a_row(), rounds={"total": 9, "past": "bust"}), [{"row": 11}]),
        (in_rounds(a_row(), rounds={"total": 9, "past": "stop"}), [{"row": 9}, {"row": 9}]),
        (in_rounds(a_row("bid", hit={}, miss={}, tricks="all")), [{"row__bid": 1, "row__made": 0}]),
    ]
    for sheet, held in every:
        assert sentence(sheet, held, language=language) != sentence(sheet, held)


def test_each_check_is_used_by_a_ready_sheet_that_the_schema_allows():
    used = set()
    for key in LIBRARY:
        its = ready_sheet(key)
        used |= {check["kind"] for check in its.get("checks", ())}
        assert jsonschema.Draft202012Validator(sheet_schema()).is_valid(its)
    assert used == {"sum", "one", "most", "rises", "differ", "needs", "excludes"}


@pytest.mark.parametrize(
    "held",
    [
        [{"double": "yes"}, {"tichu": 1}],
        [{"cards": 60, "tichu": 1}, {"cards": 40, "grand": 1}],
        [{"cards": 100, "tichu": 1, "grand": 1}, {"cards": 0}],
        [{"cards": 100, "tichu_lost": 2, "grand_lost": 1}, {"cards": 0}],
    ],
)
def test_tichu_refuses_calls_that_two_players_of_a_side_cannot_make(held):
    sides = [("Anna", "one", held[0]), ("Ben", "two", held[1]), ("Chris", "one", None), ("Dora", "two", None)]
    seats = [
        {"player": player, "team": team, "stages": {} if cards is None else {"1": cards}}
        for player, team, cards in sides
    ]
    assert any(problem.blocks for problem in score_play({"game": "tichu", "seats": seats}, LIBRARY).problems)
