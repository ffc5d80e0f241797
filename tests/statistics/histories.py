"""Any history of finished plays, drawn by hypothesis: few players and points, so that there are ties of all kinds."""

import datetime

from hypothesis import strategies as st

from companion.statistics.history import Place, Played
from tests import lanes

unhurried = lanes.unhurried(100)

PLAYERS = range(1, 6)
GAMES = ("draughts", "marbles")
FIRST_DAY = datetime.date(2024, 11, 20)


@st.composite
def histories(draw, *, games=GAMES, most=25):
    """Plays in the order of their days; equal points share a rank unless a tie-break parts them."""
    days = sorted(draw(st.lists(st.integers(0, 500), max_size=most)))
    return [
        Played(
            number,
            FIRST_DAY + datetime.timedelta(days=day),
            draw(st.sampled_from(games)),
            draw(places()),
            can_be_drawn=draw(st.booleans()),
        )
        for number, day in enumerate(days, start=1)
    ]


@st.composite
def places(draw):
    players = draw(st.lists(st.sampled_from(PLAYERS), min_size=1, max_size=5, unique=True))
    scores = [(draw(st.integers(-2, 40)), draw(st.integers(0, 1))) for _ in players]
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    # A solo play can be lost. If all are equal, the play can be a draw, or nobody has won it.
    somebody_won = draw(st.booleans()) if set(ranks) == {1} else True
    return tuple(
        Place(player, points, rank, rank == 1 and somebody_won)
        for player, (points, _), rank in zip(players, scores, ranks, strict=True)
    )


def played(*places, number=1, on=FIRST_DAY, game="marbles"):
    """One play: each place as (player, points), ranks by points; who has most has won."""
    ranks = [1 + sum(other > points for _, other in places) for _, points in places]
    return Played(
        number,
        on,
        game,
        tuple(Place(player, points, rank, rank == 1) for (player, points), rank in zip(places, ranks, strict=True)),
    )


def won_by(player, *others, **play):
    """One play that a player won alone, and the others lost alike."""
    return played((player, 2), *((other, 1) for other in others), **play)
