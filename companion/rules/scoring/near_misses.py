"""Near misses: a finished play is scored again with one count of one seat changed, to find changes that win."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.rules.kit import MOST, Field, Game, Number, Result, Table, uncounted_in

from .checking import check
from .play_format import Play
from .result import open_tie_break, score_table, winners_of

# The limit of scorings; if they find nothing, the win wasn't close.
MOST_TRIES = 150


class Margin(NamedTuple):
    """A change of a single count with which `rival`, second in the play, would have won.

    `seat` held `held` of the field in that stage and needed `by` more (fewer if negative); no smaller change of this
    count is enough. Seats are indexes. `shared`: the win would have been shared. `tie_is_open`: the result would have
    been a tie, decided by tiebreakers that nobody entered.
    """

    rival: int
    seat: int
    stage: str
    field: Field
    held: Number
    by: int
    shared: bool = False
    tie_is_open: bool = False


def margins(game: Game, play: Play) -> list[Margin]:
    """Return the smallest change of each count that makes a second-placed seat win, the smallest first.

    A count of the second-placed seat goes up as far as the box allows, a count of a sole winner goes down; the other
    way round if the fewest points win. Empty if nobody is second, the play can't be scored, or seats share cards.
    """
    table, problems = check(game, play)
    if game.shares_cards or any(problem.blocks for problem in problems):
        return []
    result = score_table(game, table)
    rivals = runners_up(result)
    # If the fewest points win, the second needed less.
    more = -1 if game.fewest_wins else 1
    ways = [Margin(rival, rival, *count, by=more) for rival in rivals for count in numbers_in(game, table, rival)]
    if len(result.winners) == 1:
        winner = result.players.index(result.winners[0])
        of_winner = list(numbers_in(game, table, winner))
        ways += [Margin(rival, winner, *count, by=-more) for rival in rivals for count in of_winner]
    return list(find_margins(game, table, ways))


def sole_win_margins(game: Game, play: Play) -> list[Margin]:
    """Return the smallest change of each count with which one of the tied winners wins alone, the smallest first.

    Empty if nobody is second, or for the reasons given in `margins`.
    """
    table, problems = check(game, play)
    if game.shares_cards or any(problem.blocks for problem in problems):
        return []
    result = score_table(game, table)
    more = -1 if game.fewest_wins else 1
    sharing = [seat for seat, player in enumerate(result.players) if player in result.winners]
    ways = [Margin(seat, seat, *count, by=more) for seat in sharing for count in numbers_in(game, table, seat)]
    return list(find_margins(game, table, ways, alone=True)) if len(sharing) > 1 and runners_up(result) else []


def runners_up(result: Result) -> list[int]:
    """Return the best seats that didn't win."""
    if not result.winners:
        return []
    behind = [each.rank for each in result.standings if each.rank and each.player not in result.winners]
    return [seat for seat, standing in enumerate(result.standings) if standing.rank == min(behind, default=0)]


def numbers_in(game: Game, table: Table, seat: int) -> Iterator[tuple[str, Field, Number]]:
    """Yield (stage, field, count) of everything that a seat counted; tiebreakers only if they were entered."""
    for stage in game.stages:
        held = table["seats"][seat]["stages"].get(stage.key)
        if held is None:
            continue
        for field in stage.fields_with(table["options"]):
            if field.is_number and (field.key in held or not field.breaks_ties):
                yield stage.key, field, held.get(field.key, 0)


def find_margins(game: Game, table: Table, ways: list[Margin], *, alone: bool = False) -> Iterator[Margin]:
    """Yield the changes that win, each with the fewest steps. All changes of one size are tried before the next.

    `alone`: a change counts only if it wins alone.
    """
    tries, steps = 0, 1
    while ways and tries < MOST_TRIES:
        ways = [way for way in ways if steps * way.field.step <= slack(table, way)]
        for way in ways[: MOST_TRIES - tries]:
            tries += 1
            margin = way._replace(by=way.by * steps * way.field.step)
            winners = winners_with(game, table, margin)
            if winners == [way.rival] if alone else way.rival in winners:
                ways.remove(way)
                is_tied = len(winners) > 1
                is_open = is_tied and is_tie_open(game, table, margin)
                yield margin._replace(shared=is_tied and not is_open, tie_is_open=is_open)
        steps += 1


def slack(table: Table, way: Margin) -> int:
    """Return how far a count can change: down to its minimum, or up to what nobody holds."""
    if way.by < 0:
        return int(way.held - way.field.least)
    supply = way.field.supply_for(len(table["seats"]))
    if supply is None:
        return int((way.field.max_per_seat(len(table["seats"])) or MOST) - way.held)
    held: Number = sum(seat["stages"].get(way.stage, {}).get(way.field.key, 0) for seat in table["seats"])
    return int(supply - held)


def winners_with(game: Game, table: Table, margin: Margin) -> list[int]:
    """Return the winners with the changed count; empty if the game doesn't allow it or it ends in a draw."""
    changed = with_count(table, margin.seat, margin.stage, margin.field.key, margin.held + margin.by)
    winners = winners_of(game, changed)
    if game.full_tie_is_draw and len(winners) == len(table["seats"]) - len(uncounted_in(changed)):
        return []
    return winners if margin.rival in winners and is_as_likely(game, table, changed) else []


def is_tie_open(game: Game, table: Table, margin: Margin) -> bool:
    """Return whether the changed count leads to a tie that depends on tiebreakers nobody entered."""
    changed = with_count(table, margin.seat, margin.stage, margin.field.key, margin.held + margin.by)
    totals = [standing.points for standing in score_table(game, changed).standings]
    return open_tie_break(game, changed, totals)[0] is not None


def is_as_likely(game: Game, table: Table, changed: Table) -> bool:
    """Return whether a changed table has no problems that the original table doesn't have."""
    before = {(problem.code, problem.seat, problem.stage) for problem in check(game, table)[1]}
    return all((problem.code, problem.seat, problem.stage) in before for problem in check(game, changed)[1])


def with_count(table: Table, seat: int, stage: str, key: str, count: Number) -> Table:
    """Return a copy of the table with one count of one seat changed."""
    seats = list(table["seats"])
    stages = seats[seat]["stages"]
    seats[seat] = {**seats[seat], "stages": {**stages, stage: {**stages[stage], key: count}}}
    return {**table, "seats": seats}
