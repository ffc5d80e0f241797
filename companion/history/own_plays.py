"""A person's plays in all their groups, as those of one player."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from companion.models.sheets import games_of
from companion.statistics.form import h_index
from companion.statistics.history import Played, group_by_game, merge_players
from companion.statistics.rivals import HeadToHead, count_rivals
from companion.statistics.wins import Wins, count_player_wins

from .statistics_rows import history_with, plays_with


@dataclass(frozen=True)
class PlayCounts:
    """How much was played and won; a game night is a day of a group at one place."""

    plays: int
    wins: Wins
    games: int
    evenings: int
    h_index: int


class OwnPlays:
    """A person's finished plays in these groups, whose players are prefetched.

    `names` has the person's player by group id; in the `history` they all have one `number`. `evenings` has the group,
    day and place of each play, `met` how often the person met each player.
    """

    def __init__(self, person, groups):
        players = {player.pk: player for group in groups for player in group.players.all()}
        self.names = {player.group_id: player for player in players.values() if player.person_id == person.pk}
        own = [player.pk for player in self.names.values()]
        self.number = min(own, default=0)
        self.games = games_of(*(group for group in groups if group.pk in self.names))
        history = [played for played in history_with(own) if played.game_slug in self.games]
        self.met = Counter(player for played in history for player in played.players)
        one = merge_people(players[number] for number in self.met) | dict.fromkeys(own, self.number)
        self.history = merge_players(history, one)
        rows = plays_with(own).values_list("pk", "group", "played_on", "place")
        self.evenings = {play: tuple(its) for play, *its in rows}
        self.people = defaultdict(list)
        for number, _times in self.met.most_common():
            self.people[one.get(number, number)].append(players[number])

    def in_year(self, year) -> list[Played]:
        """Return the plays of a year."""
        return [played for played in self.history if played.on.year == year]

    def group_of(self, played) -> int:
        """Return the id of a play's group."""
        return self.evenings[played.play][0]

    def count_plays(self, history) -> PlayCounts:
        """Return how much was played and won in these plays."""
        games = group_by_game(history)
        return PlayCounts(
            plays=len(history),
            wins=count_player_wins(history, self.number),
            games=len(games),
            evenings=len({self.evenings[played.play] for played in history}),
            h_index=h_index(len(its) for its in games.values()),
        )

    def by_game(self) -> dict[str, list[Played]]:
        """Return {game slug: its plays}, the game played most often first."""
        return dict(sorted(group_by_game(self.history).items(), key=lambda each: -len(each[1])))

    def by_group(self) -> dict[int, list[Played]]:
        """Return {group id: its plays}."""
        found: dict[int, list[Played]] = {}
        for played in self.history:
            found.setdefault(self.group_of(played), []).append(played)
        return found

    def rivals(self) -> list[HeadToHead]:
        """Return the person against everyone they met, those met most often first."""
        return count_rivals(self.history, self.number)


def merge_people(players) -> dict[int, int]:
    """Return {player id: first player id of the same person with the same name} across groups.

    Players with different names stay separate: a group doesn't show what another one calls a person.
    """
    first: dict[tuple, int] = {}
    known = [player for player in players if player.person_id is not None]
    return {player.pk: first.setdefault((player.person_id, player.folded_name), player.pk) for player in known}
