"""Wins compared with chance, and winning streaks."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from .history import History, contests, plays_of_player


class Wins(NamedTuple):
    """A player's wins in plays against others.

    `wins` counts each win, `shared` those shared with others, `draws` the drawn plays. In `credit` a win shared by two
    counts half, and so does a draw of two; a play that nobody won counts nothing. `rate` is credit / plays. `chance` is
    the expected rate: with four sides each has a quarter. So the rates of all players of a play add up to their
    chances, unless nobody won. A team counts as one side, and each of its players has its result.
    """

    plays: int
    wins: int
    shared: int
    credit: float
    rate: float
    chance: float
    draws: int = 0


NO_WINS = Wins(0, 0, 0, 0.0, 0.0, 0.0)


class Streaks(NamedTuple):
    """The current winning streak, the number of plays since the last win, and the longest winning streak."""

    wins_now: int
    without_win: int
    longest: int


def count_wins(history: History, *, only: int | None = None) -> dict[int, Wins]:
    """Return everyone's wins in plays against others: most wins first, then fewest plays. `only`: just this player."""
    plays, wins, shared, draws = (Counter[int]() for _ in range(4))
    parts, chance = (defaultdict[int, float](float) for _ in range(2))
    for played in contests(history):
        winners, by_chance = played.winning_sides, played.chance
        for player, _, _, won in played.places:
            if only is not None and player != only:
                continue
            plays[player] += 1
            chance[player] += by_chance
            if won:
                wins[player] += 1
                shared[player] += winners > 1
                parts[player] += 1 / winners
            elif played.is_draw:
                draws[player] += 1
                parts[player] += by_chance
    order = sorted(plays, key=lambda player: (-wins[player], plays[player], player))
    return {
        each: Wins(
            plays[each],
            wins[each],
            shared[each],
            parts[each],
            parts[each] / plays[each],
            chance[each] / plays[each],
            draws[each],
        )
        for each in order
    }


def count_player_wins(history: History, player: int) -> Wins:
    """Return a player's wins in plays against others."""
    return count_wins(history, only=player).get(player, NO_WINS)


def count_contests(history: History) -> dict[int, int]:
    """Return {player: number of plays against others}."""
    return Counter(place.player for played in contests(history) for place in played.places)


def find_streaks(history: History, player: int) -> Streaks:
    """Return a player's streaks; a shared win is a win."""
    wins_now = without_win = longest = 0
    for _, place in plays_of_player(contests(history), player):
        wins_now, without_win = (wins_now + 1, 0) if place.won else (0, without_win + 1)
        longest = max(longest, wins_now)
    return Streaks(wins_now, without_win, longest)


class ItemWins(NamedTuple):
    """How often those who had the most points from an item won.

    `leaders` is their number, `chance` the part that would have won by chance. In 80 % of cases the true part lies
    between `low` and `high`.
    """

    item: str
    leaders: int
    won: int
    chance: float
    low: float
    high: float

    @property
    def part(self) -> float:
        """The part of the leaders that won, from 0 to 1."""
        return self.won / self.leaders

    @property
    def ratio(self) -> float:
        """How many times as often they won as by chance."""
        return self.part / self.chance


# A play against others: for each seat, whether it won and the items from which it had the most points.
type ItemLeads = Sequence[tuple[bool, Sequence[str]]]
# 80 % of cases lie within this many sigma.
EIGHTY = 1.2816


def count_wins_by_item(tables: Iterable[ItemLeads]) -> list[ItemWins]:
    """Return for each item how often those with the most points from it won, highest ratio to chance first.

    By chance, all seats of a play win equally likely.
    """
    leaders, won, chance = Counter[str](), Counter[str](), defaultdict[str, float](float)
    for seats in tables:
        winners = sum(has_won for has_won, _ in seats)
        for has_won, items in seats:
            for item in items:
                leaders[item] += 1
                won[item] += has_won
                chance[item] += winners / len(seats)
    found = [
        ItemWins(item, number, won[item], chance[item] / number, *wilson_interval(won[item], number))
        for item, number in leaders.items()
        if chance[item]
    ]
    # Rounded, because sums of thirds are inexact.
    return sorted(found, key=lambda each: (-round(each.ratio, 9), -each.leaders, each.item))


def wilson_interval(won: int, plays: int) -> tuple[float, float]:
    """Return the Wilson score interval, at 80 %, of a win rate; it holds for few plays too."""
    part, spread = won / plays, EIGHTY**2 / plays
    middle = (part + spread / 2) / (1 + spread)
    reach = EIGHTY / (1 + spread) * sqrt(part * (1 - part) / plays + spread / (4 * plays))
    return max(0.0, middle - reach), min(1.0, middle + reach)
