"""How often somebody wins, against what chance alone would give, and how many times running."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .history import History, contests, of_player


class Wins(NamedTuple):
    """What a player has to show for in plays against others.

    `wins` counts each win, `shared` those of them that others had too, `draws` the plays that nobody won. In `credit` a
    win shared by two counts half, and so does a draw of two; `rate` is credit / plays. `chance` is a part of `plays`
    too: at a table of four it gives each a quarter; so the rates of all at a table add up to what chance gives them
    together.
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


def wins_in(history: History) -> dict[int, Wins]:
    """The wins of everybody who played against others, who has most first, then who needed fewest plays for them."""
    plays, wins, shared, draws = (Counter[int]() for _ in range(4))
    parts, chance = (defaultdict[int, float](float) for _ in range(2))
    for played in contests(history):
        winners = len(played.winners)
        for player, _, _, won in played.places:
            plays[player] += 1
            chance[player] += 1 / len(played.places)
            if won:
                wins[player] += 1
                shared[player] += winners > 1
                parts[player] += 1 / winners
            elif not winners:
                draws[player] += 1
                parts[player] += 1 / len(played.places)
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
    return wins_in(history).get(player, NO_WINS)


def plays_in(wins: Mapping[int, Wins]) -> dict[int, int]:
    """How often everybody played against others, of what `wins_in` gives."""
    return {player: its.plays for player, its in wins.items()}


def streaks_of(history: History, player: int) -> Streaks:
    """A player's streaks; a win that is shared is a win."""
    wins_now = without_win = longest = 0
    for _, place in of_player(contests(history), player):
        wins_now, without_win = (wins_now + 1, 0) if place.won else (0, without_win + 1)
        longest = max(longest, wins_now)
    return Streaks(wins_now, without_win, longest)


class Taken(NamedTuple):
    """An item: in which part of the wins the winner had the most points from it, and in which by chance."""

    item: str
    part: float
    chance: float

    @property
    def ratio(self) -> float:
        return self.part / self.chance


# The winners of a play that count, as places in the list of what each of its seats took.
type Won = tuple[Sequence[int], Sequence[Sequence[str]]]


def taken_in_wins(tables: Iterable[Won]) -> list[Taken]:
    """What decides: the items from which winners had the most points, by how much oftener than chance that was.

    `tables` are those of the wins, each as (its winners that count, [the items that each seat took]), winners being
    places in that list. By chance whoever wins is anybody at the table.
    """
    wins, taken, chance = 0, Counter[str](), defaultdict[str, float](float)
    for winners, seats in tables:
        wins += len(winners)
        taken.update(item for winner in winners for item in seats[winner])
        for item, takers in Counter(item for items in seats for item in items).items():
            chance[item] += len(winners) * takers / len(seats)
    found = [Taken(item, taken[item] / wins, chance[item] / wins) for item in taken]
    # Rounded, because thirds of thirds are not quite what they are.
    return sorted(found, key=lambda each: (-round(each.ratio, 9), -each.part, each.item))
