"""Scoring a play: check it, let its game's rules give the lines, add them up, rank the seats."""

from collections import Counter
from collections.abc import Sequence

from companion.rules.kit import Game, Games, Holdings, Problem, Result, StageScore, Standing, Table

from .checking import check, game_in
from .play_format import Json


def score_play(play: Json, games: Games) -> Result:
    """The result of a play in the play format; raises NotAPlay where there is none to speak of."""
    game = game_in(play, games)
    return result_of(game, *check(game, play))


def result_of(game: Game, table: Table, problems: Sequence[Problem]) -> Result:
    """The result of a table that was checked, with the problems that were found in it."""
    if any(problem.blocks for problem in problems):
        players = tuple(seat["player"] for seat in table["seats"])
        return Result(game.slug, players, tuple(problems))
    return score_table(game, table, tuple(problems))


def score_table(game: Game, table: Table, problems: tuple[Problem, ...] = ()) -> Result:
    """The result of a table in which nothing is impossible."""
    players = tuple([seat["player"] for seat in table["seats"]])
    by_seat: list[list[StageScore]] = [[] for _ in players]
    for scored in game.by_stage(table):
        by_seat[scored.seat].append(scored)
    totals = [sum([points[0] for scored in stages for points in scored.points]) for stages in by_seat]
    ranks = rank(game, table, totals)
    carries = game.carries(table)
    standings = tuple(
        [
            Standing(player, totals[index], ranks[index], by_seat[index], carries.get(index, {}))
            for index, player in enumerate(players)
        ]
    )
    verdict = game.verdict(table, totals)
    is_lost = verdict is not None and not verdict.won
    winners = () if is_lost else tuple([standing.player for standing in standings if standing.rank == 1])
    return Result(
        game.slug,
        players,
        problems,
        standings,
        winners,
        decided_by(game, table, totals, ranks),
        verdict,
        is_draw=game.full_tie_is_draw and len(players) > 1 and ranks.count(1) == len(players),
    )


def winners_of(game: Game, table: Table) -> list[int]:
    """The seats that win a table, quicker than by its whole result."""
    totals = [0] * len(table["seats"])
    for scored in game.by_stage(table):
        totals[scored.seat] += scored.total
    verdict = game.verdict(table, totals)
    if verdict is not None and not verdict.won:
        return []
    return [seat for seat, place in enumerate(rank(game, table, totals)) if place == 1]


def most_points(standings: Sequence[Standing]) -> list[list[str]]:
    """The items from which each seat had the most points, alone or with others, where not all had equally many."""
    by_seat = [Counter[str]() for _ in standings]
    for counter, standing in zip(by_seat, standings, strict=True):
        for line in standing.lines:
            counter[line.item] += line.points
    items = list(dict.fromkeys(item for counter in by_seat for item in counter))
    return [
        [
            item
            for item in items
            if counter[item] == max(each[item] for each in by_seat) > min(each[item] for each in by_seat)
        ]
        for counter in by_seat
    ]


def rank(game: Game, table: Table, totals: Sequence[int]) -> list[int]:
    """The rank of each seat: by total, then by the game's tie-breaks; 1, 1, 3 where two are best."""
    if not game.tie_breaks or len(set(totals)) == len(totals):
        return places(totals)
    return places([(total, *_tie_break_values(game, table, totals, index)) for index, total in enumerate(totals)])


def places(orders: Sequence[int] | Sequence[tuple[int, ...]]) -> list[int]:
    """The place of each among them, of which the highest is first; equal ones share theirs."""
    best_first = sorted(orders, reverse=True)
    return [1 + best_first.index(order) for order in orders]


def _tie_break_values(game: Game, table: Table, totals: Sequence[int], index: int) -> tuple[int, ...]:
    """What orders this seat among those of the same total: nothing, where it is alone or one has not told."""
    if totals.count(totals[index]) == 1:
        return ()
    tied = [seat for seat, total in enumerate(totals) if total == totals[index]]
    told = [_last_holdings(game, table, seat) for seat in tied]
    if not game.missing_tie_break_is_zero and not all(key in held for held in told for key in game.tie_breaks):
        return ()
    own = _last_holdings(game, table, index)
    return tuple(own.get(key, 0) for key in game.tie_breaks)


def _last_holdings(game: Game, table: Table, index: int) -> Holdings:
    return table["seats"][index]["stages"].get(game.stages[-1].key, {})


def decided_by(game: Game, table: Table, totals: Sequence[int], ranks: Sequence[int]) -> str:
    """What gave the win: `points`, the key of the tie-break, or `shared`."""
    if ranks.count(1) > 1:
        return "shared"
    best = ranks.index(1)
    if totals.count(totals[best]) == 1:
        return "points"
    rivals = [index for index, total in enumerate(totals) if total == totals[best] and index != best]
    for key in game.tie_breaks:
        own = _last_holdings(game, table, best).get(key, 0)
        rivals = [index for index in rivals if _last_holdings(game, table, index).get(key, 0) == own]
        if not rivals:
            return key
    return "points"


def open_tie_break(game: Game, table: Table, totals: Sequence[int]) -> tuple[str | None, list[int]]:
    """The tie-break to ask for now and the seats to ask; (None, []) where the win is decided or shared.

    Only who has the highest total is asked, and a second tie-break only where the first left a tie.
    """
    tied = [index for index, total in enumerate(totals) if total == max(totals, default=0)]
    for key in game.tie_breaks:
        if len(tied) < 2:
            break
        held = {index: _last_holdings(game, table, index) for index in tied}
        if not all(key in own for own in held.values()):
            return key, tied
        most = max(own[key] for own in held.values())
        tied = [index for index in tied if held[index][key] == most]
    return None, []
