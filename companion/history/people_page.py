"""A group's people: their wins against chance, their latest results, and who finishes ahead of whom."""

from collections import Counter
from dataclasses import dataclass

from companion.core.language.discs import Disc, discs_of
from companion.core.language.short_names import short_names
from companion.models.sheets import games_of
from companion.statistics.form import last_results
from companion.statistics.rivals import HeadToHead, count_pairs
from companion.statistics.wins import NO_WINS, Wins, count_wins

from .statistics_rows import history_of

LATEST = 10
# How many columns of the table fit on a phone.
MOST_IN_MATRIX = 6


@dataclass(frozen=True)
class PlayerCard:
    """A player of the group, their wins against others, and their newest results in order."""

    player: object
    disc: Disc
    wins: Wins
    latest: list[bool]

    @property
    def by_chance(self) -> float:
        """The number of wins expected by chance."""
        return self.wins.chance * self.wins.plays


def people_context(group) -> dict:
    """Return the context of the page: `players` and `hidden` ones, most plays first, `cards`, and the table of rivals.

    The cards come by wins beyond chance.
    """
    games_here, everything = games_of(group), history_of(group)
    everybody = count_plays(group, everything)
    players = [player for player in everybody if not player.is_hidden]
    history = [played for played in everything if played.game_slug in games_here]
    wins, latest = count_wins(history), last_results(history, most=LATEST)
    discs = discs_of(players)
    cards = [
        PlayerCard(player, discs[player.pk], wins.get(player.pk, NO_WINS), latest.get(player.pk, []))
        for player in players
    ]
    cards.sort(key=lambda card: (not card.wins.plays, -round(card.wins.credit - card.by_chance, 9)))
    hidden = [player for player in everybody if player.is_hidden]
    return {
        "players": players,
        "hidden": hidden,
        "cards": cards,
        "matrix": build_matrix(cards, history),
        "matrix_left_out": max(0, sum(bool(card.wins.plays) for card in cards) - MOST_IN_MATRIX),
    }


def count_plays(group, history) -> list:
    """Return the group's players, each with their number of plays as `plays`, most plays first."""
    plays = Counter(player for played in history for player in played.players)
    players = list(group.players.all())
    for player in players:
        player.plays = plays[player.pk]
    return sorted(players, key=lambda player: (-player.plays, player.pk))


def build_matrix(cards, history) -> list[tuple[object, str, list[HeadToHead | None]]]:
    """Return (player, short name, results against each other one) of those who have met; None against themselves."""
    players = [card.player for card in cards if card.wins.plays][:MOST_IN_MATRIX]
    met = {}
    for pair in count_pairs(history):
        met[pair.one, pair.other] = pair
        met[pair.other, pair.one] = HeadToHead(pair.other, pair.one, pair.behind, pair.ahead, pair.level)
    nothing = HeadToHead(0, 0, 0, 0, 0)
    if len(players) < 2:
        return []
    short = short_names([player.name for player in players])
    return [
        (row, name, [None if row == column else met.get((row.pk, column.pk), nothing) for column in players])
        for row, name in zip(players, short, strict=True)
    ]
