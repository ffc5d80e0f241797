"""Build the rows of a new play from a file: the play, its seats and its score sheets."""

from companion.core.language.typed import clean_name
from companion.models import Play, Seat
from companion.results.outcomes import write_outcomes
from companion.rules.scoring.checking import same_name

from .history import MOST_TEAMS, parse_moment


def build_play(group, new_play, version) -> Play:
    """Return the row of a new play, with the version of its sheet, if any."""
    incoming = new_play.incoming
    has_ended = incoming.play.get("rounds_over", False) and incoming.play.get("closed") == len(incoming.game.stages)
    is_over = incoming.is_finished or has_ended
    return Play(
        uuid=new_play.uuid,
        group=group,
        game_slug=incoming.game.slug,
        sheet=version,
        rounds_over=incoming.game.rounds is not None and is_over,
        by_row=incoming.play.get("by_row", False),
        **({"created_at": incoming.began} if incoming.began else {}),
        options=incoming.table["options"],
        played_on=incoming.played_on,
        **incoming.written,
        state=incoming.state,
        closed_stages=incoming.closed_stages,
    )


def build_seats(play, new_play, players) -> list[Seat]:
    """Return the rows of a new play's seats with their outcomes; those of removed players are last."""
    seated, left = new_play.seats, new_play.incoming.left
    # Our own files number the teams.
    teams = list(dict.fromkeys(seat["team"] for seat in [*seated, *left] if "team" in seat))
    own = {str(number): number for number in range(1, MOST_TEAMS + 1)}
    numbers = own if set(teams) <= own.keys() else {team: number for number, team in enumerate(teams, 1)}
    everybody = list(seated)
    for each in sorted(left, key=lambda each: each["position"]):
        everybody.insert(each["position"], each)
    position = {same_name(seat["player"]): place for place, seat in enumerate(everybody)}
    seats = [
        Seat(
            play=play,
            player=players[seat["player"]],
            position=position[same_name(seat["player"])],
            team=numbers.get(seat.get("team"), 0),
            is_first=seat.get("first"),
            role=new_play.incoming.game.roles.key_for(clean_name(seat.get("role", ""))) or None,
            removed_at=parse_moment(seat["at"]) if "at" in seat else None,
        )
        for seat in [*seated, *left]
    ]
    if new_play.outcomes:
        write_outcomes(play, seats[: len(seated)], new_play.outcomes)
    return seats


def build_cards(seats, play, person):
    """Yield the saves of each seat's score sheets; an open play's last stages are still being scored."""
    closed = {stage.key for stage in play.game.stages[: play.closed_stages]}
    is_open = play.state == Play.State.OPEN
    for place, (seat, table_seat) in enumerate(zip(seats, play.table["seats"], strict=False)):
        for stage, amounts in table_seat["stages"].items():
            seat_json = play.play["seats"][place]
            is_in: bool | None
            if is_open and stage not in closed:
                is_in = stage in seat_json.get("done", ())
            else:
                # In a hand-written file, which has no history, missing amounts are 0.
                is_written = not play.play.get("events") and stage not in seat_json.get("uncounted", ())
                is_in = True if is_written and not amounts else None
            # Amounts that are later than the import would count as corrections.
            began = play.began or seat.play.created_at
            rows = play.history.rows_of(seat, place, stage, amounts, is_in=is_in, began=began)
            # The person who changed it belongs to another group, not to this one.
            rows[-1].person = person if (place, stage) not in play.history.changes else None
            yield from rows
    # Sheets of removed players and of reopened rounds are only in the change history.
    counted = {(place, stage) for place, seat in enumerate(play.table["seats"]) for stage in seat["stages"]}
    for place, stage in sorted(play.history.changes.keys() - counted):
        yield from play.history.rows_of(seats[place], place, stage)
