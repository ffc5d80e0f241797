"""The people of a group: what they win against chance, how it went lately, and who finishes ahead of whom."""

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
# A table of more columns than these has no room on a phone.
MOST_IN_MATRIX = 6


@dataclass(frozen=True)
class Card:
    """Somebody of the group: what stands in their disc, their wins against others and the newest of them in order."""

    player: object
    disc: Disc
    wins: Wins
    latest: list[bool]

    @property
    def by_chance(self) -> float:
        """How many of the plays everybody would have won who wins as often as the others."""
        return self.wins.chance * self.wins.plays


def people_of(group) -> dict:
    """The group's `players` and those `hidden`, who has played most first, each with how many `plays` to the end; a
    card for each who is not hidden, who wins most beyond chance first; and the table of those who meet most.
    """
    games_here, everything = games_of(group), history_of(group)
    everybody = with_plays(group, everything)
    players = [player for player in everybody if not player.is_hidden]
    history = [played for played in everything if played.game_slug in games_here]
    wins, latest = count_wins(history), last_results(history, most=LATEST)
    discs = discs_of(players)
    cards = [
        Card(player, discs[player.pk], wins.get(player.pk, NO_WINS), latest.get(player.pk, [])) for player in players
    ]
    cards.sort(key=lambda card: (not card.wins.plays, -round(card.wins.credit - card.by_chance, 9)))
    hidden = [player for player in everybody if player.is_hidden]
    return {
        "players": players,
        "hidden": hidden,
        "cards": cards,
        "matrix": matrix_of(cards, history),
        "matrix_left_out": max(0, sum(bool(card.wins.plays) for card in cards) - MOST_IN_MATRIX),
    }


def with_plays(group, history) -> list:
    """The group's players, who sat in most of these plays first: `plays` is in how many."""
    plays = Counter(place.player for played in history for place in played.places)
    players = list(group.players.all())
    for player in players:
        player.plays = plays[player.pk]
    return sorted(players, key=lambda player: (-player.plays, player.pk))


def matrix_of(cards, history) -> list[tuple[object, str, list[HeadToHead | None]]]:
    """(player, their name as short as a column wants it, how they did against each of the others) of those who have
    met; None against themselves.
    """
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
