"""What a sheet says beside its rows, worked out a second time: teams, all together, places, rounds, the deal, ties."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.scoring.checking import check
from companion.rules.scoring.result import score_play
from tests.lanes import unhurried
from tests.rules.sheets.making import PLAYERS, SLUG, a_play, a_row, a_sheet, game, points, scored

few = st.integers(0, 3)
some = st.lists(few, min_size=2, max_size=6)
parts = st.dictionaries(st.sampled_from(["points", "each", "off", "round"]), st.integers(-20, 20))


@unhurried(120)
@given(st.lists(st.tuples(st.sampled_from(["we", "they", "you"]), few), min_size=2, max_size=6))
def test_the_members_of_the_best_teams_win_and_all_others_lose(members):
    """The first of each team has its card; write the teams' figures on a board and look for the highest."""
    board, seats = {}, []
    for player, (team, number) in zip(PLAYERS, members, strict=False):
        stages = {} if team in board else {"end": {"row": number}}
        board.setdefault(team, number)
        seats.append({"player": player, "team": team, "stages": stages})
    result = score_play({"game": SLUG, "seats": seats}, {SLUG: game(a_sheet(a_row(), played="teams"))})
    best = [player for player, (team, _) in zip(PLAYERS, members, strict=False) if board[team] == max(board.values())]
    assert list(result.winners) == best
    assert [standing.points for standing in result.standings] == [board[team] for team, _ in members]


@unhurried(120)
@given(st.lists(st.booleans(), min_size=1, max_size=6))
def test_together_all_win_where_the_row_says_yes(answers):
    sheet = a_sheet(a_row("yes", worth=0), played="together", won={"row": "row"})
    result = scored(sheet, {"row": "yes" if answers[0] else "no"}, *[{}] * (len(answers) - 1))
    assert result.winners == (PLAYERS[: len(answers)] if answers[0] else ())


def places_called(finished):
    """Call the places out in the order of finishing; None for who is out, and tied players have the same one."""
    there = [own for own in finished if own is not None]
    return [None if own is None else 1 + sum(other < own for other in there) for own in finished]


@unhurried(120)
@given(st.lists(st.integers(1, 6) | st.none(), min_size=2, max_size=6).filter(any))
def test_places_are_taken_in_order_and_who_has_none_comes_after_all(finished):
    places = places_called(finished)
    result = scored(a_sheet(wins="order"), *({} if place is None else {"place__": place} for place in places))
    behind = 1 + sum(place is not None for place in places)
    assert [standing.rank for standing in result.standings] == [place or behind for place in places]


@unhurried(120)
@given(st.lists(st.integers(0, 7), min_size=2, max_size=4))
def test_places_are_refused_if_no_order_of_finishing_gives_them(places):
    """Try every order in which these players can finish."""
    possible = [
        [place or 0 for place in places_called(finished)]
        for finished in product([None, *range(1, len(places) + 1)], repeat=len(places))
        if any(finished)
    ]
    play = a_play(*({"place__": place} for place in places))
    assert score_play(play, {SLUG: game(a_sheet(wins="order"))}).is_blocked is (places not in possible)


@unhurried(120)
@given(some)
def test_who_is_noted_as_winner_wins_and_nobody_else(numbers):
    result = scored(a_sheet(wins="winner"), *({"winner__": "yes" if number else "no"} for number in numbers))
    assert list(result.winners) == [player for player, number in zip(PLAYERS, numbers, strict=False) if number]


@unhurried(120)
@given(st.lists(st.lists(st.integers(0, 40), min_size=2, max_size=2), min_size=1, max_size=9), st.integers(1, 90))
def test_rounds_add_up_and_end_with_the_one_in_which_the_total_is_reached(rounds, total):
    made, sums = game(a_sheet(a_row(), rounds={"total": total})), [0, 0]
    for number, held in enumerate(rounds, 1):
        sums = [sums[0] + held[0], sums[1] + held[1]]
        assert made.is_over(number, sums) == (sums[0] >= total or sums[1] >= total)
    seats = [
        {"player": player, "stages": {str(number): {"row": held[seat]} for number, held in enumerate(rounds, 1)}}
        for seat, player in enumerate(PLAYERS[:2])
    ]
    result = score_play({"game": SLUG, "seats": seats}, {SLUG: made})
    assert [standing.points for standing in result.standings] == sums


@unhurried(120)
@given(st.integers(1, 50), st.integers(0, 50))
def test_a_number_of_rounds_ends_with_the_last_of_them(number, played):
    made = game(a_sheet(a_row(), rounds={"number": number}))
    assert made.is_over(played, [0]) == (played not in range(number))


@unhurried(120)
@given(st.integers(2, 6), st.integers(1, 20))
def test_the_deal_goes_round_the_table(seats, rounds):
    made = game(a_sheet(a_row(), rounds={"dealer": True}))
    table, _ = check(made, a_play(*[{"row": 1}] * seats, stage="1"))
    around = [*range(seats)] * 20
    told = [made.instructions(table, str(number))[0].seat for number in range(1, rounds + 1)]
    assert told == around[1 : rounds + 1]


@unhurried(120)
@given(parts, parts, st.none() | parts, st.none() | parts, few, few, st.integers(1, 9))
def test_a_bid_is_paid_by_the_rule_for_what_happened(hit, miss, zero_hit, zero_miss, bid, made, number):
    own = {"zero_hit": zero_hit, "zero_miss": zero_miss}
    row = a_row("bid", hit=hit, miss=miss, **{key: rule for key, rule in own.items() if rule is not None})
    if bid == made:
        rule = zero_hit if bid == 0 and zero_hit is not None else hit
    else:
        rule = zero_miss if bid == 0 and zero_miss is not None else miss
    paid = rule.get("points", 0)
    paid += sum(rule.get("each", 0) for _ in range(bid))
    paid += sum(rule.get("off", 0) for _ in range(min(bid, made), max(bid, made)))
    paid += sum(rule.get("round", 0) for _ in range(number))
    assert points(a_sheet(row, rounds={}), {"row__bid": bid, "row__made": made}, stage=str(number)) == [paid]


@unhurried(120)
@given(st.lists(st.tuples(few, few, few), min_size=2, max_size=6), st.booleans(), st.booleans())
def test_a_phase_comes_before_the_points_and_rows_tell_apart_who_is_level_in_their_order(held, fewest, few_coins):
    """Everybody stands behind those who are better in the first thing in which they differ."""
    sheet = a_sheet(
        a_row("level", key="phase", label="phase"),
        a_row("count", key="coins", label="coins", worth=1),
        a_row(key="score"),
        wins="fewest" if fewest else "most",
        ahead=[{"row": "phase", "last": True}],
        ties=[{"row": "coins", "fewest": few_coins}],
    )

    def is_better(one, other):
        (phase, coins, score), (phase_2, coins_2, score_2) = one, other
        if phase != phase_2:
            return phase > phase_2
        if coins + score != coins_2 + score_2:
            return (coins + score < coins_2 + score_2) == fewest
        return coins != coins_2 and (coins < coins_2) == few_coins

    result = scored(sheet, *({"phase": phase, "coins": coins, "score": score} for phase, coins, score in held))
    expected = [1 + sum(is_better(other, one) for other in held) for one in held]
    assert [standing.rank for standing in result.standings] == expected


@unhurried(120)
@given(some, st.integers(1, 6))
def test_places_may_be_for_so_many_players_or_more(numbers, from_players):
    row = a_row("most", places=[5], ties="all", from_players=from_players)
    most = max(numbers)
    expected = [5 * (number == most > 0 and len(numbers) >= from_players) for number in numbers]
    assert points(a_sheet(row), *({"row": number} for number in numbers)) == expected
