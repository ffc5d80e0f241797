"""How often somebody wins, against what chance alone would give, and how many times running."""

from collections import Counter
from typing import NamedTuple

from .history import contests, of_player


class Wins(NamedTuple):
    """What a player has to show for in plays against others.

    `wins` counts each win, `shared` those of them that others had too, `draws` the plays that nobody won. `rate` and
    `chance` are parts of `plays`: a win shared by two counts half in the rate, a draw too, and at a table of four
    chance gives each a quarter; so the rates of all at a table add up to what chance gives them together.
    """

    plays: int
    wins: int
    shared: int
    rate: float
    chance: float
    draws: int = 0


NO_WINS = Wins(0, 0, 0, 0.0, 0.0)


class Streaks(NamedTuple):
    """Wins running up to now, plays since the last win, and the most wins that ever came one after the other."""

    wins_now: int
    without_win: int
    longest: int


def wins_in(history) -> dict[int, Wins]:
    """The wins of everybody who played against others, who has most first, then who needed fewest plays for them."""
    plays, wins, shared, parts, chance, draws = (Counter() for _ in range(6))
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
            plays[each], wins[each], shared[each], parts[each] / plays[each], chance[each] / plays[each], draws[each]
        )
        for each in order
    }


def wins_of(history, player) -> Wins:
    """A player's wins in the plays against others."""
    return wins_in(history).get(player, NO_WINS)


def plays_in(wins) -> dict[int, int]:
    """How often everybody played against others, of what `wins_in` gives."""
    return {player: its.plays for player, its in wins.items()}


def streaks_of(history, player) -> Streaks:
    """A player's streaks; a win that is shared is a win."""
    wins_now = without_win = longest = 0
    for _, place in of_player(contests(history), player):
        wins_now, without_win = (wins_now + 1, 0) if place.won else (0, without_win + 1)
        longest = max(longest, wins_now)
    return Streaks(wins_now, without_win, longest)


def taken_in_wins(taken) -> list[tuple[str, int]]:
    """(item, number of wins in which the winner had the most points from it), the most often first.

    `taken` are the items of each win.
    """
    return sorted(Counter(item for items in taken for item in items).items(), key=lambda pair: (-pair[1], pair[0]))
