"""What happens to a play: it starts, its stages close and reopen, it finishes, stops, goes and comes back."""

from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from companion.core.publishing import end_streams_of_play
from companion.core.refusal import Refusal
from companion.entry.saving import follows
from companion.entry.scorepad import Scorepad
from companion.groups import founding
from companion.groups.house_rules import remember_options
from companion.groups.members import is_home_of
from companion.models import CardSave, Event, Play, Seat
from companion.models.event_details import changes_in
from companion.models.sheets import version_for
from companion.models.starts import plays_of_unknown_start
from companion.notifications.sending import announce
from companion.results.decided_ties import settle_crown
from companion.results.outcomes import compute_outcomes, store_outcomes
from companion.rules.kit import Problem, gettext
from companion.rules.scoring.checking import same_name

from .discarded_answers import forget_tie_breaks
from .newly_asked import ask_newly
from .rounds import is_last_round, too_early

# In so many minutes a play may be played: what is entered afterwards takes fewer, what was left lying more.
SHORTEST, LONGEST = 5, 12 * 60
# Why a stage isn't closed by whoever didn't see that it was opened again.
REOPENED = "reopened"


def lock(play):
    """Wait for whoever changes this play at the same moment, and see it as they leave it."""
    play.refresh_from_db(from_queryset=Play.objects.select_for_update())


def lock_open(play):
    """The same for what changes an open play alone. Raises Refusal where it is over."""
    lock(play)
    if not play.is_open:
        raise Refusal([Problem("over", gettext("The play has ended."))])


@transaction.atomic
def start(
    game,
    *,
    person,
    group,
    names,
    options,
    played_on,
    place="",
    colours=(),
    first="",
    roles=(),
    variant="",
    teams=(),
    version=None,
    uuid=None,
    by_row=False,
    language="",
    time_zone="",
    group_name="",
) -> Play:
    """A new play with players of these names, in a new group if there is none, which remembers the options.

    `colours` are those chosen for new names, `first` is the name of who begins, `roles` are those of the names.
    `teams` are the numbers of the teams these players are in, 0 for none; `version` is that of a sheet by which it is
    played, where that is not the newest one: then no options are remembered.
    """
    group = group or founding.create_group(person, name=group_name, language=language, time_zone=time_zone)
    about = {
        "game_slug": game.slug,
        "sheet": version or version_for(group, game.slug, person=person),
        "options": options,
        "by_row": by_row,
        "variant": game.variants.key_for(variant) or None,
    }
    play = Play.objects.create(uuid=uuid or uuid4(), group=group, played_on=played_on, place=place, **about)
    players = founding.seat_players(group, names, colours)
    begins = same_name(first) if first else None
    seats = [
        Seat(play=play, player=player, position=position, is_first=player.folded_name == begins or None)
        for position, player in enumerate(players)
    ]
    for seat, team in zip(seats, teams, strict=False):
        seat.team = team
    for seat, role in zip(seats, roles, strict=False):
        seat.role = game.roles.key_for(role) or None
    Seat.objects.bulk_create(seats)
    if version is None:
        remember_options(group, game, options)
    new = [player.pk for player in players if player.is_new]
    Event.objects.create(play=play, kind=Event.Kind.START, person=person, details={"new": new} if new else {})
    return play


@transaction.atomic
def rematch(play, *, person, played_on, uuid=None) -> Play:
    """A new play with the same game, options and seats; of the phones only the one that starts it is at its own.

    The others come back to theirs when they go on to it (`seats.go_on`): one that has gone home keeps nobody waiting.
    """
    seats = list(play.seats.at_table())
    again = start(
        play.game,
        person=person,
        group=play.group,
        names=[seat.player.name for seat in seats],
        options=play.options,
        played_on=played_on,
        teams=[seat.team for seat in seats],
        uuid=uuid,
        by_row=play.by_row,
    )
    again.events.filter(kind=Event.Kind.START).update(details={"after": play.pk})
    own = [seat.player_id for seat in seats if is_home_of(seat, person)]
    again.seats.filter(player__in=own).update(person=person)
    # The phones that still show how it ended notice, and offer to go on.
    play.refresh_pages()
    return again


@transaction.atomic
def change_options(play, options, *, person):
    """Score with other options from now on, and remember them for the group. Raises Refusal once the play is over."""
    lock_open(play)
    before = play.game.options_with(play.options)
    changed = {key: [before[key], value] for key, value in options.items() if before[key] != value}
    if not changed:
        return
    Event.objects.create(play=play, kind=Event.Kind.OPTIONS, details=changed, person=person)
    remember_options(play.group, play.game, options)
    forget_tie_breaks(play, changed, person=person)
    ask_newly(play, before, options)
    play.touch(options=options)


@transaction.atomic
def put_back_options(play, event, *, newest, person):
    """Give the options that an event changed their former values. `newest` is the last such event that was seen.

    Raises Refusal where somebody has changed options since, or the play is over.
    """
    lock_open(play)
    now = play.game.options_with(play.options)
    former = {key: was for key, (was, _now) in changes_in(event).items() if key in now}
    if former.items() <= now.items():
        return
    if play.events.filter(kind=Event.Kind.OPTIONS, pk__gt=newest or 0).exists():
        raise Refusal([Problem("changed", gettext("Someone else has changed the options in the meantime."))])
    change_options(play, {**now, **former}, person=person)


def refuse_too_early(play, stage):
    """Raise Refusal where a stage has not begun. One that was begun before an earlier one was opened again has."""
    stages = play.game.stages
    place = stages.index(stage)
    if not play.is_open or place <= play.closed_stages:
        return
    if not play.events.filter(kind=Event.Kind.CLOSE, details__stage=stages[place - 1].key).exists():
        raise Refusal([too_early(play, stage)])


@transaction.atomic
def close_stage(play, stage, *, person, anyway=False, save_id="", seen=0):
    """End a stage: from now on its counts are corrected, not entered. Closing it twice is closing it once.

    What came before by the same `save_id` changes nothing, also where the stage was opened again since.

    Raises Refusal while an earlier stage is open, something in it is impossible, or a card is missing; with `anyway`
    the cards count as they are and who has none holds nothing. Also where a stage was opened again after the revision
    that was `seen` (0: none) by whoever closes it.
    """
    lock(play)
    if not play.is_open or play.is_closed(stage):
        return
    if save_id and play.events.filter(kind=Event.Kind.CLOSE, details__save_id=save_id).exists():
        return
    if play.stage != stage:
        raise Refusal([too_early(play, stage)])
    if seen and play.events.filter(kind=Event.Kind.REOPEN, details__revision__gte=seen).exists():
        text = gettext(
            "%(stage)s was reopened after you tapped “Score”. Score it again when it’s right.", stage=stage.label
        )
        raise Refusal([Problem(REOPENED, text)])
    pad = Scorepad(play)
    if impossible := pad.impossible(stage):
        raise Refusal(impossible)
    missing = pad.missing(stage)
    if missing and not anyway:
        raise Refusal([])
    if missing and (impossible := pad.impossible_as_it_is(stage)):
        raise Refusal(impossible)
    # The cards stay as unfinished as they are, should the stage be opened again.
    cards = [pad.card(seat, stage) for seat in missing]
    about = {"stage": stage.key, "save_id": f"close-{play.revision}", "person": person}
    rows = [CardSave(seat=card.seat, revision=card.revision + 1, amounts=card.amounts, **about) for card in cards]
    CardSave.objects.add(follows(row, pad.newest.get((row.seat_id, row.stage))) for row in rows)
    details = {"stage": stage.key} | ({"save_id": save_id} if save_id else {})
    Event.objects.create(play=play, kind=Event.Kind.CLOSE, details=details, person=person)
    played = play.closed_stages + 1
    play.touch(closed_stages=played, rounds_over=is_last_round(play, played))


@transaction.atomic
def reopen_stage(play, stage, *, person):
    """Open a stage, and a finished or stopped play with it, so that saves count there again."""
    lock(play)
    if play.is_open and not play.is_closed(stage):
        return
    details = {"stage": stage.key, "revision": play.revision}
    Event.objects.create(play=play, kind=Event.Kind.REOPEN, details=details, person=person)
    closed = min(play.closed_stages, play.game.stages.index(stage))
    open_again(play, closed_stages=closed, rounds_over=False)


@transaction.atomic
def reopen(play, *, person):
    """Go on with a play that was finished or stopped; its closed stages stay closed."""
    lock(play)
    if play.is_open:
        return
    Event.objects.create(play=play, kind=Event.Kind.REOPEN, person=person)
    open_again(play)


def open_again(play, **changes):
    """Take back what finishing wrote to the seats and the play."""
    play.seats.update(points=None, rank=None, is_winner=False, lines=[], took=[], tier="")
    play.touch(state=Play.State.OPEN, high_score=None, **changes)


@transaction.atomic
def finish(play, *, person):
    """Write the result to the seats. Raises Refusal while a stage is open or something is impossible."""
    lock(play)
    if not play.is_open:
        return
    settle_crown(play, person=person)
    pad = Scorepad(play)
    its_outcomes = compute_outcomes(pad)
    if not its_outcomes:
        raise Refusal([problem for problem in pad.result.problems if problem.blocks])
    store_outcomes(pad, its_outcomes, state=Play.State.FINISHED, minutes=play.minutes or measured(play))
    Event.objects.create(play=play, kind=Event.Kind.FINISH, person=person)
    announce(play)


def measured(play) -> int | None:
    """The minutes from the start of a play to now; None where nobody knows the start, or can have sat
    at the table for so long.
    """
    if plays_of_unknown_start([play.pk]):
        return None
    minutes = round((timezone.now() - play.created_at).total_seconds() / 60)
    return minutes if SHORTEST <= minutes <= LONGEST else None


@transaction.atomic
def stop(play, *, person):
    """End a play early: it is kept, has no winner and counts in no statistics."""
    lock(play)
    if play.is_open:
        Event.objects.create(play=play, kind=Event.Kind.STOP, person=person)
        play.touch(state=Play.State.STOPPED)


@transaction.atomic
def delete(play, *, person):
    """Take a play out of everybody's sight; it can be put back for 30 days."""
    lock(play)
    if play.deleted_at:
        return
    Event.objects.create(play=play, kind=Event.Kind.DELETE, person=person)
    play.touch(deleted_at=timezone.now())
    end_streams_of_play(play)


@transaction.atomic
def restore(play, *, person):
    """Put a deleted play back."""
    lock(play)
    if not play.deleted_at:
        return
    Event.objects.create(play=play, kind=Event.Kind.RESTORE, person=person)
    play.touch(deleted_at=None)
