"""The robber's way around the border cards, what a raid costs, what is carried on, and when the game ends.

The border cards are numbered 1 to 16, the corners 4, 8, 12 and 16 are raids. The robber begins on card 1 and moves on
with each turn; from a raid it moves to the next card at once. Sources: a player's summary of Targi in Japanese; for the
first three raids and who cannot pay, other published texts.
"""

from companion.rules.player_aids.steps import remainder

# How many `goods`, `gold` and `points` a player holds.
type Held = dict[str, int]

BORDER = 16
# What each raid costs: one thing or the other.
RAIDS = [
    {"goods": 1, "points": 1},
    {"goods": 2, "points": 1},
    {"goods": 3, "points": 2},
    {"gold": 1, "points": 3},
]
BETWEEN_RAIDS = 3
LAST_TURN = len(RAIDS) * BETWEEN_RAIDS + 1
MOST_GOODS, MOST_GOLD = 10, 3
ENOUGH_CARDS = 12


def raid_of(turn: int) -> int:
    """The raid (1 to 4) with which this turn begins, or 0."""
    return (turn - 1) // BETWEEN_RAIDS if turn > 1 and remainder(turn - 1, BETWEEN_RAIDS) == 0 else 0


def robber_at(turn: int) -> int:
    """The border card on which the robber stands during this turn; in the last one it stays on the 4th raid."""
    if turn >= LAST_TURN:
        return BORDER
    return turn + (turn - 1) // BETWEEN_RAIDS


def coming_raid(turn: int) -> dict[str, int] | None:
    """The next raid after this turn has begun: `{"raid": 1 to 4, "turns": how many until it}`; None after the last."""
    for raid in range(1, len(RAIDS) + 1):
        begins = raid * BETWEEN_RAIDS + 1
        if begins > turn:
            return {"raid": raid, "turns": begins - turn}
    return None


def start_player(turn: int, first: int) -> int:
    """Who begins this turn (0 or 1), where `first` began the first: the start player changes after each."""
    return remainder(first + turn - 1, 2)


def ways_to_pay(raid: int, held: Held) -> list[str]:
    """What of a raid's price (`goods`, `gold`, `points`) a player who holds these can pay; where nothing, the other
    player gains the points.

    `held` has the numbers of `goods`, `gold` and `points`.
    """
    price = RAIDS[raid - 1]
    return [thing for thing in ["goods", "gold", "points"] if thing in price and held[thing] >= price[thing]]


def unable_to_pay(raid: int, held: list[Held], first: int) -> int | None:
    """Who (0 or 1) cannot pay a raid, None where both can; `first` pays first, `held` is what each holds.

    What one cannot pay the other gains in points, and can pay with them: so it is never both.
    """
    for player in [first, 1 - first]:
        if len(ways_to_pay(raid, held[player])) == 0:
            return player
    return None


def is_paid_by_none(raid: int, held: list[Held]) -> bool:
    """Whether neither player holds what a raid costs."""
    return len(ways_to_pay(raid, held[0])) == 0 and len(ways_to_pay(raid, held[1])) == 0


def put_back(held: Held) -> Held:
    """What goes back into the supply at the end of a turn: all above 10 goods and 3 gold."""
    return {"goods": max(0, held["goods"] - MOST_GOODS), "gold": max(0, held["gold"] - MOST_GOLD)}


def ending(turn: int, cards: list[int]) -> str:
    """Why the game ends with this turn: `raid` (the 4th: at once, after paying), `cards` (a 12th lies in a display: the
    turn is finished first), or empty.

    `cards` is how many tribe cards each player has laid out.
    """
    if turn >= LAST_TURN:
        return "raid"
    return "cards" if max(cards) >= ENOUGH_CARDS else ""
