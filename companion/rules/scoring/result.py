"""Scoring of a play: check it, apply the rules of its game, add the points, rank the seats."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from companion.rules.kit import (
    Game,
    Games,
    Number,
    Problem,
    Result,
    StageScore,
    Standing,
    Table,
    gettext,
    plain,
    uncounted_in,
)
from companion.rules.kit.numbers import MOST_SCORED

from .checking import check, find_game
from .play_format import Json
from .sharing import cards_of
from .ties import TieBreak, split_ties, tie_breaks_of

# The sort key of each seat before tiebreakers, the highest first: the total, or a tuple that ends with it.
type Orders = Sequence[Number] | Sequence[tuple[Number, ...]]


def score_play(play: Json, games: Games) -> Result:
    """Return the result of a play in the play format. Raises NotAPlay if it isn't one."""
    game = find_game(play, games)
    if game.rounds is not None:
        game = game.limited_to(count_stages(game, play))
    return result_of(game, *check(game, play))


def count_stages(game: Game, play: Json) -> int:
    """Return the number of stages of a play, up to the last one that any seat has; the entries aren't checked."""
    stages = [seat.get("stages") for seat in play["seats"]]
    begun = {key for held in stages if isinstance(held, dict) for key in held}
    return max([number for number, stage in enumerate(game.stages, 1) if stage.key in begun], default=0)


def result_of(game: Game, table: Table, problems: Sequence[Problem]) -> Result:
    """Return the result of a checked table with its problems."""
    if not any(problem.blocks for problem in problems):
        result = score_table(game, table, tuple(problems))
        too_many = list(too_many_points(result))
        if not too_many:
            return result
        problems = [*problems, *too_many]
    return Result(game.slug, tuple(seat["player"] for seat in table["seats"]), tuple(problems))


def too_many_points(result: Result) -> Iterator[Problem]:
    """Yield a problem for each player with more points than can be stored, which products of large numbers can give."""
    for player in [each.player for each in result.standings if abs(each.points) > MOST_SCORED]:
        text = gettext("%(player)s: these points are too many to store. Check the numbers.", player=player)
        yield Problem("too_many", text, seat=player)


def score_table(game: Game, table: Table, problems: tuple[Problem, ...] = ()) -> Result:
    """Return the result of a table without blocking problems."""
    return score_shared(game, table, problems) if game.shares_cards else score_cards(game, table, problems)


def score_shared(game: Game, table: Table, problems: tuple[Problem, ...]) -> Result:
    """Return the result of a table with shared cards: each seat gets the score of its card."""
    cards, card_of = cards_of(game, table)
    result = score_cards(game, cards, problems)
    players = tuple([seat["player"] for seat in table["seats"]])
    of_seats = [result.standings[card] for card in card_of]
    return result._replace(
        players=players,
        standings=tuple(
            [
                standing._replace(player=player, stages=[scored._replace(seat=seat) for scored in standing.stages])
                for seat, (player, standing) in enumerate(zip(players, of_seats, strict=True))
            ]
        ),
        winners=tuple(
            [player for player, each in zip(players, of_seats, strict=True) if each.player in result.winners]
        ),
    )


def score_cards(game: Game, table: Table, problems: tuple[Problem, ...]) -> Result:
    """Return the result of a table with a card for each seat."""
    players = tuple([seat["player"] for seat in table["seats"]])
    by_seat = scores_by_seat(game, table)
    totals = [plain(sum([points[0] for scored in stages for points in scored.points])) for stages in by_seat]
    orders = sort_keys(game, by_seat, totals)
    uncounted = uncounted_in(table)
    ranks = rank(game, table, by_seat, orders, uncounted)
    carries = game.carries(table)
    standings = tuple(
        [
            Standing(
                player,
                totals[index],
                ranks[index],
                by_seat[index],
                carries.get(index, {}),
                None if index in uncounted else known_points(game, by_seat[index], totals[index]),
            )
            for index, player in enumerate(players)
        ]
    )
    ranked = len(players) - len(uncounted)
    verdict = game.verdict(table, totals) if ranked else None
    is_lost = verdict is not None and not verdict.won
    winners = () if is_lost else tuple([standing.player for standing in standings if standing.rank == 1])
    return Result(
        game.slug,
        players,
        problems,
        standings,
        winners,
        decided_by(game, table, by_seat, totals, ranks),
        verdict,
        is_draw=game.full_tie_is_draw and ranked > 1 and ranks.count(1) == ranked,
    )


def winners_of(game: Game, table: Table) -> list[int]:
    """Return the seats that win a table; faster than its whole result."""
    if game.shares_cards:
        cards, card_of = cards_of(game, table)
        winning = card_winners(game, cards)
        return [seat for seat, card in enumerate(card_of) if card in winning]
    return card_winners(game, table)


def card_winners(game: Game, table: Table) -> list[int]:
    """Return the seats that win a table with a card for each seat."""
    by_seat = scores_by_seat(game, table)
    totals: list[Number] = [sum([scored.total for scored in stages]) for stages in by_seat]
    uncounted = uncounted_in(table)
    verdict = game.verdict(table, totals) if len(uncounted) < len(by_seat) else None
    if verdict is not None and not verdict.won:
        return []
    ranks = rank(game, table, by_seat, sort_keys(game, by_seat, totals), uncounted)
    return [seat for seat, place in enumerate(ranks) if place == 1]


def scores_by_seat(game: Game, table: Table) -> list[list[StageScore]]:
    """Return the points of each seat by stage."""
    by_seat: list[list[StageScore]] = [[] for _ in table["seats"]]
    for scored in game.by_stage(table):
        by_seat[scored.seat].append(scored)
    return by_seat


def sort_keys(game: Game, by_seat: Sequence[Sequence[StageScore]], totals: Sequence[Number]) -> Orders:
    """Return the sort key of each seat before tiebreakers; the highest is first."""
    signed = [-total for total in totals] if game.fewest_wins else totals
    if not game.ahead:
        return signed
    orders = [
        (*[row.order(scored) for row in game.ahead], total) for scored, total in zip(by_seat, signed, strict=True)
    ]
    return rank_others_by_points(game, by_seat, orders) if game.noted_points else orders


def rank_others_by_points(
    game: Game, by_seat: Sequence[Sequence[StageScore]], orders: Sequence[tuple[Number, ...]]
) -> Orders:
    """Rank the other seats by their noted points if the winners have the best points and broke or share a tie for them.

    Otherwise noted points decide nothing: nobody knows if the most or the fewest are best.
    """
    first, noted = max(orders), [known_points(game, scored, 0) for scored in by_seat]
    points = [each for each in noted if each is not None]
    won = {each for each, order in zip(points, orders, strict=False) if order == first}
    others = [each for each, order in zip(points, orders, strict=False) if order != first]
    if len(points) < len(orders) or len(set(orders)) != 2 or len(won) != 1:
        return orders
    if not won & {*others} and orders.count(first) == 1:
        return orders
    best = won.pop()
    if best not in (min(points), max(points)):
        return orders
    sign = 1 if best == max(points) else -1
    return [(*order, sign * each) for order, each in zip(orders, points, strict=True)]


def known_points(game: Game, scored: Sequence[StageScore], total: Number) -> Number | None:
    """Return the points of a seat to show; None if the game has none or nobody entered them."""
    if not game.has_only_notes:
        return total
    lines = [line for stage in scored for line in stage.lines] if game.noted_points else []
    return next((line.amount for line in lines if line.item == game.noted_points), None)


def best_rows(standings: Sequence[Standing]) -> list[list[str]]:
    """Return the rows in which each seat has the most points, alone or tied, without rows in which all are tied.

    A seat without a rank has none and isn't compared.
    """
    by_seat: list[dict[str, Number]] = [defaultdict(int) for _ in standings]
    for counter, standing in zip(by_seat, standings, strict=True):
        for line in standing.lines:
            counter[line.item] += line.points
    ranked = [counter for counter, standing in zip(by_seat, standings, strict=True) if standing.rank is not None]
    items = list(dict.fromkeys(item for counter in ranked for item in counter))
    return [
        [
            item
            for item in items
            if standing.rank is not None
            and counter[item] == max(each[item] for each in ranked) > min(each[item] for each in ranked)
        ]
        for counter, standing in zip(by_seat, standings, strict=True)
    ]


def rank(
    game: Game,
    table: Table,
    by_seat: Sequence[Sequence[StageScore]],
    orders: Orders,
    uncounted: Collection[int],
) -> list[int | None]:
    """Return the rank of each seat by its sort key and the game's tiebreakers; 1, 1, 3 if two are best.

    `uncounted` seats have no rank.
    """
    ranks = places(orders, uncounted)
    if not (game.level_rows or game.tie_breaks) or len(set(ranks)) == len(ranks):
        return ranks
    tie_breaks = list(tie_breaks_of(game, table, by_seat))
    for place in sorted({place for place in ranks if place is not None}):
        tied, rank_of_group = [seat for seat, rank_of_seat in enumerate(ranks) if rank_of_seat == place], place
        for group in split_ties(tied, tie_breaks):
            for seat in group:
                ranks[seat] = rank_of_group
            rank_of_group += len(group)
    return ranks


def places(orders: Orders, left_out: Collection[int]) -> list[int | None]:
    """Return the place of each sort key, the highest first; equal ones share a place. Those `left_out` have none."""
    best_first = sorted([order for seat, order in enumerate(orders) if seat not in left_out], reverse=True)
    return [None if seat in left_out else 1 + best_first.index(order) for seat, order in enumerate(orders)]


def decided_by(
    game: Game,
    table: Table,
    by_seat: Sequence[Sequence[StageScore]],
    totals: Sequence[Number],
    ranks: Sequence[int | None],
) -> str | None:
    """Return what decided the win: `points`, the key of a row or tiebreaker, or `shared`; None if nobody has a rank."""
    if 1 not in ranks:
        return None
    if ranks.count(1) > 1:
        return "shared"
    best = ranks.index(1)
    rivals = [index for index, place in enumerate(ranks) if place is not None and index != best]
    for by in game.ahead:
        if not (rivals := [index for index in rivals if by.order(by_seat[index]) == by.order(by_seat[best])]):
            return by.row
    rivals = [index for index in rivals if totals[index] == totals[best]]
    if not rivals:
        return "points"
    for tie_break in tie_breaks_of(game, table, by_seat):
        rivals = [index for index in rivals if tie_break.numbers[index] == tie_break.numbers[best]]
        if not rivals:
            return tie_break.key
    return "points"


def tie_breaks_at(game: Game, table: Table) -> list[TieBreak]:
    """Return the tiebreakers of a table with a card for each seat, in the order in which they apply."""
    return list(tie_breaks_of(game, table, scores_by_seat(game, table)))


def open_tie_break(game: Game, table: Table, totals: Sequence[Number]) -> tuple[str | None, list[int]]:
    """Return the tiebreaker to ask for now and the seats to ask; (None, []) if the win is decided or shared.

    Only tied winners are asked, for one tiebreaker after the other. Of seats with a shared card, the first one is
    asked.
    """
    if game.shares_cards:
        cards, card_of = cards_of(game, table)
        key, asked = find_open_tie_break(game, cards, [totals[card_of.index(card)] for card in sorted(set(card_of))])
        return key, [card_of.index(card) for card in asked]
    return find_open_tie_break(game, table, totals)


def find_open_tie_break(game: Game, table: Table, totals: Sequence[Number]) -> tuple[str | None, list[int]]:
    """Return the tiebreaker to ask for and the seats to ask, with a card for each seat."""
    if not (game.level_rows or game.tie_breaks):
        return None, []
    by_seat = scores_by_seat(game, table)
    ranks = places(sort_keys(game, by_seat, totals), uncounted_in(table))
    tied = [index for index, place in enumerate(ranks) if place == 1]
    for tie_break in tie_breaks_of(game, table, by_seat):
        if len(tied) < 2:
            break
        numbers = {index: tie_break.numbers[index] for index in tied}
        known = [number for number in numbers.values() if number is not None]
        if len(known) < len(tied):
            # Without a field in the last stage, the number can't be entered any more.
            return (tie_break.key, tied) if tie_break.field else (None, [])
        tied = [index for index in tied if numbers[index] == max(known)]
    return None, []
