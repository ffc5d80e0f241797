"""How often somebody wins, against what chance alone would give, and how many times running."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from .history import History, contests, of_player


class Wins(NamedTuple):
    """What a player has to show for in plays against others.

    `wins` counts each win, `shared` those of them that others had too, `draws` the drawn plays. In `credit` a win that
    two share counts half, and so does a draw of two; a play that nobody won counts nothing. `rate` is credit / plays.
    `chance` is a part of `plays` too: at a table of four it gives each a quarter. So the rates of all at a table add up
    to what chance gives them together, unless nobody won. A team counts as one, and each player has what it has.
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
    """Wins running up to now, plays since the last win, and the most wins that ever came one after the other."""

    wins_now: int
    without_win: int
    longest: int


def wins_in(history: History, *, only: int | None = None) -> dict[int, Wins]:
    """The wins of everybody who played against others, who has most first, then who needed fewest plays for them;
    `only`: of this player alone.
    """
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


def wins_of(history: History, player: int) -> Wins:
    """A player's wins in the plays against others."""
    return wins_in(history, only=player).get(player, NO_WINS)


def plays_in(history: History) -> dict[int, int]:
    """How often everybody played against others."""
    return Counter(place.player for played in contests(history) for place in played.places)


def streaks_of(history: History, player: int) -> Streaks:
    """A player's streaks; a win that is shared is a win."""
    wins_now = without_win = longest = 0
    for _, place in of_player(contests(history), player):
        wins_now, without_win = (wins_now + 1, 0) if place.won else (0, without_win + 1)
        longest = max(longest, wins_now)
    return Streaks(wins_now, without_win, longest)


class Taken(NamedTuple):
    """An item: how many at a table had the most points in a play from it, which part of them won, between which parts
    that lies in 80 of 100 cases, and which part would have won by chance.
    """

    item: str
    takers: int
    won: int
    chance: float
    low: float
    high: float

    @property
    def part(self) -> float:
        """The part of the takers that won, from 0 to 1."""
        return self.won / self.takers

    @property
    def ratio(self) -> float:
        """How many times as often they won as by chance."""
        return self.part / self.chance


# A play against others: of each of its seats, whether it won, and the items from which it had the most points.
type Taking = Sequence[tuple[bool, Sequence[str]]]
# So many sigma to both sides hold 80 of 100 cases.
EIGHTY = 1.2816


def wins_by_taking(tables: Iterable[Taking]) -> list[Taken]:
    """What decides: of those who had the most from an item the part that won, what stands out most against chance
    first. By chance each of a table has won as likely as the others.
    """
    takers, won, chance = Counter[str](), Counter[str](), defaultdict[str, float](float)
    for seats in tables:
        winners = sum(has_won for has_won, _ in seats)
        for has_won, items in seats:
            for item in items:
                takers[item] += 1
                won[item] += has_won
                chance[item] += winners / len(seats)
    found = [
        Taken(item, number, won[item], chance[item] / number, *likely_part(won[item], number))
        for item, number in takers.items()
        if chance[item]
    ]
    # Rounded, because thirds of thirds are not quite what they are.
    return sorted(found, key=lambda each: (-round(each.ratio, 9), -each.takers, each.item))


def likely_part(won: int, plays: int) -> tuple[float, float]:
    """Between which parts of all plays there ever will be the won ones lie in 80 of 100 cases, after so many
    (the interval of Wilson, which holds for few plays too).
    """
    part, about = won / plays, EIGHTY**2 / plays
    middle = (part + about / 2) / (1 + about)
    reach = EIGHTY / (1 + about) * sqrt(part * (1 - part) / plays + about / (4 * plays))
    return max(0.0, middle - reach), min(1.0, middle + reach)
