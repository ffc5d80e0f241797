"""The robber's way around the border cards, the cost of raids, the limits of goods, and the end of the game.

The border cards are numbered 1 to 16; the corners 4, 8, 12 and 16 are raids. The robber begins on card 1 and moves on
each turn; from a raid it moves to the next card at once. Sources: a player's summary of Targi in Japanese; for the
first three raids and players who can't pay, other published texts.
"""

from companion.rules.player_aids.steps import remainder

# A player's `goods`, `gold` and `points`.
type Held = dict[str, int]

BORDER = 16
# The price of each raid: one thing or the other.
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
    """Return the raid (1 to 4) at the start of this turn, or 0."""
    return (turn - 1) // BETWEEN_RAIDS if turn > 1 and remainder(turn - 1, BETWEEN_RAIDS) == 0 else 0


def robber_at(turn: int) -> int:
    """Return the border card of the robber during this turn; in the last one it stays on the 4th raid."""
    if turn >= LAST_TURN:
        return BORDER
    return turn + (turn - 1) // BETWEEN_RAIDS


def coming_raid(turn: int) -> dict[str, int] | None:
    """Return the next raid as `{"raid": 1 to 4, "turns": turns until it}`; None after the last one."""
    for raid in range(1, len(RAIDS) + 1):
        begins = raid * BETWEEN_RAIDS + 1
        if begins > turn:
            return {"raid": raid, "turns": begins - turn}
    return None


def start_player(turn: int, first: int) -> int:
    """Return who begins this turn (0 or 1) if `first` began the first one: the start player changes after each."""
    return remainder(first + turn - 1, 2)


def ways_to_pay(raid: int, held: Held) -> list[str]:
    """Return the parts of a raid's price (`goods`, `gold`, `points`) that a player can pay with what they hold.

    If there are none, the other player gains the points.
    """
    price = RAIDS[raid - 1]
    return [thing for thing in ["goods", "gold", "points"] if thing in price and held[thing] >= price[thing]]


def unable_to_pay(raid: int, held: list[Held], first: int) -> int | None:
    """Return who (0 or 1) can't pay a raid, or None; `first` pays first, `held` is what each holds.

    The other player gains the points and can pay with them, so it is never both.
    """
    for player in [first, 1 - first]:
        if len(ways_to_pay(raid, held[player])) == 0:
            return player
    return None


def is_unpayable(raid: int, held: list[Held]) -> bool:
    """Return whether neither player has the price of a raid."""
    return len(ways_to_pay(raid, held[0])) == 0 and len(ways_to_pay(raid, held[1])) == 0


def excess(held: Held) -> Held:
    """Return what goes back to the supply at the end of a turn: all above 10 goods and 3 gold."""
    return {"goods": max(0, held["goods"] - MOST_GOODS), "gold": max(0, held["gold"] - MOST_GOLD)}


def ending(turn: int, cards: list[int]) -> str:
    """Return why the game ends in this turn: `raid`, `cards` or an empty text.

    The 4th raid ends it at once, after paying; a 12th tribe card in a display ends it after the turn. `cards` has the
    number of tribe cards in each display.
    """
    if turn >= LAST_TURN:
        return "raid"
    return "cards" if max(cards) >= ENOUGH_CARDS else ""
