"""By which ids another program knows the plays, people and games that came from there, so that they go out under them.

A play is known by the id it came with; one that was here before keeps its own. Of several people or games of the file
that are one here, the one that came first gives its id.
"""

from dataclasses import dataclass, field

from companion.files.provenance import is_uuid
from companion.models import Alias, Arrival


@dataclass
class Origins:
    """What is known of where a group's plays came from: ids by the numbers of players and slugs of games.

    `plays` has the arrivals of the plays that are told now, by their numbers.
    """

    people: dict[int, str] = field(default_factory=dict)
    games: dict[str, str] = field(default_factory=dict)
    plays: dict[int, Arrival] = field(default_factory=dict)

    def seat(self, play, place: int, player: int) -> dict:
        """Return what is told of a seat beside what it holds."""
        seats = self.plays[play.pk].rest.get("seats", []) if play.pk in self.plays else []
        rest = seats[place].get("rest", {}) if place < len(seats) else {}
        return {"uuid": self.people.get(player, ""), "rest": rest}

    def play(self, play) -> dict:
        """Return what is told of a play beside what it holds."""
        arrival = self.plays.get(play.pk)
        if arrival is None:
            return {}
        told = {"time": arrival.rest.get("time", ""), "rest": arrival.rest.get("rest", {})}
        return told | {"uuid": arrival.key if is_uuid(arrival.key) else ""}


NOWHERE = Origins()


def origins_of(group, source: str) -> Origins:
    """Return by which ids a program knows the people and games of a group."""
    origins = Origins()
    for alias in group.aliases.filter(source=source).order_by("pk"):
        if not is_uuid(alias.key):
            continue
        if alias.kind == Alias.Kind.GAME:
            origins.games.setdefault(alias.game_slug, alias.key)
        elif alias.player_id:
            origins.people.setdefault(alias.player_id, alias.key)
    return origins


def with_plays(origins: Origins, plays, source: str) -> Origins:
    """Return the same with what is known of these plays."""
    arrivals = Arrival.objects.filter(play__in=[play.pk for play in plays], upload__source=source).defer("before")
    return Origins(origins.people, origins.games, {each.play_id: each for each in arrivals})
