"""Each kind of row scores what its rule says: worked out a second time, as one would with the things on the table."""

from itertools import groupby, pairwise

import pytest
from django.utils import translation
from hypothesis import example, given
from hypothesis import strategies as st

from companion.core.language.texts import say
from companion.rules.kit import sentence_of
from companion.rules.scoring.result import score_play
from companion.rules.sheets import reasons
from companion.rules.sheets.limits import COUNTED, MULTIPLIED
from companion.rules.sheets.schema import KINDS
from tests.lanes import unhurried
from tests.rules.sheets.making import SLUG, a_play, a_row, a_sheet, faults, game, points, reason, scored

counts = st.lists(st.integers(0, 12), min_size=1, max_size=6)
small = st.integers(0, 8)
worths = st.integers(-9, 9).filter(bool)


def of_row(numbers):
    return [{"row": number} for number in numbers]


@unhurried(120)
@given(st.lists(st.integers(-50, 400), min_size=1, max_size=6))
def test_points_are_what_they_are(numbers):
    assert points(a_sheet(a_row(least=-50)), *of_row(numbers)) == numbers


@unhurried(120)
@given(counts, worths)
def test_each_of_a_count_brings_its_worth(numbers, worth):
    laid_down = [sum(worth for _ in range(number)) for number in numbers]
    assert points(a_sheet(a_row("count", worth=worth)), *of_row(numbers)) == laid_down


@unhurried(120)
@given(counts, st.integers(1, 9))
def test_each_of_a_penalty_takes_what_it_costs(numbers, worth):
    assert points(a_sheet(a_row("penalty", worth=worth)), *of_row(numbers)) == [-worth * number for number in numbers]
    assert points(a_sheet(a_row("penalty")), *of_row(numbers)) == [-number for number in numbers]


@unhurried(120)
@given(counts, st.integers(1, 5), worths)
def test_so_many_are_put_on_heaps_and_each_whole_heap_counts(numbers, size, worth):
    def heaps(number):
        whole = 0
        while number >= size:
            number, whole = number - size, whole + 1
        return whole

    row = a_row("per", size=size, worth=worth)
    assert points(a_sheet(row), *of_row(numbers)) == [heaps(number) * worth for number in numbers]


@unhurried(120)
@given(counts, st.lists(st.integers(-5, 30), min_size=1, max_size=8), st.none() | st.integers(-4, 9))
def test_a_table_is_read_like_one_that_is_written_out(numbers, values, further):
    written = list(values)
    while len(written) <= 12:
        written.append(written[-1] + (further or 0))
    row = a_row("table", values=values, **({} if further is None else {"further": further}))
    assert points(a_sheet(row), *of_row(numbers)) == [written[number] for number in numbers]


@unhurried(120)
@given(st.integers(1, 60), st.integers(-300, 300))
def test_points_in_steps_are_multiples_of_the_step(step, number):
    sheet = a_sheet(a_row(step=step, least=-step * 300))
    result = score_play(a_play({"row": number}), {SLUG: game(sheet)})
    if number % step:
        assert [problem.code for problem in result.problems] == ["out_of_step"]
        assert f"isn’t a multiple of {step}." in str(result.problems[0].message)
    else:
        assert result.standings[0].points == number


@unhurried(120)
@given(st.lists(st.sampled_from(["yes", "no", None]), min_size=1, max_size=6), worths)
def test_yes_brings_its_points_and_no_or_nothing_none(answers, worth):
    held = [{} if answer is None else {"row": answer} for answer in answers]
    assert points(a_sheet(a_row("yes", worth=worth)), *held) == [worth * (answer == "yes") for answer in answers]


@unhurried(120)
@given(st.lists(st.sampled_from(["none", "silver", "gold"]), min_size=1, max_size=6))
def test_of_a_choice_counts_what_was_chosen(answers):
    worth = {"none": 0, "silver": 3, "gold": 7}
    choices = [{"key": key, "label": key, "worth": number} for key, number in worth.items()]
    held = [{"row": answer} for answer in answers]
    assert points(a_sheet(a_row("choice", choices=choices)), *held) == [worth[answer] for answer in answers]


def handed_out(numbers, places, ties, *, fewest, at_least):
    """Lay the players in a row by what they have, and go along it with the places' points, heap by heap."""
    row = sorted((number for number in numbers if number >= at_least), reverse=not fewest)
    brought, left = {}, list(places) + [0] * len(row)
    for number, heap in groupby(row):
        sharing = len(list(heap))
        taken, left = left[:sharing], left[sharing:]
        if sharing == 1:
            brought[number] = taken[0]
        elif ties == "share":
            brought[number] = sum(taken) // sharing
        elif ties == "split":
            brought[number] = taken[0] // sharing
        elif ties == "all":
            brought[number] = taken[0]
        elif ties == "less":
            brought[number] = max(0, taken[0] - 1)
        else:
            brought[number] = 0
    return [brought.get(number, 0) for number in numbers]


@unhurried(120)
@given(
    counts,
    st.lists(st.integers(0, 9), min_size=1, max_size=4),
    st.sampled_from(["share", "split", "all", "less", "nobody"]),
    st.booleans(),
    st.integers(0, 4),
)
@example([5, 2, 2], [3, 0], "less", False, 0)  # one point less than none is none
def test_places_are_handed_out_along_the_row(numbers, places, ties, fewest, at_least):
    at_least = at_least if fewest else max(1, at_least)
    row = a_row("most", places=places, ties=ties, fewest=fewest, at_least=at_least)
    expected = handed_out(numbers, places, ties, fewest=fewest, at_least=at_least)
    assert points(a_sheet(row), *of_row(numbers)) == expected


@unhurried(120)
@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=6),
    st.lists(st.integers(-9, 9), min_size=1, max_size=3),
    st.sampled_from(["share", "split", "all", "nobody"]),
    st.booleans(),
)
def test_where_all_have_as_many_nobody_scores_if_the_row_says_so(numbers, places, ties, fewest):
    """Everybody puts theirs beside those of who sits next: where no two heaps differ, nothing is handed out."""
    row = a_row("most", places=places, ties=ties, fewest=fewest)
    are_level = len(numbers) > 1 and all(one == other for one, other in pairwise(numbers))
    expected = [0] * len(numbers) if are_level else points(a_sheet(row), *of_row(numbers))
    assert points(a_sheet({**row, "unless_all_level": True}), *of_row(numbers)) == expected


@unhurried(120)
@given(
    counts,
    st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=3), min_size=6, max_size=6),
    st.lists(st.integers(1, 8), min_size=6, max_size=6),
    st.sampled_from(["share", "split", "all", "less", "nobody"]),
)
def test_what_places_bring_may_hang_on_how_many_play(numbers, places, at_least, ties):
    by_seats = {
        name: dict(zip("123456", its, strict=True)) for name, its in (("places", places), ("at_least", at_least))
    }
    here = len(numbers) - 1
    expected = handed_out(numbers, places[here], ties, fewest=False, at_least=at_least[here])
    assert points(a_sheet(a_row("most", ties=ties, **by_seats)), *of_row(numbers)) == expected
    alone = a_row("most", ties=ties, places=by_seats["places"])
    expected = handed_out(numbers, places[here], ties, fewest=False, at_least=1)
    assert points(a_sheet(alone), *of_row(numbers)) == expected


@unhurried(120)
@given(st.lists(st.tuples(small, small), min_size=1, max_size=6), st.integers(1, 10), st.integers(6, 60))
def test_a_deck_that_is_dealt_out_ends_the_cards_of_a_round(pairs, number, deck):
    """Deal one card after the other to everybody, as long as the round says and the deck has enough for all."""
    dealt, left = 0, deck
    while dealt < number and left >= len(pairs):
        dealt, left = dealt + 1, left - len(pairs)
    row = a_row("bid", hit={"points": 1}, miss={"round": -1}, zero_hit={"round": 10}, deck=deck)
    expected = [-dealt if bid != made else 1 if bid else 10 * dealt for bid, made in pairs]
    held = [{"row__bid": bid, "row__made": made} for bid, made in pairs]
    assert points(a_sheet(row, rounds={}), *held, stage=str(number)) == expected


@unhurried(120)
@given(st.lists(st.tuples(small, small), min_size=1, max_size=6), st.integers(-3, 30), worths)
def test_a_bonus_is_for_who_has_so_many_points_in_some_rows_together(pairs, at_least, worth):
    rows = a_row("count", key="a", worth=2), a_row("table", key="b", values=[-1, 1], further=3)
    sheet = a_sheet(*rows, a_row("reach", rows=["a", "b"], at_least=at_least, worth=worth))
    without = points(a_sheet(*rows), *({"a": a, "b": b} for a, b in pairs))
    together = [number + (worth if number >= at_least else 0) for number in without]
    assert points(sheet, *({"a": a, "b": b} for a, b in pairs)) == together


def test_places_may_be_those_of_what_another_row_counts():
    rows = a_row("count", key="a", worth=1), a_row("most", of="a", places=[6], ties="split")
    fewest = a_row("most", key="few", of="a", places=[-6], ties="split", fewest=True)
    assert points(a_sheet(*rows, fewest), {"a": 3}, {"a": 1}, {"a": 1}) == [9, -2, -2]


def test_a_penalty_that_is_shared_loses_its_rest_too():
    row = a_row("most", places=[-6], ties="split", fewest=True, from_players=3)
    assert points(a_sheet(row), *of_row([0, 0, 0, 0, 2])) == [-1, -1, -1, -1, 0]
    assert points(a_sheet(row), *of_row([0, 2])) == [0, 0]


@unhurried(120)
@given(st.lists(st.lists(small, min_size=3, max_size=3), min_size=1, max_size=4), st.integers(0, 6))
def test_sets_are_laid_out_one_after_the_other(hands, further):
    values = [0, 1, 4]

    def laid_out(hand):
        hand, brought = list(hand), 0
        while any(hand):
            size = sum(number > 0 for number in hand)
            hand = [max(0, number - 1) for number in hand]
            brought += values[size] if size < len(values) else values[-1] + (size - len(values) + 1) * further
        return brought

    names = "abc"
    things = [{"key": name, "label": name} for name in names]
    own = a_row("sets", things=things, values=values, further=further)
    held = [{f"row__{name}": number for name, number in zip(names, hand, strict=True)} for hand in hands]
    assert points(a_sheet(own), *held) == [laid_out(hand) for hand in hands]
    counted = [a_row("count", key=name, label=name, worth=0) for name in names]
    of_rows = a_row("sets", rows=list(names), values=values, further=further)
    held = [dict(zip(names, hand, strict=True)) for hand in hands]
    assert points(a_sheet(*counted, of_rows), *held) == [laid_out(hand) for hand in hands]


@unhurried(120)
@given(st.lists(st.tuples(small, small), min_size=1, max_size=6), st.integers(1, 4))
def test_each_of_a_row_meets_each_of_another(pairs, worth):
    rows = (
        a_row("count", key="a", worth=0),
        a_row("count", key="b", worth=0),
        a_row("product", rows=["a", "b"], worth=worth),
    )
    met = [sum(worth for _ in range(a) for _ in range(b)) for a, b in pairs]
    assert points(a_sheet(*rows), *({"a": a, "b": b} for a, b in pairs)) == met


@unhurried(120)
@given(st.lists(st.tuples(small, st.none() | small), min_size=1, max_size=6), st.integers(0, 2))
def test_a_row_that_multiplies_another_counts_it_so_many_times(pairs, plus):
    rows = a_row("count", key="a", worth=3), a_row("times", row="a", plus=plus)
    held = [{"a": a} if by is None else {"a": a, "row": by} for a, by in pairs]
    expected = [3 * a if by is None else sum(3 * a for _ in range(by + plus)) for a, by in pairs]
    assert points(a_sheet(*rows), *held) == expected


@unhurried(120)
@given(st.lists(st.tuples(st.integers(0, 60), small), min_size=1, max_size=6), st.integers(0, 20), st.integers(0, 2))
def test_what_is_multiplied_costs_what_it_costs_once_it_is_begun(pairs, cost, plus):
    def expedition(number, by):
        if number == by == 0:
            return 0
        return sum(number - cost for _ in range(by + plus))

    row = a_row("multiplied", by="wagers", cost=cost, plus=plus)
    held = [{"row": number, "row__by": by} for number, by in pairs]
    assert points(a_sheet(row), *held) == [expedition(*pair) for pair in pairs]


@pytest.mark.parametrize(
    ("more", "worth"),
    [
        ({}, "points × wagers"),
        ({"cost": 20}, "(points − 20) × wagers"),
        ({"plus": 1}, "points × (wagers + 1)"),
        ({"cost": 20, "plus": 1}, "(points − 20) × (wagers + 1)"),
    ],
)
def test_worth_of_a_multiplied_row_leaves_out_a_cost_and_a_plus_of_nothing(more, worth):
    [item] = game(a_sheet(a_row("multiplied", by="wagers", **more))).stages[0].items
    with translation.override("en"):
        assert str(item.worth_with({})) == worth


@unhurried(120)
@given(st.lists(st.tuples(small, small), min_size=1, max_size=6), st.integers(1, 10))
def test_a_bid_that_was_made_is_paid_and_one_that_was_missed_costs(pairs, number):
    """Twenty and ten a trick for who made it, ten off for each trick too many or too few; none by the round."""
    row = a_row(
        "bid",
        hit={"points": 20, "each": 10},
        miss={"off": -10},
        zero_hit={"round": 10},
        zero_miss={"round": -10},
    )

    def paid(bid, made):
        if bid == 0:
            return 10 * number if made == 0 else -10 * number
        if bid == made:
            return 20 + 10 * made
        return -10 * len(range(min(bid, made), max(bid, made)))

    sheet = a_sheet(row, rounds={"number": 10})
    held = [{"row__bid": bid, "row__made": made} for bid, made in pairs]
    assert points(sheet, *held, stage=str(number)) == [paid(*pair) for pair in pairs]


@unhurried(120)
@given(counts)
def test_a_level_is_noted_and_brings_nothing(numbers):
    sheet = a_sheet(a_row("level", label="phase"), a_row(key="score"))
    assert points(sheet, *of_row(numbers)) == [0] * len(numbers)
    lines = [line for standing in scored(sheet, *of_row(numbers)).standings for line in standing.lines]
    assert [line.amount for line in lines if line.item == "row"] == numbers


SAID = [
    (a_row(), [{"row": 1}], "1 point, as entered"),
    (a_row(least=-9), [{"row": -4}], "−4 points, as entered"),
    (a_row("count", worth=-3), [{"row": 2}], "2 × −3"),
    (a_row("per", size=3, worth=1), [{"row": 7}], "7: 2 times 3, 1 each"),
    (a_row("table", values=[0, 1, 3]), [{"row": 2}], "2 forests, from the table"),
    (a_row("yes", worth=5), [{"row": "yes"}], "forests: yes"),
    (a_row("most", places=[5], ties="share"), [{"row": 5}, {"row": 3}], "Most forests: 5, ahead of Ben with 3"),
    (a_row("most", places=[5], ties="share"), [{}, {}], "Nobody has any forests"),
    (
        a_row("most", places=[5, 4], ties="share"),
        [{"row": 3}, {"row": 3}, {"row": 1}],
        "3 forests, tied with Ben: 9 split 2 ways",
    ),
    (a_row("most", places=[5, 4], ties="share"), [{"row": 3}, {"row": 5}], "3 forests: place 2, behind Ben"),
    (a_row("most", places=[5], ties="all"), [{"row": 3}, {"row": 5}], "3 forests, behind Ben: no points"),
    (
        a_row("most", places=[5], ties="split", from_players=3),
        [{"row": 3}, {}],
        "Only with 3 players or more",
    ),
    (a_row("most", places=[5], ties="all"), [{"row": 3}, {"row": 3}], "3 forests, tied with Ben: each scores 5"),
    (a_row("most", places=[5], ties="less"), [{"row": 3}, {"row": 3}], "3 forests, tied with Ben: 5 − 1"),
    (a_row("most", places=[5], ties="nobody"), [{"row": 3}, {"row": 3}], "3 forests, tied with Ben: nobody scores"),
    (a_row("most", places=[5], ties="all", at_least=4), [{"row": 3}, {"row": 3}], "Fewer than 4 forests"),
    (a_row("most", places=[-5], ties="all", fewest=True), [{"row": 1}, {"row": 3}], "Fewest forests: 1"),
    (
        a_row("most", places=[-6], ties="split", fewest=True),
        [{"row": 1}, {"row": 1}, {"row": 3}],
        "1 forests, tied with Ben: −6 split 2 ways",
    ),
    (
        a_row("most", places=[6], ties="split", unless_all_level=True),
        [{"row": 2}, {"row": 2}],
        "2 forests, tied with everyone: nobody scores",
    ),
    (a_row("most", places=[2], ties="share", at_least=7), [{"row": 8}], "8 forests: 7 or more"),
    (a_row("most", places=[2], ties="share", at_least=7), [{"row": 6}], "Fewer than 7 forests"),
    (
        a_row("sets", things=[{"key": "a", "label": "a"}, {"key": "b", "label": "b"}], values=[0, 1, 3]),
        [{"row__a": 2, "row__b": 1}],
        "1 set of 2 different, 1 set of only one",
    ),
    (a_row("multiplied", by="wagers", cost=20, plus=1), [{"row": 25, "row__by": 1}], "(25 − 20) × 2"),
    (a_row("multiplied", by="wagers", cost=20, plus=1), [{}], "Not started"),
    (a_row("bid", hit={"points": 10}, miss={}), [{"row__bid": 3, "row__made": 3}], "Bid 3 and made it"),
    (a_row("bid", hit={"points": 10}, miss={}), [{"row__bid": 3, "row__made": 1}], "Bid 3, made 1: 2 off"),
    (
        a_row("bid", hit={}, miss={}, zero_hit={"round": 10}),
        [{"row__bid": 0, "row__made": 0}],
        "Bid 0 and made it, in a round of 1",
    ),
    (
        a_row("bid", hit={}, miss={}, zero_miss={"round": -10}),
        [{"row__bid": 0, "row__made": 1}],
        "Bid 0, made 1: 1 off, in a round of 1",
    ),
    (a_row("level", label="phase"), [{"row": 4}], "4, without points"),
]


@pytest.mark.parametrize(("row", "held", "sentence"), SAID, ids=[sentence for *_, sentence in SAID])
def test_every_point_has_its_reason(row, held, sentence):
    assert reason(a_sheet(row, a_row(key="other")), *held) == sentence


def test_a_row_that_is_counted_from_others_says_how():
    cards = a_row("count", key="cards", label="cards", worth=0), a_row("count", key="coins", label="coins", worth=0)
    sheet = a_sheet(*cards, a_row("product", rows=["cards", "coins"]))
    assert reason(sheet, {"cards": 3, "coins": 4}) == "cards 3 × coins 4"
    cards = a_row("count", key="cards", label="cards", worth=2)
    enough = a_sheet(cards, a_row("reach", rows=["cards"], at_least=10, worth=5))
    assert reason(enough, {"cards": 5}) == "Together 10: 10 or more"
    assert reason(enough, {"cards": 4}) == "Together 8, less than 10"
    sheet = a_sheet(cards, a_row("times", row="cards"))
    assert reason(sheet, {"cards": 3, "row": 2}) == "cards 6 × 2 (one of them already counted there)"


def test_what_the_box_holds_is_a_limit():
    sheet = a_sheet(a_row("count", worth=1, supply=5))
    assert points(sheet, {"row": 5}, {"row": 0}) == [5, 0]
    result = score_play(a_play({"row": 4}, {"row": 2}), {SLUG: game(sheet)})
    assert [problem.code for problem in result.problems] == ["too_many"]


@unhurried(120)
@given(st.lists(st.booleans(), min_size=1, max_size=6), st.integers(1, 3), st.sampled_from(["yes", "choice"]))
def test_of_a_bonus_there_are_so_many_and_no_more(having, supply, kind):
    """Hand the bonuses out of the box, one after the other, as long as there are any."""
    box, refused = ["bonus"] * supply, False
    for has in having:
        if has and not box:
            refused = True
        elif has:
            box.pop()
    choices = [{"key": "no", "label": "no", "worth": 0}, {"key": "yes", "label": "yes", "worth": 4}]
    own = {"worth": 4} if kind == "yes" else {"choices": choices}
    sheet = a_sheet(a_row(kind, supply=supply, **own))
    held = [{"row": "yes"} if has else {"row": "no"} for has in having]
    result = score_play(a_play(*held), {SLUG: game(sheet)})
    assert result.is_blocked == refused
    if not refused:
        assert points(sheet, *held) == [4 * has for has in having]


def test_of_a_bonus_too_many_is_said_with_who_has_it():
    def said(supply):
        found = score_play(a_play(*[{"row": "yes"}] * 3), {SLUG: game(a_sheet(a_row("yes", worth=2, supply=supply)))})
        return [str(problem.message) for problem in found.problems]

    who = "Anna, Ben, Chris can’t all have it"
    assert said(1) == [f"end of the game, forests: {who}: there is only 1."]
    assert said({str(seats): 2 for seats in range(1, 7)}) == [f"end of the game, forests: {who}: there are only 2."]


def test_what_places_bring_is_told_for_each_number_of_players():
    places = {"1": [2], "2": [2], "3": [3, 1], "4": [3, 1]}
    row = a_row("most", places=places, at_least={"1": 7, "2": 1, "3": 1, "4": 1}, ties="share")
    [item] = game(a_sheet(row, players=[1, 4])).stages[0].items
    assert str(item.worth_with({})) == "for 1: 2 from 7 on, for 2: 2, for 3–4: 3/1"


def test_at_a_table_for_which_nothing_is_said_nobody_scores():
    [item] = game(a_sheet(a_row("most", places={"1": [3]}, ties="all"), players=[1, 1])).stages[0].items
    seats = [(place, player, {"row": 4}) for place, player in enumerate(("Anna", "Ben"))]
    table = {"options": {}, "seats": [{"player": player, "stages": {}} for _, player, _ in seats]}
    scored = item.score(seats, table)
    assert [(each[0], str(sentence_of(each[1]))) for each in scored] == [(0, "Not with 2 players")] * 2


@unhurried(120)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), min_size=1, max_size=6))
def test_what_a_yes_rules_out_nobody_at_the_table_has(held):
    rows = a_row("yes", key="double", label="double", worth=200, rules_out=["cards"]), a_row(key="cards", label="cards")
    stages = [{"double": "yes" if has else "no", "cards": number} for has, number in held]
    result = score_play(a_play(*stages), {SLUG: game(a_sheet(*rows))})
    too_many = [number > 0 for _, number in held] if any(has for has, _ in held) else []
    assert [problem.code for problem in result.problems] == ["ruled_out"] * any(too_many)
    assert result.is_blocked == any(too_many)


def test_what_is_ruled_out_is_said_with_who_has_it_and_who_rules_it_out():
    rows = a_row("yes", key="double", label="double", worth=200, rules_out=["cards"]), a_row(key="cards", label="cards")
    result = score_play(a_play({"double": "yes"}, {"cards": 35}), {SLUG: game(a_sheet(*rows))})
    [problem] = result.problems
    assert str(problem.message) == "Ben, cards: 0 or empty, because of Anna’s “double”."
    assert (problem.seat, problem.stage, problem.field) == ("Ben", "end", "cards")
    # In another stage it may be there.
    stages = [{"key": "one", "label": "one"}, {"key": "two", "label": "two"}]
    play = a_play({"double": "yes"}, {}, stage="one")
    play["seats"][1]["stages"]["two"] = {"cards": 35}
    assert not score_play(play, {SLUG: game(a_sheet(*rows, stages=stages))}).is_blocked


def test_every_kind_is_tried_here():
    elsewhere = {
        "penalty",
        "choice",
        "product",
        "times",
        "reach",
        "best",
        "lowest",
        "formula",
        "by",
        "others",
        "settle",
        "frames",
        "list",
    }
    tried = {row["kind"] for row, *_ in SAID} | elsewhere
    assert tried == set(KINDS)
    assert set(COUNTED) | set(MULTIPLIED) <= set(KINDS)
    assert faults(a_sheet(a_row())) == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "1 set of 2 different, 2 sets of only one"),
        ("de", "1 Satz aus 2 verschiedenen und 2 Sätze mit nur einem"),
        ("ja", "2 種類のセット 1 組、1 種類のみ 2 組"),
    ],
)
def test_set_of_a_single_thing_is_not_called_different(language, words):
    with translation.override(language):
        said = say(sentence_of(reasons.of_sets(((2, 1), (1, 2)))))
    assert said.replace(" and ", ", ") == words


@pytest.mark.parametrize(("typed", "brings"), [("−3", -3), ("-3", -3), ("3", -3), ("0", 0)])
def test_minus_points_may_be_typed_with_their_minus(typed, brings):
    sheet = a_sheet(a_row("penalty", worth=1))
    [field] = game(sheet).stages[0].fields
    number, fault = field.clean(field.read(typed), seats=2)
    assert fault is None
    assert number == abs(brings)
    assert points(sheet, {"row": number}) == [brings]


def test_number_of_what_costs_more_than_one_has_no_minus():
    [field] = game(a_sheet(a_row("penalty", worth=3))).stages[0].fields
    assert field.clean(field.read("−3"), seats=2)[1].code == "negative"
