"""By how little a win was missed: a finished play scored again with one count of one seat changed."""

from typing import NamedTuple

from companion.rules.kit import MOST, Game

from .checking import check
from .result import score_table, winners_of

# A play is scored so often and no oftener: where that is not enough, the win was not close.
MOST_TRIES = 150


class Margin(NamedTuple):
    """One count with which `rival`, second in the play, would have won, alone or with others (`shared`).

    `seat` held `count` of the field in that stage and would have had to hold `by` more (fewer where it is negative);
    less of a change of this count alone would not have been enough. Seats are indexes.
    """

    rival: int
    seat: int
    stage: str
    field: object
    count: int
    by: int
    shared: bool = False


def margins(game: Game, play) -> list[Margin]:
    """The smallest change of each count that gives the win to who came second, the smallest first.

    A count of the second goes up as far as the box allows, one of a sole winner goes down. Nothing, where nobody
    came second or the play cannot be scored.
    """
    table, problems = check(game, play)
    if any(problem.blocks for problem in problems):
        return []
    result = score_table(game, table)
    rivals = seconds(result)
    ways = [Margin(rival, rival, *count, by=1) for rival in rivals for count in counts_of(game, table, rival)]
    if len(result.winners) == 1:
        winner = result.players.index(result.winners[0])
        ways += [Margin(rival, winner, *count, by=-1) for rival in rivals for count in counts_of(game, table, winner)]
    return list(found(game, table, ways))


def seconds(result) -> list[int]:
    """The best of those who did not win."""
    if not result.winners:
        return []
    behind = [standing.rank for standing in result.standings if standing.player not in result.winners]
    return [seat for seat, standing in enumerate(result.standings) if standing.rank == min(behind, default=0)]


def counts_of(game, table, seat):
    """(stage, field, count) of everything a seat counted; tie-breaks only where it was asked for them."""
    for stage in game.stages:
        held = table["seats"][seat]["stages"].get(stage.key)
        for field in stage.fields_with(table["options"]) if held is not None else ():
            if field.is_number and (field.key in held or not field.breaks_ties):
                yield stage.key, field, held.get(field.key, 0)


def found(game, table, ways):
    """Those of the ways that lead to the win, each with the fewest steps that do; in all steps of one size first."""
    tries, steps = 0, 1
    while ways and tries < MOST_TRIES:
        ways = [way for way in ways if steps <= room(table, way)]
        for way in ways[: MOST_TRIES - tries]:
            tries += 1
            margin = way._replace(by=way.by * steps)
            winners = winners_with(game, table, margin)
            if way.rival in winners:
                ways.remove(way)
                yield margin._replace(shared=len(winners) > 1)
        steps += 1


def room(table, way) -> int:
    """How far a count can go: down to nothing, or up to what nobody holds."""
    if way.by < 0:
        return way.count
    supply = way.field.supply_for(len(table["seats"]))
    if supply is None:
        return MOST - way.count
    return supply - sum(seat["stages"].get(way.stage, {}).get(way.field.key, 0) for seat in table["seats"])


def winners_with(game, table, margin) -> list[int]:
    """Who would have won with the changed count; nobody, where the game does not allow it or ends in a draw."""
    changed = with_count(table, margin.seat, margin.stage, margin.field.key, margin.count + margin.by)
    winners = winners_of(game, changed)
    if game.full_tie_is_draw and len(winners) == len(table["seats"]):
        return []
    if margin.rival in winners and any(problem.blocks for problem in check(game, changed)[1]):
        return []
    return winners


def with_count(table, seat, stage, key, count):
    """The table with one count of one seat changed; the given one stays as it is."""
    seats = list(table["seats"])
    stages = seats[seat]["stages"]
    seats[seat] = {**seats[seat], "stages": {**stages, stage: {**stages[stage], key: count}}}
    return {**table, "seats": seats}
