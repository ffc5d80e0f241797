"""The rows of a new play from a file: itself, its seats and its score sheets."""

from companion.cards.outcomes import write
from companion.models import Play, Seat
from companion.rules.scoring.checking import same_name

from .at_table import in_their_places
from .happenings import moment

# No play has more.
MOST_TEAMS = 100


def as_play(group, its, version) -> Play:
    """Return the row of a new play, with its sheet if it has one."""
    incoming = its.incoming
    is_over = incoming.is_finished or (incoming.rounds_over and incoming.closed == len(incoming.game.stages))
    return Play(
        uuid=its.uuid,
        group=group,
        game_slug=incoming.game.slug,
        sheet=version,
        # No further round is played.
        rounds_over=incoming.game.rounds is not None and is_over,
        by_row=incoming.by_row,
        **({"created_at": incoming.began} if incoming.began else {}),
        options=incoming.table["options"],
        played_on=incoming.played_on,
        **incoming.written,
        state=incoming.state,
        closed_stages=incoming.closed_stages,
    )


def seats_of(play, its, players) -> list[Seat]:
    """Return the rows of a new play's seats with its outcome; those of removed players are last."""
    at_table, left = its.seats, its.incoming.left
    teams = numbers_of_teams([*at_table, *left])
    position = {same_name(seat["player"]): place for place, seat in enumerate(in_their_places(at_table, left))}
    seats = [
        Seat(
            play=play,
            player=players[seat["player"]],
            position=position[same_name(seat["player"])],
            team=teams.get(seat.get("team"), 0),
            is_first=seat.get("first"),
            removed_at=moment(seat["at"]) if "at" in seat else None,
        )
        for seat in [*at_table, *left]
    ]
    if its.outcomes:
        write(play, seats[: len(at_table)], its.outcomes)
    return seats


def numbers_of_teams(seats) -> dict[str, int]:
    """Return the numbers of the teams of a file by what they are called there: in our own files, by their numbers."""
    names = list(dict.fromkeys(seat["team"] for seat in seats if "team" in seat))
    numbers = {str(number): number for number in range(1, MOST_TEAMS + 1)}
    return numbers if set(names) <= numbers.keys() else {name: number for number, name in enumerate(names, 1)}


def cards_of(seats, play, person):
    """Yield the saves of each seat's score sheets; the last stages of an open play are still being scored."""
    closed = {stage.key for stage in play.game.stages[: play.closed_stages]}
    is_open = play.state == Play.State.OPEN
    for place, (seat, its) in enumerate(zip(seats, play.table["seats"], strict=False)):
        for stage, amounts in its["stages"].items():
            is_in = stage in play.done[place] if is_open and stage not in closed else None
            rows = play.happenings.rows_of(seat, place, stage, amounts, is_in=is_in, began=play.began)
            # Somebody who changed it in another group isn't a person of this one.
            rows[-1].person = person if (place, stage) not in play.happenings.changes else None
            yield from rows
    # Sheets of removed players and of reopened rounds are in the change history alone.
    counted = {(place, stage) for place, seat in enumerate(play.table["seats"]) for stage in seat["stages"]}
    for place, stage in sorted(play.happenings.changes.keys() - counted):
        yield from play.happenings.rows_of(seats[place], place, stage)
