"""When the rounds of a play are over: by the rules of its game, or because the table plays no further one."""

from contextlib import contextmanager

from companion.core.refusal import Refusal
from companion.entry.scorepad import Scorepad
from companion.models import Event
from companion.rules.kit import Problem, gettext


def is_last_round(play, played) -> bool:
    """Return whether a play ends by its rules after so many rounds; they may leave that to the table."""
    if play.game.rounds is None or played <= play.game.rounds.further:
        return False
    pad, further = Scorepad(play), play.game.rounds.further
    result = pad.result_up_to(pad.game.stages[played - 1 - further])
    return pad.game.is_over(played, [standing.points for standing in result.standings], len(pad.everybody))


@contextmanager
def follow_corrections(play):
    """End the rounds of an open play, or play on, if what is corrected meanwhile changes whether its rules end it.

    What the table has decided stays, and a round that was begun ends the play only when it is scored.
    """
    if play.game.rounds is None:
        yield
        return
    played = play.closed_stages
    was_over = is_last_round(play, played)
    yield
    play.refresh_from_db()
    if not play.is_open or play.closed_stages != played:
        return
    is_over = is_last_round(play, played)
    if is_over not in (was_over, play.rounds_over) and not (is_over and is_begun(play)):
        play.touch(rounds_over=is_over)


def is_begun(play) -> bool:
    """Return whether something was entered in the open stage."""
    return any(not card.is_empty for card in Scorepad(play).cards_of(play.stage))


def add_next_round(play):
    """Give a play the round after the open one, as far as its rules tell, for a phone that goes on without a network.

    It is not stored: a round is made once the one before is scored.
    """
    seats = play.seats.at_table().count()
    if play.game.rounds and not play.rounds_over and not play.game.is_over(play.closed_stages + 1, [], seats):
        play.rounds_ahead = 1


def add_begun_rounds(play, key):
    """Give a play its rounds up to the one of this key, if that was begun before an earlier one was opened again.

    They are not stored: they come back with what was entered there, once the earlier ones are scored.
    """
    stages = play.whole_game.stages
    place = next((place for place, stage in enumerate(stages) if stage.key == key), 0)
    if place == 0 or play.rounds_over or play.game.stage(key):
        return
    if play.events.filter(kind=Event.Kind.CLOSE, details__stage=stages[place - 1].key).exists():
        play.rounds_ahead = place - play.closed_stages


def refuse_next_round(play, key):
    """Raise Refusal where this is the key of a round that comes once the open one is scored, and wasn't begun yet."""
    add_begun_rounds(play, key)
    stage = play.whole_game.stage(key)
    if play.is_open and play.stage and stage and play.game.stage(key) is None:
        raise Refusal([too_early(play, stage)])


def too_early(play, stage) -> Problem:
    text = gettext(
        "Not saved: %(open)s is still open and comes before %(stage)s.",
        open=play.stage.label,
        stage=stage.label,
    )
    return Problem("too_early", text)


def end_rounds(play):
    """Play no further round of an open play that is locked: it ends with those that are closed.

    Raises Refusal where there is none, or the next one was begun.
    """
    if play.game.rounds is None or play.rounds_over:
        return
    if not play.closed_stages or is_begun(play):
        text = gettext("%(stage)s has started: enter its scores before the play ends.", stage=play.stage.label)
        raise Refusal([Problem("begun", text)])
    play.touch(rounds_over=True)
