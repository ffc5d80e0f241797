"""Equal totals: tie-breaks are compared one after the other, and only among those who are still tied."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import GAMES
from companion.rules.library import LIBRARY
from companion.rules.scoring.checking import check
from companion.rules.scoring.result import open_tie_break, score_play
from tests.lanes import unhurried
from tests.rules.sheets.making import PLAYERS, SLUG, a_play, a_row, a_sheet, game, scored

few = st.integers(0, 2)
maybe = st.none() | few
PHASES = a_row("level", key="phase", label="phase")
TIES = [
    {"row": "phase"},
    {"asked": "events", "label": "events"},
    {"asked": "turns", "label": "turns", "fewest": True},
]


def told(**held):
    """What a seat holds: what it did not tell is not there."""
    return {key: value for key, value in held.items() if value is not None}


def naive_ranks(totals, *questions):
    """Ask one question after the other in every group that is still tied; a silent player closes the group for good.

    A question is what each player says and whether fewest is ahead.
    """
    groups = [([seat for seat, own in enumerate(totals) if own == total], True) for total in sorted(set(totals))[::-1]]
    for answers, fewest in questions:
        split = []
        for group, is_open in groups:
            said = [answers[seat] for seat in group]
            if len(group) == 1 or not is_open or None in said:
                split.append((group, is_open and None not in said))
                continue
            for answer in sorted(set(said), reverse=not fewest):
                split.append(([seat for seat in group if answers[seat] == answer], True))
        groups = split
    ranks = {}
    for group, _ in groups:
        ranks |= dict.fromkeys(group, len(ranks) + 1)
    return [ranks[seat] for seat in range(len(totals))]


@unhurried(400)
@given(st.lists(st.tuples(few, maybe, maybe, maybe), min_size=2, max_size=6))
def test_ranks_are_those_of_asking_one_question_after_the_other(seats):
    totals, phases, events, turns = zip(*seats, strict=True)
    held = [told(row=total, phase=a, events=b, turns=c) for total, a, b, c in seats]
    result = scored(a_sheet(a_row(), PHASES, ties=TIES), *held)
    ranks = naive_ranks(totals, (phases, False), (events, False), (turns, True))
    assert [standing.rank for standing in result.standings] == ranks
    assert result.winners == tuple(player for player, rank in zip(PLAYERS, ranks, strict=False) if rank == 1)


@unhurried(300)
@given(st.lists(st.tuples(few, maybe, maybe, maybe), min_size=2, max_size=6))
def test_only_who_is_still_tied_for_the_win_is_asked_and_for_the_first_thing_that_is_unknown(seats):
    held = [told(row=total, phase=a, events=b, turns=c) for total, a, b, c in seats]
    made = game(a_sheet(a_row(), PHASES, ties=TIES))
    play = a_play(*held)
    result = score_play(play, {SLUG: made})
    key, asked = open_tie_break(made, check(made, play)[0], [standing.points for standing in result.standings])
    tied = [seat for seat, own in enumerate(seats) if own[0] == max(total for total, *_ in seats)]
    expected = None, []
    for name, at, sign in (("phase", 1, 1), ("events", 2, 1), ("turns", 3, -1)):
        if len(tied) == 1:
            break
        if None in [seats[seat][at] for seat in tied]:
            expected = name, tied
            break
        best = max(sign * seats[seat][at] for seat in tied)
        tied = [seat for seat in tied if sign * seats[seat][at] == best]
    assert (key, asked) == expected


@unhurried(200)
@given(st.lists(st.tuples(few, maybe, maybe), min_size=2, max_size=5))
def test_what_decided_is_the_first_that_leaves_the_winner_alone(seats):
    totals, events, turns = zip(*seats, strict=True)
    held = [told(row=total, events=a, turns=b) for total, a, b in seats]
    decided = scored(a_sheet(a_row(), ties=TIES[1:]), *held).decided_by
    ways = [("points", []), ("events", [(events, False)]), ("turns", [(events, False), (turns, True)])]
    alone = [key for key, asked in ways if naive_ranks(totals, *asked).count(1) == 1]
    assert decided == (alone[0] if alone else "shared")


@unhurried(150)
@given(st.lists(st.tuples(few, maybe, maybe), min_size=2, max_size=3))
def test_teams_are_ranked_as_players_are(teams):
    totals, events, turns = zip(*teams, strict=True)
    held = [told(row=total, events=a, turns=b) for total, a, b in teams]
    seats = [
        {"player": player, "team": f"team {at % len(teams)}", "stages": {"end": held[at]} if at < len(teams) else {}}
        for at, player in enumerate(PLAYERS[: 2 * len(teams)])
    ]
    made = game(a_sheet(a_row(), played="teams", ties=TIES[1:]))
    result = score_play({"game": SLUG, "seats": seats}, {SLUG: made})
    assert [standing.rank for standing in result.standings] == 2 * naive_ranks(totals, (events, False), (turns, True))


@unhurried(200)
@given(st.lists(st.tuples(maybe, maybe), min_size=2, max_size=2))
def test_games_with_code_compare_theirs_in_the_same_way(seats):
    """Without points all totals are equal."""
    held = [told(gold=gold, goods=goods) for gold, goods in seats]
    play = {
        "game": "targi",
        "seats": [{"player": player, "stages": {"end": its}} for player, its in zip("AB", held, strict=True)],
    }
    gold, goods = ([own[at] for own in seats] for at in (0, 1))
    result = score_play(play, GAMES)
    assert [standing.rank for standing in result.standings] == naive_ranks([0, 0], (gold, False), (goods, False))


@unhurried(200)
@given(st.lists(maybe, min_size=2, max_size=5))
def test_tuareg_leaves_a_tie_shared_where_somebody_tied_told_nothing(hands):
    seats = [
        {"player": player, "stages": {"1": {}, "2": told(hand_value=hand)}}
        for player, hand in zip("ABCDE", hands, strict=False)
    ]
    result = score_play({"game": "tuareg", "seats": seats}, GAMES)
    assert [standing.rank for standing in result.standings] == naive_ranks([0] * len(hands), (hands, False))


@pytest.mark.parametrize(
    ("answers", "winners"),
    [(("yes", "no"), "Anna"), (("yes", None), "Anna"), ((None, "yes"), "Ben"), ((None, None), "Anna, Ben")],
)
def test_a_question_is_no_once_as_many_as_can_have_it_said_yes(answers, winners):
    first = a_row("yes", key="first", label="first", worth=0, supply=1)
    held = [told(row=3, first=answer) for answer in answers]
    result = scored(a_sheet(a_row(), first, ties=[{"row": "first"}]), *held)
    assert ", ".join(result.winners) == winners


def test_a_row_that_scores_is_known_to_be_nothing_where_it_is_empty():
    lines = a_row("count", key="lines", label="lines", worth=2)
    result = scored(
        a_sheet(a_row(), lines, ties=[{"row": "lines", "fewest": True}]), {"row": 2, "lines": 1}, {"row": 4}
    )
    assert result.winners == ("Ben",)


def test_a_tie_break_of_an_expansion_that_is_not_played_is_passed_over():
    sea = a_row("level", key="ships", label="ships", **{"with": "sea"})
    sheet = a_sheet(
        a_row(),
        sea,
        ties=[{"row": "ships"}, TIES[1]],
        expansions=[{"key": "sea", "label": "sea"}],
    )
    assert scored(sheet, {"row": 1, "events": 2}, {"row": 1, "events": 3}).winners == ("Ben",)


@pytest.mark.parametrize(
    ("slug", "anna", "ben"),
    [
        ("splendor", {"cards": 15, "bought": 12}, {"cards": 15}),
        ("dominion", {"provinces": 4, "turns": 17}, {"provinces": 4}),
        ("ticket-to-ride", {"tickets": 20, "number": 3}, {"tickets": 20}),
    ],
)
def test_a_figure_that_nobody_told_is_asked_for_and_wins_nothing(slug, anna, ben):
    play = {
        "game": slug,
        "seats": [{"player": name, "stages": {"end": held}} for name, held in zip("AB", (anna, ben), strict=True)],
    }
    result = score_play(play, LIBRARY)
    assert result.decided_by == "shared"
    totals = [standing.points for standing in result.standings]
    key, asked = open_tie_break(LIBRARY[slug], check(LIBRARY[slug], play)[0], totals)
    assert (key, asked) == (next(key for key in ("bought", "turns", "number") if key in anna), [0, 1])


@pytest.mark.parametrize(
    ("row", "less", "more"),
    [
        (a_row("penalty", key="held", worth=2), 3, 4),
        (a_row("per", key="held", size=3, worth=1), 3, 4),
        (a_row("table", key="held", values=[0, 5, 2]), 1, 2),
        (a_row("count", key="held", worth=-1), 1, 2),
        (a_row("yes", key="held", worth=-1), "no", "yes"),
    ],
)
def test_a_row_breaks_ties_by_the_number_that_was_entered(row, less, more):
    sheet = a_sheet(a_row(), row, ties=[{"row": "held"}])
    by_itself = [standing.points for standing in scored(sheet, {"held": less}, {"held": more}).standings]
    level = [{"row": max(by_itself) - own, "held": held} for own, held in zip(by_itself, (less, more), strict=True)]
    assert scored(sheet, *level).winners == ("Ben",)


def test_a_choice_breaks_ties_by_its_points():
    gods = [{"key": "none", "label": "none", "worth": 0}, {"key": "sun", "label": "sun", "worth": 4}]
    sheet = a_sheet(a_row(), a_row("choice", key="god", choices=gods), ties=[{"row": "god"}])
    assert scored(sheet, {"row": 4}, {"god": "sun"}).winners == ("Ben",)


def test_an_asked_number_may_be_as_high_as_a_counted_one():
    sheet = a_sheet(a_row(), ties=[{"asked": "size", "label": "square feet"}])
    assert scored(sheet, {"row": 1, "size": 2170}, {"row": 1, "size": 2175}).winners == ("Ben",)
