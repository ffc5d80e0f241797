"""Teams of a file: teams of the game if it has any, else a line for the notes."""

from collections.abc import Sequence
from dataclasses import replace

from companion.language.folding import folded
from companion.rules.kit import Game
from companion.rules.scoring.sharing import AND

from .forming import Formed, agrees
from .readers.records import PlayRecord


def has_teams(record: PlayRecord) -> bool:
    """Return whether a file says of anybody that they were in a team."""
    return any(seat.team for seat in record.seats)


def with_teams(record: PlayRecord, game: Game | None, found: Formed, names: Sequence[str]) -> Formed:
    """Return a play with the teams of the file, or with a line for its notes that says who they were.

    `names` are those of the seats. A team has one score sheet, so its players must have come to the same.
    """
    if found.teams:
        return found
    told = [folded(seat.team) for seat in record.seats]
    numbers = {team: str(number) for number, team in enumerate(dict.fromkeys(filter(None, told)), 1)}
    teamed = replace(found, teams=tuple(numbers.get(team, "") for team in told))
    if game and game.teams and are_teams(teamed) and (found.wins or agrees(record, game, teamed)):
        return teamed
    members = (AND.join(name for name, its in zip(names, told, strict=True) if its == team) for team in numbers)
    line = f"Team: {' · '.join(members)}"
    return replace(found, extra="\n".join(filter(None, [found.extra, line])))


def are_teams(found: Formed) -> bool:
    """Return whether there are several sides, and the players of each team hold the same."""
    sides = {team or f"seat {place}" for place, team in enumerate(found.teams)}
    held = {team: stages for team, stages in zip(found.teams, found.stages, strict=True) if team}
    same = (held.get(team, stages) == stages for team, stages in zip(found.teams, found.stages, strict=True))
    return len(sides) > 1 and all(same)
