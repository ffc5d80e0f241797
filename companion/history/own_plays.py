"""The plays of a person in all their groups, under every name that is theirs, as those of one player."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from companion.models.sheets import games_of
from companion.statistics.form import h_index
from companion.statistics.history import Played, group_by_game, merge_players
from companion.statistics.rivals import HeadToHead, count_rivals
from companion.statistics.wins import Wins, count_player_wins

from .statistics_rows import history_with, plays_with


@dataclass(frozen=True)
class Numbers:
    """How much was played, and what was won of it; a game night is a day of a group at one place."""

    plays: int
    wins: Wins
    games: int
    evenings: int
    h_index: int


class OwnPlays:
    """The finished plays of a person in these groups, which come with their players.

    `names` are the players that are theirs, by group; in the `history` they are all of one `number`. `evenings` has
    the group, day and place of each play. `met`: how often the person sat with each player.
    """

    def __init__(self, person, groups):
        players = {player.pk: player for group in groups for player in group.players.all()}
        self.names = {player.group_id: player for player in players.values() if player.person_id == person.pk}
        own = [player.pk for player in self.names.values()]
        self.number = min(own, default=0)
        # Which game a play is of, and whether it is co-op, is read with the sheets of the groups.
        self.games = games_of(*(group for group in groups if group.pk in self.names))
        history = [played for played in history_with(own) if played.game_slug in self.games]
        self.met = Counter(place.player for played in history for place in played.places)
        one = same_people(players[number] for number in self.met) | dict.fromkeys(own, self.number)
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
        """Return the number of the group of a play."""
        return self.evenings[played.play][0]

    def numbers_of(self, history) -> Numbers:
        """Return how much these plays are, and how many of them the person has won."""
        games = group_by_game(history)
        return Numbers(
            plays=len(history),
            wins=count_player_wins(history, self.number),
            games=len(games),
            evenings=len({self.evenings[played.play] for played in history}),
            h_index=h_index(len(its) for its in games.values()),
        )

    def by_game(self) -> dict[str, list[Played]]:
        """Return the plays of each game, the game that was played most often first."""
        return dict(sorted(group_by_game(self.history).items(), key=lambda each: -len(each[1])))

    def by_group(self) -> dict[int, list[Played]]:
        """Return the plays of each group in which there are any, by its number."""
        found: dict[int, list[Played]] = {}
        for played in self.history:
            found.setdefault(self.group_of(played), []).append(played)
        return found

    def rivals(self) -> list[HeadToHead]:
        """Return the person against everyone they met, whom they met most often first."""
        return count_rivals(self.history, self.number)


def same_people(players) -> dict[int, int]:
    """Return {player: player} for players of several groups that are the same person under the same name.

    Under another name they stay apart: a group doesn't show what another one calls a person.
    """
    first: dict[tuple, int] = {}
    known = [player for player in players if player.person_id is not None]
    return {player.pk: first.setdefault((player.person_id, player.folded_name), player.pk) for player in known}
